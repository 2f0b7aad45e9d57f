import { expect, it } from 'vitest';
import { joinUrl } from '../../src/runner/requests.ts';

it.each([
  ['http://a.example', '', 'http://a.example'],
  ['http://a.example/app?x=1', '', 'http://a.example/app?x=1'],
  ['http://a.example', '/cart', 'http://a.example/cart'],
  ['http://a.example/app', '/cart', 'http://a.example/app/cart'],
  ['http://a.example/app//', '//cart', 'http://a.example/app/cart'],
  ['http://a.example/app', '?q=1', 'http://a.example/app?q=1'],
  ['http://a.example', '?q=1', 'http://a.example/?q=1'],
  ['http://a.example/wiki/doku.php?old=1', '?id=x#top', 'http://a.example/wiki/doku.php?id=x#top'],
  ['http://a.example/app?x=1', '#top', 'http://a.example/app?x=1#top'],
  ['http://a.example', '/at/12:30', 'http://a.example/at/12:30'],
  ['http://a.example', 'https://b.example/x', 'https://b.example/x'],
])('%s and "%s" make %s', (base, path, joined) => {
  expect(joinUrl(base, path)).toBe(joined);
});

it.each(['javascript:alert(1)', 'file:///etc/passwd', 'localhost:3000/cart', 'https://'])(
  '"%s" is refused',
  (path) => {
    expect(() => joinUrl('http://a.example', path)).toThrow(`Cannot open "${path}"`);
  },
);
