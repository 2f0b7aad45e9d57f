import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Contexts, type StorageState } from '../../src/runner/browser/contexts.ts';
import { closeLocal, type LocalBrowser, launchBrowser } from '../../src/runner/browser/launch.ts';
import { pollOptions } from '../support/poll-options.ts';
import { aPlan, testMachine } from '../support/test-runner.ts';

let local: LocalBrowser;
let browser: Browser;
beforeAll(async () => {
  local = await launchBrowser('CHROMIUM', await testMachine());
  browser = local.browser;
});
afterAll(async () => {
  if (local !== undefined) await closeLocal(local);
});

const plan = aPlan('http://127.0.0.1:9', []);
const withStorage: StorageState = {
  cookies: [],
  origins: [{ origin: 'http://127.0.0.1:9', localStorage: [{ name: 'a', value: 'b' }] }],
};

async function contextsOpen(count: number): Promise<void> {
  await vi.waitFor(() => expect(browser.contexts()).toHaveLength(count), pollOptions);
}

describe('a context that is opened ahead', () => {
  it('is used by the next case', async () => {
    const contexts = new Contexts(plan);
    const first = await contexts.open(browser, undefined);
    contexts.prepare(browser);
    await contextsOpen(2);
    const spare = browser.contexts().find((each) => each !== first.context);
    const second = await contexts.open(browser, undefined);
    expect(second.context).toBe(spare);
    await Promise.all([first, second].map(({ context }) => context.close()));
    contexts.close();
    await contextsOpen(0);
  });

  it('is at most one per used context if cases do not use it', async () => {
    const contexts = new Contexts(plan);
    for (let round = 0; round < 4; round += 1) {
      const { context } = await contexts.open(browser, withStorage);
      contexts.prepare(browser);
      await context.close();
    }
    await contextsOpen(1);
    contexts.close();
    await contextsOpen(0);
  });

  it('is closed with the run, also when it is just being opened', async () => {
    const contexts = new Contexts(plan);
    const { context } = await contexts.open(browser, undefined);
    contexts.prepare(browser);
    contexts.close();
    contexts.prepare(browser);
    await context.close();
    // Whatever was begun before this one is there when it is.
    await (await browser.newContext()).close();
    await contextsOpen(0);
  });
});
