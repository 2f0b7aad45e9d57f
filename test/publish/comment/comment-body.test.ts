import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBody, writeBody } from '../../../src/publish/comment/comment-body.ts';
import { commentKey, writeMarker } from '../../../src/publish/comment/comment-marker.ts';
import { endedSection } from '../../../src/publish/comment/own-section.ts';
import { type Section, sectionId } from '../../../src/publish/comment/section.ts';
import { shareRoom } from '../../../src/publish/comment/share-room.ts';
import type { PublishedRun } from '../../../src/publish/verdict.ts';
import { shownText } from '../../support/comment-run.ts';
import { hostileText } from '../../support/hostile-text.ts';
import { piecesByMarked, piecesByMicromark } from '../../support/parsed-markdown.ts';
import { aFailure, aResult, aRun } from '../../support/verdicts.ts';

const key = commentKey('CI', 'browser');
const id = (part: string) => sectionId({ workflow: 'CI', job: 'browser', part, stepName: 'gate' });

/** A section as a run leaves it. */
function section(part: string, run: PublishedRun, more: Partial<Section['data']> = {}): Section {
  const writer = {
    id: id(part),
    run: { runId: 50, attempt: 1 },
    title: `CI / browser (${part})`,
    step: '',
    sha: 'a'.repeat(40),
    url: 'https://github.example/acme/shop/actions/runs/50',
  };
  const ended = endedSection(writer, run, [], 1_800_000_000_000);
  return { ...ended, data: { ...ended.data, ...more } };
}

const failing = (count: number, errorMessage: string) =>
  aRun({
    status: 'failed',
    green: false,
    results: Array.from({ length: count }, (_, index) =>
      aFailure({ name: `case ${index}`, testCaseId: `case ${index}`, errorMessage }),
    ),
  });

function sectionsOf(body: string): readonly Section[] {
  const content = readBody(body, key);
  return content?.kind === 'sections' ? content.sections : [];
}

describe('a comment', () => {
  it('is read back as it was written, whatever tests say', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 1, maxLength: 4 }), (texts) => {
        const sections = texts.map((text, index) =>
          section(
            String(index),
            aRun({ status: 'failed', results: [aFailure({ name: text, errorMessage: text })] }),
          ),
        );
        const read = sectionsOf(writeBody(key, sections, id('0')));
        expect(read.toSorted(byTitle)).toEqual(sections.toSorted(byTitle));
      }),
      { numRuns: 300, seed: 11 },
    );
  });

  it('of hostile titles and texts has the structure of a harmless one, for two readers of Markdown', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (title, text) => {
        const bodyOf = (words: string, said: string) =>
          writeBody(
            key,
            ['1', '2'].map((part) =>
              section(
                part,
                aRun(
                  { status: 'failed', results: [aFailure({ name: said, errorMessage: said })] },
                  { title: 'x' },
                ),
                { title: `x${words}${part}`.slice(0, 300), step: `y${words}`.slice(0, 200) },
              ),
            ),
            id('1'),
          );
        const [hostile, harmless] = [bodyOf(title, text), bodyOf('x', 'x')];
        for (const read of [piecesByMicromark, piecesByMarked]) {
          expect(read(hostile).map(({ type }) => type)).toEqual(read(harmless).map(({ type }) => type));
        }
      }),
      { numRuns: 200, seed: 12 },
    );
  });

  it('has marks that no test can forge, also one that has read the comment before', () => {
    const first = writeBody(key, [section('1', failing(1, 'x'))], id('1'));
    const marks = first.match(/^<!--.*-->$/gm) ?? [];
    expect(marks.length).toBeGreaterThan(2);
    const forging = section('1', failing(1, `${marks.join('\nforged\n')}\n`));
    const second = writeBody(key, [forging, section('2', aRun())], id('1'));
    expect(sectionsOf(second).map(({ rows }) => rows)).toContainEqual(forging.rows);
    expect(sectionsOf(second)).toHaveLength(2);
  });

  const good = { runId: 50, attempt: 1 };
  const data = (value: unknown) =>
    `<!-- data:${deflateRawSync(JSON.stringify(value)).toString('base64')} -->`;
  it.each([
    ['no base64', '<!-- data:%%% -->'],
    ['nothing packed', '<!-- data:AAAA -->'],
    ['no JSON', `<!-- data:${deflateRawSync('{').toString('base64')} -->`],
    ['of another form', data({ nonce: '0'.repeat(12), sections: [{ id: 'x' }] })],
    ['without a section', data({ nonce: '0'.repeat(12), sections: [] })],
    ['larger than anything of ours', data({ nonce: 'x'.repeat(5_000_000), sections: [] })],
  ])('that remembers something %s counts as one that remembers nothing', (_, line) => {
    const content = readBody(`${writeMarker(key, good)}\n${line}\n### text`, key);
    expect(content).toEqual({ kind: 'plain', run: good, running: false, text: '' });
  });

  it('of an earlier version keeps its text', () => {
    const content = readBody(`${writeMarker(key, good)}\r\n### ❌ It failed\r\nfor a reason`, key);
    expect(content).toEqual({
      kind: 'plain',
      run: good,
      running: false,
      text: '### ❌ It failed\nfor a reason',
    });
  });

  it('of another key is none of ours', () => {
    expect(readBody(writeBody(key, [section('1', aRun())], id('1')), commentKey('CI', 'other'))).toBe(
      undefined,
    );
  });
});

