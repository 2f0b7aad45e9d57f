import { describe, expect } from 'vitest';
import { it, openWordRunner } from './word-runner.ts';

const { lastOf } = openWordRunner();

const exact = (value: string) => JSON.stringify(`OCTOREGEX${value}OCTOREGEX`);

const stock = `<title>Stockroom</title><h1>Items</h1><nav aria-label="Main"><a href="#orders">Orders <b>2</b></a></nav>
  <label>Find <input type="search"></label><button aria-label="Fewer rows">−</button><button aria-label="More rows">+</button>
  <table><thead><tr><th>Name<th>Amount<th>State</thead><tbody><tr><td>Rope<td>7<td>Booked<tr><td>Tape<td>12<td>Available</tbody></table>
  <form onsubmit="return false"><h2>New item</h2><label>Item name <input></label><label>Quantity <input type="number" value="1"> pieces</label>
    <label>Location <select><option>Berlin</option><option>Graz</option></select></label>
    <label><input type="checkbox"> Billable to a client</label><button>Add item</button></form>
  <ol><li>Cart</li><li aria-current="step">Address</li></ol>
  <button onclick="this.disabled = true; document.querySelector('[role=status]').textContent = 'Item order sent'">Send order</button>
  <button>Preview</button><p role="status"></p>`;

describe('free prose', () => {
  it.each([
    ['Tick billable', 'CLICK Billable to a client ""'],
    ['Mark the item as billable', 'CLICK Billable to a client ""'],
    ['The badge is 2', `TO_CONTAIN_TEXT Orders 2 ${exact('(?<![\\d.,])2(?![.,]?\\d)')}`],
    ['Click Send order\nThe button is disabled again', 'DISABLED Send order ""'],
    [
      'Click Send order\nA message says that the item order was sent',
      'TO_CONTAIN_TEXT status "Item order sent"',
    ],
    ['Two items are shown: Rope and Tape', 'VISIBLE row  Tape ""'],
    ['Rope is the first row', 'TO_CONTAIN_TEXT row 1 "Rope"'],
    [
      'Rope is the first row with an amount of 7',
      `TO_CONTAIN_TEXT row 1 ${exact('(?<![\\d.,])7(?![.,]?\\d)')}`,
    ],
    ['Rope is taken', 'TO_CONTAIN_TEXT row Rope cell 2 "Booked"'],
    ['Tape is free', 'TO_CONTAIN_TEXT row Tape cell 2 "Available"'],
    ['Rope shows up in the table with the state Booked', 'VISIBLE row Rope Booked ""'],
    ['None of the rows is "Sold out"', 'TO_HAVE_COUNT row  Sold out 0'],
    ['Click Send order\nNo new row was added', 'TO_HAVE_COUNT row  2'],
    ['The current step is Address', 'TO_CONTAIN_TEXT [aria-current="step"] "Address"'],
    ['Neither Preview nor Send order is disabled', 'ENABLED Send order ""'],
    ['Add an item called Glue with a quantity of 7 in Graz', 'CLICK Add item ""'],
    ['Leave the item name empty and add the item', 'CLICK Add item ""'],
    ['Call it Glue', 'ENTER_TEXT Item name "Glue"'],
    ['Look for "rope" in the search box', 'KEY_PRESS Find "Enter"'],
    ['Type tea into Find\nOnce the search is cleared, Rope is back', 'VISIBLE Rope ""'],
    ['Increase the rows', 'CLICK More rows ""'],
    ['The quantity: 20 pieces', 'ENTER_TEXT Quantity pieces "20"'],
    ['Make sure that there is a preview', 'VISIBLE Preview ""'],
    ['The title of the page is Items', 'VISIBLE Items ""'],
  ])('is compiled: %j', async (text, wanted) => {
    expect(await lastOf(text, stock)).toBe(wanted);
  });

  it('looks in the row of an item that is called like an element', async () => {
    const html = `<h1>Stock</h1><table><thead><tr><th>Item<th>In stock</thead>
      <tbody><tr><td>Boxes<td>40<tr><td>Labels<td>12</tbody></table>`;
    const wanted = `TO_CONTAIN_TEXT row Boxes cell 1 ${exact('(?<![\\d.,])40(?![.,]?\\d)')}`;
    expect(await lastOf('Boxes has 40 in stock', html)).toBe(wanted);
    for (const text of ['Boxes has 12 in stock', 'Boxes has 2 in stock'])
      expect(await lastOf(text, html)).toMatch(/^refused: /);
  });
});

