import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { UserError } from '../../../src/common/errors.ts';
import { type InputName, inputFacts, inputNames } from '../../../src/gate/inputs/input-table.ts';
import { type Inputs, inputWarnings, readInputs } from '../../../src/gate/inputs/read-inputs.ts';
import { secretInputs } from '../../../src/gate/inputs/secret-inputs.ts';
import { root } from '../../support/run-action.ts';

type Given = Partial<Record<InputName, string>>;

/** The variables as the runner sets them. */
function envOf(given: Given): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
  );
}

const embedded: Given = { url: 'http://localhost:3000' };
const hosted: Given = {
  'service-url': 'https://tests.example.com/base',
  'api-key': 'k3y-of-the-service',
  'test-target-id': '6f0c2c5e-4b8e-4c56-9a57-2f3f1f0a7d10',
};
const read = (given: Given): Inputs => readInputs(envOf(given));

/** The message about inputs that are refused. */
function refusalOf(given: Given): string {
  try {
    read(given);
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
  throw new Error('the inputs were accepted');
}

const one = (problem: string) =>
  `1 problem with the inputs. Correct it in the workflow file:\n  - ${problem}.`;

describe('the defaults', () => {
  it('are those of action.yml', async () => {
    const schema = z.object({ inputs: z.record(z.string(), z.object({ default: z.string() })) });
    const { inputs } = schema.parse(parse(await readFile(join(root, 'action.yml'), 'utf8')));
    const defaults = Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.default]));
    // Only the runner can fill these in.
    const filledIn = {
      'github-token': 'github.token',
      matrix: 'toJSON(matrix)',
      'job-total': 'strategy.job-total',
    };
    const expressions = Object.entries(filledIn).map(([name, value]) => [name, `\${{ ${value} }}`]);
    const ours = inputNames.map((name) => [name, inputFacts(name).default]);
    expect(defaults).toEqual(Object.fromEntries([...ours, ...expressions]));
  });

  it.each(['', '  ', '\n'])('apply to a blank input: %j', (blank) => {
    const blanks = Object.fromEntries(inputNames.map((name) => [name, blank]));
    expect(read({ ...blanks, ...embedded })).toEqual(read(embedded));
  });

  it('mean a draft push of browser-tests in Chromium', () => {
    expect(read(embedded)).toEqual({
      mode: { kind: 'draft-push', tests: { kind: 'patterns', patterns: ['browser-tests'] } },
      environment: 'default',
      browser: 'CHROMIUM',
      breakpoint: 'DESKTOP',
      tags: [],
      variables: {},
      timeoutMs: 1_800_000,
      report: 'on-failure',
      comment: 'always',
      check: undefined,
      artifact: '',
      artifactRetentionDays: undefined,
      shard: undefined,
      matrix: '',
      jobTotal: '',
      service: { kind: 'embedded', url: 'http://localhost:3000' },
      execution: {
        retries: 1,
        maxFailures: 0,
        trace: 'on-failure',
        timeoutPerStepMs: 30_000,
        expectTimeoutMs: 5000,
        reuseLogin: true,
        mailPort: 2525,
      },
      access: {},
    });
  });
});

