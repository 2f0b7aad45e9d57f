import { createClient } from '../../src/client/client.ts';
import { openRunner } from '../../src/runner/open-runner.ts';
import { openEmbeddedService } from '../../src/service/embedded-service.ts';
import { benchCases } from '../cases.ts';
import { machineWith } from '../machine.ts';
import { printCounts, readTask } from '../task.ts';

/** The client, the embedded service and the runner, as in the action. */

const { url, count, workers, timeoutPerStepMs, chromium, folder } = readTask();
const { cases, login } = benchCases(count);
await using runner = openRunner(machineWith(chromium), { workers, evidenceFolder: folder });
await runner.prepare('CHROMIUM');
await using service = openEmbeddedService({ runner });
const client = createClient({
  baseUrl: 'http://embedded.invalid',
  apiKey: service.apiKey,
  fetch: (address, request) => service.fetch(new Request(address, request)),
});
const { id: testTargetId } = await client.createTestTarget({
  testTarget: { app: 'bench', discoveryUrl: url },
});
await client.updateTestTarget({ testTargetId }, { timeoutPerStep: timeoutPerStepMs });
const { versionIds } = await client.draftPush({ testTargetId }, { testCases: [...cases, login] });
let { testReport } = await client.execute({
  testTargetId,
  url,
  context: { source: 'manual', description: 'bench' },
  testCaseVersionIds: versionIds,
});
while (testReport.status === 'WAITING') {
  const address = { testTargetId, testReportId: testReport.id };
  testReport = await client.getTestReport(address, { waitSeconds: 1 });
}
printCounts(testReport.testResults.map(({ status }) => status === 'PASSED'));
