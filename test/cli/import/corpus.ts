import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** `corpus` has 40 specs and recordings as people and tools write them, `held-out` 12 that were written before the import was run on them. */
export type CorpusName = 'corpus' | 'held-out';

export interface CorpusFile {
  readonly kind: 'playwright' | 'codegen' | 'devtools' | 'cypress';
  readonly name: string;
  readonly text: string;
}

export async function readCorpus(corpus: CorpusName): Promise<CorpusFile[]> {
  const root = join(import.meta.dirname, corpus);
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
