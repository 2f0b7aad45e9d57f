import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sendJson, startHttpServer } from '../support/http-server.ts';
import { makeScenario, type RunOptions, type Scenario } from '../support/scenario.ts';
import { canaries, encodings, filesBelow, leaks } from './canaries.ts';

/** Runs the action, and gathers all that it has written. The runner's masks are set aside: they work in its log alone. */
async function writtenBy(scenario: Scenario, options: RunOptions) {
  const temp = join(scenario.workspace.path, 'temp');
  await mkdir(temp, { recursive: true });
  const result = await scenario.run({
    ...options,
    env: { ...options.env, RUNNER_TEMP: temp, GITHUB_STATE: join(temp, 'state'), TMPDIR: temp },
  });
  const written = await filesBelow(temp);
  written.set('log', result.log.replaceAll(/^::add-mask::.*$/gm, ''));
  written.set('summary', result.summary);
  written.set('outputs', JSON.stringify(result.outputs) + Object.values(result.outputs).join('\n'));
  for (const { method, url, body } of scenario.github.requests) {
    const [name, text] = [`${method} ${url}`, written.get(`${method} ${url}`) ?? ''];
    written.set(name, `${text}${url}\n${body}\n${body === '' ? '' : (JSON.parse(body).body ?? '')}`);
  }
  return { ...result, written };
}

/** GitHub answers each comment with an error that holds secrets. */
const tellingGitHub = (texts: readonly string[]) => ({
  intercept: ({ method }: { method: string }, response: Parameters<typeof sendJson>[0]) => {
    if (method === 'GET') return false;
    sendJson(response, 422, { message: texts.join('\n'), errors: [{ message: texts.join(' ') }] });
    return true;
  },
});

const step = (selector: string) => ({
  selectors: [{ selectorType: 'CSS', selector }],
  interaction: { action: 'CLICK' },
});
const goTo = (calledWith: string) => ({ selectors: [], interaction: { action: 'GO_TO', calledWith } });

