import { inspect } from 'node:util';
import { Script } from 'node:vm';
import { messageOf } from '../../common/errors.ts';
import { javaScriptBody } from '../../common/strip-types.ts';
import { cut } from '../../common/text.ts';
import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';
import { type CalledWith, defaultFixedWaitMs, maxFixedWaitMs } from '../../contract/exchange/interaction.ts';
import { InvalidStep, UnexpectedResult } from '../failure/reason.ts';
import { fillInCode } from '../variables/variable-text.ts';
import { pollUntil, TimedOut, withTimeout } from '../wait.ts';
import { pageExpression, thrownInPage } from './javascript.ts';
import type { StepScope } from './step-scope.ts';

const loadStates = {
  load: 'load',
  domContentLoaded: 'domcontentloaded',
  networkIdle: 'networkidle',
} as const;

/** WAIT_FOR: a load state (default: `load`), a fixed time, a condition in code, or the hydration of the app. */
export async function waitFor(scope: StepScope, calledWith: CalledWith<'WAIT_FOR'>): Promise<void> {
  const awaited = calledWith ?? { type: 'load' as const };
  switch (awaited.type) {
    case 'load':
    case 'domContentLoaded':
    case 'networkIdle':
      return scope.page.waitForLoadState(loadStates[awaited.type], { timeout: scope.remainingMs() });
    case 'fixedTime':
      return fixedWait(scope, awaited.timeMilliseconds);
    case 'code':
      return untilCode(scope, awaited.code);
    default:
      return untilTrue(scope, hydrations[awaited.type], awaited.type, explainHydration);
  }
}

/** The time of a fixed wait, in ms, which is added to the step's timeout; 0 for other steps. */
export function fixedWaitMs({ interaction }: ExchangeElement): number {
  if (interaction?.action !== 'WAIT_FOR' || interaction.calledWith?.type !== 'fixedTime') return 0;
  return Math.min(interaction.calledWith.timeMilliseconds ?? defaultFixedWaitMs, maxFixedWaitMs);
}

async function fixedWait({ page }: StepScope, ms = defaultFixedWaitMs): Promise<void> {
  if (ms > maxFixedWaitMs) {
    throw new InvalidStep(
      `WAIT_FOR fixedTime waits for at most ${maxFixedWaitMs} ms, not ${ms} ms. Set a shorter time.`,
    );
  }
  await page.waitForTimeout(ms);
}

/** How many characters of a returned value a message shows. */
const maxShownLength = 200;

/**
 * Waits until a function body, in TypeScript or JavaScript, returns true in the page.
 * @throws CodeSyntaxError or Error immediately if the code cannot run; UnexpectedResult with what it returned or threw last.
 */
async function untilCode(scope: StepScope, body: string | undefined): Promise<void> {
  if (body === undefined) throw new InvalidStep('WAIT_FOR with type `code` has no code. Add it as `code`.');
  const { code } = javaScriptBody(body);
  checkSyntax(pageExpression(code, scope.variables));
  const expression = pageExpression(fillInCode(code, scope.variables), scope.variables);
  await untilTrue(scope, expression, 'code', explainCode);
}

/** Code that cannot run fails at once: the TypeScript parser does not report all errors. */
function checkSyntax(expression: string): void {
  try {
    new Script(expression);
  } catch (error) {
    const reason = messageOf(error);
    throw new InvalidStep(`The code of WAIT_FOR is not a JavaScript function body: ${reason}.`);
  }
}

function explainCode(last: Evaluation | undefined): string {
  if (last === undefined) return 'The code must return true; it did not finish.';
  if ('error' in last) return `The code must return true; the last time it threw ${last.error}`;
  const value = inspect(last.value, { depth: 1, breakLength: Number.POSITIVE_INFINITY });
  return `The code must return true; the last time it returned ${cut(value, maxShownLength)}.`;
}

function explainHydration(last: Evaluation | undefined): string {
  if (last === undefined) return 'The page is busy and does not respond.';
  return 'error' in last ? `The check in the page failed: ${last.error}` : String(last.value);
}

/** What an expression returned or threw in the page. */
type Evaluation = { readonly value: unknown } | { readonly error: string };