describe('an input', () => {
  it('of several lines drops blank ones, and blanks around each', () => {
    const { mode, tags } = read({ ...embedded, tests: ' a \r\n\n  !b\n', tags: 'x y\n z' });
    expect(mode).toMatchObject({ tests: { kind: 'patterns', patterns: ['a', '!b'] } });
    expect(tags).toEqual(['x y', 'z']);
  });

  it('says that there is nothing to test', () => {
    expect(read({ ...embedded, tests: 'none' }).mode).toMatchObject({ tests: { kind: 'none' } });
    expect(read({ ...embedded, tests: 'none\na' }).mode).toMatchObject({
      tests: { kind: 'patterns', patterns: ['none', 'a'] },
    });
  });

  it.each([
    ['1s', 1000],
    ['90s', 90_000],
    ['30m', 1_800_000],
    ['1.5h', 5_400_000],
    ['6h', 21_600_000],
  ])('timeout may be %s', (timeout, ms) => {
    expect(read({ ...embedded, timeout }).timeoutMs).toBe(ms);
  });

  it.each(['0s', '0.9s', '7h', '361m', `${'9'.repeat(400)}h`])('timeout must not be %s', (timeout) => {
    expect(refusalOf({ ...embedded, timeout })).toContain('is out of range. Use 1s to 6h.');
  });

  it.each(['30', 'm', '-1s', '1 day', '1h30m', '30M', '٣s'])('timeout is not a duration: %s', (timeout) => {
    expect(refusalOf({ ...embedded, timeout })).toBe(
      one(`timeout: "${timeout}" is not a duration. Write a number and a unit, such as 90s, 30m or 1h`),
    );
  });

  it.each<[keyof Given, string, string]>([
    ['mode', 'deploy', 'draft-push, batch-generation, push, pull, export, discovery, mutate, publish'],
    ['browser', 'chromium', 'CHROMIUM, FIREFOX, SAFARI'],
    ['breakpoint', 'HUGE', 'MOBILE, TABLET, DESKTOP'],
    ['comment', 'no', 'always, on-failure, never'],
    ['trace', 'on', 'always, on-failure, never'],
    ['reuse-login', 'True', 'true, false'],
  ])('%s has fixed values', (name, value, values) => {
    expect(refusalOf({ ...embedded, [name]: value })).toBe(
      one(`${name}: "${value}" is not a valid value. Use one of ${values}`),
    );
  });

  it.each([
    ['1,001 characters', 'x'.repeat(1001), 'has 1001 characters. Use at most 1,000'],
    [
      'the marker of a comment',
      'Ask us\n<!--BROWSER-TEST-GATE:0123 -->',
      "contains `<!-- browser-test-gate:`, which marks the action's own comment. Remove that line",
    ],
  ])('comment-footer must not have %s', (_, footer, problem) => {
    expect(refusalOf({ ...embedded, 'comment-footer': footer })).toBe(one(`comment-footer: ${problem}`));
  });

  it('comment-footer may have 1,000 characters, and comments of its own', () => {
    expect(() => read({ ...embedded, 'comment-footer': `<!-- x -->${'x'.repeat(990)}` })).not.toThrow();
  });

  it.each(['yes', 'No', 'on', 'off', 'never', '1'])('check is not the word %s', (check) => {
    expect(refusalOf({ ...embedded, check })).toBe(
      one(`check: "${check}" is not a valid value. Use true, false, or a name for the check run`),
    );
  });

  it('is not quoted at full length', () => {
    expect(refusalOf({ ...embedded, mode: 'x'.repeat(10_000) }).length).toBeLessThan(300);
  });
});

