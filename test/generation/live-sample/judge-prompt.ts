import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import { runWords } from '../../../src/generation/words/run-words.ts';
import type { LivePage } from '../../../src/runner/live-page.ts';
import type { Meaning, SamplePrompt } from './prompts.ts';
import { type SampledApp, scriptStep } from './sampled-app.ts';

export type Verdict = 'right' | 'wrong' | 'refused rightly' | 'refused though it has a meaning';

export interface Judged {
  readonly verdict: Verdict;
  readonly isMisleading: boolean;
  /** The clause, and why it is not compiled right. */
  readonly text: string;
}

/** The steps that one look at the page has become. */
interface FinishedGroup {
  readonly steps: readonly ExchangeElement[];
  readonly noticed: readonly string[];
}

/**
 * Compiles a prompt on its live page. What the page notices tells what the actions do, and whether an expectation means
 * what the clause says is seen on pages where it is made untrue. A refused clause is done by script, and the rest goes on.
 */
export async function judgePrompt(app: SampledApp, prompt: SamplePrompt): Promise<Judged[]> {
  await using page = await app.open(prompt.page);
  app.takeNoticed();
  const judged: Judged[] = [];
  const history: ExchangeElement[] = [];
  const refusedTitles: Judged[] = [];
  let { heading } = prompt;
  while (judged.length < prompt.clauses.length) {
    const left = prompt.clauses.slice(judged.length);
    const { groups, problem } = await runRest(
      page,
      app,
      { heading, separator: prompt.separator ?? '\n' },
      left.map(([words]) => words),
    );
    if (problem !== undefined && heading !== undefined && isAbout(problem, heading)) {
      // A title that is taken for a step.
      const verdict = 'refused though it has a meaning';
      refusedTitles.push({ verdict, isMisleading: false, text: `${prompt.page}: ${heading}: ${problem}` });
      heading = undefined;
      continue;
    }
    const compiled = problem === undefined ? left.length : indexOfClause(problem, left);
    for (const [index, [words, meaning]] of left.slice(0, compiled).entries()) {
      const taken = takeGroups(groups, words, meaning, compiled - index - 1);
      const steps = taken.flatMap((group) => group.steps);
      const reason = await whyWrong({ app, prompt }, history, taken, meaning);
      history.push(...steps);
      const text = `${prompt.page}: ${words}: ${reason} ${JSON.stringify(steps)}`;
      judged.push({
        verdict: reason === undefined ? 'right' : 'wrong',
        isMisleading: !!meaning.misleading,
        text,
      });
    }
    const failed = left[compiled];
    if (failed === undefined) continue;
    const [words, meaning] = failed;
    const verdict = meaning.refused ? 'refused rightly' : 'refused though it has a meaning';
    judged.push({
      verdict,
      isMisleading: !!meaning.misleading,
      text: `${prompt.page}: ${words}: ${problem}`,
    });
    const substitutes = (meaning.does ?? []).map(scriptOf).map(scriptStep);
    for (const step of substitutes) {
      const failure = await page.run(step);
      if (failure !== undefined) throw new Error(`${words}: ${failure}`);
    }
    history.push(...groups.flatMap(({ steps }) => steps), ...substitutes);
    app.takeNoticed();
  }
  return [...refusedTitles, ...judged];
}

/** Whether a problem is about a text: it begins with it. */
const isAbout = (problem: string, text: string) =>
  lettersOf(/^"(.*?)"(?:: | failed: )/.exec(problem)?.[1] ?? problem) === lettersOf(text);

