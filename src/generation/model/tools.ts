import { z } from 'zod';
import { cut, foldLines } from '../../common/text.ts';
import type { Assertion } from '../../contract/exchange/assertion.ts';
import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';
import type { PageElement, PageView } from '../../runner/live-page.ts';
import { isSelect, isText } from '../explore/controls.ts';
import { compileAssertion } from '../words/assertions/compile-assertion.ts';
import { act, type CompiledStep, expects, expectsOf } from '../words/page/compiled-step.ts';
import { isField } from '../words/page/control-types.ts';
import { shownElement } from '../words/page/element-texts.ts';
import { find, type Scope, startContext } from '../words/page/scope.ts';
import { Unresolved } from '../words/page/unresolved.ts';
import { checkEnter, checkPath, checkUse, type Rules, readPath, readText } from './rules.ts';

const maxLength = 14_000;
const maxText = 120;
const maxOptions = 30;

/** What a page shows, with a reference for each element, such as `e12`. All its texts are JSON strings, so none can pass for another line. */
export function pageText({ url, title, status, elements }: PageView): string {
  const lines = [`url ${quote(url)}`, `title ${quote(title)}`];
  if (status !== undefined && status >= 400) lines.push(`status ${status}`);
  let length = 0;
  let within = '';
  for (const [index, element] of elements.entries()) {
    const container = element.within.join(' > ');
    const line = `${container === within ? '' : `in ${quote(container)}\n`}e${index} ${lineOf(element)}`;
    within = container;
    length += line.length;
    if (length > maxLength) {
      lines.push(`… and ${elements.length - index} more elements`);
      break;
    }
    lines.push(line);
  }
  return lines.join('\n');
}

function lineOf(element: PageElement): string {
  const { role, tag, name, text, field, isDisabled, isPressed } = element;
  const parts = [role || tag, quote(name || field?.label || text)];
  if (name !== '' && text !== '' && text !== name && field === undefined) parts.push(`text ${quote(text)}`);
  if (field !== undefined) {
    if (isText(element)) parts.push(`value ${quote(field.value)}`);
    if (field.options.length > 0)
      parts.push(`value ${quote(field.value)} options ${field.options.slice(0, maxOptions).map(quote)}`);
    if (field.checked) parts.push('checked');
    if (field.required) parts.push('required');
  }
  if (isPressed) parts.push('pressed');
  if (isDisabled) parts.push('disabled');
  return parts.join(' ');
}

function quote(text: string): string {
  return JSON.stringify(cut(foldLines(text), maxText));
}

/** Where a proposal is resolved. */
export interface Situation {
  readonly rules: Rules;
  /** The page as the model has seen it, which its references are about; undefined if another one is shown since. */
  readonly shown: Scope['view'] | undefined;
  readonly current: Scope['view'];
  /** What the pages before have shown. */
  readonly seen: readonly PageElement[];
}

interface Tool {
  readonly description: string;
  readonly parameters: object;
  /** @throws Unresolved if the arguments are not valid, or the step is refused. */
  readonly compile: (args: unknown, situation: Situation) => readonly ExchangeElement[];
}

type Steps = CompiledStep | readonly CompiledStep[];

function tool<S extends z.ZodObject>(
  description: string,
  schema: S,
  compile: (args: z.output<S>, situation: Situation) => Steps,
): Tool {
  return {
    description,
    parameters: z.toJSONSchema(schema),
    compile: (args, situation) =>
      [compile(readArguments(schema, args), situation)].flat().map(({ element }) => element),
  };
}