describe('the variables', () => {
  it('may contain any character but a line break', () => {
    const variables = 'A=1\n  B = x=y "q" $C #d \r\n\n_c3=\nD=\u2028 end  ';
    expect(read({ ...embedded, variables }).variables).toEqual({
      A: '1',
      B: ' x=y "q" $C #d ',
      _c3: '',
      D: '\u2028 end  ',
    });
  });

  it('may have any name', () => {
    const { variables } = read({ ...embedded, variables: '__proto__=1\nconstructor=2' });
    expect(Object.entries(variables)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
  });

  it('are refused by line number, without the text of the line', () => {
    const message = refusalOf({ ...embedded, variables: 'A=1\nhunter2\n3B=hunter2\nA=hunter2' });
    expect(message).toBe(
      '3 problems with the inputs. Correct them in the workflow file:\n  - variables: line 2 is not NAME=value. Write one variable per line. A name consists of letters, digits and _, and does not start with a digit.\n  - variables: line 3 is not NAME=value. Write one variable per line. A name consists of letters, digits and _, and does not start with a digit.\n  - variables: line 4 repeats A. Set each variable once.',
    );
  });
});

describe('the service', () => {
  it('is hosted where it has a URL', () => {
    expect(read(hosted).service).toEqual({
      kind: 'hosted',
      baseUrl: 'https://tests.example.com/base',
      apiKey: 'k3y-of-the-service',
      testTargetId: '6f0c2c5e-4b8e-4c56-9a57-2f3f1f0a7d10',
    });
    expect(read({ ...hosted, ...embedded, browser: 'SAFARI' }).service).toMatchObject({
      url: 'http://localhost:3000',
    });
  });

  it.each<[string, Given, string]>([
    [
      'no address of the app',
      {},
      'url: is missing. Without `service-url`, the tests run on this machine and need the URL of the app, such as http://localhost:3000',
    ],
    [
      'an address without a scheme',
      { url: 'localhost:3000' },
      'url: "localhost:3000" is not an http or https URL. Write the full URL, such as http://localhost:3000',
    ],
    [
      'an address without slashes',
      { url: 'http:localhost:3000' },
      'url: "http:localhost:3000" is not an http or https URL. Write the full URL, such as http://localhost:3000',
    ],
    [
      'two addresses',
      { url: 'http://localhost:3000\nhttp://localhost:4000' },
      'url: "http://localhost:3000\\nhttp://localhost:4000" is not an http or https URL. Write the full URL, such as http://localhost:3000',
    ],
    [
      'a key without a service',
      { ...embedded, 'api-key': 'hunter2' },
      'api-key: is set, but `service-url` is empty. Set `service-url`, or remove this input',
    ],
    [
      'a target without a service',
      { ...embedded, 'test-target-id': 'x' },
      'test-target-id: is set, but `service-url` is empty. Set `service-url`, or remove this input',
    ],
    [
      'a service without a key',
      { ...hosted, 'api-key': ' ' },
      "api-key: is missing, but `service-url` is set. Pass the service's key from a secret. Secrets are empty on pull requests from forks",
    ],
    [
      'a service without a target',
      { ...hosted, 'test-target-id': '' },
      'test-target-id: is missing, but `service-url` is set. Copy it from the service',
    ],
    [
      'a target that is not a UUID',
      { ...hosted, 'test-target-id': 'shop' },
      'test-target-id: "shop" is not a UUID. Copy it from the service',
    ],
    [
      'a key that would be sent without encryption',
      { ...hosted, 'service-url': 'http://tests.example.com' },
      'service-url: "http://tests.example.com" would send `api-key` over the network without encryption. Use https://. Only a service on this machine (localhost) may use http://',
    ],
    [
      'a service with a query',
      { ...hosted, 'service-url': 'https://x.example/?a=b' },
      'service-url: "https://x.example/?…" is not the base URL of a service. Write scheme, host and path only, such as https://tests.example.com',
    ],
    ...['https:///preview', 'https://.shop.example'].map((url): [string, Record<string, string>, string] => [
      `an address without the value of an expression, ${url}`,
      { url },
      `url: "${url}" lacks the beginning of its host name. An expression or a variable in it may be empty, such as the output of an earlier step`,
    ]),
    [
      'an address with a shell variable',
      { url: 'http://$HOST:3000/$1' },
      `url: "http://$HOST:3000/$1" contains a shell variable that was not expanded. In a workflow, use an expression such as \${{ env.HOST }}; in a shell, use double quotes`,
    ],
    [
      'a service with a password',
      { ...hosted, 'service-url': 'https://me:hunter2@x.example' },
      'service-url: "https://***@x.example" is not the base URL of a service. Write scheme, host and path only, such as https://tests.example.com',
    ],
    [
      'an invalid address with a password',
      { url: 'htp://me:hunter2@x' },
      'url: "htp://***@x" is not an http or https URL. Write the full URL, such as http://localhost:3000',
    ],
  ])('is refused with %s', (_, given, problem) => {
    expect(refusalOf(given)).toBe(one(problem));
  });

  it.each([
    'preview.example/?token=hunter2',
    'http://[preview/?token=hunter2',
    'http://pre view/#hunter2',
    'me:hunter2@preview.example',
    'http://me:a/hunter2@preview.example',
    'http://me:a?b#hunter2@preview.example',
    'http://me:a@hunter2@preview.example',
    'http://hunter2@preview.example',
  ])('is refused with an invalid URL, whose secret is not quoted: %s', (url) => {
    expect(refusalOf({ url })).not.toContain('hunter2');
    expect(refusalOf({ ...hosted, 'service-url': url })).not.toContain('hunter2');
  });

  it.each(['hunter2\n', ' hunter2', 'hunter 2', 'hunter2\r\nx: y', 'hünter2'])(
    'is refused with an invalid key, which is not quoted: %j',
    (key) => {
      expect(refusalOf({ ...hosted, 'api-key': key })).toBe(
        one(
          'api-key: contains a line break, a space or another character that is not part of a key. Store the secret again without it',
        ),
      );
    },
  );
});

describe('several problems', () => {
  it('are reported in one message', () => {
    const message = refusalOf({
      mode: 'x',
      timeout: 'x',
      comment: 'x',
      'api-key': 'hunter2',
      variables: 'x',
    });
    const names = [...message.matchAll(/^ {2}- ([\w-]+): /gm)].map(([, name]) => name);
    expect(message).toMatch(/^6 problems with the inputs. Correct them in the workflow file:\n/);
    expect(names).toEqual(['mode', 'variables', 'timeout', 'comment', 'url', 'api-key']);
  });
});

describe('the secrets', () => {
  it('are the keys, the tokens and the variables with such names', () => {
    const given = {
      'api-key': 'the-key\n',
      'github-token': 'the-token',
      variables: 'A=plain\nPASSWORD = with blanks \n otp=123\nMY_API_KEY=k=v\nEMPTY_SECRET=',
    };
    expect(secretInputs(envOf(given))).toEqual({
      secrets: ['the-key\n', 'the-key', 'the-token', ' with blanks ', 'with blanks', '123', 'k=v'],
      githubToken: 'the-token',
    });
  });

  it('are passwords, also the key of one-time passwords by itself, header values, and parts of addresses', () => {
    const given = {
      'test-account-username': 'ada',
      'test-account-password': ' pass word\n',
      'test-account-otp-key': 'otpauth://totp/shop:ada?secret=JBSW Y3DP&issuer=shop',
      'basic-auth-username': 'bob',
      'basic-auth-password': 'hunter2',
      headers: 'Authorization: Bearer abc.def\nx-empty:',
      'browser-endpoints':
        'wss://u%40:p@grid.example/playwright/0123456789ab?token=t0&stealth=true&caps=%7B%22a%22%3A%22bcdef%22%7D\nws://localhost:3000/wd/hub',
    };
    expect(secretInputs(envOf(given)).secrets).toEqual([
      ' pass word\n',
      'pass word',
      'hunter2',
      'otpauth://totp/shop:ada?secret=JBSW Y3DP&issuer=shop',
      'otpauth://totp/shop:ada?secret=JBSWY3DP&issuer=shop',
      'JBSW Y3DP',
      'Bearer abc.def',
      'abc.def',
      'token=t0&stealth=true&caps=%7B%22a%22%3A%22bcdef%22%7D',
      't0',
      '{"a":"bcdef"}',
      '0123456789ab',
      'u@',
      'p',
    ]);
  });

  it.each([
    [
      'http://shop.example/a?x-vercel-protection-bypass=0123456789abcdef&token=t0&lang=en',
      ['x-vercel-protection-bypass=0123456789abcdef&token=t0&lang=en', '0123456789abcdef', 't0'],
    ],
    ['http://shop.example/?lang=en', []],
    ['http://shop.example/a-long-path-of-the-shop', []],
    ['no address?token=t0', []],
  ])('are values in the query of %s', (url, secrets) => {
    expect(secretInputs(envOf({ url })).secrets).toEqual(secrets);
  });

  it('are values in the queries of the other addresses of the app', () => {
    const given = { 'base-url': 'http://a.example/?token=t0', 'wait-on': 'http://b.example/?token=t1' };
    expect(secretInputs(envOf(given)).secrets).toEqual(['t0', 't1']);
  });

  it('are the parts of header values by themselves, such as cookies and passwords', () => {
    const headers = [
      'Cookie: preview=abcdefgh12345678; lang=en',
      'Authorization: Token token="ijklmnop12345678", nonce=n',
      `X-Login: Basic ${btoa('ann:hun:ter2')}`,
    ];
    expect(secretInputs(envOf({ headers: headers.join('\n') })).secrets).toEqual([
      'preview=abcdefgh12345678; lang=en',
      'abcdefgh12345678',
      'Token token="ijklmnop12345678", nonce=n',
      'token="ijklmnop12345678", nonce=n',
      'ijklmnop12345678',
      'Basic YW5uOmh1bjp0ZXIy',
      'YW5uOmh1bjp0ZXIy',
      'hun:ter2',
    ]);
  });

  it.each(['userPass', 'accessKey', 'otpCode', 'API_KEYS'])('are variables such as %s', (name) => {
    expect(secretInputs(envOf({ variables: `${name}=hunter2\nMONKEY=banana` })).secrets).toEqual(['hunter2']);
  });

  it('are the values that the variables have', () => {
    const variables = '  DB_PASSWORD\t=\u2028x \r\nPin=1';
    const { secrets } = secretInputs(envOf({ variables }));
    expect(secrets).toEqual(
      expect.arrayContaining(Object.values(read({ ...embedded, variables }).variables)),
    );
  });

  it.each([
    ['hunter22', ['hunter22']],
    ['hunter2', []],
    ['postgres', []],
    ['Development', []],
    ['shopware', []],
    ['20261130', ['20261130']],
    ['orangetree', ['orangetree']],
    ['pa$$wörd', ['pa$$wörd']],
    ['correct-horse', ['correct-horse']],
  ])(
    'of a started app are the values in its environment that are not ordinary words: %s',
    (value, secrets) => {
      const env = { ...envOf({ start: 'npm start' }), DB_PASSWORD: value, DB_NAME: 'shopware' };
      expect(secretInputs(env).secrets).toEqual(secrets);
    },
  );

  it.each([
    [{ API_TOKEN_2: 'orangetree' }, ['orangetree']],
    [{ TOKEN_STORE: 'kubernetes', PASSWORD_POLICY: 'relaxed-mode' }, ['relaxed-mode']],
    [{ DATABASE_URL: 'postgres://ada:orangetree@localhost/shop' }, ['orangetree']],
    [{ DATABASE_URL: 'postgres://keycloak:keycloak@localhost/shop' }, []],
    [{ DATABASE_URL: 'postgres://ada:postgres@localhost/shop' }, []],
  ])('of a started app depend on the name: %j', (variables, secrets) => {
    const env = { ...envOf({ start: 'npm start' }), ...variables };
    expect(secretInputs(env).secrets).toEqual(secrets);
  });

  it('may be none', () => {
    expect(secretInputs({})).toEqual({ secrets: [], githubToken: undefined });
  });
});

describe('any inputs', () => {
  it('are read or refused with a message, and no message contains a secret', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'http://',
        'http://[',
        '//@',
        'A=',
        '=',
        '\n',
        '\r',
        '1e9h',
        'none',
        ...Object.values(embedded),
        ...Object.values(hosted),
      ),
    );
    const names = inputNames.map((name) => `INPUT_${name.toUpperCase()}`);
    const given = fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] });
    const secret = 'hunter2 ';
    fc.assert(
      fc.property(given, fc.boolean(), (env, isKey) => {
        const all = isKey
          ? { ...env, 'INPUT_API-KEY': secret }
          : { ...env, INPUT_VARIABLES: `A B ${secret}` };
        try {
          readInputs(all);
        } catch (error) {
          expect(error).toBeInstanceOf(UserError);
          expect(String(error)).not.toContain('hunter2');
        }
      }),
      { numRuns: 1000 },
    );
  });
});

