import { describe, expect } from 'vitest';
import { it, openWordRunner } from './word-runner.ts';

const { runText, lastOf } = openWordRunner();

const exact = (pattern: string) => JSON.stringify(`OCTOREGEX${pattern}OCTOREGEX`);

const people = `<title>People</title><nav><a href="#">People</a> <a href="#">Teams<span>2</span></a></nav><h1>People</h1>
<p><label>First name <input></label> <label>Last name <input></label> <span>Enter a last name</span> <label>Code <input></label></p>
<p><label>Role <select><option>Viewer</option><option>Editor</option></select></label></p>
<table><thead><tr><th>Name</th><th>Status</th><th>Actions</th></tr></thead><tbody>
<tr><td>Ada</td><td>Active</td><td><button>Delete</button><button>Edit</button></td></tr>
<tr><td>Bo</td><td>Invited</td><td><button>Delete</button></td></tr></tbody></table>
<button onclick="this.nextElementSibling.textContent = 'Saved'; this.remove()">Save all</button> <p></p>
<p><span>Status</span> Invited</p>
<dialog><h2>Delete?</h2><button>Delete</button></dialog>
<script>for (const each of document.querySelectorAll('td button:first-child')) each.onclick = () => document.querySelector('dialog').showModal();</script>`;

it.each([
  ['First name: Mia\nLast name: Lang', 'ENTER_TEXT Last name "Lang"'],
  ['I am on the people page', 'VISIBLE People ""'],
  ['Click "Teams"', 'CLICK Teams2 ""'],
  ['The Role dropdown offers Viewer and Editor', 'TO_CONTAIN_TEXT Role "Editor"'],
  ['Every row has a Delete button', 'VISIBLE row  1 Delete ""'],
  ['The table contains a row with Bo and Invited', 'VISIBLE row Bo Invited ""'],
  ['The table shows only Ada and Bo', 'VISIBLE row  Bo ""'],
  ['Click Edit next to Ada\nIts status is Active', 'VISIBLE row Ada Active ""'],
  ['Click Edit next to Ada\nClick its Delete button', 'CLICK row Ada Delete ""'],
  ['Click Delete next to Bo\nClick Delete', 'CLICK dialog Delete ""'],
  ['The last name field shows the error "Enter a last name"', 'VISIBLE Enter a last name ""'],
  ['"Saved" should be visible after clicking Save all', 'VISIBLE Saved ""'],
  ['Click Save all\n"Saved" should be visible after clicking "Save all"', 'VISIBLE Saved ""'],
  ['Clicking Save all shows "Saved"', 'VISIBLE Saved ""'],
  ['TC-02 Saving\n1. Click Save all\n2. Shows "Saved"', 'VISIBLE Saved ""'],
  ['Verify that only Ada and Bo are shown in the table', 'VISIBLE row  Bo ""'],
  ['A row with Bo and Invited is displayed', 'VISIBLE row Bo Invited ""'],
  ['Bo is shown in the table\n"Cleo" no longer appears in the table', 'NOT_VISIBLE table Cleo ""'],
  ['Leave all fields empty and click "Save all"', 'CLICK Save all ""'],
  ['Click Save all without a first name', 'CLICK Save all ""'],
  ['When the role is changed to Editor', 'SELECT_OPTION Role {"label":"Editor"}'],
  ['Click Save all without filling in any field', 'CLICK Save all ""'],
])('compiles %j', async (text, wanted) => {
  expect(await lastOf(text, people)).toBe(wanted);
});

it.each([
  // There is no such field: the only, first or last of others is another one.
  ['Enter Lang as second name', people],
  ['Last name: Lang', '<label>First name <input></label>'],
  ['Last name: Lang', '<label>Name <input></label>'],
  // A link to a page is not the page.
  ['I am on the teams page', people],
  ['The Role dropdown offers Viewer and Owner', people],
  ['The Role dropdown offers only Viewer', people],
  // Only one of the two has it.
  ['Every row has an Edit button', people],
  // Both texts are there, in other rows.
  ['The table contains a row with Ada and Invited', people],
  ['The table shows only Ada', people],
  // The status of the page is another one.
  ['Click Edit next to Ada\nIts status is Invited', people],
  ['Click Delete next to Bo\nClick its Edit button', people],
  // Nothing says which of the rows is meant.
  ['Click Delete', people],
  // The text is beside another field.
  ['The code field shows the error "Enter a last name"', people],
  ['Code: 7\nClick Save all without filling in any field', people],
  ['Verify that only Ada is shown in the table', people],
  ['Every row shows Active', people],
  ['First name: Ada\nClick Save all without a first name', people],
  ['First name: Ada\nLeave all fields empty', people],
  ['Click Save all with a first name', people],
  ['The table has no badges', people],
  ['Click Save all\nWhen everything is saved', people],
  // This says more than a title does.
  ['I am an editor\n1. Click Save all', people],
  // What the verb of the clause before says is no part of this one's name.
  ['Click Add to cart\nGo to the cart', '<h1>Tea</h1><button>Add to cart</button>'],
])('refuses the last clause of %j', async (text, html) => {
  expect(await lastOf(text, html)).toMatch(/^refused: /);
});

