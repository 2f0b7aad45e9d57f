import type { StepScope } from './step-scope.ts';

/** CLOSE_PAGE: closes the page that OPEN_EMAIL opened, and returns to the one before. */
export async function closePage({ tabs }: StepScope): Promise<void> {
  await tabs.close();
}
