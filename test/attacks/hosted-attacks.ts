import { gzipSync } from 'node:zlib';
import { targetId } from '../support/reports.ts';
import type { RunOptions } from '../support/scenario.ts';
import {
  context,
  files,
  head,
  id,
  notFound,
  type Raw,
  type Report,
  type Result,
  type Script,
  status,
} from './scripted-service.ts';

/** What a service, or what is around the gate, does wrong, and how the run must end. */
export interface Attack {
  readonly what: string;
  /** Statuses that are right; `passed` is green. */
  readonly ends: readonly string[];
  /** A text of the log. */
  readonly says?: RegExp;
  readonly script: Script;
  readonly files?: Readonly<Record<string, string>>;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly run?: RunOptions;
}

const red = ['error', 'failed', 'timed-out', 'nothing-to-run'];
const error = ['error'];
const green = ['passed'];

const patch = (fields: object) => (honest: object) => ({ ...honest, ...fields });
/** The report in all answers. */
const inReport = (change: (report: Report, nth: number) => object | Raw): Script => ({
  report: (honest, { nth }) => change(honest, nth),
});
const inResult = (change: (result: Result, nth: number) => object): Script =>
  inReport((report, nth) => ({
    ...report,
    testResults: report.testResults.map((each, index) => (index === 0 ? change(each, nth) : each)),
  }));
type Two = readonly [Result, Result];
function twoOf({ testResults: [first, second] }: Report): Two {
  if (first === undefined || second === undefined) throw new Error('the report has two results');
  return [first, second];
}
/** Both results, in all answers. */
const results = (change: (all: Two) => readonly object[]): Script =>
  inReport((report) => ({ ...report, testResults: change(twoOf(report)) }));
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
/** Some answers are replaced, the others are honest. */
const onlyAt =
  (numbers: readonly number[], raw: Raw) =>
  (honest: object, { nth }: { readonly nth: number }) =>
    numbers.includes(nth) ? raw : honest;
const destroy: Raw = (response) => void response.destroy();
const never: Raw = () => {};
const html: Raw = (response) =>
  void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>');
const noExecute: Script = { execute: () => notFound };
const searched = (script: Script): Script => ({ ...noExecute, ...script });
const generation = {
  inputs: { mode: 'batch-generation', prompt: 'the shop' },
} as const;
const discovery = { inputs: { mode: 'discovery', name: 'New', prompt: 'buy tea' } } as const;
const pushMode = {
  inputs: { mode: 'push' },
  run: { eventName: 'push', event: {} },
} as const;
const pullMode = { inputs: { mode: 'pull', folder: 'pulled' } } as const;
const exportMode = { inputs: { mode: 'export', folder: 'exported' } } as const;
const chunkedCut =
  (text: string): Raw =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'transfer-encoding': 'chunked' });
    response.write(text, () => response.destroy());
  };

const execution: readonly Attack[] = [
  {
    what: 'execute answers PASSED with all results at once',
    ends: green,
    script: { execute: (honest) => ({ testReport: passed(honest.testReport) }) },
  },
  {
    what: 'execute answers FAILED, every later answer PASSED',
    ends: error,
    script: { execute: (honest) => ({ testReport: { ...honest.testReport, status: 'FAILED' } }) },
  },
  {
    what: 'execute answers a FAILED result, and every later answer PASSED without it being flaky',
    ends: ['passed'],
    says: /flaky/,
    script: {
      execute: (honest) => ({
        testReport: {
          ...honest.testReport,
          testResults: honest.testReport.testResults.map((each, index) =>
            index === 0 ? { ...each, status: 'FAILED', errorMessage: 'no tea' } : each,
          ),
        },
      }),
    },
  },
  {
    what: 'execute answers 204',
    ends: red,
    script: { execute: () => status(204), history: () => ({ data: [], hasNextPage: false }) },
    inputs: { timeout: '6s' },
  },
  {
    what: 'execute answers 200 with HTML, and no report exists',
    ends: red,
    script: { execute: () => html, history: () => ({ data: [], hasNextPage: false }) },
    inputs: { timeout: '6s' },
  },
  {
    what: 'execute answers 200 with HTML, but the run has started',
    ends: green,
    script: { execute: () => html },
  },
  {
    what: 'execute answers 302 to a page for signing in',
    ends: red,
    script: {
      execute: () => status(302, '', { location: '/login' }),
      history: () => ({ data: [], hasNextPage: false }),
    },
    inputs: { timeout: '6s' },
  },
  {
    what: 'execute answers 307 to the same path',
    ends: error,
    script: { execute: () => status(307, '', { location: '/api/apiKey/v3/execute' }) },
  },
  {
    what: 'execute answers a report of another commit',
    ends: error,
    script: {
      execute: (honest) => ({
        testReport: { ...honest.testReport, context: { ...context, sha: 'e'.repeat(40) } },
      }),
    },
  },
  {
    what: 'execute answers a report that then does not exist',
    ends: error,
    says: /no longer has it/,
    script: inReport(() => notFound),
  },
  {
    what: 'execute answers an array',
    ends: red,
    script: {
      execute: (honest) => [honest],
      history: () => ({ data: [], hasNextPage: false }),
    },
    inputs: { timeout: '6s' },
  },
  {
    what: 'execute is cut off in mid-body, and the run has started',
    ends: green,
    script: { execute: () => chunkedCut('{"testReport": {') },
  },
  {
    what: 'execute answers 500 for ever, without a report',
    ends: red,
    script: { execute: () => status(500, '{}'), history: () => ({ data: [], hasNextPage: false }) },
    inputs: { timeout: '10s' },
  },
  {
    what: 'execute answers 409 at first',
    ends: error,
    script: { execute: onlyAt([0], status(409, '{}')) },
  },
  {
    what: 'execute answers a report with the id of the test target',
    ends: red,
    script: { execute: (honest) => ({ testReport: { ...honest.testReport, id: id(7) } }) },
    inputs: { timeout: '6s' },
  },
];