const invoices = `<title>Invoices</title><h1>Invoices</h1><label>From <input type="date"></label><label>To <input type="date"></label>
  <div role="tablist"><button role="tab" aria-selected="true">All</button><button role="tab" aria-selected="false">Open</button></div>
  <a href="#inbox">Inbox 3</a><a href="#trash">Trash</a><label>Volume <input type="range" value="30"></label><button>Save changes</button>
  <section aria-label="Late"><h2>Late</h2><p>Hooli</p></section><section aria-label="Early"><h2>Early</h2><p>Initech</p></section>
  <table><tr><th>Number<th>Customer<th>Tax<th>Total<th>Status</tr>
  <tr><th scope="row">A-1<td>Acme<td>€20<td>€120<td>Paid <button aria-label="Remind">!</button></tr>
  <tr><th scope="row">B-2<td>Globex<td>€10<td>€60<td>Overdue</tr>
  <tfoot><tr><td colspan="2">Sum<td>€30<td>€180<td></tr></tfoot></table>`;

describe('a clause in other words', () => {
  const row = (...selectors: string[]) => ['ROLE row', ...selectors].join(' > ');
  it.each([
    ['Enter 2024-01-01 in the To field', 'ROLE textbox To: ENTER_TEXT'],
    ['The Open tab is not active', 'ROLE tab Open: TO_HAVE_ATTRIBUTE'],
    ['Open the Trash folder', 'ROLE link Trash: CLICK'],
    ['The volume is 30', 'ROLE slider Volume: TO_HAVE_VALUE'],
    ['Save', 'ROLE button Save changes: CLICK'],
    ['Invoice B-2 is overdue', `${row('FILTER B-2', 'ROLE cell', 'NTH 3')}: TO_CONTAIN_TEXT`],
    ['The customer of A-1 is Acme', `${row('FILTER A-1', 'ROLE cell', 'NTH 0')}: TO_CONTAIN_TEXT`],
    ['The last invoice is from Globex', `${row('NTH 2')}: TO_CONTAIN_TEXT`],
    ['"B-2" has the customer "Globex"', `${row('FILTER B-2', 'ROLE cell', 'NTH 0')}: TO_CONTAIN_TEXT`],
    ['There are 2 invoices', `${row('FILTER Number', 'FILTER Sum')}: TO_HAVE_COUNT`],
    ['Click the button for Acme', 'ROLE button Remind: CLICK'],
    ['Late contains Hooli', 'ROLE region Late > TEXT Hooli: VISIBLE'],
  ])('is compiled: %s', async (clause, expected) => {
    const { elements, problem } = await runText(invoices, clause);
    const steps = elements.map(({ selectors, interaction, assertion }) => {
      const found = selectors.map(({ selectorType, selector, options }) =>
        [selectorType, selector, options?.name ?? options?.hasText ?? options?.hasNotText]
          .filter(Boolean)
          .join(' '),
      );
      return `${found.join(' > ')}: ${interaction?.action ?? assertion?.expectation}`;
    });
    expect({ steps, problem }).toEqual({ steps: [expected], problem: undefined });
  });

  it.each([
    'The inbox has 3 mails',
    'The tax is €180',
    'The sum of the tax is €180',
    'Invoice A-1 is overdue',
    'Every invoice is paid',
    'The last invoice is from Acme',
    'Early contains Hooli',
    'Click the button for Globex',
    'Delete the Trash folder',
    'Save the draft',
  ])('is refused if it is not true, or means something else: %s', async (clause) => {
    const { problem } = await runText(invoices, clause);
    expect(problem).toEqual(expect.any(String));
  });
});

