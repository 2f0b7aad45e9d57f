import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { commentPage } from '../../test/support/comment-page.ts';
import { launchChromium } from '../../test/support/report-page.ts';
import { root } from '../../test/support/run-action.ts';

const screens = {
  wide: { width: 1280, height: 900 },
  narrow: { width: 360, height: 760 },
};
type Screen = keyof typeof screens;
type Scheme = 'light' | 'dark';

/** A screen and a color scheme. */
export type View = `${Screen}-${Scheme}`;
export const allViews: readonly View[] = ['wide-light', 'wide-dark', 'narrow-light', 'narrow-dark'];

/** Takes pictures into a folder. */
export interface Camera extends AsyncDisposable {
  /** Takes pictures of Markdown as GitHub shows it in a comment. */
  markdown(name: string, markdown: string, views: readonly View[]): Promise<void>;
  /** Takes pictures of the part of a page that fits the screen. */
  page(name: string, file: string, views: readonly View[]): Promise<void>;
}

/** Opens a camera: a browser. @param folder where the pictures go. Default: docs/images. */
export async function openCamera(folder = join(root, 'docs/images')): Promise<Camera> {
  await mkdir(folder, { recursive: true });
  const browser = await launchChromium();
  const pages = await mkdtemp(join(tmpdir(), 'pictures-'));
  return {
    async markdown(name, markdown, views) {
      const file = join(pages, `${name}.html`);
      await writeFile(file, commentPage(markdown));
      await shoot(browser, file, views, { path: join(folder, name), fullPage: true });
    },
    page: (name, file, views) => shoot(browser, file, views, { path: join(folder, name), fullPage: false }),
    async [Symbol.asyncDispose]() {
      await browser.close();
      await rm(pages, { recursive: true });
    },
  };
}

async function shoot(
  browser: Browser,
  file: string,
  views: readonly View[],
  { path, fullPage }: { readonly path: string; readonly fullPage: boolean },
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
    await page.screenshot({ path: `${path}-${view}.png`, fullPage });
    await page.close();
  }
}