function passed(report: Report): Report {
  return {
    ...report,
    status: 'PASSED',
    testResults: report.testResults.map((each) => ({ ...each, status: 'PASSED' })),
  };
}

const answers: readonly Attack[] = [
  {
    what: 'a result twice: once clean, once with an error',
    ends: error,
    script: results(([first, ...rest]) => [first, { ...first, errorMessage: 'It broke.' }, ...rest]),
  },
  {
    what: 'a result twice: once clean, once with a failed step',
    ends: error,
    script: results(([first, ...rest]) => [
      first,
      { ...first, failedStep: { testCaseId: id(1), elementIndex: 0 } },
      ...rest,
    ]),
  },
  {
    what: 'a result twice: PASSED and FAILED under one id',
    ends: ['failed', 'error'],
    script: results(([first, ...rest]) => [first, { ...first, status: 'FAILED' }, ...rest]),
  },
  {
    what: 'a result twice: the second has the id in capitals and failed',
    ends: ['failed', 'error'],
    script: results(([first, ...rest]) => [
      first,
      { ...first, id: first.id.toUpperCase(), status: 'FAILED' },
      ...rest,
    ]),
  },
  {
    what: 'both results have the id of one, but each its own case',
    ends: ['passed', 'error'],
    script: results(([first, second]) => [first, { ...second, id: first.id }]),
  },
  {
    what: 'both results are of one case',
    ends: error,
    script: results(([first, second]) => [
      first,
      {
        ...second,
        testCaseId: first.testCaseId,
        testCaseVersionId: first.testCaseVersionId,
        name: first.name,
      },
    ]),
  },
  {
    what: 'a third result, of a case nobody knows, that is WAITING for ever',
    ends: error,
    script: results((all) => [
      ...all,
      {
        ...all[0],
        id: id(3, 9),
        testCaseId: id(1, 9),
        name: 'Else',
        testCaseVersionId: null,
        status: 'WAITING',
      },
    ]),
  },
  {
    what: 'a third result, of a case nobody knows, that failed',
    ends: ['failed'],
    script: results((all) => [
      ...all,
      {
        ...all[0],
        id: id(3, 9),
        testCaseId: id(1, 9),
        name: 'Else',
        testCaseVersionId: null,
        status: 'FAILED',
      },
    ]),
  },
  {
    what: 'a third result that failed is in one early answer only',
    ends: error,
    script: inReport((report, nth) =>
      nth > 0
        ? report
        : {
            ...report,
            testResults: [
              ...report.testResults,
              { id: id(3, 9), testCaseId: id(1, 9), name: 'Else', status: 'FAILED' },
            ],
          },
    ),
  },
  {
    what: 'a version that was never pushed, ids of its own, and one name for two cases',
    ends: error,
    files: {
      'browser-tests/all.yaml': [0, 1]
        .map(
          (n) =>
            `- id: ${id(1, n)}\n  description: Same\n  elements: [{ interaction: { action: CLICK }, selectors: [{ selectorType: CSS, selector: h1 }] }]\n`,
        )
        .join(''),
    },
    script: {
      draftPush: patch({ syncDataByStableId: undefined }),
      ...results((all) =>
        all.map((each, n) => ({
          ...each,
          id: id(3, n + 7),
          testCaseId: id(1, n + 7),
          testCaseVersionId: id(2, n + 7),
          name: 'Same',
        })),
      ),
      execute: (honest) => ({ testReport: { ...honest.testReport, testResults: [] } }),
    },
  },
  {
    what: 'a status with white space',
    ends: red,
    script: inReport((report) => ({ ...report, status: `${report.status} ` })),
    inputs: { timeout: '6s' },
  },
  {
    what: 'results with `PASSED ` and a report that PASSED',
    ends: error,
    script: inResult((result) => ({ ...result, status: 'PASSED ' })),
  },
  {
    what: 'an error message of white space only',
    ends: green,
    script: inResult((result) => ({ ...result, errorMessage: ' \n' })),
  },
  {
    what: 'an errorMessage that is an object',
    ends: red,
    script: inResult((result, nth) => (nth > 0 ? { ...result, errorMessage: { text: 'no' } } : result)),
    inputs: { timeout: '8s' },
  },
  {
    what: 'testResults is null in a report that PASSED',
    ends: red,
    script: inReport((report) => ({ ...report, testResults: null })),
    inputs: { timeout: '6s' },
  },
  {
    what: 'testResults is missing in a report that PASSED',
    ends: error,
    script: inReport((report) => ({ ...report, testResults: undefined })),
  },
  {
    what: 'a result PASSED with steps that are WAITING',
    ends: error,
    script: inResult((result) => ({ ...result, steps: [{ elementIndex: 0, status: 'WAITING' }] })),
  },
  {
    what: 'a result that PASSED before it was requested',
    ends: error,
    script: inResult((result) => ({ ...result, createdAt: ago(3_600_000), updatedAt: ago(3_500_000) })),
  },
  {
    what: 'a result updated in 2099',
    ends: error,
    script: inResult((result) => ({ ...result, updatedAt: '2099-01-01T00:00:00Z' })),
  },
  {
    what: 'a browser in lower case',
    ends: green,
    script: inReport((report) => ({ ...report, browser: 'chromium' })),
  },
  {
    what: 'another browser in the last answer only',
    ends: error,
    script: inReport((report, nth) => (nth > 0 ? { ...report, browser: 'FIREFOX' } : report)),
  },
  {
    what: 'another pull request in a poll in between',
    ends: error,
    script: inReport((report, nth) =>
      nth === 0 ? { ...report, context: { ...context, issueNumber: 8 } } : report,
    ),
  },
  {
    what: 'an issue number as text',
    ends: green,
    script: inReport((report) => ({ ...report, context: { ...context, issueNumber: '7' } })),
  },
  {
    what: 'a context of another source',
    ends: error,
    script: inReport((report) => ({ ...report, context: { source: 'manual' } })),
  },
  {
    what: 'the merge commit as context',
    ends: error,
    script: inReport((report) => ({ ...report, context: { ...context, sha: 'd'.repeat(40) } })),
  },
  {
    what: 'a short commit',
    ends: error,
    script: inReport((report) => ({ ...report, context: { ...context, sha: head.slice(0, 7) } })),
  },
  {
    what: 'an execution URL of another port',
    ends: error,
    script: inReport((report) => ({ ...report, executionUrl: 'http://127.0.0.1:1' })),
  },
  {
    what: 'an execution URL that is no URL',
    ends: error,
    script: inReport((report) => ({ ...report, executionUrl: 'the shop' })),
  },
  {
    what: 'the report alternates between PASSED and FAILED',
    ends: ['failed', 'error'],
    script: inReport((report, nth) => ({ ...report, status: nth % 2 === 0 ? 'FAILED' : 'PASSED' })),
    inputs: { timeout: '20s' },
  },
  {
    what: 'a report FAILED whose results all passed',
    ends: ['failed'],
    script: inReport((report) => ({ ...passed(report), status: 'FAILED' })),
  },
  {
    what: 'a report PASSED whose result failed',
    ends: ['failed'],
    script: inResult((result) => ({ ...result, status: 'FAILED' })),
  },
  {
    what: 'the last answer names the cases by their names alone',
    ends: green,
    script: inReport((report) => ({
      ...report,
      testResults: report.testResults.map((each, n) => ({
        id: id(3, n),
        testCaseId: id(7, n),
        name: each.name,
        status: each.status,
      })),
    })),
  },
  {
    what: 'the names of the cases are swapped',
    ends: error,
    script: results(([a, b]) => [
      { ...a, name: b.name },
      { ...b, name: a.name },
    ]),
  },
  {
    what: 'the ids of the results are swapped',
    ends: error,
    script: results(([a, b]) => [
      { ...a, id: b.id },
      { ...b, id: a.id },
    ]),
  },
  {
    what: 'a result of another test target',
    ends: error,
    script: inResult((result) => ({ ...result, testTargetId: id(7) })),
  },
  {
    what: 'another environment than the default one',
    ends: error,
    says: /`environmentName` is "Staging", but "Main" was requested/,
    script: inReport((report) => ({ ...report, environmentName: 'Staging' })),
  },
  {
    what: 'another environment than the default one, in a result of an early answer',
    ends: error,
    script: inResult((result, nth) => (nth === 0 ? { ...result, environmentId: id(7) } : result)),
  },
  {
    what: 'the default environment, by its name, by its id and as `default`',
    ends: green,
    script: inReport((report, nth) => ({
      ...report,
      environmentId: id(6),
      environmentName: nth > 0 ? 'default' : 'Main',
    })),
  },
  ...[
    {
      of: 'another one',
      answered: id(6),
      ends: error,
      says: /`environmentId` of the result "Pay" is "6{8}-/,
    },
    { of: 'that one', answered: id(7), ends: green },
  ].map(
    ({ of, answered, ...expected }): Attack => ({
      what: `the id of an environment that was requested by its name: ${of}`,
      ...expected,
      script: {
        environments: (honest) => [
          ...Object.values(honest),
          { id: id(7), name: 'staging', testTargetId: targetId, type: 'ADDITIONAL' },
        ],
        ...inResult((result) => ({ ...result, environmentId: answered })),
      },
      inputs: { environment: 'staging' },
    }),
  ),
  {
    what: 'the id of an environment, although the one that was requested does not exist',
    ends: error,
    says: /The test target has no environment "staging"/,
    script: inReport((report) => ({ ...report, environmentId: id(6) })),
    inputs: { environment: 'staging' },
  },
  {
    what: 'an environment, and the environments cannot be read',
    ends: green,
    script: {
      environments: () => status(404, '{}'),
      ...inReport((report) => ({ ...report, environmentName: 'Staging' })),
    },
  },
  {
    what: 'an attempt that failed, in an early answer only',
    ends: green,
    says: /flaky/,
    script: inResult((result, nth) =>
      nth === 0 ? { ...result, earlierAttempts: [{ status: 'FAILED', errorMessage: 'no tea' }] } : result,
    ),
  },
  {
    what: 'the step that is being run, in an early answer only',
    ends: green,
    says: /^(?!.*flaky)/s,
    script: inResult((result, nth) =>
      nth === 0 ? { ...result, failedStep: { testCaseId: id(1), elementIndex: 0 } } : result,
    ),
  },
  ...['failed', 'FAILED ', 'ABORTED', 'TIMED_OUT'].flatMap((failure): Attack[] => [
    {
      what: `a result with the status "${failure}", in an early answer only`,
      ends: green,
      says: /flaky/,
      script: inResult((result, nth) => (nth === 0 ? { ...result, status: failure } : result)),
    },
    {
      what: `a report with the status "${failure}", in an early answer only`,
      ends: error,
      says: /had failed in one answer/,
      script: inReport((report, nth) => (nth === 0 ? { ...report, status: failure } : report)),
    },
  ]),
  {
    what: 'an error message of a result that is WAITING, in an early answer only',
    ends: green,
    says: /flaky/,
    script: inResult((result, nth) => (nth === 0 ? { ...result, errorMessage: 'no tea' } : result)),
  },
  {
    what: 'a result PASSED whose steps were all ignored',
    ends: error,
    says: /no step that passed/,
    script: inResult(patch({ steps: [{ elementIndex: 0, status: 'IGNORED' }] })),
  },
  {
    what: 'a result PASSED with a step that the test case does not have',
    ends: error,
    says: /a step that the test case does not have/,
    script: inResult(patch({ steps: [{ elementIndex: 7, status: 'PASSED' }] })),
  },
  {
    what: 'a result PASSED with the steps of the other test case',
    ends: error,
    says: /a step that the test case does not have/,
    script: inResult((each) => ({
      ...each,
      steps: [{ testCaseId: id(1, 1), elementIndex: 0, status: 'PASSED' }],
    })),
  },
  {
    what: 'a result PASSED with a failed step among 300 others, and one that cannot be read',
    ends: error,
    says: /a failed step/,
    script: inResult((each) => ({
      ...each,
      steps: ['FAILED', ...Array.from({ length: 300 }, () => 'PASSED'), null].map((outcome) => ({
        elementIndex: 0,
        status: outcome,
      })),
    })),
  },
  {
    what: 'a result PASSED that was not executed',
    ends: error,
    says: /`executed`: false/,
    script: inResult((each) => ({ ...each, executed: false })),
  },
  {
    what: 'a result of another URL',
    ends: error,
    says: /`executionUrl` of the result/,
    script: inResult((each) => ({ ...each, executionUrl: 'http://other.test' })),
  },
  {
    what: 'a result on the screen of a phone',
    ends: error,
    says: /`viewport` of the result/,
    script: inResult((each) => ({ ...each, viewport: { width: 320, height: 640 } })),
  },
  {
    what: 'a result without an id',
    ends: red,
    script: inResult((result, nth) => (nth > 0 ? { ...result, id: undefined } : result)),
    inputs: { timeout: '8s' },
  },
  {
    what: 'a test case that is excluded from staging is left out, and the environments answer 500',
    ends: error,
    files: {
      ...files,
      'browser-tests/mail.yaml': `id: ${id(1, 2)}\ndescription: Mail\nexcludedEnvironmentNames: [staging]\nelements: [{ interaction: { action: CLICK }, selectors: [{ selectorType: CSS, selector: h1 }] }]\n`,
    },
    script: { environments: () => status(404, '{}') },
    inputs: { timeout: '25s' },
  },
  {
    what: 'flaky is "yes"',
    ends: green,
    script: inResult((result) => ({ ...result, flaky: 'yes' })),
  },
  {
    what: 'earlier attempts that passed',
    ends: green,
    says: /flaky/,
    script: inResult((result) => ({ ...result, earlierAttempts: [{ status: 'PASSED' }] })),
  },
];

