import type { CalledWith } from './called-with.ts';
import type { StepScope } from './step-scope.ts';

interface Option {
  readonly value?: string | undefined;
  readonly label?: string | undefined;
  readonly index?: number | undefined;
}

/** SELECT_OPTION: chooses options by their value or text, or by place. Null chooses none. */
export async function selectOption(scope: StepScope, calledWith: CalledWith<'SELECT_OPTION'>): Promise<void> {
  await scope.locator().selectOption(choice(calledWith, scope), { timeout: scope.remainingMs() });
}

function choice(selected: CalledWith<'SELECT_OPTION'>, scope: StepScope) {
  if (selected == null) return null;
  if (typeof selected === 'string') return scope.fill(selected);
  if (!Array.isArray(selected)) return oneOption(selected, scope);
  // The driver takes lists of one kind, and so does the contract.
  const texts = selected.filter((each) => typeof each === 'string');
  if (texts.length > 0) return texts.map((text) => scope.fill(text));
  return selected.filter((each) => typeof each !== 'string').map((each) => oneOption(each, scope));
}

function oneOption({ value, label, index }: Option, scope: StepScope) {
  return {
    ...(value === undefined ? {} : { value: scope.fill(value) }),
    ...(label === undefined ? {} : { label: scope.fill(label) }),
    ...(index === undefined ? {} : { index }),
  };
}
