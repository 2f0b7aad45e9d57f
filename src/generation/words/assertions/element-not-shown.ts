import { onlyOne } from '../../../common/lists.ts';
import type { Assertion } from '../../../contract/exchange/assertion.ts';
import type { ExchangeSelector } from '../../../contract/exchange/selector.ts';
import type { PageElement } from '../../../runner/live-page.ts';
import { elementsIn } from '../../page-tree.ts';
import { named } from '../../selectors.ts';
import { plainText } from '../clause.ts';
import type { Parts } from '../grammar.ts';
import {
  type CompiledStep,
  expects,
  expectsOf,
  hasCount,
  isAbsent,
  isVisible,
} from '../page/compiled-step.ts';
import { hasRole, isTextField } from '../page/control-types.ts';
import { hasText, shownElement, wordsOfPage } from '../page/element-texts.ts';
import { matchingElements } from '../page/find-element.ts';
import { isRow, isSameKind, rowSelectors } from '../page/rows.ts';
import { controlsCalled, find, phraseIn, type Scope, text } from '../page/scope.ts';
import { attempt, NotFound, Unresolved } from '../page/unresolved.ts';
import { readPhrase } from '../phrase.ts';
import { namingWords, nouns, wordsOf } from '../vocabulary.ts';
import { groupOf } from './compile-count.ts';
import { onlyQuoted, rowWith } from './element-shown.ts';
import { areaSelectors, columnCalled } from './page-part.ts';
import { withLiteral, withTexts } from './shown-text.ts';

/** "Order 7 does not have a Cancel button": its row is there without it, while another row has it, or it had it before. */
export function rowLacks({ place = '', what = '' }: Parts, scope: Scope): CompiledStep[] | undefined {
  const { view, context } = scope;
  const row = rowWith(place, scope)?.row;
  const label = text(place, scope).replace(/^the (?:\p{Ll}+ )*(?=[\p{Lu}\d])/u, '');
  if (row === undefined || !hasText(row.text, label)) return undefined;
  const all = [...view.elements, ...context.seen];
  const controls = controlsCalled(readPhrase(what, scope.quotes), { ...view, elements: all });
  const [control] = controls;
  if (control === undefined) return undefined;
  if (elementsIn(row, view).some((each) => controls.includes(each)))
    throw new Unresolved(`The row of "${label}" has it`, [shownElement(control)]);
  const selectors = [...rowSelectors(row), ...withTexts([label])];
  return [
    expects({ expectation: 'TO_HAVE_COUNT', calledWith: 1 }, row, selectors),
    isAbsent([...selectors, named(control)]),
  ];
}

/** "The Done column is empty": it is there, without what the others of its kind contain, or it has contained. */
export function hasNoRows({ place = '', kind = 'rows' }: Parts, scope: Scope): CompiledStep[] | undefined {
  const isOther = (word: string) => nouns.has(word) && !/^(?:row|item|entry|result|card)$/.test(word);
  if (wordsOf(kind).some(isOther)) return undefined;
  const column = columnCalled(place, scope);
  if (column?.column !== undefined)
    return [
      expects({ expectation: 'VISIBLE' }, column, column.column.items.slice(0, -1)),
      hasCount(0, column.column.items),
    ];
  const container = areaSelectors(place, scope);
  const area = container?.[0]?.selectorType === 'ROLE' ? container[0].selector : 'heading';
  const rows = [...scope.view.elements, ...scope.context.seen].filter(
    (each) => isRow(each) && each.within.some((entry) => entry.split(' ', 1)[0] === area),
  );
  if (container === undefined || rows.length === 0) return undefined;
  // The row with the headers stays.
  const roles = [...new Set(rows.map(({ role }) => (role === 'row' ? 'cell' : role)))];
  const none = roles.map((selector) => hasCount(0, [...container, { selectorType: 'ROLE', selector }]));
  return [isVisible(container), ...none];
}

/** "INV-104 is not shown in the table": checked in the table only, since a message elsewhere may name what was removed. */
export function isNotShownIn({ what = '', place = '' }: Parts, scope: Scope) {
  const [ofPlace, ofPage] = [namingWords(place), wordsOfPage(scope.view)];
  if (ofPlace.length > 0 && ofPlace.every((word) => ofPage.includes(word)))
    return isNotShown({ what }, scope);
  const container = areaSelectors(place.replace(/^\w+ /, ''), scope);
  const isWhole = /^\w+ (?:the|this) (?:list|table|page|screen)$/i.test(place);
  const [, bare = ''] = /^(?:the )?(?:\p{Ll}+ )*(⟦\d+⟧|[\p{Lu}\d][^⟦]*)$/u.exec(what) ?? [];
  const wanted = text(bare, scope);
  const fromRows = container === undefined ? isNotShownInRows(wanted, place, scope) : undefined;
  if (fromRows !== undefined) return fromRows;
  if (container === undefined && isWhole) return isNotShown({ what }, scope);
  const wasSeen = scope.context.seen.some((each) => hasText(each.text, wanted));
  if (container === undefined || wanted === '' || !(wasSeen || bare.startsWith('⟦'))) return undefined;
  return [isVisible(container), isAbsent([...container, { selectorType: 'TEXT', selector: wanted }])];
}