const transport: readonly Attack[] = [
  {
    what: 'the service is down for three polls',
    ends: green,
    script: { report: (honest, { nth }) => (nth < 3 ? destroy : honest) },
  },
  {
    what: 'the service restarts, and has forgotten the report for good',
    ends: error,
    script: { report: (honest, { nth }) => (nth === 0 ? honest : notFound) },
  },
  {
    what: 'the service restarts, and has forgotten the report once',
    ends: green,
    script: { report: onlyAt([1], notFound) },
  },
  {
    what: 'a poll answers 200 with HTML, once',
    ends: green,
    script: { report: onlyAt([1], html) },
  },
  {
    what: 'all polls answer 200 with HTML',
    ends: red,
    script: { report: () => html },
    inputs: { timeout: '6s' },
  },
  {
    what: 'all polls answer 206',
    ends: red,
    says: /answered 206 with a part of the body/,
    script: inReport((report) => status(206, JSON.stringify(report))),
    inputs: { timeout: '6s' },
  },
  {
    what: 'all polls answer 204',
    ends: red,
    script: { report: () => status(204) },
    inputs: { timeout: '6s' },
  },
  {
    what: 'a poll is redirected to itself for ever',
    ends: red,
    script: {
      report: () => (response, request) => void response.writeHead(302, { location: request.url }).end(),
    },
    inputs: { timeout: '6s' },
  },
  {
    what: 'a poll is redirected to another host',
    ends: red,
    script: { report: () => status(302, '', { location: 'http://127.0.0.1:9/x' }) },
    inputs: { timeout: '6s' },
  },
  {
    what: 'a poll is redirected within the service, once',
    ends: green,
    script: {
      report: (honest, { nth, request }) =>
        nth === 0 ? status(302, '', { location: `${request.url}?again` }) : honest,
    },
  },
  {
    what: 'a poll is redirected by 304',
    ends: red,
    script: { report: () => status(304) },
    inputs: { timeout: '6s' },
  },
  {
    what: 'a body is cut in the middle of its JSON, with the right chunks',
    ends: red,
    script: {
      report: (honest) => {
        const text = JSON.stringify(honest);
        return status(200, text.slice(0, text.length / 2));
      },
    },
    inputs: { timeout: '6s' },
  },
  {
    what: 'a chunked body is cut off after a complete JSON text',
    ends: red,
    script: { report: (honest) => chunkedCut(JSON.stringify(honest)) },
    inputs: { timeout: '6s' },
  },
  {
    what: 'the content length is longer than the body',
    ends: red,
    script: {
      report: (honest) => (response) => {
        const text = JSON.stringify(honest);
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length + 9 });
        response.write(text);
        setTimeout(() => response.destroy(), 50);
      },
    },
    inputs: { timeout: '6s' },
  },
  {
    what: 'the content length is shorter than the body',
    ends: red,
    script: {
      report: (honest) => (response) => {
        const text = JSON.stringify(honest);
        response.socket?.end(
          `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${text.length - 9}\r\n\r\n${text}`,
        );
      },
    },
    inputs: { timeout: '6s' },
  },
  {
    what: 'a gzip body',
    ends: green,
    script: {
      report: (honest) => (response) =>
        void response
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
          .end(gzipSync(JSON.stringify(honest))),
    },
  },
  {
    what: 'a gzip body that is cut',
    ends: red,
    script: {
      report: (honest) => (response) =>
        void response
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
          .end(gzipSync(JSON.stringify(honest)).subarray(0, -12)),
    },
    inputs: { timeout: '6s' },
  },
  {
    what: 'gzip is named, but the body is plain',
    ends: red,
    script: { report: (honest) => status(200, JSON.stringify(honest), { 'content-encoding': 'gzip' }) },
    inputs: { timeout: '6s' },
  },
  {
    what: 'a gzip body that grows to a gigabyte',
    ends: red,
    script: {
      report: () => (response) =>
        void response
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
          .end(bomb()),
    },
    inputs: { timeout: '8s' },
  },
  {
    what: 'a body of 40 MiB',
    ends: red,
    script: { report: (honest) => status(200, JSON.stringify({ ...honest, more: 'x'.repeat(40 << 20) })) },
    inputs: { timeout: '8s' },
  },
  {
    what: 'a body that never ends, byte by byte',
    ends: ['timed-out', 'error'],
    script: {
      report: () => (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const timer = setInterval(() => response.write(' '), 50);
        response.on('close', () => clearInterval(timer));
      },
    },
    inputs: { timeout: '5s' },
  },
  {
    what: 'an answer that never comes',
    ends: ['timed-out'],
    script: { report: () => never },
    inputs: { timeout: '5s' },
  },
  {
    what: 'a pause of a year is asked for',
    ends: red,
    script: { report: () => status(503, '{}', { 'retry-after': '31536000' }) },
    inputs: { timeout: '5s' },
  },
  {
    what: 'two JSON texts in one body',
    ends: red,
    script: { report: (honest) => status(200, JSON.stringify(honest) + JSON.stringify(honest)) },
    inputs: { timeout: '6s' },
  },
  {
    what: 'UTF-16',
    ends: red,
    script: {
      report: (honest) => (response) =>
        void response
          .writeHead(200, { 'content-type': 'application/json; charset=utf-16' })
          .end(Buffer.from(JSON.stringify(honest), 'utf16le')),
    },
    inputs: { timeout: '6s' },
  },
  {
    what: 'early hints before each answer',
    ends: green,
    script: {
      report: (honest) => (response) => {
        response.writeEarlyHints({ link: '</x>; rel=preload' });
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(honest));
      },
    },
  },
  {
    what: 'header fields of 100 KiB',
    ends: red,
    script: { report: (honest) => status(200, JSON.stringify(honest), { 'x-more': 'x'.repeat(100_000) }) },
    inputs: { timeout: '6s' },
  },
];

