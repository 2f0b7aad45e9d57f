import { describe, expect, it } from 'vitest';
import { messageOf } from '../../../src/common/errors.ts';
import { readInputs } from '../../../src/gate/inputs/read-inputs.ts';

const hosted = {
  'service-url': 'https://tests.example.com',
  'api-key': 'the-key',
  'test-target-id': '6f0c2c5e-4b8e-4c56-9a57-2f3f1f0a7d10',
};
type Given = Readonly<Record<string, string>>;

const read = (given: Given) =>
  readInputs(
    Object.fromEntries(
      Object.entries({ url: 'http://localhost:3000', ...given }).map(([name, value]) => [
        `INPUT_${name.toUpperCase()}`,
        value,
      ]),
    ),
  );

/** The problems that the inputs are refused for. */
function problemsOf(given: Given): string[] {
  try {
    read(given);
  } catch (error) {
    return messageOf(error)
      .split('\n')
      .slice(1)
      .map((line) => line.replace(/^ {2}- /, ''));
  }
  throw new Error('the inputs were accepted');
}

describe('how test cases are run', () => {
  it('is read from its inputs', () => {
    const { execution, browser } = read({
      browser: 'FIREFOX',
      workers: '64',
      retries: '0',
      'max-failures': '10',
      trace: 'never',
      'reuse-login': 'false',
      'timeout-per-step': '5.5s',
      'expect-timeout': '1.5s',
      'browser-endpoints': 'ws://a:3000/x?token=1\n\n https://b.example ',
      'mail-port': '1024',
    });
    expect(browser).toBe('FIREFOX');
    expect(execution).toEqual({
      workers: 64,
      retries: 0,
      maxFailures: 10,
      trace: 'never',
      reuseLogin: false,
      timeoutPerStepMs: 5500,
      expectTimeoutMs: 1500,
      endpoints: ['ws://a:3000/x?token=1', 'https://b.example'],
      mailPort: 1024,
    });
  });

  it.each([
    ['workers', '0', '"0" is out of range. Use 1 to 64.'],
    ['workers', '65', '"65" is out of range. Use 1 to 64.'],
    ['workers', '2.5', '"2.5" is not a whole number. Use 1 to 64.'],
    ['retries', '11', '"11" is out of range. Use 0 to 10.'],
    ['retries', '-1', '"-1" is not a whole number. Use 0 to 10.'],
    ['max-failures', '-1', '"-1" is not a whole number. Use 0 to 10,000.'],
    ['mail-port', '25', '"25" is out of range. Use 1024 to 65,535.'],
    ['timeout-per-step', '4s', '"4s" is out of range. Use 5s to 30s.'],
    ['timeout-per-step', '1m', '"1m" is out of range. Use 5s to 30s.'],
    ['expect-timeout', '0s', '"0s" is out of range. Use 1s to 30s.'],
    ['expect-timeout', '31s', '"31s" is out of range. Use 1s to 30s.'],
    ['expect-timeout', '5', '"5" is not a duration. Write a number and a unit, such as 90s, 30m or 1h.'],
  ])('%s must not be %s', (name, value, message) => {
    expect(problemsOf({ [name]: value })).toEqual([`${name}: ${message}`]);
  });

  it('has no longer time for an assertion than for a step', () => {
    expect(read({ 'expect-timeout': '30s' }).execution.expectTimeoutMs).toBe(30_000);
    expect(problemsOf({ 'timeout-per-step': '8s', 'expect-timeout': '8.1s' })).toEqual([
      'expect-timeout: is longer than `timeout-per-step`, which limits assertions too. Lower it, or raise `timeout-per-step`.',
    ]);
  });

  it.each(['localhost:3000', 'ftp://a.example', 'ws://', 'grid.example/?token=hunter2'])(
    'an invalid address of a browser is refused, and not quoted: %s',
    (address) => {
      expect(problemsOf({ 'browser-endpoints': `ws://a:1\n${address}` })).toEqual([
        'browser-endpoints: address 2 is not a URL that starts with ws://, wss://, http:// or https://. Write the full URL, such as ws://localhost:3000.',
      ]);
    },
  );
});

