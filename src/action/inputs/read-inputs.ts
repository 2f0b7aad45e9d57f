import { z } from 'zod';
import { breakpoints, browsers } from '../../contract/values.ts';
import { UserError } from '../user-error.ts';
import { type AppAccess, readAppAccess } from './app-access-input.ts';
import { checkInput } from './check-input.ts';
import { refuseUnread } from './embedded-alone.ts';
import { choice, duration, ifGiven, wholeNumber } from './input-values.ts';
import { type ModeInput, modeNames, readModeInput } from './mode-input.ts';
import { type PlayInput, playInput } from './play-input.ts';
import { type Env, type InputName, rawInputs, splitLines } from './raw-inputs.ts';
import { readServiceInput, type ServiceInput } from './service-input.ts';
import { readShard } from './shard-input.ts';
import { readVariables } from './variables-input.ts';

/** The action's inputs, checked. */
export interface Inputs
  extends Omit<
    z.output<typeof fields>,
    'mode' | 'timeout' | 'comment-key' | 'job-total' | 'artifact-retention-days'
  > {
  readonly mode: ModeInput;
  readonly service: ServiceInput;
  /** Deadline of the whole run, in ms. */
  readonly timeoutMs: number;
  /** Name of a comment that several jobs share; empty, it is that of the workflow and job. */
  readonly commentKey: string;
  /** How many jobs the matrix makes, as GitHub fills it in. */
  readonly jobTotal: string;
  /** `undefined`: what the repository says. */
  readonly artifactRetentionDays: number | undefined;
  /** How the embedded service plays test cases. */
  readonly play: PlayInput;
  /** What the environment of the embedded service is given. */
  readonly access: AppAccess;
}

/** Each input by itself. */
const fields = z.object({
  mode: choice(modeNames),
  environment: z.string(),
  browser: choice(browsers),
  breakpoint: choice(breakpoints),
  tags: z.string().transform(splitLines),
  variables: z.string().transform(readVariables),
  timeout: duration('1s', '6h'),
  comment: choice(['always', 'on-failure', 'never']),
  'comment-key': z.string(),
  shard: z.string().transform(readShard),
  matrix: z.string(),
  'job-total': z.string(),
  check: checkInput,
  artifact: z.string(),
  'artifact-retention-days': ifGiven(wholeNumber(1, 400)),
});

/**
 * Reads the action's inputs from the variables that the runner sets (`INPUT_URL`, `INPUT_SERVICE-URL`, …). A blank
 * one means its default.
 * @throws UserError with every problem, each with its input's name and what to write instead.
 */
export function readInputs(env: Env): Inputs {
  const raw = rawInputs(env);
  const problems: string[] = [];
  const problem = (name: InputName, message: string) => void problems.push(`  - ${name}: ${message}.`);
  const parsed = fields.safeParse(raw);
  const play = playInput.safeParse(raw);
  for (const { path, message } of [...(parsed.error?.issues ?? []), ...(play.error?.issues ?? [])]) {
    problems.push(`  - ${path.join('.')}: ${message}.`);
  }
  const access = readAppAccess(raw, problem);
  const service: ServiceInput =
    raw.mode === 'publish' ? { kind: 'embedded', url: '' } : readServiceInput(raw, problem);
  const mode = parsed.success ? readModeInput(parsed.data.mode, raw, problem) : undefined;
  refuseUnread(raw, mode?.kind, problem);
  if (raw['artifact-retention-days'] !== '' && raw.artifact === '') {
    problem('artifact-retention-days', 'is given without `artifact`. Give that a name, or leave this out');
  }
  if (parsed.success && play.success && mode !== undefined && problems.length === 0) {
    const {
      timeout,
      'comment-key': commentKey,
      'job-total': jobTotal,
      'artifact-retention-days': artifactRetentionDays,
      ...rest
    } = parsed.data;
    return {
      ...rest,
      mode,
      timeoutMs: timeout,
      commentKey,
      jobTotal,
      artifactRetentionDays,
      service,
      play: play.data,
      access,
    };
  }
  const count = problems.length === 1 ? 'An input needs' : `${problems.length} inputs need`;
  throw new UserError([`${count} a change in the workflow file:`, ...problems].join('\n'));
}
