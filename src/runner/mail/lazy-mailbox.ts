import type { RunPlan } from '../runner.ts';
import type { RunVariables } from '../variables/variables.ts';
import type { MailServer } from './mail-server.ts';
import type { Mailbox } from './mailbox.ts';
import { readsMail } from './reads-mail.ts';

/** The mailbox of a run, where its cases need one. */
export interface LazyMailbox extends AsyncDisposable {
  /** @throws MailPortNotFree; Error where the run's address is none. */
  readonly open: () => Promise<Mailbox>;
}

/**
 * Opens the mailbox of a run, if any of its cases may need one: the app sends its mail before a step asks for it.
 * A mailbox that can't be opened fails only the steps that ask for it.
 */
export async function lazyMailbox(
  server: MailServer,
  plan: Pick<RunPlan, 'cases' | 'library'>,
  variables: RunVariables,
): Promise<LazyMailbox> {
  const address = variables.get('OCTO_EMAIL');
  const open = async () => {
    if (typeof address === 'string' && /^[^@\s]+@[^@\s]+$/.test(address)) return server.open(address);
    throw new Error('The variable $OCTO_EMAIL holds no mail address: leave it to the run, or give it one.');
  };
  let opened = readsMail(plan) ? open() : undefined;
  // Who asks for the mailbox is told.
  await opened?.catch(() => {});
  return {
    open() {
      opened ??= open();
      return opened;
    },
    async [Symbol.asyncDispose]() {
      const mailbox = await opened?.catch(() => undefined);
      await mailbox?.[Symbol.asyncDispose]();
    },
  };
}
