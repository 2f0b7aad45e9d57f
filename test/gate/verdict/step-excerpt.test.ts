import { expect, it } from 'vitest';
import { stepExcerpt } from '../../../src/gate/verdict/case-results.ts';
import { loadTestCases } from '../../../src/test-files/load.ts';
import { aLoadedCase } from '../../support/loaded-cases.ts';
import { makeWorkspace } from '../../support/run-action.ts';

const stepOf = (selector: string, comment = '') => `  - selectors:
      - { selectorType: CSS, selector: ${selector} }
    assertion: { expectation: VISIBLE } # ${comment}
`;
const caseOf = (name: string, steps: string) => `- description: ${name}\n  elements:\n${steps}`;
const other = caseOf('another', stepOf('z'));

/** The numbers of the lines in the excerpt of a step, and those of the step itself. */
async function excerptIn(file: string, text: string, caseIndex: number, stepIndex: number) {
  await using workspace = await makeWorkspace({ [file]: text });
  const { cases, problems } = await loadTestCases(workspace.path, [file]);
  expect(problems).toEqual([]);
  const loaded = cases[caseIndex] ?? aLoadedCase();
  const excerpt = stepExcerpt(loaded, stepIndex);
  const { line = 0, text: shown = '', stepLines = 0 } = excerpt ?? {};
  const last = line + shown.split('\n').length - 1;
  const first = loaded.positionOf(['elements', stepIndex]).line;
  return { lines: [line, last], step: [first, first + stepLines - 1] };
}

it('a failed step is shown with its whole test case, without those before and after', async () => {
  const text = other + caseOf('named', ['a', 'b', 'c'].map((each) => stepOf(each)).join('')) + other;
  expect(await excerptIn('a.yaml', text, 1, 0)).toEqual({ lines: [6, 16], step: [8, 10] });
  expect(await excerptIn('a.yaml', text, 1, 2)).toEqual({ lines: [6, 16], step: [14, 16] });
  expect(await excerptIn('b.yaml', text.replaceAll('\n', '\r\n'), 1, 1)).toEqual({
    lines: [6, 16],
    step: [11, 13],
  });
});

it('lines before a failed step come before those after it, where not all fit', async () => {
  const text = caseOf('long', Array.from({ length: 30 }, (_, index) => stepOf(`a${index}`)).join(''));
  expect(await excerptIn('a.yaml', text, 0, 0)).toEqual({ lines: [1, 40], step: [3, 5] });
  expect(await excerptIn('a.yaml', text, 0, 29)).toEqual({ lines: [53, 92], step: [90, 92] });
  const wide = caseOf('wide', ['a', 'b'].map((each) => stepOf(each, 'x'.repeat(2000)).repeat(5)).join(''));
  expect(await excerptIn('a.yaml', wide, 0, 5)).toEqual({ lines: [9, 20], step: [18, 20] });
});

it('a failed step in JSON has its lines', async () => {
  const step = { selectors: [{ selectorType: 'CSS', selector: 'a' }], assertion: { expectation: 'VISIBLE' } };
  const text = JSON.stringify({ description: 'in JSON', elements: [step, step] }, null, 2);
  const { lines, step: stepLines } = await excerptIn('a.json', text, 0, 0);
  expect(lines).toEqual([1, text.split('\n').length]);
  expect(stepLines).toEqual([4, 14]);
});

it('a step without a text in its file has no excerpt', () => {
  expect(stepExcerpt(aLoadedCase(), 0)).toBeUndefined();
});
