import { describe, expect, it } from 'vitest';
import { asksForPayment, dangerOf, isPageLink } from '../../../src/generation/explore/safety.ts';
import type { PageElement } from '../../../src/runner/live-page.ts';

function control(name: string, href?: string): PageElement {
  const element = {
    role: 'button',
    name,
    tag: 'button',
    text: name,
    selectors: [],
    isDisabled: false,
    within: [],
    inside: [],
  };
  return href === undefined ? element : { ...element, href };
}

describe('dangerOf', () => {
  it.each([
    'Delete account',
    'Delete my profile',
    'Close my account',
    'Deactivate',
    'Cancel subscription',
    'Cancel my plan',
    'End membership',
    'Unsubscribe',
    'Opt out',
    'Sign out',
    'Log out',
    'Logout',
    'Log off',
    'Sign me out',
    'Pay now',
    'Pay €20',
    'Buy now',
    'Purchase',
    'Donate',
    'Upgrade',
    'Reset settings',
    'Reset',
    'Wipe data',
    'Erase everything',
    'Delete all users',
    'Remove workspace',
    'Shut down',
    'Transfer ownership',
    'Revoke access',
  ])('never uses "%s"', (name) => {
    expect(dangerOf(control(name), '')).toBe('destructive');
  });

  it.each(['Delete', 'Remove', 'Remove item', 'Clear cart', '×', 'Discard draft', '🗑'])(
    'uses "%s" only for what it has added',
    (name) => {
      expect(dangerOf(control(name), '')).toBe('removes');
    },
  );

  it.each([
    'Add to cart',
    'Save',
    'Cancel',
    'Place order',
    'Next',
    'Banana',
    'Payload',
    'Blocks',
    'Clear filters',
    'Reset filters',
    'Forgot password?',
    'Formatting',
  ])('uses "%s"', (name) => {
    expect(dangerOf(control(name), '')).toBe('none');
  });

  it('judges a link by its address, too', () => {
    expect(dangerOf(control('Bye', 'http://app/logout'), '')).toBe('destructive');
    expect(dangerOf(control('Tea', 'http://app/items/4/delete'), '')).toBe('removes');
  });

  it('does what the prompt asks for, and nothing else', () => {
    expect(dangerOf(control('Delete account'), 'Check that I can delete my account')).toBe('none');
    expect(dangerOf(control('Delete account'), 'Delete unused styles')).toBe('destructive');
    expect(dangerOf(control('Sign out'), 'Test the sign out')).toBe('none');
    expect(dangerOf(control('Cancel subscription'), 'Test the sign out')).toBe('destructive');
  });
});

describe('isPageLink', () => {
  const base = 'http://app:3000/shop/';

  it.each([
    ['http://app:3000/shop/cart', true],
    ['http://app:3000/shop/help.html', true],
    ['http://app:3000/shop/cart?sort=price#top', true],
    ['http://app:3000/other', false],
    ['http://other:3000/shop/cart', false],
    ['https://app:3000/shop/cart', false],
    ['http://app:3000/shop/terms.pdf', false],
    ['http://app:3000/shop/export', false],
    ['javascript:alert(1)', false],
    ['mailto:ada@example.com', false],
    ['not a url', false],
  ])('%s: %s', (href, expected) => {
    expect(isPageLink(control('Go', href), base)).toBe(expected);
  });
});

it('knows the fields of a payment', () => {
  const field = (autocomplete: string, label: string): PageElement => ({
    ...control(label),
    field: {
      type: 'text',
      label,
      placeholder: '',
      value: '',
      checked: false,
      disabled: false,
      required: false,
      autocomplete,
      name: '',
      options: [],
    },
  });
  expect(asksForPayment(field('cc-number', 'Number'))).toBe(true);
  expect(asksForPayment(field('', 'Card number'))).toBe(true);
  expect(asksForPayment(field('', 'Postcard text'))).toBe(false);
});