const library = `<title>Library</title><h1>Library</h1><nav><a href="#">My loans <b>1</b></a> <a href="#">Page 1</a> <a href="#">Page 2</a></nav>
  <p role="status">2 books</p>
  <ul><li><h3>Cold Harbour</h3><p>by Ned Ash</p><p>On loan</p><button>Reserve</button></li>
  <li><h3>Small Rivers</h3><p>by Ida Lund</p><p>Available</p></li></ul>
  <table><thead><tr><th>Title<th>Due<th></thead><tbody><tr><td>Maps<td>3 May 2025<td><button>Return</button></tbody></table>
  <dialog><h2>Reserve book</h2><button>Confirm reservation</button><button>Close</button><button>Close all</button></dialog>
  <script>
    for (const button of document.querySelectorAll('dialog button')) button.onclick = () => document.querySelector('dialog').close();
    document.querySelector('li button').onclick = () => document.querySelector('dialog').showModal();
    document.querySelector('td button').onclick = (event) => event.target.closest('tr').remove();
  </script>`;

describe('states, badges and dialogs', () => {
  it.each([
    ['Go to My loans', 'CLICK My loans 1 ""'],
    ['Click Reserve\nConfirm', 'CLICK Confirm reservation ""'],
    ['Click Reserve\nConfirm it', 'CLICK Confirm reservation ""'],
    ['Click Reserve\nClose', 'CLICK Close ""'],
    [
      'The status of Cold Harbour changes to "On loan"',
      'TO_CONTAIN_TEXT listitem Cold Harbour paragraph 1 "On loan"',
    ],
    ['Cold Harbour is now marked as On loan', 'TO_CONTAIN_TEXT listitem Cold Harbour paragraph 1 "On loan"'],
    ['Small Rivers is back in the list', 'VISIBLE Small Rivers ""'],
    ['Two books are listed', 'TO_CONTAIN_TEXT status "OCTOREGEX(?<![\\\\d.,])2 booksOCTOREGEX"'],
    [
      'My loans shows a badge with 1',
      'TO_CONTAIN_TEXT My loans 1 "OCTOREGEX(?<![\\\\d.,])1(?![.,]?\\\\d)OCTOREGEX"',
    ],
    [
      'Maps is due on 3 May 2025',
      'TO_CONTAIN_TEXT row Maps cell 1 "OCTOREGEX(?<![\\\\d.,])3 May 2025(?![.,]?\\\\d)OCTOREGEX"',
    ],
    [
      'Click Reserve\nClick Close\nThe dialog disappears and Cold Harbour is still on loan',
      'TO_CONTAIN_TEXT listitem Cold Harbour paragraph 1 "On loan"',
    ],
    ['Click Return\nThe table is empty', 'TO_HAVE_COUNT table cell 0'],
  ])('are compiled: %j', async (text, wanted) => {
    expect(await lastOf(text, library)).toBe(wanted);
  });

  it.each([
    'Go to page',
    'Click Reserve\nSubmit',
    'The status of Cold Harbour is Available',
    'The status of Ida is On loan',
    'Cold Harbour is back in the table',
    'Three books are listed',
    'My loans shows a badge with 2',
    'Maps is due on 3 June 2025',
    'The table is empty',
    'The dialog disappears and Small Rivers is still on loan',
  ])('are refused if they are others: %j', async (text) => {
    expect(await lastOf(text, library)).toMatch(/^refused: /);
  });
});

const events = `<title>Events</title><section aria-label="Cookie notice"><button>Accept all</button><button>Reject</button></section>
  <h1>Upcoming events</h1><button>Show more</button><label>Sort by <select><option>Date</option><option>Price</option></select></label>
  <article><h2>Hamlet</h2><p>2 July</p><p>Sold out</p><button>Get tickets</button></article>
  <article><h2>Jazz</h2><p>20 June</p><button>Get tickets</button></article>
  <label>Tickets <input type="number" value="1"></label><button aria-label="Fewer tickets">−</button><button aria-label="More tickets">+</button>
  <script>for (const each of document.querySelectorAll('section button')) each.onclick = () => each.parentElement.remove()</script>`;

