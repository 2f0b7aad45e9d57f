import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { customer } from '../cases.ts';
import { printCounts, readTask, type Task } from '../task.ts';

/** A minimal script with the cases of `cases.ts`: the lower bound of what a browser test costs. */

const task = readTask();
const browser = await chromium.launch({ executablePath: task.chromium });
const passed: boolean[] = [];
const signedIn = signIn(browser, task);
const waiting = Array.from({ length: task.count }, (_, index) => index).values();
await Promise.all(
  Array.from({ length: task.workers }, async () => {
    for (const index of waiting) passed.push(await passes(index));
  }),
);
await browser.close();
printCounts(passed);

async function passes(index: number): Promise<boolean> {
  try {
    const needsLogin = index % 4 !== 3;
    const context = await newContext(browser, needsLogin ? await signedIn : undefined);
    try {
      await runCase(index, await context.newPage());
    } finally {
      await context.close();
    }
    return true;
  } catch {
    return false;
  }
}

async function runCase(index: number, page: Page): Promise<void> {
  switch (index % 4) {
    case 0:
      await page.goto(`${task.url}/account`);
      await page.getByRole('heading', { name: 'Your account' }).waitFor();
      return contains(page, 'p', `Signed in as ${customer.email}`);
    case 1:
      await page.goto(task.url);
      await page.getByRole('button', { name: 'Add Blue mug' }).click();
      await contains(page, '[data-testid=total]', 'Total: €9');
      await page.getByRole('button', { name: 'Pay' }).click();
      return page.getByRole('heading', { name: 'Thank you' }).waitFor();
    case 2:
      await page.goto(task.url);
      await page.getByRole('button', { name: 'Add Desk lamp' }).click();
      await contains(page, '[data-testid=cart]', 'Desk lamp');
      return contains(page, '[data-testid=total]', 'Total: €35');
    default:
      await page.goto(task.url);
      await page.getByRole('heading', { name: 'Products' }).waitFor();
      await page.getByRole('listitem').filter({ hasText: 'Desk lamp' }).filter({ hasText: '€35' }).waitFor();
  }
}

/** Waits until the only element of a selector contains a text. */
async function contains(page: Page, selector: string, text: string): Promise<void> {
  await page.locator(selector).filter({ hasText: text }).waitFor();
}

async function signIn(inBrowser: Browser, { url }: Task) {
  const context = await newContext(inBrowser);
  try {
    const page = await context.newPage();
    await page.goto(`${url}/login`);
    await page.getByLabel('E-mail').fill(customer.email);
    await page.getByLabel('Password').fill(customer.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText(`Signed in as ${customer.email}`).waitFor();
    return await context.storageState();
  } finally {
    await context.close();
  }
}

async function newContext(
  inBrowser: Browser,
  storageState?: Awaited<ReturnType<BrowserContext['storageState']>>,
): Promise<BrowserContext> {
  const context = await inBrowser.newContext({
    viewport: { width: 1920, height: 1080 },
    ...(storageState === undefined ? {} : { storageState }),
  });
  context.setDefaultTimeout(task.timeoutPerStepMs);
  return context;
}