/** @throws Unresolved */
export function readArguments<S extends z.ZodType>(schema: S, args: unknown): z.output<S> {
  const parsed = schema.safeParse(args);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, 3);
  const problems = issues.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`);
  throw new Unresolved(problems.join('; '));
}

const element = z.string().min(1).max(200).describe('Reference of an element of the page, such as e12.');
const text = z.string().min(1).max(500);

const states = {
  checked: { expectation: 'TO_BE_CHECKED' },
  unchecked: { expectation: 'NOT_TO_BE_CHECKED' },
  enabled: { expectation: 'ENABLED' },
  disabled: { expectation: 'DISABLED' },
  focused: { expectation: 'FOCUSED' },
} as const satisfies Record<string, Assertion>;
const state = z.enum(['checked', 'unchecked', 'enabled', 'disabled', 'focused']);
const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const;
const key = z.enum(['Enter', 'Escape', 'Tab', 'Home', 'End', ...arrows]);
const value = z.string().max(500);

/** The steps that a model may propose, by name. */
export const stepTools: ReadonlyMap<string, Tool> = new Map(
  Object.entries({
    click: tool('Click an element, or check a checkbox.', z.object({ element }), ({ element }, situation) =>
      act({ action: 'CLICK' }, usable(element, situation)),
    ),
    hover: tool('Move the mouse over an element.', z.object({ element }), ({ element }, situation) =>
      act({ action: 'HOVER' }, targetOf(element, situation)),
    ),
    enter_text: tool(
      'Replace the text of a field. $NAME stands for a variable that the goal names.',
      z.object({ element, text: value }),
      ({ element, text }, situation) => {
        const target = usable(element, situation, isField);
        return act({ action: 'ENTER_TEXT', calledWith: readText(text, situation.rules) }, target);
      },
    ),
    select_option: tool(
      'Choose an option of a list.',
      z.object({ element, option: text }),
      ({ element, option }, situation) => {
        const target = targetOf(element, situation, isSelect);
        const label = target.field?.options.find((each) => each === option);
        if (label === undefined)
          throw new Unresolved('The list has no such option', target.field?.options.slice(0, 10));
        const { field: _, ...rest } = target;
        checkUse({ ...rest, role: 'option', name: label }, situation.current, situation.rules);
        return act({ action: 'SELECT_OPTION', calledWith: { label } }, target);
      },
    ),
    press_key: tool(
      'Press a key in an element. Enter submits the form of a field.',
      z.object({ element, key }),
      ({ element, key }, situation) => {
        const target = targetOf(element, situation);
        if (isSelect(target)) throw new Unresolved('Choose an option with select_option');
        if (key === 'Enter') checkEnter(target, situation.current, situation.rules);
        return act({ action: 'KEY_PRESS', calledWith: key }, target);
      },
    ),
    go_to: tool(
      'Open a page of the app.',
      z.object({ path: text.describe('Such as /cart.') }),
      ({ path }, { rules }) => {
        const calledWith = readPath(path, rules);
        checkPath(calledWith, rules);
        return act({ action: 'GO_TO', calledWith });
      },
    ),
    expect_visible: tool(
      'Assert that an element is visible.',
      z.object({ element }),
      ({ element }, situation) => expects({ expectation: 'VISIBLE' }, targetOf(element, situation)),
    ),
    expect_text: tool(
      'Assert that the page, or one element of it, shows a text.',
      z.object({ text, element: element.optional() }),
      ({ text, element }, situation) => {
        const calledWith = readText(text, situation.rules);
        if (element === undefined) return statement('should see ⟦0⟧', calledWith, situation);
        return expectsOf({ expectation: 'TO_CONTAIN_TEXT', calledWith }, targetOf(element, situation));
      },
    ),
    expect_text_gone: tool(
      'Assert that a text, which was shown before, is not shown any more.',
      z.object({ text }),
      ({ text }, situation) => {
        const wanted = readText(text, situation.rules);
        if (!situation.seen.some((each) => each.text.includes(text) || each.name.includes(text)))
          throw new Unresolved('No page of this test case has shown the text, so the check could not fail');
        return statement('should not see ⟦0⟧', wanted, situation);
      },
    ),
    expect_value: tool(
      'Assert the text in a field.',
      z.object({ element, value }),
      ({ element, value }, situation) => {
        const calledWith = readText(value, situation.rules);
        return expects({ expectation: 'TO_HAVE_VALUE', calledWith }, targetOf(element, situation, isField));
      },
    ),
    expect_state: tool(
      'Assert the state of a control.',
      z.object({ element, state }),
      ({ element, state }, situation) => expects(states[state], targetOf(element, situation)),
    ),
    expect_url: tool(
      'Assert that the address of the page ends with a path.',
      z.object({ path: text }),
      ({ path }, situation) => statement('url ends with ⟦0⟧', readPath(path, situation.rules), situation),
    ),
  }),
);

/** Compiles a statement about the page, in which `⟦0⟧` stands for a text. @throws Unresolved */
function statement(clause: string, quoted: string, { current }: Situation): Steps {
  return compileAssertion(clause, scopeOf(current, quoted));
}

/** The whole page, for a clause with one quoted text and nothing before it. */
function scopeOf(view: PageView, quoted: string): Scope {
  return { view, quotes: [quoted], places: [], context: startContext };
}

/** The element of a reference; or of a name, if the model wrote one. @throws Unresolved */
function targetOf(
  given: string,
  { shown, current }: Situation,
  isPossible: (element: PageElement) => boolean = () => true,
): PageElement {
  const index = /^\[?e(\d+)\]?$/.exec(given.trim())?.[1];
  const found = index === undefined ? undefined : (shown ?? current).elements[Number(index)];
  if (index !== undefined && shown === undefined) {
    throw new Unresolved(
      'The page has changed since the reference was given. Use one of the page that is shown now',
    );
  }
  const scope = scopeOf(current, given);
  const target = found ?? find('⟦0⟧', scope, { isPossible, what: 'element' });
  if (!isPossible(target)) throw new Unresolved(`${shownElement(target)} cannot be used in this way`);
  if (JSON.stringify(target.selectors).includes('***')) {
    throw new Unresolved('The name of the element contains a secret, so that no step can refer to it');
  }
  return target;
}

/** The same, if the step may use it. @throws Unresolved */
function usable(...[given, situation, isPossible]: Parameters<typeof targetOf>): PageElement {
  const target = targetOf(given, situation, isPossible);
  checkUse(target, situation.current, situation.rules);
  return target;
}
