import { nearMisses } from '../common/near-misses.ts';
import type { Assertion } from '../contract/exchange/assertion.ts';
import { type ExchangeElement, elementOfStep, stepKind } from '../contract/exchange/exchange-test-case.ts';
import { preparesDialog } from '../contract/exchange/interaction.ts';
import { matchesAnyFilledText, matchesAnyText, matchesAnyUrl } from '../contract/exchange/pattern.ts';
import {
  ariaRoles,
  type ExchangeSelector,
  isPick,
  lacksElements,
  optionsOf,
  type SelectorType,
  selectorTypes,
} from '../contract/exchange/selector.ts';
import { wrongAddress, wrongArgument } from './check-argument.ts';
import { compile, matchesAnything, wrongPattern } from './check-pattern.ts';
import type { Finding, Path } from './problem.ts';

/** Finds what is wrong with a step that has the right form: it lacks its element or another step, or checks nothing. */
export function checkStep(
  element: ExchangeElement,
  index: number,
  steps: readonly ExchangeElement[],
): Finding[] {
  const at = ['elements', index];
  const vacuous = element.assertion == null ? undefined : vacuousAssertion(element.assertion);
  return [
    ...wrongSelectors(element).map((message) => ({ path: at, message })),
    ...[...frameAtEnd(element), ...lonelyNarrowing(element)].map(({ path, message }) => ({
      path: [...at, ...path],
      message,
    })),
    ...(preparesDialog(element) && index === steps.length - 1
      ? [{ path: at, message: `${stepKind(element)}: no step follows that opens the dialog. ${placement}` }]
      : []),
    ...wrongArgument(element).map(({ path, message }) => ({
      path: [...at, 'interaction', 'calledWith', ...path],
      message,
    })),
    ...selectorsOf(element).flatMap(([selector, path]) =>
      wrongSelector(selector).map((finding) => ({ ...finding, path: [...at, ...path, ...finding.path] })),
    ),
    ...wrongAddress(element).map(({ path, message }) => ({ path: [...at, ...path], message })),
    ...comparedTexts(element).flatMap(([text, path]) => {
      const message = wrongPattern(text);
      return message === undefined ? [] : [{ path: [...at, ...path], message }];
    }),
    ...(vacuous === undefined
      ? []
      : [{ path: [...at, 'assertion', 'calledWith', ...vacuous.path], message: vacuous.message }]),
  ];
}

/** The texts that a step compares, with their paths. */
function comparedTexts({ interaction, assertion }: ExchangeElement): [string, Path][] {
  if (assertion != null) {
    const path = ['assertion', 'calledWith'];
    const { calledWith } = assertion;
    if (typeof calledWith === 'string') return [[calledWith, path]];
    return Array.isArray(calledWith) ? calledWith.map((each, index) => [each, [...path, index]]) : [];
  }
  const path = ['interaction', 'calledWith'];
  switch (interaction?.action) {
    case 'DOWNLOAD':
      return [[interaction.calledWith, path]];
    case 'ACCEPT_DIALOG':
    case 'DISMISS_DIALOG': {
      const text = interaction.calledWith?.messageContaining;
      return text === undefined ? [] : [[text, [...path, 'messageContaining']]];
    }
    default:
      return [];
  }
}

const placement = 'Put this step directly before the one that opens it';

function wrongSelectors(element: ExchangeElement): string[] {
  const { selectors, assertion } = element;
  const step = stepKind(element);
  const use = elementOfStep(element);
  if (use === 'needed' && selectors.length === 0) return [`selectors: ${step} needs at least one selector`];
  if (use === 'unused' && selectors.length > 0) return [`selectors: ${step} uses none. Remove the selectors`];
  const last = selectors.at(-1);
  return assertion?.expectation === 'TO_HAVE_COUNT' && last !== undefined && isPick(last)
    ? [
        `selectors: ${last.selectorType} leaves at most one element to count. Remove it, or use VISIBLE or NOT_VISIBLE`,
      ]
    : [];
}

