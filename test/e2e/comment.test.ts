import { describe, expect, it } from 'vitest';
import { ended, failedAt, startHosted } from '../support/hosted-stand-in.ts';
import { ambiguousPage, clickCase, makeScenario, token } from '../support/scenario.ts';

const files = { 'browser-tests/a.yaml': clickCase('A', 'Pay', 'Thank you') };
const failing = ended((each) => failedAt(each, 0, 'no button'));

describe('the comment', () => {
  it('is found on a later page among the comments of others', async () => {
    await using scenario = await makeScenario({ files });
    await using hosted = await startHosted(ended());
    const { github } = scenario;
    await scenario.runInProcess({ inputs: hosted.inputs });
    const [own] = github.comments.splice(0);
    for (let index = 0; index < 230; index += 1)
      github.addComment(`comment ${index}`, { login: 'eve', type: 'User' });
    github.comments.push(own ?? github.addComment('missing'));
    const { outputs } = await scenario.runInProcess({ inputs: hosted.inputs, env: { GITHUB_RUN_ID: '101' } });
    expect(github.comments).toHaveLength(231);
    expect(outputs['comment-url']).toBe(own?.html_url);
    expect(own?.body).toContain('run=101.1');
  });

  it('belongs to workflow and job: another job has its own', async () => {
    await using scenario = await makeScenario({ files });
    await using hosted = await startHosted(ended());
    await scenario.runInProcess({ inputs: hosted.inputs });
    await scenario.runInProcess({ inputs: hosted.inputs, env: { GITHUB_JOB: 'browser-mobile' } });
    expect(scenario.github.comments).toHaveLength(2);
  });

  it('belongs to one call of a reusable workflow: another call does not turn it green', async () => {
    await using scenario = await makeScenario({ files });
    await using hosted = await startHosted(failing);
    const call = (caller: string) =>
      scenario.runInProcess({
        inputs: { ...hosted.inputs, check: 'true' },
        env: { ACTIONS_ORCHESTRATION_ID: `89c72d20-71e7.${caller}.browser.__default` },
      });
    await call('chrome');
    hosted.answer = ended();
    await call('firefox');
    const { comments, checkRuns } = scenario.github;
    expect(comments.map(({ body }) => body)).toEqual([
      expect.stringMatching(/### ❌[\s\S]*chrome \/ browser/),
      expect.stringMatching(/### ✅[\s\S]*firefox \/ browser/),
    ]);
    expect(checkRuns).toMatchObject([
      { name: 'Checks / chrome / browser', conclusion: 'failure' },
      { name: 'Checks / firefox / browser', conclusion: 'success' },
    ]);
  });

  it('with `on-failure` is written for a failure only, and turns green when that is fixed', async () => {
    await using scenario = await makeScenario({ files });
    await using hosted = await startHosted(ended());
    const { github } = scenario;
    const inputs = { ...hosted.inputs, comment: 'on-failure' };
    await scenario.runInProcess({ inputs });
    expect(github.comments).toEqual([]);
    hosted.answer = failing;
    await scenario.runInProcess({ inputs, env: { GITHUB_RUN_ID: '101' } });
    expect(github.comments[0]?.body).toContain('❌');
    hosted.answer = ended();
    await scenario.runInProcess({ inputs, env: { GITHUB_RUN_ID: '102' } });
    expect(github.comments).toHaveLength(1);
    expect(github.comments[0]?.body).toContain('✅');
  });

  it('has the footer of the team, without secrets', async () => {
    await using scenario = await makeScenario({ files });
    await using hosted = await startHosted(failing);
    const inputs = { ...hosted.inputs, 'comment-footer': `Ask in **#shop**, not ${token}.\n\n</details>` };
    await scenario.runInProcess({ inputs });
    expect(scenario.github.comments[0]?.body).toMatch(
      /<\/sub>\n\nAsk in \*\*#shop\*\*, not \*\*\*\.\n\n<\/details>$/,
    );
  });

  it('with `never` is not even looked for', async () => {
    await using scenario = await makeScenario({ files });
    await using hosted = await startHosted(ended());
    await scenario.runInProcess({ inputs: { ...hosted.inputs, comment: 'never' } });
    expect(scenario.github.requests).toEqual([]);
  });

  it('is skipped with a line where there is no pull request, or no event at all', async () => {
    await using scenario = await makeScenario({ files });
    await using hosted = await startHosted(ended());
    const push = await scenario.runInProcess({
      inputs: hosted.inputs,
      eventName: 'push',
      event: { ref: 'refs/heads/main' },
    });
    expect(push.exitCode).toBe(0);
    expect(push.log).toContain('No comment: the event push has no pull request.');
    const none = await scenario.runInProcess({ inputs: hosted.inputs, eventName: '', event: null });
    expect(none.exitCode).toBe(0);
    expect(none.log).toContain('No comment: the event has no pull request.');
    expect(scenario.github.requests).toEqual([]);
  });

  it('of an issue_comment run names the head commit of the pull request, as requested from GitHub', async () => {
    await using scenario = await makeScenario({
      files,
      github: { head: { sha: 'c'.repeat(40), ref: 'their-branch' } },
    });
    await using hosted = await startHosted(ended());
    const { results } = await scenario.runInProcess({
      inputs: hosted.inputs,
      eventName: 'issue_comment',
      event: { issue: { number: 7, pull_request: {} }, comment: { body: '/retest' } },
      checkedOut: 'c'.repeat(40),
    });
    expect(results).toMatchObject({ context: { sha: 'c'.repeat(40), ref: 'their-branch', issueNumber: 7 } });
    expect(scenario.github.comments[0]?.body).toContain('`ccccccc`');
  });

  it('and everything else that is written holds no secret', async () => {
    await using scenario = await makeScenario({
      pages: { '/': ambiguousPage('Pay') },
      files: {
        'browser-tests/a.yaml': `description: A
elements:
  - selectors: [{ selectorType: CSS, selector: "button, [title='$API_TOKEN']" }]
    interaction: { action: CLICK }
`,
      },
    });
    const { log, summary, results } = await scenario.run({
      inputs: { variables: 'API_TOKEN=hunter2hunter2' },
    });
    const written = [
      log.replaceAll(/^::add-mask::.*$/gm, ''),
      summary,
      JSON.stringify(results),
      scenario.github.comments[0]?.body,
    ];
    for (const text of written) {
      expect(text).toContain('2 elements match');
      expect(text).not.toContain('hunter2');
      expect(text).not.toContain(token);
    }
  });
});
