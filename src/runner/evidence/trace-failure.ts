import { z } from 'zod';
import { tryParseJson } from '../../common/json.ts';

/** Events of the driver's trace, as far as they are read. */
const event = z.looseObject({
  type: z.enum(['before', 'after']),
  callId: z.string(),
  method: z.string().optional(),
  parentId: z.string().optional(),
  error: z.looseObject({ message: z.string() }).optional(),
});
type Event = z.infer<typeof event>;

/** A step in a trace that failed. */
export interface TraceFailure {
  /** How many groups began up to that of the step. */
  readonly groupNumber: number;
  readonly message: string;
}

/**
 * Adds the message of a failure to the driver's trace, in which an expectation fails without saying what it expected. If
 * no call of the step failed, its group gets the error.
 * @param trace one JSON value per line.
 */
export function withFailure(trace: string, { groupNumber, message }: TraceFailure): string {
  const lines = trace.split('\n');
  const events = lines.map(readEvent);
  const groups = events.filter((each) => each?.type === 'before' && each.method === 'tracingGroup');
  const group = groups[groupNumber - 1];
  if (group === undefined) return trace;
  const calls = new Set(events.filter((each) => each?.parentId === group.callId).map((each) => each?.callId));
  const failedWith = (isIt: (message: string) => boolean) =>
    events.findLastIndex(
      (each) => each?.error !== undefined && calls.has(each.callId) && isIt(each.error.message),
    );
  const expectation = failedWith((text) => text === 'Expect failed');
  if (expectation === -1 && failedWith(() => true) !== -1) return trace;
  const end = events.findIndex((each) => each?.type === 'after' && each.callId === group.callId);
  const index = expectation === -1 ? end : expectation;
  const target = events[index];
  if (target === undefined) return trace;
  lines[index] = JSON.stringify({ ...target, error: { name: 'Error', message } });
  return lines.join('\n');
}

/** Other events are not even parsed: a trace may have thousands of large ones. */
function readEvent(line: string): Event | undefined {
  return /^\{"type":"(?:before|after)"/.test(line) ? event.safeParse(tryParseJson(line)).data : undefined;
}
