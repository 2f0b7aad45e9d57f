// The shop as a function of requests. The cart is in a cookie; accounts and orders are kept in memory for each session.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as pages from './pages.mjs';
import { products, rules as usualRules } from './rules.mjs';

const script = readFileSync(new URL('shop.js', import.meta.url));
const productOf = (id) => products.find((product) => product.id === id);

/** @param rules take the place of the usual ones. @param broken whether the button of the cart does nothing. */
export function createShop({ rules: otherRules = {}, broken = false } = {}) {
  const rules = { ...usualRules, ...otherRules };
  const sessions = new Map();

  return async function shop(request, response) {
    const visit = await readVisit(request, sessions).catch(() => undefined);
    // The browser has gone before it had sent all.
    if (visit === undefined) return response.destroy();
    const [handle, parameter] = routeOf(request.method, visit.url.pathname);
    if (visit.url.pathname === '/shop.js')
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    const { status = 200, location, json, cart, ...content } = handle(visit, rules, { parameter, broken });
    const cookies = [];
    if (visit.isNew) cookies.push(`session=${visit.session.id}; Path=/; HttpOnly; SameSite=Lax`);
    if (cart) cookies.push(`cart=${writeCart(cart)}; Path=/; SameSite=Lax`);
    const headers = cookies.length === 0 ? {} : { 'set-cookie': cookies };
    if (location) return response.writeHead(303, { ...headers, location }).end();
    if (json)
      return response
        .writeHead(status, { ...headers, 'content-type': 'application/json' })
        .end(JSON.stringify(json));
    const { customer } = visit.session;
    response.writeHead(status, { ...headers, 'content-type': 'text/html; charset=utf-8' });
    response.end(pages.page({ ...content, badge: rules.badge(visit.cart), customer }));
  };
}

/** Handlers take the visit, the rules, and what the path names. They return a page, a location or JSON, and the new cart. */
const routes = {
  'GET /': ({ url }, rules) => {
    const text = url.searchParams.get('q') ?? '';
    const category = url.searchParams.get('category') ?? '';
    const order = url.searchParams.get('sort') ?? '';
    const found = products.filter(
      (each) => rules.matchesSearch(each, text) && rules.inCategory(each, category),
    );
    return pages.productList(rules.sort(found, order), { text, category, order });
  },
  'GET /products/:id': (_visit, _rules, { parameter }) => {
    const product = productOf(parameter);
    return product ? pages.productPage(product) : nothing();
  },
  'GET /cart': (visit, rules, { broken }) => cartPage(visit, rules, broken),
  'POST /cart': ({ url, form, cart, wantsJson }, rules) => {
    const product = productOf(url.searchParams.get('add'));
    const quantity = Number(form.get('quantity') || 1);
    const message =
      product && !product.soldOut ? rules.quantityError(quantity) : 'This product is not for sale.';
    if (message !== '' && wantsJson) return { status: 400, json: { message } };
    if (message !== '') return { location: '/cart' };
    const changed = rules.addToCart(cart, product.id, quantity);
    if (!wantsJson) return { cart: changed, location: '/cart' };
    const added = `Added ${quantity} × ${product.name} to your cart.`;
    return { cart: changed, json: { count: rules.badge(changed), message: added } };
  },
  'POST /cart/quantity': (visit, rules, { broken }) => {
    const quantity = Number(visit.form.get('quantity'));
    const error = rules.quantityError(quantity);
    if (error !== '') return { status: 400, ...cartPage(visit, rules, broken, error) };
    const id = visit.url.searchParams.get('id');
    return {
      cart: visit.cart.has(id) ? rules.changeQuantity(visit.cart, id, quantity) : visit.cart,
      location: '/cart',
    };
  },
  'POST /cart/remove': ({ cart, url }, rules) => ({
    cart: rules.removeFromCart(cart, url.searchParams.get('id')),
    location: '/cart',
  }),
  'POST /order': (visit, rules) => {
    const { lines, sums } = contents(visit.cart, rules);
    return buy(visit, rules, { lines, sums, total: sums.total });
  },
  'GET /checkout': ({ session, cart }, rules) => {
    if (!rules.mayBuy(cart)) return { location: '/cart' };
    const account = session.accounts.get(session.customer);
    const known = new URLSearchParams({ name: account?.name ?? '', email: session.customer });
    return checkoutPage(session, cart, rules, known, {});
  },
  'POST /checkout': (visit, rules) => {
    const { session, cart, form } = visit;
    const errors = rules.checkoutErrors(form);
    if (Object.keys(errors).length > 0)
      return { status: 422, ...checkoutPage(session, cart, rules, form, errors) };
    const { lines, sums } = withDelivery(contents(cart, rules), rules);
    const city = `${form.get('postalCode')} ${form.get('city')}`;
    const address = [form.get('name'), form.get('street'), city, form.get('country')];
    return buy(visit, rules, {
      lines,
      sums,
      total: sums.total + sums.delivery,
      address,
      note: form.get('note'),
    });
  },
  'GET /thanks/:number': ({ session }, _rules, { parameter }) => {
    const order = session.orders.find(({ number }) => String(number) === parameter);
    return order ? pages.thanksPage(order) : nothing();
  },
  'GET /orders': ({ session }, rules) => pages.ordersPage(rules.listOrders(session)),
  'GET /orders/:number': ({ session }, rules, { parameter }) => {
    const order = rules.listOrders(session).find(({ number }) => String(number) === parameter);
    return order ? pages.orderPage(order) : nothing();
  },
  'GET /login': () => pages.loginPage(''),
  'POST /login': ({ session, form }, rules) => {
    const address = form.get('email');
    if (!rules.maySignIn(session, address, form.get('password')))
      return pages.loginPage('Wrong e-mail or password', address);
    session.customer = address;
    if (!session.accounts.has(address)) session.accounts.set(address, {});
    return { location: '/account' };
  },
  'POST /logout': ({ session }) => {
    session.customer = '';
    return { location: '/' };
  },
  'GET /sign-up': () => pages.signUpPage(new URLSearchParams(), {}),
  'POST /sign-up': ({ session, form }, rules) => {
    const errors = rules.signUpErrors(form, session);
    if (Object.keys(errors).length > 0) return { status: 422, ...pages.signUpPage(form, errors) };
    session.customer = form.get('email');
    session.accounts.set(session.customer, { name: form.get('name'), password: form.get('password') });
    return { location: '/account?welcome' };
  },
  'GET /account': ({ session, url }, rules) => {
    const { customer } = session;
    if (customer === '') return { location: '/login' };
    const account = session.accounts.get(customer);
    const welcome = url.searchParams.has('welcome') ? `Welcome, ${account.name}!` : '';
    const message = url.searchParams.has('saved') ? 'Your profile is saved.' : welcome;
    return { ...pages.accountPage({ customer, account, orders: rules.listOrders(session) }), message };
  },
  'GET /account/edit': ({ session }) => {
    const account = session.accounts.get(session.customer);
    if (account === undefined) return { location: '/login' };
    const { name = '', phone = '', newsletter } = account;
    return pages.profilePage(new URLSearchParams({ name, phone, newsletter: newsletter ? 'on' : '' }), {});
  },
  'POST /account/edit': ({ session, form }, rules) => {
    const account = session.accounts.get(session.customer);
    if (account === undefined) return { location: '/login' };
    const errors = rules.profileErrors(form);
    if (Object.keys(errors).length > 0) return { status: 422, ...pages.profilePage(form, errors) };
    const changes = {
      name: form.get('name'),
      phone: form.get('phone'),
      newsletter: form.get('newsletter') === 'on',
    };
    rules.saveProfile(account, changes);
    return { location: '/account?saved' };
  },
};

