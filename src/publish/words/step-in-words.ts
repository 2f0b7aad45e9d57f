import type { Assertion } from '../../contract/exchange/assertion.ts';
import type { Interaction } from '../../contract/exchange/interaction.ts';
import type { ExchangeElement } from '../../contract/exchange/test-case.ts';
import { elementInWords, quoted } from './element-in-words.ts';

/** Says in plain words what a step does, such as: click button “Pay”. */
export function stepInWords({ selectors, interaction, assertion }: ExchangeElement): string {
  const target = elementInWords(selectors);
  if (interaction != null) return interactionInWords(interaction, target);
  if (assertion != null) return `expect ${assertionInWords(assertion, target || 'the page')}`;
  return 'do nothing';
}

type InteractionOf = { [Each in Interaction as Each['action']]: Each };
type InteractionWords = {
  [Action in keyof InteractionOf]: (interaction: InteractionOf[Action], target: string) => string;
};

const interactions: InteractionWords = {
  CLICK: ({ calledWith }, target) => `${clickInWords(calledWith)} ${target || 'the page'}`,
  ENTER_TEXT: ({ calledWith }, target) => `enter ${quoted(calledWith)}${after('into', target)}`,
  GO_TO: ({ calledWith }) => `go to ${calledWith}`,
  KEY_PRESS: ({ calledWith }, target) => `press ${calledWith}${after('in', target)}`,
  UPLOAD: ({ calledWith }, target) => `upload ${quoted(calledWith)}${after('to', target)}`,
  TYPE_TEXT: ({ calledWith }, target) => `type ${quoted(calledWith.text)}${after('into', target)}`,
  SELECT_OPTION: ({ calledWith }, target) => `select ${optionsInWords(calledWith)}${after('in', target)}`,
  HOVER: (_, target) => `hover over ${target || 'the page'}`,
  DOWNLOAD: ({ calledWith }, target) => `download ${quoted(calledWith)}${after('with', target)}`,
  DRAG_AND_DROP: ({ calledWith }, target) => `drag ${target} to ${elementInWords(calledWith.selectors)}`,
  EXTRACT: ({ calledWith }, target) =>
    `extract ${extractedInWords(calledWith)}${after('of', target)} as ${calledWith.variableName}`,
  JAVASCRIPT: () => 'run JavaScript',
  OPEN_EMAIL: ({ calledWith }) => `open the email${emailInWords(calledWith)}`,
  CLOSE_PAGE: () => 'close the page',
  WAIT_FOR: ({ calledWith }) => `wait for ${waitInWords(calledWith)}`,
  SCROLL: ({ calledWith }, target) =>
    `scroll ${target || 'the page'}${calledWith == null ? '' : ` by ${calledWith.x ?? 0}, ${calledWith.y ?? 0}`}`,
};

function interactionInWords<Action extends keyof InteractionOf>(
  interaction: InteractionOf[Action] & { readonly action: Action },
  target: string,
): string {
  return interactions[interaction.action](interaction, target);
}

type AssertionOf = { [Each in Assertion as Each['expectation']]: Each };
type AssertionWords = {
  [Expectation in keyof AssertionOf]: (assertion: AssertionOf[Expectation], target: string) => string;
};

const assertions: AssertionWords = {
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

function assertionInWords<Expectation extends keyof AssertionOf>(
  assertion: AssertionOf[Expectation] & { readonly expectation: Expectation },
  target: string,
): string {
  return assertions[assertion.expectation](assertion, target);
}

function after(preposition: string, target: string): string {
  return target === '' ? '' : ` ${preposition} ${target}`;
}

function clickInWords(options: InteractionOf['CLICK']['calledWith']): string {
  const click = options?.double === true ? 'double-click' : 'click';
  const button = options?.button ?? 'left';
  return button === 'left' ? click : `${button}-${click}`;
}

function optionsInWords(given: InteractionOf['SELECT_OPTION']['calledWith']): string {
  if (given == null) return 'nothing';
  const options = Array.isArray(given) ? given : [given];
  return options.length === 0 ? 'nothing' : options.map(optionInWords).join(', ');
}

function optionInWords(option: string | { label?: unknown; value?: unknown; index?: unknown }): string {
  if (typeof option === 'string') return quoted(option);
  const text = option.label ?? option.value;
  if (typeof text === 'string') return quoted(text);
  return typeof option.index === 'number' ? `option ${option.index + 1}` : 'an option';
}

function extractedInWords(extraction: InteractionOf['EXTRACT']['calledWith']): string {
  return extraction.type === 'TEXT' ? 'the text' : `the attribute ${extraction.attributeName}`;
}

function emailInWords(email: InteractionOf['OPEN_EMAIL']['calledWith']): string {
  return email?.subjectContaining == null ? '' : ` with ${quoted(email.subjectContaining)} in its subject`;
}

function waitInWords(awaited: InteractionOf['WAIT_FOR']['calledWith']): string {
  if (awaited == null) return 'the page';
  if (awaited.type === 'code') return 'a condition in JavaScript';
  return awaited.type === 'fixedTime' ? `${awaited.timeMilliseconds ?? 0} ms` : awaited.type;
}
