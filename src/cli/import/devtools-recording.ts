import { z } from 'zod';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import { ariaRole } from '../../runner/aria-role.ts';
import { literalText } from '../../runner/variables/text.ts';
import type { AppAddress } from './app-address.ts';
import { CaseWriter, type ImportedFile, notImported, type Statement } from './case-writer.ts';
import { NotImported } from './not-imported.ts';
import { plainText } from './value.ts';

/** A selector of one element; a list goes through shadow roots. */
const selector = z.union([z.string(), z.array(z.string())]);
const assertedEvents = z.array(
  z.object({ type: z.string(), title: z.string().optional(), url: z.string().optional() }),
);

/** The fields of all types of steps, as the types of `@puppeteer/replay` say. */
const recordedStep = z.object({
  type: z.string(),
  target: z.string().default('main'),
  frame: z.array(z.number()).default([]),
  selectors: z.array(selector).default([]),
  assertedEvents: assertedEvents.default([]),
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
});
type RecordedStep = z.infer<typeof recordedStep>;

const recording = z.object({ title: z.string(), steps: z.array(z.looseObject({ type: z.string() })) });

/** Whether a value is a recording of the Chrome DevTools Recorder. */
export function isDevToolsRecording(value: unknown): boolean {
  return recording.safeParse(value).success;
}

