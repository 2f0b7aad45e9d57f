import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import type { Interaction } from '../../../src/contract/exchange/interaction.ts';
import type { Runner } from '../../../src/runner/runner.ts';
import { aCase } from '../../support/cases.ts';
import { freePort } from '../../support/free-port.ts';
import { type MailWriter, startSignUpApp } from '../../support/sign-up-app.ts';
import { by, clicks, containsText, css, entersText, sees } from '../../support/steps.ts';
import { aPlan, openTestRunner, passed, runFirst, runPlan, runToFail } from '../../support/test-runner.ts';

let runner: Runner;
let mailPort: number;
beforeAll(async () => {
  mailPort = await freePort();
  runner = await openTestRunner({ mailPort, workers: 2 });
});
afterAll(() => runner?.[Symbol.asyncDispose]());

const body = by('FRAME', 'iframe[title="Email Content"]');
const closesPage: ExchangeElement = { selectors: [], interaction: { action: 'CLOSE_PAGE' } };

function opensEmail(
  calledWith?: Extract<Interaction, { action: 'OPEN_EMAIL' }>['calledWith'],
): ExchangeElement {
  return { selectors: [], interaction: { action: 'OPEN_EMAIL', calledWith } };
}

function signsUp(address: string): ExchangeElement[] {
  return [entersText(address, css('input')), clicks(css('button'))];
}

const welcome: MailWriter = (_, link) => [
  { subject: 'Welcome', html: `<p>One more step: <a target="_blank" href="${link}">confirm</a></p>` },
];

describe('a mail', () => {
  it('is opened, its link confirms the sign-up, and closing its page returns to the app', async () => {
    await using app = await startSignUpApp(mailPort, welcome);
    const testCase = aCase({
      elements: [
        ...signsUp('$OCTO_EMAIL'),
        opensEmail({ subjectContaining: 'Welc', subAddress: null }),
        containsText('shop@shop.example', by('TEXT', 'shop@shop')),
        containsText('$OCTO_EMAIL_PREFIX@browser-test-gate.test', css('dl')),
        containsText('One more step', body, css('p')),
        clicks(body, by('ROLE', 'link', { name: 'confirm' })),
        containsText('Welcome, $GATE_EMAIL', css('h1')),
        closesPage,
        containsText('Look into your mail', css('h1')),
      ],
    });
    expect(await runFirst(runner, aPlan(app.url, [testCase]))).toEqual(passed(testCase.id));
  });

  it('in plain text has links that can be clicked', async () => {
    await using app = await startSignUpApp(mailPort, (_, link) => [
      { subject: 'Text', text: `Hi <b>you</b>,\nopen ${link}.` },
    ]);
    const elements = [
      ...signsUp('$OCTO_EMAIL'),
      opensEmail(null),
      containsText('Hi <b>you</b>,', body, css('div')),
      clicks(body, css('a')),
      containsText('Welcome, $OCTO_EMAIL', css('h1')),
    ];
    const outcome = await runFirst(runner, aPlan(app.url, [aCase({ elements })]));
    expect(outcome.errorMessage).toBeNull();
  });

  it('is found by its sub-address, in cases that run at the same time', async () => {
    await using app = await startSignUpApp(mailPort, welcome);
    const cases = ['ann', 'bob'].map((name) => {
      const address = `$OCTO_EMAIL_PREFIX+${name}@$OCTO_EMAIL_DOMAIN`;
      return aCase({
        elements: [
          ...signsUp(address),
          opensEmail({ subAddress: name }),
          clicks(body, css('a')),
          containsText(`Welcome, ${address}`, css('h1')),
        ],
      });
    });
    const outcomes = await runPlan(runner, aPlan(app.url, cases));
    expect(outcomes.map(({ errorMessage }) => errorMessage)).toEqual([null, null]);
  });

  it('that was already opened is not mistaken for a later one', async () => {
    let mails = 0;
    await using app = await startSignUpApp(mailPort, () => [{ subject: 'Code', text: `Code ${++mails}` }]);
    // The second mail is sent only when the second OPEN_EMAIL is already waiting.
    const late = `setTimeout(() => fetch('/', { method: 'POST', body: new URLSearchParams({ mail: '$OCTO_EMAIL' }) }), 500)`;
    const elements = [
      ...signsUp('$OCTO_EMAIL'),
      opensEmail(),
      containsText('Code 1', body, css('div')),
      closesPage,
      {
        selectors: [],
        interaction: {
          action: 'JAVASCRIPT' as const,
          calledWith: { code: late, execType: 'browser' as const },
        },
      },
      opensEmail(),
      containsText('Code 2', body, css('div')),
    ];
    const outcome = await runFirst(runner, aPlan(app.url, [aCase({ elements })]));
    expect(outcome.errorMessage).toBeNull();
  });

  it('that was already opened is opened again if no other arrives', async () => {
    await using app = await startSignUpApp(mailPort, welcome);
    const elements = [
      ...signsUp('$OCTO_EMAIL'),
      opensEmail(),
      closesPage,
      opensEmail(),
      sees(body, css('p')),
    ];
    const plan = aPlan(app.url, [aCase({ elements })], { timeoutPerStepMs: 8000 });
    expect((await runFirst(runner, plan)).errorMessage).toBeNull();
  });

  it('of another run at the same time is not seen', async () => {
    await using app = await startSignUpApp(mailPort, (to) => [{ subject: 'For you', text: `Dear ${to}` }]);
    const elements = [
      ...signsUp('$OCTO_EMAIL'),
      opensEmail(),
      containsText('Dear $OCTO_EMAIL', body, css('div')),
    ];
    const plans = [1, 2, 3].map(() => aPlan(app.url, [aCase({ elements })]));
    const outcomes = await Promise.all(plans.map((plan) => runFirst(runner, plan)));
    expect(outcomes.map(({ errorMessage }) => errorMessage)).toEqual([null, null, null]);
  });

  it('of an earlier attempt is not taken for one of this attempt', async () => {
    const port = await freePort();
    await using twice = await openTestRunner({ mailPort: port, retries: 1 });
    let mails = 1;
    await using app = await startSignUpApp(port, () => (mails-- > 0 ? [{ subject: 'Once', text: '' }] : []));
    const elements = [...signsUp('$OCTO_EMAIL'), opensEmail(), sees(css('#not-there'))];
    const plan = aPlan(app.url, [aCase({ elements })], { timeoutPerStepMs: 5000 });
    const outcome = await runFirst(twice, plan);
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 2 } });
    expect(outcome.errorMessage).toContain('No mail has arrived (1 arrived before this attempt');
  });
});

