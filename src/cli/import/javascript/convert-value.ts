import type { ExchangeSelector } from '../../../contract/exchange/selector.ts';
import { LocatorLineError } from '../../../service/locator-line/call-chain.ts';
import { parseLocator } from '../../../service/locator-line/parse-locator.ts';
import { exchangePattern, hasVariables, textOf } from './texts.ts';
import { is, isTagged, maxLength, NotImported, onlyWhenRun, type Value } from './value.ts';

export function numberOf(value: Value): number {
  if (typeof value === 'number') return value;
  throw new NotImported('a number is needed');
}

/** A constant, also in lists and objects. @throws NotImported if a part of it is not constant. */
export function plainOf(
  value: Value,
  ofText = (text: string): string => {
    if (!hasVariables(text)) return text;
    throw new NotImported(`a value ${onlyWhenRun}`);
  },
  budget = { left: maxLength },
): unknown {
  budget.left -= 1;
  if (budget.left < 0) throw new NotImported('the list is too long');
  if (typeof value === 'string') return ofText(value);
  if (Array.isArray(value)) return value.map((each) => plainOf(each, ofText, budget));
  if (!isTagged(value)) return value;
  if (value.kind !== 'object') throw new NotImported(`a value ${onlyWhenRun}`);
  const fields = [...value.fields].map(([name, each]) => [name, plainOf(each, ofText, budget)] as const);
  return Object.fromEntries(fields);
}

/** Options about time limits and logging. */
const withoutInfluence = /^(?:timeout|noWaitAfter|waitUntil|log|delay|steps|message|intervals)$/;

/**
 * The fields of an options object.
 * @param known fields that can be imported.
 */
export function optionsOf(value: Value, known: readonly string[] = []): ReadonlyMap<string, Value> {
  if (value === undefined || value === null) return new Map();
  if (!is(value, 'object') || value.isOpen) throw new NotImported(`the value of the options ${onlyWhenRun}`);
  const fields = [...value.fields].filter(
    ([name, given]) => given !== undefined && (known.includes(name) || !withoutInfluence.test(name)),
  );
  const other = fields.find(([name]) => !known.includes(name));
  if (other !== undefined) throw new NotImported(`the option ${other[0]} has no equivalent`);
  return new Map(fields);
}

/** @throws NotImported if the locator has no equivalent. */
export function selectorsOf(value: Value): ExchangeSelector[] {
  if (!is(value, 'elements')) throw new NotImported(`the element ${onlyWhenRun}`);
  if (value.line === 'page') return [];
  try {
    return parseLocator(value.line);
  } catch (error) {
    if (!(error instanceof LocatorLineError)) throw error;
    throw new NotImported(error.message.replace(/^character \d+: /, ''));
  }
}

/** A value as the code of a locator line: texts are those of the exchange form. */
export function codeOf(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(textOf(value));
  if (is(value, 'pattern')) return `new RegExp(${JSON.stringify(exchangePattern(value).slice(9, -9))})`;
  if (is(value, 'object') && !value.isOpen) {
    const fields = [...value.fields].filter(([, each]) => each !== undefined);
    return `{ ${fields.map(([name, each]) => `${JSON.stringify(name)}: ${codeOf(each)}`).join(', ')} }`;
  }
  if (Array.isArray(value) || isTagged(value)) throw new NotImported(`a value of the locator ${onlyWhenRun}`);
  return Object.is(value, -0) ? '-0' : String(value);
}
