import { describe, expect, it } from 'vitest';
import { messageOf } from '../../../src/common/errors.ts';
import { readInputs } from '../../../src/gate/inputs/read-inputs.ts';

const hosted = {
  'service-url': 'https://tests.example.com',
  'api-key': 'the-key',
  'test-target-id': '6f0c2c5e-4b8e-4c56-9a57-2f3f1f0a7d10',
};

const envOf = (given: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]));

function refusalOf(given: Readonly<Record<string, string>>): string {
  try {
    readInputs(envOf(given));
  } catch (error) {
    return messageOf(error);
  }
  throw new Error('the inputs were accepted');
}

const generated = { existing: ['browser-tests'], folder: 'generated-tests' };

describe('a mode', () => {
  it.each([
    [
      { mode: 'push' },
      { kind: 'push', tests: { kind: 'patterns', patterns: ['browser-tests'] }, fromPullRequest: false },
    ],
    [{ mode: 'pull' }, { kind: 'pull', folder: 'browser-tests' }],
    [
      { mode: 'pull', folder: 'e2e' },
      { kind: 'pull', folder: 'e2e' },
    ],
    [
      { mode: 'export', tests: 'a.yaml' },
      { kind: 'export', tests: { kind: 'patterns', patterns: ['a.yaml'] }, folder: 'playwright-tests' },
    ],
    [
      {
        mode: 'discovery',
        name: 'Sign in',
        prompt: 'signs in',
        'entry-point': '/login',
        prerequisite: 'Cookies',
      },
      {
        kind: 'discovery',
        name: 'Sign in',
        prompt: 'signs in',
        entryPoint: '/login',
        prerequisite: 'Cookies',
        ...generated,
      },
    ],
    [
      { mode: 'batch-generation', prompt: 'the shop' },
      { kind: 'batch-generation', prompt: 'the shop', ...generated },
    ],
  ])('%o reads its own inputs', (given, mode) => {
    expect(readInputs(envOf({ ...hosted, ...given })).mode).toEqual(mode);
  });

  it('mutate reads its own inputs, and has defaults', () => {
    const tests = { kind: 'patterns', patterns: ['browser-tests'] };
    const read = (given: Readonly<Record<string, string>>) =>
      readInputs(envOf({ mode: 'mutate', url: 'http://localhost:3000', ...given })).mode;
    expect(read({})).toEqual({ kind: 'mutate', tests, mutants: 20, seed: '1', threshold: 0 });
    expect(read({ mutants: '500', seed: 'x', 'mutation-threshold': '80' })).toEqual({
      kind: 'mutate',
      tests,
      mutants: 500,
      seed: 'x',
      threshold: 80,
    });
    expect(read({ workers: '1', start: 'npm start', variables: 'A=b', tags: 'smoke' })).toMatchObject({
      tests,
    });
  });

  it.each([
    [{ mutants: '0' }, 'mutants: '],
    [{ mutants: '501' }, 'mutants: '],
    [{ 'mutation-threshold': '101' }, 'mutation-threshold: '],
    [
      { retries: '2' },
      'retries: is not read by `mode: mutate`, only by draft-push, batch-generation, and discovery. Remove it',
    ],
    [
      { trace: 'always' },
      'trace: is not read by `mode: mutate`, only by draft-push, batch-generation, and discovery. Remove it',
    ],
    [hosted, 'service-url: is not read by `mode: mutate`'],
  ])('mutate refuses %o', (given, message) => {
    expect(refusalOf({ mode: 'mutate', url: 'http://localhost:3000', ...given })).toContain(message);
  });

  it.each(['push', 'pull'])('%s needs a hosted service', (mode) => {
    expect(refusalOf({ mode, url: 'http://localhost:3000', prompt: 'p', name: 'n' })).toContain(
      `service-url: is missing. \`mode: ${mode}\` works on the test cases of a hosted service`,
    );
  });

  it.each(['push', 'pull'])('%s does not ask for a URL when the service is missing', (mode) => {
    expect(refusalOf({ mode })).not.toMatch(/^ {2}- url:/m);
  });

  it('batch-generation with the embedded service needs no prompt, and reads base-url, folder and retries', () => {
    const given = { mode: 'batch-generation', url: 'http://localhost:3000', retries: '2' };
    expect(readInputs(envOf({ ...given, 'base-url': 'http://localhost:4000', folder: 'new' })).mode).toEqual({
      kind: 'batch-generation',
      prompt: '',
      baseUrl: 'http://localhost:4000',
      existing: ['browser-tests'],
      folder: 'new',
    });
    expect(refusalOf({ ...given, 'base-url': 'localhost:4000' })).toContain('base-url: ');
  });

  it.each(['base-url', 'folder', 'variables'])('a hosted service generates without %s', (name) => {
    const given = {
      mode: 'batch-generation',
      prompt: 'p',
      [name]: name === 'variables' ? 'A=b' : 'http://a',
    };
    expect(refusalOf({ ...hosted, ...given })).toContain(
      `${name}: is not read by \`mode: batch-generation\``,
    );
  });

  it('export needs no hosted service', () => {
    expect(readInputs(envOf({ mode: 'export', url: 'http://localhost:3000' })).service.kind).toBe('embedded');
  });

  it.each([
    ['discovery', 'name: is missing'],
    ['discovery', 'prompt: is missing'],
    ['batch-generation', 'prompt: is missing'],
  ])('%s names the missing input: %s', (mode, message) => {
    expect(refusalOf({ ...hosted, mode })).toContain(message);
  });

  it.each([{}, { artifact: 'browser-tests' }])(
    'publish needs neither an app nor a service, and accepts `artifact`: %o',
    (given) => {
      const inputs = readInputs(envOf({ mode: 'publish', check: 'true', ...given }));
      expect(inputs).toMatchObject({ mode: { kind: 'publish' }, check: {} });
    },
  );

  it.each([
    ['', undefined],
    ['{}', {}],
    [
      '{"a": {"result": "success", "outputs": {"x": "1"}}, "b-2": {"result": "skipped"}}',
      { a: 'success', 'b-2': 'skipped' },
    ],
  ])('publish reads the jobs that it waits for: %j', (needs, jobs) => {
    expect(readInputs(envOf({ mode: 'publish', needs })).mode).toEqual({ kind: 'publish', needs: jobs });
  });

  it.each(['Object', 'a, b', '["a"]', '{"a": "success"}', 'null'])(
    'publish refuses %j as `needs`',
    (needs) => {
      expect(refusalOf({ mode: 'publish', needs })).toContain(
        'needs: is not the JSON of jobs. Write `needs: $',
      );
    },
  );

  it('publish refuses what it would ignore, each once', () => {
    const given = {
      ...hosted,
      tests: 'a.yaml',
      url: 'http://localhost:3000',
      environment: 'staging',
      browser: 'FIREFOX',
      breakpoint: 'MOBILE',
      tags: 'smoke',
      variables: 'A=b',
      'artifact-retention-days': '3',
      shard: '1/2',
      folder: 'x',
      retries: '3',
    };
    const lines = refusalOf({ ...given, mode: 'publish', artifact: 'a' })
      .split('\n')
      .slice(1);
    expect(lines.map((line) => /- ([\w-]+): is not read by `mode: publish`/.exec(line)?.[1]).sort()).toEqual(
      Object.keys(given).sort(),
    );
  });

  it.each([
    [
      { mode: 'draft-push', prompt: 'p' },
      'prompt: is not read by `mode: draft-push`, only by discovery and batch-generation',
    ],
    [
      { mode: 'batch-generation', prompt: 'p', name: 'n' },
      'name: is not read by `mode: batch-generation`, only by discovery',
    ],
    [
      { mode: 'push', tags: 'smoke' },
      'tags: is not read by `mode: push`, only by draft-push, discovery, and mutate. Remove it',
    ],
    [{ mode: 'push', report: 'always' }, 'report: is not read by `mode: push`, only by draft-push'],
    [
      { mode: 'push', 'artifact-retention-days': '3' },
      'artifact-retention-days: is not read by `mode: push`, only by draft-push',
    ],
    [{ mode: 'push', mutants: '3' }, 'mutants: is not read by `mode: push`, only by mutate. Remove it'],
    [{ mode: 'export', variables: 'A=b' }, 'variables: is not read by `mode: export`, only by draft-push'],
    [
      { mode: 'push', check: 'true' },
      'check: is not read by `mode: push`, only by draft-push, batch-generation, mutate, and publish',
    ],
    [
      { mode: 'push', folder: 'x' },
      'folder: is not read by `mode: push`, only by pull, export, discovery, and batch-generation',
    ],
  ])('refuses what it would ignore: %o', (given, message) => {
    expect(refusalOf({ ...hosted, ...given })).toContain(message);
  });
});
