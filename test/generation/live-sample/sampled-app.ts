import { readFileSync } from 'node:fs';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import type { LiveBrowser, LivePage } from '../../../src/runner/live-page.ts';
import { startHttpServer } from '../../support/http-server.ts';
import type { SamplePrompt } from './prompts.ts';

/** Reports what a page notices to the server, before anything else happens on the page. */
const reporter = `<script>
  const report = (noticed) => { const request = new XMLHttpRequest(); request.open("POST", "/noticed", false); request.send(noticed); };
  const nameOf = (element) => element.closest("[data-t]")?.dataset.t ?? "?";
  addEventListener("click", ({ target, detail }) => {
    if (detail > 0 && !target.closest("input, select, textarea, label")) report("click " + nameOf(target));
  }, true);
  addEventListener("input", ({ target }) => {
    const value = /checkbox|radio/.test(target.type) ? (target.checked ? "on" : "off") : target.value;
    report(nameOf(target) + "=" + value);
  }, true);
  addEventListener("keydown", ({ key }) => { if (key.length > 1) report("key " + key); }, true);
  addEventListener("mouseover", ({ target }) => report("over " + nameOf(target)), true);
</script>`;

export interface SampledApp extends AsyncDisposable {
  open(page: SamplePrompt['page']): Promise<LivePage>;
  /** What its pages have noticed since the last call. */
  takeNoticed(): string[];
}

/** @param browser stays open when the app ends. */
export async function startSampledApp(browser: LiveBrowser): Promise<SampledApp> {
  const noticed: string[] = [];
  const server = await startHttpServer(({ url, body }, response) => {
    if (url === '/noticed') {
      noticed.push(body);
      return void response.end();
    }
    const path = /^\/\w+\.html(?=\?|$)/.exec(url)?.[0];
    response.writeHead(path === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    const html = path && readFileSync(new URL(`pages${path}`, import.meta.url), 'utf8');
    response.end(html?.replace('<meta', `${reporter}<meta`) ?? '');
  });
  return {
    open: (page) =>
      browser.open({
        executionUrl: server.url,
        entryPointUrlPath: `/${page}.html`,
        breakpoint: 'DESKTOP',
        variables: {},
        timeoutPerStepMs: 15_000,
        expectTimeoutMs: 1000,
        testIdAttribute: null,
        environment: { headers: {} },
      }),
    takeNoticed: () => noticed.splice(0),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** A step that runs a script of the labels on the page. */
export function scriptStep(code: string): ExchangeElement {
  return { selectors: [], interaction: { action: 'JAVASCRIPT', calledWith: { code, execType: 'browser' } } };
}
