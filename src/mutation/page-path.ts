/**
 * The path of a page or an endpoint, with its hash if that is a route, and with `:id` for what identifies a record.
 * It runs in pages too, as its source text, so it may only use what it declares.
 */
export function pagePath(url: string): string {
  const { pathname, hash } = new URL(url);
  const route = /^#!?\//.test(hash) ? hash.replace(/\?.*/, '') : '';
  const id = /^\d+$|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^(?=\w*\d)\w{16,}$/i;
  return (pathname + route)
    .split('/')
    .map((part) => (id.test(part) ? ':id' : part))
    .join('/');
}
