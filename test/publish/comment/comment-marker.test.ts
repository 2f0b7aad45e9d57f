import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commentKey, isNewer, readMarker, writeMarker } from '../../../src/publish/comment/comment-marker.ts';
import { piecesByMicromark } from '../../support/parsed-markdown.ts';

describe('the hidden marker of a comment', () => {
  it('is read back as it was written, whatever workflow and job are called', () => {
    const number = fc.nat();
    fc.assert(
      fc.property(fc.string(), fc.string(), number, number, fc.boolean(), (workflow, job, ...told) => {
        const [runId, attempt, running] = told;
        const key = commentKey(workflow, job);
        const marker = writeMarker(key, { runId, attempt }, running);
        expect(readMarker(`${marker}\ntext`, key)).toEqual({ runId, attempt, running });
        expect(piecesByMicromark(marker).map(({ type }) => type)).toEqual(['root', 'html']);
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  it('tells a job from another, also where their names together read the same', () => {
    const keys = [commentKey('CI', 'browser'), commentKey('CI', 'other'), commentKey('CIb', 'rowser')];
    expect(new Set(keys).size).toBe(3);
    expect(
      readMarker(
        writeMarker(commentKey('CI', 'browser'), { runId: 1, attempt: 1 }),
        commentKey('CI', 'other'),
      ),
    ).toBe(undefined);
  });

  it('is only one where it is the very beginning of the body', () => {
    const key = commentKey('CI', 'browser');
    const marker = writeMarker(key, { runId: 1, attempt: 1 });
    for (const before of [' ', '\n', '> ', 'x']) expect(readMarker(before + marker, key)).toBe(undefined);
    expect(readMarker(marker.slice(0, -1), key)).toBe(undefined);
  });

  it('orders runs by their number, then by their attempt', () => {
    expect(isNewer({ runId: 10, attempt: 1 }, { runId: 9, attempt: 2 })).toBe(true);
    expect(isNewer({ runId: 9, attempt: 2 }, { runId: 9, attempt: 1 })).toBe(true);
    expect(isNewer({ runId: 9, attempt: 1 }, { runId: 9, attempt: 1 })).toBe(false);
    expect(isNewer({ runId: 9, attempt: 3 }, { runId: 10, attempt: 1 })).toBe(false);
  });
});
