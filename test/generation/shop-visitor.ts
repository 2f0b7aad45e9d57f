/** A page as a visitor of the example shop gets it, after redirects. */
export interface VisitedPage {
  readonly status: number;
  readonly path: string;
  /** The text of its main part without tags, parts separated by one space. */
  readonly text: string;
  /** The values of its controls by their names, the checked or selected ones only. */
  readonly values: Readonly<Record<string, string>>;
  /** What the badge of the cart shows; 0 if it is hidden. */
  readonly badge: number;
}

/** A browser without JavaScript: it keeps cookies, follows links and sends forms. */
export function visitShop(shopUrl: string) {
  const cookies = new Map<string, string>();
  const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    // The shop may close a connection while a slow machine sends another form over it.
    const headers = { connection: 'close', ...(cookie === '' ? {} : { cookie }), ...init.headers };
    const answer = await fetch(shopUrl + path, { ...init, headers, redirect: 'manual' });
    for (const each of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  const get = async (path: string): Promise<VisitedPage> => follow(path, await request(path));
  const follow = async (path: string, answer: Response): Promise<VisitedPage> => {
    const location = answer.headers.get('location');
    return location === null ? pageOf(path, answer.status, await answer.text()) : get(location);
  };
  const post = async (path: string, fields: Readonly<Record<string, string>> = {}) =>
    follow(path, await request(path, { method: 'POST', body: new URLSearchParams(fields) }));
  /** As the script of a product's page does it. */
  const fetchAdd = async (id: string, quantity: number): Promise<unknown> => {
    const body = new URLSearchParams({ quantity: String(quantity) });
    const headers = { accept: 'application/json' };
    return (await request(`/cart?add=${id}`, { method: 'POST', body, headers })).json();
  };
  return { get, post, fetchAdd };
}

export type ShopVisitor = ReturnType<typeof visitShop>;

function pageOf(path: string, status: number, html: string): VisitedPage {
  const main = /<main>([\s\S]*)<\/main>/.exec(html)?.[1] ?? html;
  const badge = /<span class="badge"[^>]*>(\d+)</.exec(html)?.[1] ?? '0';
  const text = main
    .replace(/<(?:select|textarea)[\s\S]*?<\/(?:select|textarea)>/g, ' ')
    .replace(/<[^>]+>/g, ' ');
  return {
    ...{ status, path },
    text: text.replace(/\s+/g, ' ').trim(),
    values: Object.fromEntries(valuesOf(main)),
    badge: Number(badge),
  };
}

function* valuesOf(html: string): Generator<[string, string]> {
  for (const [tag] of html.matchAll(/<input[^>]*>/g)) {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
    if (/type="checkbox"/.test(tag)) yield [attribute('name'), / checked/.test(tag) ? 'on' : ''];
    else yield [attribute('aria-label') || attribute('name'), attribute('value')];
  }
}
