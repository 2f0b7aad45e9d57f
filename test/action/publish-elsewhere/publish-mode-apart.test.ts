import { describe, expect, it } from 'vitest';
import { resultArtifacts } from '../../../src/action/publish-elsewhere/result-artifacts.ts';
import { tellApart, titleAlone, titledFrom } from '../../../src/action/publish-elsewhere/tell-apart.ts';
import { resultsJson } from '../../../src/publish/files/results-file.ts';
import { parseResults } from '../../../src/publish/files/results-schema.ts';
import { aRun } from '../../support/verdicts.ts';

function fileOf(title: string) {
  const read = parseResults(resultsJson(aRun({}, { title }), { source: 'github' }, (text) => text));
  if (read.kind === 'unreadable') throw new Error(read.reason);
  return read.results;
}

/** @param titles what the results in each artifact call their job. */
function told(titles: Readonly<Record<string, string>>, attempt = 1) {
  const listed = Object.keys(titles).map((name, index) => ({ id: index + 1, name, expired: false }));
  const files = resultArtifacts(listed, 'gate', attempt).map((artifact) => ({
    file: fileOf(titles[artifact.name] ?? ''),
    artifact,
    number: 1,
  }));
  return tellApart(files);
}
const names = (all: ReturnType<typeof told>) => all.map(({ artifact }) => artifact.name).sort();
const identities = (all: ReturnType<typeof told>) =>
  Object.fromEntries(all.map(({ file, identity }) => [file.title, identity]));

describe('jobs that were given one artifact name', () => {
  it('are the same ones in every run, whichever was faster, and whether the other was there', () => {
    const first = told({ gate: 'CI / api', 'gate-job-0000000a': 'CI / ui' });
    const second = told({ gate: 'CI / ui', 'gate-job-0000000b': 'CI / api' });
    expect(identities(first)).toEqual(identities(second));
    expect(new Set(Object.values(identities(first))).size).toBe(2);
    expect(first.map(({ note }) => note)).toEqual(['CI / api', 'CI / ui']);
    const [alone] = told({ gate: 'CI / ui' });
    expect(alone).toMatchObject({ identity: identities(first)['CI / ui'], note: '' });
  });

  it('are each told of once, with their last attempt', () => {
    const attempts = {
      gate: 'CI / api',
      'gate-job-0000000a': 'CI / ui',
      // The other one was faster.
      'gate-attempt-2': 'CI / ui',
    };
    expect(names(told(attempts, 2))).toEqual(['gate', 'gate-attempt-2']);
    expect(names(told({ ...attempts, 'gate-attempt-2-job-0000000b': 'CI / api' }, 2))).toEqual([
      'gate-attempt-2',
      'gate-attempt-2-job-0000000b',
    ]);
  });

  it('are told apart by the step where it is one job', () => {
    const steps = told({ gate: 'CI / ui', 'gate-job-0000000a': 'CI / ui' });
    expect(new Set(steps.map(({ identity }) => identity)).size).toBe(2);
    expect(steps.map(({ note }) => note)).toEqual(['CI / ui', 'CI / ui 0000000a']);
  });
});

it('the parts of a matrix need nothing but their names', () => {
  expect(told({ 'gate-a': 'CI / ui (a)', 'gate-b': 'CI / ui (b)' }).map(({ note }) => note)).toEqual([
    '',
    '',
  ]);
});

it('a title has the attempt that it is from, and loses it again', () => {
  expect(titledFrom('CI / ui', 2)).toBe('CI / ui, from attempt 2');
  expect(titleAlone(titledFrom('CI / ui', 2))).toBe('CI / ui');
  expect(titleAlone('CI / attempt 2')).toBe('CI / attempt 2');
});