describe('the words after the name of a button', () => {
  it.each([
    ['Get tickets for Hamlet', 'CLICK article Hamlet Get tickets ""'],
    ['Accept all cookies', 'CLICK Accept all ""'],
    ['Accept all cookies\nThe cookie notice is gone', 'NOT_VISIBLE Cookie notice ""'],
    ['Reject the cookies', 'CLICK Reject ""'],
    ['Show more events', 'CLICK Show more ""'],
    ['Press the plus button', 'CLICK More tickets ""'],
    ['Press the minus button', 'CLICK Fewer tickets ""'],
    ['Increase the number of tickets to 3', 'ENTER_TEXT Tickets "3"'],
    ['Hamlet is marked "Sold out"', 'TO_CONTAIN_TEXT article Hamlet paragraph 1 "Sold out"'],
    [
      'Jazz takes place on 20 June',
      'TO_CONTAIN_TEXT article Jazz paragraph "OCTOREGEX(?<![\\\\d.,])20 JuneOCTOREGEX"',
    ],
    ['Jazz is shown too', 'VISIBLE Jazz ""'],
  ])('say where it is: %j', async (text, wanted) => {
    expect(await lastOf(text, events)).toBe(wanted);
  });

  it.each([
    'Get tickets',
    'Get tickets for Othello',
    'Accept all terms',
    'Show more is visible for Hamlet',
    'Reject Hamlet',
    'Jazz is marked "Sold out"',
    'Jazz takes place on 2 July',
    'The cookie notice is gone',
  ])('are not ignored: %j', async (text) => {
    expect(await lastOf(text, events)).toMatch(/^refused: /);
  });
});

const expenses = `<title>Expenses</title><h1>You are signed in</h1><p role="status">Luna was submitted for approval</p>
  <p>Nothing left to approve. Well done!</p>
  <table><thead><tr><th>Merchant</th><th>Due</th><th>Bags</th><th>Actions</th></tr></thead><tbody>
  <tr><td>Luna</td><td>3 May</td><td>2</td><td><button>Submit</button></td></tr>
  <tr><td>Adler</td><td>9 May</td><td>1</td><td><button disabled>Submit</button></td></tr></tbody></table>
  <label><input type="checkbox"> Billable to a client</label><p>2 tickets</p><button>Buy now</button>
  <p>12 items</p><button>Previous</button>
  <label>Note <input value="Paid late"></label><label>Comment <input></label>
  <dl><dt>Discount</dt><dd>€5</dd><dt>Total</dt><dd>€45</dd></dl>`;

describe('possibility, reported text and possession', () => {
  it.each([
    [
      'A message confirms that Luna was submitted for approval',
      'TO_CONTAIN_TEXT status "Luna was submitted for approval"',
    ],
    ['The page says that there is nothing left to approve', 'VISIBLE Nothing left to approve. Well done! ""'],
    ['The heading reads You are signed in', 'VISIBLE You are signed in ""'],
    [
      'I\'m told "Luna was submitted for approval"',
      'TO_CONTAIN_TEXT status "Luna was submitted for approval"',
    ],
    ['Mark the expense as billable', 'CLICK Billable to a client ""'],
    ['Luna can be submitted', 'ENABLED row Luna Submit ""'],
    ['Adler cannot be submitted', 'DISABLED row Adler Submit ""'],
    ['Adler is listed\nIt can no longer be submitted', 'DISABLED row Adler Submit ""'],
    ['Buy the tickets', 'CLICK Buy now ""'],
    [
      'The due date of Adler is 9 May',
      'TO_CONTAIN_TEXT row Adler cell 1 "OCTOREGEX(?<![\\\\d.,])9 MayOCTOREGEX"',
    ],
    [
      'The discount is €5 and the total €45',
      'TO_CONTAIN_TEXT xpath=//dt[normalize-space()="Total"]/following-sibling::*[1] "OCTOREGEX€45(?![.,]?\\\\d)OCTOREGEX"',
    ],
    ['There are twelve items', 'VISIBLE 12 items ""'],
    ['Go back to the previous page', 'CLICK Previous ""'],
    ['Delete the note', 'ENTER_TEXT Note ""'],
    ['Luna comes first', 'TO_CONTAIN_TEXT row 1 "Luna"'],
    ['Luna has 2 bags', 'TO_CONTAIN_TEXT row Luna cell 2 "OCTOREGEX(?<![\\\\d.,])2(?![.,]?\\\\d)OCTOREGEX"'],
  ])('is compiled: %j', async (text, wanted) => {
    expect(await lastOf(text, expenses)).toBe(wanted);
  });

  it.each([
    'A message confirms that Adler was submitted for approval',
    'The page says that there is nothing left to pay',
    'The heading reads You are signed out',
    'Mark the expense as private',
    'Luna cannot be submitted',
    'Luna can be paid',
    'Sell the tickets',
    'Buy the flowers',
    'The due date of Adler is 3 May',
    'The discount is €5 and the total €46',
    'Adler comes first',
    'Luna has 3 bags',
    'There are thirteen items',
    'Delete the comment',
    'If the list is empty, click Buy now',
  ])('is refused where the page differs: %j', async (text) => {
    expect(await lastOf(text, expenses)).toMatch(/^refused: /);
  });
});