const nothing = () => ({ status: 404, ...pages.notFound });

/** @returns the handler, and the last part of the path if it takes one. */
function routeOf(method, path) {
  const exact = routes[`${method} ${path}`];
  if (exact) return [exact];
  const [, folder, last] = /^\/(products|orders|thanks)\/([^/]+)$/.exec(path) ?? [];
  const route = routes[`${method} /${folder}/:${folder === 'products' ? 'id' : 'number'}`];
  return [route ?? nothing, last];
}

/** The lines of a cart and what they cost. */
function contents(cart, rules) {
  const lines = [...cart].map(([id, quantity]) => {
    const product = productOf(id);
    return { product, quantity, total: rules.lineTotal({ product, quantity }) };
  });
  const subtotal = rules.subtotal(lines.map(({ total }) => total));
  const discount = rules.discount(subtotal);
  return { lines, sums: { subtotal, discount, total: rules.total(subtotal, discount) } };
}

function withDelivery({ lines, sums }, rules) {
  return { lines, sums: { ...sums, delivery: rules.delivery(sums.total) } };
}

/** The token of the next order of a session. */
const nextToken = ({ orders }) => String(orders.length);

function cartPage({ session, cart }, rules, broken, error = '') {
  return pages.cartPage({ ...contents(cart, rules), token: nextToken(session), error, broken });
}

function checkoutPage(session, cart, rules, form, errors) {
  const shown = withDelivery(contents(cart, rules), rules);
  return pages.checkoutPage({ ...shown, token: nextToken(session) }, form, errors);
}

/** Makes an order of the cart, unless the same form has made one before. */
function buy({ session, cart, form }, rules, details) {
  const known = rules.findOrder(session, form.get('token'));
  if (known) return { location: `/thanks/${known.number}` };
  if (!rules.mayBuy(cart)) return { location: '/cart' };
  const count = details.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const number = 1001 + session.orders.length;
  rules.placeOrder(session, {
    ...details,
    number,
    count,
    token: form.get('token'),
    customer: session.customer,
  });
  return { cart: rules.cartAfterOrder(cart), location: `/thanks/${number}` };
}

/** What a request asks for, and what is known of who sends it. */
async function readVisit(request, sessions) {
  const url = new URL(request.url, 'http://shop');
  const cookie = (name) =>
    new RegExp(`(?:^|; )${name}=([^;]*)`).exec(request.headers.cookie ?? '')?.[1] ?? '';
  let text = '';
  for await (const chunk of request) text += chunk;
  const known = sessions.get(cookie('session'));
  const session = known ?? { id: randomUUID(), customer: '', accounts: new Map(), orders: [] };
  // Only who changes something has a session.
  const isNew = known === undefined && request.method === 'POST' && !url.pathname.startsWith('/cart');
  if (isNew) sessions.set(session.id, session);
  const wantsJson = request.headers.accept === 'application/json';
  return { url, session, isNew, wantsJson, cart: readCart(cookie('cart')), form: formOf(text) };
}

/** A form whose missing fields are empty. */
function formOf(text) {
  const form = new URLSearchParams(text);
  return { get: (name) => form.get(name) ?? '' };
}

function readCart(text) {
  const entries = text.split('.').map((each) => each.split(':'));
  return new Map(
    entries.filter(([id]) => productOf(id)).map(([id, quantity]) => [id, Number(quantity) || 1]),
  );
}

const writeCart = (cart) => [...cart].map(([id, quantity]) => `${id}:${quantity}`).join('.');
