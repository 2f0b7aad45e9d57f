import { joinUrl } from '../join-url.ts';
import { requestHeaders } from '../requests/request-headers.ts';
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
  const headersFor = await requestHeaders(scope, { cookies: false });
  const file = await fetchFile(url, headersFor, scope.remainingMs());
  await putInto(input, file, scope.remainingMs());
}
