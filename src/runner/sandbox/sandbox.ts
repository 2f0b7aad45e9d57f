import { types } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core';
import { z } from 'zod';
import type { JavaScriptBody } from '../../common/strip-types.ts';
import { cut } from '../../common/text.ts';
import { keepUnusedResults } from './unused-results.ts';

/**
 * The environment of code in the sandbox, as JavaScript source. It is a function that takes the dynamic variables as JSON.
 * What it returns is called when the code has ended, and reports as JSON: the variables that were set, what the code
 * wrote with `console.error`, and how it ended.
 *
 * It keeps references to the built-ins that it needs and uses objects without a prototype, so that code which changes
 * built-ins only affects itself.
 */
const guest = `(given) => {
  const { parse, stringify } = JSON;
  const { Error: AnyError, Date: AnyDate, String: text } = globalThis;
  const known = { __proto__: null, ...parse(given) };
  const changed = { __proto__: null };
  let complaint = null;

  const textOf = (value) => {
    if (value instanceof AnyDate) return parse(stringify(value)) ?? text(value);
    const isObject = typeof value === 'object' && value !== null;
    return isObject && !(value instanceof AnyError) ? stringify(value) ?? text(value) : text(value);
  };

  const withoutDollars = (name) => {
    let key = '';
    for (let i = 0; i < name.length; i += 1) if (key !== '' || name[i] !== '$') key += name[i];
    return key;
  };

  const thrownBy = (reason) => {
    try {
      const isError = reason instanceof AnyError;
      return { __proto__: null, text: textOf(reason), stack: isError ? text(reason.stack) : '' };
    } catch {
      return { __proto__: null, text: 'a value that cannot be converted to text', stack: '' };
    }
  };

  globalThis.setDynamicVariable = (name, value) => {
    const written = text(name);
    const key = withoutDollars(written);
    if (!/^[A-Za-z_]\\w*$/.test(key)) {
      throw new AnyError(
        stringify(written) + ' is not a valid variable name: use letters, digits and _, and do not start with a digit.',
      );
    }
    known[key] = changed[key] = textOf(value);
  };
  globalThis.getDynamicVariable = (name) => known[withoutDollars(text(name))];
  const silent = () => {};
  const error = (...values) => {
    let line = '';
    for (let i = 0; i < values.length; i += 1) line += (i === 0 ? '' : ' ') + textOf(values[i]);
    complaint = complaint === null ? line : complaint + '\\n' + line;
  };
  // The engine has no locale data, so these functions would return wrong results.
  const refuse = (type, names) => {
    for (const name of names) {
      const value = () => {
        throw new AnyError(name + ' has no locale data in the sandbox: set execType to "browser"');
      };
      Object.defineProperty(type.prototype, name, { value, writable: true, configurable: true });
    }
  };
  for (const type of [Number, BigInt, Array]) refuse(type, ['toLocaleString']);
  refuse(Object.getPrototypeOf(Int8Array), ['toLocaleString']);
  refuse(Date, ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']);
  refuse(String, ['localeCompare']);
  globalThis.console = { log: silent, info: silent, debug: silent, warn: silent, error };

  return (end, reason, isUnhandled) => {
    const thrown = end === 'rejected' || isUnhandled ? thrownBy(reason) : null;
    return stringify({ __proto__: null, changed, complaint, end, thrown });
  };
}`;

/** Keeps promises that the code does not use: each value that is one, and all so far without a value. */
const promiseTracker = `() => {
  const { Promise: AnyPromise } = globalThis;
  const kept = { __proto__: null, length: 0 };
  return (...given) => {
    if (given.length === 0) return kept;
    if (!(given[0] instanceof AnyPromise)) return;
    kept[kept.length] = given[0];
    kept.length += 1;
  };
}`;

/** The name by which the code knows the keeper. No other code uses it. */
const keep = '__keepUnusedResult';

/** The unit of WebAssembly's memory. */
const pagesPerMiB = 16;

/** The initial memory of the engine, as declared by its module. */
const initialMemoryMiB = 16;

/**
 * Runs the body of an async function without access to the page, the network and files: in a JavaScript engine inside
 * WebAssembly, created for each call. It cannot reach any function of this process; input and output are text.
 * @param dynamic the dynamic variables that it can read.
 * @returns the variables that it has set, and the failure if it failed. Errors of the code are never thrown.
 */
export async function runInSandbox(
  body: JavaScriptBody,
  dynamic: ReadonlyMap<string, string>,
): Promise<SandboxOutcome> {
  // The engine's own limit does not cover all allocations inside WebAssembly.
  const memory = new WebAssembly.Memory({
    initial: initialMemoryMiB * pagesPerMiB,
    maximum: memoryLimitMiB * pagesPerMiB,
  });
  const context = (await newEngine(memory)).newContext();
  const isFull = () => memory.buffer.byteLength > 0.9 * memoryLimitMiB * 2 ** 20;
  try {
    const run = withTimeLimit(() => runCode(context, body.code, dynamic));
    if (run === undefined) return failed(outOfMemory);
    const ended = report.parse(JSON.parse(run.text));
    const changed = new Map(Object.entries(ended.changed));
    const unhandled = ended.end === 'fulfilled' ? ended.thrown?.text : undefined;
    const failure = failureOf(ended, body, isFull());
    return { changed, returnedFalse: run.returnedFalse, unhandled, failure };
  } catch (error) {
    return failed(describeSandboxError(error));
  }
}

function failed(failure: string): SandboxOutcome {
  return { changed: new Map(), returnedFalse: false, unhandled: undefined, failure };
}

