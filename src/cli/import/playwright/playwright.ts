import { joinFilled } from '../../../common/text.ts';
import { selectorsOf } from '../javascript/convert-value.ts';
import { Framework } from '../javascript/framework.ts';
import { patternOf, rawText, textOf, textOrPatternOf, variable } from '../javascript/texts.ts';
import {
  type Args,
  type Elements,
  entryOf,
  firstPage,
  global,
  is,
  isTagged,
  NotImported,
  noEquivalent,
  type TaggedValue,
  type Value,
} from '../javascript/value.ts';
import { act, chooseFiles, isAction } from '../steps/actions.ts';
import { codeOfPlain, propertyCode } from '../steps/code-in-page.ts';
import { expectThat, isReading } from '../steps/expectations.ts';
import { eachOf, isLocatorMethod, narrowed } from '../steps/locators.ts';
import { scriptCall, scriptMember } from '../steps/script-values.ts';
import { exportedHelpers } from './exported-code.ts';
import { globalMethods } from './global-methods.ts';
import { elementMethods, elementsOf, pageMethods } from './page-methods.ts';

/** They have no influence on what is tested. */
const withoutEffect =
  /^(?:console\.\w+|test\.(?:setTimeout|slow)|test\.info\.(?:annotations\.push|attach|setTimeout|slow)|page\.(?:bringToFront|pause|setDefault\w+)|(?:browser|context)\.close|context\.setDefault\w+)$/;

/** Methods of an address and of its parts that change nothing. */
const ofAddress = /^(?:get|getAll|has|toString|includes|startsWith|endsWith|split|slice|replace)$/;

/** What methods of a response give of the value of `requestCode`. */
const partsOfResponse: Readonly<Record<string, string>> = {
  ok: 'ok',
  status: 'status',
  headers: 'headers',
  json: 'body',
  text: 'text',
};

/** They read what there is, and never fail. */
const doesNotWait = /^(?:isVisible|isHidden|count|all|allTextContents|allInnerTexts|url|title)$/;

/** What the names of Playwright Test mean, in a test or in exported code. */
export class Playwright extends Framework {
  /** The attribute that the configuration names for test IDs. */
  testIdAttribute = 'data-testid';

  member(of: TaggedValue, name: string): Value {
    if (of.kind === 'expectation' && name === 'not') return { ...of, isNegated: !of.isNegated };
    if (of.kind === 'elements' && of.line === 'page')
      return { kind: 'global', name: name === 'request' ? 'page.request' : name, page: of.page };
    if (of.kind === 'reading' && of.method === 'all' && is(of.of, 'elements') && /^\d+$/.test(name))
      return narrowed(of.of, 'nth', [Number(name)]);
    if (of.kind === 'script') return scriptMember(of, name);
    if (of.kind === 'code') return { ...of, code: of.code + propertyCode(name) };
    if (of.kind !== 'global') return undefined;
    if (of.name === 'process.env') return variable(name);
    if (of.name === 'test' && name === 'expect') return global('expect');
    // Of a test that has passed so far: what happens after a failure is not a test.
    if (of.name === 'test.info' && /^(?:status|expectedStatus)$/.test(name)) return 'passed';
    return { ...of, name: `${of.name}.${name}` };
  }

  onUnusedValue(value: Value): void {
    if (is(value, 'reading') && doesNotWait.test(value.method))
      this.writer.comment(`The spec calls ${value.method}() here and does not use what it gives.`);
    else if (is(value, 'reading')) throw new NotImported('nothing uses what it reads');
  }

