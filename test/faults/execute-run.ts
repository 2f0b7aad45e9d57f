import { makeWorkspace, pullRequestEvent, runAction, type Workspace } from '../support/run-action.ts';
import { type Cell, type Draw, drawRun } from './draw.ts';
import { graceMs, judge, type Violation } from './oracle.ts';
import { openWorld } from './world.ts';

/** How one run went. */
export interface Run {
  readonly draw: Draw;
  /** The verdict's status, or `killed`. */
  readonly status: string;
  /** How often the fault has struck; a tale counts as struck. */
  readonly struck: number;
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
  const draw = drawRun(cell, seed);
  await using world = await openWorld(draw);
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
      timeout: `${draw.timeoutSeconds}s`,
      'github-token': world.github.token,
    },
    env: { GITHUB_API_URL: world.githubUrl },
    during(child) {
      // Some seconds more than it has: by how much a run is late is worth knowing.
      const lastMs = draw.timeoutSeconds * 1000 + graceMs + 20_000;
      killer = setTimeout(() => {
        killed = true;
        child.kill('SIGKILL');
      }, lastMs);
    },
  });
  clearTimeout(killer);
  const elapsedMs = performance.now() - startedAt;
  return {
    draw,
    status: killed ? 'killed' : (result.outputs.status ?? 'none'),
    struck: world.struck(),
    elapsedMs,
    log: result.log,
    violations: judge(draw, world, { result, elapsedMs, killed }),
  };
}
