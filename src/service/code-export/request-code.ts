import { type FileScope, helper } from './file-scope.ts';
import { textCode } from './text-code.ts';

/** An expression that gets an address, a path or a URL, on behalf of the page; it is a promise of the response. */
export function requestCode(address: string, scope: FileScope): string {
  const url = `${helper(scope, 'address')}(${textCode(scope).plain(address)})`;
  if (scope.sendsFields) return `${helper(scope, 'withFields')}(page, ${url})`;
  return `page.request.get(${url}, { timeout: stepTimeout })`;
}
