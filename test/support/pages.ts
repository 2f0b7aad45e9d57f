import { startHttpServer, type TestServer } from './http-server.ts';

/** A web app made of the pages that a test adds. */
export interface Pages extends AsyncDisposable {
  /** Its address, without a slash at the end. */
  readonly url: string;
  readonly requests: TestServer['requests'];
  /**
   * Adds a page.
   * @param path where it stands; by default one of its own, so that tests don't meet.
   * @returns the path.
   */
  add(html: string, path?: string): string;
}

/**
 * A script that makes a page of `startPages` hang without using the processor, as an endless loop would: it waits for a
 * request that is never answered.
 */
export const hangForever =
  "const never = new XMLHttpRequest(); never.open('GET', '/never', false); never.send();";

/** Starts a real server that serves the pages; `/never` is not answered, and other paths answer 404. */
export async function startPages(): Promise<Pages> {
  const pages = new Map<string, string>();
  const server = await startHttpServer(({ url }, response) => {
    if (url === '/never') return;
    const html = pages.get(url);
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(html ?? 'There is no such page');
  });
  return {
    url: server.url,
    requests: server.requests,
    add(html, path = `/page-${pages.size}`) {
      pages.set(path, `<!doctype html><meta name="viewport" content="width=device-width">${html}`);
      return path;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
