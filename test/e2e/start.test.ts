import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { startHttpServer } from '../support/http-server.ts';
import { processesOf } from '../support/processes.ts';
import { type OnRequest, startRawServer } from '../support/raw-server.ts';
import { buttonPage, clickCase, makeScenario, makeStep, type Scenario } from '../support/scenario.ts';

/** An app that is a child of the command, as that of `npm start`: it prints a line, and then answers on its port. */
const server = (port: number, page: string) => `
import { createServer } from 'node:http';
console.log('\\u001b[32mlistening\\u001b[0m ::error::no command', process.env.INPUT_VARIABLES ?? 'no inputs');
createServer((_, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(${JSON.stringify(page)});
}).listen(${port}, '127.0.0.1');
`;

async function makeApp(file: (port: number) => string): Promise<Scenario & { readonly url: string }> {
  const port = await freePort();
  const scenario = await makeScenario({
    files: {
      'browser-tests/click.yaml': clickCase('Buy a mug', 'Buy', 'Thanks'),
      'app.mjs': file(port),
      'start.sh': 'node app.mjs &\nwait $!\n',
    },
  });
  return { ...scenario, url: `http://127.0.0.1:${port}/` };
}

it('the action starts the app, waits for it, and ends it with all of its processes', async () => {
  await using app = await makeApp((port) => server(port, buttonPage('Buy', 'Thanks')));
  const inputs = { url: app.url, start: 'sh start.sh' };
  const { exitCode, log } = await app.run({ inputs });
  expect(log).toContain('Starting the app: sh start.sh');
  expect(exitCode, log).toBe(0);
  expect(await processesOf(app.workspace.path)).toEqual([]);
});

it('an app that fails is an error with its last lines, which cannot forge commands', async () => {
  await using app = await makeApp(
    (port) => `${server(port, '')}\nthrow new Error('no database for s3cr3t-value');`,
  );
  const inputs = { url: app.url, start: 'sh start.sh', variables: 'API_TOKEN=s3cr3t-value' };
  const { exitCode, log, results } = await app.run({ inputs });
  expect(exitCode).toBe(1);
  expect(log).toContain(`The app ended with exit code 1 before it answered at ${app.url}.`);
  expect(log).toContain('listening ::error::no command no inputs');
  expect(log).toContain('no database for ***');
  expect(log).not.toContain('Waiting until');
  expect(log).not.toContain('[32m');
  expect(log).not.toMatch(/^::error::no command/m);
  expect(results).toMatchObject({ status: 'error' });
});

it('what is posted does not show the secrets in the environment of an app, nor those in its command', async () => {
  await using app = await makeApp(() => {
    const printed = ['SIGNING_KEY', 'DATABASE_URL', 'LICENSE_KEY_FILE', 'KEY_OWNER', 'SHOP_PASSWORD'].map(
      (name) => `process.env.${name}`,
    );
    return `console.log(${printed.join(', ')});\nprocess.exit(1);`;
  });
  const env = {
    SIGNING_KEY: 's1gned-by-the-shop',
    DATABASE_URL: 'postgres://shop:l3t-the%20shop-in@db.test/shop',
    LICENSE_KEY_FILE: app.workspace.path,
    KEY_OWNER: 'postgres',
    SHOP_PASSWORD: 'orangetree',
  };
  const start = `API_KEY=only-for-the-shop MODE=only-in-the-tests sh start.sh --db='redis://:l3t-the-shop-in@db'`;
  const { log, summary, results } = await app.run({ inputs: { url: app.url, start }, env });
  const printed = `*** postgres://shop:***@db.test/shop ${app.workspace.path} postgres ***`;
  for (const text of [log, summary, app.github.comments.at(-1)?.body]) expect(text).toContain(printed);
  const shown = `API_KEY=*** MODE=only-in-the-tests sh start.sh --db='redis://:***@db'`;
  expect(log).toContain(`Starting the app: ${shown}`);
  expect(results).toMatchObject({ startCommand: shown });
});

