import { expect, it } from 'vitest';
import { ended, failedAt, startHosted } from '../../support/hosted-stand-in.ts';
import { expectRequests } from '../../support/request-table.ts';
import { pushOf } from '../../support/run-action.ts';
import { clickCase, makeScenario } from '../../support/scenario.ts';

const names = ['Ada logs in', 'Bea pays', 'Cleo returns'];
const files = Object.fromEntries(
  names.map((name, index) => [`browser-tests/${index}.yaml`, clickCase(name, 'Pay', 'Thank you')]),
);

/** The named cases fail at their second step. */
const failing = (...failed: string[]) =>
  ended((each) =>
    failed.includes(each.description) ? failedAt(each, 1, `no heading for ${each.description}`) : {},
  );

it('second push: the same comment says what is newly failing, fixed, and failing since when', async () => {
  await using scenario = await makeScenario({ files });
  await using hosted = await startHosted(failing('Ada logs in', 'Cleo returns'));
  const { github } = scenario;
  await scenario.runInProcess({ inputs: hosted.inputs, event: pushOf('a') });
  const [comment] = github.comments;
  const before = github.requests.length;

  hosted.answer = failing('Bea pays', 'Cleo returns');
  const { exitCode, log, outputs } = await scenario.runInProcess({
    inputs: hosted.inputs,
    event: pushOf('b'),
    env: { GITHUB_RUN_ID: '101' },
  });

  expect(exitCode).toBe(1);
  expect(log).toContain('Bea pays (browser-tests/1.yaml:');
  expect(outputs).toMatchObject({ status: 'failed', passed: '1', failed: '2' });
  expect(github.comments).toEqual([comment]);
  const body = comment?.body ?? '';
  expect(body).toContain('`bbbbbbb`');
  expect(body).toMatch(/1 newly failing.*1 fixed.*1 still failing/);
  expect(sectionOf(body, 'Bea pays')).toMatch(/newly failing/i);
  expect(sectionOf(body, 'Cleo returns')).toMatch(/still failing since .*aaaaaaa/i);
  expect(body).toMatch(/fixed[\s\S]*Ada logs in/i);
  await expectRequests('second push', github.requests.slice(before));
});

/** The comment from the first mention of a case on, as far as the message of its failure. */
function sectionOf(body: string, name: string): string {
  const from = body.indexOf(name);
  expect(from).toBeGreaterThan(0);
  return body.slice(from, body.indexOf(`no heading for ${name}`, from));
}
