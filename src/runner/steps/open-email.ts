import { showMail } from '../mail/mail-page.ts';
import type { CalledWith } from './called-with.ts';
import type { StepScope } from './step-scope.ts';

/** OPEN_EMAIL: shows the latest mail that fits in a page of its own, on which the next steps are played. */
export async function openEmail(scope: StepScope, calledWith: CalledWith<'OPEN_EMAIL'>): Promise<void> {
  const { subjectContaining, subAddress } = calledWith ?? {};
  const wanted = {
    subjectContaining: scope.fill(subjectContaining ?? ''),
    subAddress: scope.fill(subAddress ?? ''),
  };
  const mail = await scope.mail.open(wanted, scope.remainingMs());
  const page = await scope.page.context().newPage();
  scope.tabs.open(page);
  await showMail(page, mail, scope.remainingMs());
}
