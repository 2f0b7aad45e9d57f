export const id = 945;
export const ids = [945];
export const modules = {

/***/ 1945:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  connectEmbedded: () => (/* binding */ connectEmbedded)
});

// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
// EXTERNAL MODULE: ./node_modules/undici/index.js
var undici = __webpack_require__(6752);
// EXTERNAL MODULE: ./build/src/action/user-error.js
var user_error = __webpack_require__(6450);
// EXTERNAL MODULE: ./build/src/client/network-code.js
var network_code = __webpack_require__(1865);
;// CONCATENATED MODULE: ./build/src/app-ready.js




/** An app that is started beside the action has this long to come up, in ms. */
const graceMs = 30_000;
const attemptMs = 5000;
const pauseMs = 250;
/** What a proxy says while the app behind it is not up yet. */
const notYet = [502, 503, 504];
/**
 * Waits until the app answers, with whatever status.
 * @param onWaiting told once when it is not up yet.
 * @throws UserError after 30 s, or earlier when `signal` is aborted, with the URL and the last reason.
 */
async function waitForApp(url, signal, onWaiting) {
    const startedAt = performance.now();
    let told = false;
    for (;;) {
        const reason = await knock(url, signal);
        if (reason === undefined)
            return;
        if (!told)
            onWaiting(`Waiting for ${url} (${reason})`);
        told = true;
        await (0,promises_.setTimeout)(pauseMs, undefined, { signal }).catch(() => { });
        const waitedMs = performance.now() - startedAt;
        if (signal.aborted || waitedMs > graceMs) {
            throw new user_error/* UserError */.y(`The app does not answer at ${url} (${reason}, after ${Math.ceil(waitedMs / 1000)} s). Start it in a step before this one (in the background, with \`&\`), and check the input \`url\`.`);
        }
    }
}
/** @returns why the app is not there yet; undefined when it is. */
async function knock(url, signal) {
    try {
        const attempt = AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]);
        const answer = await (0,undici.fetch)(url, { redirect: 'manual', signal: attempt });
        await answer.body?.cancel();
        return notYet.includes(answer.status) ? `it answered ${answer.status}` : undefined;
    }
    catch (error) {
        const code = (0,network_code/* networkCode */.e)(error);
        // Whether its certificate may be trusted is the browser's to say: the app is there.
        return (0,network_code/* isDistrust */.B)(code) ? undefined : code;
    }
}

// EXTERNAL MODULE: ./build/src/client/client.js + 2 modules
var client_client = __webpack_require__(5790);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:module"
var external_node_module_ = __webpack_require__(8995);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 5 modules
var schemas = __webpack_require__(2047);
;// CONCATENATED MODULE: ./build/src/runner/browser/find-chromium.js





/** No Chromium on this machine. The message says how to get one. */
class BrowserNotFound extends Error {
    constructor(looked) {
        super(`No Chrome or Chromium was found on this machine (looked at ${looked.join('; ')}). ` +
            'GitHub-hosted runners have Chrome; elsewhere add a step before this one: `npx playwright install --with-deps chromium`, ' +
            'or install the package `chromium` of your distribution, or set the environment variable CHROME_BIN to the path of one.');
        this.name = 'BrowserNotFound';
    }
}
/**
 * Finds a Chromium: the one of the workspace's Playwright, the one that CHROME_BIN names, an installed Chrome or
 * Chromium, and last any browser that some Playwright has installed.
 * @returns the path of its executable.
 * @throws BrowserNotFound
 */
function findChromium(surroundings) {
    const { env } = surroundings;
    const registry = playwrightRegistry(surroundings);
    const found = workspaceBrowser(surroundings, registry) ??
        existing([env.CHROME_BIN]) ??
        existing(installedPaths(surroundings)) ??
        anyPlaywrightBrowser(registry, surroundings.platform);
    if (found !== undefined)
        return found;
    throw new BrowserNotFound([
        env.CHROME_BIN === undefined || env.CHROME_BIN === ''
            ? 'CHROME_BIN, not set'
            : `CHROME_BIN, ${env.CHROME_BIN}, which is not there`,
        'the usual places of Chrome and Chromium',
        `Playwright's browsers in ${registry}`,
    ]);
}
function existing(paths) {
    return paths.find((path) => path !== undefined && path !== '' && (0,external_node_fs_.existsSync)(path));
}
function installedPaths({ env, platform }) {
    if (platform === 'darwin') {
        return ['Google Chrome', 'Chromium'].map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`);
    }
    if (platform === 'win32') {
        const roots = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LocalAppData];
        return roots.flatMap((root) => root === undefined ? [] : [(0,external_node_path_.join)(root, 'Google', 'Chrome', 'Application', 'chrome.exe')]);
    }
    const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'];
    const folders = [...(env.PATH ?? '').split(external_node_path_.delimiter), '/usr/bin', '/opt/google/chrome'];
    return names.flatMap((name) => folders.filter((each) => each !== '').map((folder) => (0,external_node_path_.join)(folder, name)));
}
/** Where Playwright keeps its browsers. */
function playwrightRegistry({ env, platform }) {
    const named = env.PLAYWRIGHT_BROWSERS_PATH;
    if (named !== undefined && named !== '' && named !== '0')
        return named;
    const home = env.HOME ?? (0,external_node_os_.homedir)();
    if (platform === 'darwin')
        return (0,external_node_path_.join)(home, 'Library', 'Caches', 'ms-playwright');
    if (platform === 'win32')
        return (0,external_node_path_.join)(env.LocalAppData ?? (0,external_node_path_.join)(home, 'AppData', 'Local'), 'ms-playwright');
    return (0,external_node_path_.join)(env.XDG_CACHE_HOME ?? (0,external_node_path_.join)(home, '.cache'), 'ms-playwright');
}
const browsersFile = schemas/* object */.Ikc({ browsers: schemas/* array */.YOg(schemas/* object */.Ikc({ name: schemas/* string */.YjP(), revision: schemas/* string */.YjP() })) });
/** The browser of the very revision that the workspace's Playwright asks for. Its code is not run, only read. */
function workspaceBrowser({ env, platform, workspace }, registry) {
    try {
        const manifest = resolvePlaywright(workspace);
        const home = env.PLAYWRIGHT_BROWSERS_PATH === '0' ? (0,external_node_path_.join)((0,external_node_path_.dirname)(manifest), '.local-browsers') : registry;
        const { browsers } = browsersFile.parse(JSON.parse((0,external_node_fs_.readFileSync)((0,external_node_path_.join)((0,external_node_path_.dirname)(manifest), 'browsers.json'), 'utf8')));
        const wanted = browsers.filter(({ name }) => name.startsWith('chromium') && !name.includes('tip-of-tree'));
        return existing(wanted.flatMap(({ name, revision }) => executables((0,external_node_path_.join)(home, `${name.replaceAll('-', '_')}-${revision}`), platform)));
    }
    catch {
        // No Playwright in the workspace, or one of another layout: the other places are looked at.
        return undefined;
    }
}
/** How a workspace may hold Playwright: each package is looked up from the one before, as strict installers need. */
const playwrightChains = [
    ['@playwright/test', 'playwright', 'playwright-core'],
    ['@playwright/test', 'playwright-core'],
    ['playwright', 'playwright-core'],
    ['playwright-core'],
];
/** @returns the path of `package.json` of the workspace's Playwright. @throws where there is none. */
function resolvePlaywright(workspace) {
    for (const chain of playwrightChains) {
        try {
            return chain.reduce((from, name) => (0,external_node_module_.createRequire)(from).resolve(`${name}/package.json`), (0,external_node_path_.join)(workspace, 'package.json'));
        }
        catch {
            // Not installed in this way.
        }
    }
    throw new Error('no Playwright');
}
function anyPlaywrightBrowser(registry, platform) {
    if (!(0,external_node_fs_.existsSync)(registry))
        return undefined;
    const folders = (0,external_node_fs_.readdirSync)(registry).filter((name) => /^chromium(_headless_shell)?-\d+$/.test(name));
    const newestFirst = folders.sort((a, b) => revision(b) - revision(a));
    return existing(newestFirst.flatMap((folder) => executables((0,external_node_path_.join)(registry, folder), platform)));
}
function revision(folder) {
    return Number(folder.split('-').at(-1));
}
/** Where the executable stands inside a folder of Playwright's, in the layouts in use. */
function executables(folder, platform) {
    const inside = platform === 'darwin'
        ? [
            'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
            'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
            'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
            'chrome-mac/headless_shell',
            'chrome-headless-shell-mac-arm64/chrome-headless-shell',
            'chrome-headless-shell-mac-x64/chrome-headless-shell',
        ]
        : platform === 'win32'
            ? [
                'chrome-win/chrome.exe',
                'chrome-win64/chrome.exe',
                'chrome-win/headless_shell.exe',
                'chrome-headless-shell-win64/chrome-headless-shell.exe',
            ]
            : [
                'chrome-linux/chrome',
                'chrome-linux64/chrome',
                'chrome-linux/headless_shell',
                'chrome-headless-shell-linux64/chrome-headless-shell',
            ];
    return inside.map((path) => (0,external_node_path_.join)(folder, path));
}

;// CONCATENATED MODULE: ./build/src/runner/on-demand-runner.js
/**
 * A runner that is opened when a run begins, and closed when no run is left: nothing is needed before the first run,
 * and a browser that has died is replaced. Runs at the same time share it.
 * @param open where it rejects, the runs that asked for it reject with the same error; the next run tries again.
 */
function onDemandRunner(open) {
    let shared;
    let users = 0;
    return {
        browsers: ['CHROMIUM'],
        async run(plan, events, signal) {
            if (signal.aborted)
                return;
            shared ??= open();
            users += 1;
            const mine = shared;
            let opened;
            try {
                opened = await unlessAborted(mine, signal);
                await opened?.run(plan, events, signal);
            }
            finally {
                users -= 1;
                if (users === 0) {
                    shared = undefined;
                    const closed = mine.then((runner) => runner[Symbol.asyncDispose]()).catch(() => { });
                    // A browser that was not up yet may take its time: a run that is stopped does not wait for it.
                    if (opened !== undefined)
                        await closed;
                }
            }
        },
        // Every run closes behind itself.
        async [Symbol.asyncDispose]() { },
    };
}
/** @returns undefined as soon as the signal is aborted. */
async function unlessAborted(work, signal) {
    const aborted = Promise.withResolvers();
    const abort = () => aborted.resolve(undefined);
    signal.addEventListener('abort', abort, { once: true });
    try {
        return await Promise.race([work, aborted.promise]);
    }
    finally {
        signal.removeEventListener('abort', abort);
    }
}

;// CONCATENATED MODULE: ./build/src/runner/browser/breakpoint.js
/** Screen sizes in CSS pixels. */
const screens = {
    DESKTOP: { viewport: { width: 1920, height: 1080 } },
    TABLET: { viewport: { width: 768, height: 1024 }, hasTouch: true },
    MOBILE: { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
};
/** The context options of a breakpoint. */
function screenOf(breakpoint) {
    return screens[breakpoint];
}

// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
;// CONCATENATED MODULE: ./build/src/runner/join-url.js
/**
 * Joins the execution URL with a path below it; a whole URL stays as it is.
 * @throws Error where the result is no http or https URL.
 */
function joinUrl(executionUrl, path) {
    if (path === '')
        return executionUrl;
    if (/^[a-z][a-z\d+.-]*:/i.test(path))
        return webUrl(path);
    const base = new URL(executionUrl);
    return webUrl(`${base.origin}${base.pathname.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`);
}
function webUrl(text) {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url?.protocol === 'http:' || url?.protocol === 'https:')
        return url.href;
    throw new Error(`"${text}" can't be opened: it must be an http or https URL, or a path below the URL under test.`);
}

// EXTERNAL MODULE: ./build/src/contract/exchange/pattern.js
var pattern = __webpack_require__(2994);
;// CONCATENATED MODULE: ./build/src/runner/aria-role.js
const roles = [
    'alert',
    'alertdialog',
    'application',
    'article',
    'banner',
    'blockquote',
    'button',
    'caption',
    'cell',
    'checkbox',
    'code',
    'columnheader',
    'combobox',
    'complementary',
    'contentinfo',
    'definition',
    'deletion',
    'dialog',
    'directory',
    'document',
    'emphasis',
    'feed',
    'figure',
    'form',
    'generic',
    'grid',
    'gridcell',
    'group',
    'heading',
    'img',
    'insertion',
    'link',
    'list',
    'listbox',
    'listitem',
    'log',
    'main',
    'marquee',
    'math',
    'meter',
    'menu',
    'menubar',
    'menuitem',
    'menuitemcheckbox',
    'menuitemradio',
    'navigation',
    'none',
    'note',
    'option',
    'paragraph',
    'presentation',
    'progressbar',
    'radio',
    'radiogroup',
    'region',
    'row',
    'rowgroup',
    'rowheader',
    'scrollbar',
    'search',
    'searchbox',
    'separator',
    'slider',
    'spinbutton',
    'status',
    'strong',
    'subscript',
    'superscript',
    'switch',
    'tab',
    'table',
    'tablist',
    'tabpanel',
    'term',
    'textbox',
    'time',
    'timer',
    'toolbar',
    'tooltip',
    'tree',
    'treegrid',
    'treeitem',
];
/** @throws Error where the text is no ARIA role. */
function ariaRole(text) {
    const role = roles.find((each) => each === text.toLowerCase());
    if (role === undefined)
        throw new Error(`"${text}" is no ARIA role. A ROLE selector names one, such as button or link.`);
    return role;
}

;// CONCATENATED MODULE: ./build/src/runner/locator.js


/**
 * Builds the locator of a step: the chain is read left to right, and only visible elements count.
 * @param fill puts values in place of variables.
 */
function buildLocator(page, selectors, fill) {
    let scope = page;
    let picked = false;
    for (const selector of selectors) {
        scope = narrow(scope, fillTexts(selector, fill));
        picked = isPick(selector);
    }
    if (!isLocator(scope)) {
        throw new Error(selectors.length === 0
            ? 'The step has no selector: it needs one to find its element.'
            : 'The selector chain ends with FRAME: add a selector for the element inside the frame.');
    }
    return picked ? scope : scope.filter({ visible: true });
}
function narrow(scope, selector) {
    const options = selector.options ?? {};
    const text = (0,pattern/* textOrPattern */.n)(selector.selector);
    const exact = options.exact === undefined ? {} : { exact: options.exact };
    switch (selector.selectorType) {
        case 'FRAME':
            return scope.locator(selector.selector).filter({ visible: true }).contentFrame();
        case 'CSS':
            return scope.locator(selector.selector);
        case 'TEXT':
            return scope.getByText(text, exact);
        case 'ROLE':
            return scope.getByRole(ariaRole(selector.selector), roleOptions(options));
        case 'ALT_TEXT':
            return scope.getByAltText(text, exact);
        case 'LABEL':
            return scope.getByLabel(text, exact);
        case 'TEST_ID':
            return scope.getByTestId(text);
        case 'TITLE':
            return scope.getByTitle(text, exact);
        case 'PLACEHOLDER':
            return scope.getByPlaceholder(text, exact);
        case 'FILTER':
            return locator_elements(scope, 'FILTER').filter(filterOptions(options));
        case 'FIRST':
            return locator_elements(scope, 'FIRST').filter({ visible: true }).first();
        case 'LAST':
            return locator_elements(scope, 'LAST').filter({ visible: true }).last();
        case 'NTH':
            return locator_elements(scope, 'NTH').filter({ visible: true }).nth(Number(selector.selector));
    }
}
/** These choose among what was found, so only what is visible may stand for choice. */
function isPick({ selectorType }) {
    return selectorType === 'FIRST' || selectorType === 'LAST' || selectorType === 'NTH';
}
function locator_elements(scope, selectorType) {
    if (isLocator(scope))
        return scope;
    throw new Error(`${selectorType} narrows what another selector found: put that one before it.`);
}
function isLocator(scope) {
    return 'elementHandles' in scope;
}
function roleOptions({ hasText: _, hasNotText: __, name, ...states }) {
    return { ...defined(states), ...(name === undefined ? {} : { name: (0,pattern/* textOrPattern */.n)(name) }) };
}
function filterOptions({ hasText, hasNotText }) {
    return {
        ...(hasText === undefined ? {} : { hasText: (0,pattern/* textOrPattern */.n)(hasText) }),
        ...(hasNotText === undefined ? {} : { hasNotText: (0,pattern/* textOrPattern */.n)(hasNotText) }),
    };
}
function defined(value) {
    return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
}
function fillTexts(selector, fill) {
    const { options } = selector;
    if (options == null)
        return { ...selector, selector: fill(selector.selector) };
    const texts = Object.fromEntries(['name', 'hasText', 'hasNotText'].flatMap((key) => options[key] === undefined ? [] : [[key, fill(options[key])]]));
    return { ...selector, selector: fill(selector.selector), options: { ...options, ...texts } };
}

;// CONCATENATED MODULE: ./build/src/runner/steps/click.js
/** CLICK: with a button, twice, or without waiting until the element can be clicked (`force`). */
async function click(scope, calledWith) {
    const { button = 'left', double = false, force = false } = calledWith ?? {};
    const options = { button, force, timeout: scope.remainingMs() };
    await (double ? scope.locator().dblclick(options) : scope.locator().click(options));
}

;// CONCATENATED MODULE: ./build/src/runner/steps/enter-text.js
/** ENTER_TEXT: replaces what the field holds. */
async function enterText(scope, calledWith) {
    await scope.locator().fill(scope.fill(calledWith), { timeout: scope.remainingMs() });
}

;// CONCATENATED MODULE: ./build/src/runner/steps/go-to.js

/** GO_TO: opens a URL; a path is joined with the execution URL. */
async function goTo(scope, calledWith) {
    await scope.page.goto(joinUrl(scope.executionUrl, scope.fill(calledWith)), {
        timeout: scope.remainingMs(),
    });
}

;// CONCATENATED MODULE: ./build/src/runner/steps/to-contain-text.js


/** Pauses between two looks, in ms; the last one repeats. */
const pauses = [50, 100, 250, 500, 1000];
/** What the last look may take, in ms. */
const lastLookMs = 100;
/**
 * TO_CONTAIN_TEXT: the element's text contains a text, white space folded, or fits a pattern as it stands; so does
 * Playwright's own toContainText.
 */
async function toContainText(scope, calledWith) {
    const expected = (0,pattern/* textOrPattern */.n)(scope.fill(calledWith));
    const locator = scope.locator();
    let received;
    for (let look = 0;; look += 1) {
        try {
            received = (await locator.textContent({ timeout: scope.remainingMs() })) ?? '';
        }
        catch (error) {
            // The time ran out in the last look; what was seen before tells more than that.
            if (received === undefined || scope.remainingMs() > 1)
                throw error;
            throw new Error(mismatch(String(locator), expected, received));
        }
        if (contains(received, expected))
            return;
        const leftMs = scope.remainingMs() - lastLookMs;
        if (leftMs <= 0)
            throw new Error(mismatch(String(locator), expected, received));
        // The last pause is cut short, so that a text which comes late in the step's time is still seen.
        await (0,promises_.setTimeout)(Math.min(pauses[Math.min(look, pauses.length - 1)] ?? 1000, leftMs));
    }
}
function contains(received, expected) {
    return typeof expected === 'string'
        ? foldSpace(received).includes(foldSpace(expected))
        : expected.test(received);
}
/** Folds white space, and leaves out what shows nothing (a soft hyphen, a zero-width space), as Playwright does. */
function foldSpace(text) {
    return text
        .replace(/[\u00ad\u200b]/g, '')
        .replace(/\s+/g, ' ')
        .trim();
}
function mismatch(locator, expected, received) {
    const [label, value] = typeof expected === 'string' ? ['substring', JSON.stringify(expected)] : ['pattern', String(expected)];
    return [
        'expect(locator).toContainText(expected) failed',
        '',
        `Locator: ${locator}`,
        `Expected ${label}: ${value}`,
        `Received string: ${JSON.stringify(typeof expected === 'string' ? foldSpace(received) : received)}`,
    ].join('\n');
}

;// CONCATENATED MODULE: ./build/src/runner/steps/visible.js
/** VISIBLE: exactly one element is found and visible, now or within the step's time. */
async function visible(scope) {
    await scope.locator().waitFor({ state: 'visible', timeout: scope.remainingMs() });
}

;// CONCATENATED MODULE: ./build/src/runner/steps/perform.js





/** A step that this runner can't play: that is the runner's fault, never the test's. */
class UnsupportedStep extends Error {
    constructor(name) {
        super(`The embedded service can't run ${name} yet: it runs GO_TO, CLICK, ENTER_TEXT, VISIBLE and TO_CONTAIN_TEXT. Use those, or a hosted service (\`service-url\`).`);
        this.name = 'UnsupportedStep';
    }
}
/** Plays one step. @throws what Playwright throws when it fails, or UnsupportedStep. */
async function perform(element, scope) {
    if (element.interaction != null)
        return interact(element.interaction, scope);
    if (element.assertion != null)
        return expectation(element.assertion, scope);
}
function interact(interaction, scope) {
    switch (interaction.action) {
        case 'GO_TO':
            return goTo(scope, interaction.calledWith);
        case 'CLICK':
            return click(scope, interaction.calledWith);
        case 'ENTER_TEXT':
            return enterText(scope, interaction.calledWith);
        default:
            throw new UnsupportedStep(interaction.action);
    }
}
function expectation(assertion, scope) {
    switch (assertion.expectation) {
        case 'VISIBLE':
            return visible(scope);
        case 'TO_CONTAIN_TEXT':
            return toContainText(scope, assertion.calledWith);
        default:
            throw new UnsupportedStep(assertion.expectation);
    }
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
;// CONCATENATED MODULE: ./build/src/runner/variables.js

/** A step uses a variable that nobody has defined. */
class UndefinedVariable extends Error {
    constructor(name, known) {
        super(`The variable $${name} is not defined. Give it a value with the input \`variables\`. Defined are: ${known.map((each) => `$${each}`).join(', ')}.`);
        this.name = 'UndefinedVariable';
    }
}
/**
 * The variables of one run: the given ones (where one has several values, one is picked) and the predefined ones,
 * which are the same within a run and new in the next.
 */
function runVariables(given, executionUrl) {
    const stable = (0,external_node_crypto_.randomUUID)();
    const predefined = [
        ['OCTO_URL', executionUrl],
        ['OCTO_STABLE_UUID', stable],
        ['OCTO_STABLE_UUID_SHORT', stable.slice(0, 8)],
        ['OCTO_STABLE_RANDOM_CHARACTERS', randomCharacters(8)],
    ];
    const picked = Object.entries(given).flatMap(([name, values]) => {
        const value = values[values.length > 1 ? (0,external_node_crypto_.randomInt)(values.length) : 0];
        return value === undefined ? [] : [[name, value]];
    });
    return new Map([...predefined, ...picked]);
}
/** The mark of a pattern may follow a dollar sign, where it is no variable's name. */
const wrappedPattern = /^(OCTOREGEX)([\s\S]*)(OCTOREGEX)$/;
/**
 * Puts values in place of `$NAME`. A dollar sign that no name follows, as in `$5`, stays. In a pattern a value stands
 * for itself: its characters mean nothing special.
 * @throws UndefinedVariable
 */
function fillIn(text, variables) {
    const [, begin = '', source, end = ''] = wrappedPattern.exec(text) ?? [];
    if (source === undefined)
        return replaceNames(text, (name) => lookUp(name, variables));
    return begin + replaceNames(source, (name) => escapePattern(lookUp(name, variables))) + end;
}
function replaceNames(text, value) {
    // Two dollar signs name another kind of variable, which may not be taken for `$NAME` after a dollar sign.
    return text.replace(/\$(\$?[A-Za-z_]\w*)/g, (_, name) => value(name));
}
function lookUp(name, variables) {
    const value = variables.get(name);
    if (value === undefined)
        throw new UndefinedVariable(name, [...variables.keys()]);
    return value;
}
function escapePattern(text) {
    return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
function randomCharacters(length) {
    return Array.from({ length }, () => String.fromCharCode(97 + (0,external_node_crypto_.randomInt)(26))).join('');
}

;// CONCATENATED MODULE: ./build/src/runner/play-case.js





/** A case or one of its dependencies failed; it carries where. */
class PlayFailure extends Error {
    testCase;
    /** Undefined where the entry point did not open. */
    elementIndex;
    constructor(testCase, elementIndex, cause) {
        super(errorText(cause), { cause });
        this.testCase = testCase;
        this.elementIndex = elementIndex;
    }
}
/** A case can't be played as it stands: it needs a case that isn't there. */
class BrokenDependency extends Error {
}
/**
 * Plays one case in a context of its own: its chain of dependencies, the case, then the teardowns from the inside
 * out, also after a failure. A failing teardown never fails the case.
 * @throws where the browser itself is gone.
 */
async function playCase(context, testCase, plan, variables) {
    const page = await context.newPage();
    const begun = [];
    const player = new StepPlayer(page, plan, variables);
    try {
        for (const each of dependencyChain(testCase, plan.library)) {
            begun.unshift(each);
            await player.playFromEntry(each);
        }
        return { testCaseId: testCase.id, status: 'PASSED', errorMessage: null };
    }
    catch (error) {
        if (context.browser()?.isConnected() === false)
            throw error;
        return failedOutcome(testCase, error);
    }
    finally {
        await playTeardowns(begun, plan, player);
    }
}
function failedOutcome({ id }, error) {
    if (!(error instanceof PlayFailure)) {
        return { testCaseId: id, status: 'ERROR', errorMessage: errorText(error) };
    }
    const { testCase, elementIndex, message, cause } = error;
    return {
        testCaseId: id,
        status: cause instanceof UnsupportedStep ? 'ERROR' : 'FAILED',
        errorMessage: testCase.id === id ? message : `Dependency "${testCase.description}": ${message}`,
        ...(elementIndex === undefined ? {} : { failedStep: { testCaseId: testCase.id, elementIndex } }),
    };
}
/** The case's dependencies from the outermost in, and the case itself last. */
function dependencyChain(testCase, library) {
    const chain = [testCase];
    for (let id = testCase.dependencyId; id !== undefined; id = chain[0]?.dependencyId) {
        const dependency = library.get(id);
        if (dependency === undefined)
            throw new BrokenDependency(`The dependency ${id} does not exist.`);
        if (chain.includes(dependency)) {
            throw new BrokenDependency(`The dependencies of "${testCase.description}" form a loop.`);
        }
        chain.unshift(dependency);
    }
    return chain;
}
async function playTeardowns(begun, plan, player) {
    for (const { teardownId } of begun) {
        const teardown = teardownId === undefined ? undefined : plan.library.get(teardownId);
        try {
            if (teardown !== undefined)
                await player.playSteps(teardown);
        }
        catch {
            // A teardown tidies up; what it can't do says nothing about the case.
        }
    }
}
/** Plays the steps of cases on one page. */
class StepPlayer {
    #page;
    #plan;
    #variables;
    constructor(page, plan, variables) {
        this.#page = page;
        this.#plan = plan;
        this.#variables = variables;
    }
    /** A case that does not begin with GO_TO starts at the execution URL, joined with its entry point. */
    async playFromEntry(testCase) {
        if (testCase.elements[0]?.interaction?.action !== 'GO_TO') {
            try {
                const path = this.#fill(testCase.entryPointUrlPath ?? '');
                await this.#page.goto(joinUrl(this.#plan.executionUrl, path), {
                    timeout: this.#plan.timeoutPerStepMs,
                });
            }
            catch (error) {
                throw new PlayFailure(testCase, undefined, error);
            }
        }
        await this.playSteps(testCase);
    }
    async playSteps(testCase) {
        for (const [elementIndex, element] of testCase.elements.entries()) {
            try {
                await this.#playStep(element);
            }
            catch (error) {
                if (element.ignoreFailure === true && this.#mayGoOn(error))
                    continue;
                throw new PlayFailure(testCase, elementIndex, error);
            }
        }
    }
    /** Only what the test itself did wrong may be ignored. */
    #mayGoOn(error) {
        return !(error instanceof UnsupportedStep) && this.#page.context().browser()?.isConnected() !== false;
    }
    /** One step, and the page's load after it, within the time of one step. */
    async #playStep(element) {
        const end = performance.now() + this.#plan.timeoutPerStepMs;
        const remainingMs = () => Math.max(1, Math.round(end - performance.now()));
        await perform(element, {
            page: this.#page,
            executionUrl: this.#plan.executionUrl,
            locator: () => buildLocator(this.#page, element.selectors, this.#fill),
            fill: this.#fill,
            remainingMs,
        });
        await this.#page.waitForLoadState('load', { timeout: remainingMs() });
    }
    #fill = (text) => fillIn(text, this.#variables);
}
/** Playwright's own words, without the colours of its call log. */
function errorText(error) {
    const text = error instanceof Error
        ? error.name === 'Error'
            ? error.message
            : `${error.name}: ${error.message}`
        : String(error);
    return (0,external_node_util_.stripVTControlCharacters)(text).trim();
}

;// CONCATENATED MODULE: ./build/src/runner/open-runner.js




/** The browser was found and did not start. */
class BrowserNotStarted extends Error {
    constructor(executablePath, cause) {
        const reason = cause instanceof Error ? cause.message.split('\n').slice(0, 12).join('\n') : String(cause);
        super(`The browser ${executablePath} did not start: ${reason}\nSet the environment variable CHROME_BIN to one that works.`, { cause });
        this.name = 'BrowserNotStarted';
    }
}
/**
 * Starts a browser and makes a runner of it: cases play in parallel, each in a context of its own.
 * @param executablePath a Chromium, see `findChromium`.
 * @param workers how many cases play at once; by default one for each processor.
 * @throws BrowserNotStarted
 */
async function openRunner(executablePath, workers = (0,external_node_os_.availableParallelism)()) {
    const browser = await launch(executablePath);
    return {
        browsers: ['CHROMIUM'],
        run: (plan, events, signal) => runAll(browser, plan, events, signal, workers),
        [Symbol.asyncDispose]: () => browser.close(),
    };
}
async function launch(executablePath) {
    // Loaded only where a browser is needed; the driver ships beside the bundle, not inside it.
    const { chromium } = await import(/* webpackIgnore: true */ 'playwright-core');
    try {
        // Signals end the whole action; it closes the browser itself.
        return await chromium.launch({
            executablePath,
            handleSIGINT: false,
            handleSIGTERM: false,
            handleSIGHUP: false,
        });
    }
    catch (error) {
        throw new BrowserNotStarted(executablePath, error);
    }
}
async function runAll(browser, plan, events, signal, workers) {
    const variables = runVariables(plan.variables, plan.executionUrl);
    const waiting = plan.cases.values();
    const work = async () => {
        for (const testCase of waiting) {
            if (signal.aborted)
                return;
            events.onStart(testCase.id);
            const outcome = await playInContext(browser, testCase, plan, variables, signal);
            if (outcome !== undefined && !signal.aborted)
                events.onOutcome(outcome);
        }
    };
    // The driver may leave a call open for ever when its context is closed at the wrong moment: a run that is stopped
    // does not wait for its cases. They end with the browser at the latest.
    const stopped = Promise.withResolvers();
    const stop = () => stopped.resolve();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted)
        return;
    try {
        const all = Array.from({ length: Math.min(workers, plan.cases.length) }, work);
        await Promise.race([Promise.all(all), stopped.promise]);
    }
    finally {
        signal.removeEventListener('abort', stop);
    }
}
/** @returns undefined when the run was stopped meanwhile: a case that was cut off has no outcome. */
async function playInContext(browser, testCase, plan, variables, signal) {
    try {
        const outcome = await untilGone(browser, () => playAlone(browser, testCase, plan, variables, signal));
        return signal.aborted ? undefined : outcome;
    }
    catch (error) {
        if (signal.aborted)
            return undefined;
        const reason = error instanceof Error ? error.message : String(error);
        return {
            testCaseId: testCase.id,
            status: 'ERROR',
            errorMessage: `The browser ended unexpectedly: ${reason}`,
        };
    }
}
/** @returns undefined when the run was stopped before the case began. */
async function playAlone(browser, testCase, plan, variables, signal) {
    const context = await browser.newContext(screenOf(plan.breakpoint));
    const close = () => void context.close().catch(() => { });
    signal.addEventListener('abort', close, { once: true });
    try {
        // Stopped while the context was made: its closing was not asked for then.
        return signal.aborted ? undefined : await playCase(context, testCase, plan, variables);
    }
    finally {
        signal.removeEventListener('abort', close);
        await context.close().catch(() => { });
    }
}
/**
 * Works with a browser for as long as it is there: the driver may leave a call open for ever when the browser's
 * process ends at the wrong moment.
 */
async function untilGone(browser, work) {
    const gone = Promise.withResolvers();
    const leave = () => gone.reject(new Error('its process is gone.'));
    browser.once('disconnected', leave);
    if (!browser.isConnected())
        leave();
    try {
        return await Promise.race([gone.promise, work()]);
    }
    finally {
        browser.off('disconnected', leave);
    }
}

// EXTERNAL MODULE: ./node_modules/hono/dist/index.js + 24 modules
var dist = __webpack_require__(1894);
// EXTERNAL MODULE: ./build/src/contract/endpoints.js + 2 modules
var endpoints = __webpack_require__(9825);
// EXTERNAL MODULE: ./build/src/contract/values.js + 1 modules
var values = __webpack_require__(1923);
;// CONCATENATED MODULE: ./build/src/contract/error-answers.js


/** Body of a 400: what is wrong with the request, and where. `path` begins with `params` or `query` outside the body. */
const issues = schemas/* array */.YOg(schemas/* looseObject */._H3({
    code: schemas/* string */.YjP(),
    expected: schemas/* string */.YjP().optional(),
    received: schemas/* string */.YjP().optional(),
    path: schemas/* array */.YOg(schemas/* union */.KCZ([schemas/* string */.YjP(), schemas/* int */.Whr()])),
    message: schemas/* string */.YjP(),
}));
/** Body of every other refusal. */
const problem = schemas/* looseObject */._H3({ message: schemas/* string */.YjP() });
/** Body of the 400 that DELETE test case answers while other cases depend on it (extension). */
const dependenciesLeft = schemas/* looseObject */._H3({
    status: schemas/* literal */.euz('has dependencies'),
    dependencyIds: schemas/* array */.YOg(values/* uuid */.uR),
});

// EXTERNAL MODULE: ./build/src/contract/environment.js
var environment = __webpack_require__(9165);
// EXTERNAL MODULE: ./build/src/contract/exchange/assertion.js
var assertion = __webpack_require__(6108);
// EXTERNAL MODULE: ./build/src/contract/exchange/interaction.js
var interaction = __webpack_require__(2368);
// EXTERNAL MODULE: ./build/src/contract/exchange/selector.js
var selector = __webpack_require__(2019);
// EXTERNAL MODULE: ./build/src/contract/exchange/test-case.js
var test_case = __webpack_require__(755);
// EXTERNAL MODULE: ./build/src/contract/generation.js
var generation = __webpack_require__(8476);
// EXTERNAL MODULE: ./node_modules/zod/v4/core/registries.js
var registries = __webpack_require__(9396);
// EXTERNAL MODULE: ./node_modules/zod/v4/core/json-schema-processors.js
var json_schema_processors = __webpack_require__(8439);
;// CONCATENATED MODULE: ./build/src/contract/json-schema.js

/**
 * Writes zod schemas as JSON Schema 2020-12.
 * @param named the schemas by name: where one of them stands in another, there is a `$ref` to it.
 * @param refs what a `$ref` begins with, such as `#/$defs/`.
 * @param io requests are written as they are sent, answers as they are received: what has a default is optional in
 *   the one and always there in the other.
 * @throws where zod has no JSON Schema for a part.
 */
function toJsonSchemas(named, refs, io) {
    // A registry of its own: ids in zod's global one would be everybody's.
    const names = registries/* registry */.u5();
    for (const [id, schema] of named)
        names.add(schema, { id });
    const { schemas } = json_schema_processors/* toJSONSchema */.bl(names, {
        io,
        uri: (id) => refs + id,
        unrepresentable: ({ zodSchema }) => (zodSchema._zod.def.type === 'undefined' ? { not: {} } : 'throw'),
        override: ({ jsonSchema }) => tidy(jsonSchema),
    });
    return Object.fromEntries(Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema]));
}
/** Takes out what says nothing, and says in words which values an open enumeration has so far. */
function tidy(schema) {
    const { additionalProperties, known, minimum, maximum } = schema;
    if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length === 0) {
        delete schema.additionalProperties;
    }
    if (minimum === Number.MIN_SAFE_INTEGER)
        delete schema.minimum;
    if (maximum === Number.MAX_SAFE_INTEGER)
        delete schema.maximum;
    if (!Array.isArray(known))
        return;
    delete schema.known;
    schema.description = `${known.join(', ')}; a service may know more values.`;
    schema.examples = [...known];
}

