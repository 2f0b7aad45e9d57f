import { describe, expect, it } from 'vitest';
import { javaScriptBody } from '../../src/common/strip-types.ts';
import { runInSandbox, type SandboxOutcome } from '../../src/runner/sandbox/sandbox.ts';
import { cpuMs } from '../support/cpu-time.ts';

function run(code: string, dynamic: Record<string, string> = {}): Promise<SandboxOutcome> {
  return runInSandbox(javaScriptBody(code), new Map(Object.entries(dynamic)));
}

/** What code has set. Fails where the code does. */
async function setBy(code: string, dynamic?: Record<string, string>): Promise<Record<string, string>> {
  const { changed, failure } = await run(code, dynamic);
  expect(failure).toBeUndefined();
  return Object.fromEntries(changed);
}

/** The value of an expression, as a text. */
async function resultOf(expression: string): Promise<string | undefined> {
  return (await setBy(`setDynamicVariable('value', ${expression})`)).value;
}

describe('code in the sandbox', () => {
  it('reads and sets dynamic variables', async () => {
    expect(
      await setBy(
        `setDynamicVariable('total', Number(getDynamicVariable('price')) * 2);
         setDynamicVariable('price', getDynamicVariable('total') + '!');`,
        { price: '21' },
      ),
    ).toEqual({ total: '42', price: '42!' });
  });

  it('gets undefined for unset variables, even with names of built-ins', async () => {
    expect(
      await resultOf(`['x', 'constructor', '__proto__'].map((name) => typeof getDynamicVariable(name))`),
    ).toBe('["undefined","undefined","undefined"]');
  });

  it.each([
    ['7', '7'],
    ['null', 'null'],
    ['undefined', 'undefined'],
    ['12n', '12'],
    ['Symbol("s")', 'Symbol(s)'],
    ['{ a: [1, "b"] }', '{"a":[1,"b"]}'],
    ['new Error("e")', 'Error: e'],
    ['new Date(0)', '1970-01-01T00:00:00.000Z'],
    ['new Date(NaN)', 'Invalid Date'],
    ['"ä 🙂 \\0 end"', 'ä 🙂 \0 end'],
  ])('sets %s as a text', async (expression, text) => {
    expect(await resultOf(expression)).toBe(text);
  });

  it('may name a variable as texts do', async () => {
    expect(await setBy(`setDynamicVariable('$$a', getDynamicVariable('$$b'))`, { b: 'x' })).toEqual({
      a: 'x',
    });
  });

  it.each([
    ['a call', `async function check() {\n  throw new Error('9 is not 10');\n}\ncheck();`],
    ['a function that is called at once', `(async () => { throw new Error('9 is not 10'); })()`],
    ['a chain', `Promise.resolve(9).then((total) => { if (total !== 10) throw new Error('9 is not 10'); });`],
    [
      'a block',
      `for (const total of [10, 9]) { if (total === 9) { Promise?.reject(new Error('9 is not 10')) } }`,
    ],
    [
      'a function',
      `const check = async () => { throw new Error('9 is not 10'); };\n[9].forEach((each) => { check(each) });`,
    ],
  ])('reports the rejection of a promise that the code does not use: %s', async (_, code) => {
    expect(await run(code)).toMatchObject({ unhandled: 'Error: 9 is not 10', failure: undefined });
  });

  it('needs no memory for other results that nothing uses', async () => {
    const code = `const next = () => new ArrayBuffer(2_000_000);\nfor (let i = 0; i < 30; i += 1) next();`;
    expect(await run(code)).toMatchObject({ unhandled: undefined, failure: undefined });
  });

  it.each([
    ['caught', `Promise.reject(new Error('no')).catch(() => {});`],
    ['awaited later', `const one = Promise.reject(new Error('no'));\ntry { await one; } catch {}`],
    ['assigned', `let one;\none = Promise.reject(new Error('no'));\nawait one.catch(() => {});`],
    [
      'fulfilled',
      `(async () => 1)();\nnew Map();\nclass A {}\nclass B extends A { constructor() { super(); } }\nnew B();`,
    ],
  ])('knows a promise that is %s', async (_, code) => {
    expect(await run(code)).toMatchObject({ unhandled: undefined, failure: undefined });
  });

  it('may return, await and use promises and async functions', async () => {
    const code = `
      const double = async (n: number): Promise<number> => n * 2;
      const all = await Promise.all([double(1), Promise.resolve(3)]);
      setDynamicVariable('all', all.join());
      if (all.length === 2) return;
      setDynamicVariable('all', 'not reached');`;
    expect(await setBy(code)).toEqual({ all: '2,3' });
  });

  it('may write with the other functions of the console', async () => {
    expect(await setBy(`console.log('a'); console.info('b'); console.warn('c'); console.debug('d')`)).toEqual(
      {},
    );
  });

  it('keeps nothing from one call to the next', async () => {
    await setBy('globalThis.left = 1; Array.prototype.left = 1;');
    expect(await resultOf('typeof globalThis.left + typeof [].left')).toBe('undefinedundefined');
  });
});