describe('no secret is written', () => {
  const { token, regExp, markup, longer, prefix, account, otpKey, basicAuth, twoLines, header } = canaries;
  const secrets = [token, regExp, markup, longer, prefix, account, otpKey, basicAuth, header];
  const forms = secrets.flatMap(encodings);

  /** A page that shows all of them, logs them, throws them, and has them in its address. */
  const page = `<!doctype html><meta charset="utf-8"><body><script>
    const forms = ${JSON.stringify(forms).replaceAll('<', '\\u003c')};
    const add = (tag) => document.body.appendChild(document.createElement(tag));
    for (const form of forms) {
      console.error('console: ' + form);
      add('p').textContent = form;
      for (const _ of 'ab') { const button = add('button'); button.title = form; button.textContent = form; }
      fetch('/api?token=' + form + '&again=' + encodeURIComponent(form), { headers: { 'x-form': encodeURIComponent(form) } });
    }
    add('h1').textContent = forms.join(' ');
    add('input');
    setTimeout(() => { throw new Error(forms.join('; ')); });
    history.replaceState(null, '', '?' + forms.map(encodeURIComponent).join('&') + '#' + forms.join('|'));
  </script>`;
  const inputs = {
    variables: `A_TOKEN=${regExp}\nB_SECRET=${markup}\nC_KEY=${longer}\nD_KEY=${prefix}`,
    'test-account-username': 'ann',
    'test-account-password': account,
    'test-account-otp-key': otpKey,
    'basic-auth-username': 'ann',
    'basic-auth-password': basicAuth,
    headers: `X-Preview-Key: Bearer ${header}`,
    'github-token': token,
    check: `Gate ${longer}`,
    retries: '0',
    trace: 'always',
    workers: '2',
  };
  const elements: Record<string, unknown[]> = {
    'click.json': [goTo('/'), step('button')],
    'locator.json': [goTo('/'), step(`button[title="$C_KEY"], button[title='$A_TOKEN'], button`)],
    'type.json': [
      goTo('/'),
      {
        selectors: [{ selectorType: 'CSS', selector: 'input' }],
        interaction: { action: 'ENTER_TEXT', calledWith: '$OCTO_PASSWORD $A_TOKEN $B_SECRET' },
      },
      {
        selectors: [{ selectorType: 'CSS', selector: 'input' }],
        assertion: { expectation: 'TO_HAVE_VALUE', calledWith: `x$D_KEY ${markup}` },
      },
    ],
    'text.json': [
      goTo('/'),
      {
        selectors: [{ selectorType: 'CSS', selector: 'h1' }],
        assertion: { expectation: 'TO_CONTAIN_TEXT', calledWith: `x ${forms.slice(10, 30).join(' ')}` },
      },
    ],
    'script.json': [
      goTo('/'),
      {
        selectors: [],
        interaction: {
          action: 'JAVASCRIPT',
          calledWith: {
            execType: 'browser',
            code: 'throw new Error(document.querySelector("h1").textContent)',
          },
        },
      },
    ],
    'address.json': [
      goTo(`/?x=${forms.map(encodeURIComponent).join('&y=')}#${forms.join('|')}`),
      step('button'),
    ],
    [`${prefix}.json`]: [goTo('/')],
  };
  const files = Object.fromEntries(
    Object.entries(elements).map(([name, steps], index) => {
      const part = forms.filter((_, at) => at % 7 === index);
      return [`browser-tests/${name}`, JSON.stringify({ description: part.join(' '), elements: steps })];
    }),
  );

  it('of a run here, whatever pages, tests and GitHub say', { timeout: 600_000 }, async () => {
    await using scenario = await makeScenario({ pages: { '/': page }, files });
    const { written, outputs, log } = await writtenBy(scenario, { inputs });
    expect(outputs, log).toMatchObject({ status: 'failed', total: '7', passed: '1', failed: '6' });
    expect([...written.keys()].filter((name) => name.endsWith('.trace')).length).toBeGreaterThan(5);
    expect(written.size).toBeGreaterThan(30);
    expect(leaks(written, secrets)).toEqual([]);
  });

  it('where GitHub repeats them', async () => {
    await using scenario = await makeScenario({
      pages: { '/': page },
      files: { 'browser-tests/a.json': files['browser-tests/click.json'] ?? '' },
      github: tellingGitHub(forms),
    });
    const { written, log } = await writtenBy(scenario, { inputs });
    expect(log).toContain('The comment');
    expect(leaks(written, secrets)).toEqual([]);
  });

  it('where the inputs are wrong', async () => {
    await using scenario = await makeScenario({ files });
    const given = { ...inputs, 'basic-auth-password': twoLines };
    for (const name of ['url', 'browser', 'timeout', 'shard', 'mail-port', 'environment', 'tests']) {
      const wrong = { ...given, [name]: `x ${[...forms, twoLines].join(' ')}` };
      const { written, exitCode } = await writtenBy(scenario, { inputs: wrong });
      expect(exitCode).toBe(1);
      expect(leaks(written, [...secrets, twoLines]), name).toEqual([]);
    }
  });

  it('where a browser elsewhere can’t be had', async () => {
    await using scenario = await makeScenario({ pages: { '/': page }, files });
    const { endpoint } = canaries;
    await using refusing = await startHttpServer((request, response) => {
      response.writeHead(403).end(`${request.url} ${encodings(endpoint).join(' ')}`);
    });
    const ws = refusing.url.replace('http', 'ws');
    const endpoints = [`${ws}/?token=${encodeURIComponent(endpoint)}`, `${refusing.url}/?apiKey=${endpoint}`];
    const { written, exitCode } = await writtenBy(scenario, {
      inputs: { ...inputs, 'browser-endpoints': endpoints.join('\n'), timeout: '60s' },
    });
    expect(exitCode).toBe(1);
    expect(leaks(written, [...secrets, endpoint])).toEqual([]);
  });
});

