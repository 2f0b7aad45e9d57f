import { describe, expect, it } from 'vitest';
import { untrustedResults } from '../../src/results/results-file.ts';
import type { CaseResult } from '../../src/results/run-results.ts';
import {
  caseResultOf,
  factsOf,
  failedCaseOf,
  failedStepOf,
  flakyCaseOf,
  resultsOf,
  stepResultOf,
} from '../support/results.ts';

const facts = factsOf({
  title: 'Checks',
  workflowRunUrl: 'https://github.example/acme/shop/actions/runs/100',
  sourceUrl: 'https://github.example/acme/shop/blob/aaaaaaa',
  context: { sha: 'a'.repeat(40) },
  job: { runId: 100, workflow: 'Checks', job: '' },
});
const casesOf = (...results: readonly CaseResult[]) =>
  untrustedResults(resultsOf({ results: [...results] }), facts, []).results;

describe('untrusted results', () => {
  it('keep their words and numbers', () => {
    const results = [
      failedCaseOf({ place: { file: 'tests/pay.yaml', line: 3, column: 1 } }),
      caseResultOf(),
      flakyCaseOf(),
    ];
    expect(casesOf(...results)).toEqual(results);
  });

  it('have problems of files in the repository only', () => {
    const problem = (file: string) => ({ message: 'x', place: { file, line: 1, column: 1 } });
    const given = resultsOf({ problems: [problem('tests/a.yaml'), problem('../a.yaml')] });
    expect(untrustedResults(given, facts, []).problems).toEqual([problem('tests/a.yaml'), { message: 'x' }]);
  });

  it("have GitHub's facts, and no link or id that they name", () => {
    const evil = 'https://evil.example';
    const given = resultsOf({
      ...{ title: 'CI / browser', reportUrl: evil, reportId: 'x', workflowRunUrl: evil, sourceUrl: evil },
      artifact: { name: 'x', id: 1, url: evil },
      context: { sha: 'b'.repeat(40), issueNumber: 666 },
      job: { runId: 1, workflow: 'Trusted', job: 'browser', matrix: ['a'], jobTotal: 3 },
    });
    const results = untrustedResults(given, facts, []);
    expect(results).toMatchObject({
      title: 'CI / browser',
      ...{ reportUrl: null, reportId: null, artifact: null },
      workflowRunUrl: facts.workflowRunUrl,
      sourceUrl: facts.sourceUrl,
      job: { runId: 100, workflow: 'Checks', job: 'browser', matrix: ['a'], jobTotal: 3 },
    });
    expect(results.context).toEqual(facts.context);
    expect(JSON.stringify(results)).not.toContain('evil');
  });

  it('link to their report and failures.md if the run has that artifact', () => {
    const given = (id: number) => resultsOf({ reportPage: { name: 'x', id, url: 'https://evil.example' } });
    const ofRun = [{ id: 7, name: 'browser-tests-report.html' }];
    const url = 'https://github.example/acme/shop/actions/runs/100/artifacts/7';
    expect(untrustedResults(given(7), facts, ofRun).reportPage).toEqual({ ...ofRun[0], url });
    expect(untrustedResults(given(8), facts, ofRun)).not.toHaveProperty('reportPage');
    const failuresFile = { name: 'x', id: 7, url: null };
    expect(untrustedResults(resultsOf({ failuresFile }), facts, ofRun)).toMatchObject({
      failuresFile: { url },
    });
    const unknownRun = { ...facts, workflowRunUrl: null };
    expect(untrustedResults(given(7), unknownRun, ofRun).reportPage).toMatchObject({ url: null });
  });

  it('have names of files, and no path or URL of one', () => {
    const steps = [
      stepResultOf({ picture: { path: '/etc/shadow' } }),
      stepResultOf({ picture: { url: 'https://evil.example/p' } }),
    ];
    const evidence = {
      trace: { url: 'https://evil.example/t' },
      screenshot: { path: '../../etc/passwd' },
      steps,
    };
    const [result] = casesOf(
      failedCaseOf({ ...evidence, earlierAttempts: [{ ...failedCaseOf(), ...evidence }] }),
    );
    for (const attempt of [result, result?.earlierAttempts[0]]) {
      expect(attempt).not.toHaveProperty('trace');
      expect(attempt?.screenshot).toEqual({ path: 'passwd' });
      expect(attempt?.steps).toEqual([stepResultOf({ picture: { path: 'shadow' } }), stepResultOf()]);
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
  ])('have no location outside the repository: %j', (file) => {
    const place = { file, line: 1, column: 1 };
    const failedStep = failedStepOf({ place });
    const steps = [stepResultOf({ place })];
    const earlierAttempts = [failedCaseOf({ failedStep, steps })];
    const [result] = casesOf(failedCaseOf({ place, failedStep, steps, earlierAttempts }));
    expect(JSON.stringify(result)).not.toContain('"place"');
    expect(result?.failedStep?.words).toBe('click button “Pay”');
  });
});
