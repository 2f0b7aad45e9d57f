import { expect, it } from 'vitest';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import { containsText, css, pattern, sees } from '../../support/steps.ts';
import { openStage, type StageRow } from './stage.ts';
import { forScreenReaders, readsTea } from './unseen.ts';

const { expectPassed } = openStage();

type Row = readonly [what: string, html: string, steps?: readonly ExchangeElement[]];

const unseen: readonly Row[] = [
  ['it is transparent', '<p style="opacity: 0">Tea</p>'],
  ['its font has no size', '<p style="font-size: 0; height: 20px">Tea</p>'],
  ['its color is transparent', '<p style="color: transparent">Tea</p>'],
  ['its color is that of the background', '<p style="color: #fcfdfe">Tea</p>'],
  ['it is blurred', '<div style="filter: blur(12px)"><p>Tea</p></div>'],
  ['it is clipped', '<p style="clip-path: inset(100%)">Tea</p>'],
  ['the image did not load', '<img src="/missing.png" alt="Tea">', [sees(css('img'))]],
  [
    'its background image did not load',
    '<img hidden src="/missing.png" onerror="b.hidden = false"><p id="b" hidden style="width: 40px; height: 40px; background: url(/missing.png)"></p>',
    [sees(css('p'))],
  ],
  ['outside the page', '<p style="transform: translateX(-3000px)">Tea</p>'],
];

it('a text that nobody can see passes with a warning', async () => {
  const { warnings } = await expectPassed(unseen.map(([why, html, steps = readsTea]) => [why, html, steps]));
  expect(warnings).toEqual(
    unseen.map(([why]) => expect.stringMatching(`Nobody can see what .* should show: .*${why}`)),
  );
});

const hidden: readonly (readonly [html: string, text: string])[] = [
  ['Total: <span style="display: none">9</span>', '9'],
  ['Total <b style="visibility: hidden">9</b>', 'Total 9'],
  ['<details><summary>Total</summary><p>9</p></details>', '9'],
  ['Cart <p hidden>It’s "saved" >> here</p>', 'It’s "saved" >> here'],
  ["Cart <p hidden>'9%'</p>", "'9%'"],
  ['Total <p hidden="until-found">9</p>', '9'],
  ['Total: <span hidden>9</span>', pattern(String.raw`\d`)],
];

it('a text that is in a hidden part of its element passes with a warning', async () => {
  const { warnings } = await expectPassed([
    ...hidden.map(
      ([html, text], index): StageRow => [
        text,
        `<section class="s${index}">${html}</section>`,
        [containsText(text, css(`.s${index}`))],
      ],
    ),
    ['of the page', '<p>Cart</p><p hidden>Saved</p>', [containsText('Saved', css('body'))]],
    ['as a whole', '<h1>Total <b hidden>9</b></h1>', [wholeText]],
  ]);
  const ofHidden = expect.stringMatching('Nobody can see .* should show: the text is in a part of it');
  expect(warnings).toEqual(Array.from({ length: hidden.length + 2 }, () => ofHidden));
});

const total = (text: string) => [containsText(text, css('section'))];
const wholeText: ExchangeElement = {
  selectors: [css('h1')],
  assertion: { expectation: 'TO_HAVE_TEXT', calledWith: 'Total 9' },
};
const seen: readonly Row[] = [
  ['beside a hidden part', '<section>Total 9 <b hidden>10</b></section>', total('Total 9')],
  ['in blocks', '<section><p>To</p><p>tal</p><p hidden>-</p></section>', total('Total')],
  ['of an option', '<section><select><option>Tea<option>Hot</select></section>', total('Hot')],
  [
    'that a shadow root shows',
    '<section><x-a>Tea</x-a></section><script>document.querySelector("x-a").attachShadow({ mode: "closed" }).textContent = "Tea"</script>',
    total('Tea'),
  ],
  [
    'that is shown after a moment',
    '<section><p hidden id="p">9</p></section><script>setTimeout(() => (p.hidden = false), 300)</script>',
    total('9'),
  ],
  ['for screen readers', `<p style="${forScreenReaders} clip: rect(0, 0, 0, 0)">Tea</p>`],
  ['that is read out', '<p role="status" style="position: absolute; left: -9999px">Tea</p>'],
  ['in white over an image', '<div style="background: url(data:,)"><p style="color: white">Tea</p></div>'],
  [
    'in white over a pseudo-element',
    '<style>p { position: relative; color: white; isolation: isolate } p::before { content: ""; position: absolute; inset: 0; background: #123; z-index: -1 }</style><p>Tea</p>',
  ],
  ['that fades in', '<p id="a">Tea</p><script>a.animate([{ opacity: 0 }, { opacity: 1 }], 600)</script>'],
  [
    'that is shown when it is scrolled to',
    '<p style="margin-top: 3000px; opacity: 0; transition: opacity 1s">Tea</p>',
  ],
  [
    'below an icon that is there instead',
    '<p style="font-size: 0">Tea<svg width="20" height="20"></svg></p>',
  ],
  [
    'of which there is an image, like one without a size, one that is not there yet, and one in place of another',
    `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'></svg>" width="9" height="9" alt="Tea"><img id="b" src="data:," onerror="setTimeout(() => (b.src = a.src), 300)" width="9" height="9" alt="Hot"><script>a = document.querySelector('img')</script>`,
    [sees(css('img[alt=Tea]')), sees(css('img[alt=Hot]'))],
  ],
  [
    'in place of which there are images, a border or a field',
    `<style>p, input { width: 40px; height: 40px } .missing { background: url(/missing.png) }</style><p id="a" style="background: url(data:image/svg+xml,)"></p><p id="b" class="missing" style="border: 1px solid"></p><p id="c" class="missing" style="background-color: red"></p><input id="d" class="missing" style="border: 0">`,
    ['#a', '#b', '#c', '#d'].map((id) => sees(css(id))),
  ],
  ['of a muted color', '<p style="color: #eee">Tea</p>'],
  ['behind a slight blur', '<div style="filter: blur(2px)"><p>Tea</p></div>'],
  ['a part of which can be seen', '<p><span style="opacity: 0">Hot</span> Tea</p>'],
];

it('a text passes without a warning', async () => {
  const { warnings } = await expectPassed(seen.map(([what, html, steps = readsTea]) => [what, html, steps]));
  expect(warnings).toBeUndefined();
});
