import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import { openRunner } from '../../../src/runner/open-runner.ts';
import type { CaseOutcome } from '../../../src/runner/runner.ts';
import { aCase, seesCss } from '../../support/cases.ts';
import { startHttpServer } from '../../support/http-server.ts';
import { containsText, css, pattern } from '../../support/steps.ts';
import { aPlan, chromiumPath, runPlan, testMachine } from '../../support/test-runner.ts';

const noError: ExchangeElement = { selectors: [css('.error')], assertion: { expectation: 'NOT_VISIBLE' } };
const expects = (expectation: 'TO_HAVE_URL' | 'TO_HAVE_TITLE', text: string): ExchangeElement => ({
  selectors: [],
  assertion: { expectation, calledWith: pattern(text) },
});

/** Where the entry point leads to, what the steps are, and whether that is a warning. */
const rows: readonly [what: string, to: string, steps: ExchangeElement[], isWarned: boolean][] = [
  ['a redirect to another site', '/to?host=parked.test', [noError], true],
  ['a script that opens another site', '/script?host=parked.test', [noError], true],
  ['another host of the app', '/to?host=www.shop.test', [noError], false],
  ['another site whose URL it asserts', '/to?host=parked.test', [expects('TO_HAVE_URL', 'parked')], false],
  ['another site whose title it asserts', '/to?host=parked.test', [expects('TO_HAVE_TITLE', 'Sale')], false],
  [
    'another site of which it asserts a text',
    '/to?host=parked.test',
    [containsText('Buy', css('h1'))],
    false,
  ],
  ['another site of which it expects some heading', '/to?host=parked.test', [seesCss('h1')], true],
];

let outcomes: CaseOutcome[];
beforeAll(async () => {
  await using app = await startHttpServer(({ url, headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://any');
    const port = headers.host?.split(':')[1];
    const location = `http://${searchParams.get('host')}:${port}/`;
    if (pathname === '/to') return void response.writeHead(302, { location }).end();
    response.writeHead(200, { 'content-type': 'text/html' });
    const script = pathname === '/script' ? `<script>location.replace('${location}')</script>` : '';
    response.end(`<title>Sale</title><link rel=icon href=data:,><h1>Buy this domain</h1>${script}`);
  });
  // A browser for which all sites are on this machine.
  const folder = await mkdtemp(join(tmpdir(), 'other-site-'));
  const browser = join(folder, 'browser');
  await writeFile(
    browser,
    `#!/bin/sh\nexec "${await chromiumPath()}" "--host-resolver-rules=MAP *.test 127.0.0.1" "$@"\n`,
  );
  await chmod(browser, 0o755);
  const machine = await testMachine();
  await using runner = openRunner(
    { ...machine, env: { ...machine.env, CHROME_BIN: browser } },
    { retries: 0 },
  );
  const cases = rows.map(([description, entryPointUrlPath, elements]) =>
    aCase({ description, entryPointUrlPath, elements }),
  );
  outcomes = await runPlan(runner, aPlan(`http://shop.test:${new URL(app.url).port}/`, cases));
  await rm(folder, { recursive: true });
});

it.each(rows)('a test case that ends on %s', (what, _, __, isWarned) => {
  const { status, errorMessage, warnings = [] } = outcomes[rows.findIndex(([each]) => each === what)] ?? {};
  expect({ status, errorMessage }).toEqual({ status: 'PASSED', errorMessage: null });
  const warning =
    /^The entry point opened http:\/\/shop\.test.*, which led to another site: http:\/\/parked\.test/;
  expect(warnings).toEqual(isWarned ? [expect.stringMatching(warning)] : []);
});
