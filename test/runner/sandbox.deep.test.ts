import { describe, expect, it } from 'vitest';
import { javaScriptBody } from '../../src/common/strip-types.ts';
import { runInSandbox, type SandboxOutcome } from '../../src/runner/sandbox/sandbox.ts';
import { cpuMs } from '../support/cpu-time.ts';

const run = (code: string): Promise<SandboxOutcome> => runInSandbox(javaScriptBody(code), new Map());

describe('code in the sandbox is ended', () => {
  const time = 'The code did not end within 1000 ms';
  const memory = 'The code needs more than 32 MiB';
  const depth = 'The recursion of the code, or the nesting of its data, is too deep';
  // What fills the memory bit by bit may be too slow for that on a busy machine.
  const either = new RegExp(`${time}|${memory}`);

  it.each([
    ['an endless loop', 'for (;;);', time],
    ['a pattern that tries for ever', '/(a+)+$/.test("a".repeat(60) + "b")', time],
    ['one call that takes for ever', 'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)', time],
    ['a toString that never ends', 'setDynamicVariable("a", { toJSON() { for (;;); } })', time],
    [
      'an endless chain of promises',
      'const again = () => Promise.resolve().then(again); await again();',
      /./,
    ],
    ['ever longer texts', 'let text = "x"; for (;;) text += text;', 'string too long'],
    ['a huge buffer', 'new Uint8Array(2 ** 30)', memory],
    ['ever more complaints', 'for (;;) console.error("x".repeat(1e6));', either],
    ['a deep expression', 'eval("(".repeat(1e5) + "1" + ")".repeat(1e5))', depth],
  ])('%s', async (_, code, message) => {
    const ms = await cpuMs(async () => expect((await run(code)).failure).toMatch(message));
    expect(ms).toBeLessThan(5000);
    // The next one works as if nothing had been.
    expect(await run('if (6 * 7 !== 42) throw new Error()')).toMatchObject({ failure: undefined });
  });

  it('without harm to the process', async () => {
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 5; i += 1) await run('const all = []; for (;;) all.push(new Uint8Array(1e5));');
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 2 ** 20);
  });
});
