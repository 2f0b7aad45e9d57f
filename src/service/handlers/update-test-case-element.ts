import type { z } from 'zod';
import type { ExchangeTestCase } from '../../contract/exchange/test-case.ts';
import type { patchElementBody } from '../../contract/test-case.ts';
import { type Dependencies, type OfTarget, requireTestCase } from '../dependencies.ts';
import { elementId, toDetailElement } from '../detail-form.ts';
import { HttpProblem } from '../http/http-problem.ts';
import { LocatorLineError } from '../locator-line/locator-line-error.ts';
import { parseLocator } from '../locator-line/parse.ts';

interface Params extends OfTarget {
  readonly testCaseId: string;
  readonly elementId: string;
}

/** PATCH element (section 4.3): gives a step the selectors of a Playwright locator expression, which is never evaluated. */
export const updateTestCaseElement =
  (deps: Dependencies) =>
  ({ params, body }: { params: Params; body: z.output<typeof patchElementBody> }) => {
    const stored = requireTestCase(deps, params);
    const index = stored.testCase.elements.findIndex(
      (_, each) => elementId(stored, each) === params.elementId,
    );
    const element = stored.testCase.elements[index];
    if (element === undefined) throw HttpProblem.notFound(`element ${params.elementId}`);
    const changed = { ...element, selectors: readLine(body.locatorLine) };
    const testCase: ExchangeTestCase = {
      ...stored.testCase,
      elements: stored.testCase.elements.with(index, changed),
    };
    for (const version of deps.versions.add(params.testTargetId, [testCase])) {
      deps.testCases.change(params.testTargetId, stored.id, { version }, deps.now());
    }
    return toDetailElement(stored, changed, index);
  };

function readLine(locatorLine: string) {
  try {
    return parseLocator(locatorLine);
  } catch (error) {
    if (error instanceof LocatorLineError) throw HttpProblem.invalid(['locatorLine'], error.message);
    throw error;
  }
}
