import { uuid } from '../../contract/values.ts';
import { needsService } from './mode-input.ts';
import { type RawInputs, type ReportProblem, shown } from './raw-inputs.ts';

/** Where the work is triggered. */
export type ServiceInput =
  | { readonly kind: 'embedded'; readonly url: string }
  | {
      readonly kind: 'hosted';
      readonly baseUrl: string;
      readonly apiKey: string;
      readonly testTargetId: string;
      /** Where it is missing, the environment's own URL is tested. */
      readonly url?: string;
    };

/** Reads where the work is triggered. What is wrong is told to `problem`; the result counts only without any. */
export function readServiceInput(raw: RawInputs, problem: ReportProblem): ServiceInput {
  const { url, 'service-url': baseUrl, 'api-key': apiKey, 'test-target-id': testTargetId } = raw;
  if (url !== '' && !isWebUrl(url)) {
    problem('url', `${shown(url)} is no http or https URL. Write it in full, such as http://localhost:3000`);
  } else if (url !== '' && new URL(url).username + new URL(url).password !== '') {
    problem(
      'url',
      `${shown(url)} holds a user name or a password, which would be shown. Leave them out, and use \`basic-auth-username\` and \`basic-auth-password\``,
    );
  }
  if (baseUrl === '') {
    checkEmbedded(raw, problem);
    return { kind: 'embedded', url };
  }
  if (!isWebUrl(baseUrl) || /[?#]|\/\/[^/]*@/.test(baseUrl)) {
    problem(
      'service-url',
      `${shown(baseUrl)} is no base URL of a service. Write scheme, host and path only, such as https://tests.example.com`,
    );
  }
  checkCredentials(apiKey, testTargetId, problem);
  return { kind: 'hosted', baseUrl, apiKey, testTargetId, ...(url === '' ? {} : { url }) };
}

function checkEmbedded(raw: RawInputs, problem: ReportProblem): void {
  // In a mode that needs a service, that one is missing, and not the address.
  if (raw.url === '' && !needsService(raw.mode)) {
    problem(
      'url',
      'is missing. Without `service-url` the tests run here and need the address of the app, such as http://localhost:3000',
    );
  }
  for (const name of ['api-key', 'test-target-id'] as const) {
    if (raw[name] !== '') {
      problem(
        name,
        'is given, but `service-url` is empty. Name the service in `service-url`, or leave this out',
      );
    }
  }
}

function checkCredentials(apiKey: string, testTargetId: string, problem: ReportProblem): void {
  if (apiKey.trim() === '') {
    problem(
      'api-key',
      "is missing, and `service-url` needs it. Pass the service's key from a secret; on pull requests from forks secrets are empty",
    );
  } else if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    problem(
      'api-key',
      'has a line break, a blank or another character in it that no key has. Store the secret again, without it',
    );
  }
  if (testTargetId === '') {
    problem('test-target-id', 'is missing, and `service-url` needs it. Copy it from the service');
  } else if (!uuid.safeParse(testTargetId).success) {
    problem('test-target-id', `${shown(testTargetId)} is no UUID. Copy it from the service`);
  }
}

function isWebUrl(text: string): boolean {
  // Not `canParse`: it accepts hosts of 17,000 characters that no URL can be made of.
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}
