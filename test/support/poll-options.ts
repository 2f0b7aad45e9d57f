/**
 * How long a test waits for what must come: ample, for the machine may be busy. Only a test that fails takes all of it,
 * and it is less than a test has as a whole, so that the message says what did not come.
 */
export const pollOptions = { timeout: 120_000 };
