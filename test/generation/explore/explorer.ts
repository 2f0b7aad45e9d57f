import { afterAll, beforeAll } from 'vitest';
import { describeStep } from '../../../src/contract/exchange/describe-step.ts';
import type { ExchangeTestCase } from '../../../src/contract/exchange/exchange-test-case.ts';
import { type Explored, type ExploreRequest, explore } from '../../../src/generation/explore/explore.ts';
import { type LiveBrowser, openLiveBrowser } from '../../../src/runner/live-page.ts';
import { startHttpServer } from '../../support/http-server.ts';
import { testMachine } from '../../support/test-runner.ts';

export const ample = { pages: 30, timeMs: 1_000_000, depth: 4, cases: 50 };

/** Where its cases do not matter, those that cannot pass need not wait long. */
export const brief = { expectTimeoutMs: 1000 };

interface ExploringOptions {
  readonly expectTimeoutMs?: number;
  readonly report?: (line: string) => void;
  readonly variables?: Readonly<Record<string, readonly string[]>>;
}

export interface Explorer {
  exploreApp(
    url: string,
    request?: Partial<ExploreRequest>,
    limits?: typeof ample,
    options?: ExploringOptions,
  ): Promise<Explored>;
  /** How many sessions were opened so far. */
  opened(): number;
}

/** A browser to explore in, for all tests of the file that calls this. */
export function openExplorer(): Explorer {
  let browser: LiveBrowser;
  let opened = 0;
  beforeAll(async () => {
    browser = await openLiveBrowser(await testMachine());
  });
  afterAll(() => browser?.[Symbol.asyncDispose]());
  return {
    opened: () => opened,
    exploreApp: (url, request = {}, limits = ample, options = {}) => {
      const { expectTimeoutMs = 20_000, report, variables = {} } = options;
      const open = () => {
        opened += 1;
        return browser.open({
          executionUrl: url,
          entryPointUrlPath: null,
          breakpoint: 'DESKTOP',
          variables,
          timeoutPerStepMs: 120_000,
          expectTimeoutMs,
          testIdAttribute: null,
          environment: { headers: {} },
        });
      };
      return explore(
        open,
        { prompt: '', baseUrl: url, ...request },
        { ...limits, report },
        new AbortController().signal,
      );
    },
  };
}

/** An app of pages by path. */
export function startApp(pages: Readonly<Record<string, string>>) {
  return startHttpServer(({ url }, response) => {
    const html = pages[url.split('?')[0] ?? ''];
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><title>App</title>${html ?? 'Nothing here'}`);
  });
}

export const stepsOf = (cases: readonly ExchangeTestCase[]) =>
  cases.flatMap(({ elements }) => elements.map(describeStep));
