import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRunner } from '../../src/runner/open-runner.ts';
import type { Runner } from '../../src/runner/runner.ts';
import { fillIn, runVariables } from '../../src/runner/variables.ts';
import { aCase, goTo } from '../support/cases.ts';
import { type Pages, startPages } from '../support/pages.ts';
import { aPlan, chromiumPath, passed, play, playFirst } from '../support/play.ts';
import { by, containsText, css, entersText, pattern, sees } from '../support/steps.ts';

describe('the variables of a run', () => {
  const shop = 'http://shop.example/app';

  it('hold the execution URL and random values that differ from run to run', () => {
    const [one, other] = [runVariables({}, shop), runVariables({}, shop)];
    expect(one.get('OCTO_URL')).toBe(shop);
    expect(one.get('OCTO_STABLE_UUID')).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(one.get('OCTO_STABLE_UUID_SHORT')).toBe(one.get('OCTO_STABLE_UUID')?.slice(0, 8));
    expect(one.get('OCTO_STABLE_RANDOM_CHARACTERS')).toMatch(/^[a-z]{8}$/);
    for (const name of ['OCTO_STABLE_UUID', 'OCTO_STABLE_UUID_SHORT', 'OCTO_STABLE_RANDOM_CHARACTERS']) {
      expect(one.get(name)).not.toBe(other.get(name));
    }
  });

  it('hold one of the values given for a name', () => {
    const picks = Array.from({ length: 200 }, () =>
      runVariables({ COLOR: ['red', 'blue'] }, shop).get('COLOR'),
    );
    expect(new Set(picks)).toEqual(new Set(['red', 'blue']));
  });
});

describe('filling in', () => {
  const variables = runVariables(
    { NAME: ['Ann'], PRICE: ['5.00+'], SELF: ['$NAME $& $1'], _x1: ['low'] },
    '/',
  );

  it.each([
    ['Hello $NAME!', 'Hello Ann!'],
    ['$NAME$NAME-$_x1', 'AnnAnn-low'],
    ['$5, 10 $, US$, $', '$5, 10 $, US$, $'],
    ['$SELF', '$NAME $& $1'],
    [pattern('^$NAME$'), pattern('^Ann$')],
    [pattern('\\w $NAME'), pattern('\\w Ann')],
    [pattern('^$PRICE$'), pattern('^5\\.00\\+$')],
  ])('makes of "%s" "%s"', (text, filled) => {
    expect(fillIn(text, variables)).toBe(filled);
  });

  it.each([
    ['$MISSING', '$MISSING'],
    ['$NAMES', '$NAMES'],
    ['$name', '$name'],
    [pattern('^$MISSING$'), '$MISSING'],
    // A variable of another kind, set while a case runs: it is not $NAME after a dollar sign.
    ['$$NAME', '$$NAME'],
  ])('refuses "%s", and says which names there are', (text, name) => {
    expect(() => fillIn(text, variables)).toThrow(`The variable ${name} is not defined.`);
    expect(() => fillIn(text, variables)).toThrow('$OCTO_STABLE_RANDOM_CHARACTERS, $NAME, $PRICE');
  });
});

describe.concurrent('variables in a case', () => {
  let runner: Runner;
  let pages: Pages;
  beforeAll(async () => {
    [runner, pages] = await Promise.all([chromiumPath().then((path) => openRunner(path)), startPages()]);
  });
  afterAll(() => Promise.all([runner, pages].map((each) => each?.[Symbol.asyncDispose]())));

  const form = `<input placeholder="Ann's name" oninput="document.querySelector('p').textContent = this.value"><p></p>`;

  it('stand in addresses, texts, selectors, their options and expectations', async () => {
    pages.add(form, '/people/ann');
    const testCase = aCase({
      entryPointUrlPath: '/people/$ID',
      elements: [
        entersText('$NAME for $5 at $OCTO_URL', by('PLACEHOLDER', "$NAME's name")),
        containsText(`$NAME for $5 at ${pages.url}`, css('p')),
        sees(css('p'), by('FILTER', '', { hasText: '$NAME for', hasNotText: 'no $NAME' })),
        goTo('$OCTO_URL/people/$ID'),
        sees(by('ROLE', 'textbox', { name: "$NAME's name" })),
      ],
    });
    const variables = { NAME: ['Ann'], ID: ['ann'] };
    expect(await playFirst(runner, aPlan(pages.url, [testCase], { variables }))).toEqual(passed(testCase.id));
  });

  it('have the same predefined values in all cases of a run', async () => {
    const path = pages.add(form);
    const value = (name: string) => aCase({ elements: [goTo(path), goTo(`/seen-by-two/$${name}`)] });
    const names = ['OCTO_STABLE_UUID', 'OCTO_STABLE_UUID_SHORT', 'OCTO_STABLE_RANDOM_CHARACTERS'];
    await play(runner, aPlan(pages.url, [...names, ...names].map(value)));
    const seen = pages.requests.map(({ url }) => url).filter((url) => url.startsWith('/seen-by-two/'));
    expect(seen).toHaveLength(6);
    expect(new Set(seen).size).toBe(3);
  });

  it.each([
    ['a text', { elements: [entersText('$MISSING', css('input'))] }, 0],
    ['a selector', { elements: [sees(by('TEXT', '$MISSING'))] }, 0],
    ['an option', { elements: [sees(by('ROLE', 'button', { name: '$MISSING' }))] }, 0],
    ['an entry point', { entryPointUrlPath: '/$MISSING' }, undefined],
  ])('that nobody has defined fail the case by their name, in %s', async (_, parts, elementIndex) => {
    const testCase = aCase({ entryPointUrlPath: pages.add(form), ...parts });
    const outcome = await playFirst(runner, aPlan(pages.url, [testCase]));
    expect(outcome.status).toBe('FAILED');
    expect(outcome.errorMessage).toContain('The variable $MISSING is not defined.');
    expect(outcome.failedStep?.elementIndex).toBe(elementIndex);
  });
});
