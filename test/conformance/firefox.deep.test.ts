import { describe } from 'vitest';
import { testMachine, whyNot } from '../support/test-runner.ts';
import { browserVersion } from './browser-version.ts';
import { testConformance } from './conformance.ts';

// It takes minutes, so it runs on request; if Firefox is required, its absence fails every test.
const requested = process.env.CONFORMANCE_FIREFOX ?? 'no';
const machine = await testMachine();
const reason =
  requested === 'required'
    ? undefined
    : requested === 'no'
      ? 'CONFORMANCE_FIREFOX is not set to yes or required'
      : await whyNot('FIREFOX');
const title = reason === undefined ? browserVersion('FIREFOX', machine) : `Firefox (skipped: ${reason})`;

describe.runIf(reason === undefined)(`in ${title}`, () => {
  testConformance({ browser: 'FIREFOX', machine, workers: 6 });
});
