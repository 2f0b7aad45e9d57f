import type { Page } from 'playwright-core';
import type { Redact } from '../common/text.ts';
import type { Machine } from './browser/browser-kinds.ts';
import { Contexts } from './browser/contexts.ts';
import { closeLocal, launchBrowser } from './browser/launch.ts';
import { describeFailedPage } from './documents/error-screen.ts';
import { parseSnapshot } from './evidence/snapshot.ts';
import { ariaRole } from './locator.ts';
import type { RunPlan } from './runner.ts';

/** An element that its role and name find, and no other. */
export interface NamedElement {
  readonly role: string;
  readonly name: string;
}

/** What says most about a page, first. */
const distinctiveRoles = ['heading', 'button', 'link', 'textbox', 'navigation', 'img'];
/** How long a page may take to show something, in ms. */
const openMs = 30_000;
const maxNameCharacters = 80;

/** What a first test can expect of a page. */
interface PageStart {
  readonly status: number;
  /** What it shows instead of a working app, as the end of a sentence about the page. */
  readonly failure: string | undefined;
  /** Undefined if no element has a role and a name of its own. */
  readonly element: NamedElement | undefined;
}

/**
 * Opens the app and finds an element that a first test can expect.
 * @throws BrowserNotFound, BrowserNotStarted, or the driver's error if the page does not open.
 */
export async function readPageStart(
  machine: Machine,
  app: Pick<RunPlan, 'browser' | 'executionUrl' | 'environment'>,
  redact: Redact,
): Promise<PageStart> {
  const local = await launchBrowser(app.browser, machine);
  try {
    const { page } = await new Contexts({ ...app, breakpoint: 'DESKTOP' }).open(local.browser);
    const status = (await page.goto(app.executionUrl, { timeout: openMs }))?.status() ?? 200;
    // Apps render after their page has loaded; one that never rests is read as it is.
    await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {});
    const failure = await describeFailedPage(page, redact);
    if (failure !== undefined) return { status, failure, element: undefined };
    const found = parseSnapshot(await page.locator('body').ariaSnapshot()).filter(isShortName);
    for (const role of distinctiveRoles) {
      for (const each of found.filter((element) => element.role === role)) {
        if (await isOnlyOne(page, each)) return { status, failure, element: { role, name: each.name } };
      }
    }
    return { status, failure, element: undefined };
  } finally {
    await closeLocal(local);
  }
}

function isShortName({ name }: NamedElement): boolean {
  // A dollar sign would begin a variable.
  return !/^$|\$/.test(name) && name.length <= maxNameCharacters;
}

async function isOnlyOne(page: Page, { role, name }: NamedElement): Promise<boolean> {
  return (await page.getByRole(ariaRole(role), { name }).count()) === 1;
}
