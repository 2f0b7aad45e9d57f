import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeSummary, maxSummaryBytes } from '../../src/report/summary.ts';
import type { CaseResult, Redacted, RunResults } from '../../src/results/run-results.ts';
import { cpuMs } from '../support/cpu-time.ts';
import { hostileText } from '../support/hostile-text.ts';
import { piecesByMarked, piecesByMicromark, seen } from '../support/parsed-markdown.ts';
import {
  caseResultOf,
  failedCaseOf,
  failedStepOf,
  failuresOf,
  flakyCaseOf,
  type ResultsOverrides,
  resultsOf,
} from '../support/results.ts';

const compose = (overrides: ResultsOverrides, maxBytes?: number) =>
  composeSummary([resultsOf(overrides)], maxBytes);

const rowsOf = (markdown: string) => markdown.split('\n').filter((line) => /^\| (?!Result)/.test(line));
const sizeOf = (markdown: string) => Buffer.byteLength(markdown);

const sourceUrl = 'https://github.example/acme/shop/blob/1';
const place = { file: 'tests/search.yaml', line: 2, column: 1 };

describe('the job summary', () => {
  const results = [
    caseResultOf({ place, durationMs: 800 }),
    flakyCaseOf({ name: 'Ship it' }),
    caseResultOf({ name: 'Wait', status: 'unfinished' }),
    caseResultOf({ name: 'No browser', status: 'error', errorMessage: 'no browser' }),
    failedCaseOf(),
  ];
  const markdown = compose({ results, sourceUrl });

  it('has the headline, then the failures, then all cases in a table, worst first', () => {
    const [title, details, table] = [
      '### ❌ Browser tests failed',
      '**Pay by card**',
      '#### All test cases',
    ].map((words) => markdown.indexOf(words));
    expect([title, details, table]).toEqual([0, expect.any(Number), expect.any(Number)]);
    expect(details).toBeGreaterThan(0);
    expect(table).toBeGreaterThan(details ?? 0);
    expect(rowsOf(markdown)).toEqual([
      `| ❌ failed | Pay by card | [tests/checkout\\.yaml\\:17](<${sourceUrl}/tests/checkout.yaml#L17>) | 5.4 s | 1 |`,
      '| ⚠️ could not run | No browser |  |  | 1 |',
      '| ⏳ did not finish | Wait |  |  |  |',
      `| 🔁 flaky | Ship it | [tests/checkout\\.yaml\\:17](<${sourceUrl}/tests/checkout.yaml#L17>) |  | 2 |`,
      '| ✅ passed | Search for tea | tests/search\\.yaml\\:2 | 800 ms | 1 |',
    ]);
  });

  it('lists the problems of a reason, so that they wrap on a narrow screen', () => {
    const reason = '2 problems with the inputs:\n  - url: "`shop`" is no URL\n  - mode: <b>';
    expect(compose({ status: 'error', reason, results: [] })).toContain(
      '`2 problems with the inputs:`\n\n- ``url: "`shop`" is no URL``\n- `mode: <b>`',
    );
    const other = 'the command failed:\n  - one\nEACCES';
    expect(compose({ status: 'error', reason: other, results: [] })).toContain(
      '`the command failed:`\n\n```text\n  - one\nEACCES\n```',
    );
  });

  it('links the line of a failed step in its details', () => {
    expect(markdown).toContain(
      `Step 3: click button “Pay” · [\`tests/checkout.yaml:17\`](<${sourceUrl}/tests/checkout.yaml#L17>)`,
    );
  });

  it('names unfinished cases in the table only', () => {
    const open = Array.from({ length: 30 }, (_, index) =>
      caseResultOf({ name: `Open ${index}`, status: 'unfinished', errorMessage: 'No result came.', place }),
    );
    const timedOut = compose({
      status: 'timed-out',
      reason: '30 did not finish.',
      results: [failedCaseOf(), ...open],
    });
    expect(timedOut.match(/Open \d+/g)).toHaveLength(30);
    expect(timedOut).not.toContain('No result came.');
    expect(timedOut).not.toContain('<details>');
    expect(timedOut.indexOf('#### All test cases')).toBeLessThan(timedOut.indexOf('Open 0'));
    expect(rowsOf(timedOut)).toHaveLength(31);
  });

  it('has no table if there are no test cases', () => {
    const empty = compose({ status: 'error', reason: 'no browser', results: [] });
    expect(empty).toContain('no browser');
    expect(empty).not.toContain('|');
  });
});

