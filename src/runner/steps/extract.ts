import { UnexpectedResult } from '../failure/reason.ts';
import { dynamicName } from '../variables/variable-names.ts';
import type { CalledWith, StepScope } from './step-scope.ts';

type Extraction = CalledWith<'EXTRACT'>;

/** EXTRACT: sets a dynamic variable to the element's visible text or to one of its attributes, which must exist. */
export async function extract(scope: StepScope, extraction: Extraction): Promise<void> {
  const name = dynamicName(extraction.variableName);
  scope.setVariable(name, await extractedText(scope, extraction));
}

async function extractedText(scope: StepScope, extraction: Extraction): Promise<string> {
  if (extraction.type === 'TEXT') return (await currentValue(scope, 'text')) ?? '';
  const attributeName = scope.fill(extraction.attributeName);
  // The `value` attribute of a field is its initial value.
  const value = await (/^value$/i.test(attributeName)
    ? currentValue(scope, 'attribute')
    : scope.locator().getAttribute(attributeName, scope.limits()));
  if (value !== null) return value;
  throw new UnexpectedResult(() => ({ clause: 'it has no such attribute' }), [`Locator: ${scope.locator()}`]);
}

/** The current value of a field; for any other element its visible text or its `value` attribute. */
function currentValue(scope: StepScope, fallback: 'text' | 'attribute'): Promise<string | null> {
  const limits = scope.limits();
  return scope.locator().evaluate(
    (node, fallback) => {
      const isField =
        node instanceof HTMLInputElement ||
        node instanceof HTMLTextAreaElement ||
        node instanceof HTMLSelectElement;
      if (isField) return node.value;
      if (fallback === 'attribute') return node.getAttribute('value');
      return node instanceof HTMLElement ? node.innerText : node.textContent;
    },
    fallback,
    limits,
  );
}
