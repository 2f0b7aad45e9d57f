import { onlyOne } from '../../../common/lists.ts';
import type { PageElement } from '../../../runner/live-page.ts';
import { plainText } from '../clause.ts';
import type { Parts } from '../grammar.ts';
import { act, type CompiledStep } from '../page/compiled-step.ts';
import { isField, isTextField } from '../page/control-types.ts';
import { isSameText, shownElement } from '../page/element-texts.ts';
import { inModal } from '../page/find-element.ts';
import { find, type Scope } from '../page/scope.ts';
import { attempt, optionally, Unresolved } from '../page/unresolved.ts';
import { withoutKind } from '../phrase.ts';
import { baseVerb, numberOf, wordsOf } from '../vocabulary.ts';

export function field(target = '', scope: Scope): PageElement {
  const extraWords = scope.context.words;
  return find(target, scope, { isPossible: isTextField, allowsPart: true, what: 'a field', extraWords });
}

export function enterInto(target: PageElement, text: string): CompiledStep {
  // A field for minutes takes "20", and no "20 minutes".
  const [, number, unit = ''] = /^(\d[\d.]*) (\p{L}+)$/u.exec(text) ?? [];
  const isOfField = target.role === 'spinbutton' && wordsOf(target.name).includes(wordsOf(unit).join());
  const enteredText = isOfField ? (number ?? text) : text;
  const calledWith = target.role === 'spinbutton' ? `${numberOf(enteredText) ?? enteredText}` : enteredText;
  return act({ action: 'ENTER_TEXT', calledWith }, target);
}

/** "Leipzig by Dresden in the city field": the field contains what is replaced, or is the only one with it as its value. */
export function replace({ old = '', value = '', target }: Parts, scope: Scope): CompiledStep | undefined {
  const before = plainText(old, scope.quotes);
  const holds = (each: PageElement) => isTextField(each) && isSameText(each.field?.value ?? '', before);
  const found = target === undefined ? onlyOne(scope.view.elements.filter(holds)) : field(target, scope);
  if (found === undefined) return undefined;
  const [start = '', end, ...more] = (found.field?.value ?? '').split(before);
  if (end === undefined || more.length > 0)
    throw new Unresolved(`${shownElement(found)} does not contain "${before}" once`);
  return enterInto(found, `${start}${plainText(value, scope.quotes)}${end}`);
}

export function logIn({ user = '', password = '' }: Parts, scope: Scope): CompiledStep[] {
  const fields = scope.view.elements.filter(isField);
  const secrets = fields.filter(({ field }) => field?.type === 'password');
  const names = fields.filter(({ field, name }) => {
    const description = `${name} ${field?.label ?? ''} ${field?.placeholder ?? ''} ${field?.autocomplete ?? ''}`;
    return (
      field?.type === 'email' ||
      wordsOf(description).some((word) => /^(?:username|user|e?mail|login)$/.test(word))
    );
  });
  const [secret, name] = [secrets[0], names[0]];
  if (secret === undefined || name === undefined || secrets.length > 1 || names.length > 1)
    throw new Unresolved('Found no form with one user name and one password');
  const buttons = scope.view.elements.filter(
    (element) =>
      element.role === 'button' &&
      element.within.join() === secret.within.join() &&
      /^(?:log ?in|sign ?in|continue|submit)$/i.test(element.name),
  );
  const [button] = buttons;
  if (button === undefined || buttons.length > 1) throw new Unresolved('Found no button to log in');
  const value = (text: string) => plainText(text, scope.quotes);
  return [enterInto(name, value(user)), enterInto(secret, value(password)), act({ action: 'CLICK' }, button)];
}

export function searchFor({ what = '', text = '' }: Parts, scope: Scope): CompiledStep[] | undefined {
  const wanted = text.replace(/ (?:in|into|using|with) the search(?: box| field| bar)?$/i, '');
  // What stands beside a quotation is no part of what is searched for.
  if (holdsMore(wanted) || /⟦/.test(withoutKind(wanted, scope.quotes).replace(/^⟦\d+⟧$/, '')))
    return undefined;
  const isSearch = (element: PageElement) =>
    isField(element) &&
    (element.role === 'searchbox' || /\bsearch\b/i.test(`${element.name} ${element.field?.placeholder}`));
  const search = { isPossible: isSearch, allowsPart: true, what: 'a field' };
  const target = onlyOne(scope.view.elements.filter(isSearch)) ?? find(`search ${what}`, scope, search);
  const enter = act({ action: 'KEY_PRESS', calledWith: 'Enter' }, target);
  return [enterInto(target, plainText(wanted, scope.quotes)), enter];
}

