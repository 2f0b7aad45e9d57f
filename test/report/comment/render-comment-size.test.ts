import { describe, expect, it } from 'vitest';
import { maxCommentBytes, renderComment } from '../../../src/report/comment/render-comment.ts';
import type { CaseResult } from '../../../src/results/run-results.ts';
import { piecesByMicromark } from '../../support/parsed-markdown.ts';
import {
  caseResultOf,
  contentOf,
  failedCaseOf,
  failuresOf,
  type ResultsOverrides,
  resultsOf,
  visibleText,
} from '../../support/results.ts';

const render = (overrides: ResultsOverrides) => renderComment(contentOf([resultsOf(overrides)]));

const many = (count: number, make: (index: number) => CaseResult) =>
  Array.from({ length: count }, (_, i) => make(i));

/** 10,000 results, of which 5,000 failed with messages of 100 kB. */
function crowd(message: string, name = (index: number) => `case ${index}`): CaseResult[] {
  const errorMessage = message.repeat(Math.ceil(100_000 / message.length));
  return [
    ...failuresOf(5000, (index) => ({ name: name(index), errorMessage })),
    ...many(5000, (index) => caseResultOf({ name: `good ${name(index)}` })),
  ];
}

function count(markdown: string, part: string): number {
  return markdown.split(part).length - 1;
}

describe('a comment on 10,000 results with 5,000 long messages', () => {
  it('fits, and counts what it leaves out', () => {
    const markdown = render({ results: crowd('a long message ') });
    const shown = count(markdown, '\n**case ');
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(maxCommentBytes);
    expect(Buffer.byteLength(markdown)).toBeGreaterThan(maxCommentBytes * 0.9);
    expect(markdown).toContain('(5000 failed, 5000 passed of 10000, 12.3 s)');
    expect(shown).toBeGreaterThan(20);
    expect(markdown).toContain(`_${5000 - shown} more test cases that did not pass: see the job summary`);
    expect(markdown).toContain('<summary>5000 passed</summary>');
    const passed = count(markdown, '\n- good case ');
    expect(markdown).toContain(`_${5000 - passed} more test cases: see the job summary`);
  });

  it.each([
    ['many backticks', '`'],
    ['fences', '```\n'],
    ['control characters', '\u0000'],
    ['markup', '</details>&<@#'],
    ['pairs of surrogates', '🍵'],
    ['line breaks', '\n'],
  ])('is valid Markdown, cut between cases, if the messages and names are %s', (_, text) => {
    const body = render({ results: crowd(text, (index) => `case ${index} ${text.repeat(20_000)}`) });
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maxCommentBytes);
    expect(body.isWellFormed()).toBe(true);
    const pieces = piecesByMicromark(visibleText(body));
    expect(pieces.filter(({ type }) => type === 'strong').length).toBeGreaterThan(2);
    const html = pieces.filter(({ type, value }) => type === 'html' && value !== '<br>');
    // The driver's words and names of further cases may be folded inside.
    expect(html.map(({ value }) => value)).toEqual([
      '<details><summary>Details of the failures</summary>',
      '</details>',
      '<details><summary>5000 passed</summary>',
      '</details>',
      '<sub>',
      '</sub>',
    ]);
  });

  it('fits also if the reason, the addresses, the note and the names are long', () => {
    const long = '\u0000`&'.repeat(30_000);
    const job = resultsOf({
      status: 'error',
      reason: long,
      reportUrl: `https://a.example/${long}`,
      results: crowd(long),
      title: long,
      url: long,
      workflowRunUrl: `https://a.example/${long}`,
      context: { sha: long },
      artifact: { name: long, id: 1, url: `https://a.example/${long}` },
    });
    const body = renderComment(contentOf([job], { note: long }));
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maxCommentBytes);
    expect(piecesByMicromark(body).filter(({ type }) => type === 'strong').length).toBeGreaterThan(1);
  });
});