// EXTERNAL MODULE: ./build/src/contract/report-context.js
var report_context = __webpack_require__(7574);
// EXTERNAL MODULE: ./build/src/contract/test-case.js
var contract_test_case = __webpack_require__(7371);
// EXTERNAL MODULE: ./build/src/contract/test-plan.js
var test_plan = __webpack_require__(1208);
// EXTERNAL MODULE: ./build/src/contract/test-report.js
var test_report = __webpack_require__(3317);
// EXTERNAL MODULE: ./build/src/contract/test-target.js
var test_target = __webpack_require__(866);
;// CONCATENATED MODULE: ./build/src/contract/openapi-schemas.js














const refs = '#/components/schemas/';
const openapi_schemas_values = [
    ['Uuid', values/* uuid */.uR],
    ['Timestamp', values/* timestamp */.vE],
];
/** What has a name of its own in the document. */
const named = {
    request: new Map([
        ...openapi_schemas_values,
        ['DiscoveryRequest', generation/* discoveryBody */.zr],
        ['EnvironmentRequest', environment/* environmentBody */.A],
        ['ExchangeAssertion', assertion/* assertion */.p],
        ['ExchangeElement', test_case/* exchangeElement */.e2],
        ['ExchangeInteraction', interaction/* interaction */.v],
        ['ExchangeSelector', selector/* exchangeSelector */.pO],
        ['ExchangeTestCase', test_case/* exchangeTestCase */.MB],
        ['ExecuteRequest', test_report/* executeBody */.gX],
        ['PushRequest', test_case/* pushBody */.N],
        ['ReportContext', report_context/* reportContext */.g],
    ]),
    answer: new Map([
        ...openapi_schemas_values,
        ['AnsweredContext', report_context/* answeredContext */.d],
        ['AnsweredTestCase', test_case/* answeredTestCase */.WD],
        ['DependenciesLeft', dependenciesLeft],
        ['DiscoveryAnswer', generation/* discoveryAnswer */.dF],
        ['Environment', environment/* environment */.c],
        ['Issues', issues],
        ['Problem', problem],
        ['PushAnswer', test_case/* pushAnswer */.d7],
        ['TestCase', contract_test_case/* testCase */.DH],
        ['TestCaseElement', contract_test_case/* testCaseElement */.LU],
        ['TestPlan', test_plan/* testPlan */.u],
        ['TestReport', test_report/* testReport */.PK],
        ['TestResult', test_report/* testResult */.Ke],
        ['TestTarget', test_target/* testTarget */.qe],
    ]),
};
const io = { request: 'input', answer: 'output' };
/** The `components/schemas` of the OpenAPI document. */
function componentSchemas() {
    const all = {
        ...toJsonSchemas(named.request, refs, io.request),
        ...toJsonSchemas(named.answer, refs, io.answer),
    };
    return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
}
/** A schema for its place in the document: a reference where it has a name, else written out. */
function schemaOf(schema, direction) {
    for (const [name, each] of named[direction])
        if (each === schema)
            return { $ref: refs + name };
    const here = '(here)';
    return toJsonSchemas(new Map([...named[direction], [here, schema]]), refs, io[direction])[here] ?? {};
}

;// CONCATENATED MODULE: ./build/src/contract/openapi-operation.js



/** The tag of each section; `extension` holds what public clients call beyond the specification. */
const tagOfSection = {
    '4.1': 'Test targets',
    '4.2': 'Environments',
    '4.3': 'Test cases',
    '4.4': 'Test reports',
    '4.5': 'Generation',
    '4.6': 'Pull, push, export, version',
    '4.7': 'Test plans',
    extension: 'Extensions',
};
const refusals = {
    400: { name: 'Invalid', description: 'The request is not valid: every problem with its place.' },
    401: { name: 'Unauthorized', description: 'X-API-Key is missing or not valid.' },
    404: { name: 'NotFound', description: 'What the path or the body names does not exist.' },
    405: { name: 'MethodNotAllowed', description: 'The path does not have this method.' },
    413: { name: 'TooLarge', description: 'The body is too large.' },
    415: { name: 'UnsupportedMediaType', description: 'The body is not sent as application/json.' },
};
const onlyWithBody = ['413', '415'];
/** The `components/responses` of the OpenAPI document: every way to be refused. */
function refusalResponses() {
    return Object.fromEntries(Object.entries(refusals).map(([status, { name, description }]) => [
        name,
        { description, content: jsonContent(status === '400' ? issues : problem) },
    ]));
}
function particularsOf(operation) {
    if (operation === 'getTestReport') {
        const schema = { type: 'string' };
        const description = '`wait=N`: hold the answer back for up to N seconds, until the run has ended (RFC 7240).';
        return {
            parameters: [{ name: 'Prefer', in: 'header', description, schema, example: 'wait=30' }],
            headers: { 'Preference-Applied': { description: 'The preference that was followed.', schema } },
        };
    }
    if (operation === 'deleteTestCase') {
        const description = 'The request is not valid, or other test cases depend on this one.';
        return { refusals: { 400: { description, content: jsonContent(schemas/* union */.KCZ([issues, dependenciesLeft])) } } };
    }
    return {};
}
/** One operation of the table as the OpenAPI document has it. Its `operationId` is its name in the table. */
function operationObject(operation, endpoint) {
    const isExtension = endpoint.section === 'extension';
    const more = particularsOf(operation);
    const parameters = [
        ...parametersOf(endpoint.params, 'path'),
        ...parametersOf(endpoint.query, 'query'),
        ...(more.parameters ?? []),
    ];
    const hasBody = !(endpoint.body instanceof schemas/* ZodUndefined */._ZT);
    return {
        operationId: operation,
        summary: inWords(operation),
        description: isExtension
            ? 'An extension: public clients call it, and the specification lacks it. A service that does not have it answers 404 or 405.'
            : `Section ${endpoint.section} of the service interface.`,
        tags: [tagOfSection[endpoint.section]],
        ...(isExtension ? { 'x-extension': true } : {}),
        ...(parameters.length === 0 ? {} : { parameters }),
        ...(hasBody
            ? {
                requestBody: {
                    required: true,
                    content: { 'application/json': { schema: schemaOf(endpoint.body, 'request') } },
                },
            }
            : {}),
        responses: { ...success(endpoint, more.headers), ...refusalsOf(hasBody), ...more.refusals },
    };
}
function success({ status, answer, mediaType }, headers) {
    const response = { description: status === 201 ? 'Created.' : 'Done.', ...(headers && { headers }) };
    // Bytes have no schema in OpenAPI 3.1: the media type says it all.
    if (mediaType === 'application/zip')
        return { [status]: { ...response, content: { [mediaType]: {} } } };
    // What the answer is, is not shown anywhere.
    if (answer instanceof schemas/* ZodUnknown */._aJ)
        return { [status]: response };
    return { [status]: { ...response, content: content(answer, mediaType ?? 'application/json') } };
}
function refusalsOf(hasBody) {
    return Object.fromEntries(Object.entries(refusals)
        .filter(([status]) => hasBody || !onlyWithBody.includes(status))
        .map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]));
}
function parametersOf(schema, place) {
    const { properties = {}, required = [] } = schemaOf(schema, 'request');
    return Object.entries(properties).map(([name, property]) => {
        const { description, ...rest } = typeof property === 'boolean' ? {} : property;
        return {
            name,
            in: place,
            ...(required.includes(name) ? { required: true } : {}),
            ...(description === undefined ? {} : { description }),
            schema: rest,
        };
    });
}
function jsonContent(schema) {
    return content(schema, 'application/json');
}
function content(schema, mediaType) {
    return { [mediaType]: { schema: schemaOf(schema, 'answer') } };
}
/** `listTestTargets` -> `List test targets`. */
function inWords(operation) {
    const words = operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return words.charAt(0).toUpperCase() + words.slice(1);
}

;// CONCATENATED MODULE: ./build/src/contract/openapi.js



/**
 * The OpenAPI 3.1 document of the service interface, made from the table of endpoints: all of section 4, and the
 * extensions, each marked with `x-extension`. Requests are described as the service reads them (unknown keys are
 * allowed, because they are stripped), answers as it gives them.
 */
function openApiDocument() {
    return {
        openapi: '3.1.0',
        info: {
            title: 'Test automation service',
            version: '1.0.0',
            description: 'Manages automated browser tests of web applications: test targets, environments, test cases, runs and their reports.',
            license: { name: 'MIT', identifier: 'MIT' },
        },
        servers: [{ url: '/', description: 'Where this document comes from.' }],
        security: [{ apiKey: [] }],
        tags: Object.values(tagOfSection).map((name) => ({ name })),
        paths: paths(),
        components: {
            securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
            responses: refusalResponses(),
            schemas: componentSchemas(),
        },
    };
}
function paths() {
    const found = {};
    for (const [operation, endpoint] of table()) {
        found[endpoint.path] = {
            ...found[endpoint.path],
            [endpoint.method.toLowerCase()]: operationObject(operation, endpoint),
        };
    }
    return found;
}
function table() {
    const isOperation = (name) => Object.hasOwn(endpoints/* endpoints */.v, name);
    return Object.keys(endpoints/* endpoints */.v)
        .filter(isOperation)
        .map((operation) => [operation, endpoints/* endpoints */.v[operation]]);
}

;// CONCATENATED MODULE: ./build/src/service/http/http-problem.js
/** A request that gets no success. Handlers throw it; the app turns it into the answer. */
class HttpProblem extends Error {
    status;
    body;
    /** Headers of the answer besides its content type. */
    headers;
    constructor(status, body, headers = {}) {
        super(`HTTP ${status}`);
        this.status = status;
        this.body = body;
        this.headers = headers;
    }
    static notFound(what) {
        return new HttpProblem(404, { message: `${what} does not exist` });
    }
    /** A 400 has a top-level array of issues as its body. */
    static invalid(path, message) {
        return new HttpProblem(400, [
            { code: 'custom', expected: 'another value', received: 'this one', path, message },
        ]);
    }
    static fromZod(error, prefix = []) {
        return new HttpProblem(400, error.issues.map((issue) => ({
            code: issue.code,
            expected: expectedOf(issue),
            received: kindOf(issue.input),
            path: [...prefix, ...issue.path],
            message: issue.message,
        })));
    }
}
/** What would have been right, in a word or two. */
function expectedOf(issue) {
    if (issue.code === 'invalid_type')
        return issue.expected;
    if (issue.code === 'invalid_format')
        return issue.format;
    if (issue.code === 'invalid_value')
        return issue.values.map(String).join(' | ');
    if (issue.code === 'too_small')
        return `at least ${issue.minimum}`;
    if (issue.code === 'too_big')
        return `at most ${issue.maximum}`;
    return 'another value';
}
/** What came, by its kind: the value itself may be a secret. */
function kindOf(input) {
    if (input === null)
        return 'null';
    return Array.isArray(input) ? 'array' : typeof input;
}

;// CONCATENATED MODULE: ./build/src/service/http/allowed-methods.js

/**
 * Answers the methods that a known path does not have: OPTIONS with the list of those it has, others with 405 and the
 * same list (RFC 9110). To be called after the routes were added: what they don't answer comes here.
 */