let packed: Buffer | undefined;
/** Made once: it takes a moment. */
function bomb(): Buffer {
  packed ??= gzipSync(Buffer.alloc(1 << 30, 0x20));
  return packed;
}

/** A header field `Date` that is so many ms ahead. */
const dated =
  (aheadMs: number) =>
  (honest: object): Raw =>
    status(200, JSON.stringify(honest), { date: new Date(Date.now() + aheadMs).toUTCString() });
const yearMs = 365 * 86_400_000;
/** The report of a run of yesterday, which passed. */
const ofYesterday = (report: Report): Report => ({ ...passed(report), createdAt: ago(86_400_000) });
/** The answer as it is written, with one text of it replaced. */
const written =
  (text: string, replacement: string) =>
  (honest: object): Raw =>
    status(200, JSON.stringify(honest).replace(text, replacement));
const repeats: readonly (readonly [key: string, script: Script])[] = [
  [
    'the status of the report',
    { report: written('"status":"PASSED"', '"status":"FAILED","status":"PASSED"') },
  ],
  [
    'the status of a result',
    {
      report: written('"errorMessage":null', '"errorMessage":null,"st\\u0061tus":"FAILED","status":"PASSED"'),
    },
  ],
  [
    'the results',
    { report: written('"testResults":[', '"testResults":[{"status":"FAILED"}],"testResults":[') },
  ],
  ['success of the push', { draftPush: written('"success":true', '"success":false,"success":true') }],
];
const ambiguous = repeats.map(
  ([key, script]): Attack => ({
    what: `a key that occurs twice: ${key}`,
    ends: red,
    says: /occurs twice in one object/,
    script,
    inputs: { timeout: '6s' },
  }),
);

