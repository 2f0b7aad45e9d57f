import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunEnvironment } from '../../src/contract/test-target.ts';
import type { Runner } from '../../src/runner/runner.ts';
import { errorText } from '../../src/runner/step-failed.ts';
import { fillIn, fillInCode } from '../../src/runner/variables/variable-text.ts';
import { oneTimePassword, runVariables, Variables } from '../../src/runner/variables/variables.ts';
import { aCase, goTo } from '../support/cases.ts';
import { type Pages, startPages } from '../support/pages.ts';
import { by, containsText, css, entersText, pattern, sees } from '../support/steps.ts';
import { aPlan, passed, runFirst, runPlan, sharedTestRunner } from '../support/test-runner.ts';

type TestAccount = NonNullable<RunEnvironment['testAccount']>;

const shop = 'http://shop.example/app';

function ofRun(
  variables: Record<string, readonly string[]>,
  { executionUrl = shop, testAccount = {} }: { executionUrl?: string; testAccount?: TestAccount } = {},
) {
  return runVariables({ variables, executionUrl, environment: { testAccount, headers: {} } });
}

/** What a text becomes. */
function filled(text: string, ...run: Parameters<typeof ofRun>): string {
  return fillIn(text, new Variables(ofRun(...run)));
}

/** Why a text can't be filled in. */
function refused(
  text: string,
  given: Record<string, readonly string[]>,
  dynamic: [string, string][] = [],
): string {
  try {
    return `filled in: ${fillIn(text, new Variables(ofRun(given), dynamic))}`;
  } catch (error) {
    return errorText(error);
  }
}

describe('the variables of a run', () => {
  it('hold the execution URL and random values that differ from run to run', () => {
    const [one, other] = [ofRun({}), ofRun({})];
    expect(one.get('OCTO_URL')).toBe(shop);
    expect(one.get('OCTO_STABLE_UUID')).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(one.get('OCTO_STABLE_UUID_SHORT')).toBe(String(one.get('OCTO_STABLE_UUID')).slice(0, 8));
    expect(one.get('OCTO_STABLE_RANDOM_CHARACTERS')).toMatch(/^[a-z]{8}$/);
    for (const name of ['OCTO_STABLE_UUID', 'OCTO_STABLE_UUID_SHORT', 'OCTO_STABLE_RANDOM_CHARACTERS']) {
      expect(one.get(name)).not.toBe(other.get(name));
    }
  });

  it('hold one of the values given for a name', () => {
    const picks = Array.from({ length: 200 }, () => ofRun({ COLOR: ['red', 'blue'] }).get('COLOR'));
    expect(new Set(picks)).toEqual(new Set(['red', 'blue']));
  });
});

describe('the predefined variables', () => {
  it('give the execution URL so that a path can follow', () => {
    for (const executionUrl of [
      'http://shop.example/app',
      'http://shop.example/app/',
      'http://shop.example/app//',
    ]) {
      expect(filled('$OCTO_URL/login', {}, { executionUrl })).toBe('http://shop.example/app/login');
    }
  });

  it('give the test account', () => {
    const testAccount = { username: 'ann', password: 'p$1', otpInitializerKey: 'GEZD GNBV gy3tqojq' };
    expect(filled('$OCTO_USERNAME:$OCTO_PASSWORD', {}, { testAccount })).toBe('ann:p$1');
    const before = oneTimePassword(testAccount.otpInitializerKey);
    const now = filled('$OCTO_TOTP', {}, { testAccount });
    // Between the two the window may end, but not twice.
    expect([before, oneTimePassword(testAccount.otpInitializerKey)]).toContain(now);
  });

  it('have a neutral name as well', () => {
    const testAccount = { username: 'ann' };
    expect(filled('$GATE_USERNAME $GATE_URL', {}, { testAccount })).toBe(`ann ${shop}`);
    const [one, other] = filled('$GATE_STABLE_UUID $OCTO_STABLE_UUID', {}).split(' ');
    expect(one).toBe(other);
  });

  it('are overridden by given ones, by either name', () => {
    const testAccount = { username: 'ann', password: 'old' };
    const given = { OCTO_USERNAME: ['bob'], GATE_PASSWORD: ['new'] };
    const text = '$OCTO_USERNAME $GATE_USERNAME $OCTO_PASSWORD $GATE_PASSWORD';
    expect(filled(text, given, { testAccount })).toBe('bob bob new new');
    const both = { OCTO_URL: ['one'], GATE_URL: ['other'] };
    expect(filled('$OCTO_URL $GATE_URL', both)).toBe('one other');
  });

  it.each(['$OCTO_USERNAME', '$OCTO_PASSWORD', '$OCTO_TOTP', '$GATE_TOTP'])(
    'say where %s comes from where there is no test account',
    (text) => {
      const message = refused(text, {});
      expect(message).toContain(`The variable ${text} is not defined.`);
      expect(message).toContain(
        'set the inputs `test-account-username`, `test-account-password` and `test-account-otp-key`, or the',
      );
    },
  );
});

