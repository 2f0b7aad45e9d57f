import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { aCase, goTo, seesCss } from '../support/cases.ts';
import { pathOf } from '../support/path-of.ts';
import { openService } from '../support/service.ts';

const login = aCase({ description: 'Sign in', elements: [goTo('/login')] });
const cart = aCase({ description: 'Cart', dependencyId: login.id, elements: [seesCss('#cart')] });
const executionUrl = 'http://app.test/shop';

function textsOf(archive: Uint8Array): Record<string, string> {
  return Object.fromEntries(
    Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, strFromU8(bytes)]),
  );
}

test('the export is a zip with a test file for each case, its dependency inside', async () => {
  await using it = await openService();
  const params = { testTargetId: it.testTargetId };
  const archive = await it.client.exportCode(params, { executionUrl, testCases: [login, cart] });
  const texts = textsOf(archive);
  expect(Object.keys(texts).sort()).toEqual(['cart.spec.ts', 'sign-in.spec.ts']);
  expect(texts['cart.spec.ts']).toContain("import { expect, test } from '@playwright/test'");
  expect(texts['cart.spec.ts']).toContain('/login');
  expect(texts['cart.spec.ts']).toContain("locator('#cart')");
});

test('the export contains only the selected cases, and the same request gives the same bytes', async () => {
  await using it = await openService();
  const params = { testTargetId: it.testTargetId };
  const body = { executionUrl, testCases: [login, cart], filterTestCaseIds: [cart.id] };
  const archive = await it.client.exportCode(params, body);
  expect(Object.keys(textsOf(archive))).toEqual(['cart.spec.ts']);
  expect(await it.client.exportCode(params, body)).toEqual(archive);
});

test.each([
  ['unknown', [cart.id]],
  ['no', []],
])('an export of %s test cases is refused', async (_, filterTestCaseIds) => {
  await using it = await openService();
  const body = { executionUrl, testCases: [login], filterTestCaseIds };
  await expect(it.client.exportCode({ testTargetId: it.testTargetId }, body)).rejects.toThrow(
    /answered 400: filterTestCaseIds: none of them/,
  );
});

test('the export is sent as a file download and refuses an unknown environment', async () => {
  await using it = await openService();
  const path = `/api/apiKey/beta/test-targets/${it.testTargetId}/code`;
  const response = await it.service.fetch(
    new Request(`http://embedded.invalid${path}`, {
      method: 'POST',
      headers: { 'x-api-key': it.service.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ executionUrl, testCases: [] }),
    }),
  );
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="playwright-tests.zip"');
  const body = { executionUrl, testCases: [], environmentId: login.id };
  await expect(it.client.exportCode({ testTargetId: it.testTargetId }, body)).rejects.toThrow(
    /answered 400: environmentId/,
  );
});

test('an unknown environment in a query is reported at its parameter', async () => {
  await using it = await openService();
  const params = { testTargetId: it.testTargetId };
  await it.client.push(params, {}, { testCases: [login] });
  const query = { executionUrl, environmentId: login.id };
  await expect(it.client.getTestCaseCode({ ...params, testCaseId: login.id }, query)).rejects.toThrow(
    /answered 400: query\.environmentId/,
  );
  const { environmentId } = query;
  await expect(it.client.getConfig(params, { url: executionUrl, environmentId })).rejects.toThrow(
    /answered 400: query\.environmentId/,
  );
});

test('the code of one stored case has its dependency in it, and the account of its environment', async () => {
  await using it = await openService();
  const params = { testTargetId: it.testTargetId };
  const withAccount = aCase({
    description: 'Sign in as',
    elements: [
      {
        selectors: [{ selectorType: 'LABEL', selector: 'E-mail' }],
        interaction: { action: 'ENTER_TEXT', calledWith: '$OCTO_USERNAME' },
      },
    ],
  });
  await it.client.push(params, {}, { testCases: [login, cart, withAccount] });
  const code = async (testCaseId: string) =>
    (await it.client.getTestCaseCode({ ...params, testCaseId }, { executionUrl })).testCode;
  expect(await code(cart.id)).toContain('/login');
  const [environment] = await it.client.listEnvironments(params);
  await it.client.updateEnvironment(
    { ...params, environmentId: environment?.id ?? '' },
    { testAccount: { username: 'ada@example.com', password: 'secret' } },
  );
  expect(await code(withAccount.id)).toContain('process.env.OCTO_USERNAME');
  expect(await code(withAccount.id)).not.toMatch(/ada@example.com|secret/);
});

test('the configuration is TypeScript with the browser, the screen and the credentials of the environment', async () => {
  await using it = await openService();
  const params = { testTargetId: it.testTargetId };
  const [environment] = await it.client.listEnvironments(params);
  await it.client.updateEnvironment(
    { ...params, environmentId: environment?.id ?? '' },
    {
      additionalHeaderFields: { 'x-bypass': 'a-secret-field' },
      basicAuth: { username: 'u', password: 'a-secret-word' },
    },
  );
  await it.client.updateTestTarget(params, { testIdAttribute: 'data-qa' });
  // Headers go into the test files, where they can be kept from other origins.
  const archive = await it.client.exportCode(params, { executionUrl, testCases: [login] });
  const code = textsOf(archive)['sign-in.spec.ts'];
  expect(code).toContain("['x-bypass']: fromEnvironment('OCTO_HEADER_X_BYPASS')");
  const config = await it.client.getConfig(params, {
    url: executionUrl,
    browser: 'FIREFOX',
    breakpoint: 'MOBILE',
    headless: 'false',
  });
  for (const text of [
    'defineConfig',
    'firefox',
    '320',
    'data-qa',
    'headless: false',
    'OCTO_BASIC_AUTH_USERNAME',
  ]) {
    expect(config).toContain(text);
  }
  expect(config + code).not.toContain('a-secret');
});

test('the configuration has no HTTP authentication without a password, as in a run', async () => {
  await using it = await openService();
  const params = { testTargetId: it.testTargetId };
  const [environment] = await it.client.listEnvironments(params);
  const ofEnvironment = { ...params, environmentId: environment?.id ?? '' };
  await it.client.updateEnvironment(ofEnvironment, { basicAuth: { username: 'u' } });
  expect(await it.client.getConfig(params, { url: executionUrl })).not.toContain('BASIC_AUTH');
});

test.each(['', ' '])('the configuration is refused for the output folder "%s"', async (outputDir) => {
  await using it = await openService();
  const path = pathOf('getConfig', { testTargetId: it.testTargetId }, { url: 'http://app.test', outputDir });
  expect(await it.ask('GET', path)).toMatchObject({ status: 400, body: [{ path: ['query', 'outputDir'] }] });
});
