import { isUnencrypted } from '../../common/loopback.ts';
import { type ModelSettings, readModelSettings } from '../../common/model-settings.ts';
import type { AppStart, ServiceSettings } from '../../connection/connection.ts';
import { uuid } from '../../contract/values.ts';
import type { AppFacts } from '../../results/run-results.ts';
import { inputFacts } from './input-table.ts';
import { parseDuration, quoted, quotedUrl, type RawInputs, type ReportProblem } from './input-values.ts';
import { needsService } from './mode-input.ts';

/** Reads which service runs the tests. If a problem is reported, the result must not be used. */
export function readServiceInput(raw: RawInputs, problem: ReportProblem): ServiceSettings {
  const { url, 'service-url': baseUrl, 'api-key': apiKey, 'test-target-id': testTargetId } = raw;
  checkAppUrl('url', url, problem);
  checkAppUrl('base-url', raw['base-url'], problem);
  if (baseUrl === '') {
    checkEmbedded(raw, problem);
    const start = readStart(raw, problem);
    return { kind: 'embedded', url, ...(start && { start }) };
  }
  if (!isWebUrl(baseUrl) || /[?#]|\/\/[^/]*@/.test(baseUrl)) {
    problem(
      'service-url',
      `${quotedUrl(baseUrl)} is not the base URL of a service. Write scheme, host and path only, such as https://tests.example.com`,
    );
  }
  checkEncryption(baseUrl, problem);
  checkCredentials(apiKey, testTargetId, problem);
  return { kind: 'hosted', baseUrl, apiKey, testTargetId, ...(url === '' ? {} : { url }) };
}

/** The key travels in a header field of every request. */
function checkEncryption(baseUrl: string, problem: ReportProblem): void {
  const url = URL.parse(baseUrl);
  if (url === null || !isUnencrypted(url)) return;
  problem(
    'service-url',
    `${quotedUrl(baseUrl)} would send \`api-key\` over the network without encryption. Use https://. Only a service on this machine (localhost) may use http://`,
  );
}

function readStart(raw: RawInputs, problem: ReportProblem): AppStart | undefined {
  const { url, start: command, 'start-timeout': timeout, 'wait-on': waitOn } = raw;
  checkAppUrl('wait-on', waitOn, problem);
  for (const name of ['start-timeout', 'wait-on'] as const) {
    if (command !== '' || raw[name] === inputFacts(name).default) continue;
    problem(name, 'is set, but `start` is empty. Set both or neither');
  }
  return command === ''
    ? undefined
    : { command, timeoutMs: parseDuration(timeout) ?? 0, waitOn: waitOn || url };
}

function checkAppUrl(name: 'url' | 'base-url' | 'wait-on', url: string, problem: ReportProblem): void {
  if (url === '') return;
  if (!isWebUrl(url)) {
    problem(
      name,
      `${quotedUrl(url)} is not an http or https URL. Write the full URL, such as http://localhost:3000`,
    );
  } else if (/^https?:\/\/[/.]/i.test(url)) {
    problem(
      name,
      `${quotedUrl(url)} lacks the beginning of its host name. An expression or a variable in it may be empty, such as the output of an earlier step`,
    );
  } else if (/^https?:\/\/[^/?#]*\$/i.test(url)) {
    problem(
      name,
      `${quotedUrl(url)} contains a shell variable that was not expanded. In a workflow, use an expression such as \${{ env.HOST }}; in a shell, use double quotes`,
    );
  } else if (new URL(url).username + new URL(url).password !== '') {
    problem(
      name,
      `${quotedUrl(url)} contains a user name or a password, which would be visible. Remove them, and set \`basic-auth-username\` and \`basic-auth-password\``,
    );
  }
}

function checkEmbedded(raw: RawInputs, problem: ReportProblem): void {
  // A mode that needs a hosted service lacks that one, not the URL.
  // Exported tests can be given the URL when they run.
  if (raw.url === '' && !needsService(raw.mode) && raw.mode !== 'export') {
    problem(
      'url',
      'is missing. Without `service-url`, the tests run on this machine and need the URL of the app, such as http://localhost:3000',
    );
  }
  for (const name of ['api-key', 'test-target-id'] as const) {
    if (raw[name] !== '') {
      problem(name, 'is set, but `service-url` is empty. Set `service-url`, or remove this input');
    }
  }
}

function checkCredentials(apiKey: string, testTargetId: string, problem: ReportProblem): void {
  if (apiKey.trim() === '') {
    problem(
      'api-key',
      "is missing, but `service-url` is set. Pass the service's key from a secret. Secrets are empty on pull requests from forks",
    );
  } else if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    problem(
      'api-key',
      'contains a line break, a space or another character that is not part of a key. Store the secret again without it',
    );
  }
  if (testTargetId === '') {
    problem('test-target-id', 'is missing, but `service-url` is set. Copy it from the service');
  } else if (!uuid.safeParse(testTargetId).success) {
    problem('test-target-id', `${quoted(testTargetId)} is not a UUID. Copy it from the service`);
  }
}

/** Reads which model proposes test cases. If a problem is reported, the result must not be used. */
export function readModelInput(raw: RawInputs, problem: ReportProblem): ModelSettings | undefined {
  const { 'model-url': url, 'model-name': name, 'model-key': key } = raw;
  const isSet = url !== '' || name !== '' || key !== '';
  if (!isSet) return undefined;
  if (raw['service-url'] !== '') {
    problem('model-url', 'is set, but the service of `service-url` generates the test cases. Remove it');
    return undefined;
  }
  if (url === '') problem('model-url', 'is missing, but `model-name` or `model-key` is set. Set all or none');
  return url === '' ? undefined : readModelSettings(url, name, key, problem);
}

export function isWebUrl(text: string): boolean {
  // What the parser repairs is a mistake: line breaks, and `http:localhost`.
  // Not `canParse`: it accepts hosts of 17,000 characters, for which `new URL` throws.
  return /^https?:\/\/[^\t\r\n]+$/i.test(text) && URL.parse(text) !== null;
}

/** What results say about the app under test: its URL without the query, and the command that starts it. */
export function appFacts(service: ServiceSettings): AppFacts {
  const { url, start } = { start: undefined, ...service };
  return { url: url ? withoutQuery(url) : null, ...(start && { startCommand: start.command }) };
}

/** The part of the app's URL that may be shown: a query may hold a key to a protected preview. */
export function withoutQuery(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? '' : `${parsed.origin}${parsed.pathname === '/' ? '' : parsed.pathname}`;
}
