import { isSameCommit, type Section, type SectionData } from './section.ts';

/**
 * Leaves out the sections of jobs that are gone: what they said would stay red, or be waited for, although nothing will
 * ever write them again. Only what an earlier run than `own` has written can be gone: that of another number of shards;
 * that of another matrix, once all jobs of the one now are there; and what a whole run of its workflow has left out.
 * @param all what the comment has said up to now.
 * @param own the section that is about to be written.
 */
export function withoutGone(all: readonly Section[], own: SectionData): Section[] {
  const datas = all.map(({ data }) => data);
  return all.filter(({ data }) => {
    const isEarlier = data.run.runId < own.run.runId && !isSameCommit(data, own);
    return !(
      isEarlier &&
      (isSplitOtherwise(data, own) || isOfOldMatrix(data, own, datas) || isPassedBy(data, own, datas))
    );
  });
}

function isSplitOtherwise({ kin }: SectionData, own: SectionData): boolean {
  const [split, now] = [kin?.split, own.kin?.split];
  return split !== undefined && split.of === now?.of && split.shards !== now.shards;
}

/** All jobs of the matrix that there are now have been seen, and it is none of them. */
function isOfOldMatrix({ kin }: SectionData, own: SectionData, all: readonly SectionData[]): boolean {
  const { job, jobs } = own.kin ?? {};
  if (job === undefined || jobs === undefined || kin?.job !== job) return false;
  const now = all.filter((each) => each.id !== own.id && each.kin?.job === job && isSameCommit(each, own));
  return now.length + 1 >= jobs;
}

/** Between it and this run, another one of its workflow has come to its end without it. */
function isPassedBy({ kin, run }: SectionData, own: SectionData, all: readonly SectionData[]): boolean {
  const workflow = kin?.workflow;
  if (workflow === undefined || own.kin?.workflow !== workflow) return false;
  const between = all.filter(
    (each) => each.kin?.workflow === workflow && each.run.runId > run.runId && each.run.runId < own.run.runId,
  );
  return [...Map.groupBy(between, (each) => each.run.runId).values()].some((told) => isWhole(told, kin?.job));
}

/** Whether all has ended by itself; of a job whose matrix is known, whether all its jobs are there. */
function isWhole(told: readonly SectionData[], job: string | undefined): boolean {
  const ofJob = told.filter(({ kin }) => kin?.job === job);
  const known = ofJob.length === 0 || ofJob.length >= (ofJob[0]?.kin?.jobs ?? 0);
  return (
    known && told.every(({ running, outcome }) => running === undefined && outcome?.status !== 'cancelled')
  );
}