/** @returns the selectors that end with FRAME, of the element or of the one to drop it on. */
function frameAtEnd(element: ExchangeElement): Finding[] {
  const all = selectorsOf(element);
  const isLast = (at: number) => all[at + 1] === undefined || all[at + 1]?.[1].at(-1) === 0;
  const message = 'selectors: FRAME is the last one. Add a selector for the element inside the frame';
  return all.flatMap(([{ selectorType }, path], at) =>
    selectorType === 'FRAME' && isLast(at) ? [{ path: [...path, 'selectorType'], message }] : [],
  );
}

/** @returns the selectors that narrow elements, such as FIRST, without a selector before them that finds some. */
function lonelyNarrowing(element: ExchangeElement): Finding[] {
  const all = selectorsOf(element);
  return all.flatMap(([selector, path], at) => {
    const before = path.at(-1) === 0 ? undefined : all[at - 1]?.[0];
    if (!lacksElements(selector, before)) return [];
    const message = `selectorType: ${selector.selectorType} narrows the elements of another selector. Add a selector before it`;
    return [{ path: [...path, 'selectorType'], message }];
  });
}

/** The selectors of a step, with their paths: those of its element, and those of the element to drop it on. */
function selectorsOf({ selectors, interaction }: ExchangeElement): [ExchangeSelector, Path][] {
  const targets = interaction?.action === 'DRAG_AND_DROP' ? interaction.calledWith.selectors : [];
  return [
    ...selectors.map((each, index): [ExchangeSelector, Path] => [each, ['selectors', index]]),
    ...targets.map((each, index): [ExchangeSelector, Path] => [
      each,
      ['interaction', 'calledWith', 'selectors', index],
    ]),
  ];
}

function wrongSelector({ selectorType, selector, options }: ExchangeSelector): Finding[] {
  const used: readonly string[] = optionsOf[selectorType];
  // Tools write false for what does not apply.
  const ignored = Object.entries(options ?? {}).filter(
    ([name, value]) => value !== false && !used.includes(name),
  );
  const { name, exact, level = 1, hasText, hasNotText } = options ?? {};
  const texts = Object.entries(options ?? {}).map(([key, value]) => [value, ['options', key]] as const);
  const patterns = [[selector, ['selector']] as const, ...texts].flatMap(([text, path]) => {
    const message = wrongPattern(String(text));
    return message === undefined ? [] : [{ path, message: `${path.at(-1)}: ${message}` }];
  });
  const option = (key: string, message: string) => ({
    path: ['options', key],
    message: `${key}: ${message}`,
  });
  return [
    ...patterns,
    ...(selectorType === 'ROLE' ? unknownRole(selector) : []),
    ...(textSelectors.has(selectorType) && matchesAnything(selector)
      ? [{ path: ['selector'], message: 'selector: every element has this text. Write the text' }]
      : []),
    ...ignored.map(([key]) => option(key, ignoredOption(selectorType, key))),
    // With `exact`, it finds elements that have no name.
    ...(selectorType === 'ROLE' && name !== undefined && exact !== true && matchesAnything(name)
      ? [option('name', 'every name contains this text. Write the name, or remove this option')]
      : []),
    ...(Number.isInteger(level) && level > 0 ? [] : [option('level', 'levels are whole numbers from 1')]),
    ...(selectorType === 'FILTER' && hasText !== undefined && matchesAnything(hasText)
      ? [option('hasText', 'every element contains this text. Write the text, or a pattern')]
      : []),
    // Nothing is left of elements that must not contain the empty text, so that NOT_VISIBLE always passes.
    ...(selectorType === 'FILTER' && hasNotText !== undefined && matchesAnything(hasNotText)
      ? [option('hasNotText', matchesEverything)]
      : []),
    ...(selectorType === 'FILTER' && hasText === undefined && hasNotText === undefined
      ? [{ path: ['selectorType'], message: 'selectorType: FILTER needs the option hasText or hasNotText' }]
      : []),
  ];
}

const textSelectors = new Set<SelectorType>(['TEXT', 'LABEL', 'PLACEHOLDER', 'ALT_TEXT', 'TITLE']);

