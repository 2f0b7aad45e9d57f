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
export const hydrations = {
  nuxtHydration: nuxt,
  nuxtDelayHydration: nuxtDelay,
  webComponentsHydration: webComponents,
  preactHydration: preact,
  qwikHydration: qwik,
};
