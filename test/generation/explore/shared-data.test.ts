import { expect, it } from 'vitest';
import { startHttpServer } from '../../support/http-server.ts';
import { aPlan, runPlan, sharedTestRunner } from '../../support/test-runner.ts';
import { ample, brief, openExplorer, stepsOf } from './explorer.ts';

const { exploreApp } = openExplorer();

/** An app whose sessions share their data. */
async function startNotes() {
  const first = ['Water the plants', 'Call Grace'];
  let notes = [...first];
  let likes = 3;
  const server = await startHttpServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://app');
    if (pathname === '/like') likes += 1;
    if (pathname === '/add') notes.unshift(searchParams.get('text') ?? '');
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    response.writeHead(pathname === '/' ? 200 : 303, pathname === '/' ? headers : { location: '/' });
    response.end(`<!doctype html><title>Notes</title><main><h1>Notes</h1><p>${likes} likes</p><form action="/like"><button>Like</button></form>
      <form action="/add"><label>Text <input name="text" required></label><button>Add</button></form>
      <ul>${notes.map((each) => `<li><b>${each}</b> <i>by all</i></li>`).join('')}</ul></main>`);
  });
  const reset = () => {
    notes = [...first];
    likes = 3;
  };
  return { server, reset };
}

it('makes cases that pass again when the data that sessions share is reset', async () => {
  const { server, reset } = await startNotes();
  await using app = server;
  const { cases } = await exploreApp(app.url, {}, ample, brief);
  const steps = stepsOf(cases).join('\n');
  expect(steps).toContain('click the button "Add"');
  expect(steps).not.toMatch(/zq[0-9a-f]{4}/);
  expect(steps).not.toMatch(/expect .*[4-9] likes/);
  reset();
  const outcomes = await runPlan(await sharedTestRunner(), aPlan(app.url, cases));
  expect(outcomes.map(({ status }) => status)).toEqual(cases.map(() => 'PASSED'));
});
