import type { ExchangeTestCase } from '../../contract/exchange/test-case.ts';
import type { RunPlan } from '../runner.ts';
import type { RunVariables } from '../variables/variables.ts';
import type { Mail } from './mail.ts';
import type { MailServer } from './mail-server.ts';
import type { Mailbox, MailFilter } from './mailbox.ts';

/** The mailbox of a run, opened if its cases need one. */
interface LazyMailbox extends AsyncDisposable {
  /** @throws MailPortNotFree; Error if the run's mail address is invalid. */
  readonly open: () => Promise<Mailbox>;
}

/**
 * Opens the mailbox of a run if any of its cases may need one: the app may send mail before a step opens it. If the mailbox
 * cannot be opened, only the steps that use it fail.
 */
export async function lazyMailbox(
  server: MailServer,
  plan: Pick<RunPlan, 'cases' | 'library'>,
  variables: RunVariables,
): Promise<LazyMailbox> {
  const address = variables.get('OCTO_EMAIL');
  const open = async () => {
    if (typeof address === 'string' && /^[^@\s]+@[^@\s]+$/.test(address)) return server.open(address);
    throw new Error(
      'The variable $OCTO_EMAIL is not a mail address. Remove it to use a generated address, or set a valid one.',
    );
  };
  let opened = mayUseMail(plan) ? open() : undefined;
  // Steps that use the mailbox report the error.
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

/** Whether any case that a run may play opens a mail or uses the run's mail address. */
function mayUseMail({ cases, library }: Pick<RunPlan, 'cases' | 'library'>): boolean {
  const playable = new Set(cases);
  // The iteration includes cases that are added to the set meanwhile.
  for (const { dependencyId, teardownId } of playable) {
    for (const id of [dependencyId, teardownId]) {
      const found = id === undefined ? undefined : library.get(id);
      if (found !== undefined) playable.add(found);
    }
  }
  return [...playable].some(usesMail);
}

function usesMail({ entryPointUrlPath, elements }: ExchangeTestCase): boolean {
  const opens = elements.some(({ interaction }) => interaction?.action === 'OPEN_EMAIL');
  return opens || /\$(?:OCTO|GATE)_EMAIL/.test(JSON.stringify([entryPointUrlPath, elements]));
}

/** The mail of a run from the view of one attempt at a case. */
export class AttemptMail {
  readonly #mailbox: () => Promise<Mailbox>;
  /** Mails of earlier attempts and cases are ignored: their links may have been used. */
  readonly #since = new Date();
  readonly #opened = new Set<Mail>();

  constructor(mailbox: () => Promise<Mailbox>) {
    this.#mailbox = mailbox;
  }

  /**
   * Opens the latest matching mail. One that this attempt has already opened is opened again only if no later one arrives
   * in time.
   * @throws as `Mailbox.latest`; MailPortNotFree.
   */
  async open(filter: Pick<MailFilter, 'subjectContaining' | 'subAddress'>, timeoutMs: number): Promise<Mail> {
    const mailbox = await this.#mailbox();
    const mail = await mailbox.latest({ ...filter, since: this.#since, opened: this.#opened }, timeoutMs);
    this.#opened.add(mail);
    return mail;
  }
}
