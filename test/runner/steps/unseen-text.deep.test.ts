import { describe, expect, it } from 'vitest';
import { openStage } from './stage.ts';
import { forScreenReaders, passedUnseen, readsTea } from './unseen.ts';

const { runOn } = openStage();

describe.concurrent('a text that nobody can see passes with a warning:', () => {
  it.each<[why: string, html: string]>([
    ['it is transparent', '<main style="opacity: 0"><section><p><b>Tea</b></p></section></main>'],
    ['it is transparent', '<p style="opacity: 0.01">Tea</p>'],
    ['it is transparent', '<div style="filter: opacity(0)"><p>Tea</p></div>'],
    ['it is transparent', '<div style="opacity: 0.2"><p style="opacity: 0.2">Tea</p></div>'],
    ['it is transparent', '<div style="filter: opacity(1%)"><p>Tea</p></div>'],
    ['its color is transparent', '<p style="color: rgb(9 9 9 / 0)">Tea</p>'],
    ['its color is transparent', '<p style="color: rgb(9 9 9 / 0.01)">Tea</p>'],
    ['its color is transparent', '<p style="color: oklch(0.2 0.1 200 / 0.01)">Tea</p>'],
    [
      'its color is that of the background',
      '<div style="background: #234"><p style="color: #234">Tea</p></div>',
    ],
    ['its color is that of the background', '<p style="background: red; color: #f00">Tea <b>time</b></p>'],
    ['its color is that of the background', '<p style="color: #fcfdfe">Tea</p>'],
    ['it is blurred', '<div style="filter: blur(12px)"><p>Tea</p></div>'],
    ['it is clipped', '<div style="clip-path: circle(0)"><p>Tea</p></div>'],
    ['it is clipped', '<p style="clip-path: polygon(0 0, 0 0, 0 0)">Tea</p>'],
    ['it is clipped', '<div style="height: 0; overflow: hidden"><p>Tea</p></div>'],
    ['outside the page', '<p style="position: absolute; top: -500px">Tea</p>'],
    ['outside the page', '<p style="position: fixed; top: 200vh">Tea</p>'],
    [
      'outside the page',
      '<div style="overflow: hidden"><p style="transform: translateX(100%)">Tea</p></div>',
    ],
    [
      'outside the page',
      '<style>body { overflow-x: hidden }</style><p style="position: absolute; left: 200vw">Tea</p>',
    ],
    [
      'another element covers it',
      '<div style="position: relative"><p>Tea</p><i style="position: absolute; inset: 0; background: white"></i></div>',
    ],
    ['its font has no size', '<p style="font-size: 1px">Tea</p>'],
    ['it has no size', '<p style="transform: scaleX(0.001)">Tea</p>'],
  ])('%s %s', async (why, html) => {
    const outcome = await runOn(html, readsTea);
    expect(outcome).toEqual(passedUnseen(why));
  });
});

describe.concurrent('a text passes without a warning', () => {
  it.each<[what: string, html: string]>([
    ['for screen readers, clipped by a path', `<p style="${forScreenReaders} clip-path: inset(50%)">Tea</p>`],
    [
      'in white over a picture behind it',
      '<img style="position: absolute; inset: 0; width: 100%; height: 300px; z-index: -1" alt=""><p style="color: white">Tea</p>',
    ],
    [
      'in white over a picture that lets clicks through',
      '<div style="position: absolute; inset: 0; height: 300px; background: #123; z-index: -1; pointer-events: none"></div><p style="color: white">Tea</p>',
    ],
    [
      'in white over a pseudo-element of its neighbor',
      '<style>section { position: relative; color: white; isolation: isolate } header::before { content: ""; position: absolute; inset: 0; background: #123; z-index: -1; pointer-events: none }</style><section><header></header><p>Tea</p></section>',
    ],
    ['in white over a shadow', '<p style="color: white; box-shadow: inset 0 0 0 50px #123">Tea</p>'],
    [
      'of a button that waits',
      '<p style="color: transparent">Tea<i style="display: inline-block; width: 9px; height: 9px; border: 2px solid red"></i></p>',
    ],
    [
      'filled with a gradient',
      '<p style="background: linear-gradient(red, blue); background-clip: text; color: transparent">Tea</p>',
    ],
    ['with an outline only', '<p style="color: transparent; -webkit-text-stroke: 1px black">Tea</p>'],
    ['with a shadow only', '<p style="color: white; text-shadow: 0 0 3px black">Tea</p>'],
    [
      'of a logo',
      '<p style="text-indent: -9999px; background: url(data:,); overflow: hidden; height: 20px">Tea</p>',
    ],
    [
      'of an icon',
      '<style>p { font-size: 0; height: 20px } p::before { content: "☕"; font-size: 20px }</style><p>Tea</p>',
    ],
    [
      'in a box that was scrolled',
      '<div id="a" style="width: 100px; overflow: auto"><div style="width: 900px"><p>Tea</p></div></div><script>a.scrollLeft = 500</script>',
    ],
    [
      'that can be scrolled to in a page that does not scroll',
      '<style>body { overflow-x: hidden }</style><div style="overflow-x: auto"><p style="width: 300vw; padding-left: 200vw">Tea</p></div>',
    ],
    [
      'of a card that is a link',
      '<div style="position: relative"><p>Tea</p><a href="#" style="position: absolute; inset: 0"></a></div>',
    ],
    ['of a light color', '<div style="opacity: 0.6"><p style="color: rgb(0 0 0 / 0.4)">Tea</p></div>'],
    ['in a round box', '<div style="overflow: hidden; border-radius: 9px"><p>Tea</p></div>'],
    ['of a muted color', '<p style="color: #eee">Tea</p>'],
    ['behind a slight blur', '<div style="filter: blur(2px)"><p>Tea</p></div>'],
    [
      'in a dialog',
      '<dialog><p>Tea</p></dialog><script>document.querySelector("dialog").showModal()</script>',
    ],
  ])('%s', async (_, html) => {
    const outcome = await runOn(html, readsTea);
    expect(outcome).toMatchObject({ status: 'PASSED', errorMessage: null });
    expect(outcome.warnings).toBeUndefined();
  });
});
