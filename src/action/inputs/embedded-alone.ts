import type { ModeName } from './mode-input.ts';
import { type InputName, inputDefaults, type RawInputs, type ReportProblem } from './raw-inputs.ts';

/** What only the embedded service reads, and only where it plays test cases. */
const embeddedAlone = [
  'workers',
  'retries',
  'timeout-per-step',
  'trace',
  'reuse-login',
  'browser-endpoints',
  'mail-port',
  'test-account-username',
  'test-account-password',
  'test-account-otp-key',
  'basic-auth-username',
  'basic-auth-password',
  'headers',
] as const satisfies readonly InputName[];

/** Tells `problem` each of them that is given and would be ignored. */
export function refuseUnread(raw: RawInputs, mode: ModeName | undefined, problem: ReportProblem): void {
  for (const name of embeddedAlone) {
    if (raw[name] === inputDefaults[name]) continue;
    if (raw['service-url'] !== '' && mode !== 'publish') {
      problem(
        name,
        'is for the embedded service alone, and `service-url` names another. Leave it out; where that service has such a setting, make it there',
      );
    } else if (mode !== undefined && mode !== 'draft-push') {
      problem(name, `is not read with \`mode: ${mode}\`, only with draft-push. Leave it out`);
    }
  }
}
