import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { ambiguousPage, buttonPage, makeScenario } from '../support/scenario.ts';

const resultFiles = ['ctrf.json', 'junit.xml', 'report.html', 'results.json'];

it('the output names the folder with the evidence of a failed case, without secrets; the next run deletes it', async () => {
  await using scenario = await makeScenario({
    pages: { '/': `${ambiguousPage('Pay')}<input>` },
    files: {
      'browser-tests/a.yaml': `description: A customer pays
elements:
  - selectors: [{ selectorType: CSS, selector: input }]
    interaction: { action: ENTER_TEXT, calledWith: $PAYMENT_TOKEN }
  - selectors: [{ selectorType: ROLE, selector: button, options: { name: Pay } }]
    interaction: { action: CLICK }
`,
    },
  });
  const env = { RUNNER_TEMP: join(scenario.workspace.path, 'temp') };
  const inputs = { variables: 'PAYMENT_TOKEN=s3cret-of-the-run' };
  const red = await scenario.run({ inputs, env });
  expect(red.exitCode).toBe(1);
  const folder = red.outputs['evidence-folder'] ?? '';
  expect(folder).toBe(join(env.RUNNER_TEMP, 'browser-test-gate/evidence-browser-gate'));
  const names = await readdir(folder);
  expect(names.filter((name) => name.endsWith('.png'))).toHaveLength(2);
  const traces = names.filter((name) => name.endsWith('.zip'));
  expect(traces.length).toBeGreaterThan(0);
  for (const name of traces) {
    const texts = Object.values(unzipSync(await readFile(join(folder, name)))).map((bytes) =>
      Buffer.from(bytes).toString(),
    );
    expect(texts.join('\n')).toContain('step 1: enter');
    expect(texts.join('\n')).not.toContain('s3cret-of-the-run');
  }

  scenario.pages['/'] = `${buttonPage('Pay', 'Thank you')}<input>`;
  const green = await scenario.run({ inputs, env });
  expect(green.exitCode).toBe(0);
  // The results are there, and so it is named.
  expect(green.outputs['evidence-folder']).toBe(folder);
  expect((await readdir(folder)).sort()).toEqual(resultFiles);
});