describe('the message', () => {
  it('reports the filter, the received mails, and where the app must send them', async () => {
    const write: MailWriter = () => [{ subject: `Other ${'x'.repeat(500)}`, text: '' }];
    await using app = await startSignUpApp(mailPort, write);
    const elements = [
      ...signsUp('$OCTO_EMAIL'),
      opensEmail({ subjectContaining: 'Welcome', subAddress: 'ann' }),
    ];
    const { status, errorMessage } = await runToFail(runner, aPlan(app.url, [aCase({ elements })]));
    expect(status).toBe('FAILED');
    expect(errorMessage).toMatch(
      /^No mail to run-[a-z]{8}\+ann@browser-test-gate\.test with "Welcome" in its subject arrived within \d+ ms\. Received mails, latest first: "Other x{74}…" to "run-[a-z]{8}@browser-test-gate\.test"\./m,
    );
    expect(errorMessage).toContain(`port ${mailPort} of 127.0.0.1`);
    expect(errorMessage?.length).toBeLessThan(600);
  });

  it('reports that there is no page to close', async () => {
    await using app = await startSignUpApp(mailPort, welcome);
    const outcome = await runFirst(runner, aPlan(app.url, [aCase({ elements: [closesPage] })]));
    expect(outcome.errorMessage).toContain('CLOSE_PAGE has no page to return to');
  });
});

describe('the port', () => {
  it('that is in use fails only the cases that need mail', async () => {
    await using app = await startSignUpApp(mailPort, welcome);
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    await using other = await openTestRunner({ mailPort: address.port });
    const cases = [aCase({ elements: [opensEmail()] }), aCase({ elements: [sees(css('form'))] })];
    const outcomes = await runPlan(other, aPlan(app.url, cases));
    taken.close();
    const messages = new Map(outcomes.map(({ testCaseId, errorMessage }) => [testCaseId, errorMessage]));
    expect(messages.get(cases[0]?.id ?? '')).toContain(`port ${address.port}`);
    expect(messages.get(cases[0]?.id ?? '')).toContain('`mail-port`');
    expect(messages.get(cases[1]?.id ?? '')).toBeNull();
  });

  it('is not opened for a run without mail', async () => {
    await using app = await startSignUpApp(mailPort, welcome);
    const cases = [
      aCase({ elements: [...signsUp('ann@browser-test-gate.test'), sees(by('TEXT', 'ECONNREFUSED'))] }),
    ];
    expect(await runPlan(runner, aPlan(app.url, cases))).toEqual([passed(cases[0]?.id ?? '')]);
  });

  it('is open for a case whose teardown reads mail', async () => {
    await using app = await startSignUpApp(mailPort, welcome);
    const teardown = aCase({ runStatus: 'OFF', elements: [opensEmail()] });
    const first = aCase({
      teardownId: teardown.id,
      elements: [...signsUp('nobody@shop.example'), sees(by('TEXT', '550'))],
    });
    const plan = aPlan(app.url, [first], { others: [teardown], timeoutPerStepMs: 5000 });
    expect(await runFirst(runner, plan)).toMatchObject(passed(first.id));
  });
});
