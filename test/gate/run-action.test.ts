import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runAction } from '../../src/gate/run-action.ts';
import type { ActionRuntime } from '../../src/gate/session.ts';
import { passedChecks } from '../../src/results/run-results.ts';
import type { SavedState } from '../../src/runtime/saved-state.ts';
import { ended, type HostedStandIn, startHosted } from '../support/hosted-stand-in.ts';
import { createRecordingHost, type RecordingHost } from '../support/recording-host.ts';
import { makeWorkspace } from '../support/run-action.ts';

const files = {
  'browser-tests/a.yaml':
    'description: Pay\nelements: [{selectors: [{selectorType: CSS, selector: h1}], assertion: {expectation: VISIBLE}}]\n',
  'browser-tests/b.yaml':
    'description: Search\nelements: [{selectors: [{selectorType: CSS, selector: h1}], assertion: {expectation: VISIBLE}}]\n',
};

interface ActionOptions {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly eventName?: string;
  /** Content of the event file. */
  readonly event?: string;
  readonly runtime?: Partial<ActionRuntime>;
  /** The host that the action writes to, made from the recording one. */
  readonly host?: (recording: RecordingHost) => RecordingHost;
}

/** Runs the action in this process, in a workspace of its own. */
async function act(service: HostedStandIn | undefined, options: ActionOptions = {}) {
  await using workspace = await makeWorkspace(options.files ?? files);
  const host = createRecordingHost();
  const states: SavedState[] = [];
  const eventPath = join(workspace.path, 'event.json');
  if (options.event !== undefined) await writeFile(eventPath, options.event);
  const inputs = { url: 'http://app.test', comment: 'never', ...service?.inputs, ...options.inputs };
  const env = {
    ...Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
    ),
    GITHUB_WORKSPACE: workspace.path,
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_EVENT_NAME: options.eventName ?? 'push',
    GITHUB_EVENT_PATH: options.event === undefined ? '' : eventPath,
    RUNNER_TEMP: join(workspace.path, 'temp'),
  };
  const exitCode = await runAction(env, {
    cancel: new AbortController().signal,
    openHost: () => options.host?.(host) ?? host,
    saveState: (state) => void states.push(state),
    onFatalError: () => {},
    openArtifacts: () => expect.unreachable('there is no artifact service'),
    ...options.runtime,
  });
  const resultsFile = host.outputs['results-file'];
  const results = resultsFile === undefined ? undefined : JSON.parse(await readFile(resultsFile, 'utf8'));
  const failures = host.lines.filter((line) => line.startsWith('failed: '));
  return { exitCode, host, states, results, failures, status: host.outputs.status };
}

