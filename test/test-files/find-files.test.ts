import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFiles } from '../../src/test-files/find-files.ts';
import { decodeText } from '../../src/test-files/load.ts';
import { fileNameFor, newFileNames } from '../../src/test-files/write.ts';
import { makeWorkspace } from '../support/run-action.ts';

const tree = {
  'tests/b.yaml': '',
  'tests/a.YML': '',
  'tests/deep/er/c.json': '',
  'tests/readme.md': '',
  'tests/node_modules/x/d.yaml': '',
  'tests/.git/e.yaml': '',
  'tests/.browser-test-gate/last-run/results.json': '',
  'other/f.yaml': '',
  'other/[g].yaml': '',
};
const all = ['tests/a.YML', 'tests/b.yaml', 'tests/deep/er/c.json'];

describe('finding test files', () => {
  it.each([
    ['a folder, with what is below it', ['tests'], all],
    ['a folder with a slash', ['./tests/'], all],
    ['a file', ['tests/b.yaml'], ['tests/b.yaml']],
    ['a file whose name looks like a glob', ['other/[g].yaml'], ['other/[g].yaml']],
    ['a glob', ['tests/*.yaml'], ['tests/b.yaml']],
    [
      'a glob through all folders',
      ['**/*.{yaml,json}'],
      ['other/[g].yaml', 'other/f.yaml', 'tests/b.yaml', 'tests/deep/er/c.json'],
    ],
    ['several, each file once', ['tests', 'tests/b.yaml', './tests/*.yaml'], all],
    ['a folder without a file', ['tests', '!tests/b.yaml'], ['tests/a.YML', 'tests/deep/er/c.json']],
    ['a folder without a folder', ['tests', '!./tests/deep/'], ['tests/a.YML', 'tests/b.yaml']],
    [
      'a folder without what a glob matches, wherever it is written',
      ['!**/*.json', 'tests'],
      ['tests/a.YML', 'tests/b.yaml'],
    ],
  ])('takes %s', async (_, patterns, files) => {
    await using workspace = await makeWorkspace(tree);
    expect(await findFiles(workspace.path, patterns)).toEqual({ files, problems: [] });
  });

  it.each([
    [
      'without a pattern that takes any',
      ['!tests', '!other'],
      'The patterns only exclude files (`!`). Name test files, folders or glob patterns.',
    ],
    [
      'where all are left out',
      ['tests', '!**/*'],
      'The patterns with `!` exclude every file. Exclude fewer.',
    ],
  ])('finds nothing %s, and says so', async (_, patterns, message) => {
    await using workspace = await makeWorkspace(tree);
    expect(await findFiles(workspace.path, patterns)).toEqual({ files: [], problems: [{ message }] });
  });

  it('warns of files whose names end almost as those of test files, unless they are excluded', async () => {
    const misnamed = ['t/cart.ymal', 't/deep/login.YLM', 't/pay.yaml.txt', 't/z.jsn'];
    const others = [
      't/a.jsonl',
      't/b.xml',
      't/c.js',
      't/d.txt',
      't/e.eml',
      't/f.yaml',
      't/g.json5',
      't/h.yaml.bak',
    ];
    await using workspace = await makeWorkspace(
      Object.fromEntries([...misnamed, ...others, 't/not.yam'].map((file) => [file, ''])),
    );
    for (const pattern of ['t', 't/**']) {
      const { files, problems, warnings } = await findFiles(workspace.path, [pattern, '!t/not.yam']);
      expect({ files, problems }).toEqual({ files: ['t/f.yaml'], problems: [] });
      expect(warnings?.map(({ position }) => position?.file)).toEqual(misnamed);
    }
  });

  it('finds nothing in a workspace without a checkout, and says so', async () => {
    await using workspace = await makeWorkspace({});
    const { problems } = await findFiles(workspace.path, ['tests']);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining(
        '"tests" matches no file. The workspace is empty: in a workflow, put `- uses: actions/checkout@v6` before this step.',
      ),
    ]);
  });

  it('takes a path that is absolute and inside', async () => {
    await using workspace = await makeWorkspace(tree);
    const found = await findFiles(workspace.path, [join(workspace.path, 'tests/*.yaml')]);
    expect(found).toEqual({ files: ['tests/b.yaml'], problems: [] });
  });

  it('suggests no hidden folder', async () => {
    await using workspace = await makeWorkspace({ '.browser-test-gate/last-run/results.json': '{}' });
    const { problems } = await findFiles(workspace.path, ['browser-tests']);
    expect(problems.map(({ message }) => message)).toEqual([expect.not.stringContaining('Did you mean')]);
  });

  const advice = 'Name test files, folders or glob patterns.';
  it.each([
    ['a name that is not there', 'nope', `"nope" matches no file. ${advice}`],
    [
      'a misspelt name',
      'tests/bb.yaml',
      `"tests/bb.yaml" matches no file. Did you mean "tests/b.yaml"? ${advice}`,
    ],
    ['a glob without a match', '*.yaml', `"*.yaml" matches no file. ${advice}`],
    [
      'another kind of file',
      'tests/readme.md',
      '"tests/readme.md" is not a test file: those end in .yaml, .yml or .json.',
    ],
    ['a folder outside', '../', '"../" is outside the workspace. Move the files into the repository.'],
    [
      'a file outside, by its absolute path',
      '/etc/x.yaml',
      '"/etc/x.yaml" is outside the workspace. Move the files into the repository.',
    ],
    [
      'a glob outside',
      'tests/../../*.yaml',
      '"tests/../../*.yaml" is outside the workspace. Move the files into the repository.',
    ],
  ])('refuses %s, and finds the others', async (_, pattern, message) => {
    await using workspace = await makeWorkspace(tree);
    const found = await findFiles(workspace.path, [pattern, 'tests']);
    expect(found).toEqual({ files: all, problems: [{ message }] });
  });

  it('says that a folder has no test file', async () => {
    await using workspace = await makeWorkspace({ 'docs/readme.md': '' });
    const { problems } = await findFiles(workspace.path, ['docs']);
    expect(problems).toEqual([{ message: `The folder "docs" has no .yaml, .yml or .json file. ${advice}` }]);
  });

  it.each(['{.,..}/*.yaml', '{..,.}/**', '{.,[.][.]}/*.yaml', '{OUTSIDE,.}/*.yaml'])(
    'does not read outside the workspace, whatever the glob %s stands for',
    async (glob) => {
      // What is read of this link outside would be a problem of its own.
      await using outside = await makeWorkspace({ 'in/a.yaml': '', 'secret.yaml': '' });
      await symlink('nowhere', join(outside.path, 'link.yaml'));
      const pattern = glob.replace('OUTSIDE', outside.path);
      const { files, problems } = await findFiles(join(outside.path, 'in'), [pattern]);
      const message = `"${pattern}" is outside the workspace. Move the files into the repository.`;
      expect({ files, problems }).toEqual({ files: ['a.yaml'], problems: [{ message }] });
    },
  );

  it('says that there are too many files', async () => {
    await using workspace = await makeWorkspace({ 't/0.yaml': '' });
    for (let index = 1; index <= 5000; index += 1) writeFileSync(join(workspace.path, `t/${index}.yaml`), '');
    expect(await findFiles(workspace.path, ['t'])).toEqual({
      files: [],
      problems: [
        { message: 'The patterns match more than 5000 files, which is the limit. Use narrower ones.' },
      ],
    });
  });
});

