import { describe, expect, it } from 'vitest';
import type { CheckIdentity } from '../../../src/publish/check/check-api.ts';
import { createCheck, endCheck, findCheck } from '../../../src/publish/check/put-check.ts';
import { connectGitHub } from '../../../src/publish/github/github-api.ts';
import type { CaseResult } from '../../../src/publish/verdict.ts';
import { type GitHubServer, startGitHub } from '../../support/github-server.ts';
import { type SeenRequest, sendJson } from '../../support/http-server.ts';
import { loseAnswer } from '../../support/lost-answer.ts';
import { aFailure, aResult, aRun } from '../../support/verdicts.ts';

const identity: CheckIdentity = { sha: 'a'.repeat(40), name: 'Checks / browser', externalId: 'gate 100.1.x' };
const detailsUrl = 'https://github.example/acme/shop/actions/runs/100';
const ofChecks = ({ url }: SeenRequest) => url.includes('check-runs');

const apiOf = (github: GitHubServer) => connectGitHub('token', github.url, { owner: 'acme', repo: 'shop' });
const methods = (github: GitHubServer) => github.requests.filter(ofChecks).map(({ method }) => method);

const failures = (count: number): CaseResult[] =>
  Array.from({ length: count }, (_, index) => aFailure({ name: `Case ${index + 1}` }));
const failed = (count: number) => aRun({ status: 'failed', green: false, results: failures(count) });

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
  it('is in progress at first, and has the verdict at the end, in two requests', async () => {
    await using github = await startGitHub();
    const api = apiOf(github);
    const begun = await createCheck(api, identity, detailsUrl);
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
    const ended = await endCheck(api, { identity, detailsUrl, begun }, failed(2));
    expect(ended).toEqual({ url: github.checkRuns[0]?.html_url, annotated: 2, annotations: 2 });
    expect(github.checkRuns).toMatchObject([
      {
        status: 'completed',
        conclusion: 'failure',
        output: { title: expect.stringContaining('2 failed'), text: expect.stringContaining('Case 2') },
        annotations: [
          {
            path: 'tests/checkout.yaml',
            start_line: 17,
            end_line: 17,
            annotation_level: 'failure',
            title: 'Case 1',
            message: 'Step 3: click button “Pay”\nTimeout 5000ms exceeded.',
          },
          { title: 'Case 2' },
        ],
      },
    ]);
    expect(methods(github)).toEqual(['POST', 'PATCH']);
  });

  it('is made with its end where it was not begun, in one request', async () => {
    await using github = await startGitHub();
    await endCheck(apiOf(github), { identity, detailsUrl, begun: undefined }, aRun({ results: [aResult()] }));
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
    const api = apiOf(github);
    const begun = await createCheck(api, identity, detailsUrl);
    const ended = await endCheck(api, { identity, detailsUrl, begun }, failed(500));
    expect(ended).toMatchObject({ annotated: 150, annotations: 500 });
    expect(methods(github)).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH']);
    expect(conclusions).toEqual([null, 'failure', 'failure']);
    expect(github.checkRuns[0]?.annotations.map(({ title }) => title)).toEqual(
      failures(150).map(({ name }) => name),
    );
  });

  it('ends also where GitHub takes no annotation', async () => {
    await using github = await startGitHub({
      intercept: ({ method, body }, response) => {
        if (method !== 'PATCH' || !body.includes('annotations')) return false;
        sendJson(response, 422, { message: 'Validation Failed' });
        return true;
      },
    });
    const api = apiOf(github);
    const begun = await createCheck(api, identity, detailsUrl);
    const ended = await endCheck(api, { identity, detailsUrl, begun }, failed(60));
    expect(ended).toMatchObject({ annotated: 0, annotations: 60 });
    expect(github.checkRuns).toMatchObject([{ conclusion: 'failure', annotations: [] }]);
  });

  it('that has ended counts what could not be added any more', async () => {
    let patches = 0;
    await using github = await startGitHub({
      intercept: ({ method }, response) => {
        patches += Number(method === 'PATCH');
        if (method !== 'PATCH' || patches !== 2) return false;
        sendJson(response, 403, { message: 'Resource not accessible by integration' });
        return true;
      },
    });
    const api = apiOf(github);
    const begun = await createCheck(api, identity, detailsUrl);
    expect(await endCheck(api, { identity, detailsUrl, begun }, failed(120))).toMatchObject({
      annotated: 50,
    });
  });
});

describe('where an answer is lost', () => {
  it('a create is looked for, and not sent again', async () => {
    await using github = await startGitHub(losing('POST'));
    const made = await createCheck(apiOf(github), identity, detailsUrl);
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
    await createCheck(apiOf(github), identity, detailsUrl);
    expect(github.checkRuns).toHaveLength(1);
    expect(methods(github)).toEqual(['POST', 'GET', 'POST']);
  });

  it('one that may have been begun is found at the end', async () => {
    await using github = await startGitHub();
    const api = apiOf(github);
    await createCheck(api, { ...identity, externalId: 'of another job' }, detailsUrl);
    await createCheck(api, identity, detailsUrl);
    await endCheck(api, { identity, detailsUrl, begun: 'perhaps' }, failed(1));
    expect(github.checkRuns.map(({ status }) => status)).toEqual(['in_progress', 'completed']);
  });

  it('one that was made with its end is found, and is not ended twice', async () => {
    await using github = await startGitHub(losing('POST'));
    const ended = await endCheck(apiOf(github), { identity, detailsUrl, begun: undefined }, failed(2));
    expect(ended.annotated).toBe(2);
    expect(github.checkRuns).toMatchObject([{ conclusion: 'failure', annotations: [{}, {}] }]);
    expect(methods(github)).toEqual(['POST', 'GET']);
  });

  it('annotations are not added twice', async () => {
    await using github = await startGitHub(losing('PATCH', 2));
    const api = apiOf(github);
    const begun = await createCheck(api, identity, detailsUrl);
    const ended = await endCheck(api, { identity, detailsUrl, begun }, failed(70));
    expect(ended.annotated).toBe(70);
    expect(github.checkRuns[0]?.annotations.map(({ title }) => title)).toEqual(
      failures(70).map(({ name }) => name),
    );
    expect(methods(github)).toEqual(['POST', 'PATCH', 'GET', 'PATCH', 'GET']);
  });
});

it('it is found among more than a page of others of its name', async () => {
  await using github = await startGitHub();
  const api = apiOf(github);
  await createCheck(api, identity, detailsUrl);
  for (let index = 0; index < 101; index += 1) {
    await createCheck(api, { ...identity, externalId: `of attempt ${index}` }, detailsUrl);
  }
  expect(await findCheck(api, identity)).toMatchObject({ externalId: identity.externalId });
  expect(await findCheck(api, { ...identity, sha: 'b'.repeat(40) })).toBe(undefined);
});
