import type { PageElement } from '../../runner/live-page.ts';

/** What exploration never does, unless the prompt asks for it. */
const signingOut = /\b(?:sign|log|logging|signing)(?: me| you)?[ -]?(?:out|off)\b/i;
const destructive: readonly RegExp[] = [
  signingOut,
  /\bunsubscrib|\bopt[ -]?out\b/i,
  /\b(?:de|in)activat|\bdisabl|\bterminat|\bsuspend|\brevok|\bdisconnect|\bunlink|\bleave\b|\bban\b|\bblock\b/i,
  /\bclose (?:my |your |this )?account/i,
  /\bcancel(?:l?ing|s|ed)? +\S|\bend (?:my |your |the )?(?:subscription|membership|trial|plan)/i,
  /\bpay(?:ing|s)?\b|\bpayment\b|\bpurchas|\bbuy\b|\bdonat|\bupgrade\b|\btransfer\b|\bwithdraw|\brefund|\bcheckout with\b/i,
  /\breset\b|\bwip(?:e|ing)\b|\beras(?:e|ing)\b|\bdestroy|\bpurg(?:e|ing)\b|\bdrop (?:the )?(?:table|database)|\btruncat|\bfactory\b/i,
  /\buninstall|\bshut ?down\b|\brestart\b|\breboot|\brollback\b|\broll back\b|\bimpersonat/i,
];
/** What may be done to something that exploration itself has added. */
const removing: readonly RegExp[] = [
  /\bdelet|\bremov|\bdiscard|\bclear\b|\bempty\b|\btrash\b|\barchiv|\bdismiss\b|^[×✕✖✗xX]$|[❌🗑]/iu,
];
/** Names in which such a word means something else. */
const harmless =
  /\bfilters?\b|\bsearch\b|\bsort|\bpassword\b|\bpayment (?:method|terms)|\bcancell?ation policy/i;
/** What is never exploration's own. */
const notOwn =
  /\b(?:account|profile|users?|everything|all|database|project|repository|organi[sz]ation|workspace)\b/i;

export type Danger = 'none' | 'removes' | 'destructive';

/** How dangerous it is to use a control. What the prompt asks for is not. */
export function dangerOf({ name, text, href }: PageElement, prompt: string): Danger {
  const path = href === undefined ? '' : (URL.parse(href)?.pathname ?? '');
  const shown = `${name || text} ${path.replace(/[-_/.]+/g, ' ')}`.trim();
  const found = destructive.find((each) => each.test(shown));
  if (found !== undefined && !harmless.test(shown))
    return isAsked(found, shown, prompt) ? 'none' : 'destructive';
  const removal = removing.find((each) => each.test(shown));
  if (removal === undefined || harmless.test(shown) || isAsked(removal, shown, prompt)) return 'none';
  return notOwn.test(shown) ? 'destructive' : 'removes';
}

/** Whether a prompt has the dangerous word of a control and, if its name has others, one of them. */
function isAsked(dangerous: RegExp, shown: string, prompt: string): boolean {
  if (!dangerous.test(prompt)) return false;
  const others = shown.replace(dangerous, ' ').match(/\p{L}{4,}/gu) ?? [];
  return others.length === 0 || others.some((word) => prompt.toLowerCase().includes(word.toLowerCase()));
}

/** Whether a control ends a session. */
export function signsOut({ name, text }: PageElement): boolean {
  return signingOut.test(name || text);
}

/** Whether a link leads to another page of the app: below its base URL, and not to a file to download. */
export function isPageLink({ href, name }: PageElement, base: string): boolean {
  const url = href === undefined ? null : URL.parse(href);
  if (url === null || !/^https?:$/.test(url.protocol) || !url.href.startsWith(base)) return false;
  if (/\.(?!html?$|php$|aspx?$|jsp$)[a-z][a-z0-9]{1,4}$/i.test(url.pathname)) return false;
  return !/\b(?:download|export|rss|feed)\b/i.test(`${name} ${url.pathname}`);
}

/** Whether a form sends what is entered to another origin. */
export function sendsAway({ formAction }: PageElement, base: string): boolean {
  return formAction !== undefined && URL.parse(formAction)?.origin !== new URL(base).origin;
}

/** Whether a prompt asks for what needs a payment. */
export function allowsPayment(prompt: string): boolean {
  return /\bpay|\bcheck ?out\b|\border|\bpurchas|\bbuy/i.test(prompt);
}

/** Whether a field takes the data of a payment. */
export function asksForPayment({ field, name }: PageElement): boolean {
  const label = `${name} ${field?.label ?? ''} ${field?.name ?? ''}`;
  return (
    /^cc-/.test(field?.autocomplete ?? '') ||
    /\b(?:(?:credit|debit|card) ?(?:card|number)|cvc|cvv|iban|security code)\b/i.test(label)
  );
}
