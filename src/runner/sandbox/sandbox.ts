import { createContext, runInContext } from 'node:vm';
import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core';
import { guest } from './guest.ts';
import { memoryLimitMiB, timeLimitMs } from './limits.ts';
import { brokenBy, outOfMemory, readReport, type SandboxOutcome } from './outcome.ts';
import type { JavaScriptBody } from './strip-types.ts';

/** WebAssembly counts memory in pages. */
const pagesPerMiB = 16;

/** What the engine has from the start: its module says so. */
const initialMemoryMiB = 16;

/**
 * Runs the body of an async function where there is no page, no browser, no network and no file: in a JavaScript engine
 * inside WebAssembly, made anew for each call. No function of this process is reachable from there; what goes in and
 * comes out is text.
 * @param dynamic the dynamic variables that it can read.
 * @returns what it has set, and why it failed where it did: this never throws for what the code does.
 */
export async function runInSandbox(
  body: JavaScriptBody,
  dynamic: ReadonlyMap<string, string>,
): Promise<SandboxOutcome> {
  // The engine's own limit does not see what is allocated inside WebAssembly.
  const memory = new WebAssembly.Memory({
    initial: initialMemoryMiB * pagesPerMiB,
    maximum: memoryLimitMiB * pagesPerMiB,
  });
  const context = (await newEngine(memory)).newContext();
  const isFull = () => memory.buffer.byteLength > 0.9 * memoryLimitMiB * 2 ** 20;
  try {
    const report = inTime(() => play(context, body.code, dynamic));
    return report === undefined ? failed(outOfMemory) : readReport(report, body, isFull());
  } catch (error) {
    return failed(brokenBy(error));
  }
}

function failed(failure: string): SandboxOutcome {
  return { changed: new Map(), failure };
}

/** Loaded only where code runs in the sandbox: it is large. */
async function newEngine(wasmMemory: WebAssembly.Memory): Promise<QuickJSWASMModule> {
  const [{ newQuickJSWASMModuleFromVariant, newVariant }, { default: loaded }] = await Promise.all([
    import('quickjs-emscripten-core'),
    import('@jitl/quickjs-singlefile-cjs-release-sync'),
  ]);
  // Loaders disagree about where the default export of a CommonJS module stands.
  const variant = 'default' in loaded ? loaded.default : loaded;
  return newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }));
}

/**
 * Ends work that takes too long, wherever it is: the engine's own watchdog does not see into a single native call, and
 * one can take for ever. An engine that was ended is in no state to be used again.
 */
function inTime<T>(work: () => T): T | undefined {
  let result: T | undefined;
  const run = () => {
    result = work();
  };
  runInContext('run()', createContext({ run }), { timeout: timeLimitMs });
  return result;
}

/**
 * Plays code to its end.
 * @returns what the guest tells; undefined where it could not even do that for want of memory.
 */
function play(
  context: QuickJSContext,
  code: string,
  dynamic: ReadonlyMap<string, string>,
): string | undefined {
  const begin = context.unwrapResult(context.evalCode(guest, 'guest.js'));
  const given = context.newString(JSON.stringify(Object.fromEntries(dynamic)));
  const report = context.unwrapResult(context.callFunction(begin, context.undefined, given));
  const { end, reason } = endOf(context, code);
  const told = context.callFunction(report, context.undefined, context.newString(end), reason);
  return told.error === undefined ? context.getString(told.value) : undefined;
}

interface End {
  readonly end: 'fulfilled' | 'pending' | 'rejected';
  readonly reason: QuickJSHandle;
}

function endOf(context: QuickJSContext, code: string): End {
  const result = context.evalCode(`(async () => {${code}\n})()`, 'code.js');
  if (result.error !== undefined) return { end: 'rejected', reason: result.error };
  const jobs = context.runtime.executePendingJobs();
  if (jobs.error !== undefined) return { end: 'rejected', reason: jobs.error };
  const state = context.getPromiseState(result.value);
  return { end: state.type, reason: state.type === 'rejected' ? state.error : context.undefined };
}
