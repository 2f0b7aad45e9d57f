import { types } from 'node:util';
import { z } from 'zod';
import { memoryLimitMiB, timeLimitMs } from './limits.ts';
import type { JavaScriptBody } from './strip-types.ts';

/** What has come of code in the sandbox. */
export interface SandboxOutcome {
  /** The dynamic variables that it has set, also where it failed later. */
  readonly changed: ReadonlyMap<string, string>;
  /** What went wrong, for people; undefined where nothing did. */
  readonly failure: string | undefined;
}

/** What the guest tells, see `guest.ts`. */
const report = z.object({
  changed: z.record(z.string(), z.string()),
  complaint: z.string().nullable(),
  end: z.enum(['fulfilled', 'pending', 'rejected']),
  thrown: z.object({ text: z.string(), stack: z.string() }).nullable(),
});

type Report = z.infer<typeof report>;

/** How much of what code has written goes into a message. */
const longestText = 2000;

export const outOfMemory = `The code needs more than the ${memoryLimitMiB} MiB of memory that code in the sandbox may use. Keep less at once.`;
const tooDeep = 'The code calls itself too often, or what it reads is nested too deeply for the sandbox';

/**
 * Reads what the guest tells.
 * @param memoryIsFull whether the sandbox had no memory left in the end: code may stop there without a word.
 */
export function readReport(text: string, body: JavaScriptBody, memoryIsFull: boolean): SandboxOutcome {
  const told = report.parse(JSON.parse(text));
  return { changed: new Map(Object.entries(told.changed)), failure: failureOf(told, body, memoryIsFull) };
}

function failureOf({ end, thrown, complaint }: Report, body: JavaScriptBody, memoryIsFull: boolean) {
  if (end === 'pending') return memoryIsFull ? outOfMemory : neverEnds;
  if (thrown !== null) return thrownFailure(thrown, body, memoryIsFull);
  return complaint === null ? undefined : `The code wrote with console.error: ${shortened(complaint)}`;
}

const neverEnds =
  'The code awaits what never comes: in the sandbox there are no timers, no network and no page. For those set execType to "browser".';

function thrownFailure(
  { text, stack }: NonNullable<Report['thrown']>,
  body: JavaScriptBody,
  memoryIsFull: boolean,
): string {
  if (text === 'InternalError: out of memory' || (text === 'null' && memoryIsFull)) return outOfMemory;
  const place = placeOf(stack, body);
  if (text === 'InternalError: stack overflow') return `${tooDeep}${place}.`;
  return `The code threw${place}: ${shortened(text)}${adviceFor(text)}`;
}

/** What people look for here as they know it from pages. */
const ofPages =
  /^ReferenceError: '(window|document|navigator|location|localStorage|sessionStorage|fetch|XMLHttpRequest|WebSocket|setTimeout|setInterval|clearTimeout|clearInterval|queueMicrotask|requestAnimationFrame|URL|URLSearchParams|Headers|Request|Response|FormData|Blob|File|btoa|atob|TextEncoder|TextDecoder|crypto|performance|structuredClone|Intl|alert|DOMParser|Event|AbortController)' is not defined/;

function adviceFor(text: string): string {
  const [, name] = ofPages.exec(text) ?? [];
  return name === undefined
    ? ''
    : `. The sandbox has no ${name}: set execType to "browser", and the code runs in the page.`;
}

/** Where in the author's code something was thrown: the innermost call that is theirs. */
function placeOf(stack: string, body: JavaScriptBody): string {
  const [, line, column] = /\bcode\.js:(\d+)(?::(\d+))?/.exec(stack) ?? [];
  return line === undefined ? '' : ` in line ${body.lineOf(Number(line), Number(column ?? 1))}`;
}

function shortened(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}

/** In words, what the sandbox itself broke with. */
export function brokenBy(error: unknown): string {
  if (error instanceof RangeError) return `${tooDeep}.`;
  // This one is no `Error` of ours: it comes from where the time is watched.
  if (types.isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
    return `The code did not end within the ${timeLimitMs} ms that code in the sandbox may take. Look for a loop that never ends.`;
  }
  return `The code broke the sandbox: ${shortened(String(error))}. Make it simpler.`;
}
