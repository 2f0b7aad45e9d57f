import { dirname } from 'node:path';
import { patternSource } from '../../contract/exchange/pattern.ts';
import { locatorMethods } from '../../service/locator-line/print-locator.ts';
import { act, elementActions } from './actions.ts';
import type { AppAddress } from './app-address.ts';
import type { CaseWriter, Step } from './case-writer.ts';
import { exportedHelpers } from './exported-code.ts';
import type { Call, Framework } from './framework.ts';
import { NotImported } from './not-imported.ts';
import { elementMethods, globalMethods, pageMethods } from './playwright-methods.ts';
import { expectThat, isExtracted, readings } from './readings.ts';
import type { Scope } from './scope.ts';
import {
  type Args,
  codeOf,
  type Elements,
  entryOf,
  nothing,
  patternOf,
  plainText,
  type Reading,
  selectorsOf,
  textOf,
  textOrPatternOf,
  type Value,
  variable,
} from './value.ts';
import type { Walker } from './walker.ts';

const globals =
  'process console Promise String RegExp Map Date crypto path test expect context randomUUID require'.split(
    ' ',
  );
const locatorNames = new Set([
  ...Object.values(locatorMethods).map(({ name }) => name),
  'contentFrame',
  'and',
  'or',
]);
/** They have no influence on what is tested. */
const withoutEffect =
  /^(?:console\.\w+|test\.(?:setTimeout|slow|info\.annotations\.push|info\.setTimeout|info\.slow)|page\.(?:bringToFront|screenshot|setDefault\w+|waitForNavigation))$/;

/** What the names of Playwright Test mean, in a test or in exported code. */
export class Playwright implements Framework {
  readonly walker: Walker;
  readonly address: AppAddress;
  readonly #folder: string;
  readonly #variables = new WeakMap<Reading, Value>();

  /** @param file path relative to the workspace. */
  constructor(walker: Walker, address: AppAddress, file: string) {
    this.walker = walker;
    this.address = address;
    this.#folder = dirname(file);
  }

  get writer(): CaseWriter {
    return this.walker.writer;
  }

  define(scope: Scope, isExport: boolean): void {
    for (const name of globals) scope.set(name, { kind: 'global', name });
    scope.set('__dirname', plainText(this.#folder));
    if (!isExport) return;
    for (const name of Object.keys(exportedHelpers))
      scope.set(name, { kind: 'global', name: `exported.${name}` });
    scope.set('executionUrl', plainText(''));
  }

  member(of: Value, name: string): Value | undefined {
    if (of.kind === 'expectation' && name === 'not') return { ...of, negated: !of.negated };
    if (of.kind === 'elements' && of.line === 'page') return { kind: 'global', name, page: of.page };
    if (of.kind !== 'global') return undefined;
    if (of.name === 'process.env' || of.name === 'import.meta.env') return variable(name);
    if (of.name === 'import.meta' && name === 'dirname') return plainText(this.#folder);
    return { ...of, name: `${of.name}.${name}` };
  }

  performed(value: Value): void {
    if (value.kind === 'reading') throw new NotImported('nothing uses what it reads');
  }

  /** An event of the page, which steps after this one cause. */
  event(name: string): Value {
    const after = this.writer.last;
    return { kind: 'pending', wait: () => this.#afterEvent(name, after) };
  }

  #afterEvent(name: string, after: Step | undefined): Value {
    if (name === 'popup' || name === 'page') return this.writer.openPage();
    if (name !== 'download') throw new NotImported(`the event ${name} has no equivalent`);
    const step = this.writer.stepsSince(after).find(({ element }) => element.interaction?.action === 'CLICK');
    if (step === undefined) throw new NotImported('only a click can start a download');
    const interaction = {
      action: 'DOWNLOAD' as const,
      calledWith: textOrPatternOf(patternOf('.', undefined, '')),
    };
    step.element = { selectors: step.element.selectors, interaction };
    return { kind: 'download', step };
  }

  /** The text or attribute that was read is stored in a variable where it was read. */
  inText(value: Value): Value {
    if (value.kind === 'object') {
      const fields = new Map([...value.fields].map(([name, each]) => [name, this.inText(each)]));
      return [...fields].some(([name, each]) => each !== value.fields.get(name))
        ? { ...value, fields }
        : value;
    }
    if (value.kind !== 'reading' || !isExtracted(value.method)) return value;
    const { of, method, name = 'value', after, args } = value;
    const known = this.#variables.get(value);
    if (known !== undefined) return known;
    const variableName = name.replace(/\W/g, '_').replace(/^(?=\d)/, '_');
    const calledWith =
      method === 'getAttribute'
        ? { variableName, type: 'ATTRIBUTE' as const, attributeName: textOf(args[0]) }
        : { variableName, type: 'TEXT' as const };
    this.writer.insertAfter(after, {
      selectors: selectorsOf(of),
      interaction: { action: 'EXTRACT', calledWith },
    });
    const extracted = variable(`$${variableName}`);
    this.#variables.set(value, extracted);
    return extracted;
  }

  call(of: Value, name: string, call: Call): Value {
    const args = () => call.args().map((each) => this.inText(each));
    switch (of.kind) {
      case 'global':
        return this.#callGlobal(name === '' ? of.name : `${of.name}.${name}`, of.page ?? 0, call);
      case 'elements':
        if (of.line !== 'page') return this.onElements(of, name, args());
        return withoutEffect.test(`page.${name}`) ? nothing : this.#onPage(of, name, args());
      case 'expectation':
        expectThat(this, of.of, name, of.negated, args());
        return nothing;
      case 'dialog':
        if (name !== 'accept' && name !== 'dismiss') return this.writer.reading(of, name);
        of.answer.accept = name === 'accept';
        for (const text of args()) of.answer.promptText = textOf(text);
        return nothing;
      case 'response':
      case 'download':
        return this.writer.reading(of, name);
    }
    throw new NotImported(`${name} has no equivalent`);
  }

  #callGlobal(path: string, page: number, call: Call): Value {
    if (withoutEffect.test(path)) return nothing;
    const name = path.replace(/^exported\./, '');
    const method = entryOf(name === path ? globalMethods : exportedHelpers, name);
    if (method === undefined) throw new NotImported(`${name} has no equivalent`);
    return method(this, call.args(), page) ?? nothing;
  }

  #onPage(of: Elements, name: string, args: Args): Value {
    if (locatorNames.has(name)) return narrowed(of, name, args);
    if (name === 'waitForEvent') return this.event(textOf(args[0]));
    const method = entryOf(pageMethods, name);
    if (method !== undefined) return this.#whenAwaited(name, of, () => method(this, of, args));
    this.writer.goToPage(of.page);
    // Methods of older code take the selector themselves: `page.click('#pay')`.
    const isOfElements = [elementActions, elementMethods, readings].some((table) =>
      Object.hasOwn(table, name),
    );
    if (!isOfElements) throw new NotImported(`page.${name} has no equivalent`);
    const [selector, ...rest] = args;
    return this.onElements(this.find(of, selector), name, rest);
  }

  /** Calls a method where it is called, or where it is awaited if it waits. */
  #whenAwaited(name: string, { page }: Elements, call: () => Value | undefined): Value {
    const work = () => {
      this.writer.goToPage(page);
      const value = call() ?? nothing;
      return value.kind === 'pending' ? value.wait() : value;
    };
    return name.startsWith('waitFor') ? { kind: 'pending', wait: work } : work();
  }

