import { z } from 'zod';
import { defined } from '../../common/fields.ts';
import { formatCount } from '../../common/text.ts';
import { findEnvironment } from '../../connection/connection.ts';
import { caseChain, type ExchangeTestCase, exchangeTestCase } from '../../contract/exchange/test-case.ts';
import { oneLine } from '../../runtime/log-text.ts';
import type { LoadedCase } from '../../test-files/problem.ts';
import { switchedOff } from '../cases/shard.ts';
import type { RunContext } from '../context/context.ts';
import { PlanWatch } from '../execution/plan-watch.ts';
import { triggerDraftPush } from '../execution/start-run.ts';
import { judgeGenerated } from '../generated/judge-generated.ts';
import { withoutNearDuplicates } from '../generated/near-duplicates.ts';
import { prerequisiteOf, storeExisting } from '../generated/store-existing.ts';
import { writeCases } from '../generated/write-cases.ts';
import type { ModeRequest, Started } from '../run.ts';
import { openFolder } from './output-folder.ts';

type Request = ModeRequest<'batch-generation'>;

/**
 * Generates test cases with the embedded service, writes them to files, and starts a run of them. They are made at
 * `base-url` if that is set: what the change broke would otherwise count as expected.
 * @throws ClientError; UserError if no test case could be made; the reason of the signal.
 */
export async function generateHere(request: Request): Promise<Started> {
  const { mode, context, host } = request;
  const existing = await storeExisting(request);
  const existingIds = new Set(existing.map(({ testCase }) => testCase.id));
  const made = await generate(request, prerequisiteOf(mode, existing)?.testCase.id, existingIds);
  const { kept, duplicates } = withoutNearDuplicates(
    made,
    existing.map(({ testCase }) => testCase),
  );
  for (const { testCase, of } of duplicates) {
    host.info(`Dropped "${oneLine(testCase.description)}": "${oneLine(of.description)}" does the same.`);
  }
  if (kept.length === 0) {
    host.info('No new test case was made. Playing the existing ones that do the same.');
    const same = new Set(duplicates.map(({ of }) => of));
    return playCases(
      request,
      existing.filter(({ testCase }) => same.has(testCase)),
      existing,
    );
  }
  await openFolder(context.workspace, mode.folder);
  const cases = await writeCases(context.workspace, mode.folder, kept);
  for (const { testCase, position } of cases) {
    host.info(`${oneLine(testCase.description)} (${position.file})`);
  }
  host.info(`Wrote ${formatCount(cases.length, 'test case')} to ${mode.folder}`);
  const { pushed, ...running } = await playCases(request, cases, existing);
  return {
    ...running,
    conclude: (verdict) => judgeGenerated({ ...request, cases, pushed }, verdict),
  };
}

/** Starts a run of test cases with their prerequisites. */
async function playCases(request: Request, cases: readonly LoadedCase[], existing: readonly LoadedCase[]) {
  const pushed = [...cases, ...prerequisitesOf(cases, existing)];
  const trigger = await triggerDraftPush({ ...request, cases: pushed });
  return { trigger, pushed };
}

/** The cases that are played before the new ones. They do not run for their own sake. */
function prerequisitesOf(cases: readonly LoadedCase[], existing: readonly LoadedCase[]): LoadedCase[] {
  const library = new Map([...cases, ...existing].map(({ testCase }) => [testCase.id, testCase]));
  const needed = new Set(cases.flatMap(({ testCase }) => caseChain(testCase, library).map(({ id }) => id)));
  const played = new Set(cases.map(({ testCase }) => testCase.id));
  return existing.filter(({ testCase: { id } }) => needed.has(id) && !played.has(id)).map(switchedOff);
}

async function generate(
  { mode, inputs, connection, context, host, clock, signal, changedFiles }: Request,
  prerequisiteId: string | undefined,
  existingIds: ReadonlySet<string>,
): Promise<readonly ExchangeTestCase[]> {
  const { client, testTargetId } = connection;
  const { prompt, hints } =
    mode.prompt === ''
      ? defaultPrompt(context, (await changedFiles?.()) ?? [])
      : { prompt: mode.prompt, hints: [] };
  host.info(`Generating test cases: ${oneLine(prompt)}`);
  const environment = await findEnvironment(connection, inputs.environment, signal);
  // Without a context, the service plays nothing: the new cases are written to files first.
  const body = {
    prompt,
    hints,
    baseUrl: mode.baseUrl ?? (await connection.url()),
    ...defined({ entryPointUrlPath: mode.entryPoint, prerequisiteId, environmentId: environment?.id }),
  };
  const { batchGenerationId } = await client.createBatchGeneration({ testTargetId }, body, { signal });
  host.setOutput('batch-generation-id', batchGenerationId);
  const plan = new PlanWatch(connection, { testTargetId, context: context.report }, batchGenerationId);
  await plan.waitUntilDone(clock, signal, Number.POSITIVE_INFINITY);
  const { testCases } = await client.pull({ testTargetId }, { testPlanId: batchGenerationId }, { signal });
  // The answer holds what the new ones need as well.
  return z.array(exchangeTestCase).parse(testCases.filter(({ id }) => !existingIds.has(id)));
}

/** Longer texts of the pull request are cut, and further files left out. */
const maxText = 5000;
const maxFiles = 100;

/**
 * The prompt of a generation without one of its own. What the pull request says only ranks pages: a stranger may have
 * written it, so nothing in it is read as a step, and no link in it is followed.
 */
export function defaultPrompt(
  { pullRequest, pullRequestTexts = [] }: Pick<RunContext, 'pullRequest' | 'pullRequestTexts'>,
  changedFiles: readonly string[],
): { prompt: string; hints: string[] } {
  const withoutLinks = (text: string) => text.slice(0, maxText).replace(/\b(?:[a-z]+:\/\/|www\.)\S+/gi, ' ');
  return {
    prompt: pullRequest === undefined ? 'Test the app.' : `Test what pull request ${pullRequest} changes.`,
    hints: [...pullRequestTexts.map(withoutLinks), ...changedFiles.slice(0, maxFiles)],
  };
}
