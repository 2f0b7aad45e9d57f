import { describe } from 'vitest';
import { testConformance } from './conformance.ts';

describe('in Chromium', () => {
  testConformance({ browser: 'CHROMIUM', workers: 10, ampleMs: 30_000, shortMs: 2000 });
});