/** Loaded on demand: it is large. */
async function newEngine(wasmMemory: WebAssembly.Memory): Promise<QuickJSWASMModule> {
  const [{ newQuickJSWASMModuleFromVariant, newVariant }, { default: loaded }] = await Promise.all([
    import('quickjs-emscripten-core'),
    import('@jitl/quickjs-singlefile-cjs-release-sync'),
  ]);
  // Loaders differ in how they export a CommonJS module.
  const variant = 'default' in loaded ? loaded.default : loaded;
  return newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }));
}

/**
 * Interrupts work that takes too long. The engine's own interrupt handler cannot stop a single native call, which may take
 * for ever. An interrupted engine must not be used again.
 */
function withTimeLimit<T>(work: () => T): T | undefined {
  let result: T | undefined;
  const run = () => {
    result = work();
  };
  runInContext('run()', createContext({ run }), { timeout: timeLimitMs });
  return result;
}

/**
 * Runs code to its end.
 * @returns the report of the guest; undefined if it had not enough memory for one.
 */
function runCode(
  context: QuickJSContext,
  code: string,
  dynamic: ReadonlyMap<string, string>,
): { readonly text: string; readonly returnedFalse: boolean } | undefined {
  const createReport = evaluated(context, guest);
  const known = context.newString(JSON.stringify(Object.fromEntries(dynamic)));
  const report = context.unwrapResult(context.callFunction(createReport, context.undefined, known));
  const { end, reason, isUnhandled = false, returned } = endOf(context, code);
  const returnedFalse = returned !== undefined && context.sameValue(returned, context.false);
  const given = [context.newString(end), reason, isUnhandled ? context.true : context.false] as const;
  const result = context.callFunction(report, context.undefined, ...given);
  return result.error === undefined ? { text: context.getString(result.value), returnedFalse } : undefined;
}

interface End {
  readonly end: 'fulfilled' | 'pending' | 'rejected';
  readonly reason: QuickJSHandle;
  /** Whether the reason is that of a promise which the code does not use. */
  readonly isUnhandled?: true;
  /** Undefined if it did not return. */
  readonly returned?: QuickJSHandle;
}

function endOf(context: QuickJSContext, code: string): End {
  const keeping = context.unwrapResult(
    context.callFunction(evaluated(context, promiseTracker), context.undefined),
  );
  const body = `(${keep}) => (async () => {${keepUnusedResults(code, keep)}\n})()`;
  const run = context.evalCode(body, 'code.js');
  if (run.error !== undefined) return { end: 'rejected', reason: run.error };
  const result = context.callFunction(run.value, context.undefined, keeping);
  if (result.error !== undefined) return { end: 'rejected', reason: result.error };
  const jobs = context.runtime.executePendingJobs();
  if (jobs.error !== undefined) return { end: 'rejected', reason: jobs.error };
  const state = context.getPromiseState(result.value);
  if (state.type === 'rejected') return { end: state.type, reason: state.error };
  if (state.type === 'pending') return { end: state.type, reason: context.undefined };
  const end = { end: state.type, returned: state.value };
  const unhandled = firstRejected(context, keeping);
  return unhandled === undefined
    ? { ...end, reason: context.undefined }
    : { ...end, reason: unhandled, isUnhandled: true };
}

function evaluated(context: QuickJSContext, code: string): QuickJSHandle {
  return context.unwrapResult(context.evalCode(code, 'guest.js'));
}

/** What the first of the kept promises that are rejected was rejected with. */
function firstRejected(context: QuickJSContext, keeping: QuickJSHandle): QuickJSHandle | undefined {
  const kept = context.unwrapResult(context.callFunction(keeping, context.undefined));
  const count = context.getNumber(context.getProp(kept, 'length'));
  for (let index = 0; index < count; index += 1) {
    const state = context.getPromiseState(context.getProp(kept, index));
    if (state.type === 'rejected') return state.error;
  }
  return undefined;
}

/** Time limit for code, in ms. It is short because it blocks the whole process. */
const timeLimitMs = 1000;

/** Memory limit for code, including the sandbox itself. */
const memoryLimitMiB = 32;

export interface SandboxOutcome {
  /** The dynamic variables that it has set, even if it failed later. */
  readonly changed: ReadonlyMap<string, string>;
  readonly returnedFalse: boolean;
  /** What a promise was rejected with that the code has not awaited; undefined if none was. */
  readonly unhandled: string | undefined;
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

const outOfMemory = `The code needs more than ${memoryLimitMiB} MiB, the memory limit of the sandbox. Reduce the code's memory use.`;
const tooDeep = 'The recursion of the code, or the nesting of its data, is too deep for the sandbox';

/** @param memoryIsFull whether the sandbox had no memory left at the end: code may then stop without an error. */
function failureOf({ end, thrown, complaint }: Report, body: JavaScriptBody, memoryIsFull: boolean) {
  if (end === 'pending') return memoryIsFull ? outOfMemory : neverEnds;
  if (end === 'rejected' && thrown !== null) return thrownFailure(thrown, body, memoryIsFull);
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

function describeSandboxError(error: unknown): string {
  if (error instanceof RangeError) return `${tooDeep}.`;
  // This error comes from another realm, so it is not an instance of `Error` here.
  if (types.isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
    return `The code did not end within ${timeLimitMs} ms, the time limit of the sandbox. Check it for endless loops.`;
  }
  return `The code crashed the sandbox: ${cut(String(error), maxTextLength)}. Simplify it.`;
}
