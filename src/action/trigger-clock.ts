import type { CallOptions } from '../client/client.ts';

/** The Date header counts whole seconds. */
const dateResolutionMs = 1000;

/** When a trigger was sent, by the service's own clock: its Date, less the time that its answer took. */
export class TriggerClock {
  triggeredAt = new Date();

  readonly onAnswer: NonNullable<CallOptions['onAnswer']> = ({ serviceTime, elapsedMs }) => {
    const answeredAt = serviceTime?.getTime() ?? Date.now();
    this.triggeredAt = new Date(answeredAt - elapsedMs - dateResolutionMs);
  };
}
