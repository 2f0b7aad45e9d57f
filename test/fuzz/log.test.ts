import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logSafe } from '../../src/runtime/log-text.ts';
import { makeWorkspace } from '../support/run-action.ts';
import { anyLength } from './any-text.ts';
import { fuzzTimeoutMs, printFigure, runs } from './runs.ts';
import { workflowCommands } from './workflow-commands.ts';

/** Turns text around, or hides it. */
const unseen = /\p{Bidi_Control}|[\u2028\u2029]|(?![\t\n])\p{Cc}/u;

describe('a reader of workflow commands', () => {
  it.each([
    ['::error::x', 'error', 'x'],
    ['  \t::error file=a%2Cb,line=1::x%0Ay', 'error', 'x\ny'],
    ['::ERROR::x', 'error', 'x'],
    ['before ##[error line=1;file=a%3Bb]x%5Dy', 'error', 'x]y'],
    ['a\r::add-mask::x', 'add-mask', 'x'],
    ['\u200B::notice::x', 'notice', 'x'],
  ])('finds the command in %j', (output, name, message) => {
    expect(workflowCommands(output)).toMatchObject([{ name, message }]);
  });

  it.each(['a ::error::x', ': :error::x', '::unknown::x', '::error', '##[error', '# #[error]x'])(
    'finds none in %j',
    (output) => {
      expect(workflowCommands(output)).toEqual([]);
    },
  );

  it('hears nothing while commands are stopped', () => {
    const output = '::stop-commands::z\n::error::x\n::z::\n::debug::y';
    expect(workflowCommands(output).map(({ name }) => name)).toEqual(['stop-commands', 'z', 'debug']);
  });
});

describe('whatever is logged', () => {
  it('is no command, and hides nothing', { timeout: fuzzTimeoutMs }, () => {
    const { numRuns, seed } = runs(5000, 100_000);
    fc.assert(
      fc.property(anyLength, (text) => {
        const shown = logSafe(text);
        expect(workflowCommands(shown)).toEqual([]);
        expect(shown).not.toMatch(unseen);
        expect(shown.split('\n')).toHaveLength(text.split(/\r\n|\r|\n/).length);
      }),
      { numRuns, seed },
    );
    printFigure(`${numRuns} texts in the log: no command`);
  });

  it('makes the runner hear the action’s own commands, and no other', {
    timeout: fuzzTimeoutMs,
  }, async () => {
    const { numRuns, seed } = runs(1000, 20_000);
    const texts = fc.sample(anyLength, { numRuns, seed });
    await using workspace = await makeWorkspace({ 'texts.json': JSON.stringify(texts) });
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, 'print-texts.ts'), join(workspace.path, 'texts.json')],
      { maxBuffer: 2 ** 30 },
    );
    const own = texts.flatMap(() => ['warning', 'error', 'warning', 'group', 'endgroup']);
    expect(workflowCommands(stdout).map(({ name }) => name)).toEqual(own);
    expect(workflowCommands(stderr)).toEqual([]);
    for (const { name, properties } of workflowCommands(stdout).filter(({ name }) => name === 'error')) {
      const { file = '', line, title = '', ...others } = properties;
      expect([name, line, others]).toEqual(['error', '3', {}]);
      expect(file + title).not.toMatch(unseen);
    }
    printFigure(`${numRuns} texts said in five ways: ${own.length} commands, all of them the action's`);
  });
});
