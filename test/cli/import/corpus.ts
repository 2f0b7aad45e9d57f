import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppAddress } from '../../../src/cli/import/app-address.ts';
import { importText, readImportedFile } from '../../../src/cli/import/import-files.ts';

/**
 * `corpus` has 44 specs and recordings as people and tools write them. Those of `held-out` and `unseen` were written before
 * the import was run on them; `unseen` consists of several files: page objects, fixtures, and data. `teams` has specs of
 * apps that are not here: of shops, tables, settings, and logins.
 */
export const corpora = { corpus: 44, 'held-out': 12, unseen: 15, teams: 12 };

export interface CorpusFile {
  /** Relative to the folder of all corpora. */
  readonly file: string;
  readonly text: string;
}

const kinds = ['playwright', 'codegen', 'devtools', 'cypress'];
export const corpusFolder = import.meta.dirname;
const encoding = 'utf8';

/** @param url where the app listens; as it is written if it is missing. */
export function readCorpus(corpus: string, url?: string): CorpusFile[] {
  return kinds
    .filter((kind) => existsSync(join(corpusFolder, corpus, kind)))
    .flatMap((kind) => {
      const entries = readdirSync(join(corpusFolder, corpus, kind), { withFileTypes: true });
      const names = entries.flatMap((each) => (each.isFile() ? each.name : [])).sort();
      return names.map((name) => {
        const file = `${corpus}/${kind}/${name}`;
        return { file, text: withUrl(readFileSync(join(corpusFolder, file), encoding), url) };
      });
    });
}

function withUrl(text: string, url: string | undefined): string {
  const written = /https:\/\/demo\.playwright\.dev|https:\/\/playwright\.dev|http:\/\/localhost:3000/g;
  return url === undefined ? text : text.replaceAll(written, url);
}

function readOther(path: string): string | undefined {
  try {
    return readFileSync(join(corpusFolder, path), encoding);
  } catch {
    return undefined;
  }
}

export function importCorpusFile({ file, text }: CorpusFile) {
  return importText(text, file, new AppAddress(undefined), { readFile: readOther });
}

export function readCorpusFile({ file, text }: CorpusFile) {
  return readImportedFile(text, file, new AppAddress(undefined), readOther);
}
