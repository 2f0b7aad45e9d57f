import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, 'corpus');

export interface CorpusFile {
  readonly kind: 'playwright' | 'codegen' | 'devtools' | 'cypress';
  readonly name: string;
  readonly text: string;
}

/** 40 specs and recordings as people and tools write them. */
export async function readCorpus(): Promise<CorpusFile[]> {
  const kinds = ['playwright', 'codegen', 'devtools', 'cypress'] as const;
  const files = await Promise.all(
    kinds.map(async (kind) => {
      const names = (await readdir(join(root, kind))).sort();
      return Promise.all(
        names.map(async (name) => ({ kind, name, text: await readFile(join(root, kind, name), 'utf8') })),
      );
    }),
  );
  return files.flat();
}
