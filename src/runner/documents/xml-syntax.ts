import type { Page } from 'playwright-core';
import { cut } from '../../common/text.ts';
import { unlessLate } from '../wait.ts';
import { lookMs } from './blank-page.ts';
import { shortUrl } from './request-facts.ts';
import type { WatchedPages } from './watched-pages.ts';

const maxErrorCharacters = 300;

/** Of a document in XML that is not well-formed, the browser shows a part and an error: a problem of the step that led to it. */
export async function checkSyntax(
  page: Page,
  { documents, findings }: Pick<WatchedPages, 'documents' | 'findings'>,
): Promise<void> {
  const step = documents.takeXml(page);
  if (step === undefined) return;
  const found = page.evaluate(() => document.querySelector('parsererror')?.textContent);
  const error = await unlessLate(found, lookMs);
  if (error === undefined) return;
  const message = `The step led to ${shortUrl(page.url())}, which is not well-formed XML: ${cut(error, maxErrorCharacters)}`;
  findings.addProblem({ step, message });
}
