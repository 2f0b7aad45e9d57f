import type { CalledWith } from './called-with.ts';
import type { StepScope } from './step-scope.ts';

type Extraction = CalledWith<'EXTRACT'>;

/** EXTRACT: sets a dynamic variable to the text that the element shows, or to an attribute, which must be there. */
export async function extract(scope: StepScope, extraction: Extraction): Promise<void> {
  // The name may be written as it is used, `$$name`.
  const name = extraction.variableName.replace(/^\$+/, '');
  scope.variables.set(name, await extracted(scope, extraction));
}

async function extracted(scope: StepScope, extraction: Extraction): Promise<string> {
  const locator = scope.locator();
  const timeout = scope.remainingMs();
  if (extraction.type === 'TEXT') return locator.innerText({ timeout });
  const { attributeName } = extraction;
  const value = await locator.getAttribute(attributeName, { timeout });
  if (value !== null) return value;
  throw new Error(`The element has no attribute ${attributeName}.\nLocator: ${locator}`);
}
