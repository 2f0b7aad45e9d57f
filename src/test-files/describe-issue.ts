import type { z } from 'zod';
import { nearMisses } from '../common/near-misses.ts';
import { formatCount } from '../common/text.ts';
import { expectations } from '../contract/exchange/assertion.ts';
import { exchangeElement, exchangeTestCase } from '../contract/exchange/exchange-test-case.ts';
import { actions } from '../contract/exchange/interaction.ts';
import { exchangeSelector, selectorOptions, selectorTypes } from '../contract/exchange/selector.ts';
import { testFileSchema } from '../contract/file-schema.ts';
import { type Finding, isRecord, type Path, valueAt } from './problem.ts';

/** Names that other tools use, by ours. */
const namesInOtherTools: Readonly<Record<string, readonly string[]>> = {
  ENTER_TEXT: ['FILL', 'INPUT'],
  TYPE_TEXT: ['TYPE'],
  KEY_PRESS: ['PRESS', 'PRESS_KEY'],
  GO_TO: ['NAVIGATE', 'VISIT', 'OPEN'],
  CLICK: ['CHECK', 'TAP', 'DOUBLE_CLICK'],
  SELECT_OPTION: ['SELECT'],
  DRAG_AND_DROP: ['DRAG'],
  JAVASCRIPT: ['EVALUATE'],
  WAIT_FOR: ['WAIT', 'SLEEP', 'PAUSE'],
  ACCEPT_DIALOG: ['HANDLE_DIALOG', 'ACCEPT_ALERT', 'CONFIRM'],
  DISMISS_DIALOG: ['DISMISS_ALERT'],
  SWITCH_PAGE: ['SWITCH_TAB', 'SWITCH_WINDOW', 'GO_TO_PAGE'],
  CLOSE_PAGE: ['CLOSE_TAB', 'CLOSE_WINDOW'],
  UPLOAD: ['UPLOAD_FILE'],
  NOT_VISIBLE: ['HIDDEN', 'TO_BE_HIDDEN'],
  VISIBLE: ['TO_BE_VISIBLE'],
  DISABLED: ['TO_BE_DISABLED'],
  TO_HAVE_STYLE: ['TO_HAVE_CSS'],
  TO_BE_CHECKED: ['CHECKED'],
  ENABLED: ['TO_BE_ENABLED', 'NOT_DISABLED'],
  FOCUSED: ['TO_BE_FOCUSED'],
  NOT_TO_CONTAIN_TEXT: ['NOT_TO_HAVE_TEXT'],
  TO_HAVE_COUNT: ['COUNT'],
  TO_HAVE_URL: ['URL'],
  TO_HAVE_TITLE: ['TITLE'],
  TO_HAVE_ATTRIBUTE: ['ATTRIBUTE'],
};

/**
 * Describes an issue of the schema for people who write YAML.
 * @param input what the schema has read.
 * @param written the test case as it was written, with null where a value is empty.
 */
export function describeIssue(issue: z.core.$ZodIssue, input: unknown, written: unknown): Finding {
  const { path } = issue;
  const name = path.filter((part) => typeof part === 'string').at(-1);
  const given = valueAt(input, path);
  const { hint, key, meant, named } = hintOnKeys(issue, input);
  const message = messageFor(issue, given) + hint + hintOnQuotes(issue, given, valueAt(written, path));
  const last = path.at(-1);
  const item = typeof last === 'number' && issue.code !== 'custom' ? `item ${last + 1} ` : '';
  const text = name === undefined ? message : `${name}: ${item}${message}`;
  const keys = { ...(meant === undefined ? {} : { meant }), ...(named === undefined ? {} : { named }) };
  return key === undefined
    ? { path, message: text, ...keys }
    : { path: key, message: text, part: 'key', ...keys };
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
  if (issue.code === 'invalid_format' && issue.format === 'uuid') {
    const advice = issue.path.at(-1) === 'id' ? 'Leave it out, or write a UUID' : idAdvice;
    return `${JSON.stringify(given)} is not an id. ${advice}`;
  }
  if (issue.code === 'too_small') return describeLimit(issue.origin, 'at least', Number(issue.minimum));
  if (issue.code === 'too_big') return describeLimit(issue.origin, 'at most', Number(issue.maximum));
  if (issue.code !== 'invalid_type') return issue.message;
  const expected = typeNames[issue.expected] ?? issue.expected;
  return given === undefined ? `is missing (${expected})` : `must be ${expected}`;
}

/** @param origin the type of the value, as zod names it. */
function describeLimit(origin: string, comparison: 'at least' | 'at most', limit: number): string {
  const unit = origin === 'array' ? 'item' : origin === 'string' ? 'character' : undefined;
  return unit === undefined
    ? `must be ${comparison} ${limit}`
    : `must have ${comparison} ${formatCount(limit, unit)}`;
}

