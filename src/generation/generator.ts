import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { ModelSettings } from '../common/model-settings.ts';
import { defined } from '../common/object-fields.ts';
import { cut, foldLines, formatCount } from '../common/text.ts';
import { describeStep } from '../contract/exchange/describe-step.ts';
import type { ExchangeElement, ExchangeTestCase } from '../contract/exchange/exchange-test-case.ts';
import type { GenerationRequest } from '../contract/generation.ts';
import type { Machine } from '../runner/browser/browser-kinds.ts';
import { type LiveBrowser, type LivePagePlan, openLiveBrowser } from '../runner/live-page.ts';
import { openRunner } from '../runner/open-runner.ts';
import { planSecrets } from '../runner/runner.ts';
import { explore } from './explore/explore.ts';
import { Chat } from './model/chat.ts';
import { defaultLimits, type ModelLimits, proposeCases } from './model/propose-cases.ts';
import { type NewCases, replayAll } from './replay.ts';
import { describeNonStep, describesSteps, linesOf, runWords, titleOf } from './words/run-words.ts';

export interface GeneratorOptions {
  readonly machine: Machine;
  /** Creates the function that replaces the given secrets in what is read and reported. */
  readonly redactor: (secrets: readonly string[]) => (text: string) => string;
  readonly variables?: Readonly<Record<string, readonly string[]>>;
  /** Proposes steps for prompts that are not understood as steps. Default: none. */
  readonly model?: ModelSettings;
  readonly modelLimits?: Partial<ModelLimits>;
  /** Called with what the reader of the log should know. */
  readonly info: (text: string) => void;
}

/** The time is that of exploring and trying; the replays come after it. */
const limits = { pages: 30, timeMs: 100_000, depth: 4, cases: 50 };
const defaultTimeoutMs = 15_000;
/** How long an assertion of a step in words waits, in ms: the page is quiet before the clause is read. */
const expectTimeoutMs = 5000;
const maxDescription = 120;
/** A replay waits for its page about half of its time. */
const workersPerCore = 2;

/** Creates a generator, which makes test cases of a prompt. It rejects with a message for users. */
export function createGenerator(options: GeneratorOptions) {
  return async (request: GenerationRequest, signal: AbortSignal): Promise<readonly ExchangeTestCase[]> => {
    if (request.baseUrl === undefined || request.baseUrl === '') {
      throw new Error(
        'the app has no URL: set the URL of the environment, or `baseUrl` of the batch generation',
      );
    }
    const plan = planOf(request, request.baseUrl, options);
    const { machine, redactor, info } = options;
    await using browser = await openLiveBrowser(machine, { redactor });
    // A page that does not answer must not delay the end.
    signal.addEventListener('abort', () => void browser[Symbol.asyncDispose](), { once: true });
    const generation = new Generation({ browser, plan, request, options, signal });
    const workers = workersPerCore * availableParallelism();
    const never = { retries: 0, trace: 'never', reuseLogin: false } as const;
    await using runner = openRunner(machine, { redactor, workers, ...never });
    for await (const made of generation.attempts()) {
      const cases = withoutDuplicates(made.cases);
      if (cases.length === 0) continue;
      const { stable, dropped, notes } = await replayAll(runner, { ...made, cases }, plan, signal);
      for (const each of [...notes, ...dropped]) info(each);
      if (stable.length > 0) return stable;
      generation.problems.push(...dropped.slice(0, 1));
    }
    throw new Error(generation.problems.join('\n') || 'no test case was found for this prompt');
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
    ...defined({ entryPointUrlPath }),
  };
}

/** What a generation works with. */
interface Setting {
  readonly browser: LiveBrowser;
  readonly plan: LivePagePlan;
  readonly request: GenerationRequest;
  readonly options: GeneratorOptions;
  readonly signal: AbortSignal;
}