/**
 * Evaluates an expression in the page until it is true, or the step's time is over. If it throws, it is evaluated
 * again: the page may be navigating.
 * @param explain describes the last evaluation; undefined means that not even the first one has ended.
 * @throws UnexpectedResult with what `explain` returns.
 */
async function untilTrue(
  scope: StepScope,
  expression: string,
  waitedFor: string,
  explain: (last: Evaluation | undefined) => string,
): Promise<void> {
  const limitMs = scope.remainingMs();
  let last: Evaluation | undefined;
  const evaluate = async () => {
    try {
      // The driver has no time limit for a promise that stays pending.
      const evaluation = scope.page.evaluate<unknown>(expression);
      last = { value: await withTimeout(evaluation, scope.remainingMs(), 'The evaluation did not end.') };
      return last.value === true;
    } catch (error) {
      if (scope.page.isClosed()) throw error;
      if (!(error instanceof TimedOut)) last = { error: thrownInPage(error).split('\n')[0] ?? '' };
      return false;
    }
  };
  if (await pollUntil(evaluate, () => scope.remainingMs())) return;
  const { signal } = scope.limits();
  const reason = signal.aborted ? messageOf(signal.reason) : `Timeout ${limitMs}ms exceeded.`;
  throw new UnexpectedResult(
    () => ({ clause: '', advice: explain(last) }),
    [`TimeoutError: WAIT_FOR ${waitedFor}: ${reason}`],
  );
}

/**
 * Nuxt 3 and later expose the state themselves. Nuxt 2 has a Vue 2 component that knows whether it is mounted. If neither
 * is exposed, the root element that Vue 3 has mounted has a `__vue_app__`.
 */
const nuxt = `(() => {
  const app = window.useNuxtApp?.();
  if (app) return app.isHydrating === false || 'Nuxt is still hydrating the page.';
  if (window.$nuxt) return window.$nuxt._isMounted === true || 'Nuxt has not mounted the app.';
  const root = document.querySelector('#__nuxt');
  if (root === null) return 'The page does not look like a Nuxt app: it has neither useNuxtApp nor #__nuxt.';
  return root.__vue_app__ !== undefined || 'Nuxt has not mounted the app.';
})()`;

/** The module delays the app until a promise resolves: on the user's first action or after some idle time. */
const nuxtDelay = `(async () => {
  const delay = window._$delayHydration;
  if (!delay) return 'The page does not look like an app with nuxt-delay-hydration: it has no _$delayHydration.';
  const pending = {};
  if ((await Promise.race([delay, pending])) === pending) return 'nuxt-delay-hydration still delays the app.';
  return ${nuxt};
})()`;

/** Server-rendered elements that wait for their parent have the attribute `defer-hydration`. */
const webComponents = `(() => {
  const waiting = document.querySelectorAll(':not(:defined), [defer-hydration]');
  const names = [...new Set([...waiting].map(({ localName }) => localName))];
  return names.length === 0 || 'Not hydrated yet: ' + names.slice(0, 5).join(', ') + '.';
})()`;

/** Preact stores its tree on the container element, as `_children` in builds that are not minified. */
const preact = `[document, ...document.querySelectorAll('*')].some(
  (node) => node.__k || node._children,
) || 'Preact has not rendered anything: the page does not look like a Preact app, or its script has not run.'`;

/** Qwik writes its state into an attribute of the container; inert HTML inside it has another state. */
const qwik = `(() => {
  const containers = [...document.querySelectorAll('[q\\\\:container]')];
  const states = containers.map((each) => each.getAttribute('q:container'));
  if (states.length === 0) return 'The page does not look like a Qwik app: it has no q:container.';
  if (states.includes('resumed') && !states.includes('paused')) return true;
  return 'Its container is still paused: Qwik resumes it with the first event that needs code.';
})()`;

/** Expressions that are true once the page's app is hydrated; until then, a message with what is missing. */
const hydrations = {
  nuxtHydration: nuxt,
  nuxtDelayHydration: nuxtDelay,
  webComponentsHydration: webComponents,
  preactHydration: preact,
  qwikHydration: qwik,
};
