import type { Assertion } from '../../contract/exchange/assertion.ts';
import type { Interaction } from '../../contract/exchange/interaction.ts';
import { textOrPattern } from '../../contract/exchange/pattern.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import type { ExchangeElement } from '../../contract/exchange/test-case.ts';
import type { FailedStep } from '../../results/run-results.ts';

/** Describes what a step does, such as: click button “Pay”. */
export function describeStep({ selectors, interaction, assertion }: ExchangeElement): string {
  const target = describeElement(selectors);
  if (interaction != null) return describeInteraction(interaction, target);
  if (assertion != null) return `expect ${describeAssertion(assertion, target || 'the page')}`;
  return 'do nothing';
}

/**
 * Describes the step that failed: its number, its dependency and what it does.
 * @param show makes a text of a test case safe where it is shown.
 */
export function describeFailedStep(
  { number, words, inDependency }: FailedStep,
  show: (text: string) => string,
): string {
  const dependency = inDependency === undefined ? '' : ` of the dependency ${show(inDependency)}`;
  return `Step ${number}${dependency}: ${show(words)}`;
}

type InteractionOf = { [Each in Interaction as Each['action']]: Each };
type InteractionDescriptions = {
  [Action in keyof InteractionOf]: (interaction: InteractionOf[Action], target: string) => string;
};

const interactions: InteractionDescriptions = {
  CLICK: ({ calledWith }, target) => `${describeClick(calledWith)} ${target || 'the page'}`,
  ENTER_TEXT: ({ calledWith }, target) => `enter ${quoted(calledWith)}${after('into', target)}`,
  GO_TO: ({ calledWith }) => `go to ${calledWith}`,
  KEY_PRESS: ({ calledWith }, target) => `press ${calledWith}${after('in', target)}`,
  UPLOAD: ({ calledWith }, target) => `upload ${quoted(calledWith)}${after('to', target)}`,
  TYPE_TEXT: ({ calledWith }, target) => `type ${quoted(calledWith.text)}${after('into', target)}`,
  SELECT_OPTION: ({ calledWith }, target) => `select ${describeOptions(calledWith)}${after('in', target)}`,
  HOVER: (_, target) => `hover over ${target || 'the page'}`,
  DOWNLOAD: ({ calledWith }, target) => `download ${quoted(calledWith)}${after('with', target)}`,
  DRAG_AND_DROP: ({ calledWith }, target) => `drag ${target} to ${describeElement(calledWith.selectors)}`,
  EXTRACT: ({ calledWith }, target) =>
    `extract ${describeExtraction(calledWith)}${after('of', target)} as ${calledWith.variableName}`,
  JAVASCRIPT: () => 'run JavaScript',
  OPEN_EMAIL: ({ calledWith }) => `open the email${describeEmail(calledWith)}`,
  CLOSE_PAGE: () => 'close the page',
  WAIT_FOR: ({ calledWith }) => `wait for ${describeWait(calledWith)}`,
  SCROLL: ({ calledWith }, target) =>
    `scroll ${target || 'the page'}${calledWith == null ? '' : ` by ${calledWith.x ?? 0}, ${calledWith.y ?? 0}`}`,
};

function describeInteraction<Action extends keyof InteractionOf>(
  interaction: InteractionOf[Action] & { readonly action: Action },
  target: string,
): string {
  return interactions[interaction.action](interaction, target);
}

type AssertionOf = { [Each in Assertion as Each['expectation']]: Each };
type AssertionDescriptions = {
  [Expectation in keyof AssertionOf]: (assertion: AssertionOf[Expectation], target: string) => string;
};

