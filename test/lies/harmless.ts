import type { Flow } from './run-with-lies.ts';

/** A change after which a run may be green, and why. */
export interface Harmless {
  readonly reason: string;
  /** Matched with the lie as one line, such as `report 1+ body.testResults.*.name null`. */
  readonly lies: RegExp;
  /** In these flows only. */
  readonly flows?: readonly Flow[];
  /** Only if a test case is reported as flaky. */
  readonly flaky?: true;
  /** Other changes that mean nothing after this one, as this one leaves nothing to compare with them. */
  readonly masks?: RegExp;
}

/** Changes in a report, wherever it is answered: `rest` is the field and the kind of the change. */
const inReport = (rest: string) =>
  new RegExp(String.raw`^(report|execute|history) \d\+? body(\.testReport|\.data\.\*)?[. ](${rest})$`);
/** The same in one answer only, which a later one follows. */
const inOneReport = (rest: string, answers = String.raw`report \d|execute 0|history \d\+?`) =>
  new RegExp(String.raw`^(${answers}) body(\.testReport|\.data\.\*)?[. ](${rest})$`);
/** The same before the last state of the run. */
const inEarlyReport = (rest: string) => inOneReport(rest, String.raw`report [01]|execute 0|history \d\+?`);

const result = String.raw`testResults\.\*`;
const optional = `(${result}\\.)?(testTargetId|testReportId|executionUrl|browser|breakpoint|updatedAt|context|context\\.\\w+)|${result}\\.(name|testCaseId|createdAt|errorMessage)`;
const extension = `(${result}\\.)?(environmentId|environmentName)|${result}\\.(testCaseVersionId|failedStep|failedPage|steps|earlierAttempts|flaky|retryLeftOut|notRun|viewport)`;
const shownOnly = `${result}\\.(traceUrl|screenshotUrl|pageUrl|consoleErrors|missingEvidence|teardownFailures|warnings|browserVersion)`;
const denials = 'skipped|isSkipped|executed|failed|outcome|muted|exitCode|failedCount|conclusion';
const unfinished = '(WAITING|SKIPPED|DONE|IN_PROGRESS|passed)';

/**
 * The reviewed list. Every other change must keep a run from being green. A change that makes an answer unreadable is
 * harmless as well: the answer is discarded, the request is sent again, or the run is looked for.
 */