/** No item of a list of plain elements has a text any more. Its other items are there. */
function isNotShownInRows(wanted: string, place: string, scope: Scope): CompiledStep[] | undefined {
  const listName = place.replace(/^\w+ /, '').replace(/^(?:the|this) (?:list|table|page|screen)$/i, '');
  const group = attempt(() => groupOf('rows', listName, 0, scope));
  if (wanted === '' || group === undefined || group instanceof Unresolved) return undefined;
  const { rows, first } = group;
  const wasThere = scope.context.seen.some((each) => isSameKind(each, first) && hasText(each.text, wanted));
  if (first.itemSelectors === undefined || !wasThere || rows.some((row) => hasText(row.text, wanted)))
    return undefined;
  return [
    hasCount(rows.length, first.itemSelectors),
    hasCount(0, [...first.itemSelectors, withLiteral(wanted)]),
  ];
}

/** The fields of the only form that was seen, which are not to be seen any more. */
function shownFields({ context: { seen } }: Scope): PageElement[] {
  const inForm = seen.filter((each) => isTextField(each) && each.within.at(-1)?.startsWith('form'));
  const isOne = new Set(inForm.map(({ within }) => within.join())).size === 1;
  return isOne ? [...new Map(inForm.map((each) => [JSON.stringify(each.selectors), each])).values()] : [];
}

/** Expects that an element is gone. The text of a cell must be gone from the whole page: another cell may show it. */
function expectNotShown(found: PageElement): CompiledStep {
  const isCell = /^(?:cell|gridcell|rowheader)$/.test(found.role) && found.text !== '';
  const selector = { selectorType: 'TEXT', selector: found.text, options: { exact: true } } as const;
  return expects({ expectation: 'NOT_VISIBLE' }, found, isCell ? [selector] : found.selectors);
}

export function isNotShown({ what = '' }: Parts, scope: Scope): CompiledStep | CompiledStep[] {
  const quote = onlyQuoted(what, scope);
  const notVisible: Assertion = { expectation: 'NOT_VISIBLE' };
  if (quote !== undefined) {
    const roles = [...(quote.roles ?? [])].filter((role) => !/^(?:field|text|alert|status)$/.test(role));
    const role = onlyOne(roles);
    const selector: ExchangeSelector =
      role === undefined
        ? { selectorType: 'TEXT', selector: quote.only }
        : { selectorType: 'ROLE', selector: role, options: { name: quote.only } };
    return isAbsent([selector]);
  }
  const phrase = phraseIn(what, scope);
  const called = `"${plainText(what, scope.quotes)}"`;
  for (const elements of [scope.view.elements, scope.context.seen]) {
    const matching = matchingElements(phrase, { view: { ...scope.view, elements }, called });
    // The same element was seen on several pages.
    const found = onlyOne(new Map(matching.map((each) => [JSON.stringify(each.selectors), each])).values());
    if (found !== undefined) return expectNotShown(found);
  }
  const fields = /^(?:the |this )?form$/i.test(what) ? shownFields(scope) : [];
  if (fields.length > 0) return fields.map((each) => expects(notVisible, each));
  const everSeen = { ...scope.view, elements: [...scope.view.elements, ...scope.context.seen] };
  const area = areaSelectors(what, { ...scope, view: everSeen });
  if (area !== undefined) return isAbsent(area);
  // A message of that kind would be noticed, whatever it says.
  const isMessage =
    phrase.roles?.has('alert') === true && !scope.view.elements.some(({ role }) => role === 'alert');
  if (isMessage && phrase.quoted.length === 0) {
    const hadAlerts = scope.view.hasAlerts || scope.context.seen.some(({ role }) => role === 'alert');
    if (!hadAlerts && !phrase.words.includes('alert'))
      throw new Unresolved(
        `The page has no alert that ${called} could mean. Name the text that is not shown`,
      );
    return isAbsent([{ selectorType: 'ROLE', selector: 'alert' }]);
  }
  const found = attempt(() => find(what, scope), NotFound);
  if (!(found instanceof Unresolved)) return expects(notVisible, found);
  // A part of a text that was shown before, as "Dune" of "Dune by Frank Herbert".
  const wanted = text(what, scope);
  const has = (each: PageElement) => hasText(each.text, wanted) || hasText(each.name, wanted);
  if (!/^\p{Lu}[^⟦]*$/u.test(what) || !scope.context.seen.some(has) || scope.view.elements.some(has))
    throw found;
  return isAbsent([{ selectorType: 'TEXT', selector: wanted }]);
}

export function lacksText({ what = '', value }: Parts, scope: Scope): CompiledStep {
  const assertion: Assertion = { expectation: 'NOT_TO_CONTAIN_TEXT', calledWith: text(value, scope) };
  const area = areaSelectors(what, scope);
  if (area !== undefined) return expects(assertion, undefined, area);
  const isPossible = ({ field }: PageElement) => field === undefined;
  const found = find(what, scope, { isPossible, allowsPart: true });
  const { words, roles } = phraseIn(what, scope);
  const isCalled = [...(roles ?? [])].some((role) => hasRole(found, role));
  // The link or heading "Cart" never contains what the cart does.
  if (!isCalled && namingWords(found.text).every((word) => words.includes(word)))
    throw new NotFound(`Found no "${plainText(what, scope.quotes)}" with a text`, [shownElement(found)]);
  return expectsOf(assertion, found);
}
