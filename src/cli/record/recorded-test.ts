import { messageOf } from '../../common/errors.ts';
import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';
import type { RecordedEvent } from '../../runner/recording/recording.ts';
import type { StructuredLocator } from '../../runner/recording/structured-locator.ts';
import { redactTexts as mapTexts } from '../../runner/runner.ts';
import { literalText } from '../../runner/variables/variable-text.ts';
import { PageOrder } from './page-order.ts';
import { elementsOf, type RecordedAction, recordedAction } from './recorded-action.ts';

export interface RecordedTest {
  readonly entryPointUrlPath: string | undefined;
  readonly elements: readonly ExchangeElement[];
  /** The values of passwords, by the variables that stand for them. */
  readonly variables: ReadonlyMap<string, string>;
  /** What a person must know about the test or add to it. */
  readonly warnings: readonly string[];
}

interface RecordedTestOptions {
  /** The URL under test. */
  readonly url: string;
  /** The path of an uploaded file as a step takes it; undefined for a file outside of the repository. */
  readonly uploadPath: (path: string) => string | undefined;
}

export function recordedTest(events: readonly RecordedEvent[], options: RecordedTestOptions): RecordedTest {
  let kept: RecordedEvent[] = [];
  for (const event of events) {
    if (isUndo(event)) kept = withoutLastStep(kept, options);
    else kept.push(event);
  }
  const collector = new StepCollector(options);
  for (const event of kept) collector.add(event);
  return collector.test();
}

/** Whether a person takes back the last step. The app is not changed by it. */
export function isUndo(event: RecordedEvent): boolean {
  return event.kind === 'action' && event.action.name === 'undo';
}

/** The events before those that the last step was made of, such as all changes of one field. */
function withoutLastStep(events: readonly RecordedEvent[], options: RecordedTestOptions): RecordedEvent[] {
  const count = (end: number) => recordedTest(events.slice(0, end), options).elements.length;
  const all = count(events.length);
  let end = events.length;
  while (end > 0 && count(end) >= all) end -= 1;
  const remaining = events.slice(0, end);
  // The answer of a dialog goes with the step that opens it.
  return events[end]?.kind === 'dialog' ? withoutLastStep(remaining, options) : remaining;
}

interface Step {
  action: RecordedAction;
  readonly page: number;
  readonly at: number;
  /** Whether it has the text of a password. */
  readonly isSecret?: boolean;
}

type Action<Name extends RecordedAction['name']> = Extract<RecordedAction, { name: Name }>;
type EventOfKind<Kind extends RecordedEvent['kind']> = Extract<RecordedEvent, { kind: Kind }>;

/** How long after an action something may still be its consequence, in ms. */
const consequenceMs = 3000;
/** A download starts when the server answers. */
const downloadMs = 30_000;
/** Longer messages of dialogs are cut: a step only names a part. */
const maxMessageLength = 80;

/** Shorter passwords are parts of ordinary texts. */
const minSecretLength = 6;

/** Replaces passwords in a step: many pages can show them, and a form may have sent them in its address. */
function hideSecrets(element: ExchangeElement, variables: ReadonlyMap<string, string>): ExchangeElement {
  const hide = (text: string, isReplaced: (value: string) => boolean) =>
    [...variables].reduce((hidden, [name, value]) => {
      const isVariable = variables.has(hidden.replace(/^\$/, ''));
      if (isVariable || !isReplaced(value)) return hidden;
      return formsOf(value).reduce((rest, form) => rest.replaceAll(form, () => `$${name}`), hidden);
    }, text);
  const inText = (text: string) =>
    hide(text, (value) => value.length >= minSecretLength || text === literalText(value));
  // A word, such as `password`, is part of the names and attributes of fields.
  const inSelector = (text: string) =>
    hide(text, (value) => value.length >= minSecretLength && !/^\p{L}+$/u.test(value));
  return { ...mapTexts(element, inText), selectors: mapTexts(element.selectors, inSelector) };
}

/** A password in a text, and in an address. */
function formsOf(given: string): string[] {
  const value = given.toWellFormed();
  const form = new URLSearchParams({ '': value }).toString().slice(1);
  return [...new Set([literalText(value), encodeURIComponent(value), form, encodeURI(value)])];
}

function isBody({ kind, body, next }: StructuredLocator): boolean {
  return next === undefined ? kind === 'default' && body === 'body' : isBody(next);
}

