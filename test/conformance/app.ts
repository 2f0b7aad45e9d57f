import type { ServerResponse } from 'node:http';
import { startHttpServer, type TestServer } from '../support/http-server.ts';
import { sendMail } from '../support/sign-up-app.ts';

/** What the app says at its fixed paths; the others are the pages of the rows. */
const hello = `<p>Hello</p><button onclick="this.textContent = 'Clicked'">Press</button>`;

/** The beginning of a page that does not end; browsers look at so much of one before they show it. */
const half = `<p>Half</p>${' '.repeat(4096)}`;

const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/hello': (response) => sendHtml(response, hello),
  '/never-loaded': (response) => sendHtml(response, '<p>Hi</p><iframe src="/never-parsed"></iframe>'),
  '/never-idle': (response) =>
    sendHtml(response, '<p>Hi</p><script>onload = () => fetch("/never-parsed")</script>'),
  '/never-parsed': (response) => beginHtml(response, half),
  '/files/hello.csv': (response) => void response.writeHead(200, { 'content-type': 'text/csv' }).end('a,b'),
  '/download': (response) =>
    void response.writeHead(200, { 'content-disposition': 'attachment; filename="bill-12.pdf"' }).end('%PDF'),
};

/**
 * The app that all rows are run in: their pages, by place, and what they lead to. At `/mail/{address}/{subject}` it
 * sends a mail before it answers.
 */
export function startApp(pages: readonly string[], mailPort: number): Promise<TestServer> {
  return startHttpServer(async ({ url }, response) => {
    const [, folder, name = '', subject = ''] = url.split('/').map(decodeURIComponent);
    const page = folder === 'row' ? pages[Number(name)] : undefined;
    if (page !== undefined) return sendHtml(response, page);
    if (folder === 'mail') {
      await sendMail(mailPort, { to: name, subject, text: `About ${subject}` });
      return sendHtml(response, '<h1>The mail is sent</h1>');
    }
    const answer = answers[url] ?? ((other) => void other.writeHead(404).end('There is no such page'));
    answer(response);
  });
}

function sendHtml(response: ServerResponse, html: string): void {
  beginHtml(response, html);
  response.end();
}

function beginHtml(response: ServerResponse, html: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.write(`<!doctype html><meta name="viewport" content="width=device-width">${html}`);
}
