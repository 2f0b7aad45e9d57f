import { describe, expect } from 'vitest';
import { it, openWordRunner } from './word-runner.ts';

const { lastOf } = openWordRunner();

const member = (name: string, role: string, state = '') =>
  `<div class="flex ${state}"><div><div class="text-xs">${name[0]}${name[1]?.toUpperCase()}</div><div class="name">${name}</div></div>
    <span>${role}</span><button onclick="toast.textContent = '${name} was removed'; this.parentElement.remove()">Remove</button></div>`;

/** A list with headers of its columns and another class for one row, and figures that are built alike, too. */
const team = `<title>Admin</title><div class="grid"><div class="box"><div>Seats</div><div>4</div></div>
    <div class="box"><div>Plan</div><div>Business</div></div><div class="box"><div>Invoice</div><div>€8</div></div></div>
  <div><div style="font-size:20px">Team members</div><div><div class="flex"><div>Name</div><div>Level</div></div>
    ${member('Ada King', 'Owner')}${member('Bo Lind', 'Editor')}${member('Cleo Park', 'Editor', 'selected')}</div></div>
  <div id="toast"></div>
  <input placeholder="Search" oninput="for (const each of document.querySelectorAll('.flex:has(.name)')) each.hidden = false,
    each.style.display = each.textContent.includes(this.value) ? '' : 'none'">`;

describe('a list of plain elements', () => {
  it.each([
    ['There are 3 members', 'TO_HAVE_COUNT Team members xpath=following-sibling::*[1]/*[.//button] 3'],
    ['In the row of Bo Lind click Remove', /^CLICK Team members .* Bo Lind Remove ""$/],
    ['Bo Lind is Editor', /^TO_CONTAIN_TEXT Team members .* Bo Lind Editor "Editor"$/],
    ['The first member is Ada King', /^TO_CONTAIN_TEXT Team members .* 0 "Ada King"$/],
    ['Every row has a Remove button', /^VISIBLE Team members .* 2 Remove ""$/],
    ['Type Cleo into Search. Only Cleo Park is shown', /^VISIBLE Team members .* Cleo Park ""$/],
    [
      'Remove Bo Lind. Bo Lind is no longer in the list',
      /^TO_HAVE_COUNT Team members .*\*\[\.\/\/button\] Bo Lind 0$/,
    ],
  ])('%s is compiled', async (text, wanted) => {
    expect(await lastOf(text, team)).toMatch(wanted);
  });

  it.each([
    'There are 4 members',
    'There are 3 boxes',
    'There are 3 messages',
    'Bo Lind is Owner',
    'The first member is Bo Lind',
    'Only Cleo Park is shown',
    'In the row of Dan click Remove',
    'Ada King is no longer in the list',
    'Remove Bo Lind. Ada King is no longer in the list',
  ])('%s is refused', async (text) => {
    expect(await lastOf(text, team)).toMatch(/^refused: /);
  });
});

const card = (name: string, tag: string) =>
  `<div class="c_x1"><div>${name}</div><div><span>${tag}</span><button>Archive</button></div></div>`;
const column = (name: string, ...cards: string[]) =>
  `<div class="k_x2"><div class="h_x3"><span>${name}</span><span>${cards.length}</span></div>${cards.join('')}</div>`;
const board = `<div style="display:flex">${column('To do', card('Fix login', 'Bug'), card('Dark mode', 'Idea'))}
  ${column('Doing', card('Write docs', 'Text'))}${column('Done')}</div>`;

const archiving = board.replaceAll('<button>', `<button onclick="this.closest('.c_x1').remove()">`);

describe('columns of cards', () => {
  it.each([
    [
      'The To do column has 2 cards',
      /^TO_HAVE_COUNT To do xpath=\.\.\/following-sibling::\*\[\.\/\/button\] 2$/,
    ],
    ['The Doing column contains Write docs', /^VISIBLE Doing xpath=.* Write docs ""$/],
    ['Archive Dark mode', /^CLICK To do xpath=.* Dark mode Archive ""$/],
  ])('%s is compiled', async (text, wanted) => {
    expect(await lastOf(text, board)).toMatch(wanted);
  });

  it.each([
    'The To do column has 3 cards',
    'There are 3 cards',
    'The Doing column contains Fix login',
    'The Done column contains Write docs',
  ])('%s is refused', async (text) => {
    expect(await lastOf(text, board)).toMatch(/^refused: /);
  });
});

