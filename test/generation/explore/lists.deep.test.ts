import { expect, it } from 'vitest';
import { ample, brief, openExplorer, startApp, stepsOf } from './explorer.ts';

const { exploreApp } = openExplorer();

const notesPage = (
  listed: string,
) => `<h1>Notes</h1><label>New note <input id="note"></label><ul>${listed}</ul>
  <button onclick="removed()">Delete</button>
  <script>
    note.onkeydown = (event) => { if (event.key === 'Enter') add(); };
    function add() {
      document.querySelector('ul').insertAdjacentHTML('beforeend', '<li></li>');
      document.querySelector('li:last-child').textContent = note.value;
      note.value = '';
      if (!document.querySelector('#clear')) document.body.insertAdjacentHTML('beforeend', '<button id="clear" onclick="cleared()">Clear notes</button>');
    }
    function cleared() { fetch('/cleared'); document.querySelector('ul').innerHTML = ''; document.querySelector('#clear').remove(); }
    function removed() { fetch('/removed'); }
  </script>`;

it('clears a list if all its entries are its own', async () => {
  await using app = await startApp({ '/': notesPage('') });
  const { cases } = await exploreApp(app.url, {}, ample, brief);
  const paths = app.requests.map(({ url }) => url);
  expect(paths).toContain('/cleared');
  expect(paths).not.toContain('/removed');
  const clearing = cases.filter((each) => stepsOf([each]).includes('click the button "Clear notes"'));
  expect(stepsOf(clearing).join('\n')).toMatch(
    /click the button "Clear notes".*\$\$unique" not to be visible/s,
  );
});

it('counts the items of a list that it has added to, if nobody else has', async () => {
  const views = '<ul><li>All</li><li>Open</li></ul>';
  await using app = await startApp({ '/': `${notesPage('')}${views}` });
  const { cases } = await exploreApp(app.url, {}, ample, brief);
  expect(stepsOf(cases).join('\n')).toMatch(/\$\$unique.*expect the listitem to be found 3 times/s);
});

it('clears no list with entries of others', async () => {
  await using app = await startApp({ '/': notesPage('<li>Buy tea</li>') });
  const { cases } = await exploreApp(app.url, {}, ample, brief);
  expect(stepsOf(cases).join('\n')).toContain('$$unique" into the textbox "New note"');
  expect(app.requests.map(({ url }) => url)).not.toContain('/cleared');
});

it('counts the items of a list of plain elements', async () => {
  const row = (name: string) => `<div class="row"><div>${name}</div><button>Details</button></div>`;
  await using app = await startApp({
    '/': `<h2>Orders</h2><div>${['Tea', 'Cup', 'Pot'].map(row).join('')}</div>`,
  });
  const { cases } = await exploreApp(app.url, {}, ample, brief);
  expect(cases.map(({ description }) => description).join('\n')).toMatch(
    /lists 3 entries in order, from "Tea" on/,
  );
});

it('counts pages of a kind once', async () => {
  const tea = (name: string) => `<main><h1>${name} tea</h1><a href="/">Teas</a><button>Zoom</button></main>`;
  await using app = await startApp({
    '/': '<main><h1>Teas</h1><a href="/teas/green">Green</a><a href="/teas/black">Black</a><a href="/teas/white">White</a><a href="/about">About</a></main>',
    '/teas/green': tea('Green'),
    '/teas/black': tea('Black'),
    '/teas/white': tea('White'),
    '/about': '<main><h1>About</h1><p>Since 1910</p></main>',
  });
  const { cases, notes } = await exploreApp(app.url, {}, { ...ample, pages: 3 });
  expect(notes).toEqual([]);
  expect(cases.map(({ description }) => description)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('The page "About"'),
      expect.stringContaining('The page "Green tea"'),
      expect.stringContaining('The page "Black tea"'),
      expect.stringContaining('The page "White tea"'),
    ]),
  );
});

it('shows a list by a button with the word for that', async () => {
  await using app = await startApp({
    '/': `<main><h1>Teas</h1><form role="search"><label>Search <input type="search" name="q"></label><button>Show</button></form>
      <ul><li>Green tea</li><li>Black coffee</li></ul>
      <script>const q = new URLSearchParams(location.search).get('q') ?? '';
      for (const each of document.querySelectorAll('li')) each.hidden = !each.textContent.includes(q)</script></main>`,
  });
  const { cases } = await exploreApp(app.url, {}, ample, brief);
  expect(stepsOf(cases)).toContain('click the button "Show"');
  expect(cases.map(({ description }) => description)).not.toContainEqual(
    expect.stringContaining('licking "Show"'),
  );
});
