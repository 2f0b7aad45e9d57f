/** Chainers of `should`, without `not.`, and the matchers of Playwright that wait for the same. */
export const chainers: Readonly<Record<string, string>> = {
  'be.visible': 'toBeVisible',
  'be.hidden': 'toBeHidden',
  'be.checked': 'toBeChecked',
  'be.disabled': 'toBeDisabled',
  'be.enabled': 'toBeEnabled',
  'be.focused': 'toBeFocused',
  'have.focus': 'toBeFocused',
  'have.text': 'toHaveText',
  contain: 'toContainText',
  contains: 'toContainText',
  include: 'toContainText',
  'contain.text': 'toContainText',
  'include.text': 'toContainText',
  'have.value': 'toHaveValue',
  'have.length': 'toHaveCount',
  'have.attr': 'toHaveAttribute',
  'have.class': 'toContainClass',
  'have.id': 'toHaveId',
  'have.css': 'toHaveCSS',
  'have.length.greaterThan': 'toBeGreaterThan',
  'have.length.gt': 'toBeGreaterThan',
  'have.length.gte': 'toBeGreaterThanOrEqual',
  'have.length.at.least': 'toBeGreaterThanOrEqual',
};

/** Chainers of a text or a number that was read, and the matchers of Playwright that expect the same. */
export const ofReadings: Readonly<Record<string, string>> = {
  eq: 'toBe',
  equal: 'toBe',
  equals: 'toBe',
  include: 'toContain',
  contain: 'toContain',
  contains: 'toContain',
  match: 'toMatch',
  gt: 'toBeGreaterThan',
  'be.gt': 'toBeGreaterThan',
  'be.greaterThan': 'toBeGreaterThan',
  gte: 'toBeGreaterThanOrEqual',
  'be.gte': 'toBeGreaterThanOrEqual',
  'be.at.least': 'toBeGreaterThanOrEqual',
};

/** What is read of elements, by jQuery's method, and the method of Playwright that reads the same. */
export const read: Readonly<Record<string, string>> = {
  text: 'textContent',
  val: 'inputValue',
  attr: 'getAttribute',
  length: 'count',
};

/** What commands find from elements, as a call of a locator line. Those of elements around take no selector. */
export const around: Readonly<Record<string, string>> = {
  parent: 'xpath=..',
  next: 'xpath=following-sibling::*[1]',
  prev: 'xpath=preceding-sibling::*[1]',
  siblings: 'xpath=preceding-sibling::* | following-sibling::*',
};

/** Commands and the methods of Playwright that do the same. */
export const commands: Readonly<Record<string, string>> = {
  click: 'click',
  dblclick: 'dblclick',
  clear: 'clear',
  check: 'check',
  uncheck: 'uncheck',
  scrollIntoView: 'scrollIntoViewIfNeeded',
  selectFile: 'setInputFiles',
};

/** `{enter}` in the text of `type`. */
export const keys: Readonly<Record<string, string>> = {
  enter: 'Enter',
  esc: 'Escape',
  backspace: 'Backspace',
  del: 'Delete',
  uparrow: 'ArrowUp',
  downarrow: 'ArrowDown',
  leftarrow: 'ArrowLeft',
  rightarrow: 'ArrowRight',
  home: 'Home',
  movetostart: 'Home',
  end: 'End',
  movetoend: 'End',
  pageup: 'PageUp',
  pagedown: 'PageDown',
  selectall: 'ControlOrMeta+A',
};
