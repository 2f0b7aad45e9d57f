import { describe, expect, it } from 'vitest';
import { placeLink, placeUrl } from '../../../src/publish/markdown/place-link.ts';
import { piecesByMarked, piecesByMicromark } from '../../support/parsed-markdown.ts';

const sourceUrl = `https://github.example/acme/shop/blob/${'a'.repeat(40)}`;
const at = (file: string) => ({ file, line: 17, column: 5 });

describe('a place in the repository', () => {
  it('is a link to its line at the commit', () => {
    expect(placeLink(at('tests/checkout.yaml'), { sourceUrl })).toBe(
      `[\`tests/checkout.yaml:17\`](<${sourceUrl}/tests/checkout.yaml#L17>)`,
    );
  });

  it('has each part of its path encoded', () => {
    expect(placeUrl(at('a b/#1?x=%2e&é[`]|<c>.yaml'), { sourceUrl })).toBe(
      `${sourceUrl}/a%20b/%231%3Fx%3D%252e%26%C3%A9%5B%60%5D%7C%3Cc%3E.yaml#L17`,
    );
  });

  it.each(['app/[id]/a.yaml', 'a](x).yaml', 'a](<evil>).yaml', 'a|b.yaml', '<img>.yaml', '\ud800.yaml'])(
    'named %j is one link, and nothing else',
    (file) => {
      for (const read of [piecesByMicromark, piecesByMarked]) {
        const links = read(placeLink(at(file), { sourceUrl })).filter(({ type }) => type !== 'root');
        expect(links.map(({ type }) => type)).toEqual(['paragraph', 'link', expect.stringMatching(/code/i)]);
        expect(links[1]?.value).toContain(`${sourceUrl}/`);
      }
    },
  );

  it.each([
    ['the commit is not known', 'a.yaml', {}],
    ['the path leads up', '../../../other/repo/blob/main/a.yaml', { sourceUrl }],
    ['the path leads up further on', 'a/../../b.yaml', { sourceUrl }],
    ['the path is absolute', '/etc/passwd', { sourceUrl }],
    ['a secret was taken out of the path', 'a/***.yaml', { sourceUrl }],
    ['the path is too long', `${'folder/'.repeat(200)}a.yaml`, { sourceUrl }],
    ['the server’s address is none of the web', 'a.yaml', { sourceUrl: 'javascript:alert(1)' }],
    ['the path has a backtick', 'a`b](<evil>).yaml', { sourceUrl }],
  ])('is code where %s', (_, file, links) => {
    expect(placeLink(at(file), links)).toMatch(/^(`+)[^`].*:17\1$/);
  });
});
