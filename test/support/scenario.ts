import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GitHubOptions, type GitHubServer, startGitHub } from './github-server.ts';
import { startHttpServer, type TestServer } from './http-server.ts';
import {
  type ActionResult,
  makeWorkspace,
  pullRequestEvent,
  root,
  runAction,
  runInProcess,
  type Workspace,
} from './run-action.ts';

/** An app under test, a pull request at GitHub, a repository with test cases: everything around the action. */
export interface Scenario extends AsyncDisposable {
  readonly app: TestServer;
  /** Pages of the app by path; a test changes them to change the app. */
  readonly pages: Record<string, string>;
  readonly github: GitHubServer;
  readonly workspace: Workspace;
  /** Runs the action on the pull request; inputs and environment add to the usual ones. */
  run(more?: RunOptions): Promise<ActionResult>;
  /** Does the same with the action of `src` in this process, for runs that start no browser. */
  runInProcess(more?: Omit<RunOptions, 'entry' | 'during'>): Promise<ActionResult>;
}

export interface RunOptions {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly eventName?: string;
  /** `null`: no event file at all. */
  readonly event?: unknown;
  /** The commit that is checked out. Default: that of the event. `null`: what the workspace has. */
  readonly checkedOut?: string | null;
  /** The script that is run in place of the action itself. */
  readonly entry?: string;
  readonly during?: (child: ChildProcess, log: () => string) => void;
}

export const token = 'ghs_token-of-the-scenario';

export async function makeScenario(options: {
  readonly pages?: Record<string, string>;
  readonly files?: Readonly<Record<string, string>>;
  readonly github?: GitHubOptions;
}): Promise<Scenario> {
  await using making = new AsyncDisposableStack();
  const pages = options.pages ?? { '/': '<h1>Hello</h1>' };
  const app = making.use(
    await startHttpServer(({ url }, response) => {
      const body = pages[new URL(url, 'http://app').pathname];
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(body ?? 'not found');
    }),
  );
  const github = making.use(await startGitHub(options.github));
  const workspace = making.use(await makeWorkspace(options.files ?? {}));
  const made = making.move();
  const actionOptions = ({ inputs, env, event = pullRequestEvent, ...others }: RunOptions) => ({
    ...others,
    workspace: workspace.path,
    inputs: { url: app.url, 'github-token': token, ...inputs },
    env: { GITHUB_API_URL: github.url, ...env },
    ...(event === null ? {} : { event }),
  });
  return {
    app,
    pages,
    github,
    workspace,
    run: (more = {}) => runAction(actionOptions(more)),
    runInProcess: (more = {}) => runInProcess(actionOptions(more)),
    [Symbol.asyncDispose]: () => made.disposeAsync(),
  };
}

/** A step with its post step. */
export interface Step extends AsyncDisposable {
  /** What the main step has saved so far, as environment of the post step. */
  state(): Promise<Record<string, string>>;
  main(options: RunOptions): Promise<ActionResult>;
  post(options?: RunOptions): Promise<ActionResult>;
}

/** Makes a step with its post step: what the first saves, the runner gives to the second. */
export async function makeStep(scenario: Pick<Scenario, 'run'>): Promise<Step> {
  const folder = await mkdtemp(join(tmpdir(), 'state-'));
  const file = join(folder, 'state');
  await writeFile(file, '');
  const state = async () => {
    const text = await readFile(file, 'utf8');
    const saved = [...text.matchAll(/^(.+)<<(.+)\n([\s\S]*?)\n\2$/gm)];
    return Object.fromEntries(saved.map(([, name, , value]) => [`STATE_${name}`, value ?? '']));
  };
  return {
    state,
    main: (options) => scenario.run({ ...options, env: { GITHUB_STATE: file, ...options.env } }),
    post: async (options = {}) =>
      scenario.run({
        ...options,
        entry: join(root, 'dist/post/index.js'),
        env: { ...(await state()), ...options.env },
      }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A test file that clicks the button `name` and then sees the heading `heading`. */
export function clickCase(description: string, name: string, heading: string): string {
  return `description: ${description}
elements:
  - selectors:
      - { selectorType: ROLE, selector: button, options: { name: ${name} } }
    interaction: { action: CLICK }
  - selectors:
      - { selectorType: ROLE, selector: heading, options: { name: ${heading} } }
    assertion: { expectation: VISIBLE }
`;
}

/** A page with a button that shows a heading when it is clicked. */
export function buttonPage(name: string, heading: string): string {
  return `<button onclick="document.body.insertAdjacentHTML('beforeend', '<h2>${heading}</h2>')">${name}</button>`;
}

/** Two buttons of one name: a click can't tell them apart, and fails at once. */
export function ambiguousPage(name: string): string {
  return `<button>${name}</button><button>${name}</button>`;
}

/** Test files with `count` cases, a hundred in each: `Case 1` and so on, each the same click. */
export function manyCases(count: number): Record<string, string> {
  const files: Record<string, string> = {};
  for (let first = 1; first <= count; first += 100) {
    const numbers = Array.from({ length: Math.min(100, count - first + 1) }, (_, index) => first + index);
    const cases = numbers.map((number) => ({ description: `Case ${number}`, elements: [click] }));
    files[`browser-tests/from-${first}.json`] = JSON.stringify(cases, null, 1);
  }
  return files;
}

const click = {
  selectors: [{ selectorType: 'CSS', selector: 'button' }],
  interaction: { action: 'CLICK' },
};