const mail = `<title>Mail</title><h1>Mail</h1><nav><a href="#i">Inbox 3</a> <a href="#s">Spam 7</a></nav>
  <label><input type="checkbox"> Read receipts</label><label><input type="checkbox"> Unsubscribe from newsletter</label>
  <label><input type="checkbox"> Share with friends</label><label><input type="checkbox"> Share with family</label>
  <label><input type="checkbox"> Starred in the list</label><button>Save as template</button><button>Confirm later</button>
  <button>Add mail</button><button>More options</button><button>Remind me</button><p role="status">Ada wrote to Bo</p>
  <form onsubmit="return false"><label>Subject <input></label><label>Date <input type="date"></label>
    <label><input type="radio" name="k"> Unread only</label><button>Send and archive</button><button>Send later</button></form>
  <label>Name <input value="Ada"></label><label>Find <input type="search"></label><button>Delete all mails</button>
  <ul><li><h3>Hello</h3><p>from Ada</p><p>Unread</p><button>Archive</button></li>
  <li><h3>Bye</h3><p>from Bo</p><p>Read</p><button>Archive</button></li></ul><dialog><button>Save</button><button>Confirm</button></dialog>`;

describe('what only looks like it is refused', () => {
  it.each([
    // A name that only shares a word, or says the opposite.
    'Mark them as read',
    'Mark Hello as read',
    'Mark Bye as starred',
    'Tick newsletter',
    'Tick read',
    // Two are called so.
    'Tick share',
    'The badge is 3',
    'Save',
    'Save it',
    'Confirm',
    'Send',
    'Send the mail',
    'Delete the mail',
    'Increase the options',
    'Remind Bo',
    'Make Bo a manager',
    // No field or option is for a part of it.
    'Add a mail called Zoe',
    'Add a mail called Zoe with the status Read',
    // It is not so.
    'None of the mails is Unread',
    'Bye is the first item',
    'Hello is the first item with Read',
    'Hello is taken',
    'One item is shown: Hello',
    'Two items are shown: Hello and Nope',
    'The list shows a single item, Hello',
    'Neither Hello nor Bye is shown',
    'Hello is nowhere to be seen',
    'A message says that Bo wrote to Ada',
    'The current step is Hello',
    // Nothing has shown that as a state, so nothing could tell that it is not there.
    'None of the mails is archived',
    'No new mail was added',
    'It has two entries',
    'Filter by unread mails',
    'Look for a message from Ada',
    // Only a state is that of the last one.
    'Click Add mail\nClick the button',
    'Type Zoe into Name\nType Bo into the field',
  ])('%j', async (text) => {
    expect(await lastOf(text, mail)).toMatch(/^refused: /);
  });

  it('takes a field by its name and not for the last one', async () => {
    const text = 'Type Zoe into Name\nSet the date to 2026-05-21';
    expect(await lastOf(text, mail)).toBe('ENTER_TEXT Date "2026-05-21"');
  });
});

const shop = `<title>Shop</title><h1>Products</h1><a href="#c">Cart (2)</a><button disabled>Seat 4A</button><button>Seat 4B</button><button>Shipping</button><span>3</span>
  <div role="group" aria-label="Filters"><label>Size <select><option>S</option><option>M</option></select></label></div>
  <label>Size <select><option>S</option><option>M</option></select></label>
  <table><thead><tr><th>Name<th>Price<th>Stock</thead><tbody><tr><td>Tea<td>€4<td>Available<tr><td>Tea pot<td>€40<td>Booked</tbody></table>
  <form onsubmit="return false"><label>Product name <input></label><label>Price <input></label><button>Add product</button></form>
  <form aria-label="Tag" onsubmit="return false"><label>Tag title <input></label><button>Add tag</button></form><p role="status">Mug was not added</p>`;

describe('near names and two candidates', () => {
  it.each([
    ['Tea pot is the second row', 'TO_CONTAIN_TEXT row 2 "Tea pot"'],
    ['Seat 4A is taken', 'DISABLED Seat 4A ""'],
    ['Seat 4B is free', 'ENABLED Seat 4B ""'],
    ['Add a tag called New', 'CLICK Add tag ""'],
    ['A message says that the mug was not added', 'TO_CONTAIN_TEXT status "Mug was not added"'],
    ['Filter by size S', 'SELECT_OPTION Filters Size {"label":"S"}'],
  ])('are distinguished: %j', async (text, wanted) => {
    expect(await lastOf(text, shop)).toBe(wanted);
  });

  it.each([
    'Tea is the second row',
    'Tea is the last row',
    'Tea is the first row with a price of €40',
    'The badge is 2',
    'The counter is 3',
    'Tea is taken',
    'Shipping is free',
    'Seat 4A is free',
    'Seat 4B is taken',
    'Tea pot is unavailable',
    'Call it Vase',
    'Add a tag called New with a price of 4',
    'Add a product called Vase with a weight of 7',
    'A message says that Mug was added',
    'The browser title is Products',
    'The table shows a single row, Tea',
    'Neither Tea nor Vase is shown',
  ])('are refused: %j', async (text) => {
    expect(await lastOf(text, shop)).toMatch(/^refused: /);
  });
});