/** The case of a recording of the Chrome DevTools Recorder. */
export function readDevToolsRecording(text: string, address: AppAddress): ImportedFile {
  const { title, steps } = recording.parse(JSON.parse(text));
  const writer = new CaseWriter();
  const lines = linesOfSteps(text, steps);
  const statements = steps.map((step, index): Statement => {
    const line = lines[index] ?? 1;
    const endLine = (lines[index + 1] ?? text.split('\n').length) - 1;
    const statement: Statement = { line, endLine: Math.max(line, endLine), code: JSON.stringify(step) };
    writer.from = statement;
    try {
      const parsed = recordedStep.safeParse(step);
      if (!parsed.success) throw new NotImported(`the step ${step.type} has an unknown form`);
      addStep(parsed.data, writer, address);
    } catch (error) {
      if (!(error instanceof NotImported)) throw error;
      statement.reason = error.message;
      writer.comment(notImported(statement));
    }
    return statement;
  });
  const tail = { steps: writer.steps, comments: writer.comments };
  return { cases: [{ description: title, tagNames: [], isOff: false, ...tail }], statements, comments: [] };
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

function addStep(step: RecordedStep, writer: CaseWriter, address: AppAddress): void {
  if (step.target !== 'main') throw new NotImported('steps in another window have no equivalent');
  const selectors = () => selectorsOf(step);
  switch (step.type) {
    case 'navigate':
      writer.act({ action: 'GO_TO', calledWith: address.opened(plainText(step.url)) });
      break;
    case 'click':
    case 'doubleClick':
      addClick(step, writer, selectors());
      break;
    case 'hover':
      writer.act({ action: 'HOVER' }, selectors());
      break;
    case 'change':
      addChange(step, writer, selectors());
      break;
    case 'keyDown':
      // The text of a key that types one is that of the next `change`.
      if (step.key.length > 1) writer.act({ action: 'KEY_PRESS', calledWith: step.key });
      break;
    case 'scroll':
      writer.act(
        { action: 'SCROLL', calledWith: { x: step.x, y: step.y } },
        step.selectors.length > 0 ? selectors() : [],
      );
      break;
    case 'waitForElement':
      addWait(step, writer, selectors());
      break;
    case 'waitForExpression':
      writer.act({
        action: 'WAIT_FOR',
        calledWith: { type: 'code', code: `return Boolean(await (${step.expression}));` },
      });
      break;
    case 'keyUp':
    case 'setViewport':
      // The release of a key, and the size of the window, which is the input `breakpoint`.
      break;
    default:
      throw new NotImported(`the step ${step.type} has no equivalent`);
  }
  for (const { title } of step.assertedEvents) {
    if (title)
      writer.add({
        selectors: [],
        assertion: { expectation: 'TO_HAVE_TITLE', calledWith: literalText(title) },
      });
  }
}

const buttons = { primary: undefined, auxiliary: 'middle', secondary: 'right' } as const;

function addClick({ type, button }: RecordedStep, writer: CaseWriter, selectors: ExchangeSelector[]): void {
  if (button === 'back' || button === 'forward') throw new NotImported(`the button ${button}`);
  const calledWith = {
    ...(buttons[button] === undefined ? {} : { button: buttons[button] }),
    ...(type === 'doubleClick' ? { double: true } : {}),
  };
  writer.act({ action: 'CLICK', ...(Object.keys(calledWith).length > 0 ? { calledWith } : {}) }, selectors);
}

/** A `change` is of a field, of a select element, or of a checkbox, which the click before it has switched. */
function addChange(
  { value, selectors: all }: RecordedStep,
  writer: CaseWriter,
  selectors: ExchangeSelector[],
): void {
  const role = /\[role="(\w+)"\]/.exec(all.flat().join(' '))?.[1];
  if (role === 'checkbox' || role === 'radio' || role === 'switch') return;
  const isSelect =
    role === 'combobox' || role === 'listbox' || /(?:^|[\s>/])select\b/.test(all.flat().join(' '));
  if (isSelect) writer.act({ action: 'SELECT_OPTION', calledWith: literalText(value) }, selectors);
  else writer.act({ action: 'ENTER_TEXT', calledWith: literalText(value) }, selectors);
}

function addWait(
  { count, operator, visible }: RecordedStep,
  writer: CaseWriter,
  selectors: ExchangeSelector[],
): void {
  if (!visible || (count === 0 && operator !== '>=')) {
    writer.add({ selectors, assertion: { expectation: 'NOT_VISIBLE' } });
  } else if (operator === '==') {
    writer.add({ selectors, assertion: { expectation: 'TO_HAVE_COUNT', calledWith: count } });
  } else if (operator === '>=' && count === 1) {
    writer.add({
      selectors: [...selectors, { selectorType: 'FIRST', selector: '' }],
      assertion: { expectation: 'VISIBLE' },
    });
  } else {
    throw new NotImported(`${operator} ${count} elements have no equivalent`);
  }
}

/** The first of a step's selectors that a person would choose, in the order of the kinds below. */
function selectorsOf({ selectors, frame, type }: RecordedStep): ExchangeSelector[] {
  if (frame.length > 0) throw new NotImported('the recording has no selector of the frame');
  const chains = selectors.map((each) => [each].flat());
  for (const kind of [testId, role, ...(type === 'change' ? [label] : []), id, text, css]) {
    for (const chain of chains) {
      const found = kind(chain.length === 1 ? (chain[0] ?? '') : '', chain);
      if (found !== undefined) return found;
    }
  }
  throw new NotImported('no selector of the step has an equivalent');
}

type Found = ExchangeSelector[] | undefined;

function testId(each: string): Found {
  const [, found] = /^(?:pierce\/)?\[data-testid=(?:'|")?([^'"\]]+)(?:'|")?\]$/.exec(each) ?? [];
  return found === undefined ? undefined : [{ selectorType: 'TEST_ID', selector: literalText(found) }];
}

function role(each: string): Found {
  const [, name = '', found = ''] = /^aria\/(.+?)\[role="(\w+)"\]$/s.exec(each) ?? [];
  if (!isRole(found)) return undefined;
  return [{ selectorType: 'ROLE', selector: found, options: { name: literalText(name), exact: true } }];
}

function isRole(name: string): boolean {
  try {
    return ariaRole(name) === name;
  } catch {
    return false;
  }
}

/** Not exact: the text of a label contains that of its select element. */
function label(each: string): Found {
  const [, name] = /^aria\/([^[]+)$/.exec(each) ?? [];
  return name === undefined ? undefined : [{ selectorType: 'LABEL', selector: literalText(name) }];
}

function id(each: string): Found {
  return /^#[\w-]+$/.test(each) ? [{ selectorType: 'CSS', selector: each }] : undefined;
}

/** The recorder means the first element with the text. */
function text(each: string): Found {
  const [, found] = /^text\/(.+)$/s.exec(each) ?? [];
  return found === undefined
    ? undefined
    : [
        { selectorType: 'TEXT', selector: literalText(found) },
        { selectorType: 'FIRST', selector: '' },
      ];
}

/** CSS finds elements in open shadow roots, too. */
function css(_: string, chain: readonly string[]): Found {
  const parts = chain.map((each) => each.replace(/^(?:css|pierce)\//, ''));
  if (parts.some((each) => /^(?:aria|text|xpath)\//.test(each))) return undefined;
  return [{ selectorType: 'CSS', selector: literalText(parts.join(' ')) }];
}
