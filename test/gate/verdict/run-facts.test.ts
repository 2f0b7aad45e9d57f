import { describe, expect, it } from 'vitest';
import { browsersOf } from '../../../src/gate/verdict/browsers-of-run.ts';
import { CaseIndex } from '../../../src/gate/verdict/case-index.ts';
import { toCaseResult } from '../../../src/gate/verdict/case-results.ts';
import type { LoadedCase } from '../../../src/test-files/loaded-case.ts';
import { seesCss } from '../../support/cases.ts';
import { aLoadedCase } from '../../support/loaded-cases.ts';
import { aReport, aResult } from '../../support/reports.ts';
import { aRun } from '../../support/requested-run.ts';

it('the browsers of a run are named once, with version and screen size', () => {
  const desktop = { browserVersion: '153.0.1', viewport: { width: 1920, height: 1080 } };
  const testResults = [
    aResult(desktop),
    aResult(desktop),
    aResult({ browserVersion: '140.0', browser: 'FIREFOX' }),
    aResult(),
  ];
  expect(browsersOf(aReport({ browser: 'CHROMIUM', testResults }))).toEqual([
    { name: 'Chromium', version: '153.0.1', width: 1920, height: 1080 },
    { name: 'Firefox', version: '140.0' },
  ]);
});

/** A case that begins at line 3, and its steps at lines 11, 12 and 13, in a file of 60 lines. */
function caseInFile(overrides: Parameters<typeof aLoadedCase>[0] = {}, width = 1): LoadedCase {
  const text = Array.from({ length: 60 }, (_, index) => `${index + 1} `.padEnd(width, 'x')).join('\r\n');
  const elements = [seesCss('a'), seesCss('b'), seesCss('c')];
  const loaded = aLoadedCase({ elements, ...overrides });
  return { ...loaded, position: { ...loaded.position, line: 3 }, text };
}

function resultOf(loaded: LoadedCase, elementIndex: number) {
  const { id } = loaded.testCase;
  const result = aResult({ testCaseId: id, status: 'FAILED', failedStep: { testCaseId: id, elementIndex } });
  return toCaseResult(result, new CaseIndex(aRun({ cases: [loaded] })), '/e');
}

describe('a failed step has its lines in the file', () => {
  const excerptOf = (loaded: LoadedCase, index: number) => resultOf(loaded, index).failedStep?.excerpt;
  const numbersOf = (loaded: LoadedCase, index: number) =>
    excerptOf(loaded, index)
      ?.text.split('\n')
      .map((line) => Number.parseInt(line, 10));

  it('and those of its case before them', () => {
    expect(excerptOf(caseInFile(), 1)?.line).toBe(3);
    expect(numbersOf(caseInFile(), 1)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    // The last step may have many lines.
    expect(numbersOf(caseInFile(), 2)?.at(-1)).toBe(24);
  });

  it('as far as they fit', () => {
    const wide = caseInFile({}, 2000);
    expect(numbersOf(wide, 1)).toEqual([9, 10, 11, 12]);
    expect(excerptOf(wide, 1)?.line).toBe(9);
  });

  it('if there is one', () => {
    expect(resultOf(aLoadedCase({ elements: [seesCss('a')] }), 0).failedStep).not.toHaveProperty('excerpt');
  });
});

it('a result has the tags of its test case', () => {
  expect(resultOf(caseInFile({ tagNames: ['smoke', 'cart'] }), 0).tags).toEqual(['smoke', 'cart']);
  expect(resultOf(caseInFile(), 0)).not.toHaveProperty('tags');
});
