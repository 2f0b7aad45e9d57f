import { isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { maxSteps, type PlayedStep } from '../../contract/attempt.ts';
import { describeEntry, describeStep } from '../../contract/exchange/describe-step.ts';
import type { ExchangeTestCase } from '../../contract/exchange/test-case.ts';
import type { EarlierAttempt } from '../../contract/test-report.ts';
import { type EvidenceFile, maxDurationMs, type StepResult } from '../../results/run-results.ts';
import type { LoadedCase } from '../../test-files/problem.ts';
import type { CaseIndex } from './case-index.ts';

/**
 * The steps of an attempt in words; empty if the service did not report them. Of a passed attempt, they have neither
 * positions nor pictures: there may be thousands of them.
 */
export function stepsOf(
  { status, steps }: EarlierAttempt,
  loaded: LoadedCase | undefined,
  index: CaseIndex,
  evidenceFolder: string,
): StepResult[] {
  const isBrief = status === 'PASSED';
  return (steps ?? []).slice(-maxSteps).flatMap((step) => {
    const owner = step.testCaseId == null ? loaded : index.withId(step.testCaseId);
    const words = owner === undefined ? undefined : wordsOf(step, owner.testCase);
    if (owner === undefined || words === undefined) return [];
    const { elementIndex, durationMs, pictureUrl } = step;
    const picture = evidenceFile(pictureUrl, evidenceFolder);
    return [
      {
        ...(elementIndex == null ? {} : { number: elementIndex + 1 }),
        words,
        status: stepStatus(step),
        ...(durationMs == null ? {} : { durationMs: Math.min(durationMs, maxDurationMs) }),
        ...(owner === loaded ? {} : { inDependency: owner.testCase.description }),
        ...(isBrief || elementIndex == null ? {} : { place: owner.positionOf(['elements', elementIndex]) }),
        ...(isBrief || picture === undefined ? {} : { picture }),
      },
    ];
  });
}

/** @returns undefined if the test case has no such step. */
function wordsOf({ elementIndex }: PlayedStep, testCase: ExchangeTestCase): string | undefined {
  if (elementIndex == null) return describeEntry(testCase);
  const element = testCase.elements[elementIndex];
  return element === undefined ? undefined : describeStep(element);
}

/** An unknown status proves nothing. */
function stepStatus({ status }: PlayedStep): StepResult['status'] {
  if (status === 'PASSED') return 'passed';
  return status === 'IGNORED' ? 'ignored' : 'failed';
}

/**
 * The file of a URL; undefined without one. The embedded service answers `file:` URLs. A file outside the folder keeps
 * its absolute path.
 */
export function evidenceFile(url: string | null | undefined, folder: string): EvidenceFile | undefined {
  if (url == null || url === '') return undefined;
  if (!url.startsWith('file:')) return { url };
  try {
    const file = fileURLToPath(url);
    const path = relative(folder, file).split(sep).join('/');
    return { path: path === '' || isAbsolute(path) || path.split('/').includes('..') ? file : path };
  } catch {
    // A file of another machine.
    return { url };
  }
}
