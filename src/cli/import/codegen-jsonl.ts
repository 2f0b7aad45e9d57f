import { UnsupportedLocator } from '../../runner/recording/structured-locator.ts';
import { elementsOf, recordedAction, UnsupportedAction } from '../record/recorded-action.ts';
import type { AppAddress } from './app-address.ts';
import { type CaseWriter, type ImportedFile, recordedCase } from './case-writer.ts';
import { NotImported } from './not-imported.ts';
import { plainText } from './value.ts';

/** The case of a file that `playwright codegen --target=jsonl` wrote: one action a line, after a line of settings. */
export function readCodegen(text: string, title: string, address: AppAddress): ImportedFile {
  const statements = text.split('\n').flatMap((code, index) => {
    if (code.trim() === '' || (index === 0 && !code.includes('"name"'))) return [];
    return [{ line: index + 1, endLine: index + 1, code }];
  });
  return recordedCase(title, statements, ({ code }, writer) => addAction(code, writer, address));
}

function addAction(line: string, writer: CaseWriter, address: AppAddress): void {
  try {
    const action = recordedAction.parse(JSON.parse(line));
    if (action.name === 'closePage') return;
    for (const element of elementsOf(action)) {
      if (element.interaction?.action === 'GO_TO') {
        element.interaction.calledWith = address.opened(plainText(element.interaction.calledWith));
      }
      writer.add(element);
    }
  } catch (error) {
    const isKnown = error instanceof UnsupportedAction || error instanceof UnsupportedLocator;
    throw new NotImported(isKnown ? error.message : 'the line is not an action that has an equivalent');
  }
}
