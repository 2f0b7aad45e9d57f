import { cut, joinFilled, showInvisible } from '../../common/text.ts';
import type { Assertion } from './assertion.ts';
import type { ExchangeElement, ExchangeTestCase } from './exchange-test-case.ts';
import { defaultFixedWaitMs, type Interaction, type SelectedOption } from './interaction.ts';
import { textOrPattern } from './pattern.ts';
import { type ExchangeSelector, isPick } from './selector.ts';

/** Describes what a step does, such as: click the button "Pay". */
export function describeStep({ selectors, interaction, assertion }: ExchangeElement): string {
  const target = describeElement(selectors);
  if (interaction != null) return describe(interaction.action, interaction.calledWith, target);
  if (assertion != null) return describe(assertion.expectation, assertion.calledWith, target || 'the page');
  return 'do nothing';
}

/** Describes the opening of a test case's entry point, such as: open /cart. */
export function describeEntry({ entryPointUrlPath }: Pick<ExchangeTestCase, 'entryPointUrlPath'>): string {
  return `open ${entryPointUrlPath || 'the URL under test'}`;
}

/** What each action and each expectation is called with. */
type Arguments = { [Each in Interaction as Each['action']]: Each['calledWith'] } & {
  [Each in Assertion as Each['expectation']]: Each['calledWith'];
};
type Descriptions = { [Kind in keyof Arguments]: (calledWith: Arguments[Kind], target: string) => string };

/** What people do with the buttons of a browser is no action of its own. */
const navigations: Readonly<Record<string, string>> = {
  'location.reload()': 'reload the page',
  'history.back()': 'go back',
  'history.forward()': 'go forward',
};

const descriptions: Descriptions = {
  CLICK: (options, target) => `${describeClick(options)} ${target || 'the page'}`,
  ENTER_TEXT: (text, target) => `enter ${quoted(text)}${after('into', target)}`,
  GO_TO: (url) => `go to ${withoutCredentials(url)}`,
  KEY_PRESS: (key, target) => `press ${key}${after('in', target)}`,
  UPLOAD: (from, target) => {
    const files = typeof from === 'string' ? [withoutCredentials(from)] : [from.file].flat();
    return `upload ${files.map(quoted).join(', ')}${after('to', target)}`;
  },
  TYPE_TEXT: ({ text }, target) => `type ${quoted(text)}${after('into', target)}`,
  SELECT_OPTION: (options, target) => `${describeSelection([options ?? []].flat())}${after('in', target)}`,
  HOVER: (_, target) => `hover over ${target || 'the page'}`,
  DOWNLOAD: (file, target) => `download ${quoted(file)}${after('with', target)}`,
  DRAG_AND_DROP: ({ selectors }, target) => `drag ${target} to ${describeElement(selectors)}`,
  EXTRACT: (what, target) => {
    const text = what.type === 'TEXT' ? 'the text' : `the attribute ${what.attributeName}`;
    return `extract ${text}${after('of', target)} as ${what.variableName}`;
  },
  JAVASCRIPT: ({ code = '' }) => navigations[code.trim().replace(/;$/, '')] ?? 'run JavaScript',
  OPEN_EMAIL: (email) => {
    const subject = email?.subjectContaining;
    return `open the email${subject == null ? '' : ` with ${quoted(subject)} in its subject`}`;
  },
  CLOSE_PAGE: () => 'close the page',
  WAIT_FOR: (awaited) => `wait for ${describeWait(awaited)}`,
  SCROLL: describeScroll,
  SWITCH_PAGE: (page) => `switch to the ${page} page`,
  ACCEPT_DIALOG: (dialog) => {
    const entered = dialog?.promptText;
    return `accept the next dialog${describeMessage(dialog)}${entered === undefined ? '' : `, entering ${quoted(entered)}`}`;
  },
  DISMISS_DIALOG: (dialog) => `dismiss the next dialog${describeMessage(dialog)}`,
  VISIBLE: (_, target) => `expect ${target} to be visible`,
  NOT_VISIBLE: (_, target) => `expect ${target} not to be visible`,
  DISABLED: (_, target) => `expect ${target} to be disabled`,
  TO_BE_CHECKED: (_, target) => `expect ${target} to be checked`,
  NOT_TO_BE_CHECKED: (_, target) => `expect ${target} not to be checked`,
  TO_HAVE_VALUE: (value, target) =>
    `expect ${target} to ${value === '' ? 'be empty' : `have the value ${quoted(value)}`}`,
  TO_CONTAIN_TEXT: (text, target) => `expect ${target} to contain ${quoted(text)}`,
  TO_HAVE_STYLE: ([property, value], target) =>
    `expect ${target} to have the style ${property}: ${quoted(value)}`,
  RESPONSE_OK: (url) => `expect the response of ${withoutCredentials(url)} to be OK`,
  TO_HAVE_COUNT: (count, target) => `expect ${target} ${describeCount(count)}`,
  TO_HAVE_URL: (url) => `expect the page to have the URL ${quoted(withoutCredentials(url))}`,
  TO_HAVE_TITLE: (title) =>
    `expect the page to have ${title === '' ? 'no title' : `the title ${quoted(title)}`}`,
  TO_HAVE_TEXT: (text, target) =>
    `expect ${target} to have ${text === '' ? 'no text' : `the text ${quoted(text)}`}`,
  TO_HAVE_ATTRIBUTE: ([name, value], target) =>
    `expect ${target} to have the attribute ${name}: ${quoted(value)}`,
  ENABLED: (_, target) => `expect ${target} to be enabled`,
  FOCUSED: (_, target) => `expect ${target} to be focused`,
  NOT_TO_CONTAIN_TEXT: (text, target) => `expect ${target} not to contain ${quoted(text)}`,
};

