import { defineConfig } from 'vitest/config';
import { patience } from './test/support/patience.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Real processes and browsers need their time on a small machine; nothing here waits for a fixed one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: patience },
    // Much of that time is waiting: by default one processor would be left alone.
    maxWorkers: '100%',
  },
});
