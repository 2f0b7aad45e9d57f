import { describe, expect, it } from 'vitest';
import { buildContext } from '../../../src/gate/context/context.ts';
import {
  checkName,
  type JobInputs,
  runFacts,
  withJobInputs,
} from '../../../src/gate/context/job-identity.ts';
import { jobIdentityOf } from '../../support/results.ts';

const shard = { number: 2, total: 4 };

/** The job of a context that was completed with these inputs. */
function jobOf(inputs: Partial<JobInputs>) {
  const context = buildContext({ GITHUB_JOB: 'browser' }, undefined);
  return withJobInputs(context, { comment: 'always', matrix: 'null', shard: undefined, ...inputs }).job;
}

describe('the identity of a job', () => {
  it('has the values of its matrix in their order, and nested values as JSON', () => {
    const matrix = JSON.stringify({ os: 'ubuntu', node: 24, fast: true, more: { a: [1] } });
    expect(jobOf({ matrix }).matrix).toEqual(['ubuntu', '24', 'true', '{"a":[1]}']);
  });

  it.each(['null', '', 'not JSON', '[1]', '"text"'])('has no matrix value if the input is %j', (matrix) => {
    expect(jobOf({ matrix }).matrix).toEqual([]);
  });

  it.each([[{ shard: 2 }], [{ shard: '2/4' }]])(
    'has its shard once, also if the matrix has it: %j',
    (values) => {
      const job = jobOf({ matrix: JSON.stringify({ browser: 'firefox', ...values }), shard });
      expect(job).toMatchObject({ matrix: ['firefox'], shard });
    },
  );

  it('keeps a matrix value that looks like a shard if there is none', () => {
    expect(jobOf({ matrix: '{"node":2}' })).toMatchObject({ matrix: ['2'], shard: null });
  });

  it.each([
    ['4', 4],
    ['', null],
    ['0', null],
    ['1.5', null],
    ['1001', null],
    [undefined, null],
  ])('has the number of jobs from the input %j: %j', (jobTotal, expected) => {
    expect(jobOf({ jobTotal }).jobTotal).toBe(expected);
  });

  it('says when the job comments', () => {
    expect(jobOf({ comment: 'on-failure' }).comment).toBe('on-failure');
  });
});

describe('the name of a job', () => {
  it.each([
    [{}, 'tests'],
    [{ matrix: ['firefox'] }, 'tests (firefox)'],
    [{ shard }, 'tests (2/4)'],
    [{ matrix: ['firefox', '24'], shard }, 'tests (firefox, 24, 2/4)'],
  ])('shows its matrix values and shard as GitHub does: %j', (job, name) => {
    expect(checkName({ name: 'tests' }, jobIdentityOf(job))).toBe(name);
  });
});

describe('the facts of a run', () => {
  const env = {
    GITHUB_SERVER_URL: 'https://ghes.example',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_SHA: 'd'.repeat(40),
    GITHUB_RUN_ID: '100',
    GITHUB_WORKFLOW: 'Checks',
    GITHUB_JOB: 'browser',
  };

  it('are a title, URLs on the server of the runner at the head’s commit, start, context and job', () => {
    const head = { sha: 'a'.repeat(40), ref: 'x', repo: { full_name: 'acme/shop' } };
    const built = buildContext(env, { pull_request: { number: 7, head } });
    const context = withJobInputs(built, { comment: 'always', matrix: '{"os":"arm"}', shard });
    expect(runFacts(context, new Date(0), { url: 'http://app.test' })).toEqual({
      title: 'Checks / browser (arm, 2/4)',
      startedAt: '1970-01-01T00:00:00.000Z',
      workflowRunUrl: 'https://ghes.example/acme/shop/actions/runs/100',
      sourceUrl: `https://ghes.example/acme/shop/blob/${'a'.repeat(40)}`,
      url: 'http://app.test',
      context: context.report,
      job: context.job,
    });
  });

  it.each(['GITHUB_SERVER_URL', 'GITHUB_REPOSITORY', 'GITHUB_SHA'])(
    'have no URL of the files without %s',
    (name) => {
      const context = buildContext({ ...env, [name]: undefined }, {});
      expect(runFacts(context, null).sourceUrl).toBeNull();
    },
  );

  it('have a title without an empty name in it', () => {
    const context = buildContext({ ...env, GITHUB_WORKFLOW: '' }, {});
    expect(runFacts(context, null)).toMatchObject({ title: 'browser', startedAt: null, url: null });
  });
});
