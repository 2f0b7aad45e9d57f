import { mapTexts } from '../../common/fields.ts';
import type { Redact } from '../../common/text.ts';
import type { RunPlan } from '../runner.ts';

/** Fields with ids, and with URLs of files that are named by ids: redacted ones would refer to nothing. */
const unchangedFields: ReadonlySet<string> = new Set([
  'testCaseId',
  'status',
  'screenshotUrl',
  'pictureUrl',
  'traceUrl',
]);

/**
 * Redacts every string of a value, at any depth: messages of the driver contain the texts that it typed and searched.
 * Fields with an id, a status or the URL of a file stay unchanged.
 */
export function redactTexts<T>(value: T, redact: Redact): T {
  return mapTexts(value, redact, unchangedFields);
}

/** The secrets of a run's environment: passwords, the one-time-password key and header values. */
export function planSecrets({ environment }: Pick<RunPlan, 'environment'>): string[] {
  const { testAccount, basicAuth, headers } = environment;
  const { password = '', otpInitializerKey = '' } = testAccount ?? {};
  const basic =
    basicAuth === undefined ? [] : [basicAuth.password, `${basicAuth.username}:${basicAuth.password}`];
  return [password, otpInitializerKey, ...basic, ...Object.values(headers)].filter((secret) => secret !== '');
}
