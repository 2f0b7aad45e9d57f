import type { PageElement } from '../../runner/live-page.ts';
import { pathBelow } from './url-under-test.ts';

/** How controls are named in other languages that sign out, that must not be used, and that remove something. */
const otherLanguages: readonly (readonly [signsOut: string, never: string, removes: string])[] = [
  // German
  [
    'abmelden|auslogg',
    'kündig|(?:be)?zahlen\\b|bezahl|zahlungspflichtig|kaufen|überweis|spenden\\b|abbestell|deaktivier|zurücksetz|stornier',
    'lösch|entfern|verwerfen|leeren|papierkorb',
  ],
  // French
  [
    '(?:se )?déconn',
    'payer|paiement|acheter|désabonn|désinscri|désactiv|résili|réinitialis|annuler l|virement',
    'supprim|effac|retirer|enlever|vider|corbeille',
  ],
  // Spanish and Portuguese
  [
    'cerrar (?:la )?sesi|salir\\b|sair\\b|(?:terminar|encerrar) (?:a )?sess',
    'pagar\\b|pago\\b|pagamento|compra(?:r|\\b)|dar(?:se|me) de baja|cancelar \\S|desa(?:c)?tivar|doar\\b|donar\\b|transferir|restablecer|redefinir',
    'elimin|borrar|quitar|vaciar|descartar|papelera|exclui|apagar|remover|esvaziar|lixeira',
  ],
  // Italian
  [
    'esci\\b|disconnett',
    'paga\\b|acquist|disattiv|disiscriv|disdic|annulla l|dona\\b|reimposta',
    'cancella(?!t)|rimuov|svuota|cestino|scarta\\b',
  ],
  // Dutch
  [
    'afmelden|uitlog',
    'betaal|betalen|kopen\\b|koop\\b|opzeg|deactive|uitschrijv|doneer|doneren|overboek',
    'verwijder|wis\\b|leegmaken|prullenbak|weggooi',
  ],
  // Polish
  [
    'wylog',
    'zapłać|płać|płatno|kup\\b|kupuj|dezaktywuj|wypisz|anuluj \\S|zresetuj|przelew',
    'usuń|usuwan|skasuj|kasuj|wyczyść|opróżnij',
  ],
  // Japanese
  [
    'ログアウト|サインアウト',
    '支払|購入|決済|解約|退会|無効|初期化|リセット|送金|寄付',
    '削除|消去|クリア|破棄|ゴミ箱|空に',
  ],
  // Chinese
  [
    '退出|登出|注销|註銷',
    '支付|付款|购买|購買|停用|禁用|重置|转账|轉帳|捐款|捐赠|取消订|取消訂',
    '删除|刪除|移除|清空|清除|丢弃|垃圾|回收站',
  ],
];

/** Each word as a pattern of its own. A word begins where no letter stands before it, except in languages without spaces. */
function patternsOf(column: 0 | 1 | 2): RegExp[] {
  return otherLanguages.flatMap((words) =>
    words[column].split(/\|(?![^(]*\))/).map((word) => {
      const start = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)
        ? ''
        : '(?<!\\p{L})';
      return new RegExp(`${start}${word.replaceAll('\\b', '(?!\\p{L})')}`, 'iu');
    }),
  );
}

/** What exploration never does, unless the prompt asks for it. */
const signingOut: readonly RegExp[] = [
  /\b(?:sign|log|logging|signing)(?: me| you)?[ -]?(?:out|off)\b/i,
  ...patternsOf(0),
];
const destructive: readonly RegExp[] = [
  ...signingOut,
  ...patternsOf(1),
  /\bunsubscrib|\bopt[ -]?out\b/i,
  /\b(?:de|in)activat|\bdisabl|\bterminat|\bsuspend|\brevok|\bdisconnect|\bunlink|\bleave\b|\bban\b|\bblock\b/i,
  /\bclose (?:my |your |this )?account/i,
  /\bcancel(?:l?ing|s|ed)? +\S|\bend (?:my |your |the )?(?:subscription|membership|trial|plan)/i,
  /\bpay(?:ing|s)?\b|\bpayment\b|\bpurchas|\bbuy\b|\bdonat|\bupgrade\b|\btransfer\b|\bwithdraw|\brefund|\bcheckout with\b/i,
  /\breset\b|\bwip(?:e|ing)\b|\beras(?:e|ing)\b|\bdestroy|\bpurg(?:e|ing)\b|\bdrop (?:the )?(?:table|database)|\btruncat|\bfactory\b/i,
  /\bkill(?:ing)?\b|\bdeploy(?:ing)?\b|\boverwrit(?:e|ing)\b/i,
  /\buninstall|\bshut ?down\b|\brestart\b|\breboot|\brollback\b|\broll back\b|\bimpersonat/i,
];
/** What may be done to something that exploration itself has added. */
const removing: readonly RegExp[] = [
  /\bdelet|\bremov|\bdiscard|\bclear\b|\bempty\b|\btrash\b|\barchiv|\bdismiss\b|^[×✕✖✗xX]$|[❌🗑]/iu,
  ...patternsOf(2),
];
/** The same as classes, icons and attributes say it in any language. */
const hinted = {
  destructive: /\b(?:log ?out|sign ?out|power ?off|unsubscribe|deactivate)\b/i,
  removes: /\b(?:delete|destroy|remove|trash|recycle bin|danger|eraser?|purge|wipe)\b/i,
};
/** Names in which such a word means something else, as in "Clear filters", but not in "Delete saved search". */
const harmless =
  /^(?!.*\b(?:delet|destroy|eras|saved\b)).*(?:\bfilters?\b|\bsearch\b|\bsort)|\breset(?:ting)?\b.*\bpassword\b|\bpassword reset\b|\bpayment (?:method|terms)|\bcancell?ation policy/i;