const matchesEverything =
  'every element contains this text, so nothing is found. Write the text, or a pattern';

function ignoredOption(selectorType: SelectorType, name: string): string {
  const types = selectorTypes.filter((each) => optionsOf[each].some((option) => option === name));
  const advice = types.includes('FILTER')
    ? 'Put it in a FILTER after this selector'
    : `Remove it, or use ${types.length === 1 ? types.join() : 'another selector'}`;
  return `${selectorType} has no such option. ${advice}`;
}

/** A role with variables is not judged. */
function unknownRole(role: string): Finding[] {
  if (role.includes('$') || ariaRoles.some((each) => each === role.toLowerCase())) return [];
  const like = nearMisses(role, ariaRoles);
  const advice = like.length > 0 ? `Did you mean ${like.join(' or ')}?` : 'Use a role such as button or link';
  return [{ path: ['selector'], message: `selector: "${role}" is not an ARIA role. ${advice}` }];
}

/** What assertions about a whole text compare, and what to write instead of a pattern that matches everything. */
const exactTexts = {
  TO_HAVE_VALUE: ['value', 'Write the value, or use VISIBLE'],
  TO_HAVE_TEXT: ['text', 'Write the text, or use VISIBLE'],
  TO_HAVE_TITLE: ['title', 'Write the title'],
  TO_HAVE_URL: ['URL', 'Write the URL'],
} as const;

/** An assertion that ends in the same way whatever the page shows. @returns its part and what to do. */
function vacuousAssertion(assertion: Assertion): Finding | undefined {
  const { expectation } = assertion;
  switch (expectation) {
    case 'TO_CONTAIN_TEXT':
    case 'NOT_TO_CONTAIN_TEXT': {
      if (!matchesAnything(assertion.calledWith)) return undefined;
      const advice = expectation === 'TO_CONTAIN_TEXT' ? 'Write the text, or use VISIBLE' : 'Write the text';
      return { path: [], message: `${expectation}: every element contains this text. ${advice}` };
    }
    case 'TO_HAVE_VALUE':
    case 'TO_HAVE_TEXT':
    case 'TO_HAVE_TITLE':
    case 'TO_HAVE_URL': {
      const { calledWith } = assertion;
      if (expectation === 'TO_HAVE_URL' && calledWith.trim() === '') {
        return { path: [], message: 'TO_HAVE_URL: the URL is empty. Write / for the URL under test' };
      }
      const pattern = compile(calledWith);
      if (pattern === undefined) return undefined;
      if (!(expectation === 'TO_HAVE_URL' ? matchesAnyUrl(pattern) : matchesAnyText(pattern)))
        return undefined;
      const [noun, advice] = exactTexts[expectation];
      return { path: [], message: `${expectation}: every ${noun} matches this pattern. ${advice}` };
    }
    case 'TO_HAVE_ATTRIBUTE':
      if (assertion.calledWith[0].trim() !== '') return undefined;
      return { path: [0], message: 'TO_HAVE_ATTRIBUTE: the name is empty. Write it, such as href' };
    case 'TO_HAVE_STYLE':
      return vacuousStyle(assertion.calledWith);
    default:
      return undefined;
  }
}

/** The value of a property that does not exist is empty. */
function vacuousStyle([property, value]: readonly [string, string]): Finding | undefined {
  if (property.trim() === '') {
    return { path: [0], message: 'TO_HAVE_STYLE: the property is empty. Write its name, such as color' };
  }
  const pattern = compile(value);
  if (pattern !== undefined && !property.startsWith('--') && matchesAnyFilledText(pattern)) {
    return {
      path: [1],
      message: `TO_HAVE_STYLE: every value matches this pattern. Write the value of ${property}`,
    };
  }
  if (pattern === undefined ? value.trim() !== '' : !pattern.test('')) return undefined;
  const message = `TO_HAVE_STYLE: the value of a property that does not exist is empty, and would match. Write the value of ${property}`;
  return { path: [1], message };
}
