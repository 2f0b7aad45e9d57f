import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Pages, startPages } from '../../support/pages.ts';
import { counter, generateWith } from './with-model.ts';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages[Symbol.asyncDispose]());

it('makes test cases of steps that were run', async () => {
  const { cases, info, requests, textOf } = await generateWith(
    [
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
    ],
    { baseUrl: pages.url, entryPointUrlPath: pages.add(counter) },
  );
  expect(cases).toMatchObject([{ description: 'Counts clicks', prompt: 'Whatever matters here' }]);
  expect(cases[0]?.elements).toMatchObject([
    { interaction: { action: 'CLICK' }, selectors: [{ selectorType: 'ROLE', selector: 'button' }] },
    { assertion: {} },
    { interaction: { action: 'CLICK' } },
    { assertion: {} },
    { assertion: { expectation: 'NOT_VISIBLE' } },
  ]);
  expect(info).toBe('The model made 1 test case. The model stopped: "done".');
  expect(requests[0]).toMatchObject({
    url: '/v1/chat/completions',
    headers: { authorization: 'Bearer sk-model-key-8c41f' },
  });
  expect(textOf(0)).toContain('Whatever matters here');
  expect(textOf(0)).toContain('e1 button "Count"');
  expect(textOf(2)).toMatch(/problem: Found no element .*Nearest: .*button "Count"/);
  // Only the page as it is now is sent.
  expect(textOf(3)).not.toContain('"1 clicks"');
});

it('is asked for steps in words only if they are not understood', async () => {
  const path = pages.add(counter);
  const prompt =
    'Click Count. I should see "1 clicks".\n\nClick the thing that counts. I should see "1 clicks".';
  const { cases, requests, textOf, info } = await generateWith(
    [[['click', { element: 'e1' }]], [['expect_text', { text: '1 clicks' }]], [['stop', { reason: 'done' }]]],
    { baseUrl: pages.url, entryPointUrlPath: path, prompt },
  );
  expect(cases).toHaveLength(1);
  expect(textOf(0)).not.toContain('Click Count.');
  expect(requests).toHaveLength(3);
  expect(info).toContain('No test case was made of these words: "Click the thing that counts"');
});