function answerOtherMethods(app) {
    for (const [path, methods] of methodsByPath(app)) {
        const allow = [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
        app.all(path, (context) => {
            if (context.req.raw.method === 'OPTIONS')
                return new Response(null, { status: 204, headers: { allow } });
            throw new HttpProblem(405, { message: `${context.req.path} has only ${allow}` }, { allow });
        });
    }
}
function methodsByPath(app) {
    const found = new Map();
    for (const { method, path } of app.routes) {
        // ALL is what Hono calls middleware.
        if (method !== 'ALL')
            found.set(path, (found.get(path) ?? new Set()).add(method));
    }
    return found;
}

;// CONCATENATED MODULE: ./build/src/service/http/internal-error.js
/**
 * An unexpected error as one line of a log: what kind it is, and where it was thrown. Its message is left out, because
 * it may quote what was sent: a parser's error shows a piece of its text, and that may be a password.
 */
function inOneLine(error) {
    const place = /\n\s+at (.+)/.exec(error.stack ?? '')?.[1] ?? 'an unknown place';
    const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
    const reason = 'errstr' in error && typeof error.errstr === 'string' ? ` (${error.errstr})` : '';
    return `${error.name}${code}${reason} at ${place}`.replaceAll(/\s+/g, ' ');
}

;// CONCATENATED MODULE: ./build/src/service/dependencies.js

/** @throws HttpProblem 404 where there is no such test target. */
function requireTarget({ targets }, testTargetId) {
    const target = targets.find(testTargetId);
    if (target === undefined)
        throw HttpProblem.notFound(`test target ${testTargetId}`);
    return target;
}
/** @throws HttpProblem 404 where the target has no such environment, or there is no such target. */
function requireEnvironment(deps, { testTargetId, environmentId }) {
    requireTarget(deps, testTargetId);
    const environment = deps.environments.find(testTargetId, environmentId);
    if (environment === undefined)
        throw HttpProblem.notFound(`environment ${environmentId}`);
    return environment;
}
/** @throws HttpProblem 404 where the target has no such test case, or there is no such target. */
function requireTestCase(deps, { testTargetId, testCaseId }) {
    requireTarget(deps, testTargetId);
    const testCase = deps.testCases.find(testTargetId, testCaseId);
    if (testCase === undefined)
        throw HttpProblem.notFound(`test case ${testCaseId}`);
    return testCase;
}

;// CONCATENATED MODULE: ./build/src/service/handlers/create-batch-generation.js


/** POST batch-generations (section 4.5): plans a batch; its id is the id of its test plan. */
const createBatchGeneration = (deps) => ({ params: { testTargetId }, body }) => {
    requireTarget(deps, testTargetId);
    const { environmentId, prerequisiteId } = body;
    if (environmentId != null && deps.environments.find(testTargetId, environmentId) === undefined) {
        throw HttpProblem.invalid(['environmentId'], `the target has no environment ${environmentId}`);
    }
    if (prerequisiteId != null && deps.testCases.find(testTargetId, prerequisiteId) === undefined) {
        throw HttpProblem.invalid(['prerequisiteId'], `the target has no test case ${prerequisiteId}`);
    }
    return { batchGenerationId: deps.planning.startBatch(testTargetId, body) };
};

// EXTERNAL MODULE: ./node_modules/zod/v4/core/errors.js
var errors = __webpack_require__(7428);
// EXTERNAL MODULE: external "node:sqlite"
var external_node_sqlite_ = __webpack_require__(99);
;// CONCATENATED MODULE: ./build/src/service/store/database.js



/** Raised whenever the tables change: a file of another version is refused rather than misread. */
const schemaVersion = 1;
/** Tells a database of this service from any other (SQLite's `application_id`): "BTGS". */
const applicationId = 0x42544753;
/** How long another process that is just ending is waited for. */
const lockWaitMs = 2000;
const tables = `
  CREATE TABLE test_targets (
    id TEXT PRIMARY KEY,
    app TEXT NOT NULL,
    test_id_attribute TEXT,
    timeout_per_step INTEGER NOT NULL,
    test_management_integration TEXT,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE environments (
    id TEXT PRIMARY KEY,
    test_target_id TEXT NOT NULL REFERENCES test_targets (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    settings TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (test_target_id, name)
  ) STRICT;
  CREATE TABLE test_case_versions (
    version_id TEXT PRIMARY KEY,
    test_target_id TEXT NOT NULL REFERENCES test_targets (id) ON DELETE CASCADE,
    test_case_id TEXT NOT NULL,
    test_case TEXT NOT NULL
  ) STRICT;
  CREATE TABLE test_plans (
    id TEXT PRIMARY KEY,
    test_target_id TEXT NOT NULL REFERENCES test_targets (id) ON DELETE CASCADE,
    status TEXT NOT NULL,
    context TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE test_cases (
    test_target_id TEXT NOT NULL REFERENCES test_targets (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    version_id TEXT NOT NULL REFERENCES test_case_versions (version_id),
    position INTEGER NOT NULL,
    status TEXT NOT NULL,
    interaction_status TEXT,
    discovery TEXT,
    test_plan_id TEXT REFERENCES test_plans (id),
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (test_target_id, id)
  ) STRICT;
  CREATE TABLE test_reports (
    id TEXT PRIMARY KEY,
    test_target_id TEXT NOT NULL REFERENCES test_targets (id) ON DELETE CASCADE,
    environment_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    execution_url TEXT NOT NULL,
    browser TEXT NOT NULL,
    breakpoint TEXT NOT NULL,
    context TEXT NOT NULL,
    UNIQUE (test_target_id, created_at)
  ) STRICT;
  CREATE TABLE test_results (
    id TEXT PRIMARY KEY,
    test_report_id TEXT NOT NULL REFERENCES test_reports (id) ON DELETE CASCADE,
    test_case_id TEXT NOT NULL,
    version_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    status TEXT NOT NULL,
    error_message TEXT,
    failed_step TEXT,
    UNIQUE (test_report_id, test_case_id)
  ) STRICT;
  CREATE INDEX results_of_case ON test_results (test_case_id);
  CREATE INDEX waiting_results ON test_results (status) WHERE status = 'WAITING';
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${schemaVersion};
`;
const header = schemas/* object */.Ikc({ application: schemas/* int */.Whr(), version: schemas/* int */.Whr(), tables: schemas/* int */.Whr() });
/** A database file that can't be used. The message says why. */
class UnusableDatabase extends Error {
}
/**
 * Opens the service's database, and makes its tables where the file is new or empty. A write that has returned survives
 * the end of the process. The file is this process's alone until it is closed: at its start a service ends the runs
 * that it finds under way, and they must not be another living process's.
 * @param file its path; by default it is in memory.
 * @throws UnusableDatabase where the file is no database of this version, in use, or out of reach. It is unchanged then.
 */
function openDatabase(file = ':memory:') {
    let database;
    try {
        if (file !== ':memory:')
            createPrivate(file);
        database = new external_node_sqlite_.DatabaseSync(file, { timeout: lockWaitMs });
        prepare(database);
        return database;
    }
    catch (error) {
        database?.close();
        throw new UnusableDatabase(`The database ${file} can't be used: ${reasonOf(error)}. Name another file.`);
    }
}
/** A new file is its owner's alone, because it holds passwords of test accounts. */
function createPrivate(file) {
    try {
        (0,external_node_fs_.closeSync)((0,external_node_fs_.openSync)(file, 'wx', 0o600));
    }
    catch (error) {
        if (codeOf(error) !== 'EEXIST')
            throw error;
    }
}
/** Nothing is written before it is clear that the file is ours. */
function prepare(database) {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA foreign_keys = ON');
    transaction(database, () => {
        if (isNew(database))
            database.exec(tables);
    }, 'EXCLUSIVE');
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
}
/** @throws where it is the database of something else, or of another version. */
function isNew(database) {
    const { application, version, tables } = header.parse(database
        .prepare(`SELECT (SELECT application_id FROM pragma_application_id) AS application,
           (SELECT user_version FROM pragma_user_version) AS version, (SELECT count(*) FROM sqlite_schema) AS tables`)
        .get());
    if (application === 0 && version === 0 && tables === 0)
        return true;
    if (application !== applicationId)
        throw new Error('it is the database of another program');
    if (version !== schemaVersion) {
        throw new Error(`it has the version ${version}, and this service works with ${schemaVersion}`);
    }
    return false;
}
/** SQLite's result codes, and the system's, in words. */
const reasons = {
    5: 'another process uses it',
    8: 'it is read-only',
    14: 'it is no file that can be opened',
    26: 'it is no database',
    ENOENT: 'its folder does not exist',
};
function reasonOf(error) {
    const message = error instanceof Error ? error.message : String(error);
    return reasons[codeOf(error)] ?? message;
}
function codeOf(error) {
    if (!(error instanceof Error))
        return '';
    // The low byte is the plain code, the others say more of it.
    if ('errcode' in error && typeof error.errcode === 'number')
        return String(error.errcode & 0xff);
    return 'code' in error ? String(error.code) : '';
}
/**
 * Runs `work` as one transaction: all of it is stored, or nothing.
 * @param mode whether readers are kept out, too.
 * @throws what `work` throws, or SQLite's error.
 */
function transaction(database, work, mode = 'IMMEDIATE') {
    database.exec(`BEGIN ${mode}`);
    try {
        const result = work();
        database.exec('COMMIT');
        return result;
    }
    catch (error) {
        // Some errors, such as a full disk, have rolled back already.
        if (database.isTransaction)
            database.exec('ROLLBACK');
        throw error;
    }
}

;// CONCATENATED MODULE: ./build/src/service/planning.js





const testCaseList = schemas/* array */.YOg(test_case/* exchangeTestCase */.MB);
/** Without a generator every generation ends with this. */
const noGenerator = async () => {
    throw new Error('this service has no generator: it stores and runs test cases, and makes none from prompts');
};
/** The generations that are under way: batches, each with its test plan, and discoveries of one case. */
class Planning {
    #stores;
    #generate;
    #stop = new AbortController();
    #ends = new Set();
    constructor(stores, generate = noGenerator) {
        this.#stores = stores;
        this.#generate = generate;
    }
    /** Starts a batch generation. @returns the id of its test plan, which is the batch's own. */
    startBatch(testTargetId, body) {
        const { plans, now } = this.#stores;
        const planId = plans.create(testTargetId, body.context ?? {}, now());
        this.#track(this.#runBatch(testTargetId, planId, body));
        return planId;
    }
    /** Starts to fill a draft with steps, from its prompt. */
    startDiscovery(testTargetId, draft, discovery) {
        this.#track(this.#runDiscovery(testTargetId, draft, discovery));
    }
    /**
     * The draft as it is now. Its name or tags may have been changed meanwhile.
     * @returns undefined where the case is gone, or another discovery has taken over.
     * @throws Error where somebody has given it steps: those stay.
     */
    #stillMeant(testTargetId, draft, discovery) {
        const present = this.#stores.testCases.find(testTargetId, draft.id);
        if (present?.discovery?.id !== discovery.id)
            return undefined;
        if ((0,external_node_util_.isDeepStrictEqual)(present.testCase.elements, draft.elements))
            return present.testCase;
        throw new Error('the test case was given other steps in the meantime');
    }
    /** Stops everything that is under way. */
    async close() {
        this.#stop.abort(new Error('the service was stopped'));
        await Promise.all(this.#ends);
    }
    #track(work) {
        // It rejects only where the store can't be written: then there is no place to say so, and the next start of the
        // service ends what was left under way.
        const end = work.catch(() => { }).finally(() => this.#ends.delete(end));
        this.#ends.add(end);
    }
    /** A generator that does not listen to the signal is left alone: whatever it makes comes too late. */
    async #make(request) {
        const { signal } = this.#stop;
        signal.throwIfAborted();
        const { promise: stopped, reject } = Promise.withResolvers();
        const stop = () => reject(signal.reason);
        signal.addEventListener('abort', stop, { once: true });
        try {
            // What can't be read again must not be stored.
            const made = testCaseList.safeParse(await Promise.race([this.#generate(request, signal), stopped]));
            if (made.success)
                return made.data;
            throw new Error(`what was made is no test case: ${errors/* prettifyError */.S1(made.error)}`);
        }
        finally {
            signal.removeEventListener('abort', stop);
        }
    }
    /** The URL of the environment; without one, of the DEFAULT one, which is the first. */
    #discoveryUrl(testTargetId, environmentId) {
        const { environments } = this.#stores;
        const environment = environmentId == null
            ? environments.list(testTargetId)[0]
            : environments.find(testTargetId, environmentId);
        return environment?.settings.discoveryUrl;
    }
    async #runBatch(testTargetId, planId, body) {
        const { database, plans, versions, testCases, now } = this.#stores;
        // The answer goes out first: who asked sees the plan CREATED.
        await Promise.resolve();
        try {
            plans.setStatus(planId, 'IN_PROGRESS', now());
            const discoveryUrl = this.#discoveryUrl(testTargetId, body.environmentId);
            const made = await this.#make(toRequest(body, discoveryUrl));
            transaction(database, () => {
                for (const version of versions.add(testTargetId, withPrerequisite(made, body.prerequisiteId))) {
                    testCases.add(testTargetId, version, { testPlanId: planId }, now());
                }
                plans.setStatus(planId, 'DONE', now());
            });
        }
        catch {
            plans.setStatus(planId, 'ERROR', now());
        }
    }
    async #runDiscovery(testTargetId, draft, discovery) {
        const { database, versions, testCases, now } = this.#stores;
        const tell = (status, message) => ({
            ...discovery,
            status,
            updatedAt: now().toISOString(),
            ...(message === undefined ? {} : { message }),
        });
        try {
            await Promise.resolve();
            testCases.change(testTargetId, draft.id, { discovery: tell('IN_PROGRESS') }, now());
            const [made] = await this.#make(toRequest(draft, this.#discoveryUrl(testTargetId)));
            if (made === undefined || made.elements.length === 0)
                throw new Error('no steps were made from the prompt');
            const present = this.#stillMeant(testTargetId, draft, discovery);
            if (present === undefined)
                return;
            transaction(database, () => {
                for (const version of versions.add(testTargetId, [{ ...present, elements: made.elements }])) {
                    testCases.change(testTargetId, draft.id, { version, discovery: tell('SUCCESS') }, now());
                }
            });
        }
        catch (error) {
            if (testCases.find(testTargetId, draft.id)?.discovery?.id !== discovery.id)
                return;
            const message = error instanceof Error ? error.message : String(error);
            testCases.change(testTargetId, draft.id, { discovery: tell('FAILED', message) }, now());
        }
    }
}
/** What a batch makes runs after the prerequisite of the batch, unless it names another dependency. */
function withPrerequisite(made, dependencyId) {
    return dependencyId == null
        ? made
        : made.map((each) => ({ ...each, dependencyId: each.dependencyId ?? dependencyId }));
}
/** A new discovery of a case from a prompt. */
function newDiscovery(freePrompt, now) {
    return { id: (0,external_node_crypto_.randomUUID)(), freePrompt, status: 'CREATED', updatedAt: now.toISOString() };
}
function toRequest(body, discoveryUrl) {
    const entry = body.entryPointUrlPath ?? body.entrypointUrlPath;
    const baseUrl = body.baseUrl ?? discoveryUrl;
    return {
        prompt: body.prompt ?? '',
        ...(entry == null ? {} : { entryPointUrlPath: entry }),
        ...(baseUrl === undefined ? {} : { baseUrl }),
        ...(body.imageUrls === undefined ? {} : { imageUrls: body.imageUrls }),
    };
}

;// CONCATENATED MODULE: ./build/src/service/handlers/create-discovery.js





/** POST discoveries (section 4.5): makes a DRAFT from a prompt, which does not run before it is switched on. */
const createDiscovery = (deps) => ({ params: { testTargetId }, body }) => {
    requireTarget(deps, testTargetId);
    const draft = toDraft(body, findPrerequisite(deps, testTargetId, body.prerequisiteName));
    const discovery = newDiscovery(body.prompt, deps.now());
    transaction(deps.database, () => {
        for (const version of deps.versions.add(testTargetId, [draft])) {
            deps.testCases.add(testTargetId, version, { discovery }, deps.now());
        }
    });
    deps.planning.startDiscovery(testTargetId, draft, discovery);
    return { discoveryId: discovery.id, testCaseId: draft.id };
};
function findPrerequisite(deps, testTargetId, name) {
    if (name === undefined)
        return undefined;
    const found = deps.testCases.list(testTargetId).find(({ testCase }) => testCase.description === name);
    if (found === undefined) {
        throw HttpProblem.invalid(['prerequisiteName'], `the target has no test case named "${name}"`);
    }
    return found.id;
}
function toDraft(body, dependencyId) {
    const { name, prompt, type, tagNames, folderName, externalId, entryPointUrlPath } = body;
    return {
        version: '1',
        id: (0,external_node_crypto_.randomUUID)(),
        runStatus: 'OFF',
        description: name,
        prompt,
        ...(type === undefined ? {} : { type }),
        ...(tagNames === undefined ? {} : { tagNames }),
        ...(dependencyId === undefined ? {} : { dependencyId }),
        ...(entryPointUrlPath === undefined ? {} : { entryPointUrlPath }),
        ...(folderName === undefined ? {} : { folderName }),
        ...(externalId === undefined ? {} : { externalId }),
        elements: [],
    };
}

// EXTERNAL MODULE: ./node_modules/uuid/dist-node/v5.js + 6 modules
var v5 = __webpack_require__(3604);
;// CONCATENATED MODULE: ./build/src/service/environment-answer.js

/** An environment as answers have it (section 2.2); the credentials are echoed. */
function toEnvironment({ settings, ...row }) {
    return { ...row, ...settings };
}
/**
 * What a request says about an environment, put over what is stored, credential by credential. An account or an
 * authentication without any field means that there is none.
 */
function mergeSettings(testTargetId, stored, body, now) {
    const updatedAt = now.toISOString();
    const { testAccount, basicAuth, ...rest } = stored;
    const account = body.testAccount === undefined
        ? testAccount
        : credentials({ ...testAccount }, body.testAccount, updatedAt);
    const auth = body.basicAuth === undefined ? basicAuth : credentials({ ...basicAuth }, body.basicAuth, updatedAt);
    return {
        ...rest,
        ...(body.discoveryUrl === undefined ? {} : { discoveryUrl: body.discoveryUrl }),
        ...(body.additionalHeaderFields === undefined
            ? {}
            : { additionalHeaderFields: body.additionalHeaderFields }),
        ...(account === undefined ? {} : { testAccount: account }),
        ...(auth === undefined ? {} : { basicAuth: auth }),
        ...(body.privateLocationName === undefined
            ? {}
            : { privateLocation: privateLocation(testTargetId, body.privateLocationName) }),
    };
}
function credentials(stored, given, updatedAt) {
    return Object.keys(given).length === 0 ? undefined : { ...stored, ...given, updatedAt };
}
/** This service runs where it stands: whichever location is named, it is this one. */
function privateLocation(testTargetId, name) {
    // As JSON, for half of a surrogate pair, which a name may hold, is no text to make a UUID from.
    return {
        id: (0,v5/* default */.Ay)(`location ${JSON.stringify(name)}`, testTargetId),
        name,
        status: 'ONLINE',
        type: 'PRIVATE',
    };
}

;// CONCATENATED MODULE: ./build/src/service/environment-names.js

/** @throws HttpProblem 400 where another environment of the target has the name. */
function refuseTakenName(taken, name) {
    if (taken.has(name))
        throw HttpProblem.invalid(['name'], `an environment "${name}" exists already`);
}
/** The name as the store gives it back: it has no half of a surrogate pair, and two such names may become one. */
function storableName(name) {
    return name.toWellFormed();
}

;// CONCATENATED MODULE: ./build/src/service/handlers/create-environment.js



/** POST environments (section 4.2): makes an ADDITIONAL environment; names are unique within a target. */
const createEnvironment = (deps) => ({ params: { testTargetId }, body }) => {
    requireTarget(deps, testTargetId);
    const taken = new Set(deps.environments.list(testTargetId).map(({ name }) => name));
    const name = body.name === undefined ? freeName(taken) : storableName(body.name);
    refuseTakenName(taken, name);
    const settings = mergeSettings(testTargetId, {}, body, deps.now());
    return toEnvironment(deps.environments.create(testTargetId, name, 'ADDITIONAL', settings, deps.now()));
};
function freeName(taken) {
    let number = taken.size + 1;
    while (taken.has(`environment ${number}`))
        number += 1;
    return `environment ${number}`;
}

;// CONCATENATED MODULE: ./build/src/service/test-target-answer.js
/** A test target as answers have it (section 2.1). The key of an integration is never given back. */
function toTestTarget(deps, target) {
    const cases = deps.testCases.list(target.id);
    return {
        id: target.id,
        app: target.app,
        tags: [...new Set(cases.flatMap(({ testCase }) => testCase.tagNames ?? []))].sort(),
        environments: deps.environments.list(target.id).map(({ id, type, settings }) => ({
            id,
            type,
            ...(settings.discoveryUrl === undefined ? {} : { discoveryUrl: settings.discoveryUrl }),
        })),
        testIdAttribute: target.testIdAttribute,
        timeoutPerStep: target.timeoutPerStep,
    };
}

;// CONCATENATED MODULE: ./build/src/service/handlers/create-test-target.js


/** POST test-targets (section 4.1): the target comes with its DEFAULT environment. */
const createTestTarget = (deps) => ({ body }) => {
    const { app = 'app', discoveryUrl } = body.testTarget ?? {};
    const id = deps.targets.create(app, discoveryUrl, deps.now());
    return toTestTarget(deps, requireTarget(deps, id));
};

;// CONCATENATED MODULE: ./build/src/service/handlers/delete-environment.js


/** DELETE environment (extension). The DEFAULT one stays as long as its target does. */
const deleteEnvironment = (deps) => ({ params }) => {
    const { id, type } = requireEnvironment(deps, params);
    if (type === 'DEFAULT') {
        throw HttpProblem.invalid(['params', 'environmentId'], 'the DEFAULT environment goes with its target only');
    }
    deps.environments.delete(id);
};

;// CONCATENATED MODULE: ./build/src/service/handlers/delete-test-case.js


/** DELETE test case (extension): refused while other cases need it as dependency or teardown. */
const deleteTestCase = (deps) => ({ params }) => {
    const { id } = requireTestCase(deps, params);
    const dependencyIds = deps.testCases
        .list(params.testTargetId)
        .filter((each) => each.id !== id)
        .filter(({ testCase }) => testCase.dependencyId === id || testCase.teardownId === id)
        .map((each) => each.id);
    if (dependencyIds.length > 0) {
        throw new HttpProblem(400, { status: 'has dependencies', dependencyIds });
    }
    deps.testCases.change(params.testTargetId, id, { status: 'DELETED' }, deps.now());
};

;// CONCATENATED MODULE: ./build/src/service/handlers/delete-test-target.js

/** DELETE test target (extension): with everything that belongs to it. */
const deleteTestTarget = (deps) => ({ params }) => {
    deps.targets.delete(requireTarget(deps, params.testTargetId).id);
};

;// CONCATENATED MODULE: ./build/src/service/duplicate-ids.js

/** @throws HttpProblem 400 where two pushed cases have one id. */
function refuseDuplicateIds(testCases) {
    const seen = new Set();
    for (const [index, { id }] of testCases.entries()) {
        if (seen.has(id))
            throw HttpProblem.invalid(['testCases', index, 'id'], `the id ${id} occurs twice`);
        seen.add(id);
    }
}

;// CONCATENATED MODULE: ./build/src/service/handlers/draft-push.js



/**
 * POST draft/push (section 4.6): stores versions; what is enabled on the target stays as it is. A
 * `testResultId` is that of the case's last run: a push alone runs nothing.
 */
const draftPush = (deps) => ({ params: { testTargetId }, body }) => {
    requireTarget(deps, testTargetId);
    refuseDuplicateIds(body.testCases);
    const versions = transaction(deps.database, () => deps.versions.add(testTargetId, body.testCases));
    return {
        success: true,
        versionIds: versions.map(({ versionId }) => versionId),
        syncDataByStableId: Object.fromEntries(versions.map(({ versionId, testCase: { id } }) => {
            const testResultId = deps.reports.newestResultId(testTargetId, id);
            return [id, { versionId, ...(testResultId === undefined ? {} : { testResultId }) }];
        })),
    };
};

// EXTERNAL MODULE: ./build/src/contract/select-cases.js
var select_cases = __webpack_require__(8590);
;// CONCATENATED MODULE: ./build/src/service/handlers/execute.js



/** POST execute (extension): starts a run of the given versions, or of the enabled cases, and answers with its report. */
const execute = (deps) => ({ body, request }) => {
    const target = requireTarget(deps, body.testTargetId);
    const environment = findEnvironment(deps, body);
    refuseMissingBrowser(deps, body);
    const enabled = enabledVersions(deps, body.testTargetId);
    const given = body.testCaseVersionIds?.map((id, index) => findVersion(deps, body, id, index)) ?? enabled;
    refuseTwoOfOneCase(given);
    const selected = new Set((0,select_cases/* selectCases */._)(given.map(({ testCase }) => testCase), { tags: body.tags, environmentName: environment.name }));
    const versions = given.filter(({ testCase }) => selected.has(testCase));
    const { testTargetId, url: executionUrl, browser, breakpoint, context } = body;
    const report = deps.reports.create({ testTargetId, environmentId: environment.id, executionUrl, browser, breakpoint, context, versions }, deps.now());
    deps.runs.start(report.id, {
        cases: versions.map(({ testCase }) => testCase),
        // A version that is given stands in for the enabled one of its case.
        library: new Map([...enabled, ...given].map(({ testCase }) => [testCase.id, testCase])),
        executionUrl,
        breakpoint,
        variables: body.variablesToOverwrite,
        timeoutPerStepMs: target.timeoutPerStep,
    });
    return {
        testReportUrl: reportPage(request, report),
        testReport: { ...report, testResults: [...report.testResults] },
    };
};
function enabledVersions(deps, testTargetId) {
    return deps.testCases.list(testTargetId).filter(({ status }) => status === 'ENABLED');
}
function findEnvironment(deps, { testTargetId, environmentName }) {
    const environments = deps.environments.list(testTargetId);
    // Who names none means the DEFAULT one, whatever it has been renamed to.
    const found = environments.find(({ name }) => name === environmentName) ??
        environments.find(({ type }) => type === 'DEFAULT' && environmentName === 'default');
    if (found !== undefined)
        return found;
    const names = environments.map(({ name }) => name).join(', ');
    throw HttpProblem.invalid(['environmentName'], `there is no environment "${environmentName}": the target has ${names}`);
}
function refuseMissingBrowser(deps, { browser }) {
    if (deps.runs.browsers.includes(browser))
        return;
    throw HttpProblem.invalid(['browser'], `${browser} is not here: use ${deps.runs.browsers.join(' or ')}`);
}
/** A report has one result for each case. */
function refuseTwoOfOneCase(versions) {
    const seen = new Set();
    for (const [index, { testCase }] of versions.entries()) {
        if (seen.has(testCase.id)) {
            throw HttpProblem.invalid(['testCaseVersionIds', index], `there is another version of test case ${testCase.id}`);
        }
        seen.add(testCase.id);
    }
}
function findVersion(deps, body, id, index) {
    const version = deps.versions.find(body.testTargetId, id);
    if (version !== undefined)
        return version;
    throw HttpProblem.invalid(['testCaseVersionIds', index], `the target has no version ${id}`);
}
/** Where the interface has a report's page for people. This service shows none there: it answers programs. */
function reportPage(request, { testTargetId, id }) {
    return new URL(`/testtargets/${testTargetId}/testreports/${id}`, request.url).href;
}