describe('columns of a board that may be empty', () => {
  it.each([
    ['The Done column is empty', 'TO_HAVE_COUNT Done xpath=../following-sibling::*[.//button] 0'],
    ['Archive Write docs. The Doing column has no cards', /^TO_HAVE_COUNT Doing .* 0$/],
    ['Archive Write docs. Only Fix login and Dark mode are shown', /^TO_HAVE_COUNT Done .* 0$/],
  ])('%s is compiled', async (text, wanted) => {
    expect(await lastOf(text, archiving)).toMatch(wanted);
  });

  it.each(['The Doing column is empty', 'Only Write docs is shown', 'The Later column is empty'])(
    '%s is refused',
    async (text) => {
      expect(await lastOf(text, archiving)).toMatch(/^refused: /);
    },
  );
});

const order = (name: string, state: string, count: number) =>
  `<div class="row"><div>${name}</div><div>${state}</div><div>${count}</div><div><button>Open</button></div></div>`;
const orders = `<h2>Orders</h2><div><div class="row head"><div>Customer</div><div>State</div><div>Boxes</div><div></div></div>
  ${order('Ada King', 'Paid', 3)}${order('Bo Lind', 'Late', 12)}${order('Cleo Park', 'Paid', 2)}</div>`;

describe('a list of plain elements with headers of its columns', () => {
  it.each([
    ['There are 3 orders', /^TO_HAVE_COUNT Orders xpath=.* 3$/],
    ['The state of Bo Lind is Late', /^TO_CONTAIN_TEXT Orders .* Bo Lind xpath=\*\[2\] "Late"$/],
    ['Cleo Park has 2 boxes', /^TO_CONTAIN_TEXT Orders .* Cleo Park xpath=\*\[3\] /],
    ['Two orders are Paid', /^TO_HAVE_COUNT Orders .* Paid 2$/],
  ])('%s is compiled', async (text, wanted) => {
    expect(await lastOf(text, orders)).toMatch(wanted);
  });

  it.each([
    'There are 4 orders',
    'The state of Bo Lind is Paid',
    'The boxes of Bo Lind are Late',
    'The customer of Bo Lind is Late',
    'Bo Lind has 2 boxes',
    'Three orders are Paid',
    'Two orders are Late',
  ])('%s is refused', async (text) => {
    expect(await lastOf(text, orders)).toMatch(/^refused: /);
  });
});

describe('what is built alike and is no list', () => {
  it.each([
    // The first row may be one of headers: how many rows there are is not clear.
    [
      'There are 3 orders',
      '<h2>Orders</h2><div><div class="r h"><b>Customer</b><i>State</i></div><div class="r"><b>Ada</b><i>Paid</i></div><div class="r"><b>Bo</b><i>Paid</i></div></div>',
    ],
    [
      'There are 3 costs',
      '<h2>Costs</h2><div><div><span>Tea</span><span>€3</span></div><div><span>Cup</span><span>€4</span></div><div><span>Total</span><span>€7</span></div></div>',
    ],
    [
      'There are 2 entries in Profile',
      '<h2>Profile</h2><div><div><label for="a">Name</label><div><input id="a"></div><button>Clear</button></div><div><label for="b">City</label><div><input id="b"></div><button>Clear</button></div></div>',
    ],
    [
      'There are 2 files',
      '<h2>Files</h2><div><div class="file"><i>a.txt</i><button>Open</button></div><div class="file"><i>b.txt</i><button>Open</button></div><div class="doc"><i>c.txt</i><button>Open</button><span>New</span></div></div>',
    ],
  ])('%s is refused', async (text, html) => {
    expect(await lastOf(text, html)).toMatch(/^refused: /);
  });
});
