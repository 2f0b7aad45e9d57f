import type { PageElement } from '../../../runner/live-page.ts';
import { plainText } from '../clause.ts';
import type { Parts } from '../grammar.ts';
import { act, type CompiledStep } from '../page/compiled-step.ts';
import { isButtonLike, isControl } from '../page/control-types.ts';
import { shownElement } from '../page/element-texts.ts';
import { find, type Scope } from '../page/scope.ts';
import { optionally, Unresolved } from '../page/unresolved.ts';
import { keyOf, numberOf, wordsOf } from '../vocabulary.ts';

export function script(code: string): CompiledStep {
  return act({ action: 'JAVASCRIPT', calledWith: { code, execType: 'browser' } });
}

export function scroll(calledWith: { x: number; y: number } | null): CompiledStep {
  return act({ action: 'SCROLL', calledWith });
}

export function goTo({ url = '' }: Parts, { quotes }: Scope): CompiledStep | undefined {
  const calledWith = plainText(url, quotes);
  return /^(?:https?:\/\/|\/)\S*$/.test(calledWith) ? act({ action: 'GO_TO', calledWith }) : undefined;
}

export function scrollTo({ target = '' }: Parts, scope: Scope): CompiledStep {
  const isFooter = /^(?:the )?footer$/i.test(target);
  const isShown = scope.view.elements.some(({ within }) => within.some((each) => each.startsWith('footer')));
  if (!isFooter || !isShown) return act({ action: 'SCROLL' }, find(target, scope));
  // The footer is no element of the view.
  const selectors = [{ selectorType: 'ROLE' as const, selector: 'contentinfo' }];
  return { element: { selectors, interaction: { action: 'SCROLL' } }, target: undefined };
}

export function wait({ time = '' }: Parts): CompiledStep | undefined {
  const [, amount = '', unit = ''] = /^(\S+?) ?(m\w*|s\w*)$/i.exec(time) ?? [];
  const count = /^an?$/i.test(amount) ? 1 : (numberOf(amount) ?? Number(amount));
  const factor = /^m(?:s|illi)/i.test(unit) ? 1 : /^min/i.test(unit) ? 60_000 : 1000;
  if (Number.isNaN(count) || count * factor > 60_000) return undefined;
  return act({ action: 'WAIT_FOR', calledWith: { type: 'fixedTime', timeMilliseconds: count * factor } });
}

export function pressKey({ key = '', target }: Parts, scope: Scope): CompiledStep | undefined {
  const calledWith = keyOf(plainText(key, scope.quotes));
  if (calledWith === undefined) return undefined;
  const isNamed = (element: PageElement) =>
    isButtonLike(element) && wordsOf(element.name).includes(calledWith.toLowerCase());
  const named = scope.view.elements.filter(isNamed).slice(0, 3);
  if (named.length > 0 && !/ key$/i.test(key)) {
    const advice = `Write "the ${calledWith} key" or "the ${calledWith} button"`;
    throw new Unresolved(`"${calledWith}" could be a key or an element. ${advice}`, named.map(shownElement));
  }
  const before = scope.context.target;
  const inside = target === undefined ? before : find(target, scope, { isPossible: isControl });
  // Without a field, the key is for the page.
  return act({ action: 'KEY_PRESS', calledWith }, inside && isControl(inside) ? inside : undefined);
}

export function hover({ target = '' }: Parts, scope: Scope): CompiledStep {
  const search = { what: 'an element' };
  const control = optionally(() => find(target, scope, { ...search, isPossible: isControl }));
  return act({ action: 'HOVER' }, control ?? find(target, scope, search));
}

/** The button or link for it, if the page has one: in a list of many pages, the browser would go too far. */
export function goBack(_: Parts, { view }: Scope): CompiledStep {
  const isBack = (each: PageElement) =>
    isControl(each) &&
    !each.isDisabled &&
    /^\P{L}*(?:go )?(?:back|previous)(?: page)?\P{L}*$/iu.test(each.name);
  const [found, ...others] = view.elements.filter(isBack);
  if (others.length > 0) throw new Unresolved('Several buttons or links go back. Name the one that is meant');
  return found === undefined ? script('history.back();') : act({ action: 'CLICK' }, found);
}

export function upload({ file = '', target }: Parts, scope: Scope): CompiledStep | undefined {
  const isPossible = ({ field }: PageElement) => field?.type === 'file';
  const calledWith = { file: plainText(file, scope.quotes) };
  if (!/\.\w+$/.test(calledWith.file)) return undefined;
  const fields = scope.view.elements.filter(isPossible);
  if (target === undefined && fields.length > 1)
    throw new Unresolved(`${fields.length} fields could be for the file`);
  const search = { isPossible, allowsPart: true, what: 'a field for files' };
  const found = target === undefined ? fields[0] : find(target, scope, search);
  return found && act({ action: 'UPLOAD', calledWith }, found);
}

export function drag({ from = '', to = '' }: Parts, scope: Scope): CompiledStep {
  const source = find(from, scope);
  const { selectors } = find(to, scope);
  return act({ action: 'DRAG_AND_DROP', calledWith: { selectors: [...selectors] } }, source);
}