function byTitle(one: Section, other: Section): number {
  return one.data.title < other.data.title ? -1 : 1;
}

describe('a comment with more than GitHub takes', () => {
  const long = 'a long message '.repeat(100);

  it('shares its room fairly: each section shows some failures and counts the others', () => {
    const sections = [
      section('many', failing(500, long)),
      ...['1', '2', '3', '4', '5', '6'].map((part) => section(part, failing(100, long))),
      section('few', failing(1, long)),
    ];
    const body = writeBody(key, sections, id('many'));
    expect(body.length).toBeLessThanOrEqual(60_000);
    expect(body.length).toBeGreaterThan(45_000);
    const shown = Object.fromEntries(
      sectionsOf(body).map(({ data: { title }, rows }) => [
        title,
        rows.filter(({ kind }) => kind === 'problem').length,
      ]),
    );
    expect(shown['CI / browser (few)']).toBe(1);
    expect(Math.min(...Object.values(shown))).toBeGreaterThan(0);
    expect(shown['CI / browser (many)']).toBeLessThan(10);
    expect(body).toMatch(/_49\d more test cases that did not pass: see the job summary/);
    const pieces = piecesByMicromark(shownText(body));
    const codes = pieces.filter(({ type }) => type === 'code').length;
    expect(codes).toBe(Object.values(shown).reduce((sum, count) => sum + count));
  });

  it('remembers 256 sections, the latest and its own, and of one run those that failed', () => {
    const job = (index: number, run: PublishedRun, runId: number) =>
      section(`part ${index}`, run, {
        run: { runId, attempt: 1 },
        sha: String(runId).repeat(20),
        url: `https://github.example/acme/shop/actions/runs/${runId}`,
      });
    const sections = [
      ...Array.from({ length: 40 }, (_, index) => job(index, aRun(), 50)),
      ...Array.from({ length: 270 }, (_, index) =>
        job(40 + index, index < 60 ? aRun() : failing(5, long), 51),
      ),
    ];
    const body = writeBody(key, sections, id('part 0'));
    expect(body.length).toBeLessThanOrEqual(60_000);
    const kept = sectionsOf(body).map(({ data }) => data);
    expect(kept).toHaveLength(256);
    expect(kept.filter(({ outcome }) => outcome?.status === 'failed')).toHaveLength(210);
    expect(kept.filter(({ run }) => run.runId === 50).map(({ title }) => title)).toEqual([
      'CI / browser (part 0)',
    ]);
    expect(body).toContain('(255 of 256 jobs done, 1050 failed, 45 passed of 1095)');
  });

  it('forgets since when cases fail before it forgets sections, that of the oldest first', () => {
    const sections = Array.from({ length: 8 }, (_, index) =>
      section(`part ${index}`, failing(900, 'x'), { run: { runId: 50 + index, attempt: 1 } }),
    ).map((each, part) => ({
      ...each,
      data: {
        ...each.data,
        failing: endedSection(
          { id: each.data.id, run: each.data.run, title: '', step: '' },
          aRun({
            status: 'failed',
            results: Array.from({ length: 900 }, (_, index) => aFailure({ testCaseId: `${part} ${index}` })),
          }),
          [],
          0,
        ).data.failing,
      },
    }));
    const body = writeBody(key, sections, id('part 0'));
    expect(body.length).toBeLessThanOrEqual(60_000);
    const remembering = sectionsOf(body).filter(({ data }) => data.failing !== undefined);
    expect(sectionsOf(body)).toHaveLength(8);
    expect(remembering.map(({ data }) => data.run.runId).sort()).toEqual([50, 56, 57]);
  });

  it('forgets a section that has not run for a week, while others have', () => {
    const week = 7 * 24 * 60 * 60;
    const at = 1_800_000_000;
    const old = section('old', aRun(), { at: at - week - 1 });
    const recent = section('recent', aRun(), { at: at - week + 1 });
    const body = writeBody(key, [section('now', aRun(), { at }), old, recent], id('now'));
    expect(sectionsOf(body).map(({ data }) => data.title)).toEqual([
      'CI / browser (now)',
      'CI / browser (recent)',
    ]);
    expect(sectionsOf(writeBody(key, [old, section('now', aRun(), { at })], id('old')))).toHaveLength(2);
  });

  it('with 10,000 results of one section has the most of its failures', () => {
    const results = [
      ...failing(5000, long).verdict.results,
      ...Array.from({ length: 5000 }, (_, index) => aResult({ name: `good ${index}` })),
    ];
    const body = writeBody(key, [section('1', aRun({ status: 'failed', results }))], id('1'));
    expect(body.length).toBeLessThanOrEqual(60_000);
    expect(body.length).toBeGreaterThan(50_000);
    expect(body).toContain('(5000 failed, 5000 passed of 10000');
    expect(body).toContain('<summary>5000 passed</summary>');
  });
});

it('room is shared so that nobody gets more than asked for, and the rest is shared alike', () => {
  expect(shareRoom([10, 100, 300], 400)).toEqual([10, 100, 290]);
  expect(shareRoom([300, 10, 100], 200)).toEqual([95, 10, 95]);
  expect(shareRoom([5, 5], 100)).toEqual([5, 5]);
  expect(shareRoom([50, 50], -10)).toEqual([0, 0]);
});
