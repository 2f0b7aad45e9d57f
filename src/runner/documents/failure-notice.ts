import type { Page } from 'playwright-core';
import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';
import { unlessLate } from '../wait.ts';
import { inspectTimeoutMs } from './blank-page.ts';
import { isExpected } from './error-screen.ts';

const crashed =
  'something (?:went|has gone) wrong|an? (?:\\w+ )?error (?:has )?occurred|there (?:was|has been) an? (?:\\w+ )?error';
/** The same in German, French, Spanish, Italian, Dutch, Portuguese, Polish, Swedish, Russian, Chinese, Japanese and Korean. */
const crashedInOtherLanguages = [
  '(?:es ist )?ein (?:unerwarteter )?fehler (?:ist )?aufgetreten|(?:(?:da|hier|leider) ist )?etwas (?:ist )?schief ?gelaufen|etwas ging schief',
  "une erreur (?:inattendue |interne )?(?:est survenue|s['’]est produite)|quelque chose s['’]est mal passé",
  '(?:ha ocurrido|ocurrió|se ha producido|se produjo) un error|algo (?:salió|ha salido|fue) mal',
  'si è verificato un errore|qualcosa è andato storto',
  'er is (?:een (?:onverwachte )?fout opgetreden|iets (?:mis|fout) ?gegaan)',
  'ocorreu um erro|algo (?:deu errado|correu mal)',
  'wystąpił (?:nieoczekiwany )?błąd|coś poszło nie tak',
  'ett fel (?:har )?(?:uppstått|uppstod|inträffat|inträffade)|något gick fel',
  'произошла (?:непредвиденная )?ошибка|что-то пошло не так',
  '(?:发生|出现)了?错误|出错了|(?:發生|出現)了?錯誤',
  '(?:エラー|問題)が発生しました',
  '(?:오류|문제)가 발생했습니다',
].join('|');
/** What a script's error says, which is meant for developers. */
const scriptErrors =
  '^(?:[\\w ]{1,40}: )?(?:cannot (?:read|set) propert(?:y|ies) .+|[\\w$.]+ is not (?:a function|iterable|defined)|unexpected token .+|failed to fetch\\b.*|networkerror when attempting .+|request failed with status code \\d+|network error|loading (?:css )?chunk .+ failed\\b.*)[.!]?$';
const failedVerbs =
  'load|fetch|save|send|submit|connect|reach|retrieve|update|delete|remove|create|add|place|upload|process|complete';

/** Where an app shows messages about what has been done. */
export const messages =
  '[role="alert"], [role="status"], [aria-live="assertive"], [aria-live="polite"], [class*="toast" i], [class*="snackbar" i], [data-sonner-toast], .flash';

export const noticeOptions = {
  /** Elements without others: a whole text is compared. */
  leaves: ':is(h1, h2, h3, h4, p, div, span, strong, main, section):not(:has(*))',
  maxLeafCharacters: 100,
  /** What an app shows in place of a part that has failed, or of a value that is no text. */
  failedPart: `^(?:oops|sorry|uh[ -]oh|whoops|error|we(?: a|['’])re sorry,? but)?\\W*(?:${crashed}|unexpected error)\\W*(?:(?:while processing|on) (?:this|the|your) (?:request|website))?[.!…\\s]*(?:please )?(?:try again)?(?: later)?[.!…]*$|^(?:oops|sorry|uh[ -]oh|whoops)\\b.{0,60}\\b(?:could not|couldn['’]t|failed to) (?:be )?(?:${failedVerbs})|^(?:[^\\s.!]{1,8}[.!…,]+\\s*)?¡?(?:${crashedInOtherLanguages})(?:[.!…。！]|$)|${scriptErrors}|\\[object Object\\]|^(?:Index of|Directory listing for) /|^you(?: a|['’])re (?:currently )?offline[.!]?$`,
  /** What an app shows in place of content that did not arrive. */
  failedLoad:
    "^(?:sorry,? )?(?:we )?(?:could not|couldn['’]t|cannot|can['’]t|failed to|unable to|error) (?:be )?(?:load|fetch|retriev)(?:e|ing)?\\b[^?]*$",
  texts: ':is(p, div, span, strong):not(:has(*))',
  /** Values of scripts that are meant for nobody, in their spelling. */
  badValue: [
    '^(?:undefined|NaN)$',
    '[$€£¥] ?(?:undefined|NaN)\\b',
    '(?:^|[\\s:])NaN ?[%$€£¥]',
    ': NaN\\b',
    '^NaN \\w+$',
    '#(?:undefined|NaN)\\b',
    '\\bNaN([-./])NaN\\1NaN\\b',
    '^(?:Hello|Hi|Hey|Welcome|Dear|Thanks|Thank you)(?: back)?,? (?:undefined|null)\\b',
    '\\bInvalid Date$',
  ].join('|'),
  /** The same wherever they are, also in a list or a table: an amount, or a value that is no text. */
  ownValue: '[$€£¥] ?(?:undefined|NaN)\\b|^\\[object Object\\]$',
  /** What a framework that does not start leaves of its template. Elsewhere, an app may be about templates. */
  headings: ':is(h1, h2, h3):not(:has(*))',
  placeholder: '\\{\\{\\s*[\\w.$]+\\s*\\}\\}',
  /** What an app shows as long as it waits for its content, but not at the end of a list that grows. */
  loading:
    '^(?:loading|(?:loading|please wait|processing|redirecting|submitting|saving)(?: (?!more\\b)[\\w-]+){0,3} ?(?:…|\\.{3}))$',
  alerts: `${messages}, [class*="error" i], .alert-danger`,
  maxAlertCharacters: 300,
  /** Libraries show these in a list. */
  toasts: '[role="alert"], li[role="status"], [data-sonner-toast]',
  /** What an alert says of something that has failed. */
  failedAction: `\\b(?:${crashed}|(?:could not|couldn['’]t|cannot|can['’]t|failed to|unable to) (?:be )?(?:${failedVerbs})|network error|request failed|(?:session|card|payment) (?:has |was )?(?:expired|declined|failed))|${crashedInOtherLanguages}`,
};

