import { stringify } from 'yaml';
import { repository } from '../../common/repository.ts';
import { shellWord } from '../../common/text.ts';
import type { AppAccess } from '../../connection/connection.ts';
import type { NamedElement } from '../../runner/read-page.ts';
import { type Project, testsOf } from './project.ts';

/** Where the editor finds the schema of test files. */
const schemaUrl = `https://raw.githubusercontent.com/${repository}/v1/schema/test-cases.schema.json`;

/** A first test case: the app shows an element. */
export function firstTest({ role, name }: NamedElement): string {
  const testCase = {
    description: `The app shows the ${role} "${name}"`,
    elements: [
      {
        selectors: [{ selectorType: 'ROLE', selector: role, options: { name } }],
        assertion: { expectation: 'VISIBLE' },
      },
    ],
  };
  return `# yaml-language-server: $schema=${schemaUrl}\n${stringify(testCase, { lineWidth: 0 })}`;
}

/** A secret of the repository, named after what it holds. */
function secret(name: string): string {
  return `\${{ secrets.${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')} }}`;
}

/** The workflow that runs the tests on pull requests. What gives access to the app comes from secrets. */
export function workflow(
  { workflow: { name }, steps, start, folder }: Pick<Project, 'workflow' | 'steps' | 'start' | 'folder'>,
  url: string,
  access: AppAccess = {},
): string {
  const headers = Object.keys(access.additionalHeaderFields ?? {}).map((name) => `${name}: ${secret(name)}`);
  const values = {
    url,
    ...(start !== undefined && { start: folder === '' ? start : `cd ${shellWord(folder)} && ${start}` }),
    ...(folder !== '' && { tests: testsOf(folder) }),
    ...(access.basicAuth && {
      'basic-auth-username': secret('basic-auth-username'),
      'basic-auth-password': secret('basic-auth-password'),
    }),
    ...(headers.length > 0 && { headers: headers.join('\n') }),
  };
  const inputs = stringify(values, { lineWidth: 0 });
  return `${stringify({ name }, { lineWidth: 0 })}on: pull_request
permissions: { contents: read, pull-requests: write }
jobs:
  browser-tests:
    runs-on: ubuntu-latest
    timeout-minutes: 20
    steps:
      - uses: actions/checkout@v6
        with:
          persist-credentials: false
${steps.map((step) => `${step}\n`).join('')}      - uses: ${repository}@v1
        with:
${inputs.trimEnd().replaceAll(/^/gm, '          ')}
`;
}
