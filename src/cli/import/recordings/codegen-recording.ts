import { z } from 'zod';
import { UnsupportedLocator } from '../../../runner/recording/structured-locator.ts';
import { elementsOf, recordedAction, UnsupportedAction } from '../../record/recorded-action.ts';
import type { AppAddress } from '../app-address.ts';
import type { ImportedFile } from '../imported-file.ts';
import { NotImported } from '../javascript/value.ts';
import { type CaseWriter, recordedCase } from '../steps/case-writer.ts';

/** The case of a file that `playwright codegen --target=jsonl` wrote: one action a line, after a line of settings. */
export function readCodegen(text: string, title: string, address: AppAddress): ImportedFile {
  const statements = text.split('\n').flatMap((code, index) => {
    if (code.trim() === '' || (index === 0 && !code.includes('"name"'))) return [];
    return [{ line: index + 1, endLine: index + 1, code }];
  });
  const pages = new Map<string, number>();
  return recordedCase(title, statements, ({ code }, writer) => addAction(code, writer, address, pages));
}

/** Where an action was recorded, and the page that it opened. */
const pageOfAction = z.object({
  pageGuid: z.string().default(''),
  signals: z.array(z.object({ name: z.string(), popupPageGuid: z.string().optional() })).default([]),
});

/** @param pages the number of each page in the case. */
function addAction(line: string, writer: CaseWriter, address: AppAddress, pages: Map<string, number>): void {
  try {
    const json: unknown = JSON.parse(line);
    const [action, { pageGuid, signals }] = [recordedAction.parse(json), pageOfAction.parse(json)];
    if (pages.size === 0) pages.set(pageGuid, 0);
    const page = pages.get(pageGuid);
    if (page === undefined) throw new NotImported('the page was not opened by a step');
    if (action.name === 'closePage') {
      // The end of the recording closes its first page.
      if (page > 0) writer.closePage(page);
      return;
    }
    writer.goToPage(page);
    for (const element of elementsOf(action)) {
      if (element.interaction?.action === 'GO_TO') {
        element.interaction.calledWith = address.opened(element.interaction.calledWith);
      }
      writer.add(element);
    }
    for (const { popupPageGuid } of signals)
      if (popupPageGuid !== undefined) pages.set(popupPageGuid, writer.openPage().page);
  } catch (error) {
    if (error instanceof NotImported) throw error;
    const isKnown = error instanceof UnsupportedAction || error instanceof UnsupportedLocator;
    throw new NotImported(isKnown ? error.message : 'the line is not an action that has an equivalent');
  }
}
