import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AttemptResult, CaseResult, StepResult } from '../src/results/run-results.ts';

/**
 * The results of a run of many test cases, of which some failed twice, each in its own way, with all that is recorded of
 * a failure.
 * @param folder gets a screenshot and three pictures of steps for each failure.
 */
export async function manyResults(cases: number, failed: number, folder: string): Promise<CaseResult[]> {
  const failures = (index: number) => Math.floor((index * failed) / cases);
  const results: CaseResult[] = [];
  for (let index = 0; index < cases; index += 1) {
    const isFailed = failures(index + 1) > failures(index);
    if (isFailed) await writePictures(folder, index);
    results.push(resultOf(index, isFailed));
  }
  return results;
}

const id = (index: number) => `3f0c1f6e-54a7-4c1b-9d55-${String(index).padStart(12, '0')}`;
const screenshot = (index: number) => `${id(index)}-2.jpg`;
const stepPicture = (index: number, step: number) => `${id(index)}-2-step-${step}.jpg`;
const pictured = [3, 4, 6];

async function writePictures(folder: string, index: number): Promise<void> {
  const jpeg = (bytes: number) => Buffer.concat([Buffer.from('ffd8ff', 'hex'), randomBytes(bytes)]);
  await writeFile(join(folder, screenshot(index)), jpeg(40_000));
  for (const step of pictured) await writeFile(join(folder, stepPicture(index, step)), jpeg(6_000));
}

function resultOf(index: number, isFailed: boolean): CaseResult {
  const place = { file: `browser-tests/area-${index % 20}.yaml`, line: index + 1, column: 3 };
  const common = { testCaseId: id(index), name: `A customer buys the book ${index}`, place, flaky: false };
  const passed = { status: 'passed' as const, errorMessage: null, consoleErrors: [], missingEvidence: [] };
  return {
    ...common,
    ...(isFailed ? failedAttempt(index, 2) : { ...passed, steps: steps(index, undefined) }),
    tags: [`team-${index % 20}`],
    durationMs: 900 + (index % 400),
    earlierAttempts: isFailed ? [failedAttempt(index, 1)] : [],
  };
}

function steps(index: number, failedAt: number | undefined): StepResult[] {
  return Array.from({ length: failedAt ?? 6 }, (_, step) => ({
    number: step + 1,
    words: `click button “Add book ${index} to the cart”`,
    status: step + 1 === failedAt ? 'failed' : 'passed',
    durationMs: 40 + step,
  }));
}

function failedAttempt(index: number, attempt: number): AttemptResult {
  const place = { file: `browser-tests/area-${index % 20}.yaml`, line: index + 20, column: 5 };
  const isLast = attempt === 2;
  return {
    status: 'failed',
    errorMessage: [
      `Expected the total of order ${index} to contain "€${index},00", but it is "€0,00" after 5 s.`,
      'Call log:',
      ...Array.from(
        { length: 12 },
        (_, line) => `  - ${line} × locator resolved to <p data-testid="total">…</p>`,
      ),
    ].join('\n'),
    failedStep: {
      number: 6,
      words: `see the total of order ${index}`,
      locator: `getByTestId('total').filter({ hasText: '${index}' })`,
      place,
      excerpt: {
        line: place.line - 3,
        text: 'selectors:\n  - selectorType: TEST_ID\n    selector: total\n'.repeat(3),
      },
    },
    steps: steps(index, 6).map((step) =>
      isLast && pictured.includes(step.number ?? 0)
        ? { ...step, picture: { path: stepPicture(index, step.number ?? 0) } }
        : step,
    ),
    pageUrl: `http://localhost:3000/orders/${index}`,
    failedPage: {
      title: `Order ${index}`,
      expected: `€${index},00`,
      received: '€0,00',
      candidates: [`paragraph "Total of order ${index}"`, 'paragraph "Total"'],
      failedRequests: [{ method: 'GET', url: `http://localhost:3000/api/orders/${index}`, status: 500 }],
      snapshot: `- heading "Order ${index}"\n- paragraph: "€0,00"\n- button "Pay"\n`.repeat(30),
    },
    consoleErrors: [`Failed to load resource: the server responded with 500 (order ${index})`],
    ...(isLast ? { screenshot: { path: screenshot(index) } } : {}),
    trace: { path: `${id(index)}-${attempt}.zip` },
    missingEvidence: [],
  };
}