const desk = `<title>Desk</title><nav><a href="#f">Files</a><a href="#s">Shared</a></nav><h1>Desk</h1><button disabled>Before</button>
  <button>After</button><button>Next day</button><button disabled>16:30</button><label>Contact e-mail <input value="a@b.io"></label>
  <section aria-label="Profile"><button>Store</button></section><button>Discard changes</button>
  <label>Doors <input type="number" value="14"></label><label><input type="checkbox"> Reminder</label>
  <div>Guests <button aria-label="Remove one guest">−</button><span>2</span><button aria-label="Add one guest">+</button></div>
  <section><h2>Editors</h2><ul><li>Mara</li><li>Joel</li></ul></section><p>Page 1 of 3</p>
  <section><h2>Parcel PX-8</h2><dl><dt>Status</dt><dd>In transit</dd></dl></section>
  <table aria-label="Users"><tr><th>Name<th>Orders<th>State<th></tr>
  <tr><td>Ada Park<td>3<td>Active<td><button>Check in</button><button onclick="document.querySelector('dialog').showModal()">Cancel</button></tr>
  <tr><td>Ben Ito<td>2<td>Late<td><button disabled>Check in</button></tr></table>
  <dialog><h2>Cancel visit?</h2><button>Keep it</button><button>Cancel visit</button></dialog>`;

describe('what testers write of a desk', () => {
  it.each([
    ['The profile section has a Store button', 'VISIBLE Profile Store ""'],
    ['There are two editors', 'TO_HAVE_COUNT listitem 2'],
    ['Add one more guest', 'CLICK Add one guest ""'],
    ['Add two guests', 'CLICK Add one guest ""'],
    ['Ben Ito has two orders', `TO_CONTAIN_TEXT row Ben Ito cell 1 ${exact('(?<![\\d.,])2(?![.,]?\\d)')}`],
    ['The e-mail address is a@b.io', 'TO_HAVE_VALUE Contact e-mail "a@b.io"'],
    ['The doors are fourteen', 'TO_HAVE_VALUE Doors "14"'],
    ['Set the number of doors to two', 'ENTER_TEXT Doors "2"'],
    ['We are on page one of three', 'VISIBLE Page 1 of 3 ""'],
    ['Ben Ito cannot be checked in', 'DISABLED row Ben Ito Check in ""'],
    ['Move to the next day', 'CLICK Next day ""'],
    ['The 16:30 slot is not available', 'DISABLED 16:30 ""'],
    ['Before should be greyed out while After is enabled', 'ENABLED After ""'],
    ['After is enabled, but Before is disabled', 'DISABLED Before ""'],
    [
      'The parcel status is In transit',
      'TO_CONTAIN_TEXT xpath=//dt[normalize-space()="Status"]/following-sibling::*[1] "In transit"',
    ],
    ['Files and Shared are in the navigation', 'VISIBLE Shared ""'],
    ['Click After and check that Files and Shared are shown', 'VISIBLE Shared ""'],
    [
      'Click Cancel next to Ada Park\nThe "Cancel visit?" dialog should open',
      'TO_CONTAIN_TEXT dialog "Cancel visit?"',
    ],
    ['Click Cancel next to Ada Park and confirm the cancellation', 'CLICK Cancel visit ""'],
    ['Given the reminder is unticked, when I click After, then Files is shown', 'VISIBLE Files ""'],
  ])('is compiled: %j', async (text, wanted) => {
    expect(await lastOf(text, desk)).toBe(wanted);
  });

  it.each([
    ['Ben Ito is not late', 'The row of "Ben Ito" shows "Late"'],
    // The first row would be checked without the number.
    ['The first user is Ada Park at 3', 'Found'],
    ['The editors are Mara, Joel and Bo', 'has 2 rows or items'],
    ['The users are Ada Park and Cy', 'Found'],
    // Nothing is done with the first of two that are not both there.
    ['Files and Billing are in the navigation', 'Found'],
    ['There are three late users', 'Found'],
    ['The profile section has an After button', 'Found'],
    ['Add two users', 'Found'],
    ['Ada Park cannot be checked in', 'failed'],
    ['Click After, but Before is hidden', 'failed'],
  ])('is refused: %j', async (text, why) => {
    expect(await lastOf(text, desk)).toMatch(new RegExp(`^refused: .*${why}`));
  });
});