;// CONCATENATED MODULE: ./build/src/service/code-export/file-name.js
/** So long may a name be before its ending, in characters. */
const maxLength = 80;
/** What Windows takes for a device, whatever its ending. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;
/** Gives names that are safe everywhere, and each only once. */
class FileNames {
    #taken = new Set();
    /** A file name made of a description: lower-case words with hyphens, `.spec.ts` at its end. */
    next(description) {
        const words = kebab(description);
        for (let count = 1;; count += 1) {
            const name = `${count === 1 ? words : `${words}-${count}`}.spec.ts`;
            if (this.#taken.has(name))
                continue;
            this.#taken.add(name);
            return name;
        }
    }
}
function kebab(description) {
    const words = description
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/[^a-z\d]+/g, '-')
        .replace(/^-/, '')
        .slice(0, maxLength)
        .replace(/-$/, '');
    if (words === '')
        return 'test-case';
    return reserved.test(words) ? `test-${words}` : words;
}

;// CONCATENATED MODULE: ./build/src/service/locator-line/string-literal.js
/**
 * What would end a line, be invisible in an editor, reverse the order of what follows, or not survive as UTF-8: it is
 * written as an escape.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;
const shortEscapes = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
/** A text as a JavaScript string literal: single quotes, double ones where that saves escapes. */
function stringLiteral(text) {
    const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
    return quote + escaped(text).replaceAll(quote, `\\${quote}`) + quote;
}
/** A text as it stands between the backticks of a template literal. */
function templateText(text) {
    return escaped(text).replace(/`|\$(?=\{)/g, '\\$&');
}
/** Whether a text can stand in code as it is, without an escape for any of its characters. */
function isPrintable(text) {
    return text.search(unprintable) === -1;
}
function escaped(text) {
    return text.replaceAll('\\', '\\\\').replace(unprintable, escapeOne);
}
/** Written as UTF-16 units: after half a pair, not every tool can read `\u{…}`. */
function escapeOne(character) {
    const units = character.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    return shortEscapes[character] ?? units.join('');
}

;// CONCATENATED MODULE: ./build/src/service/code-export/file-scope.js
function newFileScope() {
    return {
        helpers: new Set(),
        variables: new Set(),
        usesDynamic: false,
        changesPage: false,
        fixedWaitMs: 0,
    };
}
/** Names a helper function that the file then carries. */
function helper(scope, name) {
    scope.helpers.add(name);
    return name;
}
/** Names the map of dynamic variables that the test then has. */
function dynamicVariables(scope) {
    scope.usesDynamic = true;
    return 'dynamic';
}

;// CONCATENATED MODULE: ./build/src/service/code-export/helpers.js
/** Every helper, in the order in which they stand at the end of a file. */
const helpers = {
    address: {
        types: [],
        code: `
/** A path is opened below the execution URL, a whole URL as it is. */
function address(path: string): string {
  if (path === '') return executionUrl;
  const base = new URL(executionUrl);
  const below = \`\${base.origin}\${base.pathname.replace(/\\/+$/, '')}/\${path.replace(/^\\/+/, '')}\`;
  const url = new URL(/^[a-z][a-z\\d+.-]*:/i.test(path) ? path : below);
  if (url.protocol === 'http:' || url.protocol === 'https:') return url.href;
  throw new Error(\`"\${path}" can't be opened: it must be an http or https URL, or a path.\`);
}`,
    },
    mayFail: {
        types: [],
        code: `
/** Plays steps whose failure does not fail the test. */
async function mayFail(steps: () => Promise<void>): Promise<void> {
  try {
    await steps();
  } catch (error) {
    console.warn(\`This failed and is ignored: \${error}\`);
  }
}`,
    },
    variable: {
        types: [],
        code: `
/** The value of a variable of the run. */
function variable(name: string): string {
  const value: unknown = variables.get(name);
  if (typeof value === 'string') return value;
  throw new Error(\`The variable $\${name} has no value: set the environment variable \${name}.\`);
}`,
    },
    known: {
        types: [],
        code: `
/** The value of a variable that an earlier step has set. */
function known(dynamic: ReadonlyMap<string, string>, name: string): string {
  const value = dynamic.get(name);
  if (value !== undefined) return value;
  throw new Error(\`The variable $$\${name} has no value: no step before has set it.\`);
}`,
    },
    quoted: {
        types: [],
        code: `
/** In a regular expression the characters of a value mean nothing special. */
function quoted(value: string): string {
  return value.replace(/[\\\\^$.*+?()[\\]{}|]/g, '\\\\$&');
}`,
    },
    clipboard: {
        types: ['Page'],
        code: `
/** The clipboard's text. */
async function clipboard(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read']);
  return page.evaluate(() => navigator.clipboard.readText());
}`,
    },
    upload: {
        types: ['Locator', 'Page'],
        code: `
/** Puts the file of a URL into a file input. */
async function upload(page: Page, input: Locator, url: string): Promise<void> {
  const response = await page.request.get(url, { timeout: stepTimeout });
  if (!response.ok()) throw new Error(\`\${url} answered \${response.status()}.\`);
  await input.setInputFiles({
    name: decodeURIComponent(new URL(url).pathname.split('/').pop() || 'file'),
    mimeType: response.headers()['content-type'] ?? 'application/octet-stream',
    buffer: await response.body(),
  });
}`,
    },
    downloadedName: {
        types: ['Locator', 'Page'],
        code: `
/** Clicks, and tells the name of the file that is downloaded then. */
async function downloadedName(page: Page, link: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return download.suggestedFilename();
}`,
    },
    dragByMouse: {
        types: ['Locator', 'Page'],
        code: `
/** Drags with a mouse that moves in small steps, for pages that follow the mouse. */
async function dragByMouse(
  page: Page,
  source: Locator,
  target: Locator,
  position?: { x: number; y: number },
): Promise<void> {
  await source.hover();
  await page.mouse.down();
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error('The drop target is not visible.');
  const x = box.x + (position?.x ?? box.width / 2);
  const y = box.y + (position?.y ?? box.height / 2);
  await page.mouse.move(x - 1, y - 1, { steps: 10 });
  await page.mouse.move(x, y, { steps: 5 });
  await page.mouse.up();
}`,
    },
    attributeOf: {
        types: ['Locator'],
        code: `
/** The value of an attribute, which must be there. */
async function attributeOf(element: Locator, name: string): Promise<string> {
  const value = await element.getAttribute(name);
  if (value === null) throw new Error(\`The element has no attribute \${name}.\`);
  return value;
}`,
    },
    runInPage: {
        types: ['Page'],
        code: `
/** Runs a function body in the page: \`context\` has the dynamic variables, a returned object sets them. */
async function runInPage(page: Page, body: string, dynamic: Map<string, string>): Promise<void> {
  const context = JSON.stringify(Object.fromEntries(dynamic));
  const returned: unknown = await page.evaluate(\`(async (context) => {\${body}\\n})(\${context})\`);
  if (typeof returned !== 'object' || returned === null) return;
  for (const [name, value] of Object.entries(returned)) dynamic.set(name, String(value));
}`,
    },
    untilTrue: {
        types: ['Page'],
        code: `
/** Waits until a function body returns true in the page. */
async function untilTrue(page: Page, body: string): Promise<void> {
  const expression = \`(async () => {\${body}\\n})()\`;
  await expect.poll(() => page.evaluate(expression), { timeout: stepTimeout }).toBe(true);
}`,
    },
    closePage: {
        types: ['Page'],
        code: `
/** Closes a page and returns the one that was opened before. */
async function closePage(page: Page): Promise<Page> {
  const context = page.context();
  await page.close();
  const before = context.pages().at(-1);
  if (before === undefined) throw new Error('There is no page to return to.');
  return before;
}`,
    },
};
const names = Object.keys(helpers).filter((name) => name in helpers);
/** The code of the helpers that a file uses. */
function helperCode(used) {
    return names.filter((name) => used.has(name)).map((name) => helpers[name].code.trim());
}
/** The types that they name. */
function helperTypes(used) {
    return new Set([...used].flatMap((name) => helpers[name].types));
}

;// CONCATENATED MODULE: ./build/src/service/code-export/lines.js
/** Lines one level further in. Only code is given here, and a literal never goes over a line's end. */
function indented(lines) {
    return lines.map((line) => `  ${line}`);
}

;// CONCATENATED MODULE: ./build/src/service/code-export/step-problem.js
/** A step that can't work as it stands: its code throws this message when it is played. */
class StepProblem extends Error {
}
/** A step that has no equivalent in an exported file: `ignoreFailure` does not pass over it. */
class StepNotExported extends Error {
}

;// CONCATENATED MODULE: ./build/src/service/code-export/case-chain.js

/**
 * The case's dependencies from the outermost in, and the case itself last.
 * @throws StepProblem where one does not exist, or where they form a loop.
 */
function caseChain(testCase, library) {
    const chain = [testCase];
    const seen = new Set([testCase.id]);
    for (let id = testCase.dependencyId; id !== undefined; id = chain.at(-1)?.dependencyId) {
        const dependency = library.get(id);
        if (dependency === undefined)
            throw new StepProblem(`The dependency ${id} does not exist.`);
        if (seen.has(id)) {
            throw new StepProblem(`The dependencies of "${testCase.description}" form a loop.`);
        }
        seen.add(id);
        chain.push(dependency);
    }
    return chain.reverse();
}

;// CONCATENATED MODULE: ./build/src/service/locator-line/pattern-literal.js

/** What a text wraps that is a pattern in the exchange form; undefined where it is a plain text. See `pattern.ts`. */
function patternSource(text) {
    return /^OCTOREGEX([\s\S]*)OCTOREGEX$/.exec(text)?.[1];
}
/** A text as a string literal, or as a regular expression where it is a pattern. */
function textLiteral(text) {
    const source = patternSource(text);
    return source === undefined ? stringLiteral(text) : patternLiteral(source);
}
/** A regular expression: as a literal where one says exactly this source, else as `new RegExp('…')`. */
function patternLiteral(source) {
    return fitsLiteral(source) ? `/${source}/` : `new RegExp(${stringLiteral(source)})`;
}
/**
 * Where the regular expression literal that begins at `start` has its closing slash.
 * @returns undefined where it has none in its line.
 */
function closingSlash(text, start) {
    let inClass = false;
    for (let at = start + 1; at < text.length; at += 1) {
        const character = text.charAt(at);
        if (/[\n\r\u2028\u2029]/.test(character))
            return undefined;
        if (character === '/' && !inClass)
            return at;
        if (character === '\\')
            at += /[\n\r\u2028\u2029]/.test(text.charAt(at + 1)) ? 0 : 1;
        else if (character === '[')
            inClass = true;
        else if (character === ']')
            inClass = false;
    }
    return undefined;
}
/** @returns what is wrong with the source of a regular expression; undefined where nothing is. */
function patternProblem(source) {
    try {
        new RegExp(source);
        return undefined;
    }
    catch (error) {
        return error instanceof Error ? error.message : String(error);
    }
}
function fitsLiteral(source) {
    // Two slashes, and a slash and a star, begin a comment.
    if (source === '' || source.startsWith('*') || !isPrintable(source))
        return false;
    return closingSlash(`/${source}/`, 0) === source.length + 1 && patternProblem(source) === undefined;
}

;// CONCATENATED MODULE: ./build/src/service/locator-line/print.js


/** Every text stands for itself, `$NAME` too. */
const literals = { plain: stringLiteral, orPattern: textLiteral, role: stringLiteral };
const roleOptionNames = [
    'checked',
    'disabled',
    'exact',
    'expanded',
    'includeHidden',
    'level',
    'pressed',
    'selected',
];
/**
 * Selectors of the exchange form (section 2.4) as a Playwright locator expression, the locator line of section 4.3:
 * `page.getByRole('button', { name: 'Pay' }).first()`. Options that don't belong to their selector are left out.
 */
function printLocator(selectors) {
    return ['page', ...selectors.map((each) => printLink(each, literals))].join('.');
}
/** One selector as the call that narrows what the ones before have found: `getByText('Pay')`. */
function printLink(selector, code) {
    const { selector: text } = selector;
    const options = selector.options ?? {};
    switch (selector.selectorType) {
        case 'FRAME':
            return `frameLocator(${code.plain(text)})`;
        case 'CSS':
            return `locator(${code.plain(text)})`;
        case 'TEXT':
            return call('getByText', code.orPattern(text), exactOption(options));
        case 'ROLE':
            return call('getByRole', code.role(text), print_roleOptions(options, code));
        case 'ALT_TEXT':
            return call('getByAltText', code.orPattern(text), exactOption(options));
        case 'LABEL':
            return call('getByLabel', code.orPattern(text), exactOption(options));
        case 'TEST_ID':
            return `getByTestId(${code.orPattern(text)})`;
        case 'TITLE':
            return call('getByTitle', code.orPattern(text), exactOption(options));
        case 'PLACEHOLDER':
            return call('getByPlaceholder', code.orPattern(text), exactOption(options));
        case 'FILTER':
            return `filter(${object(textOptions(options, ['hasText', 'hasNotText'], code))})`;
        case 'FIRST':
            return 'first()';
        case 'LAST':
            return 'last()';
        case 'NTH':
            return `nth(${BigInt(text)})`;
    }
}
function call(method, argument, options) {
    return `${method}(${options.length === 0 ? argument : `${argument}, ${object(options)}`})`;
}
function object(members) {
    return members.length === 0 ? '' : `{ ${members.join(', ')} }`;
}
function exactOption({ exact }) {
    return exact === undefined ? [] : [`exact: ${exact}`];
}
function print_roleOptions(options, code) {
    const states = roleOptionNames.flatMap((name) => {
        const value = options[name];
        // String(-0) would lose the sign.
        return value === undefined ? [] : [`${name}: ${Object.is(value, -0) ? '-0' : value}`];
    });
    return [...textOptions(options, ['name'], code), ...states];
}
function textOptions(options, names, code) {
    return names.flatMap((name) => options[name] === undefined ? [] : [`${name}: ${code.orPattern(options[name])}`]);
}

;// CONCATENATED MODULE: ./build/src/service/code-export/text-code.js





/** How the texts of a step become code: a variable is read when the step is played, as the runner does. */
function textCode(scope) {
    return {
        plain: (text) => joined(pieces(text), (name) => variableCode(name, scope)),
        orPattern: (text) => textOrPattern(text, scope),
        role: (text) => roleCode(text, scope),
    };
}
/** `$NAME`, and `$$name` for a dynamic variable, as in `variables.ts` of the runner. */
function pieces(text) {
    const found = [];
    let end = 0;
    for (const match of text.matchAll(/\$(\$?[A-Za-z_]\w*)/g)) {
        if (match.index > end)
            found.push({ plain: text.slice(end, match.index) });
        found.push({ name: match[1] ?? '' });
        end = match.index + match[0].length;
    }
    return end < text.length || found.length === 0 ? [...found, { plain: text.slice(end) }] : found;
}
/** One literal, one call, or a template literal of both. */
function joined(parts, code) {
    const [only] = parts;
    if (parts.length === 1 && only !== undefined)
        return 'plain' in only ? stringLiteral(only.plain) : code(only.name);
    return `\`${parts.map((part) => ('plain' in part ? templateText(part.plain) : `\${${code(part.name)}}`)).join('')}\``;
}
function textOrPattern(text, scope) {
    const source = patternSource(text);
    if (source === undefined)
        return textCode(scope).plain(text);
    const parts = pieces(source);
    if (parts.every((part) => 'name' in part === false)) {
        const problem = patternProblem(source);
        if (problem !== undefined)
            throw new StepProblem(problem);
        return patternLiteral(source);
    }
    const quoted = (name) => `${helper(scope, 'quoted')}(${variableCode(name, scope)})`;
    return `new RegExp(${joined(parts, quoted)})`;
}
function roleCode(text, scope) {
    const parts = pieces(text);
    // The types of Playwright name every role; what a variable holds shows only when it is played.
    if (parts.some((part) => 'name' in part))
        return `${textCode(scope).plain(text)} as 'button'`;
    try {
        return stringLiteral(ariaRole(text));
    }
    catch (error) {
        throw new StepProblem(error instanceof Error ? error.message : String(error));
    }
}
function variableCode(name, scope) {
    if (name === '$OCTO_CLIPBOARD')
        return `await ${helper(scope, 'clipboard')}(page)`;
    if (name.startsWith('$')) {
        return `${helper(scope, 'known')}(${dynamicVariables(scope)}, ${stringLiteral(name.slice(1))})`;
    }
    scope.variables.add(name);
    return `${helper(scope, 'variable')}(${stringLiteral(name)})`;
}

;// CONCATENATED MODULE: ./build/src/service/code-export/locator-code.js



const locator_code_visible = 'filter({ visible: true })';
/**
 * The locator of a step, which finds what `runner/locator.ts` finds: the chain is read left to right, and only visible
 * elements count.
 * @param hiddenToo lets the last selector find hidden elements.
 * @throws StepProblem where the chain finds no element.
 */
function locatorCode(selectors, scope, { hiddenToo = false } = {}) {
    const last = selectors.at(-1);
    if (last === undefined)
        throw new StepProblem('The step has no selector: it needs one to find its element.');
    if (last.selectorType === 'FRAME') {
        throw new StepProblem('The selector chain ends with FRAME: add a selector for the element inside the frame.');
    }
    const links = selectors.map((each, index) => linkCode(each, selectors[index - 1], scope));
    return ['page', ...links, ...(hiddenToo || locator_code_isPick(last) ? [] : [locator_code_visible])].join('.');
}
function linkCode(selector, before, scope) {
    const code = textCode(scope);
    if (selector.selectorType === 'FRAME') {
        return `locator(${code.plain(selector.selector)}).${locator_code_visible}.contentFrame()`;
    }
    const picks = locator_code_isPick(selector);
    const narrows = picks || selector.selectorType === 'FILTER';
    if (narrows && (before === undefined || before.selectorType === 'FRAME')) {
        throw new StepProblem(`${selector.selectorType} narrows what another selector found: put that one before it.`);
    }
    const link = printLink(selector, code);
    // Only what is visible may stand for choice.
    return picks ? `${locator_code_visible}.${link}` : link;
}
function locator_code_isPick({ selectorType }) {
    return selectorType === 'FIRST' || selectorType === 'LAST' || selectorType === 'NTH';
}

;// CONCATENATED MODULE: ./build/src/service/code-export/assertion-code.js



const timeout = '{ timeout: stepTimeout }';
/**
 * One expectation as a statement.
 * @throws StepProblem where it can't work as it stands.
 */
function assertionCode(assertion, selectors, scope) {
    const text = textCode(scope);
    if (assertion.expectation === 'RESPONSE_OK') {
        const url = `${helper(scope, 'address')}(${text.plain(assertion.calledWith)})`;
        return `await expect(await page.request.get(${url}, ${timeout})).toBeOK();`;
    }
    const expected = `await expect(${locatorCode(selectors, scope)})`;
    switch (assertion.expectation) {
        case 'VISIBLE':
            return `${expected}.toBeVisible(${timeout});`;
        case 'NOT_VISIBLE':
            // The locator finds what is visible; two of them are no less visible than one.
            return `${expected}.toHaveCount(0, ${timeout});`;
        case 'DISABLED':
            return `${expected}.toBeDisabled(${timeout});`;
        case 'TO_BE_CHECKED':
            return `${expected}.toBeChecked(${timeout});`;
        case 'NOT_TO_BE_CHECKED':
            return `${expected}.not.toBeChecked(${timeout});`;
        case 'TO_HAVE_VALUE':
            return `${expected}.toHaveValue(${text.orPattern(assertion.calledWith)}, ${timeout});`;
        case 'TO_CONTAIN_TEXT':
            return `${expected}.toContainText(${text.orPattern(assertion.calledWith)}, ${timeout});`;
        case 'TO_HAVE_STYLE': {
            const [property, value] = assertion.calledWith;
            return `${expected}.toHaveCSS(${text.plain(property)}, ${text.orPattern(value)}, ${timeout});`;
        }
    }
}

;// CONCATENATED MODULE: ./build/src/service/code-export/drag-code.js


/** DRAG_AND_DROP as a statement. */
function dragCode({ selectors, options }, source, scope) {
    const target = locatorCode(selectors, scope);
    const { targetPosition, angularWorkaround = false } = options ?? {};
    const position = targetPosition === undefined ? undefined : `{ x: ${targetPosition.x}, y: ${targetPosition.y} }`;
    if (angularWorkaround) {
        const values = ['page', source, target, ...(position === undefined ? [] : [position])];
        return `await ${helper(scope, 'dragByMouse')}(${values.join(', ')});`;
    }
    const values = [target, ...(position === undefined ? [] : [`{ targetPosition: ${position} }`])];
    return `await ${source}.dragTo(${values.join(', ')});`;
}

;// CONCATENATED MODULE: ./build/src/service/code-export/extract-code.js


/** EXTRACT as a statement: it sets a dynamic variable to the text that the element shows, or to an attribute. */
function extractCode(extraction, locator, scope) {
    // The name may be written as it is used, `$$name`.
    const name = stringLiteral(extraction.variableName.replace(/^\$+/, ''));
    const value = extraction.type === 'TEXT'
        ? `${locator}.innerText()`
        : `${helper(scope, 'attributeOf')}(${locator}, ${stringLiteral(extraction.attributeName)})`;
    return `${dynamicVariables(scope)}.set(${name}, await ${value});`;
}

;// CONCATENATED MODULE: ./build/src/service/code-export/scroll-code.js

/**
 * SCROLL as a statement. With a position the page, or the element, is scrolled to it; without one the element comes
 * into view, or the page goes to its end.
 */
function scrollCode(position, selectors, scope) {
    const { x, y } = position ?? {};
    const to = [...(x === undefined ? [] : [`left: ${x}`]), ...(y === undefined ? [] : [`top: ${y}`])];
    if (selectors.length > 0) {
        const locator = locatorCode(selectors, scope);
        return to.length === 0
            ? `await ${locator}.scrollIntoViewIfNeeded();`
            : `await ${locator}.evaluate((element) => element.scrollTo({ ${to.join(', ')} }));`;
    }
    const place = to.length === 0 ? 'top: document.documentElement.scrollHeight' : to.join(', ');
    return `await page.evaluate(() => window.scrollTo({ ${place} }));`;
}

;// CONCATENATED MODULE: ./build/src/service/code-export/select-option-code.js
/** What SELECT_OPTION selects, as the value that `selectOption` takes; null selects nothing. */
function selectOptionCode(selected, text) {
    if (selected == null)
        return 'null';
    if (Array.isArray(selected))
        return `[${selected.map((each) => oneCode(each, text)).join(', ')}]`;
    return oneCode(selected, text);
}
function oneCode(option, text) {
    if (typeof option === 'string')
        return text.plain(option);
    const { value, label, index } = option;
    const members = [
        ...(value === undefined ? [] : [`value: ${text.plain(value)}`]),
        ...(label === undefined ? [] : [`label: ${text.plain(label)}`]),
        ...(index === undefined ? [] : [`index: ${index}`]),
    ];
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

;// CONCATENATED MODULE: ./build/src/service/code-export/wait-for-code.js



/** A fixed wait that says no time, in ms. */
const defaultWaitMs = 1000;
/** WAIT_FOR as a statement; without a type it waits for the load, as every step does. */
function waitForCode(waitedFor, scope) {
    const given = waitedFor ?? { type: 'load' };
    switch (given.type) {
        case 'load':
        case 'domContentLoaded':
        case 'networkIdle':
            return `await page.waitForLoadState('${given.type.toLowerCase()}');`;
        case 'fixedTime':
            return fixedWait(given.timeMilliseconds ?? defaultWaitMs, scope);
        case 'code':
            if (given.code === undefined)
                throw new StepProblem('WAIT_FOR code has no code to wait for.');
            return `await ${helper(scope, 'untilTrue')}(page, ${stringLiteral(given.code)});`;
        default:
            throw new StepNotExported(`WAIT_FOR ${given.type} has no equivalent in Playwright.`);
    }
}
function fixedWait(ms, scope) {
    scope.fixedWaitMs += ms;
    return `await page.waitForTimeout(${ms});`;
}

;// CONCATENATED MODULE: ./build/src/service/code-export/interaction-code.js










/** Between two characters of TYPE_TEXT, in ms. */
const typingDelayMs = 10;
/**
 * One interaction as a statement.
 * @throws StepProblem where it can't work as it stands, StepNotExported where Playwright has no equivalent.
 */
function interactionCode(interaction, selectors, scope) {
    const text = textCode(scope);
    const locator = () => locatorCode(selectors, scope);
    switch (interaction.action) {
        case 'GO_TO':
            return `await page.goto(${helper(scope, 'address')}(${text.plain(interaction.calledWith)}));`;
        case 'CLICK':
            return `await ${locator()}.${clickCall(interaction)};`;
        case 'ENTER_TEXT':
            return `await ${locator()}.fill(${text.plain(interaction.calledWith)});`;
        case 'KEY_PRESS':
            return keyPress(text.plain(interaction.calledWith), selectors, scope);
        case 'TYPE_TEXT':
            return typeText(interaction, selectors, scope);
        case 'SELECT_OPTION':
            return `await ${locator()}.selectOption(${selectOptionCode(interaction.calledWith, text)});`;
        case 'HOVER':
            return `await ${locator()}.hover();`;
        case 'UPLOAD':
            return uploadCode(interaction, selectors, scope);
        case 'DOWNLOAD':
            return downloadCode(interaction, locator(), scope);
        case 'DRAG_AND_DROP':
            return dragCode(interaction.calledWith, locator(), scope);
        case 'EXTRACT':
            return extractCode(interaction.calledWith, locator(), scope);
        case 'WAIT_FOR':
            return waitForCode(interaction.calledWith, scope);
        case 'SCROLL':
            return scrollCode(interaction.calledWith, selectors, scope);
        case 'CLOSE_PAGE':
            scope.changesPage = true;
            return `page = await ${helper(scope, 'closePage')}(page);`;
        case 'JAVASCRIPT':
            return javaScriptCode(interaction, scope);
        case 'OPEN_EMAIL':
            throw new StepNotExported('OPEN_EMAIL has no equivalent in Playwright: a mailbox is not at hand here.');
    }
}
function clickCall({ calledWith }) {
    const { button = 'left', double = false, force = false } = calledWith ?? {};
    const options = [
        ...(button === 'left' ? [] : [`button: ${stringLiteral(button)}`]),
        ...(force ? ['force: true'] : []),
    ];
    return `${double ? 'dblclick' : 'click'}(${options.length === 0 ? '' : `{ ${options.join(', ')} }`})`;
}
/** Without selectors the key goes to what has the focus. */
function keyPress(key, selectors, scope) {
    return selectors.length === 0
        ? `await page.keyboard.press(${key});`
        : `await ${locatorCode(selectors, scope)}.press(${key});`;
}
function typeText({ calledWith }, selectors, scope) {
    const values = `${textCode(scope).plain(calledWith.text)}, { delay: ${calledWith.delay ?? typingDelayMs} }`;
    return selectors.length === 0
        ? `await page.keyboard.type(${values});`
        : `await ${locatorCode(selectors, scope)}.pressSequentially(${values});`;
}
function uploadCode({ calledWith }, selectors, scope) {
    // Apps hide the input behind a button of their own more often than not.
    const input = locatorCode(selectors, scope, { hiddenToo: true });
    const url = `${helper(scope, 'address')}(${textCode(scope).plain(calledWith)})`;
    return `await ${helper(scope, 'upload')}(page, ${input}, ${url});`;
}
function downloadCode({ calledWith }, locator, scope) {
    const expected = textCode(scope).orPattern(calledWith);
    const matcher = /^(?:\/|new )/.test(expected) ? 'toMatch' : 'toBe';
    return `expect(await ${helper(scope, 'downloadedName')}(page, ${locator})).${matcher}(${expected});`;
}
function javaScriptCode({ calledWith: { code, execType } }, scope) {
    if (execType !== 'browser') {
        throw new StepNotExported('JAVASCRIPT in the sandbox has no equivalent in Playwright.');
    }
    return `await ${helper(scope, 'runInPage')}(page, ${stringLiteral(code)}, ${dynamicVariables(scope)});`;
}

;// CONCATENATED MODULE: ./build/src/service/code-export/step-code.js






/** One step as statements: what it does, and the wait for the page's load after it. */
function stepCode(element, scope) {
    try {
        const statements = [actCode(element, scope)];
        // Opening a page waits for its load.
        if (element.interaction?.action !== 'GO_TO')
            statements.push('await page.waitForLoadState();');
        return element.ignoreFailure === true ? mayFailCode(statements, scope) : statements;
    }
    catch (error) {
        // A step is never left out: what can't be exported fails when it is played.
        if (error instanceof StepNotExported)
            return [throwCode(error)];
        if (!(error instanceof StepProblem))
            throw error;
        return element.ignoreFailure === true ? mayFailCode([throwCode(error)], scope) : [throwCode(error)];
    }
}
function actCode({ interaction, assertion, selectors }, scope) {
    if (interaction != null)
        return interactionCode(interaction, selectors, scope);
    if (assertion != null)
        return assertionCode(assertion, selectors, scope);
    throw new StepProblem('The step has neither an interaction nor an assertion.');
}
/** Statements whose failure does not fail the test. */
function mayFailCode(statements, scope) {
    return [`await ${helper(scope, 'mayFail')}(async () => {`, ...indented(statements), '});'];
}
/** A statement that fails with an error's message. */
function throwCode({ message }) {
    return `throw new Error(${stringLiteral(message)});`;
}

;// CONCATENATED MODULE: ./build/src/service/code-export/title.js
/** A case's description as a title: in one line, and never empty. */
function title({ description }) {
    return description.replace(/[\s\p{Cc}]+/gu, ' ').trim() || 'Untitled test case';
}

;// CONCATENATED MODULE: ./build/src/service/code-export/test-body.js








/**
 * A case as the statements of its test, which play what `runner/play-case.ts` plays: the dependencies from the outermost
 * in, the case, then the teardowns of what has begun from the inside out, also after a failure.
 */
function testBody(testCase, library, scope) {
    try {
        const chain = caseChain(testCase, library);
        const alone = chain.length === 1 && testCase.teardownId === undefined;
        if (alone)
            return { statements: caseCode(testCase, scope), steps: testCase.elements.length + 1 };
        let statements = [];
        for (const each of chain.toReversed()) {
            const label = each === testCase ? title(each) : `Dependency: ${title(each)}`;
            const lines = [...groupCode(label, caseCode(each, scope)), ...statements];
            statements = withTeardown(lines, each, library, scope);
        }
        return { statements, steps: stepCount(chain, library) };
    }
    catch (error) {
        if (!(error instanceof StepProblem))
            throw error;
        return { statements: [throwCode(error)], steps: 1 };
    }
}
/** The entry point and the steps. A case that begins with GO_TO starts there. */
function caseCode(testCase, scope) {
    const steps = testCase.elements.flatMap((element) => stepCode(element, scope));
    if (testCase.elements[0]?.interaction?.action === 'GO_TO')
        return steps;
    const path = testCase.entryPointUrlPath ?? '';
    const url = path === '' ? 'executionUrl' : `${helper(scope, 'address')}(${textCode(scope).plain(path)})`;
    return [`await page.goto(${url});`, ...steps];
}
function withTeardown(lines, { teardownId }, library, scope) {
    if (teardownId === undefined)
        return lines;
    return [
        'try {',
        ...indented(lines),
        '} finally {',
        ...indented(teardownCode(teardownId, library, scope)),
        '}',
    ];
}
/** The teardown's own steps, on the page where the case ended. */
function teardownCode(teardownId, library, scope) {
    const teardown = library.get(teardownId);
    if (teardown === undefined) {
        return mayFailCode([throwCode(new StepProblem(`The teardown ${teardownId} does not exist.`))], scope);
    }
    const steps = teardown.elements.flatMap((element) => stepCode(element, scope));
    return mayFailCode(groupCode(`Teardown: ${title(teardown)}`, steps), scope);
}
function groupCode(label, statements) {
    return [`await test.step(${stringLiteral(label)}, async () => {`, ...indented(statements), '});'];
}
function stepCount(chain, library) {
    const teardowns = chain.flatMap(({ teardownId }) => library.get(teardownId ?? '') ?? []);
    return [...chain, ...teardowns].reduce((sum, { elements }) => sum + elements.length + 1, 0);
}

;// CONCATENATED MODULE: ./build/src/service/code-export/variables-code.js

const stableUuid = 'stableUuid';
/** The variables that are there by themselves, as code. */
const predefined = new Map([
    ['OCTO_URL', 'executionUrl'],
    ['OCTO_STABLE_UUID', stableUuid],
    ['OCTO_STABLE_UUID_SHORT', `${stableUuid}.slice(0, 8)`],
    [
        'OCTO_STABLE_RANDOM_CHARACTERS',
        `${stableUuid}.slice(-8).replace(/\\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))`,
    ],
]);
/**
 * The block at the top of a file that gives each variable its value: the given one, the predefined one, or that of the
 * environment variable of its name.
 */
function variablesCode(used, given) {
    if (used.size === 0)
        return { imports: [], declarations: [] };
    const values = [...used].sort().map((name) => [name, valueCode(name, given)]);
    const stable = values.some(([, code]) => code.startsWith(stableUuid));
    const entries = values.map(([name, code]) => `  [${stringLiteral(name)}, ${code}],`);
    return {
        imports: stable ? ["import { randomUUID } from 'node:crypto';"] : [],
        declarations: [
            ...(stable
                ? [
                    '// The same in the whole run: the configuration sets it for every file.',
                    `const ${stableUuid} = process.env.OCTO_STABLE_UUID ?? randomUUID();`,
                ]
                : []),
            'const variables = new Map<string, string | undefined>([',
            ...entries,
            ']);',
        ],
    };
}
function valueCode(name, given) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value !== undefined)
        return stringLiteral(value);
    // A name is a letter or _ and then letters, digits and _.
    return predefined.get(name) ?? `process.env.${name}`;
}

