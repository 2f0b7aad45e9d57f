import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { javaScriptBody } from '../../src/common/strip-types.ts';

const run = promisify(execFile);

describe('the body of a function without its types', () => {
  it('is made without a warning, and other warnings come through', async () => {
    // Node warns once in a process, so this needs one of its own.
    const script = `
      import { javaScriptBody } from ${JSON.stringify(import.meta.resolve('../../src/common/strip-types.ts'))};
      javaScriptBody('const a: number = 1;');
      process.emitWarning('another one');`;
    const { stderr } = await run(process.execPath, ['--input-type=module', '--eval', script]);
    expect(stderr).toContain('Warning: another one');
    expect(stderr).not.toContain('stripTypeScriptTypes');
  });

  it.each([
    ['', ''],
    ['return 1', 'return 1'],
    ['await x; // the end', 'await x; // the end'],
    ['const a = `}`;\n\n  return {\n a }\n', 'const a = `}`;\n\n  return {\n a }\n'],
    ['const a: number = 1;\nreturn a as any;', 'const a         = 1;\nreturn a       ;'],
    ['const f = <T,>(ä: T): T => ä;', 'const f =     (ä   )    => ä;'],
  ])('makes of "%s" "%s"', (code, stripped) => {
    expect(javaScriptBody(code).code).toBe(stripped);
    expect(javaScriptBody(code).lineOf(2, 1)).toBe(2);
  });

  it('writes enums out, and knows the lines that they came from', () => {
    const { code, lineOf } = javaScriptBody('enum Size { S = 1 }\n\n\nthrow Size.S;');
    const lines = code.split('\n');
    const index = lines.findIndex((line) => line.includes('throw'));
    expect(code).not.toContain('enum');
    expect(code).not.toContain('sourceMappingURL');
    expect(lineOf(index + 1, (lines[index] ?? '').indexOf('throw') + 1)).toBe(4);
  });

  it.each([
    ['const a = 1;\n\nconst = 2;', 3],
    ['return {\n\n', 3],
    ['import x from "y"', 1],
    ['\nawait await', 2],
  ])('refuses "%s" with its line', (code, line) => {
    expect(() => javaScriptBody(code)).toThrow(
      new RegExp(`^The code has a syntax error in line ${line}: .+\\. Correct the step's code\\.$`),
    );
  });
});
