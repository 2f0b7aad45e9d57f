import { describe, expect, it } from 'vitest';
import { type FaultName, type ServerFault, serverFaults } from '../../bench/generation/faults.ts';
import { startShopWith } from '../../bench/generation/faulty-shop.ts';
import { type ShopVisitor, visitShop } from './shop-visitor.ts';

const delivery = {
  ...{ name: 'Ada King', email: 'ada@example.com', street: 'Hill 1', postalCode: '80101', city: 'Graz' },
  ...{ country: 'Austria', card: '4242 4242 4242 4242', terms: 'on', token: '0', note: 'Ring twice' },
};
const account = {
  ...{ name: 'Ada', email: 'ada@example.com', password: 'engine no 1', repeated: 'engine no 1' },
};
const profile = { name: 'Ada King', phone: '+43 1', newsletter: 'on' };

const names = (text: string) => [...text.matchAll(/([A-Z][a-z]+ [a-z]+) , €/g)].map(([, name]) => name);
const addAll = async ({ post }: ShopVisitor, ...ids: string[]) => {
  for (const id of ids) await post(`/cart?add=${id}`);
};
/** Orders a mug for delivery, with some fields changed. */
const order = async (visitor: ShopVisitor, changes: Readonly<Record<string, string>> = {}) => {
  await addAll(visitor, 'mug');
  return visitor.post('/checkout', { ...delivery, ...changes });
};
const isRefused = async (visitor: ShopVisitor, field: keyof typeof delivery, message: string) => {
  expect((await order(visitor, { [field]: field === 'terms' ? '' : 'x' })).text).toContain(message);
};

