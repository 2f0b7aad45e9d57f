import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeFolder } from '../../common/files.ts';
import type { Redact } from '../../common/text.ts';
import { errorText } from '../step-failed.ts';

export interface EvidenceFilesSettings {
  readonly testCaseId: string;
  /** Number of the attempt: 1 for the first one. */
  readonly number: number;
  /** Folder for files; undefined if none are written. */
  readonly folder: string | undefined;
  readonly redact: Redact;
}

/** Writes the files of one attempt, named by ids only, and lists what could not be recorded. */
export class EvidenceFiles {
  readonly #settings: EvidenceFilesSettings;
  readonly #missing: string[] = [];

  constructor(settings: EvidenceFilesSettings) {
    this.#settings = settings;
  }

  /** Evidence that could not be recorded, with the reason. */
  get missing(): string[] {
    return [...this.#missing];
  }

  /**
   * @param kind of evidence, such as `screenshot`.
   * @param suffix of the name, such as `.png`.
   * @param content of the file, or a function that writes it.
   * @returns the URL of the file; null if it could not be written.
   */
  async write(
    kind: string,
    suffix: string,
    content: Uint8Array | ((path: string) => Promise<void>),
  ): Promise<string | null> {
    const { folder, testCaseId, number } = this.#settings;
    if (folder === undefined) return null;
    const path = join(folder, `${testCaseId}-${number}${suffix}`);
    try {
      await makeFolder(folder);
      await (typeof content === 'function' ? content(path) : writeFile(path, content));
      return pathToFileURL(path).href;
    } catch (error) {
      this.addMissing(kind, error);
      return null;
    }
  }

  addMissing(kind: string, error: unknown): void {
    const [reason = ''] = this.#settings.redact(errorText(error)).split('\n');
    const missing = `${kind}: ${reason.trim()}`;
    if (!this.#missing.includes(missing)) this.#missing.push(missing);
  }
}

/** How many steps of passed attempts, and how many failed attempts, are reported in detail. */
const maxPassedSteps = 100_000;
const maxFailures = 300;

/**
 * Limits the evidence of one run, because a report holds all of it in memory: with 10,000 test cases of a broken app,
 * nobody looks at the page of each failure.
 */
export class EvidenceBudget {
  #passedSteps = maxPassedSteps;
  #failures = maxFailures;

  /** Whether the steps of another attempt that passed are reported. */
  takeSteps(count: number): boolean {
    this.#passedSteps -= count;
    return this.#passedSteps >= 0;
  }

  /** Whether another failed attempt is reported with its steps and its page. */
  takeFailure(): boolean {
    this.#failures -= 1;
    return this.#failures >= 0;
  }
}
