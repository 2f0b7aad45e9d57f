import { expect, it } from 'vitest';
import { withFailure } from '../../../src/runner/evidence/trace.ts';

const group = (id: string) => ({ type: 'before', callId: id, class: 'Tracing', method: 'tracingGroup' });
const call = (id: string, parentId: string) => ({ type: 'before', callId: id, method: 'expect', parentId });
const after = (id: string, message?: string) => ({
  type: 'after',
  callId: id,
  ...(message === undefined ? {} : { error: { message, stack: 'ExpectError' } }),
});
const linesOf = (...events: object[]) => events.map((each) => `${JSON.stringify(each)}\n`).join('');
const failure = { groupNumber: 2, message: 'expected the heading' };
const error = { name: 'Error', message: 'expected the heading' };

it('the last expectation of the step that failed has the whole message', () => {
  const other = [group('g1'), call('c1', 'g1'), after('c1', 'Expect failed'), after('g1'), group('g2')];
  const early = [
    call('c2', 'g2'),
    after('c2', 'Expect failed'),
    call('c3', 'g2'),
    { type: 'log', message: 'x' },
  ];
  const late = [after('g2'), group('g3'), call('c4', 'g3'), after('c4', 'Expect failed'), after('g3')];
  expect(withFailure(linesOf(...other, ...early, after('c3', 'Expect failed'), ...late), failure)).toBe(
    linesOf(...other, ...early, { ...after('c3'), error }, ...late),
  );
});

it('the group has the message if none of its calls failed', () => {
  const events = [group('g1'), after('g1'), group('g2'), call('c1', 'g2'), after('c1')];
  expect(withFailure(linesOf(...events, after('g2')), failure)).toBe(
    linesOf(...events, { ...after('g2'), error }),
  );
});

it.each([
  [
    'a call that says why it failed',
    [group('g1'), group('g2'), call('c', 'g2'), after('c', 'Timeout'), after('g2')],
  ],
  ['no such group', [group('g1'), after('g1')]],
])('%s stays as it is', (_, events) => {
  expect(withFailure(linesOf(...events), failure)).toBe(linesOf(...events));
});

it('lines that cannot be read stay as they are', () => {
  const trace = `{"type":"before","callId":1}\n{"type":"after"\n\n${linesOf(group('g1'), group('g2'))}`;
  expect(withFailure(trace, failure)).toBe(trace);
});
