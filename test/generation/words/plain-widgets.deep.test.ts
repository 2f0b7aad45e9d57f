import { describe, expect } from 'vitest';
import { it, openWordRunner } from './word-runner.ts';

const { lastOf } = openWordRunner();

const exactly = (count: number) => JSON.stringify(`OCTOREGEX(?<![\\d.,])${count}(?![.,]?\\d)OCTOREGEX`);

/** Tabs, cards, buttons and lists that nothing marks as controls, beside what looks like them and does nothing. */
const widgets = `<div><span class="tab" onclick="show.textContent = 'Nothing archived'">Archive</span> <span>Drafts</span></div>
  <div onclick="show.textContent = 'Opened Fix login'"><span>Fix login</span></div>
  <span onclick="show.textContent = 'Form opened'">+ Add card</span>
  <p><span>Assignee</span><span>Jonas</span></p><p id="show"></p>
  <button aria-label="Inbox"><span>3</span></button><p>7</p>
  <div role="combobox" aria-label="File type" tabindex="0" onclick="this.nextElementSibling.hidden = false">All</div>
  <div role="listbox" hidden><div role="option" onclick="show.textContent = 'Filtered'">Images</div></div>
  <div role="meter" aria-label="Storage used" aria-valuenow="40" aria-valuemax="100" style="width:9px;height:9px"></div>`;

describe('controls that nothing marks', () => {
  it.each([
    ['Click the Archive tab', 'CLICK Archive ""'],
    ['Switch to Archive', 'CLICK Archive ""'],
    ['Open the card Fix login', 'CLICK Fix login ""'],
    ['Click + Add card', 'CLICK + Add card ""'],
    ['Add a card', 'CLICK + Add card ""'],
    ['Click Archive and then on "Fix login"', 'CLICK Fix login ""'],
    ['The assignee is Jonas', expect.stringMatching(/^TO_CONTAIN_TEXT xpath=.*"Assignee".* "Jonas"$/)],
    ['The inbox badge shows 3', `TO_CONTAIN_TEXT Inbox ${exactly(3)}`],
    ['Open the File type dropdown', 'CLICK File type ""'],
    ['Filter by Images', 'CLICK Images ""'],
    ['Filter by file type Images', 'CLICK Images ""'],
    ['The storage meter shows 40 %', 'TO_HAVE_ATTRIBUTE Storage used ["aria-valuemax","100"]'],
    ['It shows Archive and Fix login', 'VISIBLE Fix login ""'],
  ])('%s is compiled', async (text, wanted) => {
    expect(await lastOf(text, widgets)).toEqual(wanted);
  });

  it.each([
    'Click the Drafts tab',
    'Switch to Drafts',
    'The assignee is Mia',
    'The inbox badge shows 7',
    'The notification badge shows 7',
    'The storage meter shows 4 %',
    'It shows Archive and Fix logout',
  ])('%s is refused', async (text) => {
    expect(await lastOf(text, widgets)).toMatch(/^refused: /);
  });
});

const library = `<h1>Media library</h1><nav><a href="#a" aria-current="page">Library</a> <a href="#b">Shared</a></nav>
  <table><thead><tr><th>Time</th><th>Patient</th></tr></thead><tbody><tr><td>09:00</td><td>Ada</td>
    <td><button onclick="queue.innerHTML = '<li>Ada</li>'">Check in</button></td></tr>
    <tr><td>10:00</td><td>Bo</td><td></td></tr></tbody></table>
  <section aria-label="Waiting room"><h2>Waiting room</h2><ul id="queue"></ul></section>
  <p>2 appointments today</p><h3>Today's appointments</h3>
  <dialog open><label>Name <input></label><label>Code <input></label><label>Note <textarea></textarea></label>
    <label>Day <select><option>Monday</option><option>Friday</option></select></label>
    <label><input type="radio" name="way" checked>Post</label><label><input type="radio" name="way">Email</label></dialog>`;

describe('what a clause says exactly', () => {
  it.each([
    ['The heading is "Media library"', 'TO_HAVE_TEXT Media library "Media library"'],
    ['The Library link is marked as the current page', 'TO_HAVE_ATTRIBUTE Library ["aria-current","page"]'],
    ['All three fields are empty', 'TO_HAVE_VALUE Note ""'],
    ['Fill in the name with Ada, set the day to Friday', 'SELECT_OPTION Day {"label":"Friday"}'],
    ['Post is selected and Email is not', 'NOT_TO_BE_CHECKED Email ""'],
    [
      'Check in Ada and verify that she appears in the waiting room',
      /^(?:VISIBLE|TO_CONTAIN_TEXT) .*Waiting room.*Ada/,
    ],
  ])('%s is compiled', async (text, wanted) => {
    expect(await lastOf(text, library)).toMatch(wanted);
  });

  it.each([
    'The heading is "Media"',
    'The heading says Appointments today',
    'Sort by time',
    'The Shared link is marked as the current page',
    'All four fields are empty',
    'Type Ada into the name field. All three fields are empty',
    'Email is selected and Post is not',
    'Check in Ada. Bo appears in the waiting room',
    'She appears in the waiting room',
  ])('%s is refused', async (text) => {
    expect(await lastOf(text, library)).toMatch(/^refused: /);
  });
});