describe('access to the app', () => {
  it('is read in the form of an environment', () => {
    const { access } = read({
      'test-account-username': 'ada',
      'test-account-password': ' p4ss ',
      'test-account-otp-key': 'jbsw y3dp ehpk 3pxp',
      'basic-auth-username': 'bob',
      'basic-auth-password': 'b:c',
      headers: 'X-Bypass:  a: b \n\nAccept-Language : de',
    });
    expect(access).toEqual({
      testAccount: { username: 'ada', password: ' p4ss ', otpInitializerKey: 'jbsw y3dp ehpk 3pxp' },
      basicAuth: { username: 'bob', password: 'b:c' },
      additionalHeaderFields: { 'X-Bypass': 'a: b', 'Accept-Language': 'de' },
    });
  });

  it.each(['otpauth://totp/shop?secret=JBSWY3DP', 'JBSWY3DP======'])('a key may be %s', (key) => {
    expect(read({ 'test-account-otp-key': key }).access).toEqual({ testAccount: { otpInitializerKey: key } });
  });

  it.each<[string, Given, string]>([
    [
      'an account without its password',
      { 'test-account-username': 'ada' },
      'test-account-password: is missing, but `test-account-username` is set. Set both or neither. Secrets are empty on pull requests from forks.',
    ],
    [
      'a password without its account',
      { 'test-account-password': 'hunter2' },
      'test-account-username: is missing, but `test-account-password` is set. Set both or neither.',
    ],
    [
      'a basic authentication without a user name',
      { 'basic-auth-password': 'hunter2' },
      'basic-auth-username: is missing, but `basic-auth-password` is set. Set both or neither.',
    ],
    [
      'a user name with a colon',
      { 'basic-auth-username': 'a:b', 'basic-auth-password': 'hunter2' },
      'basic-auth-username: contains a colon, which HTTP basic authentication does not allow.',
    ],
    [
      'a password of two lines',
      { 'test-account-username': 'a', 'test-account-password': 'hunter2\n' },
      'test-account-password: contains a line break. Store the secret again without it.',
    ],
    [
      'a key that is not base32',
      { 'test-account-otp-key': 'hunter2!' },
      'test-account-otp-key: is neither a base32 key (letters and the digits 2 to 7) nor an otpauth://totp/ address. Copy it from where the second factor was set up.',
    ],
    [
      'a line that is not a header field',
      { headers: 'a: b\nhunter2' },
      'headers: field 2 is not Name: value. Write one field per line, such as x-key: abc.',
    ],
    [
      'an invalid name',
      { headers: 'x(y): hunter2' },
      'headers: field 1 is not Name: value. Write one field per line, such as x-key: abc.',
    ],
    ['a name twice', { headers: 'A: x\na: hunter2' }, 'headers: field 2 repeats a. Set each field once.'],
    [
      'a field of the connection',
      { headers: 'Host: hunter2' },
      'headers: field 1 is Host, which the browser sets by itself. Remove it.',
    ],
    [
      'a field without a value',
      { headers: 'X-Bypass: ' },
      'headers: field 1 has no value for X-Bypass. Set one. Secrets are empty on pull requests from forks.',
    ],
    [
      'a value with a control character',
      { headers: 'X-Bypass: hunter2\u0007' },
      'headers: field 1 has a character in the value of X-Bypass that HTTP does not allow in header fields. Remove it.',
    ],
  ])('is refused with %s, and no value is quoted', (_, given, problem) => {
    expect(problemsOf(given)).toEqual([problem]);
  });
});

describe('an input that only the embedded service reads', () => {
  const given = {
    workers: '2',
    retries: '2',
    'max-failures': '3',
    'timeout-per-step': '10s',
    'expect-timeout': '8s',
    trace: 'never',
    'reuse-login': 'false',
    'browser-endpoints': 'ws://a:1',
    'mail-port': '2526',
    'test-account-username': 'ada',
    'test-account-password': 'hunter2',
    'test-account-otp-key': 'JBSWY3DP',
    'basic-auth-username': 'bob',
    'basic-auth-password': 'hunter2',
    headers: 'a: b',
  };

  it('is refused with a hosted service, each by its name', () => {
    const problems = problemsOf({ ...hosted, ...given });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(Object.keys(given));
    expect(new Set(problems.map((problem) => problem.replace(/^[^:]+: /, '')))).toEqual(
      new Set([
        'is only read by the embedded service, and `service-url` names a hosted one. Remove it, and use the settings of that service.',
      ]),
    );
  });

  it('is refused in a mode that runs no test cases', () => {
    const problems = problemsOf({ mode: 'export', ...given });
    // Exported tests have HTTP authentication and header fields.
    const exported = ['basic-auth-username', 'basic-auth-password', 'headers'];
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(
      Object.keys(given).filter((name) => !exported.includes(name)),
    );
    expect(problems[0]).toBe(
      'workers: is not read by `mode: export`, only by draft-push, batch-generation, discovery, and mutate. Remove it.',
    );
  });

  it('may have its default anywhere', () => {
    const defaults = { retries: '1', trace: 'on-failure', 'reuse-login': 'true', 'mail-port': '2525' };
    expect(read({ ...hosted, ...defaults }).service.kind).toBe('hosted');
  });
});

describe('a shard', () => {
  it.each([
    ['1/1', { number: 1, total: 1 }],
    ['2/4', { number: 2, total: 4 }],
    ['256/256', { number: 256, total: 256 }],
  ])('may be %s, with a hosted service too', (shard, expected) => {
    expect(read({ shard }).shard).toEqual(expected);
    expect(read({ ...hosted, shard }).shard).toEqual(expected);
  });

  it.each(['0/4', '5/4', '2', '2/', '2/4/6', '-1/4', '1.5/4', '1/257', '1 / 4'])(
    'must not be %s',
    (shard) => {
      expect(problemsOf({ shard })).toEqual([
        `shard: "${shard}" is not a shard. Write its number and the number of shards (at most 256), such as 1/4.`,
      ]);
    },
  );

  it('is only for draft-push', () => {
    expect(problemsOf({ ...hosted, mode: 'push', shard: '1/2' })).toEqual([
      'shard: is not read by `mode: push`, only by draft-push. Remove it.',
    ]);
  });
});
