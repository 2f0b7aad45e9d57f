/** The address of a browser elsewhere. */
export interface Endpoint {
  /** As it was given: query and credentials are part of each request, and of no message. */
  readonly url: URL;
  /** How messages call it: without query and credentials. */
  readonly name: string;
}

/** No browser can be had from the endpoints. The message lists each with its reason. */
export class EndpointUnreachable extends Error {
  constructor(reasons: readonly { readonly name: string; readonly reason: string }[]) {
    const list = reasons.map(({ name, reason }) => `- ${name}: ${reason}`).join('\n');
    super(
      `No browser could be reached at the endpoints:\n${list}\n` +
        'Check that they are up, that this machine may reach them, and that their tokens are right.',
    );
    this.name = 'EndpointUnreachable';
  }
}

const protocols = ['ws:', 'wss:', 'http:', 'https:'];

/** @throws Error that says which of them is wrong; it is not repeated, as it may hold a token. */
export function parseEndpoints(texts: readonly string[]): Endpoint[] {
  return texts.map((text, index) => {
    const url = URL.parse(text.trim());
    if (url === null || !protocols.includes(url.protocol)) {
      throw new Error(
        `Browser endpoint ${index + 1} of ${texts.length} is not a URL that begins with ws://, wss://, http:// or https://.`,
      );
    }
    return { url, name: `${url.protocol}//${url.host}${url.pathname}` };
  });
}

/** Shorter values are no secrets, and would tear up the message. */
const secretLength = 4;
const messageLength = 400;

/** @returns what an error says of an endpoint, in one line and without its secrets. */
export function reasonOf(error: unknown, { url }: Endpoint): string {
  const message = error instanceof Error ? messageOf(error) : String(error);
  const secrets = [url.search, url.username, url.password, ...url.searchParams.values()]
    .flatMap((each) => [each, decoded(each), encodeURIComponent(each)])
    .filter((each) => each.length >= secretLength)
    .sort((a, b) => b.length - a.length);
  return secrets
    .reduce((text, secret) => text.replaceAll(secret, '***'), withoutLog(message))
    .slice(0, messageLength);
}

/** What `fetch` throws says only that it failed; its cause says why. */
function messageOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The driver's messages go on with logs, which begin with a command line, and have boxes drawn around what matters. */
function withoutLog(message: string): string {
  return (message.split(/Call log:|Browser logs:|<launching>/)[0] ?? '')
    .replace(/^browserType\.\w+: /, '')
    .replaceAll(/[\u2500-\u257f\s]+/g, ' ')
    .trim();
}
