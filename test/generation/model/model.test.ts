import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createGenerator,
  type GenerationRequest,
  type GeneratorOptions,
} from '../../../src/generation/generate.ts';
import { createRedactor } from '../../../src/runtime/redactor.ts';
import { type Pages, startPages } from '../../support/pages.ts';
import { testMachine } from '../../support/play.ts';
import { startModel, type Turn } from '../../support/scripted-model.ts';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages[Symbol.asyncDispose]());

/** Generates with a model that gives these answers. */
async function generate(
  html: string,
  turns: readonly Turn[],
  request: Partial<GenerationRequest> = {},
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
    {
      prompt: 'Whatever matters here',
      baseUrl: pages.url,
      entryPointUrlPath: pages.add(html),
      timeoutPerStepMs: 60_000,
      ...request,
    },
    new AbortController().signal,
  );
  return { cases, info, requests: model.requests, textOf: model.textOf };
}

const counter = `<h1>Counter</h1><button onclick="out.textContent = ++count + ' clicks'">Count</button><p id="out">0 clicks</p><script>let count = 0</script>`;

describe('a model', () => {
  it('makes test cases of steps that were played', async () => {
    const { cases, info, requests, textOf } = await generate(counter, [
      [
        ['click', { element: 'e1' }],
        ['expect_text', { text: '1 clicks' }],
      ],
      [['click', { element: 'Cuont' }]],
      [['click', { element: 'Count' }]],
      [
        ['expect_text', { text: '2 clicks' }],
        ['expect_text_gone', { text: '1 clicks' }],
        ['finish_test_case', { description: 'Counts\nclicks' }],
      ],
      [['stop', { reason: 'done' }]],
    ]);
    expect(cases).toMatchObject([{ description: 'Counts clicks', prompt: 'Whatever matters here' }]);
    expect(cases[0]?.elements).toMatchObject([
      { interaction: { action: 'CLICK' }, selectors: [{ selectorType: 'ROLE', selector: 'button' }] },
      { assertion: {} },
      { interaction: { action: 'CLICK' } },
      { assertion: {} },
      { assertion: { expectation: 'NOT_VISIBLE' } },
    ]);
    expect(info).toEqual(['The model made 1 test case. The model stopped: "done".']);
    expect(requests[0]).toMatchObject({
      url: '/v1/chat/completions',
      headers: { authorization: 'Bearer sk-model-key-8c41f' },
    });
    expect(textOf(0)).toContain('Whatever matters here');
    expect(textOf(0)).toContain('e1 button "Count"');
    expect(textOf(2)).toMatch(/problem: Found no element .*Nearest: .*button "Count"/);
    // Only the page of now is sent.
    expect(textOf(3)).not.toContain('"1 clicks"');
  });
});
