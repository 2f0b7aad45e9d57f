import type { Hono } from 'hono';
import { endpoints } from '../../contract/endpoints.ts';
import { type Operation, operations } from '../../contract/routes.ts';
import type { Dependencies } from '../dependencies.ts';
import { environmentHandlers } from '../handlers/environments.ts';
import { exchangeHandlers } from '../handlers/exchange.ts';
import { executeHandlers } from '../handlers/execute.ts';
import { generationHandlers } from '../handlers/generations.ts';
import { playwrightCodeHandlers } from '../handlers/playwright-code.ts';
import { testCaseHandlers } from '../handlers/test-cases.ts';
import { testReportHandlers } from '../handlers/test-reports.ts';
import { testTargetHandlers } from '../handlers/test-targets.ts';
import {
  addChangeRoute,
  addLongRoute,
  addReadRoute,
  type Handlers,
  type LongName,
  longOperations,
  type ReadName,
} from './route.ts';

const handlers: Handlers = {
  ...testTargetHandlers,
  ...environmentHandlers,
  ...testCaseHandlers,
  ...testReportHandlers,
  ...executeHandlers,
  ...generationHandlers,
  ...exchangeHandlers,
  ...playwrightCodeHandlers,
};

/** Serves every operation of the endpoint table. */
export function addRoutes(app: Hono, deps: Dependencies): void {
  for (const name of operations) {
    if (isRead(name)) addReadRoute(app, deps, name, handlers);
    else if (isLong(name)) addLongRoute(app, deps, name, handlers);
    else addChangeRoute(app, deps, name, handlers);
  }
}

function isRead(name: Operation): name is ReadName {
  return endpoints[name].method === 'GET';
}

function isLong(name: Operation): name is LongName {
  return longOperations.some((each) => each === name);
}
