import { expect, it } from 'vitest';
import { startHttpServer } from '../../support/http-server.ts';
import { aPlan, runPlan, sharedTestRunner } from '../../support/test-runner.ts';
import { ample, brief, openExplorer, startApp, stepsOf } from './explorer.ts';

const { exploreApp } = openExplorer();

it('pays with a test card for what it has chosen itself', async () => {
  await using app = await startApp({
    '/': '<main><h1>Teas</h1><ul><li>Green tea <form action="/basket"><button>Add green tea</button></form></li></ul></main>',
    '/basket':
      '<main><h1>Basket</h1><form action="/thanks"><label>Card number <input name="card"></label><button>Place order</button></form></main>',
    '/thanks': '<main><h1>Thank you</h1></main>',
  });
  await exploreApp(app.url, {}, { ...ample, cases: 1 }, brief);
  expect(app.requests.map(({ url }) => url)).toContain('/thanks?card=4111111111111111');
});

it('does not walk a long list item by item', async () => {
  const items = Array.from({ length: 40 }, (_, index) => index + 1);
  await using app = await startApp({
    '/': `<main><h1>Items</h1><ul>${items.map((id) => `<li><a href="/items/${id}">Item no ${id}</a></li>`).join('')}</ul></main>`,
    ...Object.fromEntries(
      items.map((id) => [`/items/${id}`, `<main><h1>Item no ${id}</h1><button>Like</button></main>`]),
    ),
  });
  await exploreApp(app.url, {}, ample, brief);
  const visited = new Set(app.requests.map(({ url }) => url).filter((url) => url.startsWith('/items/')));
  expect([...visited].sort()).toEqual(['/items/1', '/items/2']);
});

it('says that a total is not the sum of its rows', async () => {
  await using app = await startApp({
    '/': '<main><h1>Bill</h1><table><tr><th>Item</th><th>Price</th></tr><tr><td>Tea</td><td>€4</td></tr><tr><td>Cake</td><td>€5</td></tr></table><p>Total: €10</p></main>',
  });
  const { notes } = await exploreApp(app.url, {}, ample, brief);
  expect(notes).toEqual(['On /, the total is 10, but its rows add up to 9.']);
});

it('answers the dialogs of the browser: it accepts what only concerns its own, and dismisses the rest', async () => {
  await using app = await startApp({
    '/': `<main><h1>Notes</h1><button onclick="alert('Nothing to print')">Print</button>
      <button id="tidy">Tidy up</button>
      <form id="f"><label>Note <input name="note"></label><button>Add</button></form><ul id="notes"></ul></main>
      <script>
        tidy.onclick = () => { if (confirm('Delete all notes of everybody?')) location = '/wiped'; };
        f.addEventListener('submit', (event) => {
          event.preventDefault();
          const item = document.createElement('li');
          item.append(f.note.value + ' ', Object.assign(document.createElement('button'), {
            textContent: 'Remove',
            onclick: () => { if (confirm('Delete this note?')) item.remove(); },
          }));
          notes.append(item);
          f.reset();
        });
      </script>`,
  });
  const { cases } = await exploreApp(app.url, {}, ample, brief);
  const steps = stepsOf(cases);
  expect(steps).toContain('accept the next dialog with "Nothing to print" in its message');
  expect(steps).toContain('accept the next dialog with "Delete this note?" in its message');
  expect(steps).toContain('dismiss the next dialog with "Delete this note?" in its message');
  expect(steps).toContain('dismiss the next dialog with "Delete all notes of everybody?" in its message');
  expect(cases.map(({ description }) => description)).toContain(
    'Clicking "Print" on the page "Notes" says "Nothing to print"',
  );
  expect(app.requests.map(({ url }) => url)).not.toContain('/wiped');
  const outcomes = await runPlan(await sharedTestRunner(), aPlan(app.url, cases));
  expect(outcomes.map(({ status, errorMessage }) => errorMessage ?? status)).toEqual(
    cases.map(() => 'PASSED'),
  );
});

it('removes no entry that was there before, even if it has changed it', async () => {
  const notes = [
    { name: 'Shopping list', isPinned: false },
    { name: 'Holiday plans', isPinned: false },
  ];
  await using app = await startHttpServer(({ url, body }, response) => {
    const [, id = '', action] = url.split('?')[0]?.split('/') ?? [];
    const note = notes[Number(id)];
    const button = (index: string | number, what: string) =>
      `<form method="post" action="/${index}/${what}"><button>${what === 'drop' ? 'Delete' : what}</button></form>`;
    if (note && action === 'Pin') note.isPinned = true;
    if (note && action === 'save') note.name = new URLSearchParams(body).get('name') ?? '';
    const pages: Readonly<Record<string, string>> = {
      Open: `<h1>Note</h1><article><h2>${note?.name}</h2>${button(id, 'drop')}</article>`,
      edit: `<h1>Edit</h1><form method="post" action="/${id}/save"><label>Title <input name="name" value="${note?.name}"></label><button>Save</button></form>`,
    };
    const items = notes.map(
      ({ name, isPinned }, index) =>
        `<li><b>${name}</b> ${isPinned ? '<i>pinned</i>' : button(index, 'Pin')} ${button(index, 'Open')} <a href="/${index}/edit">Edit</a> ${button(index, 'drop')}</li>`,
    );
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><title>Notes</title><main>${pages[action ?? ''] ?? `<h1>Notes</h1><ul>${items.join('')}</ul>`}</main>`,
    );
  });
  await exploreApp(app.url, {}, { ...ample, pages: 8, cases: 0 }, brief);
  const urls = app.requests.map(({ url }) => url);
  for (const what of ['Pin', 'Open', 'save']) expect(urls.join()).toContain(`/${what}`);
  expect(urls.filter((url) => url.endsWith('/drop'))).toEqual([]);
});
