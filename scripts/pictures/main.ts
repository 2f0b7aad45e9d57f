import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startArtifactServer } from '../../test/support/artifact-server.ts';
import { type GitHubServer, startGitHub } from '../../test/support/github-server.ts';
import { makeWorkspace, pushOf, root, runAction } from '../../test/support/run-action.ts';
import { startShop } from '../../test/support/shop.ts';
import { runScenes } from './scenes.ts';
import { allViews, openCamera } from './shoot.ts';

/**
 * Makes docs/images/ from real runs of the built action. On the example shop: the comment as a first push leaves it, and
 * as a second one does, and the report of the second. On small apps: the comments of `scenes.ts`. Comments are shown by a
 * renderer of GitHub's Markdown with GitHub's own style. Run it after `npm run build`.
 */

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

await using camera = await openCamera();
await camera.markdown('comment', first, allViews);
await camera.markdown('comment-second-push', commentOf(github), allViews);
await camera.page('report', report, allViews);
for await (const { name, comment } of runScenes())
  await camera.markdown(name, comment, ['wide-light', 'narrow-dark']);

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
