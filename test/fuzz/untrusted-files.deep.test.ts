import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/common/errors.ts';
import { checkFile, openFolder } from '../../src/gate/modes/generated-files.ts';
import { loadTestCases, readText } from '../../src/test-files/load.ts';
import { formatProblem } from '../../src/test-files/problem.ts';
import { makeWorkspace } from '../support/run-action.ts';

const valid = 'description: d\nelements: []\n';

/** The message about one file. */
async function toldOf(name: string, content: string | Uint8Array): Promise<string[]> {
  await using workspace = await makeWorkspace();
  await writeFile(join(workspace.path, name), content);
  const { cases, problems } = await loadTestCases(workspace.path, [name]);
  expect(cases.length === 0 || problems.length === 0).toBe(true);
  return problems.map(formatProblem);
}

describe('an untrusted file', () => {
  it.each<[string, string, string | Uint8Array, string]>([
    [
      'of 10 MB in one line',
      'a.json',
      `{"a":"${'x'.repeat(10_000_000)}"}`,
      ':1:1: the file has 10000008 bytes',
    ],
    ['in UTF-16', 'a.yaml', Buffer.from(`\uFEFF${valid}`, 'utf16le'), ':1:1: not UTF-8'],
    [
      'in UTF-16 without its mark',
      'a.yaml',
      Buffer.from(valid, 'utf16le'),
      ':1:2: the control character \\u0000',
    ],
    ['with wrong bytes', 'a.yaml', Buffer.from([0x61, 0x3a, 0x0a, 0x20, 0xff]), ':2:2: not UTF-8'],
    [
      'with a NUL',
      'a.yaml',
      'description: d\nelements: []\nprompt: a\u0000b',
      ':3:10: the control character \\u0000',
    ],
    ['with an escape sequence', 'a.yaml', 'description: \u001B[31m', ':1:14: the control character \\u001b'],
    ['with a NUL, as JSON', 'a.json', '{"a": "\u0000"}', ':1:8: invalid JSON: Bad control character'],
    ['with a tag', 'a.yaml', 'description: !!js/function x', ':1:14: invalid YAML: Unresolved tag'],
    ['with a merge key', 'a.yaml', '- &a {description: d}\n- <<: *a\n', ':2:3: YAML 1.2 has no merge key <<'],
    ['with a key of bytes', 'a.yaml', '!!binary IyNbZXJyb3JdeA==: x', ':1:10: a key must be a plain text'],
    ['with a duplicate key', 'a.json', '{"a": 1,\n "a": 2}', ':2:2: duplicate key "a"'],
    ['that is nested deeply', 'a.yaml', '['.repeat(500_000), ':1:102: nested too deeply'],
    [
      'that is nested deeply, as JSON',
      'a.json',
      `${'['.repeat(9e4)}${']'.repeat(9e4)}`,
      ':1:102: nested too deeply',
    ],
    ['with a bomb of aliases', 'a.yaml', bomb(), ': the aliases up to here repeat more than 50000'],
    ['with a second document', 'a.yaml', `${valid}---\n${valid}`, ':3:1: a second document'],
  ])('%s is refused with its location', async (_, name, content, message) => {
    const [first, ...rest] = await toldOf(name, content);
    expect(first).toContain(`${name}:`);
    expect(first).toContain(message);
    expect(rest.length).toBeLessThan(21);
  });

  it('with a byte order mark is read', async () => {
    expect(await toldOf('a.yaml', `\uFEFF${valid}`)).toEqual([]);
    expect(await toldOf('a.json', '\uFEFF{"description": "d", "elements": []}')).toEqual([]);
  });

  it('makes the process say nothing by itself', async () => {
    const warnings: Error[] = [];
    const hear = (warning: Error) => void warnings.push(warning);
    process.on('warning', hear);
    for (const key of ['!!binary IyNbZXJyb3JdeA==', '? {a: b}\n', '? [a]\n', '? !!set {a}\n', '? *a\n']) {
      await toldOf('a.yaml', `x: &a [1]\n${key}: x\n`);
    }
    await new Promise(setImmediate);
    process.off('warning', hear);
    expect(warnings).toEqual([]);
  });
});

