import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { startHttpServer } from '../../support/http-server.ts';
import { refusingUrl } from '../../support/raw-server.ts';

/** An app whose pages and responses break in all ways. */
export interface BrokenApp extends AsyncDisposable {
  readonly url: string;
  /** A path whose page has this content. `REFUSED` in it stands for a URL that refuses connections, `OTHER` for another origin. */
  pathOf(content: string): string;
}

const icon = '<!doctype html><link rel="icon" href="data:,">';

export async function startBrokenApp(): Promise<BrokenApp> {
  const refused = await refusingUrl();
  const server = await startHttpServer((request, response) => {
    const url = new URL(request.url, 'http://app.test');
    if (/^\/page\b/.test(url.pathname)) send(response, 200, url.searchParams.get('html') ?? '');
    else (answers[url.pathname] ?? missing)(response, url);
  });
  return {
    url: server.url,
    pathOf: (content) => {
      const html = content
        .replaceAll('REFUSED', refused)
        .replaceAll('OTHER', server.url.replace('127.0.0.1', 'localhost'))
        .replaceAll('HTTPS', server.url.replace('http:', 'https:'));
      return `/page?${new URLSearchParams({ html })}`;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function send(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { 'content-type': 'text/html' }).end(icon + html);
}

function missing(response: ServerResponse): void {
  response.writeHead(404).end();
}

function sendImage(response: ServerResponse, content = '<circle r="9"/>'): void {
  response
    .writeHead(200, { 'content-type': 'image/svg+xml' })
    .end(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${content}</svg>`);
}

/** Answers a part of a page, and cuts the connection once the browser has it. */
function cutPage(response: ServerResponse, headers: Record<string, string>): void {
  response.writeHead(200, { 'content-type': 'text/html', ...headers });
  response.write(`${icon}<h1>Half of a page</h1>`, () => response.destroy());
}

function sendJson(response: ServerResponse, content: string): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(content);
}

function sendScript(response: ServerResponse, code: string): void {
  response.writeHead(200, { 'content-type': 'text/javascript' }).end(code);
}

function sendXhtml(response: ServerResponse, content: string): void {
  response
    .writeHead(200, { 'content-type': 'application/xhtml+xml' })
    .end(`<html xmlns="http://www.w3.org/1999/xhtml"><body><h1>Cart</h1>${content}</body></html>`);
}

const answers: Readonly<Record<string, (response: ServerResponse, url: URL) => void>> = {
  '/cut': (response) => response.destroy(),
  '/slow-cut': (response) => setTimeout(() => response.destroy(), 200),
  '/loop': (response) => response.writeHead(302, { location: '/loop' }).end(),
  '/status': (response, { searchParams }) => {
    const status = Number(searchParams.get('code'));
    const text = searchParams.get('text') ?? `Status ${status}`;
    send(response, status, `<h1>${text}</h1><a href="/ok">Home</a>`);
  },
  '/empty-status': (response, { searchParams }) => response.writeHead(Number(searchParams.get('code'))).end(),
  '/empty': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(),
  '/truncated': (response) => cutPage(response, { 'content-length': '10000' }),
  '/truncated-chunk': (response) => cutPage(response, {}),
  '/download': (response) =>
    response.writeHead(200, { 'content-disposition': 'attachment; filename="a.txt"' }).end('a'),
  '/long-download': (response) => {
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="a.txt"',
    });
    response.write('a'.repeat(5000));
  },
  '/cut-download': (response) => {
    response.writeHead(200, {
      'content-disposition': 'attachment; filename="a.txt"',
      'content-length': '10000',
    });
    response.write('a'.repeat(100), () => setTimeout(() => response.destroy(), 100));
  },
  '/endless-video': (response) => response.writeHead(200, { 'content-type': 'video/webm' }).write('\x1aE'),
  '/no-content': (response) => response.writeHead(204).end(),
  '/events': (response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n'),
  '/ending-events': (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: 1\n\n', () => response.destroy());
  },
  '/tracker': (response) =>
    response
      .writeHead(200, { 'content-type': 'text/javascript' })
      .end("try { JSON.parse('<') } catch (error) { console.error('Tracker:', error) }"),
  '/sandboxed': (response) =>
    response
      .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': 'sandbox' })
      .end('<h1>Fine</h1><script>1</script>'),
  '/report-only': (response) =>
    response
      .writeHead(200, {
        'content-type': 'text/html',
        'content-security-policy-report-only': "default-src 'none'",
      })
      .end("<h1>Fine</h1><script>fetch('/ok')</script><iframe src=/ok></iframe>"),
  '/late-event': (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
    setTimeout(() => response.write('data: 1\n\n'), 300);
  },
  '/late-part': (response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write('<p>Part</p>');
    setTimeout(() => response.end('<script>setTimeout(parent.broken, 300)</script>'), 500);
  },
  '/slow-image': (response) => setTimeout(() => sendImage(response), 300),
  '/empty-image': (response) => sendImage(response, ''),
  '/endless-image': (response) =>
    response
      .writeHead(200, { 'content-type': 'multipart/x-mixed-replace; boundary=x' })
      .write('--x\r\nContent-Type: image/svg+xml\r\n\r\n'),
  '/never': () => {},
  '/slow': (response) => setTimeout(() => send(response, 200, '<h1>Slow</h1>'), 300),
  '/redirect': (response, { searchParams }) => {
    const left = Number(searchParams.get('left'));
    response.writeHead(302, { location: left === 0 ? '/ok' : `/redirect?left=${left - 1}` }).end();
  },
  '/redirect-to-500': (response) => response.writeHead(302, { location: '/status?code=500' }).end(),
  '/logout': (response) => response.writeHead(302, { location: '/login' }).end(),
  '/ends-session': (response) => response.writeHead(302, { location: '/login?next=%2Ftea' }).end(),
  '/expired': (response) => response.writeHead(302, { location: '/login' }).end(),
  '/reset-password': (response) => response.writeHead(302, { location: '/login' }).end(),
  '/sign-in': (response) =>
    send(
      response,
      200,
      '<h1>Sign in</h1><form method=post><input type=password name=password><button>Sign in</button></form>',
    ),
  '/two-factor/sign-in': (response) => send(response, 200, '<h1>Code</h1><input name=code>'),
  '/provider': (response, { searchParams }) =>
    response.writeHead(302, { location: `${searchParams.get('at')}/login?client=1` }).end(),
  '/my': (response) => response.writeHead(302, { location: '/login?next=%2Fmy' }).end(),
  '/refused': (response) => sendJson(response, '{"type":"failure","status":422}'),
  '/missing-data': (response) =>
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"no tea"}'),
  '/partial': (response) => sendJson(response, '{"data":{"tea":1},"errors":[{"message":"no"}]}'),
  '/api/tea': (response) => send(response, 200, '<html><h1>Log in</h1>'),
  '/api/part': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Tea</p>'),
  '/login': (response) => send(response, 200, '<h1>Log in</h1>'),
  '/refresh': (response) =>
    response.writeHead(200, { 'content-type': 'text/html', refresh: '1; url=/cut' }).end('<h1>Wait</h1>'),
  '/ok': (response) => send(response, 200, '<h1>Fine</h1>'),
  '/xhtml': (response) => sendXhtml(response, '<p>Tea</p>'),
  '/broken-xhtml': (response) => sendXhtml(response, '<p>Tea'),
  '/denied': (response) =>
    response
      .writeHead(200, { 'content-type': 'text/html', 'x-frame-options': 'DENY' })
      .end('<h1>Denied</h1>'),
  '/json-as-html': (response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('{"saved":true}'),
  '/compressed': (response) => {
    const words = Array.from({ length: 99 }, (_, index) => `Tea ${index * index}`);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(gzipSync(words.join()));
  },
  '/xml': (response) =>
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end('<Error><Code>NoSuchKey</Code></Error>'),
  '/javascript': (response) => sendScript(response, 'export const tea = 1;'),
  // An app that was rendered on the server: its code is imported when its page has loaded.
  '/late.js': (response) => setTimeout(() => sendScript(response, "import '/later.js'"), 300),
  '/later.js': (response) => {
    const code = "document.querySelector('#go').onclick = ({ target }) => { target.textContent = 'Saved' }";
    setTimeout(() => sendScript(response, code), 300);
  },
  '/json': (response, { searchParams }) => sendJson(response, searchParams.get('body') ?? '{"saved":true}'),
};
