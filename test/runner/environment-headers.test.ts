import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExchangeElement } from '../../src/contract/exchange/exchange-test-case.ts';
import type { Runner } from '../../src/runner/runner.ts';
import { aCase, goTo } from '../support/cases.ts';
import { by, clicks, containsText, css, sees } from '../support/steps.ts';
import { aPlan, openTestRunner, passed, runFirst, runPlan } from '../support/test-runner.ts';
import { redirect, sent, startTwoOrigins, type TwoOrigins } from '../support/two-origins.ts';

let runner: Runner;
beforeAll(async () => {
  runner = await openTestRunner({ workers: 2 });
});
afterAll(() => runner?.[Symbol.asyncDispose]());

const environment = { headers: { 'X-Bypass': 'the-secret' } };

/** Runs steps with the header, and expects that they pass. */
async function plays({ app }: TwoOrigins, ...elements: readonly ExchangeElement[]): Promise<void> {
  const testCase = aCase({ elements: [...elements] });
  const plan = aPlan(app.url, [testCase], { environment });
  expect(await runFirst(runner, plan)).toEqual(passed(testCase.id));
}

/** Every request to the app had the header, and none to the stranger had. */
function expectSentToAppAlone({ app, stranger }: TwoOrigins, toApp: string[], toStranger: string[]): void {
  expect(sent('x-bypass', app.requests).sort()).toEqual(toApp.map((path) => [path, 'the-secret']).sort());
  expect(sent('x-bypass', stranger.requests).sort()).toEqual(
    toStranger.map((path) => [path, undefined]).sort(),
  );
}

