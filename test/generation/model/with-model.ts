import type { GenerationRequest } from '../../../src/contract/generation.ts';
import { createGenerator, type GeneratorOptions } from '../../../src/generation/generator.ts';
import { createRedactor } from '../../../src/runtime/redactor.ts';
import { startModel, type Turn } from '../../support/scripted-model.ts';
import { testMachine } from '../../support/test-runner.ts';

/** A page whose first button counts. */
export const counter = `<h1>Counter</h1><button onclick="out.textContent = ++count + ' clicks'">Count</button><p id="out">0 clicks</p><script>let count = 0</script>`;

/** Generates with a model that gives one answer after the other. */
export async function generateWith(
  turns: readonly Turn[],
  request: Partial<GenerationRequest>,
  options: Partial<GeneratorOptions> = {},
) {
  await using model = await startModel(...turns);
  const info: string[] = [];
  const make = createGenerator({
    machine: await testMachine(),
    redactor: createRedactor,
    info: (text) => info.push(text),
    model: model.settings,
    ...options,
  });
  const cases = await make(
    { prompt: 'Whatever matters here', timeoutPerStepMs: 60_000, ...request },
    new AbortController().signal,
  );
  const { requests, textOf, settings } = model;
  return { cases, info: info.join('\n'), requests, textOf, settings };
}
