import { join } from 'node:path';
import { startArtifactServer } from '../../test/support/artifact-server.ts';
import type { ActionResult } from '../../test/support/run-action.ts';
import { makeScenario } from '../../test/support/scenario.ts';

/** Something that can happen to a pull request: the app's pages, the test files, and the runs of the action. */
interface Scene {
  /** The name of its picture. */
  readonly name: string;
  /** The status of its last run. */
  readonly status: string;
  readonly pages: Record<string, string>;
  readonly files: Readonly<Record<string, string>>;
  /** The inputs of each of its runs. */
  readonly runs: readonly Readonly<Record<string, string>>[];
}

const quickly = { 'expect-timeout': '1s', 'timeout-per-step': '5s' };

/** A test case that goes to a path and sees a heading there. */
const seesHeading = (description: string, path: string, heading: string) => `- description: ${description}
  entryPointUrlPath: ${path}
  elements:
    - selectors:
        - { selectorType: ROLE, selector: heading, options: { name: ${heading} } }
      assertion: { expectation: VISIBLE }
`;
const names = ['Cart', 'Checkout', 'Orders', 'Profile', 'Search', 'Help'];
const paths = names.map((name) => `/${name.toLowerCase()}`);
const shopPages = Object.fromEntries(names.map((name, index) => [paths[index] ?? '', `<h1>${name}</h1>`]));
const shopCases = names
  .map((name, index) => seesHeading(`The ${name.toLowerCase()} page opens`, paths[index] ?? '', name))
  .join('');

let visitCount = 0;
/** The cart shows its heading from the second visit on. */
const flakyPages: Record<string, string> = {
  ...shopPages,
  get '/cart'() {
    visitCount += 1;
    return visitCount === 1 ? '<h1>Loading</h1>' : '<h1>Cart</h1>';
  },
};

const products = Array.from({ length: 60 }, (_, index) => `Product ${String(index + 1).padStart(2, '0')}`);
const jobOf = (app: string) => ({
  ...quickly,
  tests: `browser-tests/${app}.yaml`,
  matrix: JSON.stringify({ app }),
  'job-total': '3',
});

const scenes: readonly Scene[] = [
  {
    name: 'passed',
    status: 'passed',
    pages: shopPages,
    files: { 'browser-tests/shop.yaml': shopCases },
    runs: [quickly],
  },
  {
    name: 'two-failed',
    status: 'failed',
    pages: { ...shopPages, '/cart': '<h1>Error 500</h1>', '/orders': '<h1>Sign in</h1>' },
    files: { 'browser-tests/shop.yaml': shopCases },
    runs: [quickly],
  },
  {
    name: 'forty-failed',
    status: 'failed',
    pages: {
      '/': products
        .slice(40)
        .map((name) => `<h2>${name}</h2>`)
        .join(''),
    },
    files: {
      'browser-tests/products.yaml': products
        .map((name) => seesHeading(`${name} is listed`, '/', name))
        .join(''),
    },
    runs: [quickly],
  },
  {
    name: 'flaky',
    status: 'passed',
    pages: flakyPages,
    files: { 'browser-tests/shop.yaml': shopCases },
    runs: [quickly],
  },
  {
    name: 'timed-out',
    status: 'timed-out',
    pages: shopPages,
    files: {
      'browser-tests/shop.yaml': shopCases + seesHeading('A parcel is tracked', '/help', 'Delivered'),
    },
    runs: [{ timeout: '10s', 'expect-timeout': '30s' }],
  },
  {
    name: 'matrix',
    status: 'passed',
    pages: { ...shopPages, '/': '<h1>Shop</h1>' },
    files: {
      'browser-tests/shop.yaml': shopCases,
      'browser-tests/admin.yaml': seesHeading('An administrator sees the orders', '/orders', 'All orders'),
      'browser-tests/help.yaml': seesHeading('A customer finds help', '/help', 'Help'),
    },
    runs: ['shop', 'admin', 'help'].map(jobOf),
  },
  {
    name: 'nothing-to-run',
    status: 'nothing-to-run',
    pages: shopPages,
    files: { 'browser-tests/shop.yaml': shopCases },
    runs: [{ tags: 'smoke' }],
  },
  {
    name: 'wrong-file',
    status: 'error',
    pages: shopPages,
    files: { 'browser-tests/shop.yaml': shopCases.replace('VISIBLE', 'VISBLE').replace('ROLE', 'ROEL') },
    runs: [quickly],
  },
  {
    name: 'wrong-input',
    status: 'error',
    pages: shopPages,
    files: { 'browser-tests/shop.yaml': shopCases },
    runs: [{ timeout: '10 minutes', browser: 'chrome' }],
  },
];

/** What a scene leaves: its comment, and the job summary and the report's path of its last run. */
export interface FinishedScene {
  readonly name: string;
  readonly comment: string;
  readonly summary: string;
  readonly report: string | undefined;
}

/** Runs all scenes. */
export async function* runScenes(): AsyncGenerator<FinishedScene> {
  for (const { name, status, pages, files, runs } of scenes) {
    await using scenario = await makeScenario({ pages: pages, files });
    await using artifacts = await startArtifactServer();
    const env = { ...artifacts.env, RUNNER_TEMP: join(scenario.workspace.path, 'temp') };
    let last: ActionResult | undefined;
    for (const inputs of runs) last = await scenario.run({ inputs, env });
    if (last?.outputs.status !== status)
      throw new Error(`${name} should have ended as ${status}:\n${last?.log}`);
    const [comment] = scenario.github.comments;
    if (comment === undefined) throw new Error(`${name} has no comment`);
    yield { name, comment: comment.body, summary: last.summary, report: last.outputs['report-file'] };
  }
}
