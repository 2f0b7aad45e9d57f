import { describe, expect, it } from 'vitest';
import {
  type CommentContent,
  maxCommentBytes,
  renderComment,
} from '../../../src/report/comment/render-comment.ts';
import type { RunResults } from '../../../src/results/run-results.ts';
import { textByMicromark } from '../../support/parsed-markdown.ts';
import {
  caseResultOf,
  contentOf,
  failedCaseOf,
  failedStepOf,
  failuresOf,
  flakyCaseOf,
  type ResultsOverrides,
  resultsOf,
  visibleText,
} from '../../support/results.ts';

/** The comment of a single job, without its hidden lines. */
const render = (overrides: ResultsOverrides, content: Partial<CommentContent> = {}) =>
  visibleText(renderComment(contentOf([resultsOf(overrides)], content)));
const firstLine = (markdown: string) => markdown.split('\n')[0];

describe('the headline of a job', () => {
  it.each([
    ['passed', '### ✅ Browser tests passed (1 passed of 1, 12.3 s)'],
    ['failed', '### ❌ Browser tests failed (1 passed of 1, 12.3 s)'],
    ['timed-out', '### ⏱️ Browser tests timed out (1 passed of 1, 12.3 s)'],
    ['cancelled', '### 🚫 Browser tests were cancelled (1 passed of 1, 12.3 s)'],
    ['error', '### ⚠️ Browser tests could not run (1 passed of 1, 12.3 s)'],
  ] as const)('shows the status %s', (status, line) => {
    expect(firstLine(render({ status }))).toBe(line);
  });

  it('shows that there was nothing to run, without counts', () => {
    const markdown = render({ status: 'nothing-to-run', green: true, results: [], durationMs: 420 });
    expect(firstLine(markdown)).toBe('### ⚪ No browser tests to run (420 ms)');
  });

  it('counts failed, unfinished and passed cases; one that could not be run has failed', () => {
    const results = (['failed', 'error', 'unfinished', 'passed', 'passed'] as const).map((status) =>
      caseResultOf({ status }),
    );
    expect(firstLine(render({ results }))).toBe(
      '### ❌ Browser tests failed (2 failed, 1 unfinished, 2 passed of 5, 12.3 s)',
    );
  });
});

