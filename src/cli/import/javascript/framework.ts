import type * as js from 'acorn';
import type { AppAddress } from '../app-address.ts';
import type { Step } from '../imported-file.ts';
import type { CaseWriter } from '../steps/case-writer.ts';
import { readingCode, requestCode } from '../steps/code-in-page.ts';
import { presenceOf } from '../steps/locators.ts';
import { selectorsOf } from './convert-value.ts';
import type { StatementLog } from './statement-log.ts';
import { textOf, variable } from './texts.ts';
import type { TrackedValues } from './tracked-values.ts';
import {
  is,
  NotImported,
  noEquivalent,
  type Of,
  onlyWhenRun,
  type Scope,
  type TaggedValue,
  type Value,
} from './value.ts';

/** What expressions, classes and frameworks need of the `Interpreter` of a spec. */
export interface Interpretation {
  readonly framework: Framework;
  readonly expressions: {
    evaluate(node: js.Expression | js.ClassDeclaration, scope: Scope): Value;
    member(of: Value, name: string): Value;
    key(node: js.Expression | js.PrivateIdentifier, isComputed: boolean, scope: Scope): string;
    getter(node: js.Expression, scope: Scope): Value;
  };
  readonly log: StatementLog;
  readonly tracked: TrackedValues;
  readonly testCase: CaseWriter | undefined;
  readonly writer: CaseWriter;
  subject(node: js.Expression, scope: Scope): Value;
  declare(path: string, args: () => Value[]): Value | 'not declared';
  record(node: js.Node, scope: Scope, work: () => void): string | undefined;
  failPart(error: NotImported): Value;
  promiseAll(nodes: readonly (js.Expression | js.SpreadElement | null)[], scope: Scope): Value;
  run(body: Value, args: Value[], self?: Value): Value;
  call(of: Of<'function'>, args: readonly Value[], self?: Value): Value;
  awaited(value: Value): Value;
  stepsMayFail(last: Step | undefined): void;
}

/** What the names of a framework mean. */
export abstract class Framework {
  readonly interpreter: Interpretation;
  readonly address: AppAddress;
  readonly #variables = new WeakMap<Of<'reading'>, { readonly step: Step; readonly text: string }>();
  /** The variables with what the test has read, unless it is exported code, which reads as EXTRACT does. */
  readonly #readTexts = new Set<string>();
  readonly #scripts = new WeakMap<TaggedValue, Of<'script'>>();
  /** What `this` is in a test. */
  readonly context?: Of<'object'>;
  /** Whether a function that follows a command is read even if the command is left out. */
  readonly readsFunctionsAlone: boolean = false;

  constructor(interpreter: Interpretation, address: AppAddress) {
    this.interpreter = interpreter;
    this.address = address;
  }

  /** @throws NotImported outside of tests. */
  get writer(): CaseWriter {
    return this.interpreter.writer;
  }

  /** @returns undefined if the value has no such member. */
  abstract member(of: TaggedValue, name: string): Value;
  /** A call of a method of a value, or of a global itself, whose `name` is empty. */
  abstract call(of: Value, name: string, args: () => Value[]): Value;
  /** A statement ends with a value that nothing uses. */
  abstract onUnusedValue(value: Value): void;
  /** A value with variables for what was read of the page. */
  filled(value: Value): Value {
    if (is(value, 'reading')) return this.toVariable(value);
    if (!is(value, 'object') || value.class !== undefined) return value;
    return { ...value, fields: new Map([...value.fields].map(([name, each]) => [name, this.filled(each)])) };
  }

