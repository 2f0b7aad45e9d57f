import { expect, it } from 'vitest';
import { CaseIndex } from '../../../src/gate/verdict/case-index.ts';
import { toCaseResult } from '../../../src/gate/verdict/case-results.ts';
import { browsersOf } from '../../../src/gate/verdict/verdict.ts';
import type { LoadedCase } from '../../../src/test-files/problem.ts';
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

function resultOf(loaded: LoadedCase, elementIndex: number) {
  const { id } = loaded.testCase;
  const result = aResult({ testCaseId: id, status: 'FAILED', failedStep: { testCaseId: id, elementIndex } });
  return toCaseResult(result, new CaseIndex(aRun({ cases: [loaded] })), '/e');
}

it('a result has the tags of its test case', () => {
  expect(resultOf(aLoadedCase({ tagNames: ['smoke', 'cart'] }), 0).tags).toEqual(['smoke', 'cart']);
  expect(resultOf(aLoadedCase(), 0)).not.toHaveProperty('tags');
});
