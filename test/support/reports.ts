import { randomUUID } from 'node:crypto';
import type { TestReport, TestResult } from '../../src/contract/test-report.ts';

/** The target that the reports of these builders belong to. */
export const targetId = '3f0c1f6e-54a7-4c1b-9d55-0f3b8d7d1a01';

/** A valid test report without results; say only what matters to the test. */
export function aReport(overrides: Partial<TestReport> = {}): TestReport {
  return {
    id: randomUUID(),
    testTargetId: targetId,
    createdAt: '2026-03-01T12:00:00.000Z',
    status: 'WAITING',
    testResults: [],
    ...overrides,
  };
}

/** A result that passed; say only what matters to the test. */
export function aResult(overrides: Partial<TestResult> = {}): TestResult {
  return { id: randomUUID(), testCaseId: randomUUID(), name: 'A case', status: 'PASSED', ...overrides };
}
