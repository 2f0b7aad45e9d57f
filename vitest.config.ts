import { configDefaults, defineConfig } from 'vitest/config';
import { patience } from './test/support/patience.ts';

/** `npm test` runs each promise once; `npm run test:deep` the files that go through one at length. */
const deepFiles = 'test/**/*.deep.test.ts';
const isDeep = process.env.TEST_DEPTH === 'deep';

export default defineConfig({
  test: {
    include: isDeep ? [deepFiles] : ['test/**/*.test.ts'],
    exclude: isDeep ? configDefaults.exclude : [...configDefaults.exclude, deepFiles],
    // Real processes and browsers need their time on a small machine; nothing here waits for a fixed one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: patience },
    // Much of that time is waiting: by default, one processor would stay idle.
    maxWorkers: '100%',
  },
});
