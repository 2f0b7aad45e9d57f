import { expect, it } from 'vitest';
import { setArtifactOutputs, setVerdictOutputs } from '../../src/publish/outputs.ts';
import { createRecordingHost } from '../support/recording-host.ts';
import { caseResultOf, failedCaseOf, flakyCaseOf, resultsOf } from '../support/results.ts';

it('the outputs of a run are its status, report and counts; there is no comment yet', () => {
  const host = createRecordingHost();
  const results = [failedCaseOf(), flakyCaseOf(), caseResultOf()];
  setVerdictOutputs(host, [resultsOf({ results, reportId: 'r-1' })]);
  expect(host.outputs).toEqual({
    ...{
      status: 'failed',
      'report-id': 'r-1',
      total: '3',
      passed: '2',
      failed: '1',
      flaky: '1',
      'not-run': '0',
    },
    'comment-url': '',
  });
});

it('the outputs of several runs are the worst status and the sums', () => {
  const host = createRecordingHost();
  const timedOut = resultsOf({ status: 'timed-out', results: [] });
  setVerdictOutputs(host, [resultsOf(), timedOut, resultsOf()]);
  expect(host.outputs).toMatchObject({ status: 'timed-out', total: '2', passed: '2' });
});

it('the worst of several runs is `failed`, then `error`', () => {
  const host = createRecordingHost();
  const statuses = ['cancelled', 'timed-out', 'error', 'failed'] as const;
  const seen = statuses.map((_, index) => {
    setVerdictOutputs(
      host,
      statuses.slice(0, index + 1).map((status) => resultsOf({ status })),
    );
    return host.outputs.status;
  });
  expect(seen).toEqual(statuses);
});

it('the outputs without results say that there was nothing to run', () => {
  const host = createRecordingHost();
  setVerdictOutputs(host, []);
  expect(host.outputs).toMatchObject({ status: 'nothing-to-run', 'report-id': '', total: '0' });
});

it('the outputs of the artifacts are name, id and URL, and empty without one', () => {
  const host = createRecordingHost();
  const reportPage = { name: 'report.html', id: 6, url: 'https://github.example/6' };
  setArtifactOutputs(host, { artifact: { name: 'gate', id: 5, url: null }, reportPage });
  expect(host.outputs).toEqual({
    ...{ 'artifact-name': 'gate', 'artifact-id': '5', 'artifact-url': '' },
    ...{ 'report-artifact-id': '6', 'report-artifact-url': 'https://github.example/6' },
    ...{ 'failures-artifact-id': '', 'failures-artifact-url': '' },
  });
  setArtifactOutputs(host, {});
  expect(new Set(Object.values(host.outputs))).toEqual(new Set(['']));
});
