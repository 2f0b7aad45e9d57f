import { expect, it } from 'vitest';
import { ample, brief, openExplorer, startApp, stepsOf } from './explorer.ts';

const { exploreApp } = openExplorer();

it('says which test cases of a form have other values, and expects what they change', async () => {
  const facts = ['Black', 'Green', 'White', 'Red', 'Yellow', 'Blue', 'Mint', 'Chai'].map(
    (each) => `<p>${each} tea</p>`,
  );
  await using app = await startApp({
    '/': '<main><h1>Tea</h1><form action="/added"><label>Name <input name="name"></label><label><input type="checkbox" name="gift"> As a gift</label><button>Add</button></form></main>',
    '/added': `<main><h1>Added</h1>${facts.join('')}<p id="bag"></p></main><script>bag.textContent = location.search.includes('gift=on') ? 'It is wrapped.' : 'It comes in a bag.'</script>`,
  });
  const { cases } = await exploreApp(app.url, {}, ample, brief);
  const other = cases.filter(({ description }) => description?.includes('with other valid values'));
  expect(stepsOf(other).join('\n')).toContain('"It is wrapped."');
  expect(cases.map(({ description }) => description)).toEqual(
    expect.arrayContaining([
      'Submitting "Add" on the page "Tea" with valid values shows "Added"',
      'Submitting "Add" on the page "Tea" with other valid values shows "Added"',
    ]),
  );
});

it('expects that a form which refuses a value keeps the others', async () => {
  await using app = await startApp({
    '/': '<main><h1>Join</h1><form novalidate action="/joined"><label>Name <input name="name"></label><label>E-mail <input type="email" name="email"></label><button>Join</button></form></main>',
    '/joined': `<main><h1></h1><form novalidate action="/joined" hidden><p role="alert"></p><label>Name <input name="name"></label><button>Join</button></form></main>
      <script>
        const [heading, form, values] = [document.querySelector('h1'), document.querySelector('form'), new URLSearchParams(location.search)];
        form.hidden = values.get('email').includes('@');
        heading.textContent = form.hidden ? 'Welcome' : 'Join';
        if (!form.hidden) form.querySelector('p').textContent = 'Enter an e-mail address.';
        form.elements.name.value = values.get('name');
      </script>`,
  });
  const { cases } = await exploreApp(app.url, {}, ample, brief);
  const refused = cases.filter(({ description }) => description?.includes('a malformed email address'));
  expect(stepsOf(refused).join('\n')).toMatch(
    /"Enter an e-mail address\.".*the textbox "Name" to have the value "Ada Lovelace/s,
  );
});

it('tries the values of a filter in one test case', async () => {
  const words = ['Tea', 'Teapot', 'Cup'];
  await using app = await startApp({
    '/': `<main><h1>Shop</h1><label>Show <select onchange="show(this.value)"><option>Everything</option><option>Tea</option><option>Cup</option></select></label>
      <ul>${words.map((word) => `<li>${word}</li>`).join('')}</ul></main>
      <script>function show(word) { for (const each of document.querySelectorAll('li')) each.hidden = word !== 'Everything' && !each.textContent.startsWith(word); }</script>`,
  });
  const { cases } = await exploreApp(app.url, {}, ample, brief);
  const choosing = cases.find(({ description }) => description?.startsWith('Choosing'));
  expect(choosing?.description).toBe(
    'Choosing "Tea" in "Show" on the page "Shop" shows 2 of 3 entries, and 1 other value works, too',
  );
  expect(stepsOf(choosing === undefined ? [] : [choosing])).toEqual([
    'select "Tea" in the combobox "Show"',
    'expect the listitem in the main to be found 2 times',
    'expect the first listitem in the main to contain "Tea"',
    'expect the 2nd listitem in the main to contain "Teapot"',
    'go to /',
    'select "Cup" in the combobox "Show"',
    'expect the listitem with "Teapot" not to be visible',
    'expect the listitem in the main to be found once',
    'expect the first listitem in the main to contain "Cup"',
  ]);
});

it('makes one test case of what two ways lead to', async () => {
  const shelf =
    '<h1>Shelf</h1><button onclick="taken.textContent = \'Taken\'">Take</button><p id="taken"></p>';
  await using app = await startApp({
    '/': '<h1>Home</h1><a href="/shelf?home=1">Shelf</a><button onclick="location = \'/shelf?button=1\'">Go to the shelf</button>',
    '/shelf': shelf,
  });
  const { cases } = await exploreApp(app.url, {}, ample, brief);
  const taking = cases.filter(({ description }) => description?.startsWith('Clicking "Take"'));
  expect(taking.map(({ description }) => description)).toEqual([
    'Clicking "Take" on the page "Shelf" shows "Taken"',
  ]);
});

it('expects nothing of the error page that a form leads to', async () => {
  await using app = await startApp({
    '/': '<h1>Tea house</h1><form method="post" action="/gone"><label>Name <input name="name"></label><button>Send</button></form>',
  });
  const { cases } = await exploreApp(app.url, {}, ample, brief);
  expect(app.requests.map(({ url }) => url)).toContain('/gone');
  expect(stepsOf(cases).join()).not.toContain('Nothing here');
});

it('submits a form by a button in another script', async () => {
  await using app = await startApp({
    '/': `<h1>Заявка</h1><form onsubmit="event.preventDefault(); this.outerHTML = '<p>Спасибо</p>'">
      <label>Имя <input name="name"></label><label>Город <input name="city"></label><button>Отправить</button></form>`,
  });
  const { cases } = await exploreApp(app.url, {}, ample, brief);
  expect(stepsOf(cases)).toEqual(
    expect.arrayContaining([
      'enter "Ada Lovelace $$unique" into the textbox "Имя"',
      'click the button "Отправить"',
      'expect the text "Спасибо" to be visible',
    ]),
  );
});
