import { describe, expect, it } from 'vitest';
import { readCommentMarker } from '../../../src/report/comment/hidden-lines.ts';
import { type CommentContent, renderComment } from '../../../src/report/comment/render-comment.ts';
import type { CaseResult } from '../../../src/results/run-results.ts';
import {
  caseResultOf,
  contentOf,
  factsOf,
  failedCaseOf,
  flakyCaseOf,
  type ResultsOverrides,
  resultsOf,
  visibleText,
} from '../../support/results.ts';

const browsers = ['chromium', 'firefox', 'safari', 'mobile'];

/** A job of a matrix of four browsers. */
function overridesOf(browser: string, results: readonly CaseResult[] = [caseResultOf()]): ResultsOverrides {
  return {
    title: `CI / browser (${browser})`,
    workflowRunUrl: 'https://github.example/runs/50',
    results: [...results],
    job: { matrix: [browser], jobTotal: browsers.length },
  };
}
const legOf = (browser: string, ...results: CaseResult[]) =>
  resultsOf(overridesOf(browser, results.length === 0 ? undefined : results));
const green = browsers.map((browser) => legOf(browser));
const red = legOf('safari', failedCaseOf(), caseResultOf());

const key = contentOf([]).key;
function render(jobs: CommentContent['jobs'], content: Partial<CommentContent> = {}) {
  const body = renderComment(contentOf(jobs, content));
  const text = visibleText(body);
  return { body, text, lines: text.split('\n'), running: readCommentMarker(body, key)?.running };
}

describe('the headline of several jobs', () => {
  it('is green if all are', () => {
    const { lines, running } = render(green);
    expect(lines[0]).toBe('### ✅ Browser tests passed (4 passed of 4, 4 jobs, 12.3 s)');
    expect(running).toBe(false);
  });

  it('is not green before all have reported', () => {
    const { lines, running } = render(green.slice(0, 3));
    expect(lines[0]).toBe('### ⏳ Browser tests are running (3 of 4 jobs reported, 3 passed of 3)');
    expect(running).toBe(true);
  });

  it('is red as soon as something fails', () => {
    const { lines, running } = render([legOf('firefox'), red]);
    expect(lines[0]).toBe('### ❌ Browser tests failed (2 of 4 jobs reported, 1 failed, 2 passed of 3)');
    expect(running).toBe(true);
  });

  it('is the worst status', () => {
    const ended = (status: 'cancelled' | 'timed-out', browser: string) =>
      resultsOf({ ...overridesOf(browser), status, results: [] });
    const { lines } = render([
      ...green.slice(0, 2),
      ended('cancelled', 'safari'),
      ended('timed-out', 'mobile'),
    ]);
    expect(lines[0]).toBe('### ⏱️ Browser tests timed out (2 passed of 2, 4 jobs, 12.3 s)');
  });

  it('counts shards before they have reported', () => {
    const shard = (number: number) =>
      resultsOf({ title: `CI / browser (${number}/3)`, job: { shard: { number, total: 3 }, jobTotal: 1 } });
    expect(render([shard(1)]).lines[0]).toContain('(1 of 3 jobs reported, 1 passed of 1)');
    expect(render([1, 2, 3].map(shard)).lines[0]).toContain('✅ Browser tests passed (3 passed of 3, 3 jobs');
  });

  it('counts the steps of one job as steps', () => {
    const steps = ['1', '2', 'smoke'].map((step) => resultsOf({ job: { step } }));
    const { lines, text } = render(steps);
    expect(lines[0]).toBe('### ✅ Browser tests passed (3 passed of 3, 3 steps, 12.3 s)');
    expect(text).toContain('| | Step | Results | Time |');
    expect(text.match(/^\| ✅ \| browser\\: step (1|2|smoke) \|/gm)).toHaveLength(3);
  });
});

