import { deadlineSignal } from '../../src/github/deadline.ts';
import { connectGitHub } from '../../src/github/github.ts';
import { publish } from '../../src/publish/publish.ts';
import { openRunCheck } from '../../src/publish/run-check.ts';
import { openRunComment } from '../../src/publish/run-comment.ts';
import { redactDeep } from '../../src/results/run-results.ts';
import { createRedactor } from '../../src/runtime/redactor.ts';
import { createRecordingHost } from '../../test/support/recording-host.ts';
import { resultsOf } from '../../test/support/results.ts';
import { manyResults } from '../many-results.ts';
import { startCost } from '../process-cost.ts';
import { readScaleTask } from '../scale-task.ts';

/** The end of a run, from its verdict on: redaction, result files, job summary, comment, check run, annotations. */

const { count, failed, folder, url } = readScaleTask();
const sha = 'a'.repeat(40);
const redact = createRedactor([
  'the password of the test account',
  'ghs_0123456789abcdefghijklmnopqrstuvwxyz',
]);
const sourceUrl = 'https://github.example/acme/shop/blob/main';
const given = resultsOf({ results: await manyResults(count, failed, folder), context: { sha }, sourceUrl });
const takenSinceThen = startCost();
const results = redactDeep(given, redact);
const unavailable = { missing: 'the bench has no artifact service' };
const publishing = {
  facts: results,
  pullRequest: 7,
  eventName: 'pull_request',
  evidenceFolder: folder,
  github: connectGitHub('token', url, { owner: 'acme', repo: 'shop' }),
  deadline: () => deadlineSignal(new AbortController().signal, 60_000),
  commentFooter: '',
  host: createRecordingHost(),
  redact,
  isFork: false,
  resultsStore: unavailable,
  saveState: () => {},
};
const { commentUrl } = await publish(results, publishing, {
  comment: openRunComment(publishing),
  check: openRunCheck(publishing, { name: 'CI / browser', sha }),
  artifacts: unavailable,
  artifactName: '',
  report: 'always',
  retentionDays: undefined,
});
const taken = takenSinceThen();
if (commentUrl === undefined) throw new Error(`There is no comment: ${publishing.host.lines.join('\n')}`);
console.log(JSON.stringify(taken));
