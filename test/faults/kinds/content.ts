import { z } from 'zod';
import { type Effect, ofService, type Stage, stages, type TransportFault } from '../kind.ts';
import { type Answer, send } from '../wire.ts';

/** A complete answer with the wrong content, after the server has processed the request. */
function content(
  name: string,
  effect: Effect,
  change: (answer: Answer) => Answer,
  where: readonly Stage[] = stages,
): TransportFault {
  return {
    name,
    stages: where,
    effect,
    at: 'whole',
    isProcessed: true,
    async inject({ socket, process: done }) {
      send(socket, change(await done()));
    },
  };
}

const text = (answer: Answer, body: string | Buffer, type = 'application/json'): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'content-type': type },
  body: Buffer.from(body),
});

const anything = z.json();
type Json = z.infer<typeof anything>;

/** The answer with each object and value of its JSON changed. */
function changed(answer: Answer, change: (value: Json, key: string) => Json): Answer {
  const walk = (value: Json, key: string): Json => {
    if (Array.isArray(value)) return value.map((each) => walk(each, key));
    if (value === null || typeof value !== 'object') return change(value, key);
    return change(
      Object.fromEntries(Object.entries(value).map(([name, each]) => [name, walk(each, name)])),
      key,
    );
  };
  return text(answer, JSON.stringify(walk(anything.parse(JSON.parse(answer.body.toString())), '')));
}

const page = '<!doctype html><html><title>Sign in</title><h1>Please sign in</h1></html>';
// An empty list of comments is a true answer to somebody who knows no better.
const butLists = stages.filter((stage) => stage !== 'comment-list');

export const contentFaults: readonly TransportFault[] = [
  content('empty', 'transient', (answer) => text(answer, '')),
  content('no-content', 'transient', (answer) => ({ ...answer, status: 204, body: Buffer.alloc(0) })),
  content('html', 'transient', (answer) => text(answer, page, 'text/html')),
  content('html-called-json', 'transient', (answer) => text(answer, page)),
  content('json-called-text', 'harmless', (answer) => text(answer, answer.body, 'text/plain'), ofService),
  content('other-object', 'transient', (answer) => text(answer, '{"hello":"world"}')),
  content('other-list', 'transient', (answer) => text(answer, '[]'), butLists),
  content('null', 'transient', (answer) => text(answer, 'null')),
  content('text', 'transient', (answer) => text(answer, '"ok"')),
  content('json-cut', 'transient', (answer) =>
    text(answer, answer.body.subarray(0, answer.body.byteLength - 2)),
  ),
  content('nan', 'transient', (answer) =>
    text(answer, answer.body.toString().replace(/:("[^"]*"|\d+|true)/, ':NaN')),
  ),
  content('deep', 'transient', (answer) => text(answer, '['.repeat(200_000))),
  content('types-wrong', 'transient', (answer) =>
    changed(answer, (value) => (typeof value === 'string' ? 17 : value === true ? 'yes' : value)),
  ),
  content(
    'ids-wrong',
    'transient',
    (answer) =>
      changed(answer, (value, key) => (/id$/i.test(key) && typeof value === 'string' ? 'none' : value)),
    ofService,
  ),
  content('utf-16', 'transient', (answer) => text(answer, Buffer.from(answer.body.toString(), 'utf16le'))),
  content('bytes-wrong', 'transient', (answer) =>
    text(answer, Buffer.concat([Buffer.from([0xff, 0xfe, 0xc3]), answer.body])),
  ),
  content('byte-order-mark', 'harmless', (answer) => text(answer, `\uFEFF${answer.body}`), ofService),
  content('charset-wrong', 'harmless', (answer) =>
    text(answer, answer.body, 'application/json; charset=iso-8859-1'),
  ),
  content('fields-unknown', 'harmless', (answer) =>
    changed(answer, (value) =>
      value !== null && typeof value === 'object' && !Array.isArray(value) && !isMap(value)
        ? { ...value, tenant: { name: 'x' }, score: 1.5 }
        : value,
    ),
  ),
  content(
    'values-unknown',
    'harmless',
    (answer) =>
      changed(answer, (value, key) =>
        ['breakpoint', 'browser', 'source'].includes(key) ? 'SOMETHING_NEW' : value,
      ),
    ofService,
  ),
  content(
    'fields-null',
    'harmless',
    (answer) =>
      changed(answer, (value, key) =>
        ['updatedAt', 'executionUrl', 'traceUrl', 'breakpoint', 'browser'].includes(key) ? null : value,
      ),
    ofService,
  ),
];

/** Keyed by ids: a further field would be a further entry. */
function isMap(value: object): boolean {
  return Object.keys(value).every((key) => /^[0-9a-f-]{36}$/.test(key));
}