;// CONCATENATED MODULE: ./build/src/service/code-export/test-file.js







/** One case as the text of a Playwright test file, with all that it needs. */
function testFile(testCase, library, settings) {
    const scope = newFileScope();
    const { statements, steps } = testBody(testCase, library, scope);
    const variables = variablesCode(scope.variables, settings.variables);
    const blocks = [
        [...variables.imports, importCode(scope)],
        [
            `const executionUrl = ${stringLiteral(settings.executionUrl)};`,
            '/** What a step may take, in milliseconds. */',
            `const stepTimeout = ${settings.timeoutPerStepMs};`,
            ...variables.declarations,
        ],
        [`test.use({ ${useCode(settings).join(', ')} });`],
        ...headerCode(settings.headers),
        testCode(title(testCase), statements, steps, scope),
        ...helperCode(scope.helpers).map((code) => [code]),
    ];
    return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
function importCode({ helpers }) {
    const types = helperTypes(helpers);
    const names = [
        'expect',
        ...(types.has('Locator') ? ['type Locator'] : []),
        ...(types.has('Page') ? ['type Page'] : []),
        'test',
    ];
    return `import { ${names.join(', ')} } from '@playwright/test';`;
}
function useCode({ testIdAttribute }) {
    return [
        'actionTimeout: stepTimeout',
        'navigationTimeout: stepTimeout',
        ...(testIdAttribute == null ? [] : [`testIdAttribute: ${stringLiteral(testIdAttribute)}`]),
    ];
}
/** Playwright's own option for headers would send them to every origin. */
function headerCode(headers) {
    const entries = Object.entries(headers);
    if (entries.length === 0)
        return [];
    const lines = entries.map(([name, value]) => `[${stringLiteral(name.toLowerCase())}]: ${stringLiteral(value)},`);
    return [
        [
            'test.beforeEach(async ({ context }) => {',
            ...indented([
                '// Only the app is sent these.',
                'const headers = {',
                ...indented(lines),
                '};',
                'const { origin } = new URL(executionUrl);',
                'await context.route((url) => url.origin === origin, (route) =>',
                ...indented(['route.continue({ headers: { ...route.request().headers(), ...headers } }),']),
                ');',
            ]),
            '});',
        ],
    ];
}
function testCode(name, statements, steps, scope) {
    const { changesPage, usesDynamic, fixedWaitMs } = scope;
    const fixedWait = fixedWaitMs === 0 ? '' : ` + ${fixedWaitMs}`;
    return [
        `test(${stringLiteral(name)}, async ({ ${changesPage ? 'page: firstPage' : 'page'} }) => {`,
        ...indented([
            '// Every step has its own time; this one only ends what hangs.',
            `test.setTimeout(${2 * steps} * stepTimeout${fixedWait});`,
            ...(changesPage ? ['let page = firstPage;'] : []),
            ...(usesDynamic ? ['const dynamic = new Map<string, string>();'] : []),
            ...statements,
        ]),
        '});',
    ];
}

;// CONCATENATED MODULE: ./build/src/service/code-export/export-test-files.js



/**
 * Makes a Playwright test file of each case that would run (POST code, section 4.6): of those that are asked for, or of
 * all that are ON and not excluded. A step that can't be exported throws when it is played; none is left out.
 */
function exportTestFiles(options) {
    const { testCases, filterTestCaseIds, environment } = options;
    const library = byId(testCases);
    const asked = new Set(filterTestCaseIds);
    const chosen = filterTestCaseIds === undefined
        ? (0,select_cases/* selectCases */._)(testCases, { tags: [], environmentName: environment?.name ?? '' })
        : testCases.filter(({ id }) => asked.has(id));
    const names = new FileNames();
    return chosen.map((each) => ({
        name: names.next(each.description),
        content: testFile(each, library, fileSettings(options)),
    }));
}
/** The text of one case's Playwright test file (GET case code, extension). */
function testCaseCode(options) {
    return testFile(options.testCase, byId(options.testCases), fileSettings(options));
}
function byId(testCases) {
    return new Map(testCases.map((each) => [each.id, each]));
}
function fileSettings(options) {
    const { executionUrl, testIdAttribute, environment, timeoutPerStepMs } = options;
    const { variables = {}, headers = {} } = environment ?? {};
    return { executionUrl, testIdAttribute, variables, headers, timeoutPerStepMs };
}

// EXTERNAL MODULE: ./node_modules/fflate/esm/index.mjs + 1 modules
var esm = __webpack_require__(1776);
;// CONCATENATED MODULE: ./build/src/service/code-export/zip-files.js

/**
 * Packs files into a zip (`application/zip`, the answer of POST code, section 4.6). The same files give the same bytes.
 */
function zipFiles(files) {
    const entries = files.map(({ name, content }) => [name, (0,esm/* strToU8 */._u)(content)]);
    // The earliest time that a zip knows. Zips have local time, so it is made in the time zone of the moment.
    const entryTime = new Date(1980, 0, 1);
    return (0,esm/* zipSync */.L)(Object.fromEntries(entries), { level: 6, mtime: entryTime });
}

;// CONCATENATED MODULE: ./build/src/service/export-settings.js

/**
 * The environment that an export is made for: the named one, else the DEFAULT one.
 * @throws HttpProblem 400 where the target has none with the id.
 */
function exportedEnvironment(deps, { testTargetId }, environmentId) {
    const environments = deps.environments.list(testTargetId);
    if (environmentId === undefined)
        return environments.find(({ type }) => type === 'DEFAULT');
    const found = environments.find(({ id }) => id === environmentId);
    if (found !== undefined)
        return found;
    throw HttpProblem.invalid(['environmentId'], `the target has no environment ${environmentId}`);
}
/** What target and environment give to exported files. */
function exportSettings(target, environment) {
    const { testAccount, additionalHeaderFields } = environment?.settings ?? {};
    const variables = {
        ...(testAccount?.username === undefined ? {} : { OCTO_USERNAME: testAccount.username }),
        ...(testAccount?.password === undefined ? {} : { OCTO_PASSWORD: testAccount.password }),
    };
    return {
        testIdAttribute: target.testIdAttribute,
        timeoutPerStepMs: target.timeoutPerStep,
        environment: { name: environment?.name, variables, headers: additionalHeaderFields },
    };
}

;// CONCATENATED MODULE: ./build/src/service/handlers/export-code.js





/** POST code (section 4.6): a zip of Playwright test files, one a case. */
const exportCode = (deps) => ({ params, body, answerHeaders }) => {
    const target = requireTarget(deps, params.testTargetId);
    const environment = exportedEnvironment(deps, params, body.environmentId);
    refuseDuplicateIds(body.testCases);
    const files = exportTestFiles({ ...body, ...exportSettings(target, environment) });
    answerHeaders.set('content-disposition', 'attachment; filename="playwright-tests.zip"');
    return new Uint8Array(zipFiles(files));
};

;// CONCATENATED MODULE: ./build/src/service/code-export/playwright-config.js



const browserNames = {
    CHROMIUM: 'chromium',
    FIREFOX: 'firefox',
    SAFARI: 'webkit',
};
/** The text of a `playwright.config.ts` for exported files beside it. */
function playwrightConfig(options) {
    const { outputDir } = options;
    return `${[
        "import { randomUUID } from 'node:crypto';",
        "import { defineConfig } from '@playwright/test';",
        '',
        '// Every file of a run takes its stable variables from here.',
        'process.env.OCTO_STABLE_UUID ??= randomUUID();',
        '',
        'export default defineConfig({',
        ...indented([
            "testDir: '.',",
            ...(outputDir === undefined ? [] : [`outputDir: ${stringLiteral(outputDir)},`]),
            'fullyParallel: true,',
            'use: {',
            ...indented(useLines(options)),
            '},',
        ]),
        '});',
    ].join('\n')}\n`;
}
function useLines({ url, headless = true, browser = 'CHROMIUM', breakpoint = 'DESKTOP', testIdAttribute, environment, }) {
    return [
        `browserName: '${browserNames[browser]}',`,
        `headless: ${headless},`,
        `baseURL: ${stringLiteral(url)},`,
        ...screenLines(breakpoint, browser),
        ...(testIdAttribute == null ? [] : [`testIdAttribute: ${stringLiteral(testIdAttribute)},`]),
        ...authLines(url, environment?.basicAuth),
        ...(browser === 'CHROMIUM'
            ? ['// A browser of your own; without it, the one that Playwright has installed.', chromeLine]
            : []),
    ];
}
const chromeLine = 'launchOptions: process.env.CHROME_BIN ? { executablePath: process.env.CHROME_BIN } : {},';
function screenLines(breakpoint, browser) {
    const { viewport, hasTouch = false, isMobile = false } = screenOf(breakpoint);
    return [
        ...(viewport == null ? [] : [`viewport: { width: ${viewport.width}, height: ${viewport.height} },`]),
        ...(hasTouch ? ['hasTouch: true,'] : []),
        // Firefox has no such mode, and refuses the option.
        ...(isMobile && browser !== 'FIREFOX' ? ['isMobile: true,'] : []),
    ];
}
/** Only the app under test is told the credentials. */
function authLines(url, auth) {
    if (auth === undefined)
        return [];
    const members = [
        `username: ${stringLiteral(auth.username)},`,
        `password: ${stringLiteral(auth.password)},`,
        `origin: ${stringLiteral(new URL(url).origin)},`,
    ];
    return ['httpCredentials: {', ...indented(members), '},'];
}

;// CONCATENATED MODULE: ./build/src/service/handlers/get-config.js



/** GET config (extension): a Playwright configuration for exported files. */
const getConfig = (deps) => ({ params, query }) => {
    const { testIdAttribute } = requireTarget(deps, params.testTargetId);
    const { headless, ...rest } = query;
    const settings = exportedEnvironment(deps, params, query.environmentId)?.settings;
    const { username, password } = settings?.basicAuth ?? {};
    return playwrightConfig({
        ...rest,
        testIdAttribute,
        headless: headless !== 'false',
        environment: {
            basicAuth: username === undefined || password === undefined ? undefined : { username, password },
        },
    });
};

;// CONCATENATED MODULE: ./build/src/service/step-argument.js

/**
 * The argument of a step is text in the detail form (section 2.5): a text stands for itself, anything else is its
 * JSON. SELECT_OPTION alone takes both: there, a text that would be read as JSON is put into quotes.
 * @returns null where there is no argument.
 */
function argumentText(step) {
    const { calledWith } = step;
    if (calledWith == null)
        return null;
    if (typeof calledWith !== 'string')
        return JSON.stringify(calledWith);
    const isRead = argumentReadings('action' in step ? step.action : step.expectation, calledWith);
    return isRead[0] === calledWith ? calledWith : JSON.stringify(calledWith);
}
/** What the text of an argument may stand for; the first that the step can be called with is meant. */
function argumentReadings(actionOrExpectation, text) {
    if (text == null)
        return [undefined];
    const json = parsedOrText(text);
    if (actionOrExpectation !== 'SELECT_OPTION')
        return [text, json];
    const isArgument = json !== null && interaction/* interaction */.v.safeParse({ action: 'SELECT_OPTION', calledWith: json }).success;
    return isArgument ? [json] : [text];
}
function parsedOrText(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return text;
    }
}

;// CONCATENATED MODULE: ./build/src/service/detail-form.js


/**
 * The detail form (sections 2.3 and 2.5) of what is stored in the exchange form. The ids inside it are derived from
 * the place of what they name, so that they stay the same as long as the steps keep their order.
 */
function toDetail(stored) {
    const { testCase, testTargetId } = stored;
    return {
        id: stored.id,
        testTargetId,
        version: testCase.version,
        type: testCase.type ?? null,
        elements: testCase.elements.map((element, index) => toDetailElement(stored, element, index)),
        createdAt: stored.createdAt,
        updatedAt: stored.updatedAt,
        description: testCase.description,
        status: stored.status,
        externalId: testCase.externalId ?? null,
        entryPointUrlPath: testCase.entryPointUrlPath ?? null,
        tags: testCase.tagNames ?? [],
        createdBy: 'EDIT',
        runStatus: testCase.runStatus,
        prerequisiteId: testCase.dependencyId ?? null,
        proposalRunId: null,
        folderId: folderIdOf(testTargetId, testCase),
        teardownTestCaseId: testCase.teardownId ?? null,
        ...(stored.discovery === null ? {} : { discovery: stored.discovery }),
        ...(stored.interactionStatus === null ? {} : { interactionStatus: stored.interactionStatus }),
    };
}
/** One step (section 2.5). */
function toDetailElement(stored, element, index) {
    const id = elementId(stored, index);
    const part = (name) => (0,v5/* default */.Ay)(name, id);
    return {
        id,
        index,
        ...(element.interaction == null
            ? {}
            : {
                interaction: {
                    id: part('interaction'),
                    action: element.interaction.action,
                    ...calledWith(element.interaction),
                    testCaseElementId: id,
                },
            }),
        ...(element.assertion == null
            ? {}
            : {
                assertion: {
                    id: part('assertion'),
                    expectation: element.assertion.expectation,
                    ...calledWith(element.assertion),
                    testCaseElementId: id,
                },
            }),
        scrollState: {},
        selectors: element.selectors.map((selector, position) => ({
            id: part(`selector ${position}`),
            index: position,
            selector: selector.selector,
            selectorType: selector.selectorType,
            options: selector.options ?? {},
            testCaseElementId: id,
        })),
        testCaseId: stored.id,
        ignoreFailure: element.ignoreFailure ?? false,
    };
}
/** The id of the step at an index. */
function elementId({ testTargetId, id }, index) {
    return (0,v5/* default */.Ay)(`${id} ${index}`, testTargetId);
}
/** A folder has a name in the exchange form and an id in the detail form. */
function folderIdOf(testTargetId, { folderName }) {
    // As JSON, for half of a surrogate pair, which a name may hold, is no text to make a UUID from.
    return folderName === undefined ? null : (0,v5/* default */.Ay)(`folder ${JSON.stringify(folderName)}`, testTargetId);
}
/** In the detail form an argument is text, or is not there. */
function calledWith(step) {
    const text = argumentText(step);
    return text === null ? {} : { calledWith: text };
}

;// CONCATENATED MODULE: ./build/src/service/handlers/get-test-case.js


/** GET one test case (section 4.3). */
const getTestCase = (deps) => ({ params }) => toDetail(requireTestCase(deps, params));

;// CONCATENATED MODULE: ./build/src/service/handlers/get-test-case-code.js



/** GET case code (extension): one case as a Playwright test file. */
const getTestCaseCode = (deps) => ({ params, query, }) => {
    const target = requireTarget(deps, params.testTargetId);
    const { testCase } = requireTestCase(deps, params);
    const environment = exportedEnvironment(deps, params, query.environmentId);
    const testCases = deps.testCases.list(params.testTargetId).map((each) => each.testCase);
    const { executionUrl } = query;
    return {
        testCode: testCaseCode({ testCase, testCases, executionUrl, ...exportSettings(target, environment) }),
    };
};

;// CONCATENATED MODULE: ./build/src/service/handlers/get-test-case-version.js


/** GET one version of a test case (section 4.6). */
const getTestCaseVersion = (deps) => ({ params }) => {
    requireTarget(deps, params.testTargetId);
    const version = deps.versions.find(params.testTargetId, params.versionId);
    if (version?.testCase.id !== params.testCaseId) {
        throw HttpProblem.notFound(`version ${params.versionId} of test case ${params.testCaseId}`);
    }
    return { ...version.testCase, versionId: version.versionId };
};

