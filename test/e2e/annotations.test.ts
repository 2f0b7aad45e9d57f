import { expect, it } from 'vitest';
import { workflowCommands } from '../fuzz/workflow-commands.ts';
import { ended, failedAt, type HostedAnswer, startHosted } from '../support/hosted-stand-in.ts';
import { clickCase, makeScenario, manyCases } from '../support/scenario.ts';

const files = {
  'browser-tests/a b.yaml': clickCase('Ada pays', 'Pay', 'Thank you'),
  'browser-tests/b.yaml': clickCase('Ben pays', 'Pay', 'Thank you'),
  'browser-tests/c.yaml': clickCase('Cleo pays', 'Pay', 'Thank you'),
};

/** Runs the action against a service that behaves so. @returns also the commands that the runner hears. */
async function runWith(
  answer: HostedAnswer,
  given: Readonly<Record<string, string>> = files,
  inputs: Readonly<Record<string, string>> = {},
) {
  await using scenario = await makeScenario({ files: given });
  await using hosted = await startHosted(answer);
  const result = await scenario.runInProcess({ inputs: { ...hosted.inputs, ...inputs } });
  const commands = workflowCommands(result.log);
  const named = (wanted: string) => commands.filter(({ name }) => name === wanted);
  const comment = scenario.github.comments[0]?.body ?? '';
  return { ...result, comment, commands, errors: named('error'), warnings: named('warning') };
}

it('failed and flaky test cases are annotated on the line of their step and linked at their commit', async () => {
  const { errors, warnings, exitCode, summary, comment } = await runWith(
    ended((each) => {
      if (each.description === 'Ada pays') return failedAt(each, 1, 'no heading\n::error::x, 100%');
      if (each.description !== 'Ben pays') return {};
      const first = {
        status: 'FAILED',
        errorMessage: 'too late',
        failedStep: failedAt(each, 0, '').failedStep,
      };
      return { flaky: true, earlierAttempts: [first] };
    }),
  );
  expect(exitCode).toBe(1);
  expect(errors).toEqual([
    {
      name: 'error',
      properties: { file: 'browser-tests/a b.yaml', line: '6', title: 'Browser test failed' },
      message:
        'Ada pays (browser-tests/a b.yaml:6)\nStep 2: expect the heading "Thank you" to be visible\nno heading\n: :error::x, 100%',
    },
    { name: 'error', properties: {}, message: expect.stringContaining('1 of 3 test cases failed') },
  ]);
  expect(warnings).toEqual([
    {
      name: 'warning',
      properties: { file: 'browser-tests/b.yaml', line: '3', title: 'Flaky browser test' },
      message: 'Ben pays is flaky (browser-tests/b.yaml:3)\nStep 1: click the button "Pay"\ntoo late',
    },
  ]);
  const page = `https://github.example/acme/shop/blob/${'a'.repeat(40)}/browser-tests/a%20b.yaml#L6`;
  expect(summary).toContain(`[\`browser-tests/a b.yaml:6\`](<${page}>)`);
  expect(summary).toContain(`| ❌ failed | Ada pays | [browser\\-tests/a b\\.yaml\\:6](<${page}>) |`);
  expect(summary).toContain('| ✅ passed | Cleo pays |');
  expect(comment).toContain(`[\`browser-tests/a b.yaml:6\`](<${page}>)`);
});

it('of 500 failures ten errors are left, with the verdict, and the last of the others counts the rest', async () => {
  const { errors, summary } = await runWith(
    ended((each) => failedAt(each, 1, 'no heading')),
    manyCases(500),
  );
  expect(errors).toHaveLength(10);
  expect(errors[8]?.message).toContain(
    '… and 491 more failed test cases. See the job summary for all of them.',
  );
  expect(errors[9]?.message).toContain('500 of 500 test cases failed');
  expect(summary.match(/^\| ❌ failed \|/gm)).toHaveLength(500);
});

it('the log of 40 failures has at most 150 lines, names each twice, and ends with the address of the comment', async () => {
  const failing = ended((each) =>
    failedAt(
      each,
      0,
      `The button of ${each.id} is hidden.\n\nTimeoutError: locator.click\nCall log:\n  - waiting`,
    ),
  );
  for (const check of ['false', 'true']) {
    const { log, outputs } = await runWith(failing, manyCases(40), { check });
    // GitHub shows a line for each line of a message.
    const lines = log.trimEnd().replaceAll('%0A', '\n').split('\n');
    expect(lines.length).toBeLessThanOrEqual(150);
    for (const name of ['Case 1', 'Case 40']) {
      expect(lines.filter((line) => new RegExp(`\\b${name}\\b`).test(line))).toHaveLength(2);
    }
    expect(lines.at(-1)).toBe(`Comment: ${outputs['comment-url']}`);
  }
});

it('a passed run has no annotation', async () => {
  const { errors, warnings } = await runWith(ended());
  expect([...errors, ...warnings]).toEqual([]);
});