function bomb(): string {
  const levels = Array.from({ length: 12 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}]`);
  return ['a0: &a0 [x,x,x,x]', ...levels].join('\n');
}

describe('what is no file', () => {
  it('is refused, and not waited for', async () => {
    await using workspace = await makeWorkspace();
    const [pipe, socket, device] = ['pipe', 'socket', 'device'].map((each) =>
      join(workspace.path, `${each}.yaml`),
    );
    await promisify(execFile)('mkfifo', [pipe ?? '']);
    await using server = createServer();
    await new Promise<void>((listening) => server.listen(socket, listening));
    await symlink('/dev/zero', device ?? '');
    const { cases, problems } = await loadTestCases(workspace.path, ['.']);
    expect(cases).toEqual([]);
    for (const name of ['pipe', 'socket', 'device']) {
      expect(problems.map(formatProblem).join('\n')).toContain(`${name}.yaml`);
    }
    for (const name of ['pipe', 'socket', 'device']) {
      expect(readText(workspace.path, `${name}.yaml`)).toHaveProperty('message');
    }
  });
});

describe('a link that changes while it is read', () => {
  it('never gives what stands outside of the workspace', async () => {
    await using outside = await makeWorkspace({ 'secret.yaml': 'description: outside' });
    await using workspace = await makeWorkspace({ 'inside.yaml': 'description: inside' });
    const targets = ['inside.yaml', join(outside.path, 'secret.yaml')];
    await symlink('inside.yaml', join(workspace.path, 'a.yaml'));
    // Reading does not let this process do anything else meanwhile.
    const swapping = spawn(process.execPath, ['-e', swapForever, join(workspace.path, 'a.yaml'), ...targets]);
    const swapped = once(swapping, 'close');
    const seen = new Set<string>();
    for (let n = 0; n < 500 || seen.size < 2; n += 1) {
      const read = readText(workspace.path, 'a.yaml');
      seen.add(typeof read === 'string' ? read : read.message.slice(0, 6));
      await new Promise(setImmediate);
    }
    swapping.kill();
    await swapped;
    expect([...seen].sort()).toEqual(['a link', 'description: inside']);
  });
});

/** A script that makes a link point to one target after the other. */
const swapForever = `
const { renameSync, symlinkSync } = require('node:fs');
const [link, ...targets] = process.argv.slice(1);
for (let n = 0; ; n += 1) {
  symlinkSync(targets[n % 2], link + '.new');
  renameSync(link + '.new', link);
}`;

describe('a folder that is written into', () => {
  it.each([
    ['a link out of the workspace', (outside: string) => outside, 'link'],
    ['below such a link', (outside: string) => outside, 'link/new/deep'],
    ['a link that leads nowhere', (outside: string) => join(outside, 'not-there'), 'link'],
    ['below a link that leads nowhere', () => '../not-there', 'link/new'],
  ])('is refused where it is %s, and nothing is made', async (_, target, folder) => {
    await using outside = await makeWorkspace();
    await using workspace = await makeWorkspace();
    await symlink(target(outside.path), join(workspace.path, 'link'));
    await expect(openFolder(workspace.path, folder)).rejects.toThrow(UserError);
    expect(await readdir(outside.path)).toEqual([]);
    expect(await readdir(workspace.path)).toEqual(['link']);
  });

  it('is created, also behind a link inside the workspace', async () => {
    await using workspace = await makeWorkspace({ 'real/a.txt': '' });
    await symlink('real', join(workspace.path, 'link'));
    expect(await openFolder(workspace.path, 'link/new')).toMatch(/real\/new$/);
    expect(await openFolder(workspace.path, 'other/new')).toMatch(/other\/new$/);
  });

  it('is an error if a file has its name', async () => {
    await using workspace = await makeWorkspace({ 'a.yaml': '' });
    for (const folder of ['a.yaml', 'a.yaml/deep'])
      await expect(openFolder(workspace.path, folder)).rejects.toThrow(
        `Cannot create the folder "${folder}" (input \`folder\`): E`,
      );
  });

  it('has no file written through a link out of the workspace', async () => {
    await using outside = await makeWorkspace({ 'a.yaml': 'kept' });
    await using workspace = await makeWorkspace({ 'inside.yaml': '' });
    const at = (name: string) => join(workspace.path, name);
    await symlink(join(outside.path, 'a.yaml'), at('out.yaml'));
    await symlink('nowhere.yaml', at('dead.yaml'));
    await symlink('inside.yaml', at('in.yaml'));
    await symlink(outside.path, at('folder'));
    for (const name of ['out.yaml', 'dead.yaml', 'folder/new.yaml'])
      await expect(checkFile(workspace.path, at(name)), name).rejects.toThrow(
        'it is a broken link, or a link out of the workspace',
      );
    for (const name of ['in.yaml', 'inside.yaml', 'new.yaml', 'new/new.yaml'])
      await expect(checkFile(workspace.path, at(name)), name).resolves.toBeUndefined();
    expect(await readFile(join(outside.path, 'a.yaml'), 'utf8')).toBe('kept');
  });
});