/** Names of things that exploration never creates itself. */
const neverCreated =
  /\b(?:account|profile?|users?|everything|all|database|project|repository|organi[sz]ation|workspace)\b|(?<!\p{L})(?:konto|compte|cuenta|conta|rekening|benutzer|utilisateur|usuario|alle[sn]?|tout|todo|tudo|tutt[oi]|wszystk)|アカウント|すべて|全て|账户|账号|帳戶|帳號|全部|所有/iu;

type Danger = 'none' | 'removes' | 'destructive';

/** How dangerous it is to use a control. What the prompt asks for is not. */
export function dangerOf(element: PageElement, prompt: string): Danger {
  const { name, text, href, title = '', hints = '', field } = element;
  const path = href === undefined ? '' : (URL.parse(href)?.pathname ?? '');
  const shown = `${name || text} ${path.replace(/[-_/.]+/g, ' ')}`.trim();
  const danger = dangerOfText(shown, prompt);
  // Many buttons that only say "Yes" have a form whose address says what they do.
  const sent = field === undefined ? dangerOfAddress(element, prompt) : 'none';
  if (danger === 'none' && sent !== 'none') return sent;
  const hint = `${title} ${hints.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/[^\p{L}]+/gu, ' ')}`;
  // What the name says counts more: that is what a prompt can ask for.
  if (danger !== 'none' || harmless.test(shown) || dangerOfText(shown, '') !== 'none') return danger;
  const titled = dangerOfText(title, prompt);
  if (titled === 'destructive' || hinted.destructive.test(hint)) return 'destructive';
  if (titled === 'none' && !hinted.removes.test(hint)) return 'none';
  return neverCreated.test(shown) ? 'destructive' : 'removes';
}

/** What the query of a link or the address of a form says: whether it removes something, or signs out. */
function dangerOfAddress({ href = '', formAction = '' }: PageElement, prompt: string): Danger {
  const query = URL.parse(href)?.search ?? '';
  const { pathname = '', search = '' } = URL.parse(formAction) ?? {};
  const address = `${query} ${pathname} ${search}`.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  const said = (patterns: readonly RegExp[]) => {
    const found = patterns.find((each) => each.test(address));
    return found !== undefined && !isRequested(found, address, prompt);
  };
  if (harmless.test(address)) return 'none';
  if (said(signingOut)) return 'destructive';
  if (!said(removing)) return 'none';
  return neverCreated.test(address) ? 'destructive' : 'removes';
}

/** How dangerous a text says that something is, such as the question of a dialog. */
export function dangerOfText(shown: string, prompt: string): Danger {
  const found = destructive.find((each) => each.test(shown));
  if (found !== undefined && !harmless.test(shown))
    return isRequested(found, shown, prompt) ? 'none' : 'destructive';
  const removal = removing.find((each) => each.test(shown));
  if (removal === undefined || harmless.test(shown) || isRequested(removal, shown, prompt)) return 'none';
  return neverCreated.test(shown) ? 'destructive' : 'removes';
}

/** Whether a prompt asks for the dangerous word of a control and, if its name has others, has one of them. */
function isRequested(dangerous: RegExp, shown: string, prompt: string): boolean {
  if (wishFor(dangerous, prompt) !== 'asked') return false;
  const others = shown.replace(dangerous, ' ').match(/\p{L}{4,}/gu) ?? [];
  return others.length === 0 || others.some((word) => prompt.toLowerCase().includes(word.toLowerCase()));
}

