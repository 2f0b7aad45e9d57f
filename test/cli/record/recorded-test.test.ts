import { describe, expect, it } from 'vitest';
import { recordedTest } from '../../../src/cli/record/recorded-test.ts';
import { describeStep } from '../../../src/contract/exchange/describe-step.ts';
import type { RecordedEvent } from '../../../src/runner/recording/recording.ts';

const url = 'http://localhost:3000/shop';
const uploadPath = (path: string) => (path.startsWith('/repo/') ? path.slice('/repo/'.length) : undefined);

const button = (name: string) => ({ kind: 'role', body: 'button', options: { name } });
const field = (name: string) => ({ kind: 'label', body: name });

/** Actions of one page each second, between other events. */
function events(...happened: (Record<string, unknown> | RecordedEvent)[]): RecordedEvent[] {
  return happened.map((each, index): RecordedEvent => {
    if (isEvent(each)) return { ...each, at: index * 1000 };
    const { page = 0, ...action } = each;
    return { kind: 'action', action, page: Number(page), at: index * 1000 };
  });
}

function isEvent(value: object): value is RecordedEvent {
  return 'kind' in value;
}

const click = (name: string, page = 0) => ({ name: 'click', locator: button(name), page });
const fill = (name: string, text: string, isSecret = false) => ({
  name: 'fill',
  locator: field(name),
  text,
  isSecret,
});

function record(...happened: Parameters<typeof events>) {
  const { elements, ...rest } = recordedTest(events(...happened), { url, uploadPath });
  return { ...rest, steps: elements.map(describeStep) };
}

