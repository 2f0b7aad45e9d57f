import { startHttpServer } from './http-server.ts';

/** What the app does at a login, besides its session's cookie. */
export type Storing = 'cookie' | 'localStorage' | 'sessionStorage';

/** A web app behind a login. */
export interface Members extends AsyncDisposable {
  readonly url: string;
  /** How often somebody has logged in. */
  logins(): number;
}

/**
 * Starts an app whose page `/` tells who is in, after a login at `/login`; `/logout` ends the session for good.
 * @param storing where the browser keeps the session.
 */
export async function startMembers(storing: Storing = 'cookie'): Promise<Members> {
  const sessions = new Set<string>();
  let logins = 0;
  const server = await startHttpServer(({ method, url, headers, body }, response) => {
    const page = (html: string, fields: Record<string, string> = {}): void => {
      response
        .writeHead(200, { 'content-type': 'text/html', ...fields })
        .end(`<!doctype html><link rel="icon" href="data:,">${html}`);
    };
    const session = headers.cookie?.match(/session=(\d+)/)?.[1] ?? '';
    if (url === '/login' && method === 'POST') {
      if (!body.includes('password=right')) return page('<h1>Wrong password</h1>');
      logins += 1;
      sessions.add(String(logins));
      if (storing === 'cookie') {
        return page('<h1>Welcome</h1>', { 'set-cookie': `session=${logins}; HttpOnly; Path=/` });
      }
      return page(`<h1>Welcome</h1><script>${storing}.setItem('session', '${logins}')</script>`);
    }
    if (url === '/login') {
      return page('<form method="post"><input name="password"><button>Log in</button></form>');
    }
    if (url === '/logout') {
      sessions.delete(session);
      return page('<h1>Good bye</h1>');
    }
    if (url === '/') {
      if (storing === 'cookie') return page(greeting(sessions.has(session) ? session : 'nobody'));
      return page(
        `<script>document.write(\`${greeting(`\${${storing}.getItem('session') ?? 'nobody'}`)}\`)</script>`,
      );
    }
    response.writeHead(404).end();
    return undefined;
  });
  return {
    url: server.url,
    logins: () => logins,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function greeting(session: string): string {
  return `<h1>${session === 'nobody' ? 'Please log in' : `Session ${session}`}</h1>`;
}
