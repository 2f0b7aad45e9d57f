import { type AppRequest, app, page, safe } from './app.ts';

const breads = [
  { id: 1, name: 'Rye loaf', price: 4 },
  { id: 2, name: 'Plain bagel', price: 2 },
  { id: 3, name: 'Poppy roll', price: 3 },
];

const layout = (title: string, body: string, count: number) =>
  page(
    `${title} – Bakery`,
    `<header><nav><a href="/">Breads</a> <a href="/basket">Basket (${count})</a> <a href="/join">Join</a> <a href="/contact">Contact</a></nav></header>
<main><h1>${title}</h1>${body}</main><footer>Open on weekdays</footer>`,
  );

/** Rendered on the server: a basket in a cookie, a form with messages of the server, members in memory. */
export const bakery = app(
  'bakery',
  [
    'total wrong by one',
    'basket forgets the last item',
    'counter is stale',
    'removed item stays',
    'link to a missing page',
    'price of the detail differs',
    'contact accepts no message',
    'contact accepts any email',
    'no thanks after contact',
    'member name is lost',
    'same member twice',
    'passwords may differ',
    'empty basket says nothing',
    'list in another order',
  ],
  (isBroken) => {
    const members = new Set<string>();
    return (request) => {
      const basket = request.cookie('basket').split('.').filter(Boolean).map(Number);
      const show = (title: string, body: string, status = 200) => ({
        status,
        html: layout(title, body, isBroken('counter is stale') ? 0 : basket.length),
      });
      const [, id] = /^GET \/breads\/(\d+)$/.exec(request.route) ?? [];
      if (id !== undefined) return breadPage(Number(id), show, isBroken);
      switch (request.route) {
        case 'GET /':
          return show('Our breads', breadList(isBroken));
        case 'POST /basket': {
          const added = isBroken('basket forgets the last item')
            ? basket
            : [...basket, Number(request.form.get('bread'))];
          return { location: '/basket', cookie: `basket=${added.join('.')}` };
        }
        case 'GET /basket':
          return show('Your basket', basketRows(basket, isBroken));
        case 'POST /basket/remove': {
          const index = basket.indexOf(Number(request.form.get('bread')));
          const left = isBroken('removed item stays') ? basket : basket.filter((_, at) => at !== index);
          return { location: '/basket', cookie: `basket=${left.join('.')}` };
        }
        case 'GET /contact':
          return show('Contact', contactForm());
        case 'POST /contact':
          return contact(request, show, isBroken);
        case 'GET /join':
          return show('Become a member', joinForm());
        case 'POST /join':
          return join(request, members, show, isBroken);
        case 'GET /member':
          return show('Welcome', `<p>Signed in as ${safe(request.cookie('member')) || 'nobody'}</p>`);
        default:
          return undefined;
      }
    };
  },
);

type Show = (title: string, body: string, status?: number) => { status: number; html: string };
type IsBroken = (fault: string) => boolean;

function breadList(isBroken: IsBroken): string {
  const shown = isBroken('list in another order') ? breads.toReversed() : breads;
  const path = isBroken('link to a missing page') ? 'bread' : 'breads';
  return `<ul>${shown.map(({ id, name, price }) => `<li><a href="/${path}/${id}">${name}</a> <span>€${price}</span></li>`).join('')}</ul>`;
}

function breadPage(id: number, show: Show, isBroken: IsBroken) {
  const bread = breads.find((each) => each.id === id);
  if (bread === undefined) return undefined;
  const price = bread.price + (isBroken('price of the detail differs') ? 1 : 0);
  return show(
    bread.name,
    `<p>Price: €${price}</p><form method="post" action="/basket"><input type="hidden" name="bread" value="${id}"><button>Add to basket</button></form>`,
  );
}

function basketRows(basket: readonly number[], isBroken: IsBroken): string {
  if (basket.length === 0) return isBroken('empty basket says nothing') ? '' : '<p>Your basket is empty.</p>';
  const chosen = basket.flatMap((id) => breads.filter((each) => each.id === id));
  const total = chosen.reduce((sum, { price }) => sum + price, isBroken('total wrong by one') ? 1 : 0);
  const rows = chosen.map(
    ({ id, name, price }) =>
      `<tr><td>${name}</td><td>€${price}</td><td><form method="post" action="/basket/remove"><input type="hidden" name="bread" value="${id}"><button>Remove</button></form></td></tr>`,
  );
  return `<table><tr><th>Bread</th><th>Price</th><th></th></tr>${rows.join('')}</table><p>Total: €${total}</p>`;
}

function contactForm(values: { email?: string; message?: string } = {}, problem = ''): string {
  return `${problem && `<p role="alert">${problem}</p>`}<form method="post" action="/contact">
<label>Email <input name="email" value="${safe(values.email ?? '')}"></label>
<label>Message <textarea name="message">${safe(values.message ?? '')}</textarea></label><button>Send</button></form>`;
}

function contact({ form }: AppRequest, show: Show, isBroken: IsBroken) {
  const email = form.get('email') ?? '';
  const message = form.get('message') ?? '';
  const refuse = (problem: string) => show('Contact', contactForm({ email, message }, problem), 422);
  if (!email.includes('@') && !isBroken('contact accepts any email'))
    return refuse('Enter a valid email address.');
  if (message.trim() === '' && !isBroken('contact accepts no message')) return refuse('Write a message.');
  return show(
    'Message sent',
    isBroken('no thanks after contact') ? '' : `<p>Thank you! We answer to ${safe(email)}.</p>`,
  );
}

function joinForm(problem = ''): string {
  return `${problem && `<p role="alert">${problem}</p>`}<form method="post" action="/join">
<label>Full name <input name="name" required></label>
<label>Email <input type="email" name="email" required></label>
<label>Password <input type="password" name="password" required minlength="8"></label>
<label>Repeat password <input type="password" name="again" required></label><button>Join now</button></form>`;
}

function join({ form }: AppRequest, members: Set<string>, show: Show, isBroken: IsBroken) {
  const email = form.get('email') ?? '';
  const refuse = (problem: string) => show('Become a member', joinForm(problem), 422);
  if (form.get('password') !== form.get('again') && !isBroken('passwords may differ'))
    return refuse('The passwords differ.');
  if (members.has(email) && !isBroken('same member twice')) return refuse('This email address is taken.');
  members.add(email);
  const name = isBroken('member name is lost') ? '' : (form.get('name') ?? '');
  return { location: '/member', cookie: `member=${encodeURIComponent(name)}` };
}
