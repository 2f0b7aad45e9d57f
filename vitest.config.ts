import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Real processes and browsers need their time on a small machine; nothing here waits for a fixed one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Much of that time is waiting: by default one processor would be left alone.
    maxWorkers: '100%',
  },
});