class StepCollector {
  readonly #options: RecordedTestOptions;
  readonly #steps: Step[] = [];
  readonly #pages = new PageOrder();
  readonly #closing = new Set<number>();
  readonly #openedByStep = new Set<number>([0]);
  readonly #variables = new Map<string, string>();
  readonly #warnings: string[] = [];
  #entry: string | undefined;

  constructor(options: RecordedTestOptions) {
    this.#options = options;
  }

  test(): RecordedTest {
    // At the end, a person closes the windows.
    while (this.#last?.action.name === 'closePage') this.#steps.pop();
    while (this.#last?.action.name === 'switchPage') this.#steps.pop();
    const steps = this.#steps.flatMap((step) => this.#elementsOf(this.#withVariable(step)));
    const elements = steps.map((each) => hideSecrets(each, this.#variables));
    if (elements.length > 0 && !elements.some(({ assertion }) => assertion != null)) {
      this.#warnings.push(
        'The test case has no assertion. Add one for something that the page should show at the end.',
      );
    }
    return {
      entryPointUrlPath: this.#entry,
      elements,
      variables: this.#variables,
      warnings: [...new Set(this.#warnings)],
    };
  }

  get #last(): Step | undefined {
    return this.#steps.at(-1);
  }

  add(event: RecordedEvent): void {
    switch (event.kind) {
      case 'action':
        this.#onAction(event);
        break;
      case 'dialog':
        this.#onDialog(event);
        break;
      case 'downloaded':
        this.#onDownload(event);
        break;
      case 'navigated':
        this.#onNavigated(event);
        break;
      case 'pageOpened':
        if (!event.byPage && !this.#isConsequence(event)) break;
        this.#openedByStep.add(event.page);
        this.#pages.open(event.page);
        break;
      case 'pageClosed':
        this.#onClosed(event);
        break;
    }
  }

  #elementsOf(action: RecordedAction): ExchangeElement[] {
    try {
      return elementsOf(action);
    } catch (error) {
      this.#warnings.push(`A step is missing. ${messageOf(error)}`);
      return [];
    }
  }

  #isConsequence({ at }: RecordedEvent): boolean {
    return this.#last !== undefined && at - this.#last.at < consequenceMs;
  }

  #onAction({ action: raw, page, at }: EventOfKind<'action'>): void {
    if (raw.name === 'windowClose') this.#closing.add(page);
    else if (raw.name === 'fileChooser') this.#dropClick(page);
    else if (raw.name === 'doubleClick') this.#joinClicks();
    else {
      const { data: action } = recordedAction.safeParse(raw);
      if (action === undefined)
        this.#warnings.push(`A step is missing: the action ${String(raw.name)} is not supported.`);
      else if (action.name === 'click' && isBody(action.locator)) {
        // It would be run in the center of the page, where an element may be.
        this.#warnings.push(
          'A click on empty space was left out. If it closed something, close that with a button or a key instead.',
        );
      } else {
        if (raw.isOnCanvas === true) {
          this.#warnings.push('A click on a canvas is always replayed at its center.');
        }
        this.#goTo(page, at);
        this.#push({ action: this.#withUploads(action), page, at, isSecret: raw.isSecret === true });
      }
    }
  }

  /** The text of a password becomes a variable, the same one for the same password. */
  #withVariable({ action, isSecret }: Step): RecordedAction {
    const isFill = action.name === 'fill';
    if (!isSecret || (!isFill && action.name !== 'assertValue')) return action;
    const value = isFill ? action.text : action.value;
    return value === '' ? action : { ...action, variable: this.#variableFor(value) };
  }

  #variableFor(value: string): string {
    const [known] = [...this.#variables].find(([, each]) => each === value) ?? [];
    const count = this.#variables.size;
    const name = known ?? (count === 0 ? 'PASSWORD' : `PASSWORD_${count + 1}`);
    this.#variables.set(name, value);
    return name;
  }

  #withUploads(action: RecordedAction): RecordedAction {
    if (action.name !== 'setInputFiles') return action;
    const files = action.files.map((path) => {
      const known = this.#options.uploadPath(path);
      if (known !== undefined) return known;
      const name = path.split(/[\\/]/).at(-1) ?? path;
      this.#warnings.push(
        `Copy ${path} to browser-tests/files/${name}: uploaded files must be in the repository.`,
      );
      return `browser-tests/files/${name}`;
    });
    return { ...action, files };
  }

  /** The click that has opened a file chooser: the test sets the files instead. */
  #dropClick(page: number): void {
    if (this.#last?.action.name === 'click' && this.#last.page === page) this.#steps.pop();
  }

  /** Two clicks become one step, unless there was something between them. */
  #joinClicks(): void {
    const [first, second] = this.#steps.slice(-2);
    if (first?.action.name !== 'click' || second?.action.name !== 'click') return;
    if (first.page !== second.page) return;
    this.#steps.pop();
    first.action = { ...first.action, clickCount: 2 };
  }

  #goTo(page: number, at: number): void {
    if (!this.#openedByStep.has(page)) {
      this.#openedByStep.add(page);
      this.#warnings.push(
        'No recorded step has opened a page that the test uses. Record a link or button that opens it.',
      );
    }
    for (const action of this.#pages.goTo(page)) this.#steps.push({ action, page, at });
  }

  #push(step: Step): void {
    if (!this.#isMerged(step)) this.#steps.push(step);
  }

  /** Whether an action only continues the one before, on the same element. */
  #isMerged(step: Step): boolean {
    const last = this.#last;
    if (last?.page !== step.page) return false;
    const [{ action: before }, { action }] = [last, step];
    if (!('locator' in action && 'locator' in before)) return false;
    if (JSON.stringify(action.locator) !== JSON.stringify(before.locator)) return false;
    if (action.name === 'type' && before.name === 'type') {
      last.action = { ...before, text: before.text + action.text };
      return true;
    }
    // Filling a field, choosing an option or a file does not need a click.
    const isPlainClick = before.name === 'click' && before.button === 'left' && before.clickCount < 2;
    const replaces = action.name === 'fill' || action.name === 'select' || action.name === 'setInputFiles';
    if (replaces && (isPlainClick || before.name === action.name)) {
      this.#steps.splice(-1, 1, step);
      return true;
    }
    // The mouse is there already.
    return action.name === 'hover' && (before.name === 'hover' || before.name === 'click');
  }

  /** A dialog is answered by a step before the one that opens it. */
  #onDialog({ message, accept, promptText, page, at }: EventOfKind<'dialog'>): void {
    const [line = ''] = message.trim().split('\n');
    const action: Action<'dialog'> = {
      name: 'dialog',
      accept,
      ...(line === '' ? {} : { message: line.slice(0, maxMessageLength) }),
      ...(promptText === undefined ? {} : { promptText }),
    };
    const trigger = this.#steps.pop();
    this.#steps.push({ action, page, at });
    // The app has opened it while it loads.
    this.#steps.push(trigger ?? { action: { name: 'navigate', url: this.#entry ?? '/' }, page, at });
  }

  #onDownload({ fileName, at }: EventOfKind<'downloaded'>): void {
    const last = this.#steps.findLast(({ action }) => action.name !== 'switchPage');
    if (last?.action.name === 'click' && last.action.button === 'left' && at - last.at < downloadMs) {
      last.action = { name: 'download', locator: last.action.locator, fileName };
    } else {
      this.#warnings.push(`The download of ${fileName} was not recorded, because no click started it.`);
    }
  }

  /** An address that was typed, or a page that was opened again by the browser's buttons. */
  #onNavigated({ url, page, at }: EventOfKind<'navigated'>): void {
    if (!/^https?:/.test(url)) return;
    const path = relativePath(url, this.#options.url);
    if (this.#steps.length === 0 && page === 0 && path.startsWith('/')) {
      this.#entry = path;
      return;
    }
    this.#goTo(page, at);
    this.#push({ action: { name: 'navigate', url: path }, page, at });
  }

  #onClosed({ page, at }: EventOfKind<'pageClosed'>): void {
    if (this.#closing.has(page) || !this.#openedByStep.has(page)) this.#pages.closedItself(page);
    else for (const action of this.#pages.close(page)) this.#steps.push({ action, page, at });
  }
}

/** A URL as a path below the URL under test; unchanged if it is elsewhere. */
function relativePath(url: string, urlUnderTest: string): string {
  const [{ origin, pathname, search, hash }, base] = [new URL(url), new URL(urlUnderTest)];
  const folder = base.pathname.replace(/\/+$/, '');
  if (origin !== base.origin || (pathname !== folder && !pathname.startsWith(`${folder}/`))) return url;
  return `${pathname.slice(folder.length) || '/'}${search}${hash}`;
}