it('a command that ends without an app is reported at once, and the app awaited', async () => {
  await using app = await makeApp(() => '');
  await using step = await makeStep(app);
  await step.main({
    inputs: { url: app.url, start: 'echo nothing to do' },
    during: async (child, log) => {
      const waiting = `Waiting until ${app.url} answers, in case the app runs in the background.`;
      const expected = `ended with exit code 0. ${waiting} Its last lines:\n    nothing to do`;
      await expect.poll(log).toContain(`The command that starts the app ${expected}`);
      child.kill('SIGINT');
    },
  });
});

it('an app is not tested after a command before it has failed', async () => {
  await using app = await makeApp((port) => server(port, buttonPage('Buy', 'Thanks')));
  const start = 'echo building; false\nsh start.sh';
  const { exitCode, log } = await app.run({ inputs: { url: app.url, start } });
  expect(exitCode).toBe(1);
  expect(log).toContain(`The app ended with exit code 1 before it answered at ${app.url}. Check the input`);
  expect(log).toContain('building');
});

it('a command that starts the app in the background is waited for', async () => {
  await using app = await makeApp((port) => server(port, buttonPage('Buy', 'Thanks')));
  const { exitCode, log } = await app.run({ inputs: { url: app.url, start: 'sh start.sh &' } });
  expect(exitCode, log).toBe(0);
  expect(log).not.toContain('does not answer');
  expect(await processesOf(app.workspace.path)).toEqual([]);
});

it('an app that does not answer in time is an error with its last lines', async () => {
  await using app = await makeApp(() => 'setInterval(() => {}, 1000);');
  // The shell prints it at once: on a busy machine, Node may need longer than the timeout to start.
  const inputs = { url: app.url, start: 'echo still building; sh start.sh', 'start-timeout': '5s' };
  const { exitCode, log, outputs, results } = await app.run({ inputs });
  expect(exitCode).toBe(1);
  expect(outputs['not-run']).toBe('1');
  expect(results).toMatchObject({ results: [{ status: 'unfinished', notRun: true }] });
  expect(app.github.comments.at(-1)?.body).toContain('### ⚠️ Browser tests could not run (1 not run of 1');
  expect(log).toMatch(
    /The app does not answer at \S+ \(\w+, after \d+ s\)\. Check the inputs `start`, `url`/,
  );
  expect(log).toContain('    still building');
  expect(log).toContain(`Waiting up to 5 s until ${app.url} answers.`);
  expect(await processesOf(app.workspace.path)).toEqual([]);
});