describe('the exit code', () => {
  it('is 0 if every test case passed, and the results hold the proof', async () => {
    await using service = await startHosted(ended());
    const { exitCode, status, failures, results, states } = await act(service);
    expect({ exitCode, status, failures }).toEqual({ exitCode: 0, status: 'passed', failures: [] });
    expect(results).toMatchObject({
      status: 'passed',
      green: true,
      proof: passedChecks.map((check) => ({ check })),
    });
    expect(states.at(-1)?.verdict).toEqual({ status: 'passed', green: true });
  });

  it('is 0 if failures were ignored and teardowns failed, of which the log warns', async () => {
    const warnings = ['Step 1 (CLICK) failed, and the failure was ignored: late'];
    await using service = await startHosted(
      ended(() => ({ status: 'PASSED', warnings, teardownFailures: ['gone'] })),
    );
    const { exitCode, host } = await act(service);
    expect(exitCode).toBe(0);
    expect(host.lines.filter((line) => line.startsWith('warning: '))).toEqual([
      `warning: Test cases have warnings. The test result is unaffected:\n- Pay: ${warnings[0]}\n- Search: ${warnings[0]}`,
      expect.stringMatching(/^warning: Teardowns failed\. .*\n- after Pay: gone\n- after Search: gone$/),
    ]);
  });

  it('is 0 with `tests: none`, without a service', async () => {
    const { exitCode, status } = await act(undefined, { inputs: { tests: 'none' } });
    expect({ exitCode, status }).toEqual({ exitCode: 0, status: 'nothing-to-run' });
  });

  it.each([
    ['a test case failed', 'failed', ended((_, index) => ({ status: index === 0 ? 'FAILED' : 'PASSED' }))],
    ['a test case could not be run', 'error', ended(() => ({ status: 'ERROR', errorMessage: 'no browser' }))],
  ] as const)('is 1 if %s', async (_, expected, answer) => {
    await using service = await startHosted(answer);
    const { exitCode, status, failures, results } = await act(service);
    expect({ exitCode, status, failures: failures.length }).toEqual({
      exitCode: 1,
      status: expected,
      failures: 1,
    });
    expect(results).toMatchObject({ status: expected, green: false, proof: [] });
  });

  it('is 1 if the tests do not end in time', async () => {
    await using service = await startHosted('waiting');
    const { exitCode, status } = await act(service, { inputs: { timeout: '1s' } });
    expect({ exitCode, status }).toEqual({ exitCode: 1, status: 'timed-out' });
  });

  it('is 1 if the job is cancelled while the tests run', async () => {
    const job = new AbortController();
    await using service = await startHosted((_, requests) => {
      if (requests > 0) job.abort(new Error('the job was cancelled (SIGINT)'));
      return {};
    });
    const { exitCode, status, host, failures } = await act(service, { runtime: { cancel: job.signal } });
    expect({ exitCode, status }).toEqual({ exitCode: 1, status: 'cancelled' });
    expect(failures).toEqual([expect.stringContaining('The run was cancelled.')]);
    expect(host.lines).toContain('Stopping: the job was cancelled (SIGINT)');
  });

  it('is 1 if the job was cancelled before the first line, and a line says so', async () => {
    await using service = await startHosted(ended());
    const cancel = AbortSignal.abort(new Error('the job was cancelled (SIGINT)'));
    const { exitCode, status, host } = await act(service, { runtime: { cancel } });
    expect({ exitCode, status }).toEqual({ exitCode: 1, status: 'cancelled' });
    expect(host.lines).toContain('Stopping: the job was cancelled (SIGINT)');
  });

  it('is 1 if the job is cancelled while the results of a green verdict are published', async () => {
    const job = new AbortController();
    await using service = await startHosted(ended());
    const { exitCode, status, failures } = await act(service, {
      runtime: { cancel: job.signal },
      host: (recording) => ({
        ...recording,
        async writeSummary(markdown) {
          job.abort(new Error('the job was cancelled (SIGINT)'));
          await recording.writeSummary(markdown);
        },
      }),
    });
    expect({ exitCode, status }).toEqual({ exitCode: 1, status: 'passed' });
    expect(failures).toEqual(['failed: The job was cancelled while the results were published.']);
  });

  it('stays 0 if the job summary cannot be written', async () => {
    await using service = await startHosted(ended());
    const broken = () => {
      throw new Error('no space left');
    };
    const { exitCode, host } = await act(service, {
      host: (recording) => ({ ...recording, writeSummary: broken }),
    });
    expect(exitCode).toBe(0);
    expect(host.lines).toContain(
      'warning: Cannot write the job summary: no space left. The test result is unaffected.',
    );
  });
});