const accounts = `<title>Accounts</title><h1>Accounts</h1><label>City <input value="Leipzig"></label>
  <label>Note <input value="From Leipzig to Berlin"></label><label>Phone <input placeholder="+49 …"></label>
  <label>E-mail <input value="ada@a.test"></label>
  <label>Seats <input type="number" value="3"></label><label>Plan <select><option>Free</option><option>Pro</option></select></label>
  <label><input type="checkbox" checked> Dark mode</label><label><input type="checkbox"> News</label><label><input type="checkbox" disabled> Beta</label>
  <button aria-pressed="false">Bold</button><button aria-pressed="true">Italic</button><button>Save</button>
  <table><thead><tr><th>Pick<th>Name<th aria-sort="ascending"><button>Age</button><th>State</thead><tbody>
  <tr><td><input type="checkbox" checked aria-label="Select Igor Petrov"><td><a href="#igor">Igor Petrov</a><td>41<td>Invited
  <tr><td><input type="checkbox" aria-label="Select Ada King"><td><a href="#ada">Ada King</a><td>36<td>Enabled</tbody></table>
  <script>for (const each of document.querySelectorAll('[aria-pressed]')) each.onclick = () => each.ariaPressed = String(each.ariaPressed !== 'true')</script>`;

describe('what is replaced, pressed and enabled', () => {
  it.each([
    ['Replace Leipzig by Dresden in the city field', 'ENTER_TEXT City "Dresden"'],
    ['Replace Leipzig by Dresden', 'ENTER_TEXT City "Dresden"'],
    ['In the note field, replace "Leipzig" with "Bonn"', 'ENTER_TEXT Note "From Bonn to Berlin"'],
    ['Change the city from Leipzig to Dresden', 'ENTER_TEXT City "Dresden"'],
    ['Change the plan from Free to Pro', 'SELECT_OPTION Plan {"label":"Pro"}'],
    ['Increase the seats by two', 'ENTER_TEXT Seats "5"'],
    ['Phone number: +49 30 1234', 'ENTER_TEXT Phone "+49 30 1234"'],
    ['Change the email address to b@a.test', 'ENTER_TEXT E-mail "b@a.test"'],
    ['Enter the old number "12" into Phone', 'ENTER_TEXT Phone "12"'],
    ['The phone field has the placeholder "+49 …"', 'TO_HAVE_ATTRIBUTE Phone ["placeholder","+49 …"]'],
    ['Press Bold\nBold is pressed', 'TO_HAVE_ATTRIBUTE Bold ["aria-pressed","true"]'],
    ['When Italic is pressed', 'CLICK Italic ""'],
    ['Turn on Italic', 'TO_HAVE_ATTRIBUTE Italic ["aria-pressed","true"]'],
    ['Turn off Italic', 'CLICK Italic ""'],
    ['Dark mode is enabled', 'TO_BE_CHECKED Dark mode ""'],
    ['News is disabled', 'NOT_TO_BE_CHECKED News ""'],
    ['The News checkbox is enabled', 'ENABLED News ""'],
    ['Beta is disabled', 'DISABLED Beta ""'],
    ['Ada King is enabled', 'TO_CONTAIN_TEXT row Ada King cell 3 "Enabled"'],
    ['Igor Petrov is not enabled', 'NOT_TO_CONTAIN_TEXT row Igor Petrov cell 3 "Enabled"'],
    ['Igor Petrov is selected', 'TO_BE_CHECKED Select Igor Petrov ""'],
    ['The accounts are sorted by age', `TO_HAVE_ATTRIBUTE Age ["aria-sort",${exact('(?:a|de)scending')}]`],
    ['Show only pro accounts', 'SELECT_OPTION Plan {"label":"Pro"}'],
  ])('is compiled: %j', async (text, wanted) => {
    expect(await lastOf(text, accounts)).toBe(wanted);
  });

  it.each([
    'Replace Berlin by Rome in the city field',
    'Change the city from Bonn to Dresden',
    'Change the plan from Pro to Free',
    'Increase the phone by 2',
    'Increase the city by two',
    'Bold is pressed',
    'Save is pressed',
    'News is enabled',
    // Neither the link nor the box in his row says that.
    'Igor Petrov is active',
    'Igor Petrov is enabled',
    'Ada King is not enabled',
    'The accounts are sorted by name',
    'Show only old accounts',
  ])('is refused: %j', async (text) => {
    expect(await lastOf(text, accounts)).toMatch(/^refused: /);
  });
});

