import { describe, expect, it } from 'vitest';
import { maxCommentCharacters } from '../../../src/publish/comment/limits.ts';
import { arrangeRows, runRows } from '../../../src/publish/markdown/rows.ts';
import { composeSummary } from '../../../src/publish/markdown/summary.ts';
import { countResults } from '../../../src/publish/verdict.ts';
import { composeMarkdown } from '../../support/composed.ts';
import { textByMicromark } from '../../support/parsed-markdown.ts';
import { aFailedStep, aFailure, aFlaky, aResult, aRun } from '../../support/verdicts.ts';

const compose = (...run: Parameters<typeof aRun>) => composeMarkdown(aRun(...run), maxCommentCharacters);
const firstLine = (markdown: string) => markdown.split('\n')[0];

describe('the first line', () => {
  it.each([
    ['passed', '### ✅ Browser tests passed (1 passed of 1, 12.3 s)'],
    ['failed', '### ❌ Browser tests failed (1 passed of 1, 12.3 s)'],
    ['timed-out', '### ⏱️ Browser tests timed out (1 passed of 1, 12.3 s)'],
    ['cancelled', '### 🚫 Browser tests were cancelled (1 passed of 1, 12.3 s)'],
    ['error', '### ⚠️ Browser tests could not run (1 passed of 1, 12.3 s)'],
  ] as const)('says that the verdict is %s', (status, line) => {
    expect(firstLine(compose({ status }))).toBe(line);
  });

  it('says that there was nothing to run, without counts', () => {
    const markdown = compose({ status: 'nothing-to-run', results: [] }, { durationMs: 420 });
    expect(firstLine(markdown)).toBe('### ⚪ No browser test to run (420 ms)');
  });

  it('counts failed, unfinished and passed cases; one that could not be run is not passed', () => {
    const results = (['failed', 'error', 'unfinished', 'passed', 'passed'] as const).map((status) =>
      aResult({ status }),
    );
    expect(firstLine(compose({ status: 'failed', results }))).toBe(
      '### ❌ Browser tests failed (2 failed, 1 unfinished, 2 passed of 5, 12.3 s)',
    );
  });
});

describe('a flaky case', () => {
  const results = [aFailure(), aFlaky({ name: 'Ship it' }), aResult()];

  it('is counted by itself, and not folded with those that passed at once', () => {
    const markdown = compose({ status: 'failed', results });
    expect(firstLine(markdown)).toBe(
      '### ❌ Browser tests failed (1 failed, 1 flaky, 1 passed of 3, 12.3 s)',
    );
    expect(markdown).toContain('<summary>1 passed</summary>\n\n- Search for tea\n');
  });

  it('stands behind the failures, with what failed at first', () => {
    const markdown = compose({ status: 'failed', results });
    expect(markdown).toContain(
      [
        '#### Flaky: passed, but not at the first attempt',
        '',
        '**Ship it** passed at attempt 2<br>',
        'Step 3: click button “Pay” · `tests/checkout.yaml:17`',
        '',
        '```text',
        'Timeout 5000ms exceeded.',
        '```',
      ].join('\n'),
    );
    expect(markdown.indexOf('**Pay by card**')).toBeLessThan(markdown.indexOf('#### Flaky'));
  });

  it('stands with its name alone where the service tells no attempts', () => {
    const markdown = compose({ results: [aFlaky({ earlierAttempts: [] })] });
    expect(markdown).toContain('**Search for tea** passed, but not at the first attempt');
  });

  it('has its long message cut', () => {
    const markdown = compose({ results: [aFlaky({}, { errorMessage: 'x'.repeat(5000) })] });
    expect(markdown).toMatch(/\nx{500}…\n/);
  });
});

