import type { ArrowFunctionExpression, Class, FunctionDeclaration, FunctionExpression } from 'acorn';
import type { AnsweredDialog, Step } from '../imported-file.ts';

/** A part of a file has no equivalent in a test case. The message says what. */
export class NotImported extends Error {}

/** Why methods and commands are not imported, by their names. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/route|^cy\.intercept$/i, 'requests are not mocked: the app itself must answer like this, with test data'],
  [/Snapshot|Screenshot/, 'snapshots are not compared'],
  [
    /^(?:page|context)\.storageState$/,
    'test cases that begin signed in name this one as their dependencyId: give it an id and the type LOGIN',
  ],
  [/cookie|storageState/i, 'steps have no access to cookies: log in by steps, and expect what the app shows'],
  [/InViewport/, 'steps do not know which part of the page is scrolled into view'],
  [/viewport/i, 'the size of the page is that of the breakpoint, which a run sets for all test cases'],
];

/** @param name of a method or a command, such as `page.route` or `cy.intercept`. */
export function noEquivalent(name: string): NotImported {
  const [, reason] = reasons.find(([pattern]) => pattern.test(name)) ?? [];
  return new NotImported(reason ?? `${name} has no equivalent`);
}

type FunctionNode = ArrowFunctionExpression | FunctionDeclaration | FunctionExpression;
type Fields = Map<string, Value>;

/** What is not a constant of JavaScript. */
interface Kinds {
  /** Known only when the test runs: it can be passed on, but not used. */
  unknown: { readonly reason: string };
  /** `isOpen`: fields that it does not have are unknown. */
  object: { readonly fields: Fields; readonly class?: Of<'class'>; isOpen?: boolean };
  /** A map; or a set, whose keys are its values. */
  collection: { readonly entries: Map<Value, Value>; readonly isSet: boolean };
  class: {
    readonly node: Class;
    readonly scope: Scope;
    readonly parent: Of<'class'> | undefined;
    readonly methods: Fields;
    readonly fields: Fields;
  };
  function: { readonly node: FunctionNode; readonly scope: Scope };
  getter: { readonly get: Of<'function'> };
  /** A function that is not in the file, such as `use` of a fixture. */
  native: { readonly call: (args: readonly Value[]) => Value };
  pattern: { readonly source: string; readonly flags: string };
  /** A call that waits, such as `page.waitForURL()`: its steps belong where it is awaited. */
  pending: { readonly wait: () => Value };
  /** A name that a framework defines, such as `test.describe`, `expect`, `cy` or `keyboard`. */
  global: { readonly name: string; readonly page?: number };
  /** Elements of a page, as a locator line of the exchange form. The line of the page itself is `page`. */
  elements: {
    readonly page: number;
    readonly line: string;
    /** Whether a function of Cypress is given them: their methods are jQuery's, and no commands. */
    readonly isGiven?: boolean;
  };
  /** What a statement has read of the page by a method, such as `await locator.textContent()`. */
  reading: {
    readonly method: string;
    /** The name of the constant that holds it. */
    name?: string;
    readonly of: Value;
    readonly args: readonly Value[];
    /** What is read of each element, if it is a list whose length the step before has checked. */
    readonly items?: Value[] | undefined;
    /** The last step before it. */
    readonly after?: Step | undefined;
    /** Set if exported code reads it, which sees what EXTRACT sees. */
    readonly isExtracted?: boolean;
  };
  /** `chainer` is of Cypress: the words after `expect(…)`. */
  expectation: { readonly of: Value; readonly isNegated: boolean; readonly chainer?: string };
  response: {
    readonly address: string;
    readonly after?: Step | undefined;
    readonly isAnonymous?: boolean;
  };
  /** A request of the app, which a spec waits for. */
  request: object;
  /**
   * What code gives that runs in the page, such as `window.localStorage`. `isDirect`: the spec calls its methods itself, not by
   * commands of Cypress. `isCall`: it may change something, so it runs even if nothing uses it.
   */
  code: {
    readonly code: string;
    readonly after?: Step | undefined;
    readonly isDirect?: boolean;
    readonly isCall?: boolean;
  };
  download: { readonly step: Step };
  /** `expect.objectContaining(of)`. */
  partial: { readonly of: Value };
  /** A file chooser that a click has opened, whose step gives the files. */
  chooser: { readonly step: Step };
  dialog: AnsweredDialog;
  /**
   * What code has returned that a step runs in the page: `await page.evaluate(…)`; or what `path` computes of the variable
   * `value`. `isResponse`: the variable has what `requestCode` gives.
   */
  script: { readonly step: Step; readonly path?: string; readonly isResponse?: boolean };
}
export type Of<Kind extends keyof Kinds> = { readonly kind: Kind } & Kinds[Kind];
export type TaggedValue = { [Kind in keyof Kinds]: Of<Kind> }[keyof Kinds];

