import { z } from 'zod';
import type { Assertion } from '../../../contract/exchange/assertion.ts';
import type { ExchangeSelector } from '../../../contract/exchange/selector.ts';
import { ariaRole } from '../../../runner/locator.ts';
import { literalText } from '../../../runner/variables/variable-text.ts';
import { clickWith } from '../../record/recorded-action.ts';
import type { AppAddress } from '../app-address.ts';
import type { ImportedFile, Statement } from '../imported-file.ts';
import { entryOf, NotImported } from '../javascript/value.ts';
import { isSecretName } from '../secrets.ts';
import { type CaseWriter, recordedCase } from '../steps/case-writer.ts';
import { addExpectation } from '../steps/matchers.ts';

/** The fields of all types of steps, as the types of `@puppeteer/replay` say. */
const recordedStep = z.object({
  type: z.string(),
  target: z.string().default('main'),
  frame: z.array(z.number()).default([]),
  /** Of one element; a list goes through shadow roots. */
  selectors: z.array(z.union([z.string(), z.array(z.string())])).default([]),
  assertedEvents: z.array(z.object({ title: z.string().optional() })).default([]),
  url: z.string().default(''),
  value: z.string().default(''),
  key: z.string().default(''),
  button: z.enum(['primary', 'auxiliary', 'secondary', 'back', 'forward']).default('primary'),
  x: z.number().default(0),
  y: z.number().default(0),
  count: z.number().default(1),
  operator: z.enum(['>=', '==', '<=']).default('>='),
  visible: z.boolean().default(true),
  expression: z.string().default(''),
  attributes: z.record(z.string(), z.string()).default({}),
  properties: z.record(z.string(), z.unknown()).default({}),
});
type RecordedStep = z.infer<typeof recordedStep>;

const recording = z.object({ title: z.string(), steps: z.array(z.looseObject({ type: z.string() })) });

/**
 * The case of a recording of the Chrome DevTools Recorder.
 * @returns undefined if it is no such recording.
 */
export function readDevToolsRecording(
  text: string,
  json: unknown,
  address: AppAddress,
): ImportedFile | undefined {
  const { data } = recording.safeParse(json);
  if (data === undefined) return undefined;
  const { title, steps } = data;
  const lines = linesOfSteps(text, steps);
  const statements = steps.map((step, index): Statement => {
    const line = lines[index] ?? 1;
    const endLine = (lines[index + 1] ?? text.split('\n').length) - 1;
    return { line, endLine: Math.max(line, endLine), code: JSON.stringify(step) };
  });
  const held = new HeldKeys();
  return recordedCase(title, statements, (statement, writer) => {
    const { data, error } = recordedStep.safeParse(JSON.parse(statement.code));
    if (error !== undefined) throw new NotImported('the step has an unknown form');
    const after = steps.slice(statements.indexOf(statement) + 1);
    const isText = after.find(({ type }) => !type.startsWith('key'))?.type === 'change';
    const pressed = held.press(data, isText);
    if (pressed !== undefined) writer.act({ action: 'KEY_PRESS', calledWith: pressed });
    addStep(data, writer, address);
  });
}

const modifiers = ['Control', 'Meta', 'Alt', 'Shift'];

/** The modifiers that are held down, and whether another key was pressed with them. */
class HeldKeys {
  readonly #held = new Map<string, boolean>();

