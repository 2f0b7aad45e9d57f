import { basename, extname } from 'node:path';
import { UserError } from '../../runtime/user-error.ts';
import type { AppAddress } from './app-address.ts';
import type { ImportedFile } from './case-writer.ts';
import { readCodegen } from './codegen-jsonl.ts';
import { isDevToolsRecording, readDevToolsRecording } from './devtools-recording.ts';
import { parseSource } from './source-code.ts';
import { readSpec } from './spec.ts';

/** The endings that files are known by, and whether they are TypeScript. */
const specEndings = new Map([
  ['.ts', true],
  ['.mts', true],
  ['.cts', true],
  ['.js', false],
  ['.mjs', false],
  ['.cjs', false],
]);

/** A file name without its endings: `cart` for `e2e/cart.spec.ts`. */
export function stemOf(file: string): string {
  return basename(file).replace(/(?:[.-](?:spec|test|cy|e2e))?\.\w+$/, '') || 'imported';
}

/**
 * Reads the cases of a file.
 * @param file path relative to the folder that paths in it start at.
 * @throws UserError if the file cannot be imported.
 */
export function readImportedFile(text: string, file: string, address: AppAddress): ImportedFile {
  const ending = extname(file).toLowerCase();
  const isTypeScript = specEndings.get(ending);
  if (isTypeScript !== undefined) {
    const read = readSpec(parseSource(text, isTypeScript), file, address);
    if (read.cases.length === 0) throw new UserError('The file has no test that could be read.');
    return read;
  }
  if (ending === '.jsonl') return readCodegen(text, stemOf(file), address);
  if (ending === '.json' && isDevToolsRecording(jsonOf(text))) return readDevToolsRecording(text, address);
  throw new UserError(
    'The file is neither a Playwright or Cypress spec in JavaScript or TypeScript, nor a recording: Playwright codegen (.jsonl) or Chrome DevTools Recorder (.json).',
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UserError('The file is not valid JSON.');
  }
}
