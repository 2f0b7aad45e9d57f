import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { commentPage } from '../../test/support/comment-page.ts';
import { launchChromium } from '../../test/support/report-page.ts';
import { root } from '../../test/support/run-action.ts';

const folder = join(root, 'docs/images');

const screens = {
  wide: { width: 1000, height: 900 },
  narrow: { width: 360, height: 760 },
};
type Screen = keyof typeof screens;
type Scheme = 'light' | 'dark';

/** A screen and a color scheme. */
export type View = `${Screen}-${Scheme}`;
export const allViews: readonly View[] = ['wide-light', 'wide-dark', 'narrow-light', 'narrow-dark'];

/** Takes pictures into docs/images/. */
export interface Camera extends AsyncDisposable {
  /** Takes pictures of Markdown as GitHub shows it in a comment. */
  comment(name: string, markdown: string, views: readonly View[]): Promise<void>;
  /** Takes pictures of the part of a report that fits the screen. */
  report(name: string, file: string, views: readonly View[]): Promise<void>;
}

/** Opens a camera: a browser. */
export async function openCamera(): Promise<Camera> {
  const browser = await launchChromium();
  const pages = await mkdtemp(join(tmpdir(), 'pictures-'));
  return {
    async comment(name, markdown, views) {
      const file = join(pages, `${name}.html`);
      await writeFile(file, commentPage(markdown));
      await shoot(browser, name, file, views, true);
    },
    report: (name, file, views) => shoot(browser, name, file, views, false),
    async [Symbol.asyncDispose]() {
      await browser.close();
      await rm(pages, { recursive: true });
    },
  };
}

async function shoot(
  browser: Browser,
  name: string,
  file: string,
  views: readonly View[],
  fullPage: boolean,
): Promise<void> {
  for (const view of views) {
    const screen = view.startsWith('wide') ? screens.wide : screens.narrow;
    const page = await browser.newPage({
      colorScheme: view.endsWith('light') ? 'light' : 'dark',
      viewport: fullPage ? { ...screen, height: 100 } : screen,
    });
    await page.goto(pathToFileURL(file).href);
    await page.evaluate(async () => {
      for (const image of document.images) {
        image.loading = 'eager';
        await image.decode();
      }
    });
    await page.screenshot({ path: join(folder, `${name}-${view}.png`), fullPage });
    await page.close();
  }
}
