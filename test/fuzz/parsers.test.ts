import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createClient } from '../../src/client/client.ts';
import { ClientError } from '../../src/client/client-errors.ts';
import { UserError } from '../../src/common/errors.ts';
import { buildContext } from '../../src/gate/context/context.ts';
import { inputNames } from '../../src/gate/inputs/input-table.ts';
import { parseDuration } from '../../src/gate/inputs/input-values.ts';
import { readInputs } from '../../src/gate/inputs/read-inputs.ts';
import { secretInputs } from '../../src/gate/inputs/secret-inputs.ts';
import { LocatorLineError } from '../../src/service/locator-line/call-chain.ts';
import { parseLocator } from '../../src/service/locator-line/parse-locator.ts';
import { printLocator } from '../../src/service/locator-line/print-locator.ts';
import { decodeText } from '../../src/test-files/load.ts';
import { parseText } from '../../src/test-files/parse-text.ts';
import { readTestCase } from '../../src/test-files/read-test-case.ts';
import { someCase, someText } from '../support/arbitrary-cases.ts';
import { edited, someEdit } from '../support/edits.ts';
import { openFullService } from '../support/full-service.ts';
import { pathOf } from '../support/path-of.ts';
import { aReport, targetId } from '../support/reports.ts';
import { fuzzTimeoutMs } from './runs.ts';
import { textsOf, tryAll } from './tries.ts';

const someEdits = fc.array(someEdit, { minLength: 1, maxLength: 4 });
const changed = (value: unknown, edits: Parameters<typeof edited>[1][]) =>
  edits.reduce<unknown>((before, edit) => edited(before, edit), value);

/** JSON that is nearly `value`, or anything. */
const nearly = (value: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.tuple(value, someEdits).map(([valid, edits]) => changed(valid, edits)) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  );

const yamlPieces = [
  ...['\n', '\n  ', '\n    ', '\n\t', '\r\n', ' ', '- ', '? ', ': ', ', ', '[', ']', '{', '}', '"', "'"],
  ...['|', '|+2\n', '>-', '#', '&a ', '*a', '&b [*a, *a]', '!!str ', '!!binary ', '!<x> ', '<<: *a', '---\n'],
  ...['...\n', '%YAML 1.1\n', '%TAG ! x\n', '\\u12', '\u0000', '\uD800', '\uFEFF', '\u0085', '\u2028'],
  ...[
    'a',
    'null',
    '~',
    '1',
    '0x1',
    '1e999',
    '-.inf',
    '2020-01-01',
    '__proto__',
    'constructor',
    'description: d',
  ],
  ...[
    'elements: []',
    'id: ',
    'selectors: [',
    'interaction: {action: CLICK',
    '{"a":',
    '[[',
    '\\',
    '\\"',
    'true',
  ],
];

describe('test files', () => {
  it.each(['yaml', 'json'] as const)(
    'of %s are read, or refused',
    { timeout: fuzzTimeoutMs },
    async (format) => {
      const cases = fc
        .tuple(someCase, fc.nat(), fc.constantFrom(...yamlPieces))
        .map(([testCase, at, piece]) => {
          const text = JSON.stringify(testCase, null, 1);
          return text.slice(0, at % text.length) + piece + text.slice(at % text.length);
        });
      await tryAll({
        name: `Test files of ${format}`,
        inputs: fc.oneof({ weight: 3, arbitrary: textsOf(yamlPieces) }, { weight: 1, arbitrary: cases }),
        read: (text) => {
          const parsed = parseText(text, format);
          if (!('positionOf' in parsed)) return expect(parsed.length).toBeGreaterThan(0);
          const { problems, warnings } = readTestCase(parsed.value, 'a.yaml');
          for (const { path } of [...problems, ...warnings]) parsed.positionOf(path, 'key');
          return undefined;
        },
      });
    },
  );

  it('of any bytes are decoded, or refused', { timeout: fuzzTimeoutMs }, () =>
    tryAll({
      name: 'Bytes',
      inputs: fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        fc.string({ unit: 'binary' }).map((text) => Buffer.from(text, 'utf16le')),
      ),
      read: decodeText,
    }),
  );

  it('of any value are cases, or have problems', { timeout: fuzzTimeoutMs }, () =>
    tryAll({
      name: 'Exchange cases',
      inputs: nearly(someCase),
      read: (value) => {
        const { testCase, problems } = readTestCase(value, 'a.yaml');
        expect(testCase === undefined).toBe(testCase === undefined && problems.length > 0);
      },
    }),
  );
});

