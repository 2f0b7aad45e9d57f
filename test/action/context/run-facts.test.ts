import { describe, expect, it } from 'vitest';
import { buildContext } from '../../../src/action/context/context.ts';
import { runFacts } from '../../../src/action/context/run-facts.ts';

const env = {
  GITHUB_SERVER_URL: 'https://ghes.example',
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_SHA: 'd'.repeat(40),
  GITHUB_RUN_ID: '100',
};

describe('where a run’s files are', () => {
  it('is told at the head’s commit, on the server that the runner names', () => {
    const head = { sha: 'a'.repeat(40), ref: 'x', repo: { full_name: 'acme/shop' } };
    const context = buildContext(env, { pull_request: { number: 7, head } });
    expect(runFacts(context)).toMatchObject({
      sourceUrl: `https://ghes.example/acme/shop/blob/${'a'.repeat(40)}`,
      workflowRunUrl: 'https://ghes.example/acme/shop/actions/runs/100',
    });
  });

  it.each(['GITHUB_SERVER_URL', 'GITHUB_REPOSITORY', 'GITHUB_SHA'])('is not told without %s', (name) => {
    expect(runFacts(buildContext({ ...env, [name]: undefined }, {}))).not.toHaveProperty('sourceUrl');
  });
});
