import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';
import { Tabs } from '../../src/runner/tabs.ts';
import { chromiumOptions } from '../support/test-runner.ts';

it('an error about a page that has closed proposes SWITCH_PAGE only if there is another page', async () => {
  await using browser = await chromium.launch(await chromiumOptions());
  const context = await browser.newContext();
  const [first, second] = [await context.newPage(), await context.newPage()];
  const tabs = new Tabs(first);
  tabs.open(second);
  await second.close();
  expect(() => tabs.requireOpen()).toThrow('add the step SWITCH_PAGE with "previous"');
  await first.close();
  expect(() => tabs.requireOpen()).toThrow(
    'The page about:blank has closed. Check whether the app, or a person, has closed it.',
  );
});