describe('a comment while tests are running', () => {
  const facts = factsOf(overridesOf('mobile'));
  const alone = factsOf({ context: { sha: 'a'.repeat(40) } });

  it('has a headline and a footer, and the progress if it is known', () => {
    const { text, running } = render([], { running: true, facts: alone });
    expect(text).toBe('### ⏳ Browser tests are running\n\n<sub>Commit `aaaaaaa` · CI / browser</sub>');
    expect(running).toBe(true);
    const progress = { total: 40, done: 12, failed: 1 };
    expect(render([], { running: progress, facts: alone }).lines[0]).toBe(
      '### ⏳ Browser tests are running (12 of 40, 1 failed so far)',
    );
  });

  it('has the number of jobs that have reported', () => {
    const { lines, text } = render([], { running: { total: 40, done: 12, failed: 0 }, facts });
    expect(lines[0]).toBe('### ⏳ Browser tests are running (0 of 4 jobs reported)');
    expect(text).not.toContain('|');
  });

  it('has a row for the job that runs', () => {
    const { text } = render([legOf('chromium'), red], { running: { total: 40, done: 12, failed: 0 }, facts });
    expect(text).toContain('| ⏳ | browser \\(mobile\\) | 12 of 40 |  |');
  });

  it('ignores the results of an earlier attempt of the job that runs again', () => {
    const again = factsOf({ job: { attempt: 2 } });
    const { lines, text, running } = render([resultsOf({ results: [failedCaseOf()] })], {
      running: true,
      facts: again,
    });
    expect(lines[0]).toBe('### ⏳ Browser tests are running');
    expect(text).not.toContain('Pay by card');
    expect(running).toBe(true);
  });

  it('is not green if another step of the job is', () => {
    const next = factsOf({ job: { step: '2' } });
    const { lines, running } = render([resultsOf({ job: { step: '1' } })], { running: true, facts: next });
    expect(lines[0]).toBe('### ⏳ Browser tests are running (1 passed of 1)');
    expect(running).toBe(true);
  });
});

describe('a comment about a workflow run that has ended', () => {
  it('is not green if the run did not succeed', () => {
    const { lines, running } = render(green, { runConclusion: 'failure' });
    expect(lines[0]).toBe(
      '### ⚠️ Browser tests passed, but the workflow run ended as failure (4 passed of 4, 4 jobs, 12.3 s)',
    );
    expect(running).toBe(false);
    expect(render([resultsOf()], { runConclusion: 'timed_out' }).lines[0]).toContain('ended as timed out (');
    expect(render([resultsOf()], { runConclusion: 'success' }).lines[0]).toContain('✅');
    expect(render([red], { runConclusion: 'failure' }).lines[0]).toContain('❌');
  });

  it('does not wait for jobs whose results are missing, and is not green', () => {
    const { lines, running } = render(green.slice(0, 3), { runConclusion: 'success', note: 'No artifact.' });
    expect(lines.slice(0, 3)).toEqual([
      '### ⚠️ Browser test results are missing (3 of 4 jobs reported, 3 passed of 3)',
      '',
      'Missing\\: 1 other job\\.',
    ]);
    expect(running).toBe(false);
  });

  it.each([
    ['cancelled', '### 🚫 Browser tests were cancelled'],
    ['failure', '### ⚠️ Browser tests could not run'],
    ['success', '### ⚪ No browser tests to run'],
    ['<img>', '### ⚠️ Browser tests could not run'],
  ])('has no results, and ended as %s', (runConclusion, headline) => {
    expect(render([], { runConclusion }).lines[0]).toBe(headline);
  });

  it('shows no conclusion but one of GitHub’s words', () => {
    expect(render([resultsOf()], { runConclusion: '<img src=x>' }).lines[0]).toContain('ended as unknown (');
  });
});

