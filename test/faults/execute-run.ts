import { makeWorkspace, pullRequestEvent, runAction, type Workspace } from '../support/run-action.ts';
import { type Cell, drawScenario, type Scenario } from './fault-scenario.ts';
import { graceMs, judge, type Violation } from './oracle.ts';
import { openWorld } from './world.ts';

/** The outcome of a run. */
export interface Run {
  readonly scenario: Scenario;
  /** The verdict's status, or `killed`. */
  readonly status: string;
  /** How often the fault was injected. */
  readonly injections: number;
  readonly elapsedMs: number;
  readonly log: string;
  readonly violations: readonly Violation[];
}

const names = ['A customer pays', 'A customer signs in', 'A visitor searches'];

/** The repository of all runs: three test cases. */
export function openRepository(): Promise<Workspace> {
  return makeWorkspace(
    Object.fromEntries(
      names.map((name, index) => [
        `browser-tests/case-${index + 1}.yaml`,
        `description: ${name}\nelements:\n  - selectors: [{ selectorType: CSS, selector: h1 }]\n    assertion: { expectation: VISIBLE }\n`,
      ]),
    ),
  );
}

/** Runs the built action once, as a process, against a service and a GitHub with one kind of fault. */
export async function runRun(cell: Cell, seed: number, workspace: Workspace): Promise<Run> {
  const scenario = drawScenario(cell, seed);
  await using world = await openWorld(scenario);
  const startedAt = performance.now();
  let killed = false;
  let killer: NodeJS.Timeout | undefined;
  const result = await runAction({
    workspace: workspace.path,
    event: pullRequestEvent,
    inputs: {
      url: 'http://app.example',
      'service-url': world.serviceUrl,
      'api-key': world.service.apiKey,
      'test-target-id': world.service.testTargetId,
      timeout: `${scenario.timeoutSeconds}s`,
      'github-token': world.github.token,
    },
    env: { GITHUB_API_URL: world.githubUrl },
    during(child) {
      // Longer than the run may take, so that the report says by how much it was late.
      const lastMs = scenario.timeoutSeconds * 1000 + graceMs + 20_000;
      killer = setTimeout(() => {
        killed = true;
        child.kill('SIGKILL');
      }, lastMs);
    },
  });
  clearTimeout(killer);
  const elapsedMs = performance.now() - startedAt;
  return {
    scenario,
    status: killed ? 'killed' : (result.outputs.status ?? 'none'),
    injections: world.injections(),
    elapsedMs,
    log: result.log,
    violations: judge(scenario, world, { result, elapsedMs, killed }),
  };
}