;// CONCATENATED MODULE: ./build/src/service/handlers/get-test-plan.js


/** GET one test plan (section 4.7). */
const getTestPlan = (deps) => ({ params }) => {
    requireTarget(deps, params.testTargetId);
    const plan = deps.plans.find(params.testTargetId, params.id);
    if (plan === undefined)
        throw HttpProblem.notFound(`test plan ${params.id}`);
    return plan;
};

;// CONCATENATED MODULE: ./build/src/service/handlers/get-test-report.js


const maxWaitSeconds = 60;
/** GET one test report (section 4.4). With `Prefer: wait=N` (RFC 7240) it answers when the run ends, or after N s. */
const getTestReport = (deps) => async ({ params: { testTargetId, testReportId }, request, answerHeaders, }) => {
    requireTarget(deps, testTargetId);
    const find = () => {
        const report = deps.reports.find(testTargetId, testReportId);
        if (report === undefined)
            throw HttpProblem.notFound(`test report ${testReportId}`);
        return { ...report, testResults: [...report.testResults] };
    };
    const report = find();
    const seconds = preferredWait(request.headers.get('prefer'));
    if (seconds === 0)
        return report;
    await deps.runs.ended(testReportId, seconds * 1000, request.signal);
    answerHeaders.set('preference-applied', `wait=${seconds}`);
    return find();
};
function preferredWait(header) {
    const seconds = Number(/(?:^|[,;]\s*)wait=(\d{1,6})/i.exec(header ?? '')?.[1] ?? 0);
    return Math.min(seconds, maxWaitSeconds);
}

;// CONCATENATED MODULE: ./build/src/service/handlers/get-test-target.js


/** GET one test target (section 4.1). */
const getTestTarget = (deps) => ({ params }) => toTestTarget(deps, requireTarget(deps, params.testTargetId));

;// CONCATENATED MODULE: ./build/src/service/handlers/list-environments.js


/** GET environments (section 4.2). */
const listEnvironments = (deps) => ({ params }) => {
    requireTarget(deps, params.testTargetId);
    return deps.environments.list(params.testTargetId).map(toEnvironment);
};

;// CONCATENATED MODULE: ./build/src/contract/test-case-filter.js


const nested = schemas/* lazy */.RZV(() => schemas/* union */.KCZ([testCaseFilter, schemas/* array */.YOg(testCaseFilter)]));
const testCaseFilter = schemas/* strictObject */.rej({
    id: schemas/* string */.YjP().optional(),
    testTargetId: schemas/* string */.YjP().optional(),
    description: schemas/* string */.YjP().optional(),
    status: schemas/* enum */.k5n(contract_test_case/* testCaseFilterStatuses */.pk).optional(),
    runStatus: schemas/* enum */.k5n(contract_test_case/* runStatuses */.sL).optional(),
    folderId: schemas/* string */.YjP().nullable().optional(),
    externalId: schemas/* string */.YjP().nullable().optional(),
    AND: nested.optional(),
    OR: nested.optional(),
    NOT: nested.optional(),
});

;// CONCATENATED MODULE: ./build/src/service/filter-test-cases.js



/** Objects and lists within one another; hand-written filters have three or four. */
const maxLevels = 50;
/**
 * Reads the filter of the list of test cases (section 4.3).
 * @throws HttpProblem 400 where it is no JSON, or names what can't be filtered on.
 */
function readFilter(text) {
    if (text === undefined || text.trim() === '')
        return {};
    const json = parseJson(text);
    refuseDeepNesting(json);
    const parsed = testCaseFilter.safeParse(json, { reportInput: true });
    if (parsed.success)
        return parsed.data;
    throw HttpProblem.fromZod(parsed.error, ['query', 'filter']);
}
function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        throw HttpProblem.invalid(['query', 'filter'], 'is no JSON: write {"status": "ENABLED"}, say');
    }
}
/** Filters are read and applied by recursion, which has an end. */
function refuseDeepNesting(json, levelsLeft = maxLevels) {
    if (typeof json !== 'object' || json === null)
        return;
    if (levelsLeft === 0) {
        throw HttpProblem.invalid(['query', 'filter'], `is nested deeper than ${maxLevels} levels`);
    }
    for (const inner of Object.values(json))
        refuseDeepNesting(inner, levelsLeft - 1);
}
/** The cases that fit. A deleted one is there only where a condition that it meets names DELETED. */
function filterTestCases(cases, filter) {
    return cases.filter((each) => fits(each, filter) && (each.status !== 'DELETED' || asksForDeleted(each, filter)));
}
/** Whether a filter can list deleted cases. */
function namesDeleted(filter) {
    return (filter.status === 'DELETED' ||
        [...filter_test_cases_nested(filter.AND), ...filter_test_cases_nested(filter.OR)].some((each) => namesDeleted(each)));
}
/** Fields and operators of one object are joined by AND. NOT takes away what fits any of its filters. */
function fits(each, filter) {
    const { testCase } = each;
    const values = {
        id: each.id,
        testTargetId: each.testTargetId,
        description: testCase.description,
        status: each.status,
        runStatus: testCase.runStatus,
        folderId: folderIdOf(each.testTargetId, testCase),
        externalId: testCase.externalId ?? null,
    };
    return (fieldNames.every((name) => filter[name] === undefined || filter[name] === values[name]) &&
        filter_test_cases_nested(filter.AND).every((inner) => fits(each, inner)) &&
        (filter.OR === undefined || filter_test_cases_nested(filter.OR).some((inner) => fits(each, inner))) &&
        !filter_test_cases_nested(filter.NOT).some((inner) => fits(each, inner)));
}
const fieldNames = [
    'id',
    'testTargetId',
    'description',
    'status',
    'runStatus',
    'folderId',
    'externalId',
];
function filter_test_cases_nested(inner) {
    if (inner === undefined)
        return [];
    return Array.isArray(inner) ? inner : [inner];
}
function asksForDeleted(each, filter) {
    return (filter.status === 'DELETED' ||
        filter_test_cases_nested(filter.AND).some((inner) => asksForDeleted(each, inner)) ||
        filter_test_cases_nested(filter.OR).some((inner) => fits(each, inner) && asksForDeleted(each, inner)));
}

;// CONCATENATED MODULE: ./build/src/service/handlers/list-test-cases.js



/** GET test-cases (section 4.3). */
const listTestCases = (deps) => ({ params, query }) => {
    requireTarget(deps, params.testTargetId);
    const filter = readFilter(query.filter);
    const { testCases } = deps;
    const cases = namesDeleted(filter)
        ? testCases.listWithDeleted(params.testTargetId)
        : testCases.list(params.testTargetId);
    return filterTestCases(cases, filter).map(toDetail);
};

;// CONCATENATED MODULE: ./build/src/service/handlers/list-test-reports.js





const pageSize = 20;
const historyKey = schemas/* object */.Ikc({ createdAt: values/* timestamp */.vE });
/** GET test-reports (section 4.4): newest first; `key` names the last report of the page before. */
const listTestReports = (deps) => ({ params, query }) => {
    requireTarget(deps, params.testTargetId);
    const before = lastBefore(query);
    const found = deps.reports.list(params.testTargetId, {
        before,
        environmentIds: filteredEnvironments(query),
        limit: pageSize + 1,
    });
    const data = found.slice(0, pageSize).map((each) => ({ ...each, testResults: [...each.testResults] }));
    const last = data.at(-1);
    return {
        data,
        // Behind an empty page there is nothing older either.
        key: { createdAt: last?.createdAt ?? before ?? new Date(0).toISOString() },
        hasNextPage: found.length > pageSize,
    };
};
/** The moment of the last report that the client has, in the form in which moments are stored and compared. */
function lastBefore(query) {
    const given = query.key === undefined
        ? (query['key[createdAt]'] ?? query.createdAt)
        : readJson('key', query.key, historyKey, '{"createdAt": "<date-time>"}').createdAt;
    return given === undefined ? undefined : new Date(given).toISOString();
}
function filteredEnvironments({ filter }) {
    if (filter === undefined)
        return [];
    const example = '[{"key": "environmentId", "operator": "EQUALS", "value": "<uuid>"}]';
    return readJson('filter', filter, test_report/* historyFilter */.FI, example).map(({ value }) => value);
}
function readJson(name, text, schema, example) {
    try {
        return schema.parse(JSON.parse(text));
    }
    catch {
        throw HttpProblem.invalid(['query', name], `must be JSON: ${example}`);
    }
}

;// CONCATENATED MODULE: ./build/src/service/handlers/list-test-targets.js

/** GET test-targets (section 4.1). */
const listTestTargets = (deps) => () => deps.targets.list().map((target) => toTestTarget(deps, target));

;// CONCATENATED MODULE: ./build/src/service/handlers/pull.js


/** GET pull (section 4.6): the target's cases, those of a plan, or those that a report has run. */
const pull = (deps) => ({ params: { testTargetId }, query }) => {
    requireTarget(deps, testTargetId);
    const { testPlanId, testReportId } = query;
    if (testReportId !== undefined)
        return { testCases: casesOfReport(deps, testTargetId, testReportId) };
    if (testPlanId !== undefined && deps.plans.find(testTargetId, testPlanId) === undefined) {
        throw HttpProblem.notFound(`test plan ${testPlanId}`);
    }
    const testCases = deps.testCases
        .list(testTargetId)
        .filter((each) => testPlanId === undefined || each.testPlanId === testPlanId)
        .map(({ testCase }) => testCase);
    return { testCases };
};
/** The versions that were run, whatever has become of the cases since. */
function casesOfReport(deps, testTargetId, testReportId) {
    const versionIds = deps.reports.versionIds(testTargetId, testReportId);
    if (versionIds === undefined)
        throw HttpProblem.notFound(`test report ${testReportId}`);
    return versionIds.flatMap((id) => deps.versions.find(testTargetId, id)?.testCase ?? []);
}

;// CONCATENATED MODULE: ./build/src/service/handlers/push.js



/** POST push (section 4.6): the given cases become the target's set, and are enabled. */
const push = (deps) => ({ params: { testTargetId }, body }) => {
    requireTarget(deps, testTargetId);
    refuseDuplicateIds(body.testCases);
    const versions = transaction(deps.database, () => {
        const added = deps.versions.add(testTargetId, body.testCases);
        deps.testCases.replaceAll(testTargetId, added, deps.now());
        return added;
    });
    return { success: true, versionIds: versions.map(({ versionId }) => versionId) };
};

;// CONCATENATED MODULE: ./build/src/service/handlers/update-environment.js



/** PATCH environment (extension): changes what the body names. */
const updateEnvironment = (deps) => ({ params, body }) => {
    const stored = requireEnvironment(deps, params);
    const others = deps.environments.list(params.testTargetId).filter(({ id }) => id !== stored.id);
    const name = body.name === undefined ? stored.name : storableName(body.name);
    refuseTakenName(new Set(others.map((each) => each.name)), name);
    const settings = mergeSettings(params.testTargetId, stored.settings, body, deps.now());
    deps.environments.update(stored.id, name, settings, deps.now());
    return toEnvironment(requireEnvironment(deps, params));
};

;// CONCATENATED MODULE: ./build/src/service/patched-elements.js





/**
 * Steps of the detail form, as PATCH takes them, in the exchange form. The detail form does not tell a null from
 * what is left out; so a step that means what the stored one of its id means (or of its place, without an id) stays
 * to the letter as it was pushed.
 * @throws HttpProblem 400 where a step is none: an unknown action, a wrong argument.
 */
function toExchangeElements(elements, stored) {
    const before = stored.testCase.elements;
    const byId = new Map(before.map((element, index) => [elementId(stored, index), element]));
    return elements.map((element, index) => {
        const read = readElement(element, index);
        const known = element.id === undefined ? before[index] : byId.get(element.id);
        return known !== undefined && (0,external_node_util_.isDeepStrictEqual)(meaning(known), meaning(read)) ? known : read;
    });
}
function readElement(element, index) {
    const read = candidates(element).map((candidate) => test_case/* exchangeElement */.e2.safeParse(candidate, { reportInput: true }));
    const good = read.find((each) => each.success);
    if (good?.success === true)
        return good.data;
    // The last reading of an argument is its JSON: what is wrong inside that says more than that it is a text.
    const problem = read.findLast((each) => !each.success)?.error;
    if (problem === undefined)
        throw HttpProblem.invalid(['elements', index], 'is no step');
    throw HttpProblem.fromZod(problem, ['elements', index]);
}
function candidates({ interaction, assertion, selectors, ignoreFailure }) {
    const readings = interaction == null
        ? argumentReadings(assertion?.expectation ?? '', assertion?.calledWith)
        : argumentReadings(interaction.action, interaction.calledWith);
    return readings.map((calledWith) => ({
        // The detail form always has options: those without an option were none in the file.
        selectors: selectors.map(({ options, ...selector }) => Object.keys(options ?? {}).length === 0 ? selector : { ...selector, options }),
        // A null and nothing at all are the same to some steps, and only the latter is to all.
        ...(interaction == null ? {} : { interaction: { ...interaction, calledWith: calledWith ?? undefined } }),
        ...(assertion == null ? {} : { assertion: { ...assertion, calledWith: calledWith ?? undefined } }),
        ...(ignoreFailure === true ? { ignoreFailure } : {}),
    }));
}
/** A step without what says nothing: a null, options without an option, a failure that is not ignored. */
function meaning(element) {
    return JSON.parse(JSON.stringify(element, (key, value) => {
        if (value === null || (key === 'ignoreFailure' && value === false))
            return undefined;
        return key === 'options' && (0,external_node_util_.isDeepStrictEqual)(value, {}) ? undefined : value;
    }));
}

;// CONCATENATED MODULE: ./build/src/service/handlers/update-test-case.js






/** PATCH test case (section 4.3): a change of content makes a new version. */
const updateTestCase = (deps) => ({ params, body }) => {
    const stored = requireTestCase(deps, params);
    const testCase = patched(stored, body);
    const prompt = body.createBackendDiscoveryPrompt;
    const discovery = prompt === undefined ? undefined : newDiscovery(prompt, deps.now());
    transaction(deps.database, () => {
        const [version] = (0,external_node_util_.isDeepStrictEqual)(testCase, stored.testCase)
            ? []
            : deps.versions.add(params.testTargetId, [testCase]);
        const change = {
            ...(version === undefined ? {} : { version }),
            ...(body.status === undefined ? {} : { status: body.status }),
            ...(body.interactionStatus === undefined ? {} : { interactionStatus: body.interactionStatus }),
            ...(discovery === undefined ? {} : { discovery }),
        };
        deps.testCases.change(params.testTargetId, stored.id, change, deps.now());
    });
    const answer = toDetail(requireTestCase(deps, params));
    if (discovery !== undefined)
        deps.planning.startDiscovery(params.testTargetId, testCase, discovery);
    return answer;
};
/** A null takes a field away. */
function patched(stored, body) {
    const { entryPointUrlPath, folderName, externalId, ...rest } = stored.testCase;
    const optional = {
        entryPointUrlPath: body.entryPointUrlPath === undefined ? entryPointUrlPath : body.entryPointUrlPath,
        folderName: body.folderName === undefined ? folderName : body.folderName,
        externalId: body.externalId === undefined ? externalId : body.externalId,
    };
    return {
        ...rest,
        ...(optional.entryPointUrlPath == null ? {} : { entryPointUrlPath: optional.entryPointUrlPath }),
        ...(optional.folderName == null ? {} : { folderName: optional.folderName }),
        ...(optional.externalId == null ? {} : { externalId: optional.externalId }),
        ...(body.description === undefined ? {} : { description: body.description }),
        ...(body.runStatus === undefined ? {} : { runStatus: body.runStatus }),
        ...(body.assignedTagNames === undefined ? {} : { tagNames: body.assignedTagNames }),
        ...(body.createBackendDiscoveryPrompt === undefined ? {} : { prompt: body.createBackendDiscoveryPrompt }),
        ...(body.elements === undefined ? {} : { elements: toExchangeElements(body.elements, stored) }),
    };
}

;// CONCATENATED MODULE: ./build/src/service/locator-line/locator-line-error.js
/** A locator line is not one that is understood. The message says what, where, and what is allowed. */
class LocatorLineError extends Error {
    /** The character that was not understood; the first is 1. */
    character;
    /** @param at index into the line. */
    constructor(at, problem) {
        super(`character ${at + 1}: ${problem}`);
        this.name = 'LocatorLineError';
        this.character = at + 1;
    }
}

;// CONCATENATED MODULE: ./build/src/service/locator-line/read-string.js

const simpleEscapes = {
    n: '\n',
    r: '\r',
    t: '\t',
    b: '\b',
    f: '\f',
    v: '\v',
    '0': '\0',
};
/**
 * Reads the string that begins at `start` with its quote: single, double or backtick.
 * @throws LocatorLineError where it has no end, a substitution, or an escape that JavaScript refuses.
 */
function readString(line, start) {
    const quote = line.charAt(start);
    const parts = [];
    for (let at = start + 1; at < line.length;) {
        const character = line.charAt(at);
        if (character === quote)
            return { value: parts.join(''), end: at + 1 };
        if (character === '\\') {
            const { value, end } = readEscape(line, at);
            parts.push(value);
            at = end;
            continue;
        }
        refuse(line, at, quote);
        // A template literal knows one kind of line end.
        if (character !== '\r')
            parts.push(character);
        else if (line.charAt(at + 1) !== '\n')
            parts.push('\n');
        at += 1;
    }
    throw new LocatorLineError(start, `this string has no closing ${quote}`);
}
function refuse(line, at, quote) {
    if (quote !== '`' && /[\n\r]/.test(line.charAt(at))) {
        throw new LocatorLineError(at, 'a string can not go on in the next line: write \\n for a line end');
    }
    if (quote === '`' && line.startsWith('${', at)) {
        throw new LocatorLineError(at, 'a substitution is not allowed: write the text itself, or a variable as $NAME');
    }
}
function readEscape(line, at) {
    const rest = line.slice(at, at + 12);
    // A line end after a backslash is no part of the text.
    const lineEnd = /^\\(?:\r\n|[\n\r\u2028\u2029])/.exec(rest)?.[0];
    if (lineEnd !== undefined)
        return { value: '', end: at + lineEnd.length };
    const hex = /^\\(?:x([\da-f]{2})|u([\da-f]{4})|u\{0*([\da-f]{1,6})\})/i.exec(rest);
    if (hex !== null) {
        const code = Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? '', 16);
        if (code <= 0x10_ffff)
            return { value: String.fromCodePoint(code), end: at + hex[0].length };
    }
    const character = line.charAt(at + 1);
    if (/[xu]|[1-9]/.test(character) || /^\\0\d/.test(rest)) {
        throw new LocatorLineError(at, 'this escape is not allowed: write the character itself, or \\u and four hex digits');
    }
    return { value: simpleEscapes[character] ?? character, end: at + 2 };
}

;// CONCATENATED MODULE: ./build/src/service/locator-line/tokenize.js



/**
 * Cuts a locator line into its words; the last one is its end.
 * @throws LocatorLineError at what is no word of one.
 */
function tokenize(line) {
    const tokens = [];
    for (let at = skipSpace(line, 0); at < line.length; at = skipSpace(line, at)) {
        const { token, end } = readToken(line, at);
        tokens.push(token);
        at = end;
    }
    return [...tokens, { kind: 'end', value: '', at: line.length }];
}
function readToken(line, at) {
    const character = line.charAt(at);
    if (/['"`]/.test(character)) {
        const { value, end } = readString(line, at);
        return { token: { kind: 'text', value, at }, end };
    }
    if (character === '/')
        return readPattern(line, at);
    if (/[.(){}:,;]/.test(character)) {
        return { token: { kind: 'mark', value: character, at }, end: at + 1 };
    }
    const name = match(/[A-Za-z_$][\w$]*/y, line, at);
    if (name !== undefined)
        return { token: { kind: 'name', value: name, at }, end: at + name.length };
    const number = match(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y, line, at);
    if (number !== undefined)
        return { token: { kind: 'number', value: number, at }, end: at + number.length };
    const found = String.fromCodePoint(line.codePointAt(at) ?? 0);
    throw new LocatorLineError(at, `${JSON.stringify(found)} has no place in a locator`);
}
function readPattern(line, at) {
    if (/[/*]/.test(line.charAt(at + 1))) {
        throw new LocatorLineError(at, 'a comment is not allowed here');
    }
    const slash = closingSlash(line, at);
    if (slash === undefined)
        throw new LocatorLineError(at, 'this regular expression has no closing /');
    const flags = match(/[A-Za-z]*/y, line, slash + 1) ?? '';
    const token = { kind: 'pattern', value: line.slice(at + 1, slash), flags, at };
    return { token, end: slash + 1 + flags.length };
}
function skipSpace(line, at) {
    return at + (match(/\s+/y, line, at)?.length ?? 0);
}
function match(pattern, line, at) {
    pattern.lastIndex = at;
    return pattern.exec(line)?.[0];
}

;// CONCATENATED MODULE: ./build/src/service/locator-line/read-calls.js


/** As many calls as a chain may have. */
const maxCalls = 100;
/**
 * Reads `page.a(…).b(…)` with or without `await`, `page.` and `;`. Values are texts, regular expressions, numbers, true
 * and false, and objects of those: the deepest that a locator line goes.
 * @throws LocatorLineError
 */
function readCalls(line) {
    return new CallReader(tokenize(line)).chain();
}
class CallReader {
    #tokens;
    #next = 0;
    constructor(tokens) {
        this.#tokens = tokens;
    }
    chain() {
        this.#skip('await');
        if (this.#skip('page'))
            this.#expect('.', 'after page comes a dot and a call such as getByText(…)');
        const calls = [this.#call()];
        while (this.#skip('.')) {
            const { at } = this.#peek();
            if (calls.length === maxCalls)
                throw new LocatorLineError(at, `more than ${maxCalls} calls`);
            calls.push(this.#call());
        }
        this.#skip(';');
        const token = this.#peek();
        if (token.kind !== 'end')
            throw unexpected(token, 'a dot and a further call, or the end');
        return calls;
    }
    #call() {
        const name = this.#take();
        if (name.kind !== 'name')
            throw unexpected(name, 'a call such as getByText(…)');
        this.#expect('(', `${name.value} must be called: ${name.value}(…)`);
        const values = [];
        while (!this.#skip(')')) {
            values.push(this.#stands('{') ? this.#object() : this.#simple());
            if (!this.#skip(',')) {
                this.#expect(')', 'a comma or ) must stand here');
                break;
            }
        }
        return { method: name.value, values, at: name.at };
    }
    #object() {
        const { at } = this.#take();
        const members = new Map();
        while (!this.#skip('}')) {
            const key = this.#take();
            if (key.kind !== 'name' && key.kind !== 'text')
                throw unexpected(key, 'the name of an option');
            if (members.has(key.value))
                throw new LocatorLineError(key.at, `${key.value} is given twice`);
            this.#expect(':', 'after the name of an option comes a colon and its value');
            members.set(key.value, { ...this.#simple(), keyAt: key.at });
            if (!this.#skip(',')) {
                this.#expect('}', 'a comma or } must stand here');
                break;
            }
        }
        return { kind: 'object', members, at };
    }
    #simple() {
        const token = this.#take();
        const { at } = token;
        if (token.kind === 'name') {
            if (token.value === 'true' || token.value === 'false') {
                return { kind: 'boolean', value: token.value === 'true', at };
            }
            if (token.value === 'new')
                return this.#newPattern(at);
        }
        if (token.kind === 'text' || token.kind === 'number' || token.kind === 'pattern')
            return token;
        throw unexpected(token, 'a text in quotes, a regular expression, a number, true or false');
    }
    #newPattern(at) {
        const allowed = 'after new comes RegExp with one or two texts: new RegExp("…", "i")';
        this.#expect('RegExp', allowed);
        this.#expect('(', allowed);
        const source = this.#text(allowed);
        const flags = this.#skip(',') && this.#peek().kind === 'text' ? this.#text(allowed) : '';
        this.#skip(',');
        this.#expect(')', allowed);
        return { kind: 'pattern', value: source, flags, at };
    }
    #text(allowed) {
        const token = this.#take();
        if (token.kind !== 'text')
            throw new LocatorLineError(token.at, allowed);
        return token.value;
    }
    #peek() {
        return this.#tokens[this.#next] ?? { kind: 'end', value: '', at: 0 };
    }
    #take() {
        const token = this.#peek();
        if (token.kind !== 'end')
            this.#next += 1;
        return token;
    }
    /** Takes a mark or name where it stands here. */
    #skip(value) {
        if (!this.#stands(value))
            return false;
        this.#next += 1;
        return true;
    }
    #stands(value) {
        const token = this.#peek();
        return (token.kind === 'mark' || token.kind === 'name') && token.value === value;
    }
    #expect(value, problem) {
        const { at } = this.#peek();
        if (!this.#skip(value))
            throw new LocatorLineError(at, problem);
    }
}
function unexpected(token, allowed) {
    const found = token.kind === 'end' ? 'the line ends here' : `${JSON.stringify(token.value)} is not understood`;
    return new LocatorLineError(token.at, `${found}: allowed is ${allowed}`);
}