describe('links', () => {
  it.each(['tests', 'tests/*', 'tests/**', 'tests/out.yaml'])(
    'that lead a file out of the workspace are refused, found by %s',
    async (pattern) => {
      await using outside = await makeWorkspace({ 'secret.yaml': '' });
      await using workspace = await makeWorkspace({ 'tests/a.yaml': '' });
      await symlink(join(outside.path, 'secret.yaml'), join(workspace.path, 'tests/out.yaml'));
      const { files, problems } = await findFiles(workspace.path, [pattern]);
      expect(files).not.toContain('tests/out.yaml');
      expect(problems).toEqual([
        {
          message:
            'tests/out.yaml: a link that points outside the workspace is not followed. Replace it with the file itself.',
        },
      ]);
    },
  );

  it('that lead a folder out of the workspace are refused', async () => {
    await using outside = await makeWorkspace({ 'secret.yaml': '' });
    await using workspace = await makeWorkspace({ 'tests/a.yaml': '' });
    await symlink(outside.path, join(workspace.path, 'tests/out'));
    const found = await findFiles(workspace.path, ['tests']);
    expect(found.files).toEqual(['tests/a.yaml']);
    expect(found.problems).toEqual([
      {
        message:
          'tests/out: a link that points outside the workspace is not followed. Replace it with the file itself.',
      },
    ]);
  });

  it('inside the workspace are followed, and a circle of them ends', async () => {
    await using workspace = await makeWorkspace({ 'tests/a.yaml': '', 'more/b.yaml': '' });
    await symlink('../more', join(workspace.path, 'tests/more'));
    await symlink('../tests', join(workspace.path, 'tests/circle'));
    const found = await findFiles(workspace.path, ['tests']);
    expect(found).toEqual({ files: ['tests/a.yaml', 'tests/more/b.yaml'], problems: [] });
  });

  it.each(['tests', 'tests/*.yaml', 'tests/gone.yaml'])(
    'that lead nowhere are a problem, found by %s',
    async (pattern) => {
      await using workspace = await makeWorkspace({ 'tests/a.yaml': '' });
      await symlink('missing.yaml', join(workspace.path, 'tests/gone.yaml'));
      const { problems } = await findFiles(workspace.path, [pattern]);
      expect(problems).toEqual([
        {
          message:
            'tests/gone.yaml: is not a file, or is a broken link. Remove it, or replace it with a file.',
        },
      ]);
    },
  );

  it('are followed to the workspace itself', async () => {
    await using place = await makeWorkspace({ 'real/a.yaml': '' });
    await symlink('real', join(place.path, 'link'));
    const found = await findFiles(join(place.path, 'link'), ['.']);
    expect(found).toEqual({ files: ['a.yaml'], problems: [] });
  });
});