describe('a failure in the job summary', () => {
  it('has the driver’s whole message', () => {
    const locator = "getByRole('button', { name: 'Pay' })";
    const errorMessage = `Expected: visible\n\nCall log:\n  - waiting for ${locator}`;
    expect(compose({ results: [failedCaseOf({ errorMessage })] })).toContain(
      `Call log:\n  - waiting for ${locator}`,
    );
  });

  it('names its files, which are linked at the artifact', () => {
    const url = 'https://github.example/acme/shop/actions/runs/1/artifacts/5';
    const files = { trace: { path: '1-1.zip' }, screenshot: { path: '1-1.png' } };
    const artifact = { name: 'gate', id: 5, url };
    expect(compose({ artifact, results: [failedCaseOf(files)] })).toContain(
      `Trace [\`1-1.zip\`](<${url}>) · Screenshot [\`1-1.png\`](<${url}>)`,
    );
  });
});

describe('a summary of several runs', () => {
  const runOf = (title: string, results: CaseResult[]) => resultsOf({ title, results });
  const headings = (markdown: string) => [...markdown.matchAll(/^## (.*)$/gm)].map(([, title]) => title);

  it('has one after the other, each with its title and headline', () => {
    const markdown = composeSummary([
      runOf('browser (chrome)', [caseResultOf()]),
      runOf('browser (firefox)', [failedCaseOf()]),
    ]);
    expect(headings(markdown)).toEqual(['browser \\(chrome\\)', 'browser \\(firefox\\)']);
    expect(markdown).toContain(
      '## browser \\(chrome\\)\n\n### ✅ Browser tests passed (1 passed of 1, 12.3 s)',
    );
    expect(markdown).toContain('### ❌ Browser tests failed');
    expect(markdown.match(/^#### All test cases$/gm)).toHaveLength(2);
  });

  it.each([
    [20, 'x '],
    [256, '漢字'],
  ])('gives each of %d runs a fair share', (count, text) => {
    const results = failuresOf(100, () => ({ errorMessage: text.repeat(2000) }));
    const runs: Redacted<RunResults>[] = Array.from({ length: count }, (_, index) =>
      runOf(`browser ${index}`, index === 0 ? [caseResultOf({ name: 'the only one' })] : results),
    );
    const markdown = composeSummary(runs);
    expect(sizeOf(markdown)).toBeLessThanOrEqual(maxSummaryBytes);
    expect(sizeOf(markdown)).toBeGreaterThan(maxSummaryBytes * 0.5);
    expect(headings(markdown)).toHaveLength(count);
    expect(markdown).toContain('the only one');
  });

  it('gives one large run the space that small ones do not use', () => {
    const results = failuresOf(5000);
    const small = Array.from({ length: 100 }, (_, index) => runOf(`browser ${index}`, [caseResultOf()]));
    const markdown = composeSummary([runOf('large', results), ...small]);
    expect(sizeOf(markdown)).toBeLessThanOrEqual(maxSummaryBytes);
    expect(sizeOf(markdown)).toBeGreaterThan(maxSummaryBytes * 0.8);
    expect(headings(markdown)).toHaveLength(101);
  });

  it('counts the runs that do not fit', () => {
    const runs = Array.from({ length: 50 }, (_, index) => runOf(`browser ${index}`, [failedCaseOf()]));
    const markdown = composeSummary(runs, 10_000);
    expect(sizeOf(markdown)).toBeLessThanOrEqual(10_000);
    const left = 50 - headings(markdown).length;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(40);
    expect(markdown).toContain(`_${left} more jobs: see the results files._`);
  });
});

describe('a summary of many failures', () => {
  const folds = /<details><summary>(.*?)<\/summary>([\s\S]*?)<\/details>/g;
  const detailsOf = (markdown: string) =>
    [...markdown.matchAll(folds)].map(([, title, text = '']) => ({ title, text }));

  it('lists them, with the details folded, so that the table can be found', () => {
    const markdown = compose({ results: failuresOf(200) });
    const [details, ...others] = detailsOf(markdown);
    expect(others).toEqual([]);
    expect(details?.title).toBe('Details of the failures');
    expect(details?.text.match(/^\*\*Case \d+\*\*/gm)).toHaveLength(200);
    const open = markdown.replace(folds, '');
    expect(open.match(/^- \*\*Case \d+\*\*/gm)).toHaveLength(40);
    expect(open).toContain('\n- … and 160 more\n');
    expect(open.indexOf('#### All test cases')).toBeLessThan(6000);
    expect(rowsOf(markdown)).toHaveLength(200);
  });

  it('folds nothing if there are four', () => {
    expect(compose({ results: failuresOf(4) })).not.toContain('<details>');
  });

  it('folds flaky cases separately', () => {
    const results = Array.from({ length: 12 }, (_, index) => flakyCaseOf({ name: `Case ${index}` }));
    const markdown = compose({ results: [...results, ...failuresOf(5)] });
    expect(detailsOf(markdown).map(({ title }) => title)).toEqual(['Details of the failures', '12 flaky']);
  });
});

describe('a summary of 10,000 results', () => {
  const many = (count: number, make: (index: number) => CaseResult) =>
    Array.from({ length: count }, (_, index) => make(index));

  it('has all of them if they fit', () => {
    const results = many(10_000, (index) =>
      caseResultOf({ name: `A customer, number ${index}`, place, durationMs: 1200 }),
    );
    const markdown = compose({ results, sourceUrl });
    expect(rowsOf(markdown)).toHaveLength(10_000);
    expect(sizeOf(markdown)).toBeLessThanOrEqual(maxSummaryBytes);
  });

  it.each([
    ['plain', 'case '],
    ['in letters of three bytes', '漢字'],
    ['emoji', '🍵'],
    ['markup', '</td>|&<@#`'],
    ['control characters', '\u0000'],
  ])('fits in bytes, cut between rows and counted, if names and messages are %s', async (_, text) => {
    const name = (index: number) => `${index} ${text.repeat(50)}`;
    const errorMessage = text.repeat(5000);
    const results = [
      ...failuresOf(5000, (index) => ({ name: name(index), errorMessage })),
      ...many(5000, (index) => caseResultOf({ name: name(index), place })),
    ];
    let markdown = '';
    const ms = await cpuMs(() => {
      markdown = compose({ results, sourceUrl });
    });
    expect(ms).toBeLessThan(10_000);
    expect(sizeOf(markdown)).toBeLessThanOrEqual(maxSummaryBytes);
    // Nothing is given away either.
    expect(sizeOf(markdown)).toBeGreaterThan(maxSummaryBytes * 0.95);
    expect(markdown.isWellFormed()).toBe(true);
    const shown = rowsOf(markdown).length;
    const [, left] = /_([0-9]+) more test cases: see the results file\._/.exec(markdown) ?? [];
    expect(shown).toBeGreaterThan(400);
    expect(shown + Number(left)).toBe(10_000);
    expect(markdown).toMatch(
      /_[0-9]+ more test cases that did not pass: see the table and the results file\._/,
    );
    expect(markdown.trimEnd()).toMatch(/<sub>.*<\/sub>$/);
  });
});

describe('a table of whatever tests say', () => {
  it('has the cells of one with harmless texts, for two Markdown parsers', () => {
    const summary = (next: () => string) =>
      compose({
        sourceUrl,
        results: [
          failedCaseOf({
            name: `x${next()}`,
            failedStep: failedStepOf({ place: { ...place, file: `x${next()}` } }),
          }),
          flakyCaseOf({ name: `x${next()}` }),
          caseResultOf({ name: `x${next()}`, place: { ...place, file: `x${next()}` } }),
        ],
      });
    const harmless = summary(() => 'x');
    fc.assert(
      fc.property(fc.infiniteStream(hostileText), (stream) => {
        const hostile = summary(() => stream.next().value);
        for (const read of [piecesByMicromark, piecesByMarked]) {
          // A path that leads elsewhere is not linked.
          const shape = (markdown: string) =>
            read(markdown)
              .map(({ type, value }) => (type === 'html' ? value : type))
              .filter((type) => type !== 'link');
          expect(shape(hostile)).toEqual(shape(harmless));
          for (const { value } of read(hostile).filter(({ type }) => type === 'link')) {
            expect(value).toMatch(/^https:\/\/github\.example\/acme\/shop\/blob\/1\/(x|tests\/)/);
          }
        }
      }),
      { numRuns: 80, seed: 20_260_104 },
    );
  });

  it('shows a pipe and a backslash', () => {
    const markdown = compose({ results: [caseResultOf({ name: 'a\\|b|c\\' })] });
    const [row = ''] = rowsOf(markdown);
    expect(seen(row)).toBe('| ✅ passed | a\\\\\\|b\\|c\\\\ |  |  | 1 |');
    expect(piecesByMicromark(markdown).filter(({ type }) => type === 'tableCell')).toHaveLength(10);
  });
});
