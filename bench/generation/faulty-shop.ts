import { once } from 'node:events';
import { createServer } from 'node:http';
import { createShop } from '../../examples/shop/app.mjs';
import { startHttpServer } from '../../test/support/http-server.ts';
import type { Shop } from '../../test/support/shop.ts';
import { forward } from '../broken-shop.ts';
import type { ServerFault } from './faults.ts';

/** Starts the example shop in this process, with a fault. */
export async function startShopWith({ rules = {}, answer }: ServerFault): Promise<Shop> {
  const shop = await serveShop(rules);
  if (answer === undefined) return shop;
  const proxy = await startHttpServer(async (request, response) => {
    const original = await forward(shop.url, request);
    const { location, 'content-type': contentType = 'text/plain' } = Object.fromEntries(original.headers);
    const given = { status: original.status, location: location ?? '', text: await original.text() };
    const path = new URL(request.url, shop.url).pathname;
    const changed = { ...given, ...answer(`${request.method} ${path}`, given) };
    response.setHeader('set-cookie', original.headers.getSetCookie());
    if (changed.location !== '') response.setHeader('location', changed.location);
    response.writeHead(changed.status, { 'content-type': contentType }).end(changed.text);
  });
  return {
    url: proxy.url,
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await shop[Symbol.asyncDispose]();
    },
  };
}

async function serveShop(rules: ServerFault['rules'] = {}): Promise<Shop> {
  const server = createServer(createShop({ rules }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the shop has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
