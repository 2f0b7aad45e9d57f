import { describe, expect, it } from 'vitest';
import { maxCommentCharacters } from '../../../src/publish/comment/limits.ts';
import type { CaseResult } from '../../../src/publish/verdict.ts';
import { composeMarkdown } from '../../support/composed.ts';
import { piecesByMicromark } from '../../support/parsed-markdown.ts';
import { aFailure, aResult, aRun } from '../../support/verdicts.ts';

const many = (count: number, make: (index: number) => CaseResult) =>
  Array.from({ length: count }, (_, i) => make(i));

/** 10,000 results, of which 5,000 failed with messages of 100 kB. */
function crowd(message: string, name = (index: number) => `case ${index}`): CaseResult[] {
  const errorMessage = message.repeat(Math.ceil(100_000 / message.length));
  return [
    ...many(5000, (index) => aFailure({ name: name(index), errorMessage })),
    ...many(5000, (index) => aResult({ name: `good ${name(index)}` })),
  ];
}

function count(markdown: string, part: string): number {
  return markdown.split(part).length - 1;
}

describe('a comment on 10,000 results with 5,000 long messages', () => {
  it('fits, and counts what it leaves out', () => {
    const markdown = composeMarkdown(
      aRun({ status: 'failed', results: crowd('a long message ') }),
      maxCommentCharacters,
    );
    const shown = count(markdown, '\n**case ');
    expect(markdown.length).toBeLessThanOrEqual(maxCommentCharacters);
    expect(shown).toBeGreaterThan(20);
    expect(markdown).toContain(`_${5000 - shown} more test cases that did not pass: see`);
    expect(markdown).toContain('<summary>5000 passed</summary>');
    const passed = count(markdown, '\n- good case ');
    expect(markdown).toContain(`_${5000 - passed} more test cases that passed: see`);
  });

  it.each([
    ['many backticks', '`'],
    ['fences', '```\n'],
    ['control characters', '\u0000'],
    ['markup', '</details>&<@#'],
    ['pairs of surrogates', '🍵'],
    ['line breaks', '\n'],
  ])('is whole Markdown, cut at a case’s boundary, where the messages and names are %s', (_, text) => {
    const results = crowd(text, (index) => `case ${index} ${text.repeat(20_000)}`);
    for (const limit of [maxCommentCharacters, 5 * maxCommentCharacters]) {
      const markdown = composeMarkdown(aRun({ status: 'failed', results }), limit);
      expect(markdown.length).toBeLessThanOrEqual(limit);
      expect(markdown.isWellFormed()).toBe(true);
      const pieces = piecesByMicromark(markdown);
      const codes = pieces.filter(({ type }) => type === 'code');
      expect(codes.length).toBeGreaterThan(2);
      expect(codes.length).toBe(pieces.filter(({ type }) => type === 'strong').length);
      const html = pieces.filter(({ type, value }) => type === 'html' && value !== '<br>');
      expect(html.map(({ value }) => value)).toEqual([
        '<details><summary>5000 passed</summary>',
        '</details>',
        '<sub>',
        '</sub>',
      ]);
    }
  });

  it('fits also where the reason, the address and the job’s name are long', () => {
    const long = '\u0000`&'.repeat(100_000);
    const run = aRun(
      { status: 'error', reason: long, reportUrl: `https://a.example/${long}`, results: crowd(long) },
      { title: long, url: long, workflowRunUrl: `https://a.example/${long}`, sha: long },
    );
    const markdown = composeMarkdown(run, maxCommentCharacters);
    expect(markdown.length).toBeLessThanOrEqual(maxCommentCharacters);
    expect(piecesByMicromark(markdown).filter(({ type }) => type === 'code').length).toBeGreaterThan(1);
  });
});

describe('a long text', () => {
  it('does not keep the cases behind it out', () => {
    const results = [aFailure({ name: 'x'.repeat(100_000) }), aFailure({ name: 'the second' })];
    const markdown = composeMarkdown(aRun({ status: 'failed', results }), maxCommentCharacters);
    expect(markdown).toContain('**the second**');
    expect(markdown).not.toContain('more test case');
  });

  it('that is a path keeps its end, which tells more', () => {
    const place = { file: `${'folder/'.repeat(10_000)}pay.yaml`, line: 3, column: 1 };
    const markdown = composeMarkdown(aRun({ results: [aResult({ status: 'unfinished', place })] }), 60_000);
    expect(markdown).toMatch(/`…[a-z/]{292}pay\.yaml:3`/);
  });

  it('is cut where it is longer than 2000 characters, and says so', () => {
    const errorMessage = `${'x'.repeat(1999)}🍵 and more`;
    const markdown = composeMarkdown(
      aRun({ status: 'failed', results: [aFailure({ errorMessage })] }),
      60_000,
    );
    expect(markdown).toContain(`\n${'x'.repeat(1999)}…\n`);
  });

  it('of one single case that has no room is said in the singular', () => {
    const markdown = composeMarkdown(aRun({ status: 'failed', results: [aFailure()] }), 500);
    expect(markdown).toContain('_1 more test case that did not pass: see');
  });
});