/** What excludes the words after it, in the languages above: "Do not delete anything". */
const exclusion =
  /(?<!\p{L})(?:not|never|no|without|except|excluding|avoid|skip|nicht|kein\p{L}*|ohne|nie|außer|pas|sans|jamais|aucune?|sauf|sin|nunca|não|sem|non|senza|mai|niet|geen|zonder|nooit|bez)(?!\p{L})|n['’]t\b|\bcannot\b|しない|不要|不|别|勿/iu;
/** What excludes its whole sentence: "Deleting users is forbidden", "Payments must not be tested". */
const prohibition =
  /(?:\b(?:not|never)|n['’]t) (?:be )?(?:allowed|permitted|tested|touched|used|done|submitted|made)\b|\b(?:forbidden|prohibited|off[- ]limits|out of scope|nothing|verboten|interdit|prohibid|proibid|vietat)|しない|禁止/iu;

/** What a prompt expects of the page: "check that it is not deleted twice" excludes nothing. */
const expectedClause =
  /(?:^|[,;.!?]|\b(?:and|but|then)\b)\s*(?:then )?(?:check|verify|confirm|assert|expect) that\b(?:(?!\b(?:and|but)\b)[^,;.!?\n])*/gim;

/** Whether a prompt asks for what a word stands for. Once excluded, it is excluded everywhere. */
function wishFor(word: RegExp, prompt: string): 'asked' | 'excluded' | 'unsaid' {
  // What is not expected is not asked for either.
  const said = prompt.replace(expectedClause, (clause) =>
    clause.slice(0, exclusion.exec(clause)?.index ?? clause.length),
  );
  const sentences = said.split(/(?<=[.!?;])\s+|(?<=[。！？])|\n/).map((sentence) => {
    const end = prohibition.test(sentence) ? 0 : (exclusion.exec(sentence)?.index ?? sentence.length);
    return { asked: sentence.slice(0, end), excluded: sentence.slice(end) };
  });
  if (sentences.some(({ excluded }) => word.test(excluded))) return 'excluded';
  return sentences.some(({ asked }) => word.test(asked)) ? 'asked' : 'unsaid';
}

/** Whether a text is about removing something, as that of a box that has to be ticked. */
export function isAboutRemoval(text: string): boolean {
  return removing.some((each) => each.test(text)) && !harmless.test(text);
}

/** Whether a control ends a session. */
export function signsOut({ name, text }: PageElement): boolean {
  return signingOut.some((each) => each.test(name || text));
}

/** Whether a control removes the entries that a page lists, and not what the page is about. */
export function clearsEntries({ name, text }: PageElement): boolean {
  return /^(?:clear|empty)\b/i.test(name || text);
}

/** Whether a link leads to another page of the app: below its base URL, and not to a file to download. */
export function isPageLink({ href, name }: PageElement, base: string): boolean {
  const url = href === undefined ? null : URL.parse(href);
  if (url === null || !/^https?:$/.test(url.protocol) || pathBelow(base, url.href) === undefined)
    return false;
  if (/\.(?!html?$|php$|aspx?$|jsp$)[a-z][a-z0-9]{1,4}$/i.test(url.pathname)) return false;
  return !/\b(?:download|export|rss|feed)\b/i.test(`${name} ${url.pathname}`);
}

/** Whether a form sends what is entered to another origin. */
export function sendsAway({ formAction }: PageElement, base: string): boolean {
  return formAction !== undefined && URL.parse(formAction)?.origin !== new URL(base).origin;
}

/** Whether a prompt asks for what needs a payment, or excludes it. */
export function wishForPayment(prompt: string) {
  return wishFor(/\bpay|\bcheck ?out\b|\border|\bpurchas|\bbuy/i, prompt);
}

/** Whether a field takes the data of a payment. */
export function isPaymentField({ field, name }: PageElement): boolean {
  const label = `${name} ${field?.label ?? ''} ${field?.name ?? ''}`;
  return (
    /^cc-/.test(field?.autocomplete ?? '') ||
    /\b(?:(?:credit|debit|card) ?(?:card|number)|cvc|cvv|iban|security code)\b|kartennummer|num[ée]ro (?:de (?:la )?)?(?:carte|tarjeta)|n[úu]mero do cart|numero (?:della )?carta|kaartnummer|numer karty|カード番号|卡号|卡號/i.test(
      label,
    )
  );
}
