import { Cancellation, cancelled } from '../runtime/cancellation.ts';
import { exitCodeOf } from './exit.ts';

export { cancelled };

// Whatever the command makes of it.
process.on('exit', () => {
  if (cancelled.reason instanceof Cancellation) process.exitCode = exitCodeOf(cancelled.reason.signal);
});
