import { joinUrl } from '../join-url.ts';
import { showMail } from '../mail/mail.ts';
import type { CalledWith, StepScope } from './step-scope.ts';

/** GO_TO: opens a URL. A path is joined with the execution URL. */
export async function goTo(scope: StepScope, calledWith: string): Promise<void> {
  await scope.page.goto(joinUrl(scope.executionUrl, scope.fill(calledWith)), {
    timeout: scope.remainingMs(),
  });
}

/** OPEN_EMAIL: shows the latest matching mail in a new page, which the next steps use. */
export async function openEmail(scope: StepScope, calledWith: CalledWith<'OPEN_EMAIL'>): Promise<void> {
  const { subjectContaining, subAddress } = calledWith ?? {};
  const filter = {
    subjectContaining: scope.fill(subjectContaining ?? ''),
    subAddress: scope.fill(subAddress ?? ''),
  };
  const mail = await scope.mail.open(filter, scope.remainingMs());
  const page = await scope.page.context().newPage();
  scope.tabs.open(page);
  await showMail(page, mail, scope.remainingMs());
}

/** CLOSE_PAGE: closes the current page and returns to the previous one. */
export async function closePage({ tabs }: StepScope): Promise<void> {
  await tabs.close();
}

/** SWITCH_PAGE: continues in a page that has opened, or in one that steps have been in. */
export async function switchPage(
  { tabs, remainingMs }: StepScope,
  calledWith: CalledWith<'SWITCH_PAGE'>,
): Promise<void> {
  await (calledWith === 'new' ? tabs.switchToNew(remainingMs()) : tabs.switchTo(calledWith));
}
