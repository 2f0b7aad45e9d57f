import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeWorkspace, root, runAction } from '../test/support/run-action.ts';
import { startShop } from '../test/support/shop.ts';
import { startFaultyShop } from './broken-shop.ts';
import { type SeededFault, seededFaults } from './seeded-faults.ts';

/**
 * Runs the tests of the example shop against each seeded fault with the built action.
 * @returns a Markdown table: whether `failures.md` alone names the cause.
 */
export async function benchFailures(onProgress: (activity: string) => void): Promise<string> {
  await using shop = await startShop();
  const rows: string[] = [];
  let named = 0;
  for (const fault of seededFaults) {
    onProgress(fault.title);
    const text = await failuresOf(fault, shop.url);
    const missing = fault.causes.filter((cause) => !cause.test(text));
    if (missing.length === 0) named += 1;
    const found = fault.causes.map((cause) => cause.exec(text)?.[0] ?? '').filter(Boolean);
    const outcome = missing.length === 0 ? 'yes' : `no: ${missing.join(' and ').replaceAll('|', '\\|')}`;
    const failures = text.match(/^## \d/gm)?.length ?? 0;
    rows.push(
      `| ${fault.title} | ${outcome} | ${found.map(cell).join(', ')} | ${failures} | ${Buffer.byteLength(text)} |`,
    );
  }
  return [
    '| fault | cause named | by | failures | bytes |',
    '|---|---|---|--:|--:|',
    ...rows,
    '',
    `failures.md names the cause of ${named} of ${seededFaults.length} faults.`,
  ].join('\n');
}

/** The content of `failures.md`; empty if nothing failed. */
async function failuresOf(fault: SeededFault, shopUrl: string): Promise<string> {
  await using faulty = await startFaultyShop(shopUrl, fault);
  await using temp = await makeWorkspace();
  const { outputs } = await runAction({
    workspace: join(root, 'examples/shop'),
    checkedOut: null,
    inputs: {
      ...{ url: faulty.url, variables: 'CUSTOMER=ada@example.com', retries: '0', trace: 'never' },
      ...{ 'timeout-per-step': '5s', 'expect-timeout': '2s' },
    },
    env: { RUNNER_TEMP: temp.path },
  });
  const path = outputs['failures-file'] ?? '';
  return path === '' ? '' : readFile(path, 'utf8');
}

function cell(text: string): string {
  return `\`${text.replaceAll('`', '').replaceAll('|', '\\|')}\``;
}
