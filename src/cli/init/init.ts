import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Resources } from '../../common/async.ts';
import { errorCode, messageOf, UserError } from '../../common/errors.ts';
import { isLoopback } from '../../common/loopback.ts';
import type { Redact } from '../../common/text.ts';
import { startApp } from '../../connection/app-process.ts';
import { answers, waitForApp } from '../../connection/app-ready.ts';
import { runEnvironment } from '../../contract/test-target.ts';
import type { Inputs } from '../../gate/inputs/read-inputs.ts';
import { secretInputs } from '../../gate/inputs/secret-inputs.ts';
import { isWebUrl, withoutQuery } from '../../gate/inputs/service-input.ts';
import { type NamedElement, readPageStart } from '../../runner/read-page.ts';
import { createRedactor } from '../../runtime/redactor.ts';
import { openingError } from '../app-under-test.ts';
import { cancelled } from '../cancelled.ts';
import { runCommand, writeTestFile } from '../record/recorded-test-file.ts';
import { inputEnv, nameOptions, type ParsedOptions, WrongArguments } from '../run/input-options.ts';
import { LocalRuns } from '../run/local-runs.ts';
import { missingUrl, readInputOptions } from '../run/read-input-options.ts';
import { createTerminal, type Terminal } from '../run/terminal.ts';
import { type Project, readProject } from './project.ts';
import { firstTest, workflow } from './starter-files.ts';

const testFile = 'browser-tests/first-test.yaml';

/**
 * Writes a first test that passes and a workflow. Files that exist are not changed.
 * @returns the exit code. @throws WrongArguments; UserError if the app does not answer.
 */
export async function init(given: ParsedOptions): Promise<number> {
  const { print } = createTerminal(process.stdout, (text) => text);
  const project = await readProject(process.cwd());
  // GitHub reads workflows from the folder of the repository only.
  const workflowFile = relative(process.cwd(), join(project.repository, project.workflow.file));
  const existing = [testFile, workflowFile].filter((file) => existsSync(file));
  for (const file of existing) print(`${file} already exists and was not changed`);
  if (existing.length === 2) return 0;
  const options = process.stdin.isTTY ? await promptFor(project, given, print) : given;
  if (options === undefined) return 1;
  if (options.url === undefined) throw new WrongArguments(missingUrl(project.url));
  const env = inputEnv(options, {}, process.env);
  const inputs = readInputOptions(env);
  const { url = '', start } = inputs.service.kind === 'embedded' ? inputs.service : {};
  const command = start?.command ?? project.start;
  await using app = existing.includes(testFile)
    ? undefined
    : await openApp({ inputs, command, print, redact: createRedactor(secretInputs(env).secrets) }).catch(
        (error: unknown) => {
          if (cancelled.aborted) return undefined;
          throw error;
        },
      );
  if (cancelled.aborted) {
    print('Cancelled: no file was written.');
    return 1;
  }
  if (app) await write(testFile, firstTest(app.element), print);
  if (!existing.includes(workflowFile)) {
    await write(workflowFile, workflow({ ...project, start: command }, url, inputs.access), print);
    if (command === undefined && isLoopback(new URL(url)))
      print('warning: The workflow does not start the app. Set the input `start` in it.', 'yellow');
  }
  const isGreen = !app || (await runFirstTest(options));
  if (cancelled.aborted) return 1;
  print(
    `\nNext: commit these files. Run your tests with\n  ${runCommand({ url, start: command }, process.env)}`,
  );
  return isGreen ? 0 : 1;
}

interface AppToOpen {
  readonly inputs: Inputs;
  /** What starts the app. */
  readonly command: string | undefined;
  readonly print: Terminal['print'];
  readonly redact: Redact;
}

