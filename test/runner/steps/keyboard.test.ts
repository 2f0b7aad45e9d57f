import { describe, expect, it } from 'vitest';
import { hangForever } from '../../support/pages.ts';
import { clicks, containsText, css, pattern } from '../../support/steps.ts';
import { acts, openStage } from './stage.ts';

const stage = openStage();

/** The field has the focus: steps begin with 2. */
const runOn: typeof stage.runOn = (html, elements, overrides) =>
  stage.runOn(html, [clicks(css('input')), ...elements], overrides);
const failOn: typeof stage.failOn = (html, elements, overrides) =>
  stage.failOn(html, [clicks(css('input')), ...elements], overrides);

/** Writes down the keys, and the time in ms between the first two. */
const page = `<input><p></p><output></output><script>
  const times = [];
  document.querySelector('input').addEventListener('keydown', (event) => {
    times.push(event.timeStamp);
    document.querySelector('p').append(event.key, ' ');
    if (times.length === 2) document.querySelector('output').append(Math.round(times[1] - times[0]));
  });
</script>`;

const input = css('input');

describe.concurrent('TYPE_TEXT', () => {
  it.each([
    ['into the element', [input]],
    ['into what has the focus', []],
  ])('types %s, character by character', async (_, selectors) => {
    const outcome = await runOn(
      page,
      [
        acts({ action: 'TYPE_TEXT', calledWith: { text: 'a$NAME' } }, ...selectors),
        containsText('a b c', css('p')),
      ],
      { variables: { NAME: ['bc'] } },
    );
    expect(outcome.errorMessage).toBeNull();
  });

  it.each([
    ['into the element', [input]],
    ['into what has the focus', []],
  ])('keeps to the delay %s', async (_, selectors) => {
    const typing = acts({ action: 'TYPE_TEXT', calledWith: { text: 'ab', delay: 200 } }, ...selectors);
    const outcome = await runOn(page, [
      typing,
      containsText(pattern('^(199|[2-9]\\d\\d|\\d{4,})$'), css('output')),
    ]);
    expect(outcome.errorMessage).toBeNull();
  });

  it.each([
    ['into the element', [input], /^TimeoutError: locator\.pressSequentially: Timeout \d+ms exceeded\./m],
    [
      'into what has the focus',
      [],
      /^TimeoutError: keyboard\.type: Timeout \d+ms exceeded\.\nCall log:\n {2}- typed \d+ of 5000 characters$/m,
    ],
  ])('fails when the time is over before the text %s', async (_, selectors, message) => {
    const text = 'x'.repeat(5000);
    const typing = acts({ action: 'TYPE_TEXT', calledWith: { text, delay: 100 } }, ...selectors);
    const outcome = await failOn(page, [typing]);
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 2 } });
    expect(outcome.errorMessage).toMatch(message);
  });

  it('times out on a page that hangs', async () => {
    const html = `<input onkeydown="${hangForever}">`;
    const typing = acts({ action: 'TYPE_TEXT', calledWith: { text: 'ab' } });
    const saying = /^TimeoutError: The step did not end within \d+ ms\.$/m;
    const outcome = await failOn(html, [typing], { saying });
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 2 } });
    expect(outcome.errorMessage).toMatch(saying);
  });
});

describe.concurrent('KEY_PRESS', () => {
  it.each([
    ['on the element', [input]],
    ['on what has the focus', []],
  ])('presses the key %s', async (_, selectors) => {
    const outcome = await runOn(
      page,
      [
        acts({ action: 'KEY_PRESS', calledWith: 'Shift+$KEY' }, ...selectors),
        containsText('Shift Enter', css('p')),
      ],
      { variables: { KEY: ['Enter'] } },
    );
    expect(outcome.errorMessage).toBeNull();
  });

  it.each([
    ['the element', [input], 'locator.press: Unknown key: "Entr"'],
    ['what has the focus', [], 'keyboard.press: Unknown key: "Entr"'],
  ])('fails with an unknown key on %s', async (_, selectors, message) => {
    const outcome = await failOn(page, [acts({ action: 'KEY_PRESS', calledWith: 'Entr' }, ...selectors)]);
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 2 } });
    expect(outcome.errorMessage).toContain(message);
  });

  it('warns if the element is disabled, so that nothing takes the key', async () => {
    const button = '<input><fieldset disabled><button>Pay</button></fieldset>';
    const outcome = await runOn(button, [acts({ action: 'KEY_PRESS', calledWith: 'Enter' }, css('button'))]);
    expect(outcome).toMatchObject({
      status: 'PASSED',
      warnings: expect.arrayContaining([
        expect.stringContaining('The key was not pressed in the element "button": it is disabled.'),
      ]),
    });
  });

  it('fails if the element never appears', async () => {
    const outcome = await failOn(page, [acts({ action: 'KEY_PRESS', calledWith: 'a' }, css('textarea'))]);
    expect(outcome.errorMessage).toMatch(
      /^TimeoutError: locator\.press: Timeout \d+ms exceeded\.\nCall log:/m,
    );
  });
});

/** A page whose root has no height. */
const flat = `<style>div { position: fixed }</style><div>Hi</div><script>
  document.addEventListener('keydown', ({ key }) => document.querySelector('div').append(key));
</script>`;

it.each([css('body'), css('html')])('keys on the root of a page need no height: %o', async (root) => {
  const outcome = await stage.runOn(flat, [
    acts({ action: 'KEY_PRESS', calledWith: 'b' }, root),
    acts({ action: 'TYPE_TEXT', calledWith: { text: 'cd' } }, root),
    containsText('Hibcd', css('div')),
  ]);
  expect(outcome.errorMessage).toBeNull();
});
