import { expect, it } from 'vitest';
import { openStage } from './stage.ts';

const { runOn } = openStage();

it('a step that neither acts nor expects anything fails', async () => {
  const outcome = await runOn('<p>Hi</p>', [{ selectors: [] }]);
  expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
  expect(outcome.errorMessage).toContain('neither an interaction nor an assertion');
});
