/** Functions that an exported file carries if its steps call them, in their order at the end of the file. */
const helpers = {
  address: `
/** Resolves a path below the execution URL. A full URL is returned unchanged. */
function address(path: string): string {
  if (path === '') return executionUrl;
  const base = new URL(executionUrl);
  const below = \`\${base.origin}\${base.pathname.replace(/\\/+$/, '')}/\${path.replace(/^\\/+/, '')}\`;
  const url = new URL(/^[a-z][a-z\\d+.-]*:/i.test(path) ? path : below);
  if (url.protocol === 'http:' || url.protocol === 'https:') return url.href;
  throw new Error(\`Cannot open "\${path}": use an http or https URL, or a path below the URL under test.\`);
}`,
  mayFail: `
/** Runs steps whose failure does not fail the test. */
async function mayFail(steps: () => Promise<void>): Promise<void> {
  try {
    await steps();
  } catch (error) {
    console.warn(\`Ignored failure: \${error}\`);
  }
}`,
  variable: `
/** Returns the value of a variable. */
function variable(name: string): string {
  const value: unknown = variables.get(name);
  if (typeof value === 'string') return value;
  throw new Error(\`The variable $\${name} has no value. Set the environment variable \${name}.\`);
}`,
  ifGiven: `
/** Returns the value of a variable, or \`$NAME\` itself if it has none. */
function ifGiven(name: string): string {
  return variables.get(name) ?? \`$\${name}\`;
}`,
  dynamicVariable: `
/** Returns the value of a variable that an earlier step set. */
function dynamicVariable(dynamic: ReadonlyMap<string, string>, name: string): string {
  const value = dynamic.get(name);
  if (value !== undefined) return value;
  throw new Error(\`The variable $$\${name} has no value. An earlier step must set it.\`);
}`,
  escapeRegExp: `
/** Escapes a value for use in a regular expression. */
function escapeRegExp(value: string): string {
  return value.replace(/[\\\\^$.*+?()[\\]{}|]/g, '\\\\$&');
}`,
  clipboard: `
/** Returns the text on the clipboard. */
async function clipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}`,
  requestWithHeaders: `
/** Requests a URL. Follows redirects one by one, because only the app may receive the header fields. */
async function requestWithHeaders(page: Page, start: string): Promise<APIResponse> {
  const { origin } = new URL(executionUrl);
  let url = start;
  for (let redirects = 0; redirects <= 20; redirects += 1) {
    const headers = new URL(url).origin === origin ? fields : {};
    const response = await page.request.get(url, { headers, maxRedirects: 0, timeout: stepTimeout });
    const { location } = response.headers();
    if (![301, 302, 303, 307, 308].includes(response.status()) || location === undefined) return response;
    url = new URL(location, url).href;
  }
  throw new Error(\`\${start} was redirected more than 20 times.\`);
}`,
  clickControl: `
/** Clicks a checkbox, radio button or switch, or what shows it if a style sheet hides it. */
async function clickControl(control: Locator): Promise<void> {
  const isHidden = await control.evaluate((node) => {
    const { width, height } = node.getBoundingClientRect();
    const { opacity, clip, clipPath, pointerEvents } = getComputedStyle(node);
    const isCut = clip !== 'auto' || clipPath !== 'none' || pointerEvents === 'none';
    return width <= 1 || height <= 1 || opacity === '0' || isCut;
  });
  if (!isHidden) return control.click();
  const shown = await control.evaluateHandle((node) => {
    const labels = node instanceof HTMLInputElement ? [...(node.labels ?? [])] : [];
    return labels[0] ?? node.parentElement ?? node;
  });
  await shown.click();
}`,
  setFiles: `
/** Selects files in the file input of an element, or in the file chooser that a click on the element opens. */
async function setFiles(element: Locator, files: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
  await element.first().waitFor({ state: 'attached' });
  const inputs = element.locator('xpath=descendant-or-self::input[@type="file"]');
  if ((await inputs.count()) > 0) return inputs.setInputFiles(files);
  const isLabel = await element.first().evaluate((node) => node.closest('label')?.control?.matches('[type=file]') ?? false);
  if (isLabel) return element.setInputFiles(files);
  const [chooser] = await Promise.all([
    element.page().waitForEvent('filechooser'),
    element.filter({ visible: true }).click(),
  ]);
  await chooser.setFiles(files);
}`,
  upload: `
/** Downloads a file and selects it in a file input. */
async function upload(input: Locator, fetched: () => Promise<APIResponse>): Promise<void> {
  // Playwright silently does nothing if the input has another type.
  const type = await input.evaluate((node) => {
    const control = node instanceof HTMLInputElement ? node : node.closest('label')?.control;
    return control instanceof HTMLInputElement ? control.type : 'file';
  });
  expect(type, 'the type of the input').toBe('file');
  const response = await fetched();
  if (!response.ok()) throw new Error(\`\${response.url()} answered \${response.status()}.\`);
  const { 'content-disposition': given = '', 'content-type': mimeType = '' } = response.headers();
  const [, encoded, quoted] = /filename\\*=utf-8'[^']*'([^;\\s]+)|filename="?([^";]+)/i.exec(given) ?? [];
  const name = quoted ?? decodeURIComponent(encoded ?? new URL(response.url()).pathname);
  await setFiles(input, {
    name: name.split(/[\\/\\\\]/).pop() || 'file',
    mimeType: mimeType.split(';')[0] || 'application/octet-stream',
    buffer: await response.body(),
  });
}`,
  downloadedName: `
/** Clicks a link and returns the name of the downloaded file, once the whole file has arrived. */
async function downloadedName(page: Page, link: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const name = download.suggestedFilename();
  const failure = await download.failure();
  if (failure !== null) throw new Error(\`The download of \${download.url()} failed: \${failure}\`);
  return name;
}`,
  dragByMouse: `
/** Drags by moving the mouse in small steps, for pages that track the mouse. */
async function dragByMouse(
  page: Page,
  source: Locator,
  target: Locator,
  position?: { x: number; y: number },
): Promise<void> {
  await source.hover();
  await page.mouse.down();
  try {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (box === null) throw new Error('The drop target is not visible.');
    const x = box.x + (position?.x ?? box.width / 2);
    const y = box.y + (position?.y ?? box.height / 2);
    await page.mouse.move(x - 1, y - 1, { steps: 10 });
    await page.mouse.move(x, y, { steps: 5 });
  } finally {
    await page.mouse.up();
  }
}`,
  nonEmpty: `
/** Rejects an empty text, because every element contains it. */
function nonEmpty<T extends string | RegExp>(expected: T): T {
  const isEmpty = typeof expected === 'string' ? expected.trim() === '' : expected.source === '(?:)';
  if (isEmpty) throw new Error('The expected text is empty because its variables are. Check the step that sets them.');
  return expected;
}`,
  textOf: `
/** Returns the visible text of an element, or the value of a form field. */
async function textOf(element: Locator): Promise<string> {
  return element.evaluate((node) => {
    const isField =
      node instanceof HTMLInputElement ||
      node instanceof HTMLTextAreaElement ||
      node instanceof HTMLSelectElement;
    if (isField) return node.value;
    return node instanceof HTMLElement ? node.innerText : (node.textContent ?? '');
  });
}`,
  attributeOf: `
/** Returns the value of an attribute. Fails if the element does not have it. */
async function attributeOf(element: Locator, name: string): Promise<string> {
  // The \`value\` attribute of a form field is its initial value.
  const value = await element.evaluate((node, attribute) => {
    const isField =
      node instanceof HTMLInputElement ||
      node instanceof HTMLTextAreaElement ||
      node instanceof HTMLSelectElement;
    return isField && /^value$/i.test(attribute) ? node.value : node.getAttribute(attribute);
  }, name);
  if (value === null) throw new Error(\`The element has no attribute \${name}.\`);
  return value;
}`,
  runInPage: `
/** Runs a function body in the page. \`context\` contains the dynamic variables; a returned object updates them. */
async function runInPage(page: Page, body: string, dynamic: Map<string, string>): Promise<void> {
  const context = JSON.stringify(JSON.stringify(Object.fromEntries(dynamic)));
  const returned: unknown = await page.evaluate(\`(async (context) => {\${body}\\n})(JSON.parse(\${context}))\`);
  if (typeof returned !== 'object' || returned === null || Array.isArray(returned)) return;
  for (const [written, value] of Object.entries(returned)) {
    const name = written.replace(/^\\$+/, '');
    if (value === undefined) continue;
    if (!/^[A-Za-z_]\\w*$/.test(name)) throw new Error(\`"\${written}" is not a valid variable name: use letters, digits and _, and do not start with a digit.\`);
    const isDate = value instanceof Date && !Number.isNaN(value.getTime());
    const isObject = typeof value === 'object' && value !== null;
    dynamic.set(name, isDate ? value.toISOString() : isObject ? JSON.stringify(value) : String(value));
  }
}`,
  untilTrue: `
/** Waits until a function body returns true in the page. Errors it throws are retried. */
async function untilTrue(page: Page, body: string, dynamic: ReadonlyMap<string, string>): Promise<void> {
  const context = JSON.stringify(JSON.stringify(Object.fromEntries(dynamic)));
  const expression = \`(async (context) => {\${body}\\n})(JSON.parse(\${context}))\`;
  await expect(async () => expect(await page.evaluate(expression)).toBe(true)).toPass({ timeout: stepTimeout });
}`,
  uploadFiles: `
/** Selects files of the repository in a file input. The paths start at a folder above this file. */
async function uploadFiles(input: Locator, paths: string[]): Promise<void> {
  const { existsSync } = await import('node:fs');
  const { dirname, join } = await import('node:path');
  const find = (path: string): string => {
    for (let folder = dirname(test.info().file); ; folder = dirname(folder)) {
      if (existsSync(join(folder, path))) return join(folder, path);
      if (folder === dirname(folder)) throw new Error(\`The file \${path} does not exist.\`);
    }
  };
  await setFiles(input, paths.map(find));
}`,
  loaded: `
/** Waits for the load of a page, unless it has closed itself. */
async function loaded(page: Page): Promise<void> {
  await page.waitForLoadState().catch((error: unknown) => {
    if (!page.isClosed()) throw error;
  });
}`,
  closePage: `
/** Closes a page and returns the page before it. */
async function closePage(visited: Page[], page: Page): Promise<Page> {
  const before = visited.slice(0, visited.indexOf(page)).findLast((each) => !each.isClosed());
  if (before === undefined) throw new Error('CLOSE_PAGE has no page to return to.');
  visited.splice(visited.indexOf(page), 1);
  await page.close();
  return before;
}`,
  switchPage: `
/** Returns a page that has opened, or the one before or after the current page. */
async function switchPage(visited: Page[], page: Page, to: 'new' | 'previous' | 'next'): Promise<Page> {
  const position = visited.indexOf(page);
  const find = () => {
    if (to === 'new') return page.context().pages().find((each) => !visited.includes(each));
    if (to === 'next') return visited.slice(position + 1).find((each) => !each.isClosed());
    return visited.slice(0, position).findLast((each) => !each.isClosed());
  };
  await expect(() => expect(find(), \`the \${to} page\`).toBeDefined()).toPass({ timeout: to === 'new' ? stepTimeout : 1 });
  const found = find();
  if (found === undefined) throw new Error(\`The \${to} page has closed.\`);
  if (to === 'new') visited.push(found);
  await found.bringToFront();
  return found;
}`,
  answerDialogs: `
/** Answers the dialogs that steps expect, and dismisses all others. */
function answerDialogs(page: Page) {
  interface ExpectedDialog {
    accept: boolean;
    message?: string | RegExp;
    promptText?: string;
  }
  let expected: ExpectedDialog[] = [];
  let different: string[] = [];
  page.context().on('dialog', async (dialog) => {
    const next = expected.shift();
    // As Playwright does without a listener.
    if (next === undefined) return dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss();
    const { message = '', promptText } = next;
    const fits = typeof message === 'string' ? dialog.message().includes(message) : message.test(dialog.message());
    if (!fits || (promptText !== undefined && dialog.type() !== 'prompt')) {
      different.push(\`\${dialog.type()}: \${dialog.message()}\`);
      await dialog.dismiss();
    } else if (next.accept) await dialog.accept(promptText ?? dialog.defaultValue());
    else await dialog.dismiss();
  });
  return {
    next(dialog: ExpectedDialog): void {
      expected.push(dialog);
    },
    async answered(): Promise<void> {
      try {
        const missing = 'dialogs that the step was expected to open';
        await expect.poll(() => expected.length, { message: missing, timeout: stepTimeout }).toBe(0);
        expect(different, 'dialogs that differ from what was expected').toEqual([]);
      } finally {
        expected = [];
        different = [];
      }
    },
  };
}`,
};

export type HelperName = keyof typeof helpers;

export function helperCode(used: ReadonlySet<string>): string[] {
  return Object.entries(helpers)
    .filter(([name]) => used.has(name))
    .map(([, code]) => code.trim());
}

/** The types of Playwright that they name, in the order in which a file imports them. */
export function helperTypes(used: ReadonlySet<string>): readonly string[] {
  const code = helperCode(used).join('\n');
  return ['APIResponse', 'Locator', 'Page'].filter((type) => new RegExp(`\\b${type}\\b`).test(code));
}
