import { type CommentOutcome, putComment } from '../../publish/comment/comment.ts';
import { readBody } from '../../publish/comment/comment-body.ts';
import { isSameRun } from '../../publish/comment/comment-marker.ts';
import { failingBefore, type Merged, mergeSection } from '../../publish/comment/merge-section.ts';
import { endedSection, type SectionWriter } from '../../publish/comment/own-section.ts';
import type { SectionData } from '../../publish/comment/section.ts';
import type { GitHubApi } from '../../publish/github/github-api.ts';
import { redactRun } from '../../publish/redact/redact-run.ts';
import type { PublishedRun, VerdictStatus } from '../../publish/verdict.ts';
import { runFacts } from '../context/run-facts.ts';
import { oneLine } from '../log-text.ts';
import { type CommentPlace, placeOf } from '../publish/comment-place.ts';
import type { RunCommentOptions } from '../publish/run-comment.ts';
import type { FinishedRun } from './finished-run.ts';
import { titleAlone } from './tell-apart.ts';

type Options = Pick<RunCommentOptions, 'context' | 'commentKey' | 'redact' | 'now' | 'settle'> & {
  readonly github: GitHubApi;
};

/**
 * Writes into the comment that earlier runs have left that this one has no results: what they said, perhaps that all is
 * well, is not true of its commit. No comment is made for it.
 * @param why there are none, as the end of a sentence.
 * @throws what GitHub answers.
 */
export async function tellNoResults(
  pullRequest: number,
  run: FinishedRun,
  why: string,
  { github, ...options }: Options,
): Promise<CommentOutcome> {
  const place = placeOf(pullRequest, options);
  const published = redactRun(withoutResults(run, why, options), options.redact);
  const merge = (earlier: string | undefined) => writeOver(earlier, place, published, options.now);
  return putComment(github, {
    ...place,
    merge,
    holds: (body) => merge(body).kind !== 'write',
    create: false,
    settle: options.settle,
  });
}

function withoutResults(run: FinishedRun, why: string, { context }: Pick<Options, 'context'>): PublishedRun {
  const reason = `No results for ${run.headSha.slice(0, 7)}: the workflow run ended as ${oneLine(run.conclusion)}, and ${why}`;
  const verdict = { status: statusOf(run.conclusion), reason, green: false, results: [] };
  return { ...runFacts(context), verdict, durationMs: 0 };
}

function statusOf(conclusion: string): VerdictStatus {
  if (conclusion === 'cancelled') return 'cancelled';
  return ['success', 'skipped', 'neutral'].includes(conclusion) ? 'nothing-to-run' : 'error';
}

/** All sections that results of this workflow and artifact have: which of them this run would have had is not known. */
function writeOver(
  earlier: string | undefined,
  place: CommentPlace,
  published: PublishedRun,
  now: () => number,
): Merged {
  let last: Merged = { kind: 'not-needed' };
  for (const writer of writersOver(earlier, place)) {
    const merged = mergeSection(last.kind === 'write' ? last.body : earlier, {
      ...place,
      writer,
      onlyThere: true,
      make: (former) => endedSection(writer, published, failingBefore(former, writer), now()),
    });
    if (merged.kind === 'write' || last.kind !== 'write') last = merged;
  }
  return last;
}

function writersOver(body: string | undefined, { key, writer }: CommentPlace): SectionWriter[] {
  const content = body === undefined ? undefined : readBody(body, key);
  if (content?.kind !== 'sections') return [writer];
  return content.sections
    .filter(({ data }) => isCalled(data.title, writer.title) && !isSameRun(data.run, writer.run))
    .map(({ data }) => ({ ...identityOf(data), run: writer.run, sha: writer.sha, url: writer.url }));
}

/** A shared comment has sections of others, too. */
function isCalled(title: string, ours: string): boolean {
  return title === ours || title.startsWith(`${ours} (`) || title.startsWith(`${ours}, `);
}

/** What stays the same from run to run. */
function identityOf({ running, outcome, changes, failing, at, run, sha, url, ...identity }: SectionData) {
  return { ...identity, title: titleAlone(identity.title) };
}
