import { describe, expect, it } from 'vitest';
import { textByMicromark } from '../support/parsed-markdown.ts';
import { archiveOf, eventOf, makePublishing, type Publishing, resultsOf } from '../support/publishing.ts';
import { aFailure, aResult, aRun } from '../support/verdicts.ts';

const nextSha = 'b'.repeat(40);
const failing = { status: 'failed', reason: '1 failed.', green: false, results: [aFailure()] } as const;
const archive = (run = aRun(), sha?: string) =>
  archiveOf({ 'results.json': resultsOf(run, sha === undefined ? {} : { sha }) });
const bodyOf = ({ github }: Publishing) => textByMicromark(github.comments[0]?.body ?? '');

/** Moves the pull request to another commit. */
function push({ github }: Publishing, sha: string): void {
  const [pull] = github.pulls.splice(0);
  if (pull !== undefined) github.pulls.push({ ...pull, head: { ...pull.head, sha } });
}

/** The next push: its run ends without an artifact. */
async function publishNext(publishing: Publishing, conclusion: string) {
  push(publishing, nextSha);
  return publishing.publish(publishing.github.addRun({ head_sha: nextSha, conclusion }));
}

describe('where a run has left no results, the comment of an earlier one does not stay green:', () => {
  it.each([
    ['failure', '⚠️ Browser tests could not run'],
    ['cancelled', '🚫 Browser tests were cancelled'],
    ['skipped', '⚪ No browser test to run'],
  ])('it ended as %s', async (conclusion, headline) => {
    await using publishing = await makePublishing();
    const first = publishing.github.addRun();
    publishing.github.addArtifact('browser-tests', archive());
    await publishing.publish(first);
    expect(bodyOf(publishing)).toContain('✅');
    const { exitCode, log, outputs } = await publishNext(publishing, conclusion);
    expect(exitCode, log).toBe(0);
    expect(outputs['comment-url']).toBe(publishing.github.comments[0]?.html_url);
    const told = bodyOf(publishing);
    expect(told).toContain(headline);
    expect(told).toContain(
      `No results for bbbbbbb: the workflow run ended as ${conclusion}, and left no artifact browser-tests.`,
    );
    expect(told).not.toContain('✅');
    // An event that comes late changes nothing.
    push(publishing, first.head_sha);
    await publishing.publish(first);
    expect(bodyOf(publishing)).toBe(told);
  });

  it('nor does any part of a matrix; the next results take them over', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const first = github.addRun();
    for (const part of ['a', 'b'])
      github.addArtifact(`browser-tests-${part}`, archive(aRun({}, { title: part })));
    await publishing.publish(first);
    await publishNext(publishing, 'failure');
    expect(bodyOf(publishing)).toContain('⚠️ Browser tests could not run (2 jobs');
    expect(bodyOf(publishing)).not.toContain('✅');
    const last = github.addRun({ head_sha: nextSha });
    for (const part of ['a', 'b'])
      github.addArtifact(`browser-tests-${part}`, archive(aRun({}, { title: part })));
    await publishing.publish(last);
    expect(bodyOf(publishing)).toContain('✅ Browser tests passed (2 passed of 2, 2 jobs');
    expect(bodyOf(publishing)).not.toContain('⚠️');
  });

  it('nor where they can’t be read; sections of others in a shared comment stay', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const inputs = { 'comment-key': 'all' };
    const other = github.addRun({ name: 'Others' });
    github.addArtifact('browser-tests', archive());
    await publishing.publish(other, { inputs });
    const first = github.addRun();
    github.addArtifact('browser-tests', archive());
    await publishing.publish(first, { inputs });
    const next = github.addRun();
    github.addArtifact('browser-tests', archiveOf({ 'results.json': '{}' }));
    const { exitCode } = await publishing.publish(next, { inputs });
    expect(exitCode).toBe(1);
    const told = bodyOf(publishing);
    expect(told).toContain("its results can't be read. The artifact browser-tests holds results.json");
    expect(told).toMatch(/✅ *\n?Others/);
  });
});

describe('results of an earlier attempt', () => {
  it('are said to be from there', async () => {
    await using publishing = await makePublishing();
    const run = publishing.github.addRun({ conclusion: 'failure' });
    publishing.github.addArtifact('browser-tests', archive());
    const { exitCode, summary } = await publishing.publish(run, { event: eventOf(run, { run_attempt: 2 }) });
    expect(exitCode).toBe(0);
    for (const text of [bodyOf(publishing), textByMicromark(summary)]) {
      expect(text).toContain('Checks / browser-tests, from attempt 1');
    }
    const body = publishing.github.comments[0]?.body;
    expect(body).toContain(`run=${run.id}.1`);
    expect(body).toContain(`/actions/runs/${run.id}/attempts/1`);
  });

  it('stand beside the later ones of the jobs that ran again', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const run = github.addRun();
    github.addArtifact('browser-tests-a', archive());
    github.addArtifact('browser-tests-b', archive(aRun(failing)));
    github.addArtifact('browser-tests-b-attempt-2', archive());
    const { outputs } = await publishing.publish(run, { event: eventOf(run, { run_attempt: 2 }) });
    expect(outputs).toMatchObject({ status: 'passed', total: '2' });
    const told = bodyOf(publishing);
    expect(told).toContain('browser-tests (a), from attempt 1');
    expect(told).not.toContain('browser-tests (b), from');
  });
});

it('two jobs that share an artifact name keep their history, whichever is faster', async () => {
  await using publishing = await makePublishing();
  const { github } = publishing;
  const api = archive(aRun(failing, { title: 'Checks / api' }));
  const ui = archive(aRun({ results: [aResult({ testCaseId: 'ui' })] }, { title: 'Checks / ui' }));
  for (const [bare, other, mark] of [
    [api, ui, '0000000a'],
    [ui, api, '0000000b'],
  ] as const) {
    const run = github.addRun();
    github.addArtifact('browser-tests', bare);
    github.addArtifact(`browser-tests-job-${mark}`, other);
    await publishing.publish(run);
  }
  const told = bodyOf(publishing);
  expect(told).toContain('1 still failing');
  expect(told).not.toMatch(/newly failing|\d fixed/);
  expect(told).toContain('browser-tests, Checks / api');
});
