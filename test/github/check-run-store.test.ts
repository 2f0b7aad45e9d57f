import { describe, expect, it } from 'vitest';
import type { CheckIdentity } from '../../src/github/check-run-store.ts';
import { deadlineSignal } from '../../src/github/deadline.ts';
import { connectGitHub } from '../../src/github/github.ts';
import type { Annotation, CheckEnd } from '../../src/results/check-end.ts';
import { type GitHubServer, startGitHub } from '../support/github-server.ts';
import { type SeenRequest, sendJson } from '../support/http-server.ts';
import { loseAnswer } from '../support/lost-answer.ts';

const detailsUrl = 'https://github.example/acme/shop/actions/runs/100';
const identity: CheckIdentity = {
  sha: 'a'.repeat(40),
  name: 'Checks / browser',
  externalId: 'gate 100.1.x',
  detailsUrl,
};
const ofChecks = ({ url }: SeenRequest) => url.includes('check-runs');

const inTime = () => deadlineSignal(new AbortController().signal, 60_000);

function checksOf(github: GitHubServer) {
  return connectGitHub('token', github.url, { owner: 'acme', repo: 'shop' }).checks;
}
const methods = (github: GitHubServer) => github.requests.filter(ofChecks).map(({ method }) => method);

const annotations = (count: number): Annotation[] =>
  Array.from({ length: count }, (_, index) => ({
    level: index === 1 ? 'warning' : 'error',
    file: 'tests/checkout.yaml',
    line: 17,
    title: `Case ${index + 1}`,
    message: 'Timeout',
  }));
const titles = (count: number) => annotations(count).map(({ title }) => title);
const output = { title: '2 failed', summary: 'Case 1 and Case 2', text: 'All of it' };
const failed = (count: number): CheckEnd => ({
  conclusion: 'failure',
  ...output,
  annotations: annotations(count),
});

/** Loses the answers to the first requests of a kind. */
function losing(method: string, times = 1) {
  let left = times;
  return {
    intercept: (request: SeenRequest, response: Parameters<typeof loseAnswer>[0]) => {
      if (request.method === method && ofChecks(request) && left > 0) {
        left -= 1;
        loseAnswer(response);
      }
      return false;
    },
  };
}

describe('a check run', () => {
  it('is in progress at first and completed at the end, with two requests', async () => {
    await using github = await startGitHub();
    const checks = checksOf(github);
    const begun = await checks.create(identity, inTime());
    expect(github.checkRuns).toMatchObject([
      {
        name: identity.name,
        head_sha: identity.sha,
        external_id: identity.externalId,
        details_url: detailsUrl,
        status: 'in_progress',
        conclusion: null,
      },
    ]);
    const ended = await checks.end(identity, begun, failed(2), inTime());
    expect(ended).toMatchObject({ url: github.checkRuns[0]?.html_url, annotationCount: 2 });
    expect(github.checkRuns).toMatchObject([
      {
        status: 'completed',
        conclusion: 'failure',
        output,
        annotations: [
          {
            path: 'tests/checkout.yaml',
            start_line: 17,
            end_line: 17,
            annotation_level: 'failure',
            title: 'Case 1',
            message: 'Timeout',
          },
          { title: 'Case 2', annotation_level: 'warning' },
        ],
      },
    ]);
    expect(methods(github)).toEqual(['POST', 'PATCH']);
  });

  it('is created completed if it was not begun, with one request', async () => {
    await using github = await startGitHub();
    await checksOf(github).end(
      identity,
      undefined,
      { conclusion: 'success', ...output, text: '', annotations: [] },
      inTime(),
    );
    expect(github.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'success', annotations: [] }]);
    expect(methods(github)).toEqual(['POST']);
  });

  it('ends with its first request, and has 150 of 500 annotations after three', async () => {
    const conclusions: (string | null | undefined)[] = [];
    await using github: GitHubServer = await startGitHub({
      intercept: ({ method }) => {
        if (method === 'PATCH') conclusions.push(github.checkRuns[0]?.conclusion);
        return false;
      },
    });
    const checks = checksOf(github);
    const begun = await checks.create(identity, inTime());
    const ended = await checks.end(identity, begun, failed(500), inTime());
    expect(ended).toMatchObject({ annotationCount: 150 });
    expect(methods(github)).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH']);
    expect(conclusions).toEqual([null, 'failure', 'failure']);
    expect(github.checkRuns[0]?.annotations.map(({ title }) => title)).toEqual(titles(150));
  });

  it('ends also if GitHub rejects the annotations', async () => {
    await using github = await startGitHub({
      intercept: ({ method, body }, response) => {
        if (method !== 'PATCH' || !body.includes('annotations')) return false;
        sendJson(response, 422, { message: 'Validation Failed' });
        return true;
      },
    });
    const checks = checksOf(github);
    const begun = await checks.create(identity, inTime());
    const ended = await checks.end(identity, begun, failed(60), inTime());
    expect(ended).toMatchObject({ annotationCount: 0 });
    expect(github.checkRuns).toMatchObject([{ conclusion: 'failure', annotations: [] }]);
  });

  it('that has ended does not count annotations that could not be added', async () => {
    let patches = 0;
    await using github = await startGitHub({
      intercept: ({ method }, response) => {
        patches += Number(method === 'PATCH');
        if (method !== 'PATCH' || patches !== 2) return false;
        sendJson(response, 403, { message: 'Resource not accessible by integration' });
        return true;
      },
    });
    const checks = checksOf(github);
    const begun = await checks.create(identity, inTime());
    expect(await checks.end(identity, begun, failed(120), inTime())).toMatchObject({
      annotationCount: 50,
    });
  });
});