/** One generation from one prompt. */
class Generation {
  /** Why no test case was made, for users. */
  readonly problems: string[] = [];
  readonly #setting: Setting;

  constructor(setting: Setting) {
    this.#setting = setting;
  }

  /** The test cases that are made of the prompt in one way after the other: the next one is for when none is stable. */
  async *attempts(): AsyncGenerator<NewCases> {
    const { prompt } = this.#setting.request;
    const blocks = blocksOf(prompt).filter((block) => describesSteps(block) === 'yes');
    const isSteps = blocks.length > 0;
    // It may describe a step as well as a change of the app.
    if (isSteps || describesSteps(prompt) === 'maybe') {
      yield { cases: await this.#runBlocks(isSteps ? blocks : [prompt]), passes: 0 };
    }
    const { model, info } = this.#setting.options;
    if (model !== undefined) yield { cases: await this.#askModel(model, prompt), passes: 0 };
    if (isSteps) return;
    if (prompt.trim() !== '') {
      const reason = this.problems.join('\n') || describeNonStep(prompt);
      info(`The app is explored instead. ${reason}`);
    }
    this.problems.length = 0;
    yield { cases: await this.#explore(), passes: 1 };
  }

  async #runBlocks(blocks: readonly string[]): Promise<ExchangeTestCase[]> {
    const { browser, plan, options, signal } = this.#setting;
    const { model, info } = options;
    const made: ExchangeTestCase[] = [];
    const failed: { block: string; problem: string }[] = [];
    for (const block of blocks) {
      await using page = await browser.open(plan);
      const { elements, problem } = await runWords(block, page, signal);
      if (problem === undefined) made.push(this.#caseOf(block, elements));
      else failed.push({ block, problem });
    }
    if (made.length === 0) this.problems.push(...failed.map(({ problem }) => problem));
    else for (const { problem } of failed) info(`No test case was made of these words: ${problem}`);
    if (made.length === 0 || failed.length === 0 || model === undefined) return made;
    return [...made, ...(await this.#askModel(model, failed.map(({ block }) => block).join('\n\n')))];
  }

  async #askModel(model: ModelSettings, prompt: string): Promise<ExchangeTestCase[]> {
    const { browser, plan, options, signal } = this.#setting;
    const { redactor, variables = {}, modelLimits } = options;
    const { key = '' } = model;
    const redact = redactor([key, ...planSecrets(plan), ...Object.values(variables).flat()]);
    await using chat = new Chat(model, redact);
    const { cases, end } = await proposeCases({
      chat,
      open: () => browser.open({ ...plan, staysInOrigin: true }),
      rules: { prompt, executionUrl: plan.executionUrl, redact },
      limits: { ...defaultLimits, ...modelLimits },
      signal,
    });
    const message = `The model made ${formatCount(cases.length, 'test case')}. ${end}`;
    if (cases.length === 0) this.problems.push(message);
    else options.info(message);
    return cases.map(({ elements, description }) => this.#caseOf(prompt, elements, description));
  }

  async #explore(): Promise<readonly ExchangeTestCase[]> {
    const { browser, plan, request, options, signal } = this.#setting;
    const open = () => browser.open({ ...plan, entryPointUrlPath: null });
    const { info } = options;
    const { executionUrl: baseUrl } = plan;
    const { cases, notes } = await explore(
      open,
      { ...request, baseUrl },
      { ...limits, report: info },
      signal,
    );
    for (const note of notes) info(note);
    return cases;
  }

  #caseOf(
    block: string,
    elements: readonly ExchangeElement[],
    description = descriptionOf(block, elements),
  ): ExchangeTestCase {
    const { entryPointUrlPath } = this.#setting.request;
    return {
      version: '1',
      id: randomUUID(),
      runStatus: 'ON',
      description,
      prompt: block.trim(),
      ...defined({ entryPointUrlPath }),
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
  const named = title?.[1] ?? title?.[2] ?? title?.[3] ?? titleOf(block);
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