/** What an unknown value may stand for. */
function similarValues(issue: z.core.$ZodIssue, given: unknown): readonly string[] {
  return typeof given === 'string' ? similarNames(given, knownValues(issue)) : [];
}

function similarNames(given: string, known: readonly string[]): readonly string[] {
  const other = known.find((name) => namesInOtherTools[name]?.includes(constantCase(given)));
  return other === undefined ? nearMisses(given, known) : [other];
}

/** `TEST_ID` for `testId`. */
function constantCase(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toUpperCase();
}

const idAdvice = 'Give the other test case an id (a UUID), and write that id here';

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

/** A sentence to append to a problem. `key` is the path of the misspelt key that the problem is about. */
interface KeyHint extends Pick<Finding, 'meant' | 'named'> {
  readonly hint: string;
  readonly key?: Path;
}

function hintOnKeys({ code, path }: z.core.$ZodIssue, input: unknown): KeyHint {
  const given = valueAt(input, path);
  const name = path.at(-1);
  const around = valueAt(input, path.slice(0, -1));
  if (name === 'calledWith' && /^(?:invalid_type|too_small|too_big)$/.test(code) && isRecord(around))
    return { hint: hintOnArgument(around.action ?? around.expectation) };
  if (name === 'selectors' && code === 'invalid_type')
    return { hint: '. Write it like [{selectorType: TEXT, selector: Save}]' };
  if (typeof given === 'string' && code === 'invalid_type') return { hint: hintOnName(name, given) };
  if (given === undefined && typeof name === 'string' && isRecord(around)) {
    const found = hintForMissing([name], around, path.slice(0, -1));
    return name === 'selectorType' && found.hint === '' ? hintOnSelector(around, path.slice(0, -1)) : found;
  }
  // The only rule on a mapping: a step has an interaction or an assertion.
  if (code !== 'custom' || !isRecord(given)) return { hint: '' };
  const found = hintForMissing(['interaction', 'assertion'], given, path);
  return found.key === undefined ? hintOnShorthand(given, path) : found;
}

/** What steps are called with whose argument is not obvious. */
const argumentExamples: Readonly<Record<string, string>> = {
  TYPE_TEXT: '{text: Tea}',
  JAVASCRIPT: '{code: "return 1"}',
  WAIT_FOR: '{type: fixedTime, timeMilliseconds: 500}',
  SCROLL: '{y: 500}',
  EXTRACT: '{type: TEXT, variableName: total}',
  DRAG_AND_DROP: '{selectors: [{selectorType: TEXT, selector: Done}]}',
  OPEN_EMAIL: '{subjectContaining: Welcome}',
  ACCEPT_DIALOG: '{messageContaining: Delete}',
  DISMISS_DIALOG: '{messageContaining: Delete}',
  TO_HAVE_STYLE: '[display, flex]',
  TO_HAVE_ATTRIBUTE: '[href, /cart]',
};

function hintOnArgument(step: unknown): string {
  const example = typeof step === 'string' ? argumentExamples[step] : undefined;
  return example === undefined ? '' : `. Write it like ${example}`;
}

/** The parts of a step, the key of each, and its names. */
const stepParts = [
  ['interaction', 'action', actions],
  ['assertion', 'expectation', expectations],
] as const;

/** For `interaction: CLICK`. */
function hintOnName(part: PropertyKey | undefined, given: string): string {
  for (const [each, key, names] of stepParts) {
    const [name] = each === part ? similarNames(given, names) : [];
    if (name !== undefined) return `. Write {${key}: ${name}}`;
  }
  return '';
}

/** For a selector such as `{role: button}`. */
function hintOnSelector(selector: object, path: Path): KeyHint {
  for (const [key, value] of Object.entries(selector).slice(0, maxKeys)) {
    const type = selectorTypes.find((each) => each === constantCase(key));
    if (type === undefined) continue;
    const hint = `. Write selectorType: ${type}, selector: ${JSON.stringify(value)}`;
    return { hint, named: [...path, key] };
  }
  return { hint: '' };
}

/** For a step such as `click: …`. */
function hintOnShorthand(step: object, path: Path): KeyHint {
  const keys = Object.keys(step).slice(0, maxKeys);
  for (const [part, key, names] of stepParts) {
    for (const each of keys) {
      const [name] = similarNames(each, names);
      if (name === undefined) continue;
      return { hint: `. Write ${part}: {${key}: ${name}}`, named: [...path, each] };
    }
  }
  return { hint: '' };
}

