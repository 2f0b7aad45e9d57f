import { readFileSync } from 'node:fs';
import { createActionsHost } from '../../src/runtime/host.ts';

/**
 * A process of its own that says each text to the runner, in each way that the action has. Argument: a file with the
 * texts as JSON.
 */
const texts: string[] = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const host = createActionsHost((text) => text);
for (const text of texts) {
  host.info(text);
  host.warning(text);
  for (const level of ['error', 'warning'] as const) {
    host.annotate({ level, file: text, line: 3, title: text, message: text });
  }
  host.startGroup(text);
  host.endGroup();
}
