// The shop's pages, as HTML.
import { countries, products } from './rules.mjs';

export function escapeHtml(text) {
  return String(text).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

const euros = (amount) => `€${Number.isInteger(amount) ? amount : amount.toFixed(2)}`;
const plural = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;
const options = (values, chosen) =>
  Object.entries(values)
    .map(([value, text]) => `<option value="${value}"${value === chosen ? ' selected' : ''}>${text}</option>`)
    .join('');

/** A whole page. @param message what has just been done, if anything. */
export function page({ title, body, message = '', badge, customer }) {
  const account =
    customer === ''
      ? '<a href="/login">Sign in</a><a href="/sign-up">Create an account</a>'
      : '<a href="/account">Account</a><form method="post" action="/logout"><button>Sign out</button></form>';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title} · Corner Shop</title>
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
  nav a, nav form { margin-right: 1rem; display: inline; } li { margin: .5rem 0; } li form { display: inline; }
  button, input, select, textarea { font: inherit; padding: .25rem .75rem; } input[type=number] { width: 4rem; }
  .badge { background: #06c; color: #fff; border-radius: 1rem; padding: 0 .5rem; margin-left: .25rem; }
  .field { margin: .75rem 0; } .field > label + * { display: block; } .error, [role=alert] { color: #b00; }
  table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .25rem .75rem .25rem 0; }
  dt { font-weight: bold; } [hidden] { display: none !important; }
</style>
<script src="/shop.js" defer></script></head>
<body>
<header><nav aria-label="Main"><a href="/">Products</a><a href="/cart">Cart<span class="badge" data-testid="badge"${badge === 0 ? ' hidden' : ''}>${badge}</span></a><a href="/orders">Orders</a>${account}</nav></header>
<main>
<h1>${title}</h1>
<div role="status" id="status">${escapeHtml(message)}</div>
${body}
</main>
</body></html>`;
}

export const notFound = { title: 'Not found', body: '<p>There is nothing here.</p>' };

export function productList(list, { text, category, order }) {
  const categories = Object.fromEntries(products.map((each) => [each.category, each.category]));
  const sorted = {
    '': 'Our choice',
    name: 'Name',
    cheapest: 'Price: low to high',
    dearest: 'Price: high to low',
  };
  const items = list.map(
    ({ id, name, price, soldOut }) =>
      `<li${soldOut ? ' data-sold-out' : ''}><a href="/products/${id}">${name}</a>, ${euros(price)} ${
        soldOut
          ? '<em>Sold out</em>'
          : `<form method="post" action="/cart?add=${id}"><button>Add ${name}</button></form>`
      }</li>`,
  );
  const body = `<form role="search" action="/">
  <label>Search <input type="search" name="q" value="${escapeHtml(text)}"></label>
  <label>Category <select name="category">${options({ '': 'All', ...categories }, category)}</select></label>
  <label>Sort by <select name="sort">${options(sorted, order)}</select></label>
  <button>Show</button>
</form>
<div class="field"><label><input type="checkbox" id="in-stock"> Only what is in stock</label></div>
<div data-testid="count" id="count">${plural(list.length, 'product')}</div>
${list.length === 0 ? '<p>Nothing matches your search. <a href="/">Show all</a></p>' : `<ul id="products">${items.join('')}</ul>`}`;
  return { title: 'Products', body };
}

export function productPage({ id, name, price, category, text, soldOut }) {
  const form = `<form method="post" action="/cart?add=${id}" id="add">
  <label>Quantity <input type="number" name="quantity" value="1" min="1" max="10" required></label>
  <button>Add to cart</button>
</form>`;
  const body = `<p>${text}</p>
<dl><dt>Price</dt><dd data-testid="price">${euros(price)}</dd><dt>Category</dt><dd><a href="/?category=${category}">${category}</a></dd></dl>
${soldOut ? '<p>Sold out</p>' : form}`;
  return { title: name, body };
}

const amounts = ({
  subtotal,
  discount,
  delivery,
}) => `${discount === 0 ? '' : `<p>Subtotal: ${euros(subtotal)}</p><p>Discount of 10 %: −${euros(discount)}</p>`}
${delivery === undefined ? '' : `<p>Delivery: ${delivery === 0 ? 'free' : euros(delivery)}</p>`}`;

const lineRow = ({ product, quantity, total }) =>
  `<tr><td>${product.name}</td><td>${euros(product.price)}</td><td>${quantity}</td><td>${euros(total)}</td></tr>`;
const lineTable = (rows, testId) => `<table data-testid="${testId}">
<thead><tr><th>Product</th><th>Price</th><th>Quantity</th><th>Sum</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;

export function cartPage({ lines, sums, token, error, broken }) {
  const rows = lines.map(
    ({
      product: { id, name, price },
      quantity,
      total,
    }) => `<tr><td><a href="/products/${id}">${name}</a></td><td>${euros(price)}</td>
<td><form method="post" action="/cart/quantity?id=${id}"><input type="number" name="quantity" aria-label="Quantity of ${name}" value="${quantity}"> <button>Update ${name}</button></form></td>
<td>${euros(total)} <form method="post" action="/cart/remove?id=${id}"><button>Remove ${name}</button></form></td></tr>`,
  );
  const body = `${error === '' ? '' : `<p role="alert">${error}</p>`}
${rows.length === 0 ? '<p>Your cart is empty.</p>' : lineTable(rows, 'cart')}
${amounts(sums)}
<p data-testid="total">Total: ${euros(sums.total)}</p>
${
  rows.length === 0
    ? ''
    : `<p>10 % off from €100. Delivery is €5, and free from €50.</p>
<p><a href="/checkout">Order for delivery</a></p>
<form method="post" action="/order"><input type="hidden" name="token" value="${token}"><button${broken ? ' type="button"' : ''}>Pay</button> and collect in the shop</form>`
}`;
  return { title: 'Cart', body };
}

/** A labelled field with its error. @param input its name, label, and other attributes. */
function field({ name, label, type = 'text', choices, hint = '', ...attributes }, form, errors) {
  const value = form.get(name) ?? '';
  const described = errors[name] === undefined ? '' : ` aria-invalid="true" aria-describedby="${name}-error"`;
  const others = Object.entries(attributes).map(([key, text]) =>
    text === true ? ` ${key}` : ` ${key}="${text}"`,
  );
  const common = `id="${name}" name="${name}"${others.join('')}${described}`;
  const named = `<label for="${name}">${label}</label>`;
  const error =
    errors[name] === undefined ? '' : ` <span class="error" id="${name}-error">${errors[name]}</span>`;
  if (type === 'checkbox')
    return `<div class="field"><input type="checkbox" ${common}${value === 'on' ? ' checked' : ''}> ${named}${error}</div>`;
  const control =
    type === 'select'
      ? `<select ${common}>${options(choices, value)}</select>`
      : type === 'textarea'
        ? `<textarea ${common}>${escapeHtml(value)}</textarea>`
        : `<input type="${type}" ${common}${type === 'password' ? '' : ` value="${escapeHtml(value)}"`}>`;
  return `<div class="field">${named}${control}${hint && ` <small>${hint}</small>`}${error}</div>`;
}

function errorSummary(errors) {
  const count = Object.keys(errors).length;
  return count === 0 ? '' : `<p role="alert">Please correct ${plural(count, 'field')}.</p>`;
}

const formOf = (action, fields, button, form, errors, more = '') => `${errorSummary(errors)}
<form method="post" action="${action}"${more}>
${fields.map((each) => field(each, form, errors)).join('\n')}
<button>${button}</button>
</form>`;

export const loginPage = (message, address = '') => ({
  title: 'Sign in',
  body: `${message === '' ? '' : `<p role="alert">${message}</p>`}
<form method="post" action="/login">
  <label>E-mail <input name="email" type="email" autocomplete="email" value="${escapeHtml(address)}"></label>
  <label>Password <input name="password" type="password" autocomplete="current-password"></label>
  <button>Sign in</button>
</form>`,
});

export const signUpPage = (form, errors) => ({
  title: 'Create an account',
  body: formOf(
    '/sign-up',
    [
      { name: 'name', label: 'Name', autocomplete: 'name', required: true },
      { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email', required: true },
      {
        name: 'password',
        label: 'Password',
        type: 'password',
        autocomplete: 'new-password',
        minlength: 8,
        required: true,
        hint: 'At least 8 characters',
      },
      {
        name: 'repeated',
        label: 'Repeat password',
        type: 'password',
        autocomplete: 'new-password',
        required: true,
      },
    ],
    'Create account',
    form,
    errors,
    ' novalidate',
  ),
});

export const checkoutPage = ({ lines, sums, token }, form, errors) => ({
  title: 'Checkout',
  body: `${lineTable(lines.map(lineRow), 'summary')}
${amounts(sums)}
<p data-testid="total">Total: ${euros(sums.total + sums.delivery)}</p>
${formOf(
  '/checkout',
  [
    { name: 'name', label: 'Name', autocomplete: 'name', required: true },
    { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email', required: true },
    { name: 'street', label: 'Street and number', autocomplete: 'street-address', required: true },
    {
      name: 'postalCode',
      label: 'Postal code',
      autocomplete: 'postal-code',
      inputmode: 'numeric',
      pattern: '[0-9]{5}',
      required: true,
    },
    { name: 'city', label: 'City', autocomplete: 'address-level2', required: true },
    {
      name: 'country',
      label: 'Country',
      type: 'select',
      autocomplete: 'country-name',
      choices: { '': 'Please choose', ...Object.fromEntries(countries.map((each) => [each, each])) },
      required: true,
    },
    {
      name: 'card',
      label: 'Card number',
      autocomplete: 'cc-number',
      inputmode: 'numeric',
      pattern: '([0-9]{4} ?){4}',
      required: true,
      hint: '16 digits',
    },
    { name: 'note', label: 'Note (optional)', type: 'textarea', maxlength: 200 },
    { name: 'terms', label: 'I accept the terms of sale', type: 'checkbox', required: true },
  ],
  'Place order',
  form,
  errors,
  ' novalidate',
).replace('<button>', `<input type="hidden" name="token" value="${token}"><button>`)}`,
});

export const thanksPage = ({ number, count }) => ({
  title: 'Thank you',
  body: `<p>Your order of ${plural(count, 'item')} is on its way.</p><p><a href="/orders/${number}">See order ${number}</a></p>`,
});

export const ordersPage = (orders) => ({
  title: 'Orders',
  body:
    orders.length === 0
      ? '<p>You have no orders yet.</p>'
      : `<table data-testid="orders"><thead><tr><th>Order</th><th>Items</th><th>Total</th></tr></thead><tbody>${orders
          .map(
            ({ number, count, total }) =>
              `<tr><td><a href="/orders/${number}">Order ${number}</a></td><td>${count}</td><td>${euros(total)}</td></tr>`,
          )
          .join('')}</tbody></table>`,
});

export const orderPage = ({ number, lines, sums, total, address, note }) => ({
  title: `Order ${number}`,
  body: `${lineTable(lines.map(lineRow), 'lines')}
${amounts(sums)}
<p data-testid="total">Total: ${euros(total)}</p>
<h2>${address ? 'Delivery address' : 'Collect in the shop'}</h2>
<address>${address ? address.map(escapeHtml).join('<br>') : 'Market Street 1'}</address>
${note ? `<h2>Note</h2><p>${escapeHtml(note)}</p>` : ''}
<p><a href="/orders">All orders</a></p>`,
});

export const accountPage = ({ customer, account, orders }) => ({
  title: 'Your account',
  body: `<p>Signed in as ${escapeHtml(customer)}</p>
<dl><dt>Name</dt><dd data-testid="name">${escapeHtml(account.name || '–')}</dd>
<dt>Phone</dt><dd data-testid="phone">${escapeHtml(account.phone || '–')}</dd>
<dt>Newsletter</dt><dd data-testid="newsletter">${account.newsletter ? 'Yes' : 'No'}</dd>
<dt>Orders</dt><dd>${orders.length}</dd></dl>
<a href="/account/edit">Edit profile</a>`,
});

export const profilePage = (form, errors) => ({
  title: 'Edit profile',
  body: formOf(
    '/account/edit',
    [
      { name: 'name', label: 'Name', autocomplete: 'name', required: true },
      { name: 'phone', label: 'Phone', type: 'tel', autocomplete: 'tel' },
      { name: 'newsletter', label: 'Send me the newsletter', type: 'checkbox' },
    ],
    'Save profile',
    form,
    errors,
  ),
});
