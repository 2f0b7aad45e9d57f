import { z } from 'zod';
import { breakpoints, browsers } from '../../contract/values.ts';
import { parseDuration } from '../duration.ts';
import { UserError } from '../user-error.ts';
import { type ModeInput, modeNames, readModeInput } from './mode-input.ts';
import { type Env, type InputName, rawInputs, shown, splitLines } from './raw-inputs.ts';
import { readServiceInput, type ServiceInput } from './service-input.ts';
import { readVariables } from './variables-input.ts';

/** The action's inputs, checked. */
export interface Inputs extends Omit<z.output<typeof fields>, 'mode' | 'timeout'> {
  readonly mode: ModeInput;
  readonly service: ServiceInput;
  /** Deadline of the whole run, in ms. */
  readonly timeoutMs: number;
}

const shortestTimeoutMs = 1000;
const longestTimeoutMs = 6 * 3_600_000;

/** Each input by itself. */
const fields = z.object({
  mode: choice(modeNames),
  environment: z.string(),
  browser: choice(browsers),
  breakpoint: choice(breakpoints),
  tags: z.string().transform(splitLines),
  variables: z.string().transform(readVariables),
  timeout: z.string().transform(readTimeout),
  comment: choice(['always', 'on-failure', 'never']),
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
  for (const { path, message } of parsed.error?.issues ?? [])
    problems.push(`  - ${path.join('.')}: ${message}.`);
  const service = readServiceInput(raw, problem);
  const mode = parsed.success ? readModeInput(parsed.data.mode, raw, problem) : undefined;
  if (parsed.success && mode !== undefined && problems.length === 0) {
    const { timeout, ...rest } = parsed.data;
    return { ...rest, mode, timeoutMs: timeout, service };
  }
  const count = problems.length === 1 ? 'An input needs' : `${problems.length} inputs need`;
  throw new UserError([`${count} a change in the workflow file:`, ...problems].join('\n'));
}

function choice<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, {
    error: ({ input }) => `${shown(String(input))} is not one of its values. Use ${values.join(', ')}`,
  });
}

function readTimeout(text: string, context: z.RefinementCtx): number {
  const ms = parseDuration(text);
  if (ms !== undefined && ms >= shortestTimeoutMs && ms <= longestTimeoutMs) return ms;
  context.addIssue({
    code: 'custom',
    message:
      ms === undefined
        ? `${shown(text)} is no duration. Write a number and a unit, such as 90s, 30m or 1h`
        : `${shown(text)} is out of range. Use 1s to 6h`,
  });
  return z.NEVER;
}
