import type { Interaction } from '../../contract/exchange/interaction.ts';
import { dynamicName } from '../../runner/variables/dynamic-name.ts';
import { stringLiteral } from '../locator-line/string-literal.ts';
import { dynamicVariables, type FileScope, helper } from './file-scope.ts';
import { StepProblem } from './step-problem.ts';
import { textCode } from './text-code.ts';

type Extraction = Extract<Interaction, { action: 'EXTRACT' }>['calledWith'];

/** EXTRACT as a statement: it sets a dynamic variable to the text that the element shows, or to an attribute. */
export function extractCode(extraction: Extraction, locator: string, scope: FileScope): string {
  const name = stringLiteral(exportedName(extraction.variableName));
  const value =
    extraction.type === 'TEXT'
      ? `${helper(scope, 'textOf')}(${locator})`
      : `${helper(scope, 'attributeOf')}(${locator}, ${textCode(scope).plain(extraction.attributeName)})`;
  return `${dynamicVariables(scope)}.set(${name}, await ${value});`;
}

function exportedName(written: string): string {
  try {
    return dynamicName(written);
  } catch (error) {
    throw new StepProblem(error instanceof Error ? error.message : String(error));
  }
}
