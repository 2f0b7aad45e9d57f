import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeStep } from '../../../src/contract/exchange/describe-step.ts';
import type { Runner } from '../../../src/runner/runner.ts';
import { type Pages, startPages } from '../../support/pages.ts';
import { openTestRunner, runFirst } from '../../support/test-runner.ts';
import type { User } from './recorded-scenarios.ts';
import { recordPage, replayPlan } from './recorder.ts';

let pages: Pages;
let other: Pages;
let runner: Runner;
beforeAll(async () => {
  pages = await startPages();
  other = await startPages();
  pages.add('<button>Yes</button><button>No</button>', '/next');
  pages.add('<a href="/last">Last</a>', '/middle');
  pages.add(
    '<button onclick="history.back()">Back</button><button onclick="location.reload()">Again</button>',
    '/last',
  );
  other.add(`<label>Card <input></label><button onclick="this.textContent = 'Done'">Pay</button>`, '/pay');
  runner = await openTestRunner();
});
afterAll(async () => {
  await runner[Symbol.asyncDispose]();
  await pages[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

interface Row {
  readonly html: string;
  readonly act: (user: User) => Promise<void>;
  /** The steps in words. */
  readonly steps: readonly string[];
}

const onPage = (act: (page: Page) => Promise<void>) => (user: User) => act(user.page);
const list = (count: number, item: (number: number) => string) =>
  Array.from({ length: count }, (_, index) => item(index + 1)).join('');

/** Finds a button of the recorder, which pages cannot see. @returns a point in it. */
async function findInToolbar({ page, context }: User, text: string): Promise<{ x: number; y: number }> {
  const session = await context.newCDPSession(page);
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
  type Node = typeof root;
  const inside = (node: Node): Node[] => [...(node.shadowRoots ?? []), ...(node.children ?? [])];
  const find = (node: Node): Node | undefined =>
    node.nodeName === 'BUTTON' && node.children?.some(({ nodeValue }) => nodeValue === text) === true
      ? node
      : inside(node)
          .map(find)
          .find((each) => each !== undefined);
  const { model } = await session.send('DOM.getBoxModel', { nodeId: find(root)?.nodeId ?? 0 });
  const [x = 0, y = 0] = model.content;
  await session.detach();
  return { x: x + 3, y: y + 3 };
}

/** Asserts the text of an element. */
async function assertText(page: Page, found: Locator): Promise<void> {
  await page.keyboard.press('Alt+Shift+Digit2');
  await page.locator('browser-test-gate-recorder[data-mode]').waitFor({ state: 'attached' });
  await found.click();
  await page.locator('browser-test-gate-recorder:not([data-mode])').waitFor({ state: 'attached' });
}

async function clickToolbar(user: User, text: string): Promise<void> {
  const { x, y } = await findInToolbar(user, text);
  await user.page.mouse.click(x, y);
}

const rows: Readonly<Record<string, Row>> = {
  'a list of suggestions that closes on blur': {
    html: `<label for=":r1:">City</label><input id=":r1:" role=combobox oninput="found.innerHTML = ['Berlin', 'Bern'].filter((city) => city.startsWith(this.value)).map((city) => '<li role=option>' + city).join('')" onblur="found.innerHTML = ''">
      <ul role=listbox id=found onmousedown="event.preventDefault(); document.querySelector('input').value = event.target.textContent; this.innerHTML = ''"></ul>`,
    act: onPage(async (page) => {
      await page.getByLabel('City').click();
      await page.keyboard.type('Ber');
      await page.getByRole('option', { name: 'Bern' }).click();
    }),
    steps: ['enter "Ber" into the combobox "City"', 'click the option "Bern"'],
  },
  'a select in its label': {
    html: `<label>Country <select><option>Austria<option>Brazil</select></label><label>Code <select><option>AT<option>BR</select></label>`,
    act: onPage(async (page) => {
      await page.locator('select').first().focus();
      await page.keyboard.press('ArrowDown');
    }),
    steps: ['select "Brazil" in the field "Country"'],
  },
  'a handle that is moved over an empty place': {
    html: `<button style="position: relative" onpointermove="if (event.buttons) this.style.left = event.clientX - 20 + 'px'" onpointerdown="this.setPointerCapture(event.pointerId)">Move</button><p>Text</p>`,
    act: onPage(async (page) => {
      await page.getByText('Move').hover();
      await page.mouse.down();
      await page.mouse.move(300, 20, { steps: 6 });
      await page.mouse.up();
    }),
    steps: ['drag the button "Move" to the element "body"'],
  },
  'a text among others of its kind': {
    html: '<section><p>First</p><p>Second</p></section>',
    act: onPage((page) => assertText(page, page.getByText('Second'))),
    steps: ['expect the text "Second" to contain "Second"'],
  },
  'texts of rows and cards, which another one may get as well': {
    html: `<table>${['Ann', 'Bob'].map((name) => `<tr><td>${name}<td>${name} lives in Graz<td class=state>Open`).join('')}</table>
      ${['Blue mug', 'Red mug'].map((name, index) => `<div class=card><h3>${name}</h3><b>€${index + 9}</b><button>Like ${index}</button></div>`).join('')}
      <a href="#">Cart <span class=count>2</span></a>`,
    act: onPage(async (page) => {
      for (const text of ['Bob', 'Bob lives in Graz', 'Red mug', '€10', 'Like 1'])
        await assertText(page, page.getByText(text, { exact: true }));
      await assertText(page, page.locator('.state').nth(1));
      await assertText(page, page.locator('.count'));
    }),
    steps: [
      'expect the cell "Bob" to contain "Bob"',
      'expect the cell "Bob lives in Graz" in the row with "Bob" to contain "Bob lives in Graz"',
      'expect the heading "Red mug" to contain "Red mug"',
      'expect the text "€10" in the element ".card" with "Red mug" to contain "€10"',
      'expect the button in the element ".card" with "Red mug" to contain "Like 1"',
      'expect the element ".state" in the row with "Bob" to contain "Open"',
      'expect the element ".count" to contain "2"',
    ],
  },
  'elements of other tags than those of their kind': {
    html: `<div><div class=like onclick="say.textContent = 'Liked'"><svg width=20 height=20></svg></div><button>×</button></div>
      ${['Tea', 'Milk'].map((name) => `<div class=line><div>${name}</div><div onclick="say.textContent = '${name}'">+</div></div>`).join('')}
      <style>.help i { display: none } .help:hover i { display: block }</style><div class=help>Help<i onclick="say.textContent = 'Help'">Long</i></div><p id=say></p>`,
    act: onPage(async (page) => {
      await page.locator('.like').click();
      await page.getByText('+').nth(1).click();
      await page.mouse.move(1, 1);
      await page.getByText('Help').hover();
      await page.getByText('Long').click();
    }),
    steps: [
      'click the element ".like"',
      'click the text "+" in the element ".line" with "Milk"',
      'hover over the element ".help"',
      'click the text "Long"',
    ],
  },
  'a list of cards that grows': {
    html: `<div id=list></div><script>
      const add = () => { for (let number = list.childElementCount + 1, end = number + 10; number < end; number += 1)
        list.insertAdjacentHTML('beforeend', '<article style="height: 200px"><h3>News ' + number + '</h3><button>Like</button></article>') };
      add(); addEventListener('scroll', () => { if (list.childElementCount < 20 && scrollY + innerHeight > list.offsetHeight - 50) add() })</script>`,
    act: onPage(async (page) => {
      await page.mouse.wheel(0, 5000);
      const last = page.locator('article', { hasText: 'News 15' });
      await last.getByText('Like').click();
    }),
    steps: ['scroll to the article with "News 10"', 'click the button "Like" in the article with "News 15"'],
  },
  'a date that is typed, part by part': {
    html: '<label>Start <input type=datetime-local></label><button>Next</button>',
    act: onPage(async (page) => {
      await page.getByLabel('Start').click({ position: { x: 8, y: 8 } });
      await page.keyboard.type('01022026');
      await page.keyboard.press('Tab');
      await page.keyboard.type('0930AM');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
    }),
    steps: [
      'enter "2026-01-02T09:30" into the textbox "Start"',
      'press Tab in the textbox "Start"',
      'press Space in the button "Next"',
    ],
  },
  'suggestions that come late, chosen by the keyboard': {
    html: `<label>City <input role=combobox oninput="setTimeout(() => { found.innerHTML = this.value === 'Be' ? '<li role=option>Berlin<li role=option>Bern' : '' }, 300)"
      onkeydown="if (event.key === 'ArrowDown') index += found.childElementCount > 0 ? 1 : 0; if (event.key === 'Enter') say.textContent = found.children[index]?.textContent ?? 'Nothing'"></label>
      <ul role=listbox id=found></ul><p role=status id=say></p><script>let index = -1</script>`,
    act: onPage(async (page) => {
      await page.getByLabel('City').click();
      await page.keyboard.type('Be');
      await page.getByText('Bern').waitFor();
      for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
      await page.keyboard.press('Alt+Shift+Digit2');
      await page.getByRole('status').click();
    }),
    steps: [
      'enter "Be" into the combobox "City"',
      'expect the option "Berlin" to be visible',
      'press ArrowDown in the combobox "City"',
      'press ArrowDown in the combobox "City"',
      'press Enter in the combobox "City"',
      'expect the element "#say" to contain "Bern"',
    ],
  },
  'steps that are taken back, by the toolbar and by keys': {
    html: `<button>Add</button><button>Remove</button><label>Name <input></label><a href="/next" target=_blank>Open</a>`,
    act: async (user) => {
      const { page, context } = user;
      await page.getByText('Add').click();
      await page.getByLabel('Name').click();
      await page.keyboard.type('Ada');
      await clickToolbar(user, 'Undo');
      await page.getByText('Remove').click();
      await page.keyboard.press('Alt+Shift+Backspace');
      const [opened] = await Promise.all([context.waitForEvent('page'), page.getByText('Open').click()]);
      await opened.getByText('Yes').click();
      await opened.close();
      for (const _ of ['Yes', 'Open']) await page.keyboard.press('Alt+Shift+Backspace');
      await page.getByText('Add').dblclick();
    },
    steps: ['click the button "Add"', 'double-click the button "Add"'],
  },
  'a step with a long description, which moves no button of the toolbar': {
    html: '<button>Add</button><button>Subscribe to the newsletter</button>',
    act: async (user) => {
      const { page } = user;
      const before = await findInToolbar(user, 'Finish');
      await page.getByText('Subscribe').click();
      await page.getByText('Add').click();
      await page.keyboard.press('Alt+Shift+Backspace');
      expect(await findInToolbar(user, 'Finish')).toEqual(before);
    },
    steps: ['click the button "Subscribe to the newsletter"'],
  },
  'pages that the browser and the page itself go back to and reload': {
    html: `<a href="/middle">Go</a>`,
    act: onPage(async (page) => {
      const navigates = (act: Promise<unknown>) => Promise.all([page.waitForEvent('framenavigated'), act]);
      await page.getByText('Go').click();
      await page.getByText('Last').click();
      await page.getByText('Again').waitFor();
      await page.goBack();
      await page.getByText('Last').click();
      await navigates(page.getByText('Again').click());
      await page.reload();
      await navigates(page.getByText('Back').click());
      await page.getByText('Last').waitFor();
      await page.goForward();
      await page.getByText('Again').waitFor();
    }),
    steps: [
      'click the link "Go"',
      'click the link "Last"',
      'go to /middle',
      'click the link "Last"',
      'click the button "Again"',
      'go to /last',
      'click the button "Back"',
      'go to /last',
    ],
  },
  'a button that is rendered again by each click': {
    html: `<div id=app></div><script>let count = 0; const draw = () => app.innerHTML = '<button>Add</button><b>' + count; draw(); app.onclick = () => { count += 1; draw() }</script>`,
    act: onPage(async (page) => {
      for (let time = 0; time < 3; time += 1) await page.getByRole('button').click();
    }),
    steps: ['click the button "Add"', 'click the button "Add"', 'click the button "Add"'],
  },
  'a password that is shown': {
    html: `<label>Secret <input type=password></label><button onclick="document.querySelector('input').type = 'text'">Show</button>`,
    act: onPage(async (page) => {
      await page.getByLabel('Secret').click();
      await page.keyboard.type('abcdefg1');
      await page.getByText('Show').click();
      await page.getByLabel('Secret').click();
      await page.keyboard.press('End');
      await page.keyboard.type('X');
    }),
    steps: [
      'enter "$PASSWORD" into the textbox "Secret"',
      'click the button "Show"',
      'enter "$PASSWORD_2" into the textbox "Secret"',
    ],
  },
  'a menu of one row of many': {
    html: `<table>${list(30, (row) => `<tr><td>Invoice ${row}<td>open<td><button aria-label=More onclick="menu.hidden = false">⋮</button>`)}</table><div role=menu id=menu hidden><div role=menuitem>Mark as paid</div></div>`,
    act: onPage(async (page) => {
      await page.getByRole('button').nth(11).click();
      await page.getByText('Mark as paid').click();
    }),
    steps: ['click the button "More" in the row with "Invoice 12"', 'click the menuitem "Mark as paid"'],
  },
  'a button whose name is a part of that of another one in its row': {
    html: `<ul>${list(3, (row) => `<li>Card ${row} <button>Move</button><button aria-label="Remove card ${row}">×</button></li>`)}</ul>`,
    act: onPage((page) => page.getByText('Move').nth(1).click()),
    steps: ['click the button "Move" in the listitem with "Card 2"'],
  },
  'a list in an element that scrolls': {
    html: `<div style="height: 200px; overflow: auto" id=box><div id=items></div></div><script>let count = 0; const more = () => { for (let to = count + 10; count < to;) items.insertAdjacentHTML('beforeend', '<p class=entry>Entry ' + ++count + ' <a href="#e' + count + '">open</a></p>') }; more(); box.onscroll = () => { if (box.scrollTop + box.clientHeight > box.scrollHeight - 50 && count < 60) setTimeout(more, 100) }</script>`,
    act: onPage(async (page) => {
      await page.mouse.move(50, 100);
      while ((await page.getByText('Entry 37').count()) === 0) await page.mouse.wheel(0, 400);
      await page.locator('a[href="#e37"]').click();
    }),
    steps: [
      'scroll to the text "Entry 10 open"',
      'scroll to the text "Entry 20 open"',
      'scroll to the text "Entry 30 open"',
      'click the link "open" in the element ".entry" with "Entry 37"',
    ],
  },
  'a menu that a script opens by a class': {
    html: `<style>.sub { display: none } .open .sub { display: block }</style><div onmouseenter="this.classList.add('open')" onmouseleave="this.classList.remove('open')"><span>Menu</span><div class=sub><button>Inside</button></div></div>`,
    act: onPage(async (page) => {
      await page.mouse.move(600, 400);
      await page.getByText('Menu').hover();
      await page.getByText('Inside').click();
    }),
    steps: ['hover over the text "Menu"', 'click the button "Inside"'],
  },
  'a menu in a menu that style opens': {
    html: `<style>.sub { display: none } .entry:hover > .sub { display: block }</style><div class=entry style="width: 9em"><b>Account</b><div class=sub><div class=entry><i>Settings</i><div class=sub><button>Privacy</button></div></div></div></div>`,
    act: onPage(async (page) => {
      await page.mouse.move(600, 400);
      await page.getByText('Account').hover();
      await page.getByText('Settings').hover();
      await page.getByText('Privacy').click();
    }),
    steps: ['hover over the text "Account"', 'hover over the text "Settings"', 'click the button "Privacy"'],
  },
  'a field whose keys end and remove entries': {
    html: `<output></output><label>Tags <input></label><p>None</p><script>
      const [input] = document.getElementsByTagName('input');
      const [output] = document.getElementsByTagName('output');
      input.onkeydown = (event) => {
        if (event.key === ',' && input.value !== '') output.append(Object.assign(document.createElement('b'), { textContent: input.value }));
        else if (event.key === 'Backspace' && input.value === '') output.lastChild?.remove();
        if (event.key === ',') { event.preventDefault(); input.value = '' }
      };</script>`,
    act: onPage(async (page) => {
      await page.getByLabel('Tags').click();
      await page.keyboard.type('one,two,', { delay: 20 });
      await page.keyboard.press('Backspace');
      // There is nothing left that these change.
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Backspace');
      await page.keyboard.type('three,', { delay: 20 });
    }),
    steps: [
      'enter "one" into the textbox "Tags"',
      'press , in the textbox "Tags"',
      'enter "two" into the textbox "Tags"',
      'press , in the textbox "Tags"',
      'press Backspace in the textbox "Tags"',
      'press Backspace in the textbox "Tags"',
      'enter "three" into the textbox "Tags"',
      'press , in the textbox "Tags"',
    ],
  },
  'a page that a script makes anew while the mouse is over nothing': {
    html: `<button onclick="this.remove(); window.addEventListener('mouseover', () => document.body.append(pay), { once: true })">Open</button><script>const pay = document.createElement('button'); pay.textContent = 'Pay'</script>`,
    act: onPage(async (page) => {
      await page.getByText('Open').click();
      await page.mouse.move(600, 400);
      await page.getByText('Pay').click();
    }),
    steps: ['click the button "Open"', 'click the button "Pay"'],
  },
  'a menu that style opens in a shadow root': {
    html: `<x-menu></x-menu><script>customElements.define('x-menu', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<style>.sub { display: none } .menu:hover .sub { display: block }</style><div class=menu><b>Top</b><div class=sub><button>Deep</button></div></div>' } })</script>`,
    act: onPage(async (page) => {
      await page.mouse.move(600, 400);
      await page.getByText('Top').hover();
      await page.getByText('Deep').click();
    }),
    steps: ['hover over the text "Top"', 'click the button "Deep"'],
  },
  'equal buttons in the shadow roots of components': {
    html: `<shop-item>Mug</shop-item><shop-item>Plate</shop-item><shop-shelf></shop-shelf><script>
      customElements.define('shop-item', class extends HTMLElement { connectedCallback() { const root = this.attachShadow({ mode: 'open' }); root.innerHTML = '<slot></slot><button>Buy</button>'; root.querySelector('button').onclick = (event) => event.target.textContent = 'Bought' } });
      customElements.define('shop-shelf', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<div class=place><b>Top</b><button>Clear</button></div><div class=place><b>Low</b><button>Clear</button></div>' } });</script>`,
    act: onPage(async (page) => {
      await page.getByRole('button', { name: 'Buy' }).nth(1).click();
      await page.getByRole('button', { name: 'Clear' }).nth(1).click();
    }),
    steps: [
      'click the button "Buy" in the element "shop-item" with "Plate"',
      'click the button "Clear" in the element ".place" with "Low"',
    ],
  },
  'ids that a person has numbered, and others': {
    html: `<input id=address2><input id=h1-title><input id=step-2><input id=:r1:><input id=ember1><input id=mui-4>`,
    act: onPage(async (page) => {
      for (const field of await page.locator('input').all()) await field.fill('x');
    }),
    steps: [
      'enter "x" into the element "#address2"',
      'enter "x" into the element "#h1-title"',
      'enter "x" into the element "#step-2"',
      ...[4, 5, 6].map((number) => `enter "x" into the ${number}th textbox`),
    ],
  },
  'texts that are selected by the mouse': {
    html: `<style>p, input { display: block; width: 400px }</style><p>Some words of a page</p><x-text></x-text><input aria-label=Name value="Ada Lovelace of London"><button>Go on</button>
      <script>customElements.define('x-text', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<p>Words in a shadow root</p>' } })</script>`,
    act: onPage(async (page) => {
      for (const text of [
        page.getByText('Some words'),
        page.getByText('Words in'),
        page.getByLabel('Name'),
      ]) {
        const box = await text.boundingBox();
        const [x, y] = [(box?.x ?? 0) + 5, (box?.y ?? 0) + (box?.height ?? 0) / 2];
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + 80, y, { steps: 5 });
        await page.mouse.up();
      }
      await page.getByText('Go on').click();
    }),
    steps: ['click the button "Go on"'],
  },
  'the focus, moved by keys': {
    html: `<label>First <input></label><label>Last <input></label><fieldset><label><input type=radio name=size checked> Small</label><label><input type=radio name=size> Large</label></fieldset><details><summary>More</summary><a href="#terms">Terms</a></details>`,
    act: onPage(async (page) => {
      await page.getByLabel('Last').click();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.type('Ada');
      for (const key of ['Tab', 'Tab', 'ArrowDown', 'Tab', 'Enter', 'Tab', 'Enter'])
        await page.keyboard.press(key);
    }),
    steps: [
      'click the textbox "Last"',
      'press Shift+Tab in the textbox "Last"',
      'enter "Ada" into the textbox "First"',
      'press Tab in the textbox "First"',
      'press Tab in the textbox "Last"',
      'press ArrowDown in the radio "Small"',
      'press Tab in the radio "Large"',
      'press Enter in the text "More"',
      'press Tab in the text "More"',
      'press Enter in the link "Terms"',
    ],
  },
  'a list that is sorted while an item is dragged': {
    html: `<ul>${list(4, (item) => `<li draggable=true>Task ${item}`)}</ul><script>let moved; for (const item of document.querySelectorAll('li')) { item.ondragstart = () => moved = item; item.ondragover = (event) => { event.preventDefault(); if (item !== moved) item.compareDocumentPosition(moved) & 4 ? item.before(moved) : item.after(moved) }; item.ondrop = (event) => event.preventDefault() }</script>`,
    act: onPage(async (page) => {
      await page.getByText('Task 1').hover();
      await page.mouse.down();
      const box = await page.getByText('Task 3').boundingBox();
      await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 5, { steps: 8 });
      await page.mouse.up();
    }),
    steps: ['drag the text "Task 1" to the text "Task 3"'],
  },
  'keys only': {
    html: `<button>Alpha</button><button>Beta</button><input type=checkbox aria-label=Check>`,
    act: onPage(async (page) => {
      for (const key of ['Tab', 'Tab', 'Space', 'Tab', 'Space']) await page.keyboard.press(key);
    }),
    steps: [
      'press Tab',
      'press Tab in the button "Alpha"',
      'press Space in the button "Beta"',
      'press Tab in the button "Beta"',
      'press Space in the checkbox "Check"',
    ],
  },
  'shortcuts of the app': {
    html: `<button onclick="say('Added')">Add</button><p role=status></p><script>const say = (text) => document.querySelector('[role=status]').textContent = text; document.onkeydown = (event) => { if (event.ctrlKey && event.key === 'z') say('Taken back'); if (event.ctrlKey && event.key === 'k') { event.preventDefault(); say('Commands') } }</script>`,
    act: onPage(async (page) => {
      await page.getByText('Add').click();
      for (const key of ['Control+z', 'Control+k']) await page.keyboard.press(key);
    }),
    steps: [
      'click the button "Add"',
      'press Control+z in the button "Add"',
      'press Control+k in the button "Add"',
    ],
  },
  'texts that are pasted': {
    html: `<input aria-label=From value="copy me"><input aria-label=To><div contenteditable role=textbox aria-label=Note></div>`,
    act: onPage(async (page) => {
      await page.getByLabel('From').click();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+c');
      await page.getByLabel('To').click();
      await page.keyboard.press('Control+v');
      await page.getByLabel('Note').click();
      await page.keyboard.press('Control+v');
      await page.keyboard.type(' ok');
      await page.keyboard.press('Backspace');
    }),
    steps: [
      'click the textbox "From"',
      'enter "copy me" into the textbox "To"',
      'click the textbox "Note"',
      'type "copy me ok" into the textbox "Note"',
      'press Backspace in the textbox "Note"',
    ],
  },
  'names with all kinds of characters': {
    html: `<button>Say "hi" >> now</button><button>It's \\ {x} [y]</button><button>a/b.*</button>`,
    act: onPage(async (page) => {
      for (const index of [0, 1, 2]) await page.getByRole('button').nth(index).click();
    }),
    steps: [
      'click the button "Say "hi" >> now"',
      'click the button "It\'s \\ {x} [y]"',
      'click the button "a/b.*"',
    ],
  },
  'a page that asks before it is left': {
    html: `<input aria-label=Name><script>onbeforeunload = (event) => event.preventDefault()</script><a href="/next">Next</a>`,
    act: onPage(async (page) => {
      await page.getByLabel('Name').click();
      await page.keyboard.type('x');
      page.once('dialog', (dialog) => void dialog.accept());
      await page.getByText('Next').click();
      await page.getByText('Yes').click();
    }),
    steps: [
      'enter "x" into the textbox "Name"',
      'accept the next dialog',
      'click the link "Next"',
      'click the button "Yes"',
    ],
  },
  'two windows, to and fro': {
    html: `<a href="/next" target=other>Go</a><button>Here</button>`,
    act: async ({ page, context }) => {
      const [opened] = await Promise.all([context.waitForEvent('page'), page.getByText('Go').click()]);
      await opened.getByText('Yes').click();
      await page.bringToFront();
      await page.getByText('Here').click();
      await opened.bringToFront();
      await opened.getByText('No').click();
    },
    steps: [
      'click the link "Go"',
      'switch to the new page',
      'click the button "Yes"',
      'switch to the previous page',
      'click the button "Here"',
      'switch to the next page',
      'click the button "No"',
    ],
  },
  'a link in a new tab': {
    html: `<a href="/next">Go</a>`,
    act: async ({ page, context }) => {
      const click = page.getByText('Go').click({ modifiers: ['Control'] });
      const [opened] = await Promise.all([context.waitForEvent('page'), click]);
      await opened.getByText('Yes').click();
    },
    steps: ['middle-click the link "Go"', 'switch to the new page', 'click the button "Yes"'],
  },
  'labels around their fields': {
    html: `<label><input type=checkbox> I agree</label><label><input type=radio> Team <a href="#x">Prices</a></label>
      <style>.switch input { position: absolute; opacity: 0; pointer-events: none }</style>
      <label class=switch><input type=checkbox><span>Dark mode</span></label>`,
    act: onPage(async (page) => {
      for (const name of ['I agree', 'Team', 'Prices', 'Dark mode'])
        await page.getByText(name).click({ position: { x: 30, y: 5 } });
    }),
    steps: [
      'click the checkbox "I agree"',
      'click the radio "Team Prices"',
      'click the link "Prices"',
      'click the text "Dark mode"',
    ],
  },
  'an assertion in a popup': {
    html: `<button onclick="open('/next', '', 'width=500,height=400')">Ask</button>`,
    act: async ({ page, context }) => {
      const [popup] = await Promise.all([context.waitForEvent('page'), page.getByText('Ask').click()]);
      await popup.locator('browser-test-gate-recorder').waitFor({ state: 'attached' });
      await popup.keyboard.press('Alt+Shift+Digit1');
      await popup.getByText('Yes').click();
    },
    steps: ['click the button "Ask"', 'switch to the new page', 'expect the button "Yes" to be visible'],
  },
  'an option whose label is the value of another one': {
    html: '<label>Level <select><option value="2">1</option><option value="3">2</option></select></label>',
    act: onPage(async (page) => {
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowDown');
    }),
    steps: ['press Tab', 'select "3" in the field "Level"'],
  },
  'an item that moves only when it is dropped': {
    html: `<ul style="user-select: none"><li>Tea<li>Milk<li>Mugs</ul><script>
        let item;
        onpointerdown = ({ target }) => { item = target };
        onpointerup = ({ target }) => { if (target !== item) target.after(item) };
      </script>`,
    act: onPage(async (page) => {
      await page.getByText('Tea').hover();
      await page.mouse.down();
      const { x = 0, y = 0 } = (await page.getByText('Mugs').boundingBox()) ?? {};
      await page.mouse.move(x + 20, y + 5, { steps: 5 });
      await page.mouse.up();
    }),
    steps: ['drag the text "Tea" to the text "Mugs"'],
  },
  'a list of which several options are chosen': {
    html: `<select multiple aria-label=Colors><option>Red<option>Green<option>Blue</select>`,
    act: onPage(async (page) => {
      await page.locator('option').nth(0).click();
      await page
        .locator('option')
        .nth(2)
        .click({ modifiers: ['Control'] });
    }),
    steps: ['select "Red", "Blue" in the field "Colors"'],
  },
};

// The recorder attributes what happens to what a person did shortly before: a busy machine may be too slow for that once.
const onBusyMachines = { retry: 2 };

it.each(Object.entries(rows))('%s', onBusyMachines, async (_, { html, act, steps }) => {
  const path = pages.add(html);
  const recorded = await recordPage(path, pages, '', act);
  expect(recorded.warnings).toEqual([]);
  expect(recorded.test.elements.map(describeStep)).toEqual(steps);
  expect(await runFirst(runner, replayPlan(recorded, path, pages))).toMatchObject({ errorMessage: null });
});

it('warns of files that are dropped', onBusyMachines, async () => {
  const path = pages.add(
    '<p ondragover="event.preventDefault()" ondrop="event.preventDefault()">Drop here</p>',
  );
  const recorded = await recordPage(path, pages, '', async ({ page, context }) => {
    const session = await context.newCDPSession(page);
    const data = { items: [], files: [import.meta.filename], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, x: 20, y: 20, data });
  });
  expect(recorded.test.elements).toEqual([]);
  expect(recorded.warnings).toEqual([
    'An action was not recorded: a test cannot drop files. Choose them with a file field of the app.',
  ]);
});

