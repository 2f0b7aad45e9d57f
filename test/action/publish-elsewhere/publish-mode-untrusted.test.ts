import { describe, expect, it } from 'vitest';
import { untrustedRun } from '../../../src/action/publish-elsewhere/untrusted-run.ts';
import { resultsJson } from '../../../src/publish/files/results-file.ts';
import { parseResults, type ResultsFile } from '../../../src/publish/files/results-schema.ts';
import type { CaseResult, PublishedRun } from '../../../src/publish/verdict.ts';
import { aFailedStep, aFailure, aFlaky, aResult, aRun } from '../../support/verdicts.ts';

const facts = {
  title: 'Checks / browser-tests',
  sha: 'a'.repeat(40),
  workflowRunUrl: 'https://github.example/acme/shop/actions/runs/100',
};

function fileOf(run: PublishedRun): ResultsFile {
  const read = parseResults(resultsJson(run, { source: 'github', issueNumber: 666 }, (text) => text));
  if (read.kind === 'unreadable') throw new Error(read.reason);
  return read.results;
}
const told = (...results: readonly CaseResult[]) =>
  untrustedRun(fileOf(aRun({ status: 'failed', green: false, results })), facts).verdict.results;

describe('what is told of a run elsewhere', () => {
  it('has the words and numbers of its results', () => {
    const results = [
      aFailure({ place: { file: 'tests/pay.yaml', line: 3, column: 1 } }),
      aResult(),
      aFlaky(),
    ];
    expect(told(...results)).toEqual(results);
  });

  it("has GitHub's facts, and no address or id that the results name", () => {
    const lies = {
      title: 'Another / job',
      sha: 'b'.repeat(40),
      workflowRunUrl: 'https://evil.example',
      startedAt: '2026-01-01T00:00:00.000Z',
    };
    const run = aRun({ reportUrl: 'https://evil.example', reportId: 'x' }, lies);
    expect(untrustedRun(fileOf(run), facts)).toEqual({ ...aRun(), ...facts });
  });

  it('has names of files, and no path or address of one', () => {
    const evidence = { trace: { url: 'https://evil.example/t' }, screenshot: { path: '../../etc/passwd' } };
    const [result] = told(aFailure({ ...evidence, earlierAttempts: [{ ...aFailure(), ...evidence }] }));
    for (const attempt of [result, result?.earlierAttempts[0]]) {
      expect(attempt).not.toHaveProperty('trace');
      expect(attempt?.screenshot).toEqual({ path: 'passwd' });
    }
  });

  it.each([
    '/etc/passwd',
    '../secret.yaml',
    'tests/../../x.yaml',
    './x.yaml',
    'tests//x.yaml',
    'tests/',
    '',
    'C:/x.yaml',
    'c:x.yaml',
    'tests\\..\\x.yaml',
    'https://evil.example/x.yaml',
    'x\n.yaml',
  ])('has no place that is none in the repository: %j', (file) => {
    const place = { file, line: 1, column: 1 };
    const [result] = told(
      aFailure({
        place,
        failedStep: aFailedStep({ place }),
        earlierAttempts: [aFailure({ failedStep: aFailedStep({ place }) })],
      }),
    );
    expect(JSON.stringify(result)).not.toContain('"place"');
    expect(result?.failedStep?.words).toBe('click button “Pay”');
  });
});
