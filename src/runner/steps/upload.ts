import { Headers } from 'undici';
import { joinUrl } from '../join-url.ts';
import { basicAuthorization } from '../requests/basic-authorization.ts';
import type { CalledWith } from './called-with.ts';
import { fetchFile } from './fetch-file.ts';
import { expectFileInput, putInto } from './file-input.ts';
import type { StepScope } from './step-scope.ts';

/** UPLOAD: fetches the file of a URL, and puts it into a file input; a path is joined with the execution URL. */
export async function upload(scope: StepScope, calledWith: CalledWith<'UPLOAD'>): Promise<void> {
  const url = joinUrl(scope.executionUrl, scope.fill(calledWith));
  // Apps hide the input behind a button of their own more often than not.
  const input = scope.locator({ hiddenToo: true });
  await expectFileInput(input, scope.remainingMs());
  const file = await fetchFile(url, (each) => headersFor(each, scope), scope.remainingMs());
  await putInto(input, file, scope.remainingMs());
}

/** What only the app itself may be told: who the page's user is, and the environment's header fields. */
async function headersFor(url: URL, scope: StepScope): Promise<Headers> {
  const headers = new Headers();
  if (url.origin !== new URL(scope.executionUrl).origin) return headers;
  const cookies = await scope.page.context().cookies(url.href);
  if (cookies.length > 0)
    headers.set('cookie', cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
  if (scope.basicAuth !== undefined) {
    const { username, password } = scope.basicAuth;
    headers.set('authorization', basicAuthorization(username, password));
  }
  for (const [name, value] of Object.entries(scope.headers)) headers.set(name, value);
  return headers;
}
