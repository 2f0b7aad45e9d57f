import { endpoints } from '../../src/contract/endpoints.ts';
import type { Operation } from '../../src/contract/routes.ts';

/** The path of an operation's request, with its query. */
export function pathOf(
  operation: Operation,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>> = {},
): string {
  const path = endpoints[operation].path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The operation that a request calls; undefined where there is none. */
export function operationAt(method: string, url: string): Operation | undefined {
  const path = new URL(url).pathname.replace(/^.*?(?=\/api\/)/, '');
  return allOperations.find((operation) => {
    const endpoint = endpoints[operation];
    const pattern = new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`);
    return endpoint.method === method && pattern.test(path);
  });
}

const isOperation = (name: string): name is Operation => name in endpoints;

export const allOperations: readonly Operation[] = Object.keys(endpoints).filter(isOperation);