describe('a variable that is not defined', () => {
  it('is reported with similar names first and never with values', () => {
    const given = { CUSTOMER: ['ann@shop.example'], CUSTOMS: ['x'], OTHER: ['hidden'] };
    const message = refused('$CUSTOMR', given, [['price', '9.50']]);
    expect(message).toMatch(
      /^The variable \$CUSTOMR is not defined\. Did you mean \$CUSTOMER or \$CUSTOMS\? Set it with the input `variables` \(`CUSTOMR=…`\)\. Defined variables: \$OCTO_URL, .*\$CUSTOMER, \$CUSTOMS, \$OTHER, \$\$price\.$/,
    );
    expect(message).not.toMatch(/ann@|hidden|9\.50|GATE_/);
  });

  it.each([
    ['$price', ' Did you mean $$price?'],
    ['$$CUSTOMER', ' Did you mean $CUSTOMER?'],
    ['$customer', ' Did you mean $CUSTOMER?'],
    ['$OCTO_ULR', ' Did you mean $OCTO_URL?'],
    ['$CUST', ' Did you mean $CUSTOMER?'],
    ['$OCTO_USER', ' Did you mean $OCTO_USERNAME?'],
  ])('may be meant in another way: %s', (text, meant) => {
    expect(refused(text, { CUSTOMER: ['ann'] }, [['price', '9']])).toContain(`is not defined.${meant}`);
  });

  it('has no suggestions that are not similar', () => {
    expect(refused('$X', { CUSTOMER: ['ann'] })).not.toContain('Did you mean');
  });

  it('of a step is reported with the actions that set it', () => {
    expect(refused('$$total', {})).toContain('An earlier EXTRACT or JAVASCRIPT step must set it.');
  });
});

describe('dynamic variables', () => {
  const variables = new Variables(ofRun({ total: ['of the run'] }));
  variables.set('total', '9.50 $total');

  it.each([
    ['It costs $$total.', 'It costs 9.50 $total.'],
    ['$$total$$total', '9.50 $total9.50 $total'],
    ['$total and $$total', 'of the run and 9.50 $total'],
    [pattern('^$$total$'), pattern('^9\\.50 \\$total$')],
  ])('make of "%s" "%s"', (text, result) => {
    expect(fillIn(text, variables)).toBe(result);
  });
});

describe('code', () => {
  const variables = new Variables(ofRun({ NAME: ['Ann'] }), [['page', '"); stolen("']]);

  it.each([
    ["greet('$NAME')", "greet('Ann')"],
    ['$(".a"); $el; $$("b"); a.$b', '$(".a"); $el; $$("b"); a.$b'],
    [`f(\`\${NAME}\`)`, `f(\`\${NAME}\`)`],
    ['greet("$$page")', 'greet("$$page")'],
    ['greet("\\$NAME", "\\\\$NAME")', 'greet("\\$NAME", "\\\\Ann")'],
  ])('%s becomes %s', (code, result) => {
    expect(fillInCode(code, variables)).toBe(result);
  });

  it('does not go on without the test account that it names', () => {
    expect(() => fillInCode('login("$OCTO_PASSWORD")', variables)).toThrow('test-account-password');
  });
});

describe('filling in', () => {
  const variables = new Variables(
    ofRun({ NAME: ['Ann'], PRICE: ['5.00+'], SELF: ['$NAME $& $1'], _x1: ['low'] }),
  );

  it.each([
    ['Hello $NAME!', 'Hello Ann!'],
    ['$NAME$NAME-$_x1', 'AnnAnn-low'],
    ['$5, 10 $, US$, $', '$5, 10 $, US$, $'],
    ['$SELF', '$NAME $& $1'],
    [pattern('^$NAME$'), pattern('^Ann$')],
    [pattern('\\w $NAME'), pattern('\\w Ann')],
    [pattern('^$PRICE$'), pattern('^5\\.00\\+$')],
    ['\\$HOME is $NAME', '$HOME is Ann'],
    ['\\$\\$name, \\$$NAME', '$$name, $Ann'],
    ['\\$5, \\$', '\\$5, \\$'],
    [pattern('\\$HOME \\$$NAME \\\\$NAME'), pattern('\\$HOME \\$Ann \\\\Ann')],
  ])('makes of "%s" "%s"', (text, filled) => {
    expect(fillIn(text, variables)).toBe(filled);
  });

  it.each([
    ['$MISSING', '$MISSING'],
    ['$NAMES', '$NAMES'],
    ['$name', '$name'],
    [pattern('^$MISSING$'), '$MISSING'],
    // A variable of another kind, set while a case runs: it is not $NAME after a dollar sign.
    ['$$NAME', '$$NAME'],
  ])('refuses "%s", and says which names there are', (text, name) => {
    expect(() => fillIn(text, variables)).toThrow(`The variable ${name} is not defined.`);
    expect(() => fillIn(text, variables)).toThrow(', $NAME, $PRICE, $SELF, $_x1.');
  });
});

