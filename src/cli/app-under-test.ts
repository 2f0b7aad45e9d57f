import { UserError } from '../common/errors.ts';
import { type RunEnvironment, runEnvironment } from '../contract/test-target.ts';
import { secretInputs } from '../gate/inputs/secret-inputs.ts';
import { withoutQuery } from '../gate/inputs/service-input.ts';
import { BrowserNotFound } from '../runner/browser/find-browser.ts';
import { BrowserNotStarted } from '../runner/browser/launch.ts';
import { driverReason, isDriverMessage } from '../runner/failure/reason.ts';
import { inputEnv, type ParsedOptions } from './run/input-options.ts';
import { readInputOptions } from './run/read-input-options.ts';

/** The app of a command that opens it by itself. */
export interface AppUnderTest {
  readonly url: string;
  readonly environment: RunEnvironment;
  readonly variables: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
}

/** Reads `--url`, `--variable` and the options for access to the app. @throws WrongArguments */
export function readAppUnderTest(options: ParsedOptions, env: NodeJS.ProcessEnv): AppUnderTest {
  const inputs = inputEnv(options, {}, env);
  const { service, access, variables } = readInputOptions(inputs);
  const { secrets } = secretInputs(inputs);
  return { url: service.url ?? '', environment: runEnvironment(access), variables, secrets };
}

/** Why the app could not be opened, as an error for users; any other error as it is. */
export function openingError(error: unknown, url: string): unknown {
  if (error instanceof BrowserNotFound || error instanceof BrowserNotStarted)
    return new UserError(error.message);
  if (!(error instanceof Error && isDriverMessage(error.message))) return error;
  const reason = driverReason(error.message, 'the page');
  const { clause, advice = 'Start the app first.' } =
    typeof reason === 'string' ? { clause: reason } : reason;
  return new UserError(`Cannot open ${withoutQuery(url)}: ${clause}. ${advice}`);
}
