import { describe, expect, it } from 'vitest';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import type { ExchangeSelector } from '../../../src/contract/exchange/selector.ts';
import { by, containsText, css } from '../../support/steps.ts';
import { openStage } from './stage.ts';

const stage = openStage();
const notVisible = (...selectors: ExchangeSelector[]): ExchangeElement => ({
  selectors,
  assertion: { expectation: 'NOT_VISIBLE' },
});

/** As the usual classes hide a text from everybody but screen readers. */
const hidden = 'position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip:rect(0,0,0,0)';
const announcer = `<p role="alert" style="${hidden}">Tea, Shop</p>`;
const alert = by('ROLE', 'alert');
const tea = by('TEXT', 'Tea');

const unseen: Readonly<Record<string, readonly [html: string, selector: ExchangeSelector]>> = {
  'a route announcer': [`<h1>Shop</h1>${announcer}`, alert],
  'its text': [`<h1>Shop</h1>${announcer}`, tea],
  'a route announcer in a shadow root': [
    `<h1>Shop</h1><next-announcer style="position:absolute"><template shadowrootmode="open">${announcer}</template></next-announcer>`,
    alert,
  ],
  'what a path clips': ['<h1>Shop</h1><p role="alert" style="clip-path:inset(50%)">Tea</p>', alert],
  'a part of what is clipped': [`<h1>Shop</h1><div style="${hidden}"><p>All <b>Tea</b></p></div>`, css('b')],
  'the answer of a closed question': [
    '<h2>Which?</h2><div style="height:0;overflow:hidden"><p>Tea</p></div>',
    css('p'),
  ],
  'a closed drawer': [
    '<h1>Shop</h1><nav style="position:fixed;left:0;width:200px;transform:translateX(-110%)"><a href="/">Tea</a></nav>',
    by('ROLE', 'link'),
  ],
  'a closed drawer on the right': [
    '<h1>Shop</h1><nav style="position:fixed;right:-300px;width:200px"><a href="/">Tea</a></nav>',
    by('ROLE', 'link'),
  ],
  'a drawer that closes': [
    '<h1>Shop</h1><nav style="position:absolute;left:0;top:0;width:200px;transition:translate .4s"><a href="/">Tea</a></nav><script>setTimeout(() => { document.querySelector("nav").style.translate = "-250px" }, 100)</script>',
    tea,
  ],
  'a closed drawer of a page that fades in slowly, with colors that change again and again': [
    `<h1>Shop</h1><nav style="position:fixed;left:0;width:200px;transform:translateX(-110%)"><a href="/">Tea</a></nav><script>
      const flash = () => document.body.animate({ backgroundColor: ['white', 'pink'] }, 300).finished.then(flash);
      flash();
      document.body.animate({ opacity: [0.5, 1] }, 60_000).currentTime = 55_500;
      setInterval(() => document.documentElement.animate({ boxShadow: ['none', '0 0 9px red'] }, 4000), 100);
    </script>`,
    by('ROLE', 'link'),
  ],
  'a link that comes into the page with the focus': [
    '<a href="/" style="position:absolute;top:-60px">Tea</a><h1>Shop</h1>',
    tea,
  ],
  'an announcer beside an alert that goes away': [
    `<h1>Shop</h1>${announcer}<p role="alert">Saved</p><script>setTimeout(() => document.querySelector('h1 ~ p:last-of-type').remove(), 300)</script>`,
    alert,
  ],
};

