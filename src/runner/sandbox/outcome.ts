import { types } from 'node:util';
import { z } from 'zod';
import { cut } from '../../common/text.ts';
import type { JavaScriptBody } from './strip-types.ts';

/** Time limit for code, in ms. It is short because it blocks the whole process. */
export const timeLimitMs = 1000;

/** Memory limit for code, including the sandbox itself. */
export const memoryLimitMiB = 32;

export interface SandboxOutcome {
  /** The dynamic variables that it has set, even if it failed later. */
  readonly changed: ReadonlyMap<string, string>;
  /** A message with what went wrong; undefined if nothing did. */
  readonly failure: string | undefined;
}

const report = z.object({
  changed: z.record(z.string(), z.string()),
  complaint: z.string().nullable(),
  end: z.enum(['fulfilled', 'pending', 'rejected']),
  thrown: z.object({ text: z.string(), stack: z.string() }).nullable(),
});

type Report = z.infer<typeof report>;

/** How many characters of the code's output a message shows. */
const maxTextLength = 2000;

export const outOfMemory = `The code needs more than ${memoryLimitMiB} MiB, the memory limit of the sandbox. Reduce the code's memory use.`;
const tooDeep = 'The recursion of the code, or the nesting of its data, is too deep for the sandbox';

/**
 * Reads the report of the guest.
 * @param memoryIsFull whether the sandbox had no memory left at the end: code may then stop without an error.
 */
export function readReport(text: string, body: JavaScriptBody, memoryIsFull: boolean): SandboxOutcome {
  const parsed = report.parse(JSON.parse(text));
  return { changed: new Map(Object.entries(parsed.changed)), failure: failureOf(parsed, body, memoryIsFull) };
}

function failureOf({ end, thrown, complaint }: Report, body: JavaScriptBody, memoryIsFull: boolean) {
  if (end === 'pending') return memoryIsFull ? outOfMemory : neverEnds;
  if (thrown !== null) return thrownFailure(thrown, body, memoryIsFull);
  return complaint === null ? undefined : `The code called console.error: ${cut(complaint, maxTextLength)}`;
}

const neverEnds =
  'The code awaits a promise that never resolves. The sandbox has no timers, no network and no page; to use them, set execType to "browser".';

function thrownFailure(
  { text, stack }: NonNullable<Report['thrown']>,
  body: JavaScriptBody,
  memoryIsFull: boolean,
): string {
  if (text === 'InternalError: out of memory' || (text === 'null' && memoryIsFull)) return outOfMemory;
  const location = describeLocation(stack, body);
  if (text === 'InternalError: stack overflow') return `${tooDeep}${location}.`;
  return `The code threw${location}: ${cut(text, maxTextLength)}${adviceFor(text)}`;
}

/** Globals of pages that the sandbox does not have. */
const missingPageGlobal =
  /^ReferenceError: '(window|document|navigator|location|localStorage|sessionStorage|fetch|XMLHttpRequest|WebSocket|setTimeout|setInterval|clearTimeout|clearInterval|queueMicrotask|requestAnimationFrame|URL|URLSearchParams|Headers|Request|Response|FormData|Blob|File|btoa|atob|TextEncoder|TextDecoder|crypto|performance|structuredClone|Intl|alert|DOMParser|Event|AbortController)' is not defined/;

function adviceFor(text: string): string {
  const [, name] = missingPageGlobal.exec(text) ?? [];
  return name === undefined
    ? ''
    : `. The sandbox has no ${name}: set execType to "browser" to run the code in the page.`;
}

/** The line of the author's code where something was thrown: that of the innermost frame in it. */
function describeLocation(stack: string, body: JavaScriptBody): string {
  const [, line, column] = /\bcode\.js:(\d+)(?::(\d+))?/.exec(stack) ?? [];
  return line === undefined ? '' : ` in line ${body.lineOf(Number(line), Number(column ?? 1))}`;
}

export function describeSandboxError(error: unknown): string {
  if (error instanceof RangeError) return `${tooDeep}.`;
  // This error comes from another realm, so it is not an instance of `Error` here.
  if (types.isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
    return `The code did not end within ${timeLimitMs} ms, the time limit of the sandbox. Check it for endless loops.`;
  }
  return `The code crashed the sandbox: ${cut(String(error), maxTextLength)}. Simplify it.`;
}
