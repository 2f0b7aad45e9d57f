import type { StepScope } from './step-scope.ts';
import { type Look, untilTrue } from './until-true.ts';

/**
 * Nuxt 3 and later tell it themselves. Nuxt 2 has a component of Vue 2, which knows whether it is mounted. Where
 * neither shows, Vue 3 marks the element that it has taken over.
 */
const nuxt = `(() => {
  const app = window.useNuxtApp?.();
  if (app) return app.isHydrating === false || 'Nuxt has not ended hydrating it.';
  if (window.$nuxt) return window.$nuxt._isMounted === true || 'Nuxt has not mounted it.';
  const root = document.querySelector('#__nuxt');
  if (root === null) return 'The page does not look like a Nuxt app: it has neither useNuxtApp nor #__nuxt.';
  return root.__vue_app__ !== undefined || 'Nuxt has not mounted it.';
})()`;

/** The module holds the app back until a promise is fulfilled: by the user's first action, or after some idle time. */
const nuxtDelay = `(async () => {
  const delay = window._$delayHydration;
  if (!delay) return 'The page does not look like an app with nuxt-delay-hydration: it has no _$delayHydration.';
  const held = {};
  if ((await Promise.race([delay, held])) === held) return 'nuxt-delay-hydration still holds it back.';
  return ${nuxt};
})()`;

/** Elements that the server has rendered may also wait for the one around them, and say so. */
const webComponents = `(() => {
  const waiting = document.querySelectorAll(':not(:defined), [defer-hydration]');
  const names = [...new Set([...waiting].map(({ localName }) => localName))];
  return names.length === 0 || 'Not hydrated yet: ' + names.slice(0, 5).join(', ') + '.';
})()`;

/** Preact keeps what it has rendered in the element that it was given; builds that are not minified use the long name. */
const preact = `[document, ...document.querySelectorAll('*')].some(
  (node) => node.__k || node._children,
) || 'Preact has not rendered anything: the page does not look like a Preact app, or its script has not run.'`;

/** Qwik writes its state into the container; inert HTML inside it has a container of another kind. */
const qwik = `(() => {
  const containers = [...document.querySelectorAll('[q\\\\:container]')];
  const states = containers.map((each) => each.getAttribute('q:container'));
  if (states.length === 0) return 'The page does not look like a Qwik app: it has no q:container.';
  if (states.includes('resumed') && !states.includes('paused')) return true;
  return 'Its container is still paused: Qwik resumes it with the first event that needs code.';
})()`;

/** Expressions that are true once the page's app is hydrated, and tell what is missing until then. */
const hydrations = {
  nuxtHydration: nuxt,
  nuxtDelayHydration: nuxtDelay,
  webComponentsHydration: webComponents,
  preactHydration: preact,
  qwikHydration: qwik,
};

/** Waits until the page's app answers to its user. @throws TimedOut with what is missing. */
export function untilHydrated(scope: StepScope, type: keyof typeof hydrations): Promise<void> {
  return untilTrue(scope, hydrations[type], type, explain);
}

function explain(last: Look | undefined): string {
  if (last === undefined) return 'The page does not answer: it is busy.';
  return 'error' in last ? `A look at the page failed: ${last.error}` : String(last.value);
}
