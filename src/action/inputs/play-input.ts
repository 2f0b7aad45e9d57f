import { z } from 'zod';
import { readEndpoints } from './endpoints-input.ts';
import { choice, duration, ifGiven, wholeNumber } from './input-values.ts';

/** How the embedded service plays test cases. */
export type PlayInput = z.output<typeof playInput>;

/** Reads it from the inputs. */
export const playInput = z
  .object({
    workers: ifGiven(wholeNumber(1, 64)),
    retries: wholeNumber(0, 10),
    'timeout-per-step': duration('5s', '30s'),
    trace: choice(['always', 'on-failure', 'never']),
    'reuse-login': choice(['true', 'false']),
    'browser-endpoints': z.string().transform(readEndpoints),
    'mail-port': wholeNumber(1024, 65_535),
  })
  .transform(({ workers, retries, trace, ...rest }) => ({
    /** So many cases play at once; by default as many as there are processors. */
    ...(workers === undefined ? {} : { workers }),
    retries,
    trace,
    timeoutPerStepMs: rest['timeout-per-step'],
    reuseLogin: rest['reuse-login'] === 'true',
    /** Browsers elsewhere, in place of those of this machine. */
    ...(rest['browser-endpoints'].length === 0 ? {} : { endpoints: rest['browser-endpoints'] }),
    mailPort: rest['mail-port'],
  }));