/** How a value stands with its field: the words between them, and which of the two is first. */
interface Order {
  readonly between: RegExp;
  readonly isValueFirst: boolean;
}
/** "Ada into the name field" */
export const valueFirst: Order = {
  between: /\s+(?:in|into|in to|as|for|to|inside|on|under)\s+/gi,
  isValueFirst: true,
};
/** "the name field with Ada", "the name to Ada", "name: Ada", "the code SPRING" */
export const valueLast: Order = {
  between: /:\s+|\s+(?:(?:with|to|on|by|saying|=|->|→|>)\s+|(?=(?:⟦\d+⟧|\S*[\d@]\S*|[A-Z]{2,}\S*)$))/g,
  isValueFirst: false,
};
/** "Edit the item ⟦0⟧" says which one, and no value: after these verbs, a word stands between the two. */
const valueAfterWord: Order = {
  between: /:\s+|\s+(?:with|to|saying|=|->|→|>)\s+/g,
  isValueFirst: false,
};
const changing = /^(?:edit|change|update|adjust|correct)$/i;

/** A value and its field, in the order of most verbs. */
export function enterEither({ verb = '', rest }: Parts, scope: Scope): CompiledStep | undefined {
  return enter(rest, scope, valueFirst, changing.test(verb) ? valueAfterWord : valueLast);
}

/** What describes a text is not the text itself. */
const describesValue =
  /^(?:a|an|the|some\w*|any\w*|nothing|my|your|his|her|their|in|valid|invalid|correct|wrong|different|another)(?!\S| (?:text|value) ⟦)/i;

/** "Ada as first name and King" is a value and the beginning of another, as is "Ada in Name, King". */
const isTwoValues =
  /\S\sby\s\S.*\sin\s|\s(?:in|into|as|for|to|with)\s.+(?:\sand|,)\s|\sand\s.+(?:[:=]|\s(?:to|as|with))\s|,\s.+\s(?:is|are|should|must|shows?|appears?)\b/i;

/** Whether words without quotation marks are more than a value: "Ada and update the profile" says what to do next. */
function holdsMore(value: string): boolean {
  const next = [...value.matchAll(/(?:\sand\s+(?:then\s+)?|,\s+)([a-z]+)/gi)];
  return isTwoValues.test(value) || next.some(([, word = '']) => baseVerb(word) !== undefined);
}

/** "A wrong promo code ⟦0⟧" says what the value is, unless the field is called so. @throws Unresolved */
function valueField(target: string, scope: Scope): PageElement {
  const bare = target.replace(/^an? (?:wrong|invalid|valid|correct|incorrect|unknown|malformed) /i, '');
  const found = bare === target ? undefined : optionally(() => field(target, scope));
  return found ?? field(bare, scope);
}

/** @throws Unresolved if no field is found for a value, or several. */
export function enter(rest = '', scope: Scope, ...orders: readonly Order[]): CompiledStep | undefined {
  let problem: Unresolved | undefined;
  const steps = orders.flatMap(({ between, isValueFirst }) =>
    [...rest.matchAll(between)].flatMap(({ 0: separator, index }) => {
      const parts = [rest.slice(0, index), rest.slice(index + separator.length)];
      const [value = '', target = ''] = isValueFirst ? parts : parts.toReversed();
      // "⟦0⟧ into ⟦1⟧" names the field last.
      if (!isValueFirst && /(?:^|\s)(?:in|into|as|for|to|on|inside|under)$/i.test(target)) return [];
      // Only a whole quotation or plain words are a value.
      if (!/^⟦\d+⟧$|^[^⟦⟧]+$/.test(value) || describesValue.test(value) || holdsMore(value)) return [];
      const entered = plainText(value.replace(/^(?:the )?(?:text|value) /i, ''), scope.quotes);
      const found = attempt(() => valueField(target, scope));
      if (!(found instanceof Unresolved)) return [enterInto(found, entered)];
      problem ??= found;
      return [];
    }),
  );
  if (steps.length > 0) return only(steps);
  if (problem !== undefined) throw problem;
  return undefined;
}

/** @throws Unresolved if a clause can be understood in two ways. */
export function only(steps: readonly CompiledStep[]): CompiledStep {
  const found = onlyOne(new Map(steps.map((step) => [JSON.stringify(step.element), step])).values());
  if (found !== undefined) return found;
  throw new Unresolved('The clause can be understood in two ways. Put the value in quotation marks');
}

/** "Enter 7 guests": only the name of a field for numbers comes after its value. */
export function enterNumber({ value = '', target }: Parts, scope: Scope): CompiledStep {
  const isPossible = ({ role }: PageElement) => role === 'spinbutton';
  return enterInto(find(target ?? '', scope, { isPossible, allowsPart: true, what: 'a field' }), value);
}

/** "Call it Ada": the only field that is called a name or a title. */
export function fillNameField({ value = '' }: Parts, scope: Scope): CompiledStep | undefined {
  const isPossible = (each: PageElement) =>
    isTextField(each) && wordsOf(each.name).some((word) => /^(?:name|title)$/.test(word));
  const [found, ...others] = inModal(scope.view.elements.filter(isPossible));
  if (others.length > 0) throw new Unresolved('Several fields could be for the name');
  return found && enterInto(found, plainText(value, scope.quotes));
}

/** "Reply with ⟦0⟧": the field that is called a reply. */
export function reply({ value = '' }: Parts, scope: Scope): CompiledStep {
  return enterInto(field('reply', scope), plainText(value, scope.quotes));
}
