import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openEmbeddedService } from '../../src/service/embedded-service.ts';
import { listen } from '../../src/service/http/http-server.ts';
import { aCase } from '../support/cases.ts';
import { type Cut, startCuttingProxy } from '../support/cutting-proxy.ts';
import { randomFrom } from '../support/random.ts';
import { apiKey, sendRaw, temporaryFolder } from '../support/served-service.ts';
import { createStubRunner } from '../support/stub-runner.ts';

/**
 * POSTs are cut off at random bytes on their way there or back, and sent again with the same key until the answer is
 * there. Environment: IDEMPOTENCY_POSTS, how many (300 by default, 1000 for a long look); IDEMPOTENCY_SEED, what the
 * places are drawn from (printed when it fails).
 */
const posts = Number(process.env.IDEMPOTENCY_POSTS ?? 300);
const seed = Number(process.env.IDEMPOTENCY_SEED ?? 1);
const clients = 8;

interface Post {
  readonly path: string;
  readonly body: object;
}

function requestOf({ path, body }: Post, key: string): string {
  const text = JSON.stringify(body);
  return [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `X-API-Key: ${apiKey}`,
    'Content-Type: application/json',
    `Content-Length: ${text.length}`,
    `Idempotency-Key: ${key}`,
    'Connection: close',
    '',
    text,
  ].join('\r\n');
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly isReplay: boolean;
}

/** The answer, where all of it is there. */
function wholeAnswer(text: string): Answer | undefined {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  const status = /^HTTP\/1.1 (\d+)/.exec(head)?.[1];
  // A head that is cut off may end in a part of the number.
  if (!text.includes('\r\n\r\n') || length === undefined || body.length < Number(length)) return undefined;
  return { status: Number(status), body, isReplay: /^idempotency-replayed: true$/im.test(head) };
}

/** Requests and answers have 300 to 1,500 bytes; some connections stay whole, so an answer comes in the end. */
function someCut(random: () => number): Cut | undefined {
  if (random() < 0.3) return undefined;
  return { side: random() < 0.5 ? 'request' : 'answer', bytes: 1 + Math.floor(random() * 700) };
}

/** How many rows a table has. */
function countIn(database: DatabaseSync, table: string): number {
  return z.object({ n: z.number() }).parse(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()).n;
}

test(
  `${posts} POSTs that are cut off and repeated have one effect each (seed ${seed})`,
  async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'gate.db');
    const runner = createStubRunner();
    const answers = new Set<string>();
    const random = randomFrom(seed);
    const sent = { target: 0, push: 0, draft: 0, run: 0 };
    let [attempts, cuts, lost] = [0, 0, 0];
    {
      await using service = openEmbeddedService({ file, apiKey, runner });
      await using server = await listen(service.fetch, { host: '127.0.0.1', port: 0 });
      const { port } = new URL(server.url);
      await using proxy = await startCuttingProxy(Number(port), () => someCut(random));

      const untilAnswered = async (post: Post, key: string): Promise<Answer> => {
        const request = requestOf(post, key);
        for (;;) {
          attempts += 1;
          const text = await sendRaw(`http://127.0.0.1:${proxy.port}`, request).catch(() => '');
          const answer = wholeAnswer(text);
          if (answer === undefined) continue;
          expect(answer.status, answer.body).toBe(200);
          return answer;
        }
      };

      const made = await untilAnswered({ path: '/api/apiKey/v3/test-targets', body: {} }, 'the-target');
      sent.target += 1;
      const { id: testTargetId } = z.object({ id: z.string() }).parse(JSON.parse(made.body));
      const beta = `/api/apiKey/beta/test-targets/${testTargetId}`;
      const kinds: readonly (readonly [keyof typeof sent, () => Post])[] = [
        [
          'target',
          () => ({ path: '/api/apiKey/v3/test-targets', body: { testTarget: { app: 'x'.repeat(300) } } }),
        ],
        ['push', () => ({ path: `${beta}/push`, body: { testCases: [aCase()] } })],
        ['draft', () => ({ path: `${beta}/draft/push`, body: { testCases: [aCase()] } })],
        [
          'run',
          () => ({
            path: '/api/apiKey/v3/execute',
            body: { testTargetId, url: 'http://app.test', context: {}, testCaseVersionIds: [] },
          }),
        ],
      ];

      let number = 0;
      const work = async () => {
        while (number < posts) {
          number += 1;
          const key = `key-${number}`;
          const [kind, post] = kinds[number % kinds.length] ?? [];
          if (kind === undefined || post === undefined) throw new Error('there is no such kind');
          const once = post();
          sent[kind] += 1;
          const answer = await untilAnswered(once, key);
          if (answer.isReplay) lost += 1;
          expect(answers.has(answer.body)).toBe(false);
          answers.add(answer.body);
          expect(await untilAnswered(once, key)).toEqual({ ...answer, isReplay: true });
        }
      };
      await Promise.all(Array.from({ length: clients }, work));
      cuts = proxy.cuts;
      for (const run of runner.runs) run.pass();
    }
    const database = new DatabaseSync(file);
    const effects = {
      target: countIn(database, 'test_targets'),
      versions: countIn(database, 'test_case_versions'),
      run: countIn(database, 'test_reports'),
      keys: countIn(database, 'idempotency_keys'),
      started: runner.runs.length,
    };
    database.close();
    console.log(
      `${posts} POSTs, ${attempts} attempts, ${cuts} cut off, ${lost} after the work was done: ${JSON.stringify({ sent, effects })}`,
    );
    expect(effects).toEqual({
      target: sent.target,
      versions: sent.push + sent.draft,
      run: sent.run,
      keys: posts + 1,
      started: sent.run,
    });
    // It was no use if nothing was cut off, or only what was not done yet.
    expect(cuts).toBeGreaterThan(posts / 2);
    expect(lost).toBeGreaterThan(posts / 10);
  },
  10_000 + posts * 200,
);
