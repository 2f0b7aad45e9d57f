import type { Kind } from '../kind.ts';
import { connectionFaults } from './connection.ts';
import { contentFaults } from './content.ts';
import { framingFaults } from './framing.ts';
import { statusFaults } from './status.ts';
import { tales } from './tales.ts';

/** Every kind of fault. */
export const kinds: readonly Kind[] = [
  ...connectionFaults,
  ...framingFaults,
  ...contentFaults,
  ...statusFaults,
  ...tales,
];