const clocks: readonly Attack[] = [
  {
    what: 'a clock a year behind in the draft push only',
    ends: green,
    script: { draftPush: dated(-yearMs) },
  },
  {
    what: 'a clock a year behind in the draft push only, and a report of yesterday',
    ends: error,
    says: /the run was requested later/,
    script: {
      draftPush: dated(-yearMs),
      execute: (honest) => ({ testReport: ofYesterday(honest.testReport) }),
      report: ofYesterday,
    },
  },
  {
    what: 'a clock a year behind in the draft push only, and a report of yesterday, without execute',
    ends: ['error', 'timed-out'],
    script: searched({
      draftPush: (honest) => dated(-yearMs)({ ...honest, syncDataByStableId: undefined }),
      history: (honest) => ({ ...honest, data: [ofYesterday(honest.data[0])] }),
      report: ofYesterday,
    }),
    inputs: { timeout: '6s' },
  },
  {
    what: 'a clock a year ahead in the draft push only',
    ends: red,
    script: {
      draftPush: (honest) =>
        status(200, JSON.stringify(honest), { date: new Date(Date.now() + 365 * 86_400_000).toUTCString() }),
    },
  },
  {
    what: 'a Date that is no date',
    ends: green,
    script: { draftPush: (honest) => status(200, JSON.stringify(honest), { date: 'yesterday' }) },
  },
  {
    what: 'a report that was created in the second before the push by another job, without execute',
    ends: ['error', 'timed-out'],
    script: searched({
      draftPush: patch({ syncDataByStableId: undefined }),
      history: (honest) => ({ ...honest, data: [{ ...passed(honest.data[0]), createdAt: ago(10_000) }] }),
    }),
    inputs: { timeout: '6s' },
  },
];

