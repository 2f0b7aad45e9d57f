import { describe, expect, it } from 'vitest';
import { css, sees } from '../../support/steps.ts';
import { openStage } from './stage.ts';

const { playOn } = openStage();

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
  ])('%s passes', async (_, html) => {
    const outcome = await playOn(html, [sees(css('h1'))]);
    expect(outcome).toMatchObject({ status: 'PASSED', errorMessage: null });
    expect(outcome.warnings).toBeUndefined();
  });
});
