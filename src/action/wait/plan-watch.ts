import { ClientError } from '../../client/errors.ts';
import type { Connection } from '../connection.ts';
import { UserError } from '../user-error.ts';

/**
 * Watches the test plan of a batch generation while its report is looked for: where the generation has failed, none
 * will come. A service need not have a plan by the generation's id; then the report alone tells.
 */
export class PlanWatch {
  readonly #connection: Connection;
  #planId: string | undefined;

  constructor(connection: Connection, planId: string | undefined) {
    this.#connection = connection;
    this.#planId = planId;
  }

  /** @throws UserError where the plan has failed; or the reason of the signal. */
  async check(signal: AbortSignal): Promise<void> {
    const { client, testTargetId } = this.#connection;
    const id = this.#planId;
    if (id === undefined) return;
    const plan = await client
      .getTestPlan({ testTargetId, id }, { signal, retry: false })
      .catch((error: unknown) => {
        if (!(error instanceof ClientError)) throw error;
        if (!error.transient) this.#planId = undefined;
      });
    if (plan?.status !== 'ERROR') return;
    throw new UserError(
      `The service could not make the test cases: the test plan of the batch generation ${id} ended as ERROR. Look at the service's own pages for the reason, and check the inputs \`prompt\` and \`entry-point\`.`,
    );
  }
}