describe('a recording', () => {
  it('has one step for a text that was typed, and none for the click into the field', () => {
    const clicked = { name: 'click', locator: field('Name') };
    const { steps } = record(clicked, fill('Name', 'A'), fill('Name', 'Ada'), fill('City', 'London'));
    expect(steps).toEqual(['enter "Ada" into the field "Name"', 'enter "London" into the field "City"']);
  });

  it('has no click on empty space, also in a frame', () => {
    const body = { kind: 'default', body: 'body', options: {} };
    const inFrame = { ...body, body: 'iframe', next: { kind: 'frame', body: '', options: {}, next: body } };
    const clicks = [body, inFrame].map((locator) => ({ name: 'click', locator }));
    const { steps, warnings } = record(click('Save'), ...clicks, { name: 'press', key: 'a', locator: body });
    expect(steps).toEqual(['click the button "Save"', 'press a in the element "body"']);
    expect(warnings[0]).toContain('A click on empty space was left out.');
  });

  it('has a variable for each password, wherever it is shown', () => {
    const { steps, variables } = record(
      fill('Password', 's3cr', true),
      fill('Password', 's3cret!', true),
      fill('Repeat', 's3cret!', true),
      fill('PIN', '1', true),
      { name: 'assertText', locator: button('x'), text: 'It is s3cret!' },
      fill('Amount', '1'),
      fill('Amount 2', '12'),
    );
    expect(steps).toEqual([
      'enter "$PASSWORD" into the field "Password"',
      'enter "$PASSWORD" into the field "Repeat"',
      'enter "$PASSWORD_2" into the field "PIN"',
      'expect the button "x" to contain "It is $PASSWORD"',
      'enter "$PASSWORD_2" into the field "Amount"',
      'enter "12" into the field "Amount 2"',
    ]);
    expect([...variables]).toEqual([
      ['PASSWORD', 's3cret!'],
      ['PASSWORD_2', '1'],
    ]);
  });

  it('has no password in the address of a form or in a selector', () => {
    const { steps } = record(
      fill('Password', 's3cret & more!', true),
      fill('Old password', 'password', true),
      { kind: 'navigated' as const, page: 0, at: 0, url: `${url}/a?pass=s3cret+%26+more%21` },
      { kind: 'navigated' as const, page: 0, at: 0, url: `${url}/b?pass=s3cret%20%26%20more!#x` },
      click('Send s3cret & more!'),
      click('Forgot password'),
    );
    expect(steps.slice(2)).toEqual([
      'go to /a?pass=$PASSWORD',
      'go to /b?pass=$PASSWORD#x',
      'click the button "Send $PASSWORD"',
      'click the button "Forgot password"',
    ]);
  });

  it('answers the dialogs of a step before it, in their order', () => {
    const dialog = { kind: 'dialog' as const, page: 0, at: 0 };
    const { steps } = record(
      click('Save'),
      click('Delete'),
      { ...dialog, message: 'Sure?\nReally?', accept: true },
      { ...dialog, message: '', accept: false },
      click('Close'),
    );
    expect(steps).toEqual([
      'click the button "Save"',
      'accept the next dialog with "Sure?" in its message',
      'dismiss the next dialog',
      'click the button "Delete"',
      'click the button "Close"',
    ]);
  });

  it('opens the app in a step of its own if a dialog opens meanwhile', () => {
    const dialog = { kind: 'dialog' as const, page: 0, at: 0, message: 'Cookies?', accept: true };
    expect(record(dialog, click('Buy')).steps).toEqual([
      'accept the next dialog with "Cookies?" in its message',
      'go to /',
      'click the button "Buy"',
    ]);
  });

  it('joins the clicks of a double click, unless a dialog was between them', () => {
    const doubleClick = { name: 'doubleClick' };
    const dialog = { kind: 'dialog' as const, page: 0, at: 0, message: 'Sure?', accept: true };
    expect(record(click('Open'), click('Open'), doubleClick).steps).toEqual([
      'double-click the button "Open"',
    ]);
    expect(record(click('Open'), click('Open'), dialog, doubleClick).steps).toEqual([
      'click the button "Open"',
      'accept the next dialog with "Sure?" in its message',
      'click the button "Open"',
    ]);
  });

  it('downloads instead of clicking', () => {
    const downloaded = { kind: 'downloaded' as const, page: 1, at: 0, fileName: 'a.csv' };
    expect(record(click('Export'), downloaded).steps).toEqual(['download "a.csv" with the button "Export"']);
    expect(record(downloaded).warnings[0]).toContain('a.csv');
  });

  it('uploads instead of opening a file chooser, and names files outside of the repository', () => {
    const chosen = { name: 'setInputFiles', locator: field('Photo') };
    const { steps, warnings } = record(
      click('Choose'),
      { name: 'fileChooser' },
      { ...chosen, files: ['/repo/tests/a.png'] },
      click('Send'),
      { ...chosen, files: ['/home/ada/b.png'] },
    );
    expect(steps).toEqual([
      'upload "tests/a.png" to the field "Photo"',
      'click the button "Send"',
      'upload "browser-tests/files/b.png" to the field "Photo"',
    ]);
    expect(warnings[0]).toContain('Copy /home/ada/b.png to browser-tests/files/b.png');
  });

  it('goes from page to page', () => {
    const opened = (page: number) => ({ kind: 'pageOpened' as const, page, at: 0, byPage: true });
    const closed = (page: number) => ({ kind: 'pageClosed' as const, page, at: 0 });
    const { steps } = record(
      click('Open two'),
      opened(1),
      opened(2),
      click('In second', 2),
      click('In first', 0),
      closed(1),
      click('In second again', 2),
      { name: 'windowClose', page: 2 },
      closed(2),
      click('At home', 0),
      closed(0),
    );
    expect(steps).toEqual([
      'click the button "Open two"',
      'switch to the new page',
      'switch to the new page',
      'click the button "In second"',
      'switch to the previous page',
      'switch to the previous page',
      'click the button "In first"',
      'switch to the next page',
      'close the page',
      'switch to the next page',
      'click the button "In second again"',
      'switch to the previous page',
      'click the button "At home"',
    ]);
  });

  it('ends before the windows are closed', () => {
    const { steps } = record(
      click('Open'),
      { kind: 'pageOpened', page: 1, at: 0, byPage: true },
      click('Inside', 1),
      { kind: 'pageClosed', page: 1, at: 0 },
      { kind: 'pageClosed', page: 0, at: 0 },
    );
    expect(steps).toEqual(['click the button "Open"', 'switch to the new page', 'click the button "Inside"']);
  });

  it('has addresses below the URL under test as paths', () => {
    const typed = (to: string) => ({ kind: 'navigated' as const, page: 0, at: 0, url: to });
    const { entryPointUrlPath, steps } = record(
      typed(`${url}/cart?a=1`),
      click('Buy'),
      typed(`${url}`),
      typed('http://localhost:3000/shopping'),
    );
    expect(entryPointUrlPath).toBe('/cart?a=1');
    expect(steps).toEqual(['click the button "Buy"', 'go to /', 'go to http://localhost:3000/shopping']);
  });

  it('removes the last step with everything that belongs to it', () => {
    const undo = { name: 'undo' };
    const dialog = { kind: 'dialog' as const, page: 0, at: 0, message: 'Sure?', accept: true };
    expect(record(undo, click('Buy'), fill('Name', 'A'), fill('Name', 'Ada'), undo).steps).toEqual([
      'click the button "Buy"',
    ]);
    expect(record(click('Buy'), click('Delete'), dialog, undo).steps).toEqual(['click the button "Buy"']);
    const tidy = [click('Open'), click('Open'), { name: 'doubleClick' }, undo, click('Pay')];
    expect(record(...tidy).steps).toEqual(['click the button "Pay"']);
  });

  it('removes a password and a page that was opened', () => {
    const undo = { name: 'undo' };
    const opened = { kind: 'pageOpened' as const, page: 1, at: 0, byPage: true };
    const typed = record(fill('Password', 's3cret!', true), undo, click('Buy'));
    expect([...typed.variables]).toEqual([]);
    const { steps, warnings } = record(click('Open'), opened, undo, click('Inside', 1));
    expect(steps).toEqual(['switch to the new page', 'click the button "Inside"']);
    expect(warnings.join()).toContain('No recorded step has opened a page');
    const closed = { kind: 'pageClosed' as const, page: 1, at: 0 };
    expect(record(click('Open'), opened, undo, closed, click('Buy')).steps).toEqual([
      'click the button "Buy"',
    ]);
  });

  it('warns of what a test cannot do', () => {
    const { steps, warnings } = record({ ...click('Buy'), modifiers: 8 }, { name: 'unheard' });
    expect(steps).toEqual([]);
    expect(warnings.join('\n')).toMatch(/unheard[\s\S]*Shift/);
  });

  it('warns of a test without an assertion', () => {
    expect(record(click('Buy')).warnings.join()).toContain('no assertion');
    expect(record(click('Buy'), { name: 'assertVisible', locator: button('x') }).warnings).toEqual([]);
  });
});