describe('a case that did not pass', () => {
  it('stands with its step, place, trace and message', () => {
    const traceUrl = 'https://traces.example/1';
    const markdown = compose({ status: 'failed', results: [aFailure({ trace: { url: traceUrl } })] });
    expect(markdown).toContain(
      [
        '**Pay by card** (5.4 s)<br>',
        'Step 3: click button “Pay” · `tests/checkout.yaml:17`<br>',
        '[Trace](<https://traces.example/1>)',
        '',
        '```text',
        'Timeout 5000ms exceeded.',
        '```',
      ].join('\n'),
    );
  });

  it('tells where it failed, and what there is to look at on the runner', () => {
    const failure = aFailure({
      failedStep: aFailedStep({ locator: "getByRole('button', { name: 'Pay' })" }),
      pageUrl: 'http://shop.test/cart?step=2',
      trace: { path: '/tmp/evidence/1-2.zip' },
      screenshot: { path: '/tmp/evidence/1-2.png' },
      missingEvidence: ['video: none is made'],
      teardownFailures: ['Teardown "Empty the cart", step 2: TimeoutError\nCall log:\n  - waiting'],
      consoleErrors: ['boom (http://shop.test/app.js:3)'],
    });
    const markdown = compose({ status: 'failed', results: [failure] });
    expect(markdown).toContain(
      [
        'Step 3: click button “Pay” · `tests/checkout.yaml:17`<br>',
        "Locator `getByRole('button', { name: 'Pay' })` · Page `http://shop.test/cart?step=2`<br>",
        'Trace `1-2.zip` · Screenshot `1-2.png`<br>',
        'Not there: video\\: none is made<br>',
        'Teardown \\"Empty the cart\\", step 2\\: TimeoutError',
        '',
        '```text',
        'Timeout 5000ms exceeded.',
        '```',
        '',
        '<details><summary>1 console error</summary>',
        '',
        '```text',
        'boom (http://shop.test/app.js:3)',
        '```',
        '',
        '</details>',
      ].join('\n'),
    );
    expect(markdown).toContain('output `evidence-folder`');
  });

  it('says where files are only where there are some', () => {
    const results = [aFailure({ trace: { url: 'https://traces.example/1' } })];
    expect(compose({ status: 'failed', results })).not.toContain('evidence-folder');
  });

  it('shows the first console errors, and counts the others', () => {
    const consoleErrors = Array.from({ length: 12 }, (_, index) => `error ${index + 1} ${'x'.repeat(400)}`);
    const markdown = compose({ status: 'failed', results: [aFailure({ consoleErrors })] });
    expect(markdown).toContain('<summary>12 console errors</summary>');
    expect(markdown).toMatch(/error 5 x+…\n… 7 more in the results file\n```/);
  });

  it('tells how often it was tried', () => {
    const { earlierAttempts } = aFlaky();
    expect(compose({ status: 'failed', results: [aFailure({ earlierAttempts })] })).toContain(
      '**Pay by card** (2 attempts, 5.4 s)',
    );
  });

  it('names the dependency that its step belongs to', () => {
    const failure = aFailure({ failedStep: aFailedStep({ inDependency: 'Log in' }) });
    expect(compose({ status: 'failed', results: [failure] })).toContain(
      'Step 3 of the dependency Log in: click',
    );
  });

  it('stands with the place of the case where its step is not known', () => {
    const place = { file: 'tests/pay.yaml', line: 2, column: 1 };
    const results = [aResult({ status: 'error', errorMessage: 'no browser', place })];
    expect(compose({ status: 'error', results })).toContain(
      '**Search for tea** could not be run<br>\n`tests/pay.yaml:2`\n\n```text\nno browser\n```',
    );
  });

  it('is listed where it did not finish', () => {
    const place = { file: 'tests/tea.yaml', line: 4, column: 1 };
    const results = [aResult({ status: 'unfinished', errorMessage: 'No result came.', place })];
    expect(compose({ status: 'timed-out', results })).toContain(
      '<details><summary>1 did not finish</summary>\n\n- Search for tea · `tests/tea.yaml:4`\n\n</details>',
    );
  });

  it('takes one line where it did not finish, without a message, however many there are', () => {
    const results = Array.from({ length: 40 }, (_, index) =>
      aResult({ name: `open ${index}`, status: 'unfinished', errorMessage: 'No result came.' }),
    );
    const markdown = compose({ status: 'timed-out', green: false, results });
    expect(markdown.split('\n').length).toBeLessThan(60);
    expect(markdown.match(/^- open \d+$/gm)).toHaveLength(40);
    expect(markdown).not.toContain('No result came');
    expect(markdown).not.toContain('more test case');
  });

  it('is counted where it did not finish and has no room', () => {
    const results = [aFailure(), aResult({ status: 'unfinished' }), aResult({ status: 'unfinished' })];
    const pieces = arrangeRows(
      runRows(aRun({ status: 'failed', results }), 50_000).filter(({ kind }) => kind !== 'unfinished'),
      countResults(results),
      50_000,
    );
    expect(pieces.map(({ text }) => text).join('\n')).toContain(
      '_2 more test cases that did not finish: see',
    );
  });

  it('stands after the failed ones, and before the passed ones, where it did not finish', () => {
    const results = [
      aResult({ name: 'good' }),
      aResult({ name: 'open', status: 'unfinished' }),
      aResult({ name: 'broken', status: 'error' }),
      aFailure({ name: 'bad' }),
    ];
    const markdown = compose({ status: 'failed', results });
    const at = ['bad', 'broken', '1 did not finish', 'open', '<summary>1 passed', 'good'].map((name) =>
      markdown.indexOf(name),
    );
    expect(at).toEqual([...at].sort((a, b) => a - b));
    expect(at).not.toContain(-1);
  });

  it('is named by its id where its name is blank', () => {
    const markdown = compose({
      status: 'failed',
      results: [
        aFailure({ name: ' \n', testCaseId: 'id of a' }),
        aResult({ name: '', testCaseId: 'id of b' }),
      ],
    });
    expect(markdown).toContain('**id of a**');
    expect(markdown).toContain('- id of b');
  });
});

describe('the passed cases', () => {
  it('are folded, one a line', () => {
    const results = [aResult({ durationMs: 1500 }), aResult({ name: 'Log in' })];
    expect(compose({ results })).toContain(
      '<details><summary>2 passed</summary>\n\n- Search for tea (1.5 s)\n- Log in\n\n</details>',
    );
  });

  it('are not there where none passed', () => {
    expect(compose({ status: 'failed', results: [aFailure()] })).not.toContain('<details>');
  });
});

describe('the reason', () => {
  it.each(['error', 'timed-out', 'cancelled', 'nothing-to-run'] as const)('is given for %s', (status) => {
    const markdown = compose({ status, reason: 'The service is away.\nTry again.', results: [] });
    expect(markdown.split('\n').slice(1, 6)).toEqual([
      '',
      '```text',
      'The service is away.',
      'Try again.',
      '```',
    ]);
  });

  it('is a line that a narrow screen can break, where it is one sentence', () => {
    const reason = 'The app at `http://localhost:3000` does not answer. Start it before this step.';
    const markdown = compose({ status: 'error', reason: `${reason}\n`, results: [] });
    expect(markdown.split('\n').slice(1, 4)).toEqual(['', `\`\`${reason}\`\``, '']);
  });

  it('is given for a failed run of which every result passed', () => {
    const reason = 'The service says FAILED, although every result passed.';
    expect(compose({ status: 'failed', reason })).toContain(reason);
  });

  it.each([
    ['passed', [aResult()]],
    ['failed', [aFailure()]],
  ] as const)('is not repeated for %s, which the results say', (status, results) => {
    const green = status === 'passed';
    const markdown = compose({ status, green, reason: 'as the results say', results });
    expect(markdown).not.toContain('as the results say');
  });

  it.each([
    ['has no result', true, []],
    ['is not green', false, [aResult()]],
  ] as const)('is given where what has passed %s', (_, green, results) => {
    expect(compose({ status: 'passed', green, reason: 'the rest is lost', results })).toContain(
      'the rest is lost',
    );
  });
});

