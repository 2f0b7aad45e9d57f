import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeSummary, maxSummaryBytes } from '../../../src/publish/markdown/summary.ts';
import type { CaseResult } from '../../../src/publish/verdict.ts';
import { cpuMs } from '../../support/cpu-time.ts';
import { hostileText } from '../../support/hostile-text.ts';
import { piecesByMarked, piecesByMicromark, seen } from '../../support/parsed-markdown.ts';
import { aFailedStep, aFailure, aFlaky, aResult, aRun } from '../../support/verdicts.ts';

const rowsOf = (markdown: string) => markdown.split('\n').filter((line) => /^\| (?!Result)/.test(line));
const sizeOf = (markdown: string) => Buffer.byteLength(markdown);

const sourceUrl = 'https://github.example/acme/shop/blob/1';
const place = { file: 'tests/search.yaml', line: 2, column: 1 };

describe('the job summary', () => {
  const results = [
    aResult({ place, durationMs: 800 }),
    aFlaky({ name: 'Ship it' }),
    aResult({ name: 'Wait', status: 'unfinished' }),
    aResult({ name: 'No browser', status: 'error', errorMessage: 'no browser' }),
    aFailure(),
  ];
  const markdown = composeSummary(aRun({ status: 'failed', results }, { sourceUrl }));

  it('has the verdict, then what failed, then all cases in a table, those that failed first', () => {
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
      '| ⚠️ could not be run | No browser |  |  | 1 |',
      '| ⏳ did not finish | Wait |  |  |  |',
      `| 🔁 flaky | Ship it | [tests/checkout\\.yaml\\:17](<${sourceUrl}/tests/checkout.yaml#L17>) |  | 2 |`,
      '| ✅ passed | Search for tea | tests/search\\.yaml\\:2 | 800 ms | 1 |',
    ]);
  });

  it('links the line of a failed step in its details', () => {
    expect(markdown).toContain(
      `Step 3: click button “Pay” · [\`tests/checkout.yaml:17\`](<${sourceUrl}/tests/checkout.yaml#L17>)`,
    );
  });

  it('names what did not finish in the table alone, where it has nothing to tell', () => {
    const open = Array.from({ length: 30 }, (_, index) =>
      aResult({ name: `Open ${index}`, status: 'unfinished', errorMessage: 'No result came.', place }),
    );
    const run = aRun({
      status: 'timed-out',
      green: false,
      reason: '30 did not finish.',
      results: [aFailure(), ...open],
    });
    const timedOut = composeSummary(run, 100_000);
    expect(timedOut.match(/Open \d+/g)).toHaveLength(30);
    expect(timedOut).not.toContain('No result came.');
    expect(timedOut).not.toContain('<details>');
    expect(timedOut.indexOf('#### All test cases')).toBeLessThan(timedOut.indexOf('Open 0'));
    expect(rowsOf(timedOut)).toHaveLength(31);
  });

  it('has no table where there is no test case', () => {
    const empty = composeSummary(aRun({ status: 'error', reason: 'no browser', results: [] }));
    expect(empty).toContain('no browser');
    expect(empty).not.toContain('|');
  });
});

describe('a summary of many failures', () => {
  const failures = (count: number) =>
    Array.from({ length: count }, (_, index) => aFailure({ name: `Case ${index}` }));
  const folds = /<details><summary>(.*?)<\/summary>([\s\S]*?)<\/details>/g;

  it('folds them from the eleventh on, so that the table can be found', () => {
    const markdown = composeSummary(aRun({ status: 'failed', results: failures(200) }));
    const [[, title, content = ''] = [], ...others] = markdown.matchAll(folds);
    expect(others).toEqual([]);
    expect(title).toBe('190 more test cases that did not pass');
    expect(content.match(/^\*\*Case \d+\*\*/gm)).toHaveLength(190);
    const open = markdown.replace(folds, '');
    expect(open.match(/^\*\*Case \d\*\*/gm)).toHaveLength(10);
    expect(open.indexOf('#### All test cases')).toBeLessThan(3000);
    expect(rowsOf(markdown)).toHaveLength(200);
  });

  it('folds nothing where there are ten', () => {
    expect(composeSummary(aRun({ status: 'failed', results: failures(10) }))).not.toContain('<details>');
  });

  it('folds flaky ones by themselves', () => {
    const results = Array.from({ length: 12 }, (_, index) => aFlaky({ name: `Case ${index}` }));
    const markdown = composeSummary(aRun({ results: [...results, ...failures(11)] }));
    expect([...markdown.matchAll(folds)].map(([, title]) => title)).toEqual([
      '1 more test case that did not pass',
      '2 more test cases that passed at a later attempt',
    ]);
  });
});

describe('a summary of 10,000 results', () => {
  const many = (count: number, make: (index: number) => CaseResult) =>
    Array.from({ length: count }, (_, index) => make(index));

  it('has all of them where they fit', () => {
    const results = many(10_000, (index) =>
      aResult({ name: `A customer, number ${index}`, place, durationMs: 1200 }),
    );
    const markdown = composeSummary(aRun({ results }, { sourceUrl }));
    expect(rowsOf(markdown)).toHaveLength(10_000);
    expect(sizeOf(markdown)).toBeLessThanOrEqual(maxSummaryBytes);
  });

  it.each([
    ['plain', 'case '],
    ['in letters of three bytes', '漢字'],
    ['emoji', '🍵'],
    ['markup', '</td>|&<@#`'],
    ['control characters', '\u0000'],
  ])(
    'fits in bytes, cut at a row’s boundary and counted, where names and messages are %s',
    async (_, text) => {
      const name = (index: number) => `${index} ${text.repeat(50)}`;
      const errorMessage = text.repeat(5000);
      const results = [
        ...many(5000, (index) => aFailure({ name: name(index), errorMessage })),
        ...many(5000, (index) => aResult({ name: name(index), place })),
      ];
      let markdown = '';
      const ms = await cpuMs(() => {
        markdown = composeSummary(aRun({ status: 'failed', results }, { sourceUrl }));
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
    },
  );
});

describe('a table of whatever tests say', () => {
  it('has the very cells of one with harmless texts, for two readers of Markdown', () => {
    const summary = (next: () => string) =>
      composeSummary(
        aRun(
          {
            status: 'failed',
            results: [
              aFailure({
                name: `x${next()}`,
                failedStep: aFailedStep({ place: { ...place, file: `x${next()}` } }),
              }),
              aFlaky({ name: `x${next()}` }),
              aResult({ name: `x${next()}`, place: { ...place, file: `x${next()}` } }),
            ],
          },
          { sourceUrl },
        ),
      );
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

  it('shows a pipe and a backslash as they are', () => {
    const markdown = composeSummary(aRun({ results: [aResult({ name: 'a\\|b|c\\' })] }));
    const [row = ''] = rowsOf(markdown);
    expect(seen(row)).toBe('| ✅ passed | a\\\\\\|b\\|c\\\\ |  |  | 1 |');
    expect(piecesByMicromark(markdown).filter(({ type }) => type === 'tableCell')).toHaveLength(10);
  });
});
