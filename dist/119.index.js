export const id = 119;
export const ids = [119];
export const modules = {

/***/ 5119:
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
        return /CERT|SELF_SIGNED|ISSUER/.test(code) ? undefined : code;
    }
}

// EXTERNAL MODULE: ./build/src/client/client.js
var client_client = __webpack_require__(9418);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:module"
var external_node_module_ = __webpack_require__(8995);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 11 modules
var schemas = __webpack_require__(2857);
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
        env.CHROME_BIN === undefined
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
        const fromWorkspace = (0,external_node_module_.createRequire)((0,external_node_path_.join)(workspace, 'package.json'));
        const manifest = resolvePlaywright(fromWorkspace);
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
function resolvePlaywright(fromWorkspace) {
    for (const outer of ['@playwright/test/package.json', 'playwright/package.json']) {
        try {
            return (0,external_node_module_.createRequire)(fromWorkspace.resolve(outer)).resolve('playwright-core/package.json');
        }
        catch {
            // Not installed under this name.
        }
    }
    return fromWorkspace.resolve('playwright-core/package.json');
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
        ]
        : platform === 'win32'
            ? ['chrome-win/chrome.exe', 'chrome-win64/chrome.exe']
            : [
                'chrome-linux/chrome',
                'chrome-linux64/chrome',
                'chrome-linux/headless_shell',
                'chrome-headless-shell-linux64/chrome-headless-shell',
            ];
    return inside.map((path) => (0,external_node_path_.join)(folder, path));
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

;// CONCATENATED MODULE: ./build/src/contract/exchange/pattern.js
/**
 * JSON carries no regular expression, so real files wrap one into a marker: `OCTOREGEX^Order \d+$OCTOREGEX`.
 * It may stand wherever a text stands.
 */
const wrapped = /^OCTOREGEX([\s\S]*)OCTOREGEX$/;
/**
 * Reads a text that may be a pattern.
 * @returns the text itself, or the regular expression that it wraps.
 * @throws SyntaxError when the wrapped text is no regular expression.
 */
