import { messageOf } from '../common/errors.ts';
import { nearMisses } from '../common/near-misses.ts';
import { javaScriptBody } from '../common/strip-types.ts';
import { isAbsoluteUrl, webUrlOf } from '../contract/exchange/address.ts';
import type { Assertion } from '../contract/exchange/assertion.ts';
import {
  type ExchangeElement,
  type ExchangeTestCase,
  elementOfStep,
  isEmptyCode,
  isUncalledFunction,
  startsAtEntryPoint,
  stepKind,
} from '../contract/exchange/exchange-test-case.ts';
import {
  type CalledWith,
  dynamicNameOf,
  maxFixedWaitMs,
  namesOfVariables,
  preparesDialog,
} from '../contract/exchange/interaction.ts';
import { keyNames, unknownKey } from '../contract/exchange/keys.ts';
import {
  compilePattern,
  isHalfMarked,
  matchesAnyFilledText,
  matchesAnyText,
  matchesAnyUrl,
  matchesNoText,
  patternProblem,
  patternSource,
} from '../contract/exchange/pattern.ts';
import {
  ariaRoles,
  type ExchangeSelector,
  isPick,
  lacksElements,
  optionsOf,
  type SelectorType,
  selectorTypes,
} from '../contract/exchange/selector.ts';
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
    ...textsOf(element.assertion).flatMap(([text, path]) => {
      const message = wrongPattern(text);
      return message === undefined ? [] : [{ path: [...at, 'assertion', 'calledWith', ...path], message }];
    }),
    ...(vacuous === undefined
      ? []
      : [{ path: [...at, 'assertion', 'calledWith', ...vacuous.path], message: vacuous.message }]),
  ];
}

function wrongPattern(text: string): string | undefined {
  if (isHalfMarked(text)) return 'a pattern needs OCTOREGEX at its beginning and at its end';
  const source = patternSource(text);
  const reason = source === undefined || hasVariables(source) ? undefined : patternProblem(source);
  if (reason !== undefined) return `the pattern is invalid: ${reason}`;
  const pattern = compile(text);
  return pattern !== undefined && matchesNoText(pattern)
    ? 'no text matches this pattern. Correct it'
    : undefined;
}

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
    case 'JAVASCRIPT': {
      const message = uselessCode(interaction.calledWith.code);
      return message === undefined ? [] : [{ path: ['code'], message }];
    }
    case 'WAIT_FOR':
      return wrongWait(interaction.calledWith);
    case 'KEY_PRESS': {
      const message = wrongKey(interaction.calledWith);
      return message === undefined ? [] : [{ path: [], message }];
    }
    case 'EXTRACT': {
      const { variableName } = interaction.calledWith;
      if (dynamicNameOf(variableName) !== undefined) return [];
      const message = `variableName: ${JSON.stringify(variableName)} is not a valid variable name: ${namesOfVariables}`;
      return [{ path: ['variableName'], message }];
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

function wrongWait(awaited: CalledWith<'WAIT_FOR'>): Finding[] {
  if (awaited?.type === 'code') {
    const { code = '' } = awaited;
    const message = isEmptyCode(code)
      ? 'code: WAIT_FOR with the type code has nothing to run. Write the code'
      : brokenCode(code);
    return message === undefined ? [] : [{ path: ['code'], message }];
  }
  if (awaited?.type !== 'fixedTime' || (awaited.timeMilliseconds ?? 0) <= maxFixedWaitMs) return [];
  return [{ path: ['timeMilliseconds'], message: `timeMilliseconds: must be at most ${maxFixedWaitMs}` }];
}

/** A key with variables is not judged. */
function wrongKey(combination: string): string | undefined {
  const key = hasVariables(combination) ? undefined : unknownKey(combination);
  if (key === undefined) return undefined;
  const like = nearMisses(key, keyNames);
  const advice =
    like.length > 0 ? `Did you mean ${like.join(' or ')}?` : 'Use a name such as Enter, Tab or Control+a';
  return `KEY_PRESS: there is no key ${JSON.stringify(key)}. ${advice}`;
}

const withAddress: ReadonlySet<string> = new Set(['GO_TO', 'UPLOAD', 'RESPONSE_OK', 'TO_HAVE_URL']);

/** An address that is neither an http or https URL nor a path below the URL under test. */
function wrongAddress(element: ExchangeElement): Finding[] {
  const { interaction, assertion } = element;
  const kind = stepKind(element);
  const address = interaction == null ? assertion?.calledWith : interaction.calledWith;
  if (!withAddress.has(kind) || typeof address !== 'string' || isOpenable(address.trim())) return [];
  const path = [interaction == null ? 'assertion' : 'interaction', 'calledWith'];
  return [{ path, message: `${kind}: ${adviceOnAddress(kind, address)}` }];
}

/** Finds an entry point that cannot be opened. That of a test case that only runs as a teardown never is. */
export function checkEntryPoint(testCase: ExchangeTestCase): Finding[] {
  const { entryPointUrlPath: address = '', runStatus } = testCase;
  if (runStatus === 'OFF' || !startsAtEntryPoint(testCase) || isOpenable(address.trim())) return [];
  const message = `entryPointUrlPath: ${adviceOnAddress('entryPointUrlPath', address)}`;
  return [{ path: ['entryPointUrlPath'], message }];
}

function isOpenable(address: string): boolean {
  if (patternSource(address) !== undefined || !isAbsoluteUrl(address)) return true;
  return hasVariables(address) ? /^https?:/i.test(address) : webUrlOf(address) !== undefined;
}

function adviceOnAddress(kind: string, address: string): string {
  if (kind === 'UPLOAD') return 'for a file of the repository, write calledWith: {file: path}';
  const hasPort = /^[\w.-]+:\d/.test(address);
  const advice = hasPort ? `Write http://${address}` : 'Write one, or a path below the URL under test';
  return `${JSON.stringify(address)} is not an http or https URL. ${advice}`;
}

/** Why code cannot be parsed. Variables in it are replaced only afterwards. */
function brokenCode(code: string): string | undefined {
  try {
    javaScriptBody(code);
    return undefined;
  } catch (error) {
    return `code: ${messageOf(error)}`;
  }
}

function uselessCode(code: string): string | undefined {
  if (isEmptyCode(code)) return 'code: JAVASCRIPT has nothing to run. Write the code, or remove the step';
  return isUncalledFunction(code)
    ? 'code: JAVASCRIPT begins with a function that nothing calls. Write only what is inside of it'
    : brokenCode(code);
}

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

/** Whether a text, or a pattern, matches every text. A pattern with variables is not judged: their values are not known here. */
function matchesAnything(text: string): boolean {
  const expected = patternSource(text) === undefined ? text : compile(text);
  return expected !== undefined && matchesAnyText(expected);
}

function hasVariables(source: string): boolean {
  return /\$\$?[A-Za-z_]/.test(source);
}

/** @returns undefined for a text, a pattern with variables, and one that is not valid. */
function compile(text: string): RegExp | undefined {
  const source = patternSource(text);
  if (source === undefined || hasVariables(source)) return undefined;
  try {
    return compilePattern(source);
  } catch {
    return undefined;
  }
}
