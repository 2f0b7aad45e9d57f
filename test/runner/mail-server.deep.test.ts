import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';
import { expect, it } from 'vitest';
import { MailServer } from '../../src/runner/mail/mail-server.ts';
import { freePort } from '../support/free-port.ts';
import { sendMail } from '../support/sign-up-app.ts';

const address = 'run-abc@browser-test-gate.test';

async function openMailbox(port: number) {
  const server = new MailServer(port);
  return server.open(address);
}

/** Says lines to the server, once it has greeted, and returns all that it answers. */
async function conversation(port: number, lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'readable');
  socket.write(lines.map((line) => `${line}\r\n`).join(''));
  return text(socket);
}

it('accepts mail for the run case-insensitively and refuses other addresses', async () => {
  const port = await freePort();
  await using mailbox = await openMailbox(port);
  await sendMail(port, { to: 'RUN-ABC+Ann@Browser-Test-Gate.test', subject: 'Hi', text: 'you' });
  expect(await mailbox.latest({ subAddress: 'ann' }, 1000)).toMatchObject({ subject: 'Hi' });
  for (const to of ['ann@shop.example', 'run-abcd@browser-test-gate.test', 'run-abc@shop.example']) {
    await expect(sendMail(port, { to })).rejects.toThrow('550 Only the address in $OCTO_EMAIL');
  }
});

it('lets an app sign in as anyone', async () => {
  const port = await freePort();
  await using mailbox = await openMailbox(port);
  const auth = { user: 'shop', pass: 'any' };
  const transport = createTransport({ host: '127.0.0.1', port, auth });
  await transport.sendMail({ from: 'shop@shop.example', to: address, subject: 'Signed in' });
  transport.close();
  expect(await mailbox.latest({}, 1000)).toMatchObject({ subject: 'Signed in' });
});

it('waits for a mail that arrives later', async () => {
  const port = await freePort();
  await using mailbox = await openMailbox(port);
  await sendMail(port, { to: address, subject: 'Another' });
  const waiting = mailbox.latest({ subjectContaining: 'Second' }, 10_000);
  await sendMail(port, { to: address, subject: 'First' });
  await sendMail(port, { to: address, subject: 'Second' });
  expect(await waiting).toMatchObject({ subject: 'Second' });
});

it('gives the latest of those that fit; upper and lower case of a subject count', async () => {
  const port = await freePort();
  await using mailbox = await openMailbox(port);
  for (const [subject, body] of [
    ['Your code', 'old'],
    ['Your code', 'new'],
    ['your Code', 'other'],
  ]) {
    await sendMail(port, { to: address, subject, text: body });
  }
  expect((await mailbox.latest({ subjectContaining: 'Your code' }, 1000)).html).toContain('new');
});

it('gives each of two runs its own mail on one port, which closes after the last one', async () => {
  const port = await freePort();
  const server = new MailServer(port);
  const first = await server.open('run-one@a.test');
  const second = await server.open('run-two@a.test');
  await sendMail(port, { to: 'run-one@a.test, run-two@a.test', subject: 'Both' });
  await sendMail(port, { to: 'run-two@a.test', subject: 'Two' });
  expect(await first.latest({}, 1000)).toMatchObject({ subject: 'Both' });
  expect(await second.latest({}, 1000)).toMatchObject({ subject: 'Two' });
  await first[Symbol.asyncDispose]();
  await expect(sendMail(port, { to: 'run-one@a.test' })).rejects.toThrow('550');
  await second[Symbol.asyncDispose]();
  await expect(sendMail(port, { to: 'run-two@a.test' })).rejects.toThrow('ECONNREFUSED');
  await using again = await server.open('run-three@a.test');
  await sendMail(port, { to: 'run-three@a.test', subject: 'Again' });
  expect(await again.latest({}, 1000)).toMatchObject({ subject: 'Again' });
});

it('refuses a mail of 20 MiB, and goes on', async () => {
  const port = await freePort();
  await using mailbox = await openMailbox(port);
  const huge = 'x'.repeat(20 * 1024 * 1024);
  await expect(sendMail(port, { to: address, subject: 'Huge', text: huge })).rejects.toThrow('552');
  // The same without telling its size beforehand.
  const lines = ['EHLO a', 'MAIL FROM:<a@a.test>', `RCPT TO:<${address}>`, 'DATA', huge, '.', 'QUIT'];
  expect(await conversation(port, lines)).toContain('552 The mail is larger than 10485760 bytes');
  await sendMail(port, { to: address, subject: 'Small' });
  expect(await mailbox.latest({}, 1000)).toMatchObject({ subject: 'Small' });
});

it('keeps the last of 10,000 mails', async () => {
  const port = await freePort();
  await using mailbox = await openMailbox(port);
  const mail = (number: number) => [
    'MAIL FROM:<a@a.test>',
    `RCPT TO:<${address}>`,
    'DATA',
    `Subject: Number ${number}.`,
    '',
    '.',
  ];
  const numbers = Array.from({ length: 10_000 }, (_, index) => index + 1);
  await conversation(port, ['EHLO a', ...numbers.flatMap(mail), 'QUIT']);
  expect(await mailbox.latest({}, 1000)).toMatchObject({ subject: 'Number 10000.' });
  expect(await mailbox.latest({ subjectContaining: 'Number 9001.' }, 1000)).toBeDefined();
  await expect(mailbox.latest({ subjectContaining: 'Number 9000.' }, 1)).rejects.toThrow('No mail to');
});

it('survives clients that talk nonsense or leave', async () => {
  const port = await freePort();
  await using mailbox = await openMailbox(port);
  const nonsense = ['GET / HTTP/1.1', 'x'.repeat(100_000), '\u0000\u0001', 'DATA', 'QUIT'];
  expect(await conversation(port, nonsense)).toContain('220 ');
  const socket = connect(port, '127.0.0.1');
  socket.write(`EHLO a\r\nMAIL FROM:<a@a.test>\r\nRCPT TO:<${address}>\r\nDATA\r\nSubject: half`, () =>
    socket.resetAndDestroy(),
  );
  await sendMail(port, { to: address, subject: 'Whole' });
  expect(await mailbox.latest({}, 1000)).toMatchObject({ subject: 'Whole' });
});