/** Another report of the same context. */
const failedRival = (report: Report): Report => ({
  ...report,
  id: id(4, 1),
  createdAt: new Date(Date.parse(report.createdAt) + 5).toISOString(),
  status: 'FAILED',
  testResults: report.testResults.map((each, n) => ({
    ...each,
    id: id(3, n + 5),
    testReportId: id(4, 1),
    status: 'FAILED',
  })),
});

const searches: readonly Attack[] = [
  {
    what: 'two reports match: the older passed, the newer failed',
    ends: ['failed', 'error'],
    script: searched({
      draftPush: patch({ syncDataByStableId: undefined }),
      history: (honest) => ({
        ...honest,
        data: [failedRival(honest.data[0]), passed(honest.data[0])],
      }),
    }),
  },
  {
    what: 'two reports match: the newer failed, and appears while the older is waited for',
    ends: error,
    says: /2 test reports match this run/,
    script: searched({
      draftPush: patch({ syncDataByStableId: undefined }),
      history: (honest, { nth }) => ({
        ...honest,
        data: nth === 0 ? honest.data : [failedRival(honest.data[0]), passed(honest.data[0])],
      }),
    }),
  },
  ...[{}, { syncDataByStableId: undefined }].map(
    (change): Attack => ({
      what: `two reports match, and the answer to execute is lost: ${Object.keys(change)}`,
      // A result that the draft push has named says which report is the own one.
      ends: 'syncDataByStableId' in change ? error : green,
      script: {
        draftPush: patch(change),
        execute: () => destroy,
        history: (honest) => ({ ...honest, data: [failedRival(honest.data[0]), honest.data[0]] }),
      },
    }),
  ),
  {
    what: 'two reports match: the older failed, the newer passed',
    ends: ['failed', 'error'],
    script: searched({
      draftPush: patch({ syncDataByStableId: undefined }),
      history: (honest) => ({
        ...honest,
        data: [
          {
            ...passed(honest.data[0]),
            id: id(4, 1),
            createdAt: new Date(Date.parse(honest.data[0].createdAt) + 5).toISOString(),
            testResults: [],
          },
          { ...honest.data[0], status: 'FAILED' },
        ],
      }),
      report: (honest) => ({
        ...honest,
        status: 'FAILED',
        testResults: honest.testResults.map((each) => ({ ...each, status: 'FAILED' })),
      }),
    }),
  },
  {
    what: 'the report was deleted between the history and the poll',
    ends: error,
    script: searched({ report: () => notFound }),
  },
  {
    what: 'the history repeats its first page for ever',
    ends: red,
    script: searched({
      history: (honest) => ({
        data: [
          { ...honest.data[0], id: id(4, 2), context: { ...context, sha: 'e'.repeat(40) }, testResults: [] },
        ],
        key: { createdAt: honest.key.createdAt },
        hasNextPage: true,
      }),
    }),
    inputs: { timeout: '6s' },
  },
  {
    what: 'the history has a new key on every page, and no end',
    ends: red,
    script: searched({
      history: (_, { nth }) => ({ data: [], key: { createdAt: ago(-nth * 1000) }, hasNextPage: true }),
    }),
    inputs: { timeout: '6s' },
  },
  {
    what: 'the history has a next page and no key',
    ends: red,
    script: searched({ history: () => ({ data: [], key: null, hasNextPage: true }) }),
    inputs: { timeout: '6s' },
  },
  {
    what: 'the report is on the second page',
    ends: green,
    script: searched({
      history: (honest, { request }) =>
        request.url.includes('key=')
          ? honest
          : { data: [], key: { createdAt: ago(-60_000) }, hasNextPage: true },
    }),
  },
  {
    what: 'the history is not sorted',
    ends: green,
    script: searched({
      history: (honest) => ({
        ...honest,
        data: [
          { ...honest.data[0], id: id(4, 3), createdAt: ago(86_400_000), testResults: [] },
          ...honest.data,
        ],
      }),
    }),
  },
  {
    what: 'the history has the report FAILED, its own page PASSED',
    ends: error,
    script: searched({
      history: (honest) => ({ ...honest, data: [{ ...honest.data[0], status: 'FAILED', testResults: [] }] }),
    }),
  },
  {
    what: 'the history has a failed result, its own page a passed one',
    ends: green,
    says: /flaky/,
    script: searched({
      history: (honest) => ({
        ...honest,
        data: [
          {
            ...honest.data[0],
            testResults: honest.data[0].testResults.map((each) => ({ ...each, status: 'FAILED' })),
          },
        ],
      }),
    }),
  },
  {
    what: 'the report of the history has a future date',
    ends: red,
    script: searched({
      history: (honest) => ({ ...honest, data: [{ ...honest.data[0], createdAt: '2099-01-01T00:00:00Z' }] }),
    }),
    inputs: { timeout: '6s' },
  },
  {
    what: 'the history is an array',
    ends: red,
    script: searched({ history: (honest) => honest.data }),
    inputs: { timeout: '6s' },
  },
];

