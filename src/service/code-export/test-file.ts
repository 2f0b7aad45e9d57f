import type { ExchangeTestCase, Library } from '../../contract/exchange/test-case.ts';
import { stringLiteral } from '../locator-line/print-locator.ts';
import { type FileScope, indented, newFileScope } from './file-scope.ts';
import { helperCode, helperTypes } from './helpers.ts';
import { fromEnvironment, fromEnvironmentCode, headerVariable, urlCode } from './playwright-config.ts';
import { testBody, title } from './test-body.ts';
import { variablesCode } from './text-code.ts';

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
