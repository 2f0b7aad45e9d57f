import { expect, it } from 'vitest';
import { cutSnapshot, parseSnapshot } from '../../../src/runner/evidence/snapshot.ts';

it.each([
  ['- button "Pay"', { role: 'button', name: 'Pay', text: '', indent: 0 }],
  ['  - heading "Cart" [level=1]', { role: 'heading', name: 'Cart', text: '', indent: 2 }],
  ['- textbox "Name": Ann', { role: 'textbox', name: 'Name', text: 'Ann' }],
  ['- paragraph: "Total: 9"', { role: 'paragraph', name: '', text: 'Total: 9' }],
  [String.raw`- button "Say \"hi\""`, { role: 'button', name: 'Say "hi"' }],
  [`- 'heading "Cart: it''s \\"all\\" #1" [level=1]'`, { role: 'heading', name: 'Cart: it\'s "all" #1' }],
  ['- list:', { role: 'list', name: '', text: '' }],
  ['- /url: /cart', { role: '', name: '' }],
  ['', { role: '', name: '', indent: 0 }],
])('reads the line %j', (line, expected) => {
  expect(parseSnapshot(line)).toEqual([expect.objectContaining({ line, ...expected })]);
});

it('a snapshot of up to 4,000 characters stays whole', () => {
  const snapshot = Array.from({ length: 100 }, (_, index) => `- button "Remove ${index}"`).join('\n');
  expect(cutSnapshot(parseSnapshot(snapshot), 50)).toBe(snapshot);
});

it('a longer one is cut around a line, with the elements that contain it', () => {
  const list = (name: string) => [
    `- list "${name}":`,
    ...Array.from({ length: 300 }, (_, index) => `  - listitem "${name} ${index}"`),
  ];
  const lines = parseSnapshot([...list('Mugs'), ...list('Teas')].join('\n'));
  const cut = cutSnapshot(lines, 430);
  expect(cut.length).toBeLessThan(4100);
  expect(cut.length).toBeGreaterThan(3800);
  expect(cut).toContain('- listitem "Teas 128"');
  expect(cut.split('\n').slice(0, 3)).toEqual([
    '# 301 lines left out',
    '- list "Teas":',
    expect.stringMatching(/^# \d+ lines left out$/),
  ]);
  expect(cut.split('\n').at(-1)).toMatch(/^# \d+ lines left out$/);
});

it('one endless line is cut', () => {
  const cut = cutSnapshot(parseSnapshot(`- paragraph: ${'x'.repeat(100_000)}`), 0);
  expect(cut).toMatch(/^- paragraph: x+…$/);
  expect(cut.length).toBeLessThan(600);
});