describe.concurrent('variables in a case', () => {
  let runner: Runner;
  let pages: Pages;
  beforeAll(async () => {
    [runner, pages] = await Promise.all([sharedTestRunner(), startPages()]);
  });
  afterAll(() => pages?.[Symbol.asyncDispose]());

  const form = `<input placeholder="Ann's name" oninput="document.querySelector('p').textContent = this.value"><p></p>`;

  it('stand in addresses, texts, selectors, their options and expectations', async () => {
    pages.add(form, '/people/ann');
    const testCase = aCase({
      entryPointUrlPath: '/people/$ID',
      elements: [
        entersText('$NAME for $5 at $OCTO_URL', by('PLACEHOLDER', "$NAME's name")),
        containsText(`$NAME for $5 at ${pages.url}`, css('p')),
        sees(css('p'), by('FILTER', '', { hasText: '$NAME for', hasNotText: 'no $NAME' })),
        goTo('$OCTO_URL/people/$ID'),
        sees(by('ROLE', 'textbox', { name: "$NAME's name" })),
      ],
    });
    const variables = { NAME: ['Ann'], ID: ['ann'] };
    expect(await runFirst(runner, aPlan(pages.url, [testCase], { variables }))).toEqual(passed(testCase.id));
  });

  it('have the same predefined values in all cases of a run', async () => {
    const path = pages.add(form);
    const value = (name: string) => aCase({ elements: [goTo(path), goTo(`/seen-by-two/$${name}`)] });
    const names = ['OCTO_STABLE_UUID', 'OCTO_STABLE_UUID_SHORT', 'OCTO_STABLE_RANDOM_CHARACTERS'];
    await runPlan(runner, aPlan(pages.url, [...names, ...names].map(value)));
    const seen = pages.requests.map(({ url }) => url).filter((url) => url.startsWith('/seen-by-two/'));
    expect(seen).toHaveLength(6);
    expect(new Set(seen).size).toBe(3);
  });

  it.each([
    ['a text', { elements: [entersText('$MISSING', css('input'))] }, 0],
    ['a selector', { elements: [sees(by('TEXT', '$MISSING'))] }, 0],
    ['an option', { elements: [sees(by('ROLE', 'button', { name: '$MISSING' }))] }, 0],
    ['an entry point', { entryPointUrlPath: '/$MISSING', elements: [sees(css('input'))] }, undefined],
  ])('that are undefined fail the case by name, in %s', async (_, parts, elementIndex) => {
    const testCase = aCase({ entryPointUrlPath: pages.add(form), ...parts });
    const outcome = await runFirst(runner, aPlan(pages.url, [testCase]));
    expect(outcome.status).toBe('FAILED');
    expect(outcome.errorMessage).toContain('The variable $MISSING is not defined.');
    expect(outcome.failedStep?.elementIndex).toBe(elementIndex);
  });
});

/** The secret of RFC 6238, appendix B: "12345678901234567890". */
const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a one-time password', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('is the one of RFC 6238 at %i s', (seconds, password) => {
    expect(oneTimePassword(key, seconds * 1000)).toBe(password);
  });

  it('stays to the end of its window', () => {
    expect(oneTimePassword(key, 59_999)).toBe('287082');
    expect(oneTimePassword(key, 60_000)).not.toBe('287082');
  });

  it.each([
    ['gezd gnbv gy3t qojq gezd gnbv gy3t qojq', '287082'],
    ['GEZD-GNBV-GY3T-QOJQ-GEZD-GNBV-GY3T-QOJQ\n', '287082'],
    [`otpauth://totp/Shop:ann?secret=${key}&issuer=Shop`, '287082'],
    [`otpauth://totp/Shop:ann?secret=${key}&digits=8&period=30`, '94287082'],
    [`otpauth://totp/Shop:ann?secret=${key}&digits=8&period=59`, '94287082'],
  ])('is made from %s', (given, password) => {
    expect(oneTimePassword(given, 59_000)).toBe(password);
  });

  it.each(['', 'not base32!', 'otpauth://hotp/a?secret=GEZDGNBV&counter=1', 'otpauth://totp/a'])(
    'is refused for the key "%s", which the message does not tell',
    (given) => {
      const attempt = () => oneTimePassword(given);
      expect(attempt).toThrow(
        "The test account's one-time-password key is invalid. Set `test-account-otp-key`",
      );
      if (given !== '') expect(attempt).not.toThrow(given);
    },
  );
});
