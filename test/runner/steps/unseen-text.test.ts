import { expect, it } from 'vitest';
import { openStage } from './stage.ts';
import { forScreenReaders, readsTea } from './unseen.ts';

const { expectPassed } = openStage();

const unseen: readonly (readonly [why: string, html: string])[] = [
  ['it is transparent', '<p style="opacity: 0">Tea</p>'],
  ['its font has no size', '<p style="font-size: 0; height: 20px">Tea</p>'],
  ['its color is transparent', '<p style="color: transparent">Tea</p>'],
  ['its color is that of the background', '<p style="color: #fcfdfe">Tea</p>'],
  ['it is blurred', '<div style="filter: blur(12px)"><p>Tea</p></div>'],
  ['it is clipped', '<p style="clip-path: inset(100%)">Tea</p>'],
  ['outside the page', '<p style="transform: translateX(-3000px)">Tea</p>'],
];

it('a text that nobody can see passes with a warning', async () => {
  const { warnings } = await expectPassed(unseen.map(([why, html]) => [why, html, readsTea]));
  expect(warnings).toEqual(
    unseen.map(([why]) => expect.stringMatching(`Nobody can see the text of .*${why}`)),
  );
});

const seen: readonly (readonly [what: string, html: string])[] = [
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
  ['of a muted color', '<p style="color: #eee">Tea</p>'],
  ['behind a slight blur', '<div style="filter: blur(2px)"><p>Tea</p></div>'],
  ['a part of which can be seen', '<p><span style="opacity: 0">Hot</span> Tea</p>'],
];

it('a text passes without a warning', async () => {
  const { warnings } = await expectPassed(seen.map(([what, html]) => [what, html, readsTea]));
  expect(warnings).toBeUndefined();
});
