import { runCommand } from '../support/command.ts';
import { buttonPage, clickCase, makeScenario } from '../support/scenario.ts';

export const files = { 'browser-tests/mug.yaml': clickCase('Buy a mug', 'Buy now', 'Thanks') };
export const pages = { '/': buttonPage('Buy', 'Thanks') };

/** Debugs without a window, and gives the answers. */
export async function debug(...answers: string[]) {
  await using shop = await makeScenario({ pages, files });
  const args = ['run', '--debug', '--no-headed', '--timeout-per-step', '5s', '--url', shop.app.url];
  return await runCommand(args, {
    cwd: shop.workspace.path,
    during: (child) => child.stdin?.end(answers.map((each) => `${each}\n`).join('')),
  });
}
