import { type SeenRequest, startHttpServer, type TestServer } from './http-server.ts';

/** The app and a stranger on another port: both answer `/to?…` with a redirect, `/slow` late, other paths with a page. */
export interface TwoOrigins extends AsyncDisposable {
  readonly app: TestServer;
  readonly stranger: TestServer;
}

/**
 * Starts two servers of different origins that write down the requests.
 * @param page the HTML at `/`, given both addresses.
 */
export async function startTwoOrigins(page: (app: string, stranger: string) => string): Promise<TwoOrigins> {
  let urls: [string, string] = ['', ''];
  const start = () =>
    startHttpServer(({ url, headers }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://any');
      response.setHeader('access-control-allow-origin', headers.origin ?? '*');
      if (pathname === '/to') {
        const location = searchParams.get('url') ?? '/';
        const status = Number(searchParams.get('status') ?? 302);
        response.writeHead(status, { location, 'set-cookie': 'hop=1; HttpOnly; Path=/' }).end();
      } else if (pathname === '/slow') {
        setTimeout(() => response.end(), 2500);
      } else if (pathname.endsWith('.js')) {
        response.writeHead(200, { 'content-type': 'text/javascript' });
        response.end(pathname === '/sw.js' ? serviceWorker : worker);
      } else {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.end(pathname === '/' ? page(...urls) : `<h1>At ${pathname}</h1>`);
      }
    });
  const [app, stranger] = await Promise.all([start(), start()]);
  urls = [app.url, stranger.url];
  return {
    app,
    stranger,
    async [Symbol.asyncDispose]() {
      await Promise.all([app, stranger].map((each) => each[Symbol.asyncDispose]()));
    },
  };
}

const serviceWorker = `self.addEventListener('install', (event) => event.waitUntil(skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(clients.claim()));
self.addEventListener('fetch', (event) => event.respondWith(fetch(event.request)));`;

const worker = `fetch('/from-worker').then(() => postMessage('done'));`;

/** The address of a redirect to another address. */
export function redirect(to: string, status = 302): string {
  return `/to?status=${status}&url=${encodeURIComponent(to)}`;
}

/** The values that requests had for a header, by path; the browser's own request for an icon does not count. */
export function sent(name: string, requests: readonly SeenRequest[]): [path: string, value: unknown][] {
  const counted = requests.filter(({ url }) => url !== '/favicon.ico');
  return counted.map(({ url, headers }) => [url.replace(/\?.*/, ''), headers[name]]);
}
