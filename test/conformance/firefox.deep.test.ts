import { describe } from 'vitest';
import { whyNot } from '../support/play.ts';
import { testConformance } from './conformance.ts';

// It takes minutes, so it runs on request; if Firefox is required, its absence fails every test.
const asked = process.env.CONFORMANCE_FIREFOX ?? 'no';
const reason =
  asked === 'required'
    ? undefined
    : asked === 'no'
      ? 'CONFORMANCE_FIREFOX is not set to yes or required'
      : await whyNot('FIREFOX');
const title = reason === undefined ? 'in Firefox' : `in Firefox (skipped: ${reason})`;

describe.runIf(reason === undefined)(title, () => {
  testConformance({ browser: 'FIREFOX', workers: 6, ampleMs: 30_000, shortMs: 3000 });
});
