import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readProject } from '../../src/cli/init/project.ts';
import { workflow } from '../../src/cli/init/starter-files.ts';
import { onTerminal, runCommand } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { startHttpServer } from '../support/http-server.ts';
import { processesOf } from '../support/processes.ts';
import { makeWorkspace } from '../support/run-action.ts';
import { makeScenario } from '../support/scenario.ts';

const app = (port: number, page: string) => `
import { createServer } from 'node:http';
createServer((_, response) => response.setHeader('content-type', 'text/html').end(${JSON.stringify(page)}))
  .listen(${port}, '127.0.0.1');
`;

it('writes a first test that passes and a workflow, and a second call changes neither', async () => {
  const port = await freePort();
  await using workspace = await makeWorkspace({
    'package.json': JSON.stringify({ scripts: { start: 'node app.mjs' } }),
    'package-lock.json': '{}',
    'app.mjs': app(port, '<h1>Mugs</h1><h1>Mugs</h1><h2>Pay $NOW</h2><button>Buy "it" now: 50 %</button>'),
  });
  const args = ['init', '--url', `http://127.0.0.1:${port}`];
  const first = await runCommand(args, { cwd: workspace.path });
  expect(first.exitCode, first.stdout + first.stderr).toBe(0);
  expect(first.stdout).toContain(
    'Wrote browser-tests/first-test.yaml\nWrote .github/workflows/browser-tests.yml\n',
  );
  expect(first.stdout).toContain(`run --url ${args[2]} --start "npm start"\n`);
  expect(first.stdout).toContain('✓ 1/1 The app shows the button "Buy "it" now: 50 %"');
  const read = (file: string) => readFile(join(workspace.path, file), 'utf8');
  const [test, job] = [
    await read('browser-tests/first-test.yaml'),
    await read('.github/workflows/browser-tests.yml'),
  ];
  expect(test).toMatch(/^# yaml-language-server: \$schema=https:\S+\/test-cases\.schema\.json\n/);
  expect(parse(job)).toMatchObject({
    jobs: {
      'browser-tests': {
        steps: [{}, { run: 'npm ci' }, { with: { url: args[2], start: 'npm start' } }],
      },
    },
  });
  await workspace.write('browser-tests/first-test.yaml', '# mine');
  const second = await runCommand(args, { cwd: workspace.path });
  expect(second.exitCode).toBe(0);
  expect(second.stdout).toContain('browser-tests/first-test.yaml already exists and was not changed');
  expect(await read('browser-tests/first-test.yaml')).toBe('# mine');
  expect(second.stdout).not.toContain('Starting the app');
  expect(await processesOf(workspace.path)).toEqual([]);
});

it.each([
  [{}, [], 2, '--url is missing'],
  [{}, ['--url', 'http://127.0.0.1:65534'], 1, 'Start it, or set --start to the command that does.'],
  [{}, ['--url', 'http://127.0.0.1:65534', '--start', 'echo no port; exit 3'], 1, 'no port'],
])('says what is missing: %j %j', async (files, args, exitCode, problem) => {
  await using workspace = await makeWorkspace(files);
  const result = await runCommand(['init', ...args], { cwd: workspace.path });
  expect(result.exitCode).toBe(exitCode);
  expect(result.stderr).toContain(problem);
});

it('asks again for an invalid URL', async () => {
  await using workspace = await makeWorkspace({});
  const keys = ['localhost:65534\r', 'http://127.0.0.1:65534\r', '\r'];
  let answered = 0;
  const printed = await onTerminal(['init'], workspace.path, (text) => {
    const questions = text.split(/\(http:\/\/localhost:3000\): |starts the app: /).length - 1;
    return questions > answered ? (keys[answered++] ?? '') : '';
  });
  expect(printed).toContain('Write the full URL, such as http://localhost:3000');
  expect(printed).toContain('The app does not answer at http://127.0.0.1:65534.');
});

it.each([
  ['Ctrl-C', '\u0003', 130],
  ['Ctrl-D', '\u0004', 1],
])('ends at a question by %s', async (_, key, exitCode) => {
  await using workspace = await makeWorkspace({});
  const keys = [key];
  const printed = await onTerminal(['init'], workspace.path, (text) =>
    text.includes('): ') ? (keys.pop() ?? '') : '',
  );
  expect(printed).toMatch(new RegExp(`exit code ${exitCode}\\b`));
  expect(printed).not.toContain('error');
  expect(await readdir(workspace.path)).toEqual([]);
});

it('writes the workflow of an app in a folder of a repository where GitHub reads it', async () => {
  await using shop = await makeScenario({ pages: { '/': '<h1>Mugs</h1>' } });
  await using workspace = await makeWorkspace({
    'pnpm-lock.yaml': '',
    'apps/web/package.json': JSON.stringify({ scripts: { build: 'vite build', start: 'vite preview' } }),
  });
  await mkdir(join(workspace.path, '.git'), { recursive: true });
  const web = join(workspace.path, 'apps/web');
  const result = await runCommand(['init', '--url', shop.app.url], { cwd: web });
  expect(result.exitCode, result.stdout + result.stderr).toBe(0);
  expect(result.stdout).toContain('Wrote ../../.github/workflows/browser-tests.yml\n');
  const job = await readFile(join(workspace.path, '.github/workflows/browser-tests.yml'), 'utf8');
  const { steps } = parse(job).jobs['browser-tests'];
  expect(steps.slice(2)).toMatchObject([
    { run: 'pnpm install --frozen-lockfile' },
    { run: 'pnpm build', 'working-directory': 'apps/web' },
    { with: { tests: 'apps/web/browser-tests', start: 'cd apps/web && pnpm start' } },
  ]);
});

it.each([
  [
    'requirements.txt',
    ['actions/setup-python@v6', undefined],
    [undefined, 'pip install -r requirements.txt'],
  ],
  ['composer.json', [undefined], ['composer install']],
])('installs what %s names in the workflow', async (file, uses, runs) => {
  await using workspace = await makeWorkspace({ [file]: '' });
  const { steps } = parse(workflow(await readProject(workspace.path), 'http://localhost:8000')).jobs[
    'browser-tests'
  ];
  const before = steps.slice(1, -1);
  expect(before.map((step: { uses?: string }) => step.uses)).toEqual(uses);
  expect(before.map((step: { run?: string }) => step.run)).toEqual(runs);
});

it.each([
  [['bin/rails', 'Gemfile'], ['bundle install', 'bin/rails db:prepare'], 'bin/rails server', 3000],
  [
    ['manage.py', 'requirements.txt'],
    ['pip install -r requirements.txt', 'python manage.py migrate'],
    'python manage.py runserver',
    8000,
  ],
  [
    ['manage.py', 'uv.lock', 'requirements.txt'],
    ['uv sync', 'uv run python manage.py migrate'],
    'uv run python manage.py runserver',
    8000,
  ],
  [
    ['manage.py', 'poetry.lock'],
    ['pipx install poetry', 'poetry install', 'poetry run python manage.py migrate'],
    'poetry run python manage.py runserver',
    8000,
  ],
  [['go.mod', 'main.go'], [], 'go run .', 8080],
])('prepares and starts the app of %j', async (files, runs, start, port) => {
  const contents = Object.fromEntries(files.map((file) => [file, '']));
  await using workspace = await makeWorkspace(contents);
  const project = await readProject(workspace.path);
  expect(project).toMatchObject({ start, url: `http://localhost:${port}` });
  const { steps } = parse(workflow(project, project.url)).jobs['browser-tests'];
  expect(steps.flatMap((step: { run?: string }) => step.run ?? [])).toEqual(runs);
});

it.each<[string, Record<string, string>, string]>([
  ['.nvmrc', { '.nvmrc': '24', 'package.json': '{ "engines": { "node": ">=20" } }' }, '.nvmrc'],
  ['engines', { 'package.json': '{ "engines": { "node": ">=20" } }' }, 'package.json'],
])('sets up the version of Node that the repository names in %s', async (_, files, file) => {
  const scripts = { start: 'node .' };
  await using workspace = await makeWorkspace({
    '.git/HEAD': '',
    'package-lock.json': '',
    'apps/web/package.json': JSON.stringify({ scripts, engines: { npm: '11' } }),
    ...files,
  });
  const project = await readProject(join(workspace.path, 'apps/web'));
  const { steps } = parse(workflow(project, project.url)).jobs['browser-tests'];
  expect(steps.slice(1, 3)).toEqual([
    { uses: 'actions/setup-node@v6', with: { 'node-version-file': file } },
    { run: 'npm ci' },
  ]);
});

it('gives each app of a monorepo a workflow and a comment of its own', async () => {
  await using workspace = await makeWorkspace({
    '.git/HEAD': '',
    'apps/web/a': '',
    'apps/my admin/a': '',
    'web/a': '',
  });
  const write = async (folder: string) => {
    const project = await readProject(join(workspace.path, folder));
    const text = workflow(project, project.url);
    await workspace.write(project.workflow.file, text);
    expect(parse(text).name).toBe(project.workflow.name);
    expect((await readProject(join(workspace.path, folder))).workflow).toEqual(project.workflow);
    return project.workflow;
  };
  expect(await write('apps/web')).toEqual({
    name: 'Browser tests',
    file: '.github/workflows/browser-tests.yml',
  });
  expect(await write('apps/my admin')).toEqual({
    name: 'Browser tests (apps/my admin)',
    file: '.github/workflows/browser-tests-apps-my-admin.yml',
  });
  // Its folder ends as that of the first app does.
  expect((await write('web')).name).toBe('Browser tests (web)');
  expect(await write('')).toEqual({
    name: 'Browser tests (root)',
    file: '.github/workflows/browser-tests-root.yml',
  });
});

it('builds what the pages of a framework load, and reads its versions in its folder', async () => {
  await using workspace = await makeWorkspace({
    '.git/HEAD': '',
    'shop/artisan': '',
    'shop/composer.json': '{}',
    'shop/Gemfile': '',
    'shop/package-lock.json': '{}',
    'shop/package.json': '{"scripts": {"dev": "vite", "build": "vite build"}}',
  });
  const project = await readProject(join(workspace.path, 'shop'));
  expect(project).toMatchObject({ start: 'php artisan serve', url: 'http://localhost:8000' });
  const { steps } = parse(workflow(project, project.url)).jobs['browser-tests'];
  const runs = steps.flatMap((step: { run?: string }) => step.run ?? []);
  expect(runs.slice(0, 3)).toEqual(['npm ci', 'npm run build', 'composer install']);
  expect(steps).toContainEqual({ uses: 'ruby/setup-ruby@v1', with: { 'working-directory': 'shop' } });
});

it.each([
  [{ dev: 'vite --port 4000' }, {}, 4000],
  [{ dev: 'PORT=4001 node .' }, {}, 4001],
  [{ dev: 'next dev -p 4002' }, {}, 4002],
  [{ dev: 'vite' }, { 'vite.config.ts': 'export default { server: { open: true, port: 4003 } }' }, 4003],
])('finds the port in %j %j', async (scripts, files, port) => {
  await using workspace = await makeWorkspace({ 'package.json': JSON.stringify({ scripts }), ...files });
  expect(await readProject(workspace.path)).toMatchObject({ url: `http://localhost:${port}` });
});

it('names the address of the app where it can ask nobody', async () => {
  const scripts = { dev: 'vite --port 4000' };
  await using workspace = await makeWorkspace({ 'package.json': JSON.stringify({ scripts }) });
  const { exitCode, stderr } = await runCommand(['init'], { cwd: workspace.path });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('--url is missing. Set it to the URL of the app, such as http://localhost:4000');
});

it('quotes what the app says instead of working', async () => {
  await using app = await startHttpServer(({ url, headers }, response) => {
    const isOverlay = url === '/overlay';
    response.writeHead(isOverlay ? 200 : 500, { 'content-type': 'text/html' });
    response.end(
      isOverlay
        ? '<h1>Shop</h1><vite-error-overlay><p>Failed to resolve import</p></vite-error-overlay>'
        : `<h1>Migrations are pending</h1><p>for ${headers['x-key']}</p>`,
    );
  });
  await using workspace = await makeWorkspace({});
  const init = (url: string) =>
    runCommand(['init', '--url', url, '--header', 'x-key: key-4711'], { cwd: workspace.path });
  const failed = await init(app.url);
  expect(failed.exitCode).toBe(1);
  expect(failed.stderr).toContain('answers with status 500 and says "Migrations are pending for ***"');
  expect((await init(`${app.url}/overlay`)).stderr).toContain('/overlay shows an error overlay: "Failed');
});

it('refers to secrets for what gives access to the app, and says that the workflow does not start an app of this machine', async () => {
  await using app = await startHttpServer(({ headers }, response) => {
    response.writeHead(headers['x-key'] === 'key-4711' ? 200 : 403, { 'content-type': 'text/html' });
    response.end('<h1>Inside</h1>');
  });
  await using workspace = await makeWorkspace({});
  const init = (env = {}) => runCommand(['init', '--url', app.url], { cwd: workspace.path, env });
  const refused = await init();
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toContain(`${app.url} answers with status 403. Set --basic-auth-username`);
  const { exitCode, stdout, stderr } = await init({ BROWSER_TEST_GATE_HEADER: 'x-key: key-4711' });
  expect(exitCode, stdout + stderr).toBe(0);
  expect(stdout).toContain('warning: The workflow does not start the app. Set the input `start` in it.');
  const job = await readFile(join(workspace.path, '.github/workflows/browser-tests.yml'), 'utf8');
  expect(job).toContain('{ secrets.X_KEY }}');
  expect(job + stdout).not.toContain('key-4711');
});

it('reports a file where it needs a folder', async () => {
  await using shop = await makeScenario({ pages: { '/': '<h1>Mugs</h1>' } });
  await shop.workspace.write('browser-tests', '');
  const result = await runCommand(['init', '--url', shop.app.url], { cwd: shop.workspace.path });
  expect(result.exitCode).toBe(1);
  expect(result.stderr).toContain('Cannot write browser-tests/first-test.yaml: EEXIST');
});

it('writes nothing for a page without an element that can be named', async () => {
  await using shop = await makeScenario({ pages: { '/': '<p>Hello</p>' } });
  const result = await runCommand(['init', '--url', shop.app.url], { cwd: shop.workspace.path });
  expect(result.exitCode).toBe(1);
  expect(result.stderr).toContain('has no element with a role and a unique name');
});

it.each([
  ['package-lock.json', { start: 'node .' }, ['npm ci'], { start: 'npm start', port: 3000 }],
  ['none', { dev: 'vite' }, ['npm install'], { start: 'npm run dev', port: 5173 }],
  [
    'pnpm-lock.yaml',
    { dev: 'astro dev' },
    ['corepack enable', 'pnpm install --frozen-lockfile'],
    { start: 'pnpm dev', port: 4321 },
  ],
  [
    'yarn.lock',
    { start: 'ng serve' },
    ['corepack enable', 'yarn install --immutable'],
    { start: 'yarn start', port: 4200 },
  ],
  [
    'bun.lock',
    { build: 'x', start: 'next start' },
    [undefined, 'bun install --frozen-lockfile', 'bun run build'],
    { start: 'bun run start', port: 3000 },
  ],
])('finds the package manager and the start command: %s %j', async (lock, scripts, runs, { start, port }) => {
  await using workspace = await makeWorkspace({ 'package.json': JSON.stringify({ scripts }), [lock]: '' });
  const project = await readProject(workspace.path);
  expect(project).toMatchObject({ start, url: `http://localhost:${port}` });
  const { steps } = parse(workflow(project, project.url)).jobs['browser-tests'];
  expect(steps.slice(1, -1).map(({ run }: { run?: string }) => run)).toEqual(runs);
});

it('installs with Yarn 1 only what its lock file has', async () => {
  const lock = '# THIS IS AN AUTOGENERATED FILE. DO NOT EDIT THIS FILE DIRECTLY.\n# yarn lockfile v1\n\n';
  await using workspace = await makeWorkspace({ 'package.json': '{}', 'yarn.lock': lock });
  const { steps } = await readProject(workspace.path);
  // Yarn 1 ignores options that it does not know, such as `--immutable`.
  expect(steps).toEqual(['      - run: corepack enable', '      - run: yarn install --frozen-lockfile']);
});
