import { join } from 'node:path';
import { startScript } from './spawn.ts';

/** The example shop as a process of its own. */
export interface Shop extends AsyncDisposable {
  readonly url: string;
}

/** Starts the example shop on a free port, or on a given one. */
export async function startShop(options: { broken?: boolean; port?: number } = {}): Promise<Shop> {
  const script = join(import.meta.dirname, '../../examples/shop/server.mjs');
  const args = [String(options.port ?? 0), ...(options.broken === true ? ['--broken'] : [])];
  const running = await startScript(script, args, /shop: (\S+)/);
  return { url: running.ready[1] ?? '', [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() };
}