function describe<Kind extends keyof Arguments>(kind: Kind, calledWith: Arguments[Kind], target: string) {
  return descriptions[kind](calledWith, target);
}

function after(preposition: string, target: string): string {
  return target === '' ? '' : ` ${preposition} ${target}`;
}

function describeCount(count: number): string {
  if (count === 0) return 'not to be found';
  return `to be found ${count === 1 ? 'once' : `${count} times`}`;
}

function describeClick(options: Arguments['CLICK']): string {
  const click = options?.double === true ? 'double-click' : 'click';
  const button = options?.button ?? 'left';
  return button === 'left' ? click : `${button}-${click}`;
}

function describeSelection(options: readonly (string | SelectedOption)[]): string {
  return options.length === 0 ? 'clear the selection' : `select ${options.map(describeOption).join(', ')}`;
}

function describeOption(option: string | SelectedOption): string {
  if (typeof option === 'string') return quoted(option);
  const { label, value, index } = option;
  const text = label ?? value;
  if (text !== undefined) return quoted(text);
  return index === undefined ? 'an option' : `option ${index + 1}`;
}

function describeMessage(dialog: Arguments['DISMISS_DIALOG']): string {
  const text = dialog?.messageContaining;
  return text === undefined ? '' : ` with ${quoted(text)} in its message`;
}

function describeWait(awaited: Arguments['WAIT_FOR']): string {
  if (awaited == null) return 'the page to load';
  if (awaited.type === 'code') return 'a condition in JavaScript';
  return awaited.type === 'fixedTime' ? `${awaited.timeMilliseconds ?? defaultFixedWaitMs} ms` : awaited.type;
}

function describeScroll(to: Arguments['SCROLL'], target: string): string {
  const { x, y } = to ?? {};
  if (x === undefined && y === undefined) return `scroll to ${target || 'the end of the page'}`;
  const position = [x === undefined ? '' : `x ${x}`, y === undefined ? '' : `y ${y}`];
  return `scroll ${target || 'the page'} to ${joinFilled(position, ', ')}`;
}

