import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendJson, startHttpServer, type TestServer } from '../../support/http-server.ts';
import { type Pages, startPages } from '../../support/pages.ts';
import { type Turn, toolCalls } from '../../support/scripted-model.ts';
import { counter, generateWith } from './with-model.ts';

let pages: Pages;
let elsewhere: TestServer;
beforeAll(async () => {
  pages = await startPages();
  elsewhere = await startHttpServer((_, response) => void response.end('<h1>Elsewhere</h1>'));
});
afterAll(async () => {
  await pages[Symbol.asyncDispose]();
  await elsewhere[Symbol.asyncDispose]();
});

const password = 'pass-word-7731';
const key = 'sk-model-key-8c41f';

function status(code: number, headers: Record<string, string> = {}): Turn {
  const error = { message: `No: ${key}` };
  return (response) => sendJson(response, code, { error }, headers);
}

function json(value: unknown): Turn {
  return (response) => sendJson(response, 200, value);
}

function body(text: string | Buffer, headers: Record<string, string>): Turn {
  return (response) => void response.writeHead(200, headers).end(text);
}

const endless: Turn = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const chunk = Buffer.alloc(64 * 1024, ' ');
  const write = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', write);
  write();
};

const misbehaviours: readonly (readonly [name: string, turn: Turn, message: RegExp])[] = [
  ['refuses', json({ choices: [{ message: { refusal: 'Not\nthis' } }] }), /The model refused: "Not this"/],
  ['only talks', json({ choices: [{ message: { content: 'Sure!' } }] }), /no tool, but answered "Sure!"/],
  ['answers nothing', json({ choices: [{ message: { content: null } }] }), /called no tool\. Check/],
  ['has no choices', json({ choices: [] }), /no valid "choices"/],
  ['sends null', json(null), /no valid "the answer"/],
  ['sends an error with status 200', json({ error: { message: 'overloaded' } }), /answered 200: overloaded/],
  ['writes bad JSON', [['click', '{"element": "e1"']], /The arguments are not JSON/],
  ['gives wrong types', [['click', { element: 7 }]], /element: Invalid input/],
  ['gives no object', [['click', '[]']], /expected object/],
  ['calls unknown tools', [['rm\u001b[31m -rf', {}]], /There is no tool .*u001b/],
  ['sends a megabyte', [['click', { element: 'e'.repeat(1_000_000) }]], /more than 4000 characters/],
  ['refers to what is not there', [['click', { element: 'e99' }]], /Found no element "e99"/i],
  ['asks for another origin', [['go_to', { path: 'https://example.org/' }]], /Only pages of the app/],
  ['hides another origin', [['go_to', { path: '/\\example.org/' }]], /Only pages of the app/],
  ['asks for a script', [['go_to', { path: 'javascript:alert(1)' }]], /Only pages of the app/],
  ['asks for a file', [['go_to', { path: 'file:///etc/passwd' }]], /Only pages of the app/],
  [
    'asks for a secret',
    [['enter_text', { element: 'e3', text: '$PASSWORD' }]],
    /does not name the variable \$PASSWORD/,
  ],
  ['puts a secret into an address', [['go_to', { path: '/?q=$PASSWORD' }]], /cannot contain a variable/],
  ['knows a secret', [['enter_text', { element: 'e3', text: key }]], /contains a secret/],
  ['uses patterns', [['expect_text', { text: 'OCTOREGEX(a+)+$OCTOREGEX' }]], /Patterns cannot be used/],
  ['asserts what is not there', [['expect_text', { text: 'Wonderful' }]], /Found no/],
  ['asserts what cannot fail', [['expect_text_gone', { text: 'Wonderful' }]], /could not fail/],
  ['repeats itself', [['hover', { element: 'e1' }]], /called "hover" 6 times with the same arguments/],
  ['claims success', [['finish_test_case', { description: '' }]], /description: Too small/],
  ['answers 400', status(400), /answered 400: No: \*\*\*\. Check that the model .* supports tool calls/],
  ['answers 401', status(401), /answered 401.*Check that `model-key` is valid/],
  ['answers 403', status(403), /answered 403.*`model-key`/],
  ['answers 404', status(404), /answered 404.*Check `model-url` and `model-name`/],
  ['answers 429', status(429), /answered 429.*Attempts: 6/],
  ['asks for an hour', status(429, { 'retry-after': '3600' }), /requests a pause of 3600 s/],
  ['answers 500', status(500), /answered 500.*try again later\. Attempts: 6/],
  ['answers 503', status(503, { 'retry-after': '0' }), /answered 503.*Attempts: 6/],
  [
    'redirects',
    (response) => void response.writeHead(307, { location: `${elsewhere.url}/v1` }).end(),
    /answered 307 with a redirect to http.*not followed.*Set `model-url`/,
  ],
  [
    'cuts its answer',
    (response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"choices"');
      setImmediate(() => response.destroy());
    },
    /failed \(.*Check that `model-url`/,
  ],
  ['never ends its answer', endless, /answered with more than 4 MiB/],
  [
    'sends a bomb',
    body(gzipSync(Buffer.alloc(30_000_000)), {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    }),
    /answered with more than 4 MiB/,
  ],
  [
    'streams',
    body('data: {"choices":[]}\n\n', { 'content-type': 'text/event-stream' }),
    /not JSON \(text\/event-stream\)/,
  ],
  ['sends a web page', body('<h1>Proxy</h1>', { 'content-type': 'text/html' }), /not JSON \(text\/html\)/],
  [
    'costs too much',
    json({ ...toolCalls(['hover', { element: 'e1' }]), usage: { total_tokens: 9e12 } }),
    /500000 tokens, is used up/,
  ],
];

it.each(misbehaviours)('keeps what was verified of a model that %s', async (_, turn, message) => {
  const from = elsewhere.requests.length;
  const { cases, info, requests } = await generateWith(
    [
      [
        ['click', { element: 'e1' }],
        ['expect_text', { text: '1 clicks' }],
      ],
      turn,
    ],
    { baseUrl: pages.url, entryPointUrlPath: pages.add(`${counter}<input aria-label="Note">`) },
    { variables: { PASSWORD: [password] } },
  );
  expect(info).toMatch(message);
  expect(info).toMatch(/^The model made 1 test case\. /);
  expect(cases[0]?.elements.slice(0, 2)).toMatchObject([
    { interaction: { action: 'CLICK' } },
    { assertion: {} },
  ]);
  expect(JSON.stringify([info, cases, requests.map((each) => each.body)])).not.toMatch(
    new RegExp(`${password}|${key}`),
  );
  expect(elsewhere.requests.length).toBe(from);
});

it('goes on where tokens are not counted, and where more is called than is run', async () => {
  const hovers = Array.from({ length: 50 }, () => ['hover', { element: 'e1' }] as const);
  const { cases, info } = await generateWith(
    [
      json({ ...toolCalls(['click', { element: 'e1' }]), usage: { total_tokens: 'NaN' } }),
      json({ ...toolCalls(...hovers), usage: { total_tokens: -1 } }),
      [
        ['expect_text', { text: '1 clicks' }],
        ['finish_test_case', { description: 'Counts' }],
      ],
      [['stop', { reason: 'done' }]],
    ],
    { baseUrl: pages.url, entryPointUrlPath: pages.add(counter) },
  );
  expect(info).toContain('The model stopped: "done"');
  expect(cases[0]?.elements).toHaveLength(10);
});

it('does not believe a model that claims success without steps', async () => {
  const { cases, info } = await generateWith([[['finish_test_case', { description: 'All is well' }]]], {
    baseUrl: pages.url,
    entryPointUrlPath: pages.add(counter),
  });
  expect(info).toMatch(/The app is explored instead.*5 proposals.*asserts nothing/);
  expect(cases.map(({ description }) => description)).not.toContain('All is well');
});

it('makes no test case of steps that assert nothing', async () => {
  const { cases, info } = await generateWith(
    [[['click', { element: 'Count' }]], [['stop', { reason: 'done' }]]],
    { baseUrl: pages.url, entryPointUrlPath: pages.add(counter) },
  );
  expect(info).toContain('The model stopped without an assertion: "done".');
  expect(cases.length).toBeGreaterThan(0);
  for (const { elements } of cases) expect(elements.some(({ assertion }) => assertion != null)).toBe(true);
});

it('does not wait for a model beyond the deadline', async () => {
  const { cases, info } = await generateWith(
    [() => {}],
    { baseUrl: pages.url, entryPointUrlPath: pages.add(counter) },
    { modelLimits: { timeMs: 3000 } },
  );
  expect(info).toContain('The time for the model, 3 s, is over.');
  expect(cases.length).toBeGreaterThan(0);
});

it('leaves the prompt to exploration if it is of no use', async () => {
  const { cases, info } = await generateWith([[['stop', { reason: 'I cannot' }]]], {
    baseUrl: pages.url,
    entryPointUrlPath: pages.add(counter),
  });
  expect(cases.length).toBeGreaterThan(0);
  expect(info).toContain('The app is explored instead.');
  expect(info).toContain('The model stopped without a step: "I cannot".');
});
