import { describe, expect, it } from 'vitest';
import type { Assertion } from '../../../src/contract/exchange/assertion.ts';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import { hangForever } from '../../support/pages.ts';
import { css, sees } from '../../support/steps.ts';
import { openStage } from './stage.ts';

const { runOn } = openStage();

const layer = 'position: fixed; inset: 0; background: #222; color: white;';
const heading = '<h1>Shop</h1>';

describe.concurrent('an assertion on an element behind', () => {
  it.each<[what: string, html: string]>([
    ['a layer that is faded', `${heading}<div style="${layer} opacity: 0.9">Wait</div>`],
    ['a layer without a color', `${heading}<div style="position: fixed; inset: 0">Wait</div>`],
    [
      'a layer that lets clicks through, in front of it',
      `<div style="${layer} z-index: -1"></div><h1 style="pointer-events: none">Shop</h1>`,
    ],
    ['a sticky header', `<header style="${layer} bottom: auto; height: 200px">Menu</header>${heading}`],
    ['a part of a layer', `<h1 style="height: 2000px">Shop</h1><div style="${layer} bottom: 100px"></div>`],
    ['a layer that is in it', `<h1>Shop<span style="${layer}"></span></h1>`],
    [
      'a layer with a hole',
      `${heading}<div style="${layer} mask-image: radial-gradient(transparent 50%, black 51%)"></div>`,
    ],
    [
      'a layer with a pattern that lets clicks through',
      `${heading}<div style="${layer} background: url(data:,); pointer-events: none"></div>`,
    ],
    [
      'an invisible layer that lets clicks through',
      `${heading}<div style="${layer} opacity: 0; pointer-events: none"></div>`,
    ],
    [
      'a popover',
      `${heading}<div popover>Hi</div><script>document.querySelector('[popover]').showPopover()</script>`,
    ],
    [
      'a layer, for screen readers only',
      `<h1 style="position: absolute; width: 1px; height: 1px; overflow: hidden">Shop</h1><div style="${layer}">x</div>`,
    ],
    [
      'a layer that goes away',
      `${heading}<div id="a" style="${layer}"></div><script>setTimeout(() => a.remove(), 500)</script>`,
    ],
    [
      'a pseudo-element that is not opaque',
      `<style>body::after { content: ''; ${layer} background: rgb(255 255 255 / 0.8) }</style>${heading}`,
    ],
    [
      'a pseudo-element that it is in front of',
      `<style>body::before { content: ''; ${layer} }</style><h1 style="position: relative; z-index: 1">Shop</h1>`,
    ],
    ['a transparent layer', `${heading}<div style="${layer} background: rgba(0, 0, 0, 0.6)"></div>`],
    [
      'a layer that it is in front of',
      `<div style="${layer}"></div><h1 style="position: relative; z-index: 1">Shop</h1>`,
    ],
    [
      'a layer, outside the visible part',
      `<h1 style="margin-top: 3000px">Shop</h1><div style="${layer}"></div>`,
    ],
    ['a layer that it is in', `<div style="${layer}">${heading}</div>`],
    [
      'a layer that inverts it, and lets clicks through',
      `${heading}<div style="${layer} background: white; mix-blend-mode: difference; pointer-events: none"></div>`,
    ],
    [
      'a dialog with a dark backdrop',
      `${heading}<style>dialog::backdrop { background: rgb(0 0 0 / 80%) }</style><dialog>Hi</dialog><script>document.querySelector('dialog').showModal()</script>`,
    ],
  ])('%s passes', async (_, html) => {
    const outcome = await runOn(html, [sees(css('h1'))]);
    expect(outcome).toMatchObject({ status: 'PASSED', errorMessage: null });
    expect(outcome.warnings).toBeUndefined();
  });

  it('fails if the page does not answer', async () => {
    const hangs = `document.elementsFromPoint = () => { ${hangForever} }`;
    const html = `${heading}<div style="${layer}">Sorry</div><script>${hangs}</script>`;
    const outcome = await runOn(html, [sees(css('h1'))]);
    expect(outcome.status).toBe('FAILED');
    expect(outcome.errorMessage).toContain('The page did not answer within 10 s');
  });
});

describe.concurrent('an assertion that does not require visibility, behind a crash screen', () => {
  const check = (assertion: Assertion): ExchangeElement => ({ selectors: [css('button')], assertion });
  it.each<ExchangeElement>([
    check({ expectation: 'TO_HAVE_COUNT', calledWith: 2 }),
    check({ expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['id', 'a'] }),
    check({ expectation: 'TO_HAVE_STYLE', calledWith: ['display', 'block'] }),
    check({ expectation: 'FOCUSED' }),
  ])('passes with a warning: $assertion.expectation', async (step) => {
    const isAboutOne = step.assertion?.expectation !== 'TO_HAVE_COUNT';
    const buttons = `<button id="a" style="display: block" autofocus>A</button>${isAboutOne ? '' : '<button>B</button>'}`;
    const outcome = await runOn(`${buttons}<div id="crash" style="${layer}">Sorry</div>`, [step]);
    expect(outcome).toMatchObject({
      status: 'PASSED',
      warnings: [expect.stringContaining('covers the whole page, so nobody can see')],
    });
    const fine = await runOn(`${buttons}<div style="position: sticky">Menu</div>`, [step]);
    expect(fine.warnings).toBeUndefined();
  });
});
