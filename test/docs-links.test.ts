import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const pages = [
  'README.md',
  ...(await readdir(join(root, 'docs'))).filter((file) => file.endsWith('.md')).map((file) => `docs/${file}`),
];

/** A page without its code blocks. */
async function proseOf(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).replace(/^```[\s\S]*?^```$/gm, '');
}

/** The anchors that GitHub gives to the headings of a page. */
async function anchorsOf(path: string): Promise<string[]> {
  const headings = (await proseOf(path)).matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

test.each(pages)('every relative link in %s leads to a file and a heading', async (page) => {
  const links = [...(await proseOf(join(root, page))).matchAll(/\]\(([^)]+)\)|src(?:set)?="([^"]+)"/g)]
    .map(([, link, image]) => link ?? image ?? '')
    .filter((link) => !link.startsWith('https://'));
  for (const link of links) {
    const [file = '', anchor] = link.split('#');
    const path = file === '' ? join(root, page) : join(root, dirname(page), file);
    expect(existsSync(path), link).toBe(true);
    if (anchor !== undefined) expect(await anchorsOf(path), link).toContain(anchor);
  }
});

test.each(pages)('%s never has npx look for the command in the registry of npm', async (page) => {
  expect(await readFile(join(root, page), 'utf8')).not.toMatch(/npx browser-test-gate/);
});

test('the README has at most 150 lines', async () => {
  const lines = (await readFile(join(root, 'README.md'), 'utf8')).trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(150);
});