const jobs = `<title>Campus jobs</title><h1>Jobs</h1><button aria-label="Notifications">🔔</button>
  <label for="sort">Sort by</label><select id="sort"><option value="new">Newest first</option><option value="pay">Highest pay</option></select>
  <p class="count">3 jobs</p>
  <article><h3>Barista</h3><p>$15.00 per hour</p><ul><li>Morning</li></ul><button>Apply</button></article>
  <article><h3>Web developer</h3><p>$28.00 per hour</p><ul><li>Remote</li></ul><button>Apply</button></article>
  <article><h3>Tutor</h3><p>$24.00 per hour</p><ul><li>Remote</li><li>Evening</li></ul><button>Apply</button></article>
  <dl><dt>Department</dt><dd>Chemistry</dd><dt>Hours</dt><dd>12</dd></dl>
  <label><input type="checkbox"> I am of age</label><label>Why do you want this job? <textarea></textarea></label><p>No applications yet.</p>
  <table><tr><th>Week</th><th>Shift</th></tr><tr><td>One</td><td>Early</td></tr></table>
  <button id="open">New shift</button><dialog aria-label="New shift"><label>Sort by <select><option>Day</option><option>Week</option></select></label></dialog>
  <script>document.querySelector('#open').onclick = () => document.querySelector('dialog').showModal()</script>`;

const definitionOf = (term: string) => `xpath=//dt[normalize-space()="${term}"]/following-sibling::*[1]`;

const rooms = `<title>Hotel</title><nav><ul><li><a href="#">Rooms</a><li><a href="#">Book</a></ul></nav><h1>Our rooms</h1>
  <div role="group" aria-label="Single room"><h2>Single room</h2></div><div role="group" aria-label="Suite"><h2>Suite</h2></div>
  <details><summary>Is parking available?</summary><p>There are 20 spaces.</p></details>`;

