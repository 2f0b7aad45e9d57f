import { stripVTControlCharacters } from 'node:util';
import { CodeSyntaxError } from '../common/strip-types.ts';
import type { ExchangeElement, ExchangeTestCase } from '../contract/exchange/exchange-test-case.ts';
import type { StepRef } from './documents/step-ref.ts';
import { InvalidStep } from './failure/reason.ts';
import { UndefinedVariable } from './variables/variables.ts';

/** A step of a case or of one of its dependencies failed. */
export class StepFailed extends Error {
  readonly step: StepRef;
  /** The selectors of the step as a Playwright expression; undefined if it has none. */
  readonly locator: string | undefined;

  constructor(step: StepRef, cause: unknown, message = errorText(cause), locator?: string) {
    super(message, { cause });
    this.step = step;
    this.locator = locator;
  }
}

/** The failures of steps were ignored, and no other step checks anything. */
export class NothingChecked extends StepFailed {}

/** The name and message of an error, without the colours of Playwright's call log and the selector engines of the runner. */
export function errorText(error: unknown): string {
  const text =
    error instanceof Error
      ? error.name === 'Error'
        ? error.message
        : `${error.name}: ${error.message}`
      : String(error);
  return (
    stripVTControlCharacters(text)
      // This one finds visible elements only.
      .replaceAll(/\.locator\('gate-[\w-]+=state'\)/g, '.filter({ visible: true })')
      .replaceAll(/\.locator\('gate-[\w-]+=[^']*'\)/g, '')
      .trim()
  );
}

/** The driver's messages about selectors, keys and URLs that it does not accept. */
const refusedByDriver = [
  /is not a valid (?:selector|XPath expression)/,
  /while parsing (?:css )?selector/,
  /: Unknown key: /,
  /net::ERR_(?:UNSAFE_PORT|INVALID_URL|DISALLOWED_URL_SCHEME|UNKNOWN_URL_SCHEME)/,
];

/**
 * Whether a case would fail in the same way if it was run again: the step itself is wrong.
 * @param chain the case and its dependencies.
 */
export function isPermanentFailure({ cause }: StepFailed, chain: readonly ExchangeTestCase[]): boolean {
  if (cause instanceof InvalidStep || cause instanceof CodeSyntaxError) return true;
  if (cause instanceof UndefinedVariable)
    return !chain.some((each) => each.elements.some((step) => maySet(step, cause.variable)));
  // The received value and the call log quote the page.
  const [message = ''] = cause instanceof Error ? cause.message.split(/\n(?:Received|Call log)/) : [];
  return refusedByDriver.some((pattern) => pattern.test(message));
}

/** Whether a step may set a dynamic variable, if the app gives it a value. */
function maySet({ interaction }: ExchangeElement, variable: string): boolean {
  if (!variable.startsWith('$')) return false;
  const name = variable.slice(1);
  if (interaction?.action === 'EXTRACT')
    return interaction.calledWith.variableName.replace(/^\$+/, '') === name;
  return interaction?.action === 'JAVASCRIPT' && interaction.calledWith.code.includes(name);
}