describe('code in the sandbox fails', () => {
  it.each([
    [
      'with an error',
      'const x = 1;\n\nthrow new TypeError("bad " + x);',
      'The code threw in line 3: TypeError: bad 1',
    ],
    ['after an await', 'await 0;\nnull.x', 'The code threw in line 2: TypeError: cannot read property'],
    [
      'in a function of its own',
      'const f = () => {\n  throw new Error("in f");\n};\nf();',
      'in line 2: Error: in f',
    ],
    ['after an enum', 'enum A { X }\n\n\nthrow new Error(String(A.X));', 'in line 4: Error: 0'],
    ['with a value that is not an error', 'throw { code: 7 };', 'The code threw: {"code":7}'],
    [
      'with a value that cannot be converted to text',
      'throw { toJSON() { throw 1; } };',
      'The code threw: a value that cannot be converted to text',
    ],
    [
      'with an unknown name',
      '\nsetTimeout(() => {}, 1)',
      "in line 2: ReferenceError: 'setTimeout' is not defined",
    ],
    [
      'with a name that no text can use',
      `\nsetDynamicVariable('a b', 1)`,
      'in line 2: Error: "a b" is not a valid variable name',
    ],
    ['with what pages have', 'fetch("/")', 'The sandbox has no fetch: set execType to "browser"'],
    ['with the number of a language', '(1e6).toLocaleString("de")', 'toLocaleString has no locale data'],
    ['with the date of a language', 'new Date(0).toLocaleDateString()', 'set execType to "browser"'],
    [
      'with the order of a language',
      '["b", "a"].sort((a, b) => a.localeCompare(b))',
      'localeCompare has no locale data',
    ],
    [
      'with console.error',
      'console.error("one", { two: 2 }); console.error(new Error("three"));',
      'The code called console.error: one {"two":2}\nError: three',
    ],
    [
      'with a promise that never resolves',
      'await new Promise(() => {});',
      'The code awaits a promise that never resolves',
    ],
    ['as a value breaks its syntax', 'const a = 1;\neval("const");', 'SyntaxError'],
  ])('%s', async (_, code, message) => {
    // On a busy machine, the time limit may come first.
    await expect.poll(async () => (await run(code)).failure).toContain(message);
  });

  it('and keeps the variables that it has set before', async () => {
    const { changed, failure } = await run(`setDynamicVariable('a', 1); throw new Error('late');`);
    expect(Object.fromEntries(changed)).toEqual({ a: '1' });
    expect(failure).toContain('late');
  });

  it('with a message that is not endless', async () => {
    const { failure = '' } = await run(`throw new Error('x'.repeat(1e6))`);
    expect(failure.length).toBeLessThan(2100);
  });
});

