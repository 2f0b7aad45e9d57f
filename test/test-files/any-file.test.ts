import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText, loadTestCases } from '../../src/test-files/load.ts';
import { parseText } from '../../src/test-files/parse-text.ts';
import { runs } from '../fuzz/runs.ts';
import { makeWorkspace } from '../support/run-action.ts';

/** Pieces that mean something to YAML, JSON or the schema, in any order. */
const pieces = fc.constantFrom(
  ...[
    '\n',
    '\n  ',
    '\n\t',
    '\r\n',
    '\r',
    ' ',
    '- ',
    '? ',
    ': ',
    ', ',
    '[',
    ']',
    '{',
    '}',
    '"',
    "'",
    '|',
    '>-',
    '#',
  ],
  ...[
    '&a ',
    '*a',
    '!!str ',
    '!x ',
    '<<: ',
    '---\n',
    '...\n',
    '%YAML 1.1\n',
    '%TAG ! x\n',
    '\\u12',
    '\u0000',
    '\ud800',
  ],
  ...[
    'a',
    'null',
    '1',
    '1e999',
    '__proto__',
    'description: d',
    'elements: []',
    'id: ',
    'selectors: [',
    'interaction: {action: CLICK',
  ],
);
const text = fc.oneof(
  fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
);
const wellPlaced = (value: string, { line, column }: { line: number; column: number }) => {
  const lines = value.split('\n');
  expect(line).toBeGreaterThanOrEqual(1);
  expect(line).toBeLessThanOrEqual(lines.length);
  expect(column).toBeGreaterThanOrEqual(1);
  expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
};

describe('any file', () => {
  it('is read, or rejected with positions inside the file', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('yaml' as const, 'json' as const), (value, format) => {
        const parsed = parseText(value, format);
        if ('positionOf' in parsed) {
          wellPlaced(value, parsed.positionOf([0, 'a', 'elements', 3]));
        } else {
          expect(parsed.length).toBeGreaterThan(0);
          for (const problem of parsed) wellPlaced(value, problem);
        }
      }),
      runs(3000),
    );
  });

  it('is decoded, or rejected at a position inside the file', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const decoded = decodeText(bytes);
        const roundTrip = Buffer.from(bytes)
          .toString('utf8')
          .replace(/^\uFEFF/, '');
        if (typeof decoded === 'string') expect(decoded).toBe(roundTrip);
        else wellPlaced(roundTrip, decoded);
      }),
      runs(3000),
    );
  });

  it('is a case, a problem or a warning: nothing is skipped', async () => {
    await using workspace = await makeWorkspace();
    const content = fc.oneof(
      text.map((value) => Buffer.from(value)),
      fc.uint8Array({ maxLength: 60 }),
      fc.json().map((value) => Buffer.from(`{"description": "d", "elements": ${value}}`)),
    );
    await fc.assert(
      fc.asyncProperty(content, fc.constantFrom('a.yaml', 'a.json'), async (bytes, file) => {
        await writeFile(join(workspace.path, file), bytes);
        const { cases, problems, warnings } = await loadTestCases(workspace.path, [file]);
        expect(cases.length + problems.length + warnings.length).toBeGreaterThan(0);
      }),
      runs(1000),
    );
  });
});

describe('any pattern', () => {
  it('finds files or explains why not', async () => {
    // Patterns lead at most four folders up: what is above the workspace would be searched, too.
    const folder = 'a/b/c/d';
    await using workspace = await makeWorkspace({
      [`${folder}/tests/a.yaml`]: 'description: d\nelements: []',
    });
    const parts = fc.constantFrom(
      '*',
      '**',
      '/',
      '..',
      '.',
      'tests',
      'a',
      '.yaml',
      '[',
      ']',
      '{',
      '}',
      ',',
      '!',
      '(',
      ')',
      '+',
      '@',
      '?',
      '\\',
      '\u0000',
    );
    const pattern = fc.array(parts, { minLength: 1, maxLength: 8 }).map((each) => each.join(''));
    await fc.assert(
      fc.asyncProperty(pattern, async (each) => {
        const { cases, problems } = await loadTestCases(join(workspace.path, folder), [each]);
        if (!each.startsWith('!')) expect(cases.length + problems.length).toBeGreaterThan(0);
      }),
      runs(500),
    );
  });
});