  /**
   * The text or attribute that was read is stored in a variable where it was read.
   * @param options `replaces`: the variable of this name may have another value before.
   */
  toVariable(value: Of<'reading'>, { replaces = false } = {}): Value {
    const { of, method, name = 'value', after, args } = value;
    const known = this.#variables.get(value);
    // The step is not there any more if its statement has been left out.
    if (known !== undefined && this.writer.steps.includes(known.step)) return known.text;
    if (!/^(?:textContent|innerText|inputValue|getAttribute)$/.test(method)) return value;
    const plainName = name.replace(/\W/g, '_').replace(/^(?=\d)/, '_');
    const variableName = replaces ? plainName : this.#unusedName(plainName);
    const calledWith =
      method === 'getAttribute'
        ? { variableName, type: 'ATTRIBUTE' as const, attributeName: textOf(args[0]) }
        : { variableName, type: 'TEXT' as const };
    const element = { selectors: selectorsOf(of), interaction: { action: 'EXTRACT' as const, calledWith } };
    const text = variable(`$${variableName}`);
    this.#variables.set(value, { text, step: this.writer.insertAfter(after, element) });
    if (value.isExtracted !== true) this.#readTexts.add(text);
    return text;
  }

  /** Whether a part of a text was read before by the test. */
  hasReading(text: string): boolean {
    return [...this.#readTexts].some((each) => text.includes(each));
  }

  /** The name, with a number if a step stores another value by it. */
  #unusedName(name: string): string {
    const used = this.writer.steps.flatMap(({ element: { interaction } }) =>
      interaction?.action === 'EXTRACT' ? interaction.calledWith.variableName : [],
    );
    let unused = name;
    for (let count = 2; used.includes(unused); count += 1) unused = `${name}_${count}`;
    return unused;
  }

  /** What was read, by code that reads it in the same place: more code may compute with it. */
  scriptOf(value: Of<'reading'>): Of<'script'> {
    const { of, method, after, args } = value;
    const known = this.#scriptFor(value);
    if (known !== undefined) return known;
    if (!is(of, 'elements') || of.line === 'page') throw noEquivalent(`code for ${method}`);
    const code = `${readingCode(selectorsOf(of), method, args)};`;
    const isOfOne = !/^(?:all|count)/.test(method);
    const before = isOfOne ? this.writer.insertAfter(after, presenceOf(of)) : after;
    const interaction = { action: 'JAVASCRIPT' as const, calledWith: { execType: 'browser' as const, code } };
    const script = {
      kind: 'script' as const,
      step: this.writer.insertAfter(before, { selectors: [], interaction }),
    };
    this.#scripts.set(value, script);
    return script;
  }

  /** What a response has in it: the page sends its request once more. @throws NotImported if it is for another server. */
  contentsOf(response: Of<'response'>): Of<'script'> {
    const { address, after, isAnonymous = false } = response;
    const known = this.#scriptFor(response);
    if (known !== undefined) return known;
    if (this.writer.hasActedSince(after)) throw new NotImported('the response came before another step');
    const requestOptions = new Map(Object.entries({ failOnStatusCode: false, isAnonymous }));
    const step = this.writer.runInPage(requestCode(this.address.below(address), requestOptions));
    const script = { kind: 'script' as const, step, isResponse: true };
    this.#scripts.set(response, script);
    return script;
  }

  /** The step is not there any more if its statement has been left out. */
  #scriptFor(of: TaggedValue): Of<'script'> | undefined {
    const known = this.#scripts.get(of);
    return known !== undefined && this.writer.steps.includes(known.step) ? known : undefined;
  }

  /** A request of the app that a spec waits for. @param given may have functions, which are not part of the import. */
  watchRequest({ isAwaited }: { readonly isAwaited: boolean }, given: readonly Value[] = []): Value {
    for (const each of given) this.useWithoutSteps(each, 'what the app sends and gets');
    if (isAwaited)
      this.writer.comment(
        'The spec waits for a request here. Steps wait for what they need, and pass without it.',
      );
    return { kind: 'request' };
  }

  /** A function of the spec that is not part of the import. @throws NotImported if it checks something. */
  useWithoutSteps(given: Value, checked: string): undefined {
    if (!is(given, 'function')) return;
    const { log } = this.interpreter;
    if (/\b(?:expect|assert)\b|\bthrow\b/.test(log.codeOf(given.node)))
      throw new NotImported(`${checked} ${onlyWhenRun}`);
    log.use(given.node);
  }

  /** A test or a hook has ended. */
  onTestEnd(): void {}
}
