// A Chromium for the demo and the tests on machines without Chrome: it comes packed inside an npm package.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

const root = join(import.meta.dirname, '..');

/**
 * Unpacks the Chromium once.
 * @returns {Promise<string | undefined>} its executable; undefined where the package has none for this platform.
 */
export async function ensureChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const packed = packedFolder();
  const { version } = createRequire(import.meta.url)(join(packed, '..', 'package.json'));
  const folder = join(root, 'node_modules', '.cache', `chromium-${version}`);
  const start = join(folder, 'start');
  if (existsSync(start)) return start;
  const executable = join(folder, 'chromium');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(executable)) {
    console.log('Unpacking Chromium …');
    await unpack(join(packed, 'chromium.br'), executable);
    chmodSync(executable, 0o755);
  }
  for (const archive of ['al2023.tar.br', 'fonts.tar.br']) {
    const tar = join(folder, archive.replace('.br', ''));
    await unpack(join(packed, archive), tar);
    spawnSync('tar', ['-xf', tar, '-C', folder]);
  }
  const fonts = `<?xml version="1.0"?><fontconfig><dir>${join(folder, 'fonts')}</dir></fontconfig>\n`;
  writeFileSync(join(folder, 'own-fonts.conf'), fonts);
  writeFileSync(start, startScript(executable), { mode: 0o755 });
  return start;
}

/** The machine's own libraries and fonts come first; where they are missing, the package's take their place. */
function startScript(executable) {
  const { stdout } = spawnSync('ldd', [executable], { encoding: 'utf8' });
  return [
    '#!/bin/sh',
    'here=$(dirname "$0")',
    ...(/not found/.test(stdout ?? '') ? ['export LD_LIBRARY_PATH="$here/lib:$LD_LIBRARY_PATH"'] : []),
    ...(existsSync('/etc/fonts') ? [] : ['export FONTCONFIG_FILE="$here/own-fonts.conf"']),
    'exec "$here/chromium" "$@"',
    '',
  ].join('\n');
}

function packedFolder() {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  let folder = dirname(entry);
  while (!existsSync(join(folder, 'bin', 'chromium.br'))) {
    if (folder === dirname(folder)) throw new Error(`${entry} holds no bin/chromium.br`);
    folder = dirname(folder);
  }
  return join(folder, 'bin');
}

async function unpack(from, to) {
  const part = `${to}.${process.pid}`;
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(part));
  renameSync(part, to);
}
