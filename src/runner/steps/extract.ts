import { dynamicName } from '../variables/dynamic-name.ts';
import type { CalledWith } from './called-with.ts';
import type { StepScope } from './step-scope.ts';

type Extraction = CalledWith<'EXTRACT'>;

/** EXTRACT: sets a dynamic variable to the text that the element shows, or to an attribute, which must be there. */
export async function extract(scope: StepScope, extraction: Extraction): Promise<void> {
  const name = dynamicName(extraction.variableName);
  scope.setVariable(name, await extracted(scope, extraction));
}

async function extracted(scope: StepScope, extraction: Extraction): Promise<string> {
  if (extraction.type === 'TEXT') return (await held(scope, 'text')) ?? '';
  const attributeName = scope.fill(extraction.attributeName);
  // The attribute of a field says what it held at first.
  const value = await (/^value$/i.test(attributeName)
    ? held(scope, 'attribute')
    : scope.locator().getAttribute(attributeName, { timeout: scope.remainingMs() }));
  if (value !== null) return value;
  throw new Error(`The element has no attribute ${attributeName}.\nLocator: ${scope.locator()}`);
}

/** What a field holds now; of any other element its text as shown, or its attribute `value`. */
function held(scope: StepScope, otherwise: 'text' | 'attribute'): Promise<string | null> {
  const timeout = scope.remainingMs();
  return scope.locator().evaluate(
    (node, wanted) => {
      const isField =
        node instanceof HTMLInputElement ||
        node instanceof HTMLTextAreaElement ||
        node instanceof HTMLSelectElement;
      if (isField) return node.value;
      if (wanted === 'attribute') return node.getAttribute('value');
      return node instanceof HTMLElement ? node.innerText : node.textContent;
    },
    otherwise,
    { timeout },
  );
}
