import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '../../src/client/client.ts';
import { openEmbeddedService } from '../../src/service/embedded-service.ts';
import { loadTestCases } from '../../src/test-files/load.ts';
import { createStubRunner } from '../../test/support/stub-runner.ts';
import { startCost } from '../process-cost.ts';
import { readScaleTask } from '../scale-task.ts';

/** Finds, reads and checks test files, each of one test case with three steps, and pushes them to the embedded service. */

const { count, folder } = readScaleTask();
for (let index = 0; index < count; index += 1) {
  await writeFile(join(folder, `case-${index}.yaml`), textOf(index));
}
await using service = openEmbeddedService({ runner: createStubRunner() });
const client = createClient({
  baseUrl: 'http://embedded.invalid',
  apiKey: service.apiKey,
  fetch: (address, request) => service.fetch(new Request(address, request)),
});
const { id: testTargetId } = await client.createTestTarget({ testTarget: { app: 'bench' } });
const taken = startCost();
const { cases, problems } = await loadTestCases(folder, ['.']);
const { versionIds } = await client.draftPush(
  { testTargetId },
  { testCases: cases.map(({ testCase }) => testCase) },
);
const cost = taken();
if (problems.length > 0 || versionIds.length !== count) {
  throw new Error(`${versionIds.length} of ${count} test cases were pushed: ${problems[0]?.message}`);
}
console.log(JSON.stringify(cost));

function textOf(index: number): string {
  return `description: A customer buys the book ${index}
tagNames: [team-${index % 20}]
elements:
  - interaction: { action: GO_TO, calledWith: /books/${index} }
  - selectors:
      - { selectorType: ROLE, selector: button, options: { name: Add book ${index} to the cart } }
    interaction: { action: CLICK }
  - selectors:
      - { selectorType: TEST_ID, selector: total }
    assertion: { expectation: TO_CONTAIN_TEXT, calledWith: "Total: €${index}" }
`;
}
