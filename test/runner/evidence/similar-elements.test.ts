import { describe, expect, it } from 'vitest';
import type { ExchangeSelector } from '../../../src/contract/exchange/selector.ts';
import {
  nearestElements,
  nearestLines,
  similarity,
  wantedBy,
} from '../../../src/runner/evidence/similar-elements.ts';
import { parseSnapshot } from '../../../src/runner/evidence/snapshot.ts';
import { by, css, pattern } from '../../support/steps.ts';

function wanted(...selectors: ExchangeSelector[]) {
  return wantedBy(selectors, { fill: (text) => text.replace('$NAME', 'Ann'), testIdAttribute: null });
}

describe('what is looked for', () => {
  it.each([
    [[by('ROLE', 'button', { name: 'Pay $NAME' })], { kind: 'node', role: 'button', name: 'Pay Ann' }],
    [[by('ROLE', 'button'), by('NTH', '2')], { kind: 'node', role: 'button', name: '' }],
    [[by('TEXT', pattern('Total: \\d+'))], { kind: 'node', role: undefined, name: 'Total:   ' }],
    [[css('li'), by('FILTER', '', { hasText: 'Tea' })], { kind: 'node', role: undefined, name: 'Tea' }],
    [[by('ROLE', 'list'), by('FILTER', '', { hasNotText: 'Tea' })], { kind: 'node', role: 'list', name: '' }],
    [[by('TEST_ID', 'total')], { kind: 'attribute', attribute: 'data-testid', name: 'total' }],
    [[by('PLACEHOLDER', 'Email')], { kind: 'attribute', attribute: 'placeholder', name: 'Email' }],
    [
      [css('form > div #pay-now.primary[name="pay now"]')],
      { kind: 'css', names: ['pay-now', 'primary', 'pay now'] },
    ],
    [[by('FIRST')], undefined],
  ])('%j', (selectors, expected) => {
    expect(wanted(...selectors)).toEqual(expected);
  });
});

const lines = parseSnapshot(`- heading "Cart" [level=1]
- textbox "Email": Add blue mug
- link "Add blue mugs":
  - /url: /add-blue-mug
- button "Add green mug"
- button "Add green mug"
- button "Checkout"
- paragraph: Blue mugs are back`);

describe('the nearest lines of a snapshot', () => {
  it.each([
    ['button', 'Add blue mug', ['button "Add green mug"', 'link "Add blue mugs"', 'button "Checkout"'], 4],
    ['button', 'Chekout', ['button "Checkout"', 'button "Add green mug"'], 6],
    [undefined, 'blue mugs are black', ['paragraph "Blue mugs are back"', 'link "Add blue mugs"'], 7],
    ['button', '', ['button "Add green mug"', 'button "Checkout"'], 4],
    ['dialog', 'Terms and conditions', [], 0],
  ])('to %j %j', (role, name, candidates, index) => {
    expect(nearestLines({ kind: 'node', role, name }, lines)).toMatchObject({ candidates, index });
  });

  it.each([
    ['a misspelt name', 'button', 'Chekout', 'button "Checkout"'],
    ['another role', 'link', 'Checkout', 'button "Checkout"'],
    ['nothing but the role', 'button', 'Delete', undefined],
  ])('have one that may be meant by %s', (_, role, name, closest) => {
    expect(nearestLines({ kind: 'node', role, name }, lines).closest).toBe(closest);
  });
});

it('the nearest elements have similar names', () => {
  const elements = [
    { shown: '#checkout', names: ['checkout'] },
    { shown: '#payButton.primary', names: ['payButton', 'primary'] },
    { shown: '#footer', names: ['footer'] },
  ];
  expect(nearestElements(['pay-button'], elements)).toEqual({
    candidates: ['#payButton.primary'],
    closest: '#payButton.primary',
  });
});

it.each([
  ['Add to cart', 'add to cart!', 1, 1],
  ['Pay now', 'Pay', 0.6, 0.7],
  ['Pay', 'Terms of service', 0, 0.2],
  ['', 'Pay', 0, 0],
  ['x'.repeat(5000), 'y'.repeat(5000), 0, 0],
])('%j and %j are similar', (one, other, min, max) => {
  expect(similarity(one, other)).toBeGreaterThanOrEqual(min);
  expect(similarity(one, other)).toBeLessThanOrEqual(max);
  expect(similarity(other, one)).toBe(similarity(one, other));
});
