import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { bundle } from '../scripts/bundle.ts';
import { sendJson, startHttpServer } from '../test/support/http-server.ts';
import { makeWorkspace, pullRequestEvent, root, runAction } from '../test/support/run-action.ts';
import { clickCase, token } from '../test/support/scenario.ts';
import { taskFolder } from './players.ts';
import { spreadOf } from './statistics.ts';

/** What a process has taken so far. Processor time includes all its threads; memory is its peak. */
const cost = z.object({ ms: z.number(), cpuMs: z.number(), mib: z.number() });
type Cost = z.infer<typeof cost>;

/** Starts a process whose first request goes to a URL, and waits for its end. */
type Start = (url: string, onStart: (child: ChildProcess) => void) => Promise<unknown>;

/** Code that imports something and keeps it, by its name in the table. Our own files are those that `npm run build` compiles. */
const imports: Readonly<Record<string, string>> = {
  nothing: '',
  'built-in `fetch`': "void fetch('data:,');",
  'playwright-core': `import { createRequire } from 'node:module'; createRequire('${root}/dist/')('playwright-core');`,
  ...Object.fromEntries(
    [
      ['undici', '{ EnvHttpProxyAgent, fetch }', 'undici'],
      ['zod', '{ z }', 'zod'],
      ['yaml', '{ parseDocument }', 'yaml'],
      ['@actions/core', '{ info, setOutput, summary }', '@actions/core'],
      ...[
        'src/results/run-results.ts',
        'src/contract/endpoints.ts',
        'src/test-files/load.ts',
        'src/client/client.ts',
        'src/publish/publish.ts',
        'src/github/github.ts',
        'src/gate/run-action.ts',
        'src/connection/embedded.ts',
      ].map((file) => [file, '* as it', join(root, 'build', file.replace(/ts$/, 'js'))]),
    ].map(([name = '', names = '', from = '']) => {
      const kept = names.replace('* as ', '');
      return [name, `import ${names} from '${from}'; Object.assign(globalThis, { kept: ${kept} });`];
    }),
  ),
};

/**
 * Measures the time from the start of a process to its first request, against a script with one `fetch`; and what each
 * import costs, against an empty script. The processes of a round run one after the other; every second round reverses
 * the order. Linux only.
 * @returns two Markdown tables: medians, and medians of the rounds' ratios or differences.
 */
export async function benchStartup(rounds: number): Promise<string> {
  await using folder = await taskFolder();
  await using workspace = await makeWorkspace({ 'browser-tests/a.yaml': clickCase('Pay', 'Pay', 'Thanks') });
  const script = join(folder.path, 'fetch.mjs');
  await writeFile(script, 'await fetch(process.argv[2]);\n');
  const hosted = (more: Readonly<Record<string, string>>): Start => {
    const inputs = { url: 'http://app.example', 'api-key': 'the-key', 'test-target-id': targetId, ...more };
    return (url, during) =>
      runAction({
        workspace: workspace.path,
        inputs: { ...inputs, 'service-url': url },
        event: pullRequestEvent,
        env: { GITHUB_API_URL: url },
        during,
      });
  };
  const processes: Readonly<Record<string, () => Promise<Cost>>> = {
    'a script with one `fetch`': () => untilRequest(fetchScript(script)),
    'the action, hosted, without a token for GitHub': () => untilRequest(hosted({})),
    'the action, hosted': () => untilRequest(hosted({ 'github-token': token })),
  };
  const scripts = await importScripts(folder.path);
  const first = await measure(rounds, processes);
  const second = await measure(rounds, scripts);
  const figures = ['ms', 'processor ms', 'MiB'];
  return [
    table(['process', ...figures, 'time', 'processor time', 'memory'], first, (own, base) => own / base, 2),
    table(['import', ...figures, '+ ms', '+ processor ms', '+ MiB'], second, (own, base) => own - base, 0),
  ].join('\n\n');
}

const targetId = '6f0c2c5e-4b8e-4c56-9a57-2f3f1f0a7d10';

function fetchScript(script: string): Start {
  return async (url, onStart) => {
    const child = spawn(process.execPath, [script, url], { stdio: 'ignore' });
    onStart(child);
    await once(child, 'close');
  };
}

/** @returns what the process had taken when its first request arrived. */
async function untilRequest(start: Start): Promise<Cost> {
  let taken: Cost | undefined;
  let pid = 0;
  let startedAt = 0;
  await using server = await startHttpServer((_, response) => {
    taken ??= { ms: performance.now() - startedAt, cpuMs: cpuMsOf(pid), mib: peakMibOf(pid) };
    sendJson(response, 401, {});
  });
  await start(server.url, (child) => {
    startedAt = performance.now();
    pid = child.pid ?? 0;
  });
  if (taken === undefined) throw new Error('The process has sent no request. Has `npm run build` been run?');
  return taken;
}

function cpuMsOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const times = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'));
  return times.reduce((sum, time) => sum + Number.parseInt(time, 10) / 1e6, 0);
}

function peakMibOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Bundles a script for each import as the action is bundled. It prints what it took. */
async function importScripts(folder: string): Promise<Readonly<Record<string, () => Promise<Cost>>>> {
  const scripts: Record<string, () => Promise<Cost>> = {};
  for (const [index, [name, code]] of Object.entries(imports).entries()) {
    const file = join(folder, `import-${index}.mjs`);
    await writeFile(file, `${code}\nimport '${join(import.meta.dirname, 'print-cost.mjs')}';\n`);
    const bundled = join(folder, `import-${index}`);
    await bundle(file, bundled);
    scripts[name] = async () => {
      const { stdout } = await promisify(execFile)(process.execPath, [join(bundled, 'index.js')]);
      return cost.parse(JSON.parse(stdout));
    };
  }
  return scripts;
}

/** Runs each process once in every round, after a round that does not count. */
async function measure(
  rounds: number,
  processes: Readonly<Record<string, () => Promise<Cost>>>,
): Promise<ReadonlyMap<string, readonly Cost[]>> {
  const costs = new Map(Object.keys(processes).map((name): [string, Cost[]] => [name, []]));
  const order = Object.entries(processes);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, run] of round % 2 === 0 ? order : order.toReversed()) {
      const taken = await run();
      if (round > 0) costs.get(name)?.push(taken);
    }
  }
  return costs;
}

/** @param compare a figure with that of the first process in the same round, to be shown with `digits`. */
function table(
  head: readonly string[],
  costs: ReadonlyMap<string, readonly Cost[]>,
  compare: (own: number, base: number) => number,
  digits: number,
): string {
  const [base = []] = costs.values();
  const figures = ['ms', 'cpuMs', 'mib'] as const;
  const rows = [...costs].map(([name, own]) => {
    const medians = figures.map((figure) => spreadOf(own.map((each) => each[figure])).median.toFixed(0));
    const compared = figures.map((figure) => {
      const pairs = own.map((each, round) => compare(each[figure], base[round]?.[figure] ?? Number.NaN));
      return spreadOf(pairs).median.toFixed(digits);
    });
    return [name, ...medians, ...compared];
  });
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
