import { expect, it } from 'vitest';
import { aCase, seesCss } from '../support/cases.ts';
import { startPages } from '../support/pages.ts';
import { aPlan, openTestRunner, playFirst } from '../support/play.ts';

it('the steps of an attempt are the last 300', async () => {
  await using pages = await startPages();
  await using runner = await openTestRunner();
  const elements = Array.from({ length: 310 }, () => seesCss('h1'));
  const testCase = aCase({ entryPointUrlPath: pages.add('<h1>Cart</h1>'), elements });
  const { steps } = await playFirst(runner, aPlan(pages.url, [testCase]));
  expect(steps).toHaveLength(300);
  expect(steps?.at(-1)).toMatchObject({ elementIndex: 309 });
});
