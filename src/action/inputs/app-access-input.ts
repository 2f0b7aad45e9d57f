import type { EnvironmentBody } from '../../contract/environment.ts';
import { readHeaders } from './headers-input.ts';
import type { InputName, RawInputs, ReportProblem } from './raw-inputs.ts';

/** What the app asks for before it can be tested: an account, its authentication, header fields. */
export type AppAccess = Pick<EnvironmentBody, 'testAccount' | 'basicAuth' | 'additionalHeaderFields'>;

/** Reads it. What is wrong is told to `problem`, without a value; the result counts only without any. */
export function readAppAccess(raw: RawInputs, problem: ReportProblem): AppAccess {
  checkPair(raw, 'test-account-username', 'test-account-password', problem);
  checkPair(raw, 'basic-auth-username', 'basic-auth-password', problem);
  if (raw['basic-auth-username'].includes(':')) {
    problem('basic-auth-username', 'has a colon in it, which no user name of this kind can have');
  }
  const { 'test-account-username': username, 'test-account-password': password } = raw;
  const otpInitializerKey = raw['test-account-otp-key'];
  if (otpInitializerKey !== '' && !/^(?:otpauth:\/\/totp\/|[a-z2-7\s-]+=*$)/i.test(otpInitializerKey)) {
    problem(
      'test-account-otp-key',
      'is neither a key of letters and the digits 2 to 7 nor an otpauth://totp/ address. Copy it from where the second factor was set up',
    );
  }
  const testAccount = {
    ...(username === '' ? {} : { username, password }),
    ...(otpInitializerKey === '' ? {} : { otpInitializerKey }),
  };
  const headers = readHeaders(raw.headers, problem);
  return {
    ...(Object.keys(testAccount).length === 0 ? {} : { testAccount }),
    ...(raw['basic-auth-username'] === ''
      ? {}
      : { basicAuth: { username: raw['basic-auth-username'], password: raw['basic-auth-password'] } }),
    ...(Object.keys(headers).length === 0 ? {} : { additionalHeaderFields: headers }),
  };
}

function checkPair(raw: RawInputs, user: InputName, password: InputName, problem: ReportProblem): void {
  if (raw[user] === '' && raw[password] !== '') {
    problem(user, `is missing, and \`${password}\` is given. Give both or none`);
  } else if (raw[user] !== '' && raw[password] === '') {
    problem(
      password,
      `is missing, and \`${user}\` is given. Pass it from a secret; on pull requests from forks secrets are empty`,
    );
  }
  if (/[\r\n]/.test(raw[password])) {
    problem(password, 'has a line break in it. Store the secret again, without it');
  }
}
