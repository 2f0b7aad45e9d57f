import { describe, expect, it } from 'vitest';
import { readInputs } from '../../../src/action/inputs/read-inputs.ts';
import { messageOf } from '../../../src/action/user-error.ts';

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

describe('a mode', () => {
  it.each([
    [{ mode: 'push' }, { kind: 'push', tests: { kind: 'patterns', patterns: ['browser-tests'] } }],
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
      },
    ],
    [
      { mode: 'batch-generation', prompt: 'the shop' },
      { kind: 'batch-generation', prompt: 'the shop' },
    ],
  ])('%o reads what belongs to it', (given, mode) => {
    expect(readInputs(envOf({ ...hosted, ...given })).mode).toEqual(mode);
  });

  it.each(['push', 'pull', 'discovery', 'batch-generation'])('%s needs a hosted service', (mode) => {
    expect(refusalOf({ mode, url: 'http://localhost:3000', prompt: 'p', name: 'n' })).toContain(
      `service-url: is missing: \`mode: ${mode}\` works on what a hosted service stores`,
    );
  });

  it.each(['push', 'pull', 'discovery', 'batch-generation'])('%s without one lacks no address', (mode) => {
    expect(refusalOf({ mode })).not.toMatch(/^ {2}- url:/m);
  });

  it('export does without one', () => {
    expect(readInputs(envOf({ mode: 'export', url: 'http://localhost:3000' })).service.kind).toBe('embedded');
  });

  it.each([
    ['discovery', 'name: is missing'],
    ['discovery', 'prompt: is missing'],
    ['batch-generation', 'prompt: is missing'],
  ])('%s says what it lacks: %s', (mode, message) => {
    expect(refusalOf({ ...hosted, mode })).toContain(message);
  });

  it('publish needs the name of an artifact, and neither an app nor a service', () => {
    const inputs = readInputs(envOf({ mode: 'publish', artifact: 'browser-tests', check: 'true' }));
    expect(inputs).toMatchObject({ mode: { kind: 'publish' }, artifact: 'browser-tests', check: {} });
    expect(refusalOf({ mode: 'publish' })).toBe(
      [
        'An input needs a change in the workflow file:',
        '  - artifact: is missing: `mode: publish` reads the artifact that the workflow that tests gives this name.',
      ].join('\n'),
    );
  });

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
    expect(
      lines.map((line) => /- ([\w-]+): is not read with `mode: publish`/.exec(line)?.[1]).sort(),
    ).toEqual(Object.keys(given).sort());
  });

  it.each([
    [
      { mode: 'draft-push', prompt: 'p' },
      'prompt: is not read with `mode: draft-push`, only with discovery and batch-generation',
    ],
    [
      { mode: 'batch-generation', prompt: 'p', name: 'n' },
      'name: is not read with `mode: batch-generation`, only with discovery',
    ],
    [
      { mode: 'push', tags: 'smoke' },
      'tags: is not read with `mode: push`, only with draft-push and discovery. Leave it out',
    ],
    [
      { mode: 'export', variables: 'A=b' },
      'variables: is not read with `mode: export`, only with draft-push',
    ],
    [{ mode: 'push', check: 'true' }, 'check: is not read with `mode: push`, only with draft-push and'],
    [{ mode: 'push', folder: 'x' }, 'folder: is not read with `mode: push`, only with pull and export'],
  ])('refuses what it would ignore: %o', (given, message) => {
    expect(refusalOf({ ...hosted, ...given })).toContain(message);
  });
});
