import { describe, expect, it } from 'vitest';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import type { Interaction } from '../../../src/contract/exchange/interaction.ts';
import { clicks, containsText, css, pattern } from '../../support/steps.ts';
import { acts, openStage } from './stage.ts';

const { expectPassed, failOn, runOn } = openStage();

describe.concurrent('HOVER', () => {
  it('moves the mouse over the element', async () => {
    const html = `<p onmouseenter="this.textContent = 'Over'">Hover</p>`;
    const outcome = await runOn(html, [acts({ action: 'HOVER' }, css('p')), containsText('Over', css('p'))]);
    expect(outcome.errorMessage).toBeNull();
  });

  it('keeps a menu open that closes when the page scrolls, until the next step has clicked it', async () => {
    const html = `<style>@keyframes open { from { opacity: 0; pointer-events: none } to { pointer-events: none } }
      #menu { animation: open .6s; width: 100px }</style><p style="height: 90vh"></p>
      <p id="more" style="width: 100px">More</p><div id="menu" hidden>Copy</div><p style="height: 200vh"></p>
      <script>
        more.onmouseenter = () => setTimeout(() => { menu.hidden = false; }, 150);
        onscroll = () => { menu.hidden = true; };
        menu.onclick = () => { more.textContent = 'Copied'; };
      </script>`;
    const steps = [
      acts({ action: 'HOVER' }, css('#more')),
      clicks(css('#menu')),
      containsText('Copied', css('#more')),
    ];
    expect(await runOn(html, steps)).toMatchObject({ status: 'PASSED', errorMessage: null });
  });

  it('fails if something covers the element, and says what', async () => {
    const html = `<p>Hover</p><div class="cover" style="position:fixed;inset:0"></div>`;
    const outcome = await failOn(html, [acts({ action: 'HOVER', calledWith: null }, css('p'))], {
      saying: /intercepts pointer events/,
    });
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.errorMessage).toMatch(
      /^TimeoutError: locator\.hover: Timeout \d+ms exceeded\.\nCall log:/m,
    );
    expect(outcome.errorMessage).toContain('<div class="cover"></div> intercepts pointer events');
  });
});

type Options = Extract<Interaction, { action: 'DRAG_AND_DROP' }>['calledWith']['options'];

function drags(options?: Options, target = '#target'): ExchangeElement {
  const calledWith = { selectors: [css(target)], ...(options === undefined ? {} : { options }) };
  return acts({ action: 'DRAG_AND_DROP', calledWith }, css('#source'));
}

/** Before that, a busy browser may still wait for the source. */
const waitsForNowhere = /locator\('#nowhere'\)/;

/** Tells where the drop came, in pixels from the target's corner. */
const native = `<style>div { width: 100px; height: 60px; margin: 10px }</style>
  <div id="source" draggable="true">Drag</div>
  <div id="target" ondragover="event.preventDefault()"
    ondrop="p.textContent = event.offsetX + ' ' + event.offsetY">Drop</div><p id="p"></p>`;

/** Follows the mouse, as libraries do that know nothing of the browser's own dragging; few moves are not enough. */
const followed = `<style>div { width: 100px; height: 60px; margin: 10px; user-select: none }</style>
  <div id="source">Drag</div><div id="target" style="margin-top: 2000px">Drop</div><p id="p"></p><output id="ups"></output>
  <script>
    let moves = -1;
    source.onmousedown = () => { moves = 0; };
    document.onmousemove = () => { if (moves >= 0) moves += 1; };
    document.onmouseup = (event) => {
      ups.append('up ');
      if (moves > 10 && event.target === target) p.textContent = event.offsetX + ' ' + event.offsetY;
    };
  </script>`;

/** Compares two moves after the one that starts the drag, as libraries for lists do. */
const sorted = `<style>div { width: 100px; height: 60px; margin: 10px; user-select: none }</style>
  <div id="source">Drag</div><div id="target">Drop</div><p id="p"></p>
  <script>
    let [isDown, over] = [false, []];
    onpointerdown = () => { isDown = true; };
    onpointermove = (event) => { if (isDown) over.push(event.target); };
    onpointerup = () => { if (over.length > 2 && over.at(-2) === target) p.textContent = 'Dropped'; };
  </script>`;

/** Ignores the mouse over an item that is still making room. */
const makingRoom = `<style>li { height: 40px; width: 200px } @keyframes room { from { translate: 0 -40px } }</style>
  <ul><li>One</li><li id="target">Two</li><li id="source" draggable="true">Three</li></ul>
  <script>
    const [list] = document.getElementsByTagName('ul');
    let isMoving = false;
    list.ondragover = (event) => {
      event.preventDefault();
      if (isMoving || event.target === source || event.target.tagName !== 'LI') return;
      event.target.before(source);
      isMoving = true;
      event.target.style.animation = 'room .3s';
      event.target.onanimationend = () => { isMoving = false; };
    };
  </script>`;

describe.concurrent('DRAG_AND_DROP', () => {
  it('drops the element where a list has made room', async () => {
    const html = makingRoom.replace(
      '<li>One</li><li id="target">Two</li>',
      '<li id="target">One</li><li>Two</li>',
    );
    const steps = [drags(), containsText(pattern('^\\s*Three\\s*One\\s*Two\\s*$'), css('ul'))];
    const { errorMessage } = await runOn(html, steps);
    expect(errorMessage).toBeNull();
  });

  it('moves the mouse to the target in steps', async () => {
    const { errorMessage } = await runOn(sorted, [drags(), containsText('Dropped', css('#p'))]);
    expect(errorMessage).toBeNull();
  });

  it('drops on the middle of the target, or on a place there', async () => {
    const drops: readonly (readonly [what: string, html: string, options: Options, place: string])[] = [
      ['the middle of the target', native, undefined, '50 30'],
      ['a place on the target', native, { targetPosition: { x: 7, y: 9 } }, '7 9'],
      ['the middle, with a mouse that moves in steps', followed, { angularWorkaround: true }, '50 30'],
      [
        'a place, with a mouse that moves in steps',
        followed,
        { angularWorkaround: true, targetPosition: { x: 7, y: 9 } },
        '7 9',
      ],
    ];
    await expectPassed(
      drops.map(([what, html, options, place]) => [
        what,
        html,
        [drags(options), containsText(pattern(`^${place}$`), css('#p'))],
      ]),
    );
  });

  it('fails if the drop target does not exist', async () => {
    const outcome = await failOn(native, [drags(undefined, '#nowhere')], { saying: waitsForNowhere });
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.errorMessage).toMatch(
      /^TimeoutError: locator\.dragTo: Timeout \d+ms exceeded\.\nCall log:/m,
    );
    expect(outcome.errorMessage).toMatch(waitsForNowhere);
    expect(outcome.errorMessage).toContain('the element "#nowhere" is not on the page');
  });

  it('releases the mouse button if a drag in steps fails', async () => {
    const failing = { ...drags({ angularWorkaround: true }, '#nowhere'), ignoreFailure: true };
    const steps = [failing, containsText(pattern('^up $'), css('#ups'))];
    const outcome = await runOn(followed, steps, { timeoutPerStepMs: 5000 });
    expect(outcome.errorMessage).toBeNull();
  });

  it('names a missing target of a drag in steps', async () => {
    const outcome = await failOn(followed, [drags({ angularWorkaround: true }, '#nowhere')], {
      saying: waitsForNowhere,
    });
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.errorMessage).toMatch(
      /^TimeoutError: locator\.scrollIntoViewIfNeeded: Timeout \d+ms exceeded\./m,
    );
    expect(outcome.errorMessage).toMatch(waitsForNowhere);
  });
});
