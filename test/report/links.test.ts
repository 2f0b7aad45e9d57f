import { describe, expect, it } from 'vitest';
import { caseAnchors, sourceUrlOf } from '../../src/report/links.ts';
import { sourceLink } from '../../src/report/markdown/markdown.ts';
import { piecesByMarked, piecesByMicromark } from '../support/parsed-markdown.ts';
import { caseResultOf } from '../support/results.ts';

const sourceUrl = `https://github.example/acme/shop/blob/${'a'.repeat(40)}`;
const at = (file: string) => ({ file, line: 17, column: 5 });

describe('the location of a case', () => {
  it('is a link to the line at the commit', () => {
    expect(sourceLink(at('tests/checkout.yaml'), sourceUrl)).toBe(
      `[\`tests/checkout.yaml:17\`](<${sourceUrl}/tests/checkout.yaml#L17>)`,
    );
  });

  it('has each part of its path encoded', () => {
    expect(sourceUrlOf(at('a b/#1?x=%2e&é[`]|<c>.yaml'), sourceUrl)).toBe(
      `${sourceUrl}/a%20b/%231%3Fx%3D%252e%26%C3%A9%5B%60%5D%7C%3Cc%3E.yaml#L17`,
    );
  });

  it.each(['app/[id]/a.yaml', 'a](x).yaml', 'a](<evil>).yaml', 'a|b.yaml', '<img>.yaml', '\ud800.yaml'])(
    'in %j is one link, and nothing else',
    (file) => {
      for (const read of [piecesByMicromark, piecesByMarked]) {
        const links = read(sourceLink(at(file), sourceUrl)).filter(({ type }) => type !== 'root');
        expect(links.map(({ type }) => type)).toEqual(['paragraph', 'link', expect.stringMatching(/code/i)]);
        expect(links[1]?.value).toContain(`${sourceUrl}/`);
      }
    },
  );

  it.each([
    ['the commit is unknown', 'a.yaml', null],
    ['the path leads up', '../../../other/repo/blob/main/a.yaml', sourceUrl],
    ['the path leads up further on', 'a/../../b.yaml', sourceUrl],
    ['the path is absolute', '/etc/passwd', sourceUrl],
    ['a secret in the path was redacted', 'a/***.yaml', sourceUrl],
    ['the path is too long', `${'folder/'.repeat(200)}a.yaml`, sourceUrl],
    ['the URL of the server is not http', 'a.yaml', 'javascript:alert(1)'],
    ['the path has a backtick', 'a`b](<evil>).yaml', sourceUrl],
  ])('is a code span if %s', (_, file, url) => {
    expect(sourceLink(at(file), url)).toMatch(/^(`+)[^`].*:17\1$/);
  });
});

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
