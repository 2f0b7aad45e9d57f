import { ClientError } from '../../src/client/client-errors.ts';

/** What a call was rejected with. Fails where it was not rejected, or not with an error of the client. */
export async function clientErrorOf(call: Promise<unknown>): Promise<ClientError> {
  const reason = await rejectionOf(call);
  if (reason instanceof ClientError) return reason;
  throw new Error('the call was rejected with something else', { cause: reason });
}

/** What a call was rejected with. Fails where it was not rejected. */
export async function rejectionOf(call: Promise<unknown>): Promise<unknown> {
  const [outcome] = await Promise.allSettled([call]);
  if (outcome.status === 'rejected') return outcome.reason;
  throw new Error(`the call was answered: ${JSON.stringify(outcome.value)}`);
}
