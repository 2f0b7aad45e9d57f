import { decodePercent } from '../../common/text.ts';

export interface Endpoint {
  /** As given. Its query and credentials are sent with each request and never shown in a message. */
  readonly url: URL;
  /** Its name in messages: the URL without query and credentials. */
  readonly name: string;
}

/** None of the endpoints provides a browser. The message lists the reason for each. */
export class EndpointUnreachable extends Error {
  constructor(reasons: readonly { readonly name: string; readonly reason: string }[]) {
    const list = reasons.map(({ name, reason }) => `- ${name}: ${reason}`).join('\n');
    super(
      `No browser could be reached at the endpoints:\n${list}\n` +
        'Check that they are running and reachable from this machine, and that their tokens are valid.',
    );
    this.name = 'EndpointUnreachable';
  }
}

const protocols = ['ws:', 'wss:', 'http:', 'https:'];

/** @throws Error with the number of an invalid one, which is not shown because it may contain a token. */
export function parseEndpoints(texts: readonly string[]): Endpoint[] {
  return texts.map((text, index) => {
    const url = URL.parse(text.trim());
    if (url === null || !protocols.includes(url.protocol)) {
      throw new Error(
        `Browser endpoint ${index + 1} of ${texts.length} is not a URL. It must start with ws://, wss://, http:// or https://.`,
      );
    }
    return { url, name: `${url.protocol}//${url.host}${url.pathname}` };
  });
}

/** Shorter values are not treated as secrets: replacing them would make the message unreadable. */
const minSecretLength = 4;
const maxMessageLength = 400;

/** @returns the message of an error in one line, without the secrets of the endpoint. */
export function reasonOf(error: unknown, { url }: Endpoint): string {
  const message = error instanceof Error ? withCause(error) : String(error);
  const secrets = [url.search, url.username, url.password, ...url.searchParams.values()]
    .flatMap((each) => [each, decodePercent(each), encodeURIComponent(each)])
    .filter((each) => each.length >= minSecretLength)
    .sort((a, b) => b.length - a.length);
  return secrets
    .reduce((text, secret) => text.replaceAll(secret, '***'), withoutLog(message))
    .slice(0, maxMessageLength);
}

/** Errors of `fetch` have the reason in their cause. */
function withCause({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

/** Removes logs and the boxes around the text from a message of the driver. */
function withoutLog(message: string): string {
  return (message.split(/Call log:|Browser logs:|<launching>/)[0] ?? '')
    .replace(/^browserType\.\w+: /, '')
    .replaceAll(/[\u2500-\u257f\s]+/g, ' ')
    .trim();
}