describe('a long text', () => {
  it('does not keep the cases behind it out', () => {
    const results = [
      failedCaseOf({ name: 'x'.repeat(100_000) }),
      ...failuresOf(1, () => ({ name: 'the second' })),
    ];
    const markdown = render({ results });
    expect(markdown).toContain('**the second**');
    expect(markdown).not.toContain('more test case');
  });

  it('that is a path keeps its end, which identifies the file', () => {
    const place = { file: `${'folder/'.repeat(10_000)}pay.yaml`, line: 3, column: 1 };
    expect(render({ results: [caseResultOf({ status: 'unfinished', place })] })).toMatch(
      /`…[a-z/]{292}pay\.yaml:3`/,
    );
  });

  it('is cut after 2000 characters, at a whole character', () => {
    const errorMessage = `${'x'.repeat(1999)}🍵 and more`;
    expect(render({ results: [failedCaseOf({ errorMessage })] })).toContain(`\n\`${'x'.repeat(1999)}…\`\n`);
  });
});

describe('a comment on many jobs', () => {
  const long = 'a long message '.repeat(100);
  const failing = (failed: number, job: string) =>
    failuresOf(failed, (index) => ({ name: `case ${index}`, errorMessage: `${job}: ${long}` }));
  const legOf = (name: string, jobTotal: number, results: CaseResult[]) =>
    resultsOf({
      title: `CI / browser (${name})`,
      workflowRunUrl: `https://github.example/acme/shop/actions/runs/50/jobs/${name}`,
      results,
      job: { matrix: [name], jobTotal },
    });

  it('gives each a fair share: all show some failures and count the others', () => {
    const names = ['many', '1', '2', '3', '4', '5', '6', 'few'];
    const sizes: Record<string, number> = { many: 500, few: 1 };
    const jobs = names.map((name) => legOf(name, names.length, failing(sizes[name] ?? 100, name)));
    const body = renderComment(contentOf(jobs));
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maxCommentBytes);
    expect(Buffer.byteLength(body)).toBeGreaterThan(maxCommentBytes * 0.75);
    const [, ...sections] = body.split(/^#### ❌ browser /m);
    const detailed = sections.map(
      (section) => [/\w+/.exec(section)?.[0] ?? '', count(section, '\n**case ')] as const,
    );
    const found = Object.fromEntries(detailed);
    expect(found.few).toBe(1);
    expect(Math.min(...detailed.map(([, failures]) => failures))).toBeGreaterThan(0);
    expect(found.many).toBeLessThan(10);
    expect(body).toMatch(/_49\d more test cases that did not pass: see the job summary/);
    expect(body).toMatch(/\n- … and 4[67]\d more\n/);
  });

  it('fits 256 jobs that failed, and counts the rows and jobs that it leaves out', () => {
    const names = Array.from({ length: 256 }, (_, index) => `with a name of some length, ${index}`);
    const jobs = names.map((name) => legOf(name, 256, failing(4, name)));
    const body = renderComment(contentOf(jobs));
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maxCommentBytes);
    expect(body).toContain('(1024 failed of 1024, 256 jobs, 12.3 s)');
    const rows = count(body, '\n| ❌ |');
    expect(rows).toBeGreaterThan(50);
    expect(body).toContain(`_${256 - rows} more jobs_`);
    const sections = count(body, '\n#### ❌ ');
    expect(sections).toBeGreaterThan(5);
    expect(body).toContain(`_${256 - sections} more jobs: see the job summary and the results file._`);
    expect(count(body, '\n**case ')).toBeGreaterThanOrEqual(sections);
  });

  it('has one section for 256 jobs that failed in the same way', () => {
    const names = Array.from({ length: 256 }, (_, index) => `job-${index}`);
    const body = renderComment(contentOf(names.map((name) => legOf(name, 256, failing(4, 'every job')))));
    expect(count(body, '\n#### ❌ ')).toBe(1);
    expect(count(body, '\n**case ')).toBe(4);
    expect(body).toMatch(/\*\*case 0\*\* \(.+\) · also in (browser \S+, ){9}browser \S+ and 245 more<br>/);
  });

  it('fits 256 jobs of which one failed among long names and reasons', () => {
    const long = '\u0000&<'.repeat(2000);
    const jobs = many(256, () => caseResultOf()).map((result, index) =>
      resultsOf({
        title: `${long}${index}`,
        reason: long,
        status: index === 200 ? 'failed' : 'error',
        workflowRunUrl: `https://github.example/${'&'.repeat(900)}`,
        results: index === 200 ? [failedCaseOf()] : [result],
        job: { matrix: [`${long}${index}`], jobTotal: 256 },
      }),
    );
    const body = renderComment(contentOf(jobs));
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maxCommentBytes);
    expect(body).toContain('**Pay by card**');
  });
});
