import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Row } from '../markdown/rows.ts';
import { verdictStatuses } from '../verdict.ts';
import { sectionKin } from './section-kin.ts';

/** So many characters of a text are kept. */
const text = (max: number) => z.string().max(max);
const whole = z.int().min(0);

/** Test cases that fail since the same run: hashes of their ids, five bytes each, in base64. */
const failingSince = z.object({
  sha: text(64),
  /** In s since 1970. */
  at: whole.max(8e12),
  ids: text(8000),
});
export type FailingSince = z.infer<typeof failingSince>;

const counts = z.object({ total: whole, passed: whole, failed: whole, flaky: whole });

/** How a run ended. */
const outcome = z.object({
  status: z.enum(verdictStatuses),
  green: z.boolean(),
  counts,
  durationMs: z.number().min(0),
});
export type Outcome = z.infer<typeof outcome>;

/** What a run has found that its predecessor has not. */
const changes = z.object({ newly: whole, fixed: whole, still: whole });
export type Changes = z.infer<typeof changes>;

/** Where a run is that goes on. */
const progress = z.object({ total: whole, done: whole, failed: whole });
export type RunProgress = z.infer<typeof progress>;

/** What a comment remembers of one section: that of a job, or of one of several alike, or of a step. */
export const sectionData = z.object({
  id: z.string().regex(/^[0-9a-f]{16}$/),
  title: text(300),
  /** Tells it from others of its title. */
  step: text(200),
  run: z.object({ runId: whole, attempt: whole }),
  kin: sectionKin.optional(),
  sha: text(64).optional(),
  /** The workflow run's page. */
  url: text(1000).optional(),
  /** When this was written, in s since 1970. */
  at: whole.max(8e12),
  /** While the run goes on: how far it is. */
  running: z.union([progress, z.literal(true)]).optional(),
  /** How the last run that ended has ended: this one, unless it is running. */
  outcome: outcome.extend({ sha: text(64).optional() }).optional(),
  changes: changes.optional(),
  /** What failed when the last run had ended; missing where that is not known. */
  failing: z.array(failingSince).max(1000).optional(),
});
export type SectionData = z.infer<typeof sectionData>;

/** A section of a comment: what is remembered of it, and what it says on the last run that ended. */
export interface Section {
  readonly data: SectionData;
  readonly rows: readonly Row[];
}

/** What a section belongs to. */
export interface SectionOwner {
  readonly workflow: string;
  readonly job: string;
  /** Which of several jobs of one name. */
  readonly part: string;
  readonly stepName: string;
}

/** The identity of a section. */
export function sectionId({ workflow, job, part, stepName }: SectionOwner): string {
  return createHash('sha256')
    .update(JSON.stringify([workflow, job, part, stepName]))
    .digest('hex')
    .slice(0, 16);
}

/** The latest run first. */
export function byAge(a: SectionData, b: SectionData): number {
  return b.run.runId - a.run.runId || b.run.attempt - a.run.attempt || b.at - a.at;
}

/** True where both are about one commit; where none is known, about one run. */
export function isSameCommit(a: SectionData, b: SectionData): boolean {
  return a.sha === b.sha && (a.sha !== undefined || a.run.runId === b.run.runId);
}

/** True where the last run that ended has found nothing wrong. */
export function isGood({ outcome: ended }: SectionData): boolean {
  if (ended === undefined) return false;
  const { status, green } = ended;
  return status === 'passed' || status === 'done' || (status === 'nothing-to-run' && green);
}