function withoutCredentials(url: string): string {
  return url.replace(/^(\w+:\/\/)[^/@]*@/, '$1');
}

/**
 * Describes the element that a chain of selectors finds, as a person would say it:
 * `the 2nd button "Delete" in the row with "Tea"`.
 * @returns an empty text if there are no selectors.
 */
export function describeElement(selectors: readonly ExchangeSelector[]): string {
  const elements: string[] = [];
  for (const selector of selectors) {
    const element = elements.pop();
    if (element === undefined) elements.push(`the ${nounOf(selector)}`);
    else if (selector.selectorType === 'FILTER')
      elements.push(joinFilled([element, condition(selector)], ' '));
    else if (isPick(selector)) elements.push(element.replace(/^the /, `the ${ordinal(selector)} `));
    else elements.push(element, `the ${nounOf(selector)}`);
  }
  return elements.reverse().join(' in ');
}

const maxCharacters = 200;

/** A text in quotation marks, or a pattern as it is: one line of at most 200 characters. */
function quoted(text: string): string {
  const shown = (each: string) => cut(showInvisible(each.replace(/\s*[\r\n]+\s*/g, ' ')), maxCharacters);
  try {
    const found = textOrPattern(text);
    return typeof found === 'string' ? `"${shown(found)}"` : shown(String(found));
  } catch {
    // Not a valid regular expression: show it as it was written.
    return `"${shown(text)}"`;
  }
}

function nounOf({ selectorType, selector, options }: ExchangeSelector): string {
  switch (selectorType) {
    case 'ROLE':
      return joinFilled([...states(options ?? {}), selector, options?.name && quoted(options.name)], ' ');
    case 'TEXT':
      return `text ${quoted(selector)}`;
    case 'LABEL':
      return `field ${quoted(selector)}`;
    case 'FRAME':
      return `frame ${quoted(selector)}`;
    case 'ALT_TEXT':
      return `image ${quoted(selector)}`;
    case 'PLACEHOLDER':
      return `field with the placeholder ${quoted(selector)}`;
    case 'TITLE':
      return `element with the title ${quoted(selector)}`;
    case 'TEST_ID':
      return `element with the test ID ${quoted(selector)}`;
    default:
      return joinFilled(['element', selector && quoted(selector)], ' ');
  }
}

/** What the options of a ROLE selector ask for, and the opposite. */
const stateNames = {
  checked: ['checked', 'unchecked'],
  disabled: ['disabled', 'enabled'],
  expanded: ['expanded', 'collapsed'],
  pressed: ['pressed', 'unpressed'],
  selected: ['selected', 'unselected'],
} as const;

function states(options: NonNullable<ExchangeSelector['options']>): string[] {
  const names = (['checked', 'disabled', 'expanded', 'pressed', 'selected'] as const).flatMap((state) => {
    const [yes, no] = stateNames[state];
    return options[state] === undefined ? [] : [options[state] ? yes : no];
  });
  return options.level === undefined ? names : [...names, `level ${options.level}`];
}

function condition({ options }: ExchangeSelector): string {
  const { hasText, hasNotText } = options ?? {};
  return joinFilled(
    [hasText && `with ${quoted(hasText)}`, hasNotText && `without ${quoted(hasNotText)}`],
    ' and ',
  );
}

const ordinalSuffixes: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' });

/** `first`, `2nd`, `last`, `2nd to last`: a negative index counts from the end. */
function ordinal({ selectorType, selector }: ExchangeSelector): string {
  const index = selectorType === 'FIRST' ? 0 : selectorType === 'LAST' ? -1 : Number(selector);
  if (index === 0) return 'first';
  if (index === -1) return 'last';
  const number = index > 0 ? index + 1 : -index;
  const name = `${number}${ordinalSuffixes[ordinalRules.select(number)] ?? 'th'}`;
  return index > 0 ? name : `${name} to last`;
}
