import { expect, it } from 'vitest';
import { AppAddress } from '../../../src/cli/import/app-address.ts';
import { importText } from '../../../src/cli/import/import-files.ts';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import { notExportedMark } from '../../../src/contract/generation.ts';
import { checkStep } from '../../../src/test-files/check-step.ts';
import { parseText } from '../../../src/test-files/parse-text.ts';
import { readTestCase } from '../../../src/test-files/read-test-case.ts';
import { rows } from '../../conformance/rows/rows.ts';
import { aCase } from '../../support/cases.ts';
import { canonicalStep } from './canonical.ts';
import { comeBack, exported, stepsOf } from './generated-cases.ts';

/** What the test file of an exported case says. */
function writtenAgain(code: string): ExchangeElement[] {
  const { yaml, notImported } = importText(code, 'exported.spec.ts', new AppAddress(undefined));
  expect(notImported).toEqual([]);
  const parsed = parseText(yaml, 'yaml');
  if (!('value' in parsed)) throw new Error(parsed[0]?.message);
  const { testCase, problems } = readTestCase(parsed.value, 'exported.yaml');
  expect(problems).toEqual([]);
  return testCase === undefined ? [] : stepsOf(testCase);
}

const exportedRows = rows
  .flatMap(({ of, name, pass, fail }) => [
    { name: `${of}: ${name}, passing`, elements: pass },
    { name: `${of}: ${name}, failing`, elements: fail },
  ])
  .map(({ name, elements }) => ({ name, testCase: aCase({ description: name, elements: [...elements] }) }))
  .map((each) => ({ ...each, code: exported(each.testCase) }));

it('cases of the conformance suite come back from their exported code', () => {
  // Steps that cannot succeed on any page, such as a press of an unknown key, are not imported.
  const expressible = exportedRows.filter(
    ({ testCase, code }) =>
      !code.includes(notExportedMark) && testCase.elements.flatMap(checkStep).length === 0,
  );
  expect(expressible.length).toBeGreaterThan(150);
  for (const { name, testCase, code } of expressible) {
    expect(writtenAgain(code).map(canonicalStep), name).toEqual(stepsOf(testCase).map(canonicalStep));
  }
});

it('names the steps that exported code could not express', () => {
  const others = exportedRows.filter(({ code }) => code.includes(notExportedMark));
  for (const { name, code } of others) {
    const { notImported } = importText(code, 'exported.spec.ts', new AppAddress(undefined));
    expect(notImported.length, name).toBe(code.split(notExportedMark).length - 1);
  }
});

it('generated cases come back from their exported code', () => {
  comeBack(100);
});