describe('a path that is not a file', () => {
  it('is a problem, and is not waited for', async () => {
    await using workspace = await makeWorkspace();
    await mkdir(join(workspace.path, 'tests'));
    execFileSync('mkfifo', [join(workspace.path, 'tests/pipe.yaml')]);
    const { files, problems } = await findFiles(workspace.path, ['tests']);
    expect(files).toEqual([]);
    expect(problems).toHaveLength(1);
  });

  it('does not count, even if its name ends like one', async () => {
    await using workspace = await makeWorkspace({ 'tests/folder.yaml/a.yaml': '' });
    const found = await findFiles(workspace.path, ['tests']);
    expect(found).toEqual({ files: ['tests/folder.yaml/a.yaml'], problems: [] });
  });
});

it.each([
  ['Pay with a card', 'pay-with-a-card'],
  ['Zurück zur Straße in São Paulo', 'zuruck-zur-strasse-in-sao-paulo'],
  [
    'Clicking "Remove" on the page "Cart" removes it from the page',
    'clicking-remove-on-the-page-cart-removes-it-from-the-page',
  ],
  [
    'Clicking "Remove" on the page "Shopping cart" removes it',
    'clicking-remove-on-the-page-shopping-cart-removes-it',
  ],
  [
    'The result of clicking "Add Blue mug" is kept after a reload',
    'the-result-of-clicking-add-blue-mug-is-kept-after-a-reload',
  ],
  [
    'The result of clicking "Add Blue mug" remains after a reload',
    'the-result-of-clicking-add-blue-mug-remains-after-a-reload',
  ],
  [
    'The result of clicking "Add Blue mug" is still there afterwards',
    'the-result-of-clicking-add-blue-mug-is-still-there',
  ],
  ['Übersicht für Gäste', 'ubersicht-fur-gaste'],
  ['x'.repeat(90), 'x'.repeat(60)],
])('the file name of "%s" has whole words', (description, name) => {
  expect(newFileNames(description, 'test-case').next().value).toBe(`${name}.yaml`);
  const id = '0d7a4b5e-3f6c-4f43-9d53-5a9a5a4a7c11';
  expect(fileNameFor({ description, id })).toBe(`${name}-0d7a4b5e.yaml`);
});

it('a description without letters and digits has a name, too', () => {
  const names = newFileNames('…', 'test-case');
  expect([names.next().value, names.next().value]).toEqual(['test-case.yaml', 'test-case-2.yaml']);
});

const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))));

describe('decoding a file', () => {
  it('gives the text', () => {
    expect(decodeText(bytes('Käse €35 😀'))).toBe('Käse €35 😀');
  });

  it('drops a byte order mark', () => {
    expect(decodeText(bytes(0xef, 0xbb, 0xbf, 'a: 1'))).toBe('a: 1');
  });

  it.each([
    ['a wrong byte at the start', bytes(0xff, 'a'), { line: 1, column: 1 }],
    ['a wrong byte behind characters of several bytes', bytes('ä\nKäse', 0xff), { line: 2, column: 5 }],
    ['a character that breaks off before another', bytes('a', 0xc3, '('), { line: 1, column: 2 }],
    ['a character that breaks off at the end', bytes('a\nb', 0xe2, 0x82), { line: 2, column: 2 }],
    ['Latin-1', Buffer.from('description: Käse', 'latin1'), { line: 1, column: 15 }],
    ['UTF-16', Buffer.from('\uFEFFa: 1', 'utf16le'), { line: 1, column: 1 }],
    ['a wrong byte behind a byte order mark', bytes(0xef, 0xbb, 0xbf, 'ab', 0xff), { line: 1, column: 3 }],
  ])('finds the position of %s', (_, wrong, position) => {
    expect(decodeText(wrong)).toEqual(position);
  });

  it('finds a wrong byte at the end of a file of 1 MiB', () => {
    expect(decodeText(bytes('a\n'.repeat(500_000), 0xff))).toEqual({ line: 500_001, column: 1 });
  });
});
