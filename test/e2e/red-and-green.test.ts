import { expect, it } from 'vitest';
import { ambiguousPage, buttonPage, clickCase, makeScenario } from '../support/scenario.ts';

it('blocks a pull request that breaks the app, and lets it through when it is fixed', async () => {
  await using scenario = await makeScenario({
    pages: { '/': buttonPage('Pay', 'Thank you') },
    files: { 'browser-tests/checkout.yaml': clickCase('A customer pays', 'Pay', 'Thank you') },
  });
  const { github, pages } = scenario;

  const first = await scenario.run();
  expect(first.exitCode).toBe(0);
  expect(first.outputs).toMatchObject({ status: 'passed', total: '1', passed: '1', failed: '0' });
  expect(first.outputs['report-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(first.outputs['comment-url']).toBe(github.comments[0]?.html_url);
  expect(github.comments.map(({ body }) => body)).toEqual([
    expect.stringContaining('✅ Browser tests passed (1 passed of 1'),
  ]);
  expect(first.summary).toContain('✅ Browser tests passed');

  pages['/'] = ambiguousPage('Pay');
  const broken = await scenario.run({ env: { GITHUB_RUN_ID: '101' } });
  expect(broken.exitCode).toBe(1);
  expect(broken.outputs).toMatchObject({ status: 'failed', total: '1', passed: '0', failed: '1' });
  expect(broken.log).toMatch(
    /::error title=Browser test failed,file=browser-tests\/checkout\.yaml,line=3::A customer pays \(browser-tests\/checkout\.yaml:3\)%0AStep 1: /,
  );
  expect(broken.log).toContain('::error::1 of 1 test cases failed.');
  expect(broken.log.match(/A customer pays/g)).toHaveLength(2);
  expect(broken.log.trimEnd().split('\n').at(-1)).toBe(`Comment: ${github.comments[0]?.html_url}`);
  for (const text of [github.comments[0]?.body, broken.summary]) {
    expect(text).toContain('❌ Browser tests failed (1 failed of 1');
    expect(text).toContain('A customer pays');
    expect(text).toContain('Step 1: click the button \\"Pay\\" · [`browser-tests/checkout.yaml:3`](<');
    expect(text).toContain('strict mode violation');
  }
  expect(broken.results).toMatchObject({
    status: 'failed',
    total: 1,
    context: {
      source: 'github',
      sha: 'a'.repeat(40),
      ref: 'feature',
      owner: 'acme',
      repo: 'shop',
      issueNumber: 7,
    },
    results: [{ name: 'A customer pays', status: 'failed', failedStep: { number: 1, place: { line: 3 } } }],
  });

  pages['/'] = buttonPage('Pay', 'Thank you');
  const fixed = await scenario.run({ env: { GITHUB_RUN_ID: '102' } });
  expect(fixed.exitCode).toBe(0);
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]?.body).toContain('✅ Browser tests passed');
  expect(github.comments[0]?.body).toContain('\n1 fixed\n');
});