function knownValues(issue: z.core.$ZodIssue): readonly string[] {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  return issue.code === 'invalid_union' && 'options' in issue ? (issue.options ?? []).map(String) : [];
}

/** YAML reads some texts as something else. @param written null if the value is empty. */
function hintOnQuotes(issue: z.core.$ZodIssue, given: unknown, written: unknown): string {
  const isText = issue.code === 'invalid_type' && issue.expected === 'string';
  if (written === null && (isText || issue.path.at(-1) === 'selector')) {
    return '. If it is null or starts with #, put it in quotes';
  }
  if (!isText) return '';
  if (Array.isArray(given)) return '. Put a text that starts with [ in quotes';
  return isRecord(given) ? '. Put a text that starts with { or contains ": " in quotes' : '';
}

/** Names of keys in other forms of a test case and in other tools. */
const otherNames = new Map([
  ['tags', 'tagNames'],
  ['prerequisiteId', 'dependencyId'],
  ['teardownTestCaseId', 'teardownId'],
  ['title', 'description'],
  ['case', 'description'],
  ['test', 'description'],
  ['testCase', 'description'],
  ['scenario', 'description'],
  ['steps', 'elements'],
  ['action', 'interaction'],
  ['expectation', 'assertion'],
  ['expect', 'assertion'],
  ['assert', 'assertion'],
  ['text', 'calledWith'],
  ['value', 'calledWith'],
  ['type', 'selectorType'],
  ['doubleClick', 'double'],
]);

/** With a key of another level, which stands for one that is missing. */
const namesOfMissing = new Map([...otherNames, ['name', 'description']]);

let allKeys: readonly string[] | undefined;

/** Every key of a test-case file, at any level. */
function fileKeys(): readonly string[] {
  allKeys ??= [...new Set(keysIn(testFileSchema()))];
  return allKeys;
}

function keysIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]) =>
    keyword === 'properties'
      ? [...Object.keys(value), ...Object.values(value).flatMap(keysIn)]
      : keysIn(value),
  );
}

/** The keys that a mapping may have; all keys for the argument of a step, which differs by action. */
function keysAt(mapping: Path): readonly string[] {
  const [parent, name] = mapping.slice(-2);
  if (mapping.length === 0) return Object.keys(exchangeTestCase.shape);
  if (name === 'interaction') return ['action', 'calledWith'];
  if (name === 'assertion') return ['expectation', 'calledWith'];
  if (name === 'options' && typeof parent === 'number') return Object.keys(selectorOptions.shape);
  if (parent === 'elements') return Object.keys(exchangeElement.shape);
  return parent === 'selectors' ? Object.keys(exchangeSelector.shape) : fileKeys();
}

/** A shorter key is similar to every other one. */
const minKeyLength = 3;

/** The keys of a mapping that an unknown key may stand for. */
function keysLike(key: string, mapping: Path, names = otherNames): string[] {
  const known = keysAt(mapping);
  const other = names.get(key);
  if (other !== undefined && known.includes(other)) return [other];
  return key.length < minKeyLength ? [] : nearMisses(key, known);
}

/** Whether a mapping that lacks a key of a test case has another one that may stand for it. */
export function hasKeyLike(name: string, mapping: object): boolean {
  return hintForMissing([name], mapping, []).key !== undefined;
}

/** A sentence about an unknown key: what it may stand for. */
export function hintFor(path: Path): string {
  const key = String(path.at(-1));
  const like = keysLike(key, path.slice(0, -1));
  if (like.includes(key)) return 'This step does not use it. Remove it.';
  if (like.length > 0) return `Did you mean ${like.join(' or ')}?`;
  if (path.at(-3) === 'selectors' && Object.hasOwn(selectorOptions.shape, key)) return 'Write it in options.';
  return fileKeys().includes(key) ? 'It belongs to another level.' : 'Is it misspelt?';
}

/**
 * Finds the misspelt key of a mapping that lacks a required key.
 * @param missing the missing keys: one of them is required.
 * @returns an empty hint if no key is similar.
 */
function hintForMissing(missing: readonly string[], mapping: object, path: Path): KeyHint {
  const known = keysAt(path);
  const unknown = Object.keys(mapping)
    .slice(0, maxKeys)
    .filter((each) => !known.includes(each));
  for (const name of unknown) {
    const like = keysLike(name, path, namesOfMissing).find((each) => missing.includes(each));
    if (like === undefined) continue;
    const quoted = JSON.stringify(name);
    const hint = namesOfMissing.has(name)
      ? `. Use ${like} instead of ${quoted}`
      : `. Is ${quoted} a misspelling of it?`;
    return { hint, key: [...path, name], named: [...path, name], meant: like };
  }
  return { hint: '' };
}
