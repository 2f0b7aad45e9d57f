import { messageOf, UserError } from '../../common/errors.ts';
import { defined } from '../../common/object-fields.ts';
import { formatCount } from '../../common/text.ts';
import { describeStep } from '../../contract/exchange/describe-step.ts';
import { variableLists } from '../../contract/values.ts';
import { withoutQuery } from '../../gate/inputs/service-input.ts';
import { createGenerator } from '../../generation/generator.ts';
import type { Machine } from '../../runner/browser/browser-kinds.ts';
import { variableNames } from '../../runner/variables/variable-text.ts';
import { logSafe } from '../../runtime/log-text.ts';
import { createRedactor } from '../../runtime/redactor.ts';
import { testFileText } from '../../test-files/write.ts';
import { readAppUnderTest } from '../app-under-test.ts';
import { chooseTestFile, runCommand, writeTestFile } from '../record/recorded-test-file.ts';
import { nameOptions, type ParsedOptions } from '../run/input-options.ts';
import { readModelOptions } from '../serve-options.ts';

/** The options of `generate` that are no inputs. */
export interface GenerateOptions {
  readonly path: string;
  readonly folder: string;
  readonly modelUrl?: string;
  readonly modelName?: string;
  readonly json?: boolean;
}

/** If there are more test cases than this, their steps are not printed. */
const maxShown = 10;

/**
 * Generates test cases from a prompt and writes each as a file.
 * @returns the exit code.
 * @throws WrongArguments; UserError if no test case can be made.
 */
export async function generate(
  prompt: string,
  options: GenerateOptions & ParsedOptions,
  machine: Machine,
  cancel = new AbortController().signal,
): Promise<number> {
  const { path, folder } = options;
  const { url, environment, ...app } = readAppUnderTest(options, machine.env);
  await chooseTestFile(machine.workspace, { title: '', folder });
  const { MODEL_KEY: key = '' } = machine.env;
  const model = readModelOptions(options.modelUrl, options.modelName, key);
  const variables = variableLists(app.variables);
  const values = [key, ...app.secrets, ...Object.values(app.variables)];
  const redactor = (secrets: readonly string[]) => createRedactor([...secrets, ...values]);
  const print = options.json ? console.error : console.log;
  const info = (text: string) => print(logSafe(redactor([])(text)));
  const make = createGenerator({ machine, redactor, variables, info, ...defined({ model }) });
  const request = { prompt, baseUrl: url, environment, entryPointUrlPath: path };
  const cases = await make(request, cancel).catch((error: unknown) => {
    if (cancel.aborted) throw new UserError('Cancelled: no test case was written.');
    const [reason = ''] = messageOf(error).split('\n\n');
    throw new UserError(`No test case was written: ${nameOptions(redactor([])(reason))}`);
  });
  const needed = new Set<string>();
  const written: { file: string; description: string }[] = [];
  for (const testCase of cases) {
    const { description, elements } = testCase;
    const file = await chooseTestFile(machine.workspace, { title: description, folder });
    const used = variableNames(JSON.stringify(elements));
    const names = Object.keys(variables).filter((name) => used.includes(name));
    for (const name of names) needed.add(name);
    await writeTestFile(machine.workspace, file, testFileText(testCase, names));
    written.push({ file, description: redactor([])(description) });
    info(`${description} (${file})`);
    if (cases.length > maxShown) continue;
    for (const element of elements) info(`  ${describeStep(element)}`);
  }
  const them = cases.length === 1 ? 'it' : 'them';
  info(
    `\nWrote ${formatCount(cases.length, 'test case')}. Read ${them} before you commit ${them}. Run ${them} with`,
  );
  info(`  ${runCommand({ folder, url: withoutQuery(url), variables: [...needed] }, machine.env)}`);
  if (options.json) console.log(JSON.stringify({ testCases: written, variables: [...needed] }, null, 2));
  return 0;
}
