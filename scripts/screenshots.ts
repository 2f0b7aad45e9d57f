import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { startArtifactServer } from '../test/support/artifact-server.ts';
import { commentPage } from '../test/support/comment-page.ts';
import { type GitHubServer, startGitHub } from '../test/support/github-server.ts';
import { launchChromium } from '../test/support/report-page.ts';
import { makeWorkspace, pushOf, root, runAction } from '../test/support/run-action.ts';
import { startShop } from '../test/support/shop.ts';

/**
 * Makes docs/images/ from real runs of the built action on the example shop: the comment as a first push leaves it, and
 * as a second one does, through a renderer of GitHub's Markdown with GitHub's own style; and the report of the second.
 * Run it after `npm run build`.
 */

const images = join(root, 'docs/images');
const screens = [
  { name: 'wide', width: 1000, height: 900 },
  { name: 'narrow', width: 360, height: 760 },
];

/** A test case that fails if the price of the wall map differs. @param price the expected price. */
const wallMap = (price: number) => `description: A customer buys a wall map
elements:
  - selectors:
      - { selectorType: ROLE, selector: button, options: { name: Add Wall map } }
    interaction: { action: CLICK }
  - selectors:
      - { selectorType: TEST_ID, selector: total }
    assertion: { expectation: TO_CONTAIN_TEXT, calledWith: "Total: €${price}" }
`;

await mkdir(images, { recursive: true });
await using github = await startGitHub();
await using workspace = await makeWorkspace();
await cp(join(root, 'examples/shop'), workspace.path, { recursive: true });
await using shop = await startShop({ broken: true });

await workspace.write('browser-tests/wall-map.yaml', wallMap(17));
await push('a', 100);
const first = commentOf(github);
await workspace.write('browser-tests/wall-map.yaml', wallMap(18));
const products = await readFile(join(workspace.path, 'browser-tests/products.yaml'), 'utf8');
await workspace.write('browser-tests/products.yaml', products.replace('€35', '€39'));
const report = await push('b', 101);

const browser = await launchChromium();
try {
  await shoot(browser, 'comment', await page('first', first));
  await shoot(browser, 'comment-second-push', await page('second', commentOf(github)));
  await shoot(browser, 'report', report);
} finally {
  await browser.close();
}

/** Runs the action for a push. @returns the path of its report. */
async function push(letter: string, runId: number): Promise<string> {
  await using artifacts = await startArtifactServer();
  const { log, outputs } = await runAction({
    workspace: workspace.path,
    event: pushOf(letter),
    inputs: {
      url: shop.url,
      variables: 'CUSTOMER=ada@example.com',
      'timeout-per-step': '5s',
      'github-token': 'a-token',
      artifact: 'browser-tests',
    },
    env: {
      ...artifacts.env,
      GITHUB_API_URL: github.url,
      GITHUB_RUN_ID: String(runId),
      RUNNER_TEMP: join(workspace.path, 'temp'),
    },
  });
  const path = outputs['report-file'];
  if (outputs.status !== 'failed' || path === undefined)
    throw new Error(`this run should have failed:\n${log}`);
  return path;
}

function commentOf({ comments }: GitHubServer): string {
  const [comment] = comments;
  if (comment === undefined) throw new Error('the pull request has no comment');
  return comment.body;
}

/** Writes a comment as GitHub shows it. @returns the path of the page. */
async function page(name: string, markdown: string): Promise<string> {
  const file = join(workspace.path, `${name}.html`);
  await writeFile(file, commentPage(markdown));
  return file;
}

/** Takes pictures of a page: light and dark, wide and narrow. The report, which is long, is shown as far as it fits. */
async function shoot(browser: Browser, name: string, file: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const { name: screen, width, height } of screens) {
      const viewport = { width, height: file === report ? height : 100 };
      const opened = await browser.newPage({ colorScheme, viewport });
      await opened.goto(pathToFileURL(file).href);
      await opened.evaluate(async () => {
        for (const image of document.images) {
          image.loading = 'eager';
          await image.decode();
        }
      });
      const path = join(images, `${name}-${screen}-${colorScheme}.png`);
      await opened.screenshot({ path, fullPage: file !== report });
      await opened.close();
    }
  }
}