describe('a comment about several jobs', () => {
  const { lines, text } = render([
    legOf('firefox', caseResultOf(), flakyCaseOf()),
    legOf('chromium'),
    { ...red, reportPage: { name: 'report', id: 8, url: 'https://github.example/runs/50/artifacts/8' } },
    resultsOf({ ...overridesOf('mobile'), status: 'cancelled', reason: 'Stopped by hand.', results: [] }),
  ]);

  it('has a row for each job, worst first, linked to its report', () => {
    const counts = '[1 failed, 1 passed of 2](<https://github.example/runs/50/artifacts/8>)';
    expect(lines.filter((line) => line.startsWith('|'))).toEqual([
      '| | Job | Results | Time |',
      '|---|---|---|--:|',
      `| ❌ | browser \\(safari\\) | ${counts} | 12.3 s |`,
      '| 🚫 | browser \\(mobile\\) | cancelled | 12.3 s |',
      '| ✅ | browser \\(chromium\\) | 1 passed of 1 | 12.3 s |',
      '| ✅ | browser \\(firefox\\) | 1 flaky, 1 passed of 2 | 12.3 s |',
    ]);
  });

  it('has a section for each job that is not plainly green', () => {
    expect(lines.filter((line) => line.startsWith('#### '))).toEqual([
      '#### ❌ browser \\(safari\\) (1 failed, 1 passed of 2)',
      '#### 🚫 browser \\(mobile\\)',
      '#### ✅ browser \\(firefox\\) (1 flaky, 1 passed of 2)',
    ]);
    expect(text).toContain('`Stopped by hand.`');
    expect(text.indexOf('**Pay by card**')).toBeGreaterThan(text.indexOf('#### ❌'));
  });

  it('has a section for a green job that warns of a test case or of its app', () => {
    const warned = legOf('chromium', caseResultOf({ warnings: ['The test case ends on a blank page.'] }));
    const appFailure = 'The app ended by SIGKILL. Its last lines:\n    <b>out of memory';
    const died = resultsOf({ ...overridesOf('mobile'), appFailure });
    const { lines, text } = render([legOf('firefox'), warned, legOf('safari'), died]);
    expect(lines.filter((line) => line.startsWith('#### '))).toEqual([
      '#### ✅ browser \\(chromium\\) (1 passed of 1)',
      '#### ✅ browser \\(mobile\\) (1 passed of 1)',
    ]);
    expect(text).toContain('1 with warnings');
    expect(text).toContain(
      '⚠️ The app ended by SIGKILL\\. Its last lines\\:\n\n```text\n    <b>out of memory\n```',
    );
  });

  it('shows a failure of several jobs once, and names the jobs', () => {
    const failed = (browser: string, ...more: CaseResult[]) => legOf(browser, failedCaseOf(), ...more);
    const other = failedCaseOf({ errorMessage: 'The page is blank.' });
    const { lines, text } = render([
      failed('chromium'),
      failed('firefox'),
      failed('safari', failedCaseOf({ testCaseId: 'other', name: 'Log in', errorMessage: 'No button.' })),
      legOf('mobile', other),
    ]);
    expect(lines.filter((line) => line.startsWith('#### '))).toEqual([
      '#### ❌ browser \\(chromium\\) (1 failed of 1)',
      '#### ❌ browser \\(mobile\\) (1 failed of 1)',
      '#### ❌ browser \\(safari\\) (2 failed of 2)',
    ]);
    expect(lines.filter((line) => line.startsWith('**'))).toEqual([
      '**Pay by card** (5.4 s) · also in browser \\(firefox\\), browser \\(safari\\)<br>',
      '**Pay by card** (5.4 s)<br>',
      '**Log in** (5.4 s)<br>',
    ]);
    expect(text.match(/Timeout 5000ms exceeded/g)).toHaveLength(1);
    expect(text).toContain(
      '<details><summary>1 failed as in a job above</summary>\n\n- Pay by card\n\n</details>',
    );
  });

  it('shows the reason for which several jobs could not run once, and names the jobs', () => {
    const refused = (browser: string, reason = 'a.yaml:3: Unknown action CLIK.') => ({
      ...legOf(browser),
      ...resultsOf({ ...overridesOf(browser, []), status: 'error', green: false, reason }),
    });
    const { lines, text } = render([
      refused('chromium'),
      refused('firefox'),
      refused('mobile', 'The app does not start.'),
      red,
    ]);
    expect(lines.filter((line) => line.startsWith('#### '))).toEqual([
      '#### ❌ browser \\(safari\\) (1 failed, 1 passed of 2)',
      '#### ⚠️ browser \\(chromium\\), browser \\(firefox\\)',
      '#### ⚠️ browser \\(mobile\\)',
    ]);
    expect(text.match(/Unknown action/g)).toHaveLength(1);
    expect(text.match(/could not run/g)).toHaveLength(3);
  });

  it('has the warnings of all jobs once, below their sections, and names the jobs unless all have it', () => {
    const shared = 'No test case has the tag "smok".';
    const ofAll = 'A file is ignored.';
    const { lines, text } = render([
      { ...legOf('firefox'), warnings: [shared, ofAll] },
      { ...legOf('chromium'), warnings: [ofAll] },
      { ...red, warnings: [shared, 'An input is ignored.', ofAll] },
    ]);
    expect(lines.filter((line) => line.startsWith('⚠️'))).toEqual([
      '⚠️ browser \\(safari\\), browser \\(firefox\\): No test case has the tag \\"smok\\"\\.',
      '⚠️ browser \\(safari\\): An input is ignored\\.',
      '⚠️ A file is ignored\\.',
    ]);
    expect(lines.filter((line) => line.startsWith('#### '))).toHaveLength(1);
    expect(text.indexOf('smok')).toBeGreaterThan(text.indexOf('**Pay by card**'));
  });

  it('ends with the workflow and job that all have in common, once', () => {
    expect(text.match(/<sub>/g)).toHaveLength(1);
    expect(lines.at(-1)).toBe('<sub>[Workflow run](<https://github.example/runs/50>) · CI / browser</sub>');
  });

  it('is the same, whichever job writes it', () => {
    const jobs = [...green.slice(1), red];
    const bodies = jobs.map((facts) => renderComment(contentOf(jobs, { facts })));
    expect(new Set(bodies).size).toBe(1);
  });

  it('distinguishes jobs whose titles are the same', () => {
    const same = browsers.map((browser) => resultsOf({ ...overridesOf(browser), title: 'CI / browser' }));
    const titles = render(same).text.match(/\| browser\\: (\w+) \|/g);
    expect(new Set(titles).size).toBe(4);
  });
});
