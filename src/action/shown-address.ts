/** What is shown of the address under test: what else is in it may let whoever has it through to a protected preview. */
export function withoutQuery(address: string): string {
  const url = URL.parse(address);
  return url === null ? '' : `${url.origin}${url.pathname === '/' ? '' : url.pathname}`;
}
