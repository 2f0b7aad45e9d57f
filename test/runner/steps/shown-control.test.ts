import { describe, expect, it } from 'vitest';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import { by, clicks, containsText, css } from '../../support/steps.ts';
import { openStage } from './stage.ts';

const { expectPassed, failOn, messagesOf } = openStage();

const tea = by('ROLE', 'checkbox', { name: 'Tea' });
const checked: ExchangeElement = { selectors: [tea], assertion: { expectation: 'TO_BE_CHECKED' } };
const input = (style: string) => `<input type="checkbox" style="margin:0;${style}">`;
const box = '<i style="display:inline-block;width:16px;height:16px;border:1px solid"></i>';
const noSize = 'position:absolute;width:0;height:0;opacity:0';
const pixel = 'position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)';

/** As component libraries hide the control that they draw. */
const hidden: Readonly<Record<string, string>> = {
  'without size': `<label><span>${input(noSize)}${box}</span><span>Tea</span></label>`,
  'cut to a pixel': `<label>${input(pixel)}${box} Tea</label>`,
  'behind what it is drawn with': `<label>${input('position:absolute;opacity:0;pointer-events:none')}${box} Tea</label>`,
  'beside its label': `<input type="checkbox" id="tea" style="${pixel};pointer-events:none"><label for="tea">Tea</label>`,
  'outside the page': `<label>${input('position:absolute;left:-9999px')} ${box} Tea</label>`,
  'in a shadow root': `<div><template shadowrootmode="open"><label>${input(noSize)}${box} Tea</label></template></div>`,
  'in a label with a link': `<label><span>${input(noSize)}${box}</span> Tea <a href="/terms" style="padding:0 200px">terms</a></label>`,
  'behind what its label draws': `<label><span style="position:relative;display:inline-block">${input('position:absolute;inset:0;opacity:0;z-index:-1')}${box}</span><span>Tea</span></label>`,
  'in a label that comes later': `<p id="p"></p><template id="t"><label>${input(noSize)}${box} Tea</label></template><script>setTimeout(() => p.append(t.content), 300)</script>`,
};

describe.concurrent('a checkbox that a style sheet hides', () => {
  it('is checked by a click on what shows it', async () => {
    await expectPassed(Object.entries(hidden).map(([how, html]) => [how, html, [clicks(tea), checked]]));
  });

  it('is found by its label, too', async () => {
    await expectPassed([['LABEL', hidden['cut to a pixel'] ?? '', [clicks(by('LABEL', 'Tea')), checked]]]);
  });

  it.each([
    [
      'is disabled',
      `<label><input type="checkbox" disabled style="${noSize}">${box} Tea</label>`,
      'it is disabled',
    ],
    [
      'is drawn without a sign that it can be clicked',
      `<div><input type="checkbox" aria-label="Tea" style="${noSize}">${box}</div>`,
      'it is hidden',
    ],
    ['has a hidden label', `<label hidden>${input(noSize)}${box} Tea</label>`, 'it is hidden'],
    [
      'is behind another layer',
      `<label>${input(noSize)}${box} Tea</label><div style="position:fixed;inset:0"></div>`,
      'covers it',
    ],
  ])('is not checked if it %s', async (_, html, reason) => {
    const { errorMessage } = await failOn(html, [clicks(tea)], { saying: new RegExp(reason) });
    expect(errorMessage).toContain(reason);
  });

  it('is checked by a click on what is drawn in its place', async () => {
    const named = `<input type="checkbox" aria-label="Tea" id="tea" style="${noSize}">`;
    const toggles = `onclick="if (event.target !== tea) tea.checked = !tea.checked"`;
    const drawn = box.replace('style="', 'style="cursor:pointer;');
    const unlabelled = `<td><div ${toggles}>${named}${drawn}</div></td><td><button>Delete</button></td>`;
    // The page takes back what the label does.
    const beside = `<label for="tea">Tea</label> <div ${toggles.replace('event', 'event.preventDefault(), event')}>${named}${drawn}</div>`;
    const steps = [clicks(tea), checked];
    await expectPassed([
      ['in a table', `<table><tr>${unlabelled}</tr></table>`, steps],
      ['beside a label', beside, steps],
    ]);
  });

  it('is not checked if the click does nothing', async () => {
    const html = `<label onclick="event.preventDefault()">${input(noSize)}${box} Tea</label>`;
    const [message] = await messagesOf([['', html, [clicks(css('input')), checked]]]);
    expect(message).toContain('it is not checked');
  });
});

describe.concurrent('a combobox that a style sheet makes transparent', () => {
  const city = by('ROLE', 'combobox', { name: 'City' });
  const around = (style: string, attributes = '') =>
    `<div onclick="p.textContent = 'open'" style="position:relative;width:200px;height:30px">
      <div style="${style}"><input role="combobox" aria-label="City" readonly ${attributes} style="${style}"></div>
      <span style="position:absolute;inset:0">Choose a city</span></div><button>Save</button><p id="p"></p>`;

  it('is opened by a click on the box around it', async () => {
    const steps = [clicks(city), containsText('open', css('#p'))];
    await expectPassed([
      ['transparent', around('opacity:0'), steps],
      ['without pointer events', around('pointer-events:none'), steps],
    ]);
  });

  it('is opened by a click on the box around it, if that has a hidden field', async () => {
    const html = around('opacity:0').replace('<input', '<input type="hidden"><input');
    await expectPassed([['hidden field', html, [clicks(city), containsText('open', css('#p'))]]]);
  });

  it('is opened by a click on the touch target over it', async () => {
    const target = `<i onclick="p.textContent = 'open'" style="position:absolute;inset:0;cursor:pointer"></i>`;
    const html = `<div style="position:relative"><div role="combobox" aria-label="City">Vienna</div>${target}</div><p id="p"></p>`;
    await expectPassed([['touch target', html, [clicks(city), containsText('open', css('#p'))]]]);
  });

  it.each([
    ['is disabled', around('opacity:0', 'disabled'), 'it is disabled'],
    [
      'is covered by another layer',
      `${around('opacity:0')}<i style="position:fixed;inset:0"></i>`,
      'covers it',
    ],
    ['is covered by what is not transparent', around('opacity:1'), 'covers it'],
  ])('is not opened if it %s', async (_, html, reason) => {
    const { errorMessage } = await failOn(html, [clicks(city)], { saying: new RegExp(reason) });
    expect(errorMessage).toContain(reason);
  });
});
