import { describe, expect, it } from 'vitest';
import { resultsArtifactName } from '../../src/github/results-store.ts';
import { sendJson } from '../support/http-server.ts';
import { textByMicromark } from '../support/parsed-markdown.ts';
import { addResults, inMatrix, makePublishing, publishedOf } from '../support/publishing.ts';

const downloads = /\/actions\/artifacts\/(\d+)\/zip$/;

describe('an artifact that GitHub refuses', () => {
  it.each([
    [404, 'Not Found'],
    [410, 'Artifact has expired'],
    [500, 'Server Error'],
  ])('with %i does not affect the others; the job fails until it is re-run', async (status, message) => {
    let refuses = true;
    await using publishing = await makePublishing({
      intercept: ({ url }, response) => {
        if (!refuses || downloads.exec(url)?.[1] !== '3000') return false;
        sendJson(response, status, { message });
        return true;
      },
    });
    const { github } = publishing;
    const run = github.addRun();
    const name = addResults(publishing, inMatrix('one', 2));
    addResults(publishing, inMatrix('two', 2));
    const { exitCode, log, outputs } = await publishing.publish(run);
    expect(exitCode).toBe(1);
    expect(outputs).toMatchObject({ status: 'error', total: '1' });
    const why = `The artifact ${name} cannot be downloaded (${message}`;
    expect(log).toContain(why);
    const shown = textByMicromark(github.comments[0]?.body ?? '');
    expect(shown).toContain('⚠️ Browser tests could not run (1 passed of 1, 2 jobs');
    expect(shown).toContain(why);
    refuses = false;
    expect((await publishing.publish(run)).exitCode).toBe(0);
    expect(textByMicromark(github.comments[0]?.body ?? '')).toContain(
      '✅ Browser tests passed (2 passed of 2, 2 jobs',
    );
  });

  it('is one of three at most: after three failures no more are requested', async () => {
    await using publishing = await makePublishing({
      intercept: ({ url }, response) => {
        if (!downloads.test(url)) return false;
        sendJson(response, 502, { message: 'Bad Gateway' });
        return true;
      },
    });
    const { github } = publishing;
    const run = github.addRun();
    for (const value of ['a', 'b', 'c', 'd', 'e']) addResults(publishing, inMatrix(value, 5));
    const { exitCode, log } = await publishing.publish(run);
    expect(exitCode).toBe(1);
    const requested = github.requests.flatMap(({ url }) => downloads.exec(url)?.[1] ?? []);
    expect(new Set(requested)).toEqual(new Set(['3000', '3001', '3002']));
    expect(log).toContain('was not downloaded, because 3 other downloads failed');
  });

  it('because a permission is missing ends the download of all: the permission is named', async () => {
    await using publishing = await makePublishing({
      intercept: ({ url }, response) => {
        if (!downloads.test(url)) return false;
        sendJson(response, 403, { message: 'Resource not accessible by integration' });
        return true;
      },
    });
    const { github } = publishing;
    const run = github.addRun();
    for (const value of ['a', 'b']) addResults(publishing, inMatrix(value, 2));
    const { exitCode, log } = await publishing.publish(run);
    expect(exitCode).toBe(1);
    expect(log).toContain('Add `permissions: actions: read` to the job.');
    expect(github.requests.filter(({ url }) => downloads.test(url))).toHaveLength(1);
    expect(github.comments).toEqual([]);
  });

  it('because it has expired is not left out: the job is red', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const run = github.addRun();
    addResults(publishing, { job: { job: 'checkout' } });
    const name = resultsArtifactName(publishedOf({ job: { job: 'search', runId: run.id } }).job);
    github.addArtifact(name, new Uint8Array(), { expired: true });
    const { exitCode, log } = await publishing.publish(run);
    expect(exitCode).toBe(1);
    expect(log).toContain(`The artifact ${name} has expired. Re-run the workflow with the tests.`);
    expect(github.requests.filter(({ url }) => downloads.test(url))).toHaveLength(1);
  });
});
