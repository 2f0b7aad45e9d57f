import type { Socket } from 'node:net';
import type { Draw } from './draw.ts';
import { type Hit, isStroke, type Stage, type Stroke } from './kind.ts';
import { moved } from './kinds/status.ts';
import { type Answer, type Phase, Wire, type WireRequest, type Wiretap } from './wire.ts';

/** What a faulty server stands before. */
export interface Behind {
  handle(request: WireRequest): Promise<Answer>;
  /** The stage that a request belongs to. */
  stageOf(request: WireRequest): Stage | undefined;
  /** The stage that follows, after an answer. */
  next(stage: Stage, answer: Answer): Stage;
  readonly first: Stage;
  readonly secret: string;
  /** An answer has gone out in a form that can be read. */
  told(stage: Stage, answer: Answer): void;
}

/** So long nobody listens for each time that a connection is to be refused, in ms. */
const refusalMs = 400;

/** A server that does right, but for one kind of fault at one stage. */
export class FaultyServer implements Wiretap, AsyncDisposable {
  /** How often the fault has struck. */
  struck = 0;
  readonly #draw: Draw;
  readonly #stroke: Stroke | undefined;
  readonly #behind: Behind;
  readonly #elsewhere: string;
  #next: Stage;
  #spared: number;
  #wire: Wire | undefined;
  #relisten: NodeJS.Timeout | undefined;
  #executeLost = false;

  private constructor(draw: Draw, behind: Behind, elsewhere: string) {
    this.#draw = draw;
    this.#stroke = isStroke(draw.kind) ? draw.kind : undefined;
    this.#behind = behind;
    this.#elsewhere = elsewhere;
    this.#next = behind.first;
    this.#spared = draw.spared;
  }

  static async open(draw: Draw, behind: Behind, elsewhere: string): Promise<FaultyServer> {
    const server = new FaultyServer(draw, behind, elsewhere);
    server.#wire = await Wire.open(server);
    server.#refuseIfDue();
    return server;
  }

  get url(): string {
    return this.#wire?.url ?? '';
  }

  accepted(socket: Socket): boolean {
    if (this.#stroke?.at !== 'accept' || this.#next !== this.#draw.stage || !this.#due()) return false;
    this.#strike(this.#stroke, socket, { method: '', path: '', headers: new Map(), body: '' });
    return true;
  }

  arrived(phase: Phase, request: WireRequest, socket: Socket, reused: boolean): boolean {
    const stage = this.#behind.stageOf(request);
    if (stage === 'execute' && phase === 'whole' && this.#draw.executeLost && !this.#executeLost) {
      this.#executeLost = true;
      void this.#behind.handle(request).then(() => socket.resetAndDestroy());
      this.#next = 'find';
      return true;
    }
    const stroke = this.#stroke;
    if (stroke === undefined || stage !== this.#draw.stage || request.path.includes(moved)) return false;
    const at = stroke.at === 'reused' ? 'line' : stroke.at;
    if (at !== phase || (stroke.at === 'reused' && !reused) || !this.#due()) return false;
    this.#strike(stroke, socket, request);
    return true;
  }

  answer(request: WireRequest): Promise<Answer> {
    return this.#behind.handle(request);
  }

  /** Faults of connections need a new one at their stage. */
  keepAlive(): boolean {
    return this.#stroke?.at !== 'accept' && this.#stroke?.at !== 'refuse';
  }

  sent(request: WireRequest, answer: Answer): void {
    const stage = this.#behind.stageOf(request);
    if (stage === undefined) return;
    this.#behind.told(stage, answer);
    this.#next = this.#behind.next(stage, answer);
    this.#refuseIfDue();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#relisten);
    await this.#wire?.[Symbol.asyncDispose]();
  }

  /** Whether the fault strikes this time. */
  #due(): boolean {
    if (this.#spared > 0) {
      this.#spared -= 1;
      return false;
    }
    return this.struck < this.#draw.times;
  }

  #strike(stroke: Stroke, socket: Socket, request: WireRequest): void {
    this.struck += 1;
    const { stage, random } = this.#draw;
    const hit: Hit = {
      socket,
      request,
      stage,
      random,
      elsewhere: this.#elsewhere,
      secret: this.#behind.secret,
      done: async () => {
        const answer = await this.#behind.handle(request);
        const effect = typeof stroke.effect === 'function' ? stroke.effect(stage) : stroke.effect;
        if (effect === 'harmless') {
          this.#behind.told(stage, answer);
          this.#next = this.#behind.next(stage, answer);
        }
        return answer;
      },
    };
    void Promise.resolve(stroke.strike(hit));
  }

  #refuseIfDue(): void {
    if (this.#stroke?.at !== 'refuse' || this.#next !== this.#draw.stage || this.struck > 0) return;
    this.struck = 1;
    this.#wire?.refuse();
    if (this.#draw.times === Number.POSITIVE_INFINITY) return;
    this.#relisten = setTimeout(() => void this.#wire?.accept(), refusalMs * this.#draw.times);
  }
}
