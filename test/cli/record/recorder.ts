import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type RecordedTest, recordedTest } from '../../../src/cli/record/recorded-test.ts';
import type { ExchangeElement, ExchangeTestCase } from '../../../src/contract/exchange/exchange-test-case.ts';
import { openRecording, type RecordedEvent } from '../../../src/runner/recording/recording.ts';
import { aCase } from '../../support/cases.ts';
import type { Pages } from '../../support/pages.ts';
import { aPlan, testMachine } from '../../support/test-runner.ts';
import type { Scenario, User } from './recorded-scenarios.ts';

/** A folder with the files that scenarios upload. */
export async function workspaceWithFiles(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'record-'));
  await Promise.all(['photo.png', 'a.txt', 'b.txt'].map((name) => writeFile(join(path, name), name)));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

export interface Recorded {
  readonly test: RecordedTest;
  readonly warnings: readonly string[];
}

/** Opens a page in the recorder, without a window, and does what a person does in a scenario. */
export function recordScenario(
  { path, actions }: Scenario,
  pages: Pages,
  workspace: string,
): Promise<Recorded> {
  return recordPage(path, pages, workspace, async (user) => {
    for (const { what, act } of actions) {
      try {
        await act(user);
      } catch (error) {
        throw new Error(`The user could not do: ${what}`, { cause: error });
      }
    }
  });
}

export async function recordPage(
  path: string,
  pages: Pages,
  workspace: string,
  use: (user: User) => Promise<void>,
): Promise<Recorded> {
  const events: RecordedEvent[] = [];
  const warnings: string[] = [];
  await using recording = await openRecording(await testMachine(), {
    executionUrl: pages.url,
    environment: { headers: {} },
    path,
    headed: false,
    onEvent(event) {
      events.push(event);
      return '';
    },
    signal: new AbortController().signal,
    onWarning: (message) => warnings.push(message),
  });
  const { context } = recording;
  const [page] = context.pages();
  if (page === undefined) throw new Error('The recorder has opened no page');
  await page.locator('browser-test-gate-recorder').waitFor({ state: 'attached' });
  await use({ page, context, workspace });
  await recording.flush();
  const options = { url: pages.url, uploadPath: (file: string) => relative(workspace, file) };
  return { test: recordedTest(events, options), warnings };
}

/** The actions of a scenario whose steps were not recorded in their order, and steps that nobody expected. */
export function differences({ actions }: Scenario, recorded: readonly ExchangeElement[]) {
  const left = recorded.map((element) => JSON.stringify(element));
  const wrong: { what: string; expected: readonly ExchangeElement[] }[] = [];
  const extra: string[] = [];
  for (const { what, steps } of actions) {
    const expected = steps.map((step) => JSON.stringify(step));
    const at = left.findIndex((_, index) => expected.every((each, offset) => left[index + offset] === each));
    if (at === -1) wrong.push({ what, expected: steps });
    else extra.push(...left.splice(0, at + expected.length).slice(0, at));
  }
  return { wrong, extra: [...extra, ...left] };
}

function recordedCase({ test }: Recorded, path: string): ExchangeTestCase {
  return aCase({
    description: `Recorded on ${path}`,
    entryPointUrlPath: test.entryPointUrlPath ?? path,
    elements: [...test.elements],
  });
}

export function replayPlan(recorded: Recorded, path: string, pages: Pages) {
  const variables = Object.fromEntries([...recorded.test.variables].map(([name, value]) => [name, [value]]));
  return aPlan(pages.url, [recordedCase(recorded, path)], { variables, timeoutPerStepMs: 20_000 });
}
