import { messageOf } from '../../common/errors.ts';
import { describeStep } from '../../contract/exchange/describe-step.ts';
import type { ExchangeElement, ExchangeTestCase } from '../../contract/exchange/test-case.ts';
import type { PlayStep } from '../../runner/runner.ts';
import { oneLine } from '../../runtime/log-text.ts';
import { parseLocator } from '../../service/locator-line/parse-locator.ts';
import { printLocator } from '../../service/locator-line/print-locator.ts';
import { formatPosition, type LoadedCase } from '../../test-files/problem.ts';
import { replaceSelectors, selectorLines } from '../../test-files/replace-selectors.ts';
import type { Keyboard } from './keyboard.ts';
import type { Terminal } from './terminal.ts';

/** Keys and what they do. The first one stands for Enter, too. */
type Choices = Readonly<Record<string, string>>;

const beforeStep: Choices = {
  s: 'play this step',
  c: 'continue without stopping',
  e: 'edit the selector, then play',
  q: 'quit',
};
const afterFailure: Choices = {
  s: 'try again',
  c: 'let the step fail',
  e: 'edit the selector and try again',
  q: 'quit',
};

interface DebuggerOptions {
  readonly terminal: () => Terminal;
  readonly keyboard: Keyboard;
  /** Where a test case is; undefined if it is in no file. */
  readonly fileOf: (testCase: ExchangeTestCase) => LoadedCase | undefined;
  /** Ends the run. */
  readonly quit: () => void;
  /** Whether the run has ended: nothing is played or asked then. */
  readonly cancel: AbortSignal;
}

/** Stops before each step and after each failure, and asks what to do. */
export function createStepDebugger({ terminal, keyboard, fileOf, quit, cancel }: DebuggerOptions): PlayStep {
  let isContinuing = false;

  /** @returns one of the keys; `c` at the end of the input. @throws if the run has ended. */
  async function ask(choices: Choices): Promise<string> {
    cancel.throwIfAborted();
    const [first = ''] = Object.keys(choices);
    const names = Object.entries(choices).map(([key, meaning]) => {
      return `${key === first ? `${key} or Enter` : key}: ${meaning}`;
    });
    for (;;) {
      // First, so that no key is typed before the terminal is ready for it.
      const pressed = keyboard.key();
      terminal().print(`    ${names.join(', ')}`, 'dim');
      const key = await pressed;
      if (key === undefined) isContinuing = true;
      if (key === 'q') quit();
      cancel.throwIfAborted();
      if (key === undefined || Object.hasOwn(choices, key)) return key ?? 'c';
      if (key === '') return first;
    }
  }

  return async ({ testCase, elementIndex }, play) => {
    const original = testCase.elements[elementIndex];
    if (original === undefined) return;
    let element = original;
    const { print } = terminal();
    if (!isContinuing) {
      if (elementIndex === 0) print(oneLine(testCase.description), 'bold');
      print(`→ ${elementIndex + 1}/${testCase.elements.length} ${oneLine(describeStep(element))}`);
      const key = await ask(beforeStep);
      if (key === 'c') isContinuing = true;
      if (key === 'e') element = await edit(element);
    }
    for (let hasPassed = false; !hasPassed; ) {
      cancel.throwIfAborted();
      try {
        await play(element);
        hasPassed = true;
      } catch (error) {
        if (isContinuing || cancel.aborted) throw error;
        print(`✗ ${messageOf(error).split('\nCall log:')[0]}`, 'red');
        const key = await ask(afterFailure);
        if (key === 'c') throw error;
        if (key === 'e') element = await edit(element);
      }
    }
    if (element !== original) await offer(testCase, { index: elementIndex, element: original }, element);
  };

  /** Asks for a locator until it can be read; an empty line changes nothing. */
  async function edit(element: ExchangeElement): Promise<ExchangeElement> {
    const { print, showStatus } = terminal();
    let text = printLocator(element.selectors);
    print(`    Now: ${text}`);
    for (;;) {
      print("    Locator, such as page.getByRole('button', { name: 'Pay' }):", 'dim');
      showStatus('');
      const line = await keyboard.line(text);
      if (line === undefined || line === '') return element;
      try {
        return { ...element, selectors: parseLocator(line) };
      } catch (error) {
        print(`    ${messageOf(error)}`, 'red');
        text = line;
      }
    }
  }

  /** Shows selectors that worked, and writes them to the test file if that is wanted. */
  async function offer(
    testCase: ExchangeTestCase,
    step: { index: number; element: ExchangeElement },
    { selectors }: ExchangeElement,
  ): Promise<void> {
    const { print } = terminal();
    print('✓ Passed with these selectors:', 'green');
    print(['    selectors:', ...selectorLines(selectors).map((line) => `      ${line}`)].join('\n'));
    const loaded = fileOf(testCase);
    if (loaded === undefined) return;
    const place = formatPosition(loaded.positionOf(['elements', step.index]));
    const key = await ask({ s: 'go on', w: `write them to ${place}`, q: 'quit' });
    if (key !== 'w') return;
    const problem = await replaceSelectors(process.cwd(), loaded, step, selectors);
    if (problem === undefined) print(`✓ Written to ${place}.`, 'green');
    else print(`${place} was not changed: ${problem}. Copy the lines above.`, 'yellow');
  }
}