describe('no secret of a hosted run is written', () => {
  const { apiKey, token, longer, prefix, markup, proxy } = canaries;
  const secrets = [apiKey, token, longer, prefix, markup, proxy];
  const forms = secrets.flatMap(encodings);
  const said = forms.join(' ');
  const target = '6f0c2c5e-4b8e-4c56-9a57-2f3f1f0a7d10';
  const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
  const files = {
    'browser-tests/a.json': JSON.stringify({ id: id(9), description: said, elements: [step('button')] }),
  };
  /** A report that is made now. */
  const reportOn = (executionUrl: string) => ({
    id: id(1),
    testTargetId: target,
    createdAt: new Date().toISOString(),
    status: 'FAILED',
    executionUrl,
    testResults: [
      {
        id: id(2),
        testCaseId: id(9),
        name: said,
        status: 'FAILED',
        errorMessage: said,
        traceUrl: `https://service.test/?${said}`,
        pageUrl: said,
        consoleErrors: forms,
        teardownFailures: forms,
        warnings: forms,
      },
    ],
  });
  const inputs = (url: string) => ({
    url: 'http://app.test',
    'service-url': url,
    'api-key': apiKey,
    'test-target-id': target,
    'github-token': token,
    variables: `C_KEY=${longer}\nD_KEY=${prefix}\nB_SECRET=${markup}`,
    timeout: '20s',
  });

  /** The password is known, and no request goes there. */
  const behindProxy = { HTTPS_PROXY: `http://ann:${proxy}@proxy.test:3128`, NO_PROXY: '127.0.0.1' };

  it.each([
    ['issues', 400, 'application/json', JSON.stringify([{ message: said, path: forms }])],
    ['JSON', 401, 'application/json', JSON.stringify({ error: said })],
    ['a message', 404, 'application/json', said],
    ['a page', 200, 'text/html', `<html>${said}`],
    [
      'odd fields',
      200,
      'application/json',
      JSON.stringify({ versionIds: [{ [said]: said }], success: said }),
    ],
    ['a redirect', 302, 'text/html', said],
  ])('where the service answers with %s', async (_, status, type, body) => {
    await using scenario = await makeScenario({ files });
    await using service = await startHttpServer((request, response) => {
      if (request.headers['x-api-key'] !== apiKey) return void response.writeHead(401).end();
      const location = `http://elsewhere.test/?${encodeURIComponent(said)}`;
      response.writeHead(status, { 'content-type': type, ...(status === 302 ? { location } : {}) }).end(body);
    });
    const { written, exitCode } = await writtenBy(scenario, {
      inputs: inputs(service.url),
      env: behindProxy,
    });
    expect(exitCode).toBe(1);
    expect(leaks(written, secrets)).toEqual([]);
  });

  it.each([
    ['a report', 'http://app.test', { status: 'failed', failed: '1' }],
    ['a report on another URL', `http://app.test/?${said}`, { status: 'error' }],
  ])('where they stand in every field of %s', async (_, executionUrl, expected) => {
    await using scenario = await makeScenario({ files });
    let report = reportOn(executionUrl);
    await using service = await startHttpServer(({ method, url }, response) => {
      if (url.endsWith('/draft/push')) {
        return sendJson(response, 200, { success: true, versionIds: [id(8)], testResultIds: [id(2)] });
      }
      if (url.endsWith('/execute')) {
        report = reportOn(executionUrl);
        return sendJson(response, 200, {
          testReport: report,
          testReportUrl: `https://service.test/?${said}`,
        });
      }
      if (method === 'GET' && url.includes('/test-reports/')) return sendJson(response, 200, report);
      return sendJson(
        response,
        200,
        url.includes('/test-reports') ? { data: [report], hasNextPage: false } : [],
      );
    });
    const { written, outputs, log } = await writtenBy(scenario, {
      inputs: inputs(service.url),
      env: behindProxy,
    });
    expect(outputs, log).toMatchObject(expected);
    expect(leaks(written, secrets)).toEqual([]);
  });

  it('where the proxy refuses', async () => {
    await using scenario = await makeScenario({ files });
    await using refusing = await startHttpServer((_, response) => {
      response.writeHead(407, { 'proxy-authenticate': `Basic realm="${proxy}"` }).end(said);
    });
    const address = refusing.url.replace('//', `//ann:${proxy}@`);
    const env = { HTTP_PROXY: address, HTTPS_PROXY: address, NO_PROXY: '127.0.0.1' };
    const { written, exitCode } = await writtenBy(scenario, {
      inputs: { ...inputs('http://service.test'), timeout: '5s' },
      env,
    });
    expect(exitCode).toBe(1);
    expect(leaks(written, secrets)).toEqual([]);
  });
});