  find(page: Elements, selector: Value = nothing): Elements {
    return selector.kind === 'elements' ? selector : narrowed(page, 'locator', [selector]);
  }

  onElements(of: Elements, name: string, args: Args): Value {
    if (locatorNames.has(name)) return narrowed(of, name, args);
    if (Object.hasOwn(readings, name)) {
      this.writer.goToPage(of.page);
      return this.writer.reading(of, name, args);
    }
    return this.#whenAwaited(name, of, () => {
      if (act(this.writer, selectorsOf(of), name, args)) return nothing;
      const method = entryOf(elementMethods, name);
      if (method === undefined) throw new NotImported(`${name} has no equivalent`);
      return method(this, of, args);
    });
  }
}

function narrowed(of: Elements, name: string, args: Args): Elements {
  const [first] = args;
  const add = (code: string): Elements => ({ ...of, line: of.line + code });
  const matching = (css: string) => add(`.locator(${JSON.stringify(`:scope${css}`)})`);
  if (name === 'and') return matching(`:is(${cssOf(first)})`);
  if (name === 'or')
    return { ...of, line: `page.locator(${JSON.stringify(`${cssOf(of)}, ${cssOf(first)}`)})` };
  if (name === 'filter' && first?.kind === 'object') {
    const [has, hasNot] = [first.fields.get('has'), first.fields.get('hasNot')];
    const others = new Map([...first.fields].filter(([, each]) => each !== has && each !== hasNot));
    if (has !== undefined)
      return narrowed(matching(`:has(${cssOf(has)})`), name, [{ ...first, fields: others }]);
    if (hasNot !== undefined)
      return narrowed(matching(`:not(:has(${cssOf(hasNot)}))`), name, [{ ...first, fields: others }]);
    if (others.size === 0) return of;
  }
  if (name === 'locator' && first?.kind === 'elements') return add(first.line.slice('page'.length));
  return add(`.${name}(${args.map(codeOf).join(', ')})`);
}

/** A locator as CSS, with the functions of Playwright's CSS. @throws NotImported if it needs more. */
function cssOf(of: Value | undefined): string {
  return selectorsOf(of).reduce((css, { selectorType, selector, options }) => {
    const { hasText, ...others } = { hasText: undefined, ...options };
    const isPlain = patternSource(hasText ?? selector) === undefined && Object.keys(others).length === 0;
    const quoted = JSON.stringify(hasText ?? selector);
    if (selectorType === 'FILTER' && hasText !== undefined && isPlain) return `${css}:has-text(${quoted})`;
    const found = selectorType === 'TEXT' && isPlain ? `:text(${quoted})` : selector;
    const isCss = selectorType === 'CSS' && !/^(?:\w+=|\/|\.\.|\()|>>|,/.test(selector);
    if (!isCss && found === selector)
      throw new NotImported('only a locator of CSS or a text can be combined with another one');
    return css === '' ? found : `${css} ${found}`;
  }, '');
}
