import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ServiceRefused } from '../../../src/client/client-errors.ts';
import { storedCases, storeWithRetries } from '../../../src/gate/execution/check-answer.ts';
import { createHandClock } from '../../support/hand-clock.ts';
import { aLoadedCase } from '../../support/loaded-cases.ts';
import { createRecordingHost } from '../../support/recording-host.ts';

const cases = [aLoadedCase(), aLoadedCase()];
const [first = '', second = ''] = cases.map(({ testCase }) => testCase.id);
const [one, two] = [randomUUID(), randomUUID()];
const version = (versionId: string) => ({ versionId, testResultId: null });

test('an answer with a version for each case says which is which', () => {
  const syncDataByStableId = { [first.toUpperCase()]: version(one), [randomUUID()]: version(randomUUID()) };
  expect(storedCases(cases, { success: true, versionIds: [one, two], syncDataByStableId })).toMatchObject({
    stored: new Map([[first, { versionId: one }]]),
    versionIds: new Set([one, two]),
  });
});

test.each<[string, Parameters<typeof storedCases>[1]]>([
  ['it was not stored', { success: false, versionIds: [one, two] }],
  ['no version is answered', { success: true, versionIds: [] }],
  ['too few versions are answered', { success: true, versionIds: [one] }],
  ['too many versions are answered', { success: true, versionIds: [one, two, randomUUID()] }],
  ['a version is answered twice', { success: true, versionIds: [one, one] }],
  ['a version is answered twice, beside all', { success: true, versionIds: [one, two, two] }],
  [
    'a case has a version that is not listed',
    { success: true, versionIds: [one, two], syncDataByStableId: { [first]: version(randomUUID()) } },
  ],
  [
    'two cases have one version',
    {
      success: true,
      versionIds: [one, two],
      syncDataByStableId: { [first]: version(one), [second]: version(one) },
    },
  ],
  ['it names errors', { success: true, versionIds: [one, two], errors: ['Step 3 was left out'] }],
  ['it names an error', { success: true, versionIds: [one, two], error: { code: 7 } }],
])('a draft push is refused if %s', (_, answer) => {
  expect(() => storedCases(cases, answer)).toThrow('No test was run');
});

test.each([null, '', ' ', [], {}, false, 0])('an answer without errors may say so: %j', (none) => {
  const answer = { success: true, versionIds: [one, two], errors: none, error: none, errorMessage: none };
  expect(storedCases(cases, answer).versionIds.size).toBe(2);
});

test.each([
  [
    'testCases.1.elements.2.interaction.action: unknown',
    'b.yaml:13:5: elements.2.interaction.action: unknown',
  ],
  ['body.testCases.1: has no id', 'b.yaml:11:5: has no id'],
  ['/testCases/0/elements/0: bad', 'a.yaml:11:5: elements.0: bad'],
  ['testCases.7.id: bad', 'testCases.7.id: bad'],
])('a refusal of %s names the position in the file', async (detail, shown) => {
  const call = { method: 'POST', url: 'https://service.test/push' };
  const stored = storeWithRetries(() => Promise.reject(new ServiceRefused(call, 400, detail)), {
    cases: [aLoadedCase(), aLoadedCase({}, 'b.yaml')],
    host: createRecordingHost(),
    clock: createHandClock(),
    signal: new AbortController().signal,
  });
  await expect(stored).rejects.toThrow(`answered 400: ${shown}. Correct what`);
});
