import { renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { encodeWithin } from '../common/encode-within.ts';
import { repeatedKey, tryParseJson } from '../common/json.ts';
import { defined, type Fields, isFields, mapFields, mapItems } from '../common/object-fields.ts';
import { cut, decodeUtf8, joinFilled } from '../common/text.ts';
import { maxSteps } from '../contract/attempt.ts';
import { attemptsOf, countResults } from './cases.ts';
import {
  artifactsIn,
  type CaseResult,
  type EvidenceFile,
  maxListItems,
  maxResults,
  maxTextCharacters,
  passedChecks,
  type Redacted,
  type RunFacts,
  type RunResults,
  type RunStatus,
  runResults,
  type SourceLocation,
  type UploadedArtifact,
  uploadedArtifactOf,
} from './run-results.ts';

export const resultsFileName = 'results.json';

/** Size limit of a results file, in bytes. */
export const maxResultsBytes = 10 * 1024 * 1024;

/** How much is left of results that have to be smaller. */
export interface Brevity {
  /** Longer texts are cut. */
  readonly maxCharacters: number;
  /** The attempts whose steps are left. */
  readonly steps: 'all' | 'of failures' | 'none';
}

type Layout = Brevity & { readonly indent: number };

/** How a results file is written: indented first, then more and more briefly until it fits. */
const layouts: readonly Layout[] = [
  { indent: 2, maxCharacters: maxTextCharacters, steps: 'all' },
  { indent: 0, maxCharacters: maxTextCharacters, steps: 'all' },
  { indent: 0, maxCharacters: maxTextCharacters, steps: 'of failures' },
  { indent: 0, maxCharacters: 5_000, steps: 'of failures' },
  { indent: 0, maxCharacters: 500, steps: 'none' },
  { indent: 0, maxCharacters: 100, steps: 'none' },
];

/** The content of `results.json`. @param maxBytes it is made briefer until it is no larger, as far as possible. */
export function formatResults(results: Redacted<RunResults>, maxBytes = maxResultsBytes): string {
  return Buffer.concat(encodeResults(results, maxBytes)).toString();
}

/** The same in pieces of UTF-8, which need far less memory than one text. */
export function encodeResults(results: Redacted<RunResults>, maxBytes = maxResultsBytes): readonly Buffer[] {
  return encodeWithin({
    levels: layouts,
    items: results.results,
    maxBytes,
    sizeOf: (result: CaseResult, layout) =>
      JSON.stringify(shortenTexts(result, layout), null, layout.indent).length,
    encode: (layout) => encodeWith(layout, results),
  }).pieces;
}

/** Number of results in a piece. */
const pieceSize = 100;

function* encodeWith(layout: Layout, { results, ...run }: RunResults): Generator<Buffer> {
  const json = (value: object) => JSON.stringify(value, null, layout.indent);
  const { job, sourceUrl, workflowRunUrl } = run;
  // The job must match the name of the artifact, and an address that is cut leads nowhere.
  const uncut = { job, sourceUrl, workflowRunUrl, ...artifactsIn(run) };
  const limited = { ...shortenTexts(run, layout), ...uncut, results: [] };
  const [, start = '', end = ''] = /^(.*\[)(\].*)$/s.exec(json(limited)) ?? [];
  const written = results.slice(0, maxResults);
  yield Buffer.from(start);
  for (let first = 0; first < written.length; first += pieceSize) {
    const piece = written.slice(first, first + pieceSize).map((each) => shortenTexts(each, layout));
    const list = json({ results: piece });
    const items = list.slice(list.indexOf('[') + 1, list.lastIndexOf(']')).trimEnd();
    yield Buffer.from((first === 0 ? '' : ',') + items);
  }
  yield Buffer.from(`${layout.indent > 0 && written.length > 0 ? '\n  ' : ''}${end}\n`);
}

/** Results, or one of them, with shorter texts and lists: itself if they are short. */
export function shortenTexts<Part extends object>(given: Part, brevity: Brevity): Part;
export function shortenTexts(given: Fields, brevity: Brevity): Fields {
  const { steps } = brevity;
  const hasNoSteps = steps === 'none' || (steps === 'of failures' && given.status === 'passed');
  return mapFields(given, (value, name) =>
    hasNoSteps && name === 'steps' ? undefined : shortenTextsIn(name, value, brevity),
  );
}

function shortenTextsIn(name: string, value: unknown, brevity: Brevity): unknown {
  if (Array.isArray(value)) {
    const maxItems = name === 'steps' ? maxSteps : maxListItems;
    const items = value.length > maxItems ? value.slice(0, maxItems) : value;
    return mapItems(items, (item) => shortenTextsIn('', item, brevity));
  }
  if (isFields(value)) return shortenTexts(value, brevity);
  if (typeof value !== 'string' || value.length <= brevity.maxCharacters) return value;
  return cut(value, brevity.maxCharacters - 1);
}

/** Results cannot be read. The message completes a sentence that starts with the name of what holds them: `is damaged`. */
export class UnreadableResults extends Error {
  override readonly name = 'UnreadableResults';
}

/**
 * Parses a results file that anyone may have written. Unknown fields are dropped.
 * @param content undefined if it is missing.
 * @throws UnreadableResults
 */
export function parseResults(content: Uint8Array | undefined): RunResults {
  const broken = (reason: string) =>
    new UnreadableResults(`has a ${resultsFileName} that cannot be read (${reason})`);
  if (content === undefined) throw new UnreadableResults(`has no ${resultsFileName}`);
  if (content.length > maxResultsBytes) throw broken(`it is larger than ${maxResultsBytes / 1024 ** 2} MiB`);
  const text = decodeUtf8(content);
  if (text === undefined) throw new UnreadableResults(`has a ${resultsFileName} that is not UTF-8`);
  const parsed = runResults.safeParse(tryParseJson(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw broken(joinFilled([issue?.path.join('.'), issue?.message], ': '));
  }
  const repeated = repeatedKey(text);
  const contradiction =
    repeated === undefined ? contradictionIn(parsed.data) : `\`${repeated}\` occurs twice in one object`;
  if (contradiction !== undefined) throw broken(`it contradicts itself: ${contradiction}`);
  return parsed.data;
}

/** Writes results in place of those that the folder has, all at once. */
export function keepResults(results: Redacted<RunResults>, folder: string): void {
  const path = join(folder, resultsFileName);
  // A file that is only half there would be read as none.
  writeFileSync(`${path}.part`, Buffer.concat(encodeResults(results)));
  renameSync(`${path}.part`, path);
}

/** Reads a results file. @returns undefined if it is missing or cannot be read. */
export async function readResultsFile(path: string): Promise<RunResults | undefined> {
  return readFile(path)
    .then(parseResults)
    .catch(() => undefined);
}

/** Whether a verdict is green; undefined if that depends on the inputs. */
const greenByStatus: Readonly<Record<RunStatus, boolean | undefined>> = {
  passed: true,
  failed: false,
  'timed-out': false,
  cancelled: false,
  error: false,
  'nothing-to-run': undefined,
  incomplete: true,
  done: true,
};

/** How a results file disagrees with itself. This action never writes such a file: it may be an attempt to look green. */
function contradictionIn(file: RunResults): string | undefined {
  const { status, green, results, proof } = file;
  const counts = countResults(results);
  for (const name of ['total', 'passed', 'failed', 'flaky', 'notRun'] as const) {
    if (file[name] !== counts[name])
      return `\`${name}\` is ${file[name]}, but its results are ${counts[name]}`;
  }
  if (green !== (greenByStatus[status] ?? green)) return `\`${status}\` with \`green: ${green}\``;
  if (green && proof.length === 0) return `\`${status}\` is green without a proof`;
  const unproven = passedChecks.find((name) => !proof.some(({ check }) => check === name));
  if (status === 'passed' && unproven !== undefined) return `\`passed\` without the check \`${unproven}\``;
  if (results.some((result) => result.flaky && result.status !== 'passed'))
    return 'a flaky result did not pass';
  if (status === 'passed' && (counts.total === 0 || counts.passed < counts.total)) {
    return `\`passed\`, but ${counts.passed} of ${counts.total} results passed`;
  }
  const isEmpty = ['nothing-to-run', 'incomplete', 'done'].includes(status);
  return isEmpty && counts.total > 0 ? `\`${status}\`, but there are ${counts.total} results` : undefined;
}

/** An artifact of the run, as GitHub lists it. */
type ListedArtifact = Pick<UploadedArtifact, 'id' | 'name'>;

/**
 * Results that a stranger's workflow run has written: their texts and numbers are kept, but no links of theirs. Commit, run
 * and links are GitHub's, but results that name no commit still name none. URLs of reports, traces and screenshots are
 * dropped, as are locations outside the repository. The report and `failures.md` are linked if they are artifacts of the run.
 * @param facts what GitHub says of the run.
 */
export function untrustedResults(
  given: RunResults,
  facts: RunFacts,
  artifacts: readonly ListedArtifact[],
): RunResults {
  const { reportPage, failuresFile, ...results } = structuredClone(given);
  const ofRun = (named: UploadedArtifact | undefined) => {
    const found = artifacts.find(({ id }) => id === named?.id);
    return found && uploadedArtifactOf(found, facts);
  };
  const attempts = results.results.flatMap(attemptsOf);
  const steps = attempts.flatMap((attempt) => attempt.steps ?? []);
  const failedSteps = attempts.flatMap(({ failedStep }) => failedStep ?? []);
  for (const each of [...results.results, ...steps, ...failedSteps, ...(results.problems ?? [])]) {
    if (each.place !== undefined && !isInRepository(each.place)) delete each.place;
  }
  for (const step of steps) dropLink(step, 'picture');
  for (const attempt of attempts) {
    dropLink(attempt, 'screenshot');
    dropLink(attempt, 'trace');
  }
  const { workflow, runId } = facts.job;
  const { sha: _, ...context } = facts.context;
  const names = results.context.sha !== undefined;
  return {
    ...results,
    ...facts,
    ...(names ? {} : { context, sourceUrl: null }),
    title: results.title,
    startedAt: results.startedAt,
    url: results.url,
    job: { ...results.job, workflow, runId },
    reportId: null,
    reportUrl: null,
    artifact: null,
    ...defined({ reportPage: ofRun(reportPage), failuresFile: ofRun(failuresFile) }),
  };
}

/** A file is named, and not looked for. */
function dropLink<Name extends string>(owner: { [Key in Name]?: EvidenceFile }, name: Name): void {
  const file = owner[name];
  if (file === undefined) return;
  if ('path' in file) owner[name] = { path: posix.basename(file.path) };
  else delete owner[name];
}

function isInRepository({ file }: SourceLocation): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  if (/[\u0000-\u001F\u007F\\]|^[a-z]:/i.test(file)) return false;
  return !file.split('/').some((segment) => ['', '.', '..'].includes(segment));
}
