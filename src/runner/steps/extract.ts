import { dynamicName } from '../variables/dynamic-name.ts';
import type { CalledWith } from './called-with.ts';
import type { StepScope } from './step-scope.ts';

type Extraction = CalledWith<'EXTRACT'>;

/** EXTRACT: sets a dynamic variable to the text that the element shows, or to an attribute, which must be there. */
export async function extract(scope: StepScope, extraction: Extraction): Promise<void> {
  const name = dynamicName(extraction.variableName);
  scope.variables.set(name, await extracted(scope, extraction));
}

async function extracted(scope: StepScope, extraction: Extraction): Promise<string> {
  if (extraction.type === 'TEXT') return shownText(scope);
  const { attributeName } = extraction;
  const value = await (/^value$/i.test(attributeName)
    ? currentValue(scope)
    : attribute(scope, attributeName));
  if (value !== null) return value;
  throw new Error(`The element has no attribute ${attributeName}.\nLocator: ${scope.locator()}`);
}

/** What a field shows is what it holds. */
function shownText(scope: StepScope): Promise<string> {
  const timeout = scope.remainingMs();
  return scope.locator().evaluate(
    (node) => {
      const isField =
        node instanceof HTMLInputElement ||
        node instanceof HTMLTextAreaElement ||
        node instanceof HTMLSelectElement;
      if (isField) return node.value;
      return node instanceof HTMLElement ? node.innerText : (node.textContent ?? '');
    },
    undefined,
    { timeout },
  );
}

function attribute(scope: StepScope, name: string): Promise<string | null> {
  return scope.locator().getAttribute(name, { timeout: scope.remainingMs() });
}

/** The attribute of a field says what it held at first. */
function currentValue(scope: StepScope): Promise<string | null> {
  const timeout = scope.remainingMs();
  return scope.locator().evaluate(
    (node) => {
      const isField =
        node instanceof HTMLInputElement ||
        node instanceof HTMLTextAreaElement ||
        node instanceof HTMLSelectElement;
      return isField ? node.value : node.getAttribute('value');
    },
    undefined,
    { timeout },
  );
}