/** What a tester would look at: passes on the healthy shop, and fails on the one with the fault. */
const checks: Readonly<Record<FaultName, (visitor: ShopVisitor) => Promise<void>>> = {
  'total-off-by-one': async ({ post }) => expect((await post('/cart?add=mug')).text).toContain('Total: €9 '),
  'quantity-not-multiplied': async ({ post }) =>
    expect((await post('/cart?add=mug', { quantity: '3' })).text).toContain('€27 Remove'),
  'last-line-not-added': async (visitor) => {
    await addAll(visitor, 'mug', 'map');
    expect((await visitor.get('/cart')).text).toContain('Total: €27');
  },
  'discount-twice': async ({ post }) =>
    expect((await post('/cart?add=chair', { quantity: '2' })).text).toContain('Total: €115.20'),
  'no-discount': async ({ post }) =>
    expect((await post('/cart?add=chair', { quantity: '2' })).text).toContain('Discount of 10 %: −€12.80'),
  'delivery-never-free': async (visitor) => {
    await addAll(visitor, 'chair');
    expect((await visitor.get('/checkout')).text).toContain('Delivery: free Total: €64');
  },
  'delivery-not-charged': async (visitor) => {
    await addAll(visitor, 'mug');
    expect((await visitor.get('/checkout')).text).toContain('Delivery: €5 Total: €14');
  },
  'filter-ignored': async ({ get }) =>
    expect((await get('/?category=Garden')).text).not.toContain('Blue mug'),
  'search-ignored': async ({ get }) => expect((await get('/?q=mug')).text).toContain('1 product '),
  'search-finds-nothing': async ({ get }) => expect((await get('/?q=mug')).text).toContain('Blue mug'),
  'sort-ignored': async ({ get }) =>
    expect(names((await get('/?sort=dearest')).text)[0]).toBe('Garden chair'),
  'sort-reversed': async ({ get }) =>
    expect(names((await get('/?sort=dearest')).text)[0]).toBe('Garden chair'),
  'prices-sorted-as-text': async ({ get }) =>
    expect(names((await get('/?sort=cheapest')).text)[0]).toBe('Lined notebook'),
  'item-lost-at-second-add': async (visitor) => {
    await addAll(visitor, 'mug', 'map');
    expect((await visitor.get('/cart')).text).toContain('Blue mug');
  },
  'same-item-not-added-up': async (visitor) => {
    await addAll(visitor, 'mug', 'mug');
    expect((await visitor.get('/cart')).values).toMatchObject({ 'Quantity of Blue mug': '2' });
  },
  'added-quantity-ignored': async ({ post }) =>
    expect((await post('/cart?add=mug', { quantity: '3' })).values['Quantity of Blue mug']).toBe('3'),
  'update-ignored': async (visitor) => {
    await addAll(visitor, 'mug');
    const cart = await visitor.post('/cart/quantity?id=mug', { quantity: '4' });
    expect(cart.values['Quantity of Blue mug']).toBe('4');
  },
  'update-adds': async (visitor) => {
    await addAll(visitor, 'mug');
    expect((await visitor.post('/cart/quantity?id=mug', { quantity: '4' })).text).toContain('Total: €36');
  },
  'remove-ignored': async (visitor) => {
    await addAll(visitor, 'mug');
    expect((await visitor.post('/cart/remove?id=mug')).text).toContain('Your cart is empty');
  },
  'remove-empties-cart': async (visitor) => {
    await addAll(visitor, 'mug', 'map');
    expect((await visitor.post('/cart/remove?id=mug')).text).toContain('Wall map');
  },
  'any-quantity': async (visitor) => {
    await addAll(visitor, 'mug');
    const cart = await visitor.post('/cart/quantity?id=mug', { quantity: '0' });
    expect(cart.text).toContain('Enter a quantity from 1 to 10.');
  },
  'badge-counts-lines': async ({ post }) =>
    expect((await post('/cart?add=mug', { quantity: '3' })).badge).toBe(3),
  'stale-badge': async ({ fetchAdd }) => expect(await fetchAdd('mug', 2)).toMatchObject({ count: 2 }),
  'any-password': async ({ post }) =>
    expect((await post('/login', { email: 'ada@example.com', password: 'x' })).text).toContain(
      'Wrong e-mail',
    ),
  'own-password-refused': async ({ post }) => {
    await post('/sign-up', account);
    await post('/logout');
    expect((await post('/login', account)).path).toBe('/account');
  },
  'passwords-not-compared': async ({ post }) =>
    expect((await post('/sign-up', { ...account, repeated: 'other' })).text).toContain('not the same'),
  'short-password-accepted': async ({ post }) => {
    const short = { password: 'short', repeated: 'short' };
    expect((await post('/sign-up', { ...account, ...short })).text).toContain('at least 8 characters');
  },
  'address-taken-twice': async ({ post }) => {
    await post('/sign-up', account);
    expect((await post('/sign-up', account)).text).toContain('is taken');
  },
  'not-signed-out': async ({ get, post }) => {
    await post('/sign-up', account);
    expect((await post('/logout')).path).toBe('/');
    expect((await get('/account')).path).toBe('/login');
  },
  'profile-not-saved': async ({ post }) => {
    await post('/sign-up', account);
    expect((await post('/account/edit', profile)).text).toContain('Ada King');
  },
  'newsletter-not-saved': async ({ post }) => {
    await post('/sign-up', account);
    expect((await post('/account/edit', profile)).text).toContain('Newsletter Yes');
  },
  'phone-not-checked': async ({ post }) => {
    await post('/sign-up', account);
    const answer = await post('/account/edit', { ...profile, phone: 'none' });
    expect(answer.text).toContain('A phone number has digits only.');
  },
  'email-not-checked': (visitor) => isRefused(visitor, 'email', 'Enter an e-mail address'),
  'postal-code-not-checked': (visitor) => isRefused(visitor, 'postalCode', 'A postal code has 5 digits.'),
  'card-not-checked': (visitor) => isRefused(visitor, 'card', 'A card number has 16 digits.'),
  'terms-not-required': (visitor) => isRefused(visitor, 'terms', 'Accept the terms of sale.'),
  'wrong-message': (visitor) => isRefused(visitor, 'postalCode', 'A postal code has 5 digits.'),
  'checkout-fails': async (visitor) => expect((await order(visitor)).text).toContain('Thank you'),
  'product-page-missing': async ({ get }) => expect((await get('/products/map')).text).toContain('Wall map'),
  'order-not-listed': async (visitor) => {
    await order(visitor);
    expect((await visitor.get('/orders')).text).toContain('Order 1001');
  },
  'order-doubled': async (visitor) => {
    await order(visitor);
    await visitor.post('/checkout', delivery);
    expect((await visitor.get('/orders')).text).not.toContain('Order 1002');
  },
  'cart-not-emptied': async (visitor) => expect((await order(visitor)).badge).toBe(0),
  'order-without-delivery': async (visitor) => {
    await order(visitor);
    expect((await visitor.get('/orders')).text).toContain('Order 1001 1 €14');
  },
  'note-lost': async (visitor) => {
    await order(visitor);
    expect((await visitor.get('/orders/1001')).text).toContain('Note Ring twice');
  },
  'wrong-redirect-after-saving': async ({ post }) => {
    await post('/sign-up', account);
    expect((await post('/account/edit', profile)).text).toContain('Your profile is saved.');
  },
  'wrong-redirect-after-order': async (visitor) => expect((await order(visitor)).path).toBe('/thanks/1001'),
};

async function check(name: FaultName, fault: ServerFault): Promise<void> {
  await using shop = await startShopWith(fault);
  await checks[name](visitShop(shop.url));
}

describe('each fault of the shop is seen by its check, and the healthy shop passes it', () => {
  it.each(Object.keys(checks) as FaultName[])('%s', async (name) => {
    await check(name, { sentence: '' });
    await expect(check(name, serverFaults[name])).rejects.toThrow(/^expected/);
  });
});
