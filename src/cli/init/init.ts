import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { messageOf } from '../../common/errors.ts';
import { startApp } from '../../connection/app-process.ts';
import { answers, waitForApp } from '../../connection/app-ready.ts';
import { withoutQuery } from '../../gate/inputs/service-input.ts';
import { readPageStart } from '../../runner/read-page.ts';
import { cancelled } from '../../runtime/cancellation.ts';
import { UserError } from '../../runtime/user-error.ts';
import { runEnvironment } from '../../service/runs.ts';
import { openingError } from '../app-under-test.ts';
import { writeTestFile } from '../record/test-file.ts';
import { inputEnv, nameOptions, type ParsedOptions } from '../run/input-options.ts';
import { readInputOptions } from '../run/read-input-options.ts';
import { openLocalRuns } from '../run/run-tests-here.ts';
import { createTerminal } from '../run/terminal.ts';
import { type Project, readProject } from './project.ts';
import { firstTest, workflow } from './starter-files.ts';

const testFile = 'browser-tests/first-test.yaml';
const workflowFile = '.github/workflows/browser-tests.yml';

/**
 * Writes a first test that passes and a workflow. Files that exist are not changed.
 * @returns the exit code. @throws WrongArguments; UserError if the app does not answer.
 */
export async function init(given: ParsedOptions): Promise<number> {
  const { print } = createTerminal(process.stdout, (text) => text);
  const project = await readProject(process.cwd());
  const options = process.stdin.isTTY ? await askFor(project, given) : given;
  const inputs = readInputOptions(inputEnv(options, {}, process.env));
  const { url = '', start } = inputs.service.kind === 'embedded' ? inputs.service : {};
  const command = start?.command ?? project.start;
  const waitOn = start?.waitOn ?? url;
  await using stack = new AsyncDisposableStack();
  if (!(await answers(waitOn, cancelled))) {
    if (command === undefined) {
      throw new UserError(
        `The app does not answer at ${waitOn}. Start it, or set --start to the command that does.`,
      );
    }
    print(`Starting the app: ${command}`, 'dim');
    const started = stack.use(startApp(command, { cwd: process.cwd(), env: process.env }));
    const app = { process: started, timeoutMs: start?.timeoutMs ?? 120_000 };
    await waitForApp(waitOn, cancelled, () => {}, app).catch((error: unknown) => {
      throw new UserError(nameOptions(messageOf(error)));
    });
  }
  print(`Looking at ${url}`, 'dim');
  const machine = { env: process.env, platform: process.platform, workspace: process.cwd() };
  const app = { ...inputs, executionUrl: url, environment: runEnvironment(inputs.access) };
  const { status, element } = await readPageStart(machine, app).catch((error: unknown) => {
    throw openingError(error, url);
  });
  if (cancelled.aborted) return 1;
  if (status >= 400) throw new UserError(describeStatus(status, url));
  if (element === undefined) {
    throw new UserError(
      `The page at ${url} has no element with a role and a unique name. Write the first test by hand.`,
    );
  }
  const hasTest = await writeNew(testFile, firstTest(element), print);
  await writeNew(workflowFile, workflow({ ...project, start: command }, url, inputs.access), print);
  if (!hasTest) return 0;
  const env = inputEnv({ ...options, start: undefined, waitOn: undefined }, { tests: testFile }, process.env);
  await using runs = openLocalRuns({
    inputs: readInputOptions(env),
    env,
    stream: process.stdout,
    cancel: cancelled,
  });
  return (await runs.play((cases) => cases)).green ? 0 : 1;
}

function describeStatus(status: number, url: string): string {
  const page = withoutQuery(url);
  if (status !== 401 && status !== 403)
    return `${page} answers with status ${status}. Set --url to a page that works.`;
  return `${page} answers with status ${status}. Set --basic-auth-username and --basic-auth-password, or --header.`;
}

/** Asks for what was not given. */
async function askFor(project: Project, given: ParsedOptions): Promise<ParsedOptions> {
  using lines = createInterface({ input: process.stdin, output: process.stdout });
  const ask = async (question: string, answer: string | undefined) =>
    (await lines.question(`${question}${answer === undefined ? '' : ` (${answer})`}: `)).trim() || answer;
  const url = given.url ?? (await ask('URL of the app', project.url));
  const start = given.start ?? (await ask('Command that starts the app', project.start));
  return { ...given, url, start };
}

/** @returns whether the file was written: one that exists is not changed. */
async function writeNew(path: string, content: string, print: (text: string) => void): Promise<boolean> {
  const isNew = !existsSync(path);
  if (isNew) await writeTestFile(process.cwd(), path, content);
  print(isNew ? `Wrote ${path}` : `${path} exists already, and was not changed`);
  return isNew;
}
