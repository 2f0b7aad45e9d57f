import { foldLines } from '../../common/text.ts';
import {
  BrokenDependency,
  caseChain,
  type ExchangeElement,
  type ExchangeTestCase,
  type Library,
  startsAtEntryPoint,
} from '../../contract/exchange/exchange-test-case.ts';
import { preparesDialog } from '../../contract/exchange/interaction.ts';
import { notExportedMark } from '../../contract/generation.ts';
import { stringLiteral } from '../locator-line/print-locator.ts';
import { helperCode, helperTypes } from './helpers.ts';
import { fromEnvironment, fromEnvironmentCode, headerVariable, urlCode } from './playwright-config.ts';
import { assertionCode, interactionCode } from './step-code.ts';
import {
  dialogs,
  type FileScope,
  helper,
  indented,
  newFileScope,
  StepNotExported,
  StepProblem,
  textCode,
  variablesCode,
} from './text-code.ts';

/** What the files of one export have in common. */
export interface ExportSettings {
  readonly executionUrl: string;
  /** The attribute of TEST_ID selectors; null means Playwright's own, `data-testid`. */
  readonly testIdAttribute?: string | null | undefined;
  /** Section 8: 5,000 to 30,000. */
  readonly timeoutPerStepMs: number;
  readonly environment?: {
    /** Cases that exclude it by this name are left out. */
    readonly name?: string | undefined;
    /** Names of the header fields for the app, and for nobody else. The files read the values from the environment. */
    readonly headers?: readonly string[];
  };
}

