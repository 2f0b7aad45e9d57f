import { expect, it } from 'vitest';
import type { Interaction } from '../../../src/contract/exchange/interaction.ts';
import { containsText, css, pattern } from '../../support/steps.ts';
import { acts, openStage, type StageRow } from './stage.ts';

const { expectPassed, failOn, runOn } = openStage();

/** The page would glide to where it goes; it writes down where it is. */
const page = `<style>
    html, #box { scroll-behavior: smooth } body { margin: 0 } #far { margin-top: 3000px; width: 3000px }
    p { position: fixed; top: 200px } #box { width: 100px; height: 100px; overflow: auto }
    #box > div { width: 900px; height: 900px }
  </style>
  <p>0 0</p><div id="box"><div></div></div><div id="far">Far</div>
  <script>
    const tell = (x, y) => { document.querySelector('p').textContent = x + ' ' + y; };
    document.onscroll = () => tell(scrollX, scrollY + innerHeight >= document.documentElement.scrollHeight ? 'end' : scrollY);
    box.onscroll = () => tell(box.scrollLeft, box.scrollTop);
  </script>`;

const box = [css('#box')];

type Target = Extract<Interaction, { action: 'SCROLL' }>['calledWith'];

const rows: readonly [what: string, calledWith: Target, selectors: typeof box, place: string][] = [
  ['the page to its end', undefined, [], '0 end'],
  ['the page to its end with null', null, [], '0 end'],
  ['the page to its end with a position that says nothing', {}, [], '0 end'],
  ['the page down', { y: 120 }, [], '0 120'],
  ['the page to the right', { x: 50 }, [], '50 0'],
  ['the page to a place', { x: 50, y: 120 }, [], '50 120'],
  ['an element to a place', { x: 10, y: 40 }, box, '10 40'],
  ['an element into view', null, [css('#far')], '0 end'],
];

it.concurrent('SCROLL brings the page or an element to a place', async () => {
  const row = ([what, calledWith, selectors, place]: (typeof rows)[number]): StageRow => {
    const scrolls = acts({ action: 'SCROLL', calledWith }, ...selectors);
    return [what, page, [scrolls, containsText(pattern(`^${place}$`), css('p'))]];
  };
  await expectPassed(rows.map(row));
});

it.concurrent('SCROLL is there at once, also on a page that glides', async () => {
  const html = `${page}<button style="position:fixed;top:300px" onmousedown="this.textContent = scrollY">Where</button>`;
  const outcome = await runOn(html, [
    acts({ action: 'SCROLL', calledWith: { y: 1500 } }),
    acts({ action: 'CLICK' }, css('button')),
    containsText(pattern('^1500$'), css('button')),
  ]);
  expect(outcome.errorMessage).toBeNull();
});

it.concurrent('SCROLL waits until an element has something to scroll', async () => {
  const html = `<div id="box" style="height:100px;overflow:auto"></div><script>
    setTimeout(() => { box.innerHTML = '<div style="height:900px">Rows</div>'; }, 300);
    box.onscroll = () => { box.title = box.scrollTop; };
  </script>`;
  const outcome = await runOn(html, [
    acts({ action: 'SCROLL', calledWith: { y: 40 } }, css('#box')),
    {
      selectors: [css('#box')],
      assertion: { expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['title', '40'] },
    },
  ]);
  expect(outcome.errorMessage).toBeNull();
});

it.concurrent('SCROLL fails if the element cannot be scrolled', async () => {
  const outcome = await failOn(page, [acts({ action: 'SCROLL', calledWith: { y: 40 } }, css('#far'))], {
    saying: /cannot be scrolled/,
  });
  expect(outcome.errorMessage).toContain(
    'it cannot be scrolled in this direction. Select the element that has the scroll bar. Without selectors, SCROLL scrolls the page.',
  );
});

it.concurrent.each([
  ['locator.scrollIntoViewIfNeeded', null],
  ['locator.evaluate', { y: 1 }],
])('SCROLL fails in %s where the element never comes', async (call, calledWith) => {
  const outcome = await failOn(page, [acts({ action: 'SCROLL', calledWith }, css('#nowhere'))]);
  expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
  expect(outcome.errorMessage).toMatch(
    new RegExp(`^TimeoutError: ${call}: Timeout \\d+ms exceeded\\.\nCall log:`, 'm'),
  );
});
