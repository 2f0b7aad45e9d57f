import type { z } from 'zod';
import { splitLines } from './raw-inputs.ts';
import { isSecretName } from './secret-name.ts';

/** Values that are shorter are words like `true` and `chrome`, which no log can do without. */
const minSecretLength = 12;

/** Reads addresses of browsers, one a line. */
export function readEndpoints(text: string, context: z.RefinementCtx): string[] {
  const endpoints = splitLines(text);
  for (const [index, endpoint] of endpoints.entries()) {
    if (/^(?:ws|http)s?:$/.test(URL.parse(endpoint)?.protocol ?? '')) continue;
    // The address itself is not shown: it may hold a token.
    context.addIssue({
      code: 'custom',
      message: `address ${index + 1} is none that begins with ws://, wss://, http:// or https://. Write it in full, such as ws://localhost:3000`,
    });
  }
  return endpoints;
}

/** What is secret in the addresses: their queries, passwords, and long parts of their paths. */
export function endpointSecrets(text: string): string[] {
  return splitLines(text).flatMap((endpoint) => {
    const url = URL.parse(endpoint);
    if (url === null) return [endpoint];
    const { search, username, password, pathname } = url;
    const parts = pathname.split('/').filter((part) => part.length >= minSecretLength);
    const login = [username, password].map(decoded);
    return [search.slice(1), ...secretValues(url), ...parts, ...login];
  });
}

/** What is secret in the address of the app: values of its query, such as a key that lets tests through. */
export function addressSecrets(text: string): string[] {
  const url = URL.parse(text);
  if (url === null) return [];
  const query = url.search.slice(1);
  return [...(query.length >= minSecretLength ? [query] : []), ...secretValues(url)];
}

/** The values of a query that have a secret name, or are long. */
function secretValues({ searchParams }: URL): string[] {
  return [...searchParams].flatMap(([name, value]) =>
    isSecretName(name) || value.length >= minSecretLength ? [value] : [],
  );
}

/** A part of an address without its percent signs; as it is where they are none. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
