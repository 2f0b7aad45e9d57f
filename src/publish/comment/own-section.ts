import { runRows } from '../markdown/rows.ts';
import { countResults, type PublishedRun } from '../verdict.ts';
import type { RunIdentity } from './comment-marker.ts';
import { compareRuns } from './history.ts';
import { maxCommentCharacters } from './limits.ts';
import type { FailingSince, RunProgress, Section, SectionData } from './section.ts';
import type { SectionKin } from './section-kin.ts';

/** Which section a run writes, and what is known of the run from its start. All texts are redacted. */
export interface SectionWriter {
  readonly id: string;
  readonly run: RunIdentity;
  readonly title: string;
  /** Tells it from others of its title. */
  readonly step: string;
  readonly sha?: string | undefined;
  /** The workflow run's page. */
  readonly url?: string | undefined;
  readonly kin?: SectionKin | undefined;
  /** Id of another section that this one takes the place of. */
  readonly replaces?: string | undefined;
}

/** The section of a run that goes on: what the last one said is kept. */
export function runningSection(
  writer: SectionWriter,
  progress: RunProgress | undefined,
  former: Section | undefined,
  nowMs: number,
): Section {
  const { outcome, changes, failing } = former?.data ?? {};
  return {
    data: {
      ...writerData(writer, nowMs),
      running: progress ?? true,
      ...(outcome === undefined ? {} : { outcome }),
      ...(changes === undefined ? {} : { changes }),
      ...(failing === undefined ? {} : { failing }),
    },
    rows: former?.rows ?? [],
  };
}

/**
 * The section of a run that has ended.
 * @param before what failed when the run before it had ended; undefined where that is not known.
 */
export function endedSection(
  writer: SectionWriter,
  run: PublishedRun,
  before: readonly FailingSince[] | undefined,
  nowMs: number,
): Section {
  const { verdict, durationMs } = run;
  const data = writerData(writer, nowMs);
  const { notes, changes, failing } = compareRuns(verdict, before, { sha: data.sha ?? '', at: data.at });
  return {
    data: {
      ...data,
      outcome: {
        status: verdict.status,
        green: verdict.green,
        counts: countResults(verdict.results),
        durationMs,
        ...(data.sha === undefined ? {} : { sha: data.sha }),
      },
      ...(changes === undefined ? {} : { changes }),
      ...(failing === undefined ? {} : { failing }),
    },
    rows: runRows(run, maxCommentCharacters - roomForOthers - roomForFailing(failing), notes),
  };
}

/** For the marker, the headline, and what the comment remembers of one section, in characters. */
const roomForOthers = 2000;

/** Hashes do not get smaller by packing. */
function roomForFailing(failing: readonly FailingSince[] | undefined): number {
  return Math.ceil(1.1 * JSON.stringify(failing ?? []).length);
}

function writerData({ id, run, title, step, sha, url, kin }: SectionWriter, nowMs: number): SectionData {
  return {
    id,
    title: title.slice(0, 300),
    step: step.slice(0, 200),
    run,
    at: Math.max(0, Math.floor(nowMs / 1000)),
    ...(sha === undefined ? {} : { sha: sha.slice(0, 64) }),
    ...(url === undefined || url.length > 1000 ? {} : { url }),
    ...(kin === undefined ? {} : { kin }),
  };
}