describe('if an answer is lost', () => {
  it('a created check run is looked for, and the request is not sent again', async () => {
    await using github = await startGitHub(losing('POST'));
    const made = await checksOf(github).create(identity, inTime());
    expect(made).toMatchObject({ id: github.checkRuns[0]?.id, completed: false });
    expect(methods(github)).toEqual(['POST', 'GET']);
  });

  it('a create that did not arrive is sent again', async () => {
    let posts = 0;
    await using github = await startGitHub({
      intercept: ({ method }, response) => {
        posts += Number(method === 'POST');
        if (method !== 'POST' || posts > 1) return false;
        response.destroy();
        return true;
      },
    });
    await checksOf(github).create(identity, inTime());
    expect(github.checkRuns).toHaveLength(1);
    expect(methods(github)).toEqual(['POST', 'GET', 'GET', 'POST']);
  });

  it('a check run that may have been begun is found at the end', async () => {
    await using github = await startGitHub();
    const checks = checksOf(github);
    await checks.create({ ...identity, externalId: 'of another job' }, inTime());
    await checks.create(identity, inTime());
    await checks.end(identity, 'unknown', failed(1), inTime());
    expect(github.checkRuns.map(({ status }) => status)).toEqual(['in_progress', 'completed']);
  });

  it('a check run that was created completed is found, and is not ended twice', async () => {
    await using github = await startGitHub(losing('POST'));
    const ended = await checksOf(github).end(identity, undefined, failed(2), inTime());
    expect(ended.annotationCount).toBe(2);
    expect(github.checkRuns).toMatchObject([{ conclusion: 'failure', annotations: [{}, {}] }]);
    expect(methods(github)).toEqual(['POST', 'GET']);
  });

  it('annotations are not added twice', async () => {
    await using github = await startGitHub(losing('PATCH', 2));
    const checks = checksOf(github);
    const begun = await checks.create(identity, inTime());
    const ended = await checks.end(identity, begun, failed(70), inTime());
    expect(ended.annotationCount).toBe(70);
    expect(github.checkRuns[0]?.annotations.map(({ title }) => title)).toEqual(titles(70));
    expect(methods(github)).toEqual(['POST', 'PATCH', 'GET', 'PATCH', 'GET']);
  });
});

it('a check run is found among more than a page of others of its name', async () => {
  await using github = await startGitHub();
  const checks = checksOf(github);
  await checks.create(identity, inTime());
  for (let index = 0; index < 101; index += 1) {
    await checks.create({ ...identity, externalId: `of attempt ${index}` }, inTime());
  }
  expect(await checks.find(identity, inTime())).toMatchObject({ externalId: identity.externalId });
  expect(await checks.find({ ...identity, sha: 'b'.repeat(40) }, inTime())).toBe(undefined);
});
