import type { ExchangeTestCase } from '../../contract/exchange/test-case.ts';
import type { RunPlan } from '../runner.ts';

/** Whether a case that a run may play opens a mail, or names the run's mail address. */
export function readsMail({ cases, library }: Pick<RunPlan, 'cases' | 'library'>): boolean {
  const playable = new Set(cases);
  // A set gives out what is added to it on the way, too.
  for (const { dependencyId, teardownId } of playable) {
    for (const id of [dependencyId, teardownId]) {
      const found = id === undefined ? undefined : library.get(id);
      if (found !== undefined) playable.add(found);
    }
  }
  return [...playable].some(namesMail);
}

function namesMail({ entryPointUrlPath, elements }: ExchangeTestCase): boolean {
  const opens = elements.some(({ interaction }) => interaction?.action === 'OPEN_EMAIL');
  return opens || /\$(?:OCTO|GATE)_EMAIL/.test(JSON.stringify([entryPointUrlPath, elements]));
}