it('an app whose command fails although all test cases pass is a warning in the comment', async () => {
  // The command ends first, so its end is noticed before the page has what the test case waits for.
  const page = `<button onclick="fetch('/end').then(() => document.body.insertAdjacentHTML('beforeend', '<h2>Thanks</h2>'))">Buy</button>`;
  await using app = await makeApp((port) =>
    server(port, page).replace(
      '(_, response) => {',
      `(request, response) => {
  if (request.url === '/end') process.kill(process.ppid, 'SIGKILL');`,
    ),
  );
  const { exitCode, log, results } = await app.run({
    inputs: { url: app.url, start: 'sh start.sh || exit 3' },
  });
  expect(exitCode, log).toBe(0);
  const warning = 'The app ended with exit code 3 after it had answered.';
  expect(log).toContain(warning);
  expect(results).toMatchObject({ status: 'passed', appFailure: expect.stringContaining(warning) });
  expect(app.github.comments.at(-1)?.body).toMatch(
    /⚠️ The app ended with exit code 3 .*\n\n```text\n.*listening/,
  );
});

it('an app that crashes while its command keeps running, such as a file watcher, is reported with its last lines of output', async () => {
  const page = `<button onclick="location = '/orders'">Buy</button>`;
  await using app = await makeApp((port) =>
    server(port, page).replace(
      '(_, response) => {',
      `(request, response) => {
  if (request.url === '/orders') throw new Error('no orders');`,
    ),
  );
  const start = 'node app.mjs || echo waiting for changes; sleep 600';
  const { exitCode, log } = await app.run({ inputs: { url: app.url, start, retries: '0' } });
  expect(exitCode).toBe(1);
  expect(log).toMatch(/^::group::Log of the app\n[\s\S]*listening/m);
  const warning = `The command that starts the app still runs, but the app no longer answers at ${app.url}.`;
  expect(log).toContain(`::warning::${warning}`);
  expect(log).toContain(`::error::1 of 1 test cases failed. ${warning}`);
  expect(app.github.comments.at(-1)?.body).toMatch(
    /⚠️ The command that starts the app still runs.*\n\n```text\n[^`]*Error: no orders\n/,
  );
});

it('the log shows what an app has printed that answers with an error, also only once', async () => {
  await using app = await makeApp((port) =>
    server(port, buttonPage('Buy', 'Thanks')).replace(
      '(_, response) => {',
      `(request, response) => {
  if (request.url === '/ready') return response.end();
  if (request.url === '/' && globalThis.hasFailed !== true) {
    globalThis.hasFailed = true;
    console.error('no database for', process.env.SIGNING_KEY, '::error::no command');
    response.statusCode = 500;
  }`,
    ),
  );
  const inputs = { url: app.url, start: 'sh start.sh', 'wait-on': `${app.url}ready` };
  const { log, results } = await app.run({ inputs, env: { SIGNING_KEY: 's1gned-by-the-shop' } });
  expect(results).toMatchObject({ status: 'passed', results: [{ flaky: true }] });
  expect(log).toContain('Check the log of the app.');
  expect(log).toMatch(/^::group::Log of the app\n[\s\S]*^no database for \*\*\* ::error::no command$/m);
});

it.each(['sh start.sh', 'sh start.sh &'])(
  'an app of the command %j that ends without an error while the tests run is a warning in the comment',
  async (start) => {
    const page = `<button onclick="fetch('/end').then(() => document.body.insertAdjacentHTML('beforeend', '<h2>Thanks</h2>'))">Buy</button>`;
    await using app = await makeApp((port) =>
      server(port, page).replace(
        '(_, response) => {',
        `(request, response) => {
  if (request.url === '/end') response.on('close', () => process.exit());`,
      ),
    );
    const { exitCode, log, results } = await app.run({ inputs: { url: app.url, start } });
    expect(exitCode, log).toBe(0);
    const warning = `The command that starts the app ended with exit code 0, and the app no longer answers at ${app.url}.`;
    expect(log).toContain(warning);
    expect(results).toMatchObject({ status: 'passed', appFailure: expect.stringContaining(warning) });
    expect(app.github.comments.at(-1)?.body).toMatch(
      /⚠️ The command that starts the app ended .*\n\n```text\n.*listening/,
    );
  },
);

it.each([
  ['the URL', false],
  ['another address', true],
])(
  'another program at the URL is not tested in place of an app that answers at %s',
  async (_, isElsewhere) => {
    await using app = await makeApp((port) => server(port, ''));
    const inputs = { url: app.app.url, start: 'sh start.sh', ...(isElsewhere && { 'wait-on': app.url }) };
    const { exitCode, log } = await app.run({ inputs });
    expect(exitCode).toBe(1);
    expect(log).toContain('Another program already answers at');
    expect(log).not.toContain('Starting the app');
  },
);

it.each<[string, string, OnRequest]>([
  ['hangs', 'no response within 5 s', () => {}],
  ['speaks another protocol', 'its response is not HTTP', (socket) => socket.end('-ERR unknown command\r\n')],
])('the app is not started where another program %s', async (_, reason, onRequest) => {
  await using other = await startRawServer(onRequest);
  await using app = await makeApp((port) => server(port, ''));
  const { exitCode, log } = await app.run({ inputs: { url: other.url, start: 'sh start.sh' } });
  expect(exitCode).toBe(1);
  expect(log).toContain(`Another program already accepts connections at ${other.url} (${reason})`);
  expect(log).not.toContain('Starting the app');
});

it.each([
  [
    'does not name the port',
    'OSError: [Errno 98] Address already in use',
    ', because the port of $URL is in use.',
  ],
  ['names another port', 'listen tcp :9229: bind: address already in use', ' before it answered at $URL.'],
])('an app fails since a port is in use, and %s', async (_, line, message) => {
  await using app = await makeApp(() => `console.error(${JSON.stringify(line)});\nprocess.exit(1);`);
  const { exitCode, log } = await app.run({ inputs: { url: app.url, start: 'sh start.sh' } });
  expect(exitCode).toBe(1);
  expect(log).toContain(`The app ended with exit code 1${message.replace('$URL', app.url)}`);
});

it.each([
  ['says so', '', /which says "Error: listen EADDRINUSE.*\./],
  ['only ends', "process.on('uncaughtException', () => process.exit(4));", /which ended with exit code 4\./],
])('another program that answers before the app does is not tested: the app %s', async (_, code, reason) => {
  const waiting = Promise.withResolvers<ServerResponse>();
  // Not ready until the app has been started; that the app ends is seen by its connection.
  await using other = await startHttpServer(async ({ url }, response) => {
    if (url === '/app') {
      response.writeHead(200).flushHeaders();
      return waiting.resolve(response);
    }
    if (url === '/end') {
      const held = await waiting.promise;
      held.on('close', () => response.end()).write('go on');
      return;
    }
    const isStarted = other.requests.some((each) => each.url === '/app');
    response.writeHead(isStarted ? 200 : 503, { 'content-type': 'text/html' }).end(page);
  });
  const page = `<button onclick="fetch('/end').then(() => document.body.insertAdjacentHTML('beforeend', '<h2>Thanks</h2>'))">Buy</button>`;
  await using app = await makeApp(
    () => `import { createServer, request } from 'node:http';
${code}
request('${other.url}/app', (response) => {
  response.once('data', () => createServer().listen(${new URL(other.url).port}, '127.0.0.1'));
}).end();`,
  );
  const { exitCode, log, results } = await app.run({
    inputs: { url: `${other.url}/`, start: 'node app.mjs' },
  });
  expect(exitCode, log).toBe(1);
  expect(results).toMatchObject({ status: 'error', reason: expect.stringMatching(reason) });
  expect(log).toContain(`Another program answers at ${other.url}/ in place of the app, which `);
  expect(log).toContain('Stop the program that uses it, or remove the input `start` to test that program.');
});

it('the post step ends the app of a step that was killed', async () => {
  await using app = await makeApp(() => 'setInterval(() => {}, 1000);');
  await using step = await makeStep(app);
  const inputs = { url: app.url, start: 'sh start.sh' };
  const apps = async () =>
    (await processesOf(app.workspace.path)).filter(
      (each) => each.includes('app.mjs\0') && !each.includes('sh\0'),
    );
  const killed = await step.main({
    inputs,
    during: async (child, log) => {
      await expect.poll(log).toContain('Starting the app');
      await expect.poll(apps).toHaveLength(1);
      child.kill('SIGKILL');
    },
  });
  expect(killed.exitCode).toBeNull();
  await step.post({ inputs });
  await expect.poll(apps).toEqual([]);
});

it.each([
  [{ start: 'npm start', url: '' }, 'url: is missing'],
  [{ 'wait-on': 'http://localhost:3000' }, 'wait-on: is set, but `start` is empty'],
  [{ start: 'npm start', 'start-timeout': 'soon' }, 'start-timeout: "soon" is not a duration'],
  [{ start: 'npm start', 'wait-on': 'localhost' }, 'wait-on: "localhost" is not an http or https URL'],
  [{ start: 'npm start', mode: 'export' }, 'start: is not read by `mode: export`'],
])('refuses %j', async (inputs, problem) => {
  await using app = await makeScenario({});
  const { exitCode, log } = await app.runInProcess({ inputs });
  expect(exitCode).toBe(1);
  expect(log).toContain(problem);
});
