import { ClientError, ContractBroken } from '../../client/client-errors.ts';
import { UserError } from '../../common/errors.ts';
import { cut, foldLines } from '../../common/text.ts';
import type { Connection } from '../../connection/connection.ts';
import { contextContradictions, describeContradiction, differentId } from '../verdict/contradictions.ts';
import type { RequestedRun } from '../verdict/requested-run.ts';
import { refuseNamedError } from './check-answer.ts';
import { minIntervalMs } from './polling.ts';
import type { Clock } from './timing.ts';

/** A report or plan with a final status may take this long to be complete, in ms. */
export const completionGraceMs = 15_000;

/** The run of a test plan, which the plan must not contradict. */
type PlannedRun = Pick<RequestedRun, 'testTargetId' | 'context'>;

/** Watches the test plan of a batch generation (section 4.7). A service need not have a plan by the generation's id. */
export class PlanWatch {
  readonly #connection: Connection;
  readonly #run: PlannedRun;
  #planId: string | undefined;
  #status: string | undefined;
  #isUnreadable = false;

  /** @param planId undefined if the run has no plan. */
  constructor(connection: Connection, run: PlannedRun, planId: string | undefined) {
    this.#connection = connection;
    this.#run = run;
    this.#planId = planId;
    this.#status = planId === undefined ? undefined : 'unknown';
  }

  /** The last status of the plan; undefined if there is none. */
  get status(): string | undefined {
    return this.#status;
  }

  /** @throws UserError if the plan has failed or is one of another run; or the reason of the signal. */
  async check(signal: AbortSignal): Promise<void> {
    const { client, testTargetId } = this.#connection;
    const id = this.#planId;
    if (id === undefined) return;
    const plan = await client
      .getTestPlan({ testTargetId, id }, { signal, retry: false })
      .catch((error: unknown) => {
        if (!(error instanceof ClientError)) throw error;
        this.#isUnreadable = error instanceof ContractBroken;
        if (!error.transient) this.#giveUp();
      });
    if (plan === undefined) return;
    // Not the plan of the generation: the service has none.
    if (plan.id.toLowerCase() !== id.toLowerCase()) return this.#giveUp();
    const contradictions = [
      ...differentId('testTargetId', plan.testTargetId, this.#run.testTargetId),
      ...contextContradictions(plan.context, this.#run.context),
    ];
    for (const contradiction of contradictions) {
      throw new UserError(
        `The test plan of the batch generation ${id} is about another run: ${describeContradiction(contradiction)}`,
      );
    }
    // A plan that names no status is one all the same: it has not ended.
    const status = plan.status ?? 'without a status';
    this.#status = status;
    if (status !== 'ERROR') {
      return refuseNamedError(plan, `The test plan of the batch generation ${id} is ${status}.`);
    }
    const message = cut(foldLines(plan.message ?? ''), 500).replace(/\.$/, '');
    throw new UserError(
      message === ''
        ? `The service could not generate test cases: the test plan of the batch generation ${id} ended with ERROR. Look it up in the service.`
        : `The service could not generate test cases: ${message}. Check the inputs \`prompt\` and \`entry-point\`.`,
    );
  }

  /** A plan that has been there does not become one that the service does not have. */
  #giveUp(): void {
    if (this.#status !== 'unknown') return;
    this.#planId = undefined;
    this.#status = undefined;
  }

  /**
   * Waits until the plan has ended.
   * @param limitMs the longest wait, in ms. Default: 15 s, for a plan whose report has ended.
   * @throws as `check`.
   */
  async waitUntilDone(
    { now, sleep }: Clock,
    signal: AbortSignal,
    limitMs: number = completionGraceMs,
  ): Promise<void> {
    const startedAt = now();
    for (;;) {
      await this.check(signal);
      // What is answered in place of a plan has never been one.
      if (this.#isUnreadable) this.#giveUp();
      if (this.#status === undefined || this.#status === 'DONE') return;
      if (now() - startedAt >= limitMs) return;
      await sleep(minIntervalMs, signal);
    }
  }
}
