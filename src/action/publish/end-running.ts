import { type CommentApi, type CommentOutcome, putComment } from '../../publish/comment/comment.ts';
import { failingBefore, holdsSection, mergeSection } from '../../publish/comment/merge-section.ts';
import { endedSection } from '../../publish/comment/own-section.ts';
import type { Section } from '../../publish/comment/section.ts';
import type { PublishedRun } from '../../publish/verdict.ts';
import type { CommentPlace } from './comment-place.ts';

/**
 * Writes the section of a run that still says that it is running; any other is left alone.
 * @param now the time, in ms since 1970.
 * @throws what GitHub answers.
 */
export async function endRunning(
  github: CommentApi,
  place: CommentPlace,
  published: PublishedRun,
  now: () => number,
  settle: (round: number) => Promise<void>,
): Promise<CommentOutcome> {
  const { key, writer } = place;
  const make = (former: Section | undefined) =>
    endedSection(writer, published, failingBefore(former, writer), now());
  return putComment(github, {
    ...place,
    merge: (earlier) => mergeSection(earlier, { ...place, onlyRunning: true, make }),
    holds: (body) => holdsSection(body, key, writer, true),
    create: false,
    settle,
  });
}
