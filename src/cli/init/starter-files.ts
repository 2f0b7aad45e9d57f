import { stringify } from 'yaml';
import type { NamedElement } from '../../runner/read-page.ts';
import { repository } from '../repository.ts';
import type { Project } from './project.ts';

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

/** The workflow that runs the tests on pull requests. */
export function workflow({ steps, start }: Project, url: string): string {
  const inputs = stringify({ url, ...(start === undefined ? {} : { start }) }, { lineWidth: 0 });
  return `name: Browser tests
on: pull_request
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
