import { deflateSync, strToU8, Zip, ZipPassThrough } from 'fflate';
import { type ExchangeTestCase, isSelected } from '../../contract/exchange/exchange-test-case.ts';
import type { Steps } from '../store/batches.ts';
import { type ExportSettings, testFile } from './playwright-test-file.ts';

export interface ExportOptions extends ExportSettings {
  /** The cases, with those that they depend on and their teardowns. */
  readonly testCases: readonly ExchangeTestCase[];
  /** Only these get a file, whatever their `runStatus`; ids that no case has are passed over. */
  readonly filterTestCaseIds?: readonly string[] | undefined;
}

/** A file of the export; its name is a plain file name. */
interface ExportedFile {
  readonly name: string;
  readonly content: string;
}

/**
 * Makes a Playwright test file of each case that would run (POST code, section 4.6), one after the other: of those that are
 * requested, or of all that are ON and not excluded. A step that can't be exported throws when it is run; none is left
 * out.
 */
export function* testFiles(options: ExportOptions): Generator<ExportedFile> {
  const { testCases, filterTestCaseIds, environment } = options;
  const library = byId(testCases);
  const requested = filterTestCaseIds && new Set(filterTestCaseIds);
  const selection = { tags: [], environmentName: environment?.name ?? '' };
  const names = new FileNames();
  for (const each of testCases) {
    if (!(requested?.has(each.id) ?? isSelected(each, selection))) continue;
    const content = testFile(each, library, options);
    yield { name: names.next(each.description), content };
  }
}

interface CaseCodeOptions extends ExportSettings {
  readonly testCase: ExchangeTestCase;
  /** Those that the case depends on, and the teardowns. */
  readonly testCases: readonly ExchangeTestCase[];
}

/** The text of one case's Playwright test file (GET case code, extension). */
export function testCaseCode(options: CaseCodeOptions): string {
  return testFile(options.testCase, byId(options.testCases), options);
}

function byId(testCases: readonly ExchangeTestCase[]): Map<string, ExchangeTestCase> {
  return new Map(testCases.map((each) => [each.id, each]));
}

/** Compressed at once: a stream for each file would take several times as long. */
class DeflatedFile extends ZipPassThrough {
  override compression = 8;

  protected override process(content: Uint8Array, final: boolean): void {
    this.ondata(null, deflateSync(content, { level: 6 }), final);
  }
}

/**
 * Packs files into a zip (`application/zip`, the answer of POST code, section 4.6), in steps of one file. The same files give
 * the same bytes.
 */
export function* zipInSteps(files: Iterable<ExportedFile>): Steps<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    chunks.push(chunk);
  });
  for (const { name, content } of files) {
    const entry = new DeflatedFile(name);
    // The earliest time that a zip knows. Zips have local time, so it is made in the time zone of the moment.
    entry.mtime = new Date(1980, 0, 1);
    zip.add(entry);
    entry.push(strToU8(content), true);
    yield;
  }
  zip.end();
  return Uint8Array.from(Buffer.concat(chunks));
}

/** So long may a name be before its ending, in characters. */
const maxLength = 80;

/** What Windows takes for a device, whatever its ending. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** Gives names that are safe everywhere, and each only once. */
class FileNames {
  readonly #taken = new Set<string>();

  /** A file name made of a description: lower-case words with hyphens, `.spec.ts` at its end. */
  next(description: string): string {
    const words = kebab(description);
    for (let count = 1; ; count += 1) {
      const name = `${count === 1 ? words : `${words}-${count}`}.spec.ts`;
      if (this.#taken.has(name)) continue;
      this.#taken.add(name);
      return name;
    }
  }
}

function kebab(description: string): string {
  const words = description
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-/, '')
    .slice(0, maxLength)
    .replace(/-$/, '');
  if (words === '') return 'test-case';
  return reserved.test(words) ? `test-${words}` : words;
}