export const harmless: readonly Harmless[] = [
  {
    reason: 'A field that a service leaves out contradicts nothing: most are optional.',
    lies: inReport(
      `(${optional}|${extension}) (dropped|null)|(context\\.\\w+|${result}\\.name|${result}\\.errorMessage) blank|context an object`,
    ),
  },
  {
    reason:
      'An extension of another kind is something else of that service: it is read as if it were not there.',
    lies: inReport(`(${extension}) (a number|an object|blank|true|one more)`),
  },
  {
    reason: 'These fields are only shown.',
    lies: inReport(`(${shownOnly}).*|testReportUrl .*`),
  },
  {
    reason: 'Ids, commits and refs may be written in another way.',
    lies: / in capitals$|context\.ref refs\/heads\/main$/,
  },
  {
    reason: 'Every status of success is one.',
    lies: / status answered 204$/,
  },
  {
    reason:
      'A result is known by the id of its case, its version or its name: the others may be the service’s own.',
    lies: inReport(
      `${result}\\.(id (foreign|of another)|testCaseId foreign)|${result}\\.name (FIREFOX|MOBILE|http.*|refs.*|b+)|testResults only new ones`,
    ),
  },
  {
    reason: 'The test cases of a batch generation are the service’s own.',
    lies: inReport(
      `${result}\\.(id|testCaseId|testCaseVersionId|name) .*|testResults only new.*|${result} with testCaseVersionId`,
    ),
    flows: ['generation'],
  },
  {
    reason: 'The order of results, versions and reports means nothing, and the same one twice is one.',
    lies: / (reordered|each twice)$/,
  },
  {
    reason: 'An additional result of a case that passed takes nothing away.',
    lies: inReport('testResults one more'),
  },
  {
    reason: 'A report is requested again while results are missing or have not ended.',
    lies: inOneReport(
      `(${result}\\.)?status ${unfinished}|status ERROR|testResults (emptied|without.*|the first in place of all|null|dropped|only new.*)|${result} dropped`,
    ),
  },
  {
    reason: 'A report that says PASSED too early is requested again until its results say so, too.',
    lies: /^report \d\+? body\.status PASSED$/,
  },
  {
    reason: 'What a report says before its run has ended is not its end.',
    lies: inEarlyReport(
      `(${result}\\.)?status PASSED|${result} with (errors?|errorCount|failures|success|errorMessage|failedStep|failedPage|steps|flaky|earlierAttempts)|${result}\\.(flaky|retryLeftOut|notRun) flipped|(${result} )?with (${denials})|${result}\\.steps.*`,
    ),
  },
  {
    reason: 'A case that fails in one answer and passes in a later one is flaky.',
    lies: inEarlyReport(`${result}\\.status (FAILED|ERROR)`),
    flaky: true,
  },
  {
    reason: 'A service may say that a case is flaky.',
    lies: inReport(`${result}(\\.flaky flipped| with (flaky|earlierAttempts))`),
    flaky: true,
  },
  {
    reason: 'These are fields of results: on a report or a plan they mean nothing.',
    lies: /^(report|execute|history|plan) \d\+? body(\.testReport|\.data\.\*)? with (failedStep|failedPage|steps|earlierAttempts|flaky|testCaseVersionId|testReportId|viewport)$/,
  },
  {
    reason: 'A service need not list the steps, and fields of results mean nothing in a step.',
    lies: inReport(
      `${result}\\.steps( emptied|\\.\\* with (failedStep|failedPage|steps|earlierAttempts|flaky|test\\w+|environment\\w+|browser|breakpoint|executionUrl|context|viewport))`,
    ),
  },
  {
    reason: 'How many steps the test cases of a batch generation have is not known.',
    lies: inReport(
      `${result}\\.steps(\\.\\*)? (?!with ).*|${result}\\.steps\\.\\*\\.(elementIndex .*|status (null|dropped|a number|an object))`,
    ),
    flows: ['generation'],
  },
  {
    reason: 'An older state that is answered again is followed by the newer one.',
    lies: /^(report|history|plan) \d\+? body repeated from before$/,
  },
  {
    reason: 'An answer with the id of another report is discarded, and requested again.',
    lies: /^report \d body\.id (foreign|of another)$/,
    masks: /^report \d /,
  },
  {
    reason:
      'The service’s time is that of the answer that accepted the request. Later ones only say what is the future.',
    lies: /^(environments|execute|history|report|plan) \d\+? date /,
  },
  {
    reason:
      'A clock that is behind makes the gate accept older reports of the same commit. Without Date, its own counts.',
    lies: /^(push|generation) \d\+? date (dropped|a year behind|an hour behind)$/,
  },
  {
    reason:
      'The environments only say what `default` is called: a case that is excluded has a result all the same.',
    lies: /^environments /,
    masks: /\.environment(Id|Name) | with environment(Id|Name)$/,
  },
  {
    reason:
      'The draft push need not say which result will be of which case: it only helps to find the report.',
    lies: /^push \d\+? body\.syncDataByStableId(\.[\w-]+)?(\.testResultId (foreign|of another|null|dropped)| (dropped|null|an object))$/,
  },
  {
    reason: 'The ids of a batch generation and of its plan need not be the same: the report proves the run.',
    lies: /^(generation \d\+? body\.batchGenerationId|plan \d\+? body\.id) (foreign|of another)$/,
  },
  {
    reason: 'The history before the run has begun holds the reports of other runs only.',
    lies: /^history 0 body\.data\.\*/,
  },
  {
    reason: 'The history may be incomplete: the report is what proves the run.',
    lies: /^history \d\+? body with (errors?|errorCount|failures|success)$/,
  },
  {
    reason: 'A report that is missing or unreadable in the history is looked for again.',
    lies: /^history (\d body\.data(\.\*.* (a number|true|an object|dropped|blank|null)| (emptied|only new.*))|\d\+? body\.data (without.*|the first in place of all))$/,
    masks: /^history \d\+? /,
  },
  {
    reason:
      'Under another id, a report in the history is that of another run: the own one is looked for again.',
    lies: /^history \d body\.data\.\*\.id (foreign|of another)$/,
    masks: /^history \d /,
  },
  {
    reason:
      'Another report in the history that contradicts the request, as by the results of this one, is not ours.',
    lies: /^history \d\+? body\.data one more$/,
  },
  {
    reason: 'A result of an early state that says PASSED twice has not ended the run.',
    lies: inEarlyReport('testResults the first again, with (an error|a failed step)'),
  },
  {
    reason: 'Where the next page of the history is does not matter if the report is on this one.',
    lies: /^history \d\+? body\.(key|hasNextPage)/,
  },
  {
    reason: 'The times of a plan have no defined format, and its context is optional, as that of a report.',
    lies: /^plan \d\+? body\.((createdAt|updatedAt) .*|(testTargetId|context|context\.\w+) (dropped|null)|context\.\w+ blank|context an object)$/,
  },
  {
    reason: 'A plan in a state that is not its end is requested again; one that is done is done.',
    lies: /^plan (\d body\.status (WAITING|SKIPPED|IN_PROGRESS|passed|PASSED|FAILED|null|dropped)|\d\+? body\.status DONE)$/,
  },
  {
    reason: 'A plan has no browser and no environment, and only says whether the generation has ended.',
    lies: new RegExp(
      String.raw`^plan \d\+? body with (environmentName|environmentId|browser|breakpoint|executionUrl|viewport|${denials})$`,
    ),
  },
  {
    reason: 'These fields of a results file only describe: who can write one can write a whole one.',
    lies: /^results \d\+? (?!body\.(version|status|green|total|passed|failed|flaky|proof( |\.\* |\.\*\.check)|job\.(attempt|runId|matrix|shard|step|job|workflow|jobTotal)|context|results\.\*\.(status|flaky)) ?)/,
  },
  {
    reason: 'A proof may have more checks, and checks may have more fields.',
    lies: /^results \d\+? body\.proof (one more|only new ones( without names)?)$/,
  },
  {
    reason:
      'The number of jobs is known from the other jobs of the matrix, and from those that have reported.',
    lies: /^results \d\+? body\.job\.jobTotal (null|dropped)$/,
  },
  {
    reason: 'Results without a commit are those of the run, but no check run is created for it.',
    lies: /^results \d\+? body\.context(\.sha dropped| an object)$/,
    flows: ['last-job'],
  },
  {
    reason: 'These fields of the context are not used: GitHub’s own are.',
    lies: /^results \d\+? body\.context\.(owner|repo|ref|source|issueNumber) /,
  },
  {
    reason: 'The size and the times of an artifact only say whether it is read, and who writes the comment.',
    lies: /^artifacts 0 body\.\*\.(size|createdAt) /,
  },
  {
    reason: 'The list of a job’s own workflow run has no expired artifacts.',
    lies: /^artifacts 0 body\.\*\.expired /,
    flows: ['last-job'],
  },
  {
    reason: 'The outputs of jobs are not read.',
    lies: /^needs 0 body\.\w+\.outputs /,
  },
  {
    reason: 'A job that the last job does not wait for cannot be seen.',
    lies: /^needs 0 body\.\w+ dropped$/,
  },
  {
    reason: 'The event and the branch of a run only say which pull request gets the comment.',
    lies: /^event 0 body\.workflow_run\.(event|head_branch|head_repository)(\.full_name)? /,
  },
  {
    reason: 'The name of the workflow names the comment and the check run; GitHub says it.',
    lies: /^event 0 body\.workflow_run\.name /,
  },
  {
    reason: 'After a re-run of failed jobs, the results of the others are those of earlier attempts.',
    lies: /^event 0 body\.workflow_run\.run_attempt a number$/,
  },
];
