import type { Interaction } from '../../contract/exchange/interaction.ts';
import { stringLiteral } from '../locator-line/string-literal.ts';
import { dynamicVariables, type FileScope, helper } from './file-scope.ts';

type Extraction = Extract<Interaction, { action: 'EXTRACT' }>['calledWith'];

/** EXTRACT as a statement: it sets a dynamic variable to the text that the element shows, or to an attribute. */
export function extractCode(extraction: Extraction, locator: string, scope: FileScope): string {
  // The name may be written as it is used, `$$name`.
  const name = stringLiteral(extraction.variableName.replace(/^\$+/, ''));
  const value =
    extraction.type === 'TEXT'
      ? `${locator}.innerText()`
      : `${helper(scope, 'attributeOf')}(${locator}, ${stringLiteral(extraction.attributeName)})`;
  return `${dynamicVariables(scope)}.set(${name}, await ${value});`;
}
