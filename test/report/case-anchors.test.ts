import { expect, it } from 'vitest';
import { caseAnchors } from '../../src/report/links.ts';
import { caseResultOf } from '../support/results.ts';

function anchorsOf(...ids: string[]) {
  return [...caseAnchors(ids.map((testCaseId) => caseResultOf({ testCaseId }))).values()];
}

it('an anchor is made of the id of the test case', () => {
  const id = '3F0C1F6E-54a7-4c1b-9d55-0f3b8d7d1a01';
  expect(anchorsOf(id)).toEqual(['case-3f0c1f6e-54a7-4c1b-9d55-0f3b8d7d1a01']);
});

it('anchors are unique, whatever the ids are', () => {
  const ids = ['a', 'a', 'A', '', '***', 'a--2', 'a-2', 'x'.repeat(100), 'x'.repeat(101), '"><img src=x>'];
  const anchors = anchorsOf(...ids);
  expect(new Set(anchors).size).toBe(ids.length);
  for (const anchor of anchors) expect(anchor).toMatch(/^case-[a-z0-9-]*$/);
});
