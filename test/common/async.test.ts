import { expect, it } from 'vitest';
import { readBody } from '../../src/common/async.ts';

it('reads a body of as many bytes as are allowed', async () => {
  const { body } = new Response('12345678');
  expect((await readBody(body, 8))?.toString()).toBe('12345678');
});

it('reads an absent body as no bytes', async () => {
  expect(await readBody(null, 8)).toHaveLength(0);
});

it('cancels a body with more bytes than allowed, without reading the rest', async () => {
  let cancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(3)),
    cancel: () => {
      cancelled = true;
    },
  });
  expect(await readBody(endless, 8)).toBeUndefined();
  expect(cancelled).toBe(true);
});
