import type { PageLocators } from './page-locators.ts';
import type { createPageReveals } from './page-reveals.ts';

/** @param report sends one action. `isSecret` marks the text of a password. */
interface PageListenerOptions {
  readonly locators: PageLocators;
  readonly reveals: ReturnType<typeof createPageReveals>;
  readonly report: (action: object) => void;
  /** Ends listening. */
  readonly signal: AbortSignal;
  /** Whether an element belongs to the recorder. */
  readonly isOwn: (target: EventTarget | undefined) => boolean;
  readonly parts: {
    readonly mouse: (tools: ListenerTools) => { pause(): void };
    readonly keyboard: (tools: ListenerTools) => void;
    readonly fields: (tools: ListenerTools) => ReadonlyMap<number, readonly File[]>;
  };
}

/** What the parts of the listener share. */
export interface ListenerTools extends Pick<PageListenerOptions, 'locators' | 'report' | 'isOwn'> {
  /** Listens before the page does to what a person does with an element. */
  listen<Type extends keyof WindowEventMap>(
    type: Type,
    listener: (event: WindowEventMap[Type], target: Element) => void,
  ): void;
  /** Listens also to events that a script has made. */
  listenToAll<Type extends keyof WindowEventMap>(
    type: Type,
    listener: (event: WindowEventMap[Type]) => void,
  ): void;
  /** Reports an action after what it needs, such as the mouse over a menu. */
  reportOn(element: Element, action: object): void;
  targetOf(event: Event): Element | undefined;
  inputType(element: Element): string | undefined;
  /** The modifiers that are held down: Alt 1, Control 2, Meta 4, Shift 8. */
  modifierBits(event: MouseEvent | KeyboardEvent): number;
}

/** Reports what a person does on a page. Runs in the page as its source text, so it may only use what it declares. */
export function createPageListener(options: PageListenerOptions) {
  const { locators, reveals, report, signal, isOwn, parts } = options;
  let isPaused = false;
  const tools: ListenerTools = {
    locators,
    report,
    isOwn,
    listen: (type, listener) =>
      tools.listenToAll(type, (event) => {
        const target = tools.targetOf(event);
        if (event.isTrusted && target !== undefined) listener(event, target);
      }),
    listenToAll: (type, listener) =>
      addEventListener(
        type,
        (event) => {
          if (isPaused || isOwn(event.composedPath()[0])) return;
          try {
            listener(event);
          } catch (error) {
            // The page must not see it.
            report({ name: 'notRecorded', reason: String(error) });
          }
        },
        { capture: true, signal },
      ),
    reportOn(element, action) {
      for (const each of reveals.before(element)) report(each);
      report(action);
    },
    targetOf(event) {
      const [target] = event.composedPath();
      return target instanceof Element ? target : undefined;
    },
    inputType: (element) => (element instanceof HTMLInputElement ? element.type : undefined),
    modifierBits: ({ altKey, ctrlKey, metaKey, shiftKey }) =>
      (altKey ? 1 : 0) | (ctrlKey ? 2 : 0) | (metaKey ? 4 : 0) | (shiftKey ? 8 : 0),
  };
  const mouse = parts.mouse(tools);
  parts.keyboard(tools);
  return {
    /** The files that were selected, by the number of the action. */
    files: parts.fields(tools),
    /** While paused, nothing is reported. */
    pause(paused: boolean): void {
      isPaused = paused;
      mouse.pause();
    },
  };
}
