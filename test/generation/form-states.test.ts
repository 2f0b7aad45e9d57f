import { expect, it } from 'vitest';
import { startShopWith } from '../../bench/generation/faulty-shop.ts';
import { formStates, notingRules } from '../../bench/generation/form-states.ts';
import { visitShop } from './shop-visitor.ts';

const signUp = { name: 'Ada', email: 'ada@example.com', password: 'engine no 1', repeated: 'engine no 1' };
const checkout = {
  ...{ name: 'Ada King', email: 'ada@example.com', street: 'Hill 1', postalCode: '80101', city: 'Graz' },
  ...{ country: 'Austria', card: '4242 4242 4242 4242', terms: 'on', token: '0' },
};

it('each state of a form is noted when the form reaches it', async () => {
  const reached = new Set<string>();
  await using shop = await startShopWith({ sentence: '', rules: notingRules(reached) });
  const { post } = visitShop(shop.url);
  await post('/login', { email: 'ada@example.com', password: 'wrong' });
  for (const field of ['name', 'email', 'repeated']) await post('/sign-up', { ...signUp, [field]: '' });
  await post('/sign-up', { ...signUp, password: 'x', repeated: 'x' });
  await post('/sign-up', signUp);
  await post('/sign-up', signUp);
  await post('/login', signUp);
  await post('/account/edit', { name: 'Ada', phone: 'x' });
  await post('/account/edit', { name: 'Ada', phone: '1' });
  await post('/cart?add=mug', { quantity: '11' });
  await post('/cart?add=mug', { quantity: '1' });
  for (const field of Object.keys(checkout).filter((each) => each !== 'token'))
    await post('/checkout', { ...checkout, [field]: '' });
  expect(reached).not.toContain('checkout: twice');
  await post('/checkout', checkout);
  await post('/checkout', checkout);
  expect([...reached].sort()).toEqual([...formStates].sort());
});
