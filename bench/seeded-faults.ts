import type { Fault } from './broken-shop.ts';

/** A fault, and the texts that name its cause: a reader who has all of them knows what to look for. */
export interface SeededFault extends Fault {
  readonly title: string;
  readonly causes: readonly RegExp[];
}

const renamed = (title: string, from: string, to: string, ...causes: readonly RegExp[]): SeededFault => ({
  ...{ title, replace: [[from, to]] },
  causes,
});
const failing = (request: string, status: number | 'no response', ...causes: readonly RegExp[]) => ({
  ...{ title: `\`${request}\` → ${status}`, fail: { [request]: status } },
  causes,
});
const script = (code: string) => `</main><script>${code}</script></body>`;

/** Faults of the example shop: a failing request, a missing element, or a wrong value. */
export const seededFaults: readonly SeededFault[] = [
  failing('POST /order', 500, /POST \S+\/order → 500/),
  failing('POST /order', 'no response', /POST \S+\/order → net::ERR/),
  failing('POST /cart', 503, /POST \S+\/cart\S* → 503/),
  failing('GET /cart', 404, /GET \S+\/cart → 404/),
  failing('GET /login', 404, /GET \S+\/login → 404|\/login\S* .*404/),
  failing('POST /login', 500, /POST \S+\/login → 500/),
  failing('GET /account', 403, /GET \S+\/account → 403|\/account\S* .*403/),
  renamed('the pay button is renamed', '>Pay<', '>Check out<', /name: 'Pay'/, /button "Check out"/),
  renamed('the pay button is missing', '<button>Pay</button>', '', /button "Pay": it is not on the page/),
  renamed(
    'the pay button does nothing',
    '<button>Pay',
    '<button type="button">Pay',
    /Thank you/,
    /page shows "Cart"/,
  ),
  renamed(
    'the pay button is disabled',
    '<button>Pay',
    '<button disabled>Pay',
    /button "Pay": it is disabled/,
  ),
  renamed(
    'a banner covers the pay button',
    '</body>',
    '<div id="cookie-banner" style="position:fixed;inset:0">Cookies?</div></body>',
    /cookie-banner|Cookies\?/,
    /intercepts pointer events|covered|covers/,
  ),
  renamed('the price of the mug is wrong', '€9', '€8', /Expected: .*Total: €9/, /Received: .*Total: €8/),
  renamed('the price of the lamp is wrong', '€35', '€53', /Expected: .*€35/, /Received: .*€53/),
  renamed('the lamp is missing', 'Desk lamp', 'Floor lamp', /Desk lamp/, /Floor lamp/),
  renamed('a label is renamed', 'E-mail <', 'Customer <', /E-mail/, /textbox "Customer"/),
  renamed(
    'the sign-in button is renamed',
    '<button>Sign in',
    '<button>Log in',
    /'Sign in'/,
    /button "Log in"/,
  ),
  renamed('a heading is renamed', '<h1>Your account', '<h1>Profile', /Your account/, /heading "Profile"/),
  { title: 'the cart is not stored', withoutCookies: true, causes: [/Expected: .*€9/, /Received: .*€0/] },
  renamed(
    'a script error removes the pay button',
    '</body>',
    script('document.querySelector("[action=\'/order\']")?.remove(); prices.total()'),
    /prices is not defined/,
    /name: 'Pay'/,
  ),
];
