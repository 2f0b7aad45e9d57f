// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of code.
import { randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import type { ExchangeTestCase } from '../../../src/contract/exchange/exchange-test-case.ts';
import {
  type ExportOptions,
  testCaseCode,
  testFiles,
  zipInSteps,
} from '../../../src/service/code-export/export-test-files.ts';
import { allSteps } from '../../../src/service/store/batches.ts';
import { aCase, goTo } from '../../support/cases.ts';
import { by, clicks, containsText, css, entersText, pattern, sees } from '../../support/steps.ts';

function exported(testCases: readonly ExchangeTestCase[], options: Partial<ExportOptions> = {}) {
  return [
    ...testFiles({
      testCases,
      executionUrl: 'http://shop.example',
      timeoutPerStepMs: 30_000,
      ...options,
    }),
  ];
}

function codeOf(testCase: ExchangeTestCase, others: readonly ExchangeTestCase[] = []): string {
  return testCaseCode({
    testCase,
    testCases: [testCase, ...others],
    executionUrl: 'http://shop.example',
    timeoutPerStepMs: 30_000,
  });
}

/** The lines of the test itself, without those that every test has. */
function testLines(code: string): string[] {
  const lines = code.split('\n');
  const begin = lines.findIndex((line) => line.startsWith('test('));
  return lines
    .slice(begin + 1, lines.indexOf('});', begin))
    .map((line) => line.slice(2))
    .filter((line) => !/^(?:\/\/|test\.setTimeout)/.test(line) && !line.includes('waitForLoadState'));
}

describe('which cases get a file', () => {
  const on = aCase({ description: 'On' });
  const off = aCase({ description: 'Off', runStatus: 'OFF' });
  const excluded = aCase({ description: 'Excluded', excludedEnvironmentNames: ['staging'] });
  const names = (options: Partial<ExportOptions>) =>
    exported([on, off, excluded], options).map(({ name }) => name);

  it('are those that would run', () => {
    expect(names({})).toEqual(['on.spec.ts', 'excluded.spec.ts']);
    expect(names({ environment: { name: 'staging' } })).toEqual(['on.spec.ts']);
  });

  it('are those that are asked for, whatever their status', () => {
    expect(names({ filterTestCaseIds: [off.id, randomUUID()] })).toEqual(['off.spec.ts']);
    expect(names({ filterTestCaseIds: [] })).toEqual([]);
  });
});

describe('a file name', () => {
  const nameOf = (...descriptions: string[]) =>
    exported(descriptions.map((description) => aCase({ description }))).map(({ name }) => name);

  it.each([
    ['A customer buys a mug', 'a-customer-buys-a-mug.spec.ts'],
    ['../../etc/passwd', 'etc-passwd.spec.ts'],
    ['..\\..\\x', 'x.spec.ts'],
    ['.hidden', 'hidden.spec.ts'],
    ['Käufer größer Straße', 'kaufer-gro-er-stra-e.spec.ts'],
    ['日本語', 'test-case.spec.ts'],
    ['', 'test-case.spec.ts'],
    ['CON', 'test-con.spec.ts'],
    ['__proto__', 'proto.spec.ts'],
    ['a'.repeat(500), `${'a'.repeat(80)}.spec.ts`],
  ])('of %j is safe', (description, name) => {
    expect(nameOf(description)).toEqual([name]);
  });

  it('comes only once', () => {
    expect(nameOf('a', 'A!', 'a-2', 'a')).toEqual([
      'a.spec.ts',
      'a-2.spec.ts',
      'a-2-2.spec.ts',
      'a-3.spec.ts',
    ]);
  });
});

describe('the test', () => {
  it('has the steps, each followed by a wait for the load', () => {
    const code = codeOf(
      aCase({ description: 'Buy', entryPointUrlPath: '/cart', elements: [clicks(by('TEXT', 'Pay'))] }),
    );
    expect(code).toContain(
      [
        "test('Buy', async ({ page }) => {",
        '  // Each step has its own time limit. This one only stops a test that hangs.',
        '  test.setTimeout(4 * stepTimeout);',
        "  await page.goto(address('/cart'));",
        "  await page.getByText('Pay').filter({ visible: true }).click();",
        '  await page.waitForLoadState();',
        '});',
      ].join('\n'),
    );
  });

  it('starts where its first step goes to', () => {
    const code = codeOf(aCase({ entryPointUrlPath: '/unused', elements: [goTo('/start'), goTo('')] }));
    expect(testLines(code)).toEqual(["await page.goto(address('/start'));", "await page.goto(address(''));"]);
  });

  it('is titled in one line', () => {
    expect(codeOf(aCase({ description: ' Two\n lines\u0000' }))).toContain("test('Two lines', ");
    expect(codeOf(aCase({ description: ' ' }))).toContain("test('Untitled test case', ");
  });

  it('uses the attribute of the target', () => {
    const [file] = exported([aCase()], { testIdAttribute: 'data-qa' });
    expect(file?.content).toContain("testIdAttribute: 'data-qa' });");
    expect(exported([aCase()], { testIdAttribute: null })[0]?.content).not.toContain('testIdAttribute');
  });
});

describe('dependencies and teardowns', () => {
  it('run from the outermost in, and back from the inside out', () => {
    const down = (path: string) => aCase({ description: path, elements: [goTo(path)] });
    const [downCase, downOuter] = [down('/down-case'), down('/down-outer')];
    const outer = aCase({ description: 'Outer', elements: [goTo('/outer')], teardownId: downOuter.id });
    const inner = aCase({ description: 'Inner', elements: [goTo('/inner')], dependencyId: outer.id });
    const testCase = aCase({
      description: 'Case',
      elements: [goTo('/case')],
      dependencyId: inner.id,
      teardownId: downCase.id,
    });
    expect(testLines(codeOf(testCase, [outer, inner, downCase, downOuter]))).toEqual([
      'try {',
      "  await test.step('Dependency: Outer', async () => {",
      "    await page.goto(address('/outer'));",
      '  });',
      "  await test.step('Dependency: Inner', async () => {",
      "    await page.goto(address('/inner'));",
      '  });',
      '  try {',
      "    await test.step('Case', async () => {",
      "      await page.goto(address('/case'));",
      '    });',
      '  } finally {',
      '    await mayFail(async () => {',
      "      await test.step('Teardown: /down-case', async () => {",
      "        await page.goto(address('/down-case'));",
      '      });',
      '    });',
      '  }',
      '} finally {',
      '  await mayFail(async () => {',
      "    await test.step('Teardown: /down-outer', async () => {",
      "      await page.goto(address('/down-outer'));",
      '    });',
      '  });',
      '}',
    ]);
  });

  it('that are missing, or form a loop, make the test fail by saying so', () => {
    const id = randomUUID();
    expect(testLines(codeOf(aCase({ dependencyId: id })))).toEqual([
      `throw new Error('The dependency ${id} does not exist or is not enabled.');`,
    ]);
    expect(testLines(codeOf(aCase({ id, description: 'Mine', dependencyId: id })))).toEqual([
      `throw new Error('The dependencies of "Mine" form a loop.');`,
    ]);
    expect(testLines(codeOf(aCase({ teardownId: id })))).toContain(
      `    throw new Error('The teardown ${id} does not exist or is not enabled.');`,
    );
  });
});

describe('variables', () => {
  it('are read when their step is run', () => {
    const code = codeOf(
      aCase({
        entryPointUrlPath: '/$PAGE',
        elements: [
          entersText('$NAME', css('#$FIELD')),
          containsText(pattern('^$NAME costs \\$5$'), by('TEXT', 'For `$NAME`, $5')),
          sees(by('ROLE', '$ROLE')),
          containsText(pattern('(?i:dear $NAME)'), css('p')),
        ],
      }),
    );
    expect(testLines(code)).toEqual([
      "await page.goto(address(`/${variable('PAGE')}`));",
      "await page.locator(`#${variable('FIELD')}`).filter({ visible: true }).fill(variable('NAME'));",
      "await expect(page.getByText(`For \\`${variable('NAME')}\\`, $5`).filter({ visible: true })).toContainText(new RegExp(`^${escapeRegExp(variable('NAME'))} costs \\\\$5$`));",
      "await expect(page.getByRole(variable('ROLE') as 'button').filter({ visible: true })).toBeVisible();",
      "await expect(page.locator('p').filter({ visible: true })).toContainText(new RegExp(`dear ${escapeRegExp(variable('NAME'))}`, 'i'));",
    ]);
    expect(code).toContain("  ['NAME', process.env.NAME],");
  });

  it('have the predefined value, or that of the environment', () => {
    const text = '$OCTO_URL $OCTO_STABLE_UUID_SHORT $OTHER';
    const [file] = exported([aCase({ elements: [entersText(text, css('a'))] })]);
    expect(file?.content).toContain(
      [
        'const stableUuid = process.env.OCTO_STABLE_UUID ?? randomUUID();',
        'const variables = new Map<string, string | undefined>([',
        "  ['OCTO_STABLE_UUID_SHORT', stableUuid.slice(0, 8)],",
        "  ['OCTO_URL', executionUrl.replace(/\\/+$/, '')],",
        "  ['OTHER', process.env.OTHER],",
        ']);',
      ].join('\n'),
    );
  });

  it('have a neutral name as well', () => {
    const [file] = exported([aCase({ elements: [entersText('$GATE_URL $$GATE_CLIPBOARD', css('a'))] })]);
    expect(file?.content).toContain("  ['GATE_URL', executionUrl.replace(/\\/+$/, '')],");
    expect(file?.content).toContain('${await clipboard(page)}`');
  });
});

describe('code of a step', () => {
  const codeStep = (code: string) =>
    codeOf(
      aCase({
        elements: [
          { selectors: [], interaction: { action: 'JAVASCRIPT', calledWith: { code, execType: 'browser' } } },
        ],
      }),
    );

  it('is carried without its types', () => {
    expect(testLines(codeStep('const n: number = 1;\nreturn { n };'))).toContain(
      "await runInPage(page, 'const n         = 1;\\nreturn { n };', dynamic);",
    );
  });

  it('has the values of variables, but none that comes from a page', () => {
    expect(testLines(codeStep('return { a: "$NAME", b: $el, c: "$$page" }'))).toContain(
      'await runInPage(page, `return { a: "${ifGiven(\'NAME\')}", b: ${ifGiven(\'el\')}, c: "$$page" }`, dynamic);',
    );
  });

  it('is carried as it is where it has a syntax error, to fail in the page', () => {
    expect(testLines(codeStep('const = 2;'))).toContain("await runInPage(page, 'const = 2;', dynamic);");
  });
});

describe('the zip of exported files', () => {
  const files = [
    { name: 'b.spec.ts', content: '// é\n'.repeat(1000) },
    { name: 'a.spec.ts', content: '' },
  ];

  it('contains the files unchanged and in order', () => {
    const entries = Object.entries(unzipSync(allSteps(zipInSteps(files))));
    expect(entries.map(([name, bytes]) => ({ name, content: strFromU8(bytes) }))).toEqual(files);
  });

  it('has the same bytes for the same files in every time zone', () => {
    const inZone = (zone: string) => {
      vi.stubEnv('TZ', zone);
      return allSteps(zipInSteps(files));
    };
    expect(inZone('Pacific/Kiritimati')).toEqual(inZone('America/Los_Angeles'));
  });

  it('is empty without files', () => {
    expect(unzipSync(allSteps(zipInSteps([])))).toEqual({});
  });
});