describe('code in the sandbox cannot escape', () => {
  it('finds nothing of this process', async () => {
    const names = [
      'process',
      'require',
      'module',
      'fetch',
      'Buffer',
      'WebAssembly',
      'window',
      'document',
      'page',
      'std',
      'os',
    ];
    expect(await resultOf(`${JSON.stringify(names)}.filter((name) => name in globalThis)`)).toBe('[]');
  });

  it.each([
    'this?.constructor.constructor("return process")()',
    'setDynamicVariable.constructor("return process")()',
    'console.error.constructor.constructor("return process")()',
    'await (async () => {}).constructor("return process")()',
    'new Function("return process")()',
    'eval("process")',
    'getDynamicVariable.caller.process',
    'getDynamicVariable({ toString() { return process; } })',
    '(Error.prepareStackTrace = (_, calls) => calls[0].getThis().process, new Error().stack.exit())',
    'await import("node:fs")',
    'await import("data:text/javascript,export default 1")',
  ])('by %s', async (code) => {
    const { failure } = await run(`const found = ${code}; setDynamicVariable('found', typeof found);`);
    expect(failure).toMatch(/^The code threw/);
  });

  it('by changing built-ins', async () => {
    const { changed, failure } = await run(`
      Object.prototype.toJSON = () => 'forged';
      Object.prototype.polluted = 'yes';
      Object.defineProperty(Object.prototype, 'changed', { set() {}, get: () => ({}) });
      JSON.stringify = JSON.parse = String = () => { throw new Error('replaced'); };
      Array.prototype.map = Array.prototype.join = Promise.prototype.then = () => { throw new Error('replaced'); };
      setDynamicVariable('__proto__', 'own');
      setDynamicVariable('plain', 'text');
      setDynamicVariable('constructor', { get polluted() { return 'got'; } });`);
    expect(failure).toBeUndefined();
    expect(Object.fromEntries(changed)).toEqual({ plain: 'text', constructor: '"forged"' });
    expect('polluted' in {}).toBe(false);
    expect(JSON.stringify({ fine: [1].map(String) })).toBe('{"fine":["1"]}');
  });

  it('by a name or value that runs code', async () => {
    const { changed, failure } = await run(`
      let reads = 0;
      const name = { toString: () => 'n' + ++reads };
      setDynamicVariable(name, { toJSON: () => { setDynamicVariable('inner', 'set on the way'); return 'v'; } });`);
    expect(failure).toBeUndefined();
    expect(Object.fromEntries(changed)).toEqual({ inner: 'set on the way', n1: '"v"' });
  });
});

describe('code in the sandbox is ended', () => {
  const time = 'The code did not end within 1000 ms';
  const memory = 'The code needs more than 32 MiB';
  const depth = 'The recursion of the code, or the nesting of its data, is too deep';
  // What fills the memory bit by bit may be too slow for that on a busy machine.
  const either = new RegExp(`${time}|${memory}`);

  it.each([
    [
      'an endless loop that catches all',
      'for (;;) { try { for (;;); } catch {} finally { continue; } }',
      time,
    ],
    [
      'promises without end and without memory',
      'const again = () => { Promise.resolve().then(again); }; again(); await 0;',
      time,
    ],
    [
      'a thrown getter that never ends',
      'const e = new Error(); Object.defineProperty(e, "stack", { get() { for (;;); } }); throw e;',
      time,
    ],
    ['ever more objects', 'const all = []; for (;;) all.push({ all: [1, 2, 3] });', either],
    ['a huge text', '"x".repeat(2 ** 29)', memory],
    [
      'ever more variables',
      'for (let i = 0; ; i += 1) setDynamicVariable("n" + i, "x".repeat(1e6));',
      either,
    ],
    ['a function that calls itself', 'const f = () => f() + 1; f();', depth],
    ['a deep text of JSON', 'JSON.parse("[".repeat(1e5) + "]".repeat(1e5))', depth],
  ])('%s', async (_, code, message) => {
    const ms = await cpuMs(async () => expect((await run(code)).failure).toMatch(message));
    expect(ms).toBeLessThan(5000);
    // The next one works as if nothing had been.
    expect(await resultOf('6 * 7')).toBe('42');
  });
});
