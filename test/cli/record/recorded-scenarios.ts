import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';

/** What a person does, and the steps that a careful person would write for it. */
export interface UserAction {
  readonly what: string;
  /** Uses the mouse and the keyboard of the browser. */
  readonly act: (user: User) => Promise<void>;
  readonly steps: readonly ExchangeElement[];
}

export interface User {
  /** The page in front. */
  page: Page;
  readonly context: BrowserContext;
  /** Folder of the files to upload. */
  readonly workspace: string;
}

export interface Scenario {
  readonly path: string;
  readonly actions: readonly UserAction[];
}

type Selectors = ExchangeElement['selectors'];

const role = (selector: string, name?: string): Selectors => [
  { selectorType: 'ROLE', selector, ...(name === undefined ? {} : { options: { name } }) },
];
const css = (selector: string): Selectors => [{ selectorType: 'CSS', selector }];
const label = (selector: string): Selectors => [{ selectorType: 'LABEL', selector }];
const text = (selector: string): Selectors => [{ selectorType: 'TEXT', selector }];
const inFrame = (...frames: string[]): Selectors =>
  frames.map((selector) => ({ selectorType: 'FRAME' as const, selector }));
const inRow = (hasText: string): Selectors => [
  { selectorType: 'ROLE', selector: 'row' },
  { selectorType: 'FILTER', selector: '', options: { hasText } },
];

const click = (selectors: Selectors, calledWith?: { button?: 'right'; double?: true }): ExchangeElement => ({
  selectors,
  interaction: { action: 'CLICK', ...(calledWith === undefined ? {} : { calledWith }) },
});
const enter = (selectors: Selectors, calledWith: string): ExchangeElement => ({
  selectors,
  interaction: { action: 'ENTER_TEXT', calledWith },
});
const press = (selectors: Selectors, calledWith: string): ExchangeElement => ({
  selectors,
  interaction: { action: 'KEY_PRESS', calledWith },
});
const type = (selectors: Selectors, calledWith: string): ExchangeElement => ({
  selectors,
  interaction: { action: 'TYPE_TEXT', calledWith: { text: calledWith } },
});
const switchPage = (calledWith: 'new' | 'previous' | 'next'): ExchangeElement => ({
  selectors: [],
  interaction: { action: 'SWITCH_PAGE', calledWith },
});
const hover = (selectors: Selectors): ExchangeElement => ({ selectors, interaction: { action: 'HOVER' } });
const contains = (selectors: Selectors, calledWith: string): ExchangeElement => ({
  selectors,
  assertion: { expectation: 'TO_CONTAIN_TEXT', calledWith },
});

/** Clicks what has a text, with the mouse. */
const clicks =
  (name: string) =>
  ({ page }: User) =>
    page.getByText(name, { exact: true }).filter({ visible: true }).first().click();

/** Moves the mouse in steps, as a hand does. */
async function drags(page: Page, from: string, to: string, steps = 12): Promise<void> {
  const [source, target] = await Promise.all(
    [from, to].map((name) => page.locator(name).filter({ visible: true }).first().boundingBox()),
  );
  if (source == null || target == null) throw new Error('Nothing to drag');
  await page.mouse.move(source.x + source.width / 2, source.y + source.height / 2);
  await page.mouse.down();
  await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps });
  await page.mouse.up();
}

/** Adds an assertion as a person does: the keys of its kind, then a click on the element. */
function asserts(kind: 1 | 2 | 3 | 4, element: string, property?: string) {
  return async ({ page }: User) => {
    const found = page.locator(element).filter({ visible: true }).first();
    // Menus under the mouse close.
    await page.mouse.move(1, 1);
    await found.scrollIntoViewIfNeeded();
    const box = await found.boundingBox();
    if (box === null) throw new Error('Nothing to assert');
    await page.keyboard.press(`Alt+Shift+Digit${kind}`);
    // The frames of the page learn the mode one after the other.
    await page.locator('browser-test-gate-recorder[data-mode]').waitFor({ state: 'attached' });
    const [x, y] = [box.x + Math.min(5, box.width / 2), box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.click(x, y);
    if (property !== undefined) {
      // The first entry of the menu below the element.
      await page.mouse.click(box.x + 20, box.y + box.height + 15);
    }
    await page.locator('browser-test-gate-recorder:not([data-mode])').waitFor({ state: 'attached' });
  };
}

function answers(what: string, accept: boolean, promptText?: string) {
  return async (user: User) => {
    const answered = new Promise<void>((resolve, reject) => {
      user.page.once('dialog', (dialog) => {
        (accept ? dialog.accept(promptText) : dialog.dismiss()).then(resolve, reject);
      });
    });
    await clicks(what)(user);
    await answered;
  };
}

async function chooses({ page, workspace }: User, what: string, files: string[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByText(what).click()]);
  await chooser.setFiles(files.map((file) => join(workspace, file)));
}