/** A warning if a page says that a part of it has failed or is still loading, unless an assertion says so. */
export async function failureNotice(
  page: Page,
  elements: readonly ExchangeElement[],
): Promise<string | undefined> {
  const { failed, waits } =
    (await unlessLate(page.evaluate(noticeOf, noticeOptions), inspectTimeoutMs)) ?? {};
  const text = failed ?? waits;
  if (text === undefined || isExpected(text, elements)) return undefined;
  const shown = `The test case ends on ${page.url()}, which`;
  return failed === undefined
    ? `${shown} still says "${text}". Check the requests of the page.`
    : `${shown} says "${text}". If the test case is about that, assert this text.`;
}

/** Evaluated in a page: the texts that say that a part of it has failed, or is still loading. */
function noticeOf(options: typeof noticeOptions): {
  readonly failed: string | undefined;
  readonly waits: string | undefined;
} {
  const { leaves, maxLeafCharacters } = options;
  const isShown = (element: Element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const isInView = top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
    const isEmpty = top === bottom || left === right;
    return (
      isInView && !isEmpty && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    );
  };
  /** A page may be about errors: such a text in a log, or the name of a link, is what it should show. */
  const isListed = (element: Element, pattern: RegExp) =>
    element.closest('li, tr, pre, label, a, option') !== null ||
    [...element.querySelectorAll('li, tr, pre, a')].some((each) => pattern.test(each.textContent));
  const inside = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  const findAll = (selector: string) =>
    [document, ...inside].flatMap((root) => [...root.querySelectorAll(selector)]);
  const find = (selector: string, words: string, maxCharacters: number, flags = 'i') => {
    const pattern = new RegExp(words, flags);
    for (const each of findAll(selector)) {
      const text = each.textContent.replace(/\s+/g, ' ').trim();
      if (text.length > maxCharacters || !pattern.test(text) || !isShown(each)) continue;
      // Documentation shows what an app would say.
      if (each.closest('code, [class*="example" i]') !== null) continue;
      if (!isListed(each, pattern) || each.matches(options.toasts)) return text;
    }
    return undefined;
  };
  const ownText = (element: Element) =>
    [...element.childNodes].map((each) => (each.nodeType === 3 ? each.nodeValue : '')).join('');
  const findValue = () => {
    const pattern = new RegExp(options.ownValue);
    for (const each of document.querySelectorAll('body *:not(script, style, textarea)')) {
      const text = ownText(each).replace(/\s+/g, ' ').trim();
      if (text.length > maxLeafCharacters || !pattern.test(text) || !isShown(each)) continue;
      if (each.closest('pre, code, [class*="example" i]') === null) return text;
    }
    return undefined;
  };
  const part =
    find(leaves, options.failedPart, maxLeafCharacters) ??
    find(options.texts, options.failedLoad, maxLeafCharacters) ??
    find(leaves, options.badValue, maxLeafCharacters, '') ??
    findValue() ??
    find(options.headings, options.placeholder, maxLeafCharacters);
  return {
    failed: part ?? find(options.alerts, options.failedAction, options.maxAlertCharacters),
    waits: find(leaves, options.loading, maxLeafCharacters),
  };
}