async function runRest(
  page: LivePage,
  app: SampledApp,
  { heading, separator }: { heading: string | undefined; separator: string },
  words: string[],
) {
  const groups: { steps: ExchangeElement[]; noticed: string[] }[] = [];
  const observed: LivePage = {
    url: () => page.url(),
    runAll: (steps) => page.runAll(steps),
    untilQuiet: () => page.untilQuiet(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
    look() {
      groups.push({ steps: [], noticed: [] });
      return page.look();
    },
    async run(step) {
      const failure = await page.run(step);
      if (failure !== undefined) return failure;
      groups.at(-1)?.steps.push(step);
      groups.at(-1)?.noticed.push(...app.takeNoticed());
      return undefined;
    },
  };
  const text = [...(heading === undefined ? [] : [heading, '\n']), words.join(separator)].join('');
  const { problem } = await runWords(text, observed, new AbortController().signal);
  // The page is looked at for a title, too, and after a click on a mere text, to see whether anything has changed.
  const isOfClause = (index: number) =>
    index === 0 ? heading === undefined : !clicksText(groups[index - 1]);
  const finished = groups.filter(({ steps }, index) => steps.length > 0 || isOfClause(index));
  return { groups: problem === undefined ? finished : finished.slice(0, -1), problem };
}

const clicksText = (group: FinishedGroup | undefined) => {
  const last = group?.steps.at(-1);
  return last?.interaction?.action === 'CLICK' && last.selectors?.at(-1)?.selectorType === 'TEXT';
};

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The clause that a problem is about: it begins with its text. */
function indexOfClause(problem: string, clauses: SamplePrompt['clauses']): number {
  const [, text = problem] = /^"(.*?)"(?:: | failed: )/.exec(problem) ?? [];
  const wanted = lettersOf(text);
  // The rest of a list is shown with the verb that it was begun with.
  const continued = lettersOf(text.replace(/^\S+ /, ''));
  const whole = clauses.findIndex(([words]) => lettersOf(words).includes(wanted));
  if (whole !== -1) return whole;
  const index = clauses.findIndex(([words]) => {
    const said = lettersOf(words);
    return (
      (continued !== '' && said.includes(continued)) ||
      wanted.startsWith(said) ||
      wanted.startsWith(said.replace(/^\d+|^(?:and|but|then)/, ''))
    );
  });
  if (index === -1) throw new Error(`No clause for ${problem}`);
  return index;
}

/** Takes the groups that belong to the next clause. @param others how many clauses come after it. */
function takeGroups(
  groups: FinishedGroup[],
  words: string,
  { does = [], breaks = [] }: Meaning,
  others: number,
): FinishedGroup[] {
  const taken = groups.splice(0, 1);
  const isShort = () =>
    does.length === 0
      ? / and |; /.test(words) && groups[0]?.noticed.length === 0
      : noticedIn(taken, does).length < does.length || (breaks.length > 0 && !taken.some(isStated));
  while (groups.length > others && isShort()) taken.push(...groups.splice(0, 1));
  return taken;
}

const isStated = ({ steps }: FinishedGroup) => steps.some(({ assertion }) => assertion !== undefined);

/** What was noticed, without the steps on the way to a text and to what is clicked. */
function noticedIn(groups: readonly FinishedGroup[], expected: readonly string[]): string[] {
  const isOver = (each: string) => each.startsWith('over ');
  const noticed = groups
    .flatMap((group) => group.noticed)
    .filter((each) => !isOver(each) || expected.some(isOver));
  const fieldOf = (each = '') => /^([\w-]+)=/.exec(each)?.[1];
  // The driver empties a field with a key.
  const entered = noticed.filter(
    (each, index) => each !== 'key Delete' || fieldOf(noticed[index + 1]) === undefined,
  );
  return entered.filter(
    (each, index) => fieldOf(each) === undefined || fieldOf(entered[index + 1]) !== fieldOf(each),
  );
}

/** @returns undefined if the steps mean what the clause does. */
async function whyWrong(
  { app, prompt }: { readonly app: SampledApp; readonly prompt: SamplePrompt },
  history: readonly ExchangeElement[],
  groups: readonly FinishedGroup[],
  { does = [], breaks = [], refused }: Meaning,
): Promise<string | undefined> {
  if (refused) return 'it is to be refused';
  const noticed = noticedIn(groups, does);
  if (noticed.join('\n') !== does.join('\n'))
    return `it does ${noticed.join(', ')} instead of ${does.join(', ')}`;
  const steps = groups.flatMap((group) => group.steps);
  if (breaks.length > 0 && steps.length === 0) return 'it checks nothing';
  // "When Ada is chosen, only her tasks are shown" is made untrue after it has been done.
  const done = does.length === 0 ? [] : steps.filter(({ interaction }) => interaction !== undefined);
  for (const code of breaks) {
    await using page = await app.open(prompt.page);
    for (const step of [...history, ...done, scriptStep(code)]) {
      await page.untilQuiet();
      const failure = await page.run(step);
      if (failure !== undefined) throw new Error(`Second run: ${failure}`);
    }
    let failure: string | undefined;
    for (const step of steps.filter((each) => !done.includes(each))) failure ??= await page.run(step);
    app.takeNoticed();
    if (failure === undefined) return `it passes after ${code}`;
  }
  return undefined;
}

/** Does by script what a clause would have done. */
function scriptOf(noticed: string): string {
  const [, name = '', value = ''] = /^([\w-]+)=(.*)$/s.exec(noticed) ?? [];
  if (name !== '') {
    return `const field = at(${JSON.stringify(name)});
      if (/checkbox|radio/.test(field.type)) field.checked = ${value === 'on'};
      else field.value = [...(field.options ?? [])].find(({ label }) => label === ${JSON.stringify(value)})?.value ?? ${JSON.stringify(value)};
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));`;
  }
  const [, kind, what = ''] = /^(click|key|over) (.*)$/.exec(noticed) ?? [];
  if (kind === 'click') return `at(${JSON.stringify(what)}).click();`;
  return kind === 'key'
    ? `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: ${JSON.stringify(what)}, bubbles: true }));`
    : '';
}
