import { configDefaults, defineConfig } from 'vitest/config';
import { patience } from './test/support/patience.ts';

/** `npm test` covers each promise once; `npm run test:deep` runs the files that go through one at length. */
const deepFiles = 'test/**/*.deep.test.ts';
/** Playing all actions in whole browsers: alone on the machine, one browser after the other. */
const conformanceFiles = 'test/conformance/*.deep.test.ts';

const quick = {
  name: 'quick',
  include: ['test/**/*.test.ts'],
  exclude: [...configDefaults.exclude, deepFiles],
};
const deep = {
  name: 'deep',
  include: [deepFiles],
  exclude: [...configDefaults.exclude, conformanceFiles],
  sequence: { groupOrder: 0 },
};
const conformance = {
  name: 'conformance',
  include: [conformanceFiles],
  maxWorkers: 1,
  sequence: { groupOrder: 1 },
};

export default defineConfig({
  test: {
    projects: (process.env.TEST_DEPTH === 'deep' ? [deep, conformance] : [quick]).map((test) => ({
      extends: true,
      test,
    })),
    // Real processes and browsers need their time on a small machine; nothing here waits for a fixed one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: patience },
    // Much of that time is waiting: by default, one processor would stay idle.
    maxWorkers: '100%',
  },
});