const seen: Readonly<Record<string, readonly [html: string, selector: ExchangeSelector]>> = {
  'an alert beside an announcer': [`<h1>Shop</h1>${announcer}<p role="alert">Not saved</p>`, alert],
  'the text of an icon': [
    `<h1>Shop</h1><button><svg width="9" height="9"><rect width="9" height="9"/></svg><span style="${hidden}">Tea</span></button>`,
    tea,
  ],
  'the text of a spinner': [
    `<h1>Shop</h1><div role="status" style="width:20px;height:20px;border:2px solid"><span style="${hidden}">Tea</span></div>`,
    tea,
  ],
  'what is below the visible part': ['<h1 style="margin-top:3000px">Tea</h1>', tea],
  'what was scrolled past': [
    '<h1>Tea</h1><p style="height:3000px">Shop</p><script>scrollTo(0, 2000)</script>',
    tea,
  ],
  'what was scrolled past in a list': [
    '<h1>Shop</h1><div style="position:fixed;top:0;height:90px;overflow:auto"><p>Tea</p><p style="height:900px">Milk</p></div><script>document.querySelector("div").scrollTop = 500</script>',
    tea,
  ],
  'a message that slides in': [
    '<h1>Shop</h1><style>@keyframes in { 0%, 99% { translate: 110% } 100% { translate: 0 } }</style><p style="position:fixed;right:0;top:0;animation:in 4.5s">Tea</p>',
    tea,
  ],
  'what is on the left of a page that is read from right to left': [
    '<script>document.documentElement.dir = "rtl"</script><h1>Shop</h1><p dir="ltr" style="position:absolute;left:-600px;width:200px">Tea</p>',
    tea,
  ],
  'the first message of a chat': [
    '<h1>Shop</h1><div style="position:absolute;top:0;height:90px;overflow:auto;display:flex;flex-direction:column-reverse"><p>Milk</p><p style="flex:none;height:900px"></p><p>Tea</p></div>',
    tea,
  ],
  'the text of an icon that is moved away': [
    '<h1>Shop</h1><button style="width:30px;height:30px"><svg width="9" height="9"><rect width="9" height="9"/></svg><span style="position:absolute;left:-9999px">Tea</span></button>',
    by('ROLE', 'button'),
  ],
  'an item that has the text, but no name': ['<ul><li>Tea</ul>', by('ROLE', 'listitem', { name: 'Tea' })],
  'a line': ['<h1>Shop</h1><hr style="border:0;height:1px;background:red">', css('hr')],
  'a field that its label draws': [
    `<label><input type="checkbox" style="${hidden}"> Tea</label>`,
    by('ROLE', 'checkbox'),
  ],
  'a menu in front of the box that it is in': [
    '<h1>Shop</h1><div style="height:0;overflow:hidden"><p style="position:absolute">Tea</p></div>',
    tea,
  ],
  'a page in a body without height': [
    '<style>body { height: 0; overflow: hidden } h1 { position: fixed }</style><h1>Tea</h1>',
    tea,
  ],
};

const saved = `<h1>Shop</h1>${announcer}<p role="alert">Saved</p>`;

describe.concurrent('an assertion about an alert means the one that a person sees', () => {
  it('beside an announcer', async () => {
    const outcome = await stage.expectPassed([
      ['VISIBLE', saved, [{ selectors: [alert], assertion: { expectation: 'VISIBLE' } }]],
      ['TO_CONTAIN_TEXT', saved, [containsText('Save', alert)]],
      [
        'TO_HAVE_COUNT',
        `<h1>Shop</h1>${announcer}`,
        [{ selectors: [alert], assertion: { expectation: 'TO_HAVE_COUNT', calledWith: 0 } }],
      ],
    ]);
    expect(outcome.warnings ?? []).toEqual([]);
  });

  it.each([
    ['two that are seen', `${saved}<p role="alert">Sent</p>`, 'Saved', '3 elements match'],
    ['another text', saved, 'Sent', 'Saved'],
  ])('but not in spite of %s', async (_, html, text, says) => {
    const { errorMessage } = await stage.failOn(html, [containsText(text, alert)]);
    expect(errorMessage).toContain(says);
  });
});

describe.concurrent('NOT_VISIBLE', () => {
  it('is met by what only a screen reader has', async () => {
    const rows = Object.entries(unseen);
    const outcome = await stage.expectPassed(
      rows.map(([what, [html, selector]]) => [what, html, [notVisible(selector)]]),
    );
    expect(outcome.warnings ?? []).toEqual([]);
  });

  it.each(Object.entries(seen))('is not met by %s', async (_, [html, selector]) => {
    const { errorMessage } = await stage.failOn(html, [notVisible(selector)], { saying: /Expected: 0/ });
    expect(errorMessage).toContain('Expected: 0');
  });
});