const modes: readonly Attack[] = [
  { what: 'a batch generation that ends', ends: green, script: {}, ...generation },
  ...['ERROR', 'error', 'FAILED', 'CANCELLED', 'CREATED', 'IN_PROGRESS', ''].map(
    (state): Attack => ({
      what: `a plan that stays ${state || 'empty'}, whose report PASSED`,
      ends: red,
      script: { plan: patch({ status: state }) },
      inputs: { ...generation.inputs, timeout: '30s' },
    }),
  ),
  {
    what: 'a plan that ended with ERROR, without its context',
    ends: error,
    script: { plan: patch({ status: 'ERROR', context: null }) },
    ...generation,
  },
  {
    what: 'a plan that ended with ERROR, without its test target',
    ends: error,
    script: { plan: patch({ status: 'ERROR', testTargetId: null }) },
    ...generation,
  },
  {
    what: 'a plan that is DONE, and ERROR later',
    ends: error,
    script: { plan: (honest, { nth }) => ({ ...honest, status: nth === 0 ? 'IN_PROGRESS' : 'ERROR' }) },
    ...generation,
  },
  {
    what: 'a plan that is deleted after it was there',
    ends: red,
    script: {
      plan: (honest, { nth }) => (nth === 0 ? honest : notFound),
      history: (honest, { nth }) => (nth === 0 ? { ...honest, data: [] } : honest),
    },
    inputs: { ...generation.inputs, timeout: '30s' },
  },
  {
    what: 'a batch generation whose report has no result',
    ends: ['nothing-to-run', 'error'],
    script: inReport((report) => ({ ...report, status: 'PASSED', testResults: [] })),
    ...generation,
  },
  {
    what: 'a batch generation that answers no id',
    ends: error,
    script: { generation: () => ({}) },
    ...generation,
  },
  ...['ERROR', 'FAILED', 'ABORTED', 'STOPPED', 'INCOMPLETE', 'OUTDATED', 'failed'].map(
    (state): Attack => ({
      what: `a discovery that ends with ${state}`,
      ends: red,
      script: { testCase: patch({ discovery: { status: state } }) },
      inputs: { ...discovery.inputs, timeout: '5s' },
    }),
  ),
  ...['CREATED', 'QUEUED', 'PAUSED', 'DONE', 'success'].map(
    (state): Attack => ({
      what: `a discovery that stays ${state}`,
      ends: ['timed-out'],
      script: { testCase: patch({ discovery: { status: state } }) },
      inputs: { ...discovery.inputs, timeout: '4s' },
    }),
  ),
  { what: 'a discovery that ends', ends: ['done'], script: {}, ...discovery },
  {
    what: 'a discovery that succeeded, with a message of a failure and no steps',
    ends: error,
    script: {
      testCase: patch({ elements: [], discovery: { status: 'SUCCESS', message: 'no button found' } }),
    },
    ...discovery,
  },
  {
    what: 'a discovery that succeeded and was aborted',
    ends: error,
    script: { testCase: patch({ discovery: { status: 'SUCCESS', abortCause: 'The page is blank' } }) },
    ...discovery,
  },
  {
    what: 'a discovery whose test case was deleted',
    ends: error,
    script: { testCase: () => notFound },
    ...discovery,
  },
  {
    what: 'push answers fewer versions',
    ends: ['error'],
    script: { push: patch({ versionIds: [id(2)] }) },
    ...pushMode,
  },
  {
    what: 'push answers one version twice',
    ends: ['error'],
    script: { push: patch({ versionIds: [id(2), id(2)] }) },
    ...pushMode,
  },
  {
    what: 'push answers a version for each test case, and one of them twice',
    ends: ['error'],
    script: { push: patch({ versionIds: [id(2), id(2, 1), id(2, 1)] }) },
    ...pushMode,
  },
  {
    what: 'pull answers nothing, and errors',
    ends: error,
    says: /`errors`: \["the database is down"\]\. Nothing was written/,
    script: { pull: patch({ errors: ['the database is down'] }) },
    ...pullMode,
  },
  {
    what: 'a discovery is accepted without success',
    ends: error,
    script: { discovery: patch({ success: false }) },
    ...discovery,
  },
  {
    what: 'a batch generation is accepted without success',
    ends: error,
    script: { generation: patch({ success: false }) },
    ...generation,
  },
  {
    what: 'a plan without a status',
    ends: error,
    says: /its test plan is without a status/,
    script: { plan: patch({ status: null }) },
    ...generation,
  },
  {
    what: 'push answers no success',
    ends: error,
    script: { push: patch({ success: false }) },
    ...pushMode,
  },
  { what: 'push', ends: ['done'], script: {}, ...pushMode },
  {
    what: 'pull answers two cases that have a name and the start of an id in common',
    ends: ['done'],
    says: /Pulled 2 test cases/,
    script: {
      pull: () => ({ testCases: [exchange(id(1, 1)), exchange(id(1, 2))] }),
    },
    ...pullMode,
  },
  {
    what: 'pull answers an action that nobody knows',
    ends: ['done'],
    says: /::warning::pulled.fly.*: action: "FLY" is unknown.*Correct it in the service/,
    script: {
      pull: () => ({
        testCases: [
          {
            ...{ version: '1', id: id(1), runStatus: 'ON', description: 'Fly', prompt: '' },
            elements: [{ selectors: [], interaction: { action: 'FLY' } }],
          },
        ],
      }),
    },
    ...pullMode,
  },
  {
    what: 'pull answers two different cases of one id',
    ends: error,
    script: {
      pull: () => ({ testCases: [exchange(id(1, 1)), { ...exchange(id(1, 1)), prompt: 'other' }] }),
    },
    ...pullMode,
  },
  {
    what: 'export answers an empty archive',
    ends: error,
    script: { code: () => zip(emptyZip) },
    ...exportMode,
  },
  {
    what: 'export answers JSON',
    ends: error,
    script: { code: () => ({ files: [] }) },
    ...exportMode,
  },
];

