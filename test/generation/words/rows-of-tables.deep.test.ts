import { describe, expect } from 'vitest';
import { it, openWordRunner } from './word-runner.ts';

const { lastOf } = openWordRunner();

const row = (name: string, state: string, actions: string) =>
  `<tr><td>${name}</td><td>${state}</td><td>${actions}</td></tr>`;
const bookings = `<h1>Bookings</h1><dl><dt>Open balance</dt><dd>€90.00</dd></dl>
  <table><thead><tr><th>Guest</th><th>State</th><th></th></tr></thead><tbody>
  ${row('Ada King', 'Pending', '<button>Confirm</button>')}${row('Bo Lind', 'Confirmed', '')}
  ${row('Cleo Park', 'Pending', '<button>Confirm</button>')}</tbody></table>
  <div role="tablist"><button role="tab" aria-selected="true">Open</button><button role="tab">Past</button></div>`;

describe('rows of a table', () => {
  it.each([
    ['Ada King has a Confirm button', 'VISIBLE row Ada King Confirm ""'],
    ['Bo Lind does not have a Confirm button', 'NOT_VISIBLE row Bo Lind Confirm ""'],
    ['There are two Confirm buttons', 'TO_HAVE_COUNT Confirm 2'],
    ['Two bookings are Pending', /^TO_HAVE_COUNT row .*Pending 2$/],
    ['**Step 1:** Click the **Open** tab', 'CLICK Open ""'],
    ['Click Open\n**Expected:** The tab is selected', /^TO_HAVE_ATTRIBUTE Open \["aria-selected","true"\]$/],
    ['Use a tab\n1. Click Open\n2. Click Past', 'CLICK Past ""'],
  ])('%s is compiled', async (text, wanted) => {
    expect(await lastOf(text, bookings)).toMatch(wanted);
  });

  it.each([
    'Bo Lind has a Confirm button',
    'Ada King does not have a Confirm button',
    'Ada King does not have a Delete button',
    'Dan does not have a Confirm button',
    'There are three Confirm buttons',
    'Three bookings are Pending',
    // Its row has no total, and the amount is called otherwise.
    'The total is €90.00',
    // There are two buttons, and nothing is to be checked.
    'Confirm the booking of Bo Lind',
  ])('%s is refused', async (text) => {
    expect(await lastOf(text, bookings)).toMatch(/^refused: /);
  });

  it('does not take the text of a button for a number of entries', async () => {
    const html = '<button aria-label="Alerts"><i>3</i></button>';
    expect(await lastOf('There are 3 entries', html)).toMatch(/^refused: /);
  });
});