describe('a comment about one job', () => {
  it('has neither a table nor a heading for the job', () => {
    const markdown = render({ results: [failedCaseOf(), caseResultOf()] });
    expect(markdown).not.toMatch(/^\||^####/m);
    expect(markdown).toContain('<summary>1 passed</summary>');
  });

  it('shows a note below the headline, as plain text', () => {
    const markdown = render({}, { note: 'The results of <b>other</b> jobs are missing.' });
    expect(markdown.split('\n')[2]).toBe('The results of &lt;b&gt;other&lt;/b&gt; jobs are missing\\.');
  });
});

describe('a flaky case', () => {
  const results = [failedCaseOf(), flakyCaseOf({ name: 'Ship it' }), caseResultOf()];

  it('is counted separately, and not folded with the stable ones', () => {
    const markdown = render({ results });
    expect(firstLine(markdown)).toContain('(1 failed, 1 flaky, 1 passed of 3, 12.3 s)');
    expect(markdown).toContain('<summary>1 passed</summary>\n\n- Search for tea\n');
  });

  it('follows the failures, with what failed at first', () => {
    const markdown = render({ results });
    expect(markdown).toContain(
      [
        '<details><summary>1 flaky</summary>',
        '',
        '**Ship it** passed on attempt 2<br>',
        'Step 3: click button “Pay” · `tests/checkout.yaml:17`',
        '',
        '`Timeout 5000ms exceeded.`',
        '',
        '</details>',
      ].join('\n'),
    );
    expect(markdown.indexOf('**Pay by card**')).toBeLessThan(markdown.indexOf('1 flaky</summary>'));
  });

  it('is only a name if the service does not report attempts', () => {
    const markdown = render({ results: [flakyCaseOf({ earlierAttempts: [] })] });
    expect(markdown).toContain('**Search for tea** passed, but not on the first attempt');
  });

  it('has its long message cut', () => {
    const markdown = render({ results: [flakyCaseOf({}, { errorMessage: 'x'.repeat(5000) })] });
    expect(markdown).toMatch(/\n`x{500}…`\n/);
  });
});

describe('a case that did not pass', () => {
  it('has its step, location, trace and message', () => {
    const trace = { url: 'https://traces.example/1' };
    expect(render({ results: [failedCaseOf({ trace })] })).toContain(
      [
        '**Pay by card** (5.4 s)<br>',
        'Step 3: click button “Pay” · `tests/checkout.yaml:17`<br>',
        '[Trace](<https://traces.example/1>)',
        '',
        '`Timeout 5000ms exceeded.`',
      ].join('\n'),
    );
  });

  it('follows the failure of the app, and precedes the warnings of the run', () => {
    const markdown = render({
      results: [failedCaseOf({ name: 'Pay' })],
      appFailure: 'The app ended with exit code 1 after it had answered. Its last lines:\n    no database',
      warnings: ['An input is ignored.'],
    });
    expect(markdown).toMatch(
      /⚠️ The app ended[^⚠]*\n {4}no database\n[^⚠]*\*\*Pay\*\*[^⚠]*⚠️ An input is ignored/,
    );
  });

  it('lists the warnings of all cases, each once', () => {
    const warnings = ['Step 2 failed, and the failure was ignored: late\nCall log:\n  - waiting'];
    const retried = { warnings: ['Step 1 opened a page with status 404'] };
    const markdown = render({
      results: [
        caseResultOf({ name: 'Pay *now*', warnings }),
        caseResultOf({ name: 'Quiet' }),
        flakyCaseOf({ name: 'Search', ...retried }, retried),
      ],
    });
    expect(markdown).toContain(
      [
        '<details><summary>2 with warnings</summary>',
        '',
        '- **Pay \\*now\\***: Step 2 failed, and the failure was ignored\\: late',
        '- **Search**: Step 1 opened a page with status 404',
      ].join('\n'),
    );
    expect(markdown.match(/status 404/g)).toHaveLength(1);
  });

  it('has its locator, page, evidence, teardown failures and console errors', () => {
    const failure = failedCaseOf({
      failedStep: failedStepOf({ locator: "getByRole('button', { name: 'Pay' })" }),
      pageUrl: 'http://shop.test/cart?step=2',
      trace: { path: '1-2.zip' },
      screenshot: { path: '1-2.png' },
      missingEvidence: ['video: none is made'],
      teardownFailures: ['Teardown "Empty the cart", step 2: TimeoutError\nCall log:\n  - waiting'],
      consoleErrors: ['boom (http://shop.test/app.js:3)'],
    });
    const markdown = render({ results: [failure] });
    expect(markdown).toContain(
      [
        'Step 3: click button “Pay” · `tests/checkout.yaml:17`<br>',
        "Locator `getByRole('button', { name: 'Pay' })` · Page `http://shop.test/cart?step=2`<br>",
        'Missing evidence: video\\: none is made<br>',
        'Teardown \\"Empty the cart\\", step 2\\: TimeoutError',
        '',
        '`Timeout 5000ms exceeded.`',
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
    expect(markdown).toContain('are deleted when the job ends. Set `artifact` to keep them.');
  });

  it('mentions the folder of evidence only if files are in it', () => {
    const results = [failedCaseOf({ trace: { url: 'https://traces.example/1' } })];
    expect(render({ results })).not.toContain('Set `artifact`');
  });

  it('does not advise an artifact if there is no service for artifacts', () => {
    const results = [failedCaseOf({ trace: { path: 'trace.zip' } })];
    expect(render({ results, noArtifacts: true })).toContain(
      'Traces and screenshots are deleted when the job ends. Upload the folder of the output `evidence-folder` to keep them.',
    );
  });

  it('shows the first console errors and counts the others', () => {
    const consoleErrors = Array.from({ length: 12 }, (_, index) => `error ${index + 1} ${'x'.repeat(400)}`);
    const markdown = render({ results: [failedCaseOf({ consoleErrors })] });
    expect(markdown).toContain('<summary>12 console errors</summary>');
    expect(markdown).toMatch(/error 5 x+…\n… 7 more in the results file\n```/);
  });

  it('has the number of its attempts', () => {
    const { earlierAttempts } = flakyCaseOf();
    expect(render({ results: [failedCaseOf({ earlierAttempts })] })).toContain(
      '**Pay by card** (2 attempts, 5.4 s)',
    );
  });

  it('names the dependency that its step belongs to', () => {
    const failure = failedCaseOf({ failedStep: failedStepOf({ inDependency: 'Log in' }) });
    expect(render({ results: [failure] })).toContain('Step 3 of the dependency Log in: click');
  });

  it('has the location of the case if its step is unknown', () => {
    const place = { file: 'tests/pay.yaml', line: 2, column: 1 };
    const results = [caseResultOf({ status: 'error', errorMessage: 'no browser', place })];
    expect(render({ status: 'error', results })).toContain(
      '**Search for tea** could not be run<br>\n`tests/pay.yaml:2`\n\n`no browser`',
    );
  });

  it('is named by its id if its name is blank', () => {
    const results = [
      failedCaseOf({ name: ' \n', testCaseId: 'id of a' }),
      caseResultOf({ name: '', testCaseId: 'id of b' }),
    ];
    const markdown = render({ results });
    expect(markdown).toContain('**id of a**');
    expect(markdown).toContain('- id of b');
  });

  it('has the driver’s words folded below the sentence', () => {
    const errorMessage = `The button “Pay” is hidden.\n\nTimeoutError: locator.click\nCall log:\n  - waiting`;
    expect(render({ results: [failedCaseOf({ errorMessage })] })).toContain(
      [
        '`The button “Pay” is hidden.`',
        '',
        '<details><summary>Message of the browser driver</summary>',
        '',
        '```text',
        'TimeoutError: locator.click',
        '```',
        '',
        '</details>',
      ].join('\n'),
    );
  });

  it('has its message without the driver’s call log, and its locator once', () => {
    const locator = "getByRole('button', { name: 'Pay' })";
    const errorMessage = `expect(locator).toBeVisible() failed\n\nLocator: ${locator}\nExpected: visible\n\nCall log:\n  - waiting for ${locator}`;
    const failedStep = { number: 2, words: 'see it', locator };
    const markdown = render({ results: [failedCaseOf({ errorMessage, failedStep })] });
    expect(markdown).toContain('Expected: visible\n```');
    expect(markdown.split(locator)).toHaveLength(2);
  });
});

describe('more than four failures', () => {
  const sourceUrl = 'https://github.example/acme/shop/blob/1';

  it('are listed with their steps, linked to their lines, and have their details folded', () => {
    const markdown = render({ results: failuresOf(5), sourceUrl });
    const [list = '', details = ''] = markdown.split('<details><summary>Details of the failures</summary>');
    expect(list.match(/^- .*/gm)).toHaveLength(5);
    expect(list).toContain(
      `- **Case 0** · [Step 3\\: click button “Pay”](<${sourceUrl}/tests/checkout.yaml#L1>)\n`,
    );
    expect(list).not.toContain('Timeout');
    expect(details.match(/^\*\*Case \d\*\*/gm)).toHaveLength(5);
  });

  it('have the path of their line if it cannot be linked, and their message if no step failed', () => {
    const place = { file: 'tests/pay.yaml', line: 2, column: 1 };
    const broken = caseResultOf({ name: 'Broken', status: 'error', errorMessage: 'no *browser*', place });
    const markdown = render({ results: [...failuresOf(5), broken] });
    expect(markdown).toContain('- **Case 0** · Step 3\\: click button “Pay” · `tests/checkout.yaml:1`\n');
    expect(markdown).toContain('- **Broken** could not be run · no \\*browser\\* · `tests/pay.yaml:2`\n');
  });
});

describe('failures with one cause', () => {
  const alike = failuresOf(60, () => ({ failedStep: failedStepOf({ inDependency: 'Log in' }) }));

  it('are one failure with the names of all cases folded', () => {
    const markdown = render({ results: [...alike, caseResultOf()] });
    expect(firstLine(markdown)).toContain('(60 failed, 1 passed of 61');
    expect(markdown).toContain('**Case 0** and 59 more<br>\nStep 3 of the dependency Log in: click');
    expect(markdown.match(/Timeout 5000ms/g)).toHaveLength(1);
    expect(markdown).toContain('<summary>60 test cases with this failure</summary>\n\n- Case 0\n- Case 1\n');
    expect(markdown).toContain('- Case 49\n- … and 10 more\n');
  });

  it('take one line of a list', () => {
    const others = failuresOf(4, (index) => ({ name: `Other ${index}` }));
    expect(render({ results: [...alike, ...others] })).toContain('- **Case 0** and 59 more · Step 3 of the');
  });
});

describe('a case that did not finish', () => {
  it('is listed with its location', () => {
    const place = { file: 'tests/tea.yaml', line: 4, column: 1 };
    const results = [caseResultOf({ status: 'unfinished', errorMessage: 'No result came.', place })];
    expect(render({ status: 'timed-out', results })).toContain(
      '<details><summary>1 did not finish</summary>\n\n- Search for tea · `tests/tea.yaml:4`\n\n</details>',
    );
  });

  it('has the step at which it stood, and is not folded then', () => {
    const results = [
      caseResultOf({ status: 'unfinished', failedStep: failedStepOf() }),
      caseResultOf({ name: 'Later', status: 'unfinished' }),
    ];
    expect(render({ status: 'timed-out', results })).toContain(
      [
        'Still running at the end:',
        '',
        '- Search for tea · Step 3: click button “Pay” · `tests/checkout.yaml:17`',
        '',
        '<details><summary>1 more did not finish</summary>',
      ].join('\n'),
    );
  });

  it('is another than one that was not run', () => {
    const notRun = caseResultOf({ name: 'Later', status: 'unfinished', notRun: true });
    const markdown = render({ status: 'failed', results: [failedCaseOf(), notRun] });
    expect(markdown).toContain('Browser tests failed (1 failed, 1 not run of 2');
    expect(markdown).toContain('<details><summary>1 not run</summary>\n\n- Later');
    expect(markdown).not.toContain('did not finish');
  });

  it('takes one line, without a message, however many there are', () => {
    const results = Array.from({ length: 40 }, (_, index) =>
      caseResultOf({ name: `open ${index}`, status: 'unfinished', errorMessage: 'No result came.' }),
    );
    const markdown = render({ status: 'timed-out', results });
    expect(markdown.split('\n').length).toBeLessThan(60);
    expect(markdown.match(/^- open \d+$/gm)).toHaveLength(40);
    expect(markdown).not.toContain('No result came');
    expect(markdown).not.toContain('more test case');
  });

  it('follows those that failed or could not be run, and precedes those that passed', () => {
    const results = [
      caseResultOf({ name: 'good' }),
      caseResultOf({ name: 'open', status: 'unfinished' }),
      caseResultOf({ name: 'broken', status: 'error' }),
      failedCaseOf({ name: 'bad' }),
    ];
    const markdown = render({ results });
    const at = ['bad', 'broken', '1 did not finish', 'open', '<summary>1 passed', 'good'].map((name) =>
      markdown.indexOf(name),
    );
    expect(at).toEqual([...at].sort((a, b) => a - b));
    expect(at).not.toContain(-1);
  });
});

describe('the passed cases', () => {
  it('are folded, one per line', () => {
    const results = [caseResultOf({ durationMs: 1500 }), caseResultOf({ name: 'Log in' })];
    expect(render({ results })).toContain(
      '<details><summary>2 passed</summary>\n\n- Search for tea (1.5 s)\n- Log in\n\n</details>',
    );
  });

  it('are left out if there are none', () => {
    expect(render({ results: [failedCaseOf()] })).not.toContain('<details>');
  });
});

describe('the reason', () => {
  it.each(['error', 'timed-out', 'cancelled', 'nothing-to-run'] as const)('is shown for %s', (status) => {
    const markdown = render({ status, reason: 'The service is down.\nTry again.', results: [] });
    expect(markdown.split('\n').slice(1, 7)).toEqual([
      '',
      '`The service is down.`',
      '',
      '```text',
      'Try again.',
      '```',
    ]);
  });

  it('is a line that a narrow screen can wrap if it is one sentence', () => {
    const reason = 'The app at `http://localhost:3000` does not answer. Start it before this step.';
    const markdown = render({ status: 'error', reason: `${reason}\n`, results: [] });
    expect(markdown.split('\n').slice(1, 4)).toEqual(['', `\`\`${reason}\`\``, '']);
  });

  it.each([
    ['a failed run of which every result passed', { status: 'failed' }],
    ['a passed run without results', { results: [] }],
    ['a passed run that is not green', { green: false }],
  ] as const)('is shown for %s', (_, overrides) => {
    expect(render({ ...overrides, reason: 'the rest is lost' } as ResultsOverrides)).toContain(
      'the rest is lost',
    );
  });

  it.each([caseResultOf(), failedCaseOf()])('is not repeated if the results say it: $status', (result) => {
    expect(render({ reason: 'as the results say', results: [result] })).not.toContain('as the results say');
  });
});

describe('problems of the test files', () => {
  const reason = '2 problems in the test files. No test was run.\n  a\n  b';
  const sourceUrl = 'https://github.example/acme/shop/blob/1';
  const place = { file: 'tests/cart.yaml', line: 12, column: 5 };
  const wrong = (count: number) =>
    render({
      status: 'error',
      reason,
      sourceUrl,
      results: [],
      problems: [
        { message: 'nothing is here' },
        ...Array.from({ length: count }, () => ({ message: '"rol" *', place })),
      ],
    });

  it('are linked to their lines', () => {
    expect(wrong(1)).toContain(
      [
        '`2 problems in the test files. No test was run.`',
        '',
        '- nothing is here',
        `- [\`tests/cart.yaml:12\`](<${sourceUrl}/tests/cart.yaml#L12>): \\"rol\\" \\*`,
      ].join('\n'),
    );
  });

  it('are counted where they are many', () => {
    expect(wrong(99)).toContain(' \\*\n- … and 60 more\n');
  });
});

describe('the footer', () => {
  it('has the commit, the address, the workflow run, the report and the title', () => {
    const markdown = render({
      reportUrl: 'https://service.example/reports/1',
      context: { sha: 'a'.repeat(40) },
      url: 'https://shop.example/?a=1|2',
      workflowRunUrl: 'https://github.example/runs/1',
    });
    expect(markdown.split('\n').at(-1)).toBe(
      '<sub>Commit `aaaaaaa` · tested at `https://shop.example/?a=1|2` · [Workflow run](<https://github.example/runs/1>) · [Test report](<https://service.example/reports/1>) · CI / browser</sub>',
    );
  });

  it('has only what is known', () => {
    expect(render({ title: '' })).not.toContain('<sub>');
    expect(textByMicromark(render({ title: 'CI' })).endsWith('CI')).toBe(true);
  });
});

describe("the team's own footer", () => {
  it('is below everything else, with whatever it leaves open', () => {
    const footer = 'Ask in **#shop**. <details><summary>More</summary> <!-- open';
    const markdown = render({ results: [failedCaseOf()] }, { footer });
    expect(markdown.endsWith(`<sub>CI / browser</sub>\n\n${footer}`)).toBe(true);
  });

  it('leaves less space for the results', () => {
    const results = failuresOf(500, () => ({ errorMessage: 'a long message '.repeat(100) }));
    const body = renderComment(contentOf([resultsOf({ results })], { footer: '漢'.repeat(1000) }));
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maxCommentBytes);
    expect(body.endsWith('漢')).toBe(true);
  });
});

describe('the evidence', () => {
  const url = 'https://github.example/acme/shop/actions/runs/1/artifacts/5';
  const files = { trace: { path: '1-1.zip' }, screenshot: { path: '1-1.png' } };
  const withArtifact = (artifact: RunResults['artifact'], failure = failedCaseOf(files)) =>
    render({ artifact, results: [failure] });

  it('of a job is linked at the artifact that contains it', () => {
    const markdown = withArtifact({ name: 'gate-firefox', id: 5, url });
    expect(markdown).toContain(`[Trace](<${url}>) · [Screenshot](<${url}>)`);
    expect(markdown).toContain(
      `Traces, screenshots and all results are in the artifact [\`gate-firefox\`](<${url}>).`,
    );
    expect(markdown).not.toContain('Set `artifact`');
  });

  it('is named if the URL of the artifact is unknown', () => {
    const markdown = withArtifact({ name: 'gate', id: 5, url: null });
    expect(markdown).toContain('Trace `1-1.zip` · Screenshot `1-1.png`');
    expect(markdown).toContain('in the artifact `gate`.');
  });

  it('without traces is the results', () => {
    expect(withArtifact({ name: 'gate', id: 5, url }, failedCaseOf())).toContain(
      'All results are in the artifact',
    );
  });

  it('that a service keeps is linked there', () => {
    const failure = failedCaseOf({ trace: { url: 'https://traces.example/1' } });
    expect(withArtifact({ name: 'gate', id: 5, url }, failure)).toContain(
      '[Trace](<https://traces.example/1>)',
    );
  });

  it('in an artifact with a hostile name is shown as text', () => {
    const name = 'a`](<https://evil.example>)<b>';
    expect(withArtifact({ name, id: 5, url })).toContain(
      'in the artifact ``a`](<https://evil.example>)<b>``.',
    );
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '//evil.example',
    'no address',
    `https://example.com/${'x'.repeat(5000)}`,
  ])('is not linked at %.40s', (traceUrl) => {
    expect(render({ results: [failedCaseOf({ trace: { url: traceUrl } })] })).not.toContain('Trace');
  });
});
