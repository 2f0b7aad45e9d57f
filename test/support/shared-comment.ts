import { expect } from 'vitest';
import type { CommentStore, StoredComment } from '../../src/github/comment-store.ts';
import type { SharedResults } from '../../src/github/results-store.ts';
import { type CommentTarget, openCommentTarget } from '../../src/publish/comment-target.ts';
import { maxJobRequests, writeSharedComment } from '../../src/publish/shared-comment.ts';
import { commentMarker } from '../../src/report/comment/hidden-lines.ts';
import type { renderComment } from '../../src/report/comment/render-comment.ts';
import { gateKey } from '../../src/results/jobs.ts';
import { type JobIdentity, type RunResults, redactDeep } from '../../src/results/run-results.ts';
import type { Scenario, Turn } from './interleavings.ts';
import { factsOf, jobIdentityOf, resultsOf } from './results.ts';

/** What GitHub stores, and how often each writer asked its REST API before its post step. */
interface World {
  readonly comments: Map<number, string>;
  readonly uploads: SharedResults[];
  readonly requests: number[];
}

interface Options {
  readonly writers: number;
  /** Number of comments of an earlier run: all but one are duplicates. */
  readonly existing: number;
  /** Time between two uploads, in ms. */
  readonly uploadPauseMs?: number;
  readonly job?: Partial<JobIdentity>;
  readonly results?: (writer: number) => Partial<RunResults>;
  /** The list of artifacts lacks this many of the newest uploads, before the post step. */
  readonly lag?: () => number;
}

const never = new AbortController().signal;
const key = gateKey(jobIdentityOf());
const earlierBody = commentMarker(key, { runId: 40, attempt: 1 }, true);

/** Writers as jobs are: upload, write the comment, and write it once more in the post step if there is more. */
export function sharedComment({
  writers,
  existing,
  uploadPauseMs = 0,
  job,
  results = () => ({}),
  lag = () => 0,
}: Options): Scenario<World> {
  return {
    writers,
    createWorld: () => ({
      comments: new Map(Array.from({ length: existing }, (_, index) => [index + 1, earlierBody])),
      uploads: [],
      requests: Array.from({ length: writers }, () => 0),
    }),
    describe: ({ comments, uploads }) => JSON.stringify([[...comments], uploads.map(({ id }) => id)]),
    async write(world, writer, turn) {
      const target = targetOf(world, writer, turn);
      const identity = jobIdentityOf({ matrix: [nameOf(writer)], jobTotal: writers, ...job });
      const given = resultsOf({ job: identity, ...results(writer) });
      const uploaded = await turn(() => upload(world, given, uploadPauseMs));
      const own = resultsOfThisJob(world, uploaded);
      const list = (missing: number) => async () => {
        const count = await turn(() => Math.max(0, world.uploads.length - missing));
        return world.uploads.slice(0, count);
      };
      const shared = { target, own, signal: never };
      const main = { ...shared, resultsStore: { list: list(lag()) }, maxRequests: maxJobRequests };
      const { rendered } = await writeSharedComment(main);
      const after = world.requests[writer];
      await writeSharedComment({ ...shared, resultsStore: { list: list(0) }, rendered, maxRequests: 20 });
      world.requests[writer] = after ?? 0;
    },
  };
}

function upload(world: World, results: ReturnType<typeof resultsOf>, pauseMs: number): number {
  const id = world.uploads.length + 1;
  world.uploads.push({ id, gate: key, createdAt: id * pauseMs, results });
  return id;
}

function resultsOfThisJob(world: World, uploaded: number): SharedResults {
  const own = world.uploads.find(({ id }) => id === uploaded);
  if (own === undefined) throw new Error('the upload is missing');
  return own;
}

const nameOf = (writer: number) => `job-${writer}`;

/** Shows which jobs a comment has; what it looks like is tested elsewhere. */
const render: typeof renderComment = ({ jobs }) =>
  [commentMarker(key, jobIdentityOf(), true), ...jobs.map(({ job }) => job.matrix[0] ?? '').sort()].join(
    '\n',
  );

function targetOf(world: World, writer: number, turn: Turn): CommentTarget {
  const request: Turn = (effect, describe) => {
    world.requests[writer] = (world.requests[writer] ?? 0) + 1;
    return turn(effect, describe);
  };
  const stored = (id: number): StoredComment => ({ id, body: world.comments.get(id) ?? '', url: `#${id}` });
  const all = () => [...world.comments.keys()].sort((a, b) => a - b).map(stored);
  const put = (id: number, body: string) => {
    world.comments.set(id, body);
    return stored(id);
  };
  // Of a comment, only its first line matters to a writer.
  const marked = (comment: StoredComment | undefined) => comment && [comment.id, comment.body.split('\n')[0]];
  const store: CommentStore = {
    find: () => request(all, (found) => found.map(marked)),
    create: (_, body) => request(() => put(Math.max(0, ...world.comments.keys()) + 1, body), marked),
    update: (id, body) => request(() => (world.comments.has(id) ? put(id, body) : undefined), marked),
    remove: (id) => request(() => void world.comments.delete(id)),
  };
  const facts = redactDeep(factsOf(), (text) => text);
  return openCommentTarget(store, 7, { key, facts }, render);
}

/** One comment, with the results of each writer. */
export function expectAllSections({ comments, requests }: World): void {
  const [body, ...others] = [...comments.values()];
  expect(others).toEqual([]);
  expect(body?.split('\n').slice(1)).toEqual(requests.map((_, writer) => nameOf(writer)));
}

/** The same, within the requests that a job may make before its post step. */
export function expectAllInFewRequests(world: World): void {
  expectAllSections(world);
  expect(Math.max(...world.requests)).toBeLessThanOrEqual(4);
}
