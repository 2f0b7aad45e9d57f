import type { Kind } from '../kind.ts';
import { answerAnomalies } from './answer-anomalies.ts';
import { connectionFaults } from './connection.ts';
import { contentFaults } from './content.ts';
import { framingFaults } from './framing.ts';
import { statusFaults } from './status.ts';

/** Every kind of fault. */
export const kinds: readonly Kind[] = [
  ...connectionFaults,
  ...framingFaults,
  ...contentFaults,
  ...statusFaults,
  ...answerAnomalies,
];