describe('cards with lists of their own, labels and options', () => {
  it.each([
    ['Three jobs remain', 'VISIBLE 3 jobs ""'],
    ['The first job is Barista and the last one is Tutor', 'TO_CONTAIN_TEXT article 2 "Tutor"'],
    ['Barista should come first and Tutor last', 'TO_CONTAIN_TEXT article 2 "Tutor"'],
    ['Early is the only shift', 'VISIBLE row  Early ""'],
    ['The only shift is Early', 'VISIBLE row  Early ""'],
    ['The sort order is "Newest first"', 'TO_HAVE_VALUE Sort by "new"'],
    ['Choose Highest pay\nThe sort order is Highest pay', 'TO_HAVE_VALUE Sort by "pay"'],
    ['The Barista job pays $15.00 per hour', 'TO_CONTAIN_TEXT article Barista paragraph "$15.00 per hour"'],
    ['The page shows the department Chemistry', `TO_CONTAIN_TEXT ${definitionOf('Department')} "Chemistry"`],
    [
      'The page shows the department Chemistry and the hours 12',
      `TO_CONTAIN_TEXT ${definitionOf('Hours')} ${exact('(?<![\\d.,])12(?![.,]?\\d)')}`,
    ],
    ['Answer "Why do you want this job?" with "Numbers"', 'ENTER_TEXT Why do you want this job? "Numbers"'],
    ['An empty state with "No applications yet." is shown', 'VISIBLE No applications yet. ""'],
    ['On the home page, the heading Jobs is shown', 'VISIBLE Jobs ""'],
    ['The home page says "3 jobs"', `TO_CONTAIN_TEXT .count ${exact('(?<![\\d.,])3 jobs')}`],
    ['Click the notifications bell', 'CLICK Notifications ""'],
    ['The table contains "Early" but not "Late"', 'NOT_TO_CONTAIN_TEXT table "Late"'],
    ['Barista is shown but not "Cook"', 'NOT_VISIBLE Cook ""'],
    ['Click New shift\nSelect Week in Sort by', 'SELECT_OPTION New shift Sort by {"label":"Week"}'],
  ])('is compiled: %j', async (text, wanted) => {
    expect(await lastOf(text, jobs)).toBe(wanted);
  });

  it.each([
    'Two jobs remain',
    'Confirm that I am of age',
    'The first job is Barista and the last one is Web developer',
    'Barista should come first and Web developer last',
    'Late is the only shift',
    'The sort order is Highest pay',
    'The Barista job pays $28.00 per hour',
    'The page shows the department Physics',
    'The page shows the department Chemistry and the hours 15',
    'The table contains Early but not Late',
    'An empty state with "No jobs" is shown',
    'Go to /other\nOn the home page, the heading Jobs is shown',
  ])('is refused: %j', async (text) => {
    expect(await lastOf(text, jobs)).toMatch(/^refused: /);
  });

  it('counts cards, and not the items of the lists in them', async () => {
    const card = (name: string) =>
      `<article><h3>${name}</h3><ul><li>Remote</li><li>Evening</li></ul></article>`;
    const cards = `<title>Jobs</title><h1>Jobs</h1>${card('Tutor')}${card('Coder')}`;
    expect(await lastOf('Only Tutor and Coder are shown', cards)).toBe('VISIBLE article Coder ""');
  });

  it.each([
    // The links of the navigation are no rooms.
    'There are two rooms on the rooms page',
    // A link to the page is no page.
    'The book page is shown',
    'The Book page opens',
    // What has been clicked was shown before.
    'Click "Is parking available?"\nIt is now visible',
  ])('is refused on a page without rows: %j', async (text) => {
    expect(await lastOf(text, rooms)).toMatch(/^refused: /);
  });

  const shelf = `<title>Shelf</title><h1>Shelf</h1><p>Showing 4 books</p><button onclick="box.showModal()">Sell</button>
    <dialog id="box"><h2>Sell a book</h2><button onclick="box.close()">Back</button></dialog>`;

  it.each([
    ['Exactly 4 books are listed', `TO_CONTAIN_TEXT Showing 4 books ${exact('(?<![\\d.,])4 books')}`],
    ['All four books are shown', `TO_CONTAIN_TEXT Showing 4 books ${exact('(?<![\\d.,])4 books')}`],
    ['Click Sell\nClick Back\nThe dialog does not open', 'NOT_VISIBLE dialog ""'],
    ['Only 2 books are shown', expect.stringMatching(/^refused: /)],
    ['14 books are shown', expect.stringMatching(/^refused: /)],
    ['4 books are shown in the dialog', expect.stringMatching(/^refused: /)],
    ['Click Sell\nThe dialog does not open', expect.stringMatching(/^refused: /)],
  ])('reads a text that counts, and what does not open: %j', async (text, wanted) => {
    expect(await lastOf(text, shelf)).toEqual(wanted);
  });

  const media = `<title>Media</title><h1>Media</h1><div role="combobox" tabindex="0" aria-label="File type">All types</div>
    <div role="listbox" hidden><div role="option">All types</div><div role="option">Images</div><div role="option">Documents</div></div>
    <script>
      const [list, options] = document.querySelectorAll('[role=combobox], [role=listbox]');
      list.onclick = () => { options.hidden = !options.hidden; };
      options.onclick = ({ target }) => { list.textContent = target.textContent; options.hidden = true; };
    </script>`;

  it.each([
    ['Choose Documents in File type', 'CLICK Documents ""'],
    ['Select "Images" from the file type list', 'CLICK Images ""'],
    ['Click File type\nSet the file type to Images', 'CLICK Images ""'],
    ['The file type is All types', 'TO_HAVE_TEXT File type "All types"'],
    ['Change the file type to Images\nThe file type is Images', 'TO_HAVE_TEXT File type "Images"'],
    ['The file type is Images', expect.stringMatching(/^refused: /)],
    ['Choose Documents as the view', expect.stringMatching(/^refused: /)],
  ])('uses a list that is no select element: %j', async (text, wanted) => {
    expect(await lastOf(text, media)).toEqual(wanted);
  });
});
