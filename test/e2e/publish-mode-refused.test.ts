import { describe, expect, it } from 'vitest';
import { sendJson } from '../support/http-server.ts';
import { textByMicromark } from '../support/parsed-markdown.ts';
import { archiveOf, makePublishing, resultsOf } from '../support/publishing.ts';
import { aRun } from '../support/verdicts.ts';

const good = resultsOf(aRun());

describe('an artifact that GitHub does not hand out ends nothing:', () => {
  const downloads = /\/actions\/artifacts\/(\d+)\/zip$/;
  it.each([
    [404, 'Not Found', 'It was deleted, or has expired, meanwhile'],
    [410, 'Artifact has expired', 'It was deleted, or has expired, meanwhile'],
    [500, 'Server Error', 'This may pass: run the job again.'],
  ])('%i; the others are told, and the job is red until it is run again', async (status, message, hint) => {
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
    github.addArtifact('browser-tests-1-2', archiveOf({ 'results.json': good }));
    github.addArtifact('browser-tests-2-2', archiveOf({ 'results.json': good }));
    const { exitCode, log, outputs } = await publishing.publish(run);
    expect(exitCode).toBe(1);
    expect(outputs).toMatchObject({ status: 'error', total: '1' });
    const why = `The artifact browser-tests-1-2 can't be had from GitHub (${status}: ${message}).`;
    expect(log).toContain(why);
    expect(log).toContain(hint);
    const told = textByMicromark(github.comments[0]?.body ?? '');
    expect(told).toContain('⚠️ Browser tests could not run (1 passed of 1, 2 jobs');
    expect(told).toContain(why);
    refuses = false;
    expect((await publishing.publish(run)).exitCode).toBe(0);
    expect(textByMicromark(github.comments[0]?.body ?? '')).toContain(
      '✅ Browser tests passed (2 passed of 2, 2 jobs',
    );
  });

  it('no more are asked for after three failures, and nothing is posted where none could be had', async () => {
    await using publishing = await makePublishing({
      intercept: ({ url }, response) => {
        if (!downloads.test(url)) return false;
        sendJson(response, 502, { message: 'Bad Gateway' });
        return true;
      },
    });
    const { github } = publishing;
    const run = github.addRun();
    for (const part of ['a', 'b', 'c', 'd', 'e'])
      github.addArtifact(`browser-tests-${part}`, archiveOf({ 'results.json': good }));
    const { exitCode, log } = await publishing.publish(run);
    expect(exitCode).toBe(1);
    const asked = github.requests.flatMap(({ url }) => downloads.exec(url)?.[1] ?? []);
    expect(new Set(asked)).toEqual(new Set(['3000', '3001', '3002']));
    expect(log).toContain(
      'The artifact browser-tests-e was not asked for, since GitHub has failed to hand out 3 others.',
    );
    expect(github.comments).toEqual([]);
  });

  it('unless it would hand out none: what is missing is named once', async () => {
    await using publishing = await makePublishing({
      intercept: ({ url }, response) => {
        if (!downloads.test(url)) return false;
        sendJson(response, 403, { message: 'Resource not accessible by integration' });
        return true;
      },
    });
    const { github } = publishing;
    const run = github.addRun();
    for (const part of ['a', 'b'])
      github.addArtifact(`browser-tests-${part}`, archiveOf({ 'results.json': good }));
    const { exitCode, log } = await publishing.publish(run);
    expect(exitCode).toBe(1);
    expect(log).toContain('Add `permissions: actions: read` to the job. Nothing was published.');
    expect(github.requests.filter(({ url }) => downloads.test(url))).toHaveLength(1);
  });
});