/**
 * What an expression of a spec stands for. Constants and lists are JavaScript's own; in a text, variables of the run are
 * marked. Nothing of a spec runs.
 */
export type Value = string | number | boolean | null | undefined | Value[] | TaggedValue;

export type Args = readonly Value[];
export type Elements = Of<'elements'>;

/** A matcher of Playwright with its arguments. */
export interface Expected {
  readonly matcher: string;
  readonly args?: Args;
  /** Whether `not` stands before it. */
  readonly isNegated?: boolean;
}

/** What a spec can query about its environment: the gate runs in Chromium on a desktop. */
export const ofDesktop = new Map<string, Value>([
  ['browserName', 'chromium'],
  ['isMobile', false],
  ['hasTouch', false],
]);
export const firstPage: Of<'elements'> = { kind: 'elements', page: 0, line: 'page' };
export const onlyWhenRun = 'is known only when the test runs';
/** Of a list, or of a text. */
export const maxLength = 100_000;
/** The only item of a list, map or set that code has changed which is not imported. */
export const stale = unknown(`the list ${onlyWhenRun}`);

export function unknown(reason: string): Of<'unknown'> {
  return { kind: 'unknown', reason };
}

export function unknownName(name: string): Of<'unknown'> {
  return unknown(`the value of ${name} ${onlyWhenRun}`);
}

/** Whether the items of a list, map or set are not known any more. */
export function isStale(value: Value): boolean {
  return is(value, 'collection') ? value.entries.has(stale) : Array.isArray(value) && value[0] === stale;
}

export function isTagged(value: unknown): value is TaggedValue {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

export function is<Kind extends TaggedValue['kind']>(
  value: Value,
  kind: Kind,
): value is Extract<TaggedValue, { kind: Kind }> {
  return isTagged(value) && value.kind === kind;
}

export function global(name: string): Of<'global'> {
  return { kind: 'global', name };
}

export function objectOf(fields: Iterable<readonly [string, Value]>): Of<'object'> {
  return { kind: 'object', fields: new Map(fields) };
}

/** A method of a class, or of one that it extends. */
export function methodOf(of: Of<'class'> | undefined, name: string): Value {
  return of === undefined ? undefined : (of.methods.get(name) ?? methodOf(of.parent, name));
}

/** The entry of a table, whose keys are names that a spec may have. */
export function entryOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** A name of another file. */
export interface Link {
  readonly scope: Scope;
  readonly name: string;
}

/** The names of a block, and what they stand for. */
export class Scope {
  readonly #names = new Map<string, Value>();
  /** Names that are imported, and what gives their values. */
  readonly #links = new Map<string, () => Link>();
  readonly #outer: Scope | undefined;

  constructor(outer?: Scope) {
    this.#outer = outer;
  }

  get(name: string): Value {
    const holder = this.#holder(name);
    if (holder === undefined) return unknown(`${name} is not defined in this file`);
    const link = holder.#links.get(name)?.();
    return link === undefined ? holder.#names.get(name) : link.scope.get(link.name);
  }

  knows(name: string): boolean {
    return this.#holder(name) !== undefined;
  }

  /** Imports a name; its module is read when the name is used. */
  link(name: string, to: () => Link): void {
    this.set(name, undefined);
    this.#links.set(name, to);
  }

  set(name: string, value: Value): void {
    this.#names.set(name, value);
  }

  /** Gives a name that is declared here or further out another value. */
  assign(name: string, value: Value): undefined {
    (this.#holder(name) ?? this).set(name, value);
  }

  /** What a name stands for is not known any more. Names that the framework defines stay. */
  forget(name: string): void {
    const holder = this.#holder(name);
    if (holder === undefined) return;
    const link = holder.#links.get(name)?.();
    if (link !== undefined) link.scope.forget(link.name);
    else if (!is(holder.get(name), 'global')) holder.set(name, unknownName(name));
  }

  /** The same names for the next round of a loop. */
  copy(): Scope {
    const copied = new Scope(this.#outer);
    for (const [name, value] of this.#names) copied.set(name, value);
    return copied;
  }

  #holder(name: string): Scope | undefined {
    if (this.#names.has(name)) return this;
    return this.#outer === undefined ? undefined : this.#outer.#holder(name);
  }
}
