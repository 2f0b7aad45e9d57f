import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { compileCache } from './test/support/compile-cache.ts';
import { pollOptions } from './test/support/poll-options.ts';
import SlowFilesFirst from './test/support/slow-files-first.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';
/** `npm test` covers each promise once; `npm run test:deep` runs the files that go through one at length. */
const deepFiles = 'test/**/*.deep.test.ts';
/** Both run these: the deep one with five times as many inputs (`test/fuzz/runs.ts`). */
const propertyFiles = [
  'test/fuzz/*.test.ts',
  'test/contract/file-schema-agrees.test.ts',
  'test/service/round-trip.test.ts',
  'test/service/code-export/hostile-code.test.ts',
  'test/service/locator-line/parse-locator.test.ts',
  'test/test-files/any-file.test.ts',
];
/** They change what all files of a process share. */
const isolatedFiles = [
  // Moves the clock: the queue of requests to GitHub would then wait for hours.
  'test/publish/job-comment.test.ts',
  // Set the folder for temporary files, which the driver reads once, when it is loaded.
  'test/gate/modes/start.test.ts',
  'test/runner/steps/upload.test.ts',
  'test/runner/temporary-files.test.ts',
];
/** They play all actions in whole browsers, after all others: an action that takes too long is played again, which takes time. */
const conformanceFiles = 'test/conformance/*.deep.test.ts';

const quick = {
  name: 'quick',
  // The files share modules: importing them for each file would take a third of the time.
  isolate: false,
  include: ['test/**/*.test.ts'],
  exclude: [...configDefaults.exclude, deepFiles, ...isolatedFiles],
  setupFiles: 'test/support/clean-process.ts',
};
const isolated = { name: 'isolated', include: isolatedFiles };
/** Skips the files that a slow machine has no time for. */
const runner = './test/support/runner-until.ts';
const deep = {
  name: 'deep',
  runner,
  include: [deepFiles, ...propertyFiles],
  exclude: [...configDefaults.exclude, conformanceFiles],
  sequence: { groupOrder: 0 },
};
const conformance = {
  name: 'conformance',
  runner,
  include: [conformanceFiles],
  sequence: { groupOrder: 1 },
};

export default defineConfig({
  test: {
    projects: (isDeep ? [deep, conformance] : [quick, isolated]).map((test) => ({
      extends: true,
      test,
    })),
    // Node reads TypeScript itself: without Vite in between, the tests take a tenth less processor time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Each worker imports several hundred modules.
    env: compileCache,
    sequence: { sequencer: SlowFilesFirst },
    // Real processes and browsers need their time on a small machine; nothing here waits for a fixed one.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: pollOptions },
    // More than there are processors: most tests wait for processes, browsers and times for half of theirs.
    maxWorkers: availableParallelism() + (isDeep ? 1 : 5),
  },
});
