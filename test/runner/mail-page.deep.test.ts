import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExchangeElement } from '../../src/contract/exchange/exchange-test-case.ts';
import type { Runner } from '../../src/runner/runner.ts';
import { aCase } from '../support/cases.ts';
import { freePort } from '../support/free-port.ts';
import { startHttpServer } from '../support/http-server.ts';
import { type MailWriter, startSignUpApp } from '../support/sign-up-app.ts';
import { by, clicks, containsText, css, entersText, sees } from '../support/steps.ts';
import { aPlan, openTestRunner, runFirst } from '../support/test-runner.ts';

let runner: Runner;
let mailPort: number;
beforeAll(async () => {
  mailPort = await freePort();
  runner = await openTestRunner({ mailPort });
});
afterAll(() => runner?.[Symbol.asyncDispose]());

const body = by('FRAME', 'iframe[title="Email Content"]');

/** Has the app send a mail, opens it, and runs steps on it. @returns the message of what failed. */
async function onMail(write: MailWriter, ...elements: readonly ExchangeElement[]): Promise<string | null> {
  await using app = await startSignUpApp(mailPort, write);
  const testCase = aCase({
    elements: [
      entersText('$OCTO_EMAIL', css('input')),
      clicks(css('button')),
      { selectors: [], interaction: { action: 'OPEN_EMAIL' } },
      ...elements,
    ],
  });
  return (await runFirst(runner, aPlan(app.url, [testCase]))).errorMessage ?? null;
}

it('runs no script of a mail, and lets no mail leave its frame', async () => {
  await using spy = await startHttpServer((_, response) => void response.end());
  const html = `<p>Hi</p><script>fetch('${spy.url}/script')</script>
    <img src="x:" onerror="fetch('${spy.url}/handler')">
    <meta http-equiv="refresh" content="0;url=${spy.url}/refresh">
    "></iframe><h1>Not a heading</h1><script>fetch('${spy.url}/outside')</script>
    <iframe srcdoc="<script>top.location='${spy.url}/frame'</script>"></iframe>
    <svg onload="fetch('${spy.url}/svg')"></svg><a href="javascript:fetch('${spy.url}/link')">Click</a>`;
  const message = await onMail(
    () => [{ subject: '</title><script>1</script>"\'&amp;', html }],
    containsText('Hi', body, css('p')),
    containsText('Not a heading', body, css('h1')),
    containsText('</title><script>1</script>"\'&amp;', css('dl')),
    clicks(body, css('a')),
    sees(body, css('p')),
  );
  expect(message).toBeNull();
  expect(spy.requests).toEqual([]);
});

it('shows remote and embedded images', async () => {
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"></svg>`;
  await using remote = await startHttpServer((_, response) => {
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(picture);
  });
  const message = await onMail(
    () => [
      {
        subject: 'Pictures',
        html: `<img id="in" src="cid:logo@shop"><img id="out" src="${remote.url}/pixel">`,
        attachments: [{ cid: 'logo@shop', content: picture, contentType: 'image/svg+xml' }],
      },
    ],
    sees(body, css('#in[src^="data:image/svg+xml;base64,"]')),
    sees(body, css('#out')),
  );
  expect(message).toBeNull();
  expect(remote.requests.map(({ url }) => url)).toEqual(['/pixel']);
});

it('limits the size of a mail that shows one image many times', async () => {
  const html = `<p>All</p>${'<img src="cid:big">'.repeat(1000)}`;
  const attachments = [{ cid: 'big', content: Buffer.alloc(500_000), contentType: 'image/png' }];
  const message = await onMail(() => [{ html, attachments }], containsText('All', body, css('p')));
  expect(message).toBeNull();
});

it('submits its forms in its own page', async () => {
  const form = (link: string) =>
    `<form target="elsewhere" action="${link}"><button name="mail" value="ann">Go</button></form>`;
  const message = await onMail(
    (_, link) => [{ html: form(link) }],
    clicks(body, css('button')),
    containsText('Welcome, ann', css('h1')),
  );
  expect(message).toBeNull();
});

it.each([
  ['a header that is not one', 'Subject Broken\r\nContent-Type: text/html\r\n\r\n<p>Body</p>'],
  [
    'an end of its parts that never comes',
    'Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n<p>Body',
  ],
  ['a character set that is unknown', 'Content-Type: text/html; charset=nope\r\n\r\n<p>Body</p>'],
  [
    'an encoding that is broken',
    'Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!PHA+Qm9keTwvcD4',
  ],
  ['nothing in it', ''],
  [
    'a thousand nested parts',
    Array.from(
      { length: 1000 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    ).join(''),
  ],
])('opens a mail with %s', async (_, raw) => {
  const message = await onMail(
    (to) => [{ to, raw, envelope: { from: 'shop@shop.example', to } }],
    sees(css('iframe')),
  );
  expect(message).toBeNull();
});

it('shows an encoded line break in a subject as white space', async () => {
  const raw = 'Subject: =?utf-8?Q?One=0D=0ABcc:_two@a.test?=\r\n\r\nBody';
  const message = await onMail(
    (to) => [{ raw, envelope: { from: 'shop@shop.example', to } }],
    containsText('One Bcc: two@a.test', by('TEXT', 'One Bcc: two@a.test')),
  );
  expect(message).toBeNull();
});
