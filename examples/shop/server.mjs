// A small shop to test: products, a cart, a sign-in. With --broken its checkout button does nothing.
import { createServer } from 'node:http';

const broken = process.argv.includes('--broken');
const port = Number(process.argv.find((each) => /^\d+$/.test(each)) ?? 3000);

const products = [
  { id: 'mug', name: 'Blue mug', price: 9 },
  { id: 'lamp', name: 'Desk lamp', price: 35 },
  { id: 'map', name: 'Wall map', price: 18 },
];

const page = (title, body) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title} · Corner Shop</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
  nav a { margin-right: 1rem; } li { margin: .5rem 0; } button { font: inherit; padding: .25rem .75rem; }
</style></head>
<body>
<nav><a href="/">Products</a><a href="/cart">Cart</a><a href="/login">Sign in</a></nav>
<h1>${title}</h1>
${body}
</body></html>`;

const productList = () =>
  `<ul>${products
    .map(
      ({ id, name, price }) =>
        `<li>${name}, €${price} <form method="post" action="/cart?add=${id}" style="display:inline"><button>Add ${name}</button></form></li>`,
    )
    .join('')}</ul>`;

const cart = (ids) => {
  const chosen = ids.flatMap((id) => products.filter((each) => each.id === id));
  const total = chosen.reduce((sum, { price }) => sum + price, 0);
  return `<ul data-testid="cart">${chosen.map(({ name }) => `<li>${name}</li>`).join('')}</ul>
<p data-testid="total">Total: €${total}</p>
<form method="post" action="/order"><button${broken ? ' type="button"' : ''}>Pay</button></form>`;
};

const login = (message) => `<p role="alert">${message}</p>
<form method="post" action="/login">
  <label>E-mail <input name="email" type="email"></label>
  <label>Password <input name="password" type="password"></label>
  <button>Sign in</button>
</form>`;

const cookie = (request, name) =>
  new RegExp(`(?:^|; )${name}=([^;]*)`).exec(request.headers.cookie ?? '')?.[1] ?? '';

async function readForm(request) {
  let text = '';
  for await (const chunk of request) text += chunk;
  return new URLSearchParams(text);
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url, 'http://shop');
  const inCart = cookie(request, 'cart').split('.').filter(Boolean);
  const send = (status, headers, body = '') =>
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
  const form = request.method === 'POST' ? await readForm(request) : undefined;
  switch (`${request.method} ${url.pathname}`) {
    case 'GET /':
      return send(200, {}, page('Products', productList()));
    case 'GET /cart':
      return send(200, {}, page('Cart', cart(inCart)));
    case 'POST /cart':
      return send(303, {
        location: '/cart',
        'set-cookie': `cart=${[...inCart, url.searchParams.get('add')].join('.')}`,
      });
    case 'POST /order':
      return send(
        200,
        { 'set-cookie': 'cart=' },
        page('Thank you', `<p>Your order of ${inCart.length} item is on its way.</p>`),
      );
    case 'GET /login':
      return send(200, {}, page('Sign in', login('')));
    case 'POST /login':
      return form.get('password') === 'correct horse'
        ? send(303, { location: '/account', 'set-cookie': `user=${encodeURIComponent(form.get('email'))}` })
        : send(200, {}, page('Sign in', login('Wrong e-mail or password')));
    case 'GET /account':
      return cookie(request, 'user') === ''
        ? send(303, { location: '/login' })
        : send(
            200,
            {},
            page(
              'Your account',
              `<p>Signed in as ${escapeHtml(decodeURIComponent(cookie(request, 'user')))}</p>`,
            ),
          );
    default:
      return send(404, {}, page('Not found', '<p>There is nothing here.</p>'));
  }
});

function escapeHtml(text) {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

server.listen(port, '127.0.0.1', () => console.log(`shop: http://127.0.0.1:${server.address().port}`));