/** The page that opens. */
async function opens(user: User, what: string): Promise<void> {
  const [page] = await Promise.all([user.context.waitForEvent('page'), clicks(what)(user)]);
  await page.waitForLoadState();
  user.page = page;
}

const name = role('textbox', 'Full name');
const editor = css('.ProseMirror');

export const scenarios: Readonly<Record<string, Scenario>> = {
  form: {
    path: '/form',
    actions: [
      {
        what: 'types a name',
        act: async ({ page }) => {
          await page.getByLabel('Full name').click();
          await page.keyboard.type('Ada Lovelacy');
          await page.keyboard.press('Backspace');
          await page.keyboard.type('e, costs $HOME');
        },
        steps: [enter(name, 'Ada Lovelace, costs \\$HOME')],
      },
      {
        what: 'goes to the next field by Tab',
        act: ({ page }) => page.keyboard.press('Tab'),
        steps: [press(name, 'Tab')],
      },
      {
        what: 'types an address',
        act: ({ page }) => page.keyboard.type('ada@example.com'),
        steps: [enter(role('textbox', 'Email'), 'ada@example.com')],
      },
      {
        what: 'types a password',
        act: async ({ page }) => {
          await page.getByLabel('Password').click();
          await page.keyboard.type('s3cret!');
        },
        steps: [enter(role('textbox', 'Password'), '$PASSWORD')],
      },
      {
        what: 'chooses an option by keys',
        act: async ({ page }) => {
          await page.getByLabel('Country').focus();
          await page.keyboard.type('Fr');
        },
        steps: [
          { selectors: label('Country'), interaction: { action: 'SELECT_OPTION', calledWith: 'France' } },
        ],
      },
      { what: 'chooses a radio button', act: clicks('Team'), steps: [click(role('radio', 'Team'))] },
      {
        what: 'checks a box',
        act: async ({ page }) => page.getByRole('checkbox').click(),
        steps: [click(role('checkbox', 'I agree to the terms'))],
      },
      {
        what: 'enters a date',
        act: async ({ page }) => {
          await page.getByLabel('Birthday').click({ position: { x: 10, y: 10 } });
          await page.keyboard.type('12101815');
        },
        steps: [enter(role('textbox', 'Birthday'), '1815-12-10')],
      },
      {
        what: 'moves a slider by keys',
        act: async ({ page }) => {
          await page.getByLabel('Seats').focus();
          await page.keyboard.press('ArrowRight');
          await page.keyboard.press('ArrowRight');
        },
        steps: [enter(role('slider', 'Seats'), '2')],
      },
      {
        what: 'writes two lines',
        act: async ({ page }) => {
          await page.getByLabel('Notes').click();
          await page.keyboard.type('One\nTwo');
        },
        steps: [enter(role('textbox', 'Notes'), 'One\nTwo')],
      },
      {
        what: 'asserts a value',
        act: asserts(3, 'input[name=full]'),
        steps: [
          {
            selectors: name,
            assertion: { expectation: 'TO_HAVE_VALUE', calledWith: 'Ada Lovelace, costs \\$HOME' },
          },
        ],
      },
      {
        what: 'asserts that a box is checked',
        act: asserts(3, 'input[type=checkbox]'),
        steps: [
          {
            selectors: role('checkbox', 'I agree to the terms'),
            assertion: { expectation: 'TO_BE_CHECKED' },
          },
        ],
      },
      {
        what: 'asserts that a button is disabled',
        act: asserts(3, 'button[disabled]'),
        steps: [{ selectors: role('button', 'Delete account'), assertion: { expectation: 'DISABLED' } }],
      },
      {
        what: 'sends the form by Enter',
        act: async ({ page }) => {
          await page.getByLabel('Full name').focus();
          await page.keyboard.press('Enter');
        },
        steps: [press(name, 'Enter')],
      },
      {
        what: 'asserts a text',
        act: asserts(2, 'output'),
        steps: [contains(role('status'), 'Welcome, Ada Lovelace, costs \\$HOME (7)')],
      },
    ],
  },
  menu: {
    path: '/menu',
    actions: [
      {
        what: 'opens a menu that opens on pointerdown',
        act: clicks('File'),
        steps: [click(role('button', 'File'))],
      },
      { what: 'chooses an entry', act: clicks('Copy'), steps: [click(role('menuitem', 'Copy'))] },
      {
        what: 'chooses an entry of a menu that style shows',
        act: async (user) => {
          await user.page.getByText('Products').hover();
          await clicks('Plates')(user);
        },
        steps: [hover(role('link', 'Products')), click(role('link', 'Plates'))],
      },
      { what: 'asserts', act: asserts(2, '[role=status]'), steps: [contains(role('status'), 'Plates')] },
      {
        what: 'uses what a script adds under the mouse',
        act: async (user) => {
          await user.page.getByText('Help', { exact: true }).hover();
          await clicks('More help')(user);
        },
        steps: [hover(text('Help')), click(role('button', 'More help'))],
      },
      {
        what: 'clicks a text after an icon, and an icon',
        act: async (user) => {
          await clicks('Start')(user);
          await user.page.locator('.toggle').click();
        },
        steps: [click(role('link', 'Start')), click(css('.toggle'))],
      },
      {
        what: 'clicks with the right button',
        act: ({ page }) => page.getByText('Row').click({ button: 'right' }),
        steps: [click(role('button', 'Row'), { button: 'right' })],
      },
      {
        what: 'double-clicks',
        act: ({ page }) => page.getByText('Row').dblclick(),
        steps: [click(role('button', 'Row'), { double: true })],
      },
      {
        what: 'asserts again',
        act: asserts(2, '[role=status]'),
        steps: [contains(role('status'), 'Double')],
      },
    ],
  },
  dialogs: {
    path: '/dialogs',
    actions: [
      {
        what: 'accepts a question',
        act: answers('Delete', true),
        steps: [
          {
            selectors: [],
            interaction: { action: 'ACCEPT_DIALOG', calledWith: { messageContaining: 'Delete order 7?' } },
          },
          click(role('button', 'Delete')),
        ],
      },
      {
        what: 'asserts the answer',
        act: asserts(2, '[role=status]'),
        steps: [contains(role('status'), 'Deleted')],
      },
      {
        what: 'dismisses a question',
        act: answers('Delete', false),
        steps: [
          {
            selectors: [],
            interaction: { action: 'DISMISS_DIALOG', calledWith: { messageContaining: 'Delete order 7?' } },
          },
          click(role('button', 'Delete')),
        ],
      },
      {
        what: 'enters a text in a prompt',
        act: answers('Greet', true, 'Ada'),
        steps: [
          {
            selectors: [],
            interaction: {
              action: 'ACCEPT_DIALOG',
              calledWith: { messageContaining: 'Your name?', promptText: 'Ada' },
            },
          },
          click(role('button', 'Greet')),
        ],
      },
      {
        what: 'asserts the greeting',
        act: asserts(2, '[role=status]'),
        steps: [contains(role('status'), 'Hello Ada')],
      },
      { what: 'opens a modal dialog', act: clicks('Settings'), steps: [click(role('button', 'Settings'))] },
      {
        what: 'asserts in a modal dialog',
        act: asserts(1, 'dialog h2'),
        steps: [{ selectors: role('heading', 'Settings'), assertion: { expectation: 'VISIBLE' } }],
      },
      { what: 'closes it', act: clicks('Close'), steps: [click(role('button', 'Close'))] },
    ],
  },
  frames: {
    path: '/frames',
    actions: [
      {
        what: 'types in a frame',
        act: async ({ page }) => {
          await page.frameLocator('[name=card]').getByLabel('Card number').click();
          await page.keyboard.type('4242');
        },
        steps: [enter([...inFrame('iframe[name="card"]'), ...role('textbox', 'Card number')], '4242')],
      },
      {
        what: 'clicks in a frame',
        act: ({ page }) => page.frameLocator('[name=card]').getByText('Pay').click(),
        steps: [click([...inFrame('iframe[name="card"]'), ...role('button', 'Pay')])],
      },
      {
        what: 'types in a frame of a frame',
        act: async ({ page }) => {
          await page.frameLocator('[title=Newsletter]').frameLocator('iframe').getByLabel('Email').click();
          await page.keyboard.type('a@b.example');
        },
        steps: [
          enter(
            [
              ...inFrame('iframe[title="Newsletter"]', 'iframe[src="/frames/inner"]'),
              ...role('textbox', 'Email'),
            ],
            'a@b.example',
          ),
        ],
      },
      {
        what: 'asserts a text in a frame',
        act: async (user) => {
          const found = user.page.frameLocator('[name=card]').locator('p');
          const box = await found.boundingBox();
          if (box === null) throw new Error('Nothing to assert');
          await user.page.keyboard.press('Alt+Shift+Digit2');
          await user.page
            .frameLocator('[name=card]')
            .locator('browser-test-gate-recorder[data-mode]')
            .waitFor({ state: 'attached' });
          await user.page.mouse.click(box.x + 5, box.y + 5);
          await user.page
            .locator('browser-test-gate-recorder:not([data-mode])')
            .waitFor({ state: 'attached' });
        },
        steps: [contains([...inFrame('iframe[name="card"]'), ...role('paragraph')], 'Paid with 4242')],
      },
    ],
  },
  shadow: {
    path: '/shadow',
    actions: [
      {
        what: 'clicks in a shadow root',
        act: ({ page }) => page.getByLabel('One more').first().click(),
        steps: [click([...role('button', 'One more'), { selectorType: 'NTH', selector: '0' }])],
      },
      {
        what: 'types in a shadow root',
        act: async ({ page }) => {
          await page.getByLabel('Coupon').click();
          await page.keyboard.type('SAVE');
        },
        steps: [enter(role('textbox', 'Coupon'), 'SAVE')],
      },
      {
        what: 'clicks in a shadow root of a shadow root',
        act: ({ page }) => page.getByLabel('One less').last().click(),
        steps: [click([...css('shop-field'), ...role('button', 'One less')])],
      },
    ],
  },
  windows: {
    path: '/windows',
    actions: [
      { what: 'opens a tab', act: (user) => opens(user, 'Terms'), steps: [click(role('link', 'Terms'))] },
      {
        what: 'clicks in it',
        act: clicks('Accept'),
        steps: [switchPage('new'), click(role('button', 'Accept'))],
      },
      {
        what: 'closes it',
        act: async (user) => {
          await user.page.close();
          user.page = user.context.pages()[0] ?? user.page;
        },
        steps: [{ selectors: [], interaction: { action: 'CLOSE_PAGE' } }],
      },
      {
        what: 'opens a window',
        act: (user) => opens(user, 'Log in'),
        steps: [click(role('button', 'Log in'))],
      },
      {
        what: 'types in it',
        act: async ({ page }) => {
          await page.getByLabel('User').click();
          await page.keyboard.type('ada');
        },
        steps: [switchPage('new'), enter(role('textbox', 'User'), 'ada')],
      },
      {
        what: 'clicks, and it closes itself',
        act: async (user) => {
          const closed = user.page.waitForEvent('close');
          await clicks('Sign in')(user).catch(() => {});
          await closed;
          user.page = user.context.pages()[0] ?? user.page;
        },
        steps: [click(role('button', 'Sign in'))],
      },
      {
        what: 'asserts in the first window',
        act: asserts(2, '[role=status]'),
        steps: [switchPage('previous'), contains(role('status'), 'Hello ada')],
      },
    ],
  },
  drag: {
    path: '/drag',
    actions: [
      {
        what: 'drags a card into a list',
        act: ({ page }) => drags(page, '.card >> text=Write', '[aria-label=Done]'),
        steps: [
          {
            selectors: text('Write'),
            interaction: { action: 'DRAG_AND_DROP', calledWith: { selectors: role('region', 'Done') } },
          },
        ],
      },
      {
        what: 'drags a row in a list by mouse events',
        act: ({ page }) => drags(page, '.row >> text=First', '.row >> text=Third'),
        steps: [
          {
            selectors: text('First'),
            interaction: { action: 'DRAG_AND_DROP', calledWith: { selectors: text('Third') } },
          },
        ],
      },
      {
        what: 'drags the thumb of a slider',
        act: ({ page }) => drags(page, '.thumb', '.track'),
        steps: [
          {
            selectors: role('slider', 'Thumb'),
            interaction: {
              action: 'DRAG_AND_DROP',
              calledWith: {
                selectors: role('group', 'Volume'),
                options: { targetPosition: { x: 200, y: 10 } },
              },
            },
          },
        ],
      },
      { what: 'asserts', act: asserts(2, '[role=status]'), steps: [contains(role('status'), 'Loud')] },
    ],
  },
  files: {
    path: '/files',
    actions: [
      {
        what: 'uploads by a label',
        act: (user) => chooses(user, 'Choose a photo', ['photo.png']),
        steps: [
          {
            selectors: label('Choose a photo'),
            interaction: { action: 'UPLOAD', calledWith: { file: 'photo.png' } },
          },
        ],
      },
      {
        what: 'uploads two files by a button',
        act: (user) => chooses(user, 'Attach documents', ['a.txt', 'b.txt']),
        steps: [
          {
            selectors: css('input[name="docs"]'),
            interaction: { action: 'UPLOAD', calledWith: { file: ['a.txt', 'b.txt'] } },
          },
        ],
      },
      {
        what: 'asserts the names',
        act: asserts(2, '#docs'),
        steps: [contains(css('#docs'), '2 documents')],
      },
      {
        what: 'downloads',
        act: async (user) => {
          await Promise.all([user.page.waitForEvent('download'), clicks('Export')(user)]);
        },
        steps: [
          {
            selectors: role('link', 'Export'),
            interaction: { action: 'DOWNLOAD', calledWith: 'orders.csv' },
          },
        ],
      },
    ],
  },
  editor: {
    path: '/editor',
    actions: [
      {
        what: 'writes',
        act: async ({ page }) => {
          await page.locator('.ProseMirror').click();
          await page.keyboard.type('Hello ');
        },
        steps: [click(editor), type(editor, 'Hello ')],
      },
      {
        what: 'makes a word bold by keys',
        act: async ({ page }) => {
          await page.keyboard.press('Control+b');
          await page.keyboard.type('big');
          await page.keyboard.press('Control+b');
        },
        steps: [press(editor, 'Control+b'), type(editor, 'big'), press(editor, 'Control+b')],
      },
      {
        what: 'uses the toolbar, and goes on writing',
        act: async (user) => {
          await clicks('Italic')(user);
          await user.page.keyboard.type('world');
          await user.page.keyboard.press('Enter');
          await user.page.keyboard.type('Bye');
        },
        steps: [
          click(role('button', 'Italic')),
          type(editor, 'world'),
          press(editor, 'Enter'),
          type(editor, 'Bye'),
        ],
      },
      {
        what: 'reads the source',
        act: clicks('Show source'),
        steps: [click(role('button', 'Show source'))],
      },
      {
        what: 'asserts the source',
        act: asserts(2, '#out'),
        steps: [contains(css('#out'), 'Hello <b>big</b><i>world</i><div><i>Bye</i></div>')],
      },
    ],
  },
  list: {
    path: '/list',
    actions: [
      {
        what: 'scrolls until there is a post, and likes it',
        act: async ({ page }) => {
          await page.mouse.move(300, 300);
          const post = page.getByRole('listitem').filter({ hasText: 'Post 40' });
          while ((await post.count()) === 0) await page.mouse.wheel(0, 800);
          await post.getByRole('button').click();
        },
        steps: [
          { selectors: text('Post 15 Like'), interaction: { action: 'SCROLL' } },
          { selectors: text('Post 30 Like'), interaction: { action: 'SCROLL' } },
          click([
            { selectorType: 'ROLE', selector: 'listitem' },
            { selectorType: 'FILTER', selector: '', options: { hasText: 'Post 40' } },
            ...role('button', 'Like'),
          ]),
        ],
      },
      { what: 'asserts', act: asserts(2, '[role=status]'), steps: [contains(role('status'), 'Liked 40')] },
    ],
  },
  virtual: {
    path: '/virtual',
    actions: [
      {
        what: 'scrolls a table of which only a part is rendered',
        act: async ({ page }) => {
          await page.mouse.move(200, 200);
          for (let turn = 0; turn < 10; turn += 1) await page.mouse.wheel(0, 300);
          await page.getByRole('button', { name: 'Open row 100' }).click();
        },
        steps: [
          {
            selectors: css('.grid-body'),
            interaction: { action: 'SCROLL', calledWith: { x: 0, y: 3000 } },
          },
          click(role('button', 'Open row 100')),
        ],
      },
      { what: 'asserts', act: asserts(2, '[role=status]'), steps: [contains(role('status'), 'Row 100')] },
    ],
  },
  rows: {
    path: '/rows',
    actions: [
      {
        what: 'removes one of several rows',
        act: ({ page }) => page.getByRole('row', { name: 'Red mug' }).getByRole('button').click(),
        steps: [click([...inRow('Red mug'), ...role('button', 'Remove')])],
      },
      {
        what: 'removes a row that a hidden one is like',
        act: ({ page }) => page.getByRole('button', { name: 'Remove' }).click(),
        steps: [click(role('button', 'Remove'))],
      },
      {
        what: 'clicks the edge of a card',
        act: ({ page }) => page.locator('.plan').click({ position: { x: 2, y: 2 } }),
        steps: [click(css('.plan'))],
      },
      { what: 'checks out', act: clicks('Checkout'), steps: [click(role('button', 'Checkout'))] },
      {
        what: 'clicks an icon without a name',
        act: ({ page }) => page.locator('.icon').click(),
        steps: [click(css('.icon'))],
      },
      {
        what: 'asserts a text',
        act: asserts(2, '.total'),
        steps: [contains(css('.total'), 'Total: €18')],
      },
      {
        what: 'asserts a style',
        act: asserts(4, '.total', 'color'),
        steps: [
          {
            selectors: text('Total: €'),
            assertion: { expectation: 'TO_HAVE_STYLE', calledWith: ['color', 'rgb(0, 0, 0)'] },
          },
        ],
      },
    ],
  },
  app: {
    path: '/app',
    actions: [
      {
        what: 'follows a link without a new document',
        act: clicks('Orders'),
        steps: [click(role('link', 'Orders'))],
      },
      {
        what: 'presses a key of the app',
        act: ({ page }) => page.keyboard.press('/'),
        steps: [press([], '/')],
      },
      {
        what: 'searches',
        act: async ({ page }) => {
          await page.keyboard.type('mug');
          await page.keyboard.press('Enter');
        },
        steps: [enter(role('textbox', 'Search'), 'mug'), press(role('textbox', 'Search'), 'Enter')],
      },
      {
        what: 'goes back by a key of the browser',
        act: async ({ page }) => {
          await page.keyboard.press('Alt+ArrowLeft');
          await page.goBack();
        },
        steps: [{ selectors: [], interaction: { action: 'GO_TO', calledWith: '/app' } }],
      },
      {
        what: 'types another address',
        act: async ({ page }) => {
          await page.goto(new URL('/windows/terms', page.url()).href);
        },
        steps: [{ selectors: [], interaction: { action: 'GO_TO', calledWith: '/windows/terms' } }],
      },
      {
        what: 'asserts a heading',
        act: asserts(1, 'h1'),
        steps: [{ selectors: role('heading', 'Terms of service'), assertion: { expectation: 'VISIBLE' } }],
      },
    ],
  },
};
