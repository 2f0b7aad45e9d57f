import { randomUUID } from 'node:crypto';
import { messageOf } from '../common/errors.ts';
import { cut, foldLines } from '../common/text.ts';
import { describeStep } from '../contract/exchange/describe-step.ts';
import type { ExchangeElement, ExchangeTestCase } from '../contract/exchange/test-case.ts';
import type { Machine } from '../runner/browser/browser-kinds.ts';
import { type LiveBrowser, type LivePagePlan, openLiveBrowser } from '../runner/live-page.ts';
import { openRunner } from '../runner/open-runner.ts';
import type { RunEnvironment } from '../runner/runner.ts';
import { explore } from './explore/explore.ts';
import { replayAll } from './replay.ts';
import { describesSteps, linesOf, playWords } from './words/play-words.ts';

/** What is to be generated, and for which app. */
export interface GenerationRequest {
  readonly prompt: string;
  readonly entryPointUrlPath?: string;
  /** URL of the app. */
  readonly baseUrl?: string;
  readonly environment?: RunEnvironment;
  readonly timeoutPerStepMs?: number;
  readonly testIdAttribute?: string | null;
  /** The test cases that are played before the new ones, outermost first, such as a login. */
  readonly prerequisites?: readonly ExchangeTestCase[];
}

export interface GeneratorOptions {
  readonly machine: Machine;
  /** Creates the function that replaces the given secrets in what is read and reported. */
  readonly redactor: (secrets: readonly string[]) => (text: string) => string;
  readonly variables?: Readonly<Record<string, readonly string[]>>;
  /** Called with what the reader of the log should know. */
  readonly info: (text: string) => void;
}

const limits = { pages: 20, timeMs: 90_000, depth: 4, cases: 20 };
const defaultTimeoutMs = 15_000;
/** How long an assertion of a step in words waits, in ms: the page is quiet before the clause is read. */
const expectTimeoutMs = 5000;
const maxDescription = 120;

/** Creates a generator, which makes test cases of a prompt. It rejects with a message for users. */
export function createGenerator(options: GeneratorOptions) {
  return async (request: GenerationRequest, signal: AbortSignal): Promise<readonly ExchangeTestCase[]> => {
    if (request.baseUrl === undefined || request.baseUrl === '') {
      throw new Error('the app has no URL: set the URL of the environment, or `baseUrl`');
    }
    const plan = planOf(request, request.baseUrl, options);
    const { machine, redactor, info } = options;
    await using browser = await openLiveBrowser(machine, { redactor });
    const generation = new Generation(browser, plan, request, options, signal);
    const made = withoutDuplicates(await generation.make());
    await using runner = openRunner(machine, { redactor, retries: 0, trace: 'never', reuseLogin: false });
    const { stable, dropped } = await replayAll(runner, made, plan, request.prerequisites ?? [], signal);
    for (const each of dropped) info(each);
    if (stable.length > 0) return stable;
    throw new Error(dropped[0] ?? 'no test case was found for this prompt');
  };
}

function planOf(request: GenerationRequest, executionUrl: string, options: GeneratorOptions): LivePagePlan {
  const { entryPointUrlPath, environment = { headers: {} }, prerequisites = [] } = request;
  return {
    executionUrl,
    breakpoint: 'DESKTOP',
    variables: options.variables ?? {},
    timeoutPerStepMs: request.timeoutPerStepMs ?? defaultTimeoutMs,
    expectTimeoutMs,
    testIdAttribute: request.testIdAttribute ?? null,
    environment,
    prerequisites,
    ...(entryPointUrlPath === undefined ? {} : { entryPointUrlPath }),
  };
}

/** One generation from one prompt. */
class Generation {
  readonly #browser: LiveBrowser;
  readonly #plan: LivePagePlan;
  readonly #request: GenerationRequest;
  readonly #options: GeneratorOptions;
  readonly #signal: AbortSignal;

  constructor(
    browser: LiveBrowser,
    plan: LivePagePlan,
    request: GenerationRequest,
    options: GeneratorOptions,
    signal: AbortSignal,
  ) {
    this.#browser = browser;
    this.#plan = plan;
    this.#request = request;
    this.#options = options;
    this.#signal = signal;
  }