const emptyZip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');
function zip(bytes: Buffer): Raw {
  return (response) => void response.writeHead(200, { 'content-type': 'application/zip' }).end(bytes);
}
function exchange(caseId: string) {
  return { version: '1', id: caseId, runStatus: 'ON', elements: [], description: 'Same', prompt: '' };
}

const pull_request = {
  number: 7,
  head: { sha: head, ref: 'feature', repo: { full_name: 'acme/shop' } },
};
const env = { GITHUB_SHA: 'd'.repeat(40) };
const events: readonly Attack[] = [
  {
    what: 'pull_request with a number as text',
    ends: ['error', 'passed'],
    script: { report: (honest) => ({ ...honest, context: undefined }) },
    run: { event: { pull_request: { ...pull_request, number: '7' } }, checkedOut: head },
  },
  {
    what: 'pull_request of a head whose repository was deleted',
    ends: green,
    script: {},
    run: { event: { pull_request: { ...pull_request, head: { ...pull_request.head, repo: null } } } },
  },
  {
    what: 'pull_request_target without a head',
    ends: error,
    script: {},
    run: { eventName: 'pull_request_target', event: { pull_request: { number: 7 } } },
  },
  {
    what: 'pull_request_target of a head with the name of this repository in another owner',
    ends: error,
    script: {},
    run: {
      eventName: 'pull_request_target',
      event: {
        pull_request: { ...pull_request, head: { ...pull_request.head, repo: { full_name: 'eve/shop' } } },
      },
    },
  },
  {
    what: 'pull_request_target with the base checked out',
    ends: error,
    script: {},
    run: {
      eventName: 'pull_request_target',
      event: { pull_request },
      env: { GITHUB_REF: 'refs/heads/main' },
      checkedOut: 'd'.repeat(40),
    },
  },
  {
    what: 'merge_group with an empty payload',
    ends: ['error', 'passed'],
    script: { report: (honest) => ({ ...honest, context: undefined }), execute: withoutContext },
    run: { eventName: 'merge_group', event: {}, env },
  },
  {
    what: 'merge_group of another commit than the one that is checked out',
    ends: error,
    script: {},
    run: {
      eventName: 'merge_group',
      event: { merge_group: { head_sha: head, head_ref: 'refs/heads/gh-readonly-queue/main/pr-7-x' } },
      checkedOut: 'e'.repeat(40),
    },
  },
  {
    what: 'workflow_run without a payload',
    ends: error,
    script: {},
    run: { eventName: 'workflow_run', event: {} },
  },
  {
    what: 'workflow_run of this repository with the default branch checked out',
    ends: error,
    script: {},
    run: {
      eventName: 'workflow_run',
      event: {
        workflow_run: {
          head_sha: head,
          head_branch: 'feature',
          head_repository: { full_name: 'acme/shop' },
          pull_requests: [],
        },
      },
      checkedOut: 'd'.repeat(40),
    },
  },
  {
    what: 'issue_comment on an issue that is no pull request, with another commit checked out',
    ends: ['passed', 'error'],
    script: { report: (honest) => ({ ...honest, context: undefined }), execute: withoutContext },
    run: { eventName: 'issue_comment', event: { issue: { number: 7 } }, env, checkedOut: 'e'.repeat(40) },
  },
  {
    what: 'schedule with a payload that is a text',
    ends: green,
    script: { report: (honest) => ({ ...honest, context: undefined }), execute: withoutContext },
    run: { eventName: 'schedule', event: 'none', env },
  },
  {
    what: 'push whose commit is not the one that is checked out',
    ends: error,
    script: {},
    run: { eventName: 'push', event: { ref: 'refs/heads/main' }, env, checkedOut: 'e'.repeat(40) },
  },
  {
    what: 'workflow_dispatch of a branch with a commit that is not its own',
    ends: error,
    script: {},
    run: { eventName: 'workflow_dispatch', event: {}, env, checkedOut: 'e'.repeat(40) },
  },
  {
    what: 'no event at all',
    ends: green,
    script: { report: (honest) => ({ ...honest, context: undefined }), execute: withoutContext },
    run: { eventName: '', event: null, env },
  },
];

function withoutContext(honest: { readonly testReport: Report }): object {
  return { testReport: { ...honest.testReport, context: undefined } };
}

export const hostedAttacks: Readonly<Record<string, readonly Attack[]>> = {
  execution,
  answers,
  transport,
  ambiguous,
  clocks,
  searches,
  modes,
  events,
};
