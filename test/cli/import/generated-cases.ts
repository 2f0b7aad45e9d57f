import fc from 'fast-check';
import { expect } from 'vitest';
import { AppAddress } from '../../../src/cli/import/app-address.ts';
import { readImportedFile } from '../../../src/cli/import/import-files.ts';
import type { ExchangeElement, ExchangeTestCase } from '../../../src/contract/exchange/exchange-test-case.ts';
import { preparesDialog } from '../../../src/contract/exchange/interaction.ts';
import { type ExchangeSelector, isNarrowing } from '../../../src/contract/exchange/selector.ts';
import { notExportedMark } from '../../../src/contract/generation.ts';
import { testCaseCode } from '../../../src/service/code-export/export-test-files.ts';
import { title } from '../../../src/service/code-export/playwright-test-file.ts';
import { someCase } from '../../support/arbitrary-cases.ts';
import { aCase } from '../../support/cases.ts';
import { css } from '../../support/steps.ts';
import { canonicalStep } from './canonical.ts';

export function exported(testCase: ExchangeTestCase): string {
  return testCaseCode({
    testCase,
    testCases: [],
    executionUrl: 'http://127.0.0.1/app',
    timeoutPerStepMs: 5000,
  });
}

/** The steps with the opening of the entry point, as a step. */
export function stepsOf({
  entryPointUrlPath = '',
  elements,
}: Pick<ExchangeTestCase, 'entryPointUrlPath' | 'elements'>): ExchangeElement[] {
  const goesTo =
    elements.find(({ interaction }) => !/DIALOG/.test(interaction?.action ?? ''))?.interaction?.action ===
    'GO_TO';
  const entry: ExchangeElement = {
    selectors: [],
    interaction: { action: 'GO_TO', calledWith: entryPointUrlPath },
  };
  return goesTo ? [...elements] : [entry, ...elements];
}

const roles = fc.constantFrom('button', 'link', 'heading', 'Row', 'textbox');

/** Chains that can find an element: roles exist, something is found before it is narrowed, and frames are entered. */
function exportable(chain: readonly ExchangeSelector[], role: string): ExchangeSelector[] {
  return chain.flatMap((each, index) => {
    const before = chain[index - 1];
    const needsElement = isNarrowing(each) && (before === undefined || before.selectorType === 'FRAME');
    const found = each.selectorType === 'ROLE' ? { ...each, selector: role } : each;
    const isLastFrame = each.selectorType === 'FRAME' && index === chain.length - 1;
    return [...(needsElement ? [css('b')] : []), found, ...(isLastFrame ? [css('i')] : [])];
  });
}

function exportableElement(element: ExchangeElement, role: string): ExchangeElement[] {
  const { interaction } = element;
  const fixed: ExchangeElement = {
    ...element,
    selectors: exportable(element.selectors, role),
    ...(interaction?.action === 'DRAG_AND_DROP'
      ? {
          interaction: {
            ...interaction,
            calledWith: {
              ...interaction.calledWith,
              selectors: exportable(interaction.calledWith.selectors, role),
            },
          },
        }
      : {}),
  };
  const click: ExchangeElement = { selectors: [css('b')], interaction: { action: 'CLICK' } };
  return exported(aCase({ elements: [fixed, click] })).includes(notExportedMark) ? [] : [fixed];
}

const someExportable = fc
  .tuple(someCase, roles)
  .map(([{ description, entryPointUrlPath, elements }, role]) => {
    const steps = elements.flatMap((each) => exportableElement(each, role));
    // A dialog that no step opens has no code.
    const end = steps.findLastIndex((each) => !preparesDialog(each)) + 1;
    return aCase({
      description,
      ...(entryPointUrlPath === undefined ? {} : { entryPointUrlPath }),
      elements: steps.slice(0, end),
    });
  });

/** Exports and imports generated cases, and compares them. */
export function comeBack(numRuns: number): void {
  let steps = 0;
  fc.assert(
    fc.property(someExportable, (testCase) => {
      const code = exported(testCase);
      const { cases, statements } = readImportedFile(code, 'exported.spec.ts', new AppAddress(undefined));
      expect(cases.map((each) => each.description)).toEqual([title(testCase)]);
      expect(statements.filter(({ reason }) => reason !== undefined)).toEqual([]);
      const again = cases.flatMap((each) => each.steps.map(({ element }) => element));
      expect(again.map(canonicalStep)).toEqual(stepsOf(testCase).map(canonicalStep));
      steps += again.length;
    }),
    { numRuns },
  );
  expect(steps).toBeGreaterThan(2 * numRuns);
}