/** The text of a self-contained Playwright test file for one case. */
export function testFile(testCase: ExchangeTestCase, library: Library, settings: ExportSettings): string {
  const { headers = [] } = settings.environment ?? {};
  const scope = newFileScope({ sendsFields: headers.length > 0 });
  const { statements, steps } = testBody(testCase, library, scope);
  const variables = variablesCode(scope.variables);
  const blocks = [
    [...variables.imports, importCode(scope)],
    [
      '/** The app under test; the environment variable OCTO_URL replaces it. */',
      `const executionUrl = ${urlCode(settings.executionUrl)};`,
      '/** Time limit of a step, in milliseconds. */',
      `const stepTimeout = ${settings.timeoutPerStepMs};`,
      ...variables.declarations,
    ],
    [`test.use({ ${useCode(settings).join(', ')} });`],
    ...headerCode(headers),
    ...(scope.helpers.has('clipboard') ? [clipboardCode] : []),
    testCode(title(testCase), statements, steps, scope),
    ...helperCode(scope.helpers).map((code) => [code]),
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function importCode({ helpers }: FileScope): string {
  const names = ['expect', ...helperTypes(helpers).map((each) => `type ${each}`), 'test'];
  return `import { ${names.join(', ')} } from '@playwright/test';`;
}

function useCode({ testIdAttribute }: ExportSettings): string[] {
  return [
    'actionTimeout: stepTimeout',
    'navigationTimeout: stepTimeout',
    ...(testIdAttribute == null ? [] : [`testIdAttribute: ${stringLiteral(testIdAttribute)}`]),
  ];
}

/**
 * Playwright's own option for headers would send them to every origin, and what a route sets goes along with redirects
 * to others.
 */
function headerCode(headers: readonly string[]): string[][] {
  if (headers.length === 0) return [];
  const lines = headers.map(
    (name) => `[${stringLiteral(name.toLowerCase())}]: ${fromEnvironment(headerVariable(name))},`,
  );
  return [
    [
      '/** Header fields for the app. Other origins never receive them, even after a redirect. */',
      'const fields: Record<string, string> = {',
      ...indented(lines),
      '};',
    ],
    headerHook,
    fromEnvironmentCode,
  ];
}

const headerHook = [
  'const sessions: { detach(): Promise<void> }[] = [];',
  'test.beforeEach(async ({ browser, browserName, context }) => {',
  '  const { origin } = new URL(executionUrl);',
  "  if (browserName !== 'chromium') {",
  '    // A route does not see redirects and cannot read every body, so only GET requests carry the header fields.',
  '    await context.route((url) => url.origin === origin, async (route) => {',
  '      const request = route.request();',
  "      if (request.method() !== 'GET') return route.continue();",
  '      const headers = { ...request.headers(), ...fields };',
  '      await route.fulfill({ response: await route.fetch({ headers, maxRedirects: 0 }) });',
  '    });',
  '    return;',
  '  }',
  '  const session = await browser.newBrowserCDPSession();',
  '  sessions.push(session);',
  "  session.on('Fetch.requestPaused', ({ requestId, request }) => {",
  '    const others = Object.entries(request.headers).filter(([name]) => !Object.hasOwn(fields, name.toLowerCase()));',
  '    const headers = [...others, ...Object.entries(fields)].map(([name, value]) => ({ name, value }));',
  "    session.send('Fetch.continueRequest', { requestId, headers }).catch(() => {});",
  '  });',
  "  await session.send('Fetch.enable', { patterns: [{ urlPattern: origin + '/*' }] });",
  '});',
  '// Wait for this: a request of the next test would hang if it reached a session that is closing.',
  'test.afterEach(async () => {',
  '  await sessions.pop()?.detach();',
  '});',
];

/** Pages may copy, and the test may read what they have copied. */
const clipboardCode = [
  'test.beforeEach(async ({ context }) => {',
  "  await context.grantPermissions(['clipboard-read', 'clipboard-write']);",
  '});',
];

function testCode(name: string, statements: readonly string[], steps: number, scope: FileScope): string[] {
  const { changesPage, usesDialogs, usesDynamic, fixedWaitMs } = scope;
  const fixedWait = fixedWaitMs === 0 ? '' : ` + ${fixedWaitMs}`;
  return [
    `test(${stringLiteral(name)}, async ({ ${changesPage ? 'page: firstPage' : 'page'} }) => {`,
    ...indented([
      '// Each step has its own time limit. This one only stops a test that hangs.',
      `test.setTimeout(${2 * steps} * stepTimeout${fixedWait});`,
      ...(changesPage ? ['let page = firstPage;', 'const visited = [firstPage];'] : []),
      ...(usesDialogs ? ['const dialogs = answerDialogs(page);'] : []),
      ...(usesDynamic ? ['const dynamic = new Map<string, string>();'] : []),
      ...statements,
    ]),
    '});',
  ];
}

/**
 * A case as the statements of its test, which do what `runner/run-case.ts` does: run the dependencies from the outermost
 * in, the case, then the teardowns of whatever was started, from the inside out, also after a failure.
 * @returns the number of steps that they run at most, too.
 */
function testBody(testCase: ExchangeTestCase, library: Library, scope: FileScope) {
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
    return { statements: notExported(testCase, undefined, error), steps: 1 };
  }
}

/** The entry point and the steps. A case that begins with GO_TO starts there. */
function caseCode(testCase: ExchangeTestCase, scope: FileScope): string[] {
  const steps = stepsCode(testCase, scope);
  if (!startsAtEntryPoint(testCase)) return steps;
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

/** Teardowns run on the page where the case ended. */
function teardownCode(teardownId: string, library: Library, scope: FileScope): string[] {
  const teardown = library.get(teardownId);
  if (teardown === undefined) {
    return mayFailCode(
      [throwCode(new StepProblem(`The teardown ${teardownId} does not exist or is not enabled.`))],
      scope,
    );
  }
  const steps = stepsCode(teardown, scope);
  return mayFailCode(groupCode(`Teardown: ${title(teardown)}`, steps), scope);
}

function groupCode(label: string, statements: readonly string[]): string[] {
  return [`await test.step(${stringLiteral(label)}, async () => {`, ...indented(statements), '});'];
}

function stepCount(chain: readonly ExchangeTestCase[], library: Library): number {
  const teardowns = chain.flatMap(({ teardownId }) => library.get(teardownId ?? '') ?? []);
  return [...chain, ...teardowns].reduce((sum, { elements }) => sum + elements.length + 1, 0);
}

function stepsCode(testCase: ExchangeTestCase, scope: FileScope): string[] {
  return testCase.elements.flatMap((element, index) => stepCode(testCase, element, index, scope));
}

/** One step as statements: its action or expectation, and the wait for the page to load after it. */
function stepCode(
  testCase: ExchangeTestCase,
  element: ExchangeElement,
  index: number,
  scope: FileScope,
): string[] {
  try {
    const statements = stepStatements(testCase, element, index, scope);
    return element.ignoreFailure === true ? mayFailCode(statements, scope) : statements;
  } catch (error) {
    // A step is never left out: one that can't be exported fails when the test runs.
    if (!(error instanceof StepNotExported || error instanceof StepProblem)) throw error;
    const statements = notExported(testCase, index, error);
    return element.ignoreFailure === true && error instanceof StepProblem
      ? mayFailCode(statements, scope)
      : statements;
  }
}

/** The action or expectation, and the waits for what it leads to. */
function stepStatements(
  { elements }: ExchangeTestCase,
  element: ExchangeElement,
  index: number,
  scope: FileScope,
): string[] {
  const act = actCode(element, scope);
  if (preparesDialog(element)) {
    if (index < elements.length - 1) return [act];
    throw new StepProblem('No step follows that opens the dialog.');
  }
  const before = elements[index - 1];
  const answersDialog = before !== undefined && preparesDialog(before);
  return [
    act,
    ...(answersDialog ? [`await ${dialogs(scope)}.answered();`] : []),
    // Opening a page waits for its load.
    ...(element.interaction?.action === 'GO_TO' ? [] : [loadCode(scope)]),
  ];
}

function loadCode(scope: FileScope): string {
  return scope.changesPage ? `await ${helper(scope, 'loaded')}(page);` : 'await page.waitForLoadState();';
}

function actCode({ interaction, assertion, selectors }: ExchangeElement, scope: FileScope): string {
  if (interaction != null) return interactionCode(interaction, selectors, scope);
  if (assertion != null) return assertionCode(assertion, selectors, scope);
  throw new StepProblem(
    'The step has neither an interaction nor an assertion. Add one of them to the test case.',
  );
}

/** Statements whose failure does not fail the test. */
function mayFailCode(statements: readonly string[], scope: FileScope): string[] {
  return [`await ${helper(scope, 'mayFail')}(async () => {`, ...indented(statements), '});'];
}

/** A statement that fails, after a comment that tools find: `mode: export` warns of each. */
function notExported(testCase: ExchangeTestCase, index: number | undefined, error: Error): string[] {
  const step = index === undefined ? '' : `, step ${index + 1}`;
  return [`${notExportedMark} ${foldLines(`${title(testCase)}${step}: ${error.message}`)}`, throwCode(error)];
}

/** A statement that fails with an error's message. */
function throwCode({ message }: Error): string {
  return `throw new Error(${stringLiteral(message)});`;
}

/** A case's description in one line, never empty. */
export function title({ description }: { readonly description: string }): string {
  return description.replace(/[\s\p{Cc}]+/gu, ' ').trim() || 'Untitled test case';
}
