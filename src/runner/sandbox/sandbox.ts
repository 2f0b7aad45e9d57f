import { createContext, runInContext } from 'node:vm';
import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core';
import { guest } from './guest.ts';
import {
  describeSandboxError,
  memoryLimitMiB,
  outOfMemory,
  readReport,
  type SandboxOutcome,
  timeLimitMs,
} from './outcome.ts';
import type { JavaScriptBody } from './strip-types.ts';

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
    const report = withTimeLimit(() => runCode(context, body.code, dynamic));
    return report === undefined ? failed(outOfMemory) : readReport(report, body, isFull());
  } catch (error) {
    return failed(describeSandboxError(error));
  }
}

function failed(failure: string): SandboxOutcome {
  return { changed: new Map(), failure };
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
): string | undefined {
  const createReport = context.unwrapResult(context.evalCode(guest, 'guest.js'));
  const given = context.newString(JSON.stringify(Object.fromEntries(dynamic)));
  const report = context.unwrapResult(context.callFunction(createReport, context.undefined, given));
  const { end, reason } = endOf(context, code);
  const result = context.callFunction(report, context.undefined, context.newString(end), reason);
  return result.error === undefined ? context.getString(result.value) : undefined;
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
