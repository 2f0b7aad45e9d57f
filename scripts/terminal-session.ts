import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureChromium } from './chromium.mjs';

/** Writes docs/terminal-session.md: the built command, played on the example shop. */

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
  await play('A first test', ['init', '--url', url]);
  await play('Running it', ['run', '--url', url, '--start', 'npm start']);
  await play(
    'Watching it, with an edit that breaks it and one that repairs it',
    ['run', '--watch', '--retries', '0', '--expect-timeout', '1s', '--url', url, '--start', 'npm start'],
    [() => edit('Products', 'Offers'), () => edit('Offers', 'Products')],
  );
} finally {
  await rm(app, { recursive: true, force: true });
}
await writeFile(
  join(root, 'docs/terminal-session.md'),
  `# A session in the terminal\n\n\`node scripts/terminal-session.ts\` plays this on the [example shop](../examples/shop), and writes this page.\n\n${sessions.join('\n')}`,
);

/** Runs a command and keeps what it prints. @param edits each is made when the command waits for changes. */
async function play(
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
  sessions.push(
    `## ${title}\n\n\`\`\`console\n$ browser-test-gate ${command}\n${printed.trimEnd()}\n\`\`\`\n`,
  );
}
