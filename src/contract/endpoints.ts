import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { createEnvironmentBody, environment } from './environment.ts';
import { draftPushAnswer, draftPushBody } from './exchange/test-case.ts';
import { executeAnswer, executeBody, historyQuery, reportHistory, testReport } from './test-report.ts';
import { createTestTargetBody, testTarget } from './test-target.ts';
import { uuid } from './values.ts';

const none = z.object({});
const noBody = z.undefined();
const ofTarget = z.object({ testTargetId: uuid });

/** The operations of section 4 that the action's path uses, and the extension that starts a run. */
export const endpoints = {
  createTestTarget: endpoint({
    section: '4.1',
    method: 'POST',
    path: '/api/apiKey/v3/test-targets',
    params: none,
    query: none,
    body: createTestTargetBody,
    answer: testTarget,
    status: 200,
  }),
  listEnvironments: endpoint({
    section: '4.2',
    method: 'GET',
    path: '/api/apiKey/v3/test-targets/{testTargetId}/environments',
    params: ofTarget,
    query: none,
    body: noBody,
    answer: z.array(environment),
    status: 200,
  }),
  createEnvironment: endpoint({
    section: '4.2',
    method: 'POST',
    path: '/api/apiKey/v3/test-targets/{testTargetId}/environments',
    params: ofTarget,
    query: none,
    body: createEnvironmentBody,
    answer: environment,
    status: 201,
  }),
  listTestReports: endpoint({
    section: '4.4',
    method: 'GET',
    path: '/api/apiKey/v3/test-targets/{testTargetId}/test-reports',
    params: ofTarget,
    query: historyQuery,
    body: noBody,
    answer: reportHistory,
    status: 200,
  }),
  getTestReport: endpoint({
    section: '4.4',
    method: 'GET',
    path: '/api/apiKey/v3/test-targets/{testTargetId}/test-reports/{testReportId}',
    params: z.object({ testTargetId: uuid, testReportId: uuid }),
    query: none,
    body: noBody,
    answer: testReport,
    status: 200,
  }),
  draftPush: endpoint({
    section: '4.6',
    method: 'POST',
    path: '/api/apiKey/beta/test-targets/{testTargetId}/draft/push',
    params: ofTarget,
    query: none,
    body: draftPushBody,
    answer: draftPushAnswer,
    status: 200,
  }),
  execute: endpoint({
    section: 'extension',
    method: 'POST',
    path: '/api/apiKey/v3/execute',
    params: none,
    query: none,
    body: executeBody,
    answer: executeAnswer,
    status: 200,
  }),
} as const;

export type Operation = keyof typeof endpoints;
