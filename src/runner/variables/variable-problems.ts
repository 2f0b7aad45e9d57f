import {
  type ExchangeElement,
  type ExchangeTestCase,
  startsAtEntryPoint,
} from '../../contract/exchange/exchange-test-case.ts';
import { patternSource } from '../../contract/exchange/pattern.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import { fillIn, variableNames, variableNamesOfCode } from './variable-text.ts';
import { isTestAccountVariable, type RunVariables, UndefinedVariable, Variables } from './variables.ts';

/** A problem of a text in a test case. */
export interface VariableProblem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** A text of a test case, with its path. */
interface UsedText {
  readonly path: readonly PropertyKey[];
  readonly text: string;
  /** Code has `$` names of its own, so that only some of them are variables. */
  readonly isCode?: boolean;
  /** Whether elements are searched for the text: an empty one would match all of them. */
  readonly isSearched?: boolean;
}

/**
 * Finds each `$NAME` in a test case that a run does not define, and texts that empty variables make match everything.
 * `$$name` is not judged, because steps define it.
 */
export function findVariableProblems(testCase: ExchangeTestCase, variables: RunVariables): VariableProblem[] {
  return textsOf(testCase).flatMap(({ path, text, isCode = false, isSearched = false }) => {
    const names = [...new Set(isCode ? variableNamesOfCode(text) : variableNames(text))];
    const missing = names.filter(
      (name) => !name.startsWith('$') && !variables.has(name) && (!isCode || isTestAccountVariable(name)),
    );
    const messages = missing.map((name) => new UndefinedVariable(name, [...variables.keys()]).message);
    if (isSearched && isEmptied(text, names, variables)) messages.push(emptyText(names));
    return messages.map((message) => ({ path, message }));
  });
}

function isEmptied(text: string, names: readonly string[], variables: RunVariables): boolean {
  const areTexts = names.every((name) => typeof variables.get(name) === 'string');
  if (names.length === 0 || !areTexts) return false;
  const filled = fillIn(text, new Variables(variables));
  return (patternSource(filled) ?? filled.trim()) === '';
}

function emptyText(names: readonly string[]): string {
  const variables = names.map((name) => `$${name}`).join(', ');
  return `The text is empty without a value of ${variables}, and would match every element. Set a value with the input \`variables\`.`;
}

function textsOf(testCase: ExchangeTestCase): UsedText[] {
  const { entryPointUrlPath, elements } = testCase;
  return [
    ...(startsAtEntryPoint(testCase) && entryPointUrlPath !== undefined
      ? [{ path: ['entryPointUrlPath'], text: entryPointUrlPath }]
      : []),
    ...elements.flatMap((element, index) => textsOfStep(element, ['elements', index])),
  ];
}

function textsOfStep(
  { selectors, interaction, assertion }: ExchangeElement,
  path: UsedText['path'],
): UsedText[] {
  const argument = [...path, interaction == null ? 'assertion' : 'interaction', 'calledWith'];
  return [
    ...textsOfSelectors(selectors, path),
    ...(interaction == null
      ? textsIn(assertion?.calledWith, argument).map((each) => ({
          ...each,
          isSearched: assertion?.expectation.endsWith('TO_CONTAIN_TEXT') === true,
        }))
      : textsOfInteraction(interaction, argument)),
  ];
}

function textsOfInteraction(
  interaction: NonNullable<ExchangeElement['interaction']>,
  path: UsedText['path'],
): UsedText[] {
  switch (interaction.action) {
    case 'DRAG_AND_DROP':
      return textsOfSelectors(interaction.calledWith.selectors, path);
    case 'EXTRACT':
      return interaction.calledWith.type === 'ATTRIBUTE'
        ? [{ path: [...path, 'attributeName'], text: interaction.calledWith.attributeName }]
        : [];
    case 'JAVASCRIPT':
      return [{ path: [...path, 'code'], text: interaction.calledWith.code, isCode: true }];
    case 'UPLOAD':
      // Variables are not replaced in paths of files.
      return typeof interaction.calledWith === 'string' ? [{ path, text: interaction.calledWith }] : [];
    case 'WAIT_FOR': {
      const code = interaction.calledWith?.type === 'code' ? interaction.calledWith.code : undefined;
      return code === undefined ? [] : [{ path: [...path, 'code'], text: code, isCode: true }];
    }
    default:
      return textsIn(interaction.calledWith, path);
  }
}

function textsOfSelectors(selectors: readonly ExchangeSelector[], path: UsedText['path']): UsedText[] {
  return selectors.flatMap(({ selector, options }, index) => {
    const at = [...path, 'selectors', index];
    const texts = [...textsIn(selector, [...at, 'selector']), ...textsIn(options, [...at, 'options'])];
    return texts.map((each) => ({ ...each, isSearched: true }));
  });
}

function textsIn(value: unknown, path: UsedText['path']): UsedText[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (Array.isArray(value)) return value.flatMap((each, index) => textsIn(each, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => textsIn(each, [...path, key]));
}
