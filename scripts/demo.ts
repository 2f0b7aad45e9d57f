import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type GitHubServer, startGitHub } from '../test/support/github-server.ts';
import {
  type ActionResult,
  makeWorkspace,
  pullRequestEvent,
  root,
  runAction,
} from '../test/support/run-action.ts';
import { type Shop, startShop } from '../test/support/shop.ts';

/**
 * Demonstrates the gate as a runner would run it: the built action tests the example shop in a real browser and comments on
 * a pull request of a local stand-in for GitHub. Then the shop is broken, and the gate goes red.
 */

const startedAt = performance.now();

await using github = await startGitHub();
await using workspace = await makeWorkspace();
await cp(join(root, 'examples/shop'), workspace.path, { recursive: true });
const shop = await startShop();
const port = Number(new URL(shop.url).port);

title('1. A pull request that changes nothing: the gate is green');
const green = await gate(shop, github, { runId: 100, sha: 'a' });
showComment(github);
await shop[Symbol.asyncDispose]();

title(
  '2. The next push breaks the checkout: the button no longer works (the failed test case is retried once)',
);
await using broken = await startShop({ broken: true, port });
const red = await gate(broken, github, { runId: 101, sha: 'b' });
showComment(github);

title('Summary');
const seen: readonly [string, boolean][] = [
  [
    'the first run ended with exit code 0 and the status passed',
    green.exitCode === 0 && green.outputs.status === 'passed',
  ],
  [
    'the second run ended with exit code 1 and the status failed',
    red.exitCode === 1 && red.outputs.status === 'failed',
  ],
  [
    'the pull request has one comment, and the second run updated it',
    github.comments.length === 1 && red.outputs['comment-url'] === green.outputs['comment-url'],
  ],
];
for (const [what, happened] of seen) console.log(`${happened ? '✓' : '✗'} ${what}`);
console.log(`\n${Math.round((performance.now() - startedAt) / 1000)} s`);
process.exitCode = seen.every(([, happened]) => happened) ? 0 : 1;

async function gate(
  app: Shop,
  { url }: GitHubServer,
  push: { runId: number; sha: string },
): Promise<ActionResult> {
  const result = await runAction({
    workspace: workspace.path,
    event: {
      pull_request: { ...pullRequestEvent.pull_request, head: { sha: push.sha.repeat(40), ref: 'feature' } },
    },
    inputs: {
      url: app.url,
      variables: 'CUSTOMER=ada@example.com',
      'timeout-per-step': '5s',
      'github-token': 'a-token-of-the-demo',
    },
    env: { GITHUB_API_URL: url, GITHUB_RUN_ID: String(push.runId) },
    during: ({ stdout, stderr }) => {
      for (const stream of [stdout, stderr]) {
        if (stream !== null) createInterface(stream).on('line', showLine);
      }
    },
  });
  console.log(`  └ exit code ${result.exitCode}, status ${result.outputs.status}\n`);
  return result;
}

/** Shows a line of the log as GitHub does: values to mask are not shown, and a message may have several lines. */
function showLine(line: string): void {
  if (line.startsWith('::add-mask::')) return;
  const shown = line
    .replace(/^::(error|warning)(?: [^:]*)?::/, (_, level) => `${level === 'error' ? 'Error' : 'Warning'}: `)
    .replace(/^::group::/, '▾ ')
    .replaceAll('%0A', '\n');
  if (shown === '::endgroup::') return;
  console.log(shown.replaceAll('%25', '%').replace(/^/gm, '  │ '));
}

function showComment({ comments }: GitHubServer): void {
  for (const { body, html_url } of comments) {
    console.log(`The comment at ${html_url}:\n`);
    // Without the hidden lines.
    console.log(body.replace(/^<!--.*-->\n/gm, '').replace(/^/gm, '  ┃ '));
  }
}

function title(text: string): void {
  console.log(`\n${text}\n${'─'.repeat(Math.min(text.length, 100))}`);
}
