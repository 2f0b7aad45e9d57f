import { nearMisses } from '../common/near-misses.ts';
import { ariaRoles } from '../contract/exchange/aria-roles.ts';
import { type Assertion, needsNoElement } from '../contract/exchange/assertion.ts';
import { preparesDialog } from '../contract/exchange/extensions.ts';
import { isHalfMarked, matchesAnyText, matchesAnyUrl, patternSource } from '../contract/exchange/pattern.ts';
import {
  type ExchangeSelector,
  optionsOf,
  type SelectorType,
  selectorTypes,
} from '../contract/exchange/selector.ts';
import { type ExchangeElement, stepKind } from '../contract/exchange/test-case.ts';
import type { Finding } from './finding.ts';
import type { Path } from './parse-text.ts';

/** Actions on an element; the others act on the page. */
const elementActions = new Set([
  'CLICK',
  'ENTER_TEXT',
  'SELECT_OPTION',
  'HOVER',
  'UPLOAD',
  'DOWNLOAD',
  'DRAG_AND_DROP',
  'EXTRACT',
]);

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
    ...textsOf(element.assertion)
      .filter(([text]) => isHalfMarked(text))
      .map(([, path]) => ({ path: [...at, 'assertion', 'calledWith', ...path], message: halfMarked })),
    ...(vacuous === undefined
      ? []
      : [{ path: [...at, 'assertion', 'calledWith', ...vacuous.path], message: vacuous.message }]),
  ];
}

const halfMarked = 'a pattern needs OCTOREGEX at its beginning and at its end';

/** The texts that an assertion expects, with their paths. */
function textsOf(assertion: Assertion | null | undefined): [string, Path][] {
  const calledWith: unknown = assertion?.calledWith;
  if (typeof calledWith === 'string') return [[calledWith, []]];
  if (!Array.isArray(calledWith)) return [];
  return calledWith.map((each, index) => [String(each), [index]]);
}

const placement = 'Put this step directly before the one that opens it';

/** An argument that means something else, or does not check what it seems to. @returns its part and what to do. */
function wrongArgument({ interaction }: ExchangeElement): Finding[] {
  switch (interaction?.action) {
    case 'UPLOAD': {
      const { calledWith } = interaction;
      if (typeof calledWith !== 'string' || !/^\s*file:/i.test(calledWith)) return [];
      return [{ path: [], message: 'UPLOAD: for a file of the repository, write calledWith: {file: path}' }];
    }
    case 'ACCEPT_DIALOG':
    case 'DISMISS_DIALOG': {
      const text = interaction.calledWith?.messageContaining;
      if (text === undefined || !matchesAnything(text)) return [];
      const message = 'messageContaining: every message contains this text. Write the text, or leave it out';
      return [{ path: ['messageContaining'], message }];
    }
    default:
      return [];
  }
}

function wrongSelectors(element: ExchangeElement): string[] {
  const { interaction, selectors } = element;
  const step = stepKind(element);
  const needed = interaction == null ? !needsNoElement(step) : elementActions.has(interaction.action);
  if (needed && selectors.length === 0) return [`selectors: ${step} needs at least one selector`];
  const isOfPage = step === 'TO_HAVE_URL' || step === 'TO_HAVE_TITLE';
  return isOfPage && selectors.length > 0
    ? [`selectors: ${step} is about the page. Remove the selectors`]
    : [];
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
  const { hasNotText } = options ?? {};
  const texts = Object.entries(options ?? {}).map(([name, value]) => [value, ['options', name]] as const);
  const marked = [[selector, ['selector']] as const, ...texts].filter(([text]) => isHalfMarked(String(text)));
  return [
    ...marked.map(([, path]) => ({ path, message: `${path.at(-1)}: ${halfMarked}` })),
    ...(selectorType === 'ROLE' ? unknownRole(selector) : []),
    ...(textSelectors.has(selectorType) && matchesAnything(selector)
      ? [{ path: ['selector'], message: 'selector: every element has this text. Write the text' }]
      : []),
    ...ignored.map(([name]) => ({ path: ['options', name], message: ignoredOption(selectorType, name) })),
    // Nothing is left of elements that must not contain the empty text, so that NOT_VISIBLE always passes.
    ...(selectorType === 'FILTER' && hasNotText !== undefined && matchesAnything(hasNotText)
      ? [{ path: ['options', 'hasNotText'], message: `hasNotText: ${nothingLeft}` }]
      : []),
  ];
}

const textSelectors = new Set<SelectorType>(['TEXT', 'LABEL', 'PLACEHOLDER', 'ALT_TEXT', 'TITLE']);

const nothingLeft = 'every element contains this text, so nothing is found. Write the text, or a pattern';

function ignoredOption(selectorType: SelectorType, name: string): string {
  const types = selectorTypes.filter((each) => optionsOf[each].some((option) => option === name));
  const advice = types.includes('FILTER')
    ? 'Put it in a FILTER after this selector'
    : `Remove it, or use ${types.length === 1 ? types.join() : 'another selector'}`;
  return `${name}: ${selectorType} has no such option. ${advice}`;
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
  if (pattern === undefined ? value.trim() !== '' : !pattern.test('')) return undefined;
  const message = `TO_HAVE_STYLE: the value of a property that does not exist is empty, and would match. Write the value of ${property}`;
  return { path: [1], message };
}

/** Whether a text, or a pattern, matches every text. A pattern with variables is not judged: their values are not known here. */
function matchesAnything(text: string): boolean {
  const expected = patternSource(text) === undefined ? text : compile(text);
  return expected !== undefined && matchesAnyText(expected);
}

/** @returns undefined for a text, a pattern with variables, and one that is not valid: the step then fails. */
function compile(text: string): RegExp | undefined {
  const source = patternSource(text);
  if (source === undefined || /\$\$?[A-Za-z_]/.test(source)) return undefined;
  try {
    return new RegExp(source);
  } catch {
    return undefined;
  }
}