describe('wrong inputs', () => {
  it('are one message with every problem, and nothing is started', async () => {
    await using service = await startHosted(ended());
    const { exitCode, status, failures, host, states } = await act(service, {
      inputs: { timeout: 'soon', browser: 'OPERA' },
    });
    expect({ exitCode, status }).toEqual({ exitCode: 1, status: 'error' });
    expect(failures).toEqual([expect.stringMatching(/^failed: 2 problems [\s\S]*timeout: [\s\S]*/)]);
    expect(failures[0]).toContain('browser: ');
    expect(host.summary.join()).toContain('Browser tests could not run');
    expect(service.requests).toEqual([]);
    expect(states).toEqual([]);
  });

  it('do not hide a warning of a misspelt input', async () => {
    const { exitCode, host, failures } = await act(undefined, { inputs: { timout: '5m', url: '' } });
    expect(exitCode).toBe(1);
    expect(failures).toHaveLength(1);
    expect(host.lines.filter((line) => line.startsWith('warning: '))).toEqual([
      expect.stringContaining('timout'),
    ]);
  });

  it('of a test file are one message, and the results say so', async () => {
    await using service = await startHosted(ended());
    const broken = { 'browser-tests/a.yaml': 'description: Pay\n' };
    const { exitCode, status, failures, results } = await act(service, { files: broken });
    expect({ exitCode, status }).toEqual({ exitCode: 1, status: 'error' });
    expect(failures).toEqual([expect.stringContaining('browser-tests/a.yaml:1:1')]);
    expect(results).toMatchObject({ status: 'error', green: false, results: [] });
    expect(service.requests).toEqual([]);
  });
});

describe('the event', () => {
  it('of a fork is refused once if its code would run with the rights of this repository', async () => {
    await using service = await startHosted(ended());
    const head = { sha: 'a'.repeat(40), ref: 'x', repo: { full_name: 'eve/shop' } };
    const { exitCode, failures } = await act(service, {
      eventName: 'pull_request_target',
      event: JSON.stringify({ pull_request: { number: 7, head } }),
    });
    expect(exitCode).toBe(1);
    expect(failures).toEqual([expect.stringContaining('code from a fork')]);
    expect(service.requests).toEqual([]);
  });

  it('is a warning if its file cannot be read', async () => {
    await using service = await startHosted(ended());
    const { exitCode, host } = await act(service, { event: '{' });
    expect(exitCode).toBe(0);
    expect(host.lines.join('\n')).toContain('warning: Cannot read the event file ');
  });
});

describe('secrets', () => {
  it('are masked before anything is printed', async () => {
    await using service = await startHosted(ended());
    const linesBefore: number[] = [];
    const { host } = await act(service, {
      inputs: { variables: 'PASSWORD=hunter2000', typo: 'x', 'github-token': 'ghs_token' },
      host: (recording) => ({
        ...recording,
        maskSecret(secret) {
          linesBefore.push(recording.lines.length);
          recording.maskSecret(secret);
        },
      }),
    });
    expect(host.secrets).toEqual(expect.arrayContaining(['the-key', 'hunter2000', 'ghs_token']));
    expect(new Set(linesBefore)).toEqual(new Set([0]));
  });

  it('are in no results, whatever a service answers', async () => {
    await using service = await startHosted(
      ended(() => ({ status: 'FAILED', errorMessage: 'wrong password hunter2000' })),
    );
    const { host, results } = await act(service, { inputs: { variables: 'PASSWORD=hunter2000' } });
    expect(JSON.stringify(results)).toContain('wrong password ***');
    expect(JSON.stringify([results, host.summary, host.outputs, host.annotations])).not.toContain('hunter');
  });
});

it('an error that nobody catches takes a green verdict back', async () => {
  await using service = await startHosted(ended());
  const handlers: ((error: unknown) => void)[] = [];
  const { exitCode, host, states } = await act(service, {
    runtime: { onFatalError: (handler) => void handlers.push(handler) },
  });
  expect(exitCode).toBe(0);
  // Vitest lets nothing end its process.
  expect(() => handlers[0]?.(new Error('out of order'))).toThrow('process.exit');
  expect(states.at(-1)?.verdict).toEqual({ status: 'error', green: false });
  expect(host.lines.at(-1)).toBe('failed: Unexpected internal error: out of order');
});

it('`mode: publish` is red without the event of a workflow run', async () => {
  const { exitCode, status, failures } = await act(undefined, { inputs: { mode: 'publish' } });
  expect({ exitCode, status }).toEqual({ exitCode: 1, status: 'error' });
  expect(failures).toHaveLength(1);
});
