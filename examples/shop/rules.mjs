// What the shop sells, and the rules that it sells it by. Prices and amounts are in euros.
export const products = [
  { id: 'mug', name: 'Blue mug', price: 9, category: 'Kitchen', text: 'Stoneware, 300 ml, dishwasher safe.' },
  { id: 'lamp', name: 'Desk lamp', price: 35, category: 'Office', text: 'Warm light and a heavy foot.' },
  { id: 'map', name: 'Wall map', price: 18, category: 'Office', text: 'The world, 120 by 80 cm.' },
  { id: 'kettle', name: 'Steel kettle', price: 42, category: 'Kitchen', text: 'Boils 1.5 litres.' },
  { id: 'apron', name: 'Linen apron', price: 24, category: 'Kitchen', text: 'With two pockets.' },
  {
    id: 'board',
    name: 'Oak board',
    price: 29,
    category: 'Kitchen',
    text: 'For bread and cheese.',
    soldOut: true,
  },
  { id: 'notebook', name: 'Lined notebook', price: 6, category: 'Office', text: '96 pages, A5.' },
  { id: 'chair', name: 'Garden chair', price: 64, category: 'Garden', text: 'Folds flat.' },
  { id: 'can', name: 'Watering can', price: 15, category: 'Garden', text: 'Holds 5 litres.' },
  { id: 'gloves', name: 'Work gloves', price: 12, category: 'Garden', text: 'Leather palms, one size.' },
  {
    id: 'lantern',
    name: 'Storm lantern',
    price: 27,
    category: 'Garden',
    text: 'For candles.',
    soldOut: true,
  },
  { id: 'clock', name: 'Wall clock', price: 48, category: 'Office', text: 'Silent, 30 cm across.' },
];

export const countries = ['Austria', 'Germany', 'Switzerland'];

/** Customers who have not signed up sign in with this password. */
const demoPassword = 'correct horse';
const email = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
const orders = {
  name: (one, other) => one.name.localeCompare(other.name),
  cheapest: (one, other) => one.price - other.price,
  dearest: (one, other) => other.price - one.price,
};

/** All that the shop decides. `createShop` takes others in their place. A cart is a map from product ids to quantities. */
export const rules = {
  matchesSearch: (product, text) => product.name.toLowerCase().includes(text.trim().toLowerCase()),
  inCategory: (product, category) => category === '' || product.category === category,
  sort: (list, order) => (orders[order] ? list.toSorted(orders[order]) : list),

  addToCart: (cart, id, quantity) => new Map(cart).set(id, (cart.get(id) ?? 0) + quantity),
  changeQuantity: (cart, id, quantity) => new Map(cart).set(id, quantity),
  removeFromCart: (cart, id) => new Map([...cart].filter(([each]) => each !== id)),
  quantityError: (quantity) =>
    Number.isInteger(quantity) && quantity >= 1 && quantity <= 10 ? '' : 'Enter a quantity from 1 to 10.',

  badge: (cart) => [...cart.values()].reduce((sum, quantity) => sum + quantity, 0),
  lineTotal: ({ product, quantity }) => product.price * quantity,
  subtotal: (lineTotals) => lineTotals.reduce((sum, each) => sum + each, 0),
  discount: (subtotal) => (subtotal >= 100 ? subtotal / 10 : 0),
  total: (subtotal, discount) => subtotal - discount,
  delivery: (total) => (total >= 50 ? 0 : 5),

  mayBuy: (cart) => cart.size > 0,
  /** A form that is sent twice has the same token, and makes one order. */
  findOrder: (session, token) => session.orders.find((order) => order.token === token),
  placeOrder: (session, order) => session.orders.push(order),
  listOrders: (session) => session.orders.filter(({ customer }) => customer === session.customer),
  cartAfterOrder: () => new Map(),

  maySignIn: (session, address, password) =>
    email.test(address) && password === (session.accounts.get(address)?.password ?? demoPassword),
  signUpErrors: (form, session) => ({
    ...(form.get('name').trim() === '' && { name: 'Enter your name.' }),
    ...(!email.test(form.get('email')) && { email: 'Enter an e-mail address such as ada@example.com.' }),
    ...(session.accounts.has(form.get('email')) && { email: 'This e-mail address is taken.' }),
    ...(form.get('password').length < 8 && { password: 'The password needs at least 8 characters.' }),
    ...(form.get('repeated') !== form.get('password') && { repeated: 'The passwords are not the same.' }),
  }),
  profileErrors: (form) => ({
    ...(form.get('name').trim() === '' && { name: 'Enter your name.' }),
    ...(!/^[+\d][\d ]*$|^$/.test(form.get('phone')) && { phone: 'A phone number has digits only.' }),
  }),
  saveProfile: (account, changes) => Object.assign(account, changes),
  checkoutErrors: (form) => ({
    ...(form.get('name').trim() === '' && { name: 'Enter your name.' }),
    ...(!email.test(form.get('email')) && { email: 'Enter an e-mail address such as ada@example.com.' }),
    ...(form.get('street').trim() === '' && { street: 'Enter your street and number.' }),
    ...(!/^\d{5}$/.test(form.get('postalCode')) && { postalCode: 'A postal code has 5 digits.' }),
    ...(form.get('city').trim() === '' && { city: 'Enter your city.' }),
    ...(!countries.includes(form.get('country')) && { country: 'Choose a country.' }),
    ...(!/^(\d{4} ?){4}$/.test(form.get('card')) && { card: 'A card number has 16 digits.' }),
    ...(form.get('terms') !== 'on' && { terms: 'Accept the terms of sale.' }),
  }),
};