;// CONCATENATED MODULE: ./build/src/service/locator-line/read-values.js


/** The call's first value, which must be a text with something in it. */
function plainText(call) {
    const [value] = call.values;
    if (value?.kind !== 'text')
        throw wrong(call, value, 'a text in quotes');
    if (value.value === '')
        throw new LocatorLineError(value.at, `${call.method} needs a text that is not empty`);
    return { ...value, kind: 'text' };
}
/** The call's first value: a text or a regular expression, in the exchange form. */
function read_values_textOrPattern(call) {
    const [value] = call.values;
    if (value?.kind === 'pattern')
        return exchangeText(value, call.method);
    plainText(call);
    return exchangeText(value, call.method);
}
/** The call's first value: a whole number, as it is written. */
function wholeNumber(call) {
    const [value] = call.values;
    if (value?.kind !== 'number' || !/^-?\d+$/.test(value.value))
        throw wrong(call, value, 'a whole number');
    return String(BigInt(value.value));
}
/** Refuses more values than the call takes. */
function takeAtMost(call, count) {
    const extra = call.values[count];
    if (extra === undefined)
        return;
    const most = count === 0 ? 'no value' : count === 1 ? 'one value' : `${count} values`;
    throw new LocatorLineError(extra.at, `${call.method} takes ${most}`);
}
/**
 * Reads the object that a call may have as its value number `index`.
 * @throws LocatorLineError at an option that is not among `allowed`, or of another kind.
 */
function readOptions(call, index, allowed) {
    const texts = new Map();
    const booleans = new Map();
    const numbers = new Map();
    for (const [name, value] of optionsObject(call, index)?.members ?? []) {
        const kind = Object.hasOwn(allowed, name) ? allowed[name] : undefined;
        if (kind === undefined) {
            const names = Object.keys(allowed).join(', ');
            throw new LocatorLineError(value.keyAt, `${name} is no option that ${call.method} may have here: ${names}`);
        }
        if (kind === 'boolean' && value.kind === 'boolean')
            booleans.set(name, value.value);
        else if (kind === 'number' && value.kind === 'number')
            numbers.set(name, Number(value.value));
        else if (kind === 'text')
            texts.set(name, exchangeText(value, name));
        else
            throw new LocatorLineError(value.at, `${name} takes ${kind === 'boolean' ? 'true or false' : 'a number'}`);
    }
    return { texts, booleans, numbers };
}
function optionsObject(call, index) {
    const value = call.values[index];
    if (value === undefined || value.kind === 'object')
        return value;
    throw wrong(call, value, `options such as ${call.method === 'filter' ? '{ hasText: … }' : '{ exact: true }'}`);
}
/** A text as it is, a regular expression wrapped as the exchange form has it. */
function exchangeText(value, of) {
    if (value?.kind === 'text') {
        const source = patternSource(value.value);
        if (source !== undefined)
            refuseBadPattern(source, value.at);
        return value.value;
    }
    if (value?.kind === 'pattern')
        return `OCTOREGEX${sourceWithFlags(value)}OCTOREGEX`;
    throw new LocatorLineError(value?.at ?? 0, `${of} takes a text in quotes or a regular expression`);
}
/** The exchange form has no flags; those that may stand inside a pattern are written into it. */
function sourceWithFlags({ value, flags, at }) {
    if (!/^[ims]*$/.test(flags) || new Set(flags).size !== flags.length) {
        throw new LocatorLineError(at, `the flags ${JSON.stringify(flags)} are not allowed: i, m and s are, each once`);
    }
    refuseBadPattern(value, at);
    return flags === '' ? value : `(?${flags}:${value})`;
}
function refuseBadPattern(source, at) {
    const problem = patternProblem(source);
    if (problem !== undefined)
        throw new LocatorLineError(at, problem);
}
function wrong(call, value, expected) {
    return new LocatorLineError(value?.at ?? call.at, `${call.method} takes ${expected}`);
}

;// CONCATENATED MODULE: ./build/src/service/locator-line/parse.js




/** As long as a locator line may be, in characters. */
const maxLocatorLineLength = 10_000;
const texts = { hasText: 'text', hasNotText: 'text' };
const exact = { exact: 'boolean' };
const parse_roleOptions = {
    name: 'text',
    exact: 'boolean',
    checked: 'boolean',
    disabled: 'boolean',
    expanded: 'boolean',
    includeHidden: 'boolean',
    level: 'number',
    pressed: 'boolean',
    selected: 'boolean',
};
const readers = new Map([
    ['locator', locator],
    ['frameLocator', frameLocator],
    ['contentFrame', contentFrame],
    ['getByRole', byRole],
    ['getByText', byText('TEXT')],
    ['getByLabel', byText('LABEL')],
    ['getByPlaceholder', byText('PLACEHOLDER')],
    ['getByAltText', byText('ALT_TEXT')],
    ['getByTitle', byText('TITLE')],
    ['getByTestId', byTestId],
    ['filter', filter],
    ['first', pick('FIRST')],
    ['last', pick('LAST')],
    ['nth', nth],
]);
/**
 * A Playwright locator expression (the locator line of section 4.3) as selectors of the exchange form (section 2.4). It
 * is read, never evaluated. `await`, `page.` and `;` may be there or not. `.filter({ visible: true })` adds nothing, as
 * only visible elements are found anyway.
 * @throws LocatorLineError that says what was not understood, at which character, and what is allowed.
 */
function parseLocator(line) {
    if (line.length > maxLocatorLineLength) {
        throw new LocatorLineError(maxLocatorLineLength, `a locator line may have ${maxLocatorLineLength} characters; this one has ${line.length}`);
    }
    const links = [];
    for (const call of readCalls(line)) {
        const read = readers.get(call.method);
        if (read === undefined)
            throw unknownCall(call);
        read(call, links);
    }
    if (links.at(-1)?.selectorType === 'FRAME') {
        throw new LocatorLineError(line.length, 'the locator ends with a frame: add a call that finds an element in it');
    }
    return links;
}
function unknownCall({ method, at }) {
    return new LocatorLineError(at, `${method} is not understood: allowed are ${[...readers.keys()].join(', ')}`);
}
function locator(call, links) {
    takeAtMost(call, 2);
    links.push({ selectorType: 'CSS', selector: plainText(call).value });
    // `locator(css, { hasText })` is short for `locator(css).filter({ hasText })`.
    const filters = readOptions(call, 1, texts);
    if (filters.texts.size > 0)
        links.push(parse_link('FILTER', '', filters));
}
function frameLocator(call, links) {
    takeAtMost(call, 1);
    links.push({ selectorType: 'FRAME', selector: plainText(call).value });
}
function contentFrame(call, links) {
    takeAtMost(call, 0);
    const frame = links.pop();
    if (frame?.selectorType !== 'CSS') {
        throw new LocatorLineError(call.at, 'contentFrame may only follow locator("…"): a frame is found by CSS');
    }
    links.push({ selectorType: 'FRAME', selector: frame.selector });
}
function byRole(call, links) {
    takeAtMost(call, 2);
    const { value, at } = plainText(call);
    try {
        // What a variable stands for is known only when it runs.
        if (!value.includes('$'))
            ariaRole(value);
    }
    catch (error) {
        throw new LocatorLineError(at, error instanceof Error ? error.message : String(error));
    }
    links.push(parse_link('ROLE', value, readOptions(call, 1, parse_roleOptions)));
}
function byText(selectorType) {
    return (call, links) => {
        takeAtMost(call, 2);
        links.push(parse_link(selectorType, read_values_textOrPattern(call), readOptions(call, 1, exact)));
    };
}
function byTestId(call, links) {
    takeAtMost(call, 1);
    links.push({ selectorType: 'TEST_ID', selector: read_values_textOrPattern(call) });
}
function filter(call, links) {
    takeAtMost(call, 1);
    requireElements(call, links);
    const options = readOptions(call, 0, { ...texts, visible: 'boolean' });
    const visible = options.booleans.get('visible');
    if (visible === false) {
        throw new LocatorLineError(call.at, 'filter by visible: false is not allowed: only visible elements are found');
    }
    if (options.texts.size > 0 || visible === undefined)
        links.push(parse_link('FILTER', '', { texts: options.texts }));
}
function pick(selectorType) {
    return (call, links) => {
        takeAtMost(call, 0);
        requireElements(call, links);
        links.push({ selectorType, selector: '' });
    };
}
function nth(call, links) {
    takeAtMost(call, 1);
    requireElements(call, links);
    links.push({ selectorType: 'NTH', selector: wholeNumber(call) });
}
function requireElements({ method, at }, links) {
    const before = links.at(-1)?.selectorType;
    if (before !== undefined && before !== 'FRAME')
        return;
    throw new LocatorLineError(at, `${method} narrows what another call found: put one before it, such as getByText(…)`);
}
function parse_link(selectorType, selector, read) {
    const options = Object.fromEntries([
        ...(read.texts ?? []),
        ...(read.booleans ?? []),
        ...(read.numbers ?? []),
    ]);
    return { selectorType, selector, ...(Object.keys(options).length === 0 ? {} : { options }) };
}

;// CONCATENATED MODULE: ./build/src/service/handlers/update-test-case-element.js






/** PATCH element (section 4.3): gives a step the selectors of a Playwright locator expression, which is never evaluated. */
const updateTestCaseElement = (deps) => ({ params, body }) => {
    const stored = requireTestCase(deps, params);
    const index = stored.testCase.elements.findIndex((_, each) => elementId(stored, each) === params.elementId);
    const element = stored.testCase.elements[index];
    if (element === undefined)
        throw HttpProblem.notFound(`element ${params.elementId}`);
    const changed = { ...element, selectors: readLine(body.locatorLine) };
    const testCase = {
        ...stored.testCase,
        elements: stored.testCase.elements.with(index, changed),
    };
    transaction(deps.database, () => {
        for (const version of deps.versions.add(params.testTargetId, [testCase])) {
            deps.testCases.change(params.testTargetId, stored.id, { version }, deps.now());
        }
    });
    return toDetailElement(stored, changed, index);
};
function readLine(locatorLine) {
    try {
        return parseLocator(locatorLine);
    }
    catch (error) {
        if (error instanceof LocatorLineError)
            throw HttpProblem.invalid(['locatorLine'], error.message);
        throw error;
    }
}

;// CONCATENATED MODULE: ./build/src/service/handlers/update-test-target.js


/** PATCH test target (section 4.1). */
const updateTestTarget = (deps) => ({ params, body }) => {
    deps.targets.update(requireTarget(deps, params.testTargetId), body);
    return toTestTarget(deps, requireTarget(deps, params.testTargetId));
};

;// CONCATENATED MODULE: ./build/src/service/http/nesting.js
const quote = '"'.charCodeAt(0);
const backslash = '\\'.charCodeAt(0);
const openers = new Set([...'[{'].map((each) => each.charCodeAt(0)));
const closers = new Set([...']}'].map((each) => each.charCodeAt(0)));
/**
 * Whether a JSON text nests arrays and objects deeper than `levels`. It looks at the text, before it is parsed: whatever
 * walks through a deep value by recursion, `JSON.stringify` included, runs out of stack.
 */
function deeperThan(json, levels) {
    let depth = 0;
    let inString = false;
    for (let at = 0; at < json.length; at += 1) {
        const character = json.charCodeAt(at);
        if (inString && character === backslash)
            at += 1;
        else if (character === quote)
            inString = !inString;
        else if (inString)
            continue;
        else if (openers.has(character))
            depth += 1;
        else if (closers.has(character))
            depth -= 1;
        if (depth > levels)
            return true;
    }
    return false;
}

;// CONCATENATED MODULE: ./build/src/service/http/read-json.js


/** A push of ten thousand long test cases fits in. */
const maxBodyBytes = 16 * 1024 * 1024;
/** More than any test case needs, and few enough for code that walks through a value by recursion. */
const maxDepth = 100;
/**
 * Reads the JSON body of a request.
 * @throws HttpProblem 415 where it is said to be something else than JSON, 413 where it is too long (it is not read on
 * then), 400 where it is no UTF-8, no JSON, nested too deep or cut off.
 */
async function read_json_readJson(request) {
    requireJson(request.headers);
    const text = decode(await readBytes(request));
    if (deeperThan(text, maxDepth)) {
        throw HttpProblem.invalid([], `the body is nested deeper than ${maxDepth} levels`);
    }
    try {
        return JSON.parse(text);
    }
    catch {
        throw HttpProblem.invalid([], 'the body is no JSON');
    }
}
/** Who names no content type is believed. */
function requireJson(headers) {
    const type = headers.get('content-type');
    if (type !== null && !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type.trim())) {
        throw new HttpProblem(415, { message: 'the body must be application/json' });
    }
    const coding = headers.get('content-encoding') ?? 'identity';
    if (coding.toLowerCase() !== 'identity') {
        throw new HttpProblem(415, { message: 'the body must not have a content coding' });
    }
}
async function readBytes(request) {
    // A length that is told spares reading; it may be a lie, so what comes is counted as well.
    if (Number(request.headers.get('content-length')) > maxBodyBytes)
        throw tooLong();
    const reader = request.body?.getReader();
    const chunks = [];
    let length = 0;
    while (reader !== undefined) {
        const { done, value } = await reader.read().catch(() => {
            throw HttpProblem.invalid([], 'the body was cut off');
        });
        if (done)
            break;
        length += value.byteLength;
        if (length > maxBodyBytes) {
            await reader.cancel();
            throw tooLong();
        }
        chunks.push(value);
    }
    return Buffer.concat(chunks);
}
function tooLong() {
    return new HttpProblem(413, { message: `the body is longer than ${maxBodyBytes} bytes` });
}
function decode(bytes) {
    try {
        return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    }
    catch {
        throw HttpProblem.invalid([], 'the body is no UTF-8');
    }
}

;// CONCATENATED MODULE: ./build/src/service/http/route.js



/**
 * Serves one operation of the contract: checks the request strictly, strips unknown keys, calls the handler. What is
 * wrong with path and query is told before the body is read.
 */
function route(app, endpoint, handler) {
    app.on(endpoint.method, endpoint.path.replace(/\{(\w+)\}/g, ':$1'), async (context) => {
        const answerHeaders = new Headers(endpoint.status === 204 ? {} : { 'content-type': endpoint.mediaType ?? 'application/json' });
        const answer = await handler({
            params: check(endpoint.params, context.req.param(), 'params'),
            query: check(endpoint.query, queryOf(context.req.url), 'query'),
            body: check(endpoint.body, takesBody(endpoint) ? await read_json_readJson(context.req.raw) : undefined),
            request: context.req.raw,
            answerHeaders,
        });
        return new Response(answerBody(endpoint, answer), { status: endpoint.status, headers: answerHeaders });
    });
}
/** JSON, unless the contract says that the answer is a file, a text, or nothing. */
function answerBody({ mediaType, status }, answer) {
    if (status === 204)
        return null;
    if (mediaType === 'application/zip')
        return new Blob([schemas/* instanceof */.Nlp(Uint8Array).parse(answer)]);
    if (mediaType === 'text/plain')
        return schemas/* string */.YjP().parse(answer);
    return JSON.stringify(answer ?? {});
}
function check(schema, value, ...prefix) {
    const parsed = schema.safeParse(value, { reportInput: true });
    if (parsed.success)
        return parsed.data;
    throw HttpProblem.fromZod(parsed.error, prefix);
}
/** A parameter that is given more than once is an array: the schemas refuse it where they know its name. */
function queryOf(url) {
    const { searchParams } = new URL(url);
    const names = [...new Set(searchParams.keys())];
    return Object.fromEntries(names.map((name) => {
        const [first = '', ...others] = searchParams.getAll(name);
        return [name, others.length === 0 ? first : [first, ...others]];
    }));
}
function takesBody({ body }) {
    return !(body instanceof schemas/* ZodUndefined */._ZT);
}

;// CONCATENATED MODULE: ./build/src/service/http/routes.js





























/** Every operation of the contract with its handler. */
function addRoutes(app, deps) {
    route(app, endpoints/* endpoints */.v.listTestTargets, listTestTargets(deps));
    route(app, endpoints/* endpoints */.v.createTestTarget, createTestTarget(deps));
    route(app, endpoints/* endpoints */.v.getTestTarget, getTestTarget(deps));
    route(app, endpoints/* endpoints */.v.updateTestTarget, updateTestTarget(deps));
    route(app, endpoints/* endpoints */.v.deleteTestTarget, deleteTestTarget(deps));
    route(app, endpoints/* endpoints */.v.listEnvironments, listEnvironments(deps));
    route(app, endpoints/* endpoints */.v.createEnvironment, createEnvironment(deps));
    route(app, endpoints/* endpoints */.v.updateEnvironment, updateEnvironment(deps));
    route(app, endpoints/* endpoints */.v.deleteEnvironment, deleteEnvironment(deps));
    route(app, endpoints/* endpoints */.v.listTestCases, listTestCases(deps));
    route(app, endpoints/* endpoints */.v.getTestCase, getTestCase(deps));
    route(app, endpoints/* endpoints */.v.updateTestCase, updateTestCase(deps));
    route(app, endpoints/* endpoints */.v.deleteTestCase, deleteTestCase(deps));
    route(app, endpoints/* endpoints */.v.listTestReports, listTestReports(deps));
    route(app, endpoints/* endpoints */.v.getTestReport, getTestReport(deps));
    route(app, endpoints/* endpoints */.v.execute, execute(deps));
    route(app, endpoints/* endpoints */.v.createBatchGeneration, createBatchGeneration(deps));
    route(app, endpoints/* endpoints */.v.createDiscovery, createDiscovery(deps));
    route(app, endpoints/* endpoints */.v.createDiscoveryV3, createDiscovery(deps));
    route(app, endpoints/* endpoints */.v.pull, pull(deps));
    route(app, endpoints/* endpoints */.v.push, push(deps));
    route(app, endpoints/* endpoints */.v.draftPush, draftPush(deps));
    route(app, endpoints/* endpoints */.v.getTestCaseVersion, getTestCaseVersion(deps));
    route(app, endpoints/* endpoints */.v.getTestPlan, getTestPlan(deps));
    route(app, endpoints/* endpoints */.v.exportCode, exportCode(deps));
    route(app, endpoints/* endpoints */.v.getTestCaseCode, getTestCaseCode(deps));
    route(app, endpoints/* endpoints */.v.getConfig, getConfig(deps));
    route(app, endpoints/* endpoints */.v.updateTestCaseElement, updateTestCaseElement(deps));
}

;// CONCATENATED MODULE: ./build/src/service/http/app.js







/**
 * The service's HTTP side: every operation of the contract, behind the API key (section 5), and the contract itself
 * as `GET /openapi.json`, without a key. A request without a valid key is refused before anything else is looked at.
 * @param log told one line for each error that nobody expected; it holds no secrets.
 */
function createApp(deps, apiKey, log) {
    const app = new dist/* Hono */.$();
    app.get('/openapi.json', (context) => context.json(openApiDocument()));
    app.use(async (context, next) => {
        if (!sameText(context.req.header('x-api-key') ?? '', apiKey)) {
            throw new HttpProblem(401, { message: 'X-API-Key is missing or not valid' });
        }
        await next();
    });
    addRoutes(app, deps);
    answerOtherMethods(app);
    app.notFound((context) => context.json({ message: `${context.req.path} does not exist` }, 404));
    app.onError((error, context) => {
        if (error instanceof HttpProblem)
            return toResponse(error);
        log(`internal error at ${context.req.method} ${context.req.path}: ${inOneLine(error)}`);
        return context.json({ message: 'internal error' }, 500);
    });
    return app;
}
function toResponse({ status, body, headers }) {
    return new Response(JSON.stringify(body), {
        status,
        headers: { 'content-type': 'application/json', ...headers },
    });
}
/** Compares in constant time, so that a key can't be guessed byte by byte. Nothing is the same as an empty key. */
function sameText(given, expected) {
    const [a, b] = [Buffer.from(given), Buffer.from(expected)];
    return b.length > 0 && a.length === b.length && (0,external_node_crypto_.timingSafeEqual)(a, b);
}

;// CONCATENATED MODULE: ./build/src/service/runs.js

/** The runs that are under way. Each writes its outcomes into its report as they come. */
class Runs {
    #runner;
    #reports;
    #now;
    #stop = new AbortController();
    #ends = new Map();
    constructor(runner, reports, now) {
        this.#runner = runner;
        this.#reports = reports;
        this.#now = now;
    }
    /** The browsers that cases can run in. */
    get browsers() {
        return this.#runner.browsers;
    }
    /** Starts a run and returns at once. */
    start(testReportId, plan) {
        const end = this.#play(testReportId, plan).finally(() => this.#ends.delete(testReportId));
        this.#ends.set(testReportId, end);
    }
    /** Resolves when the report's run has ended, when `ms` have passed, or when the signal is aborted. */
    async ended(testReportId, ms, signal) {
        const end = this.#ends.get(testReportId);
        if (end === undefined)
            return;
        const enough = new AbortController();
        const time = (0,promises_.setTimeout)(ms, undefined, { signal: AbortSignal.any([signal, enough.signal]) }).catch(() => { });
        await Promise.race([end, time]);
        enough.abort();
    }
    /** Stops every run and waits until the last has let go of its pages. */
    async close() {
        this.#stop.abort();
        await Promise.all(this.#ends.values());
    }
    async #play(testReportId, plan) {
        let why = 'the run ended without a result for this test case';
        try {
            await this.#runner.run(plan, {
                onStart: (testCaseId) => this.#reports.markStarted(testReportId, testCaseId, this.#now()),
                onOutcome: (outcome) => this.#reports.saveOutcome(testReportId, outcome, this.#now()),
            }, this.#stop.signal);
        }
        catch (error) {
            why = error instanceof Error ? error.message : String(error);
        }
        this.#reports.failWaiting(testReportId, why, this.#now());
    }
}

;// CONCATENATED MODULE: ./build/src/service/store/abandoned-discoveries.js
/** Ends the discoveries that a process has left under way when it ended (section 2.3), inside the caller's transaction. */
function failAbandonedDiscoveries(database, message, now) {
    database
        .prepare(`UPDATE test_cases SET updated_at = ?2,
         discovery = json_set(discovery, '$.status', 'FAILED', '$.message', ?1, '$.updatedAt', ?2)
       WHERE json_extract(discovery, '$.status') IN ('CREATED', 'IN_PROGRESS')`)
        .run(message, now.toISOString());
}

;// CONCATENATED MODULE: ./build/src/service/store/json-column.js

/** A column that holds JSON text, read through a schema. */
function jsonColumn(schema) {
    return schemas/* string */.YjP()
        .transform((text) => JSON.parse(text))
        .pipe(schema);
}

;// CONCATENATED MODULE: ./build/src/service/store/environments.js



const moment = schemas/* string */.YjP();
const settings = schemas/* object */.Ikc({
    discoveryUrl: schemas/* string */.YjP().optional(),
    additionalHeaderFields: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* string */.YjP()).optional(),
    testAccount: schemas/* object */.Ikc({
        username: schemas/* string */.YjP().optional(),
        password: schemas/* string */.YjP().optional(),
        otpInitializerKey: schemas/* string */.YjP().optional(),
        updatedAt: moment,
    })
        .optional(),
    basicAuth: schemas/* object */.Ikc({ username: schemas/* string */.YjP().optional(), password: schemas/* string */.YjP().optional(), updatedAt: moment })
        .optional(),
    privateLocation: schemas/* object */.Ikc({ id: schemas/* string */.YjP(), name: schemas/* string */.YjP(), status: schemas/* string */.YjP(), type: schemas/* string */.YjP() })
        .optional(),
});
const row = schemas/* object */.Ikc({
    id: schemas/* string */.YjP(),
    testTargetId: schemas/* string */.YjP(),
    name: schemas/* string */.YjP(),
    type: schemas/* enum */.k5n(['DEFAULT', 'ADDITIONAL']),
    settings: jsonColumn(settings),
    updatedAt: moment,
});
const columns = 'id, test_target_id AS testTargetId, name, type, settings, updated_at AS updatedAt';
/** The environments of test targets (section 2.2). */
class EnvironmentStore {
    #database;
    constructor(database) {
        this.#database = database;
    }
    create(testTargetId, name, type, given, now) {
        const created = {
            id: (0,external_node_crypto_.randomUUID)(),
            testTargetId,
            name,
            type,
            settings: given,
            updatedAt: now.toISOString(),
        };
        this.#database
            .prepare('INSERT INTO environments (id, test_target_id, name, type, settings, updated_at) VALUES (?, ?, ?, ?, ?, ?)')
            .run(created.id, testTargetId, name, type, JSON.stringify(given), created.updatedAt);
        return created;
    }
    /** The DEFAULT environment first, the others by name. */
    list(testTargetId) {
        return this.#database
            .prepare(`SELECT ${columns} FROM environments WHERE test_target_id = ? ORDER BY type DESC, name`)
            .all(testTargetId)
            .map((each) => row.parse(each));
    }
    find(testTargetId, id) {
        const found = this.#database
            .prepare(`SELECT ${columns} FROM environments WHERE test_target_id = ? AND id = ?`)
            .get(testTargetId, id);
        return found === undefined ? undefined : row.parse(found);
    }
    update(id, name, given, now) {
        this.#database
            .prepare('UPDATE environments SET name = ?, settings = ?, updated_at = ? WHERE id = ?')
            .run(name, JSON.stringify(given), now.toISOString(), id);
    }
    delete(id) {
        this.#database.prepare('DELETE FROM environments WHERE id = ?').run(id);
    }
}

