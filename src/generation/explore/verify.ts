import { randomUUID } from 'node:crypto';
import { defined } from '../../common/object-fields.ts';
import type { ExchangeElement, ExchangeTestCase } from '../../contract/exchange/exchange-test-case.ts';
import { provesPage } from '../../runner/documents/proving-steps.ts';
import { forAnyAddress } from '../../runner/variables/for-any-address.ts';
import type { Candidate } from './candidate.ts';
import type { Expectation } from './page-expectations.ts';
import { setVariable, uniqueText, withVariable } from './steps.ts';
import { entryPointOf } from './url-under-test.ts';
import type { Visit, Visits } from './visit.ts';

/** How many sessions go on at once. */
const maxSessions = 6;

interface VerifyOptions {
  /** The number of cases that is enough. */
  readonly max: number;
  readonly report: (line: string) => void;
}

/**
 * Runs candidates in new sessions, in their order, until there are enough cases or the time is over.
 * @param over aborts when the time is over.
 */
export async function verifyAll(
  candidates: readonly Candidate[],
  visits: Visits,
  { max, report }: VerifyOptions,
  over: AbortSignal,
): Promise<ExchangeTestCase[]> {
  const found = new Map<Candidate, ExchangeTestCase>();
  const waiting = [...candidates];
  const work = async () => {
    for (let next = waiting[0]; next !== undefined && found.size < max; next = waiting[0]) {
      const group = groupOf(next, waiting);
      for (const each of group) waiting.splice(waiting.indexOf(each), 1);
      const verified = new Map<Candidate, ExchangeTestCase | string>();
      const verifyGroup = async (visit: Visit) => {
        for (const each of group) verified.set(each, await verify(visit, each));
      };
      const failure = await visits.with(next.trail, verifyGroup).then(
        () => 'its page could not be reached again',
        (error: unknown) => {
          if (!over.aborted) throw error;
          waiting.length = 0;
          return 'the time was over';
        },
      );
      for (const each of group) {
        const result = verified.get(each) ?? failure;
        const description = each.description.replaceAll(uniqueText, '…');
        report(
          typeof result === 'string' ? `Dropped: ${description}: ${result}.` : `Kept: ${result.description}`,
        );
        if (typeof result !== 'string') found.set(each, result);
      }
    }
  };
  await Promise.all(Array.from({ length: maxSessions }, work));
  return candidates.flatMap((each) => found.get(each) ?? []).slice(0, max);
}

/** What can be run in one session: candidates that only look at the page, and one that does something after them. */
function groupOf(next: Candidate, waiting: readonly Candidate[]): Candidate[] {
  const keyOf = ({ trail }: Candidate) => JSON.stringify([trail.path, trail.steps]);
  const isReadOnly = ({ stages }: Candidate) => stages.every(({ steps }) => steps.length === 0);
  const same = waiting.filter((each) => keyOf(each) === keyOf(next));
  const acting = isReadOnly(next) ? same.find((each) => !isReadOnly(each)) : next;
  return [...same.filter(isReadOnly), ...(acting === undefined ? [] : [acting])];
}

/** Runs a candidate, and keeps what is as expected. @returns why it is dropped, if nothing that matters is left. */
async function verify(
  visit: Visit,
  { trail, stages, description }: Candidate,
): Promise<ExchangeTestCase | string> {
  const elements = [...trail.steps];
  const outcomes: string[] = [];
  for (const [index, { steps, expected, outcome }] of stages.entries()) {
    const hasPassed = await visit.run(steps);
    const passing = hasPassed ? await passingAssertions(visit, expected) : [];
    const stillShowsPage = expected.length === 0 || passing.some(({ selectors }) => selectors.length > 0);
    if (hasPassed && stillShowsPage) {
      elements.push(...steps, ...passing);
      if (outcome !== undefined) outcomes.push(outcome);
    } else if (index === 0) return hasPassed ? 'another session showed something else' : 'a step failed';
    else if (stages[index + 1]?.steps[0]?.interaction?.action !== 'GO_TO') break;
  }
  const { base, prompt } = visit.app;
  const portable = forAnyAddress(elements, base);
  const checks = portable.some(({ assertion, selectors }) => assertion != null && selectors.length > 0);
  if (!checks) return 'it checks nothing that is the same at another address of the app';
  const result = outcomes.length === 0 ? '' : `, and the result ${outcomes.slice(0, 2).join(' and ')}`;
  return caseOf(trail.path, portable, `${description}${result}`.replaceAll(base, '…'), prompt);
}

/** After so many assertions of a case that fail, no others are tried. */
const maxFailures = 2;

/**
 * The assertions that hold in this session, too. The last ones are about what the page shows: a test case that ends with
 * them needs no other proof of its page, which takes as long as several steps.
 */
async function passingAssertions(visit: Visit, expected: readonly Expectation[]): Promise<ExchangeElement[]> {
  await visit.untilQuiet();
  const passing: ExchangeElement[] = [];
  let left = expected.toSorted((one, other) => Number(provesPage(one.step)) - Number(provesPage(other.step)));
  for (let failures = 0; left.length > 0 && failures < maxFailures; failures += 1) {
    if (failures > 0) {
      // Each that fails takes as long as an assertion waits.
      const view = await visit.look();
      left = left.filter(({ holds }) => holds(view));
    }
    const steps = left.map(({ step }) => step);
    const passed = await visit.runUntilFailure(steps);
    passing.push(...steps.slice(0, passed));
    left = left.slice(passed + 1);
  }
  return passing;
}

function caseOf(
  path: string,
  steps: readonly ExchangeElement[],
  description: string,
  prompt: string,
): ExchangeTestCase {
  const isVarying = JSON.stringify(steps).includes(uniqueText);
  const elements = isVarying ? [setVariable, ...steps.map(withVariable)] : [...steps];
  return {
    version: '1',
    id: randomUUID(),
    runStatus: 'ON',
    description: description.replaceAll(uniqueText, '…'),
    prompt,
    tagNames: ['generated'],
    ...defined({ entryPointUrlPath: entryPointOf(path) }),
    elements,
  };
}
