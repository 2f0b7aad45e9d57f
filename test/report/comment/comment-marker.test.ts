import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commentMarker, isNewerRun, readCommentMarker } from '../../../src/report/comment/hidden-lines.ts';
import { gateKey } from '../../../src/results/jobs.ts';
import { piecesByMicromark } from '../../support/parsed-markdown.ts';

const run = { runId: 1, attempt: 1 };
const key = gateKey({ workflow: 'CI', job: 'browser' });

describe('the hidden marker of a comment', () => {
  it('is read back as it was written, whatever workflow and job are called', () => {
    const number = fc.nat();
    fc.assert(
      fc.property(
        fc.record({ workflow: fc.string(), job: fc.string() }),
        fc.record({ runId: number, attempt: number }),
        fc.boolean(),
        ({ workflow, job }, { runId, attempt }, isFinal) => {
          const anyKey = gateKey({ workflow, job });
          const marker = commentMarker(anyKey, { runId, attempt }, isFinal);
          expect(readCommentMarker(`${marker}\ntext`, anyKey)).toEqual({ runId, attempt, running: !isFinal });
          expect(piecesByMicromark(marker).map(({ type }) => type)).toEqual(['root', 'html']);
        },
      ),
      { numRuns: 300, seed: 7 },
    );
  });

  it('has this very form, which comments of earlier versions have', () => {
    expect(commentMarker(key, { runId: 50, attempt: 2 }, true)).toBe(
      `<!-- browser-test-gate:${key} run=50.2 -->`,
    );
    expect(commentMarker(key, { runId: 50, attempt: 2 }, false)).toBe(
      `<!-- browser-test-gate:${key} run=50.2 running -->`,
    );
  });

  it('does not match the key of another job', () => {
    const other = gateKey({ workflow: 'CI', job: 'other' });
    expect(readCommentMarker(commentMarker(key, run, true), other)).toBe(undefined);
  });

  it('counts only at the very beginning of the body', () => {
    const marker = commentMarker(key, run, true);
    for (const before of [' ', '\n', '> ', 'x'])
      expect(readCommentMarker(before + marker, key)).toBe(undefined);
    expect(readCommentMarker(marker.slice(0, -1), key)).toBe(undefined);
  });

  it('orders runs by their number, then by their attempt', () => {
    expect(isNewerRun({ runId: 10, attempt: 1 }, { runId: 9, attempt: 2 })).toBe(true);
    expect(isNewerRun({ runId: 9, attempt: 2 }, { runId: 9, attempt: 1 })).toBe(true);
    expect(isNewerRun({ runId: 9, attempt: 1 }, { runId: 9, attempt: 1 })).toBe(false);
    expect(isNewerRun({ runId: 9, attempt: 3 }, { runId: 10, attempt: 1 })).toBe(false);
  });
});
