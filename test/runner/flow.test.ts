import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ExchangeElement, ExchangeTestCase } from '../../src/contract/exchange/exchange-test-case.ts';
import type { Runner } from '../../src/runner/runner.ts';
import { aCase, goTo, seesCss } from '../support/cases.ts';
import { startHttpServer } from '../support/http-server.ts';
import { startPages } from '../support/pages.ts';
import { by, clicks, css, entersText } from '../support/steps.ts';
import { aPlan, passed, runFirst, runPlan, sharedTestRunner } from '../support/test-runner.ts';

// Most of the time here is spent waiting for what does not come.
vi.setConfig({ maxConcurrency: 12 });

let runner: Runner;
beforeAll(async () => {
  runner = await sharedTestRunner();
});

/** How long an assertion waits for what does not come: short, as a test waits for all of it. Other steps have ample time. */
const shortMs = 6000;

/** An app that has every page, and writes down in which order they are opened; `/broken` is cut off, and `/down` has status 503. */
async function startTrail() {
  const server = await startHttpServer(({ url }, response) => {
    if (url === '/broken') return void response.destroy();
    response.writeHead(url === '/down' ? 503 : 200, { 'content-type': 'text/html' });
    response.end(
      `<link rel="icon" href="data:,"><h1>${url}</h1><button onclick="tell()">Go</button><script>
        // It waits for the answer: the next step must not overtake it.
        function tell() {
          const request = new XMLHttpRequest();
          request.open('GET', '/clicked-on' + location.pathname, false);
          request.send();
        }
      </script>`,
    );
  });
  return {
    url: server.url,
    visits: () => server.requests.map(({ url }) => url),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const notThere = seesCss('#not-there');

describe.concurrent('the start of a case', () => {
  it('is the execution URL without an initial GO_TO and entry point', async () => {
    await using trail = await startTrail();
    const testCase = aCase({ elements: [seesCss('h1'), goTo('/later')] });
    expect(await runFirst(runner, aPlan(`${trail.url}/app`, [testCase]))).toEqual(passed(testCase.id));
    expect(trail.visits()).toEqual(['/app', '/app/later']);
  });

  it.each([
    ['/app', '/cart', '/app/cart'],
    ['/app/', 'cart?open=1#top', '/app/cart?open=1'],
    ['', '/$PAGE', '/cart'],
  ])(
    'is its entry point below the execution URL: "%s" and "%s"',
    async (base, entryPointUrlPath, visited) => {
      await using trail = await startTrail();
      const testCase = aCase({ entryPointUrlPath, elements: [seesCss('h1')] });
      const variables = { PAGE: ['cart'] };
      const outcome = await runFirst(runner, aPlan(trail.url + base, [testCase], { variables }));
      expect(outcome).toEqual(passed(testCase.id));
      expect(trail.visits()).toEqual([visited]);
    },
  );

  it('is the URL of its initial GO_TO', async () => {
    await using trail = await startTrail();
    const testCase = aCase({ entryPointUrlPath: '/entry', elements: [goTo('/begin')] });
    expect(await runFirst(runner, aPlan(trail.url, [testCase]))).toEqual(passed(testCase.id));
    expect(trail.visits()).toEqual(['/begin']);
  });

  it('fails the case without a step if its entry point does not open', async () => {
    await using trail = await startTrail();
    const testCase = aCase({ entryPointUrlPath: '/broken', elements: [seesCss('h1')] });
    const outcome = await runFirst(runner, aPlan(trail.url, [testCase]));
    expect(outcome).toMatchObject({ testCaseId: testCase.id, status: 'FAILED' });
    expect(outcome.failedStep).toBeUndefined();
    expect(outcome.errorMessage).toContain('net::ERR_EMPTY_RESPONSE');
  });

  it('fails the case without a step if its entry point responds with status 503, whatever it shows', async () => {
    await using trail = await startTrail();
    const testCase = aCase({ entryPointUrlPath: '/down', elements: [seesCss('h1')] });
    const outcome = await runFirst(runner, aPlan(trail.url, [testCase]));
    expect(outcome).toMatchObject({ testCaseId: testCase.id, status: 'FAILED' });
    expect(outcome.failedStep).toBeUndefined();
    expect(outcome.errorMessage).toContain(
      `The entry point opened ${trail.url}/down, which responded with status 503`,
    );
  });
});

describe.concurrent('dependencies', () => {
  it('are run first, outermost first, in the same page', async () => {
    await using trail = await startTrail();
    const outer = aCase({ elements: [goTo('/outer')] });
    const inner = aCase({
      elements: [clicks(css('button'))],
      dependencyId: outer.id,
      entryPointUrlPath: '/inner',
    });
    const testCase = aCase({ elements: [goTo('/case')], dependencyId: inner.id });
    const outcomes = await runPlan(runner, aPlan(trail.url, [testCase], { others: [outer, inner] }));
    expect(outcomes).toEqual([passed(testCase.id)]);
    expect(trail.visits()).toEqual(['/outer', '/inner', '/clicked-on/inner', '/case']);
  });

  it('that fail make the case fail by their name and step', async () => {
    await using trail = await startTrail();
    const login = aCase({ description: 'Log in', elements: [goTo('/login'), notThere] });
    const testCase = aCase({ elements: [goTo('/case')], dependencyId: login.id });
    const plan = aPlan(trail.url, [testCase], { others: [login], expectTimeoutMs: shortMs });
    const outcome = await runFirst(runner, plan);
    expect(outcome).toMatchObject({
      testCaseId: testCase.id,
      status: 'FAILED',
      failedStep: { testCaseId: login.id, elementIndex: 1 },
    });
    expect(outcome.errorMessage).toMatch(
      /^Dependency "Log in": Expected the element "#not-there" to be visible, but .*\n\nexpect\(locator\)/,
    );
    expect(trail.visits()).toEqual(['/login']);
  });

  it('that end without an assertion cause no warning about what the case proves later', async () => {
    await using pages = await startPages();
    const button = (attributes: string) =>
      `<button ${attributes} onclick="this.textContent += '!'">Go</button>`;
    const dependency = aCase({
      entryPointUrlPath: pages.add(button('id="go"')),
      elements: [clicks(css('#go'))],
    });
    const testCase = aCase({
      entryPointUrlPath: pages.add(
        `<h1>Shop</h1><input oninput="setTimeout(() => { this.value = '' })"><button id="dead">Go</button>${button('id="go"')}`,
      ),
      elements: [entersText('Tea', css('input')), clicks(css('#dead')), seesCss('h1'), clicks(css('#go'))],
      dependencyId: dependency.id,
    });
    const outcome = await runFirst(runner, aPlan(pages.url, [testCase], { others: [dependency] }));
    expect(outcome).toMatchObject({ status: 'PASSED' });
    expect(outcome.warnings).toBeUndefined();
  });

  it('whose entry point does not open are named too', async () => {
    await using trail = await startTrail();
    const login = aCase({ description: 'Log in', entryPointUrlPath: '/broken', elements: [seesCss('h1')] });
    const testCase = aCase({ elements: [goTo('/case')], dependencyId: login.id });
    const outcome = await runFirst(runner, aPlan(trail.url, [testCase], { others: [login] }));
    expect(outcome.status).toBe('FAILED');
    expect(outcome.errorMessage).toMatch(
      /^Dependency "Log in": Could not open \/broken: .*\n\npage\.goto: net::ERR_EMPTY_RESPONSE/,
    );
  });

  it.each([
    [
      'do not exist',
      (id: string) => [aCase({ id, dependencyId: randomUUID() })],
      'does not exist or is not enabled',
    ],
    ['form a loop', (id: string) => [aCase({ id, dependencyId: id })], 'form a loop'],
  ])('that %s are an error that says so', async (_, cases, message) => {
    const outcome = await runFirst(runner, aPlan('http://127.0.0.1:9', cases(randomUUID())));
    expect(outcome.status).toBe('ERROR');
    expect(outcome.errorMessage).toContain(message);
    expect(outcome.errorMessage).not.toContain('browser');
  });
});

/** A case with two dependencies, where each of the three has a teardown that clicks on the page it finds. */
function familyOfThree(own: Partial<ExchangeTestCase> = {}) {
  const teardown = (name: string) =>
    aCase({
      type: 'TEARDOWN',
      entryPointUrlPath: '/not-opened',
      elements: [clicks(css('button')), goTo(name)],
    });
  const [down1, down2, downCase] = [teardown('/down-1'), teardown('/down-2'), teardown('/down-case')];
  const dep1 = aCase({ elements: [goTo('/dep-1')], teardownId: down1.id });
  const dep2 = aCase({ elements: [goTo('/dep-2')], teardownId: down2.id, dependencyId: dep1.id });
  const testCase = aCase({
    elements: [goTo('/case')],
    teardownId: downCase.id,
    dependencyId: dep2.id,
    ...own,
  });
  return { testCase, others: [down1, down2, downCase, dep1, dep2], downCase };
}

const wholeTrail = [
  ...['/dep-1', '/dep-2', '/case'],
  ...['/clicked-on/case', '/down-case'],
  ...['/clicked-on/down-case', '/down-2'],
  ...['/clicked-on/down-2', '/down-1'],
];

describe.concurrent('teardowns', () => {
  it('run their steps, innermost first, on the page where the case ended', async () => {
    await using trail = await startTrail();
    const { testCase, others } = familyOfThree();
    const outcome = await runFirst(runner, aPlan(trail.url, [testCase], { others }));
    expect(outcome).toEqual(passed(testCase.id));
    expect(trail.visits()).toEqual(wholeTrail);
  });

  it('run after a failed case too, and leave its failure as it is', async () => {
    await using trail = await startTrail();
    const { testCase, others } = familyOfThree({ elements: [goTo('/case'), notThere] });
    const outcome = await runFirst(
      runner,
      aPlan(trail.url, [testCase], { others, expectTimeoutMs: shortMs }),
    );
    expect(outcome).toMatchObject({
      status: 'FAILED',
      failedStep: { testCaseId: testCase.id, elementIndex: 1 },
    });
    expect(trail.visits()).toEqual(wholeTrail);
  });

  it('that fail do not fail the case and do not prevent the next one; the case reports the failures', async () => {
    await using trail = await startTrail();
    const { testCase, others, downCase } = familyOfThree();
    const broken = others.map((each) => (each === downCase ? { ...each, elements: [notThere] } : each));
    const plan = aPlan(trail.url, [testCase], { others: broken, expectTimeoutMs: shortMs });
    expect(await runFirst(runner, plan)).toEqual({
      ...passed(testCase.id),
      teardownFailures: [
        expect.stringMatching(/^Teardown "A case", step 1: Expected the element "#not-there" to be visible/),
      ],
    });
    expect(trail.visits()).toEqual([
      ...['/dep-1', '/dep-2', '/case', '/clicked-on/case', '/down-2', '/clicked-on/down-2', '/down-1'],
    ]);
  });

  it('that do not exist are reported', async () => {
    await using trail = await startTrail();
    const testCase = aCase({ elements: [goTo('/case')], teardownId: randomUUID() });
    expect(await runFirst(runner, aPlan(trail.url, [testCase]))).toEqual({
      ...passed(testCase.id),
      teardownFailures: [`The teardown ${testCase.teardownId} does not exist or is not enabled.`],
    });
  });

  it('of cases that never started do not run', async () => {
    await using trail = await startTrail();
    const { testCase, others } = familyOfThree();
    const failing = others.map((each) =>
      each.id === testCase.dependencyId ? { ...each, elements: [goTo('/dep-2'), notThere] } : each,
    );
    const plan = aPlan(trail.url, [testCase], { others: failing, expectTimeoutMs: shortMs });
    expect((await runFirst(runner, plan)).status).toBe('FAILED');
    expect(trail.visits()).toEqual([
      ...['/dep-1', '/dep-2', '/clicked-on/dep-2', '/down-2', '/clicked-on/down-2', '/down-1'],
    ]);
  });
});

describe.concurrent('a failed step', () => {
  it('ends the case', async () => {
    await using trail = await startTrail();
    const testCase = aCase({ elements: [goTo('/a'), notThere, goTo('/b')] });
    const plan = aPlan(trail.url, [testCase], { expectTimeoutMs: shortMs });
    expect(await runFirst(runner, plan)).toMatchObject({
      status: 'FAILED',
      failedStep: { elementIndex: 1 },
    });
    expect(trail.visits()).toEqual(['/a']);
  });

  it('with ignoreFailure lets the case go on', async () => {
    await using trail = await startTrail();
    const testCase = aCase({
      elements: [goTo('/a'), { ...notThere, ignoreFailure: true }, goTo('/b'), seesCss('h1')],
    });
    const plan = aPlan(trail.url, [testCase], { expectTimeoutMs: shortMs });
    expect(await runFirst(runner, plan)).toEqual({
      ...passed(testCase.id),
      warnings: [
        expect.stringContaining(
          'Step 2 (VISIBLE) failed, and the failure was ignored: Expected the element "#not-there"',
        ),
      ],
    });
    expect(trail.visits()).toEqual(['/a', '/b']);
  });

  it('with ignoreFailure fails the case if nothing else was checked', async () => {
    await using trail = await startTrail();
    const emptyCode: ExchangeElement = {
      selectors: [],
      interaction: { action: 'JAVASCRIPT', calledWith: { code: '// later', execType: 'browser' } },
    };
    const goesOn = { ...goTo('/b'), selectors: [css('h1')] };
    const ignored = { ...clicks(by('NTH', '0')), ignoreFailure: true };
    const elements = [goTo('/a'), ignored, emptyCode, goesOn];
    const outcome = await runFirst(runner, aPlan(trail.url, [aCase({ elements })]));
    expect(outcome.status).toBe('FAILED');
    expect(outcome.errorMessage).toContain('ignored, and no other step checks anything');
    expect(outcome.warnings).toHaveLength(1);
  });

  it('of a dependency with ignoreFailure is a warning of the case', async () => {
    await using trail = await startTrail();
    const banner = aCase({
      description: 'Banner',
      elements: [{ ...clicks(by('NTH', '0')), ignoreFailure: true }],
    });
    const testCase = aCase({ elements: [seesCss('h1')], dependencyId: banner.id });
    const outcome = await runFirst(runner, aPlan(trail.url, [testCase], { others: [banner] }));
    expect(outcome).toMatchObject({
      status: 'PASSED',
      warnings: [/^"Banner": Step 1 \(CLICK\) failed/].map((each) => expect.stringMatching(each)),
    });
  });
});

it('a case without steps is an error', async () => {
  await using trail = await startTrail();
  const outcome = await runFirst(runner, aPlan(trail.url, [aCase()]));
  expect(outcome.status).toBe('ERROR');
  expect(outcome.errorMessage).toContain('The test case has no steps');
});
