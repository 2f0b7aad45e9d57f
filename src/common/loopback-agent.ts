import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';

/** Resolves a name of this machine as browsers do, which know every name that ends with `localhost`, and try IPv4 and IPv6. */
const lookup: LookupFunction = (_, { all }, callback) => {
  const [first, other] = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ] as const;
  if (all === true) callback(null, [first, other]);
  else callback(null, first.address, first.family);
};

/** Connects to this machine, under each of its names, without a proxy. */
export const loopbackAgent = new Agent({ connect: { lookup } });