it('going back from another site, which runs in a separate process', onBusyMachines, async () => {
  const address = `${other.url.replace('127.0.0.1', 'localhost')}/pay`;
  const path = pages.add(`<a href="${address}">Pay</a>`);
  const recorded = await recordPage(path, pages, '', async ({ page }) => {
    await page.getByText('Pay').click();
    await page.getByLabel('Card').waitFor();
    await page.goBack();
    await page.goForward();
  });
  expect(recorded.test.elements.map(describeStep)).toEqual([
    'click the link "Pay"',
    `go to ${path}`,
    `go to ${address}`,
  ]);
  expect(await runFirst(runner, replayPlan(recorded, path, pages))).toMatchObject({ errorMessage: null });
});

it('a frame of another site', onBusyMachines, async () => {
  const address = `${other.url.replace('127.0.0.1', 'localhost')}/pay`;
  const path = pages.add(`<iframe src="${address}" title="Pay"></iframe>`);
  const recorded = await recordPage(path, pages, '', async ({ page }) => {
    await page.frameLocator('iframe').getByLabel('Card').click();
    await page.keyboard.type('42');
    await page.frameLocator('iframe').getByText('Pay').click();
  });
  expect(recorded.test.elements.map(describeStep)).toEqual([
    'enter "42" into the textbox "Card" in the frame "iframe[title="Pay"]"',
    'click the button "Pay" in the frame "iframe[title="Pay"]"',
  ]);
  expect(await runFirst(runner, replayPlan(recorded, path, pages))).toMatchObject({ errorMessage: null });
});
