import { describe, expect, it } from 'vitest';
import { textByMicromark } from '../support/parsed-markdown.ts';
import { addResults, archiveOf, inMatrix, makePublishing, type Publishing } from '../support/publishing.ts';

const nextSha = 'b'.repeat(40);
const shownBy = ({ github }: Publishing) => textByMicromark(github.comments[0]?.body ?? '');

/** Moves the pull request to another commit. */
function push({ github }: Publishing, sha: string): void {
  const [pull] = github.pulls.splice(0);
  if (pull !== undefined) github.pulls.push({ ...pull, head: { ...pull.head, sha } });
}

/** The next push: its run ends without results. */
async function publishNext(publishing: Publishing, conclusion: string) {
  push(publishing, nextSha);
  return publishing.publish(publishing.github.addRun({ head_sha: nextSha, conclusion }));
}

describe('if a run has left no results, the comment of an earlier one does not stay green:', () => {
  it.each([
    ['failure', '⚠️ Browser tests could not run'],
    ['cancelled', '🚫 Browser tests were cancelled'],
    ['skipped', '⚪ No browser tests to run'],
  ])('it ended as %s', async (conclusion, headline) => {
    await using publishing = await makePublishing();
    const first = publishing.github.addRun();
    addResults(publishing);
    await publishing.publish(first);
    expect(shownBy(publishing)).toContain('✅');
    const { exitCode, log, outputs } = await publishNext(publishing, conclusion);
    expect(exitCode, log).toBe(0);
    expect(outputs['comment-url']).toBe(publishing.github.comments[0]?.html_url);
    const shown = shownBy(publishing);
    expect(shown).toContain(headline);
    expect(shown).toContain(
      `No results for bbbbbbb: the workflow run ended as ${conclusion} and uploaded no results.`,
    );
    expect(shown).not.toContain('✅');
    // An event that comes late changes nothing.
    push(publishing, first.head_sha);
    await publishing.publish(first);
    expect(shownBy(publishing)).toBe(shown);
  });

  it('the next results of a matrix replace it again', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const first = github.addRun();
    for (const value of ['a', 'b']) addResults(publishing, inMatrix(value, 2));
    await publishing.publish(first);
    await publishNext(publishing, 'failure');
    expect(shownBy(publishing)).toContain('⚠️ Browser tests could not run');
    expect(shownBy(publishing)).not.toContain('✅');
    const last = github.addRun({ head_sha: nextSha });
    for (const value of ['a', 'b'])
      addResults(publishing, { ...inMatrix(value, 2), context: { sha: nextSha } });
    await publishing.publish(last);
    expect(shownBy(publishing)).toContain('✅ Browser tests passed (2 passed of 2, 2 jobs');
    expect(github.comments).toHaveLength(1);
  });

  it('nor do results that cannot be read', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const first = github.addRun();
    addResults(publishing);
    await publishing.publish(first);
    const next = github.addRun();
    addResults(publishing, {}, archiveOf({ 'results.json': '{}' }));
    const { exitCode } = await publishing.publish(next);
    expect(exitCode).toBe(1);
    expect(shownBy(publishing)).toContain('⚠️ Browser tests could not run');
  });
});

it('a matrix with a missing job is not green, although all that has reported is', async () => {
  await using publishing = await makePublishing();
  const run = publishing.github.addRun({ conclusion: 'failure' });
  addResults(publishing, inMatrix('a', 2));
  const { exitCode } = await publishing.publish(run, { inputs: { check: 'Required gate' } });
  expect(exitCode).toBe(0);
  expect(shownBy(publishing)).toContain('⚠️ Browser test results are missing (1 of 2 jobs reported');
  expect(publishing.github.checkRuns).not.toMatchObject([{ conclusion: 'success' }]);
});
