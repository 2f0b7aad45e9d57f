import { expect, it } from 'vitest';
import { ample, brief, openExplorer, startApp, stepsOf } from './explorer.ts';

const { exploreApp } = openExplorer();

async function explored(pages: Readonly<Record<string, string>>) {
  await using app = await startApp(pages);
  const { cases, notes } = await exploreApp(app.url, {}, ample, brief);
  return {
    notes,
    descriptions: cases.map(({ description }) => description),
    stepsOfCase: (description: string) => stepsOf(cases.filter((each) => each.description === description)),
    requests: app.requests.map(({ url }) => url),
  };
}

it('sends the form of a dialog that is closed when the page is opened again', async () => {
  const { descriptions, stepsOfCase } = await explored({
    '/': `<main><h1>Trip</h1><a href="/about">About</a><button onclick="box.show()">Add expense</button><ul id="list"><li>Flight 180</li></ul>
      <dialog id="box" aria-label="New expense"><label>Description <input id="what"></label><button onclick="save()">Save expense</button></dialog></main>
      <script>function save() { const item = document.createElement('li'); item.textContent = what.value; list.append(item); box.close(); }</script>`,
    '/about': '<main><h1>About</h1></main>',
  });
  const [sent = ''] = descriptions.filter(
    (each) => each.includes('"Save expense"') && each.includes('valid values'),
  );
  const steps = stepsOfCase(sent);
  expect(steps.indexOf('click the button "Add expense"')).toBeLessThan(
    steps.indexOf('click the button "Save expense"'),
  );
  expect(steps.join('\n')).toContain('expect the listitem with "A lantern for the garden path');
  // What nothing has changed does not show the result of something.
  expect(descriptions.join('\n')).not.toContain('shows on the page "About"');
});

it('enters what a form asks for, and says what it has refused', async () => {
  const { descriptions } = await explored({
    '/': `<main><h1>Car</h1><form id="form" novalidate><label>Plate <input id="plate"></label><label>Seats <input id="seats"></label>
      <p id="said" class="error"></p><button>Continue</button></form></main>
      <script>form.onsubmit = (event) => { event.preventDefault();
        if (!/^[A-Z]+-[A-Z]+ \\d+$/.test(plate.value)) said.textContent = 'Please enter your plate, e.g. B-AB 123.';
        else if (!(seats.value > 0)) said.textContent = 'Seats must be a positive number.';
        else document.body.innerHTML = '<h1>Thank you</h1>'; };</script>`,
  });
  expect(descriptions).toContain(
    'Submitting "Continue" on the page "Car" with valid values shows "Thank you"',
  );
  expect(descriptions.find((each) => each.includes('a malformed seats'))).toMatch(/is refused$/);
});

it('says that an account is unknown', async () => {
  const { descriptions, notes } = await explored({
    '/': `<main><h1>Anmelden</h1><form id="form"><label>E-Mail <input id="mail"></label><label>Passwort <input type="password"></label>
      <p id="said"></p><button>Weiter</button></form></main>
      <script>form.onsubmit = (event) => { event.preventDefault(); said.textContent = 'E-Mail oder Passwort ist falsch.'; };</script>`,
  });
  expect(descriptions.find((each) => each.includes('with an unknown account'))).toBeDefined();
  expect(notes).toEqual([expect.stringContaining('The form on the page "Anmelden" asks for an account')]);
  expect(descriptions.join('\n')).not.toContain('valid values');
});

it('expects the order and the part of a list that a button makes', async () => {
  const { descriptions, stepsOfCase } = await explored({
    '/': `<main><h1>Team</h1><button onclick="show(names.toSorted())">Sort by name</button>
      <button onclick="show(names.slice(2))">Newest only</button><ul id="list"></ul></main>
      <script>const names = ['Cora', 'Ada', 'Eve', 'Bo'];
        const show = (some) => { list.innerHTML = some.map((name) => '<li>' + name + '</li>').join(''); }; show(names);</script>`,
  });
  const sorted = 'Clicking "Sort by name" on the page "Team" changes the order of the entries';
  expect(descriptions).toContain(sorted);
  expect(stepsOfCase(sorted)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/first listitem.* "Ada"$/),
      expect.stringMatching(/2nd listitem.* "Bo"$/),
    ]),
  );
  expect(descriptions).toContain('Clicking "Newest only" on the page "Team" shows 2 of 4 entries');
});

it('follows the links of a menu that opens', async () => {
  const { requests } = await explored({
    '/': `<nav><a href="#" onclick="menu.hidden = !menu.hidden">More</a><span id="menu" hidden><a href="/prices">Prices</a></span></nav>
      <main><h1>Home</h1></main>`,
    '/prices': '<main><h1>Prices</h1></main>',
  });
  expect(requests).toContain('/prices');
});