const assertions: AssertionDescriptions = {
  VISIBLE: (_, target) => `${target} to be visible`,
  NOT_VISIBLE: (_, target) => `${target} not to be visible`,
  DISABLED: (_, target) => `${target} to be disabled`,
  TO_BE_CHECKED: (_, target) => `${target} to be checked`,
  NOT_TO_BE_CHECKED: (_, target) => `${target} not to be checked`,
  TO_HAVE_VALUE: ({ calledWith }, target) => `${target} to have the value ${quoted(calledWith)}`,
  TO_CONTAIN_TEXT: ({ calledWith }, target) => `${target} to contain ${quoted(calledWith)}`,
  TO_HAVE_STYLE: ({ calledWith: [property, value] }, target) =>
    `${target} to have the style ${property}: ${value}`,
  RESPONSE_OK: ({ calledWith }) => `the response of ${calledWith} to be OK`,
};

function describeAssertion<Expectation extends keyof AssertionOf>(
  assertion: AssertionOf[Expectation] & { readonly expectation: Expectation },
  target: string,
): string {
  return assertions[assertion.expectation](assertion, target);
}

function after(preposition: string, target: string): string {
  return target === '' ? '' : ` ${preposition} ${target}`;
}

function describeClick(options: InteractionOf['CLICK']['calledWith']): string {
  const click = options?.double === true ? 'double-click' : 'click';
  const button = options?.button ?? 'left';
  return button === 'left' ? click : `${button}-${click}`;
}

function describeOptions(given: InteractionOf['SELECT_OPTION']['calledWith']): string {
  if (given == null) return 'nothing';
  const options = Array.isArray(given) ? given : [given];
  return options.length === 0 ? 'nothing' : options.map(describeOption).join(', ');
}

function describeOption(option: string | { label?: unknown; value?: unknown; index?: unknown }): string {
  if (typeof option === 'string') return quoted(option);
  const text = option.label ?? option.value;
  if (typeof text === 'string') return quoted(text);
  return typeof option.index === 'number' ? `option ${option.index + 1}` : 'an option';
}

function describeExtraction(extraction: InteractionOf['EXTRACT']['calledWith']): string {
  return extraction.type === 'TEXT' ? 'the text' : `the attribute ${extraction.attributeName}`;
}

function describeEmail(email: InteractionOf['OPEN_EMAIL']['calledWith']): string {
  return email?.subjectContaining == null ? '' : ` with ${quoted(email.subjectContaining)} in its subject`;
}

function describeWait(awaited: InteractionOf['WAIT_FOR']['calledWith']): string {
  if (awaited == null) return 'the page';
  if (awaited.type === 'code') return 'a condition in JavaScript';
  return awaited.type === 'fixedTime' ? `${awaited.timeMilliseconds ?? 0} ms` : awaited.type;
}

/** Describes the element that a chain of selectors means, such as: button “Pay”, the first one. */
export function describeElement(selectors: readonly ExchangeSelector[]): string {
  return selectors
    .map(describeSelector)
    .filter((words) => words !== '')
    .join(', ');
}

/** A text in quotation marks, or a pattern as it is. */
function quoted(text: string): string {
  try {
    const found = textOrPattern(text);
    return typeof found === 'string' ? `“${found}”` : String(found);
  } catch {
    // Not a valid regular expression: show it as it was written.
    return `“${text}”`;
  }
}

function describeSelector({ selectorType, selector, options }: ExchangeSelector): string {
  switch (selectorType) {
    case 'ROLE':
      return options?.name === undefined ? selector : `${selector} ${quoted(options.name)}`;
    case 'TEXT':
      return quoted(selector);
    case 'CSS':
      return selector;
    case 'FIRST':
    case 'LAST':
      return `the ${selectorType.toLowerCase()} one`;
    case 'NTH':
      return describeNth(Number(selector));
    case 'FILTER':
      return [
        options?.hasText === undefined ? '' : `with ${quoted(options.hasText)}`,
        options?.hasNotText === undefined ? '' : `without ${quoted(options.hasNotText)}`,
      ]
        .filter((part) => part !== '')
        .join(' and ');
    default:
      return `${selectorType.toLowerCase().replaceAll('_', ' ')} ${quoted(selector)}`;
  }
}

/** Counts from one; a negative index counts from the end. */
function describeNth(index: number): string {
  if (index >= 0) return `number ${index + 1}`;
  return index === -1 ? 'the last one' : `number ${-index} from the end`;
}
