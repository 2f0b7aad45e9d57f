import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Rules } from './rules.mjs';

export function createShop(options?: {
  readonly rules?: Partial<Rules>;
  readonly broken?: boolean;
}): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