describe('inputs', () => {
  const pieces = [
    ...[
      '\n',
      '\r\n',
      ' ',
      '=',
      ':',
      '/',
      '//',
      '@',
      '?',
      '#',
      '&',
      '%',
      '%ZZ',
      '%E0%A4%A',
      '.',
      ',',
      '-',
      '_',
    ],
    ...[
      'http://',
      'https://a.b',
      'ws://',
      'wss://u:p@h:1/x?token=y',
      'javascript:',
      '[::1]',
      'localhost:3000',
    ],
    ...[
      'NAME',
      'API_TOKEN=x',
      '__proto__=x',
      'constructor=y',
      'X-Key: v',
      'Host: a',
      'Bearer ',
      '30m',
      '1e9s',
    ],
    ...[
      '90',
      's',
      'h',
      '6',
      '1/4',
      '0/0',
      '2/256',
      'none',
      'draft-push',
      'push',
      'pull',
      'CHROMIUM',
      'true',
      '!',
    ],
    ...[
      'otpauth://totp/x?secret=ABC',
      'JBSWY3DP',
      '\u0000',
      '\uD800',
      '\u2028',
      'é',
      '\t',
      '*',
      '../..',
      '9999999999',
    ],
  ];
  const some = fc.dictionary(
    fc.constantFrom(...inputNames).map((name) => `INPUT_${name.toUpperCase()}`),
    textsOf(pieces),
    { maxKeys: 8 },
  );

  it('are read, or refused with each problem', { timeout: fuzzTimeoutMs }, () =>
    tryAll({
      name: 'Inputs',
      inputs: some,
      read: (env) => {
        const { secrets } = secretInputs(env);
        expect(secrets).not.toContain('');
        readInputs(env);
      },
      allowed: [UserError],
    }),
  );

  it.each([
    'variables',
    'headers',
    'browser-endpoints',
    'shard',
    'test-account-otp-key',
    'timeout',
    'url',
    'service-url',
    'tags',
    'folder',
  ])('of `%s` alone are read, or refused', { timeout: fuzzTimeoutMs }, (name) =>
    tryAll({
      name: `Input ${name}`,
      inputs: textsOf(pieces),
      read: (value) => {
        const env = { INPUT_URL: 'http://a.b', [`INPUT_${name.toUpperCase()}`]: value };
        secretInputs(env);
        readInputs(env);
      },
      allowed: [UserError],
    }),
  );

  it.each(['url', 'service-url', 'browser-endpoints'])(
    'of `%s` with a host of any length are refused',
    (name) => {
      const env = {
        INPUT_URL: 'http://a.b',
        [`INPUT_${name.toUpperCase()}`]: `http://${'NAME'.repeat(5000)}-`,
      };
      expect(secretInputs(env).secrets).not.toContain('');
      expect(() => readInputs(env)).toThrow(UserError);
    },
  );

  it('that are durations are so many ms, or none', { timeout: fuzzTimeoutMs }, () =>
    tryAll({
      name: 'Durations',
      inputs: textsOf(['1', '0', '9', '.', ' ', 's', 'm', 'h', '-', 'e', '\n', '\u00A0', '٣']),
      read: (text) => {
        const ms = parseDuration(text);
        if (ms !== undefined) expect(ms).toBeGreaterThanOrEqual(0);
      },
    }),
  );
});

/** The part of a payload that says whose code it is. */
const accepted = z.object({ pull_request: z.object({ head: z.looseObject({}) }) });

describe('payloads of events', () => {
  const whole = {
    pull_request: {
      number: 7,
      head: { sha: 'a'.repeat(40), ref: 'x', repo: { full_name: 'acme/shop', fork: false } },
      base: { repo: { full_name: 'acme/shop' } },
    },
    issue: { number: 7, pull_request: {} },
    merge_group: { head_sha: 'b', head_ref: 'refs/heads/gh-readonly-queue/main/pr-7-abc' },
    deployment: { sha: 'c', ref: 'd' },
    repository: { full_name: 'acme/shop' },
  };
  const env = { GITHUB_REPOSITORY: 'acme/shop', GITHUB_SHA: 'd', GITHUB_REF: 'refs/heads/main' };
  const eventName = fc.constantFrom('pull_request', 'issue_comment', 'merge_group', 'deployment', '');

  it('make a context', { timeout: fuzzTimeoutMs }, () =>
    tryAll({
      name: 'Payloads',
      inputs: fc.tuple(eventName, nearly(fc.constant(whole))),
      read: ([name, event]) => {
        const { report } = buildContext({ ...env, GITHUB_EVENT_NAME: name }, event);
        expect(report.source).toBe('github');
      },
    }),
  );

  it('of pull_request_target are refused, but for a head of this repository', {
    timeout: fuzzTimeoutMs,
  }, () => {
    const fullName = fc.constantFrom(
      ...['acme/shop', 'ACME/Shop', 'acme/shop ', 'acme/shop-old', 'eve/shop', 'acme', '', '/', 'acme/shop/'],
      ...['acme/ſhop', 'аcme/shop', 'acme/shop\n', 'acme\u200B/shop', 'acme%2Fshop'],
    );
    const repo = fc.oneof(
      fc.record({ full_name: fullName }),
      fc.record({ full_name: fc.jsonValue({ maxDepth: 1 }) }),
      fc.record({ name: fc.constant('shop'), owner: fc.constant({ login: 'acme' }) }),
      fc.constantFrom<unknown>(null, {}, [], 'acme/shop', 7, false),
    );
    const event = fc.tuple(repo, fc.option(someEdit)).map(([head, edit]) => {
      const payload = {
        ...whole,
        pull_request: { ...whole.pull_request, head: { ...whole.pull_request.head, repo: head } },
      };
      return edit === null ? payload : edited(payload, edit);
    });
    return tryAll({
      name: 'Payloads of pull_request_target',
      inputs: fc.tuple(event, fc.constantFrom('acme/shop', 'Acme/Shop', '', undefined)),
      read: ([given, repository]) => {
        const own = { ...env, GITHUB_REPOSITORY: repository, GITHUB_EVENT_NAME: 'pull_request_target' };
        buildContext(own, given);
        const { head } = accepted.parse(given).pull_request;
        expect(head.repo).toMatchObject({ full_name: expect.stringMatching(/^acme\/shop$/i) });
        expect(repository).toMatch(/^acme\/shop$/i);
      },
      allowed: [UserError],
    });
  });
});

