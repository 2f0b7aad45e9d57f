import { describe, expect, it } from 'vitest';
import { readInputs } from '../../../src/action/inputs/read-inputs.ts';
import { messageOf } from '../../../src/action/user-error.ts';

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

describe('how test cases are played', () => {
  it('is read from its inputs', () => {
    const { play, browser } = read({
      browser: 'FIREFOX',
      workers: '64',
      retries: '0',
      trace: 'never',
      'reuse-login': 'false',
      'timeout-per-step': '5.5s',
      'browser-endpoints': 'ws://a:3000/x?token=1\n\n https://b.example ',
      'mail-port': '1024',
    });
    expect(browser).toBe('FIREFOX');
    expect(play).toEqual({
      workers: 64,
      retries: 0,
      trace: 'never',
      reuseLogin: false,
      timeoutPerStepMs: 5500,
      endpoints: ['ws://a:3000/x?token=1', 'https://b.example'],
      mailPort: 1024,
    });
  });

  it.each([
    ['workers', '0', '"0" is out of range. Use 1 to 64.'],
    ['workers', '65', '"65" is out of range. Use 1 to 64.'],
    ['workers', '2.5', '"2.5" is no whole number. Use 1 to 64.'],
    ['retries', '11', '"11" is out of range. Use 0 to 10.'],
    ['retries', '-1', '"-1" is no whole number. Use 0 to 10.'],
    ['mail-port', '25', '"25" is out of range. Use 1024 to 65,535.'],
    ['timeout-per-step', '4s', '"4s" is out of range. Use 5s to 30s.'],
    ['timeout-per-step', '1m', '"1m" is out of range. Use 5s to 30s.'],
  ])('%s must not be %s', (name, value, message) => {
    expect(problemsOf({ [name]: value })).toEqual([`${name}: ${message}`]);
  });

  it.each(['localhost:3000', 'ftp://a.example', 'ws://', 'grid.example/?token=hunter2'])(
    'an address of a browser must be one, and is not repeated: %s',
    (address) => {
      expect(problemsOf({ 'browser-endpoints': `ws://a:1\n${address}` })).toEqual([
        'browser-endpoints: address 2 is none that begins with ws://, wss://, http:// or https://. Write it in full, such as ws://localhost:3000.',
      ]);
    },
  );
});

describe('what the app asks for', () => {
  it('is read as the environment has it', () => {
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
      'test-account-password: is missing, and `test-account-username` is given. Pass it from a secret; on pull requests from forks secrets are empty.',
    ],
    [
      'a password without its account',
      { 'test-account-password': 'hunter2' },
      'test-account-username: is missing, and `test-account-password` is given. Give both or none.',
    ],
    [
      'half of an authentication',
      { 'basic-auth-password': 'hunter2' },
      'basic-auth-username: is missing, and `basic-auth-password` is given. Give both or none.',
    ],
    [
      'a user name that ends early',
      { 'basic-auth-username': 'a:b', 'basic-auth-password': 'hunter2' },
      'basic-auth-username: has a colon in it, which no user name of this kind can have.',
    ],
    [
      'a password of two lines',
      { 'test-account-username': 'a', 'test-account-password': 'hunter2\n' },
      'test-account-password: has a line break in it. Store the secret again, without it.',
    ],
    [
      'a key that is none',
      { 'test-account-otp-key': 'hunter2!' },
      'test-account-otp-key: is neither a key of letters and the digits 2 to 7 nor an otpauth://totp/ address. Copy it from where the second factor was set up.',
    ],
    [
      'no header field',
      { headers: 'a: b\nhunter2' },
      'headers: field 2 is not Name: value. Write one field a line, such as x-key: abc.',
    ],
    [
      'a name that is none',
      { headers: 'x(y): hunter2' },
      'headers: field 1 is not Name: value. Write one field a line, such as x-key: abc.',
    ],
    [
      'a name twice',
      { headers: 'A: x\na: hunter2' },
      'headers: field 2 gives a a second time. Give it once.',
    ],
    [
      'a field of the connection',
      { headers: 'Host: hunter2' },
      'headers: field 1 is Host, which the browser sets by itself. Leave it out.',
    ],
    [
      'a field without a value',
      { headers: 'X-Bypass: ' },
      'headers: field 1 has no value for X-Bypass. Give it one; on pull requests from forks secrets are empty.',
    ],
    [
      'a value with a control character',
      { headers: 'X-Bypass: hunter2\u0007' },
      'headers: field 1 has a character in the value of X-Bypass that no header can hold.',
    ],
  ])('is refused with %s, and no value is shown', (_, given, problem) => {
    expect(problemsOf(given)).toEqual([problem]);
  });
});

describe('what only the embedded service reads', () => {
  const given = {
    workers: '2',
    retries: '2',
    'timeout-per-step': '10s',
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
        'is for the embedded service alone, and `service-url` names another. Leave it out; where that service has such a setting, make it there.',
      ]),
    );
  });

  it('is refused in a mode that plays nothing', () => {
    const problems = problemsOf({ mode: 'export', ...given });
    expect(problems).toHaveLength(Object.keys(given).length);
    expect(problems[0]).toBe('workers: is not read with `mode: export`, only with draft-push. Leave it out.');
  });

  it('may stand at its default anywhere', () => {
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
        `shard: "${shard}" is no shard. Write its number and how many there are (256 at most), such as 1/4.`,
      ]);
    },
  );

  it('is for draft-push alone', () => {
    expect(problemsOf({ ...hosted, mode: 'push', shard: '1/2' })).toEqual([
      'shard: is not read with `mode: push`, only with draft-push. Leave it out.',
    ]);
  });
});
