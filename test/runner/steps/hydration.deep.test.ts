import { describe, expect, it } from 'vitest';
import type { Interaction } from '../../../src/contract/exchange/interaction.ts';
import type { CaseOutcome } from '../../../src/runner/runner.ts';
import { hangForever } from '../../support/pages.ts';
import { css, sees } from '../../support/steps.ts';
import { acts, openStage } from './stage.ts';

const { failOn, runOn } = openStage();

type Type = NonNullable<Extract<Interaction, { action: 'WAIT_FOR' }>['calledWith']>['type'];

/** Waits for an app that is made by `before` and hydrated by `after`, which runs a while later, or never. */
function runSteps(type: Type, before: string, after?: string): Promise<CaseOutcome> {
  const later =
    after === undefined ? '' : `onload = () => setTimeout(() => { ${after}; done.hidden = false }, 400);`;
  const html = `${before}<p id="done" hidden>Done</p><script>${later}</script>`;
  // It must not pass before the app is hydrated: the next step checks this without waiting.
  const steps = [acts({ action: 'WAIT_FOR', calledWith: { type } }), hydratedAlready];
  return after === undefined ? failOn(html, steps.slice(0, 1)) : runOn(html, steps);
}

const hydratedAlready = acts({
  action: 'WAIT_FOR',
  calledWith: {
    type: 'code',
    code: 'if (done.hidden) done.remove(); return document.getElementById("done") !== null',
  },
});

const nuxt3 =
  '<div id="__nuxt"></div><script>const app = { isHydrating: true }; useNuxtApp = () => app</script>';
const nuxt2 = '<div id="__nuxt"></div><script>$nuxt = { _isMounted: false }</script>';
const delayed = `${nuxt3}<script>let go; _$delayHydration = new Promise((resolve) => { go = resolve })</script>`;
const island =
  '<x-island defer-hydration></x-island><script>customElements.define("x-island", class extends HTMLElement {})</script>';
const define = (name: string) => `customElements.define('${name}', class extends HTMLElement {})`;
const qwik = '<div q:container="paused"><b q:container="html"></b></div>';

describe.concurrent('WAIT_FOR a hydration', () => {
  it.each<[string, Type, string, string]>([
    ['Nuxt 3', 'nuxtHydration', nuxt3, 'app.isHydrating = false'],
    [
      'Nuxt 3 that comes late',
      'nuxtHydration',
      '<div id="__nuxt"></div>',
      'useNuxtApp = () => ({ isHydrating: false })',
    ],
    ['Nuxt 2', 'nuxtHydration', nuxt2, '$nuxt._isMounted = true'],
    ['Nuxt that tells nothing', 'nuxtHydration', '<div id="__nuxt"></div>', '__nuxt.__vue_app__ = {}'],
    ['Nuxt that was held back', 'nuxtDelayHydration', delayed, 'app.isHydrating = false; go()'],
    [
      'Nuxt that goes on after it was held back',
      'nuxtDelayHydration',
      `${delayed}<script>go()</script>`,
      'app.isHydrating = false',
    ],
    [
      'web components',
      'webComponentsHydration',
      '<x-a></x-a><x-b></x-b>',
      `${define('x-a')}; ${define('x-b')}`,
    ],
    [
      'web components that wait',
      'webComponentsHydration',
      island,
      'document.querySelector("x-island").removeAttribute("defer-hydration")',
    ],
    ['Preact', 'preactHydration', '<div id="app"></div>', 'app.__k = {}'],
    ['Preact in the whole document', 'preactHydration', '', 'document.__k = {}'],
    ['Preact that is not minified', 'preactHydration', '<div id="app"></div>', 'app._children = {}'],
    ['Qwik', 'qwikHydration', qwik, 'document.querySelector("div").setAttribute("q:container", "resumed")'],
  ])('passes once %s is hydrated, and not before', async (_, type, before, after) => {
    expect((await runSteps(type, before, after)).errorMessage).toBeNull();
  });

  it('passes on a page without web components', async () => {
    const steps = [
      acts({ action: 'WAIT_FOR', calledWith: { type: 'webComponentsHydration' } }),
      sees(css('p')),
    ];
    expect((await runOn('<p>Hi</p>', steps)).errorMessage).toBeNull();
  });

  it.each<[string, Type, string, string]>([
    ['Nuxt hydrates for ever', 'nuxtHydration', nuxt3, 'Nuxt is still hydrating the page.'],
    ['Nuxt 2 is never mounted', 'nuxtHydration', nuxt2, 'Nuxt has not mounted the app.'],
    ['Nuxt is never mounted', 'nuxtHydration', '<div id="__nuxt"></div>', 'Nuxt has not mounted the app.'],
    [
      'nothing is of Nuxt',
      'nuxtHydration',
      '',
      'The page does not look like a Nuxt app: it has neither useNuxtApp nor #__nuxt.',
    ],
    [
      'Nuxt is held back for ever',
      'nuxtDelayHydration',
      delayed,
      'nuxt-delay-hydration still delays the app.',
    ],
    [
      'nothing holds Nuxt back',
      'nuxtDelayHydration',
      nuxt3,
      'The page does not look like an app with nuxt-delay-hydration: it has no _$delayHydration.',
    ],
    [
      'a web component is never defined',
      'webComponentsHydration',
      '<x-a></x-a><x-a></x-a><x-b></x-b>',
      'Not hydrated yet: x-a, x-b.',
    ],
    [
      'nothing is of Preact',
      'preactHydration',
      '',
      'Preact has not rendered anything: the page does not look like a Preact app, or its script has not run.',
    ],
    [
      'Qwik stays paused',
      'qwikHydration',
      qwik,
      'Its container is still paused: Qwik resumes it with the first event that needs code.',
    ],
    [
      'nothing is of Qwik',
      'qwikHydration',
      '',
      'The page does not look like a Qwik app: it has no q:container.',
    ],
    [
      'the page hangs',
      'qwikHydration',
      `<script>onload = () => setTimeout(() => { ${hangForever} })</script>`,
      'The page is busy and does not respond.',
    ],
    [
      'the look fails',
      'nuxtHydration',
      '<script>useNuxtApp = () => { throw new Error("no instance") }</script>',
      'The check in the page failed: Error: no instance',
    ],
  ])('fails where %s, and says so', async (_, type, before, reason) => {
    const outcome = await runSteps(type, before);
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.errorMessage).toMatch(
      new RegExp(`^TimeoutError: WAIT_FOR ${type}: Timeout \\d+ms exceeded\\.$`, 'm'),
    );
    expect(outcome.errorMessage).toContain(`Timed out waiting for ${type}. ${reason}\n`);
  });
});
