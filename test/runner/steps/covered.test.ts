import { describe, expect, it } from 'vitest';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import { by, containsText, css, sees } from '../../support/steps.ts';
import { openStage } from './stage.ts';

const { runOn, failOn } = openStage();

const layer = 'position: fixed; inset: 0; background: #222; color: white;';
const heading = '<h1>Shop</h1>';

describe.concurrent('an assertion on an element behind', () => {
  it.each<[what: string, html: string, step: ExchangeElement]>([
    ['a crash screen', `${heading}<div id="crash" style="${layer}">Sorry</div>`, sees(css('h1'))],
    [
      'a crash screen in a shadow root',
      `${heading}<div id="host"></div><script>host.attachShadow({ mode: 'open' }).innerHTML = '<div id="crash" style="${layer}">Sorry</div>'</script>`,
      sees(css('h1')),
    ],
    [
      'a crash screen of another color space',
      `${heading}<div id="crash" style="${layer} background: oklch(0.2 0.1 20)">Sorry</div>`,
      sees(css('h1')),
    ],
    [
      'a crash screen with a gradient',
      `${heading}<div id="crash" style="${layer} background: linear-gradient(#000, #222)">Sorry</div>`,
      sees(css('h1')),
    ],
    [
      'a crash screen with a panel',
      `${heading}<div id="crash" style="${layer}"><main style="background: red">Sorry</main></div>`,
      containsText('Shop', css('h1')),
    ],
    [
      'a dialog as large as the page',
      `${heading}<dialog id="crash" style="${layer} border: 0; padding: 0; max-width: none; max-height: none; width: 100vw; height: 100vh">Sorry</dialog><script>document.querySelector('dialog').showModal()</script>`,
      sees(css('h1')),
    ],
    [
      'a crash screen that lets clicks through',
      `${heading}<div id="crash" style="${layer} pointer-events: none">Sorry</div>`,
      sees(css('h1')),
    ],
    [
      'a dialog whose backdrop is opaque',
      `${heading}<style>dialog::backdrop { background: black }</style><dialog id="crash">Sorry</dialog><script>document.querySelector('dialog').showModal()</script>`,
      sees(css('h1')),
    ],
    [
      'a crash screen, in a frame',
      `<iframe srcdoc="<h1>Shop</h1>"></iframe><div id="crash" style="${layer}">Sorry</div>`,
      sees(by('FRAME', 'iframe'), css('h1')),
    ],
    [
      'a crash screen, in a frame without scripts of its own origin',
      `<iframe sandbox="allow-scripts" srcdoc="<h1>Shop</h1>"></iframe><div id="crash" style="${layer}">Sorry</div>`,
      containsText('Shop', by('FRAME', 'iframe'), css('h1')),
    ],
  ])('%s fails', async (_, html, step) => {
    const saying = /covers the whole page, so nobody can see it[\s\S]*Covered by: <d.* id="crash"/;
    const { status, errorMessage } = await failOn(html, [step], { saying });
    expect(status).toBe('FAILED');
    expect(errorMessage).toMatch(saying);
  });

  it.each<[what: string, then: string, says: string]>([
    ['another text', "textContent = 'Bookshop'", 'but its text is "Bookshop"'],
    ['no such element', 'remove()', 'but it is not on the page'],
  ])('a loading screen fails if there is %s without it', async (_, then, says) => {
    const html = `${heading}<div id="loading" style="${layer}">Loading</div><script>
      document.elementsFromPoint = (...at) => {
        setTimeout(() => {
          document.querySelector('h1').${then};
          document.querySelector('#loading')?.remove();
        });
        return Document.prototype.elementsFromPoint.apply(document, at);
      };
    </script>`;
    const step: ExchangeElement = {
      selectors: [css('h1')],
      assertion: { expectation: 'TO_HAVE_TEXT', calledWith: 'Shop' },
    };
    const { status, errorMessage } = await failOn(html, [step], { saying: new RegExp(says) });
    expect(status).toBe('FAILED');
    expect(errorMessage).toContain(says);
  });

  it('a pseudo-element as large as the page fails', async () => {
    const html = `<style>body::after { content: ''; ${layer} }</style>${heading}`;
    const saying = /Covered by: <body>::after/;
    const { errorMessage } = await failOn(html, [sees(css('h1'))], { saying });
    expect(errorMessage).toMatch(saying);
  });

  it('nothing is looked at without calling what the app has replaced', async () => {
    const html = `${heading}<p>untouched</p><b style="display: block; overflow: hidden; height: 0">Sorry</b><script>
      for (const name of ['elementsFromPoint', 'createTreeWalker', 'querySelectorAll']) {
        document[name] = (...values) => {
          document.querySelector('p').textContent = name;
          return Document.prototype[name].apply(document, values);
        };
      }
    </script>`;
    const notVisible: ExchangeElement = { selectors: [css('b')], assertion: { expectation: 'NOT_VISIBLE' } };
    const outcome = await runOn(html, [notVisible, sees(css('h1')), containsText('untouched', css('p'))]);
    expect(outcome).toMatchObject({ status: 'PASSED', errorMessage: null });
  });

  it('a modal dialog passes with a warning', async () => {
    const html = `${heading}<dialog id="sorry" style="inset: 0; width: 500px; height: 500px; margin: 0">Sorry</dialog>
      <style>h1 { width: 100px }</style><script>document.querySelector('dialog').showModal()</script>`;
    const outcome = await runOn(html, [sees(css('h1'))]);
    expect(outcome).toMatchObject({
      status: 'PASSED',
      warnings: [
        expect.stringMatching(
          /^The dialog <dialog id="sorry".*> covers the element "h1", so nobody can see it\.$/,
        ),
      ],
    });
  });
});