  /** @throws Error with a reason for users if the prompt describes steps and none of them can be compiled. */
  async make(): Promise<readonly ExchangeTestCase[]> {
    const { prompt } = this.#request;
    const blocks = blocksOf(prompt).filter((block) => describesSteps(block) === 'yes');
    if (blocks.length > 0) return this.#playBlocks(blocks);
    if (describesSteps(prompt) !== 'maybe') return this.#explore();
    // It may describe a step as well as a change of the app.
    try {
      return await this.#playBlocks([prompt]);
    } catch (error) {
      if (this.#signal.aborted) throw error;
      this.#options.info(
        `The app is explored, since the prompt is not understood as a step: ${messageOf(error)}`,
      );
      return this.#explore();
    }
  }

  async #playBlocks(blocks: readonly string[]): Promise<ExchangeTestCase[]> {
    const made: ExchangeTestCase[] = [];
    const problems: string[] = [];
    for (const block of blocks) {
      await using page = await this.#browser.open(this.#plan);
      const { elements, problem } = await playWords(block, page, this.#signal);
      if (problem === undefined) made.push(this.#caseOf(block, elements));
      else problems.push(problem);
    }
    if (made.length === 0) throw new Error(problems.join('\n'));
    for (const problem of problems) this.#options.info(`No test case was made: ${problem}`);
    return made;
  }

  async #explore(): Promise<readonly ExchangeTestCase[]> {
    const { prompt, entryPointUrlPath } = this.#request;
    const open = () => this.#browser.open(this.#plan);
    const { cases, notes } = await explore(open, { prompt, entryPointUrlPath }, limits, this.#signal);
    for (const note of notes) this.#options.info(note);
    return cases;
  }

  #caseOf(block: string, elements: readonly ExchangeElement[]): ExchangeTestCase {
    const { entryPointUrlPath } = this.#request;
    return {
      version: '1',
      id: randomUUID(),
      runStatus: 'ON',
      description: descriptionOf(block, elements),
      prompt: block.trim(),
      ...(entryPointUrlPath === undefined ? {} : { entryPointUrlPath }),
      elements: [...elements],
    };
  }
}

/** The parts of a prompt, each of which may be a test case: paragraphs, lists, and what follows a heading. */
function blocksOf(prompt: string): string[] {
  const lines = prompt.replace(/\r\n?/g, '\n').replace(/\n(?=#|\s*Scenario\b)/gi, '\n\n');
  const blocks = lines.split(/\n\s*\n/).filter((block) => block.trim() !== '');
  // A title belongs to the steps after it.
  return blocks.flatMap((block, index) => {
    const before = blocks[index - 1];
    const isTitled = before !== undefined && linesOf(before).length === 0;
    return linesOf(block).length === 0 ? [] : [isTitled ? `${before}\n${block}` : block];
  });
}

/** The title of the steps, or what they do and check last. */
function descriptionOf(block: string, elements: readonly ExchangeElement[]): string {
  const title = /^\s*(?:#+\s*(.+)|scenario:?\s*(.+)|(.+):)\s*$/im.exec(
    block.split('\n').slice(0, 2).join('\n'),
  );
  const named = title?.[1] ?? title?.[2] ?? title?.[3];
  if (named !== undefined) return cut(foldLines(named), maxDescription);
  const action = elements.findLast(({ interaction }) => interaction != null);
  const check = elements.findLast(({ assertion }) => assertion != null);
  const parts = [action, check].flatMap((each) => (each === undefined ? [] : [describeStep(each)]));
  const text = foldLines(parts.join(', and '));
  return cut(text.charAt(0).toUpperCase() + text.slice(1), maxDescription);
}

/** Leaves out cases whose steps are those of another one, or its first ones. */
function withoutDuplicates(cases: readonly ExchangeTestCase[]): ExchangeTestCase[] {
  const keys = cases.map(({ entryPointUrlPath, elements }) =>
    [entryPointUrlPath ?? '', ...elements.map((each) => JSON.stringify(each))].join('\n'),
  );
  return cases.filter((_, index) => {
    const key = keys[index] ?? '';
    return !keys.some(
      (other, at) => at !== index && (other.startsWith(`${key}\n`) || (other === key && at < index)),
    );
  });
}
