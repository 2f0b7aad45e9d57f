import { BrokenDependency, caseChain, type Library } from '../../contract/exchange/case-chain.ts';
import type { ExchangeTestCase } from '../../contract/exchange/test-case.ts';
import { stringLiteral } from '../locator-line/string-literal.ts';
import { type FileScope, helper } from './file-scope.ts';
import { indented } from './lines.ts';
import { mayFailCode, stepCode, throwCode } from './step-code.ts';
import { StepProblem } from './step-problem.ts';
import { textCode } from './text-code.ts';
import { title } from './title.ts';

/** The statements of a test, and how many steps they are at most. */
export interface TestBody {
  readonly statements: readonly string[];
  readonly steps: number;
}

/**
 * A case as the statements of its test, which play what `runner/play-case.ts` plays: the dependencies from the outermost
 * in, the case, then the teardowns of what has begun from the inside out, also after a failure.
 */
export function testBody(testCase: ExchangeTestCase, library: Library, scope: FileScope): TestBody {
  try {
    const chain = caseChain(testCase, library);
    const alone = chain.length === 1 && testCase.teardownId === undefined;
    if (alone) return { statements: caseCode(testCase, scope), steps: testCase.elements.length + 1 };
    let statements: string[] = [];
    for (const each of chain.toReversed()) {
      const label = each === testCase ? title(each) : `Dependency: ${title(each)}`;
      const lines = [...groupCode(label, caseCode(each, scope)), ...statements];
      statements = withTeardown(lines, each, library, scope);
    }
    return { statements, steps: stepCount(chain, library) };
  } catch (error) {
    if (!(error instanceof StepProblem || error instanceof BrokenDependency)) throw error;
    return { statements: [throwCode(error)], steps: 1 };
  }
}

/** The entry point and the steps. A case that begins with GO_TO starts there. */
function caseCode(testCase: ExchangeTestCase, scope: FileScope): string[] {
  const steps = testCase.elements.flatMap((element) => stepCode(element, scope));
  if (testCase.elements[0]?.interaction?.action === 'GO_TO') return steps;
  const path = testCase.entryPointUrlPath ?? '';
  const url = path === '' ? 'executionUrl' : `${helper(scope, 'address')}(${textCode(scope).plain(path)})`;
  return [`await page.goto(${url});`, ...steps];
}

function withTeardown(
  lines: string[],
  { teardownId }: ExchangeTestCase,
  library: Library,
  scope: FileScope,
): string[] {
  if (teardownId === undefined) return lines;
  return [
    'try {',
    ...indented(lines),
    '} finally {',
    ...indented(teardownCode(teardownId, library, scope)),
    '}',
  ];
}

/** The teardown's own steps, on the page where the case ended. */
function teardownCode(teardownId: string, library: Library, scope: FileScope): string[] {
  const teardown = library.get(teardownId);
  if (teardown === undefined) {
    return mayFailCode([throwCode(new StepProblem(`The teardown ${teardownId} does not exist.`))], scope);
  }
  const steps = teardown.elements.flatMap((element) => stepCode(element, scope));
  return mayFailCode(groupCode(`Teardown: ${title(teardown)}`, steps), scope);
}

function groupCode(label: string, statements: readonly string[]): string[] {
  return [`await test.step(${stringLiteral(label)}, async () => {`, ...indented(statements), '});'];
}

function stepCount(chain: readonly ExchangeTestCase[], library: Library): number {
  const teardowns = chain.flatMap(({ teardownId }) => library.get(teardownId ?? '') ?? []);
  return [...chain, ...teardowns].reduce((sum, { elements }) => sum + elements.length + 1, 0);
}
