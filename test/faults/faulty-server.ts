import type { Socket } from 'node:net';
import type { Scenario } from './fault-scenario.ts';
import { type FaultContext, isTransportFault, type Stage, type TransportFault } from './kind.ts';
import { moved } from './kinds/status.ts';
import { type Answer, type Phase, Wire, type WireRequest, type Wiretap } from './wire.ts';

/** The server whose answers go through a faulty one. */
export interface Upstream {
  handle(request: WireRequest): Promise<Answer>;
  /** The stage that a request belongs to. */
  stageOf(request: WireRequest): Stage | undefined;
  /** The stage that follows, after an answer. */
  next(stage: Stage, answer: Answer): Stage;
  readonly first: Stage;
  readonly secret: string;
  /** Called with each answer that the client can read. */
  answered(stage: Stage, answer: Answer): void;
}

/** For how long connections are refused, for each time that the scenario says, in ms. */
const refusalMs = 400;

/** A server that injects one kind of fault at one stage, and answers correctly otherwise. */
export class FaultyServer implements Wiretap, AsyncDisposable {
  /** How often the fault was injected. */
  injections = 0;
  readonly #scenario: Scenario;
  readonly #fault: TransportFault | undefined;
  readonly #upstream: Upstream;
  readonly #elsewhere: string;
  #next: Stage;
  #spared: number;
  #wire: Wire | undefined;
  #relisten: NodeJS.Timeout | undefined;
  #executeLost = false;

  private constructor(scenario: Scenario, behind: Upstream, elsewhere: string) {
    this.#scenario = scenario;
    this.#fault = isTransportFault(scenario.kind) ? scenario.kind : undefined;
    this.#upstream = behind;
    this.#elsewhere = elsewhere;
    this.#next = behind.first;
    this.#spared = scenario.spared;
  }

  static async open(scenario: Scenario, behind: Upstream, elsewhere: string): Promise<FaultyServer> {
    const server = new FaultyServer(scenario, behind, elsewhere);
    server.#wire = await Wire.open(server);
    server.#refuseIfDue();
    return server;
  }

  get url(): string {
    return this.#wire?.url ?? '';
  }

  accepted(socket: Socket): boolean {
    if (this.#fault?.at !== 'accept' || this.#next !== this.#scenario.stage || !this.#takesTurn())
      return false;
    this.#inject(this.#fault, socket, { method: '', path: '', headers: new Map(), body: '' });
    return true;
  }

  arrived(phase: Phase, request: WireRequest, socket: Socket, reused: boolean): boolean {
    const stage = this.#upstream.stageOf(request);
    if (stage === 'execute' && phase === 'whole' && this.#scenario.executeLost && !this.#executeLost) {
      this.#executeLost = true;
      void this.#upstream.handle(request).then(() => socket.resetAndDestroy());
      this.#next = 'find';
      return true;
    }
    const fault = this.#fault;
    if (fault === undefined || stage !== this.#scenario.stage || request.path.includes(moved)) return false;
    const at = fault.at === 'reused' ? 'line' : fault.at;
    if (at !== phase || (fault.at === 'reused' && !reused) || !this.#takesTurn()) return false;
    this.#inject(fault, socket, request);
    return true;
  }

  answer(request: WireRequest): Promise<Answer> {
    return this.#upstream.handle(request);
  }

  /** Faults of connections need a new one at their stage. */
  keepAlive(): boolean {
    return this.#fault?.at !== 'accept' && this.#fault?.at !== 'refuse';
  }

  sent(request: WireRequest, answer: Answer): void {
    const stage = this.#upstream.stageOf(request);
    if (stage === undefined) return;
    this.#upstream.answered(stage, answer);
    this.#next = this.#upstream.next(stage, answer);
    this.#refuseIfDue();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#relisten);
    await this.#wire?.[Symbol.asyncDispose]();
  }

  /** Whether the fault is injected this time. Counts the calls that are spared. */
  #takesTurn(): boolean {
    if (this.#spared > 0) {
      this.#spared -= 1;
      return false;
    }
    return this.injections < this.#scenario.times;
  }

  #inject(fault: TransportFault, socket: Socket, request: WireRequest): void {
    this.injections += 1;
    const { stage, random } = this.#scenario;
    const context: FaultContext = {
      socket,
      request,
      stage,
      random,
      elsewhere: this.#elsewhere,
      secret: this.#upstream.secret,
      process: async () => {
        const answer = await this.#upstream.handle(request);
        const effect = typeof fault.effect === 'function' ? fault.effect(stage) : fault.effect;
        if (effect === 'harmless') {
          this.#upstream.answered(stage, answer);
          this.#next = this.#upstream.next(stage, answer);
        }
        return answer;
      },
    };
    void Promise.resolve(fault.inject(context));
  }

  #refuseIfDue(): void {
    if (this.#fault?.at !== 'refuse' || this.#next !== this.#scenario.stage || this.injections > 0) return;
    this.injections = 1;
    this.#wire?.refuse();
    if (this.#scenario.times === Number.POSITIVE_INFINITY) return;
    this.#relisten = setTimeout(() => void this.#wire?.accept(), refusalMs * this.#scenario.times);
  }
}
