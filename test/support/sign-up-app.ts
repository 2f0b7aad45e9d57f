import { createTransport, type SendMailOptions } from 'nodemailer';
import { startHttpServer, type TestServer } from './http-server.ts';

/** What is sent on a sign-up, given the address of who signs up and the confirmation link. */
export type MailWriter = (to: string, link: string) => SendMailOptions[];

/** Sends a mail by SMTP to a port of this machine. */
export async function sendMail(port: number, mail: SendMailOptions): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true });
  await transport.sendMail({ from: 'Shop <shop@shop.example>', ...mail });
  transport.close();
}

/** An app with a sign-up: the form at `/` sends mail before it answers; the link in it opens the account. */
export async function startSignUpApp(mailPort: number, write: MailWriter): Promise<TestServer> {
  const origin = (host: string | undefined) => `http://${host}`;
  return startHttpServer(async ({ method, url, headers, body }, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (method === 'POST') {
      const to = new URLSearchParams(body).get('mail') ?? '';
      const link = `${origin(headers.host)}/confirm?mail=${encodeURIComponent(to)}`;
      try {
        for (const mail of write(to, link)) await sendMail(mailPort, { to, ...mail });
        response.end('<h1>Look into your mail</h1>');
      } catch (error) {
        response.end(`<h1>Not sent: ${error instanceof Error ? error.message : error}</h1>`);
      }
    } else if (url.startsWith('/confirm')) {
      response.end(`<h1>Welcome, ${new URL(url, origin(headers.host)).searchParams.get('mail')}</h1>`);
    } else {
      response.end('<form method="post"><input name="mail"><button>Sign up</button></form>');
    }
  });
}
