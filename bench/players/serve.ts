import { openOnPort } from '../../test/support/served-service.ts';
import { watchLoop } from '../longest-block.ts';

/** The service on a port, with a runner that starts no browser. Each message is answered with the longest block since the last one. */

const it = await openOnPort();
const watch = watchLoop();
process.on('message', () => process.send?.({ longest: watch.longest() }));
process.send?.({ url: it.url });
