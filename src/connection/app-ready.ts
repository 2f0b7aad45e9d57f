import { setTimeout as sleep } from 'node:timers/promises';
import type { Fetch } from '../client/transport.ts';
import { orAborted } from '../common/async.ts';
import { UserError } from '../common/errors.ts';
import { isLoopback } from '../common/loopback.ts';
import { describeOutput } from './app-process.ts';
import {
  answered,
  attemptMs,
  firstAnswering,
  isOfApp,
  noResponse,
  notHttp,
  probe,
  reasonOf,
  refuseForGood,
  refuseOtherProtocol,
  request,
  withFetch,
} from './app-requests.ts';
import { describeFailure, otherLoopbacks, type StartingApp, StartupDiagnosis } from './startup-diagnosis.ts';

/** An app that starts in the background has this long to answer, in ms. */
const graceMs = 30_000;
const pauseMs = 250;
/** An app that was started here may answer with other errors for so long, in ms. After that, tests show what is broken. */
const brokenMs = 10_000;

interface WaitOptions {
  readonly signal: AbortSignal;
  /** Called once if the app does not answer at first. */
  readonly onWaiting?: (text: string) => void;
  /** The app, if it was started here. Its last lines are part of an error. */
  readonly app?: StartingApp;
  /** What to do if the app does not answer. */
  readonly advice?: string;
}

/**
 * Waits until the app answers with a status below 500. If it has not been started here, or still answers 500 after 10 s,
 * it is broken and not starting, which the tests show. Requests take the same way as the browser's: directly on loopback,
 * else through the machine's proxies.
 * @throws UserError with the URL and the last reason: after 30 s or the app's own time; at once if the app fails, or
 * speaks plain HTTP at an https URL or HTTPS at an http URL; when `signal` is aborted; the reason of `signal` if the app had no time to answer; Error if
 * the variable of a proxy holds no URL.
 */
export async function waitForApp(url: string, options: WaitOptions): Promise<void> {
  return withFetch(url, (send) => pollApp(send, url, options));
}

/** @throws UserError if another program has the URL where an app is to be started: it would be tested instead. */
export async function requireFree(url: string, signal: AbortSignal): Promise<void> {
  const answer = await probeOnce(url, signal);
  if (isOfApp(answer)) {
    throw new UserError(
      `Another program already answers at ${url}, so the app was not started. Stop that program, or remove the input \`start\` to test it.`,
    );
  }
  // On loopback, a connection takes no time: something has accepted it. It may answer once the app runs elsewhere.
  if (isLoopback(new URL(url)) && (answer === noResponse(attemptMs) || answer === notHttp)) {
    throw new UserError(
      `Another program already accepts connections at ${url} (${answer}), so the app was not started. Stop that program.`,
    );
  }
}

/** Whether an app answers now. @throws UserError if it speaks the other of HTTP and HTTPS; the reason of `signal`. */
export async function answers(url: string, signal: AbortSignal): Promise<boolean> {
  return isOfApp(await probeOnce(url, signal));
}

async function probeOnce(url: string, signal: AbortSignal): Promise<number | string> {
  const answer = await withFetch(url, (send) => probe(send, url, signal));
  signal.throwIfAborted();
  refuseOtherProtocol(answer, url);
  return answer;
}

/** An app that restarts has this long to answer again, in ms. */
const restartMs = 5000;
/** One that answers late is there. */
const lateMs = 1000;

/** Whether nothing listens at the URL, for so long that the app does not just restart. @throws the reason of `signal`. */
export async function refusesConnections(url: string, signal: AbortSignal): Promise<boolean> {
  const startedAt = performance.now();
  const attempt = () => AbortSignal.any([signal, AbortSignal.timeout(lateMs)]);
  while ((await withFetch(url, (send) => request(send, url, attempt()))) === 'ECONNREFUSED') {
    if (performance.now() - startedAt >= restartMs) return true;
    await sleep(pauseMs, undefined, { signal });
  }
  signal.throwIfAborted();
  return false;
}