describe('answers of a service', () => {
  const statuses = fc.constantFrom(200, 200, 200, 200, 201, 204, 302, 400, 404, 429, 500, 503);
  const headers = fc.constantFrom<Record<string, string>>(
    { 'content-type': 'application/json' },
    { 'content-type': 'text/html' },
    {},
    { 'content-type': 'application/json', 'retry-after': 'x', date: 'y' },
  );
  const report = aReport();
  const page = { data: [report], hasNextPage: false, nextKey: null, key: null };
  const body = fc.oneof(
    { weight: 8, arbitrary: nearly(fc.constant<unknown>(page)).map((value) => JSON.stringify(value) ?? '') },
    {
      weight: 4,
      arbitrary: nearly(fc.constant<unknown>(report)).map((value) => JSON.stringify(value) ?? ''),
    },
    { weight: 1, arbitrary: textsOf(['{', '}', '[', ']', '"', ':', ',', 'null', '\uFEFF', '<html>']) },
  );

  it('are read, or are errors of the client', { timeout: fuzzTimeoutMs }, () =>
    tryAll({
      name: 'Answers',
      inputs: fc.tuple(statuses, headers, body),
      read: async ([status, fields, text]) => {
        const client = createClient({
          baseUrl: 'http://service.test',
          apiKey: 'the-key',
          fetch: async () => new Response(status === 204 ? null : text, { status, headers: fields }),
        });
        const params = { testTargetId: targetId };
        const read = [
          client.listTestReports(params, {}, { retry: false }),
          client.getTestReport({ ...params, testReportId: report.id }, { retry: false }),
        ];
        const failed = (await Promise.allSettled(read)).filter((each) => each.status === 'rejected');
        for (const { reason } of failed) if (!(reason instanceof ClientError)) throw reason;
      },
    }),
  );
});

describe('the service', () => {
  it('reads locator lines, or refuses them', { timeout: fuzzTimeoutMs }, () => {
    const pieces = [
      ...[
        'page',
        '.',
        '(',
        ')',
        '{',
        '}',
        ',',
        ':',
        ';',
        "'",
        '"',
        '`',
        '/',
        '\\',
        '${',
        '$',
        ' ',
        '\n',
        '//',
      ],
      ...[
        "locator('a')",
        "getByRole('button')",
        'getByText(/a(b/i)',
        'filter({ hasText:',
        "'x' })",
        'nth(1)',
      ],
      ...[
        'first()',
        'frameLocator(',
        'contentFrame()',
        'await ',
        '.__proto__',
        '.constructor',
        'exact: true',
      ],
      ...[
        'name:',
        '\\u{110000}',
        '\\x4',
        '\\0',
        '1e999',
        '-1',
        '/[/',
        '/x/zz',
        '(((',
        '\u2028',
        '\uD800',
        'and(',
      ],
    ];
    return tryAll({
      name: 'Locator lines',
      inputs: textsOf(pieces, 12_000),
      read: (line) => printLocator(parseLocator(line)),
      allowed: [LocatorLineError],
    });
  });

  it('answers any execute', { timeout: fuzzTimeoutMs }, async () => {
    await using it = await openFullService();
    const { params, body } = it.requests.execute;
    const refused: number[] = [];
    await tryAll({
      name: 'Execute bodies',
      inputs: fc.oneof(
        { weight: 8, arbitrary: nearly(fc.constant(body)).map((value) => JSON.stringify(value) ?? '') },
        { weight: 1, arbitrary: textsOf(['{', '}', '[', ']', '"testTargetId":', ',', '"', 'null', '1']) },
        { weight: 1, arbitrary: someText },
      ),
      read: async (text) => {
        const answer = await it.ask('POST', pathOf('execute', params), { body: text });
        expect(answer.status, text).toBeLessThan(500);
        if (answer.status >= 400) refused.push(answer.status);
      },
      deep: 500,
    });
    expect(refused.length).toBeGreaterThan(0);
  });
});
