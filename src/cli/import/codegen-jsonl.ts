import { UnsupportedLocator } from '../../runner/recording/structured-locator.ts';
import { elementsOf, recordedAction, UnsupportedAction } from '../record/recorded-action.ts';
import type { AppAddress } from './app-address.ts';
import { CaseWriter, type ImportedFile, notImported, type Statement } from './case-writer.ts';
import { plainText } from './value.ts';

/** The case of a file that `playwright codegen --target=jsonl` wrote: one action a line, after a line of settings. */
export function readCodegen(text: string, title: string, address: AppAddress): ImportedFile {
  const writer = new CaseWriter();
  const statements: Statement[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || (index === 0 && !line.includes('"name"'))) continue;
    const statement: Statement = { line: index + 1, endLine: index + 1, code: line };
    statements.push(statement);
    writer.from = statement;
    try {
      readAction(line, writer, address);
    } catch (error) {
      statement.reason = reasonOf(error);
      writer.comment(notImported(statement));
    }
  }
  const { steps, comments } = writer;
  return {
    cases: [{ description: title, tagNames: [], isOff: false, steps, comments }],
    statements,
    comments: [],
  };
}

function readAction(line: string, writer: CaseWriter, address: AppAddress): void {
  const action = recordedAction.parse(JSON.parse(line));
  if (action.name === 'closePage') return;
  for (const element of elementsOf(action)) {
    if (element.interaction?.action === 'GO_TO') {
      element.interaction.calledWith = address.opened(plainText(element.interaction.calledWith));
    }
    writer.add(element);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof UnsupportedAction || error instanceof UnsupportedLocator) return error.message;
  return 'the line is not an action that has an equivalent';
}