;// CONCATENATED MODULE: ./build/src/service/store/test-case-versions.js




const test_case_versions_row = schemas/* object */.Ikc({ versionId: schemas/* string */.YjP(), testCase: jsonColumn(test_case/* exchangeTestCase */.MB) });
const test_case_versions_columns = 'version_id AS versionId, test_case AS testCase';
/** Immutable versions of test cases: every push makes new ones (section 4.6). */
class TestCaseVersionStore {
    #database;
    constructor(database) {
        this.#database = database;
    }
    /** Stores a version of each case, inside the caller's transaction. @returns the versions, in order. */
    add(testTargetId, testCases) {
        const insert = this.#database.prepare('INSERT INTO test_case_versions (version_id, test_target_id, test_case_id, test_case) VALUES (?, ?, ?, ?)');
        return testCases.map((testCase) => {
            const versionId = (0,external_node_crypto_.randomUUID)();
            insert.run(versionId, testTargetId, testCase.id, JSON.stringify(testCase));
            return { versionId, testCase };
        });
    }
    find(testTargetId, versionId) {
        const found = this.#database
            .prepare(`SELECT ${test_case_versions_columns} FROM test_case_versions WHERE test_target_id = ? AND version_id = ?`)
            .get(testTargetId, versionId);
        return found === undefined ? undefined : test_case_versions_row.parse(found);
    }
}

;// CONCATENATED MODULE: ./build/src/service/store/test-cases.js




const discovery = schemas/* object */.Ikc({
    id: schemas/* string */.YjP(),
    freePrompt: schemas/* string */.YjP(),
    status: schemas/* string */.YjP(),
    updatedAt: schemas/* string */.YjP(),
    message: schemas/* string */.YjP().optional(),
});
const test_cases_row = schemas/* object */.Ikc({
    testTargetId: schemas/* string */.YjP(),
    id: schemas/* string */.YjP(),
    versionId: schemas/* string */.YjP(),
    testCase: jsonColumn(test_case/* exchangeTestCase */.MB),
    status: schemas/* enum */.k5n(contract_test_case/* testCaseFilterStatuses */.pk),
    interactionStatus: schemas/* string */.YjP().nullable(),
    discovery: jsonColumn(discovery).nullable(),
    testPlanId: schemas/* string */.YjP().nullable(),
    createdAt: schemas/* string */.YjP(),
    updatedAt: schemas/* string */.YjP(),
});
const test_cases_columns = `c.test_target_id AS testTargetId, c.id, c.version_id AS versionId, v.test_case AS testCase, c.status,
  c.interaction_status AS interactionStatus, c.discovery, c.test_plan_id AS testPlanId,
  c.created_at AS createdAt, c.updated_at AS updatedAt`;
const from = 'FROM test_cases c JOIN test_case_versions v ON v.version_id = c.version_id';
/** The test cases of targets (section 2.3). A deleted one is kept with the status DELETED. */
class TestCaseStore {
    #database;
    constructor(database) {
        this.#database = database;
    }
    /** The cases in the order of their push. */
    list(testTargetId) {
        return this.#select(testTargetId, "AND c.status <> 'DELETED'");
    }
    /** Every case, deleted ones included: over the time, those become many. */
    listWithDeleted(testTargetId) {
        return this.#select(testTargetId, '');
    }
    #select(testTargetId, condition) {
        return this.#database
            .prepare(`SELECT ${test_cases_columns} ${from} WHERE c.test_target_id = ? ${condition} ORDER BY c.position, c.rowid`)
            .all(testTargetId)
            .map((each) => test_cases_row.parse(each));
    }
    /** @returns undefined where there is none, or a deleted one. */
    find(testTargetId, id) {
        const found = this.#database
            .prepare(`SELECT ${test_cases_columns} ${from} WHERE c.test_target_id = ? AND c.id = ? AND c.status <> 'DELETED'`)
            .get(testTargetId, id);
        return found === undefined ? undefined : test_cases_row.parse(found);
    }
    /** Makes the versions the target's set and enables them, inside the caller's transaction; others are deleted. */
    replaceAll(testTargetId, versions, now) {
        this.#database
            .prepare("UPDATE test_cases SET status = 'DELETED', updated_at = ? WHERE test_target_id = ? AND status <> 'DELETED'")
            .run(now.toISOString(), testTargetId);
        const put = this.#database.prepare(`INSERT INTO test_cases (test_target_id, id, version_id, position, status, created_at, updated_at)
       VALUES (?, ?, ?, ?, 'ENABLED', ?, ?)
       ON CONFLICT (test_target_id, id) DO UPDATE SET
         version_id = excluded.version_id, position = excluded.position, status = 'ENABLED', updated_at = excluded.updated_at`);
        for (const [position, { versionId, testCase }] of versions.entries()) {
            put.run(testTargetId, testCase.id, versionId, position, now.toISOString(), now.toISOString());
        }
    }
    /** Adds a case behind the others, as a DRAFT. */
    add(testTargetId, { versionId, testCase }, change, now) {
        this.#database
            .prepare(`INSERT INTO test_cases (test_target_id, id, version_id, position, status, created_at, updated_at)
         SELECT ?, ?, ?, coalesce(max(position), -1) + 1, 'DRAFT', ?, ? FROM test_cases WHERE test_target_id = ?`)
            .run(testTargetId, testCase.id, versionId, now.toISOString(), now.toISOString(), testTargetId);
        this.change(testTargetId, testCase.id, change, now);
    }
    change(testTargetId, id, change, now) {
        this.#database
            .prepare(`UPDATE test_cases SET version_id = coalesce(?, version_id), status = coalesce(?, status),
           interaction_status = coalesce(?, interaction_status), discovery = coalesce(?, discovery),
           test_plan_id = coalesce(?, test_plan_id), updated_at = ?
         WHERE test_target_id = ? AND id = ?`)
            .run(change.version?.versionId ?? null, change.status ?? null, change.interactionStatus ?? null, change.discovery === undefined ? null : JSON.stringify(change.discovery), change.testPlanId ?? null, now.toISOString(), testTargetId, id);
    }
}

;// CONCATENATED MODULE: ./build/src/service/store/test-plans.js




const test_plans_row = schemas/* object */.Ikc({
    id: schemas/* string */.YjP(),
    testTargetId: schemas/* string */.YjP(),
    status: schemas/* enum */.k5n(['CREATED', 'IN_PROGRESS', 'ERROR', 'DONE']),
    context: jsonColumn(report_context/* reportContext */.g),
    createdAt: schemas/* string */.YjP(),
    updatedAt: schemas/* string */.YjP(),
});
/** Test plans (section 2.9). */
class TestPlanStore {
    #database;
    constructor(database) {
        this.#database = database;
    }
    /** @returns the id of a new plan, CREATED. */
    create(testTargetId, context, now) {
        const id = (0,external_node_crypto_.randomUUID)();
        this.#database
            .prepare("INSERT INTO test_plans (id, test_target_id, status, context, created_at, updated_at) VALUES (?, ?, 'CREATED', ?, ?, ?)")
            .run(id, testTargetId, JSON.stringify(context), now.toISOString(), now.toISOString());
        return id;
    }
    find(testTargetId, id) {
        const found = this.#database
            .prepare(`SELECT id, test_target_id AS testTargetId, status, context, created_at AS createdAt, updated_at AS updatedAt
         FROM test_plans WHERE test_target_id = ? AND id = ?`)
            .get(testTargetId, id);
        return found === undefined ? undefined : test_plans_row.parse(found);
    }
    setStatus(id, status, now) {
        this.#database
            .prepare('UPDATE test_plans SET status = ?, updated_at = ? WHERE id = ?')
            .run(status, now.toISOString(), id);
    }
    /** Plans that a process has left under way when it ended. */
    failUnfinished(now) {
        this.#database
            .prepare("UPDATE test_plans SET status = 'ERROR', updated_at = ? WHERE status IN ('CREATED', 'IN_PROGRESS')")
            .run(now.toISOString());
    }
}

;// CONCATENATED MODULE: ./build/src/service/store/test-reports.js





const reportRow = schemas/* object */.Ikc({
    id: schemas/* string */.YjP(),
    testTargetId: schemas/* string */.YjP(),
    createdAt: schemas/* string */.YjP(),
    updatedAt: schemas/* string */.YjP(),
    executionUrl: schemas/* string */.YjP(),
    browser: schemas/* string */.YjP(),
    breakpoint: schemas/* string */.YjP(),
    context: jsonColumn(report_context/* reportContext */.g),
});
const resultRow = schemas/* object */.Ikc({
    id: schemas/* string */.YjP(),
    testCaseId: schemas/* string */.YjP(),
    testReportId: schemas/* string */.YjP(),
    name: schemas/* string */.YjP(),
    createdAt: schemas/* string */.YjP(),
    updatedAt: schemas/* string */.YjP(),
    status: schemas/* enum */.k5n(['WAITING', 'PASSED', 'FAILED', 'ERROR']),
    errorMessage: schemas/* string */.YjP().nullable(),
    failedStep: jsonColumn(schemas/* object */.Ikc({ testCaseId: schemas/* string */.YjP(), elementIndex: schemas/* int */.Whr() })).nullable(),
});
const reportColumns = `id, test_target_id AS testTargetId, created_at AS createdAt, updated_at AS updatedAt,
  execution_url AS executionUrl, browser, breakpoint, context`;
const resultColumns = `id, test_case_id AS testCaseId, test_report_id AS testReportId, name,
  created_at AS createdAt, updated_at AS updatedAt, status, error_message AS errorMessage, failed_step AS failedStep`;
/** Test reports with their results (sections 2.6 and 2.7). */
class TestReportStore {
    #database;
    constructor(database) {
        this.#database = database;
    }
    create(report, now) {
        const id = (0,external_node_crypto_.randomUUID)();
        transaction(this.#database, () => {
            const createdAt = this.#newestAfter(report.testTargetId, now);
            this.#database
                .prepare(`INSERT INTO test_reports (id, test_target_id, environment_id, created_at, updated_at, execution_url, browser, breakpoint, context)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
                .run(id, report.testTargetId, report.environmentId, createdAt, createdAt, report.executionUrl, report.browser, report.breakpoint, JSON.stringify(report.context));
            const insert = this.#database.prepare(`INSERT INTO test_results (id, test_report_id, test_case_id, version_id, position, name, created_at, updated_at, status)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'WAITING')`);
            for (const [position, { versionId, testCase }] of report.versions.entries()) {
                const { id: testCaseId, description } = testCase;
                insert.run((0,external_node_crypto_.randomUUID)(), id, testCaseId, versionId, position, description, createdAt, createdAt);
            }
        });
        const stored = this.find(report.testTargetId, id);
        if (stored === undefined)
            throw new Error(`report ${id} was stored and is not there`);
        return stored;
    }
    /** `createdAt` is the history's key, so no two reports of a target share one. */
    #newestAfter(testTargetId, now) {
        const row = this.#database
            .prepare('SELECT max(created_at) AS newest FROM test_reports WHERE test_target_id = ?')
            .get(testTargetId);
        const newest = schemas/* object */.Ikc({ newest: schemas/* string */.YjP().nullable() }).parse(row).newest;
        const floor = newest === null ? 0 : new Date(newest).getTime() + 1;
        return new Date(Math.max(now.getTime(), floor)).toISOString();
    }
    /** A result's `createdAt` is the moment at which its case began to play. */
    markStarted(testReportId, testCaseId, now) {
        this.#database
            .prepare('UPDATE test_results SET created_at = ? WHERE test_report_id = ? AND test_case_id = ?')
            .run(now.toISOString(), testReportId, testCaseId);
    }
    saveOutcome(testReportId, outcome, now) {
        transaction(this.#database, () => {
            this.#database
                .prepare(`UPDATE test_results SET status = ?, error_message = ?, failed_step = ?, updated_at = ?
           WHERE test_report_id = ? AND test_case_id = ?`)
                .run(outcome.status, outcome.errorMessage, outcome.failedStep === undefined ? null : JSON.stringify(outcome.failedStep), now.toISOString(), testReportId, outcome.testCaseId);
            this.#touch(testReportId, now);
        });
    }
    #touch(testReportId, now) {
        this.#database
            .prepare('UPDATE test_reports SET updated_at = ? WHERE id = ?')
            .run(now.toISOString(), testReportId);
    }
    /** Ends what still waits: the run behind it is over. */
    failWaiting(testReportId, errorMessage, now) {
        transaction(this.#database, () => {
            const { changes } = this.#database
                .prepare(`UPDATE test_results SET status = 'ERROR', error_message = ?, updated_at = ?
           WHERE test_report_id = ? AND status = 'WAITING'`)
                .run(errorMessage, now.toISOString(), testReportId);
            if (changes > 0)
                this.#touch(testReportId, now);
        });
    }
    find(testTargetId, id) {
        const row = this.#database
            .prepare(`SELECT ${reportColumns} FROM test_reports WHERE test_target_id = ? AND id = ?`)
            .get(testTargetId, id);
        return row === undefined ? undefined : this.#withResults(reportRow.parse(row));
    }
    /** Newest first. */
    list(testTargetId, { before, environmentIds, limit }) {
        // Several conditions on one environment hold together: two different ones fit nothing.
        const environments = environmentIds.map(() => 'AND environment_id = ?').join(' ');
        return this.#database
            .prepare(`SELECT ${reportColumns} FROM test_reports WHERE test_target_id = ? AND created_at < ? ${environments}
         ORDER BY created_at DESC LIMIT ?`)
            .all(testTargetId, before ?? '9999', ...environmentIds, limit)
            .map((row) => this.#withResults(reportRow.parse(row)));
    }
    /** The versions that a report has run, in order; undefined where there is no such report. */
    versionIds(testTargetId, id) {
        if (this.find(testTargetId, id) === undefined)
            return undefined;
        return this.#database
            .prepare('SELECT version_id AS versionId FROM test_results WHERE test_report_id = ? ORDER BY position')
            .all(id)
            .map((row) => schemas/* object */.Ikc({ versionId: schemas/* string */.YjP() }).parse(row).versionId);
    }
    /** Ends what a process has left under way when it ended. */
    failAbandoned(errorMessage, now) {
        this.#database
            .prepare(`UPDATE test_reports SET updated_at = ?
         WHERE id IN (SELECT test_report_id FROM test_results WHERE status = 'WAITING')`)
            .run(now.toISOString());
        this.#database
            .prepare("UPDATE test_results SET status = 'ERROR', error_message = ?, updated_at = ? WHERE status = 'WAITING'")
            .run(errorMessage, now.toISOString());
    }
    /** The newest result of a case; undefined where it has never run. */
    newestResultId(testTargetId, testCaseId) {
        const row = this.#database
            .prepare(`SELECT result.id FROM test_results result JOIN test_reports report ON report.id = result.test_report_id
         WHERE report.test_target_id = ? AND result.test_case_id = ? ORDER BY report.created_at DESC LIMIT 1`)
            .get(testTargetId, testCaseId);
        return row === undefined ? undefined : schemas/* object */.Ikc({ id: schemas/* string */.YjP() }).parse(row).id;
    }
    #withResults(report) {
        const testResults = this.#database
            .prepare(`SELECT ${resultColumns} FROM test_results WHERE test_report_id = ? ORDER BY position`)
            .all(report.id)
            .map((row) => ({ ...resultRow.parse(row), testTargetId: report.testTargetId, traceUrl: null }));
        return { ...report, status: reportStatus(testResults), testResults };
    }
}
/** The rule of section 3; a result with ERROR did not succeed. */
function reportStatus(results) {
    if (results.some(({ status }) => status === 'WAITING'))
        return 'WAITING';
    return results.every(({ status }) => status === 'PASSED') ? 'PASSED' : 'FAILED';
}

;// CONCATENATED MODULE: ./build/src/service/store/test-targets.js




/** Section 8: 5,000 to 30,000 ms; the longest is what a target starts with. */
const firstTimeoutPerStepMs = 30_000;
const test_targets_row = schemas/* object */.Ikc({
    id: schemas/* string */.YjP(),
    app: schemas/* string */.YjP(),
    testIdAttribute: schemas/* string */.YjP().nullable(),
    timeoutPerStep: schemas/* number */.aig(),
    testManagementIntegration: jsonColumn(schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* string */.YjP())).nullable(),
});
const test_targets_columns = `id, app, test_id_attribute AS testIdAttribute, timeout_per_step AS timeoutPerStep,
  test_management_integration AS testManagementIntegration`;
/** Test targets (section 2.1). */
class TestTargetStore {
    #database;
    #environments;
    constructor(database, environments) {
        this.#database = database;
        this.#environments = environments;
    }
    /** Stores a target together with its DEFAULT environment. @returns its id. */
    create(app, discoveryUrl, now) {
        return transaction(this.#database, () => {
            const id = (0,external_node_crypto_.randomUUID)();
            this.#database
                .prepare('INSERT INTO test_targets (id, app, timeout_per_step, created_at) VALUES (?, ?, ?, ?)')
                .run(id, app, firstTimeoutPerStepMs, now.toISOString());
            const settings = discoveryUrl === undefined ? {} : { discoveryUrl };
            this.#environments.create(id, 'default', 'DEFAULT', settings, now);
            return id;
        });
    }
    find(id) {
        const found = this.#database.prepare(`SELECT ${test_targets_columns} FROM test_targets WHERE id = ?`).get(id);
        return found === undefined ? undefined : test_targets_row.parse(found);
    }
    /** Oldest first. */
    list() {
        return this.#database
            .prepare(`SELECT ${test_targets_columns} FROM test_targets ORDER BY created_at, rowid`)
            .all()
            .map((each) => test_targets_row.parse(each));
    }
    /** Changes what the patch names. A null `app` leaves the name as it is. */
    update(target, patch) {
        const integration = patch.testManagementIntegration === undefined
            ? target.testManagementIntegration
            : patch.testManagementIntegration;
        this.#database
            .prepare(`UPDATE test_targets SET app = ?, test_id_attribute = ?, timeout_per_step = ?, test_management_integration = ?
         WHERE id = ?`)
            .run(patch.app ?? target.app, patch.testIdAttribute === undefined ? target.testIdAttribute : patch.testIdAttribute, patch.timeoutPerStep ?? target.timeoutPerStep, integration === null ? null : JSON.stringify(integration), target.id);
    }
    /** Takes the target away, with all that belongs to it. */
    delete(id) {
        transaction(this.#database, () => {
            this.#database.prepare('DELETE FROM test_cases WHERE test_target_id = ?').run(id);
            this.#database.prepare('DELETE FROM test_targets WHERE id = ?').run(id);
        });
    }
}

;// CONCATENATED MODULE: ./build/src/service/embedded-service.js












/**
 * Opens the service. Disposing of it stops its runs.
 * @throws UnusableDatabase
 */
function openEmbeddedService(options) {
    const { runner, now = () => new Date() } = options;
    const database = openDatabase(options.file);
    const environments = new EnvironmentStore(database);
    const stores = {
        database,
        environments,
        targets: new TestTargetStore(database, environments),
        testCases: new TestCaseStore(database),
        versions: new TestCaseVersionStore(database),
        reports: new TestReportStore(database),
        plans: new TestPlanStore(database),
        now,
    };
    transaction(database, () => {
        stores.reports.failAbandoned('the service ended while this test case was to run', now());
        stores.plans.failUnfinished(now());
        failAbandonedDiscoveries(database, 'the service ended while this test case was to be made', now());
    });
    const runs = new Runs(runner, stores.reports, now);
    const planning = new Planning(stores, options.generate);
    const apiKey = options.apiKey ?? (0,external_node_crypto_.randomBytes)(24).toString('base64url');
    const app = createApp({ ...stores, runs, planning }, apiKey, options.log ?? console.error);
    const stopWork = async () => {
        await Promise.all([runs.close(), planning.close()]);
    };
    return {
        apiKey,
        fetch: async (request) => app.fetch(request),
        stopWork,
        async [Symbol.asyncDispose]() {
            try {
                await stopWork();
            }
            finally {
                if (database.isOpen)
                    database.close();
            }
        },
    };
}

;// CONCATENATED MODULE: ./build/src/embedded.js
var __addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
    if (value !== null && value !== void 0) {
        if (typeof value !== "object" && typeof value !== "function") throw new TypeError("Object expected.");
        var dispose, inner;
        if (async) {
            if (!Symbol.asyncDispose) throw new TypeError("Symbol.asyncDispose is not defined.");
            dispose = value[Symbol.asyncDispose];
        }
        if (dispose === void 0) {
            if (!Symbol.dispose) throw new TypeError("Symbol.dispose is not defined.");
            dispose = value[Symbol.dispose];
            if (async) inner = dispose;
        }
        if (typeof dispose !== "function") throw new TypeError("Object not disposable.");
        if (inner) dispose = function() { try { inner.call(this); } catch (e) { return Promise.reject(e); } };
        env.stack.push({ value: value, dispose: dispose, async: async });
    }
    else if (async) {
        env.stack.push({ async: true });
    }
    return value;
};
var __disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
    return function (env) {
        function fail(e) {
            env.error = env.hasError ? new SuppressedError(e, env.error, "An error was suppressed during disposal.") : e;
            env.hasError = true;
        }
        var r, s = 0;
        function next() {
            while (r = env.stack.pop()) {
                try {
                    if (!r.async && s === 1) return s = 0, env.stack.push(r), Promise.resolve().then(next);
                    if (r.dispose) {
                        var result = r.dispose.call(r.value);
                        if (r.async) return s |= 2, Promise.resolve(result).then(next, function(e) { fail(e); return next(); });
                    }
                    else s |= 1;
                }
                catch (e) {
                    fail(e);
                }
            }
            if (s === 1) return env.hasError ? Promise.reject(env.error) : Promise.resolve();
            if (env.hasError) throw env.error;
        }
        return next();
    };
})(typeof SuppressedError === "function" ? SuppressedError : function (error, suppressed, message) {
    var e = new Error(message);
    return e.name = "SuppressedError", e.error = error, e.suppressed = suppressed, e;
});






/**
 * Opens the embedded service with a browser, and a test target in it for the app. The browser starts while the app is
 * waited for.
 * @throws BrowserNotFound, BrowserNotStarted, UserError where the app doesn't answer, or the reason of `signal`.
 */
async function connectEmbedded(options, signal) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const { url, environment } = options;
        const opening = __addDisposableResource(env_1, new AsyncDisposableStack(), true);
        const open = () => openRunner(findChromium(options.surroundings));
        const runner = options.play
            ? await both(open().then((opened) => opening.use(opened)), (failed) => waitForApp(url, AbortSignal.any([signal, failed]), options.onWaiting))
            : onDemandRunner(open);
        const service = opening.use(openEmbeddedService({ runner }));
        const client = (0,client_client/* createClient */.U)({
            baseUrl: 'http://embedded.invalid',
            apiKey: service.apiKey,
            fetch: (address, { signal: attempt, ...request }) => orAborted(service.fetch(new Request(address, { ...request, signal: attempt })), attempt),
        });
        const { id: testTargetId } = await client.createTestTarget({
            testTarget: { app: options.app, discoveryUrl: url },
        });
        if (environment !== 'default') {
            await client.createEnvironment({ testTargetId }, { name: environment, discoveryUrl: url });
        }
        const opened = opening.move();
        return { client, testTargetId, url: async () => url, [Symbol.asyncDispose]: () => opened.disposeAsync() };
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        const result_1 = __disposeResources(env_1);
        if (result_1)
            await result_1;
    }
}
/** Does two things at once, and returns only when both are over: nothing may be opened after a failure was told. */
async function both(work, beside) {
    const failed = new AbortController();
    work.catch((error) => failed.abort(error));
    const [first, second] = await Promise.allSettled([work, beside(failed.signal)]);
    if (first.status === 'rejected')
        throw first.reason;
    if (second.status === 'rejected')
        throw second.reason;
    return first.value;
}
/** The network gives a request up when its signal is aborted; a service in this process must be left the same way. */
async function orAborted(work, signal) {
    const { promise: aborted, reject } = Promise.withResolvers();
    const abort = () => reject(signal.reason);
    if (signal.aborted)
        abort();
    signal.addEventListener('abort', abort, { once: true });
    try {
        return await Promise.race([work, aborted]);
    }
    finally {
        signal.removeEventListener('abort', abort);
    }
}


/***/ })

};