describe('header fields of the environment', () => {
  it('are sent with documents, frames, images, scripts and their requests, to the app only', async () => {
    await using servers = await startTwoOrigins(
      (_, other) => `<iframe src="/frame"></iframe><iframe src="${other}/frame"></iframe>
        <img src="/pixel"><img src="${other}/pixel"><p></p><script>
          const all = ['/data', '${other}/data'].map((url) => fetch(url, { method: 'POST', body: 'x' }));
          const worker = new Promise((done) => { new Worker('/worker.js').onmessage = done; });
          Promise.all([...all, worker]).then(() => document.querySelector('p').append('Done'));
        </script>`,
    );
    await plays(servers, goTo('/'), containsText('Done', css('p')));
    const toApp = ['/', '/frame', '/pixel', '/data', '/worker.js', '/from-worker'];
    expectSentToAppAlone(servers, toApp, ['/frame', '/pixel', '/data']);
  });

  it.each([
    ['inside the app', () => redirect('/end'), ['/to', '/end'], []],
    ['to a stranger', (_: string, other: string) => redirect(`${other}/end`), ['/to'], ['/end']],
    ['from a stranger', (app: string, other: string) => other + redirect(`${app}/end`), ['/end'], ['/to']],
    [
      'to a stranger and back',
      (app: string, other: string) => redirect(other + redirect(`${app}/end`)),
      ['/to', '/end'],
      ['/to'],
    ],
  ])('follow redirects of a page %s as far as the app goes', async (_, address, toApp, toStranger) => {
    await using servers = await startTwoOrigins(() => '');
    await plays(servers, goTo(address(servers.app.url, servers.stranger.url)), sees(by('TEXT', 'At /end')));
    expectSentToAppAlone(servers, toApp, toStranger);
  });

  it('follow the redirects of requests that scripts make, with their bodies', async () => {
    await using servers = await startTwoOrigins(
      (app, other) => `<p></p><script>
        const urls = ${JSON.stringify([redirect('/same', 307), redirect(`${other}/away`, 307)])};
        Promise.all(urls.map((url) => fetch(url, { method: 'POST', body: 'the body' })))
          .then(() => fetch('${other}${redirect(`${app}/back`)}')).then(() => document.querySelector('p').append('Done'));
      </script>`,
    );
    await plays(servers, goTo('/'), containsText('Done', css('p')));
    expectSentToAppAlone(servers, ['/', '/to', '/to', '/same', '/back'], ['/away', '/to']);
    const bodies = [...servers.app.requests, ...servers.stranger.requests]
      .filter(({ url }) => url === '/same' || url === '/away')
      .map(({ body }) => body);
    expect(bodies).toEqual(['the body', 'the body']);
  });

  it('leave cookies as they are, also those that a redirect sets', async () => {
    await using servers = await startTwoOrigins(
      () =>
        `<form method="post" action="${redirect('/end', 307)}"><button name="a" value="1">Send</button></form>`,
    );
    await plays(servers, goTo('/'), clicks(css('button')), sees(by('TEXT', 'At /end')), goTo('/again'));
    expectSentToAppAlone(servers, ['/', '/to', '/end', '/again'], []);
    const cookies = sent('cookie', servers.app.requests);
    expect(cookies.slice(2)).toEqual([
      ['/end', 'hop=1'],
      ['/again', 'hop=1'],
    ]);
    expect(servers.app.requests.find(({ url }) => url === '/end')).toMatchObject({
      method: 'POST',
      body: 'a=1',
    });
  });

  it('go with the requests of service workers', async () => {
    await using servers = await startTwoOrigins(
      (_, other) => `<p></p><script>
        navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(async () => {
          if (!navigator.serviceWorker.controller)
            await new Promise((done) => { navigator.serviceWorker.oncontrollerchange = done; });
          await fetch('/by-worker');
          await fetch('${other}/by-worker');
          document.querySelector('p').append('Done');
        });
      </script>`,
    );
    await plays(servers, goTo('/'), containsText('Done', css('p')));
    const toApp = sent('x-bypass', servers.app.requests);
    expect(toApp.map(([path]) => path)).toEqual(expect.arrayContaining(['/sw.js', '/by-worker']));
    expect(new Set(toApp.map(([, value]) => value))).toEqual(new Set(['the-secret']));
    expect(sent('x-bypass', servers.stranger.requests)).toEqual([['/by-worker', undefined]]);
  });

  it('go with popups', async () => {
    await using servers = await startTwoOrigins(
      () => `<p></p><button onclick="
        const popup = window.open('/popup');
        const look = setInterval(() => {
          if (!popup.document?.querySelector('h1')) return;
          clearInterval(look);
          window.document.querySelector('p').append('Opened');
        }, 20);
      ">Open</button>`,
    );
    await plays(servers, goTo('/'), clicks(css('button')), containsText('Opened', css('p')));
    expectSentToAppAlone(servers, ['/', '/popup'], []);
  });

  it.each([
    ['a frame', 'document.body'],
    ['a frame in a popup', "window.open('about:blank').document.body"],
  ])('go with %s of a page that hangs meanwhile, and with what it asks for later', async (_, body) => {
    await using servers = await startTwoOrigins(
      () => `<p></p><button onclick="
        const [own, sandboxed] = ['/frame', '/sandboxed'].map((path) => {
          const frame = document.createElement('iframe');
          if (path === '/sandboxed') frame.sandbox = 'allow-scripts';
          frame.src = path;
          return frame;
        });
        own.onload = () => own.contentWindow.fetch('/later').then(() => document.querySelector('p').append('Done'));
        ${body}.append(own, sandboxed);
        const slow = new XMLHttpRequest();
        slow.open('GET', '/slow', false);
        slow.send();
      ">Ask</button>`,
    );
    await plays(servers, goTo('/'), clicks(css('button')), containsText('Done', css('p')));
    expectSentToAppAlone(servers, ['/', '/slow', '/frame', '/sandboxed', '/later'], []);
  });

  it('replace fields that a page sends itself', async () => {
    await using servers = await startTwoOrigins(
      () => `<p></p><script>
        fetch('/own', { headers: { 'x-bypass': 'of the page' } }).then(() => document.querySelector('p').append('Done'));
      </script>`,
    );
    await plays(servers, goTo('/'), containsText('Done', css('p')));
    expectSentToAppAlone(servers, ['/', '/own'], []);
  });

  it('of two simultaneous runs, in one browser, on one app, are kept separate', async () => {
    await using servers = await startTwoOrigins(() => '<iframe src="/frame"></iframe>');
    const inFrame = sees(by('FRAME', 'iframe'), css('h1'));
    const runOf = (name: string) => {
      const cases = [1, 2].map(() => aCase({ elements: [goTo(`/?${name}`), inFrame, goTo(`/end?${name}`)] }));
      const headers = name === 'none' ? {} : { 'x-bypass': name };
      return runPlan(runner, aPlan(servers.app.url, cases, { environment: { headers } }));
    };
    const outcomes = (await Promise.all(['one', 'two', 'none'].map(runOf))).flat();
    expect(outcomes.map(({ errorMessage }) => errorMessage)).toEqual(outcomes.map(() => null));
    const documents = servers.app.requests.filter(({ url }) => url.includes('?'));
    expect(documents.length).toBe(12);
    for (const { url, headers } of documents) {
      expect([url, headers['x-bypass'] ?? 'none']).toEqual([url, url.replace(/.*\?/, '')]);
    }
    const frames = servers.app.requests.filter(({ url }) => url === '/frame');
    expect(frames.map(({ headers }) => headers['x-bypass'] ?? 'none').sort()).toEqual([
      'none',
      'none',
      'one',
      'one',
      'two',
      'two',
    ]);
  });
});