function textOrPattern(text) {
    const source = wrapped.exec(text)?.[1];
    return source === undefined ? text : new RegExp(source);
}

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
    const text = textOrPattern(selector.selector);
    const exact = options.exact === undefined ? {} : { exact: options.exact };
    switch (selector.selectorType) {
        case 'FRAME':
            return scope.frameLocator(selector.selector);
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
    return { ...defined(states), ...(name === undefined ? {} : { name: textOrPattern(name) }) };
}
function filterOptions({ hasText, hasNotText }) {
    return {
        ...(hasText === undefined ? {} : { hasText: textOrPattern(hasText) }),
        ...(hasNotText === undefined ? {} : { hasNotText: textOrPattern(hasNotText) }),
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
/** TO_CONTAIN_TEXT: the element's text, with white space folded, contains a text or fits a pattern. */
async function toContainText(scope, calledWith) {
    const expected = textOrPattern(scope.fill(calledWith));
    const locator = scope.locator();
    for (let look = 0;; look += 1) {
        const received = foldSpace((await locator.textContent({ timeout: scope.remainingMs() })) ?? '');
        if (contains(received, expected))
            return;
        const pause = pauses[Math.min(look, pauses.length - 1)] ?? 1000;
        if (scope.remainingMs() <= pause)
            throw new Error(mismatch(String(locator), expected, received));
        await (0,promises_.setTimeout)(pause);
    }
}
function contains(received, expected) {
    return typeof expected === 'string' ? received.includes(foldSpace(expected)) : expected.test(received);
}
function foldSpace(text) {
    return text.replace(/\s+/g, ' ').trim();
}
function mismatch(locator, expected, received) {
    const [label, value] = typeof expected === 'string' ? ['substring', JSON.stringify(expected)] : ['pattern', String(expected)];
    return [
        'expect(locator).toContainText(expected) failed',
        '',
        `Locator: ${locator}`,
        `Expected ${label}: ${value}`,
        `Received string: ${JSON.stringify(received)}`,
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
/**
 * Puts values in place of `$NAME`. A dollar sign that no name follows, as in `$5`, stays.
 * @throws UndefinedVariable
 */
function fillIn(text, variables) {
    return text.replace(/\$([A-Za-z_]\w*)/g, (_, name) => {
        const value = variables.get(name);
        if (value === undefined)
            throw new UndefinedVariable(name, [...variables.keys()]);
        return value;
    });
}
function randomCharacters(length) {
    return Array.from({ length }, () => String.fromCharCode(97 + (0,external_node_crypto_.randomInt)(26))).join('');
}

;// CONCATENATED MODULE: ./build/src/runner/play-case.js





/** A step failed; it carries where. */
class StepFailure extends Error {
    step;
    constructor(step, cause) {
        super(errorText(cause), { cause });
        this.step = step;
    }
}
/**
 * Plays one case in a context of its own: its chain of dependencies, the case, then the teardowns from the inside
 * out, also after a failure. A failing teardown never fails the case.
 * @throws where the browser itself is gone.
 */
async function playCase(context, testCase, plan, variables) {
    const page = await context.newPage();
    const chain = dependencyChain(testCase, plan.library);
    const begun = [];
    const player = new StepPlayer(page, plan, variables);
    try {
        for (const each of chain) {
            begun.unshift(each);
            await player.playFromEntry(each);
        }
        return { testCaseId: testCase.id, status: 'PASSED', errorMessage: null };
    }
    catch (error) {
        if (context.browser()?.isConnected() === false)
            throw error;
        return failedOutcome(testCase, chain, error);
    }
    finally {
        await playTeardowns(begun, plan, player);
    }
}
function failedOutcome(testCase, chain, error) {
    const step = error instanceof StepFailure ? error.step : undefined;
    const cause = error instanceof StepFailure ? error.cause : error;
    const dependency = chain.find((each) => each.id === step?.testCaseId && each !== testCase);
    const message = error instanceof Error ? error.message : errorText(error);
    return {
        testCaseId: testCase.id,
        status: cause instanceof UnsupportedStep ? 'ERROR' : 'FAILED',
        errorMessage: dependency === undefined ? message : `Dependency "${dependency.description}": ${message}`,
        ...(step === undefined ? {} : { failedStep: step }),
    };
}
/** The case's dependencies from the outermost in, and the case itself last. */
function dependencyChain(testCase, library) {
    const chain = [testCase];
    for (let id = testCase.dependencyId; id !== undefined; id = chain[0]?.dependencyId) {
        const dependency = library.get(id);
        if (dependency === undefined)
            throw new Error(`The dependency ${id} does not exist.`);
        if (chain.includes(dependency))
            throw new Error(`The dependencies of "${testCase.description}" form a loop.`);
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
                throw new StepFailure(undefined, error);
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
                if (element.ignoreFailure === true && !(error instanceof UnsupportedStep))
                    continue;
                throw new StepFailure({ testCaseId: testCase.id, elementIndex }, error);
            }
        }
    }
    /** One step, and the page's load after it, within the time of one step. */
    async #playStep(element) {
        const end = performance.now() + this.#plan.timeoutPerStepMs;
        const remainingMs = () => Math.max(1, end - performance.now());
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
            if (outcome !== undefined)
                events.onOutcome(outcome);
        }
    };
    await Promise.all(Array.from({ length: Math.min(workers, plan.cases.length) }, work));
}
/** @returns undefined when the run was stopped meanwhile: a case that was cut off has no outcome. */
async function playInContext(browser, testCase, plan, variables, signal) {
    try {
        const context = await browser.newContext(screenOf(plan.breakpoint));
        const close = () => void context.close().catch(() => { });
        signal.addEventListener('abort', close, { once: true });
        try {
            const outcome = await playCase(context, testCase, plan, variables);
            return signal.aborted ? undefined : outcome;
        }
        finally {
            signal.removeEventListener('abort', close);
            await context.close().catch(() => { });
        }
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

// EXTERNAL MODULE: ./node_modules/hono/dist/index.js + 24 modules
var dist = __webpack_require__(1894);
// EXTERNAL MODULE: ./build/src/contract/endpoints.js + 4 modules
var endpoints = __webpack_require__(6367);
;// CONCATENATED MODULE: ./build/src/service/http-problem.js
/** A request that gets no success. Handlers throw it; the app turns it into the answer. */
class HttpProblem extends Error {
    status;
    body;
    constructor(status, body) {
        super(`HTTP ${status}`);
        this.status = status;
        this.body = body;
    }
    static notFound(what) {
        return new HttpProblem(404, { message: `${what} does not exist` });
    }
    /** A 400 has a top-level array of issues as its body. */
    static invalid(path, message) {
        return new HttpProblem(400, [{ code: 'custom', path, message }]);
    }
    static fromZod(error, prefix = []) {
        return new HttpProblem(400, error.issues.map((issue) => ({
            code: issue.code,
            ...('expected' in issue ? { expected: issue.expected } : {}),
            path: [...prefix, ...issue.path],
            message: issue.message,
        })));
    }
}

;// CONCATENATED MODULE: ./build/src/service/dependencies.js

/** @throws HttpProblem 404 where there is no such test target. */
function requireTarget({ targets }, testTargetId) {
    const target = targets.find(testTargetId);
    if (target === undefined)
        throw HttpProblem.notFound(`test target ${testTargetId}`);
    return target;
}

;// CONCATENATED MODULE: ./build/src/service/handlers/create-environment.js


/** POST environments (section 4.2): makes an ADDITIONAL environment; names are unique within a target. */
const createEnvironment = (deps) => ({ params, body }) => {
    requireTarget(deps, params.testTargetId);
    const existing = deps.targets.environments(params.testTargetId);
    const name = body.name ?? `environment ${existing.length + 1}`;
    if (existing.some((each) => each.name === name)) {
        throw HttpProblem.invalid(['name'], `an environment "${name}" exists already`);
    }
    return deps.targets.addEnvironment(params.testTargetId, name, 'ADDITIONAL', body.discoveryUrl, deps.now());
};

;// CONCATENATED MODULE: ./build/src/service/handlers/create-test-target.js
/** POST test-targets (section 4.1): the target comes with its DEFAULT environment. */
const createTestTarget = (deps) => ({ body }) => {
    const { app = 'app', discoveryUrl } = body.testTarget ?? {};
    const target = deps.targets.create(app, discoveryUrl, deps.now());
    const environments = deps.targets.environments(target.id).map((each) => ({
        id: each.id,
        type: each.type,
        ...(each.discoveryUrl === null ? {} : { discoveryUrl: each.discoveryUrl }),
    }));
    return { ...target, tags: [], environments };
};

;// CONCATENATED MODULE: ./build/src/service/handlers/draft-push.js


/** POST draft/push (section 4.6): stores versions; what is enabled on the target stays as it is. */
const draftPush = (deps) => ({ params, body }) => {
    requireTarget(deps, params.testTargetId);
    refuseDuplicates(body.testCases.map(({ id }) => id));
    const versionIds = deps.versions.add(params.testTargetId, body.testCases);
    const synced = body.testCases.flatMap(({ id }, index) => {
        const versionId = versionIds[index];
        return versionId === undefined ? [] : [[id, { versionId }]];
    });
    return { success: true, versionIds, syncDataByStableId: Object.fromEntries(synced) };
};
function refuseDuplicates(ids) {
    const index = ids.findIndex((id, position) => ids.indexOf(id) < position);
    if (index !== -1)
        throw HttpProblem.invalid(['testCases', index, 'id'], `the id ${ids[index]} occurs twice`);
}

;// CONCATENATED MODULE: ./build/src/service/select-cases.js
/** The cases that a run plays for their own sake: `runStatus` ON, not excluded here, and with one of the tags. */
function selectCases(cases, selection) {
    return cases.filter((each) => each.runStatus === 'ON' &&
        !each.excludedEnvironmentNames?.includes(selection.environmentName) &&
        (selection.tags.length === 0 || selection.tags.some((tag) => each.tagNames?.includes(tag))));
}

;// CONCATENATED MODULE: ./build/src/service/handlers/execute.js



/** Section 8: 5,000 to 30,000 ms; the longest is what a target starts with. */
const timeoutPerStepMs = 30_000;
/** POST execute (extension): starts a run of the given versions and answers with its report. */
const execute = (deps) => ({ body }) => {
    requireTarget(deps, body.testTargetId);
    requireEnvironment(deps, body);
    const versions = (body.testCaseVersionIds ?? []).map((id, index) => findVersion(deps, body, id, index));
    const cases = selectCases(versions, body);
    const { testTargetId, url: executionUrl, browser, breakpoint, context } = body;
    const report = deps.reports.create({ testTargetId, executionUrl, browser, breakpoint, context, cases }, deps.now());
    deps.runs.start(report.id, {
        cases,
        library: new Map(versions.map((each) => [each.id, each])),
        executionUrl,
        breakpoint,
        variables: body.variablesToOverwrite,
        timeoutPerStepMs,
    });
    return { testReportUrl: null, testReport: { ...report, testResults: [...report.testResults] } };
};
function requireEnvironment(deps, { testTargetId, environmentName }) {
    const names = deps.targets.environments(testTargetId).map(({ name }) => name);
    if (names.includes(environmentName))
        return;
    throw HttpProblem.invalid(['environmentName'], `there is no environment "${environmentName}": the target has ${names.join(', ')}`);
}
function findVersion(deps, body, id, index) {
    const version = deps.versions.find(body.testTargetId, id);
    if (version !== undefined)
        return version;
    throw HttpProblem.invalid(['testCaseVersionIds', index], `the target has no version ${id}`);
}

;// CONCATENATED MODULE: ./build/src/service/handlers/get-test-report.js


const maxWaitSeconds = 60;
/** GET one test report (section 4.4). With `Prefer: wait=N` (RFC 7240) it answers when the run ends, or after N s. */
const getTestReport = (deps) => async ({ params: { testTargetId, testReportId }, request, answerHeaders, }) => {
    requireTarget(deps, testTargetId);
    const seconds = preferredWait(request.headers.get('prefer'));
    if (seconds > 0) {
        await deps.runs.ended(testReportId, seconds * 1000, request.signal);
        answerHeaders.set('preference-applied', `wait=${seconds}`);
    }
    const report = deps.reports.find(testTargetId, testReportId);
    if (report === undefined)
        throw HttpProblem.notFound(`test report ${testReportId}`);
    return { ...report, testResults: [...report.testResults] };
};
function preferredWait(header) {
    const seconds = Number(/(?:^|[,;]\s*)wait=(\d{1,6})/.exec(header ?? '')?.[1] ?? 0);
    return Math.min(seconds, maxWaitSeconds);
}

;// CONCATENATED MODULE: ./build/src/service/handlers/list-environments.js

/** GET environments (section 4.2). */
const listEnvironments = (deps) => ({ params }) => {
    requireTarget(deps, params.testTargetId);
    return deps.targets.environments(params.testTargetId);
};

// EXTERNAL MODULE: ./build/src/contract/values.js + 1 modules
var values = __webpack_require__(1923);
;// CONCATENATED MODULE: ./build/src/service/handlers/list-test-reports.js




const pageSize = 20;
const historyKey = schemas/* object */.Ikc({ createdAt: values/* timestamp */.vE });
/** GET test-reports (section 4.4): newest first; `key` names the last report of the page before. */
const listTestReports = (deps) => ({ params, query }) => {
    requireTarget(deps, params.testTargetId);
    const before = query.key === undefined ? undefined : parseKey(query.key);
    const found = deps.reports.list(params.testTargetId, before, pageSize + 1);
    const data = found.slice(0, pageSize).map((each) => ({ ...each, testResults: [...each.testResults] }));
    const last = data.at(-1);
    return {
        data,
        ...(last === undefined ? {} : { key: { createdAt: last.createdAt } }),
        hasNextPage: found.length > pageSize,
    };
};
function parseKey(text) {
    try {
        return historyKey.parse(JSON.parse(text)).createdAt;
    }
    catch {
        throw HttpProblem.invalid(['query', 'key'], 'must be JSON: {"createdAt": "<date-time>"}');
    }
}

;// CONCATENATED MODULE: ./build/src/service/route.js


/** Serves one operation of the contract: checks the request strictly, strips unknown keys, calls the handler. */
function route(app, endpoint, handler) {
    app.on(endpoint.method, endpoint.path.replace(/\{(\w+)\}/g, ':$1'), async (context) => {
        const answerHeaders = new Headers({ 'content-type': 'application/json' });
        const answer = await handler({
            params: check(endpoint.params, context.req.param(), 'params'),
            query: check(endpoint.query, context.req.query(), 'query'),
            body: check(endpoint.body, await readBody(context, endpoint.body)),
            request: context.req.raw,
            answerHeaders,
        });
        return new Response(JSON.stringify(answer), { status: endpoint.status, headers: answerHeaders });
    });
}
function check(schema, value, ...prefix) {
    const parsed = schema.safeParse(value);
    if (parsed.success)
        return parsed.data;
    throw HttpProblem.fromZod(parsed.error, prefix);
}
async function readBody(context, schema) {
    if (schema instanceof schemas/* ZodUndefined */._ZT)
        return undefined;
    try {
        return JSON.parse(await context.req.text());
    }
    catch {
        throw HttpProblem.invalid([], 'the body is no JSON');
    }
}

;// CONCATENATED MODULE: ./build/src/service/app.js












/** The service's HTTP side: every operation of the contract, behind the API key (section 5). */
function createApp(deps, apiKey) {
    const app = new dist/* Hono */.$();
    app.use(async (context, next) => {
        if (!sameText(context.req.header('x-api-key') ?? '', apiKey)) {
            throw new HttpProblem(401, { message: 'X-API-Key is missing or not valid' });
        }
        await next();
    });
    route(app, endpoints/* endpoints */.v.createTestTarget, createTestTarget(deps));
    route(app, endpoints/* endpoints */.v.listEnvironments, listEnvironments(deps));
    route(app, endpoints/* endpoints */.v.createEnvironment, createEnvironment(deps));
    route(app, endpoints/* endpoints */.v.listTestReports, listTestReports(deps));
    route(app, endpoints/* endpoints */.v.getTestReport, getTestReport(deps));
    route(app, endpoints/* endpoints */.v.draftPush, draftPush(deps));
    route(app, endpoints/* endpoints */.v.execute, execute(deps));
    app.notFound((context) => context.json({ message: `${context.req.path} does not exist` }, 404));
    app.onError((error, context) => error instanceof HttpProblem
        ? new Response(JSON.stringify(error.body), {
            status: error.status,
            headers: { 'content-type': 'application/json' },
        })
        : context.json({ message: 'internal error' }, 500));
    return app;
}
/** Compares in constant time, so that a key can't be guessed byte by byte. */
function sameText(given, expected) {
    const [a, b] = [Buffer.from(given), Buffer.from(expected)];
    return a.length === b.length && (0,external_node_crypto_.timingSafeEqual)(a, b);
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

// EXTERNAL MODULE: external "node:sqlite"
var external_node_sqlite_ = __webpack_require__(99);
;// CONCATENATED MODULE: ./build/src/service/store/database.js

const tables = `
  CREATE TABLE test_targets (id TEXT PRIMARY KEY, app TEXT NOT NULL) STRICT;
  CREATE TABLE environments (
    id TEXT PRIMARY KEY,
    test_target_id TEXT NOT NULL REFERENCES test_targets (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    discovery_url TEXT,
    updated_at TEXT NOT NULL,
    UNIQUE (test_target_id, name)
  ) STRICT;
  CREATE TABLE test_case_versions (
    version_id TEXT PRIMARY KEY,
    test_target_id TEXT NOT NULL REFERENCES test_targets (id) ON DELETE CASCADE,
    test_case_id TEXT NOT NULL,
    test_case TEXT NOT NULL
  ) STRICT;
  CREATE TABLE test_reports (
    id TEXT PRIMARY KEY,
    test_target_id TEXT NOT NULL REFERENCES test_targets (id) ON DELETE CASCADE,
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
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    status TEXT NOT NULL,
    error_message TEXT,
    failed_step TEXT,
    UNIQUE (test_report_id, test_case_id)
  ) STRICT;
`;
/** Opens an empty database in memory. */
function openDatabase() {
    const database = new external_node_sqlite_.DatabaseSync(':memory:');
    database.exec('PRAGMA foreign_keys = ON');
    database.exec(tables);
    return database;
}
/** Runs `work` as one transaction: all of it is stored, or nothing. */
function transaction(database, work) {
    database.exec('BEGIN IMMEDIATE');
    try {
        const result = work();
        database.exec('COMMIT');
        return result;
    }
    catch (error) {
        database.exec('ROLLBACK');
        throw error;
    }
}

// EXTERNAL MODULE: ./build/src/contract/exchange/test-case.js + 3 modules
var test_case = __webpack_require__(9500);
;// CONCATENATED MODULE: ./build/src/service/store/test-case-versions.js




const versionRow = schemas/* object */.Ikc({
    testCase: schemas/* string */.YjP()
        .transform((text) => JSON.parse(text))
        .pipe(test_case/* exchangeTestCase */.MB),
});
/** Immutable versions of test cases: every push makes new ones (section 4.6). */
class TestCaseVersionStore {
    #database;
    constructor(database) {
        this.#database = database;
    }
    /** Stores all cases or none. @returns their version ids, in order. */
    add(testTargetId, testCases) {
        const insert = this.#database.prepare('INSERT INTO test_case_versions (version_id, test_target_id, test_case_id, test_case) VALUES (?, ?, ?, ?)');
        return transaction(this.#database, () => testCases.map((testCase) => {
            const versionId = (0,external_node_crypto_.randomUUID)();
            insert.run(versionId, testTargetId, testCase.id, JSON.stringify(testCase));
            return versionId;
        }));
    }
    find(testTargetId, versionId) {
        const row = this.#database
            .prepare('SELECT test_case AS testCase FROM test_case_versions WHERE test_target_id = ? AND version_id = ?')
            .get(testTargetId, versionId);
        return row === undefined ? undefined : versionRow.parse(row).testCase;
    }
}

// EXTERNAL MODULE: ./build/src/contract/report-context.js
var report_context = __webpack_require__(7574);
;// CONCATENATED MODULE: ./build/src/service/store/test-reports.js




const json = schemas/* string */.YjP().transform((text) => JSON.parse(text));
const reportRow = schemas/* object */.Ikc({
    id: schemas/* string */.YjP(),
    testTargetId: schemas/* string */.YjP(),
    createdAt: schemas/* string */.YjP(),
    updatedAt: schemas/* string */.YjP(),
    executionUrl: schemas/* string */.YjP(),
    browser: schemas/* string */.YjP(),
    breakpoint: schemas/* string */.YjP(),
    context: json.pipe(report_context/* reportContext */.g),
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
    failedStep: json.pipe(schemas/* object */.Ikc({ testCaseId: schemas/* string */.YjP(), elementIndex: schemas/* int */.Whr() })).nullable(),
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
                .prepare(`INSERT INTO test_reports (id, test_target_id, created_at, updated_at, execution_url, browser, breakpoint, context)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
                .run(id, report.testTargetId, createdAt, createdAt, report.executionUrl, report.browser, report.breakpoint, JSON.stringify(report.context));
            const insert = this.#database.prepare(`INSERT INTO test_results (id, test_report_id, test_case_id, position, name, created_at, updated_at, status)
         VALUES (?, ?, ?, ?, ?, ?, ?, 'WAITING')`);
            for (const [position, each] of report.cases.entries()) {
                insert.run((0,external_node_crypto_.randomUUID)(), id, each.id, position, each.description, createdAt, createdAt);
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
            this.#database
                .prepare('UPDATE test_reports SET updated_at = ? WHERE id = ?')
                .run(now.toISOString(), testReportId);
        });
    }
    /** Ends what still waits: the run behind it is over. */
    failWaiting(testReportId, errorMessage, now) {
        this.#database
            .prepare(`UPDATE test_results SET status = 'ERROR', error_message = ?, updated_at = ?
         WHERE test_report_id = ? AND status = 'WAITING'`)
            .run(errorMessage, now.toISOString(), testReportId);
    }
    find(testTargetId, id) {
        const row = this.#database
            .prepare(`SELECT ${reportColumns} FROM test_reports WHERE test_target_id = ? AND id = ?`)
            .get(testTargetId, id);
        return row === undefined ? undefined : this.#withResults(reportRow.parse(row));
    }
    /** Newest first; with `before`, only reports that are strictly older. */
    list(testTargetId, before, limit) {
        return this.#database
            .prepare(`SELECT ${reportColumns} FROM test_reports WHERE test_target_id = ? AND created_at < ?
         ORDER BY created_at DESC LIMIT ?`)
            .all(testTargetId, before ?? '9999', limit)
            .map((row) => this.#withResults(reportRow.parse(row)));
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



const environmentRow = schemas/* object */.Ikc({
    id: schemas/* string */.YjP(),
    testTargetId: schemas/* string */.YjP(),
    name: schemas/* string */.YjP(),
    type: schemas/* enum */.k5n(['DEFAULT', 'ADDITIONAL']),
    discoveryUrl: schemas/* string */.YjP().nullable(),
    updatedAt: schemas/* string */.YjP(),
});
const targetRow = schemas/* object */.Ikc({ id: schemas/* string */.YjP(), app: schemas/* string */.YjP() });
const environmentColumns = 'id, test_target_id AS testTargetId, name, type, discovery_url AS discoveryUrl, updated_at AS updatedAt';
/** Test targets and their environments (sections 2.1 and 2.2). */
class TestTargetStore {
    #database;
    constructor(database) {
        this.#database = database;
    }
    /** Stores a target together with its DEFAULT environment. */
    create(app, discoveryUrl, now) {
        return transaction(this.#database, () => {
            const target = { id: (0,external_node_crypto_.randomUUID)(), app };
            this.#database.prepare('INSERT INTO test_targets (id, app) VALUES (?, ?)').run(target.id, target.app);
            this.addEnvironment(target.id, 'default', 'DEFAULT', discoveryUrl, now);
            return target;
        });
    }
    find(id) {
        const row = this.#database.prepare('SELECT id, app FROM test_targets WHERE id = ?').get(id);
        return row === undefined ? undefined : targetRow.parse(row);
    }
    addEnvironment(testTargetId, name, type, discoveryUrl, now) {
        const row = {
            id: (0,external_node_crypto_.randomUUID)(),
            testTargetId,
            name,
            type,
            discoveryUrl: discoveryUrl ?? null,
            updatedAt: now.toISOString(),
        };
        this.#database
            .prepare('INSERT INTO environments (id, test_target_id, name, type, discovery_url, updated_at) VALUES (?, ?, ?, ?, ?, ?)')
            .run(row.id, row.testTargetId, row.name, row.type, row.discoveryUrl, row.updatedAt);
        return row;
    }
    /** The DEFAULT environment first, the others by name. */
    environments(testTargetId) {
        return this.#database
            .prepare(`SELECT ${environmentColumns} FROM environments WHERE test_target_id = ? ORDER BY type DESC, name`)
            .all(testTargetId)
            .map((row) => environmentRow.parse(row));
    }
}

;// CONCATENATED MODULE: ./build/src/service/embedded-service.js







/** Opens an empty service that executes its test cases with `runner`. Disposing of it stops its runs. */
function openEmbeddedService(runner, now = () => new Date()) {
    const database = openDatabase();
    const reports = new TestReportStore(database);
    const runs = new Runs(runner, reports, now);
    const apiKey = (0,external_node_crypto_.randomBytes)(24).toString('base64url');
    const app = createApp({
        targets: new TestTargetStore(database),
        versions: new TestCaseVersionStore(database),
        reports,
        runs,
        now,
    }, apiKey);
    return {
        apiKey,
        fetch: async (request) => app.fetch(request),
        async [Symbol.asyncDispose]() {
            await runs.close();
            database.close();
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
        const runner = await both(openRunner(findChromium(options.surroundings)).then((opened) => opening.use(opened)), (failed) => waitForApp(url, AbortSignal.any([signal, failed]), options.onWaiting));
        const service = opening.use(openEmbeddedService(runner));
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
        return { client, testTargetId, url, [Symbol.asyncDispose]: () => opened.disposeAsync() };
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
