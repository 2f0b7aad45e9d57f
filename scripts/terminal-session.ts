import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { record } from '../src/cli/record/record.ts';
import type { Recording } from '../src/runner/recording/recording.ts';
import { ensureChromium } from './chromium.mjs';

/** Writes docs/terminal-session.md: the built command, run on the example shop. */

const root = join(import.meta.dirname, '..');
const url = 'http://127.0.0.1:4173';
const app = await mkdtemp(join(tmpdir(), 'session-'));
await cp(join(root, 'examples/shop'), app, { recursive: true });
await rm(join(app, 'browser-tests'), { recursive: true });
await writeFile(join(app, 'package.json'), '{ "scripts": { "start": "node server.mjs 4173" } }\n');
const testFile = join(app, 'browser-tests/first-test.yaml');
const edit = async (from: string, to: string) =>
  writeFile(testFile, (await readFile(testFile, 'utf8')).replaceAll(from, to));

const sessions: string[] = [];
try {
  await runCommand('A first test', ['init', '--url', url]);
  await recordSession();
  await runCommand('Running it', ['run', '--url', url, '--start', 'npm start']);
  await runCommand(
    'Watching it while editing the test',
    ['run', '--watch', '--retries', '0', '--expect-timeout', '1s', '--url', url, '--start', 'npm start'],
    [() => edit('Products', 'Offers'), () => edit('Offers', 'Products')],
  );
} finally {
  await rm(app, { recursive: true, force: true });
}
await writeFile(
  join(root, 'docs/terminal-session.md'),
  `# A sample session\n\nThis page is generated: \`node scripts/terminal-session.ts\` runs these commands on the [example shop](../examples/shop).\n\n${sessions.join('\n')}`,
);

/** Records without a window: what a person does in it is done here. */
async function recordSession(): Promise<void> {
  const server = spawn(process.execPath, ['server.mjs', '4173'], { cwd: app });
  await once(server.stdout, 'data');
  const { log } = console;
  const lines: unknown[] = [];
  console.log = (line) => lines.push(line);
  const options = { url, path: '/', title: 'A customer buys something', headless: true };
  const env = { ...process.env, CHROME_BIN: await ensureChromium() };
  try {
    await record(options, { machine: { env, platform: process.platform, workspace: app }, drive: buy });
  } finally {
    console.log = log;
    server.kill();
  }
  addSession('Recording a test', `record --url ${url} --title "${options.title}"`, lines.join('\n'));
}

async function buy({ context }: Recording): Promise<void> {
  const [page] = context.pages();
  if (page === undefined) throw new Error('The recorder has opened no page');
  await page.locator('browser-test-gate-recorder').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Add Blue mug' }).click();
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.waitForLoadState();
}

function addSession(title: string, command: string, output: string): void {
  // Where the browser is depends on the machine.
  const printed = output.replaceAll(/^Browser: .*\n/gm, '').trimEnd();
  sessions.push(`## ${title}\n\n\`\`\`console\n$ browser-test-gate ${command}\n${printed}\n\`\`\`\n`);
}

/** Runs a command and keeps what it prints. @param edits each is made when the command waits for changes. */
async function runCommand(
  title: string,
  args: readonly string[],
  edits: readonly (() => Promise<void>)[] = [],
): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'dist/cli/index.js'), ...args], {
    cwd: app,
    env: { ...process.env, CHROME_BIN: await ensureChromium() },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  const closed = once(child, 'close');
  if (args.includes('--watch')) {
    for (const [index, change] of [...edits, async () => void child.kill('SIGINT')].entries()) {
      while (printed.split('Waiting for changes').length - 1 <= index && child.exitCode === null)
        await sleep(50);
      await change();
    }
  }
  await closed;
  const command = args.map((each) => (each.includes(' ') ? `"${each}"` : each)).join(' ');
  addSession(title, command, printed);
}
