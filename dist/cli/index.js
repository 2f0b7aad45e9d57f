#!/usr/bin/env node
// Becomes dist/cli/index.js. Old versions of Node must be able to read it, to tell that they are too old.
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  console.error(`browser-test-gate needs Node 22.13 or later. This is Node ${process.versions.node}.`);
  process.exit(2);
}
// npm calls this file by a link; the bundle knows the command by this file's folder.
process.argv[1] = fileURLToPath(import.meta.url);
await import('../index.js');
