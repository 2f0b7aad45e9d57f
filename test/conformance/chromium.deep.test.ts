import { describe } from 'vitest';
import { testConformance } from './conformance.ts';

describe('in Chromium', () => {
  testConformance({ browser: 'CHROMIUM', workers: 8, ampleMs: 30_000, shortMs: 3000 });
});
