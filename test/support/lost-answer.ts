import type { ServerResponse } from 'node:http';

/** What was asked is done, and the connection ends without an answer. */
export function loseAnswer(response: ServerResponse): void {
  Object.assign(response, {
    writeHead: () => response,
    end: () => response.destroy(),
  });
}