  /**
   * @param isText keys that type a text belong to the change that follows.
   * @returns what is pressed by a step; undefined if nothing is.
   */
  press({ type, key }: RecordedStep, isText: boolean): string | undefined {
    if (type === 'keyUp') {
      const isPressedAlone = this.#held.get(key) === false;
      this.#held.delete(key);
      return isPressedAlone ? key : undefined;
    }
    if (type !== 'keyDown') return undefined;
    if (modifiers.includes(key)) {
      this.#held.set(key, false);
      return undefined;
    }
    const held = [...this.#held.keys()];
    for (const each of held) this.#held.set(each, true);
    const isTyped = key.length === 1 && held.every((each) => each === 'Shift');
    if (isTyped && isText) return undefined;
    return isTyped ? key : [...held, key].join('+');
  }
}

/** Where each step's type stands in the text; they stand in their order. */
function linesOfSteps(text: string, steps: readonly { type: string }[]): number[] {
  let at = text.indexOf('"steps"');
  return steps.map(({ type }) => {
    const found = text.slice(at).search(new RegExp(`"type"\\s*:\\s*${JSON.stringify(type)}`));
    at += Math.max(found, 0) + 1;
    return text.slice(0, at).split('\n').length;
  });
}

const buttons = {
  primary: 'left',
  auxiliary: 'middle',
  secondary: 'right',
  back: undefined,
  forward: undefined,
} as const;

function addStep(step: RecordedStep, writer: CaseWriter, address: AppAddress): void {
  if (step.target !== 'main') throw new NotImported('steps in another window have no equivalent');
  switch (step.type) {
    case 'navigate':
      writer.act({ action: 'GO_TO', calledWith: address.opened(step.url) });
      break;
    case 'click':
    case 'doubleClick': {
      const button = buttons[step.button];
      if (button === undefined) throw new NotImported(`the button ${step.button}`);
      writer.act(clickWith(button, { double: step.type === 'doubleClick' }), selectorsOf(step));
      break;
    }
    case 'hover':
      writer.act({ action: 'HOVER' }, selectorsOf(step));
      break;
    case 'change':
      addChange(step, writer);
      break;
    case 'scroll': {
      const calledWith = { x: step.x, y: step.y };
      writer.act({ action: 'SCROLL', calledWith }, step.selectors.length > 0 ? selectorsOf(step) : []);
      break;
    }
    case 'waitForElement':
      writer.assert(...waitedFor(step));
      expectState(step, writer);
      break;
    case 'waitForExpression':
      writer.waitUntil(`return Boolean(await (${step.expression}));`);
      break;
    case 'keyDown':
    case 'keyUp':
    case 'setViewport':
      // Keys are pressed by now. The size of the window is the input `breakpoint`.
      break;
    default:
      throw new NotImported(`the step ${step.type} has no equivalent`);
  }
  for (const { title } of step.assertedEvents) {
    if (title) writer.assert({ expectation: 'TO_HAVE_TITLE', calledWith: literalText(title) });
  }
}

/** A `change` is of a field, of a select element, or of a checkbox, which the click before it has switched. */
function addChange(step: RecordedStep, writer: CaseWriter): void {
  const all = step.selectors.flat().join(' ');
  if (/\[role="(?:checkbox|radio|switch)"\]/.test(all)) return;
  const isSelect = /\[role="(?:combobox|listbox)"\]|(?:^|[\s>/])select\b/.test(all);
  const calledWith = literalText(step.value);
  writer.act({ action: isSelect ? 'SELECT_OPTION' : 'ENTER_TEXT', calledWith }, selectorsOf(step));
}

function waitedFor(step: RecordedStep): [Assertion, ExchangeSelector[]] {
  const { count, operator, visible } = step;
  const selectors = selectorsOf(step);
  if (!visible || (count === 0 && operator !== '>=')) return [{ expectation: 'NOT_VISIBLE' }, selectors];
  if (operator === '==') return [{ expectation: 'TO_HAVE_COUNT', calledWith: count }, selectors];
  if (operator === '>=' && count === 1) return [{ expectation: 'VISIBLE' }, firstOf(selectors)];
  throw new NotImported(`${operator} ${count} elements have no equivalent`);
}

const first: ExchangeSelector = { selectorType: 'FIRST', selector: '' };

function firstOf(selectors: ExchangeSelector[]): ExchangeSelector[] {
  return selectors.at(-1)?.selectorType === 'FIRST' ? selectors : [...selectors, first];
}

/** Properties of elements, and the matchers of Playwright that expect them. */
const ofProperties: Readonly<Record<string, string>> = {
  checked: 'toBeChecked',
  disabled: 'toBeDisabled',
  value: 'toHaveValue',
  textContent: 'toHaveText',
  innerText: 'toHaveText',
  id: 'toHaveId',
  className: 'toHaveClass',
};

/** The attributes and properties that an element is waited for with. */
function expectState(step: RecordedStep, writer: CaseWriter): void {
  const selectors = firstOf(selectorsOf(step));
  for (const [name, value] of Object.entries(step.attributes))
    addExpectation(writer, selectors, { matcher: 'toHaveAttribute', args: [name, value] });
  for (const [name, value] of Object.entries(step.properties)) {
    const matcher = entryOf(ofProperties, name);
    if (matcher === undefined || !/^(?:string|boolean)$/.test(typeof value))
      throw new NotImported(`the property ${name} has no equivalent`);
    const args = typeof value === 'string' ? [value] : [];
    addExpectation(writer, selectors, { matcher, args, isNegated: value === false });
  }
}

/** The kinds of selectors that a person would choose, the best first. */
const kinds: readonly [RegExp, (found: string, role?: string) => ExchangeSelector[]][] = [
  [
    /^(?:pierce\/)?\[data-testid=['"]?([^'"\]]+)['"]?\]$/,
    (id) => [{ selectorType: 'TEST_ID', selector: id }],
  ],
  [
    /^aria\/(.+?)\[role="(\w+)"\]$/s,
    (name, role = '') => [{ selectorType: 'ROLE', selector: role, options: { name, exact: true } }],
  ],
  // The name may be that of a placeholder: only fields for passwords, which are known by their label, are found so.
  [/^change aria\/([^[]+)$/, (name) => [{ selectorType: 'LABEL', selector: name }]],
  [/^(#[\w-]+)$/, (id) => [{ selectorType: 'CSS', selector: id }]],
  // The recorder means the first element with the text.
  [/^text\/(.+)$/s, (text) => [{ selectorType: 'TEXT', selector: text }, first]],
];

/** Of a frame, the recorder knows the position among those of its page or frame. */
function selectorsOf({ frame, ...step }: RecordedStep): ExchangeSelector[] {
  const frames = frame.map((index) => `:nth-match(iframe, ${index + 1})`);
  return [
    ...frames.map((selector): ExchangeSelector => ({ selectorType: 'FRAME', selector })),
    ...bestSelectors(step),
  ];
}

function bestSelectors({ selectors, type }: Pick<RecordedStep, 'selectors' | 'type'>): ExchangeSelector[] {
  const chains = selectors.map((each) => [each].flat());
  const singles = chains.flatMap((chain) => (chain.length === 1 ? chain : []));
  // CSS finds elements in open shadow roots, too.
  const css = chains.find((chain) => !chain.some((each) => /^(?:aria|text|xpath)\//.test(each)));
  const labels = type === 'change' ? singles.filter((each) => css === undefined || isSecretName(each)) : [];
  const written = [...singles, ...labels.map((each) => `change ${each}`)];
  for (const [pattern, selector] of kinds) {
    for (const each of written) {
      const [, found, role] = pattern.exec(each) ?? [];
      if (found !== undefined && (role === undefined || isRole(role)))
        return selector(literalText(found), role);
    }
  }
  if (css === undefined) throw new NotImported('no selector of the step has an equivalent');
  const parts = css.map((each) => each.replace(/^(?:css|pierce)\//, ''));
  // Within a shadow root, `:scope` is the root.
  const path = parts.map((each, index) => (index === 0 ? each : each.replace(/^:scope\s*/, ''))).join(' ');
  return [{ selectorType: 'CSS', selector: literalText(path) }];
}

function isRole(name: string): boolean {
  try {
    return ariaRole(name) === name;
  } catch {
    return false;
  }
}
