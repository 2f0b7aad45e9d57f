/** How long code may take. Nothing else of the process runs meanwhile, so it is short. */
export const timeLimitMs = 1000;

/** What code may use, the sandbox's own needs included. */
export const memoryLimitMiB = 32;
