import { z } from 'zod';
import { UserError } from '../../common/errors.ts';
import type { ModelSettings } from '../../common/model-settings.ts';
import { nearMisses } from '../../common/near-misses.ts';
import type { AppAccess, ExecutionSettings, ServiceSettings } from '../../connection/connection.ts';
import { breakpoints, browsers } from '../../contract/values.ts';
import { executionInput, readAppAccess } from './embedded-inputs.ts';
import {
  allButPublish,
  type InputName,
  inputFacts,
  inputNames,
  type ModeName,
  modeNames,
} from './input-table.ts';
import {
  checkInput,
  choice,
  commentFooterProblem,
  commentTimes,
  duration,
  optional,
  quoted,
  type RawInputs,
  type ReportProblem,
  rawInputs,
  shardInput,
  splitLines,
  variableLine,
  variablesInput,
  wholeNumber,
} from './input-values.ts';
import { type ModeInput, readModeInput } from './mode-input.ts';
import { readModelInput, readServiceInput } from './service-input.ts';

/** The action's inputs, checked. */
export interface Inputs extends Omit<z.output<typeof fields>, 'mode'> {
  readonly mode: ModeInput;
  readonly service: ServiceSettings;
  readonly execution: ExecutionSettings;
  readonly access: AppAccess;
  /** The model that proposes test cases, if one is configured. */
  readonly model: ModelSettings | undefined;
}

/** Problems of the inputs, all in the message. */
export class InputError extends UserError {
  /** The problem of each input; the text continues after the input's name. */
  readonly problems: readonly { readonly name: string; readonly message: string }[];

  constructor(problems: InputError['problems']) {
    const summary =
      problems.length === 1
        ? '1 problem with the inputs. Correct it in the workflow file:'
        : `${problems.length} problems with the inputs. Correct them in the workflow file:`;
    super([summary, ...problems.map(({ name, message }) => `  - ${name}: ${message}.`)].join('\n'));
    this.problems = problems;
  }
}

/** The inputs that can be checked one by one. */
const fields = z
  .object({
    mode: choice(modeNames),
    environment: z.string(),
    browser: choice(browsers),
    breakpoint: choice(breakpoints),
    tags: z.string().transform(splitLines),
    variables: variablesInput,
    timeout: duration('1s', '6h'),
    'start-timeout': duration('1s', '1h'),
    comment: choice(commentTimes),
    shard: shardInput,
    matrix: z.string(),
    'job-total': z.string(),
    check: checkInput,
    report: choice(['always', 'on-failure', 'never']),
    artifact: z.string(),
    'artifact-retention-days': optional(wholeNumber(1, 400)),
  })
  // How the app is started is read with its URL.
  .transform(({ 'start-timeout': _, 'job-total': jobTotal, timeout: timeoutMs, ...rest }) => {
    const { 'artifact-retention-days': artifactRetentionDays, ...others } = rest;
    return { ...others, jobTotal, timeoutMs, artifactRetentionDays };
  });

/**
 * Reads the action's inputs from the variables that the runner sets (`INPUT_URL`, `INPUT_SERVICE-URL`, …). A blank
 * one has its default.
 * @throws InputError with every problem, each with its input's name and what to write instead.
 */
export function readInputs(env: NodeJS.ProcessEnv): Inputs {
  const raw = rawInputs(env);
  const problems: { name: string; message: string }[] = [];
  const problem = (name: InputName, message: string) => void problems.push({ name, message });
  const parsed = fields.safeParse(raw);
  const execution = executionInput.safeParse(raw);
  for (const { path, message } of [...(parsed.error?.issues ?? []), ...(execution.error?.issues ?? [])]) {
    problems.push({ name: path.join('.'), message });
  }
  const access = readAppAccess(raw, problem);
  const model = readModelInput(raw, problem);
  const service: ServiceSettings =
    raw.mode === 'publish' ? { kind: 'embedded', url: '' } : readServiceInput(raw, problem);
  const mode = parsed.success ? readModeInput(parsed.data.mode, raw, problem) : undefined;
  checkUnread(mode?.kind, raw, problem);
  const footerProblem = commentFooterProblem(raw['comment-footer']);
  if (footerProblem !== undefined) problem('comment-footer', footerProblem);
  if (raw['artifact-retention-days'] !== '' && raw.artifact === '' && raw.report === 'never') {
    problem(
      'artifact-retention-days',
      'is set, but no artifact is uploaded. Set `artifact` or `report`, or remove this input',
    );
  }
  if (parsed.success && execution.success && mode !== undefined && problems.length === 0) {
    return { ...parsed.data, mode, service, execution: execution.data, access, model };
  }
  throw new InputError(problems);
}

/** Warnings about inputs that are set and ignored. */
export function inputWarnings(env: NodeJS.ProcessEnv): string[] {
  return [...misspelledInputs(env), ...artifactOfPublish(env), ...quotedVariables(env)];
}

/** Names only what resembles an input: the runner itself warns of every unexpected input, and lists the valid ones. */
function misspelledInputs(env: NodeJS.ProcessEnv): string[] {
  const names: readonly string[] = inputNames;
  return Object.keys(env)
    .flatMap((variable) => /^INPUT_(.+)$/.exec(variable)?.[1]?.toLowerCase() ?? [])
    .filter((given) => !names.includes(given))
    .flatMap((given) => {
      const similar = nearMisses(given, names).map((name) => `\`${name}\``);
      return similar.length === 0
        ? []
        : [
            `${quoted(given)} is not an input of this action and is ignored. Did you mean ${similar.join(' or ')}?`,
          ];
    });
}

function artifactOfPublish(env: NodeJS.ProcessEnv): string[] {
  const { mode, artifact } = rawInputs(env);
  return mode === 'publish' && artifact !== ''
    ? [
        '`artifact` is not read by `mode: publish`, which finds the results of the test jobs by itself. Remove the input.',
      ]
    : [];
}

/** Files like `.env` have values in quotes. Here they are part of the value, which is not shown: it may be secret. */
function quotedVariables(env: NodeJS.ProcessEnv): string[] {
  return rawInputs(env)
    .variables.split(/\r?\n/)
    .flatMap((line) => {
      const [, name = '', value = ''] = variableLine.exec(line) ?? [];
      return /^\s*(["']).*\1\s*$/.test(value)
        ? [
            `\`variables\`: the quotes around the value of ${name} are part of the value. Remove them if they are not meant.`,
          ]
        : [];
    });
}

/** Reports each input that is set and would be ignored. @param mode undefined if the input `mode` is not valid. */
function checkUnread(mode: ModeName | undefined, raw: RawInputs, problem: ReportProblem): void {
  for (const name of inputNames) {
    const { default: unset, modes, embeddedOnly } = inputFacts(name);
    if (raw[name] === unset) continue;
    if (embeddedOnly && raw['service-url'] !== '' && mode !== 'publish') {
      problem(
        name,
        'is only read by the embedded service, and `service-url` names a hosted one. Remove it, and use the settings of that service',
      );
    } else if (mode !== undefined && modes?.includes(mode) === false) {
      // Workflows set `artifact` for earlier versions of `mode: publish`: it is a warning.
      if (name !== 'artifact' || mode !== 'publish') problem(name, describeUnread(mode, modes));
    }
  }
}

function describeUnread(mode: ModeName, readers: readonly ModeName[]): string {
  const reason =
    readers === allButPublish
      ? ', which runs no tests'
      : `, only by ${new Intl.ListFormat('en').format(readers)}`;
  return `is not read by \`mode: ${mode}\`${reason}. Remove it`;
}