  call(of: Value, name: string, args: () => Value[]): Value {
    if (!isTagged(of)) throw new NotImported(`${name} of this value has no equivalent`);
    const given = () => args().map((each) => this.filled(each));
    switch (of.kind) {
      case 'global': {
        const path = joinFilled([of.name, name], '.');
        if (withoutEffect.test(path)) return undefined;
        const helperName = path.replace(/^exported\./, '');
        const method = entryOf(helperName === path ? globalMethods : exportedHelpers, helperName);
        if (method === undefined) throw noEquivalent(helperName);
        return method(this, args(), of.page ?? 0);
      }
      case 'elements':
        if (of.line !== 'page') return this.onElements(of, name, given());
        if (name === 'screenshot')
          this.writer.comment('The spec takes a screenshot here. A run has its own.');
        return name === 'screenshot' || withoutEffect.test(`page.${name}`)
          ? undefined
          : this.#onPage(of, name, given);
      case 'expectation':
        expectThat(this, of.of, { matcher: name, args: args(), isNegated: of.isNegated });
        return undefined;
      case 'dialog':
        if (name !== 'accept' && name !== 'dismiss') return this.writer.reading(of, name);
        of.answer.accept = name === 'accept';
        for (const text of given()) of.answer.promptText = textOf(text);
        return undefined;
      case 'script': {
        const called = scriptCall(this.interpreter, of, name, given());
        if (called !== undefined) return called;
        const part = entryOf(partsOfResponse, name);
        if (part === undefined) throw noEquivalent(name);
        return scriptMember(of, part);
      }
      case 'code':
        if (!ofAddress.test(name)) throw noEquivalent(name);
        return { ...of, code: `${of.code}.${name}(${given().map(codeOfPlain).join(', ')})` };
      case 'response':
        return /^(?:text|json|headers)$/.test(name)
          ? scriptMember(this.contentsOf(of), partsOfResponse[name] ?? '')
          : this.writer.reading(of, name);
      case 'request':
        throw new NotImported('what the app sends and gets is known only when the test runs');
      case 'download':
        // The step waits for the whole file. Where the spec keeps it changes nothing.
        if (name === 'saveAs' || name === 'delete') return undefined;
        return this.writer.reading(of, name);
      case 'chooser':
        if (name !== 'setFiles') throw noEquivalent(name);
        return chooseFiles(this.writer, of.step, given());
    }
    throw noEquivalent(name);
  }

  #onPage(of: Elements, name: string, args: () => Args): Value {
    if (isLocatorMethod(name)) return this.#located(of, name, args());
    if (name === 'waitForEvent') return this.event(textOf(args()[0]));
    if (name === 'context') return global('context');
    const method = entryOf(pageMethods, name);
    if (method !== undefined) return this.#whenAwaited(name, of, () => method(this, of, args()));
    // Methods of older code take the selector themselves: `page.click('#pay')`.
    if (!isAction(name) && !isReading(name) && !Object.hasOwn(elementMethods, name))
      throw noEquivalent(`page.${name}`);
    this.writer.goToPage(of.page);
    const [selector, ...rest] = args();
    return this.onElements(elementsOf(of, selector), name, rest);
  }

  /** What a method finds. `TEST_ID` stands for `data-testid` only. */
  #located(of: Elements, name: string, args: Args): Elements {
    const [id] = args;
    if (name !== 'getByTestId' || this.testIdAttribute === 'data-testid') return narrowed(of, name, args);
    if (is(id, 'pattern')) throw new NotImported(`a pattern for ${this.testIdAttribute} has no equivalent`);
    return narrowed(of, 'locator', [`[${this.testIdAttribute}=${JSON.stringify(rawText(id))}]`]);
  }

  onElements(of: Elements, name: string, args: Args): Value {
    if (isLocatorMethod(name)) return this.#located(of, name, args);
    if (name === 'page') return { ...firstPage, page: of.page };
    if (isReading(name)) {
      this.writer.goToPage(of.page);
      const count = name.startsWith('all') ? this.writer.counted(selectorsOf(of)) : undefined;
      const found = count === undefined ? undefined : eachOf(of, count);
      if (name === 'all' && found !== undefined) return found;
      const items = found?.map((each) => this.writer.reading(each, 'textContent'));
      return { ...this.writer.reading(of, name, args), items };
    }
    return this.#whenAwaited(name, of, () => {
      if (act(this.writer, selectorsOf(of), name, args)) return undefined;
      const method = entryOf(elementMethods, name);
      if (method === undefined) throw noEquivalent(name);
      return method(this, of, args);
    });
  }

  /** Calls a method where it is called, or where it is awaited if it waits. */
  #whenAwaited(name: string, { page }: Elements, call: () => Value): Value {
    const wait = (): Value => {
      if (name !== 'close') this.writer.goToPage(page);
      return call();
    };
    return name.startsWith('waitFor') ? { kind: 'pending', wait } : wait();
  }

  /** An event of the page, which steps after this one cause. */
  event(name: string): Value {
    const after = this.writer.last;
    const wait = (): Value => {
      if (name === 'popup' || name === 'page') return this.writer.openPage();
      if (name !== 'download' && name !== 'filechooser')
        throw new NotImported(`the event ${name} has no equivalent`);
      const step = this.writer
        .stepsSince(after)
        .find(({ element }) => element.interaction?.action === 'CLICK');
      if (step === undefined) throw new NotImported(`only a click can cause the event ${name}`);
      if (name === 'filechooser') return { kind: 'chooser', step };
      const calledWith = textOrPatternOf(patternOf('.', '', ''));
      step.element = { selectors: step.element.selectors, interaction: { action: 'DOWNLOAD', calledWith } };
      return { kind: 'download', step };
    };
    return { kind: 'pending', wait };
  }
}
