import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Answer, Operation } from './honest-service.ts';

/** Where a value is in an answer. */
export type Path = readonly (string | number)[];

/** One change of one answer, or of one field of it. */
export interface Lie {
  /** How the answer is called: its operation and the number of it, such as `report 1`. */
  readonly operation: Operation;
  readonly nth: number;
  /** Whether all later answers of the operation are changed as well. */
  readonly lasting: boolean;
  readonly path: Path;
  /** The kind of the change, such as `dropped`. */
  readonly kind: string;
  readonly change: (value: unknown, before: unknown) => unknown;
}

/** In place of a value: the field is left out. */
export const dropped = Symbol('dropped');

/** A lie as one line: what a rule of the reviewed list is matched with. */
export function nameOf({ operation, nth, lasting, path, kind }: Lie): string {
  return `${operation} ${nth}${lasting ? '+' : ''} ${formatPath(path)} ${kind}`;
}

/** `testResults.*.id`: the number of an item says nothing. */
export function formatPath(path: Path): string {
  return path.length === 0 ? '(all)' : path.map((key) => (typeof key === 'number' ? '*' : key)).join('.');
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const date = /^\d{4}-\d\d-\d\dT/;
const hour = 3_600_000;
const statuses = ['PASSED', 'FAILED', 'WAITING', 'ERROR', 'SKIPPED', 'DONE', 'IN_PROGRESS', 'passed'];

/** What `mode: publish` reads. */
const published: readonly Operation[] = ['needs', 'event', 'artifacts', 'results'];

type Change = readonly [kind: string, change: Lie['change']];

/** All single changes of an answer; `before` is the answer of the same operation before it. */
export function liesAbout(answer: Answer, nth: number): Lie[] {
  const found: Lie[] = [];
  const add = (path: Path, changes: readonly Change[]) => {
    for (const [kind, change] of changes) {
      for (const lasting of [false, true]) {
        found.push({ operation: answer.operation, nth, lasting, path, kind, change });
      }
    }
  };
  if (!published.includes(answer.operation)) {
    add(['date'], dateHeaderChanges);
    add(['status'], statusCodeChanges);
  }
  add(['body'], [...changesOf(answer.body), ['repeated from before', (value, before) => before ?? value]]);
  const items = published.includes(answer.operation) ? firstMiddleAndLast : firstItem;
  if (!published.includes(answer.operation)) add(['body'], namedErrors);
  for (const [path, value] of fieldsOf(answer.body, items)) {
    if (!published.includes(answer.operation) && fieldOf(value, 'status') !== undefined)
      add(['body', ...path], namedErrors);
    add(['body', ...path], [['dropped', () => dropped], ...changesOf(value, String(path.at(-1)))]);
  }
  return found;
}

const dateHeaderChanges: readonly Change[] = [
  ['dropped', () => dropped],
  ['a year behind', (value) => new Date(timeOf(value) - 365 * 24 * hour)],
  ['an hour behind', (value) => new Date(timeOf(value) - hour)],
  ['an hour ahead', (value) => new Date(timeOf(value) + hour)],
  ['a year ahead', (value) => new Date(timeOf(value) + 365 * 24 * hour)],
];

const statusCodeChanges: readonly Change[] = [200, 204, 206, 302, 400, 404, 409, 500, 503].map((status) => [
  `answered ${status}`,
  () => status,
]);

/** Fields that services add to an answer of success. */
const namedErrors: readonly Change[] = Object.entries({
  errors: ['It broke.'],
  error: { message: 'It broke.' },
  failures: ['It broke.'],
  errorCount: 1,
  success: false,
}).map(([name, field]) => [`with ${name}`, (object) => withFields(object, { [name]: field })]);

function timeOf(value: unknown): number {
  return value instanceof Date ? value.getTime() : Date.now();
}

/** Every field of a value, at any depth, and of each list these items. */
function* fieldsOf(value: unknown, items: Items, path: Path = []): Generator<[Path, unknown]> {
  if (typeof value !== 'object' || value === null) return;
  const entries = Array.isArray(value)
    ? items(value.length).map((index) => [index, value[index]] as const)
    : Object.entries(value);
  for (const [key, item] of entries) {
    yield [[...path, key], item];
    yield* fieldsOf(item, items, [...path, key]);
  }
}

/** The items of a list that lies are about. */
type Items = (length: number) => readonly number[];
const firstItem: Items = (length) => (length === 0 ? [] : [0]);
const firstMiddleAndLast: Items = (length) =>
  length === 0 ? [] : [...new Set([0, length >> 1, length - 1])];

function changesOf(value: unknown, name = ''): Change[] {
  const common: Change[] = [
    ['null', () => null],
    ['a number', () => 7],
    ['an object', () => ({ odd: true })],
  ];
  if (Array.isArray(value)) return [...common, ...listChanges];
  if (typeof value === 'object' && value !== null) return [...common, ...objectChanges(value)];
  if (typeof value === 'boolean') return [...common, ['flipped', () => !value]];
  if (name === 'status') return [...common, ...statuses.map((status): Change => [status, () => status])];
  if (typeof value === 'string') return [...common, ...textChanges(value)];
  return [...common, ['true', () => true]];
}

function textChanges(value: string): Change[] {
  const blank: Change = ['blank', () => ''];
  if (uuid.test(value)) {
    return [
      blank,
      ['foreign', () => randomUUID()],
      ['of another', (id) => `${String(id).slice(0, -1)}${(Number(String(id).at(-1)) + 1) % 3}`],
      ['in capitals', (id) => String(id).toUpperCase()],
    ];
  }
  if (date.test(value)) {
    const moved = (ms: number) => (at: unknown) => new Date(Date.parse(String(at)) + ms).toISOString();
    return [
      blank,
      ['a year older', moved(-365 * 24 * hour)],
      ['an hour older', moved(-hour)],
      ['an hour newer', moved(hour)],
      ['of 2099', () => '2099-01-01T00:00:00.000Z'],
    ];
  }
  const others = ['FIREFOX', 'MOBILE', 'http://other.test', 'Search', 'refs/heads/main', 'b'.repeat(40)];
  return [blank, ...others.filter((each) => each !== value).map((each): Change => [each, () => each])];
}

const listChanges: readonly Change[] = [
  ['emptied', () => []],
  ['without the first', (list) => asList(list).slice(1)],
  ['without the last', (list) => asList(list).slice(0, -1)],
  ['each twice', (list) => asList(list).flatMap((each) => [each, each])],
  ['reordered', (list) => asList(list).toReversed()],
  ['the first in place of all', (list) => asList(list).map((_, __, [first]) => first)],
  ['the first again, with an error', againWith({ errorMessage: 'It broke.' })],
  [
    'the first again, with a failed step',
    againWith({ failedStep: { testCaseId: randomUUID(), elementIndex: 0 } }),
  ],
  ['one more', (list) => [...asList(list), withNewIds(asList(list)[0])]],
  ['only new ones', (list) => asList(list).map(withNewIds)],
  [
    'only new ones without names',
    (list) => asList(list).map((each) => withFields(withNewIds(each), { name: null })),
  ],
];

/** Fields that services add, which say something else than the rest. */
function objectChanges(value: object): Change[] {
  if (!('status' in value)) return [];
  const extra: Readonly<Record<string, unknown>> = {
    failedStep: { testCaseId: randomUUID(), elementIndex: 0 },
    errorMessage: 'It broke.',
    failedPage: { title: 'Error 500' },
    steps: [{ elementIndex: 0, status: 'FAILED', durationMs: 1 }],
    earlierAttempts: [{ status: 'FAILED', errorMessage: 'late' }],
    flaky: true,
    testCaseVersionId: randomUUID(),
    environmentName: 'staging',
    environmentId: randomUUID(),
    testReportId: randomUUID(),
    browser: 'SAFARI',
    breakpoint: 'TABLET',
    executionUrl: 'http://other.test',
    viewport: { width: 320, height: 640 },
    context: { sha: 'b'.repeat(40) },
    skipped: true,
    isSkipped: true,
    executed: false,
    failed: 1,
    outcome: 'unexpected',
    muted: true,
    exitCode: 1,
    failedCount: 2,
    conclusion: { status: 'failed' },
  };
  return Object.entries(extra).map(([name, field]) => [
    `with ${name}`,
    (object) => withFields(object, { [name]: field }),
  ]);
}

/** Repeats the first result of a list, which then says something else as well. */
function againWith(fields: object): Lie['change'] {
  return (list) => {
    const first = asList(list)[0];
    const isResult = fieldOf(first, 'testCaseId') !== undefined;
    return isResult ? [...asList(list), withFields(first, fields)] : list;
  };
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function withFields(value: unknown, fields: object): unknown {
  return typeof value === 'object' && value !== null ? { ...value, ...fields } : value;
}

function withNewIds(value: unknown): unknown {
  if (typeof value === 'string') return uuid.test(value) ? randomUUID() : value;
  return withFields(value, { id: randomUUID(), testCaseId: randomUUID(), testCaseVersionId: null });
}

/** The answer with the change. @returns undefined if it has no such field, or that says the same already. */
export function lieIn(answer: Answer, before: Answer | undefined, { path, change }: Lie): Answer | undefined {
  const copy = structuredClone(answer);
  let parent: unknown = copy;
  let earlier: unknown = before;
  for (const key of path.slice(0, -1)) {
    parent = fieldOf(parent, key);
    earlier = fieldOf(earlier, key);
  }
  const key = path.at(-1) ?? '';
  if (typeof parent !== 'object' || parent === null || !(key in parent)) return undefined;
  const value = change(fieldOf(parent, key), fieldOf(earlier, key));
  if (value !== dropped) Object.assign(parent, { [key]: value });
  else if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else Reflect.deleteProperty(parent, key);
  return isDeepStrictEqual(copy, answer) ? undefined : copy;
}

function fieldOf(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