/** Starts the app if it does not answer, and finds an element for the first test. @throws UserError */
async function openApp({ inputs, command, print, redact }: AppToOpen) {
  const { url = '', start } = inputs.service.kind === 'embedded' ? inputs.service : {};
  const waitOn = start?.waitOn ?? url;
  await using opening = new Resources();
  if (!(await answers(waitOn, cancelled))) {
    if (command === undefined) {
      throw new UserError(
        `The app does not answer at ${waitOn}. Start it, or set --start to the command that does.`,
      );
    }
    print(`Starting the app: ${command}`, 'dim');
    const started = opening.use(startApp(command, { cwd: process.cwd(), env: process.env }));
    const onStartupHint = (text: string) => print(nameOptions(text), 'dim');
    const app = { process: started, timeoutMs: start?.timeoutMs ?? 120_000, onStartupHint };
    await waitForApp(waitOn, { signal: cancelled, app }).catch((error: unknown) => {
      throw new UserError(nameOptions(messageOf(error)));
    });
  }
  print(`Looking at ${url}`, 'dim');
  const element = await findElement(inputs, url, redact);
  const opened = opening.move();
  return { element, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
}

/** @throws UserError */
async function findElement(inputs: Inputs, url: string, redact: Redact): Promise<NamedElement> {
  const machine = { env: process.env, platform: process.platform, workspace: process.cwd() };
  const page = { ...inputs, executionUrl: url, environment: runEnvironment(inputs.access) };
  const { status, failure, element } = await readPageStart(machine, page, redact).catch((error: unknown) => {
    throw openingError(error, url);
  });
  cancelled.throwIfAborted();
  if (status >= 400 || failure !== undefined) throw new UserError(describeFailure(status, failure, url));
  if (element !== undefined) return element;
  throw new UserError(
    `The page at ${url} has no element with a role and a unique name. Write the first test by hand.`,
  );
}

/** @returns whether it is green. */
async function runFirstTest(options: ParsedOptions): Promise<boolean> {
  const env = inputEnv({ ...options, start: undefined, waitOn: undefined }, { tests: testFile }, process.env);
  const inputs = readInputOptions(env);
  await using runs = new LocalRuns({ inputs, env, stream: process.stdout, cancel: cancelled });
  return (await runs.run((cases) => cases)).green;
}

/** @param failure the end of a sentence about the page. */
function describeFailure(status: number, failure: string | undefined, url: string): string {
  const page = withoutQuery(url);
  if (status === 401 || status === 403)
    return `${page} answers with status ${status}. Set --basic-auth-username and --basic-auth-password, or --header.`;
  const isError = status >= 400 ? `answers with status ${status}` : undefined;
  const problems = [isError, failure].filter((each) => each !== undefined).join(' and ');
  return `${page} ${problems}. Check the log of the app, or set --url to a page that works.`;
}

/** Asks for what was not given. @returns undefined if no answer came: Ctrl-C, or the end of the input. */
async function promptFor(
  project: Project,
  given: ParsedOptions,
  print: Terminal['print'],
): Promise<ParsedOptions | undefined> {
  using lines = createInterface({ input: process.stdin, output: process.stdout });
  // On a terminal, readline takes Ctrl-C for itself.
  lines.once('SIGINT', () => {
    process.emit('SIGINT', 'SIGINT');
    lines.close();
  });
  const ask = async (question: string, answer: string | undefined) =>
    (await lines.question(`${question}${answer === undefined ? '' : ` (${answer})`}: `)).trim() || answer;
  try {
    let { url } = given;
    while (url === undefined) {
      const answer = (await ask('URL of the app', project.url)) ?? '';
      if (isWebUrl(answer)) url = answer;
      else print('This is not an http or https URL. Write the full URL, such as http://localhost:3000');
    }
    const start = given.start ?? (await ask('Command that starts the app', project.start));
    return { ...given, url, start };
  } catch (error) {
    if (errorCode(error) !== 'ABORT_ERR') throw error;
    print('');
    return undefined;
  }
}

async function write(path: string, content: string, print: Terminal['print']): Promise<void> {
  await writeTestFile(process.cwd(), path, content);
  print(`Wrote ${path}`);
}