describe('the last line', () => {
  it('tells the commit, the address, the run, the report and the job', () => {
    const markdown = compose(
      { reportUrl: 'https://service.example/reports/1' },
      {
        sha: 'a'.repeat(40),
        url: 'https://shop.example/?a=1|2',
        workflowRunUrl: 'https://github.example/runs/1',
      },
    );
    expect(markdown.split('\n').at(-1)).toBe(
      '<sub>Commit `aaaaaaa` · tested at `https://shop.example/?a=1|2` · [Workflow run](<https://github.example/runs/1>) · [Test report](<https://service.example/reports/1>) · CI / browser</sub>',
    );
  });

  it('says only what is known', () => {
    expect(compose({}, { title: '' })).not.toContain('<sub>');
    expect(textByMicromark(compose({}, { title: 'CI' })).endsWith('CI')).toBe(true);
  });
});

describe('a message of the driver', () => {
  const locator = "getByRole('button', { name: 'Pay' })";
  const errorMessage = `expect(locator).toBeVisible() failed\n\nLocator: ${locator}\nExpected: visible\n\nCall log:\n  - waiting for ${locator}`;
  const verdict = {
    status: 'failed',
    green: false,
    results: [aFailure({ errorMessage, failedStep: { number: 2, words: 'see it', locator } })],
  } as const;

  it('is told in the comment without its log, and its locator once', () => {
    const markdown = composeMarkdown(aRun(verdict), 60_000);
    expect(markdown).toContain('Expected: visible\n```');
    expect(markdown.split(locator)).toHaveLength(2);
  });

  it('is whole in the job summary', () => {
    expect(composeSummary(aRun(verdict), 60_000)).toContain(`Call log:\n  - waiting for ${locator}`);
  });
});
