import type { z } from 'zod';
import { nearMisses } from '../common/near-misses.ts';
import { expectations } from '../contract/exchange/assertion.ts';
import { actions } from '../contract/exchange/interaction.ts';
import { type Finding, isRecord, valueAt } from './finding.ts';
import { hintForMissing } from './key-hints.ts';

/** Names that other tools use. */
const otherNames = new Map<string, string>([
  ['FILL', 'ENTER_TEXT'],
  ['INPUT', 'ENTER_TEXT'],
  ['TYPE', 'TYPE_TEXT'],
  ['PRESS', 'KEY_PRESS'],
  ['NAVIGATE', 'GO_TO'],
  ['VISIT', 'GO_TO'],
  ['OPEN', 'GO_TO'],
  ['CHECK', 'CLICK'],
  ['TAP', 'CLICK'],
  ['DOUBLE_CLICK', 'CLICK'],
  ['SELECT', 'SELECT_OPTION'],
  ['DRAG', 'DRAG_AND_DROP'],
  ['EVALUATE', 'JAVASCRIPT'],
  ['WAIT', 'WAIT_FOR'],
  ['HANDLE_DIALOG', 'ACCEPT_DIALOG'],
  ['ACCEPT_ALERT', 'ACCEPT_DIALOG'],
  ['CONFIRM', 'ACCEPT_DIALOG'],
  ['DISMISS_ALERT', 'DISMISS_DIALOG'],
  ['SWITCH_TAB', 'SWITCH_PAGE'],
  ['SWITCH_WINDOW', 'SWITCH_PAGE'],
  ['GO_TO_PAGE', 'SWITCH_PAGE'],
  ['CLOSE_TAB', 'CLOSE_PAGE'],
  ['CLOSE_WINDOW', 'CLOSE_PAGE'],
  ['UPLOAD_FILE', 'UPLOAD'],
  ['HIDDEN', 'NOT_VISIBLE'],
  ['TO_BE_VISIBLE', 'VISIBLE'],
  ['TO_BE_HIDDEN', 'NOT_VISIBLE'],
  ['TO_BE_DISABLED', 'DISABLED'],
  ['TO_HAVE_CSS', 'TO_HAVE_STYLE'],
  ['CHECKED', 'TO_BE_CHECKED'],
  ['TO_BE_ENABLED', 'ENABLED'],
  ['NOT_DISABLED', 'ENABLED'],
  ['TO_BE_FOCUSED', 'FOCUSED'],
  ['NOT_TO_HAVE_TEXT', 'NOT_TO_CONTAIN_TEXT'],
  ['COUNT', 'TO_HAVE_COUNT'],
  ['URL', 'TO_HAVE_URL'],
  ['TITLE', 'TO_HAVE_TITLE'],
  ['ATTRIBUTE', 'TO_HAVE_ATTRIBUTE'],
]);

/**
 * Describes an issue of the schema for people who write YAML.
 * @param input what the schema has read.
 * @param written the test case as it was written, with null where a value is empty.
 */
export function describeIssue(issue: z.core.$ZodIssue, input: unknown, written: unknown): Finding {
  const { path } = issue;
  const name = path.filter((part) => typeof part === 'string').at(-1);
  const given = valueAt(input, path);
  const message =
    messageFor(issue, given) + hintOnKeys(issue, input) + hintOnQuotes(issue, given, valueAt(written, path));
  const last = path.at(-1);
  const item = typeof last === 'number' && issue.code !== 'custom' ? `item ${last + 1} ` : '';
  return { path, message: name === undefined ? message : `${name}: ${item}${message}` };
}

function messageFor(issue: z.core.$ZodIssue, given: unknown): string {
  const [like, ...more] = similarValues(issue, given);
  if (like !== undefined) {
    return `${JSON.stringify(given)} is unknown. Did you mean ${[like, ...more].join(' or ')}?`;
  }
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String).join(', ');
    return `${given === undefined ? 'is missing' : `${JSON.stringify(given)} is unknown`}: use one of ${values}`;
  }
  if (issue.code !== 'invalid_type') return issue.message;
  const expected = typeNames[issue.expected] ?? issue.expected;
  return given === undefined ? `is missing (${expected})` : `must be ${expected}`;
}

/** What an unknown value may stand for. */
function similarValues(issue: z.core.$ZodIssue, given: unknown): readonly string[] {
  return typeof given === 'string' ? similarNames(given, knownValues(issue)) : [];
}

function similarNames(given: string, known: readonly string[]): readonly string[] {
  const words = given.replace(/([a-z])([A-Z])/g, '$1_$2').replace(/[\s-]+/g, '_');
  const other = otherNames.get(words.toUpperCase());
  return other !== undefined && known.includes(other) ? [other] : nearMisses(given, known);
}

/** More than any valid mapping has. */
const maxKeys = 50;

/** The types that zod expects, for people who write YAML. */
const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'a mapping',
  null: 'left out',
};

function hintOnKeys({ code, path }: z.core.$ZodIssue, input: unknown): string {
  const given = valueAt(input, path);
  const name = path.at(-1);
  const around = valueAt(input, path.slice(0, -1));
  if (given === undefined && typeof name === 'string' && isRecord(around))
    return hintForMissing([name], around, path.slice(0, -1));
  // The only rule on a mapping: a step has an interaction or an assertion.
  if (code !== 'custom' || !isRecord(given)) return '';
  return hintForMissing(['interaction', 'assertion'], given, path) || hintOnShorthand(given);
}

/** For a step such as `click: …`. */
function hintOnShorthand(step: object): string {
  const keys = Object.keys(step).slice(0, maxKeys);
  const action = keys.flatMap((key) => similarNames(key, actions))[0];
  if (action !== undefined) return `. Write interaction: {action: ${action}}`;
  const expectation = keys.flatMap((key) => similarNames(key, expectations))[0];
  return expectation === undefined ? '' : `. Write assertion: {expectation: ${expectation}}`;
}

function knownValues(issue: z.core.$ZodIssue): readonly string[] {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  if (issue.code !== 'invalid_union') return [];
  const name = issue.path.at(-1);
  return name === 'action' ? actions : name === 'expectation' ? expectations : [];
}

/** YAML reads some texts as something else. @param written null if the value is empty. */
function hintOnQuotes(issue: z.core.$ZodIssue, given: unknown, written: unknown): string {
  const isText = issue.code === 'invalid_type' && issue.expected === 'string';
  if (written === null && (isText || issue.path.at(-1) === 'selector')) {
    return '. If it starts with #, put it in quotes';
  }
  if (!isText) return '';
  if (Array.isArray(given)) return '. Put a text that starts with [ in quotes';
  return isRecord(given) ? '. Put a text that starts with { or contains ": " in quotes' : '';
}
