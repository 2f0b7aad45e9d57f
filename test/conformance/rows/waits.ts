import type { Interaction } from '../../../src/contract/exchange/interaction.ts';
import { goTo } from '../../support/cases.ts';
import { css, sees } from '../../support/steps.ts';
import { acts, later, type Row } from './row.ts';

type Awaited = Extract<Interaction, { action: 'WAIT_FOR' }>['calledWith'];
type Hydration = Extract<NonNullable<Awaited>['type'], `${string}Hydration`>;

function waits(calledWith?: Awaited) {
  return acts({ action: 'WAIT_FOR', ...(calledWith === undefined ? {} : { calledWith }) });
}

/** Goes to a page that is never there as a whole: that step fails too, and the next one sees what is there. */
const half = (path: string) => ({ ...goTo(path), ignoreFailure: true });

const states: readonly Row[] = (
  [
    ['the load, without an argument', waits(), half('/never-loaded')],
    ['the load, with null', waits(null), half('/never-loaded')],
    ['the load', waits({ type: 'load' }), half('/never-loaded')],
    ['the content', waits({ type: 'domContentLoaded' }), half('/never-parsed')],
    ['an idle network', waits({ type: 'networkIdle' }), goTo('/never-idle')],
  ] as const
).map(([name, step, before]) => ({
  of: 'WAIT_FOR',
  name,
  html: `<p>Hi</p>${later('fetch("/hello")')}`,
  pass: [step],
  fail: [before, step],
  message: /^TimeoutError: page\.waitForLoadState: Timeout \d+ms exceeded\./m,
}));

const times: readonly Row[] = [
  {
    of: 'WAIT_FOR',
    name: 'a time',
    html: '<p>Hi</p>',
    pass: [waits({ type: 'fixedTime', timeMilliseconds: 50 })],
    fail: [waits({ type: 'fixedTime', timeMilliseconds: 3_600_001 })],
    message: /^WAIT_FOR fixedTime waits for at most 3600000 ms, not 3600001 ms\. Set a shorter time\./,
  },
  {
    of: 'WAIT_FOR',
    name: 'a time that it does not say',
    html: '<p>Hi</p>',
    pass: [waits({ type: 'fixedTime' })],
    fail: [waits({ type: 'fixedTime' }), sees(css('#absent'))],
    message: /^expect\(locator\)\.toBeVisible\(\) failed/m,
  },
];

const code: readonly Row[] = [
  {
    of: 'WAIT_FOR',
    name: 'code that returns true',
    html: `<p>App</p>${later('window.ready = true')}`,
    pass: [waits({ type: 'code', code: 'return window.ready === true' })],
    fail: [waits({ type: 'code', code: 'return { ready: 1 }' })],
    message:
      /the last time it returned \{ ready: 1 \}\.\n\nTimeoutError: WAIT_FOR code: Timeout \d+ms exceeded\.$/,
  },
  {
    of: 'WAIT_FOR',
    name: 'code in TypeScript',
    html: `<p>App</p>${later('window.ready = "yes"')}`,
    pass: [
      waits({ type: 'code', code: 'const ready: unknown = (window as any).ready; return ready === "yes"' }),
    ],
    fail: [waits({ type: 'code', code: 'const ready: = 1' })],
    message: /^The code has a syntax error in line 1/,
  },
  {
    of: 'WAIT_FOR',
    name: 'code that is not there',
    html: '<p>Hi</p>',
    pass: [waits({ type: 'code', code: 'return true' })],
    fail: [waits({ type: 'code' })],
    message: /^WAIT_FOR with type `code` has no code. Add it as `code`\./,
  },
];

const define = 'customElements.define("x-a", class extends HTMLElement {})';

const hydrates = acts({ action: 'CLICK' }, css('button'));

/** Pages that look like an app, and what hydrates it: with the button, a while after it was pressed. */
const hydrations: readonly Row[] = (
  [
    [
      'nuxtHydration',
      '<div id="__nuxt"></div>',
      'useNuxtApp = () => ({ isHydrating: false })',
      /Nuxt has not mounted the app\./,
    ],
    [
      'nuxtDelayHydration',
      '<script>let go; _$delayHydration = new Promise((done) => { go = done }); useNuxtApp = () => ({ isHydrating: false })</script>',
      'go()',
      /nuxt-delay-hydration still delays the app\./,
    ],
    ['webComponentsHydration', '<x-a></x-a>', define, /Not hydrated yet: x-a\./],
    ['preactHydration', '<div id="app"></div>', 'app.__k = {}', /Preact has not rendered anything/],
    [
      'qwikHydration',
      '<div id="app" q:container="paused"></div>',
      'app.setAttribute("q:container", "resumed")',
      /Its container is still paused/,
    ],
  ] as const satisfies readonly (readonly [Hydration, string, string, RegExp])[]
).map(([type, html, code, reason]) => ({
  of: 'WAIT_FOR',
  name: type,
  html: `${html}<button onclick="setTimeout(hydrate, 300)">Start</button><script>function hydrate() { ${code} }</script>`,
  pass: [hydrates, waits({ type })],
  fail: [waits({ type })],
  message: new RegExp(`${reason.source}.*\n\nTimeoutError: WAIT_FOR ${type}: Timeout \\d+ms exceeded\\.$`),
}));

/** What waits for a page, a time, code or an app. */
export const waitRows: readonly Row[] = [...states, ...times, ...code, ...hydrations];