async function pollApp(send: Fetch, url: string, options: WaitOptions): Promise<void> {
  const { signal, onWaiting, app, advice } = options;
  const timeoutMs = app?.timeoutMs ?? graceMs;
  const startedAt = performance.now();
  const diagnosis = app && new StartupDiagnosis(app, url);
  const whyNotReady = createReadiness(Math.min(brokenMs, app?.timeoutMs ?? 0));
  using probes = new Probes((stop) =>
    probe(send, url, AbortSignal.any([signal, stop]), Math.max(attemptMs, timeoutMs)),
  );
  let reason: string | undefined;
  for (;;) {
    const last = reason;
    // One that answers slowly needs more time than one that starts.
    const sinceStart = performance.now() - startedAt;
    const limitMs = Math.max(attemptMs, Math.round(Math.min(sinceStart, timeoutMs - sinceStart)));
    reason = whyNotReady(await probes.next(limitMs));
    const failure = app?.process.failure();
    if (failure !== undefined) throw appError(describeFailure(failure, url, app), app);
    if (reason === undefined) return;
    refuseForGood(reason, url);
    if (signal.aborted) {
      // The abort says nothing about the app.
      if (last === undefined) throw signal.reason;
      reason = last;
    } else if (last === undefined) {
      onWaiting?.(`Waiting up to ${Math.round(timeoutMs / 1000)} s for ${url} (${reason})`);
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
    const waitedMs = performance.now() - startedAt;
    const isOver = signal.aborted || waitedMs > timeoutMs;
    await diagnosis?.look(waitedMs, signal);
    if (isOver) {
      const whatToDo = diagnosis?.describe() ?? advice ?? (await adviceFor(url, reason));
      throw appError(`${describeWait(url, reason, waitedMs)} ${whatToDo}`, app);
    }
  }
}

/** Asks an app again and again. A question without an answer stays open: an app may be slow. */
class Probes implements Disposable {
  readonly #stop = new AbortController();
  readonly #ready = Promise.withResolvers<number | string>();
  readonly #send: (stop: AbortSignal) => Promise<number | string>;

  constructor(send: (stop: AbortSignal) => Promise<number | string>) {
    this.#send = send;
  }

  /** @returns the answer to a new question, or that of a ready app to an earlier one. */
  async next(limitMs: number): Promise<number | string> {
    const tooLong = AbortSignal.timeout(limitMs);
    const answer = this.#send(this.#stop.signal);
    void answer.then((late) => reasonOf(late) === undefined && this.#ready.resolve(late));
    const first = Promise.race([answer, this.#ready.promise]);
    return orAborted(first, tooLong).catch(() => noResponse(limitMs));
  }

  [Symbol.dispose](): void {
    this.#stop.abort();
  }
}

/**
 * @returns a function that says why an answer is not that of a ready app. An app that still answers with errors after
 * `startingMs` counts as ready.
 */
function createReadiness(startingMs: number): (answer: number | string) => string | undefined {
  let brokenSince: number | undefined;
  return (answer) => {
    brokenSince = isOfApp(answer) && answer >= 500 ? (brokenSince ?? performance.now()) : undefined;
    const isBroken = brokenSince !== undefined && performance.now() - brokenSince >= startingMs;
    return isBroken ? undefined : reasonOf(answer);
  };
}

function describeWait(url: string, reason: string, waitedMs: number): string {
  const state = reason.startsWith(answered) ? 'is not ready' : 'does not answer';
  return `The app ${state} at ${url} (${reason}, after ${Math.round(waitedMs / 1000)} s).`;
}

/** What to do about an app that was not started here. */
async function adviceFor(url: string, reason: string): Promise<string> {
  if (reason.startsWith(answered)) return 'Check the log of the app, and the input `url`.';
  // Something else may have ended the wait: it is not limited by the same signal.
  const elsewhere = await firstAnswering(otherLoopbacks(url), AbortSignal.timeout(attemptMs));
  if (elsewhere !== undefined)
    return `${elsewhere} answers. If that is the app, set the input \`url\` to it.`;
  return isLoopback(new URL(url))
    ? 'Start it with the input `start`, and check the input `url`.'
    : 'Check the input `url`, and whether this machine can reach it.';
}

function appError(message: string, app: StartingApp | undefined): UserError {
  return new UserError(`${message}${app === undefined ? '' : describeOutput(app.process)}`);
}