it.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080', 'http://service.localhost'])(
  'a service on this machine may be without encryption: %s',
  (address) => {
    expect(read({ ...hosted, 'service-url': address }).service).toMatchObject({ baseUrl: address });
  },
);

it.each([
  'http://127.0.0.1.example.com',
  'http://localhost.example.com',
  'http://10.0.0.7',
  'HTTP://tests.example.com',
])('a service elsewhere may not: %s', (address) => {
  expect(() => read({ ...hosted, 'service-url': address })).toThrow('without encryption');
});

test.each([
  ['SERVICE_URL', 'service_url', 'service-url'],
  ['APIKEY', 'apikey', 'api-key'],
  ['WORKER', 'worker', 'workers'],
  ['TEST-TARGET', 'test-target', 'test-target-id'],
])('the misspelled input %s gets a warning that names similar inputs', (variable, given, meant) => {
  const [message, ...others] = inputWarnings({ [`INPUT_${variable}`]: 'hunter2', INPUT_URL: 'x' });
  expect(message).toContain(
    `"${given}" is not an input of this action and is ignored. Did you mean \`${meant}\``,
  );
  expect(message).not.toContain('hunter2');
  expect(others).toEqual([]);
});

test('inputs of this action, dissimilar ones and other variables get no warning', () => {
  const all = inputNames.map((name) => [`INPUT_${name.toUpperCase()}`, '']);
  expect(inputWarnings({ ...Object.fromEntries(all), INPUT_XYZ: '1', API_KEY: '1', INPUT_: '1' })).toEqual(
    [],
  );
});

test('`artifact` gets a warning with `mode: publish` only', () => {
  const artifact = { INPUT_ARTIFACT: 'browser-tests' };
  expect(inputWarnings(artifact)).toEqual([]);
  expect(inputWarnings({ INPUT_MODE: 'publish' })).toEqual([]);
  expect(inputWarnings({ ...artifact, INPUT_MODE: 'publish' })).toEqual([
    '`artifact` is not read by `mode: publish`, which finds the results of the test jobs by itself. Remove the input.',
  ]);
});

test('quotes around the value of a variable get a warning, which does not show the value', () => {
  const variables = 'A="hunter2"\nB=\'hunter2\' \nC=say "hunter2"\nD="\nE=""';
  const warning = (name: string) =>
    `\`variables\`: the quotes around the value of ${name} are part of the value. Remove them if they are not meant.`;
  expect(inputWarnings(envOf({ variables }))).toEqual(['A', 'B', 'E'].map(warning));
});
