import { describe, expect, it } from 'vitest';
import type { ExchangeTestCase } from '../../src/contract/exchange/exchange-test-case.ts';
import { loadTestCases } from '../../src/test-files/load.ts';
import { formatProblem } from '../../src/test-files/problem.ts';
import { aCase } from '../support/cases.ts';
import { makeWorkspace } from '../support/run-action.ts';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A file for each case: its reference stands on line 3. */
async function problemsOf(...cases: Partial<ExchangeTestCase>[]): Promise<string[]> {
  const files = cases.map((each, index) => {
    const { id, description, ...rest } = { ...aCase(), description: `case ${index}`, ...each };
    const { dependencyId, teardownId, elements } = rest;
    const lines = Object.entries({ id, description, dependencyId, teardownId, elements })
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
    return [`${index}.json`, `{${lines.join(',\n')}}`.replace('{  ', '{ ')] as const;
  });
  await using workspace = await makeWorkspace(Object.fromEntries(files));
  const { problems } = await loadTestCases(workspace.path, ['.']);
  return problems.map(formatProblem);
}

describe('references between test cases', () => {
  it('can form a chain, a fork and a join', async () => {
    const problems = await problemsOf(
      { id: id(0) },
      { id: id(1), dependencyId: id(0), teardownId: id(3) },
      { id: id(2), dependencyId: id(0), teardownId: id(3) },
      { id: id(3) },
    );
    expect(problems).toEqual([]);
  });

  it('may make a loop of a dependency and a teardown: they are no order', async () => {
    expect(await problemsOf({ id: id(0), dependencyId: id(1) }, { id: id(1), teardownId: id(0) })).toEqual(
      [],
    );
  });

  it.each(['dependencyId', 'teardownId'] as const)('must lead to a case: %s', async (reference) => {
    expect(await problemsOf({ [reference]: id(9) }, {})).toEqual([
      `0.json:3:${reference.length + 7}: ${reference}: no test case has the id ${id(9)}. Include its file, or correct the id.`,
    ]);
  });

  it('may lead to files that the patterns do not match, in the same folder of the workspace', async () => {
    const file = (number: number, more: Partial<ExchangeTestCase>) =>
      JSON.stringify({ ...aCase(), id: id(number), description: `case ${number}`, ...more });
    await using workspace = await makeWorkspace({
      'tests/cart/buy.json': file(0, { dependencyId: id(1), teardownId: id(3) }),
      'tests/login.json': file(1, { dependencyId: id(2) }),
      'tests/accounts/[new].json': file(2, {}),
      'tests/clean-up.json': file(3, {}),
      'tests/broken.json': '{',
      'tests/help/me.json': file(6, { dependencyId: id(7) }),
      'tests/broken-login.json': `{ "id": "${id(7)}",, }`,
      'tests/unrelated.json': file(5, { dependencyId: id(9) }),
    });
    const load = async (patterns: readonly string[], withReferenced = true) => {
      const { cases, files, problems } = await loadTestCases(workspace.path, patterns, { withReferenced });
      const states = cases.map(({ testCase }) => `${testCase.description}: ${testCase.runStatus}`);
      return { states: states.sort(), files: files.length, problems: problems.length };
    };
    expect(await load(['tests/cart'])).toEqual({
      states: ['case 0: ON', 'case 1: OFF', 'case 2: OFF', 'case 3: OFF'],
      files: 4,
      problems: 0,
    });
    expect(await load(['tests/cart', '!tests/clean-up.json'])).toMatchObject({ files: 3, problems: 1 });
    const { problems } = await loadTestCases(workspace.path, ['tests/help'], { withReferenced: true });
    expect(problems.map(formatProblem)).toEqual([
      expect.stringMatching(/^tests\/broken-login\.json:1:.*invalid JSON/),
    ]);
    expect(await load(['tests/cart'], false)).toMatchObject({ files: 1, problems: 2 });
  });

  it.each(['dependencyId', 'teardownId'] as const)(
    'must not lead to the case itself: %s',
    async (reference) => {
      expect(await problemsOf({ id: id(0), [reference]: id(0) })).toEqual([
        `0.json:3:${reference.length + 7}: ${reference}: these test cases depend on each other: "case 0" → "case 0". Remove one of the references.`,
      ]);
    },
  );

  it('must not form a loop, which is reported once, without the cases that only lead to it', async () => {
    const problems = await problemsOf(
      { id: id(0), dependencyId: id(1) },
      { id: id(1), dependencyId: id(2) },
      { id: id(2), dependencyId: id(1) },
      { id: id(3), dependencyId: id(0) },
    );
    expect(problems).toEqual([
      '1.json:3:19: dependencyId: these test cases depend on each other: "case 1" → "case 2" → "case 1". Remove one of the references.',
    ]);
  });
});

describe('the id of a test case', () => {
  it('must be unique: each duplicate is reported with the position of the first', async () => {
    expect(await problemsOf({ id: id(0) }, { id: id(0) }, { id: id(1) }, { id: id(0) })).toEqual([
      `1.json:1:9: id: ${id(0)} is already the id of 0.json:1:1. Give each test case its own.`,
      `3.json:1:9: id: ${id(0)} is already the id of 0.json:1:1. Give each test case its own.`,
    ]);
  });
});
