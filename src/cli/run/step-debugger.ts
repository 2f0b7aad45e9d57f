import { messageOf } from '../../common/errors.ts';
import { splitMessage } from '../../contract/error-message.ts';
import { describeStep } from '../../contract/exchange/describe-step.ts';
import type { ExchangeElement, ExchangeTestCase } from '../../contract/exchange/exchange-test-case.ts';
import type { RunStep } from '../../runner/runner.ts';
import { oneLine } from '../../runtime/log-text.ts';
import { parseLocator } from '../../service/locator-line/parse-locator.ts';
import { printLocator } from '../../service/locator-line/print-locator.ts';
import { formatPosition, type LoadedCase } from '../../test-files/problem.ts';
import { replaceSelectors, selectorLines } from '../../test-files/write.ts';
import type { Keyboard } from './keyboard.ts';
import type { Terminal } from './terminal.ts';

/** Keys and what they do. The first one stands for Enter, too. */
type Choices = Readonly<Record<string, string>>;

const beforeStep: Choices = {
  s: 'run this step',
  e: 'edit its selector',
  c: 'run all that follows',
  q: 'quit',
};
const afterFailure: Choices = {
  s: 'try again',
  e: 'edit the selector',
  c: 'let the step fail',
  q: 'quit',
};

interface DebuggerOptions {
  readonly terminal: () => Terminal;
  readonly keyboard: Keyboard;
  /** Where a test case is; undefined if it is in no file. */
  readonly fileOf: (testCase: ExchangeTestCase) => LoadedCase | undefined;
  readonly quit: () => void;
  /** Whether the run has ended: nothing is run or asked then. */
  readonly cancel: AbortSignal;
}

/** Stops before each step and after each failure, and asks what to do. */
export class StepDebugger {
  readonly #options: DebuggerOptions;
  #isContinuing = false;

  constructor(options: DebuggerOptions) {
    this.#options = options;
  }

  readonly run: RunStep = async (step, runStep) => {
    const { testCase, elementIndex } = step;
    const original = testCase.elements[elementIndex];
    if (original === undefined) return;
    const { print, showStatus } = this.#options.terminal();
    const { cancel } = this.#options;
    const number = `${elementIndex + 1}/${testCase.elements.length}`;
    if (!this.#isContinuing) {
      if (elementIndex === 0) print(oneLine(testCase.description), 'bold');
      print(`→ ${number} ${oneLine(describeStep(original))}`);
    }
    let element = this.#isContinuing ? original : await this.#next(beforeStep, original);
    for (let hasPassed = false; !hasPassed; ) {
      cancel.throwIfAborted();
      if (!this.#isContinuing) showStatus(`… running step ${number}`);
      try {
        await runStep(element);
        hasPassed = true;
      } catch (error) {
        if (this.#isContinuing || cancel.aborted) throw error;
        print(`✗ ${splitMessage(await step.describeFailure(error, element)).sentence}`, 'red');
        element = await this.#next(afterFailure, element, error);
      }
    }
    if (element !== original)
      await this.#offer(testCase, { index: elementIndex, element: original }, element);
  };

  /** Asks what to do with a step. @returns the step to run. @throws `failure` if that is to be, and if the run has ended. */
  async #next(choices: Choices, element: ExchangeElement, failure?: unknown): Promise<ExchangeElement> {
    const key = await this.#ask(choices);
    if (key === 'e') return this.#edit(element);
    if (key === 'c' && failure !== undefined) throw failure;
    if (key === 'c') this.#isContinuing = true;
    return element;
  }

  /** @returns one of the keys; `c` at the end of the input. @throws if the run has ended. */
  async #ask(choices: Choices): Promise<string> {
    const { keyboard, terminal, quit, cancel } = this.#options;
    const { print, showStatus } = terminal();
    cancel.throwIfAborted();
    // A key that was pressed while the step was run is no answer to a question that had not been asked.
    keyboard.discard();
    showStatus('');
    const [first = ''] = Object.keys(choices);
    const names = Object.entries(choices).map(([key, meaning]) => {
      return `${key === first ? `${key} or Enter` : key}: ${meaning}`;
    });
    for (;;) {
      print(`    ${names.join(', ')}`, 'dim');
      const key = await keyboard.key();
      if (key === undefined) this.#isContinuing = true;
      if (key === 'q') quit();
      cancel.throwIfAborted();
      if (key === undefined || Object.hasOwn(choices, key)) return key ?? 'c';
      if (key === '') return first;
    }
  }

  /** Asks for a locator until it can be read; an empty line changes nothing. */
  async #edit(element: ExchangeElement): Promise<ExchangeElement> {
    const { keyboard, terminal } = this.#options;
    const { print } = terminal();
    let text = printLocator(element.selectors);
    print(`    Now: ${text}`);
    for (;;) {
      print("    Locator, such as page.getByRole('button', { name: 'Pay' }):", 'dim');
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
  async #offer(
    testCase: ExchangeTestCase,
    step: { index: number; element: ExchangeElement },
    { selectors }: ExchangeElement,
  ): Promise<void> {
    const { print } = this.#options.terminal();
    print('✓ Passed with these selectors:', 'green');
    print(['    selectors:', ...selectorLines(selectors).map((line) => `      ${line}`)].join('\n'));
    const loaded = this.#options.fileOf(testCase);
    if (loaded === undefined) return;
    const location = formatPosition(loaded.positionOf(['elements', step.index]));
    const key = await this.#ask({ s: 'go on', w: `write them to ${location}`, q: 'quit' });
    if (key !== 'w') return;
    const problem = await replaceSelectors(process.cwd(), loaded, step, selectors);
    if (problem === undefined) print(`✓ Written to ${location}.`, 'green');
    else print(`${location} was not changed: ${problem}. Copy the lines above.`, 'yellow');
  }
}
