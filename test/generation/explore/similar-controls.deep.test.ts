import { expect, it } from 'vitest';
import { aPlan, runPlan, sharedTestRunner } from '../../support/test-runner.ts';
import { openExplorer, startApp, stepsOf } from './explorer.ts';

const { exploreApp } = openExplorer();
const teas = ['Green tea', 'Black tea', 'White tea', 'Mint tea', 'Rose tea'];

it('does with the other entries of a list what was done with one, and removes none of them', async () => {
  const entries = teas.map((tea) => `<li>${tea} <b>0</b> <button>Vote for ${tea}</button></li>`);
  await using app = await startApp({
    '/': `<main><h1>Teas</h1><ul>${entries.join('')}<li>Old tea <b>0</b> <button>Delete Old tea</button></li></ul></main>
      <script>
        document.querySelectorAll('li').forEach((item) => item.lastElementChild.onclick = () => {
          fetch('/used?' + item.lastElementChild.textContent);
          item.children[0].textContent++;
        });
      </script>`,
  });
  const { cases } = await exploreApp(app.url);
  const used = new Set(app.requests.map(({ url }) => decodeURIComponent(url)));
  expect([...used].filter((url) => url.startsWith('/used')).sort()).toEqual(
    teas.map((tea) => `/used?Vote for ${tea}`).sort(),
  );
  const again = cases.find(({ description }) => description?.includes('places like it'));
  expect(again?.description).toBe(
    'Clicking "Vote for Black tea" on the page "Teas" and in 3 places like it works',
  );
  const steps = stepsOf(again === undefined ? [] : [again]);
  expect(steps.filter((step) => step.includes('Vote for')).length).toBeGreaterThanOrEqual(4);
  const outcomes = await runPlan(await sharedTestRunner(), aPlan(app.url, cases));
  expect(outcomes.map(({ status }) => status)).toEqual(cases.map(() => 'PASSED'));
});

it('sends on pages of a kind the form that was sent on one', async () => {
  await using app = await startApp({
    '/': `<main><h1>Teas</h1><ul>${teas.map((tea, id) => `<li><a href="/teas/${id}">${tea}</a></li>`).join('')}</ul></main>`,
    ...Object.fromEntries(
      teas.map((tea, id) => [
        `/teas/${id}`,
        `<main><h1>${tea}</h1><form action="/basket"><input type="hidden" name="tea" value="${id}"><label>Cups <input type="number" name="cups" value="1" required></label><button>Add</button></form></main>`,
      ]),
    ),
    '/basket': '<main><h1>Basket</h1><p>Added</p></main>',
  });
  const { cases } = await exploreApp(app.url);
  const ordered = new Set(app.requests.flatMap(({ url }) => url.match(/^\/basket\?tea=\d/) ?? []));
  expect([...ordered].sort()).toEqual(['/basket?tea=0', '/basket?tea=1']);
  const outcomes = await runPlan(await sharedTestRunner(), aPlan(app.url, cases));
  expect(outcomes.map(({ status }) => status)).toEqual(cases.map(() => 'PASSED'));
});

it('asserts texts as they are compared: blocks in a row, and capitals that only the style sheet shows', async () => {
  const rows = [
    ['Tea', 'hot'],
    ['Cake', 'sweet'],
  ];
  await using app = await startApp({
    '/': `<style>td div { text-transform: uppercase }</style><main><h1>Menu</h1><table><tr><th>Dish</th></tr>
      ${rows.map(([dish, about]) => `<tr><td><div>${dish}</div><div>${about}</div></td></tr>`).join('')}</table></main>`,
  });
  const { cases } = await exploreApp(app.url);
  const steps = stepsOf(cases).join('\n');
  expect(steps).toContain('Teahot');
  expect(steps).toContain('Cakesweet');
  const outcomes = await runPlan(await sharedTestRunner(), aPlan(app.url, cases));
  expect(outcomes.map(({ status }) => status)).toEqual(cases.map(() => 'PASSED'));
});
