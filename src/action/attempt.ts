import type { Host } from './host.ts';
import { messageOf } from './user-error.ts';

/** Publishes one thing. What can't be written is a warning: the verdict stands. */
export async function attempt(host: Host, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    host.warning(`${what} could not be written: ${messageOf(error).replace(/\.$/, '')}. The verdict stands.`);
  }
}
