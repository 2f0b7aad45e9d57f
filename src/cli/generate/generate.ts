import { messageOf } from '../../common/errors.ts';
import { readModelSettings } from '../../common/model-settings.ts';
import { formatCount } from '../../common/text.ts';
import { describeStep } from '../../contract/exchange/describe-step.ts';
import { createGenerator } from '../../generation/generate.ts';
import type { Machine } from '../../runner/browser/browser-kinds.ts';
import { logSafe } from '../../runtime/log-text.ts';
import { createRedactor } from '../../runtime/redactor.ts';
import { UserError } from '../../runtime/user-error.ts';
import { chooseTestFile, testFileText, writeTestFile } from '../record/test-file.ts';

export interface GenerateOptions {
  readonly url: string;
  readonly path: string;
  readonly folder: string;
  /** Such as `USER=ada`. */
  readonly variable?: readonly string[];
  readonly modelUrl?: string;
  readonly modelName?: string;
}

/**
 * Generates test cases from a prompt and writes each as a file.
 * @returns the exit code.
 * @throws UserError if the options are invalid or no test case can be made.
 */
export async function generate(prompt: string, options: GenerateOptions, machine: Machine): Promise<number> {
  const { url, path, folder } = options;
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new UserError(`Cannot open ${url}: use an http or https URL, such as http://localhost:3000.`);
  }
  const { MODEL_KEY: key = '' } = machine.env;
  const model = readModelSettings(options.modelUrl ?? '', options.modelName ?? '', key, (name, message) => {
    throw new UserError(`${name === 'model-key' ? 'MODEL_KEY' : `--${name}`} ${message}.`);
  });
  const variables = readVariables(options.variable ?? []);
  const values = [key, ...Object.values(variables).flat()];
  const redactor = (secrets: readonly string[]) => createRedactor([...secrets, ...values]);
  const info = (text: string) => console.log(logSafe(redactor([])(text)));
  const make = createGenerator({ machine, redactor, variables, info, ...(model && { model }) });
  const request = { prompt, baseUrl: url, entryPointUrlPath: path };
  const cases = await make(request, new AbortController().signal).catch((error: unknown) => {
    throw new UserError(`No test case was written: ${redactor([])(messageOf(error))}`);
  });
  for (const { description, entryPointUrlPath = '/', elements } of cases) {
    const file = await chooseTestFile(machine.workspace, undefined, description, folder);
    const names = Object.keys(variables).filter((name) => JSON.stringify(elements).includes(`$${name}`));
    const text = testFileText({ description, entryPointUrlPath, elements, variables: names });
    await writeTestFile(machine.workspace, file, text);
    info(`${description} (${file})`);
    for (const element of elements) info(`  ${describeStep(element)}`);
  }
  info(`\nWrote ${formatCount(cases.length, 'test case')}. Read them before you commit them.`);
  return 0;
}

/** @throws UserError for a text that is not `NAME=value`. */
function readVariables(texts: readonly string[]): Record<string, readonly string[]> {
  const entries = texts.map((text) => {
    const [, name, value] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(text) ?? [];
    if (name !== undefined && value !== undefined) return [name, [value]] as const;
    throw new UserError('--variable takes NAME=value, such as USER=ada.');
  });
  return Object.fromEntries(entries);
}
