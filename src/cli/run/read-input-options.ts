import { breakpoints, browsers } from '../../contract/values.ts';
import { rawInputs } from '../../gate/inputs/input-values.ts';
import { InputError, type Inputs, inputWarnings, readInputs } from '../../gate/inputs/read-inputs.ts';
import { nameOptions, optionName, WrongArguments } from './input-options.ts';

/**
 * Reads the inputs of a run, and prints their warnings.
 * @throws WrongArguments with every problem, each with the name of its option.
 */
export function readInputOptions(env: NodeJS.ProcessEnv): Inputs {
  const { url, mode } = rawInputs(env);
  if (url === '' && (mode === 'draft-push' || mode === 'mutate')) {
    throw new WrongArguments(missingUrl());
  }
  for (const text of inputWarnings(env)) console.error(`warning: ${nameOptions(text)}`);
  try {
    return readInputs({
      ...env,
      ...inCapitals('BROWSER', browsers, env),
      ...inCapitals('BREAKPOINT', breakpoints, env),
    });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const problems = error.problems.map(
      ({ name, message }) => `${optionName(name)}: ${nameOptions(message)}`,
    );
    throw new WrongArguments(problems.join('\nerror: '));
  }
}

/** The names of browsers and breakpoints are in capitals for the action. Any other value stays as it was typed. */
function inCapitals(input: string, names: readonly string[], env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const name = `INPUT_${input}`;
  const found = names.find((each) => each === env[name]?.toUpperCase());
  return found === undefined ? {} : { [name]: found };
}

/** @param example a URL at which the app may be. */
export function missingUrl(example = 'http://localhost:3000'): string {
  return `--url is missing. Set it to the URL of the app, such as ${example}`;
}
