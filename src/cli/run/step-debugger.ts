import { createInterface } from 'node:readline';
import { stringify } from 'yaml';
import { messageOf } from '../../common/errors.ts';
import { describeStep } from '../../contract/exchange/describe-step.ts';
import type { ExchangeElement } from '../../contract/exchange/test-case.ts';
import type { PlayStep } from '../../runner/step-player.ts';
import { oneLine } from '../../runtime/log-text.ts';
import { parseLocator } from '../../service/locator-line/parse-locator.ts';
import { printLocator } from '../../service/locator-line/print-locator.ts';
import type { Terminal } from './terminal.ts';

/** Answers of the person who debugs; undefined at the end of the input. */
export type ReadLine = () => Promise<string | undefined>;

/** Reads lines from stdin. */
export function openLines(): { readonly next: ReadLine } & Disposable {
  // Not as a terminal: Ctrl-C stays a signal.
  const lines = createInterface({ input: process.stdin, terminal: false });
  const iterator = lines[Symbol.asyncIterator]();
  return {
    next: async () => {
      const { value, done } = await iterator.next();
      return done === true ? undefined : String(value).trim();
    },
    [Symbol.dispose]: () => lines.close(),
  };
}

const beforeStep = 'Enter: play this step, c: continue without stopping, e: edit the selector, q: quit';
const afterFailure = 'Enter: try again, e: edit the selector and try again, c: let the step fail, q: quit';

/** Stops before each step and after each failure, and asks what to do. @param quit ends the run. */
export function createStepDebugger(terminal: () => Terminal, readLine: ReadLine, quit: () => void): PlayStep {
  let isContinuing = false;

  async function ask(choices: string): Promise<string> {
    terminal().print(`    ${choices}`, 'dim');
    const answer = await readLine();
    if (answer === undefined) isContinuing = true;
    if (answer === 'q') quit();
    return answer ?? 'c';
  }

  return async ({ testCase, elementIndex }, play) => {
    let element = testCase.elements[elementIndex];
    if (element === undefined) return;
    const { print } = terminal();
    const original = element;
    if (!isContinuing) {
      if (elementIndex === 0) print(oneLine(testCase.description), 'bold');
      print(`→ ${elementIndex + 1}/${testCase.elements.length} ${oneLine(describeStep(element))}`);
      const answer = await ask(beforeStep);
      if (answer === 'c') isContinuing = true;
      if (answer === 'e') element = await edit(element);
    }
    for (;;) {
      try {
        await play(element);
        if (element !== original) printSelectors(element);
        return;
      } catch (error) {
        if (isContinuing) throw error;
        print(`✗ ${messageOf(error).split('\nCall log:')[0]}`, 'red');
        const answer = await ask(afterFailure);
        if (answer === 'c' || answer === 'q') throw error;
        if (answer === 'e') element = await edit(element);
      }
    }
  };

  /** Asks for a locator until it can be read; an empty line changes nothing. */
  async function edit(element: ExchangeElement): Promise<ExchangeElement> {
    const { print } = terminal();
    print(`    Now: ${printLocator(element.selectors)}`);
    for (;;) {
      print("    Locator, such as page.getByRole('button', { name: 'Pay' }):", 'dim');
      const line = await readLine();
      if (line === undefined || line === '') return element;
      try {
        return { ...element, selectors: parseLocator(line) };
      } catch (error) {
        print(`    ${messageOf(error)}`, 'red');
      }
    }
  }

  function printSelectors({ selectors }: ExchangeElement): void {
    const { print } = terminal();
    print('✓ Passed with these selectors. Copy them to the test file:', 'green');
    print(stringify({ selectors }, { lineWidth: 0 }).trimEnd().replaceAll(/^/gm, '    '));
  }
}
