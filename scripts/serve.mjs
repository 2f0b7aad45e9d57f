// Serves the embedded service. Where no Chrome is named, the Chromium that the set-up has unpacked plays the tests.
import { ensureChromium } from './chromium.mjs';

process.env.CHROME_BIN ??= (await ensureChromium()) ?? '';
process.argv.splice(2, 0, 'serve');
await import('../src/cli/main.ts');
