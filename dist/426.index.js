export const id = 426;
export const ids = [426];
export const modules = {

/***/ 426:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  connectEmbedded: () => (/* binding */ connectEmbedded)
});

// EXTERNAL MODULE: ./build/src/client/client.js + 3 modules
var client_client = __webpack_require__(5747);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
;// CONCATENATED MODULE: ./build/src/runner/browser/browser-pool.js
/**
 * Starts a browser of a pool, so that a missing one is reported once and not by every case.
 * @throws what `lease` throws.
 */
async function warmUp(pool) {
    const lease = await pool.lease({ dedicated: false });
    await lease[Symbol.asyncDispose]();
}
/** The pools of a runner, one per browser, opened on first use. */
class SharedPools {
    #open;
    #shared = new Map();
    #closing = new Set();
    /** @param open creates a pool without starting a browser. */
    constructor(open) {
        this.#open = open;
    }
    /** Works with the pool of a browser. The pool closes after the last work with it, before this resolves. */
    async use(browser, work) {
        const shared = this.#acquire(browser);
        try {
            await work(shared.pool);
        }
        finally {
            await this.#release(browser, shared);
        }
    }
    /**
     * Starts a browser and keeps its pool open until everything is closed.
     * @throws what the pool's `lease` throws; nothing is kept then.
     */
    async keep(browser) {
        const shared = this.#acquire(browser);
        try {
            await warmUp(shared.pool);
        }
        catch (error) {
            await this.#release(browser, shared);
            throw error;
        }
    }
    async [Symbol.asyncDispose]() {
        await Promise.all([...this.#shared.values()].map(({ pool }) => this.#close(pool)));
        this.#shared.clear();
        await Promise.all(this.#closing);
    }
    #acquire(browser) {
        const shared = this.#shared.get(browser) ?? { pool: this.#open(browser), users: 0 };
        this.#shared.set(browser, shared);
        shared.users += 1;
        return shared;
    }
    async #release(browser, shared) {
        shared.users -= 1;
        if (shared.users > 0)
            return;
        if (this.#shared.get(browser) === shared)
            this.#shared.delete(browser);
        await this.#close(shared.pool);
    }
    async #close(pool) {
        const closed = Promise.resolve(pool[Symbol.asyncDispose]());
        this.#closing.add(closed);
        await closed.finally(() => this.#closing.delete(closed));
    }
}

// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
;// CONCATENATED MODULE: ./build/src/runner/wait.js

class TimedOut extends Error {
    constructor(message) {
        super(message);
        this.name = 'TimeoutError';
    }
}
/**
 * Waits for work up to `ms`. The work itself is not stopped.
 * @throws TimedOut with `message`, or what the work throws.
 */
async function withTimeout(work, ms, message) {
    const timeout = Promise.withResolvers();
    const timer = setTimeout(() => timeout.reject(new TimedOut(message)), ms);
    try {
        return await Promise.race([work, timeout.promise]);
    }
    finally {
        clearTimeout(timer);
    }
}
/**
 * Starts work and resolves when it ends or the signal is aborted, whichever comes first. The work itself is not stopped;
 * if the signal is aborted already, it is not started.
 * @throws what the work throws before that.
 */
async function untilAborted(signal, work) {
    if (signal.aborted)
        return;
    const aborted = Promise.withResolvers();
    const abort = () => aborted.resolve();
    signal.addEventListener('abort', abort, { once: true });
    try {
        await Promise.race([work(), aborted.promise]);
    }
    finally {
        signal.removeEventListener('abort', abort);
    }
}
/**
 * Waits for work in a browser for as long as the browser is connected: if its process ends at the wrong moment, the
 * driver may leave a call pending for ever. Afterwards `browser.isConnected()` is up to date.
 * @throws Error if the browser disconnects; what the work throws.
 */
async function whileConnected(browser, work) {
    const disconnected = Promise.withResolvers();
    const reject = () => disconnected.reject(new Error('its process has ended.'));
    browser.once('disconnected', reject);
    if (!browser.isConnected())
        reject();
    try {
        return await Promise.race([disconnected.promise, work]);
    }
    finally {
        // With a remote browser, pending calls are rejected one turn before the browser is marked as disconnected.
        await (0,promises_.setTimeout)(0);
        browser.off('disconnected', reject);
    }
}
/** Pauses between two checks, in ms; the last one repeats. */
const pauses = [50, 100, 250, 500];
/** Time that is kept for the last check, in ms. */
const lastCheckMs = 100;
/**
 * Repeats a check until it returns true or the time is over. The last pause is shortened, so that a condition that is
 * met late is still seen.
 * @param remainingMs the time left.
 * @returns whether the check returned true. @throws what the check throws.
 */
async function pollUntil(check, remainingMs) {
    for (let count = 0;; count += 1) {
        if (await check())
            return true;
        const leftMs = remainingMs() - lastCheckMs;
        if (leftMs <= 0)
            return false;
        await (0,promises_.setTimeout)(Math.min(pauses[Math.min(count, pauses.length - 1)] ?? lastCheckMs, leftMs));
    }
}

;// CONCATENATED MODULE: ./build/src/runner/browser/context-options.js
/**
 * The options of the context in which a case is played.
 * @param version the version of the browser.
 */
function contextOptions({ browser, breakpoint, environment, executionUrl }, version) {
    const { basicAuth } = environment;
    const userAgent = userAgentOf(breakpoint, browser, version);
    return {
        ...screenOf(breakpoint, browser),
        ...(userAgent === undefined ? {} : { userAgent }),
        // The name of a download is known without fetching its content, which may be large.
        acceptDownloads: false,
        ...(basicAuth === undefined
            ? {}
            : { httpCredentials: { ...basicAuth, origin: new URL(executionUrl).origin } }),
        // Except in Chromium, requests of service workers would bypass the header fields.
        ...(browser === 'CHROMIUM' || Object.keys(environment.headers).length === 0
            ? {}
            : { serviceWorkers: 'block' }),
    };
}
/** Screen sizes in CSS pixels. */
const screens = {
    DESKTOP: { viewport: { width: 1920, height: 1080 } },
    TABLET: { viewport: { width: 768, height: 1024 }, hasTouch: true },
    MOBILE: { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
};
function screenOf(breakpoint, browser) {
    const { isMobile, ...screen } = screens[breakpoint];
    // Firefox does not support the option.
    return isMobile === undefined || browser === 'FIREFOX' ? screen : { ...screen, isMobile };
}
/** The user agents of mobile browsers; `major` is the first number of the version. */
const mobile = {
    // Chrome reports a fixed device, system and minor version.
    CHROMIUM: (device, _, major) => `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0${device === 'MOBILE' ? ' Mobile' : ''} Safari/537.36`,
    FIREFOX: (device, _, major) => `Mozilla/5.0 (Android 15; ${device === 'MOBILE' ? 'Mobile' : 'Tablet'}; rv:${major}.0) Gecko/${major}.0 Firefox/${major}.0`,
    // Safari reports a fixed system version.
    SAFARI: (device, version) => `Mozilla/5.0 (${device === 'MOBILE' ? 'iPhone; CPU iPhone' : 'iPad; CPU'} OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Mobile/15E148 Safari/604.1`,
};
/**
 * The user agent of a breakpoint: that of the browser's mobile edition in the version that is used.
 * @param version the version of the browser, such as `153.0.8010.4`.
 * @returns undefined for DESKTOP: the browser's default.
 */
function userAgentOf(breakpoint, browser, version) {
    if (breakpoint === 'DESKTOP')
        return undefined;
    return mobile[browser](breakpoint, version, version.split('.')[0] ?? version);
}

;// CONCATENATED MODULE: ./build/src/runner/browser/chromium-headers.js
/**
 * Adds header fields to the requests of a context to one origin. The browser pauses each request and each redirect between
 * its cache and the network, including those of frames, popups and all kinds of workers, but not of WebSockets. Nothing
 * else about requests changes, and responses are not touched.
 */
async function addHeadersInChromium(browser, context, headers) {
    const interceptor = interceptors.get(browser) ??
        browser.newBrowserCDPSession().then((session) => new RequestInterceptor(session));
    interceptors.set(browser, interceptor);
    await (await interceptor).add(context, headers);
}
/** One per browser for its whole lifetime: a session that ends may leave a request paused for ever. */
const interceptors = new WeakMap();
/** Continues the paused requests of a browser, with the header fields of their contexts. */
class RequestInterceptor {
    #session;
    #contexts = new Map();
    #patterns = new Set();
    /** @param session a session of the whole browser. */
    constructor(session) {
        this.#session = session;
        session.on('Fetch.requestPaused', async ({ requestId, frameId, request }) => {
            const fields = await this.#fieldsFor(frameId, new URL(request.url).origin);
            const headers = fields === undefined ? {} : { headers: withFields(request.headers, fields) };
            // A request that was cancelled meanwhile is unknown.
            await session.send('Fetch.continueRequest', { requestId, ...headers }).catch(() => { });
        });
    }
    async add(context, headers) {
        this.#contexts.set(context, { ...headers, frames: framesOf(context, this.#session) });
        context.once('close', () => this.#contexts.delete(context));
        this.#patterns.add(`${headers.origin}/*`);
        const patterns = [...this.#patterns].map((urlPattern) => ({ urlPattern }));
        await this.#session.send('Fetch.enable', { patterns });
    }
    async #fieldsFor(frameId, requestOrigin) {
        for (const { origin, fields, frames } of this.#contexts.values()) {
            if (origin === requestOrigin && (await frames.include(frameId)))
                return fields;
        }
        return undefined;
    }
}
/** Adds fields to the headers of a request, replacing those of the same names. */
function withFields(headers, fields) {
    const named = new Set(Object.keys(fields).map((name) => name.toLowerCase()));
    const kept = Object.entries(headers).filter(([name]) => !named.has(name.toLowerCase()));
    return [...kept, ...Object.entries(fields)].map(([name, value]) => ({ name, value }));
}
/**
 * Distinguishes the frames of a context from those of others in the same browser. Only the browser process is queried: a
 * page may be busy.
 * @param session a session of the whole browser.
 */
function framesOf(context, session) {
    const known = new Map();
    let contextIdPromise;
    const lookUp = async (frameId) => {
        const pages = context.pages();
        const [page] = pages;
        // A context without a page sends no requests.
        if (page === undefined)
            return false;
        contextIdPromise ??= contextId(page).catch((error) => {
            contextIdPromise = undefined;
            throw error;
        });
        const { targetInfos } = await session.send('Target.getTargets');
        const target = targetInfos.find(({ targetId }) => targetId === frameId);
        if (target !== undefined)
            return target.browserContextId === (await contextIdPromise);
        // Frames in the process of their page have no target of their own.
        const found = await Promise.all(pages.map((each) => holds(each, frameId)));
        return found.includes(true);
    };
    return {
        include(frameId) {
            const found = known.get(frameId) ?? lookUp(frameId).catch(() => false);
            known.set(frameId, found);
            // A frame never changes its context. One that was not found is looked up again: it may not have been known yet.
            void found.then((isIncluded) => isIncluded || known.delete(frameId));
            return found;
        },
    };
}
async function contextId(page) {
    const session = await page.context().newCDPSession(page);
    const { targetInfo } = await session.send('Target.getTargetInfo');
    detach(session);
    return targetInfo.browserContextId;
}
/** Whether a page contains a frame, at any depth. The browser process itself knows the storage key of a frame. */
async function holds(page, frameId) {
    try {
        const session = await page.context().newCDPSession(page);
        const storageKey = session.send('Storage.getStorageKeyForFrame', { frameId });
        const isContained = await storageKey.then(() => true, 
        // The frame is known, but a sandboxed one has no storage.
        (error) => error instanceof Error && error.message.includes('opaque origin'));
        detach(session);
        return isContained;
    }
    catch {
        // The page is closed.
        return false;
    }
}
/** Not awaited: Chromium responds after the page's navigation, which may wait for the paused request. */
function detach(session) {
    session.detach().catch(() => { });
}

;// CONCATENATED MODULE: ./build/src/runner/browser/origin-headers.js

/**
 * Sends the environment's header fields with every request to the app's origin and with no other, even after redirects.
 * Playwright has no such feature: its option for headers applies to all origins, and headers of a route are also sent to
 * other origins after a redirect.
 */
async function sendHeaders(context, { executionUrl, environment }) {
    if (Object.keys(environment.headers).length === 0)
        return;
    const headers = { origin: new URL(executionUrl).origin, fields: environment.headers };
    const browser = context.browser();
    if (browser?.browserType().name() === 'chromium')
        return addHeadersInChromium(browser, context, headers);
    return addHeadersByRoutes(context, headers);
}
/**
 * Adds header fields to requests of a context to one origin, for browsers without the DevTools protocol. Routes do not see
 * redirects, and their headers are also sent to other origins, so requests are sent from here, one redirect at a time.
 * Requests with a body cannot be: Firefox does not expose it. They are sent without the fields, and so are requests after
 * a redirect of an image or a script.
 */
async function addHeadersByRoutes(context, { origin, fields }) {
    const lowerCase = Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]);
    const added = Object.fromEntries(lowerCase);
    await context.route((url) => url.origin === origin, async (route) => {
        // The page may have been closed meanwhile.
        await handle(route, origin, added).catch(() => route.abort().catch(() => { }));
    });
}
async function handle(route, origin, added) {
    const request = route.request();
    const headers = { ...request.headers(), ...added };
    // Browsers follow no redirects of WebSockets.
    if (request.headers().upgrade !== undefined)
        return route.continue({ headers });
    if (!['GET', 'HEAD'].includes(request.method()))
        return route.continue();
    const response = await route.fetch({ headers, maxRedirects: 0, timeout: 0 });
    const next = nextUrl(request, response, origin);
    await route.fulfill(next === undefined ? { response } : redirectPage(next));
}
/** The target of a page's redirect within the origin; undefined for everything else. */
function nextUrl(request, response, origin) {
    const { location } = response.headers();
    const redirected = [301, 302, 303, 307, 308].includes(response.status()) && location !== undefined;
    if (!redirected || !request.isNavigationRequest())
        return undefined;
    const next = URL.parse(location, request.url());
    return next?.origin === origin ? next.href : undefined;
}
/** A page that navigates to the URL by script, so that the next request is routed again. */
function redirectPage(url) {
    const script = `location.replace(${JSON.stringify(url).replaceAll('<', '\\u003c')})`;
    return { status: 200, contentType: 'text/html', body: `<script>${script}</script>` };
}

;// CONCATENATED MODULE: ./build/src/runner/browser/contexts.js



/** Timeout for opening a context and its page, in ms. */
const openMs = 30_000;
/**
 * Opens the contexts of one run. Opening a page takes a fifth of a short case's time, mostly waiting, so contexts are opened
 * in advance while other cases play.
 */
class Contexts {
    #plan;
    #spare = new Map();
    #inUse = new Map();
    #isClosed = false;
    constructor(plan) {
        this.#plan = plan;
    }
    /**
     * @param state the initial state of the context.
     * @throws what the driver throws, or TimedOut.
     */
    async open(browser, state) {
        const opened = await this.#openWith(browser, state);
        this.#count(browser, 1);
        opened.context.once('close', () => this.#count(browser, -1));
        return opened;
    }
    async #openWith(browser, state) {
        // Only cookies can be added to an existing context.
        if (state !== undefined && state.origins.length > 0)
            return this.#openNew(browser, state);
        const spare = await this.#spare.get(browser)?.shift();
        const opened = spare?.page.isClosed() === false ? spare : await this.#openNew(browser);
        if (state !== undefined)
            await opened.context.addCookies(state.cookies);
        return opened;
    }
    #count(browser, change) {
        this.#inUse.set(browser, (this.#inUse.get(browser) ?? 0) + change);
    }
    /** Opens a context in advance for the next case in a browser. */
    prepare(browser) {
        // In Firefox, a new page takes the keyboard focus from the current one.
        if (this.#isClosed || this.#plan.browser !== 'CHROMIUM')
            return;
        const spares = this.#spare.get(browser) ?? [];
        // Cases with an initial storage use none of them, and the next cases may play in another browser.
        if (spares.length >= (this.#inUse.get(browser) ?? 0))
            return;
        this.#spare.set(browser, spares);
        // If it cannot be opened, the next case tries again and reports the error.
        spares.push(this.#openNew(browser).catch(() => undefined));
    }
    /** Closes unused contexts without waiting for it; no more are opened in advance. */
    close() {
        this.#isClosed = true;
        for (const spare of [...this.#spare.values()].flat()) {
            void spare.then((opened) => opened?.context.close()).catch(() => { });
        }
        this.#spare.clear();
    }
    #openNew(browser, storageState) {
        const options = contextOptions(this.#plan, browser.version());
        const late = `The browser did not open a page within ${openMs / 1000} s.`;
        let isLate = false;
        const open = async () => {
            const context = await browser.newContext({
                ...options,
                ...(storageState === undefined ? {} : { storageState }),
            });
            try {
                await sendHeaders(context, this.#plan);
                const page = await context.newPage();
                if (isLate)
                    throw new Error(late);
                return { context, page };
            }
            catch (error) {
                void context.close().catch(() => { });
                throw error;
            }
        };
        return withTimeout(open(), openMs, late).catch((error) => {
            isLate = true;
            throw error;
        });
    }
}

;// CONCATENATED MODULE: ./build/src/runner/browser/endpoint.js
/** None of the endpoints provides a browser. The message lists the reason for each. */
class EndpointUnreachable extends Error {
    constructor(reasons) {
        const list = reasons.map(({ name, reason }) => `- ${name}: ${reason}`).join('\n');
        super(`No browser could be reached at the endpoints:\n${list}\n` +
            'Check that they are running and reachable from this machine, and that their tokens are valid.');
        this.name = 'EndpointUnreachable';
    }
}
const protocols = ['ws:', 'wss:', 'http:', 'https:'];
/** @throws Error with the number of an invalid one, which is not shown because it may contain a token. */
function parseEndpoints(texts) {
    return texts.map((text, index) => {
        const url = URL.parse(text.trim());
        if (url === null || !protocols.includes(url.protocol)) {
            throw new Error(`Browser endpoint ${index + 1} of ${texts.length} is not a URL. It must start with ws://, wss://, http:// or https://.`);
        }
        return { url, name: `${url.protocol}//${url.host}${url.pathname}` };
    });
}
/** Shorter values are not treated as secrets: replacing them would make the message unreadable. */
const minSecretLength = 4;
const maxMessageLength = 400;
/** @returns the message of an error in one line, without the secrets of the endpoint. */
function reasonOf(error, { url }) {
    const message = error instanceof Error ? messageOf(error) : String(error);
    const secrets = [url.search, url.username, url.password, ...url.searchParams.values()]
        .flatMap((each) => [each, decoded(each), encodeURIComponent(each)])
        .filter((each) => each.length >= minSecretLength)
        .sort((a, b) => b.length - a.length);
    return secrets
        .reduce((text, secret) => text.replaceAll(secret, '***'), withoutLog(message))
        .slice(0, maxMessageLength);
}
/** Errors of `fetch` have the reason in their cause. */
function messageOf({ message, cause }) {
    return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
function decoded(text) {
    try {
        return decodeURIComponent(text);
    }
    catch {
        return text;
    }
}
/** Removes logs and the boxes around the text from a message of the driver. */
function withoutLog(message) {
    return (message.split(/Call log:|Browser logs:|<launching>/)[0] ?? '')
        .replace(/^browserType\.\w+: /, '')
        .replaceAll(/[\u2500-\u257f\s]+/g, ' ')
        .trim();
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:fs/promises"
var external_node_fs_promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
;// CONCATENATED MODULE: ./build/src/runner/browser/browser-kinds.js

const browserKinds = {
    CHROMIUM: {
        label: 'Chrome or Chromium',
        variable: 'CHROME_BIN',
        playwrightName: 'chromium',
        builds: ['chromium', 'chromium-headless-shell'],
        executables: {
            linux: [
                'chrome-linux/chrome',
                'chrome-linux64/chrome',
                'chrome-linux/headless_shell',
                'chrome-headless-shell-linux64/chrome-headless-shell',
            ],
            darwin: [
                'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
                'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
                'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
                'chrome-mac/headless_shell',
                'chrome-headless-shell-mac-arm64/chrome-headless-shell',
                'chrome-headless-shell-mac-x64/chrome-headless-shell',
            ],
            win32: [
                'chrome-win/chrome.exe',
                'chrome-win64/chrome.exe',
                'chrome-win/headless_shell.exe',
                'chrome-headless-shell-win64/chrome-headless-shell.exe',
            ],
        },
        installed: {
            linux: [
                'google-chrome',
                'google-chrome-stable',
                'chromium',
                'chromium-browser',
                'microsoft-edge',
                'microsoft-edge-stable',
            ],
            darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(inApplication),
            win32: ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'],
        },
    },
    FIREFOX: {
        label: 'Firefox',
        variable: 'FIREFOX_BIN',
        playwrightName: 'firefox',
        builds: ['firefox'],
        executables: {
            linux: ['firefox/firefox'],
            darwin: ['firefox/Nightly.app/Contents/MacOS/firefox'],
            win32: ['firefox/firefox.exe'],
        },
        installed: {
            linux: ['firefox', 'firefox-esr', 'firefox-developer-edition'],
            darwin: ['Firefox', 'Firefox Developer Edition'].map((app) => `${app}.app/Contents/MacOS/firefox`),
            win32: ['Mozilla Firefox/firefox.exe', 'Firefox Developer Edition/firefox.exe'],
        },
    },
    SAFARI: {
        label: "Playwright's WebKit, which is used for Safari,",
        variable: 'WEBKIT_BIN',
        playwrightName: 'webkit',
        builds: ['webkit'],
        executables: { linux: ['pw_run.sh'], darwin: ['pw_run.sh'], win32: ['Playwright.exe'] },
        // Safari itself cannot be automated, and only Playwright ships a WebKit that can.
        installed: { linux: [], darwin: [], win32: [] },
    },
};
function inApplication(app) {
    return `${app}.app/Contents/MacOS/${app}`;
}
/** @returns possible paths of a browser inside Playwright's folder of a build. */
function executablesIn(folder, kind, platform) {
    return kind.executables[supported(platform)].map((path) => (0,external_node_path_.join)(folder, path));
}
/** @returns possible paths of an installed browser; on Linux first those in PATH, in the order of the names. */
function installedPaths(kind, { env, platform }) {
    const names = kind.installed[supported(platform)];
    return installFolders(env, platform).flatMap((folders) => names.flatMap((name) => folders.flatMap((folder) => (folder === undefined || folder === '' ? [] : [(0,external_node_path_.join)(folder, name)]))));
}
/** The folders of installed programs, in groups: the next group is searched if the one before has none of the names. */
function installFolders(env, platform) {
    if (platform === 'darwin')
        return [['/Applications']];
    if (platform === 'win32')
        return [[env.ProgramFiles, env['ProgramFiles(x86)'], env.LocalAppData]];
    return [(env.PATH ?? '').split(external_node_path_.delimiter), ['/usr/bin', '/opt/google/chrome']];
}
function supported(platform) {
    return platform === 'darwin' || platform === 'win32' ? platform : 'linux';
}

// EXTERNAL MODULE: ./build/src/runner/browser/driver.js
var driver = __webpack_require__(3965);
// EXTERNAL MODULE: external "node:module"
var external_node_module_ = __webpack_require__(8995);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 5 modules
var schemas = __webpack_require__(2047);
;// CONCATENATED MODULE: ./build/src/runner/browser/playwright-registry.js







/** The folder in which Playwright installs browsers. */
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
/**
 * Possible paths of the browser build that the workspace's Playwright requires. Its code is read but not run.
 * @returns no paths if the workspace has no Playwright.
 */
function workspacePaths(kind, machine) {
    const { env, platform, workspace } = machine;
    try {
        const folder = (0,external_node_path_.dirname)(resolvePlaywright(workspace));
        const home = env.PLAYWRIGHT_BROWSERS_PATH === '0' ? (0,external_node_path_.join)(folder, '.local-browsers') : playwrightRegistry(machine);
        const { browsers } = browsersFile.parse(JSON.parse((0,external_node_fs_.readFileSync)((0,external_node_path_.join)(folder, 'browsers.json'), 'utf8')));
        return browsers
            .filter(({ name }) => kind.builds.includes(name))
            .flatMap(({ name, revision }) => executablesIn((0,external_node_path_.join)(home, `${folderName(name)}-${revision}`), kind, platform));
    }
    catch {
        // No Playwright in the workspace, or one with another layout: other locations are searched.
        return [];
    }
}
/** Possible paths of the build that the bundled driver supports; none for a browser that it supports in any version. */
function driverPaths(kind, machine) {
    const revision = driver/* driverRevisions */.Pc[kind.playwrightName];
    if (revision === undefined)
        return [];
    const folder = (0,external_node_path_.join)(playwrightRegistry(machine), `${kind.playwrightName}-${revision}`);
    return executablesIn(folder, kind, machine.platform);
}
/** Possible paths of all builds of a browser that Playwright has installed, newest first. */
function registryPaths(kind, machine) {
    const registry = playwrightRegistry(machine);
    if (!(0,external_node_fs_.existsSync)(registry))
        return [];
    const builds = kind.builds.map(folderName);
    const folders = (0,external_node_fs_.readdirSync)(registry)
        .map((name) => ({ name, parts: /^(?<build>.+)-(?<revision>\d+)$/.exec(name)?.groups }))
        .filter(({ parts }) => builds.includes(parts?.build ?? ''))
        .sort((a, b) => Number(b.parts?.revision) - Number(a.parts?.revision));
    return folders.flatMap(({ name }) => executablesIn((0,external_node_path_.join)(registry, name), kind, machine.platform));
}
function folderName(build) {
    return build.replaceAll('-', '_');
}
/** How a workspace may contain Playwright: each package is resolved from the one before, as strict installers require. */
const playwrightChains = [
    ['@playwright/test', 'playwright', 'playwright-core'],
    ['@playwright/test', 'playwright-core'],
    ['playwright', 'playwright-core'],
    ['playwright-core'],
];
/** @returns the path of `package.json` of the workspace's Playwright. @throws Error if there is none. */
function resolvePlaywright(workspace) {
    for (const chain of playwrightChains) {
        try {
            return chain.reduce((from, name) => (0,external_node_module_.createRequire)(from).resolve(`${name}/package.json`), (0,external_node_path_.join)(workspace, 'package.json'));
        }
        catch {
            // Not installed this way.
        }
    }
    throw new Error('The workspace has no Playwright.');
}

;// CONCATENATED MODULE: ./build/src/runner/browser/find-browser.js




/** A browser is not installed on this machine. The message says how to install it. */
class BrowserNotFound extends Error {
    constructor(kind, searched, hint = '') {
        super(`${kind.label} was not found on this machine (searched ${searched.join('; ')}). ` +
            `Install it in an earlier step with \`${installCommand(kind)}\`, ` +
            `or set the environment variable ${kind.variable} to the path of its executable.${hint}`);
        this.name = 'BrowserNotFound';
    }
}
/** The command that installs the browser build that the bundled driver supports. */
function installCommand({ playwrightName }) {
    return `npx playwright@${driver/* driverVersion */.pE} install --with-deps ${playwrightName}`;
}
/**
 * Finds a browser, in this order: for Firefox and WebKit the build that the driver supports, then the one of the
 * workspace's Playwright, the one in the environment variable, an installed one, and any that Playwright has installed.
 * @returns the path of its executable.
 * @throws BrowserNotFound
 */
function findBrowser(browser, machine) {
    const kind = browserKinds[browser];
    const named = machine.env[kind.variable];
    const isNamed = named !== undefined && named !== '';
    const found = driverPaths(kind, machine).find(external_node_fs_.existsSync) ??
        workspacePaths(kind, machine).find(external_node_fs_.existsSync) ??
        (isNamed ? [named] : []).find(external_node_fs_.existsSync) ??
        installedPaths(kind, machine).find(external_node_fs_.existsSync) ??
        registryPaths(kind, machine).find(external_node_fs_.existsSync);
    if (found !== undefined)
        return found;
    throw new BrowserNotFound(kind, [
        isNamed ? `${kind.variable}, ${named}, which does not exist` : `${kind.variable}, not set`,
        ...(kind.installed.linux.length === 0 ? [] : ['the usual install locations']),
        `Playwright's browsers in ${playwrightRegistry(machine)}`,
    ], missingBrowserHint(browser, machine));
}
/** A sentence for the machines that are known to lack a browser; empty for others. */
function missingBrowserHint(browser, { env, platform }) {
    const isHostedArm = platform === 'linux' && env.RUNNER_ARCH === 'ARM64' && env.RUNNER_ENVIRONMENT === 'github-hosted';
    return isHostedArm && browser === 'CHROMIUM'
        ? " GitHub's `ubuntu-*-arm` runners have Firefox only: you can also set `browser: FIREFOX`."
        : '';
}

;// CONCATENATED MODULE: ./build/src/runner/browser/launch.js








class BrowserNotStarted extends Error {
    constructor(executablePath, cause, advice) {
        super(`The browser ${executablePath} did not start: ${startReason(cause)}\n${advice}`, { cause });
        this.name = 'BrowserNotStarted';
    }
}
/** How many lines of the output of driver and browser a message shows. */
const maxReasonLines = 12;
/** The output of the browser, without the long command line. */
function startReason(cause) {
    if (!(cause instanceof Error))
        return String(cause);
    const output = (cause.message.split('Call log:')[0] ?? '')
        .split('\n')
        .filter((line) => line.trim() !== '' && !/^(Browser logs:|<launch(ing|ed)>)/.test(line))
        .map((line) => line.replace(/^\[pid=\d+\]\[(err|out)\] /, ''));
    return output.slice(0, maxReasonLines).join('\n');
}
/** Timeout for the start of a browser, in ms: a cold Firefox on a busy machine takes more than ten seconds. */
const launchMs = 60_000;
/**
 * Finds a browser on this machine and starts it.
 * @throws BrowserNotFound, BrowserNotStarted
 */
async function launchBrowser(browser, machine) {
    const executablePath = findBrowser(browser, machine);
    const kind = browserKinds[browser];
    const fromPlaywright = isPlaywrightBuild(executablePath, kind);
    // Browsers leave sockets and other files in the folder for temporary files, especially when they are killed.
    const folder = await (0,external_node_fs_promises_.mkdtemp)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'browser-'));
    const env = { ...process.env, TMPDIR: folder, TMP: folder, TEMP: folder };
    try {
        const driven = await launch(kind, {
            executablePath,
            env,
            // Otherwise a killed run would leave traces in the machine's folder for temporary files.
            tracesDir: folder,
            ...vendorOptions(browser, fromPlaywright, folder),
        });
        return await localBrowser(driven, folder);
    }
    catch (error) {
        await removeFolder(folder);
        throw new BrowserNotStarted(executablePath, error, advice(browser, fromPlaywright));
    }
}
async function launch({ playwrightName }, options) {
    const playwright = await (0,driver/* loadDriver */.L6)();
    return await playwright[playwrightName].launch({
        timeout: launchMs,
        // The action handles signals and closes the browser itself.
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
        ...options,
    });
}
/** Playwright's Firefox build has its own protocol; Mozilla's is automated over WebDriver BiDi. */
function vendorOptions(browser, fromPlaywright, folder) {
    if (browser !== 'FIREFOX' || fromPlaywright)
        return {};
    return {
        channel: 'moz-firefox',
        // With one process per site, frames of other sites receive no clicks and keys.
        firefoxUserPrefs: {
            'fission.autostart': false,
            // In a shared folder, a downloaded file might be renamed to `name(1)`.
            'browser.download.folderList': 2,
            'browser.download.dir': folder,
        },
    };
}
/** Whether the executable is in a folder of Playwright's registry, such as `firefox-1538`. */
function isPlaywrightBuild(executablePath, { playwrightName }) {
    return (0,external_node_fs_.realpathSync)(executablePath)
        .split(/[\\/]/)
        .some((folder) => folder.startsWith(`${playwrightName}-`) && /-\d+$/.test(folder));
}
function advice(browser, fromPlaywright) {
    const kind = browserKinds[browser];
    const command = `\`${installCommand(kind)}\``;
    if (browser !== 'CHROMIUM' && fromPlaywright) {
        return `The build of Playwright ${driver/* driverVersion */.pE} is required, whatever version the repository uses. Install it in an earlier step with ${command}.`;
    }
    const age = browser === 'FIREFOX' ? 'Firefox 153 or later is required. ' : '';
    return `${age}Set the environment variable ${kind.variable} to the path of one that works, or install it in an earlier step with ${command}.`;
}
/** Timeout for closing a browser, in ms. */
const closeMs = 5000;
/**
 * Finds out the process of a browser that has just started, and removes its files after it has ended.
 * @param folder its folder for temporary files.
 */
async function localBrowser(browser, folder) {
    const disconnected = Promise.withResolvers();
    browser.once('disconnected', () => disconnected.resolve());
    const folders = [folder];
    const closed = disconnected.promise.then(async () => {
        await Promise.all(folders.map(removeFolder));
    });
    const session = await chromiumSession(browser);
    // The driver removes the profile too, but not necessarily before this process exits. Not awaited: a browser that has
    // just started takes long to answer.
    if (session !== undefined)
        void profileOf(session).then((profile) => folders.push(...profile));
    return { browser, pid: session === undefined ? undefined : await processIdOf(session), closed };
}
/** Removes a folder, even while a killed process still writes to it. Never rejects. */
async function removeFolder(folder) {
    await (0,external_node_fs_promises_.rm)(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => { });
}
async function chromiumSession(browser) {
    if (browser.browserType().name() !== 'chromium')
        return undefined;
    return browser.newBrowserCDPSession().catch(() => undefined);
}
async function processIdOf(session) {
    const response = await session.send('SystemInfo.getProcessInfo').catch(() => undefined);
    return response?.processInfo.find(({ type }) => type === 'browser')?.id;
}
/** @returns the folder of the profile; none if the browser does not report it. */
async function profileOf(session) {
    const response = await session.send('SystemInfo.getInfo').catch(() => undefined);
    // Only a folder that the driver has created may be removed.
    const profile = /--user-data-dir="?([^"]*[\\/]playwright_\w+_profile-\w+)/.exec(response?.commandLine ?? '')?.[1];
    return profile === undefined ? [] : [profile];
}
/** Closes a browser, or kills it if it does not close in time. Resolves when its process has ended and its files are removed. */
async function closeLocal(local) {
    await launch_close(local).catch(() => killLocal(local));
}
/** Kills a browser that does not respond; one whose process is unknown is closed. */
async function killLocal(local) {
    if (local.pid !== undefined && local.browser.isConnected())
        kill(local.pid);
    await launch_close(local).catch(() => { });
}
async function launch_close({ browser, closed }) {
    const done = browser.close().then(() => closed);
    await withTimeout(done, closeMs, 'The browser did not close.');
}
function kill(pid) {
    try {
        process.kill(pid, 'SIGKILL');
    }
    catch {
        // It has just ended itself.
    }
}

;// CONCATENATED MODULE: ./build/src/runner/browser/installed-browsers.js


/** Timeout for closing all browsers, in ms: longer than it takes to kill one that does not close. */
const installed_browsers_closeMs = 12_000;
/** Browsers that are started on this machine: a shared one for all cases, and dedicated ones for single cases. */
class InstalledBrowsers {
    #launch;
    #exclusive;
    /** All browsers that are starting or running. */
    #running = new Set();
    #shared;
    #idle = [];
    #isClosed = false;
    /** @param launch rejects with BrowserNotFound or BrowserNotStarted. */
    constructor(launch, { exclusive = false } = {}) {
        this.#launch = launch;
        this.#exclusive = exclusive;
    }
    async lease({ dedicated }) {
        if (dedicated) {
            const local = await this.#start();
            return lease(local, { onReturn: () => closeLocal(local) });
        }
        return this.#exclusive ? this.#leaseIdle() : this.#leaseShared();
    }
    async [Symbol.asyncDispose]() {
        this.#isClosed = true;
        const closing = [...this.#running].map((starting) => starting.then(closeLocal, () => { }));
        // A browser that is still starting is closed as soon as it has started.
        await withTimeout(Promise.all(closing), installed_browsers_closeMs, 'The browsers did not close.').catch(() => { });
    }
    #start() {
        if (this.#isClosed)
            throw new Error('The runner was closed.');
        const starting = this.#launch();
        const remove = () => this.#running.delete(starting);
        this.#running.add(starting);
        starting.then(({ closed }) => closed).then(remove, remove);
        return starting;
    }
    async #leaseShared() {
        this.#shared ??= this.#start();
        const shared = this.#shared;
        const local = await shared.catch((error) => {
            this.#forget(shared);
            throw error;
        });
        if (local.browser.isConnected())
            return lease(local, { onDiscard: () => this.#forget(shared) });
        this.#forget(shared);
        return this.#leaseShared();
    }
    #forget(starting) {
        if (this.#shared === starting)
            this.#shared = undefined;
    }
    async #leaseIdle() {
        this.#idle = this.#idle.filter(({ browser }) => browser.isConnected());
        const local = this.#idle.pop() ?? (await this.#start());
        return lease(local, { onReturn: async () => void this.#idle.push(local) });
    }
}
function lease(local, { onDiscard, onReturn }) {
    return {
        browser: local.browser,
        discard() {
            onDiscard?.();
            return killLocal(local);
        },
        async [Symbol.asyncDispose]() {
            await onReturn?.();
        },
    };
}

// EXTERNAL MODULE: ./node_modules/undici/index.js
var undici = __webpack_require__(6752);
// EXTERNAL MODULE: ./build/src/common/loopback.js
var loopback = __webpack_require__(5586);
;// CONCATENATED MODULE: ./build/src/runner/requests/fetch-from.js


/** A redirect leads to an address that is not an http or https URL. */
class RedirectedAway extends Error {
    from;
    constructor(from) {
        super('it redirects to an address that is not an http or https URL');
        this.from = from;
    }
}
/**
 * Fetches a URL with GET: directly on loopback, otherwise through the machine's proxies.
 * @returns the last response, whose body must be read or cancelled; undefined if there are more redirects.
 * @throws RedirectedAway; what `fetch` throws.
 */
async function fetchFrom(start, { redirects, headersFor, onResponse, signal }) {
    let url = start;
    for (let count = 0; count <= redirects; count += 1) {
        const headers = await headersFor(url);
        const response = await (0,undici.fetch)(withoutCredentials(url, headers), {
            headers,
            redirect: 'manual',
            signal,
            // As the browser does. An idle connection closes by itself.
            ...((0,loopback/* isLoopback */.U)(url) ? {} : { dispatcher: new undici.EnvHttpProxyAgent() }),
        });
        await onResponse?.(url, response);
        const location = response.headers.get('location');
        const next = redirectStatuses.has(response.status) && location !== null ? URL.parse(location, url) : null;
        if (next === null)
            return { url, response };
        await response.body?.cancel();
        if (next.protocol !== 'http:' && next.protocol !== 'https:')
            throw new RedirectedAway(url);
        url = next;
    }
    return undefined;
}
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
/** Moves credentials of the URL to a header field, as browsers do: `fetch` refuses them. */
function withoutCredentials(url, headers) {
    if (url.username === '' && url.password === '')
        return url;
    const [username, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    headers.set('authorization', basicAuthorization(username, password));
    const bare = new URL(url);
    bare.username = '';
    bare.password = '';
    return bare;
}
/** Why a request failed: the error code, such as ECONNREFUSED, if it has one. */
function networkReason(error) {
    let innermost = error;
    while (innermost instanceof Error && innermost.cause !== undefined)
        innermost = innermost.cause;
    if (!(innermost instanceof Error))
        return String(innermost);
    return 'code' in innermost && typeof innermost.code === 'string' ? innermost.code : innermost.message;
}
/**
 * Reads a body up to a number of bytes, after decompression.
 * @returns false if there are more than `limit`; the rest is not fetched.
 */
async function readUpTo(limit, { body }, onBytes = () => { }) {
    let size = 0;
    for await (const chunk of body ?? []) {
        if (!(chunk instanceof Uint8Array))
            throw new TypeError('The body is not a stream of bytes.');
        size += chunk.byteLength;
        if (size > limit)
            return false;
        onBytes(chunk);
    }
    return true;
}
/** The value of an `authorization` field for basic authentication. */
function basicAuthorization(username, password) {
    return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

;// CONCATENATED MODULE: ./build/src/runner/browser/selenium-grid.js


const statusMs = 5000;
/** Long, because a busy Grid queues requests until a browser is free. */
const sessionMs = 120_000;
const statusResponse = schemas/* object */.Ikc({ value: schemas/* object */.Ikc({ ready: schemas/* boolean */.zMY() }) });
const sessionResponse = schemas/* object */.Ikc({
    value: schemas/* object */.Ikc({ sessionId: schemas/* string */.YjP(), capabilities: schemas/* object */.Ikc({ 'se:cdp': schemas/* string */.YjP().optional() }) }),
});
const errorResponse = schemas/* object */.Ikc({ value: schemas/* object */.Ikc({ message: schemas/* string */.YjP() }) });
/** Whether an endpoint is a Selenium Grid. @throws Error if it does not respond at all. */
async function isSeleniumGrid(endpoint) {
    const response = await request(endpoint, 'GET', 'status', statusMs);
    return statusResponse.safeParse(json(await response.text())).success;
}
/**
 * Starts a Chrome session.
 * @throws Error with the Grid's message.
 */
async function openGridSession(endpoint) {
    const capabilities = {
        browserName: 'chrome',
        'goog:chromeOptions': { args: ['--headless=new', '--disable-dev-shm-usage'] },
    };
    const response = await request(endpoint, 'POST', 'session', sessionMs, {
        capabilities: { alwaysMatch: capabilities },
    });
    const body = json(await response.text());
    const opened = sessionResponse.safeParse(body);
    if (!opened.success) {
        const problem = errorResponse.safeParse(body);
        throw new Error(`the Selenium Grid created no session (${response.status}): ${problem.success ? (problem.data.value.message.split('\n')[0] ?? '') : 'it gave no reason'}`);
    }
    const { sessionId, capabilities: granted } = opened.data.value;
    const end = async () => {
        await request(endpoint, 'DELETE', `session/${encodeURIComponent(sessionId)}`, statusMs).catch(() => { });
    };
    if (granted['se:cdp'] === undefined) {
        await end();
        throw new Error('the Selenium Grid created a session without `se:cdp`: Selenium 4 or later and a Chrome or Edge node are required.');
    }
    return { cdpUrl: reachable(granted['se:cdp'], endpoint), end };
}
/** If a Grid calls itself localhost, it means its own machine. */
function reachable(cdpUrl, { url }) {
    const cdp = new URL(cdpUrl);
    if (cdp.hostname === 'localhost' || cdp.hostname === '127.0.0.1')
        cdp.hostname = url.hostname;
    return cdp.href;
}
async function request({ url }, method, path, ms, body) {
    const address = new URL(url);
    address.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`;
    const headers = new Headers(body === undefined ? {} : { 'content-type': 'application/json' });
    if (url.username !== '' || url.password !== '') {
        const [username, password] = [url.username, url.password].map(decodeURIComponent);
        headers.set('authorization', basicAuthorization(username ?? '', password ?? ''));
        // `fetch` refuses credentials in a URL.
        address.username = '';
        address.password = '';
    }
    return fetch(address, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ms),
    });
}
function json(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}

;// CONCATENATED MODULE: ./build/src/runner/browser/connect-endpoint.js





/** Long, because a server may have to start a browser first. */
const connectMs = 30_000;
const probeMs = 3000;
const connect_endpoint_closeMs = 5000;
/**
 * Connects to a browser: at ws:// and wss:// to a Playwright server or over the DevTools protocol; at http:// and https://
 * over the DevTools protocol or to a Selenium Grid.
 * @throws Error whose message may contain the endpoint's secrets: see `reasonOf`.
 */
async function connectTo(endpoint, browser) {
    if (endpoint.url.protocol.startsWith('ws'))
        return connectToSocket(endpoint, browser);
    if (await isSeleniumGrid(endpoint)) {
        requireChromium(browser);
        const session = await openGridSession(endpoint);
        try {
            return await connectOverCdp(session.cdpUrl, session.end);
        }
        catch (error) {
            await session.end();
            throw error;
        }
    }
    requireChromium(browser);
    return connectOverCdp(endpoint.url.href);
}
async function connectToSocket(endpoint, browser) {
    if (await speaksCdp(endpoint)) {
        requireChromium(browser);
        // Some servers accept connections at any path; Chrome only at the one that it publishes over HTTP.
        return connectOverCdp(endpoint.url.href).catch(() => connectOverCdp(httpUrl(endpoint.url).href));
    }
    try {
        return await connectToPlaywright(endpoint, browser);
    }
    catch (error) {
        // A DevTools server does not respond to Playwright's handshake at all.
        if (browser !== 'CHROMIUM' || !(error instanceof Error) || error.name !== 'TimeoutError')
            throw error;
        return await connectOverCdp(endpoint.url.href).catch(() => {
            throw error;
        });
    }
}
async function connectToPlaywright({ url }, browser) {
    const playwright = await (0,driver/* loadDriver */.L6)();
    const type = playwright[browserKinds[browser].playwrightName];
    // The browser can reach this machine's localhost, where the app under test may run.
    const options = { timeout: connectMs, exposeNetwork: '<loopback>' };
    const driven = await type.connect(url.href, options).catch((error) => {
        throw error instanceof Error && error.message.includes('version mismatch')
            ? new Error(`${error.message.split('\nCall log:')[0]}: the server must run Playwright ${driver/* driverVersion */.pE}`)
            : error;
    });
    const remote = remoteBrowser(driven);
    try {
        await requireBrowser(driven, browser);
        return remote;
    }
    catch (error) {
        await remote.close();
        throw error;
    }
}
/** A server that was started for one browser returns that one, whatever was requested. */
async function requireBrowser(driven, browser) {
    const page = await driven.newPage();
    const userAgent = await page.evaluate('navigator.userAgent');
    await page.close();
    const actual = /Firefox\//.test(String(userAgent))
        ? 'FIREFOX'
        : /Chrom(e|ium)\//.test(String(userAgent))
            ? 'CHROMIUM'
            : 'SAFARI';
    if (actual !== browser)
        throw new Error(`it runs ${actual}, but ${browser} was requested`);
}
const cdpVersion = schemas/* object */.Ikc({ webSocketDebuggerUrl: schemas/* string */.YjP() });
/** Whether a WebSocket speaks the DevTools protocol. Playwright's servers respond differently. */
async function speaksCdp({ url }) {
    if (url.pathname.includes('/devtools/'))
        return true;
    if (url.pathname !== '/' || url.username !== '')
        return false;
    const address = httpUrl(url);
    address.pathname = '/json/version';
    try {
        const response = await fetch(address, { signal: AbortSignal.timeout(probeMs) });
        return cdpVersion.safeParse(await response.json()).success;
    }
    catch {
        return false;
    }
}
function httpUrl(url) {
    return new URL(url.href.replace(/^ws/, 'http'));
}
async function connectOverCdp(url, onEnd = async () => { }) {
    const { chromium } = await (0,driver/* loadDriver */.L6)();
    return remoteBrowser(await chromium.connectOverCDP(url, { timeout: connectMs }), onEnd);
}
function requireChromium(browser) {
    if (browser === 'CHROMIUM')
        return;
    throw new Error(`it speaks the DevTools protocol, which supports only CHROMIUM. For ${browser}, use the ws:// URL of a Playwright server`);
}
function remoteBrowser(browser, onEnd = async () => { }) {
    let ended;
    const end = () => {
        ended ??= onEnd();
        return ended;
    };
    browser.once('disconnected', end);
    return {
        browser,
        async close() {
            await withTimeout(browser.close(), connect_endpoint_closeMs, 'The browser did not close.').catch(() => { });
            await end();
        },
    };
}

;// CONCATENATED MODULE: ./build/src/runner/browser/remote-browsers.js



/** How long an endpoint that failed is avoided while there are others, in ms. */
const cooldownMs = 10_000;
/** After so many failed connections in a row, an endpoint is not used any more. */
const maxFailures = 3;
/** How long connecting is retried at least if the endpoint worked before, in ms: it may be restarting. */
const reconnectMs = 20_000;
/** The pauses between retries, in ms: each is twice as long as the one before. */
const firstPauseMs = 250;
const maxPauseMs = 2000;
/**
 * Remote browsers: each endpoint has one shared connection, and each case uses the endpoint with the fewest cases. A
 * dedicated lease has its own connection, if possible at another endpoint than the one that failed.
 */
function remoteBrowsers(endpoints, browser) {
    const remotes = endpoints.map((endpoint) => new RemoteEndpoint(endpoint, browser));
    const closing = new AbortController();
    return {
        async lease({ dedicated }) {
            for (let pauseMs = firstPauseMs;; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
                // An endpoint may not provide a second browser.
                const lease = (await leaseAny(remotes, dedicated)) ?? (dedicated ? await leaseAny(remotes, false) : undefined);
                if (lease !== undefined)
                    return lease;
                if (!remotes.some(({ mayReconnect }) => mayReconnect))
                    break;
                await (0,promises_.setTimeout)(pauseMs, undefined, { signal: closing.signal }).catch(() => { });
            }
            throw new EndpointUnreachable(remotes.map(({ endpoint, reason }) => ({ name: endpoint.name, reason })));
        },
        async [Symbol.asyncDispose]() {
            closing.abort();
            await Promise.all(remotes.map((remote) => remote.close()));
        },
    };
}
/** @returns undefined if no endpoint can be connected to. */
async function leaseAny(remotes, dedicated) {
    const untried = new Set(remotes.filter(({ isUsable }) => isUsable));
    while (untried.size > 0) {
        const remote = leastBusy([...untried]);
        untried.delete(remote);
        const lease = await remote.lease(dedicated);
        if (lease !== undefined)
            return lease;
    }
    return undefined;
}
/** Endpoints that failed recently are used only if there is no other. */
function leastBusy(remotes) {
    return remotes.reduce((best, each) => {
        if (best.isCoolingDown !== each.isCoolingDown)
            return best.isCoolingDown ? each : best;
        return each.leases < best.leases ? each : best;
    });
}
class RemoteEndpoint {
    endpoint;
    reason = 'no connection was attempted';
    leases = 0;
    #browser;
    #shared;
    /** All connections that are being opened or are open. */
    #connections = new Set();
    #hasConnected = false;
    #failures = 0;
    #failingSince = 0;
    #avoidedUntil = 0;
    #isClosed = false;
    constructor(endpoint, browser) {
        this.endpoint = endpoint;
        this.#browser = browser;
    }
    get isUsable() {
        return !this.#isClosed && (this.#failures < maxFailures || this.#isRetried);
    }
    /** Whether to wait for it: not if it has never connected. */
    get mayReconnect() {
        return !this.#isClosed && this.#isRetried;
    }
    get #isRetried() {
        return (this.#hasConnected && (this.#failures === 0 || performance.now() - this.#failingSince < reconnectMs));
    }
    get isCoolingDown() {
        return performance.now() < this.#avoidedUntil;
    }
    /**
     * @param dedicated opens a connection for this lease only.
     * @returns undefined if the connection fails; `reason` says why.
     */
    async lease(dedicated) {
        this.leases += 1;
        if (!dedicated)
            this.#shared ??= this.#connect();
        const connection = (dedicated ? undefined : this.#shared) ?? this.#connect();
        try {
            const remote = await connection;
            return {
                browser: remote.browser,
                discard: () => {
                    this.#disconnected(connection);
                    return remote.close();
                },
                [Symbol.asyncDispose]: async () => {
                    this.leases -= 1;
                    if (!dedicated)
                        return;
                    this.#forget(connection);
                    await remote.close();
                },
            };
        }
        catch (error) {
            this.leases -= 1;
            this.reason = reasonOf(error, this.endpoint);
            return undefined;
        }
    }
    async close() {
        this.#isClosed = true;
        await Promise.allSettled([...this.#connections].map(async (connection) => (await connection).close()));
    }
    #connect() {
        const connecting = connectTo(this.endpoint, this.#browser);
        this.#connections.add(connecting);
        connecting.then(({ browser }) => {
            this.#hasConnected = true;
            this.#failures = 0;
            browser.once('disconnected', () => this.#disconnected(connecting));
            if (!browser.isConnected())
                this.#disconnected(connecting);
        }, () => {
            if (this.#failures === 0)
                this.#failingSince = performance.now();
            this.#failures += 1;
            this.#disconnected(connecting);
        });
        return connecting;
    }
    /** A connection has ended or failed: others may fail as well. */
    #disconnected(connection) {
        if (!this.#forget(connection))
            return;
        this.#avoidedUntil = performance.now() + cooldownMs;
        this.reason = 'the connection ended';
    }
    /** @returns false if it was already forgotten. */
    #forget(connection) {
        if (this.#shared === connection)
            this.#shared = undefined;
        return this.#connections.delete(connection);
    }
}

;// CONCATENATED MODULE: ./build/src/runner/evidence/secrets.js
/** Fields with ids, and with URLs of files that are named by ids: redacted ones would refer to nothing. */
const unchangedFields = new Set(['testCaseId', 'status', 'screenshotUrl', 'traceUrl']);
function redactTexts(value, redact) {
    if (typeof value === 'string')
        return redact(value);
    if (typeof value !== 'object' || value === null)
        return value;
    if (Array.isArray(value))
        return value.map((each) => redactTexts(each, redact));
    const fields = Object.entries(value).map(([key, each]) => [
        key,
        unchangedFields.has(key) ? each : redactTexts(each, redact),
    ]);
    return Object.fromEntries(fields);
}
/** The secrets of a run's environment: passwords, the one-time-password key and header values. */
function planSecrets({ environment }) {
    const { testAccount, basicAuth, headers } = environment;
    const { password = '', otpInitializerKey = '' } = testAccount ?? {};
    const basic = basicAuth === undefined ? [] : [basicAuth.password, `${basicAuth.username}:${basicAuth.password}`];
    return [password, otpInitializerKey, ...basic, ...Object.values(headers)].filter((secret) => secret !== '');
}

// EXTERNAL MODULE: ./build/src/contract/exchange/test-case.js
var test_case = __webpack_require__(755);
;// CONCATENATED MODULE: ./build/src/runner/login-states.js


/** After so many failures with the states of a login, each case plays its own: cases seem to invalidate them. */
const login_states_maxFailures = 2;
/**
 * The login states of one run, by the id of the last dependency that each covers. The first case that needs a state plays
 * its dependencies; the others wait for the result.
 */
class LoginStates {
    #states = new Map();
    /** The states that a running case is about to create. */
    #pending = new Set();
    #failures = new Map();
    /** @param id the last dependency that the state covers. */
    async turn(id) {
        for (;;) {
            if ((this.#failures.get(id) ?? 0) >= login_states_maxFailures)
                return { kind: 'play', done: () => { } };
            const known = this.#states.get(id);
            if (known === undefined)
                return this.#play(id);
            const state = await known;
            if (state !== undefined)
                return { kind: 'reuse', state };
            // The login failed or its state cannot be reused: the next case tries itself.
            if (this.#states.get(id) === known)
                return this.#play(id);
        }
    }
    /** A case starts that will create the state if it does not exist. */
    caseStarted(id) {
        if (!this.#states.has(id))
            this.#pending.add(id);
    }
    /** The case has ended. If it never started the login, the state is not pending any more. */
    caseEnded(id) {
        if (!this.#states.has(id))
            this.#pending.delete(id);
    }
    /** Whether a running case is about to create the state, so that others would have to wait. */
    isPending(id) {
        return this.#pending.has(id);
    }
    /** A case has failed with this state, so no other case reuses it. */
    async discard(id, state) {
        this.#failures.set(id, (this.#failures.get(id) ?? 0) + 1);
        const known = this.#states.get(id);
        // It may already have been replaced.
        if (known !== undefined && (await known) === state && this.#states.get(id) === known)
            this.#states.delete(id);
    }
    #play(id) {
        const { promise, resolve } = Promise.withResolvers();
        this.#states.set(id, promise);
        this.#pending.add(id);
        const done = (state) => {
            this.#pending.delete(id);
            resolve(state);
        };
        return { kind: 'play', done };
    }
}
/** Timeout for reading a state, in ms: other cases wait for it, and a busy page never responds. */
const readMs = 5000;
/**
 * Reads the state of a page's context.
 * @returns undefined if it cannot be transferred completely to another context.
 */
async function readLoginState(page, dynamic) {
    try {
        return await withTimeout(readState(page, dynamic), readMs, 'The page did not return its state.');
    }
    catch {
        // A page without storage or a browser that does not return it: the dependencies are played each time.
        return undefined;
    }
}
async function readState(page, dynamic) {
    // The session storage of a tab cannot be transferred.
    if ((await page.evaluate(() => sessionStorage.length)) > 0)
        return undefined;
    return { storage: await page.context().storageState({ indexedDB: true }), dynamic: new Map(dynamic) };
}
/**
 * How many of the chain's first dependencies only create a reusable state: logins and cookie banners without a teardown,
 * which would remove that state again.
 */
function reusableLength(chain) {
    const dependencies = chain.slice(0, -1);
    const end = dependencies.findIndex(({ type, teardownId }) => (type !== 'LOGIN' && type !== 'COOKIE_BANNER') || teardownId !== undefined);
    return end === -1 ? dependencies.length : end;
}
/**
 * The case whose final state others can reuse: the last of the reusable dependencies.
 * @throws BrokenDependency
 */
function loginOf(testCase, library) {
    const chain = (0,test_case/* caseChain */.CN)(testCase, library);
    return chain[reusableLength(chain) - 1];
}

// EXTERNAL MODULE: ./build/src/common/text.js
var common_text = __webpack_require__(4488);
;// CONCATENATED MODULE: ./build/src/runner/mail/mail.js


/** Maximum size of one embedded image and of all references to images in a mail, in bytes. */
const mail_images = { one: 512 * 1024, all: 2 * 1024 * 1024 };
/** Parses a mail. The body of one that cannot be parsed is its source. */
async function readMail({ source, sender, recipients, receivedAt }) {
    const envelope = { to: recipients.join(', '), receivedAt };
    // Loaded on demand.
    const { simpleParser } = await __webpack_require__.e(/* import() */ 244).then(__webpack_require__.t.bind(__webpack_require__, 7244, 19));
    try {
        const mail = await simpleParser(source, {
            skipHtmlToText: true,
            skipTextToHtml: true,
            keepCidLinks: true,
        });
        const { html, text = '', from, subject = '', attachments } = mail;
        return {
            ...envelope,
            from: from?.text ?? sender,
            subject: subject.replace(/\s+/g, ' ').trim(),
            html: typeof html === 'string' ? withImages(html, attachments) : textAsHtml(text),
        };
    }
    catch {
        const body = `<pre>${(0,common_text/* escapeHtml */.ZD)(source.toString('latin1'))}</pre>`;
        return { ...envelope, from: sender, subject: '', html: body };
    }
}
/** Replaces references to attached images with their content, and other references with nothing. */
function withImages(html, attachments) {
    const byId = new Map(attachments.map((each) => [each.cid, each]));
    let remaining = mail_images.all;
    return html.replace(/\bcid:([^\s"'<>)]+)/gi, (_, id) => {
        const { contentType = '', content } = byId.get(id) ?? {};
        if (content === undefined || !/^image\/[\w.+-]+$/i.test(contentType))
            return 'data:,';
        if (content.length > mail_images.one || content.length > remaining)
            return 'data:,';
        remaining -= content.length;
        return `data:${contentType};base64,${content.toString('base64')}`;
    });
}
/**
 * Shows a mail in a page, with its body in a frame with the title "Email Content". Scripts of the body do not run; its
 * links open in the page itself.
 * @param timeoutMs the timeout for all of it.
 */
async function showMail(page, mail, timeoutMs) {
    await page.setContent(mailPage(mail), { waitUntil: 'domcontentloaded', timeout: timeoutMs });
    const body = await page.waitForSelector('iframe', { state: 'attached', timeout: timeoutMs });
    const frame = await body.contentFrame();
    const end = performance.now() + timeoutMs;
    // The frame has no URL in Chromium 156, where it is in a process of its own, so its document is asked.
    const isShown = () => frame?.evaluate(readyMail).catch(() => false) ?? Promise.resolve(false);
    if (!(await pollUntil(isShown, () => end - performance.now())))
        throw new TimedOut(`OPEN_EMAIL: the browser did not show the mail within ${timeoutMs} ms.`);
}
/**
 * Evaluated in the frame: links with a target window could not open it from there.
 * @returns false until its document is there.
 */
function readyMail() {
    if (document.URL !== 'about:srcdoc' || document.readyState === 'loading')
        return false;
    for (const each of document.querySelectorAll('a, area, form'))
        each.setAttribute('target', '_top');
    return true;
}
function mailPage({ from, to, subject, receivedAt, html }) {
    const fields = { From: from, To: to, Subject: subject, Received: receivedAt.toISOString() };
    const rows = Object.entries(fields).map(([name, value]) => `<dt>${name}</dt><dd>${(0,common_text/* escapeHtml */.ZD)(value)}</dd>`);
    const body = `<!doctype html><base target="_top"><meta charset="utf-8">${html}`;
    return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>${(0,common_text/* escapeHtml */.ZD)(subject)}</title>
<style>
  body { margin: 0; display: flex; flex-direction: column; height: 100vh; font-family: sans-serif }
  dl { margin: 1em; display: grid; grid-template-columns: max-content 1fr; gap: 0 1em; overflow-wrap: anywhere }
  dd { margin: 0 }
  iframe { flex: 1; border: 0; border-top: 1px solid }
</style>
<dl>${rows.join('')}</dl>
<iframe title="Email Content" sandbox="allow-top-navigation-by-user-activation allow-forms" srcdoc="${(0,common_text/* escapeHtml */.ZD)(body)}"></iframe>`;
}
/** Plain text as preformatted HTML, with its web addresses as links. */
function textAsHtml(text) {
    // Punctuation and closing brackets at the end do not belong to the address.
    const pieces = text.split(/(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}])/i);
    const html = pieces.map((piece, index) => {
        const escaped = (0,common_text/* escapeHtml */.ZD)(piece);
        return index % 2 === 1 ? `<a href="${escaped}">${escaped}</a>` : escaped;
    });
    return `<div style="white-space: pre-wrap">${html.join('')}</div>`;
}

;// CONCATENATED MODULE: ./build/src/runner/mail/mailbox.js


/** The limits of a mailbox. Beyond them the oldest mails are removed. */
const limits = { mails: 1000, bytes: 100 * 1024 * 1024 };
/** The time that is reserved to open a mail again: a fraction of the timeout, and a maximum in ms. */
const reopening = { fraction: 0.25, maxMs: 5000 };
/** How many mails a message lists, and how many characters of their texts. */
const listed = { mails: 5, characters: 80 };
/** The mails for one address and its sub-addresses. */
class Inbox {
    /** The address of the run, in lower case. */
    address;
    #servers;
    #mails = [];
    #arrived = Promise.withResolvers();
    #bytes = 0;
    /** @param servers where the app must send its mail, for messages. */
    constructor(address, servers) {
        this.address = address.toLowerCase();
        this.#servers = servers;
    }
    /** The sub-address of a recipient, '' for the address itself; undefined for addresses of other inboxes. */
    subAddress(recipient) {
        const at = this.address.lastIndexOf('@');
        const [prefix, domain] = [this.address.slice(0, at), this.address.slice(at)];
        const given = recipient.toLowerCase();
        if (given === this.address)
            return '';
        if (!given.startsWith(`${prefix}+`) || !given.endsWith(domain))
            return undefined;
        return given.slice(prefix.length + 1, -domain.length);
    }
    add(submitted) {
        this.#mails.push({ submitted });
        this.#bytes += submitted.source.length;
        while (this.#mails.length > limits.mails || this.#bytes > limits.bytes) {
            this.#bytes -= this.#mails.shift()?.submitted.source.length ?? 0;
        }
        this.#arrived.resolve();
        this.#arrived = Promise.withResolvers();
    }
    /** As `Mailbox.latest`. */
    async latest(filter, timeoutMs) {
        const end = performance.now() + timeoutMs;
        for (;;) {
            const arrived = this.#arrived.promise;
            const found = await this.#find(filter);
            const isOpened = found !== undefined && filter.opened?.has(found) === true;
            if (found !== undefined && !isOpened)
                return found;
            const reservedMs = isOpened ? Math.min(timeoutMs * reopening.fraction, reopening.maxMs) : 0;
            const leftMs = end - reservedMs - performance.now();
            const arrival = arrived.then(() => true);
            const hasArrived = await withTimeout(arrival, Math.max(leftMs, 0), 'No mail arrived.').catch(() => false);
            if (hasArrived)
                continue;
            if (found !== undefined)
                return found;
            throw new TimedOut(await this.#noMatchMessage(filter, timeoutMs));
        }
    }
    async #find({ subjectContaining = '', subAddress = '', since }) {
        for (const mail of this.#mails.toReversed()) {
            const { recipients, receivedAt } = mail.submitted;
            if (since !== undefined && receivedAt < since)
                return undefined;
            const reached = recipients.map((each) => this.subAddress(each));
            if (subAddress !== '' && !reached.includes(subAddress.toLowerCase()))
                continue;
            mail.read ??= readMail(mail.submitted);
            const read = await mail.read;
            if (read.subject.includes(subjectContaining))
                return read;
        }
        return undefined;
    }
    async #noMatchMessage({ subjectContaining = '', subAddress = '', since }, timeoutMs) {
        const [prefix, domain] = this.address.split('@');
        const address = subAddress === '' ? this.address : `${prefix}+${subAddress}@${domain}`;
        const subject = subjectContaining === '' ? '' : ` with ${quoted(subjectContaining)} in its subject`;
        return [
            `No mail to ${address}${subject} arrived within ${Math.round(timeoutMs)} ms.`,
            await this.#describeReceived(since),
            `The app must send its mail to the address in $OCTO_EMAIL, by SMTP without encryption to ${this.#servers}.`,
        ].join(' ');
    }
    async #describeReceived(since) {
        const mails = this.#mails.filter(({ submitted }) => since === undefined || submitted.receivedAt >= since);
        const earlier = this.#mails.length - mails.length;
        const before = earlier === 0 ? '' : ` (${earlier} arrived before this attempt and are ignored)`;
        if (mails.length === 0)
            return `No mail has arrived${before}.`;
        const latest = await Promise.all(mails.slice(-listed.mails).map(({ submitted }) => readMail(submitted)));
        const lines = latest.reverse().map(({ subject, to }) => `${quoted(subject)} to ${quoted(to)}`);
        const more = mails.length > lines.length ? `; and ${mails.length - lines.length} earlier ones` : '';
        return `Received mails, latest first: ${lines.join('; ')}${more}${before}.`;
    }
}
/** An untrusted text, shortened and in one line. */
function quoted(text) {
    const characters = [...text];
    const cut = characters.length > listed.characters;
    return JSON.stringify(cut ? `${characters.slice(0, listed.characters).join('')}…` : text);
}

;// CONCATENATED MODULE: ./build/src/runner/mail/smtp-server.js
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
/** The mail port cannot be used. */
class MailPortNotFree extends Error {
    constructor(port, cause) {
        const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
        super(`Cannot receive mail at port ${port} of this machine (${code}). If another program uses it, set another port with the input \`mail-port\` and have the app send its mail there.`, { cause });
        this.name = 'MailPortNotFree';
    }
}
/** The maximum size of a mail, in bytes. */
const sizeLimit = 10 * 1024 * 1024;
/**
 * Opens an SMTP server on loopback: 127.0.0.1, and ::1 if the machine has it.
 * @throws MailPortNotFree
 */
async function listenForMail(port, receiver) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const servers = __addDisposableResource(env_1, new AsyncDisposableStack(), true);
        try {
            await smtp_server_open('127.0.0.1', port, receiver, servers);
            await smtp_server_open('::1', port, receiver, servers).catch((error) => {
                const code = error instanceof Error && 'code' in error ? error.code : undefined;
                if (code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT')
                    throw error;
            });
        }
        catch (error) {
            throw new MailPortNotFree(port, error);
        }
        const opened = servers.move();
        return { [Symbol.asyncDispose]: () => opened.disposeAsync() };
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
async function smtp_server_open(host, port, receiver, servers) {
    // Loaded on demand.
    const { SMTPServer } = await __webpack_require__.e(/* import() */ 429).then(__webpack_require__.bind(__webpack_require__, 6429));
    const server = new SMTPServer(options(receiver));
    const { promise: listening, resolve, reject } = Promise.withResolvers();
    // Once it listens, errors concern single clients only.
    server.on('error', reject);
    server.listen(port, host, () => resolve());
    await listening;
    servers.defer(() => smtp_server_closed(server));
}
function options(receiver) {
    return {
        // Apps that require authentication may use any credentials.
        authOptional: true,
        allowInsecureAuth: true,
        authMethods: ['PLAIN', 'LOGIN'],
        onAuth: (_, __, callback) => callback(null, { user: 'app' }),
        disabledCommands: ['STARTTLS'],
        disableReverseLookup: true,
        banner: 'Browser Test Gate',
        size: sizeLimit,
        maxClients: 100,
        socketTimeout: 60_000,
        closeTimeout: 1,
        onRcptTo: ({ address }, _, callback) => callback(receiver.accepts(address)
            ? null
            : refusal(550, 'Only the address in $OCTO_EMAIL of a run receives mail here')),
        async onData(stream, { envelope: { mailFrom, rcptTo } }, callback) {
            try {
                const source = await read(stream);
                if (source === undefined)
                    return callback(refusal(552, `The mail is larger than ${sizeLimit} bytes`));
                const recipients = rcptTo.map(({ address }) => address);
                receiver.receive({
                    sender: mailFrom ? mailFrom.address : '',
                    recipients,
                    source,
                    receivedAt: new Date(),
                });
                callback(null);
            }
            catch (error) {
                callback(error instanceof Error ? error : new Error(String(error)));
            }
        },
    };
}
/** Reads a mail to its end. @returns undefined if it is too large. */
async function read(stream) {
    const chunks = [];
    let size = 0;
    for await (const chunk of stream) {
        size += chunk.length;
        if (size <= sizeLimit)
            chunks.push(chunk);
    }
    return size <= sizeLimit ? Buffer.concat(chunks) : undefined;
}
function refusal(responseCode, text) {
    return Object.assign(new Error(text), { responseCode });
}
function smtp_server_closed(server) {
    const { promise, resolve } = Promise.withResolvers();
    server.close(() => resolve());
    return promise;
}

;// CONCATENATED MODULE: ./build/src/runner/mail/mail-server.js


/** The default port for mail of the app. */
const defaultPort = 2525;
/**
 * The mail server of a runner. All runs share it, and each receives the mail for its own address. It listens while any
 * mailbox is open.
 */
class MailServer {
    #port;
    #inboxes = new Set();
    #listening;
    #closing = Promise.resolve();
    constructor(port = defaultPort) {
        this.#port = port;
    }
    /**
     * Opens a mailbox, which receives mail from then on.
     * @param address the address of a run; mail to its sub-addresses is received too.
     * @throws MailPortNotFree
     */
    async open(address) {
        const inbox = new Inbox(address, `port ${this.#port} of 127.0.0.1`);
        this.#inboxes.add(inbox);
        try {
            this.#listening ??= this.#listen();
            await this.#listening;
        }
        catch (error) {
            await this.#close(inbox);
            throw error;
        }
        return {
            latest: (wanted, timeoutMs) => inbox.latest(wanted, timeoutMs),
            [Symbol.asyncDispose]: () => this.#close(inbox),
        };
    }
    async #listen() {
        await this.#closing;
        return listenForMail(this.#port, {
            accepts: (recipient) => this.#inboxesOf([recipient]).length > 0,
            receive: (mail) => {
                for (const inbox of this.#inboxesOf(mail.recipients))
                    inbox.add(mail);
            },
        });
    }
    #inboxesOf(recipients) {
        return [...this.#inboxes].filter((inbox) => recipients.some((each) => inbox.subAddress(each) !== undefined));
    }
    /** Closes the port with the last mailbox. */
    async #close(inbox) {
        this.#inboxes.delete(inbox);
        if (this.#inboxes.size > 0)
            return;
        const listening = this.#listening;
        this.#listening = undefined;
        this.#closing = (async () => {
            const server = await listening?.catch(() => undefined);
            await server?.[Symbol.asyncDispose]();
        })();
        await this.#closing;
    }
}

;// CONCATENATED MODULE: ./build/src/runner/mail/run-mail.js
/**
 * Opens the mailbox of a run if any of its cases may need one: the app may send mail before a step opens it. If the mailbox
 * cannot be opened, only the steps that use it fail.
 */
async function lazyMailbox(server, plan, variables) {
    const address = variables.get('OCTO_EMAIL');
    const open = async () => {
        if (typeof address === 'string' && /^[^@\s]+@[^@\s]+$/.test(address))
            return server.open(address);
        throw new Error('The variable $OCTO_EMAIL is not a mail address. Remove it to use a generated address, or set a valid one.');
    };
    let opened = mayUseMail(plan) ? open() : undefined;
    // Steps that use the mailbox report the error.
    await opened?.catch(() => { });
    return {
        open() {
            opened ??= open();
            return opened;
        },
        async [Symbol.asyncDispose]() {
            const mailbox = await opened?.catch(() => undefined);
            await mailbox?.[Symbol.asyncDispose]();
        },
    };
}
/** Whether any case that a run may play opens a mail or uses the run's mail address. */
function mayUseMail({ cases, library }) {
    const playable = new Set(cases);
    // The iteration includes cases that are added to the set meanwhile.
    for (const { dependencyId, teardownId } of playable) {
        for (const id of [dependencyId, teardownId]) {
            const found = id === undefined ? undefined : library.get(id);
            if (found !== undefined)
                playable.add(found);
        }
    }
    return [...playable].some(usesMail);
}
function usesMail({ entryPointUrlPath, elements }) {
    const opens = elements.some(({ interaction }) => interaction?.action === 'OPEN_EMAIL');
    return opens || /\$(?:OCTO|GATE)_EMAIL/.test(JSON.stringify([entryPointUrlPath, elements]));
}
/** The mail of a run from the view of one attempt at a case. */
class AttemptMail {
    #mailbox;
    /** Mails of earlier attempts and cases are ignored: their links may have been used. */
    #since = new Date();
    #opened = new Set();
    constructor(mailbox) {
        this.#mailbox = mailbox;
    }
    /**
     * Opens the latest matching mail. One that this attempt has already opened is opened again only if no later one arrives
     * in time.
     * @throws as `Mailbox.latest`; MailPortNotFree.
     */
    async open(filter, timeoutMs) {
        const mailbox = await this.#mailbox();
        const mail = await mailbox.latest({ ...filter, since: this.#since, opened: this.#opened }, timeoutMs);
        this.#opened.add(mail);
        return mail;
    }
}

// EXTERNAL MODULE: ./build/src/common/errors.js
var errors = __webpack_require__(4560);
// EXTERNAL MODULE: external "node:url"
var external_node_url_ = __webpack_require__(3136);
// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
;// CONCATENATED MODULE: ./build/src/runner/play-failure.js

/** A case or one of its dependencies failed, with the step. */
class PlayFailure extends Error {
    testCase;
    /** Undefined if the entry point did not open. */
    step;
    constructor(testCase, step, cause) {
        super(errorText(cause), { cause });
        this.testCase = testCase;
        this.step = step;
    }
}
/** The name and message of an error, without the colours of Playwright's call log. */
function errorText(error) {
    const text = error instanceof Error
        ? error.name === 'Error'
            ? error.message
            : `${error.name}: ${error.message}`
        : String(error);
    return (0,external_node_util_.stripVTControlCharacters)(text).trim();
}

// EXTERNAL MODULE: ./node_modules/fflate/esm/index.mjs + 1 modules
var esm = __webpack_require__(1776);
;// CONCATENATED MODULE: ./build/src/runner/evidence/step-trace.js



/** The trace format of the bundled driver and its viewer. */
const traceVersion = 8;
/** How many console messages are kept. */
const maxMessages = 1000;
const maxMessageCharacters = 10_000;
/**
 * A trace of steps and console messages, without pages and requests, which the trace viewer can open. The driver's own
 * trace slows down every call; this one takes no time until it is written.
 */
class StepTrace {
    #browserName;
    #redact;
    #startTime = performance.now();
    #wallTime = Date.now();
    #steps = [];
    #messages = [];
    #screenshot;
    /** The index of the step that failed; teardowns may play more of them. */
    #failed = -1;
    constructor(context, redact) {
        this.#browserName = context.browser()?.browserType().name() ?? '';
        this.#redact = redact;
        context.on('console', (message) => {
            if (this.#messages.length < maxMessages)
                this.#messages.push({ time: performance.now(), message });
        });
    }
    async step(title) {
        this.#endStep();
        this.#steps.push({ title, startTime: performance.now() });
    }
    failed(error, screenshot) {
        this.#endStep(error);
        this.#failed = this.#steps.length - 1;
        this.#screenshot = screenshot;
    }
    /** @throws an error of the file system. */
    async keep(path) {
        this.#endStep();
        const part = `${path}.part`;
        try {
            await (0,external_node_fs_promises_.writeFile)(part, (0,esm/* zipSync */.L)(this.#entries(), { level: 3 }));
            await (0,external_node_fs_promises_.rename)(part, path);
        }
        finally {
            await (0,external_node_fs_promises_.rm)(part, { force: true });
        }
    }
    async [Symbol.asyncDispose]() { }
    #endStep(error) {
        const step = this.#steps.at(-1);
        if (step === undefined || step.endTime !== undefined)
            return;
        step.endTime = performance.now();
        if (error !== undefined)
            step.error = error;
    }
    #entries() {
        const lines = this.#events().map((event) => JSON.stringify(redactTexts(event, this.#redact)));
        return {
            'trace.trace': (0,esm/* strToU8 */._u)(`${lines.join('\n')}\n`),
            'trace.network': new Uint8Array(),
            ...(this.#screenshot === undefined ? {} : { [`resources/${screenshotName}`]: this.#screenshot.png }),
        };
    }
    #events() {
        return [
            this.#head(),
            ...this.#steps.flatMap(stepEvents),
            ...this.#consoleEvents(),
            ...this.#screenshotEvents(),
        ];
    }
    #head() {
        return {
            version: traceVersion,
            type: 'context-options',
            origin: 'library',
            browserName: this.#browserName,
            platform: process.platform,
            wallTime: this.#wallTime,
            monotonicTime: this.#startTime,
            sdkLanguage: 'javascript',
            options: this.#screenshot === undefined ? {} : { viewport: sizeOf(this.#screenshot) },
        };
    }
    #consoleEvents() {
        return this.#messages.map(({ time, message }) => ({
            type: 'console',
            messageType: message.type(),
            text: message.text().slice(0, maxMessageCharacters),
            location: message.location(),
            time,
            pageId,
        }));
    }
    /** The screenshot appears in the film strip, and as the page after the step that failed. */
    #screenshotEvents() {
        const step = this.#steps[this.#failed];
        if (this.#screenshot === undefined || step?.endTime === undefined)
            return [];
        const { png, url } = this.#screenshot;
        const viewport = sizeOf(this.#screenshot);
        const image = [
            'IMG',
            { src: `data:image/png;base64,${Buffer.from(png).toString('base64')}`, style: 'width: 100%' },
        ];
        const snapshot = {
            callId: callId(this.#failed),
            snapshotName: failureSnapshot,
            pageId,
            frameId: 'frame',
            frameUrl: url,
            doctype: 'html',
            html: ['HTML', {}, ['BODY', { style: 'margin: 0' }, image]],
            viewport,
            timestamp: step.endTime,
            collectionTime: 0,
            resourceOverrides: [],
            isMainFrame: true,
        };
        return [
            { type: 'screencast-frame', pageId, sha1: screenshotName, timestamp: step.endTime, ...viewport },
            { type: 'frame-snapshot', snapshot },
        ];
    }
}
/** All pages have one id: the steps of a case are played one after the other. */
const pageId = 'page';
const screenshotName = 'failure.png';
const failureSnapshot = 'failure';
function callId(index) {
    return `step@${index + 1}`;
}
function stepEvents({ title, startTime, endTime, error }, index) {
    const id = { callId: callId(index) };
    const failure = error === undefined ? {} : { error: { name: 'Error', message: error }, afterSnapshot: failureSnapshot };
    return [
        { type: 'before', ...id, startTime, title, class: 'Test', method: 'step', params: {}, pageId },
        { type: 'after', ...id, endTime, ...failure },
    ];
}
function sizeOf({ width, height }) {
    return { width, height };
}

;// CONCATENATED MODULE: ./build/src/runner/evidence/redact-trace.js



/** How many characters are redacted at a time: other cases play in the same process meanwhile. */
const chunkCharacters = 256 * 1024;
/** Entries that are not text and already compressed. */
const binary = /\.(?:png|jpe?g|webp|gif|avif|ico|bmp|woff2?|ttf|otf|eot|mp[34]|webm|og[gv]|wav|pdf|zip|gz|wasm)$/i;
/** Entries with one JSON value per line. */
const jsonLines = /\.(?:trace|network)$/;
/**
 * Copies a trace without its secrets: `redact` is applied to every entry except images, fonts and videos.
 * @throws an error of the file system; fflate's error if the file is not a ZIP archive.
 */
async function redactTrace(source, target, redact) {
    const archive = await (0,external_node_fs_promises_.readFile)(source);
    const chunks = [];
    const written = Promise.withResolvers();
    const output = new esm/* Zip */.qQ((error, chunk, final) => {
        if (error)
            return written.reject(error);
        chunks.push(chunk);
        if (final)
            written.resolve();
    });
    for (const name of entryNames(archive)) {
        // Entries are unpacked one at a time: together they may be far larger than the file.
        const content = (0,esm/* unzipSync */.AO)(archive, { filter: (entry) => entry.name === name })[name];
        if (content === undefined)
            continue;
        if (binary.test(name))
            copy(output, name, content);
        else
            await copyRedacted(output, name, content, redact);
        await (0,promises_.setImmediate)();
    }
    output.end();
    await written.promise;
    await (0,external_node_fs_promises_.writeFile)(target, chunks);
}
function entryNames(archive) {
    const names = new Set();
    (0,esm/* unzipSync */.AO)(archive, { filter: ({ name }) => !names.add(name) });
    return [...names];
}
function copy(output, name, content) {
    const entry = new esm/* ZipPassThrough */.uZ(name);
    output.add(entry);
    entry.push(content, true);
}
async function copyRedacted(output, name, content, redact) {
    const { text, encoding } = decode(content);
    const redactChunk = jsonLines.test(name) ? (chunk) => redactJsonLines(chunk, redact) : redact;
    const entry = new esm/* ZipDeflate */.D8(name, { level: 3 });
    output.add(entry);
    for (const chunk of chunksOf(text)) {
        entry.push(Buffer.from(redactChunk(chunk), encoding));
        await (0,promises_.setImmediate)();
    }
    entry.push(new Uint8Array(), true);
}
/** Bytes that are not valid UTF-8 are read as Latin-1, so that they are written back unchanged. */
function decode(content) {
    try {
        const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
        return { text, encoding: 'utf8' };
    }
    catch {
        return { text: Buffer.from(content).toString('latin1'), encoding: 'latin1' };
    }
}
/** Cuts after line breaks only: line breaks of secrets are escaped, or their lines are secrets of their own. */
function* chunksOf(text) {
    for (let start = 0; start < text.length;) {
        const lineEnd = text.indexOf('\n', start + chunkCharacters);
        const end = lineEnd === -1 ? text.length : lineEnd + 1;
        yield text.slice(start, end);
        start = end;
    }
}
function redactJsonLines(lines, redact) {
    if (redact(lines) === lines)
        return lines;
    return lines
        .split('\n')
        .map((line) => redactJson(line, redact))
        .join('\n');
}
/** A secret of digits may be part of a number. Replacing it there would make the line invalid JSON. */
function redactJson(line, redact) {
    const redacted = redact(line);
    if (redacted === line || line === '' || parsed(redacted) !== undefined)
        return redacted;
    const value = parsed(line);
    return value === undefined
        ? redacted
        : JSON.stringify(value, (_, each) => (typeof each === 'string' ? redact(each) : each));
}
function parsed(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}

;// CONCATENATED MODULE: ./build/src/runner/evidence/trace.js





/** Timeouts for starting or discarding a trace, and for writing it, in ms. */
const startMs = 2000;
const writeMs = 30_000;
/**
 * Starts the driver's own trace: every call, snapshots of the pages, requests and screenshots. A traced case takes half as
 * long again, and slows down parallel ones.
 * @throws Error if the browser cannot trace.
 */
async function startPageTrace(context, redact) {
    const started = context.tracing.start({ screenshots: true, snapshots: true });
    await withTimeout(started, startMs, 'The browser did not start tracing.');
    return new PageTrace(context.tracing, redact);
}
class PageTrace {
    #tracing;
    #redact;
    #isRunning = true;
    #isInStep = false;
    constructor(tracing, redact) {
        this.#tracing = tracing;
        this.#redact = redact;
    }
    async step(title) {
        if (this.#isInStep)
            await this.#tracing.groupEnd();
        await this.#tracing.group(title);
        this.#isInStep = true;
    }
    /** The driver records failures itself. */
    failed() { }
    async keep(path) {
        this.#isRunning = false;
        // Until it is redacted, it stays in a folder that is never uploaded.
        const folder = await (0,external_node_fs_promises_.mkdtemp)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'browser-test-gate-'));
        const raw = (0,external_node_path_.join)(folder, 'trace.zip');
        const redacted = `${path}.part`;
        const stopped = this.#tracing.stop({ path: raw });
        const removed = stopped.catch(() => { }).then(() => (0,external_node_fs_promises_.rm)(folder, { recursive: true, force: true }));
        try {
            await withTimeout(stopped, writeMs, `The trace was not written within ${writeMs / 1000} s.`);
            await redactTrace(raw, redacted, this.#redact);
            await (0,external_node_fs_promises_.rename)(redacted, path);
        }
        finally {
            await (0,external_node_fs_promises_.rm)(redacted, { force: true });
            await removed.catch(() => { });
        }
    }
    async [Symbol.asyncDispose]() {
        if (!this.#isRunning)
            return;
        this.#isRunning = false;
        await withTimeout(this.#tracing.stop(), startMs, 'The browser did not stop tracing.').catch(() => { });
    }
}

;// CONCATENATED MODULE: ./build/src/runner/evidence/recorder.js







/** Timeout for a screenshot, in ms: a busy page never provides one. */
const screenshotMs = 5000;
/**
 * Records one attempt. Its methods never throw: evidence that cannot be recorded is reported as missing. Disposing of it
 * discards an unfinished recording.
 */
class Recorder {
    #context;
    #settings;
    #consoleErrors;
    #missingEvidence = [];
    #page;
    #screenshotUrl = null;
    #trace;
    constructor(context, settings) {
        this.#context = context;
        this.#settings = settings;
        this.#consoleErrors = collectConsoleErrors(context, settings.redact);
    }
    static async start(context, settings) {
        const recorder = new Recorder(context, settings);
        await recorder.#startTrace();
        return recorder;
    }
    async #startTrace() {
        const { folder, trace, redact } = this.#settings;
        if (folder === undefined || trace === 'none')
            return;
        try {
            this.#trace =
                trace === 'light'
                    ? new StepTrace(this.#context, redact)
                    : await startPageTrace(this.#context, redact);
        }
        catch (error) {
            this.#addMissing('trace', error);
        }
    }
    async step(title) {
        await this.#trace?.step(title).catch(() => { });
    }
    /** Takes a screenshot of the page after a failure. */
    async failed(page, message) {
        this.#page = page;
        let screenshot;
        this.#screenshotUrl = await this.#toFile('screenshot', 'png', async (path) => {
            const png = await takeScreenshot(page);
            screenshot = { png, url: page.url(), ...(page.viewportSize() ?? { width: 0, height: 0 }) };
            await (0,external_node_fs_promises_.writeFile)(path, png);
        });
        this.#trace?.failed(message, screenshot);
    }
    /** Ends the recording. @returns the attempt with its evidence. */
    async finish(attempt) {
        const failed = attempt.status !== 'PASSED';
        const trace = this.#trace;
        if (!failed && !this.#settings.keepTrace) {
            await trace?.[Symbol.asyncDispose]();
            return attempt;
        }
        const traceUrl = trace ? await this.#toFile('trace', 'zip', (path) => trace.keep(path)) : null;
        // If the page has crashed, no screenshot was taken.
        const page = failed ? (this.#page ?? this.#context.pages().at(-1)) : undefined;
        return {
            ...attempt,
            pageUrl: page?.url() ?? null,
            consoleErrors: [...this.#consoleErrors],
            screenshotUrl: this.#screenshotUrl,
            traceUrl,
            missingEvidence: this.#missingEvidence,
        };
    }
    async [Symbol.asyncDispose]() {
        await this.#trace?.[Symbol.asyncDispose]();
    }
    /** Writes a file, named by ids only. @returns its URL; null if it could not be written. */
    async #toFile(kind, extension, write) {
        const { folder, testCaseId, number } = this.#settings;
        if (folder === undefined)
            return null;
        const path = (0,external_node_path_.join)(folder, `${testCaseId}-${number}.${extension}`);
        try {
            await (0,external_node_fs_promises_.mkdir)(folder, { recursive: true });
            await write(path);
            return (0,external_node_url_.pathToFileURL)(path).href;
        }
        catch (error) {
            this.#addMissing(kind, error);
            return null;
        }
    }
    #addMissing(kind, error) {
        const [reason = ''] = this.#settings.redact(errorText(error)).split('\n');
        this.#missingEvidence.push(`${kind}: ${reason.trim()}`);
    }
}
function takeScreenshot(page) {
    const message = `The page provided no screenshot within ${screenshotMs / 1000} s.`;
    return withTimeout(page.screenshot({ timeout: screenshotMs }), screenshotMs, message);
}
const maxErrors = 20;
const maxCharacters = 1000;
/** The rest of a longer text is ignored. */
const maxReadCharacters = 10_000;
/**
 * Collects the console errors and uncaught errors of all pages of a context.
 * @param redact is applied before a text is cut: a secret that is cut in the middle would not be found any more.
 * @returns a list to which the first 20 are added, at most 1,000 characters each, with their source line if known.
 */
function collectConsoleErrors(context, redact) {
    const errors = [];
    const add = (text, { url, line }) => {
        if (errors.length >= maxErrors)
            return;
        const message = cut(redact(text.slice(0, maxReadCharacters)), maxCharacters);
        errors.push(url === '' ? message : `${message} (${cut(redact(url), maxCharacters)}:${line + 1})`);
    };
    context.on('console', (message) => {
        if (message.type() === 'error')
            add(message.text(), message.location());
    });
    context.on('weberror', (error) => add(`Uncaught ${String(error.error())}`, error.location()));
    return errors;
}
function cut(text, characters) {
    return text.length <= characters ? text : `${text.slice(0, characters).toWellFormed()}…`;
}

;// CONCATENATED MODULE: ./build/src/runner/play-case.js


/**
 * Plays one case: the remaining dependencies, the case itself, then the teardowns, innermost first, also after a
 * failure. A failing teardown does not fail the case; the attempt reports it.
 * @throws errors other than PlayFailure: the browser has ended, or the runner has a bug.
 */
async function playCase(play, player) {
    const started = [];
    const teardownFailures = [];
    let attempt;
    try {
        attempt = await playChain(play, player, started);
    }
    finally {
        teardownFailures.push(...(await playTeardowns(started, play.library, player)));
    }
    const warnings = warningsOf(player, play.chain.at(-1));
    return {
        ...attempt,
        ...(teardownFailures.length === 0 ? {} : { teardownFailures }),
        ...(warnings.length === 0 ? {} : { warnings }),
    };
}
/** How many warnings an attempt has, and how many characters each. */
const maxWarnings = 20;
const maxWarningCharacters = 2000;
/** The warnings of an attempt, each once, with the name of their case if it is not the one that was played. */
function warningsOf({ warnings }, played) {
    const texts = warnings.map(({ testCase, message }) => (0,common_text/* cut */.Jj)(testCase === played ? message : `"${testCase.description}": ${message}`, maxWarningCharacters));
    const each = [...new Set(texts)];
    const more = each.length - maxWarnings;
    return more <= 0 ? each : [...each.slice(0, maxWarnings), `${more} more warnings.`];
}
/** @param started receives each case that starts, the last one first. */
async function playChain(play, player, started) {
    const { chain, skipped } = play;
    try {
        for (const [index, each] of chain.entries()) {
            if (index < skipped)
                continue;
            started.unshift(each);
            const played = await player.playFromEntry(each);
            if (index === chain.length - 1)
                refuseUnchecked(each, played);
            await play.onPlayed?.(index);
        }
        return { status: 'PASSED', errorMessage: null };
    }
    catch (error) {
        if (!(error instanceof PlayFailure))
            throw error;
        await play.onFailure?.(error.message);
        return failedAttempt(error, chain.at(-1));
    }
}
/** @throws PlayFailure if failures were ignored and nothing else was checked. */
function refuseUnchecked(testCase, { checks, ignored }) {
    if (ignored === 0 || checks > 0)
        return;
    const failures = ignored === 1 ? 'The failure of a step was' : `The failures of ${ignored} steps were`;
    const message = `${failures} ignored, and no other step checks anything. Remove \`ignoreFailure\` from a step that matters, or add an assertion.`;
    throw new PlayFailure(testCase, undefined, new Error(message));
}
function failedAttempt(failure, played) {
    const { testCase, step, message } = failure;
    return {
        status: 'FAILED',
        errorMessage: testCase === played ? message : `Dependency "${testCase.description}": ${message}`,
        ...(step === undefined ? {} : { failedStep: { testCaseId: testCase.id, ...step } }),
    };
}
/** The attempt at a case that could not be played. */
function errorAttempt(error) {
    return { status: 'ERROR', errorMessage: errorText(error) };
}
/** @returns a message for each teardown that failed. */
async function playTeardowns(started, library, player) {
    const failures = [];
    for (const { teardownId } of started) {
        if (teardownId === undefined)
            continue;
        const teardown = library.get(teardownId);
        try {
            if (teardown === undefined)
                failures.push(`The teardown ${teardownId} does not exist.`);
            else {
                player.forgetPages();
                await player.playSteps(teardown);
            }
        }
        catch (error) {
            failures.push(teardownFailure(error, teardown?.description ?? teardownId));
        }
    }
    return failures;
}
/** Such as `Teardown "Delete the account", step 2: TimeoutError: locator.click: …`. */
function teardownFailure(error, description) {
    const step = error instanceof PlayFailure && error.step !== undefined ? error.step.elementIndex + 1 : undefined;
    const where = step === undefined ? '' : `, step ${step}`;
    return `Teardown "${description}"${where}: ${errorText(error)}`;
}

;// CONCATENATED MODULE: ./build/src/runner/documents/checks.js
/** Whether steps only send requests of their own, whatever the page shows. */
function onlySendRequests(elements) {
    const others = elements.filter(({ assertion }) => assertion?.expectation !== 'RESPONSE_OK');
    return (others.length < elements.length && others.every(({ interaction }) => interaction?.action === 'GO_TO'));
}
/** Elements that every page has. */
const isRoot = /^(html|body|:root|\*)$/i;
/**
 * Whether a step, if it succeeds, shows that the page has what the test case expects: an assertion about an element that
 * is there. The root of a page is always there, so only its text counts.
 */
function provesPage({ assertion, selectors }) {
    const expectation = assertion?.expectation;
    if (expectation === undefined || expectation === 'NOT_VISIBLE' || expectation === 'RESPONSE_OK')
        return false;
    return !findsRoot(selectors) || expectation === 'TO_CONTAIN_TEXT';
}
/** Whether selectors find the root of a page or frame. */
function findsRoot(selectors) {
    const last = selectors.at(-1);
    return last?.selectorType === 'CSS' && isRoot.test(last.selector.trim());
}
/**
 * Whether a step that succeeds has checked something: an assertion, an action on an element, code, or a mail. Opening a URL,
 * waiting, and keys without an element succeed on any page.
 */
function checksSomething({ assertion, interaction, selectors }) {
    if (assertion != null || selectors.length > 0)
        return true;
    switch (interaction?.action) {
        case 'JAVASCRIPT':
        case 'OPEN_EMAIL':
            return true;
        case 'WAIT_FOR':
            return interaction.calledWith?.type === 'code';
        default:
            return false;
    }
}
/**
 * Whether the driver does not wait for a navigation that the step starts. After a click, and after a key on an element, it
 * does.
 */
function mayNavigateLater({ interaction, selectors }) {
    switch (interaction?.action) {
        case 'CLICK':
            return interaction.calledWith?.double === true;
        case 'KEY_PRESS':
            return selectors.length === 0;
        case 'JAVASCRIPT':
            return interaction.calledWith.execType === 'browser';
        case 'SELECT_OPTION':
        case 'TYPE_TEXT':
        case 'DRAG_AND_DROP':
        case 'UPLOAD':
            return true;
        default:
            return false;
    }
}
/** Whether a step can be played while the page shows the browser's error page: it may leave that page. */
function canLeaveErrorPage({ interaction }) {
    return ['GO_TO', 'CLOSE_PAGE', 'JAVASCRIPT'].includes(interaction?.action ?? '');
}
/** Whether a step waits for something of the page, which does not come once the page is replaced by an error page. */
function waitsForPage({ assertion, interaction }) {
    return assertion != null || interaction?.action === 'WAIT_FOR';
}

;// CONCATENATED MODULE: ./build/src/runner/documents/step-ref.js

function elementOf({ testCase, elementIndex }) {
    return elementIndex === undefined ? undefined : testCase.elements[elementIndex];
}
/** Whether a step opens a URL itself. */
function opensUrl(step) {
    return step.elementIndex === undefined || elementOf(step)?.interaction?.action === 'GO_TO';
}
/** Such as `Step 2 (CLICK)`, or `The entry point`. */
function nameOfStep(step) {
    const element = elementOf(step);
    if (step.elementIndex === undefined || element === undefined)
        return 'The entry point';
    return `Step ${step.elementIndex + 1} (${(0,test_case/* stepKind */.jz)(element)})`;
}
function isSameStep(a, b) {
    return a.testCase === b.testCase && a.elementIndex === b.elementIndex;
}

;// CONCATENATED MODULE: ./build/src/runner/documents/documents.js


/**
 * Watches the documents of all pages of an attempt by the events of their requests; it asks the browser nothing.
 *
 * - A navigation that fails is a problem of the step during which it started. The error page of the browser stays a
 *   problem of every later step on it.
 * - A document with a status of 500 or more is a problem at once if the step opens a URL itself. Otherwise a later
 *   assertion can prove that it is expected (`prove`); if the page is left before, or the case ends, it is a problem.
 * - A document with a status of 400 to 499 is a warning.
 */
class Documents {
    #navigations = new Map();
    #bad = new Map();
    /** Events of new windows, which have no frame until their first response. */
    #early = [];
    /** Requests of scripts that started in the current step. */
    #fetches = new Set();
    #problems = [];
    #warnings = [];
    #navigationCount = 0;
    #step;
    #changed = Promise.withResolvers();
    /** @param step the step that the first problems belong to. */
    constructor(context, step) {
        this.#step = step;
        context.on('request', (request) => this.#onRequest(request));
        context.on('response', (response) => this.#onResponse(response.request(), response.status()));
        context.on('requestfinished', (request) => this.#onFetched(request));
        context.on('requestfailed', (request) => this.#onFailed(request));
        context.on('framenavigated', (frame) => this.#onNavigated(frame));
        context.on('page', (page) => this.#onPage(page));
        context.on('download', (download) => this.#onDownload(download));
        for (const page of context.pages())
            this.#watchEnd(page);
    }
    /** The step to which problems are attributed from now on. */
    begin(step) {
        this.#step = step;
        this.#fetches.clear();
    }
    /** Takes the problems that were found so far, oldest first. */
    takeProblems() {
        return this.#problems.splice(0);
    }
    takeWarnings() {
        return this.#warnings.splice(0);
    }
    /** Takes the documents of pages that no assertion has proven to be expected. */
    takeUnproven() {
        const unproven = [...this.#bad].filter(([frame, { isErrorPage }]) => isMain(frame) && !isErrorPage);
        for (const [frame] of unproven)
            this.#bad.delete(frame);
        return unproven.map(([, bad]) => bad);
    }
    /** Forgets what is wrong so far, except the browser's error pages. */
    forget() {
        this.takeProblems();
        this.takeUnproven();
    }
    /** What is wrong with the document of a frame. */
    problemOf(frame) {
        return this.#bad.get(frame);
    }
    /** Why a page can't be used: it shows the browser's error page. */
    errorPageOf(page) {
        const bad = this.#bad.get(page.mainFrame());
        return bad?.isErrorPage === true ? bad.message : undefined;
    }
    /** Whether a frame inside a page has a bad document. */
    hasBadFrames(page) {
        return [...this.#bad.keys()].some((frame) => !isMain(frame) && isOpen(frame) && frame.page() === page);
    }
    /** An assertion has found something in this document: its status is expected. */
    prove(frame) {
        if (this.#bad.get(frame)?.isErrorPage === false)
            this.#bad.delete(frame);
    }
    /**
     * Waits until the navigations in progress have ended. Those of frames inside a page count if they started in the
     * current step.
     * @param page undefined for all pages.
     * @returns the URL of a navigation that has not ended in time; undefined if all have.
     */
    navigated(page, timeoutMs) {
        return this.#while(() => {
            if (page === undefined && this.#early[0] !== undefined)
                return urlOf(this.#early[0].request);
            for (const [frame, { request, step }] of this.#navigations) {
                const isAwaited = isOpen(frame) && (page === undefined || frame.page() === page);
                if (isAwaited && (isMain(frame) || step === this.#step))
                    return urlOf(request);
            }
            return undefined;
        }, timeoutMs);
    }
    /** How many navigations have started so far. */
    get navigationCount() {
        return this.#navigationCount;
    }
    /** Waits until the requests of scripts that started in the current step have ended, or the time is over. */
    async fetched(timeoutMs) {
        await this.#while(() => (this.#fetches.size > 0 ? 'fetching' : undefined), timeoutMs);
    }
    /** Waits until there is a problem. @throws Error with its message. */
    async untilProblem() {
        for (;;) {
            const [problem] = this.#problems;
            if (problem !== undefined)
                throw new Error(problem.message);
            await this.#changed.promise;
        }
    }
    /** Waits as long as a check returns a text. @returns that text if the time is over. */
    async #while(check, timeoutMs) {
        if (check() === undefined)
            return undefined;
        let isOver = false;
        const timer = setTimeout(() => {
            isOver = true;
            this.#change();
        }, timeoutMs);
        try {
            for (;;) {
                const value = check();
                if (value === undefined || isOver)
                    return value;
                await this.#changed.promise;
            }
        }
        finally {
            clearTimeout(timer);
        }
    }
    #change() {
        this.#changed.resolve();
        this.#changed = Promise.withResolvers();
    }
    #onRequest(request) {
        const step = this.#step;
        if (request.isNavigationRequest()) {
            this.#navigationCount += 1;
            this.#inFrame(request, (frame) => this.#navigations.set(frame, { request, step }));
        }
        else if (/^(fetch|xhr)$/.test(request.resourceType()) && !opensUrl(step)) {
            this.#fetches.add(request);
        }
    }
    /** Applies an event to the frame of its request, as soon as there is one. */
    #inFrame(request, apply) {
        const frame = frameOf(request);
        if (frame === undefined)
            this.#early.push({ request, apply });
        else
            apply(frame);
        this.#change();
    }
    #onFetched(request) {
        if (this.#fetches.delete(request))
            this.#change();
    }
    #onResponse(request, status) {
        // A redirect is followed by another request.
        if (!request.isNavigationRequest() || (status >= 300 && status < 400))
            return;
        this.#inFrame(request, (frame) => {
            const navigation = this.#navigations.get(frame);
            if (navigation?.request === request)
                navigation.status = status;
        });
    }
    #onFailed(request) {
        this.#onFetched(request);
        if (!request.isNavigationRequest())
            return;
        const error = request.failure()?.errorText ?? 'unknown error';
        // The page stays where it is: a download, a response without content, or another navigation has begun.
        const isAborted = /abort|cancel|interrupt|download/i.test(error);
        // A window that was closed at once never gets a frame.
        if (isAborted)
            this.#early = this.#early.filter((each) => each.request !== request);
        if (isAborted && frameOf(request) === undefined) {
            this.#change();
            return;
        }
        this.#inFrame(request, (frame) => {
            const current = this.#navigations.get(frame);
            const navigation = current?.request === request ? current : undefined;
            if (navigation !== undefined)
                this.#navigations.delete(frame);
            if (isAborted)
                return;
            const { step = this.#step, status = 0 } = navigation ?? {};
            const reason = status < 400 ? error : `status ${status} without content (${error})`;
            const message = `The navigation to ${urlOf(request)} failed: ${reason}. Check that the app serves this URL.`;
            this.#setErrorPage(frame, { step, message });
        });
    }
    #onNavigated(frame) {
        const navigation = this.#navigations.get(frame);
        if (isErrorUrl(frame.url())) {
            // Some failures have no request.
            const message = 'The browser shows its error page instead of a page of the app.';
            if (this.#bad.get(frame)?.isErrorPage !== true)
                this.#setErrorPage(frame, { step: this.#step, message });
        }
        else if (navigation?.status !== undefined) {
            this.#commit(frame, navigation, navigation.status);
        }
        else if (navigation === undefined && this.#bad.get(frame)?.isErrorPage === true) {
            // Replaced by a document without a request, such as `about:blank`.
            this.#bad.delete(frame);
        }
        this.#change();
    }
    #setErrorPage(frame, problem) {
        this.#leave(frame);
        this.#bad.set(frame, { ...problem, isErrorPage: true });
        if (isMain(frame))
            this.#problems.push(problem);
    }
    /** A page that is left before it was proven stays a problem. */
    #leave(frame) {
        const left = this.#bad.get(frame);
        this.#bad.delete(frame);
        if (left?.isErrorPage === false && isMain(frame))
            this.#problems.push(left);
    }
    #commit(frame, { request, step }, status) {
        this.#navigations.delete(frame);
        this.#leave(frame);
        if (status < 400)
            return;
        const opened = `${urlOf(request)}, which responded with status ${status}`;
        if (status < 500) {
            if (isMain(frame))
                this.#warnings.push({ step, message: `${nameOfStep(step)} opened ${opened}.` });
        }
        else if (isMain(frame) && opensUrl(step)) {
            this.#problems.push({ step, message: `The step opened ${opened}. Check the log of the app.` });
        }
        else {
            const message = `The step led to ${opened}, and no later step asserts what is on that page. Check the log of the app. If the page is expected, assert an element of it, for example with VISIBLE.`;
            this.#bad.set(frame, { step, message, isErrorPage: false });
        }
    }
    /** Firefox reports no end of a navigation that becomes a download. */
    #onDownload(download) {
        for (const [frame, { request }] of this.#navigations) {
            if (frame.page() === download.page() && request.url() === download.url())
                this.#navigations.delete(frame);
        }
        this.#change();
    }
    /** A new window: its events have waited for its frame. */
    #onPage(page) {
        this.#watchEnd(page);
        for (const { request, apply } of this.#early.splice(0))
            this.#inFrame(request, apply);
        const frame = page.mainFrame();
        const navigation = this.#navigations.get(frame);
        if (navigation?.status !== undefined && page.url() !== 'about:blank')
            this.#commit(frame, navigation, navigation.status);
        this.#change();
    }
    #watchEnd(page) {
        page.once('close', () => this.#change());
        page.once('crash', () => {
            const message = `The page ${(0,common_text/* cut */.Jj)(page.url(), maxUrlCharacters)} crashed, possibly because it ran out of memory.`;
            this.#problems.push({ step: this.#step, message });
            this.#change();
        });
    }
}
const maxUrlCharacters = 500;
function urlOf(request) {
    return (0,common_text/* cut */.Jj)(request.url(), maxUrlCharacters);
}
/** Undefined for the first request of a new window, until the window has a frame. */
function frameOf(request) {
    try {
        return request.frame();
    }
    catch {
        return undefined;
    }
}
function isMain(frame) {
    return frame.parentFrame() === null;
}
function isOpen(frame) {
    return !frame.isDetached() && !frame.page().isClosed();
}
/** The error pages of Chromium and Firefox. */
function isErrorUrl(url) {
    return /^(chrome-error:|about:(neterror|certerror|blocked|tabcrashed|framecrashed))/.test(url);
}

;// CONCATENATED MODULE: ./build/src/runner/tabs.js

/** The pages of one case. Steps are played on the one that was opened last. */
class Tabs {
    #pages;
    constructor(first) {
        this.#pages = [first];
    }
    get current() {
        const page = this.#pages.at(-1);
        if (page === undefined)
            throw new Error('The first page is never removed.');
        return page;
    }
    open(page) {
        this.#pages.push(page);
    }
    /**
     * Closes the current page and returns to the previous one.
     * @throws Error if there is no previous one.
     */
    async close() {
        if (this.#pages.length === 1) {
            throw new Error('CLOSE_PAGE has no page to return to: it closes the page that OPEN_EMAIL opened before.');
        }
        await this.#pages.pop()?.close();
    }
}
/** Timeout for reading what is still loading, in ms. */
const tabs_readMs = 1000;
/** How many URLs a message lists, and how many characters of each. */
const maxUrls = 3;
const tabs_maxCharacters = 200;
/**
 * Waits for the `load` event of a page after a step.
 * @throws Error with the URLs that are still loading.
 */
async function waitForLoad(page, timeout) {
    try {
        await page.waitForLoadState('load', { timeout });
    }
    catch (error) {
        if (!(error instanceof Error) || error.name !== 'TimeoutError')
            throw error;
        const names = await stillLoading(page);
        const which = names.length === 0 ? '' : ` Still loading: ${names.join(', ')}.`;
        throw new Error(`The step succeeded, but ${page.url()} did not finish loading in time.${which}`, {
            cause: error,
        });
    }
}
/** The images and frames that are still loading; empty if the page does not respond. */
async function stillLoading(page) {
    try {
        const urls = await withTimeout(page.evaluate(loadingUrls), tabs_readMs, 'The page did not answer.');
        return urls.slice(0, maxUrls).map((url) => url.slice(0, tabs_maxCharacters));
    }
    catch {
        return [];
    }
}
function loadingUrls() {
    const images = [...document.images].filter(({ complete }) => !complete);
    const frames = [...document.querySelectorAll('iframe')].filter(({ contentDocument }) => contentDocument !== null && contentDocument.readyState !== 'complete');
    return [...images, ...frames].map(({ src }) => src);
}
/** How long the step of a crashed page may take to fail by itself, in ms. */
const crashMs = 2000;
/** Plays on the pages of a context. If one crashes and the driver leaves a call pending, the crash is the failure. */
async function failOnCrash(context, work) {
    const crashed = Promise.withResolvers();
    let timer;
    const onCrash = (page) => {
        const errorMessage = `The page ${page.url()} crashed, possibly because it ran out of memory.`;
        timer ??= setTimeout(() => crashed.resolve({ status: 'FAILED', errorMessage }), crashMs);
    };
    const watch = (page) => page.once('crash', onCrash);
    for (const page of context.pages())
        watch(page);
    context.on('page', watch);
    try {
        return await Promise.race([crashed.promise, work()]);
    }
    finally {
        clearTimeout(timer);
    }
}
/** How many pages a case may have open: a page that keeps opening windows would use up the machine's memory. */
const maxPages = 20;
function limitPages(context) {
    context.on('page', (page) => {
        if (context.pages().length > maxPages)
            void page.close().catch(() => { });
    });
}

;// CONCATENATED MODULE: ./build/src/runner/documents/blank-page.js
/**
 * Evaluated in a page: whether it shows nothing at all, such as a page without content, or one whose app has removed
 * everything after an error. Text, images, controls, frames, borders and backgrounds of elements other than white count.
 */
function isBlankPage() {
    const media = /^(img|svg|canvas|video|audio|picture|iframe|object|embed|input|button|select|textarea|meter|progress|hr)$/;
    const hasText = (node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.nodeValue?.trim() !== '');
    const isPainted = (element) => {
        const { backgroundImage, backgroundColor, borderStyle, borderWidth, boxShadow } = getComputedStyle(element);
        const { width, height } = element.getBoundingClientRect();
        // The background of the page itself is still there when nothing is left on it.
        if (width === 0 || height === 0 || /^(html|body)$/.test(element.localName))
            return false;
        const hasColor = !/, 0\)$|^transparent$|^rgb\(255, 255, 255\)$/.test(backgroundColor);
        const hasBorder = !/^(none ?)+$/.test(borderStyle) && !/^(0px ?)+$/.test(borderWidth);
        return backgroundImage !== 'none' || hasColor || hasBorder || boxShadow !== 'none';
    };
    const hasPseudoText = (element) => ['::before', '::after'].some((pseudo) => !/^(none|normal|""|)$/.test(getComputedStyle(element, pseudo).content));
    const shows = (root) => {
        if (root instanceof Element) {
            if (root.checkVisibility?.({ visibilityProperty: true }) === false) {
                // A visible element may be inside an invisible one.
                return root.checkVisibility() && [...root.children].some(shows);
            }
            if (/^(script|style|template|noscript|head)$/.test(root.localName))
                return false;
            if (media.test(root.localName) || isPainted(root) || hasPseudoText(root))
                return true;
            if (root.shadowRoot !== null && shows(root.shadowRoot))
                return true;
        }
        return hasText(root) || [...root.children].some(shows);
    };
    const { documentElement } = document;
    return documentElement === null || !shows(documentElement);
}

;// CONCATENATED MODULE: ./build/src/runner/documents/page-guard.js




/** How long the requests of the last step's scripts are waited for, in ms. */
const maxFetchMs = 2000;
/** A test case that ends without proof of its page is watched for so long, in ms of the page's own timers. */
const watchMs = 100;
/** The limit of looking at what should be known at once, in ms. */
const lookMs = 2000;
/** How many documents in a row may replace each other at the end of a test case. */
const maxReplacements = 10;
/** Plays steps on pages that may break: what the documents say is part of each step. */
class PageGuard {
    #documents;
    /** The iframes that steps have looked into, by page and text of their locator. */
    #frameOwners = new Map();
    constructor(documents) {
        this.#documents = documents;
    }
    /**
     * Plays a step, waits for the navigation that it has started and for the load of its page, and checks the frames that it
     * looks into. Problems of pages are left in the documents.
     * @throws what the step throws; Error if the page or the frame shows the browser's error page.
     */
    async play(step) {
        const { element, remainingMs } = step;
        const page = step.page();
        if (!canLeaveErrorPage(element))
            this.#refuseErrorPage(page);
        const bad = this.#documents.problemOf(page.mainFrame());
        await this.#perform(step, page);
        const current = step.page();
        if (mayNavigateLater(element))
            await answer(current, remainingMs());
        await this.#arrive(current, remainingMs);
        this.#refuseErrorPage(current);
        if (provesPage(element))
            await this.#prove(step, current, bad);
    }
    async #perform(step, page) {
        const { element, perform, remainingMs } = step;
        try {
            // The driver would wait for an element of a page that is gone until the time is over.
            if (waitsForPage(element))
                await Promise.race([perform(), this.#documents.untilProblem()]);
            else
                await perform();
        }
        catch (error) {
            await this.#checkFrame(step, page);
            throw error;
        }
        await this.#documents.navigated(page, remainingMs());
        await this.#checkFrame(step, page);
    }
    /** @throws Error if the page shows the browser's error page. */
    #refuseErrorPage(page) {
        const message = this.#documents.errorPageOf(page);
        if (message !== undefined)
            throw new Error(message);
    }
    /** Waits until a page is where its navigation leads, and has loaded. */
    async #arrive(page, remainingMs) {
        const url = await this.#documents.navigated(page, remainingMs());
        if (url !== undefined) {
            throw new TimedOut(`The step succeeded, but ${url}, which it leads to, did not respond in time.`);
        }
        if (this.#documents.errorPageOf(page) === undefined)
            await waitForLoad(page, remainingMs());
    }
    /** @param before what was wrong with the page before the step: an assertion proves the document that it has seen. */
    async #prove({ perform }, page, before) {
        const frame = page.mainFrame();
        const bad = this.#documents.problemOf(frame);
        if (bad === undefined)
            return;
        // The document has come during the assertion, which may be met by the one before.
        const isMet = bad === before ||
            (await perform().then(() => true, () => false));
        if (isMet)
            this.#documents.prove(frame);
    }
    /** @throws Error if a frame that the step looks into has a bad document that the step does not prove. */
    async #checkFrame({ element, frameOwner }, page) {
        const owner = frameOwner();
        if (owner === undefined)
            return;
        this.#frameOwners.set(`${owner}`, { page, owner });
        await this.#checkFrameOf(page, owner, provesPage(element));
    }
    async #checkFrameOf(page, owner, proves) {
        if (page.isClosed() || !this.#documents.hasBadFrames(page))
            return;
        let frame = await frameIn(owner);
        for (; frame != null && frame.parentFrame() !== null; frame = frame.parentFrame()) {
            if (proves)
                this.#documents.prove(frame);
            const bad = this.#documents.problemOf(frame);
            if (bad !== undefined)
                throw new Error(`The frame ${owner} is broken. ${bad.message}`);
        }
    }
    /**
     * Ends a test case: waits for what its last step has started, and looks once more at its page.
     * @throws Error if a page does not respond, shows the browser's error page, or is blank.
     */
    async finish(elements, page, remainingMs) {
        const last = elements.at(-1);
        const isProven = last === undefined || provesPage(last) || onlySendRequests(elements);
        if (!isProven)
            await this.#documents.fetched(Math.min(maxFetchMs, remainingMs()));
        for (let count = 0; count < maxReplacements && !page.isClosed(); count += 1) {
            const before = this.#documents.navigationCount;
            if (!isProven)
                await answer(page, lookMs, watchMs);
            await answer(page, remainingMs());
            const url = await this.#documents.navigated(undefined, remainingMs());
            if (url !== undefined)
                throw new TimedOut(`The test case has ended, but ${url} did not respond in time.`);
            this.#refuseErrorPage(page);
            if (this.#documents.navigationCount > before)
                continue;
            if (!isProven)
                await refuseBlankPage(page, remainingMs());
            break;
        }
        for (const { page, owner } of this.#frameOwners.values())
            await this.#checkFrameOf(page, owner, false);
    }
}
/**
 * Asks a page for an answer. Until then, it has begun the navigations of the step before.
 * @param waitMs how long timers of the page may run before it answers.
 */
async function answer(page, limitMs, waitMs = 0) {
    const answered = page.evaluate((ms) => (ms === 0 ? undefined : new Promise((resolve) => setTimeout(resolve, ms))), waitMs);
    // A page that is replaced does not answer.
    await withTimeout(answered, limitMs, 'The page did not answer.').catch(() => { });
}
/** @throws Error if the page shows nothing. */
async function refuseBlankPage(page, limitMs) {
    const isBlank = withTimeout(page.evaluate(isBlankPage), limitMs, 'The page did not answer.');
    if (await isBlank.catch(() => false)) {
        throw new Error(`The test case ends on a blank page: ${page.url()} shows no text, image or control. Check the console errors of the page.`);
    }
}
async function frameIn(owner) {
    try {
        const element = await owner.elementHandle({ timeout: lookMs });
        return (await element?.contentFrame()) ?? null;
    }
    catch {
        // The frame is gone.
        return null;
    }
}

;// CONCATENATED MODULE: ./build/src/runner/join-url.js
/**
 * Joins the execution URL with a path below it, or with a query or fragment. An absolute URL is returned unchanged.
 * @throws Error if the result is not an http or https URL.
 */
function joinUrl(executionUrl, path) {
    if (path === '')
        return executionUrl;
    if (/^[a-z][a-z\d+.-]*:/i.test(path))
        return webUrl(path);
    // A query or a fragment belongs to the page itself, as in a link on it.
    if (/^[?#]/.test(path))
        return webUrl(new URL(path, executionUrl).href);
    const base = new URL(executionUrl);
    return webUrl(`${base.origin}${base.pathname.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`);
}
function webUrl(text) {
    const url = URL.parse(text);
    if (url?.protocol === 'http:' || url?.protocol === 'https:')
        return url.href;
    throw new Error(`Cannot open "${text}": use an http or https URL, or a path below the URL under test.`);
}

// EXTERNAL MODULE: ./build/src/contract/exchange/selector.js
var exchange_selector = __webpack_require__(2019);
;// CONCATENATED MODULE: ./build/src/runner/aria-role.js
// biome-ignore format: one role a line would fill two screens.
const roles = [
    'alert', 'alertdialog', 'application', 'article', 'banner', 'blockquote', 'button', 'caption', 'cell',
    'checkbox', 'code', 'columnheader', 'combobox', 'complementary', 'contentinfo', 'definition',
    'deletion', 'dialog', 'directory', 'document', 'emphasis', 'feed', 'figure', 'form', 'generic', 'grid',
    'gridcell', 'group', 'heading', 'img', 'insertion', 'link', 'list', 'listbox', 'listitem', 'log',
    'main', 'marquee', 'math', 'meter', 'menu', 'menubar', 'menuitem', 'menuitemcheckbox', 'menuitemradio',
    'navigation', 'none', 'note', 'option', 'paragraph', 'presentation', 'progressbar', 'radio',
    'radiogroup', 'region', 'row', 'rowgroup', 'rowheader', 'scrollbar', 'search', 'searchbox', 'separator',
    'slider', 'spinbutton', 'status', 'strong', 'subscript', 'superscript', 'switch', 'tab', 'table',
    'tablist', 'tabpanel', 'term', 'textbox', 'time', 'timer', 'toolbar', 'tooltip', 'tree', 'treegrid',
    'treeitem',
];
/** @throws Error if the text is not an ARIA role. */
function ariaRole(text) {
    const role = roles.find((each) => each === text.toLowerCase());
    if (role === undefined)
        throw new Error(`"${text}" is not an ARIA role. Use a role such as button or link.`);
    return role;
}

// EXTERNAL MODULE: ./build/src/runner/variables/text.js
var variables_text = __webpack_require__(211);
;// CONCATENATED MODULE: ./build/src/runner/locator.js



/**
 * Builds the locator of a step. The chain is read from left to right, and only visible elements count unless a ROLE
 * selector has `includeHidden`.
 * @throws Error if the chain is empty or ends with FRAME, names an unknown role, or has an invalid pattern.
 */
function buildLocator(page, selectors, { fill, testIdAttribute = null, includeHidden = false }) {
    let scope = page;
    for (const [index, selector] of selectors.entries()) {
        const hidden = (0,exchange_selector/* includesHidden */.iu)(selectors.slice(0, index + 1)) || (includeHidden && (0,exchange_selector/* isTail */.r8)(selectors, index));
        scope = narrow(scope, selector, { fill, testIdAttribute, hidden });
    }
    if (!isLocator(scope)) {
        throw new Error(selectors.length === 0
            ? 'The step has no selector. Add one for its element.'
            : 'The selector chain ends with FRAME. Add a selector for the element inside the frame.');
    }
    return !includeHidden && (0,exchange_selector/* needsVisibleFilter */.yB)(selectors) ? scope.filter({ visible: true }) : scope;
}
/**
 * The iframe that a chain looks into last, whether it is visible or not.
 * @returns undefined if the chain has no FRAME.
 */
function frameOwner(page, selectors, options) {
    const index = selectors.findLastIndex(({ selectorType }) => selectorType === 'FRAME');
    const frame = selectors[index];
    if (frame === undefined)
        return undefined;
    // As a selector of an element, FRAME is CSS.
    const owner = [...selectors.slice(0, index), { ...frame, selectorType: 'CSS' }];
    return buildLocator(page, owner, { ...options, includeHidden: true }).first();
}
function narrow(scope, selector, { fill, testIdAttribute, hidden }) {
    const options = selector.options ?? {};
    const plain = () => fill(selector.selector);
    const text = () => (0,variables_text/* readMatcher */.Zi)(selector.selector, `The ${selector.selectorType} selector`, fill);
    const exact = options.exact === undefined ? {} : { exact: options.exact };
    switch (selector.selectorType) {
        case 'FRAME':
            return scope.locator(plain()).filter({ visible: true }).contentFrame();
        case 'CSS':
            return scope.locator(plain());
        case 'TEXT':
            return scope.getByText(text(), exact);
        case 'ROLE':
            return scope.getByRole(ariaRole(plain()), roleOptions(options, fill));
        case 'ALT_TEXT':
            return scope.getByAltText(text(), exact);
        case 'LABEL':
            return scope.getByLabel(text(), exact);
        case 'TEST_ID':
            return testIdAttribute === null
                ? scope.getByTestId(text())
                : scope.locator(testIdSelector(testIdAttribute, text()));
        case 'TITLE':
            return scope.getByTitle(text(), exact);
        case 'PLACEHOLDER':
            return scope.getByPlaceholder(text(), exact);
        case 'FILTER':
            return locator_elements(scope, 'FILTER').filter(filterOptions(options, fill));
        case 'FIRST':
            return candidates(scope, 'FIRST', hidden).first();
        case 'LAST':
            return candidates(scope, 'LAST', hidden).last();
        case 'NTH':
            return candidates(scope, 'NTH', hidden).nth(Number(plain()));
    }
}
/** The elements that FIRST, LAST and NTH choose from: visible ones, unless hidden elements count. */
function candidates(scope, selectorType, hidden) {
    const found = locator_elements(scope, selectorType);
    return hidden ? found : found.filter({ visible: true });
}
function locator_elements(scope, selectorType) {
    if (isLocator(scope))
        return scope;
    throw new Error(`${selectorType} narrows the elements of another selector. Add a selector before it.`);
}
function isLocator(scope) {
    return 'elementHandles' in scope;
}
function roleOptions({ hasText: _, hasNotText: __, name, ...states }, fill) {
    return {
        ...defined(states),
        ...(name === undefined ? {} : { name: (0,variables_text/* readMatcher */.Zi)(name, 'The name of the ROLE selector', fill) }),
    };
}
function filterOptions({ hasText, hasNotText }, fill) {
    return {
        ...(hasText === undefined
            ? {}
            : { hasText: (0,variables_text/* readMatcher */.Zi)(hasText, 'hasText of the FILTER selector', fill) }),
        ...(hasNotText === undefined
            ? {}
            : { hasNotText: (0,variables_text/* readMatcher */.Zi)(hasNotText, 'hasNotText of the FILTER selector', fill) }),
    };
}
function defined(value) {
    return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
}
/** A name that needs no escaping in a CSS selector, which Playwright's test id engine requires. */
const attributeName = /^-*[a-z_\u0080-\uffff][\w\u0080-\uffff-]*$/i;
/**
 * A selector of Playwright's internal test id engine with the attribute of one run; the public setting applies to the
 * whole process.
 * @param attribute one name, or several separated by commas as in Playwright's setting.
 * @throws Error if a name has other characters than letters, digits, - and _.
 */
function testIdSelector(attribute, id) {
    if (!attribute.split(',').every((each) => attributeName.test(each))) {
        throw new Error(`TEST_ID cannot use the attribute "${attribute}": names consist of letters, digits, - and _, and are separated by commas without blanks. Correct \`testIdAttribute\` of the test target.`);
    }
    const value = typeof id === 'string' ? `${locator_quoted(id)}s` : patternCode(id);
    return `internal:testid=[${locator_quoted(attribute)}=${value}]`;
}
function locator_quoted(text) {
    return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
/**
 * A pattern escaped for a selector: `>>` would end the selector and a quotation mark would start a string, so they are
 * written as character codes.
 */
function patternCode(pattern) {
    return String(pattern).replace(/\\(.)|["'`]|(?<=>)>/gs, (found, escaped) => escaped === undefined || /["'`]/.test(escaped) ? hexCode(escaped ?? found) : found);
}
function hexCode(character) {
    return `\\x${character.charCodeAt(0).toString(16)}`;
}

// EXTERNAL MODULE: ./node_modules/zod/v4/core/errors.js
var core_errors = __webpack_require__(7428);
;// CONCATENATED MODULE: ./build/src/runner/expect/driver-expect.js

const expectResult = schemas/* object */.Ikc({
    /** The result before `isNot` is applied. */
    matches: schemas/* boolean */.zMY(),
    received: schemas/* object */.Ikc({ value: schemas/* unknown */.L5J().optional() }).optional(),
    /** Starts with `Error: `; set if nothing could be compared. */
    errorMessage: schemas/* string */.YjP().optional(),
    timedOut: schemas/* boolean */.zMY().optional(),
    log: schemas/* array */.YOg(schemas/* string */.YjP()).optional(),
});
/**
 * Has the driver check an expectation until it is met. This is what Playwright Test's `expect(locator)` calls; no public
 * function does the same, and polling from outside is slower and gives different results. As it is not public, only this
 * file uses it and checks that it exists; the driver is bundled in one fixed version.
 * @param timeout in ms.
 * @throws Error if this driver does not have it or returns something else.
 */
async function expectInDriver(locator, { expression, ...rest }, timeout) {
    const expect = Reflect.get(locator, '_expect');
    if (typeof expect !== 'function') {
        throw new Error('This playwright-core cannot check expectations: its Locator has no _expect. Use the version that is bundled with the action.');
    }
    const returned = await Reflect.apply(expect, locator, [
        expression,
        { isNot: false, ...rest, timeout },
    ]);
    const read = expectResult.safeParse(returned);
    if (read.success)
        return read.data;
    throw new Error(`This playwright-core returns unknown results of expectations (${core_errors/* prettifyError */.S1(read.error)}). Use the version that is bundled with the action.`);
}

;// CONCATENATED MODULE: ./build/src/runner/expect/expectation.js

const toBeVisible = state('toBeVisible', 'visible', { expression: 'to.be.visible' });
const toBeDisabled = state('toBeDisabled', 'disabled', { expression: 'to.be.disabled' });
const toBeChecked = state('toBeChecked', 'checked', {
    expression: 'to.be.checked',
    expectedValue: {},
});
const notToBeChecked = state('toBeChecked', 'not checked', {
    ...toBeChecked.query,
    isNot: true,
});
/** No element is found. */
const toHaveCountZero = {
    ...state('toHaveCount', '0', { expression: 'to.have.count', expectedNumber: 0 }),
    argument: 'expected',
};
/** The exact value of an input. */
function toHaveValue(expected) {
    return expectation_text('toHaveValue', expected, { expression: 'to.have.value' });
}
/** The element's text contains a text, with normalized white space, or matches a pattern. */
function toContainText(expected) {
    const options = { matchSubstring: true, normalizeWhiteSpace: true };
    return expectation_text('toContainText', expected, { expression: 'to.have.text' }, options);
}
/** The computed value of a CSS property or custom property. */
function toHaveCss(property, expected) {
    return expectation_text('toHaveCSS', expected, { expression: 'to.have.css', expressionArg: property });
}
function state(name, shown, query) {
    return { name, argument: '', query, kind: '', shown };
}
function expectation_text(name, expected, query, options = {}) {
    const plain = typeof expected === 'string';
    const value = plain ? { string: expected } : { regexSource: expected.source, regexFlags: expected.flags };
    return {
        name,
        argument: 'expected',
        query: { ...query, expectedText: [{ ...value, ...options }] },
        kind: plain ? (options.matchSubstring === true ? ' substring' : '') : ' pattern',
        shown: plain ? JSON.stringify(expected) : String(expected),
    };
}
/** How many characters of a page's text a message shows. */
const maxShown = 1000;
/**
 * Waits until a locator meets an expectation.
 * @param timeout in ms.
 * @throws Error with Playwright Test's message.
 */
async function expectLocator(locator, expectation, timeout) {
    const result = await expectInDriver(locator, expectation.query, timeout);
    const { isNot = false } = expectation.query;
    if (result.matches === isNot)
        throw new Error(message(String(locator), expectation, result, timeout));
}
function message(locator, expectation, result, timeout) {
    const { name, argument, kind, shown, query } = expectation;
    const { received, timedOut = false } = result;
    const errorMessage = result.errorMessage === undefined ? undefined : withoutStack(result.errorMessage);
    const label = `Expected${kind}:`;
    const receivedLabel = kind === '' ? 'Received:' : 'Received string:';
    // Aligns the values.
    const gap = kind === '' && errorMessage === undefined ? '  ' : ' ';
    return [
        `expect(locator)${query.isNot === true ? '.not' : ''}.${name}(${argument}) failed`,
        '',
        `Locator:${gap}${locator}`,
        `${label} ${shown}`,
        ...(errorMessage === undefined && received !== undefined
            ? [`${receivedLabel.padEnd(label.length)} ${show(received.value, expectation)}`]
            : []),
        ...(timedOut ? [`Timeout:${gap}${timeout}ms`] : []),
        ...(errorMessage === undefined ? [] : [errorMessage]),
        ...callLog(expectation, result),
    ].join('\n');
}
/** Texts of pages are shown in one line, so that they cannot imitate a part of the message. */
function show(value, { query }) {
    return truncated(query.expectedText === undefined ? String(value) : JSON.stringify(value ?? ''));
}
/** Stack frames of the driver are of no use to readers. */
function withoutStack(text) {
    return text.replace(/\n {4}at .+/g, '').trimEnd();
}
/** The driver's call log, with the assertion's name instead of the driver's. */
function callLog({ name, query }, { log = [] }) {
    const title = `Expect "${query.isNot === true ? 'not ' : ''}${name}"`;
    const lines = log.map((line) => truncated(line.replace(`Expect "${query.expression}"`, title).replaceAll('\n', '↵')));
    return lines.length === 0 ? [] : ['', 'Call log:', ...lines];
}
function truncated(text) {
    return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

// EXTERNAL MODULE: external "node:net"
var external_node_net_ = __webpack_require__(7030);
;// CONCATENATED MODULE: ./build/src/runner/requests/page-requests.js




/** Timeout for reading the user agent, in ms. */
const page_requests_readMs = 1000;
/**
 * The header fields of requests on behalf of the page. Credentials and header fields of the environment are for the app's
 * origin only.
 * @param others whether requests to other origins have the cookies of the page.
 * @returns a function that returns the header fields for a URL; call it for each redirect.
 */
async function requestHeaders({ page, executionUrl, basicAuth, headers: fields }, others) {
    const userAgent = await page_requests_userAgentOf(page);
    const { origin } = new URL(executionUrl);
    return async (url) => {
        const headers = new undici.Headers(userAgent === undefined ? {} : { 'user-agent': userAgent });
        const isApp = url.origin === origin;
        if (isApp || others.cookies) {
            const cookies = await page.context().cookies(url.href);
            if (cookies.length > 0)
                headers.set('cookie', cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
        }
        if (!isApp)
            return headers;
        if (basicAuth !== undefined)
            headers.set('authorization', basicAuthorization(basicAuth.username, basicAuth.password));
        for (const [name, value] of Object.entries(fields))
            headers.set(name, value);
        return headers;
    };
}
/** The page's user agent, which some apps require. @returns undefined if the page does not respond in time. */
async function page_requests_userAgentOf(page) {
    const userAgent = page.evaluate(() => navigator.userAgent);
    return withTimeout(userAgent, page_requests_readMs, 'The page did not answer.').catch(() => undefined);
}
/** Stores the cookies of a response in the browser, as if a page had received it. Invalid ones are left out. */
async function storeCookies(context, url, response) {
    for (const cookie of (0,undici.getSetCookies)(response.headers)) {
        const domain = domainOf(cookie, url);
        if (domain === undefined)
            continue;
        const { name, value, httpOnly = false, secure = false, sameSite } = cookie;
        const { path = folderOf(url) } = cookie;
        const kept = { name, value, domain, path, httpOnly, secure, expires: expiryOf(cookie) };
        await context.addCookies([sameSite === undefined ? kept : { ...kept, sameSite }]).catch(() => { });
    }
}
/** The host, or the parent domain that the cookie names; undefined if it must not name that domain. */
function domainOf({ domain = '' }, { hostname }) {
    if (domain === '' || (domain === hostname && (0,external_node_net_.isIP)(hostname) !== 0))
        return hostname;
    const isAbove = domain.includes('.') && hostname.endsWith(`.${domain}`);
    return domain === hostname || isAbove ? `.${domain}` : undefined;
}
/** The default path of a cookie. */
function folderOf({ pathname }) {
    return pathname.slice(0, pathname.lastIndexOf('/')) || '/';
}
/** In seconds since 1970; -1 for the end of the session. */
function expiryOf({ maxAge, expires }) {
    if (maxAge !== undefined)
        return maxAge > 0 ? Date.now() / 1000 + maxAge : longAgo;
    if (expires === undefined)
        return -1;
    return Math.max(longAgo, new Date(expires).getTime() / 1000);
}
/** The expiry of cookies that are removed. The driver accepts no time before 1970. */
const longAgo = 1;

;// CONCATENATED MODULE: ./build/src/runner/steps/response-ok.js



const maxRedirects = 20;
/** How much of a body is read, in bytes. It is discarded. */
const maxBody = 50 * 1024 * 1024;
/**
 * RESPONSE_OK: the response to a GET of the URL, with the cookies of the page, has a status from 200 to 299 after all
 * redirects. One request is sent.
 */
async function responseOk(scope, calledWith) {
    const start = new URL(joinUrl(scope.executionUrl, scope.fill(calledWith)));
    const { url, response } = await responseOf(start, scope);
    if (response.ok)
        return;
    const redirected = url.href === start.href ? [] : [`Redirected to: ${response_ok_withoutCredentials(url)}`];
    throw new Error([
        'expect(response).toBeOK() failed',
        '',
        `Request:  GET ${response_ok_withoutCredentials(start)}`,
        ...redirected,
        'Expected: a status from 200 to 299',
        `Received: ${`${response.status} ${response.statusText}`.trim()}`,
    ].join('\n'));
}
async function responseOf(start, scope) {
    const context = scope.page.context();
    const headersFor = await requestHeaders(scope, { cookies: true });
    const timeoutMs = scope.remainingMs();
    try {
        const last = await fetchFrom(start, {
            redirects: maxRedirects,
            headersFor,
            onResponse: (url, response) => storeCookies(context, url, response),
            signal: AbortSignal.timeout(timeoutMs),
        });
        if (last !== undefined) {
            await readUpTo(maxBody, last.response);
            return last;
        }
    }
    catch (error) {
        const isLate = error instanceof Error && error.name === 'TimeoutError';
        const reason = isLate ? `Timeout ${timeoutMs}ms exceeded.` : networkReason(error);
        throw new Error(`GET ${response_ok_withoutCredentials(start)} failed: ${reason}`);
    }
    throw new Error(`GET ${response_ok_withoutCredentials(start)} was redirected more than ${maxRedirects} times.`);
}
function response_ok_withoutCredentials(address) {
    const url = new URL(address);
    url.username = '';
    url.password = '';
    return url.href;
}

;// CONCATENATED MODULE: ./build/src/runner/steps/check.js




/** Checks one expectation until it is met or the step's time is over. @throws Error with Playwright Test's message. */
async function check(assertion, scope) {
    if (assertion.expectation === 'RESPONSE_OK')
        return responseOk(scope, assertion.calledWith);
    if (assertion.expectation === 'NOT_VISIBLE')
        await frameExists(scope);
    await expectLocator(locatorOf(assertion, scope), expectationOf(assertion, scope), scope.remainingMs());
}
/** @throws Error if the selectors look into a frame that is not there: nothing in it would be visible in any case. */
async function frameExists(scope) {
    const owner = scope.frameOwner();
    try {
        await owner?.waitFor({ state: 'attached', timeout: scope.remainingMs() });
    }
    catch (error) {
        throw new Error(`NOT_VISIBLE looks into a frame that does not exist: ${owner}. To check that the frame itself is not there, use a CSS selector instead of FRAME.`, { cause: error });
    }
}
function locatorOf({ expectation }, scope) {
    const locator = scope.locator();
    // Hidden elements that the chain finds are not visible either.
    const filters = expectation === 'NOT_VISIBLE' && !(0,exchange_selector/* needsVisibleFilter */.yB)(scope.selectors);
    return filters ? locator.filter({ visible: true }) : locator;
}
function expectationOf(assertion, scope) {
    const expected = (text) => (0,variables_text/* readPattern */.ZS)(text, assertion.expectation, scope.fill);
    switch (assertion.expectation) {
        case 'VISIBLE':
            return toBeVisible;
        case 'NOT_VISIBLE':
            // Two visible elements must fail it as well as one.
            return toHaveCountZero;
        case 'DISABLED':
            return toBeDisabled;
        case 'TO_BE_CHECKED':
            return toBeChecked;
        case 'NOT_TO_BE_CHECKED':
            return notToBeChecked;
        case 'TO_HAVE_VALUE':
            return toHaveValue(expected(assertion.calledWith));
        case 'TO_CONTAIN_TEXT':
            return toContainText(notAnything(expected(assertion.calledWith), assertion.calledWith));
        case 'TO_HAVE_STYLE': {
            const [property, value] = assertion.calledWith;
            return toHaveCss(scope.fill(property), notEmptyValue(expected(value), property));
        }
    }
}
/** @throws Error if every element contains the text, so that nothing would be checked. */
function notAnything(expected, written) {
    if (!(0,variables_text/* matchesAnyText */.J7)(expected))
        return expected;
    const reason = written.includes('$')
        ? 'because a variable in it is empty. Check the step that sets it'
        : "so the check can't fail. Write the text that you expect";
    throw new Error(`TO_CONTAIN_TEXT would check nothing: any text matches ${JSON.stringify(written)}, ${reason}.`);
}
/**
 * Properties that do not exist and custom properties that are not set have an empty value.
 * @throws Error if the expected value could not tell them from others.
 */
function notEmptyValue(expected, property) {
    if (typeof expected === 'string' ? expected.trim() !== '' : !expected.test(''))
        return expected;
    throw new Error(`TO_HAVE_STYLE would also accept that the property ${JSON.stringify(property)} does not exist, because the expected value may be empty. Expect a value.`);
}

;// CONCATENATED MODULE: ./build/src/runner/steps/download.js

/**
 * DOWNLOAD: clicks the element and checks the name of the file that the browser then downloads. The content is not
 * fetched, so the file may have any size.
 */
async function download(scope, calledWith) {
    const expected = (0,variables_text/* readPattern */.ZS)(calledWith, 'DOWNLOAD', scope.fill);
    const locator = scope.locator();
    const timeout = scope.remainingMs();
    // The context also reports downloads of pages that the click opens.
    const download = scope.page.context().waitForEvent('download', { timeout });
    // If the click fails, its error says more.
    download.catch(() => { });
    await locator.click({ timeout });
    const received = (await download).suggestedFilename();
    if (!matches(received, expected))
        throw new Error(mismatch(String(locator), expected, received));
}
function matches(name, expected) {
    return typeof expected === 'string' ? name === expected : expected.test(name);
}
function mismatch(locator, expected, received) {
    const [label, value] = typeof expected === 'string' ? ['name', JSON.stringify(expected)] : ['pattern', String(expected)];
    return [
        'The downloaded file has a different name.',
        '',
        `Locator: ${locator}`,
        `Expected ${label}: ${value}`,
        `Received name: ${JSON.stringify(received)}`,
    ].join('\n');
}

// EXTERNAL MODULE: ./build/src/runner/variables/variable-names.js
var variable_names = __webpack_require__(5389);
;// CONCATENATED MODULE: ./build/src/runner/steps/extract.js

/** EXTRACT: sets a dynamic variable to the element's visible text or to one of its attributes, which must exist. */
async function extract(scope, extraction) {
    const name = (0,variable_names/* dynamicName */.lQ)(extraction.variableName);
    scope.setVariable(name, await extractedText(scope, extraction));
}
async function extractedText(scope, extraction) {
    if (extraction.type === 'TEXT')
        return (await currentValue(scope, 'text')) ?? '';
    const attributeName = scope.fill(extraction.attributeName);
    // The `value` attribute of a field is its initial value.
    const value = await (/^value$/i.test(attributeName)
        ? currentValue(scope, 'attribute')
        : scope.locator().getAttribute(attributeName, { timeout: scope.remainingMs() }));
    if (value !== null)
        return value;
    throw new Error(`The element has no attribute ${attributeName}.\nLocator: ${scope.locator()}`);
}
/** The current value of a field; for any other element its visible text or its `value` attribute. */
function currentValue(scope, fallback) {
    const timeout = scope.remainingMs();
    return scope.locator().evaluate((node, fallback) => {
        const isField = node instanceof HTMLInputElement ||
            node instanceof HTMLTextAreaElement ||
            node instanceof HTMLSelectElement;
        if (isField)
            return node.value;
        if (fallback === 'attribute')
            return node.getAttribute('value');
        return node instanceof HTMLElement ? node.innerText : node.textContent;
    }, fallback, { timeout });
}

;// CONCATENATED MODULE: ./build/src/runner/steps/fields.js



/** ENTER_TEXT: replaces the field's value. */
async function enterText(scope, calledWith) {
    const text = scope.fill(calledWith);
    try {
        await scope.locator().fill(text, { timeout: scope.remainingMs() });
    }
    catch (error) {
        // The driver cannot fill fields in some frames of Firefox.
        if (!(0,errors/* messageOf */.b)(error).includes('__pw_bidiInsertText'))
            throw error;
        await replaceByKeys(scope, text);
    }
}
async function replaceByKeys(scope, text) {
    const locator = scope.locator();
    await locator.press('ControlOrMeta+a', { timeout: scope.remainingMs() });
    await locator.press('Delete', { timeout: scope.remainingMs() });
    await locator.pressSequentially(text, { timeout: scope.remainingMs() });
}
/** The element that receives keys. The root of a page does so even if nothing in it gives it a height. */
function keyTarget(scope) {
    return scope.locator({ includeHidden: findsRoot(scope.selectors) });
}
/** Between two characters, in ms. */
const defaultDelayMs = 10;
/** TYPE_TEXT: types character by character into the element; without selectors, into the focused element. */
async function typeText(scope, { text, delay = defaultDelayMs }) {
    const filled = scope.fill(text);
    if (scope.selectors.length === 0)
        return typeAtFocus(scope, filled, delay);
    await keyTarget(scope).pressSequentially(filled, { delay, timeout: scope.remainingMs() });
}
/** The driver's keyboard has no time limit, so the time is checked before each character. */
async function typeAtFocus(scope, text, delay) {
    const limitMs = scope.remainingMs();
    const characters = [...text];
    for (const [typed, character] of characters.entries()) {
        if (scope.remainingMs() <= 1) {
            throw new TimedOut(`keyboard.type: Timeout ${limitMs}ms exceeded.\nCall log:\n  - typed ${typed} of ${characters.length} characters`);
        }
        await scope.page.keyboard.type(character, { delay });
    }
}
/** KEY_PRESS: presses a key on the element; without selectors, on the focused element. */
async function keyPress(scope, calledWith) {
    const key = scope.fill(calledWith);
    if (scope.selectors.length === 0)
        return scope.page.keyboard.press(key);
    await keyTarget(scope).press(key, { timeout: scope.remainingMs() });
}
/** SELECT_OPTION: selects options by value, label or index. Null selects none. */
async function selectOption(scope, calledWith) {
    await scope.locator().selectOption(choice(calledWith, scope), { timeout: scope.remainingMs() });
}
function choice(selected, scope) {
    if (selected == null)
        return null;
    if (typeof selected === 'string')
        return scope.fill(selected);
    if (!Array.isArray(selected))
        return oneOption(selected, scope);
    // The driver only accepts lists of one kind, and so does the contract.
    const texts = selected.filter((each) => typeof each === 'string');
    if (texts.length > 0)
        return texts.map((text) => scope.fill(text));
    return selected.filter((each) => typeof each !== 'string').map((each) => oneOption(each, scope));
}
function oneOption({ value, label, index }, scope) {
    return {
        ...(value === undefined ? {} : { value: scope.fill(value) }),
        ...(label === undefined ? {} : { label: scope.fill(label) }),
        ...(index === undefined ? {} : { index }),
    };
}

// EXTERNAL MODULE: external "node:vm"
var external_node_vm_ = __webpack_require__(714);
;// CONCATENATED MODULE: ./build/src/runner/sandbox/guest.js
/**
 * The environment of code in the sandbox, as JavaScript source: a function that takes the dynamic variables as JSON and
 * returns a function that reports as JSON which variables were set, console.error output, and how the code ended.
 *
 * It keeps references to the built-ins that it needs and uses objects without a prototype, so that code which changes
 * built-ins only affects itself.
 */
const guest = `(given) => {
  const { parse, stringify } = JSON;
  const { Error: AnyError, Date: AnyDate, String: text } = globalThis;
  const known = { __proto__: null, ...parse(given) };
  const changed = { __proto__: null };
  let complaint = null;

  const textOf = (value) => {
    if (value instanceof AnyDate) return parse(stringify(value)) ?? text(value);
    const isObject = typeof value === 'object' && value !== null;
    return isObject && !(value instanceof AnyError) ? stringify(value) ?? text(value) : text(value);
  };

  const withoutDollars = (name) => {
    let key = '';
    for (let i = 0; i < name.length; i += 1) if (key !== '' || name[i] !== '$') key += name[i];
    return key;
  };

  const thrownBy = (reason) => {
    try {
      const isError = reason instanceof AnyError;
      return { __proto__: null, text: textOf(reason), stack: isError ? text(reason.stack) : '' };
    } catch {
      return { __proto__: null, text: 'a value that cannot be converted to text', stack: '' };
    }
  };

  globalThis.setDynamicVariable = (name, value) => {
    const written = text(name);
    const key = withoutDollars(written);
    if (!/^[A-Za-z_]\\w*$/.test(key)) {
      throw new AnyError(
        stringify(written) + ' is not a valid variable name: use letters, digits and _, and do not start with a digit.',
      );
    }
    known[key] = changed[key] = textOf(value);
  };
  globalThis.getDynamicVariable = (name) => known[withoutDollars(text(name))];
  const silent = () => {};
  const error = (...values) => {
    let line = '';
    for (let i = 0; i < values.length; i += 1) line += (i === 0 ? '' : ' ') + textOf(values[i]);
    complaint = complaint === null ? line : complaint + '\\n' + line;
  };
  // The engine has no locale data, so these functions would return wrong results.
  const refuse = (type, names) => {
    for (const name of names) {
      const value = () => {
        throw new AnyError(name + ' has no locale data in the sandbox: set execType to "browser"');
      };
      Object.defineProperty(type.prototype, name, { value, writable: true, configurable: true });
    }
  };
  for (const type of [Number, BigInt, Array]) refuse(type, ['toLocaleString']);
  refuse(Object.getPrototypeOf(Int8Array), ['toLocaleString']);
  refuse(Date, ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']);
  refuse(String, ['localeCompare']);
  globalThis.console = { log: silent, info: silent, debug: silent, warn: silent, error };

  return (end, reason) =>
    stringify({ __proto__: null, changed, complaint, end, thrown: end === 'rejected' ? thrownBy(reason) : null });
}`;

;// CONCATENATED MODULE: ./build/src/runner/sandbox/outcome.js


/** Time limit for code, in ms. It is short because it blocks the whole process. */
const timeLimitMs = 1000;
/** Memory limit for code, including the sandbox itself. */
const memoryLimitMiB = 32;
const report = schemas/* object */.Ikc({
    changed: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* string */.YjP()),
    complaint: schemas/* string */.YjP().nullable(),
    end: schemas/* enum */.k5n(['fulfilled', 'pending', 'rejected']),
    thrown: schemas/* object */.Ikc({ text: schemas/* string */.YjP(), stack: schemas/* string */.YjP() }).nullable(),
});
/** How many characters of the code's output a message shows. */
const maxTextLength = 2000;
const outOfMemory = `The code needs more than ${memoryLimitMiB} MiB, the memory limit of the sandbox. Reduce the code's memory use.`;
const tooDeep = 'The recursion of the code, or the nesting of its data, is too deep for the sandbox';
/**
 * Reads the report of the guest.
 * @param memoryIsFull whether the sandbox had no memory left at the end: code may then stop without an error.
 */
function readReport(text, body, memoryIsFull) {
    const parsed = report.parse(JSON.parse(text));
    return { changed: new Map(Object.entries(parsed.changed)), failure: failureOf(parsed, body, memoryIsFull) };
}
function failureOf({ end, thrown, complaint }, body, memoryIsFull) {
    if (end === 'pending')
        return memoryIsFull ? outOfMemory : neverEnds;
    if (thrown !== null)
        return thrownFailure(thrown, body, memoryIsFull);
    return complaint === null ? undefined : `The code called console.error: ${shortened(complaint)}`;
}
const neverEnds = 'The code awaits a promise that never resolves. The sandbox has no timers, no network and no page; to use them, set execType to "browser".';
function thrownFailure({ text, stack }, body, memoryIsFull) {
    if (text === 'InternalError: out of memory' || (text === 'null' && memoryIsFull))
        return outOfMemory;
    const location = describeLocation(stack, body);
    if (text === 'InternalError: stack overflow')
        return `${tooDeep}${location}.`;
    return `The code threw${location}: ${shortened(text)}${adviceFor(text)}`;
}
/** Globals of pages that the sandbox does not have. */
const missingPageGlobal = /^ReferenceError: '(window|document|navigator|location|localStorage|sessionStorage|fetch|XMLHttpRequest|WebSocket|setTimeout|setInterval|clearTimeout|clearInterval|queueMicrotask|requestAnimationFrame|URL|URLSearchParams|Headers|Request|Response|FormData|Blob|File|btoa|atob|TextEncoder|TextDecoder|crypto|performance|structuredClone|Intl|alert|DOMParser|Event|AbortController)' is not defined/;
function adviceFor(text) {
    const [, name] = missingPageGlobal.exec(text) ?? [];
    return name === undefined
        ? ''
        : `. The sandbox has no ${name}: set execType to "browser" to run the code in the page.`;
}
/** The line of the author's code where something was thrown: that of the innermost frame in it. */
function describeLocation(stack, body) {
    const [, line, column] = /\bcode\.js:(\d+)(?::(\d+))?/.exec(stack) ?? [];
    return line === undefined ? '' : ` in line ${body.lineOf(Number(line), Number(column ?? 1))}`;
}
function shortened(text) {
    return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
}
function describeSandboxError(error) {
    if (error instanceof RangeError)
        return `${tooDeep}.`;
    // This error comes from another realm, so it is not an instance of `Error` here.
    if (external_node_util_.types.isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
        return `The code did not end within ${timeLimitMs} ms, the time limit of the sandbox. Check it for endless loops.`;
    }
    return `The code crashed the sandbox: ${shortened(String(error))}. Simplify it.`;
}

;// CONCATENATED MODULE: ./build/src/runner/sandbox/sandbox.js



/** The unit of WebAssembly's memory. */
const pagesPerMiB = 16;
/** The initial memory of the engine, as declared by its module. */
const initialMemoryMiB = 16;
/**
 * Runs the body of an async function without access to the page, the network and files: in a JavaScript engine inside
 * WebAssembly, created for each call. It cannot reach any function of this process; input and output are text.
 * @param dynamic the dynamic variables that it can read.
 * @returns the variables that it has set, and the failure if it failed. Errors of the code are never thrown.
 */
async function runInSandbox(body, dynamic) {
    // The engine's own limit does not cover all allocations inside WebAssembly.
    const memory = new WebAssembly.Memory({
        initial: initialMemoryMiB * pagesPerMiB,
        maximum: memoryLimitMiB * pagesPerMiB,
    });
    const context = (await newEngine(memory)).newContext();
    const isFull = () => memory.buffer.byteLength > 0.9 * memoryLimitMiB * 2 ** 20;
    try {
        const report = withTimeLimit(() => runCode(context, body.code, dynamic));
        return report === undefined ? failed(outOfMemory) : readReport(report, body, isFull());
    }
    catch (error) {
        return failed(describeSandboxError(error));
    }
}
function failed(failure) {
    return { changed: new Map(), failure };
}
/** Loaded on demand: it is large. */
async function newEngine(wasmMemory) {
    const [{ newQuickJSWASMModuleFromVariant, newVariant }, { default: loaded }] = await Promise.all([
        __webpack_require__.e(/* import() */ 738).then(__webpack_require__.bind(__webpack_require__, 7738)),
        __webpack_require__.e(/* import() */ 177).then(__webpack_require__.t.bind(__webpack_require__, 1177, 19)),
    ]);
    // Loaders differ in how they export a CommonJS module.
    const variant = 'default' in loaded ? loaded.default : loaded;
    return newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }));
}
/**
 * Interrupts work that takes too long. The engine's own interrupt handler cannot stop a single native call, which may take
 * for ever. An interrupted engine must not be used again.
 */
function withTimeLimit(work) {
    let result;
    const run = () => {
        result = work();
    };
    (0,external_node_vm_.runInContext)('run()', (0,external_node_vm_.createContext)({ run }), { timeout: timeLimitMs });
    return result;
}
/**
 * Runs code to its end.
 * @returns the report of the guest; undefined if it had not enough memory for one.
 */
function runCode(context, code, dynamic) {
    const createReport = context.unwrapResult(context.evalCode(guest, 'guest.js'));
    const given = context.newString(JSON.stringify(Object.fromEntries(dynamic)));
    const report = context.unwrapResult(context.callFunction(createReport, context.undefined, given));
    const { end, reason } = endOf(context, code);
    const result = context.callFunction(report, context.undefined, context.newString(end), reason);
    return result.error === undefined ? context.getString(result.value) : undefined;
}
function endOf(context, code) {
    const result = context.evalCode(`(async () => {${code}\n})()`, 'code.js');
    if (result.error !== undefined)
        return { end: 'rejected', reason: result.error };
    const jobs = context.runtime.executePendingJobs();
    if (jobs.error !== undefined)
        return { end: 'rejected', reason: jobs.error };
    const state = context.getPromiseState(result.value);
    return { end: state.type, reason: state.type === 'rejected' ? state.error : context.undefined };
}

;// CONCATENATED MODULE: ./build/src/runner/sandbox/strip-types.js


/** Code with a syntax error. The message has the line and the reason. */
class CodeSyntaxError extends Error {
    constructor(line, reason) {
        const location = line === undefined ? '' : ` in line ${line}`;
        super(`The code has a syntax error${location}: ${reason}. Correct the step's code.`);
        this.name = 'CodeSyntaxError';
    }
}
/** `return` and `await` are valid only inside a function. It starts on the first line, so that lines keep their numbers. */
const head = 'async function body() {';
/**
 * Strips the types from the body of an async function. JavaScript stays unchanged.
 * @throws CodeSyntaxError
 */
function javaScriptBody(typeScript) {
    const wrapped = `${head}${typeScript}\n}`;
    try {
        return stripped(wrapped);
    }
    catch (error) {
        throw syntaxError(error, typeScript);
    }
}
function stripped(wrapped) {
    try {
        return { code: inner(withoutWarnings(() => (0,external_node_module_.stripTypeScriptTypes)(wrapped))), lineOf: (line) => line };
    }
    catch (error) {
        if (codeOf(error) === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX')
            return transformed(wrapped);
        throw error;
    }
}
/** Enums and similar syntax are transformed to JavaScript, which changes line numbers. */
function transformed(wrapped) {
    const output = withoutWarnings(() => (0,external_node_module_.stripTypeScriptTypes)(wrapped, { mode: 'transform', sourceMap: true }));
    const map = sourceMapOf(output);
    return {
        code: inner(output.replace(mapComment, '')),
        lineOf(line, column) {
            const entry = map.findEntry(line - 1, column - 1);
            return 'originalLine' in entry ? entry.originalLine + 1 : line;
        },
    };
}
const mapComment = /\n\/\/# sourceMappingURL=data:application\/json;base64,(\S+)\s*$/;
const payload = schemas/* object */.Ikc({
    file: schemas/* string */.YjP().default(''),
    version: schemas/* number */.aig(),
    sources: schemas/* array */.YOg(schemas/* string */.YjP()),
    sourcesContent: schemas/* array */.YOg(schemas/* string */.YjP()).default([]),
    names: schemas/* array */.YOg(schemas/* string */.YjP()),
    mappings: schemas/* string */.YjP(),
    sourceRoot: schemas/* string */.YjP().default(''),
});
function sourceMapOf(output) {
    const [, encoded = ''] = mapComment.exec(output) ?? [];
    return new external_node_module_.SourceMap(payload.parse(JSON.parse(Buffer.from(encoded, 'base64').toString())));
}
function inner(output) {
    return output.slice(head.length, output.lastIndexOf('}')).replace(/\n$/, '');
}
/** Suppresses Node's warning that the function is experimental. */
function withoutWarnings(work) {
    const { emitWarning } = process;
    process.emitWarning = () => { };
    try {
        return work();
    }
    finally {
        process.emitWarning = emitWarning;
    }
}
/** Node reports the position only in the first line of the stack. */
function syntaxError(error, typeScript) {
    // Node's parser crashes on some code that is no TypeScript.
    if (!(error instanceof Error) || codeOf(error)?.includes('TYPESCRIPT_SYNTAX') !== true)
        return new CodeSyntaxError(undefined, 'Node.js cannot parse it');
    const line = Number(/^[^\n]*:(\d+)\n/.exec(error.stack ?? '')?.[1]);
    // An error at the end may be reported after the last line.
    const last = typeScript.split('\n').length;
    return new CodeSyntaxError(line > 0 ? Math.min(line, last) : undefined, error.message);
}
function codeOf(error) {
    return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

;// CONCATENATED MODULE: ./build/src/runner/steps/javascript.js





/**
 * JAVASCRIPT: runs the body of an async function, in TypeScript or JavaScript; in the sandbox unless `execType` is
 * `browser`.
 * @throws CodeSyntaxError; Error if the code throws.
 */
async function javaScript(scope, { code, execType }) {
    // Types are stripped first, so that the value of a variable cannot change how the code is parsed.
    const { code: stripped, lineOf } = javaScriptBody(code);
    const body = { code: (0,variables_text/* fillInCode */.at)(stripped, scope.variables), lineOf };
    if (execType === 'browser')
        await inPage(scope, body);
    else
        await inSandbox(scope, body);
}
/** Without page and browser: the code calls functions to get and set dynamic variables. */
async function inSandbox({ variables, setVariable }, body) {
    const { changed, failure } = await runInSandbox(body, variables.dynamic);
    for (const [name, value] of changed)
        setVariable(name, value);
    if (failure !== undefined)
        throw new Error(failure);
}
/** In the page: `context` has the dynamic variables, and a returned object sets them. */
async function inPage({ page, variables, setVariable }, body) {
    const returned = await evaluate(page, pageExpression(body.code, variables), body);
    // An array has no variable names.
    if (typeof returned !== 'object' || returned === null || Array.isArray(returned))
        return;
    for (const [name, value] of Object.entries(returned)) {
        if (value !== undefined)
            setVariable((0,variable_names/* dynamicName */.lQ)(name), textOf(value));
    }
}
async function evaluate(page, expression, { lineOf }) {
    try {
        return await page.evaluate(expression);
    }
    catch (error) {
        const position = thrownPosition(error);
        // Without a position, the page itself may be closed.
        if (position === undefined)
            throw new Error(thrownInPage(error));
        throw new Error(`The code threw in line ${lineOf(position.line, position.column)}: ${thrownInPage(error)}`);
    }
}
/** The text of a variable that is set to a value. */
function textOf(value) {
    if (value instanceof Date && !Number.isNaN(value.getTime()))
        return value.toISOString();
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
/**
 * The body of an async function as an expression that a page can evaluate: `context` has the dynamic variables.
 * @param code JavaScript; its lines keep their numbers.
 */
function pageExpression(code, { dynamic }) {
    // As JSON text: in an object literal, `__proto__` would set the prototype.
    const context = JSON.stringify(JSON.stringify(Object.fromEntries(dynamic)));
    return `(async (context) => {${code}\n})(JSON.parse(${context}))`;
}
/** The message that a page has thrown, without the driver's prefix and stack. */
function thrownInPage(error) {
    const message = (0,errors/* messageOf */.b)(error);
    return message
        .replace(/^page\.evaluate: /, '')
        .replace(/\n\s+at [\s\S]*UtilityScript[\s\S]*$/, '')
        .trimEnd();
}
/** The position in the code where a page has thrown, if the stack has one: the innermost frame of the code. */
function thrownPosition(error) {
    const [, line, column] = /\n\s+at [^\n]*\(eval at evaluate [^\n]*, <anonymous>:(\d+):(\d+)\)/.exec(String(error)) ?? [];
    return line === undefined ? undefined : { line: Number(line), column: Number(column) };
}

;// CONCATENATED MODULE: ./build/src/runner/steps/mouse.js
/** CLICK: with a button, `double`, or without waiting for the element to be clickable (`force`). */
async function click(scope, calledWith) {
    const { button = 'left', double = false, force = false } = calledWith ?? {};
    const options = { button, force, timeout: scope.remainingMs() };
    await (double ? scope.locator().dblclick(options) : scope.locator().click(options));
}
async function hover(scope) {
    await scope.locator().hover({ timeout: scope.remainingMs() });
}
/** DRAG_AND_DROP: drags the element onto the target of other selectors. */
async function dragAndDrop(scope, { selectors, options }) {
    const target = scope.locate(selectors);
    const { targetPosition, angularWorkaround = false } = options ?? {};
    if (angularWorkaround)
        return dragByMouse(scope, target, targetPosition);
    await scope.locator().dragTo(target, {
        timeout: scope.remainingMs(),
        ...(targetPosition === undefined ? {} : { targetPosition }),
    });
}
/** Moves the mouse in small steps, for pages that listen to mouse events instead of drag events. */
async function dragByMouse(scope, target, position) {
    const { mouse } = scope.page;
    await scope.locator().hover({ timeout: scope.remainingMs() });
    await mouse.down();
    try {
        await target.scrollIntoViewIfNeeded({ timeout: scope.remainingMs() });
        const box = await target.boundingBox({ timeout: scope.remainingMs() });
        if (box === null)
            throw new Error(`The drop target is not visible.\nLocator: ${target}`);
        const x = box.x + (position?.x ?? box.width / 2);
        const y = box.y + (position?.y ?? box.height / 2);
        await mouse.move(x - 1, y - 1, { steps: 10 });
        await mouse.move(x, y, { steps: 5 });
    }
    finally {
        // After a failed drag, the button must not stay down for the next steps.
        await mouse.up();
    }
}
/**
 * SCROLL: scrolls the page or the element to a position. Without a position, the element is scrolled into view, or the
 * page to its end.
 */
async function mouse_scroll(scope, calledWith) {
    const position = scrollPosition(calledWith);
    if (scope.selectors.length === 0)
        return scrollPage(scope, position);
    const options = { timeout: scope.remainingMs() };
    if (position === undefined)
        return scope.locator().scrollIntoViewIfNeeded(options);
    await scope.locator().evaluate((element, to) => element.scrollTo(to), position, options);
}
/** Without animation: the next step must not start while the page is still scrolling. */
function scrollPosition(calledWith) {
    const { x, y } = calledWith ?? {};
    if (x === undefined && y === undefined)
        return undefined;
    return {
        ...(x === undefined ? {} : { left: x }),
        ...(y === undefined ? {} : { top: y }),
        behavior: 'instant',
    };
}
function scrollPage({ page }, position) {
    return page.evaluate((to) => {
        window.scrollTo(to ?? { top: document.documentElement.scrollHeight, behavior: 'instant' });
    }, position);
}

;// CONCATENATED MODULE: ./build/src/runner/steps/navigation.js


/** GO_TO: opens a URL. A path is joined with the execution URL. */
async function goTo(scope, calledWith) {
    await scope.page.goto(joinUrl(scope.executionUrl, scope.fill(calledWith)), {
        timeout: scope.remainingMs(),
    });
}
/** OPEN_EMAIL: shows the latest matching mail in a new page, which the next steps use. */
async function openEmail(scope, calledWith) {
    const { subjectContaining, subAddress } = calledWith ?? {};
    const filter = {
        subjectContaining: scope.fill(subjectContaining ?? ''),
        subAddress: scope.fill(subAddress ?? ''),
    };
    const mail = await scope.mail.open(filter, scope.remainingMs());
    const page = await scope.page.context().newPage();
    scope.tabs.open(page);
    await showMail(page, mail, scope.remainingMs());
}
/** CLOSE_PAGE: closes the page that OPEN_EMAIL opened and returns to the previous one. */
async function closePage({ tabs }) {
    await tabs.close();
}

;// CONCATENATED MODULE: ./build/src/runner/steps/fetch-file.js

/** The maximum size of a file, in bytes. */
const fetch_file_sizeLimit = 50 * 1024 * 1024;
const redirectLimit = 5;
/**
 * Fetches a file.
 * @param address an http or https URL.
 * @param headersFor the header fields for a URL. It is called for each redirect, so that secrets stay with their origin.
 * @param timeoutMs for the whole download.
 * @throws Error with the reason and the URL, which is shown without its credentials and query.
 */
async function fetchFile(address, headersFor, timeoutMs) {
    try {
        const { url, response } = await fetch_file_responseOf(new URL(address), headersFor, AbortSignal.timeout(timeoutMs));
        return {
            name: fileName(url, response.headers.get('content-disposition')),
            mimeType: response.headers.get('content-type')?.split(';')[0]?.trim() || 'application/octet-stream',
            buffer: await readAll(response),
        };
    }
    catch (error) {
        throw new Error(`The file ${shown(new URL(address))} cannot be uploaded: ${reason(error, timeoutMs)}. Check the URL of the step.`);
    }
}
async function fetch_file_responseOf(start, headersFor, signal) {
    const last = await fetchFrom(start, { redirects: redirectLimit, headersFor, signal });
    if (last === undefined)
        throw new Refused(`it redirects more than ${redirectLimit} times`);
    if (last.response.ok)
        return last;
    await last.response.body?.cancel();
    throw new Refused(`${shown(last.url)} responded with status ${last.response.status}`);
}
async function readAll(response) {
    const chunks = [];
    if (await readUpTo(fetch_file_sizeLimit, response, (chunk) => chunks.push(chunk)))
        return Buffer.concat(chunks);
    throw new Refused('it is larger than 50 MiB');
}
class Refused extends Error {
}
function reason(error, timeoutMs) {
    if (error instanceof Refused)
        return error.message;
    if (error instanceof RedirectedAway)
        return `${shown(error.from)} redirects to an address that is not an http or https URL`;
    if (error instanceof Error && error.name === 'TimeoutError')
        return `the download did not finish within ${timeoutMs} ms`;
    return networkReason(error);
}
/** A URL without the parts that may be secret. */
function shown({ origin, pathname }) {
    return `${origin}${pathname}`;
}
/**
 * The name of a fetched file: from the response if it has one, otherwise the last segment of the URL's path.
 * @param disposition the header field `content-disposition`.
 */
function fileName(url, disposition) {
    const given = disposition === null ? undefined : givenName(disposition);
    return lastPart(given ?? '') || lastPart(fetch_file_decoded(url.pathname)) || 'file';
}
/** `filename*` takes precedence over `filename`: it can contain any character. */
function givenName(disposition) {
    const encoded = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
    if (encoded !== undefined)
        return fetch_file_decoded(encoded);
    const [, quoted, bare] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
    return quoted?.replace(/\\(.)/g, '$1') ?? bare;
}
/** The last segment of a path, if it can name a file on disk. */
function lastPart(path) {
    const name = path.replaceAll('\0', '').split(/[/\\]/).at(-1) ?? '';
    return name === '.' || name === '..' ? '' : name;
}
function fetch_file_decoded(text) {
    try {
        return decodeURIComponent(text);
    }
    catch {
        // It is not percent-encoded.
        return text;
    }
}

;// CONCATENATED MODULE: ./build/src/runner/steps/upload.js







/** UPLOAD: downloads the file at a URL and sets it on a file input. A path is joined with the execution URL. */
async function upload(scope, calledWith) {
    const url = joinUrl(scope.executionUrl, scope.fill(calledWith));
    // Most apps hide the input behind a styled button.
    const input = scope.locator({ includeHidden: true });
    await expectFileInput(input, scope.remainingMs());
    const headersFor = await requestHeaders(scope, { cookies: false });
    const file = await fetchFile(url, headersFor, scope.remainingMs());
    await setFile(input, file, scope.remainingMs());
}
/** Larger files are passed by path, in bytes: copying them into the page takes seconds. */
const maxCopiedBytes = 1024 * 1024;
/** File systems allow 255 bytes; this many characters are fewer in nearly every script. */
const maxNameLength = 80;
/**
 * The driver silently sets nothing on inputs of another type.
 * @param timeout for the input to appear, in ms.
 * @throws Error if the element is an input of another type, or its label.
 */
async function expectFileInput(input, timeout) {
    const type = await input.evaluate((node) => {
        const control = node instanceof HTMLInputElement ? node : node.closest('label')?.control;
        return control instanceof HTMLInputElement ? control.type : 'file';
    }, undefined, { timeout });
    if (type === 'file')
        return;
    throw new Error(`The input does not accept files: its type is ${type}. Select the input of type "file".\nLocator: ${input}`);
}
/** Sets a file on an input: a small one with its media type, a large one by its path, with the type that the browser chooses. */
async function setFile(input, file, timeout) {
    const isLarge = file.buffer.byteLength > maxCopiedBytes;
    await input.setInputFiles(isLarge ? await storedFile(input, file) : file, { timeout });
}
/** Stores a file until the context closes: the page reads it only when the form is submitted. */
async function storedFile(input, { name, buffer }) {
    const folder = await (0,external_node_fs_promises_.mkdtemp)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'upload-'));
    input
        .page()
        .context()
        .once('close', () => (0,external_node_fs_.rmSync)(folder, { recursive: true, force: true }));
    const path = (0,external_node_path_.join)(folder, name.slice(-maxNameLength));
    await (0,external_node_fs_promises_.writeFile)(path, buffer);
    return path;
}

;// CONCATENATED MODULE: ./build/src/runner/steps/hydration.js
/**
 * Nuxt 3 and later expose the state themselves. Nuxt 2 has a Vue 2 component that knows whether it is mounted. If neither
 * is exposed, the root element that Vue 3 has mounted has a `__vue_app__`.
 */
const nuxt = `(() => {
  const app = window.useNuxtApp?.();
  if (app) return app.isHydrating === false || 'Nuxt is still hydrating the page.';
  if (window.$nuxt) return window.$nuxt._isMounted === true || 'Nuxt has not mounted the app.';
  const root = document.querySelector('#__nuxt');
  if (root === null) return 'The page does not look like a Nuxt app: it has neither useNuxtApp nor #__nuxt.';
  return root.__vue_app__ !== undefined || 'Nuxt has not mounted the app.';
})()`;
/** The module delays the app until a promise resolves: on the user's first action or after some idle time. */
const nuxtDelay = `(async () => {
  const delay = window._$delayHydration;
  if (!delay) return 'The page does not look like an app with nuxt-delay-hydration: it has no _$delayHydration.';
  const pending = {};
  if ((await Promise.race([delay, pending])) === pending) return 'nuxt-delay-hydration still delays the app.';
  return ${nuxt};
})()`;
/** Server-rendered elements that wait for their parent have the attribute `defer-hydration`. */
const webComponents = `(() => {
  const waiting = document.querySelectorAll(':not(:defined), [defer-hydration]');
  const names = [...new Set([...waiting].map(({ localName }) => localName))];
  return names.length === 0 || 'Not hydrated yet: ' + names.slice(0, 5).join(', ') + '.';
})()`;
/** Preact stores its tree on the container element, as `_children` in builds that are not minified. */
const preact = `[document, ...document.querySelectorAll('*')].some(
  (node) => node.__k || node._children,
) || 'Preact has not rendered anything: the page does not look like a Preact app, or its script has not run.'`;
/** Qwik writes its state into an attribute of the container; inert HTML inside it has another state. */
const qwik = `(() => {
  const containers = [...document.querySelectorAll('[q\\\\:container]')];
  const states = containers.map((each) => each.getAttribute('q:container'));
  if (states.length === 0) return 'The page does not look like a Qwik app: it has no q:container.';
  if (states.includes('resumed') && !states.includes('paused')) return true;
  return 'Its container is still paused: Qwik resumes it with the first event that needs code.';
})()`;
/** Expressions that are true once the page's app is hydrated; until then, a message with what is missing. */
const hydrations = {
    nuxtHydration: nuxt,
    nuxtDelayHydration: nuxtDelay,
    webComponentsHydration: webComponents,
    preactHydration: preact,
    qwikHydration: qwik,
};

;// CONCATENATED MODULE: ./build/src/runner/steps/wait-for.js








const loadStates = {
    load: 'load',
    domContentLoaded: 'domcontentloaded',
    networkIdle: 'networkidle',
};
/** WAIT_FOR: a load state (default: `load`), a fixed time, a condition in code, or the hydration of the app. */
async function waitFor(scope, calledWith) {
    const awaited = calledWith ?? { type: 'load' };
    switch (awaited.type) {
        case 'load':
        case 'domContentLoaded':
        case 'networkIdle':
            return scope.page.waitForLoadState(loadStates[awaited.type], { timeout: scope.remainingMs() });
        case 'fixedTime':
            return fixedWait(scope, awaited.timeMilliseconds);
        case 'code':
            return untilCode(scope, awaited.code);
        default:
            return untilHydrated(scope, awaited.type);
    }
}
/** The default of a fixed wait, in ms. */
const defaultWaitMs = 1000;
/** The longest fixed wait, in ms. */
const maxWaitMs = 60 * 60 * 1000;
/** The time of a fixed wait, in ms, which is added to the step's timeout; 0 for other steps. */
function fixedWaitMs({ interaction }) {
    if (interaction?.action !== 'WAIT_FOR' || interaction.calledWith?.type !== 'fixedTime')
        return 0;
    return Math.min(interaction.calledWith.timeMilliseconds ?? defaultWaitMs, maxWaitMs);
}
async function fixedWait({ page }, ms = defaultWaitMs) {
    if (ms > maxWaitMs) {
        throw new Error(`WAIT_FOR fixedTime waits for at most ${maxWaitMs} ms, not ${ms} ms. Set a shorter time.`);
    }
    await page.waitForTimeout(ms);
}
/** How many characters of a returned value a message shows. */
const maxShownLength = 200;
/**
 * Waits until a function body, in TypeScript or JavaScript, returns true in the page.
 * @throws CodeSyntaxError or Error immediately if the code cannot run; TimedOut with what it returned or threw last.
 */
async function untilCode(scope, body) {
    if (body === undefined)
        throw new Error('WAIT_FOR with type `code` has no code. Add it as `code`.');
    const { code } = javaScriptBody(body);
    checkSyntax(pageExpression(code, scope.variables));
    const expression = pageExpression((0,variables_text/* fillInCode */.at)(code, scope.variables), scope.variables);
    await untilTrue(scope, expression, 'code', explainCode);
}
/** Code that cannot run fails at once: the TypeScript parser does not report all errors. */
function checkSyntax(expression) {
    try {
        new external_node_vm_.Script(expression);
    }
    catch (error) {
        const reason = (0,errors/* messageOf */.b)(error);
        throw new Error(`The code of WAIT_FOR is not a JavaScript function body: ${reason}.`);
    }
}
function explainCode(last) {
    if (last === undefined)
        return 'The code must return true; it did not finish.';
    if ('error' in last)
        return `The code must return true; the last time it threw ${last.error}`;
    const value = (0,external_node_util_.inspect)(last.value, { depth: 1, breakLength: Number.POSITIVE_INFINITY });
    return `The code must return true; the last time it returned ${value.slice(0, maxShownLength)}.`;
}
/** @throws TimedOut with what is missing. */
function untilHydrated(scope, type) {
    return untilTrue(scope, hydrations[type], type, explainHydration);
}
function explainHydration(last) {
    if (last === undefined)
        return 'The page is busy and does not respond.';
    return 'error' in last ? `The check in the page failed: ${last.error}` : String(last.value);
}
/**
 * Evaluates an expression in the page until it is true, or the step's time is over. If it throws, it is evaluated
 * again: the page may be navigating.
 * @param explain describes the last evaluation; undefined means that not even the first one has ended.
 * @throws TimedOut with what `explain` returns.
 */
async function untilTrue(scope, expression, waitedFor, explain) {
    const limitMs = scope.remainingMs();
    let last;
    const evaluate = async () => {
        try {
            // The driver has no time limit for a promise that stays pending.
            const evaluation = scope.page.evaluate(expression);
            last = { value: await withTimeout(evaluation, scope.remainingMs(), 'The evaluation did not end.') };
            return last.value === true;
        }
        catch (error) {
            if (scope.page.isClosed())
                throw error;
            if (!(error instanceof TimedOut))
                last = { error: thrownInPage(error).split('\n')[0] ?? '' };
            return false;
        }
    };
    if (await pollUntil(evaluate, () => scope.remainingMs()))
        return;
    throw new TimedOut(`WAIT_FOR ${waitedFor}: Timeout ${limitMs}ms exceeded.\n${explain(last)}`);
}

;// CONCATENATED MODULE: ./build/src/runner/steps/perform.js









/** Plays one step. @throws Error if it fails, mostly Playwright's. */
async function perform(element, scope) {
    if (element.interaction != null)
        return interact(element.interaction, scope);
    if (element.assertion != null)
        return check(element.assertion, scope);
    throw new Error('The step has neither an interaction nor an assertion. Add one of them to the test case.');
}
function interact(interaction, scope) {
    switch (interaction.action) {
        case 'CLICK':
            return click(scope, interaction.calledWith);
        case 'ENTER_TEXT':
            return enterText(scope, interaction.calledWith);
        case 'GO_TO':
            return goTo(scope, interaction.calledWith);
        case 'TYPE_TEXT':
            return typeText(scope, interaction.calledWith);
        case 'KEY_PRESS':
            return keyPress(scope, interaction.calledWith);
        case 'SELECT_OPTION':
            return selectOption(scope, interaction.calledWith);
        case 'HOVER':
            return hover(scope);
        case 'UPLOAD':
            return upload(scope, interaction.calledWith);
        case 'DOWNLOAD':
            return download(scope, interaction.calledWith);
        case 'DRAG_AND_DROP':
            return dragAndDrop(scope, interaction.calledWith);
        case 'EXTRACT':
            return extract(scope, interaction.calledWith);
        case 'JAVASCRIPT':
            return javaScript(scope, interaction.calledWith);
        case 'OPEN_EMAIL':
            return openEmail(scope, interaction.calledWith);
        case 'CLOSE_PAGE':
            return closePage(scope);
        case 'WAIT_FOR':
            return waitFor(scope, interaction.calledWith);
        case 'SCROLL':
            return mouse_scroll(scope, interaction.calledWith);
    }
}

;// CONCATENATED MODULE: ./build/src/runner/variables/clipboard.js

const names = ['OCTO_CLIPBOARD', 'GATE_CLIPBOARD'];
/** Timeout for emptying the clipboard, in ms. */
const emptyMs = 10_000;
/** The last attempt in each browser that uses its clipboard. */
const users = new WeakMap();
/** Whether a case or a part of one uses the clipboard's text. */
function mentionsClipboard(part) {
    return /\b(?:OCTO|GATE)_CLIPBOARD\b/.test(JSON.stringify(part) ?? '');
}
/** Allows scripts of pages to copy and paste. Browsers without this permission do not require it. */
async function allowClipboard(context) {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => { });
}
/**
 * Runs an attempt. All contexts of a browser share one clipboard: if the attempt's cases or teardowns mention it, the
 * attempt uses it exclusively and finds it empty.
 * @throws Error if it cannot be emptied: a text of another case could make this one pass.
 */
async function withClipboard(use, work) {
    const { browser, context, chain, library } = use;
    const teardowns = chain.flatMap(({ teardownId }) => library.get(teardownId ?? '') ?? []);
    if (!mentionsClipboard([...chain, ...teardowns]))
        return work();
    const before = users.get(browser);
    const ended = Promise.withResolvers();
    users.set(browser, ended.promise);
    await before;
    try {
        await emptyClipboard(context);
        return await work();
    }
    finally {
        ended.resolve();
    }
}
/** The script of an empty page determines what the page copies, which needs no permission. */
async function emptyClipboard(context) {
    const emptied = onEmptyPage(context, async (page) => {
        await page.evaluate(() => {
            const field = document.body.appendChild(document.createElement('textarea'));
            field.value = 'selected';
            field.select();
            document.addEventListener('copy', (event) => {
                event.clipboardData?.setData('text/plain', '');
                event.preventDefault();
            });
        });
        await page.keyboard.press('ControlOrMeta+C');
    });
    await withTimeout(emptied, emptyMs, 'The clipboard could not be emptied before the case.');
}
/**
 * Sets the clipboard's variables to its current text, which may be empty. The text is pasted into an empty page: that needs
 * no permission and also works if the app is not served over https.
 * @param set sets one variable.
 */
async function readClipboard(context, set) {
    await onEmptyPage(context, async (page) => {
        await page.evaluate(() => document.body.appendChild(document.createElement('textarea')).focus());
        await page.keyboard.press('ControlOrMeta+V');
        const text = await page.evaluate(() => document.querySelector('textarea')?.value ?? '');
        for (const name of names)
            set(name, text);
    });
}
async function onEmptyPage(context, work) {
    const page = await context.newPage();
    try {
        await work(page);
    }
    finally {
        await page.close();
    }
}

;// CONCATENATED MODULE: ./build/src/runner/step-player.js















/** Grace period after a step's timeout, in ms: the driver ends most calls itself and reports why. */
const gracePeriodMs = 2000;
/** Plays the steps of cases on one page and the pages that they open. */
class StepPlayer {
    tabs;
    /** What did not fail a case so far: ignored failures, and pages with an error status. */
    warnings = [];
    #documents;
    #guard;
    #plan;
    #variables;
    #mail;
    #announce;
    /**
     * @param first the case that is played first.
     * @param announce receives the title of each step before it is played.
     */
    constructor(page, first, plan, variables, mailbox, announce) {
        this.tabs = new Tabs(page);
        this.#documents = new Documents(page.context(), { testCase: first, elementIndex: undefined });
        this.#guard = new PageGuard(this.#documents);
        this.#plan = plan;
        this.#variables = variables;
        this.#mail = new AttemptMail(mailbox);
        this.#announce = announce;
    }
    /**
     * Plays a case. Unless it begins with GO_TO, its entry point is opened first, a path below the execution URL.
     * @throws PlayFailure
     */
    async playFromEntry(testCase) {
        if (testCase.elements[0]?.interaction?.action !== 'GO_TO') {
            const entry = { testCase, elementIndex: undefined };
            this.#documents.begin(entry);
            await this.#playOrIgnore(entry, () => this.#openEntry(testCase));
        }
        return this.playSteps(testCase);
    }
    async #openEntry({ description, entryPointUrlPath = '' }) {
        await this.#announce(`${description}: the entry point`);
        await withinStep(this.#plan.timeoutPerStepMs, async (time) => {
            await this.#readClipboardFor(entryPointUrlPath, time);
            const url = joinUrl(this.#plan.executionUrl, this.#fill(entryPointUrlPath));
            await this.tabs.current.goto(url, { timeout: time.remainingMs() });
        });
    }
    /** Before a teardown: what is wrong with the pages belongs to the case, which has ended. */
    forgetPages() {
        this.#documents.forget();
    }
    /** @throws PlayFailure */
    async playSteps(testCase) {
        if (mentionsClipboard(testCase))
            await allowClipboard(this.tabs.current.context());
        let [checks, ignored] = [0, 0];
        for (const [elementIndex, element] of testCase.elements.entries()) {
            // Such as `Sign in, step 2: CLICK`.
            await this.#announce(`${testCase.description}, step ${elementIndex + 1}: ${(0,test_case/* stepKind */.jz)(element)}`);
            const step = { testCase, elementIndex };
            this.#documents.begin(step);
            const hasPassed = await this.#playOrIgnore(step, () => this.#playStep(element));
            if (!hasPassed)
                ignored += 1;
            else if (checksSomething(element))
                checks += 1;
        }
        await this.#finish(testCase);
        return { checks, ignored };
    }
    /** Waits for what the last step has started, and makes sure that the case does not end on a broken page. */
    async #finish(testCase) {
        if (testCase.elements.length === 0)
            return;
        const step = { testCase, elementIndex: testCase.elements.length - 1 };
        const finished = withinStep(this.#plan.timeoutPerStepMs, ({ remainingMs }) => this.#guard.finish(testCase.elements, this.tabs.current, remainingMs));
        await finished.catch(() => { });
        // An error status says more than a blank page.
        for (const problem of this.#documents.takeUnproven()) {
            this.#failOrIgnore(problem.step, new Error(problem.message));
        }
        await this.#playOrIgnore(step, () => finished);
    }
    /**
     * Plays a step, or what belongs to it. Problems of pages that it has caused fail it, too.
     * @returns false if it failed, and its failure is ignored. @throws PlayFailure
     */
    async #playOrIgnore(step, work) {
        const failure = await work().then(() => undefined, (error) => ({ error }));
        const warnings = this.#documents.takeWarnings();
        this.warnings.push(...warnings.map(({ step, message }) => ({ testCase: step.testCase, message })));
        const problems = this.#documents.takeProblems();
        // The driver's own error about a URL that could not be opened says as much.
        const causes = failure !== undefined && opensUrl(step) ? [] : problems;
        for (const { step: cause, message } of causes)
            this.#failOrIgnore(cause, new Error(message));
        const isCause = causes.some(({ step: cause }) => isSameStep(cause, step));
        if (failure !== undefined && !isCause)
            this.#failOrIgnore(step, failure.error);
        return failure === undefined && !isCause;
    }
    /** @throws PlayFailure unless the failure of the step is ignored. */
    #failOrIgnore(step, error) {
        const { testCase, elementIndex } = step;
        const element = elementOf(step);
        if (element?.ignoreFailure === true && this.#browserIsConnected()) {
            const message = `${nameOfStep(step)} failed, and the failure was ignored: ${errorText(error)}`;
            this.warnings.push({ testCase, message });
            return;
        }
        const location = element === undefined || elementIndex === undefined
            ? undefined
            : { elementIndex, ...this.#locatorOf(element) };
        throw new PlayFailure(testCase, location, error);
    }
    /** Failures can be ignored only as long as the browser is running. */
    #browserIsConnected() {
        return this.tabs.current.context().browser()?.isConnected() !== false;
    }
    /** The step's selector as a Playwright expression, if it has a valid one. */
    #locatorOf({ selectors }) {
        if (selectors.length === 0)
            return {};
        try {
            return { locator: String(this.#locate(selectors)) };
        }
        catch {
            return {};
        }
    }
    /** Plays one step and waits for the load of the page, within the step's timeout plus the time of a fixed wait. */
    async #playStep(element) {
        await withinStep(this.#plan.timeoutPerStepMs + fixedWaitMs(element), async (time) => {
            await this.#readClipboardFor(element, time);
            const scope = this.#scope(element, time);
            await this.#guard.play({
                element,
                page: () => this.tabs.current,
                frameOwner: scope.frameOwner,
                perform: () => perform(element, scope),
                remainingMs: time.remainingMs,
            });
        });
    }
    /** Variables are replaced synchronously, so the clipboard must be read before. */
    async #readClipboardFor(part, time) {
        if (mentionsClipboard(part))
            await readClipboard(this.tabs.current.context(), this.#setter(time));
    }
    /** A step that timed out may still be running: it must not set variables that later steps read. */
    #setter({ isOver }) {
        return (name, value) => {
            if (!isOver())
                this.#variables.set(name, value);
        };
    }
    #scope({ selectors }, time) {
        const { tabs } = this;
        return {
            get page() {
                return tabs.current;
            },
            tabs,
            executionUrl: this.#plan.executionUrl,
            headers: this.#plan.environment.headers,
            basicAuth: this.#plan.environment.basicAuth,
            selectors,
            locator: (options) => this.#locate(selectors, options),
            locate: (others) => this.#locate(others),
            frameOwner: () => frameOwner(tabs.current, selectors, this.#locatorOptions()),
            fill: this.#fill,
            variables: this.#variables,
            setVariable: this.#setter(time),
            mail: this.#mail,
            remainingMs: time.remainingMs,
        };
    }
    #locate(selectors, { includeHidden = false } = {}) {
        return buildLocator(this.tabs.current, selectors, { ...this.#locatorOptions(), includeHidden });
    }
    #locatorOptions() {
        return { fill: this.#fill, testIdAttribute: this.#plan.testIdAttribute };
    }
    #fill = (text) => (0,variables_text/* fillIn */.pz)(text, this.#variables);
}
/** Some calls of the driver have no timeout and never return if the page is busy. */
async function withinStep(limitMs, work) {
    const end = performance.now() + limitMs;
    const remainingMs = () => Math.max(1, Math.round(end - performance.now()));
    let over = false;
    const time = { remainingMs, isOver: () => over };
    try {
        await withTimeout(work(time), limitMs + gracePeriodMs, `The step did not end within ${limitMs} ms.`);
    }
    finally {
        over = true;
    }
}

// EXTERNAL MODULE: ./build/src/runner/variables/variables.js
var variables_variables = __webpack_require__(283);
;// CONCATENATED MODULE: ./build/src/runner/make-attempt.js
var make_attempt_addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
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
var make_attempt_disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
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









/** Timeout for closing a context, in ms. */
const make_attempt_closeMs = 5000;
const noSteps = 'The test case has no steps, so there is nothing to check. Add a step, or set `runStatus` to OFF.';
/**
 * Makes one attempt at a case, in a new context.
 * @throws Error if the case has no steps; BrokenDependency; the driver's error if the browser has ended.
 */
async function makeAttempt(browser, testCase, run, settings) {
    const chain = (0,test_case/* caseChain */.CN)(testCase, run.plan.library);
    if (testCase.elements.length === 0)
        throw new Error(noSteps);
    const shared = settings.reuseLogin ? reusableLength(chain) : 0;
    const last = chain[shared - 1];
    const turn = last === undefined ? undefined : await run.logins.turn(last.id);
    const state = turn?.kind === 'reuse' ? turn.state : undefined;
    const { library } = run.plan;
    const play = (player, variables, recorder) => withClipboard({ browser, context: player.tabs.current.context(), chain, library }, () => playCase({
        chain,
        skipped: state === undefined ? 0 : shared,
        library,
        onPlayed: async (index) => {
            if (turn?.kind !== 'play' || index !== shared - 1)
                return;
            turn.done(await readLoginState(player.tabs.current, variables.dynamic));
        },
        onFailure: (message) => recorder.failed(player.tabs.current, message),
    }, player));
    try {
        const result = await whileConnected(browser, inContext(browser, run, { ...settings, testCase, state }, play));
        // If the browser has ended, the test has neither failed nor passed: failures of steps may have been ignored.
        if (!browser.isConnected())
            throw new Error('its process has ended.');
        const reused = last === undefined || state === undefined ? undefined : { loginId: last.id, state };
        return { ...result, reused };
    }
    finally {
        // If the login has failed, the cases that wait for it continue.
        if (turn?.kind === 'play')
            turn.done(undefined);
    }
}
async function inContext(browser, { plan, signal, variables, mailbox, evidenceFolder, redact, contexts }, { state, testCase, ...settings }, play) {
    const { context, page } = await contexts.open(browser, state?.storage);
    const abort = () => void context.close().catch(() => { });
    signal.addEventListener('abort', abort, { once: true });
    try {
        const env_1 = { stack: [], error: void 0, hasError: false };
        try {
            signal.throwIfAborted();
            if (settings.hasMoreCases)
                contexts.prepare(browser);
            limitPages(context);
            const recorder = make_attempt_addDisposableResource(env_1, await Recorder.start(context, {
                ...settings,
                testCaseId: testCase.id,
                folder: evidenceFolder,
                redact,
            }), true);
            const caseVariables = new variables_variables/* Variables */.ut(variables, state?.dynamic);
            const player = new StepPlayer(page, testCase, plan, caseVariables, mailbox, (step) => recorder.step(step));
            const attempt = await recorder.finish(await failOnCrash(context, () => play(player, caseVariables, recorder)));
            return { attempt, browserIsStuck: !(await closeContext(context)) };
        }
        catch (e_1) {
            env_1.error = e_1;
            env_1.hasError = true;
        }
        finally {
            const result_1 = make_attempt_disposeResources(env_1);
            if (result_1)
                await result_1;
        }
    }
    catch (error) {
        await closeContext(context);
        throw error;
    }
    finally {
        signal.removeEventListener('abort', abort);
    }
}
/** @returns false if the browser does not respond. */
async function closeContext(context) {
    try {
        await withTimeout(context.close(), make_attempt_closeMs, 'The context did not close.');
        return true;
    }
    catch {
        return context.browser()?.isConnected() === false;
    }
}

;// CONCATENATED MODULE: ./build/src/runner/run-cases.js
var run_cases_addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
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
var run_cases_disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
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





/** In how many browsers an attempt is made: if each of them ends unexpectedly, the case is the reason. */
const browsersPerAttempt = 2;
/** Plays the cases of a run with their retries, as many in parallel as there are workers. */
async function runCases(pool, run, settings, events) {
    const queue = new CaseQueue(run.plan.cases);
    const logins = settings.reuseLogin ? loginIds(run) : new Map();
    // While a login is played for the first time, cases that do not need it come first.
    const mustWait = ({ id }) => run.logins.isPending(logins.get(id) ?? '');
    const work = async () => {
        for (let testCase = queue.next(mustWait); testCase !== undefined; testCase = queue.next(mustWait)) {
            if (run.signal.aborted)
                return;
            const loginId = logins.get(testCase.id);
            if (loginId !== undefined)
                run.logins.caseStarted(loginId);
            events.onStart(testCase.id);
            const hasMoreCases = () => queue.size > 0;
            const outcome = await playWithRetries(pool, testCase, run, { ...settings, hasMoreCases });
            if (loginId !== undefined)
                run.logins.caseEnded(loginId);
            if (!run.signal.aborted)
                events.onOutcome(redactTexts(outcome, run.redact));
        }
    };
    await Promise.all(Array.from({ length: Math.min(settings.workers, run.plan.cases.length) }, work));
}
/** Plays one case until it passes or has no retries left. */
async function playWithRetries(pool, testCase, run, settings) {
    const earlierAttempts = [];
    const outcome = (attempt) => ({
        testCaseId: testCase.id,
        ...attempt,
        ...(earlierAttempts.length === 0 ? {} : { earlierAttempts }),
    });
    try {
        let result = await attemptInBrowser(pool, testCase, run, attemptSettings(1, settings));
        // A reused login state may be the cause of the failure: the case is retried with its own login, even without retries.
        const allowed = 1 + Math.max(settings.retries, result.reused === undefined ? 0 : 1);
        for (let number = 2; number <= allowed && !run.signal.aborted; number += 1) {
            if (result.attempt.status !== 'FAILED')
                break;
            earlierAttempts.push(await retriedAttempt(result, run));
            result = await attemptInBrowser(pool, testCase, run, {
                ...attemptSettings(number, settings),
                reuseLogin: false,
            });
        }
        return outcome(result.attempt);
    }
    catch (error) {
        return outcome(errorAttempt(error));
    }
}
/** Pages are traced in the last attempt at the latest, and in every retry. */
function attemptSettings(number, { trace, retries, reuseLogin, hasMoreCases }) {
    const full = trace === 'always' || number > retries || number > 1;
    return {
        number,
        reuseLogin,
        trace: trace === 'never' ? 'none' : full ? 'full' : 'light',
        keepTrace: trace === 'always',
        hasMoreCases: hasMoreCases(),
    };
}
/** An attempt that is followed by another one. A login state that it reused is discarded. */
async function retriedAttempt({ attempt, reused }, { logins }) {
    if (reused === undefined)
        return attempt;
    await logins.discard(reused.loginId, reused.state);
    return {
        ...attempt,
        errorMessage: `With the login of another test case (input \`reuse-login\`): ${attempt.errorMessage}`,
    };
}
/** The id of the login that each case can reuse, by the id of the case. */
function loginIds({ plan }) {
    const ids = new Map();
    for (const testCase of plan.cases) {
        try {
            const login = loginOf(testCase, plan.library);
            if (login !== undefined)
                ids.set(testCase.id, login.id);
        }
        catch {
            // Broken dependencies are reported when the case is played.
        }
    }
    return ids;
}
/** If the browser ends unexpectedly, the attempt is made again in a browser of its own. */
async function attemptInBrowser(pool, testCase, run, settings) {
    for (let deaths = 0;; deaths += 1) {
        const env_1 = { stack: [], error: void 0, hasError: false };
        try {
            const lease = run_cases_addDisposableResource(env_1, await pool.lease({ dedicated: deaths > 0 }), true);
            try {
                const result = await makeAttempt(lease.browser, testCase, run, settings);
                if (result.browserIsStuck)
                    await lease.discard();
                return result;
            }
            catch (error) {
                if (run.signal.aborted || lease.browser.isConnected())
                    throw error;
                if (deaths + 1 < browsersPerAttempt)
                    continue;
                const reason = (0,errors/* messageOf */.b)(error);
                throw new Error(`The browser ended unexpectedly, ${browsersPerAttempt} times: ${reason}`);
            }
        }
        catch (e_1) {
            env_1.error = e_1;
            env_1.hasError = true;
        }
        finally {
            const result_1 = run_cases_disposeResources(env_1);
            if (result_1)
                await result_1;
        }
    }
}
class CaseQueue {
    #waiting;
    constructor(cases) {
        this.#waiting = [...cases];
    }
    get size() {
        return this.#waiting.length;
    }
    /**
     * Takes the first case that does not have to wait, or else the first one.
     * @returns undefined if none is left.
     */
    next(mustWait) {
        const free = this.#waiting.findIndex((each) => !mustWait(each));
        const [next] = this.#waiting.splice(Math.max(free, 0), 1);
        return next;
    }
}

// EXTERNAL MODULE: ./build/src/runner/variables/run-variables.js
var run_variables = __webpack_require__(9579);
;// CONCATENATED MODULE: ./build/src/runner/open-runner.js
var open_runner_addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
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
var open_runner_disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
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














const defaults = {
    workers: (0,external_node_os_.availableParallelism)(),
    retries: 1,
    trace: 'on-failure',
    reuseLogin: true,
};
/**
 * Creates a runner, which plays cases in parallel, each in its own context. A browser starts with the first run that
 * needs it and closes after the last one, unless `prepare` has started it.
 * @throws Error if an endpoint is not a valid URL.
 */
function openRunner(machine, options = {}) {
    const endpoints = parseEndpoints(options.endpoints ?? []);
    const pools = new SharedPools((browser) => endpoints.length > 0
        ? remoteBrowsers(endpoints, browser)
        : new InstalledBrowsers(() => launchBrowser(browser, machine), {
            // Firefox sends shortcuts such as Control+A to its active window only.
            exclusive: browser === 'FIREFOX',
        }));
    const mail = new MailServer(options.mailPort);
    return {
        browsers: ['CHROMIUM', 'FIREFOX', 'SAFARI'],
        prepare: (browser) => pools.keep(browser),
        run: (plan, events, signal) => 
        // An aborted run waits neither for a browser that is starting nor for one that is closing.
        untilAborted(signal, () => pools.use(plan.browser, (pool) => runAll(pool, mail, plan, options, events, signal))),
        [Symbol.asyncDispose]: () => pools[Symbol.asyncDispose](),
    };
}
async function runAll(pool, mail, plan, options, events, signal) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const variables = (0,run_variables/* runVariables */.R)(plan);
        const mailbox = open_runner_addDisposableResource(env_1, await lazyMailbox(mail, plan, variables), true);
        const run = {
            plan,
            variables,
            logins: new LoginStates(),
            contexts: new Contexts(plan),
            mailbox: mailbox.open,
            evidenceFolder: options.evidenceFolder,
            redact: options.redactor?.(planSecrets(plan)) ?? ((text) => text),
            signal,
        };
        // If a context is closed at the wrong moment, the driver may leave a call pending for ever, so an aborted run does not
        // wait for its cases. They end with the browser at the latest.
        await untilAborted(signal, async () => {
            if (plan.cases.length > 0)
                await warmUp(pool);
            await runCases(pool, run, { ...defaults, ...options }, events);
        }).finally(() => run.contexts.close());
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        const result_1 = open_runner_disposeResources(env_1);
        if (result_1)
            await result_1;
    }
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: external "node:sqlite"
var external_node_sqlite_ = __webpack_require__(99);
;// CONCATENATED MODULE: ./build/src/service/store/database.js




/** Raised whenever the tables change: a file of another version is refused rather than misread. */
const schemaVersion = 5;
/** Identifies the databases of this service (SQLite's `application_id`): "BTGS". */
const applicationId = 0x42544753;
/** Time to wait for another process that is just ending. */
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
    message TEXT,
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
  CREATE TABLE test_case_tags (
    test_target_id TEXT NOT NULL REFERENCES test_targets (id) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    test_case_id TEXT NOT NULL,
    PRIMARY KEY (test_target_id, tag, test_case_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX tags_of_test_case ON test_case_tags (test_target_id, test_case_id);
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
    supporting_version_ids TEXT NOT NULL,
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
    outcome TEXT NOT NULL DEFAULT '{}',
    UNIQUE (test_report_id, test_case_id)
  ) STRICT;
  CREATE TABLE idempotency_keys (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    request TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    status INTEGER NOT NULL,
    headers TEXT NOT NULL,
    body BLOB NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
  CREATE INDEX waiting_results ON test_results (status) WHERE status = 'WAITING';
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${schemaVersion};
`;
const header = schemas/* object */.Ikc({ application: schemas/* int */.Whr(), version: schemas/* int */.Whr(), tables: schemas/* int */.Whr() });
/** The message says which file and why. */
class UnusableDatabase extends Error {
}
/**
 * Opens the service's database, and creates its tables if the file is new or empty. A write that has returned survives
 * the end of the process. The file is locked until it is closed: at its start a service ends the runs that it finds
 * unfinished, and those must not belong to another running process.
 * @param file its path. Default: in memory.
 * @throws UnusableDatabase if the file is not a database of this version, in use or not accessible. It stays unchanged.
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
        throw new UnusableDatabase(`Cannot use the database ${file}: ${database_reasonOf(error)}. Choose another file.`);
    }
}
/** Only its owner may read a new file, because it contains passwords of test accounts. */
function createPrivate(file) {
    try {
        (0,external_node_fs_.closeSync)((0,external_node_fs_.openSync)(file, 'wx', 0o600));
    }
    catch (error) {
        if (database_codeOf(error) !== 'EEXIST')
            throw error;
    }
}
/** Writes nothing before the file is known to belong to this service. */
function prepare(database) {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA foreign_keys = ON');
    transaction(database, () => {
        if (isNew(database))
            database.exec(tables);
    }, 'EXCLUSIVE');
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
}
/** @throws if it is the database of another program or version. */
function isNew(database) {
    const { application, version, tables } = header.parse(database
        .prepare(`SELECT (SELECT application_id FROM pragma_application_id) AS application,
           (SELECT user_version FROM pragma_user_version) AS version, (SELECT count(*) FROM sqlite_schema) AS tables`)
        .get());
    if (application === 0 && version === 0 && tables === 0)
        return true;
    if (application !== applicationId)
        throw new Error('it belongs to another program');
    if (version !== schemaVersion) {
        throw new Error(`it has version ${version}, but this service needs version ${schemaVersion}`);
    }
    return false;
}
/** By SQLite's result code or the system's error code. */
const reasons = {
    5: 'another process uses it',
    8: 'it is read-only',
    14: 'it is not a file that can be opened',
    26: 'it is not a database',
    ENOENT: 'its folder does not exist',
};
function database_reasonOf(error) {
    const message = (0,errors/* messageOf */.b)(error);
    return reasons[database_codeOf(error)] ?? message;
}
function database_codeOf(error) {
    if (!(error instanceof Error))
        return '';
    // The low byte is the primary code, the others are details.
    if ('errcode' in error && typeof error.errcode === 'number')
        return String(error.errcode & 0xff);
    return 'code' in error ? String(error.code) : '';
}
/**
 * Runs `work` as one transaction: all of it is stored, or nothing. Inside another transaction it is a savepoint: its
 * writes are rolled back if it fails, and stored with the outer transaction.
 * @param mode EXCLUSIVE locks readers out, too; inside another transaction it has no effect.
 * @throws what `work` throws, or SQLite's error.
 */
function transaction(database, work, mode = 'IMMEDIATE') {
    const [begin, commit, rollback] = database.isTransaction
        ? ['SAVEPOINT part', 'RELEASE part', 'ROLLBACK TO part; RELEASE part']
        : [`BEGIN ${mode}`, 'COMMIT', 'ROLLBACK'];
    database.exec(begin);
    try {
        const result = work();
        database.exec(commit);
        return result;
    }
    catch (error) {
        // Some errors, such as a full disk, have rolled back all open transactions already.
        if (database.isTransaction)
            database.exec(rollback);
        throw error;
    }
}
/** The schema of a column of JSON text. */
function jsonColumn(schema) {
    return schemas/* string */.YjP()
        .transform((text) => JSON.parse(text))
        .pipe(schema);
}

;// CONCATENATED MODULE: ./build/src/service/generation-jobs.js






const testCaseList = schemas/* array */.YOg(test_case/* exchangeTestCase */.MB);
const noGenerator = async () => {
    throw new Error('this service has no generator: it stores and runs test cases but cannot generate them from prompts');
};
/** The running generations: batches, each with a test plan, and discoveries of single cases. */
class GenerationJobs {
    #stores;
    #generate;
    #stop = new AbortController();
    #ends = new Set();
    constructor(stores, generate = noGenerator) {
        this.#stores = stores;
        this.#generate = generate;
    }
    /** Starts a batch generation, whose id is that of its test plan. */
    startBatch(testTargetId, planId, body) {
        this.#track(this.#runBatch(testTargetId, planId, body));
    }
    /** Starts generating the steps of a draft from its prompt. */
    startDiscovery(testTargetId, draft, discovery) {
        this.#track(this.#runDiscovery(testTargetId, draft, discovery));
    }
    /** Stops all generations and waits until they have ended. */
    async close() {
        this.#stop.abort(new Error('the service was stopped'));
        await Promise.all(this.#ends);
    }
    #track(work) {
        // It rejects only if the store cannot be written, so the error cannot be stored either. The next start of the service
        // ends what was left unfinished.
        const end = work.catch(() => { }).finally(() => this.#ends.delete(end));
        this.#ends.add(end);
    }
    /** Ends on the signal even if the generator ignores it: then its result is discarded. */
    async #generateCases(request) {
        const { signal } = this.#stop;
        signal.throwIfAborted();
        const { promise: stopped, reject } = Promise.withResolvers();
        const stop = () => reject(signal.reason);
        signal.addEventListener('abort', stop, { once: true });
        try {
            // Only what can be read again may be stored.
            const parsed = testCaseList.safeParse(await Promise.race([this.#generate(request, signal), stopped]));
            if (parsed.success)
                return parsed.data;
            throw new Error(`the generator returned an invalid test case: ${core_errors/* prettifyError */.S1(parsed.error)}`);
        }
        finally {
            signal.removeEventListener('abort', stop);
        }
    }
    /** The URL of the environment; without an id, of the DEFAULT one, which is the first. */
    #discoveryUrl(testTargetId, environmentId) {
        const { environments } = this.#stores;
        const environment = environmentId == null
            ? environments.list(testTargetId)[0]
            : environments.find(testTargetId, environmentId);
        return environment?.settings.discoveryUrl;
    }
    /**
     * Reads the draft again: its name or tags may have changed in the meantime.
     * @returns undefined if the case was deleted or has a newer discovery.
     * @throws Error if the case has been given other steps, which are kept.
     */
    #currentDraft(testTargetId, draft, discovery) {
        const present = this.#stores.testCases.find(testTargetId, draft.id);
        if (present?.discovery?.id !== discovery.id)
            return undefined;
        if ((0,external_node_util_.isDeepStrictEqual)(present.testCase.elements, draft.elements))
            return present.testCase;
        throw new Error('the steps of the test case were changed in the meantime');
    }
    async #runBatch(testTargetId, planId, body) {
        const { database, plans, versions, testCases, now } = this.#stores;
        // The answer is sent first, so the caller sees the plan as CREATED.
        await Promise.resolve();
        try {
            plans.setStatus(planId, 'IN_PROGRESS', now());
            const discoveryUrl = this.#discoveryUrl(testTargetId, body.environmentId);
            const made = await this.#generateCases(toRequest(body, discoveryUrl));
            transaction(database, () => {
                for (const version of versions.add(testTargetId, withPrerequisite(made, body.prerequisiteId))) {
                    testCases.add(testTargetId, version, { testPlanId: planId }, now());
                }
                plans.setStatus(planId, 'DONE', now());
            });
        }
        catch (error) {
            plans.fail(planId, (0,errors/* messageOf */.b)(error), now());
        }
    }
    async #runDiscovery(testTargetId, draft, discovery) {
        const { database, versions, testCases, now } = this.#stores;
        const stateOf = (status, message) => ({
            ...discovery,
            status,
            updatedAt: now().toISOString(),
            ...(message === undefined ? {} : { message }),
        });
        try {
            await Promise.resolve();
            testCases.change(testTargetId, draft.id, { discovery: stateOf('IN_PROGRESS') }, now());
            const [made] = await this.#generateCases(toRequest(draft, this.#discoveryUrl(testTargetId)));
            if (made === undefined || made.elements.length === 0)
                throw new Error('the generator returned no steps');
            const present = this.#currentDraft(testTargetId, draft, discovery);
            if (present === undefined)
                return;
            transaction(database, () => {
                for (const version of versions.add(testTargetId, [{ ...present, elements: made.elements }])) {
                    testCases.change(testTargetId, draft.id, { version, discovery: stateOf('SUCCESS') }, now());
                }
            });
        }
        catch (error) {
            if (testCases.find(testTargetId, draft.id)?.discovery?.id !== discovery.id)
                return;
            const message = (0,errors/* messageOf */.b)(error);
            testCases.change(testTargetId, draft.id, { discovery: stateOf('FAILED', message) }, now());
        }
    }
}
/** Makes the cases of a batch depend on its prerequisite, unless they name another dependency. */
function withPrerequisite(made, dependencyId) {
    return dependencyId == null
        ? made
        : made.map((each) => ({ ...each, dependencyId: each.dependencyId ?? dependencyId }));
}
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

// EXTERNAL MODULE: ./node_modules/hono/dist/index.js + 24 modules
var dist = __webpack_require__(1894);
// EXTERNAL MODULE: ./build/src/contract/endpoint.js
var contract_endpoint = __webpack_require__(3763);
// EXTERNAL MODULE: ./build/src/contract/endpoints.js
var endpoints = __webpack_require__(2550);
// EXTERNAL MODULE: ./build/src/contract/environment.js
var environment = __webpack_require__(9165);
// EXTERNAL MODULE: ./build/src/contract/exchange/assertion.js
var assertion = __webpack_require__(6108);
// EXTERNAL MODULE: ./build/src/contract/exchange/interaction.js
var interaction = __webpack_require__(2368);
// EXTERNAL MODULE: ./build/src/contract/generation.js
var generation = __webpack_require__(8476);
// EXTERNAL MODULE: ./build/src/contract/json-schema.js
var json_schema = __webpack_require__(9830);
// EXTERNAL MODULE: ./build/src/contract/report-context.js
var report_context = __webpack_require__(7574);
// EXTERNAL MODULE: ./build/src/contract/test-case.js
var contract_test_case = __webpack_require__(7371);
// EXTERNAL MODULE: ./build/src/contract/test-report.js
var test_report = __webpack_require__(3317);
// EXTERNAL MODULE: ./build/src/contract/test-target.js
var test_target = __webpack_require__(866);
// EXTERNAL MODULE: ./build/src/contract/values.js
var values = __webpack_require__(6112);
;// CONCATENATED MODULE: ./build/src/contract/openapi-schemas.js













const refs = '#/components/schemas/';
const openapi_schemas_values = [
    ['Uuid', values/* uuid */.uR],
    ['Timestamp', values/* timestamp */.vE],
];
/** The schemas that are components of the document, by name. */
const named = {
    request: new Map([
        ...openapi_schemas_values,
        ['DiscoveryRequest', generation/* discoveryBody */.zr],
        ['EnvironmentRequest', environment/* environmentBody */.A],
        ['ExchangeAssertion', assertion/* assertion */.p],
        ['ExchangeElement', test_case/* exchangeElement */.e2],
        ['ExchangeInteraction', interaction/* interaction */.v],
        ['ExchangeSelector', exchange_selector/* exchangeSelector */.pO],
        ['ExchangeTestCase', test_case/* exchangeTestCase */.MB],
        ['ExecuteRequest', test_report/* executeBody */.gX],
        ['PushRequest', test_case/* pushBody */.N],
        ['ReportContext', report_context/* reportContext */.g],
    ]),
    answer: new Map([
        ...openapi_schemas_values,
        ['AnsweredContext', report_context/* answeredContext */.d],
        ['AnsweredTestCase', test_case/* answeredTestCase */.WD],
        ['DependenciesLeft', contract_endpoint/* dependenciesLeft */.fn],
        ['DiscoveryAnswer', generation/* discoveryAnswer */.dF],
        ['Environment', environment/* environment */.c],
        ['Issues', contract_endpoint/* issues */.Bq],
        ['Problem', contract_endpoint/* problem */.CC],
        ['PushAnswer', test_case/* pushAnswer */.d7],
        ['TestCase', contract_test_case/* testCase */.DH],
        ['TestCaseElement', contract_test_case/* testCaseElement */.LU],
        ['TestPlan', test_report/* testPlan */.u7],
        ['TestReport', test_report/* testReport */.PK],
        ['TestResult', test_report/* testResult */.Ke],
        ['TestTarget', test_target/* testTarget */.qe],
    ]),
};
const io = { request: 'input', answer: 'output' };
/** The `components/schemas` of the OpenAPI document. */
function componentSchemas() {
    const all = {
        ...(0,json_schema/* toJsonSchemas */.G)(named.request, refs, io.request),
        ...(0,json_schema/* toJsonSchemas */.G)(named.answer, refs, io.answer),
    };
    return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
}
/** A schema in the document: a reference if it is a component, else inline. */
function schemaOf(schema, direction) {
    for (const [name, each] of named[direction])
        if (each === schema)
            return { $ref: refs + name };
    const inline = '(inline)';
    return (0,json_schema/* toJsonSchemas */.G)(new Map([...named[direction], [inline, schema]]), refs, io[direction])[inline] ?? {};
}

;// CONCATENATED MODULE: ./build/src/contract/openapi.js




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
/**
 * The OpenAPI 3.1 document of the service interface, generated from the table of endpoints: section 4, and the
 * extensions, each marked with `x-extension`. Requests allow unknown keys, because the service strips them.
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
        servers: [{ url: '/', description: 'The server of this document.' }],
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
const refusals = {
    400: {
        name: 'Invalid',
        description: 'The request is not valid, or not HTTP. Lists every problem with its path.',
    },
    401: { name: 'Unauthorized', description: 'X-API-Key is missing or not valid.' },
    403: {
        name: 'Forbidden',
        description: 'The request comes from a web page, or its Host is not a name of the service.',
    },
    404: { name: 'NotFound', description: 'An object that the path or the body names does not exist.' },
    405: { name: 'MethodNotAllowed', description: 'The path does not support this method.' },
    408: { name: 'RequestTimeout', description: 'The request did not arrive completely in time.' },
    413: { name: 'TooLarge', description: 'The body is too large.' },
    415: { name: 'UnsupportedMediaType', description: 'The body is not sent as application/json.' },
    417: { name: 'ExpectationFailed', description: 'The Expect header is not `100-continue`.' },
    422: { name: 'KeyTaken', description: 'The idempotency key belongs to another request.' },
    431: { name: 'HeadersTooLarge', description: 'The header fields are too large.' },
};
const onlyWithBody = ['413', '415'];
/** The `components/responses` of the document: every error answer. */
function refusalResponses() {
    return Object.fromEntries(Object.entries(refusals).map(([status, { name, description }]) => [
        name,
        { description, content: jsonContent(['400', '422'].includes(status) ? contract_endpoint/* issues */.Bq : contract_endpoint/* problem */.CC) },
    ]));
}
function detailsOf(operation) {
    if (operation === 'getTestReport') {
        const schema = { type: 'string' };
        const description = '`wait=N`: delay the answer for up to N seconds, until the run has ended (RFC 7240).';
        return {
            parameters: [{ name: 'Prefer', in: 'header', description, schema, example: 'wait=30' }],
            headers: { 'Preference-Applied': { description: 'The preference that was applied.', schema } },
        };
    }
    if (operation === 'push') {
        const description = 'The list is empty, the test target has test cases, and `allowEmpty` is not `true`.';
        return { refusals: { 409: { description, content: jsonContent(contract_endpoint/* problem */.CC) } } };
    }
    if (operation === 'deleteTestCase') {
        const description = 'The request is not valid, or other test cases depend on this one.';
        return { refusals: { 400: { description, content: jsonContent(schemas/* union */.KCZ([contract_endpoint/* issues */.Bq, contract_endpoint/* dependenciesLeft */.fn])) } } };
    }
    return {};
}
function postDetails(operation) {
    const description = 'Identifies the request: it takes effect once, and a retry within 24 hours gets the same answer. The key of a rejected request can be used again.';
    return {
        parameters: [
            { name: contract_endpoint/* idempotencyKeyHeader */.as, in: 'header', description, schema: schemaOf(contract_endpoint/* idempotencyKey */.T5, 'request') },
        ],
        headers: {
            [contract_endpoint/* idempotencyReplayedHeader */.ZC]: {
                description: 'The answer repeats that of an earlier request with the same key.',
                schema: { type: 'string', enum: ['true'] },
            },
        },
        ...detailsOf(operation),
    };
}
/** The operation object of an endpoint. Its `operationId` is the name in the table. */
function operationObject(operation, endpoint) {
    const isExtension = endpoint.section === 'extension';
    const more = endpoint.method === 'POST' ? postDetails(operation) : detailsOf(operation);
    const parameters = [
        ...parametersOf(endpoint.params, 'path'),
        ...parametersOf(endpoint.query, 'query'),
        ...(more.parameters ?? []),
    ];
    const hasBody = !(endpoint.body instanceof schemas/* ZodUndefined */._ZT);
    return {
        operationId: operation,
        summary: titleOf(operation),
        description: isExtension
            ? 'An extension that public clients call. A service without it answers 404 or 405.'
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
        responses: { ...success(endpoint, more.headers), ...refusalsOf(endpoint, hasBody), ...more.refusals },
    };
}
function success({ status, answer, mediaType }, headers) {
    const response = { description: status === 201 ? 'Created.' : 'Done.', ...(headers && { headers }) };
    // OpenAPI 3.1 describes binary content by its media type alone.
    if (mediaType === 'application/zip')
        return { [status]: { ...response, content: { [mediaType]: {} } } };
    // The content of the answer is undocumented.
    if (answer instanceof schemas/* ZodUnknown */._aJ)
        return { [status]: response };
    return { [status]: { ...response, content: content(answer, mediaType ?? 'application/json') } };
}
function refusalsOf({ method }, hasBody) {
    return Object.fromEntries(Object.entries(refusals)
        .filter(([status]) => hasBody || !onlyWithBody.includes(status))
        .filter(([status]) => method === 'POST' || status !== '422')
        .map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]));
}
function parametersOf(schema, location) {
    const { properties = {}, required = [] } = schemaOf(schema, 'request');
    return Object.entries(properties).map(([name, property]) => {
        const { description, ...rest } = typeof property === 'boolean' ? {} : property;
        return {
            name,
            in: location,
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
function titleOf(operation) {
    const words = operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return words.charAt(0).toUpperCase() + words.slice(1);
}

;// CONCATENATED MODULE: ./build/src/service/http/http-problem.js
/** An error answer. Handlers throw it; the app turns it into a response. */
class HttpProblem extends Error {
    status;
    body;
    /** Headers besides the content type. */
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
    /** The body of a 400 or 422 is a top-level array of issues. */
    static invalid(path, message, status = 400) {
        return new HttpProblem(status, [
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
/** The type of a value, because the value itself may be a secret. */
function kindOf(input) {
    if (input === null)
        return 'null';
    return Array.isArray(input) ? 'array' : typeof input;
}
/**
 * An unexpected error as one line of a log: its type and where it was thrown. The message is omitted because it may quote
 * the request: a parser's error shows a part of its text, which may be a password.
 */
function describeInternalError(error) {
    const location = /\n\s+at (.+)/.exec(error.stack ?? '')?.[1] ?? 'an unknown location';
    const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
    const reason = 'errstr' in error && typeof error.errstr === 'string' ? ` (${error.errstr})` : '';
    return `${error.name}${code}${reason} at ${location}`.replaceAll(/\s+/g, ' ');
}

// EXTERNAL MODULE: ./node_modules/uuid/dist-node/v5.js + 6 modules
var v5 = __webpack_require__(3604);
;// CONCATENATED MODULE: ./build/src/service/dependencies.js

/** @throws HttpProblem 404 if the test target does not exist. */
function requireTarget({ targets }, testTargetId) {
    const target = targets.find(testTargetId);
    if (target === undefined)
        throw HttpProblem.notFound(`test target ${testTargetId}`);
    return target;
}
/** @throws HttpProblem 404 if the target or the environment does not exist. */
function requireEnvironment(deps, { testTargetId, environmentId }) {
    requireTarget(deps, testTargetId);
    const environment = deps.environments.find(testTargetId, environmentId);
    if (environment === undefined)
        throw HttpProblem.notFound(`environment ${environmentId}`);
    return environment;
}
/** @throws HttpProblem 404 if the target or the test case does not exist. */
function requireTestCase(deps, { testTargetId, testCaseId }) {
    requireTarget(deps, testTargetId);
    const testCase = deps.testCases.find(testTargetId, testCaseId);
    if (testCase === undefined)
        throw HttpProblem.notFound(`test case ${testCaseId}`);
    return testCase;
}
/** @throws HttpProblem 400 if two pushed cases have the same id. */
function refuseDuplicateIds(testCases) {
    const seen = new Set();
    for (const [index, { id }] of testCases.entries()) {
        if (seen.has(id))
            throw HttpProblem.invalid(['testCases', index, 'id'], `the id ${id} occurs twice`);
        seen.add(id);
    }
}

;// CONCATENATED MODULE: ./build/src/service/handlers/environments.js




/** Environments (section 4.2). Their names are unique within a target. */
const environmentHandlers = {
    listEnvironments: (deps, { params: { testTargetId } }) => {
        requireTarget(deps, testTargetId);
        return deps.environments.list(testTargetId).map(toEnvironment);
    },
    createEnvironment: (deps, { params: { testTargetId }, body }) => {
        requireTarget(deps, testTargetId);
        const taken = new Set(deps.environments.list(testTargetId).map(({ name }) => name));
        const name = body.name === undefined ? freeName(taken) : storableName(body.name);
        refuseTakenName(taken, name);
        const settings = mergeSettings(testTargetId, {}, body, deps.now());
        return toEnvironment(deps.environments.create(testTargetId, name, 'ADDITIONAL', settings, deps.now()));
    },
    /** Extension: changes what the body names. `updatedAt` stays if that changes nothing. */
    updateEnvironment: (deps, { params, body }) => {
        const stored = requireEnvironment(deps, params);
        const others = deps.environments.list(params.testTargetId).filter(({ id }) => id !== stored.id);
        const name = body.name === undefined ? stored.name : storableName(body.name);
        refuseTakenName(new Set(others.map((each) => each.name)), name);
        const settings = mergeSettings(params.testTargetId, stored.settings, body, deps.now());
        if (!(0,external_node_util_.isDeepStrictEqual)({ name, settings }, { name: stored.name, settings: stored.settings })) {
            deps.environments.update(stored.id, name, settings, deps.now());
        }
        return toEnvironment(requireEnvironment(deps, params));
    },
    /** Extension. The DEFAULT environment is deleted only together with its target. */
    deleteEnvironment: (deps, { params }) => {
        const { id, type } = requireEnvironment(deps, params);
        if (type === 'DEFAULT') {
            throw HttpProblem.invalid(['params', 'environmentId'], 'the DEFAULT environment can only be deleted together with its test target');
        }
        deps.environments.delete(id);
    },
};
/** The answer form (section 2.2), credentials included. */
function toEnvironment({ settings, ...row }) {
    return { ...row, ...settings };
}
function freeName(taken) {
    let number = taken.size + 1;
    while (taken.has(`environment ${number}`))
        number += 1;
    return `environment ${number}`;
}
/** SQLite stores no lone surrogates, so two different names could become the same one. */
function storableName(name) {
    return name.toWellFormed();
}
function refuseTakenName(taken, name) {
    if (taken.has(name))
        throw HttpProblem.invalid(['name'], `an environment "${name}" already exists`);
}
/**
 * The stored settings with the changes of a request, credential by credential. An account or an authentication without
 * any field removes the stored one.
 */
function mergeSettings(testTargetId, { testAccount, basicAuth, ...rest }, body, now) {
    const updatedAt = now.toISOString();
    const account = mergeAccount(testAccount, body, updatedAt);
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
/** The account with the one-time-password key, which has three spellings: inside the account, it comes first. */
function mergeAccount(stored, { testAccount, testAccountOtpInitializerKey, otpInitializerKey }, updatedAt) {
    const account = testAccount === undefined ? stored : credentials({ ...stored }, testAccount, updatedAt);
    const key = testAccount?.otpInitializerKey ?? testAccountOtpInitializerKey ?? otpInitializerKey;
    return key == null ? account : { ...account, otpInitializerKey: key, updatedAt };
}
function credentials(stored, given, updatedAt) {
    return Object.keys(given).length === 0 ? undefined : { ...stored, ...given, updatedAt };
}
/** This service has only its own location: every name stands for it. */
function privateLocation(testTargetId, name) {
    return {
        // As JSON, because `uuid` cannot encode the lone surrogates that a name may contain.
        id: (0,v5/* default */.Ay)(`location ${JSON.stringify(name)}`, testTargetId),
        name,
        status: 'ONLINE',
        type: 'PRIVATE',
    };
}

// EXTERNAL MODULE: ./build/src/contract/attempt.js
var attempt = __webpack_require__(2537);
;// CONCATENATED MODULE: ./build/src/service/store/test-report-store.js






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
    outcome: jsonColumn(schemas/* object */.Ikc({ ...attempt/* attemptFields */.jK, earlierAttempts: schemas/* array */.YOg(attempt/* attempt */.CD).default([]) })),
});
const supportingRow = schemas/* object */.Ikc({ supporting: jsonColumn(schemas/* array */.YOg(schemas/* string */.YjP())) });
const reportColumns = `id, test_target_id AS testTargetId, created_at AS createdAt, updated_at AS updatedAt,
  execution_url AS executionUrl, browser, breakpoint, context`;
const resultColumns = `id, test_case_id AS testCaseId, test_report_id AS testReportId, name,
  created_at AS createdAt, updated_at AS updatedAt, status, outcome`;
/** Stands in for fields that an attempt leaves out: an answer has all of them. */
const emptyAttempt = {
    errorMessage: null,
    failedStep: null,
    pageUrl: null,
    consoleErrors: [],
    screenshotUrl: null,
    traceUrl: null,
    missingEvidence: [],
    teardownFailures: [],
    warnings: [],
};
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
                .prepare(`INSERT INTO test_reports (id, test_target_id, environment_id, created_at, updated_at, execution_url, browser, breakpoint, context, supporting_version_ids)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
                .run(id, report.testTargetId, report.environmentId, createdAt, createdAt, report.executionUrl, report.browser, report.breakpoint, JSON.stringify(report.context), JSON.stringify(report.supporting.map(({ versionId }) => versionId)));
            const insert = this.#database.prepare(`INSERT INTO test_results (id, test_report_id, test_case_id, version_id, position, name, created_at, updated_at, status)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'WAITING')`);
            for (const [position, { versionId, testCase }] of report.versions.entries()) {
                const { id: testCaseId, description } = testCase;
                const resultId = this.#newResultId(versionId);
                insert.run(resultId, id, testCaseId, versionId, position, description, createdAt, createdAt);
            }
        });
        const stored = this.find(report.testTargetId, id);
        if (stored === undefined)
            throw new Error(`The report ${id} was stored but cannot be found.`);
        return stored;
    }
    /** For a version's first run, the id that the answer to its draft push announced. */
    #newResultId(versionId) {
        const first = firstResultId(versionId);
        const isTaken = this.#database.prepare('SELECT 1 FROM test_results WHERE id = ?').get(first) !== undefined;
        return isTaken ? (0,external_node_crypto_.randomUUID)() : first;
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
                .prepare(`UPDATE test_results SET status = ?, outcome = ?, updated_at = ?
           WHERE test_report_id = ? AND test_case_id = ?`)
                .run(outcome.status, outcomeText(outcome), now.toISOString(), testReportId, outcome.testCaseId);
            this.#touch(testReportId, now);
        });
    }
    #touch(testReportId, now) {
        this.#database
            .prepare('UPDATE test_reports SET updated_at = ? WHERE id = ?')
            .run(now.toISOString(), testReportId);
    }
    /** Ends the results that are still WAITING after the run of a report has ended. */
    failWaiting(testReportId, errorMessage, now) {
        transaction(this.#database, () => {
            const { changes } = this.#database
                .prepare(`UPDATE test_results SET status = 'ERROR', outcome = ?, updated_at = ?
           WHERE test_report_id = ? AND status = 'WAITING'`)
                .run(outcomeText({ errorMessage }), now.toISOString(), testReportId);
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
        // Conditions are combined with AND: two different environments match no report.
        const environments = environmentIds.map(() => 'AND environment_id = ?').join(' ');
        return this.#database
            .prepare(`SELECT ${reportColumns} FROM test_reports WHERE test_target_id = ? AND created_at < ? ${environments}
         ORDER BY created_at DESC LIMIT ?`)
            .all(testTargetId, before ?? '9999', ...environmentIds, limit)
            .map((row) => this.#withResults(reportRow.parse(row)));
    }
    /**
     * The ids of the versions that a report has run, in order, followed by those of their dependencies and teardowns;
     * undefined if there is no such report.
     */
    versionIds(testTargetId, id) {
        const report = this.#database
            .prepare('SELECT supporting_version_ids AS supporting FROM test_reports WHERE test_target_id = ? AND id = ?')
            .get(testTargetId, id);
        if (report === undefined)
            return undefined;
        const tested = this.#database
            .prepare('SELECT version_id AS versionId FROM test_results WHERE test_report_id = ? ORDER BY position')
            .all(id)
            .map((row) => schemas/* object */.Ikc({ versionId: schemas/* string */.YjP() }).parse(row).versionId);
        return [...tested, ...supportingRow.parse(report).supporting];
    }
    /** Ends the results that an earlier process left WAITING. */
    failAbandoned(errorMessage, now) {
        this.#database
            .prepare(`UPDATE test_reports SET updated_at = ?
         WHERE id IN (SELECT test_report_id FROM test_results WHERE status = 'WAITING')`)
            .run(now.toISOString());
        this.#database
            .prepare("UPDATE test_results SET status = 'ERROR', outcome = ?, updated_at = ? WHERE status = 'WAITING'")
            .run(outcomeText({ errorMessage }), now.toISOString());
    }
    #withResults(report) {
        const testResults = this.#database
            .prepare(`SELECT ${resultColumns} FROM test_results WHERE test_report_id = ? ORDER BY position`)
            .all(report.id)
            .map((row) => storedResult(resultRow.parse(row), report));
        return { ...report, status: reportStatus(testResults), testResults };
    }
}
/** The id of the result of a version's first run. It depends on the version only, so it is known before the run. */
function firstResultId(versionId) {
    return (0,v5/* default */.Ay)('first result', versionId);
}
/** Half a surrogate pair becomes the replacement character, as in all other columns of text. */
function outcomeText(outcome) {
    return JSON.stringify(outcome, (_, value) => typeof value === 'string' ? value.toWellFormed() : value);
}
function storedResult({ outcome, ...result }, { testTargetId, browser, breakpoint }) {
    const earlierAttempts = outcome.earlierAttempts.map((each) => ({ ...emptyAttempt, ...each }));
    const flaky = result.status === 'PASSED' && earlierAttempts.length > 0;
    return {
        ...result,
        ...emptyAttempt,
        ...outcome,
        earlierAttempts,
        testTargetId,
        browser,
        breakpoint,
        flaky,
    };
}
/** The rule of section 3; a result with ERROR did not succeed. */
function reportStatus(results) {
    if (results.some(({ status }) => status === 'WAITING'))
        return 'WAITING';
    return results.every(({ status }) => status === 'PASSED') ? 'PASSED' : 'FAILED';
}

;// CONCATENATED MODULE: ./build/src/service/handlers/exchange.js




/** Pull, push and versions (section 4.6). */
const exchangeHandlers = {
    /**
     * The target's cases. With a report: in the versions that it has run. With a plan: those of the plan, and what they
     * need.
     */
    pull: (deps, { params: { testTargetId }, query: { testPlanId, testReportId } }) => {
        requireTarget(deps, testTargetId);
        if (testPlanId !== undefined && deps.plans.find(testTargetId, testPlanId) === undefined) {
            throw HttpProblem.notFound(`test plan ${testPlanId}`);
        }
        const stored = deps.testCases.list(testTargetId);
        const all = new Map(stored.map(({ id, testCase }) => [id, testCase]));
        // A version takes the place of its case. The map appends what the target has no longer, or had only as a draft.
        for (const each of casesOfReport(deps, testTargetId, testReportId))
            all.set(each.id, each);
        const ofPlan = new Set(stored.filter((each) => each.testPlanId === testPlanId).map(({ id }) => id));
        const wanted = testPlanId === undefined ? all : withNeeded(ofPlan, all);
        return { testCases: [...all.values()].filter(({ id }) => wanted.has(id)) };
    },
    /** Replaces the target's cases with the given ones, and enables them. An empty list must be meant. */
    push: (deps, { params: { testTargetId }, query: { allowEmpty }, body: { testCases } }) => {
        requireTarget(deps, testTargetId);
        if (testCases.length === 0 && allowEmpty !== 'true' && deps.testCases.hasAny(testTargetId)) {
            throw new HttpProblem(409, {
                message: 'the list is empty, and would remove all test cases of the target. If this is intended, add ?allowEmpty=true',
            });
        }
        refuseDuplicateIds(testCases);
        const versions = deps.versions.add(testTargetId, testCases);
        deps.testCases.replaceAll(testTargetId, versions, deps.now());
        return { success: true, versionIds: versions.map(({ versionId }) => versionId) };
    },
    /**
     * Stores versions; the target's enabled cases stay as they are. A push alone runs nothing: `testResultId` is the id
     * that the result of the version's first run will have.
     */
    draftPush: (deps, { params: { testTargetId }, body: { testCases } }) => {
        requireTarget(deps, testTargetId);
        refuseDuplicateIds(testCases);
        const versions = deps.versions.add(testTargetId, testCases);
        return {
            success: true,
            versionIds: versions.map(({ versionId }) => versionId),
            syncDataByStableId: Object.fromEntries(versions.map(({ versionId, testCase: { id } }) => [
                id,
                { versionId, testResultId: firstResultId(versionId) },
            ])),
        };
    },
    getTestCaseVersion: (deps, { params: { testTargetId, testCaseId, versionId } }) => {
        requireTarget(deps, testTargetId);
        const version = deps.versions.find(testTargetId, versionId);
        if (version?.testCase.id !== testCaseId) {
            throw HttpProblem.notFound(`version ${versionId} of test case ${testCaseId}`);
        }
        return { ...version.testCase, versionId: version.versionId };
    },
};
/** The ids, and those of the dependencies and teardowns of their cases. */
function withNeeded(ids, library) {
    const needed = new Set(ids);
    // The set grows while it is read.
    for (const id of needed) {
        const testCase = library.get(id);
        for (const other of testCase === undefined ? [] : (0,test_case/* neededIds */.GF)(testCase))
            needed.add(other);
    }
    return needed;
}
/** The versions that were run, even if the cases have changed since. */
function casesOfReport(deps, testTargetId, testReportId) {
    if (testReportId === undefined)
        return [];
    const versionIds = deps.reports.versionIds(testTargetId, testReportId);
    if (versionIds === undefined)
        throw HttpProblem.notFound(`test report ${testReportId}`);
    return versionIds.flatMap((id) => deps.versions.find(testTargetId, id)?.testCase ?? []);
}

;// CONCATENATED MODULE: ./build/src/service/handlers/execute.js



/** POST execute (extension): starts a run of the given versions, or of the enabled cases. */
const executeHandlers = {
    execute: (deps, { body, request, afterCommit }) => {
        const target = requireTarget(deps, body.testTargetId);
        const environment = findEnvironment(deps, body);
        refuseMissingBrowser(deps, body);
        const given = body.testCaseVersionIds?.map((id, index) => findVersion(deps, body, id, index)) ?? [];
        refuseTwoOfOneCase(given);
        const candidates = body.testCaseVersionIds === undefined ? deps.testCases.listEnabled(target.id, body.tags) : given;
        const selected = new Set((0,test_case/* selectCases */._H)(candidates.map(({ testCase }) => testCase), { tags: body.tags, environmentName: environment.name }));
        const versions = candidates.filter(({ testCase }) => selected.has(testCase));
        const supporting = supportingVersions(versions, enabledOrGiven(deps, target.id, given));
        const { testTargetId, url: executionUrl, browser, breakpoint, context } = body;
        const environmentId = environment.id;
        const report = deps.reports.create({ testTargetId, environmentId, executionUrl, browser, breakpoint, context, versions, supporting }, deps.now());
        const plan = {
            cases: versions.map(({ testCase }) => testCase),
            library: new Map([...versions, ...supporting].map(({ testCase }) => [testCase.id, testCase])),
            executionUrl,
            browser,
            breakpoint,
            variables: body.variablesToOverwrite,
            timeoutPerStepMs: target.timeoutPerStep,
            testIdAttribute: target.testIdAttribute,
            environment: runEnvironment(environment),
        };
        afterCommit(() => deps.runs.start(report, plan));
        return {
            testReportUrl: reportPage(request, report),
            testReport: { ...report, testResults: [...report.testResults] },
        };
    },
};
function runEnvironment({ settings }) {
    const { testAccount, basicAuth, additionalHeaderFields } = settings;
    const { username, password } = basicAuth ?? {};
    return {
        ...(testAccount === undefined ? {} : { testAccount }),
        ...(username === undefined || password === undefined ? {} : { basicAuth: { username, password } }),
        headers: additionalHeaderFields ?? {},
    };
}
/** Finds the version of a case that a run plays: a given one replaces the enabled one. */
function enabledOrGiven(deps, testTargetId, given) {
    const givenById = new Map(given.map((version) => [version.testCase.id, version]));
    return (id) => {
        const found = givenById.get(id);
        if (found !== undefined)
            return found;
        const stored = deps.testCases.find(testTargetId, id);
        return stored?.status === 'ENABLED' ? stored : undefined;
    };
}
/** The dependencies and teardowns of the tested cases, and theirs in turn, as far as they exist. */
function supportingVersions(tested, find) {
    const seen = new Set(tested.map(({ testCase }) => testCase.id));
    const supporting = [];
    const visit = ({ testCase }) => {
        for (const id of (0,test_case/* neededIds */.GF)(testCase)) {
            const version = seen.has(id) ? undefined : find(id);
            seen.add(id);
            if (version !== undefined)
                supporting.push(version);
        }
    };
    for (const version of tested)
        visit(version);
    // The list grows while it is read.
    for (const version of supporting)
        visit(version);
    return supporting;
}
function findEnvironment(deps, { testTargetId, environmentName }) {
    const environments = deps.environments.list(testTargetId);
    // `default` means the DEFAULT environment, even if it has been renamed.
    const found = environments.find(({ name }) => name === environmentName) ??
        environments.find(({ type }) => type === 'DEFAULT' && environmentName === 'default');
    if (found !== undefined)
        return found;
    const names = environments.map(({ name }) => name).join(', ');
    throw HttpProblem.invalid(['environmentName'], `there is no environment "${environmentName}"; the target has: ${names}`);
}
function refuseMissingBrowser(deps, { browser }) {
    if (deps.runs.browsers.includes(browser))
        return;
    throw HttpProblem.invalid(['browser'], `${browser} is not available: use ${deps.runs.browsers.join(' or ')}`);
}
/** A report has only one result for each case. */
function refuseTwoOfOneCase(versions) {
    const seen = new Set();
    for (const [index, { testCase }] of versions.entries()) {
        if (seen.has(testCase.id)) {
            throw HttpProblem.invalid(['testCaseVersionIds', index], `another version of test case ${testCase.id} is also given`);
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
/** URL of the report's page in the interface. This service has no pages, so the URL is not served. */
function reportPage(request, { testTargetId, id }) {
    return new URL(`/testtargets/${testTargetId}/testreports/${id}`, request.url).href;
}

;// CONCATENATED MODULE: ./build/src/service/handlers/generations.js




/** Test cases from prompts (section 4.5) and the test plans of batches (section 4.7). */
const generationHandlers = {
    /** The id of a batch generation is that of its test plan. */
    createBatchGeneration: (deps, { params: { testTargetId }, body, afterCommit }) => {
        requireTarget(deps, testTargetId);
        const { environmentId, prerequisiteId } = body;
        if (environmentId != null && deps.environments.find(testTargetId, environmentId) === undefined) {
            throw HttpProblem.invalid(['environmentId'], `the target has no environment ${environmentId}`);
        }
        if (prerequisiteId != null && deps.testCases.find(testTargetId, prerequisiteId) === undefined) {
            throw HttpProblem.invalid(['prerequisiteId'], `the target has no test case ${prerequisiteId}`);
        }
        const batchGenerationId = deps.plans.create(testTargetId, body.context ?? {}, deps.now());
        afterCommit(() => deps.generations.startBatch(testTargetId, batchGenerationId, body));
        return { batchGenerationId };
    },
    createDiscovery,
    createDiscoveryV3: createDiscovery,
    getTestPlan: (deps, { params: { testTargetId, id } }) => {
        requireTarget(deps, testTargetId);
        const plan = deps.plans.find(testTargetId, id);
        if (plan === undefined)
            throw HttpProblem.notFound(`test plan ${id}`);
        return plan;
    },
};
/** Makes a DRAFT from a prompt, which does not run until it is enabled. */
function createDiscovery(deps, { params: { testTargetId }, body, afterCommit }) {
    requireTarget(deps, testTargetId);
    const draft = toDraft(body, findPrerequisite(deps, testTargetId, body.prerequisiteName));
    const discovery = newDiscovery(body.prompt, deps.now());
    for (const version of deps.versions.add(testTargetId, [draft])) {
        deps.testCases.add(testTargetId, version, { discovery }, deps.now());
    }
    afterCommit(() => deps.generations.startDiscovery(testTargetId, draft, discovery));
    return { discoveryId: discovery.id, testCaseId: draft.id };
}
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

// EXTERNAL MODULE: ./node_modules/acorn/dist/acorn.mjs
var acorn = __webpack_require__(4559);
// EXTERNAL MODULE: ./build/src/contract/exchange/pattern.js
var exchange_pattern = __webpack_require__(2994);
;// CONCATENATED MODULE: ./build/src/service/locator-line/literals.js



/**
 * Characters that would end a line, be invisible in an editor, reverse the order of what follows, or not survive as
 * UTF-8. They are written as escapes.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;
const shortEscapes = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
/** A text as a JavaScript string literal: in single quotes, or in double ones if that saves escapes. */
function stringLiteral(text) {
    const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
    return quote + escaped(text).replaceAll(quote, `\\${quote}`) + quote;
}
/** A text for use between the backticks of a template literal. */
function templateText(text) {
    return escaped(text).replace(/`|\$(?=\{)/g, '\\$&');
}
/** A text of the exchange form as a string literal, or as a regular expression if it is a pattern. */
function textLiteral(text) {
    const source = (0,exchange_pattern/* patternSource */.MP)(text);
    return source === undefined ? stringLiteral(text) : patternLiteral(source);
}
/** A regular expression as a literal if one has exactly this source, else as `new RegExp('…')`. */
function patternLiteral(source) {
    return fitsLiteral(source) ? `/${source}/` : `new RegExp(${stringLiteral(source)})`;
}
/** @returns why a text is not the source of a regular expression; undefined if it is one. */
function patternProblem(source) {
    try {
        new RegExp(source);
        return undefined;
    }
    catch (error) {
        return (0,errors/* messageOf */.b)(error);
    }
}
function fitsLiteral(source) {
    if (source.search(unprintable) !== -1 || patternProblem(source) !== undefined)
        return false;
    try {
        const literal = (0,acorn/* parseExpressionAt */.lP)(`/${source}/`, 0, { ecmaVersion: 'latest' });
        return literal.type === 'Literal' && literal.regex?.pattern === source && literal.regex.flags === '';
    }
    catch {
        return false;
    }
}
function escaped(text) {
    return text.replaceAll('\\', '\\\\').replace(unprintable, escapeOne);
}
/** Written as UTF-16 units: not every tool can read `\u{…}` after half a pair. */
function escapeOne(character) {
    const units = character.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    return shortEscapes[character] ?? units.join('');
}

;// CONCATENATED MODULE: ./build/src/service/code-export/environment-code.js

/** The URL of the app as code: exported files can be run against another one. */
function urlCode(url) {
    return `process.env.OCTO_URL || ${stringLiteral(url)}`;
}
/** The environment variable with the value of a header field: `OCTO_HEADER_X_BYPASS` for `X-Bypass`. */
function headerVariable(name) {
    return `OCTO_HEADER_${name.toUpperCase().replace(/[^A-Z\d]/g, '_')}`;
}
/** Code that reads an environment variable. Its file needs `fromEnvironmentCode`. */
function fromEnvironment(variable) {
    return `fromEnvironment(${stringLiteral(variable)})`;
}
const fromEnvironmentCode = [
    '/** Credentials are never part of exported files. */',
    'function fromEnvironment(name: string): string {',
    '  const value = process.env[name];',
    "  if (!value) throw new Error('The environment variable ' + name + ' is missing.');",
    '  return value;',
    '}',
];

;// CONCATENATED MODULE: ./build/src/service/code-export/file-scope.js
function newFileScope({ sendsFields = false } = {}) {
    return {
        sendsFields,
        helpers: new Set(),
        variables: new Set(),
        usesDynamic: false,
        changesPage: false,
        fixedWaitMs: 0,
    };
}
/** @returns the name of a helper function, which the file then contains. */
function helper(scope, name) {
    scope.helpers.add(name);
    return name;
}
/** @returns the name of the map of dynamic variables, which the test then declares. */
function dynamicVariables(scope) {
    scope.usesDynamic = true;
    return 'dynamic';
}
/** Indents lines by one level. Only code is given here, and no literal spans lines. */
function indented(lines) {
    return lines.map((line) => `  ${line}`);
}
/** A step that can't work as it is. Its code throws this message when the test runs. */
class StepProblem extends Error {
}
/** A step that has no equivalent in an exported file. It fails the test even with `ignoreFailure`. */
class StepNotExported extends Error {
}

;// CONCATENATED MODULE: ./build/src/service/code-export/helpers.js
/** The types that helpers name, in the order in which a file imports them. */
const importedTypes = ['APIResponse', 'Locator', 'Page'];
/** Every helper, in the order in which they stand at the end of a file. */
const helpers = {
    address: {
        types: [],
        code: `
/** Resolves a path below the execution URL. A full URL is returned unchanged. */
function address(path: string): string {
  if (path === '') return executionUrl;
  const base = new URL(executionUrl);
  const below = \`\${base.origin}\${base.pathname.replace(/\\/+$/, '')}/\${path.replace(/^\\/+/, '')}\`;
  const url = new URL(/^[a-z][a-z\\d+.-]*:/i.test(path) ? path : below);
  if (url.protocol === 'http:' || url.protocol === 'https:') return url.href;
  throw new Error(\`Cannot open "\${path}": use an http or https URL, or a path below the URL under test.\`);
}`,
    },
    mayFail: {
        types: [],
        code: `
/** Runs steps whose failure does not fail the test. */
async function mayFail(steps: () => Promise<void>): Promise<void> {
  try {
    await steps();
  } catch (error) {
    console.warn(\`Ignored failure: \${error}\`);
  }
}`,
    },
    variable: {
        types: [],
        code: `
/** Returns the value of a variable. */
function variable(name: string): string {
  const value: unknown = variables.get(name);
  if (typeof value === 'string') return value;
  throw new Error(\`The variable $\${name} has no value. Set the environment variable \${name}.\`);
}`,
    },
    ifGiven: {
        types: [],
        code: `
/** Returns the value of a variable, or \`$NAME\` itself if it has none. */
function ifGiven(name: string): string {
  return variables.get(name) ?? \`$\${name}\`;
}`,
    },
    dynamicVariable: {
        types: [],
        code: `
/** Returns the value of a variable that an earlier step set. */
function dynamicVariable(dynamic: ReadonlyMap<string, string>, name: string): string {
  const value = dynamic.get(name);
  if (value !== undefined) return value;
  throw new Error(\`The variable $$\${name} has no value. An earlier step must set it.\`);
}`,
    },
    escapeRegExp: {
        types: [],
        code: `
/** Escapes a value for use in a regular expression. */
function escapeRegExp(value: string): string {
  return value.replace(/[\\\\^$.*+?()[\\]{}|]/g, '\\\\$&');
}`,
    },
    clipboard: {
        types: ['Page'],
        code: `
/** Returns the text on the clipboard. */
async function clipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}`,
    },
    requestWithHeaders: {
        types: ['APIResponse', 'Page'],
        code: `
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
    },
    upload: {
        types: ['APIResponse', 'Locator'],
        code: `
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
  await input.setInputFiles({
    name: name.split(/[\\/\\\\]/).pop() || 'file',
    mimeType: mimeType.split(';')[0] || 'application/octet-stream',
    buffer: await response.body(),
  });
}`,
    },
    downloadedName: {
        types: ['Locator', 'Page'],
        code: `
/** Clicks a link and returns the name of the downloaded file, without waiting for its content. */
async function downloadedName(page: Page, link: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const name = download.suggestedFilename();
  await download.cancel();
  return name;
}`,
    },
    dragByMouse: {
        types: ['Locator', 'Page'],
        code: `
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
    },
    nonEmpty: {
        types: [],
        code: `
/** Rejects an empty text, because every element contains it. */
function nonEmpty<T extends string | RegExp>(expected: T): T {
  const isEmpty = typeof expected === 'string' ? expected.trim() === '' : expected.source === '(?:)';
  if (isEmpty) throw new Error('The expected text is empty because its variables are. Check the step that sets them.');
  return expected;
}`,
    },
    textOf: {
        types: ['Locator'],
        code: `
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
    },
    attributeOf: {
        types: ['Locator'],
        code: `
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
    },
    runInPage: {
        types: ['Page'],
        code: `
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
    },
    untilTrue: {
        types: ['Page'],
        code: `
/** Waits until a function body returns true in the page. Errors it throws are retried. */
async function untilTrue(page: Page, body: string, dynamic: ReadonlyMap<string, string>): Promise<void> {
  const context = JSON.stringify(JSON.stringify(Object.fromEntries(dynamic)));
  const expression = \`(async (context) => {\${body}\\n})(JSON.parse(\${context}))\`;
  await expect(async () => expect(await page.evaluate(expression)).toBe(true)).toPass({ timeout: stepTimeout });
}`,
    },
    closePage: {
        types: ['Page'],
        code: `
/** Closes a page and returns the page opened before it. */
async function closePage(page: Page): Promise<Page> {
  const context = page.context();
  await page.close();
  const before = context.pages().at(-1);
  if (before === undefined) throw new Error('CLOSE_PAGE has no page to return to.');
  return before;
}`,
    },
};
const helpers_names = Object.keys(helpers).filter((name) => name in helpers);
/** The code of the helpers that a file uses. */
function helperCode(used) {
    return helpers_names.filter((name) => used.has(name)).map((name) => helpers[name].code.trim());
}
/** The types that they name. */
function helperTypes(used) {
    const named = new Set([...used].flatMap((name) => helpers[name].types));
    return importedTypes.filter((each) => named.has(each));
}

// EXTERNAL MODULE: ./build/src/contract/code-export.js
var code_export = __webpack_require__(2906);
;// CONCATENATED MODULE: ./build/src/service/locator-line/print-locator.js

const locatorMethods = {
    FRAME: { name: 'frameLocator', takes: 'text', options: [] },
    CSS: { name: 'locator', takes: 'text', options: [] },
    TEXT: { name: 'getByText', takes: 'text or pattern', options: ['exact'] },
    ROLE: {
        name: 'getByRole',
        takes: 'role',
        options: [
            ...['name', 'checked', 'disabled', 'exact', 'expanded'],
            ...['includeHidden', 'level', 'pressed', 'selected'],
        ],
    },
    ALT_TEXT: { name: 'getByAltText', takes: 'text or pattern', options: ['exact'] },
    LABEL: { name: 'getByLabel', takes: 'text or pattern', options: ['exact'] },
    TEST_ID: { name: 'getByTestId', takes: 'text or pattern', options: [] },
    TITLE: { name: 'getByTitle', takes: 'text or pattern', options: ['exact'] },
    PLACEHOLDER: { name: 'getByPlaceholder', takes: 'text or pattern', options: ['exact'] },
    FILTER: { name: 'filter', takes: 'options only', options: ['hasText', 'hasNotText'] },
    FIRST: { name: 'first', takes: 'options only', options: [] },
    LAST: { name: 'last', takes: 'options only', options: [] },
    NTH: { name: 'nth', takes: 'index', options: [] },
};
/** Every text stands for itself, `$NAME` too. */
const literals = { plain: stringLiteral, orPattern: textLiteral, role: stringLiteral };
/**
 * Selectors of the exchange form (section 2.4) as a Playwright locator expression, the locator line of section 4.3:
 * `page.getByRole('button', { name: 'Pay' }).first()`. Options that don't belong to their selector are left out.
 */
function printLocator(selectors) {
    return ['page', ...selectors.map((each) => printCall(each, literals))].join('.');
}
/** One selector as the call that narrows what the ones before have found: `getByText('Pay')`. */
function printCall(selector, code) {
    const method = locatorMethods[selector.selectorType];
    const values = [printValue(selector.selector, method, code), printOptions(selector, method, code)];
    return `${method.name}(${values.filter((value) => value !== '').join(', ')})`;
}
function printValue(text, { takes }, code) {
    switch (takes) {
        case 'text':
            return code.plain(text);
        case 'text or pattern':
            return code.orPattern(text);
        case 'role':
            return code.role(text);
        case 'index':
            return String(BigInt(text));
        case 'options only':
            return '';
    }
}
function printOptions({ options }, method, code) {
    const members = method.options.flatMap((name) => {
        const value = options?.[name];
        if (value === undefined)
            return [];
        if (typeof value === 'string')
            return [`${name}: ${code.orPattern(value)}`];
        // String(-0) would lose the sign.
        return [`${name}: ${Object.is(value, -0) ? '-0' : value}`];
    });
    return members.length === 0 ? '' : `{ ${members.join(', ')} }`;
}

;// CONCATENATED MODULE: ./build/src/service/code-export/text-code.js







/** How the texts of a step become code: a variable is read when the step runs, as in the runner. */
function textCode(scope) {
    return {
        plain: (text) => joined((0,variables_text/* textPieces */.Vk)(text), (name) => variableCode(name, scope)),
        orPattern: (text) => textOrPattern(text, scope),
        role: (text) => roleCode(text, scope),
    };
}
/** Code that a step carries: `$NAME` stands for a variable where it has a value, and `$$name` never does. */
function scriptCode(script, scope) {
    const parts = (0,variables_text/* sourcePieces */.Fx)(script).map((part) => 'name' in part && part.name.startsWith('$') ? { plain: `$${part.name}` } : part);
    return joined(parts, (name) => {
        scope.variables.add(name);
        return `${helper(scope, 'ifGiven')}(${stringLiteral(name)})`;
    });
}
/** One literal, one call, or a template literal of both. */
function joined(parts, code) {
    const [only] = parts;
    if (parts.length === 1 && only !== undefined)
        return 'plain' in only ? stringLiteral(only.plain) : code(only.name);
    return `\`${parts.map((part) => ('plain' in part ? templateText(part.plain) : `\${${code(part.name)}}`)).join('')}\``;
}
function textOrPattern(text, scope) {
    const source = (0,exchange_pattern/* patternSource */.MP)(text);
    if (source === undefined)
        return textCode(scope).plain(text);
    const parts = (0,variables_text/* sourcePieces */.Fx)(source);
    if (parts.every((part) => 'name' in part === false)) {
        const problem = patternProblem(source);
        if (problem !== undefined)
            throw new StepProblem(problem);
        return patternLiteral(source);
    }
    const escaped = (name) => `${helper(scope, 'escapeRegExp')}(${variableCode(name, scope)})`;
    return `new RegExp(${joined(parts, escaped)})`;
}
function roleCode(text, scope) {
    const parts = (0,variables_text/* textPieces */.Vk)(text);
    // The types of Playwright name every role; the value of a variable is known only when the step runs.
    if (parts.some((part) => 'name' in part))
        return `${textCode(scope).plain(text)} as 'button'`;
    try {
        return stringLiteral(ariaRole(text));
    }
    catch (error) {
        throw new StepProblem((0,errors/* messageOf */.b)(error));
    }
}
function variableCode(name, scope) {
    if ((0,variable_names/* predefinedSpelling */.$x)(name.slice(1)) === 'OCTO_CLIPBOARD')
        return `await ${helper(scope, 'clipboard')}(page)`;
    if (name.startsWith('$')) {
        return `${helper(scope, 'dynamicVariable')}(${dynamicVariables(scope)}, ${stringLiteral(name.slice(1))})`;
    }
    scope.variables.add(name);
    return `${helper(scope, 'variable')}(${stringLiteral(name)})`;
}
/** Whether a text or a pattern consists of variables only, so that their values may leave it empty. */
function mayBeEmpty(text) {
    const source = (0,exchange_pattern/* patternSource */.MP)(text);
    const parts = source === undefined ? (0,variables_text/* textPieces */.Vk)(text) : (0,variables_text/* sourcePieces */.Fx)(source);
    const named = parts.some((part) => 'name' in part);
    return named && parts.every((part) => 'name' in part || part.plain.trim() === '');
}
/** An expression that requests a path or URL with the page's session; it is a promise of the response. */
function requestCode(address, scope) {
    const url = `${helper(scope, 'address')}(${textCode(scope).plain(address)})`;
    if (scope.sendsFields)
        return `${helper(scope, 'requestWithHeaders')}(page, ${url})`;
    return `page.request.get(${url}, { timeout: stepTimeout })`;
}
const stableUuid = 'stableUuid';
/** The predefined variables as code. */
const predefined = new Map([
    ['OCTO_URL', "executionUrl.replace(/\\/+$/, '')"],
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
                    '// The configuration sets this for all files, so that it is the same in the entire run.',
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
    const spelling = (0,variable_names/* predefinedSpelling */.$x)(name);
    const value = [name, spelling].flatMap((each) => (Object.hasOwn(given, each) ? given[each] : [])).at(0);
    if (value !== undefined)
        return stringLiteral(value);
    // A name is a letter or _ and then letters, digits and _.
    return predefined.get(spelling) ?? `process.env.${name}`;
}

;// CONCATENATED MODULE: ./build/src/service/code-export/locator-code.js




const visible = 'filter({ visible: true })';
/**
 * The locator of a step, which finds what `runner/locator.ts` finds: the chain is read left to right, and only visible
 * elements count, unless a ROLE says `includeHidden`.
 * @param hiddenToo lets the last selector find hidden elements, and what picks from them too.
 * @throws StepProblem if the chain can't find an element.
 */
function locatorCode(selectors, scope, { hiddenToo = false } = {}) {
    const last = selectors.at(-1);
    if (last === undefined)
        throw new StepProblem('The step has no selector. Add one for its element.');
    if (last.selectorType === 'FRAME') {
        throw new StepProblem('The selector chain ends with FRAME. Add a selector for the element inside the frame.');
    }
    const links = selectors.map((each, index) => {
        const before = selectors.slice(0, index);
        const hidden = (0,exchange_selector/* includesHidden */.iu)(before) || (hiddenToo && (0,exchange_selector/* isTail */.r8)(selectors, index));
        return linkCode(each, before, { scope, hidden });
    });
    return ['page', ...links, ...(!hiddenToo && (0,exchange_selector/* needsVisibleFilter */.yB)(selectors) ? [visible] : [])].join('.');
}
function linkCode(selector, before, { scope, hidden }) {
    const code = textCode(scope);
    if (selector.selectorType === 'FRAME') {
        return `locator(${code.plain(selector.selector)}).${visible}.contentFrame()`;
    }
    const previous = before.at(-1);
    if ((0,exchange_selector/* isNarrowing */.k8)(selector) && (previous === undefined || previous.selectorType === 'FRAME')) {
        throw new StepProblem(`${selector.selectorType} narrows the elements of another selector. Add a selector before it.`);
    }
    const link = printCall(selector, code);
    // Hidden elements may not stand for choice, unless they count.
    return (0,exchange_selector/* isPick */.cj)(selector) && !hidden ? `${visible}.${link}` : link;
}

;// CONCATENATED MODULE: ./build/src/service/code-export/assertion-code.js




const timeout = '{ timeout: stepTimeout }';
/**
 * One expectation as a statement.
 * @throws StepProblem if it can't work as it is.
 */
function assertionCode(assertion, selectors, scope) {
    const text = textCode(scope);
    if (assertion.expectation === 'RESPONSE_OK') {
        return `await expect(await ${requestCode(assertion.calledWith, scope)}).toBeOK();`;
    }
    if (assertion.expectation === 'NOT_VISIBLE') {
        // Whatever the chain finds: what is hidden is not visible, and two that are visible are no less so than one.
        const locator = locatorCode(selectors, scope);
        const visible = (0,exchange_selector/* needsVisibleFilter */.yB)(selectors) ? locator : `${locator}.filter({ visible: true })`;
        return `await expect(${visible}).toHaveCount(0, ${timeout});`;
    }
    const expected = `await expect(${locatorCode(selectors, scope)})`;
    switch (assertion.expectation) {
        case 'VISIBLE':
            return `${expected}.toBeVisible(${timeout});`;
        case 'DISABLED':
            return `${expected}.toBeDisabled(${timeout});`;
        case 'TO_BE_CHECKED':
            return `${expected}.toBeChecked(${timeout});`;
        case 'NOT_TO_BE_CHECKED':
            return `${expected}.not.toBeChecked(${timeout});`;
        case 'TO_HAVE_VALUE':
            return `${expected}.toHaveValue(${text.orPattern(assertion.calledWith)}, ${timeout});`;
        case 'TO_CONTAIN_TEXT':
            return `${expected}.toContainText(${containedCode(assertion.calledWith, scope)}, ${timeout});`;
        case 'TO_HAVE_STYLE': {
            const [property, value] = assertion.calledWith;
            return `${expected}.toHaveCSS(${text.plain(property)}, ${text.orPattern(value)}, ${timeout});`;
        }
    }
}
/** Every element contains an empty text: that would check nothing. */
function containedCode(expected, scope) {
    const code = textCode(scope).orPattern(expected);
    return mayBeEmpty(expected) ? `${helper(scope, 'nonEmpty')}(${code})` : code;
}

;// CONCATENATED MODULE: ./build/src/service/code-export/interaction-code.js







/** Between two characters of TYPE_TEXT, in ms. */
const typingDelayMs = 10;
/** A fixed wait without a time, in ms. */
const interaction_code_defaultWaitMs = 1000;
/** The page may not still be scrolling when the next step begins. */
const instantly = "behavior: 'instant'";
/**
 * One interaction as a statement.
 * @throws StepProblem if it can't work as it is, StepNotExported if Playwright has no equivalent.
 */
function interactionCode(interaction, selectors, scope) {
    const text = textCode(scope);
    const locator = () => locatorCode(selectors, scope);
    switch (interaction.action) {
        case 'GO_TO':
            return `await page.goto(${helper(scope, 'address')}(${text.plain(interaction.calledWith)}));`;
        case 'CLICK':
            return `await ${locator()}.${clickCall(interaction.calledWith)};`;
        case 'ENTER_TEXT':
            return `await ${locator()}.fill(${text.plain(interaction.calledWith)});`;
        case 'KEY_PRESS':
            return interaction_code_keyPress(text.plain(interaction.calledWith), selectors, scope);
        case 'TYPE_TEXT':
            return interaction_code_typeText(interaction.calledWith, selectors, scope);
        case 'SELECT_OPTION':
            return `await ${locator()}.selectOption(${selectOptionCode(interaction.calledWith, text)});`;
        case 'HOVER':
            return `await ${locator()}.hover();`;
        case 'UPLOAD':
            return uploadCode(interaction.calledWith, selectors, scope);
        case 'DOWNLOAD':
            return downloadCode(interaction.calledWith, locator(), scope);
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
            return javaScriptCode(interaction.calledWith, scope);
        case 'OPEN_EMAIL':
            throw new StepNotExported('OPEN_EMAIL has no equivalent in Playwright, which has no mailbox.');
    }
}
function clickCall(options) {
    const { button = 'left', double = false, force = false } = options ?? {};
    const members = [
        ...(button === 'left' ? [] : [`button: ${stringLiteral(button)}`]),
        ...(force ? ['force: true'] : []),
    ];
    return `${double ? 'dblclick' : 'click'}(${members.length === 0 ? '' : `{ ${members.join(', ')} }`})`;
}
/** Without selectors the focused element receives the key. */
function interaction_code_keyPress(key, selectors, scope) {
    return selectors.length === 0
        ? `await page.keyboard.press(${key});`
        : `await ${locatorCode(selectors, scope)}.press(${key});`;
}
function interaction_code_typeText({ text, delay = typingDelayMs }, selectors, scope) {
    const values = `${textCode(scope).plain(text)}, { delay: ${delay} }`;
    return selectors.length === 0
        ? `await page.keyboard.type(${values});`
        : `await ${locatorCode(selectors, scope)}.pressSequentially(${values});`;
}
/** The value that `selectOption` takes; null selects nothing. */
function selectOptionCode(selected, text) {
    if (selected == null)
        return 'null';
    if (Array.isArray(selected))
        return `[${selected.map((each) => optionCode(each, text)).join(', ')}]`;
    return optionCode(selected, text);
}
function optionCode(option, text) {
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
function uploadCode(address, selectors, scope) {
    // Most apps hide the input behind a button.
    const input = locatorCode(selectors, scope, { hiddenToo: true });
    return `await ${helper(scope, 'upload')}(${input}, async () => ${requestCode(address, scope)});`;
}
function downloadCode(name, locator, scope) {
    const expected = textCode(scope).orPattern(name);
    const matcher = /^(?:\/|new )/.test(expected) ? 'toMatch' : 'toBe';
    return `expect(await ${helper(scope, 'downloadedName')}(page, ${locator})).${matcher}(${expected});`;
}
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
/** Sets a dynamic variable to the text that the element shows, or to an attribute. */
function extractCode(extraction, locator, scope) {
    const name = stringLiteral(validName(extraction.variableName));
    const value = extraction.type === 'TEXT'
        ? `${helper(scope, 'textOf')}(${locator})`
        : `${helper(scope, 'attributeOf')}(${locator}, ${textCode(scope).plain(extraction.attributeName)})`;
    return `${dynamicVariables(scope)}.set(${name}, await ${value});`;
}
function validName(written) {
    try {
        return (0,variable_names/* dynamicName */.lQ)(written);
    }
    catch (error) {
        throw new StepProblem((0,errors/* messageOf */.b)(error));
    }
}
/** Without a type it waits for the page to load, as every step does. */
function waitForCode(waitedFor, scope) {
    const given = waitedFor ?? { type: 'load' };
    switch (given.type) {
        case 'load':
        case 'domContentLoaded':
        case 'networkIdle':
            return `await page.waitForLoadState('${given.type.toLowerCase()}');`;
        case 'fixedTime':
            return interaction_code_fixedWait(given.timeMilliseconds ?? interaction_code_defaultWaitMs, scope);
        case 'code':
            if (given.code === undefined)
                throw new StepProblem('WAIT_FOR with type `code` has no code. Add it as `code`.');
            return `await ${helper(scope, 'untilTrue')}(page, ${scriptCode(withoutTypes(given.code), scope)}, ${dynamicVariables(scope)});`;
        default:
            throw new StepNotExported(`WAIT_FOR ${given.type} has no equivalent in Playwright.`);
    }
}
function interaction_code_fixedWait(ms, scope) {
    scope.fixedWaitMs += ms;
    return `await page.waitForTimeout(${ms});`;
}
/**
 * With a position the page or the element is scrolled to it; without one the element is scrolled into view, or the page
 * to its end.
 */
function scrollCode(position, selectors, scope) {
    const { x, y } = position ?? {};
    const to = [...(x === undefined ? [] : [`left: ${x}`]), ...(y === undefined ? [] : [`top: ${y}`])];
    if (selectors.length > 0) {
        const locator = locatorCode(selectors, scope);
        return to.length === 0
            ? `await ${locator}.scrollIntoViewIfNeeded();`
            : `await ${locator}.evaluate((element) => element.scrollTo({ ${to.join(', ')}, ${instantly} }));`;
    }
    const target = to.length === 0 ? 'top: document.documentElement.scrollHeight' : to.join(', ');
    return `await page.evaluate(() => window.scrollTo({ ${target}, ${instantly} }));`;
}
function javaScriptCode({ code, execType }, scope) {
    if (execType !== 'browser') {
        throw new StepNotExported('JAVASCRIPT in the sandbox has no equivalent in Playwright.');
    }
    return `await ${helper(scope, 'runInPage')}(page, ${scriptCode(withoutTypes(code), scope)}, ${dynamicVariables(scope)});`;
}
/** Removes the types from a function body, because the page runs JavaScript. Code with a syntax error stays as it is and fails there. */
function withoutTypes(code) {
    try {
        return javaScriptBody(code).code;
    }
    catch (error) {
        if (error instanceof CodeSyntaxError)
            return code;
        throw error;
    }
}

;// CONCATENATED MODULE: ./build/src/service/code-export/test-body.js








/**
 * A case as the statements of its test, which do what `runner/play-case.ts` does: run the dependencies from the outermost
 * in, the case, then the teardowns of whatever was started, from the inside out, also after a failure.
 */
function testBody(testCase, library, scope) {
    try {
        const chain = (0,test_case/* caseChain */.CN)(testCase, library);
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
        if (!(error instanceof StepProblem || error instanceof test_case/* BrokenDependency */.bt))
            throw error;
        return { statements: notExported(testCase, undefined, error), steps: 1 };
    }
}
/** The entry point and the steps. A case that begins with GO_TO starts there. */
function caseCode(testCase, scope) {
    const steps = stepsCode(testCase, scope);
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
/** Teardowns run on the page where the case ended. */
function teardownCode(teardownId, library, scope) {
    const teardown = library.get(teardownId);
    if (teardown === undefined) {
        return mayFailCode([throwCode(new StepProblem(`The teardown ${teardownId} does not exist.`))], scope);
    }
    const steps = stepsCode(teardown, scope);
    return mayFailCode(groupCode(`Teardown: ${title(teardown)}`, steps), scope);
}
function groupCode(label, statements) {
    return [`await test.step(${stringLiteral(label)}, async () => {`, ...indented(statements), '});'];
}
function stepCount(chain, library) {
    const teardowns = chain.flatMap(({ teardownId }) => library.get(teardownId ?? '') ?? []);
    return [...chain, ...teardowns].reduce((sum, { elements }) => sum + elements.length + 1, 0);
}
function stepsCode(testCase, scope) {
    return testCase.elements.flatMap((element, index) => stepCode(testCase, element, index, scope));
}
/** One step as statements: its action or expectation, and the wait for the page to load after it. */
function stepCode(testCase, element, index, scope) {
    try {
        const statements = [actCode(element, scope)];
        // Opening a page waits for its load.
        if (element.interaction?.action !== 'GO_TO')
            statements.push('await page.waitForLoadState();');
        return element.ignoreFailure === true ? mayFailCode(statements, scope) : statements;
    }
    catch (error) {
        // A step is never left out: one that can't be exported fails when the test runs.
        if (!(error instanceof StepNotExported || error instanceof StepProblem))
            throw error;
        const statements = notExported(testCase, index, error);
        return element.ignoreFailure === true && error instanceof StepProblem
            ? mayFailCode(statements, scope)
            : statements;
    }
}
function actCode({ interaction, assertion, selectors }, scope) {
    if (interaction != null)
        return interactionCode(interaction, selectors, scope);
    if (assertion != null)
        return assertionCode(assertion, selectors, scope);
    throw new StepProblem('The step has neither an interaction nor an assertion. Add one of them to the test case.');
}
/** Statements whose failure does not fail the test. */
function mayFailCode(statements, scope) {
    return [`await ${helper(scope, 'mayFail')}(async () => {`, ...indented(statements), '});'];
}
/** A statement that fails, after a comment that tools find: `mode: export` warns of each. */
function notExported(testCase, index, error) {
    const step = index === undefined ? '' : `, step ${index + 1}`;
    return [`${code_export/* notExportedMark */.ob} ${(0,common_text/* foldLines */.r7)(`${title(testCase)}${step}: ${error.message}`)}`, throwCode(error)];
}
/** A statement that fails with an error's message. */
function throwCode({ message }) {
    return `throw new Error(${stringLiteral(message)});`;
}
/** A case's description in one line, never empty. */
function title({ description }) {
    return description.replace(/[\s\p{Cc}]+/gu, ' ').trim() || 'Untitled test case';
}

;// CONCATENATED MODULE: ./build/src/service/code-export/test-file.js






/** The text of a self-contained Playwright test file for one case. */
function testFile(testCase, library, settings) {
    const scope = newFileScope({ sendsFields: settings.headers.length > 0 });
    const { statements, steps } = testBody(testCase, library, scope);
    const variables = variablesCode(scope.variables, settings.variables);
    const blocks = [
        [...variables.imports, importCode(scope)],
        [
            '/** The app under test; the environment variable OCTO_URL replaces it. */',
            `const executionUrl = ${urlCode(settings.executionUrl)};`,
            '/** Time limit of a step, in milliseconds. */',
            `const stepTimeout = ${settings.timeoutPerStepMs};`,
            ...variables.declarations,
        ],
        [`test.use({ ${useCode(settings).join(', ')} });`],
        ...headerCode(settings.headers),
        ...(scope.helpers.has('clipboard') ? [clipboardCode] : []),
        testCode(title(testCase), statements, steps, scope),
        ...helperCode(scope.helpers).map((code) => [code]),
    ];
    return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
function importCode({ helpers }) {
    const names = ['expect', ...helperTypes(helpers).map((each) => `type ${each}`), 'test'];
    return `import { ${names.join(', ')} } from '@playwright/test';`;
}
function useCode({ testIdAttribute }) {
    return [
        'actionTimeout: stepTimeout',
        'navigationTimeout: stepTimeout',
        ...(testIdAttribute == null ? [] : [`testIdAttribute: ${stringLiteral(testIdAttribute)}`]),
    ];
}
/**
 * Playwright's own option for headers would send them to every origin, and what a route sets goes along with redirects
 * to others.
 */
function headerCode(headers) {
    if (headers.length === 0)
        return [];
    const lines = headers.map((name) => `[${stringLiteral(name.toLowerCase())}]: ${fromEnvironment(headerVariable(name))},`);
    return [
        [
            '/** Header fields for the app. Other origins never receive them, even after a redirect. */',
            'const fields: Record<string, string> = {',
            ...indented(lines),
            '};',
        ],
        headerHook,
        fromEnvironmentCode,
    ];
}
const headerHook = [
    'const sessions: { detach(): Promise<void> }[] = [];',
    'test.beforeEach(async ({ browser, browserName, context }) => {',
    '  const { origin } = new URL(executionUrl);',
    "  if (browserName !== 'chromium') {",
    '    // A route does not see redirects and cannot read every body, so only GET requests carry the header fields.',
    '    await context.route((url) => url.origin === origin, async (route) => {',
    '      const request = route.request();',
    "      if (request.method() !== 'GET') return route.continue();",
    '      const headers = { ...request.headers(), ...fields };',
    '      await route.fulfill({ response: await route.fetch({ headers, maxRedirects: 0 }) });',
    '    });',
    '    return;',
    '  }',
    '  const session = await browser.newBrowserCDPSession();',
    '  sessions.push(session);',
    "  session.on('Fetch.requestPaused', ({ requestId, request }) => {",
    '    const others = Object.entries(request.headers).filter(([name]) => !Object.hasOwn(fields, name.toLowerCase()));',
    '    const headers = [...others, ...Object.entries(fields)].map(([name, value]) => ({ name, value }));',
    "    session.send('Fetch.continueRequest', { requestId, headers }).catch(() => {});",
    '  });',
    "  await session.send('Fetch.enable', { patterns: [{ urlPattern: origin + '/*' }] });",
    '});',
    '// Wait for this: a request of the next test would hang if it reached a session that is closing.',
    'test.afterEach(async () => {',
    '  await sessions.pop()?.detach();',
    '});',
];
/** Pages may copy, and the test may read what they have copied. */
const clipboardCode = [
    'test.beforeEach(async ({ context }) => {',
    "  await context.grantPermissions(['clipboard-read', 'clipboard-write']);",
    '});',
];
function testCode(name, statements, steps, scope) {
    const { changesPage, usesDynamic, fixedWaitMs } = scope;
    const fixedWait = fixedWaitMs === 0 ? '' : ` + ${fixedWaitMs}`;
    return [
        `test(${stringLiteral(name)}, async ({ ${changesPage ? 'page: firstPage' : 'page'} }) => {`,
        ...indented([
            '// Each step has its own time limit. This one only stops a test that hangs.',
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
        ? (0,test_case/* selectCases */._H)(testCases, { tags: [], environmentName: environment?.name ?? '' })
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
    const { variables = {}, headers = [] } = environment ?? {};
    return { executionUrl, testIdAttribute, variables, headers, timeoutPerStepMs };
}
/**
 * Packs files into a zip (`application/zip`, the answer of POST code, section 4.6). The same files give the same bytes.
 */
function zipFiles(files) {
    const entries = files.map(({ name, content }) => [name, (0,esm/* strToU8 */._u)(content)]);
    // The earliest time that a zip knows. Zips have local time, so it is made in the time zone of the moment.
    const entryTime = new Date(1980, 0, 1);
    return (0,esm/* zipSync */.L)(Object.fromEntries(entries), { level: 6, mtime: entryTime });
}
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
        '// All test files of a run share these variables.',
        'process.env.OCTO_STABLE_UUID ??= randomUUID();',
        '',
        '// The environment variable OCTO_URL replaces it.',
        `const baseURL = ${urlCode(options.url)};`,
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
        ...(options.basicAuth === true ? ['', ...fromEnvironmentCode] : []),
    ].join('\n')}\n`;
}
function useLines({ headless = true, browser = 'CHROMIUM', breakpoint = 'DESKTOP', testIdAttribute, basicAuth, }) {
    return [
        `browserName: '${browserNames[browser]}',`,
        `headless: ${headless},`,
        'baseURL,',
        ...screenLines(breakpoint, browser),
        ...(testIdAttribute == null ? [] : [`testIdAttribute: ${stringLiteral(testIdAttribute)},`]),
        ...(basicAuth === true ? authLines : []),
        ...(browser === 'CHROMIUM'
            ? ['// Set CHROME_BIN to use another browser than the one Playwright installed.', chromeLine]
            : []),
    ];
}
const chromeLine = 'launchOptions: process.env.CHROME_BIN ? { executablePath: process.env.CHROME_BIN } : {},';
function screenLines(breakpoint, browser) {
    const { viewport, hasTouch = false, isMobile = false } = screenOf(breakpoint, browser);
    return [
        ...(viewport == null ? [] : [`viewport: { width: ${viewport.width}, height: ${viewport.height} },`]),
        ...(hasTouch ? ['hasTouch: true,'] : []),
        ...(isMobile ? ['isMobile: true,'] : []),
    ];
}
/** Only the app under test receives the credentials. */
const authLines = [
    'httpCredentials: {',
    ...indented([
        `username: ${fromEnvironment('OCTO_BASIC_AUTH_USERNAME')},`,
        `password: ${fromEnvironment('OCTO_BASIC_AUTH_PASSWORD')},`,
        'origin: new URL(baseURL).origin,',
    ]),
    '},',
];

;// CONCATENATED MODULE: ./build/src/service/handlers/playwright-code.js




/** Test cases as Playwright test files (section 4.6). */
const playwrightCodeHandlers = {
    /** A zip with one test file for each case. */
    exportCode: (deps, { params, body, answerHeaders }) => {
        const target = requireTarget(deps, params.testTargetId);
        const environment = exportedEnvironment(deps, params, body.environmentId);
        refuseDuplicateIds(body.testCases);
        const files = exportTestFiles({ ...body, ...exportSettings(target, environment) });
        answerHeaders.set('content-disposition', 'attachment; filename="playwright-tests.zip"');
        return new Uint8Array(zipFiles(files));
    },
    /** Extension: one stored case as a test file. */
    getTestCaseCode: (deps, { params, query: { executionUrl, environmentId } }) => {
        const target = requireTarget(deps, params.testTargetId);
        const { testCase } = requireTestCase(deps, params);
        const environment = exportedEnvironment(deps, params, environmentId);
        const testCases = deps.testCases.list(params.testTargetId).map((each) => each.testCase);
        return {
            testCode: testCaseCode({ testCase, testCases, executionUrl, ...exportSettings(target, environment) }),
        };
    },
    /** Extension: a Playwright configuration for exported files. */
    getConfig: (deps, { params, query: { headless, ...query } }) => {
        const { testIdAttribute } = requireTarget(deps, params.testTargetId);
        const settings = exportedEnvironment(deps, params, query.environmentId)?.settings;
        return playwrightConfig({
            ...query,
            testIdAttribute,
            headless: headless !== 'false',
            basicAuth: settings?.basicAuth !== undefined,
        });
    },
};
/** The environment with the id; without an id, the DEFAULT one. */
function exportedEnvironment(deps, { testTargetId }, environmentId) {
    const environments = deps.environments.list(testTargetId);
    if (environmentId === undefined)
        return environments.find(({ type }) => type === 'DEFAULT');
    const found = environments.find(({ id }) => id === environmentId);
    if (found !== undefined)
        return found;
    throw HttpProblem.invalid(['environmentId'], `the target has no environment ${environmentId}`);
}
/** Credentials are not exported: the files read them from environment variables. */
function exportSettings(target, environment) {
    return {
        testIdAttribute: target.testIdAttribute,
        timeoutPerStepMs: target.timeoutPerStep,
        environment: {
            name: environment?.name,
            headers: Object.keys(environment?.settings.additionalHeaderFields ?? {}),
        },
    };
}

// EXTERNAL MODULE: ./build/src/common/json.js
var common_json = __webpack_require__(1225);
;// CONCATENATED MODULE: ./build/src/service/detail-form.js






/**
 * The detail form (sections 2.3 and 2.5) of a case that is stored in the exchange form. The ids inside it are derived
 * from the position of the steps, so they are stable as long as the steps keep their order.
 */
function toDetail(stored) {
    const { testCase, testTargetId } = stored;
    const base = baseId(stored);
    return {
        id: stored.id,
        testTargetId,
        version: testCase.version,
        type: testCase.type ?? null,
        elements: testCase.elements.map((element, index) => detailElement(stored.id, base, element, index)),
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
    return detailElement(stored.id, baseId(stored), element, index);
}
function detailElement(testCaseId, base, element, index) {
    const id = positionId(base, index, 0);
    const scrollStateId = positionId(base, index, 1);
    const stepId = positionId(base, index, 2);
    return {
        id,
        index,
        ...(element.interaction == null
            ? {}
            : {
                interaction: {
                    id: stepId,
                    action: element.interaction.action,
                    ...calledWithText(element.interaction),
                    testCaseElementId: id,
                },
            }),
        ...(element.assertion == null
            ? {}
            : {
                assertion: {
                    id: stepId,
                    expectation: element.assertion.expectation,
                    ...calledWithText(element.assertion),
                    testCaseElementId: id,
                },
            }),
        scrollState: { id: scrollStateId },
        selectors: element.selectors.map((selector, position) => ({
            id: positionId(base, index, 3 + position),
            index: position,
            selector: selector.selector,
            selectorType: selector.selectorType,
            options: selector.options ?? {},
            testCaseElementId: id,
            scrollStateId,
        })),
        testCaseId,
        ignoreFailure: element.ignoreFailure ?? false,
    };
}
/** The id of the step at an index. */
function elementId(stored, index) {
    return positionId(baseId(stored), index, 0);
}
function baseId({ testTargetId, id }) {
    return (0,v5/* default */.Ay)(`elements ${id}`, testTargetId);
}
/**
 * The id of a part of a step: the base with the step's index added to its first 32 bits, and the part's to its last 48.
 * A hash for each would take most of the time of a long list.
 */
function positionId(base, index, part) {
    const first = (Number.parseInt(base.slice(0, 8), 16) + index) % 2 ** 32;
    const last = (Number.parseInt(base.slice(24), 16) + part) % 2 ** 48;
    const hex = (number, digits) => number.toString(16).padStart(digits, '0');
    return `${hex(first, 8)}${base.slice(8, 24)}${hex(last, 12)}`;
}
/** A folder has a name in the exchange form and an id in the detail form. */
function folderIdOf(testTargetId, { folderName }) {
    // As JSON, because `uuid` cannot encode the lone surrogates that a name may contain.
    return folderName === undefined ? null : (0,v5/* default */.Ay)(`folder ${JSON.stringify(folderName)}`, testTargetId);
}
/**
 * The argument of a step is text in the detail form (section 2.5): a text stands for itself, other values are JSON.
 * SELECT_OPTION takes both: there, a text that could be parsed as an argument is quoted as JSON.
 */
function calledWithText(step) {
    const { calledWith } = step;
    if (calledWith == null)
        return {};
    if (typeof calledWith !== 'string')
        return { calledWith: JSON.stringify(calledWith) };
    if (!('action' in step) || step.action !== 'SELECT_OPTION')
        return { calledWith };
    const [first] = argumentReadings(step.action, calledWith);
    return { calledWith: first === calledWith ? calledWith : JSON.stringify(calledWith) };
}
/** The possible values of an argument in the detail form. The first that is valid for the step applies. */
function argumentReadings(actionOrExpectation, text) {
    if (text == null)
        return [undefined];
    const parsed = (0,common_json/* tryParseJson */.B)(text);
    const json = parsed === undefined ? text : parsed;
    if (actionOrExpectation !== 'SELECT_OPTION')
        return [text, json];
    const isArgument = json !== null && interaction/* interaction */.v.safeParse({ action: 'SELECT_OPTION', calledWith: json }).success;
    return isArgument ? [json] : [text];
}
/**
 * Converts patched steps from the detail form to the exchange form. The detail form does not distinguish null from a
 * missing field, so a step that is equivalent to the stored one with its id (without an id: at its index) stays exactly
 * as it was pushed.
 * @throws HttpProblem 400 if a step is not valid: an unknown action, a wrong argument.
 */
function toExchangeElements(elements, stored) {
    const before = stored.testCase.elements;
    const base = baseId(stored);
    const byId = new Map(before.map((element, index) => [positionId(base, index, 0), element]));
    return elements.map((element, index) => {
        const read = readElement(element, index);
        const known = element.id === undefined ? before[index] : byId.get(element.id);
        return known !== undefined && (0,external_node_util_.isDeepStrictEqual)(normalized(known), normalized(read)) ? known : read;
    });
}
function readElement(element, index) {
    const read = detail_form_candidates(element).map((candidate) => test_case/* exchangeElement */.e2.safeParse(candidate, { reportInput: true }));
    const good = read.find((each) => each.success);
    if (good?.success === true)
        return good.data;
    // The last reading of an argument is its JSON: a problem inside it says more than that it is a text.
    const problem = read.findLast((each) => !each.success)?.error;
    if (problem === undefined)
        throw HttpProblem.invalid(['elements', index], 'is not a valid step');
    throw HttpProblem.fromZod(problem, ['elements', index]);
}
function detail_form_candidates({ interaction, assertion, selectors, ignoreFailure }) {
    const readings = interaction == null
        ? argumentReadings(assertion?.expectation ?? '', assertion?.calledWith)
        : argumentReadings(interaction.action, interaction.calledWith);
    return readings.map((calledWith) => ({
        // The detail form always has options: empty ones were missing in the file.
        selectors: selectors.map(({ options, ...selector }) => Object.keys(options ?? {}).length === 0 ? selector : { ...selector, options }),
        // Some steps accept null as a missing argument, all of them accept undefined.
        ...(interaction == null ? {} : { interaction: { ...interaction, calledWith: calledWith ?? undefined } }),
        ...(assertion == null ? {} : { assertion: { ...assertion, calledWith: calledWith ?? undefined } }),
        ...(ignoreFailure === true ? { ignoreFailure } : {}),
    }));
}
/** A step without the fields that have no effect: nulls, empty options, `ignoreFailure: false`. */
function normalized(element) {
    return JSON.parse(JSON.stringify(element, (key, value) => {
        if (value === null || (key === 'ignoreFailure' && value === false))
            return undefined;
        return key === 'options' && (0,external_node_util_.isDeepStrictEqual)(value, {}) ? undefined : value;
    }));
}

;// CONCATENATED MODULE: ./build/src/service/filter-test-cases.js



/** Nested objects and lists; hand-written filters have three or four levels. */
const maxLevels = 50;
/**
 * Reads the filter of the list of test cases (section 4.3).
 * @throws HttpProblem 400 if it is not JSON or names an unknown field.
 */
function readFilter(text) {
    if (text === undefined || text.trim() === '')
        return {};
    const json = parseJson(text);
    refuseDeepNesting(json);
    const parsed = contract_test_case/* testCaseFilter */.NZ.safeParse(json, { reportInput: true });
    if (parsed.success)
        return parsed.data;
    throw HttpProblem.fromZod(parsed.error, ['query', 'filter']);
}
function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        throw HttpProblem.invalid(['query', 'filter'], 'is not JSON. Example: {"status": "ENABLED"}');
    }
}
/** Filters are parsed and applied recursively, so the depth must be limited. */
function refuseDeepNesting(json, levelsLeft = maxLevels) {
    if (typeof json !== 'object' || json === null)
        return;
    if (levelsLeft === 0) {
        throw HttpProblem.invalid(['query', 'filter'], `is nested deeper than ${maxLevels} levels`);
    }
    for (const inner of Object.values(json))
        refuseDeepNesting(inner, levelsLeft - 1);
}
/** The matching cases. A deleted one is included only if a condition that it matches names DELETED. */
function filterTestCases(cases, filter) {
    return cases.filter((each) => filter_test_cases_matches(each, filter) && (each.status !== 'DELETED' || requestsDeleted(each, filter)));
}
/** Whether a filter can list deleted cases. */
function namesDeleted(filter) {
    return (filter.status === 'DELETED' ||
        [...nested(filter.AND), ...nested(filter.OR)].some((each) => namesDeleted(each)));
}
/** Fields and operators of an object are joined by AND. NOT excludes what matches any of its filters. */
function filter_test_cases_matches(each, filter) {
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
        nested(filter.AND).every((inner) => filter_test_cases_matches(each, inner)) &&
        (filter.OR === undefined || nested(filter.OR).some((inner) => filter_test_cases_matches(each, inner))) &&
        !nested(filter.NOT).some((inner) => filter_test_cases_matches(each, inner)));
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
function nested(inner) {
    if (inner === undefined)
        return [];
    return Array.isArray(inner) ? inner : [inner];
}
function requestsDeleted(each, filter) {
    return (filter.status === 'DELETED' ||
        nested(filter.AND).some((inner) => requestsDeleted(each, inner)) ||
        nested(filter.OR).some((inner) => filter_test_cases_matches(each, inner) && requestsDeleted(each, inner)));
}

;// CONCATENATED MODULE: ./build/src/service/http/streamed-list.js

/** A long list as an answer: it is read and sent batch by batch, so that it neither fills the memory nor blocks others. */
class StreamedList {
    batches;
    constructor(batches) {
        this.batches = batches;
    }
    /** @param convert makes the items of a batch: as many as it has, or fewer. */
    static of(batches, convert) {
        return new StreamedList(converted(batches, convert));
    }
}
function* converted(batches, convert) {
    for (const batch of batches)
        yield convert(batch);
}
/** The list as JSON. A batch is read when the client has taken the one before; an error in it breaks the connection. */
function listBody({ batches }) {
    const encoder = new TextEncoder();
    let separator = '[';
    return new ReadableStream({
        async pull(controller) {
            const batch = await nextBatch(batches);
            if (batch === undefined) {
                controller.enqueue(encoder.encode(separator === '[' ? '[]' : ']'));
                return controller.close();
            }
            const items = batch.map((item) => JSON.stringify(item)).join(',');
            controller.enqueue(encoder.encode(separator + items));
            separator = ',';
        },
    }, { highWaterMark: 0 });
}
/** The next batch that has an item: a stream must enqueue something each time that it is pulled. */
async function nextBatch(batches) {
    for (;;) {
        // Other requests have their turn between two batches.
        await (0,promises_.setImmediate)();
        const { done, value } = batches.next();
        if (done === true)
            return undefined;
        if (value.length > 0)
            return value;
    }
}

;// CONCATENATED MODULE: ./build/src/service/locator-line/call-chain.js

/** A locator line can't be understood. The message says what, at which character, and what is allowed. */
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
const call_chain_maxLength = 10_000;
const maxCalls = 100;
/** `filter({ hasText: new RegExp('…') })` is nested three levels deep. */
const maxNesting = 3;
const syntax = {
    ecmaVersion: 'latest',
    sourceType: 'module',
    preserveParens: true,
    onComment: (_block, _text, start) => {
        throw new LocatorLineError(start, 'a comment is not allowed here');
    },
};
const { parenL, parenR, braceL, braceR, plusMin, _new, name: call_chain_name, dot, comma, colon, semi } = acorn/* tokTypes */.Y_;
const { string, num, regexp, backQuote, template, dollarBraceL, _true, _false } = acorn/* tokTypes */.Y_;
const brackets = [parenL, parenR, braceL, braceR];
const call_chain_values = [call_chain_name, string, num, regexp, backQuote, template, _true, _false, plusMin, _new];
const allowed = new Set([...brackets, ...call_chain_values, dot, comma, colon, semi]);
/**
 * Reads `page.a(…).b(…)`; `await`, `page.` and `;` are optional. Nothing is evaluated.
 * @throws LocatorLineError
 */
function parseCallChain(line) {
    if (line.length > call_chain_maxLength) {
        const problem = `a locator can have at most ${call_chain_maxLength} characters; this one has ${line.length}`;
        throw new LocatorLineError(call_chain_maxLength, problem);
    }
    try {
        refuseOtherTokens(line);
        const start = /^\s*await\b/.exec(line)?.[0].length ?? 0;
        const expression = (0,acorn/* parseExpressionAt */.lP)(line, start, syntax);
        const end = /\s*;?\s*/y;
        end.lastIndex = expression.end;
        end.exec(line);
        if (end.lastIndex < line.length)
            throw unexpected(line, end.lastIndex);
        return callsOf(expression, line);
    }
    catch (error) {
        throw asLocatorLineError(error, line);
    }
}
/** The parser is recursive: what a locator line does not need, and what is nested too deep, must not reach it. */
function refuseOtherTokens(line) {
    let nesting = 0;
    let isPrefixed = false;
    for (const { type, start } of (0,acorn/* tokenizer */.OH)(line, syntax)) {
        if (type === dollarBraceL) {
            const problem = 'a substitution in a template literal is not allowed. Write the text itself, or a variable as $NAME';
            throw new LocatorLineError(start, problem);
        }
        const isPrefix = type === plusMin || type === _new;
        if (type === parenL || type === braceL)
            nesting += 1;
        if (type === parenR || type === braceR)
            nesting -= 1;
        const isMisplaced = (isPrefix && isPrefixed) || (type === comma && nesting === 0);
        if (!allowed.has(type) || nesting > maxNesting || isMisplaced)
            throw unexpected(line, start);
        isPrefixed = isPrefix;
    }
}
function callsOf(expression, line) {
    const calls = [];
    let rest = expression;
    while (rest !== undefined) {
        if (rest.type !== 'CallExpression') {
            const isUncalled = rest.type === 'Identifier' || rest.type === 'MemberExpression';
            throw unexpected(line, isUncalled ? rest.end : rest.start);
        }
        const callee = rest.callee;
        const method = callee.type === 'MemberExpression' ? callee.property : callee;
        if (method.type !== 'Identifier')
            throw unexpected(line, method.start);
        calls.unshift({ method: method.name, values: rest.arguments, at: method.start });
        rest = callee.type === 'MemberExpression' && !isPage(callee.object) ? callee.object : undefined;
    }
    const tooMany = calls[maxCalls];
    if (tooMany !== undefined)
        throw new LocatorLineError(tooMany.at, `more than ${maxCalls} calls`);
    return calls;
}
function isPage(node) {
    return node.type === 'Identifier' && node.name === 'page';
}
function unexpected(line, at) {
    const [found] = /^(?:[\w$]+|\S)/u.exec(line.slice(at)) ?? [];
    const what = found === undefined ? 'unexpected end' : `unexpected ${JSON.stringify(found)}`;
    return new LocatorLineError(at, `${what}: a locator is a chain of calls such as getByText('Pay').first()`);
}
function asLocatorLineError(error, line) {
    // The groups of a regular expression are nested too deep for the parser.
    if (error instanceof RangeError)
        return new LocatorLineError(0, 'it is nested too deep');
    if (!(error instanceof SyntaxError && 'pos' in error && typeof error.pos === 'number'))
        return error;
    const problem = error.message.replace(/ \(\d+:\d+\)$/, '');
    return problem === 'Unexpected token'
        ? unexpected(line, error.pos)
        : new LocatorLineError(error.pos, problem);
}

;// CONCATENATED MODULE: ./build/src/service/locator-line/parse-locator.js








const typesByMethod = new Map(exchange_selector/* selectorTypes */.tQ.map((type) => [locatorMethods[type].name, type]));
const callOptions = exchange_selector/* selectorOptions */.iL.extend({ visible: schemas/* boolean */.zMY().optional() });
const parse_locator_textOrPattern = 'a text in quotes or a regular expression';
const optionValues = {
    name: parse_locator_textOrPattern,
    hasText: parse_locator_textOrPattern,
    hasNotText: parse_locator_textOrPattern,
    level: 'a number',
};
/** The options of a call that differ from those of its selector. */
const callOptionNames = {
    CSS: locatorMethods.FILTER.options,
    FILTER: [...locatorMethods.FILTER.options, 'visible'],
};
/**
 * A Playwright locator expression (the locator line of section 4.3) as selectors of the exchange form (section 2.4).
 * It is parsed, never evaluated. `await`, `page.` and `;` are optional. `.filter({ visible: true })` adds nothing,
 * because only visible elements are found anyway.
 * @throws LocatorLineError that says what was not understood, at which character, and what is allowed.
 */
function parseLocator(line) {
    let links = [];
    for (const call of parseCallChain(line)) {
        links = call.method === 'contentFrame' ? enterFrame(call, links) : [...links, ...readCall(call, links)];
    }
    if (links.at(-1)?.selectorType === 'FRAME') {
        const problem = 'the locator ends with a frame: add a call that finds an element in it';
        throw new LocatorLineError(line.length, problem);
    }
    return [...links];
}
/** `locator(css).contentFrame()` is `frameLocator(css)`. */
function enterFrame(call, links) {
    refuseExtraValues(call, 0);
    const frame = links.at(-1);
    if (frame?.selectorType === 'CSS')
        return [...links.slice(0, -1), { ...frame, selectorType: 'FRAME' }];
    throw new LocatorLineError(call.at, 'contentFrame is only allowed after locator("…"), because frames are found by CSS');
}
function readCall(call, links) {
    const selectorType = typesByMethod.get(call.method);
    if (selectorType === undefined) {
        const names = [...typesByMethod.keys(), 'contentFrame'].join(', ');
        throw new LocatorLineError(call.at, `${call.method} is not supported. Use one of ${names}`);
    }
    const method = locatorMethods[selectorType];
    if (method.takes === 'options only' || method.takes === 'index')
        requireElements(call, links);
    const selector = readValue(call, method);
    const valueCount = method.takes === 'options only' ? 0 : 1;
    const allowed = callOptionNames[selectorType] ?? method.options;
    refuseExtraValues(call, valueCount + (allowed.length > 0 ? 1 : 0));
    const { visible, ...options } = readOptions(call, valueCount, allowed);
    if (visible === false) {
        const problem = 'filter by visible: false is not allowed: only visible elements are found';
        throw new LocatorLineError(call.at, problem);
    }
    if (Object.keys(options).length === 0)
        return visible === true ? [] : [{ selectorType, selector }];
    if (selectorType !== 'CSS')
        return [{ selectorType, selector, options }];
    // `locator(css, { hasText })` is short for `locator(css).filter({ hasText })`.
    return [
        { selectorType, selector },
        { selectorType: 'FILTER', selector: '', options },
    ];
}
function requireElements({ method, at }, links) {
    const before = links.at(-1)?.selectorType;
    if (before !== undefined && before !== 'FRAME')
        return;
    const problem = `${method} narrows the elements of another call. Put one before it, such as getByText(…)`;
    throw new LocatorLineError(at, problem);
}
function refuseExtraValues({ method, values }, max) {
    const extra = values[max];
    if (extra === undefined)
        return;
    const allowed = max === 0 ? 'no value' : max === 1 ? 'one value' : `${max} values`;
    throw new LocatorLineError(extra.start, `${method} takes ${allowed}`);
}
/** The first value of a call in the exchange form. */
function readValue({ method, at, values: [value] }, { takes }) {
    if (takes === 'options only')
        return '';
    const position = value?.start ?? at;
    if (takes === 'index') {
        const number = readNumber(value);
        if (number !== undefined && /^-?\d+$/.test(number))
            return String(BigInt(number));
        throw new LocatorLineError(position, `${method} takes a whole number`);
    }
    const text = takes === 'text or pattern' ? readTextOrPattern(value) : readText(value);
    if (text === undefined) {
        const expected = takes === 'text or pattern' ? parse_locator_textOrPattern : 'a text in quotes';
        throw new LocatorLineError(position, `${method} takes ${expected}`);
    }
    if (text === '')
        throw new LocatorLineError(position, `${method} needs a text that is not empty`);
    // The value of a variable is known only when the step runs.
    if (takes === 'role' && !text.includes('$'))
        refuseUnknownRole(text, position);
    return text;
}
function refuseUnknownRole(role, at) {
    try {
        ariaRole(role);
    }
    catch (error) {
        throw new LocatorLineError(at, (0,errors/* messageOf */.b)(error));
    }
}
/** Reads the object that a call may have as its value number `index`. */
function readOptions(call, index, allowed) {
    const object = call.values[index];
    if (object === undefined)
        return {};
    if (object.type !== 'ObjectExpression') {
        const example = call.method === 'filter' ? '{ hasText: … }' : '{ exact: true }';
        throw new LocatorLineError(object.start, `${call.method} takes options such as ${example}`);
    }
    const options = new Map();
    for (const property of object.properties) {
        const key = property.type === 'Property' ? property.key : undefined;
        const name = key?.type === 'Identifier' ? key.name : readText(key);
        if (property.type !== 'Property' || name === undefined || !allowed.includes(name)) {
            const problem = `${name ?? 'this'} is not an option of ${call.method}. Use one of ${allowed.join(', ')}`;
            throw new LocatorLineError(property.start, problem);
        }
        if (options.has(name))
            throw new LocatorLineError(property.start, `${name} is given twice`);
        options.set(name, optionValue(name, property.value));
    }
    return callOptions.parse(Object.fromEntries(options));
}
function optionValue(name, value) {
    const number = readNumber(value);
    const literal = value.type === 'Literal' && typeof value.value === 'boolean' ? value.value : undefined;
    const read = readTextOrPattern(value) ?? (number === undefined ? literal : Number(number));
    if (read !== undefined && callOptions.safeParse({ [name]: read }).success)
        return read;
    throw new LocatorLineError(value.start, `${name} takes ${optionValues[name] ?? 'true or false'}`);
}
/** The value of a string or of a template literal without substitutions. */
function readText(value) {
    if (value?.type === 'TemplateLiteral')
        return value.quasis[0]?.value.cooked ?? undefined;
    return value?.type === 'Literal' && typeof value.value === 'string' ? value.value : undefined;
}
function readTextOrPattern(value) {
    const text = readText(value) ?? readPattern(value);
    const source = text === undefined ? undefined : (0,exchange_pattern/* patternSource */.MP)(text);
    const problem = source === undefined ? undefined : patternProblem(source);
    if (value !== undefined && problem !== undefined)
        throw new LocatorLineError(value.start, problem);
    return text;
}
/** The exchange form has no flags; those that may stand inside a pattern are written into it. */
function readPattern(value) {
    const regex = value?.type === 'NewExpression' ? newRegExp(value) : value?.type === 'Literal' && value.regex;
    if (value === undefined || !regex)
        return undefined;
    const { pattern, flags } = regex;
    if (!/^[ims]*$/.test(flags) || new Set(flags).size !== flags.length) {
        const problem = `the flags ${JSON.stringify(flags)} are not allowed. Use i, m and s, each at most once`;
        throw new LocatorLineError(value.start, problem);
    }
    return (0,exchange_pattern/* patternText */.U)(flags === '' ? pattern : `(?${flags}:${pattern})`);
}
function newRegExp({ callee, arguments: values, start }) {
    const texts = values.flatMap((value) => readText(value) ?? []);
    const [pattern, flags = ''] = texts;
    const isRegExp = callee.type === 'Identifier' && callee.name === 'RegExp';
    if (isRegExp && pattern !== undefined && texts.length === values.length && texts.length <= 2) {
        return { pattern, flags };
    }
    const problem = '`new` is only allowed for RegExp with one or two texts, such as new RegExp("…", "i")';
    throw new LocatorLineError(start, problem);
}
/** A number as it is written, with its sign. */
function readNumber(value) {
    if (value?.type === 'UnaryExpression' && value.operator === '-') {
        const number = readNumber(value.argument);
        return number === undefined ? undefined : `-${number}`;
    }
    if (value?.type !== 'Literal' || typeof value.value !== 'number')
        return undefined;
    return /^\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value.raw ?? '') ? value.raw : undefined;
}

;// CONCATENATED MODULE: ./build/src/service/handlers/test-cases.js









/** Test cases (section 4.3). */
const testCaseHandlers = {
    listTestCases: (deps, { params: { testTargetId }, query }) => {
        requireTarget(deps, testTargetId);
        const filter = readFilter(query.filter);
        const batches = deps.testCases.listInBatches(testTargetId, namesDeleted(filter));
        return StreamedList.of(batches, (cases) => filterTestCases(cases, filter).map(toDetail));
    },
    getTestCase: (deps, { params }) => toDetail(requireTestCase(deps, params)),
    updateTestCase,
    /** Extension: refused while another case has this one as its dependency or teardown. */
    deleteTestCase: (deps, { params }) => {
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
    },
    /** Gives a step the selectors of a Playwright locator expression, which is parsed and never evaluated. */
    updateTestCaseElement: (deps, { params, body }) => {
        const stored = requireTestCase(deps, params);
        const { elements } = stored.testCase;
        const index = elements.findIndex((_, each) => elementId(stored, each) === params.elementId);
        const element = elements[index];
        if (element === undefined)
            throw HttpProblem.notFound(`element ${params.elementId}`);
        const changed = { ...element, selectors: parseLine(body.locatorLine) };
        const testCase = { ...stored.testCase, elements: elements.with(index, changed) };
        for (const version of deps.versions.add(params.testTargetId, [testCase])) {
            deps.testCases.change(params.testTargetId, stored.id, { version }, deps.now());
        }
        return toDetailElement(stored, changed, index);
    },
};
function parseLine(locatorLine) {
    try {
        return parseLocator(locatorLine);
    }
    catch (error) {
        if (error instanceof LocatorLineError)
            throw HttpProblem.invalid(['locatorLine'], error.message);
        throw error;
    }
}
/** A change of content makes a new version. `updatedAt` stays if nothing changes. */
function updateTestCase(deps, { params, body, afterCommit }) {
    const stored = requireTestCase(deps, params);
    const testCase = patched(stored, body);
    const prompt = body.createBackendDiscoveryPrompt;
    const discovery = prompt === undefined ? undefined : newDiscovery(prompt, deps.now());
    const [version] = (0,external_node_util_.isDeepStrictEqual)(testCase, stored.testCase)
        ? []
        : deps.versions.add(params.testTargetId, [testCase]);
    const change = {
        ...(version === undefined ? {} : { version }),
        ...(body.status === undefined ? {} : { status: body.status }),
        ...(body.interactionStatus === undefined ? {} : { interactionStatus: body.interactionStatus }),
        ...(discovery === undefined ? {} : { discovery }),
    };
    if (Object.keys(change).length > 0) {
        deps.testCases.change(params.testTargetId, stored.id, change, deps.now());
    }
    if (discovery !== undefined) {
        afterCommit(() => deps.generations.startDiscovery(params.testTargetId, testCase, discovery));
    }
    return toDetail(requireTestCase(deps, params));
}
/** A null removes a field. */
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

;// CONCATENATED MODULE: ./build/src/service/handlers/test-reports.js





const pageSize = 20;
const maxWaitSeconds = 60;
const historyKey = schemas/* object */.Ikc({ createdAt: values/* moment */.n$ });
/** Test reports (section 4.4). */
const testReportHandlers = {
    /** Newest first; `key` names the last report of the previous page. */
    listTestReports: (deps, { params: { testTargetId }, query }) => {
        requireTarget(deps, testTargetId);
        const before = lastBefore(query);
        const found = deps.reports.list(testTargetId, {
            before,
            environmentIds: filteredEnvironments(query),
            limit: pageSize + 1,
        });
        const data = found.slice(0, pageSize).map((each) => ({ ...each, testResults: [...each.testResults] }));
        const last = data.at(-1);
        return {
            data,
            // Nothing is older than an empty page either.
            key: { createdAt: last?.createdAt ?? before ?? new Date(0).toISOString() },
            hasNextPage: found.length > pageSize,
        };
    },
    /** With `Prefer: wait=N` (RFC 7240) it answers when the run has ended, or after N seconds. */
    getTestReport: async (deps, { params: { testTargetId, testReportId }, request, answerHeaders }) => {
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
    },
};
function preferredWait(header) {
    const seconds = Number(/(?:^|[,;]\s*)wait=(\d{1,6})/i.exec(header ?? '')?.[1] ?? 0);
    return Math.min(seconds, maxWaitSeconds);
}
/** When the last report that the client has was created, in the form in which the store compares times. */
function lastBefore(query) {
    const given = query.key === undefined
        ? (query['key[createdAt]'] ?? query.createdAt)
        : test_reports_parseJson('key', query.key, historyKey, '{"createdAt": "<date-time>"}').createdAt;
    return given === undefined ? undefined : new Date(given).toISOString();
}
function filteredEnvironments({ filter }) {
    if (filter === undefined)
        return [];
    const example = '[{"key": "environmentId", "operator": "EQUALS", "value": "<uuid>"}]';
    return test_reports_parseJson('filter', filter, test_report/* historyFilter */.FI, example).map(({ value }) => value);
}
function test_reports_parseJson(name, text, schema, example) {
    try {
        return schema.parse(JSON.parse(text));
    }
    catch {
        throw HttpProblem.invalid(['query', name], `must be JSON: ${example}`);
    }
}

;// CONCATENATED MODULE: ./build/src/service/handlers/test-targets.js

/** Test targets (section 4.1). */
const testTargetHandlers = {
    listTestTargets: (deps) => deps.targets.list().map((target) => toTestTarget(deps, target)),
    /** The target is created together with its DEFAULT environment. */
    createTestTarget: (deps, { body }) => {
        const { app = 'app', discoveryUrl } = body.testTarget ?? {};
        const id = deps.targets.create(app, discoveryUrl, deps.now());
        return toTestTarget(deps, requireTarget(deps, id));
    },
    getTestTarget: (deps, { params }) => toTestTarget(deps, requireTarget(deps, params.testTargetId)),
    updateTestTarget: (deps, { params, body }) => {
        deps.targets.update(requireTarget(deps, params.testTargetId), body);
        return toTestTarget(deps, requireTarget(deps, params.testTargetId));
    },
    /** Extension: deletes everything that belongs to the target and stops its runs. */
    deleteTestTarget: (deps, { params: { testTargetId }, afterCommit }) => {
        requireTarget(deps, testTargetId);
        deps.targets.delete(testTargetId);
        afterCommit(() => deps.runs.stopAll(testTargetId));
    },
};
/** The answer form (section 2.1), without the key of the test management integration. */
function toTestTarget(deps, target) {
    return {
        id: target.id,
        app: target.app,
        tags: deps.testCases.tags(target.id),
        environments: deps.environments.list(target.id).map(({ id, type, settings }) => ({
            id,
            type,
            ...(settings.discoveryUrl === undefined ? {} : { discoveryUrl: settings.discoveryUrl }),
        })),
        testIdAttribute: target.testIdAttribute,
        timeoutPerStep: target.timeoutPerStep,
    };
}

;// CONCATENATED MODULE: ./build/src/service/http/answer-once.js



/**
 * Reads the idempotency key of a request.
 * @returns undefined if it has none.
 * @throws HttpProblem 400 if the key is not valid. Two headers are not valid, because they are joined with a space.
 */
function readIdempotencyKey(headers) {
    const given = headers.get(contract_endpoint/* idempotencyKeyHeader */.as);
    if (given === null)
        return undefined;
    const parsed = contract_endpoint/* idempotencyKey */.T5.safeParse(given, { reportInput: true });
    if (parsed.success)
        return parsed.data;
    throw HttpProblem.fromZod(parsed.error, ['headers', contract_endpoint/* idempotencyKeyHeader */.as]);
}
/** Method, path, query and body identify the request that a key belongs to. */
function keyedRequest(key, { method, url }, body) {
    const bodyHash = (0,external_node_crypto_.createHash)('sha256').update(body).digest('hex');
    const { pathname, search } = new URL(url);
    return { key, request: `${method} ${pathname}${search}`, bodyHash };
}
/**
 * Does the work of a key once, inside the caller's transaction: work and answer are stored together or not at all. The
 * work is synchronous, so a concurrent repeat is answered after it.
 * @throws HttpProblem 422 if the key belongs to another request; what `work` throws, in which case the key stays unused.
 */
function answerOnce(keys, { key, request, bodyHash }, now, work) {
    const before = keys.find(key, now);
    if (before === undefined) {
        const answer = work();
        keys.add(key, { request, bodyHash, ...answer }, now);
        return { answer, isReplay: false };
    }
    if (before.request !== request)
        refuse(`belongs to ${before.request}`);
    if (before.bodyHash !== bodyHash)
        refuse('belongs to a request with another body');
    return { answer: before, isReplay: true };
}
function refuse(why) {
    const message = `this key ${why}: use a new key for each request`;
    throw HttpProblem.invalid(['headers', contract_endpoint/* idempotencyKeyHeader */.as], message, 422);
}

// EXTERNAL MODULE: ./build/src/common/read-body.js
var read_body = __webpack_require__(3020);
;// CONCATENATED MODULE: ./build/src/service/http/read-json.js



/** Enough for a push of ten thousand long test cases. */
const maxBodyBytes = 16 * 1024 * 1024;
/** More than any test case needs, and safe for recursive code. */
const maxDepth = 100;
/**
 * Reads the JSON body of a request.
 * @throws HttpProblem 415 if its content type is not JSON, 413 if it is too long (the rest is not read), 400 if it is
 * not UTF-8, not JSON, nested too deep or incomplete.
 */
async function readJson(request) {
    requireJson(request.headers);
    const bytes = await readBytes(request);
    const text = (0,common_text/* decodeUtf8 */._6)(bytes);
    if (text === undefined)
        throw HttpProblem.invalid([], 'the body is not UTF-8');
    if (isDeeperThan(text, maxDepth)) {
        throw HttpProblem.invalid([], `the body is nested deeper than ${maxDepth} levels`);
    }
    try {
        return { bytes, value: JSON.parse(text) };
    }
    catch {
        throw HttpProblem.invalid([], 'the body is not JSON');
    }
}
/** A body without a content type is accepted. */
function requireJson(headers) {
    const type = headers.get('content-type');
    if (type !== null && !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type.trim())) {
        throw new HttpProblem(415, { message: 'the body must be application/json' });
    }
    const coding = headers.get('content-encoding') ?? 'identity';
    if (coding.toLowerCase() !== 'identity') {
        throw new HttpProblem(415, { message: 'the body must not be compressed (Content-Encoding)' });
    }
}
async function readBytes(request) {
    const tooLong = new HttpProblem(413, { message: `the body is longer than ${maxBodyBytes} bytes` });
    // Refuses an honest caller before the body is read. The header may be wrong, so what arrives is counted as well.
    if (Number(request.headers.get('content-length')) > maxBodyBytes)
        throw tooLong;
    const bytes = await (0,read_body/* readBody */.x)(request.body, maxBodyBytes).catch(() => {
        throw HttpProblem.invalid([], 'the body is incomplete');
    });
    if (bytes === undefined)
        throw tooLong;
    return bytes;
}
const quote = '"'.charCodeAt(0);
const backslash = '\\'.charCodeAt(0);
const openers = new Set([...'[{'].map((each) => each.charCodeAt(0)));
const closers = new Set([...']}'].map((each) => each.charCodeAt(0)));
/**
 * Whether a JSON text nests arrays and objects deeper than `levels`. The text is checked before it is parsed: recursive
 * code, `JSON.stringify` included, would overflow the stack on a deep value.
 */
function isDeeperThan(json, levels) {
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

;// CONCATENATED MODULE: ./build/src/service/http/route.js








/** Serves an operation that changes nothing. */
function addReadRoute(app, deps, name, handlers) {
    const endpoint = endpoints/* endpoints */.v[name];
    app.on(endpoint.method, pathPattern(endpoint), async (context) => {
        const { call } = await route_readCall(name, context);
        const answer = await handlers[name](deps, call);
        return answer instanceof StreamedList
            ? new Response(listBody(answer), { headers: { 'content-type': 'application/json' } })
            : toResponse(toAnswer(endpoint, answer, call.answerHeaders));
    });
}
/** Serves an operation that changes something: completely or not at all, and a POST once for each idempotency key. */
function addChangeRoute(app, deps, name, handlers) {
    const endpoint = endpoints/* endpoints */.v[name];
    app.on(endpoint.method, pathPattern(endpoint), async (context) => {
        const { raw } = context.req;
        const key = endpoint.method === 'POST' ? readIdempotencyKey(raw.headers) : undefined;
        const { call, bytes } = await route_readCall(name, context);
        const starts = [];
        const work = () => {
            const answer = handlers[name](deps, { ...call, afterCommit: (start) => void starts.push(start) });
            return toAnswer(endpoint, answer, call.answerHeaders);
        };
        const { answer, isReplay } = transaction(deps.database, () => key === undefined
            ? { answer: work(), isReplay: false }
            : answerOnce(deps.idempotencyKeys, keyedRequest(key, raw, bytes), deps.now(), work));
        for (const start of starts)
            start();
        return toResponse(answer, isReplay ? { [contract_endpoint/* idempotencyReplayedHeader */.ZC]: 'true' } : {});
    });
}
function pathPattern({ path }) {
    return path.replace(/\{(\w+)\}/g, ':$1');
}
/** The endpoint table, typed so that the schemas of an operation produce the parts of its call. */
const checkedEndpoints = endpoints/* endpoints */.v;
/** Checks a request strictly and strips unknown keys. Path and query are checked before the body is read. */
async function route_readCall(name, { req }) {
    const endpoint = checkedEndpoints[name];
    const params = route_check(endpoint.params, req.param(), 'params');
    const query = route_check(endpoint.query, queryOf(req.url), 'query');
    const { bytes, value } = takesBody(endpoint)
        ? await readJson(req.raw)
        : { bytes: new Uint8Array(), value: undefined };
    const body = route_check(endpoint.body, value);
    return { call: { params, query, body, request: req.raw, answerHeaders: new Headers() }, bytes };
}
function toAnswer({ mediaType, status }, answer, headers) {
    if (status === 204)
        return { status, headers: {}, body: new Uint8Array() };
    const type = { 'content-type': mediaType ?? 'application/json' };
    return {
        status,
        headers: { ...type, ...Object.fromEntries(headers) },
        body: answerBytes(mediaType, answer),
    };
}
function answerBytes(mediaType, answer) {
    if (mediaType === 'application/zip')
        return schemas/* instanceof */.Nlp(Uint8Array).parse(answer);
    const text = mediaType === 'text/plain' ? schemas/* string */.YjP().parse(answer) : JSON.stringify(answer ?? {});
    return new TextEncoder().encode(text);
}
function toResponse({ status, headers, body }, more = {}) {
    return new Response(status === 204 ? null : body, { status, headers: { ...headers, ...more } });
}
function route_check(schema, value, ...prefix) {
    const parsed = schema.safeParse(value, { reportInput: true });
    if (parsed.success)
        return parsed.data;
    throw HttpProblem.fromZod(parsed.error, prefix);
}
/** A parameter that occurs more than once becomes an array: schemas that know its name refuse it. */
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










const handlers = {
    ...testTargetHandlers,
    ...environmentHandlers,
    ...testCaseHandlers,
    ...testReportHandlers,
    ...executeHandlers,
    ...generationHandlers,
    ...exchangeHandlers,
    ...playwrightCodeHandlers,
};
/** Serves every operation of the endpoint table. */
function addRoutes(app, deps) {
    for (const name of endpoints/* operations */.z) {
        if (isRead(name))
            addReadRoute(app, deps, name, handlers);
        else
            addChangeRoute(app, deps, name, handlers);
    }
}
function isRead(name) {
    return endpoints/* endpoints */.v[name].method === 'GET';
}

;// CONCATENATED MODULE: ./build/src/service/http/app.js





/**
 * The service's HTTP side: every operation of the contract, behind the API key (section 5), and the contract itself
 * as `GET /openapi.json`, without a key. A request without a valid key is refused before anything else is checked.
 * @param log gets one line, without secrets, for each unexpected internal error.
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
            return app_toResponse(error);
        log(`internal error at ${context.req.method} ${context.req.path}: ${describeInternalError(error)}`);
        return context.json({ message: 'internal error' }, 500);
    });
    return app;
}
/**
 * Answers the methods that a known path lacks: OPTIONS with the list of its methods, others with 405 and the same list
 * (RFC 9110). Call it after the routes have been added, because it matches what they leave.
 */
function answerOtherMethods(app) {
    for (const [path, methods] of methodsByPath(app)) {
        const allow = [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
        app.all(path, (context) => {
            if (context.req.raw.method === 'OPTIONS')
                return new Response(null, { status: 204, headers: { allow } });
            throw new HttpProblem(405, { message: `${context.req.path} supports only ${allow}` }, { allow });
        });
    }
}
function methodsByPath(app) {
    const found = new Map();
    for (const { method, path } of app.routes) {
        // Hono's name for middleware.
        if (method !== 'ALL')
            found.set(path, (found.get(path) ?? new Set()).add(method));
    }
    return found;
}
function app_toResponse({ status, body, headers }) {
    return new Response(JSON.stringify(body), {
        status,
        headers: { 'content-type': 'application/json', ...headers },
    });
}
/** Compares in constant time, so that a key cannot be guessed byte by byte. An empty key is never equal. */
function sameText(given, expected) {
    const [a, b] = [Buffer.from(given), Buffer.from(expected)];
    return b.length > 0 && a.length === b.length && (0,external_node_crypto_.timingSafeEqual)(a, b);
}

;// CONCATENATED MODULE: ./build/src/service/runs.js


/** The active runs. Each stores its outcomes in its report as they arrive. */
class Runs {
    #runner;
    #reports;
    #now;
    #active = new Map();
    #isClosed = false;
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
    start({ id, testTargetId }, plan) {
        const stop = new AbortController();
        if (this.#isClosed)
            stop.abort();
        const end = this.#play(id, plan, stop.signal).finally(() => this.#active.delete(id));
        this.#active.set(id, { testTargetId, stop, end });
    }
    /** Stops the runs of a test target, without waiting for their end. */
    stopAll(testTargetId) {
        for (const run of this.#active.values())
            if (run.testTargetId === testTargetId)
                run.stop.abort();
    }
    /** Resolves when the report's run has ended, after `ms`, or when the signal is aborted. */
    async ended(testReportId, ms, signal) {
        const end = this.#active.get(testReportId)?.end;
        if (end === undefined)
            return;
        const ended = new AbortController();
        const timeout = (0,promises_.setTimeout)(ms, undefined, { signal: AbortSignal.any([signal, ended.signal]) }).catch(() => { });
        await Promise.race([end, timeout]);
        ended.abort();
    }
    /** Stops every run and waits until all have ended. */
    async close() {
        this.#isClosed = true;
        const runs = [...this.#active.values()];
        for (const { stop } of runs)
            stop.abort();
        await Promise.all(runs.map(({ end }) => end));
    }
    async #play(testReportId, plan, signal) {
        let reason = 'the run ended without a result for this test case';
        try {
            await this.#runner.run(plan, {
                onStart: (testCaseId) => this.#reports.markStarted(testReportId, testCaseId, this.#now()),
                onOutcome: (outcome) => this.#reports.saveOutcome(testReportId, outcome, this.#now()),
            }, signal);
        }
        catch (error) {
            reason = (0,errors/* messageOf */.b)(error);
        }
        this.#reports.failWaiting(testReportId, reason, this.#now());
    }
}

;// CONCATENATED MODULE: ./build/src/service/store/environment-store.js



const settings = schemas/* object */.Ikc({
    discoveryUrl: schemas/* string */.YjP().optional(),
    additionalHeaderFields: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* string */.YjP()).optional(),
    testAccount: schemas/* object */.Ikc({
        username: schemas/* string */.YjP().optional(),
        password: schemas/* string */.YjP().optional(),
        otpInitializerKey: schemas/* string */.YjP().optional(),
        updatedAt: schemas/* string */.YjP(),
    })
        .optional(),
    basicAuth: schemas/* object */.Ikc({ username: schemas/* string */.YjP().optional(), password: schemas/* string */.YjP().optional(), updatedAt: schemas/* string */.YjP() })
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
    updatedAt: schemas/* string */.YjP(),
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
    /** The DEFAULT environment first, then the others by name. */
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

;// CONCATENATED MODULE: ./build/src/service/store/idempotency-key-store.js


const maxAgeMs = 24 * 60 * 60 * 1000;
const maxAnswers = 10_000;
const idempotency_key_store_row = schemas/* object */.Ikc({
    request: schemas/* string */.YjP(),
    bodyHash: schemas/* string */.YjP(),
    status: schemas/* int */.Whr(),
    headers: jsonColumn(schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* string */.YjP())),
    body: schemas/* instanceof */.Nlp(Uint8Array),
});
/** The answers to requests with an idempotency key: the last 10,000 of the last 24 hours. */
class IdempotencyKeyStore {
    #database;
    constructor(database) {
        this.#database = database;
    }
    /** @returns undefined if the key is new or has expired. */
    find(key, now) {
        const found = this.#database
            .prepare(`SELECT request, body_hash AS bodyHash, status, headers, body FROM idempotency_keys
         WHERE key = ? AND created_at > ?`)
            .get(key, expiry(now));
        return found === undefined ? undefined : idempotency_key_store_row.parse(found);
    }
    /** Stores an answer inside the caller's transaction, and deletes expired ones. */
    add(key, { request, bodyHash, status, headers, body }, now) {
        this.#database.prepare('DELETE FROM idempotency_keys WHERE created_at <= ?').run(expiry(now));
        this.#database
            .prepare(`INSERT INTO idempotency_keys (key, request, body_hash, status, headers, body, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`)
            .run(key, request, bodyHash, status, JSON.stringify(headers), body, now.toISOString());
        this.#database
            .prepare(`DELETE FROM idempotency_keys WHERE id <=
           (SELECT id FROM idempotency_keys ORDER BY id DESC LIMIT 1 OFFSET ?)`)
            .run(maxAnswers);
    }
}
function expiry(now) {
    return new Date(now.getTime() - maxAgeMs).toISOString();
}

;// CONCATENATED MODULE: ./build/src/service/store/test-case-store.js





const versionRow = schemas/* object */.Ikc({ versionId: schemas/* string */.YjP(), testCase: jsonColumn(test_case/* exchangeTestCase */.MB) });
const versionColumns = 'version_id AS versionId, test_case AS testCase';
/** Immutable versions of test cases: every push creates new ones (section 4.6). */
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
            .prepare(`SELECT ${versionColumns} FROM test_case_versions WHERE test_target_id = ? AND version_id = ?`)
            .get(testTargetId, versionId);
        return found === undefined ? undefined : versionRow.parse(found);
    }
}
const discovery = schemas/* object */.Ikc({
    id: schemas/* string */.YjP(),
    freePrompt: schemas/* string */.YjP(),
    status: schemas/* string */.YjP(),
    updatedAt: schemas/* string */.YjP(),
    message: schemas/* string */.YjP().optional(),
});
const test_case_store_row = schemas/* object */.Ikc({
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
const stateColumns = `c.test_target_id AS testTargetId, c.id, c.version_id AS versionId, c.status,
  c.interaction_status AS interactionStatus, c.discovery, c.test_plan_id AS testPlanId,
  c.created_at AS createdAt, c.updated_at AS updatedAt`;
const test_case_store_columns = `${stateColumns}, v.test_case AS testCase`;
const from = 'FROM test_cases c JOIN test_case_versions v ON v.version_id = c.version_id';
/** Small enough that other requests are answered meanwhile. */
const batchSize = 50;
/** The tags of a target, each found by one step in the index: reading its rows would take as long as it has cases. */
const distinctTags = `WITH RECURSIVE found (tag) AS (
    SELECT min(tag) FROM test_case_tags WHERE test_target_id = ?1
    UNION ALL
    SELECT (SELECT min(tag) FROM test_case_tags WHERE test_target_id = ?1 AND tag > found.tag)
    FROM found WHERE found.tag IS NOT NULL
  )
  SELECT tag FROM found WHERE tag IS NOT NULL`;
const tagRow = schemas/* object */.Ikc({ tag: jsonColumn(schemas/* string */.YjP()) });
/** The test cases of targets (section 2.3). A deleted one is kept with the status DELETED. */
class TestCaseStore {
    #database;
    constructor(database) {
        this.#database = database;
    }
    /** The tags of the target's cases, sorted. */
    tags(testTargetId) {
        return this.#database
            .prepare(distinctTags)
            .all(testTargetId)
            .map((each) => tagRow.parse(each).tag)
            .sort();
    }
    /** Whether the target has cases. */
    hasAny(testTargetId) {
        return (this.#database
            .prepare("SELECT 1 FROM test_cases WHERE test_target_id = ? AND status <> 'DELETED' LIMIT 1")
            .get(testTargetId) !== undefined);
    }
    /** The enabled cases in the order of their push. @param tags only those with one of them; if empty, all. */
    listEnabled(testTargetId, tags) {
        if (tags.length === 0)
            return this.#select(testTargetId, "AND c.status = 'ENABLED'");
        return this.#select(testTargetId, `AND c.status = 'ENABLED' AND c.id IN (SELECT test_case_id FROM test_case_tags
         WHERE test_target_id = c.test_target_id AND tag IN (SELECT value FROM json_each(?)))`, JSON.stringify(tags.map((tag) => JSON.stringify(tag))));
    }
    /** In the order of their push, without deleted cases. */
    list(testTargetId) {
        return this.#select(testTargetId, "AND c.status <> 'DELETED'");
    }
    /**
     * The cases as they are now, in the order of their push. Their content is read batch by batch: it cannot change,
     * because versions are immutable.
     * @param withDeleted whether deleted cases are included, which accumulate over time.
     */
    listInBatches(testTargetId, withDeleted) {
        const states = this.#database
            .prepare(`SELECT ${stateColumns} FROM test_cases c WHERE c.test_target_id = ?
         ${withDeleted ? '' : "AND c.status <> 'DELETED'"} ORDER BY c.position, c.rowid`)
            .all(testTargetId);
        return this.#withContent(states);
    }
    /** Cases whose target has been deleted meanwhile have no content, and are omitted. */
    *#withContent(states) {
        const contentOf = this.#database.prepare('SELECT test_case AS testCase FROM test_case_versions WHERE version_id = ?');
        for (let start = 0; start < states.length; start += batchSize) {
            yield states.slice(start, start + batchSize).flatMap((state) => {
                const content = contentOf.get(schemas/* string */.YjP().parse(state.versionId));
                return content === undefined ? [] : [test_case_store_row.parse({ ...state, ...content })];
            });
        }
    }
    #select(testTargetId, condition, ...values) {
        return this.#database
            .prepare(`SELECT ${test_case_store_columns} ${from} WHERE c.test_target_id = ? ${condition} ORDER BY c.position, c.rowid`)
            .all(testTargetId, ...values)
            .map((each) => test_case_store_row.parse(each));
    }
    /** @returns undefined if the case does not exist or was deleted. */
    find(testTargetId, id) {
        const found = this.#database
            .prepare(`SELECT ${test_case_store_columns} ${from} WHERE c.test_target_id = ? AND c.id = ? AND c.status <> 'DELETED'`)
            .get(testTargetId, id);
        return found === undefined ? undefined : test_case_store_row.parse(found);
    }
    /** Replaces the target's cases with these and enables them, inside the caller's transaction. Others are deleted. */
    replaceAll(testTargetId, versions, now) {
        this.#database.prepare('DELETE FROM test_case_tags WHERE test_target_id = ?').run(testTargetId);
        this.#addTags(testTargetId, versions);
        this.#database
            .prepare("UPDATE test_cases SET status = 'DELETED', updated_at = ? WHERE test_target_id = ? AND status <> 'DELETED'")
            .run(now.toISOString(), testTargetId);
        const upsert = this.#database.prepare(`INSERT INTO test_cases (test_target_id, id, version_id, position, status, created_at, updated_at)
       VALUES (?, ?, ?, ?, 'ENABLED', ?, ?)
       ON CONFLICT (test_target_id, id) DO UPDATE SET
         version_id = excluded.version_id, position = excluded.position, status = 'ENABLED', updated_at = excluded.updated_at`);
        for (const [position, { versionId, testCase }] of versions.entries()) {
            upsert.run(testTargetId, testCase.id, versionId, position, now.toISOString(), now.toISOString());
        }
    }
    /** Tags are stored as JSON, because SQLite stores no lone surrogates. */
    #addTags(testTargetId, versions) {
        const insert = this.#database.prepare('INSERT OR IGNORE INTO test_case_tags (test_target_id, tag, test_case_id) VALUES (?, ?, ?)');
        for (const { testCase } of versions) {
            for (const tag of testCase.tagNames ?? [])
                insert.run(testTargetId, JSON.stringify(tag), testCase.id);
        }
    }
    #removeTags(testTargetId, testCaseId) {
        this.#database
            .prepare('DELETE FROM test_case_tags WHERE test_target_id = ? AND test_case_id = ?')
            .run(testTargetId, testCaseId);
    }
    /** Appends a case as a DRAFT, inside the caller's transaction. */
    add(testTargetId, version, change, now) {
        const { versionId, testCase } = version;
        this.#database
            .prepare(`INSERT INTO test_cases (test_target_id, id, version_id, position, status, created_at, updated_at)
         SELECT ?, ?, ?, coalesce(max(position), -1) + 1, 'DRAFT', ?, ? FROM test_cases WHERE test_target_id = ?`)
            .run(testTargetId, testCase.id, versionId, now.toISOString(), now.toISOString(), testTargetId);
        this.#addTags(testTargetId, [version]);
        this.change(testTargetId, testCase.id, change, now);
    }
    change(testTargetId, id, change, now) {
        transaction(this.#database, () => {
            this.#update(testTargetId, id, change, now);
            if (change.version === undefined && change.status !== 'DELETED')
                return;
            this.#removeTags(testTargetId, id);
            if (change.version !== undefined)
                this.#addTags(testTargetId, [change.version]);
        });
    }
    #update(testTargetId, id, change, now) {
        this.#database
            .prepare(`UPDATE test_cases SET version_id = coalesce(?, version_id), status = coalesce(?, status),
           interaction_status = coalesce(?, interaction_status), discovery = coalesce(?, discovery),
           test_plan_id = coalesce(?, test_plan_id), updated_at = ?
         WHERE test_target_id = ? AND id = ?`)
            .run(change.version?.versionId ?? null, change.status ?? null, change.interactionStatus ?? null, change.discovery === undefined ? null : JSON.stringify(change.discovery), change.testPlanId ?? null, now.toISOString(), testTargetId, id);
    }
    /** Ends the discoveries that a previous process has left unfinished (section 2.3), inside the caller's transaction. */
    failUnfinishedDiscoveries(message, now) {
        this.#database
            .prepare(`UPDATE test_cases SET updated_at = ?2,
           discovery = json_set(discovery, '$.status', 'FAILED', '$.message', ?1, '$.updatedAt', ?2)
         WHERE json_extract(discovery, '$.status') IN ('CREATED', 'IN_PROGRESS')`)
            .run(message, now.toISOString());
    }
}

;// CONCATENATED MODULE: ./build/src/service/store/test-plan-store.js




const test_plan_store_row = schemas/* object */.Ikc({
    id: schemas/* string */.YjP(),
    testTargetId: schemas/* string */.YjP(),
    status: schemas/* enum */.k5n(['CREATED', 'IN_PROGRESS', 'ERROR', 'DONE']),
    context: jsonColumn(report_context/* reportContext */.g),
    message: schemas/* string */.YjP().nullable(),
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
            .prepare(`SELECT id, test_target_id AS testTargetId, status, context, message, created_at AS createdAt, updated_at AS updatedAt
         FROM test_plans WHERE test_target_id = ? AND id = ?`)
            .get(testTargetId, id);
        return found === undefined ? undefined : test_plan_store_row.parse(found);
    }
    setStatus(id, status, now) {
        this.#database
            .prepare('UPDATE test_plans SET status = ?, updated_at = ? WHERE id = ?')
            .run(status, now.toISOString(), id);
    }
    /** Ends a plan with ERROR. @param message why, for users. */
    fail(id, message, now) {
        this.#database
            .prepare("UPDATE test_plans SET status = 'ERROR', message = ?, updated_at = ? WHERE id = ?")
            .run(message, now.toISOString(), id);
    }
    /** Ends the plans that a previous process has left unfinished. */
    failUnfinished(message, now) {
        this.#database
            .prepare(`UPDATE test_plans SET status = 'ERROR', message = ?, updated_at = ?
         WHERE status IN ('CREATED', 'IN_PROGRESS')`)
            .run(message, now.toISOString());
    }
}

;// CONCATENATED MODULE: ./build/src/service/store/test-target-store.js



/** Section 8: 5,000 to 30,000 ms; new targets start with the maximum. */
const defaultTimeoutPerStepMs = 30_000;
const test_target_store_row = schemas/* object */.Ikc({
    id: schemas/* string */.YjP(),
    app: schemas/* string */.YjP(),
    testIdAttribute: schemas/* string */.YjP().nullable(),
    timeoutPerStep: schemas/* number */.aig(),
    testManagementIntegration: jsonColumn(schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* string */.YjP())).nullable(),
});
const test_target_store_columns = `id, app, test_id_attribute AS testIdAttribute, timeout_per_step AS timeoutPerStep,
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
                .run(id, app, defaultTimeoutPerStepMs, now.toISOString());
            const settings = discoveryUrl === undefined ? {} : { discoveryUrl };
            this.#environments.create(id, 'default', 'DEFAULT', settings, now);
            return id;
        });
    }
    find(id) {
        const found = this.#database.prepare(`SELECT ${test_target_store_columns} FROM test_targets WHERE id = ?`).get(id);
        return found === undefined ? undefined : test_target_store_row.parse(found);
    }
    /** Oldest first. */
    list() {
        return this.#database
            .prepare(`SELECT ${test_target_store_columns} FROM test_targets ORDER BY created_at, rowid`)
            .all()
            .map((each) => test_target_store_row.parse(each));
    }
    /** Changes the fields of the patch. A null `app` keeps the name, an empty `testIdAttribute` removes it. */
    update(target, patch) {
        const integration = patch.testManagementIntegration === undefined
            ? target.testManagementIntegration
            : patch.testManagementIntegration;
        this.#database
            .prepare(`UPDATE test_targets SET app = ?, test_id_attribute = ?, timeout_per_step = ?, test_management_integration = ?
         WHERE id = ?`)
            .run(patch.app ?? target.app, patch.testIdAttribute === undefined ? target.testIdAttribute : patch.testIdAttribute || null, patch.timeoutPerStep ?? target.timeoutPerStep, integration === null ? null : JSON.stringify(integration), target.id);
    }
    /** Deletes the target with everything that belongs to it. */
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
        idempotencyKeys: new IdempotencyKeyStore(database),
        now,
    };
    transaction(database, () => {
        stores.reports.failAbandoned('the service stopped before this test case ran', now());
        stores.plans.failUnfinished('the service stopped while test cases were being generated', now());
        stores.testCases.failUnfinishedDiscoveries('the service stopped while this test case was being generated', now());
    });
    const runs = new Runs(runner, stores.reports, now);
    const generations = new GenerationJobs(stores, options.generate);
    const apiKey = options.apiKey ?? (0,external_node_crypto_.randomBytes)(24).toString('base64url');
    const app = createApp({ ...stores, runs, generations }, apiKey, options.log ?? console.error);
    const stopWork = async () => {
        await Promise.all([runs.close(), generations.close()]);
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

// EXTERNAL MODULE: ./build/src/client/network.js
var client_network = __webpack_require__(7359);
// EXTERNAL MODULE: ./build/src/client/network-errors.js
var network_errors = __webpack_require__(7955);
// EXTERNAL MODULE: ./build/src/runtime/user-error.js
var user_error = __webpack_require__(6128);
;// CONCATENATED MODULE: ./build/src/connection/app-ready.js
var app_ready_addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
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
var app_ready_disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
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






/** An app that starts in the background has this long to answer, in ms. */
const graceMs = 30_000;
const attemptMs = 5000;
const pauseMs = 250;
/** A proxy's response while the app behind it is starting. */
const notReady = [502, 503, 504];
/**
 * Waits until the app answers with any status but 502, 503 and 504. Requests take the same way as the browser's: directly
 * on loopback, else through the machine's proxies.
 * @param onWaiting called once if the app does not answer at first.
 * @throws UserError after 30 s, or earlier when `signal` is aborted, with the URL and the last reason; the reason of
 * `signal` if the app had no time to answer; Error if the variable of a proxy holds no URL.
 */
async function waitForApp(url, signal, onWaiting) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        if ((0,loopback/* isLoopback */.U)(new URL(url)))
            return pollApp(fetchDirectly, url, signal, onWaiting);
        const network = app_ready_addDisposableResource(env_1, (0,client_network/* openNetwork */.X)(), true);
        return await pollApp(network.fetch, url, signal, onWaiting);
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        const result_1 = app_ready_disposeResources(env_1);
        if (result_1)
            await result_1;
    }
}
const fetchDirectly = (url, request) => (0,undici.fetch)(url, { ...request, redirect: 'manual' });
async function pollApp(send, url, signal, onWaiting) {
    const startedAt = performance.now();
    let reason;
    for (;;) {
        const last = reason;
        reason = await probe(send, url, signal);
        if (reason === undefined)
            return;
        if (signal.aborted) {
            // The abort says nothing about the app.
            if (last === undefined)
                throw signal.reason;
            reason = last;
        }
        else if (last === undefined) {
            onWaiting(`Waiting for ${url} (${reason})`);
        }
        await (0,promises_.setTimeout)(pauseMs, undefined, { signal }).catch(() => { });
        const waitedMs = performance.now() - startedAt;
        if (signal.aborted || waitedMs > graceMs) {
            throw new user_error/* UserError */.y(`The app does not answer at ${url} (${reason}, after ${Math.ceil(waitedMs / 1000)} s). Start it in the background (\`&\`) in an earlier step, and check the input \`url\`.`);
        }
    }
}
/** @returns why the app is not ready; undefined if it is. */
async function probe(send, url, signal) {
    const done = new AbortController();
    const attempt = AbortSignal.any([signal, done.signal, AbortSignal.timeout(attemptMs)]);
    try {
        const { status } = await send(url, { method: 'GET', headers: {}, signal: attempt });
        return notReady.includes(status) ? `it answered ${status}` : undefined;
    }
    catch (error) {
        const code = (0,network_errors/* networkCode */.e8)(error);
        // The app answers; the browser decides whether to trust its certificate.
        return (0,network_errors/* isDistrust */.Br)(code) ? undefined : code;
    }
    finally {
        // The body is left unread.
        done.abort();
    }
}

;// CONCATENATED MODULE: ./build/src/connection/embedded.js
var embedded_addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
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
var embedded_disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
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
 * Opens the embedded service and creates a test target for the app. The browser starts while the app is being waited
 * for.
 * @throws UserError if no browser can be started or the app does not answer; the reason of `signal`.
 */
async function connectEmbedded(options, signal) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const { url, evidenceFolder, redactor } = options;
        const { timeoutPerStepMs, ...settings } = options.play;
        const opening = embedded_addDisposableResource(env_1, new AsyncDisposableStack(), true);
        const runner = opening.use(openRunner(options.machine, { ...settings, evidenceFolder, redactor }));
        if (options.playsCases) {
            await waitForBoth(runner.prepare(options.browser), (failed) => waitForApp(url, AbortSignal.any([signal, failed]), options.onWaiting));
        }
        const service = opening.use(openEmbeddedService({ runner }));
        const client = (0,client_client/* createClient */.U)({
            baseUrl: 'http://embedded.invalid',
            apiKey: service.apiKey,
            fetch: (address, { signal: attempt, ...request }) => orAborted(service.fetch(new Request(address, { ...request, signal: attempt })), attempt),
        });
        const testTargetId = await createTarget(client, options, timeoutPerStepMs);
        const opened = opening.move();
        return { client, testTargetId, url: async () => url, [Symbol.asyncDispose]: () => opened.disposeAsync() };
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        const result_1 = embedded_disposeResources(env_1);
        if (result_1)
            await result_1;
    }
}
/** Creates the test target for the app, with its environment. @returns the target's id. */
async function createTarget(client, { app, url, environment, access }, timeoutPerStep) {
    const { id: testTargetId, environments } = await client.createTestTarget({
        testTarget: { app, ...(url === '' ? {} : { discoveryUrl: url }) },
    });
    await client.updateTestTarget({ testTargetId }, { timeoutPerStep });
    if (environment !== 'default') {
        const discoveryUrl = url === '' ? {} : { discoveryUrl: url };
        await client.createEnvironment({ testTargetId }, { name: environment, ...discoveryUrl, ...access });
        return testTargetId;
    }
    for (const { id: environmentId, type } of environments ?? []) {
        if (type === 'DEFAULT')
            await client.updateEnvironment({ testTargetId, environmentId }, access);
    }
    return testTargetId;
}
/**
 * Waits until both have ended, also if one fails: nothing may be opened after the failure was reported.
 * @param other is aborted if `work` fails.
 */
async function waitForBoth(work, other) {
    const failed = new AbortController();
    work.catch((error) => failed.abort(error));
    for (const result of await Promise.allSettled([work, other(failed.signal)])) {
        if (result.status === 'rejected')
            throw result.reason;
    }
}
/** Rejects when the signal is aborted, as a request over the network does: a service in this process does not know it. */
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


/***/ }),

/***/ 9579:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   R: () => (/* binding */ runVariables)
/* harmony export */ });
/* unused harmony export oneTimePassword */
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var otpauth__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(107);
/* harmony import */ var _variable_names_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5389);



/**
 * The variables of one run: the given ones (if one has several values, one of them is picked) and the predefined ones, which
 * are constant within a run and new in the next. Given variables override predefined ones.
 */
function runVariables({ variables, executionUrl, environment, }) {
    const given = Object.entries(variables).flatMap(([name, values]) => {
        const value = values[values.length > 1 ? (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomInt)(values.length) : 0];
        return value === undefined ? [] : [[name, value]];
    });
    const predefined = [
        // Texts continue with a path: `$OCTO_URL/login`.
        ['OCTO_URL', executionUrl.replace(/\/+$/, '')],
        ...testAccountVariables(environment),
        ...stableVariables(),
        ...emailVariables(new Map((0,_variable_names_js__WEBPACK_IMPORTED_MODULE_2__/* .bothSpellings */ .p8)(given))),
    ];
    return new Map([...(0,_variable_names_js__WEBPACK_IMPORTED_MODULE_2__/* .bothSpellings */ .p8)(predefined), ...(0,_variable_names_js__WEBPACK_IMPORTED_MODULE_2__/* .bothSpellings */ .p8)(given), ...given]);
}
function testAccountVariables({ testAccount = {} }) {
    const { username, password, otpInitializerKey: key } = testAccount;
    return [
        ...(username === undefined ? [] : [['OCTO_USERNAME', username]]),
        ...(password === undefined ? [] : [['OCTO_PASSWORD', password]]),
        ...(key === undefined ? [] : [['OCTO_TOTP', () => oneTimePassword(key)]]),
    ];
}
function stableVariables() {
    const stable = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomUUID)();
    return [
        ['OCTO_STABLE_UUID', stable],
        ['OCTO_STABLE_UUID_SHORT', stable.slice(0, 8)],
        ['OCTO_STABLE_RANDOM_CHARACTERS', randomCharacters(8)],
    ];
}
/** The mail address of the run, with its prefix or domain if given. */
function emailVariables(given) {
    const prefix = given.get('OCTO_EMAIL_PREFIX') ?? `run-${randomCharacters(8)}`;
    const domain = given.get('OCTO_EMAIL_DOMAIN') ?? 'browser-test-gate.test';
    return [
        ['OCTO_EMAIL', `${prefix}@${domain}`],
        ['OCTO_EMAIL_PREFIX', prefix],
        ['OCTO_EMAIL_DOMAIN', domain],
    ];
}
function randomCharacters(length) {
    return Array.from({ length }, () => String.fromCharCode(97 + (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomInt)(26))).join('');
}
/**
 * The one-time password at a time.
 * @param key a base32 secret, which may have blanks and lower-case letters, or an `otpauth://totp/…` URL.
 * @param now ms since 1970.
 * @throws Error if the key is neither; the message does not contain it.
 */
function oneTimePassword(key, now = Date.now()) {
    return generator(key.trim()).generate({ timestamp: now });
}
function generator(key) {
    try {
        if (!/^otpauth:/i.test(key)) {
            const secret = otpauth__WEBPACK_IMPORTED_MODULE_1__/* .Secret */ .zh.fromBase32(key.replace(/[\s-]/g, '').toUpperCase());
            if (secret.bytes.length > 0)
                return new otpauth__WEBPACK_IMPORTED_MODULE_1__/* .TOTP */ ._k({ secret });
        }
        else {
            const found = otpauth__WEBPACK_IMPORTED_MODULE_1__/* .URI */ .rz.parse(key);
            if (!(found instanceof otpauth__WEBPACK_IMPORTED_MODULE_1__/* .HOTP */ .AN))
                return found;
        }
    }
    catch {
        // The parser's message might contain the key.
    }
    throw new Error("The test account's one-time-password key is invalid. Set `test-account-otp-key` to the base32 secret or to a URL that starts with otpauth://totp/.");
}


/***/ }),

/***/ 211:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Fx: () => (/* binding */ sourcePieces),
/* harmony export */   J7: () => (/* binding */ matchesAnyText),
/* harmony export */   Vk: () => (/* binding */ textPieces),
/* harmony export */   ZS: () => (/* binding */ readPattern),
/* harmony export */   Zi: () => (/* binding */ readMatcher),
/* harmony export */   at: () => (/* binding */ fillInCode),
/* harmony export */   pz: () => (/* binding */ fillIn),
/* harmony export */   zo: () => (/* binding */ variableNames)
/* harmony export */ });
/* harmony import */ var _common_errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4560);
/* harmony import */ var _contract_exchange_pattern_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2994);


/** The marker of a pattern may follow a dollar sign, where it is not the name of a variable. */
const wrappedPattern = /^(OCTOREGEX)([\s\S]*)(OCTOREGEX)$/;
/**
 * Replaces `$NAME` and `$$name` with their values. A dollar sign without a name, as in `$5`, stays unchanged, and `\$NAME`
 * becomes `$NAME`. In a pattern, values are escaped.
 * @throws UndefinedVariable
 */
function fillIn(text, variables) {
    const [, begin = '', source, end = ''] = wrappedPattern.exec(text) ?? [];
    if (source === undefined)
        return joined(textPieces(text), (name) => variables.value(name));
    return begin + joined(sourcePieces(source), (name) => escapePattern(variables.value(name))) + end;
}
/**
 * Replaces `$NAME` in code with its value, without escaping. Names without a variable of the run stay unchanged, because code
 * has such names itself. So does `$$name`: its value may come from a page and must not become code.
 * @throws UndefinedVariable for variables of a test account that the environment does not have.
 */
function fillInCode(code, variables) {
    return joined(sourcePieces(code), (name) => (variables.isOfRun(name) ? variables.value(name) : `$${name}`));
}
/** The variables that a text or code uses, without their first `$`. */
function variableNames(text, isCode) {
    const source = isCode ? text : wrappedPattern.exec(text)?.[2];
    const pieces = source === undefined ? textPieces(text) : sourcePieces(source);
    return pieces.flatMap((piece) => ('name' in piece ? piece.name : []));
}
function joined(pieces, value) {
    return pieces.map((piece) => ('name' in piece ? value(piece.name) : piece.plain)).join('');
}
function escapePattern(text) {
    return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
/** `$$name` is a dynamic variable and must not be read as a dollar sign followed by `$name`. */
const name = String.raw `\$(\$?[A-Za-z_]\w*)`;
/** A backslash is an escape only before the dollar sign of a name. */
const escapedDollar = new RegExp(String.raw `\\(\$)(?=(?:\\?\$)*[A-Za-z_])|${name}`, 'g');
const escapedAny = new RegExp(String.raw `(\\[\s\S])|${name}`, 'g');
/** Splits a text in which `\$` before a name is a dollar sign. */
function textPieces(text) {
    return pieces(text, escapedDollar);
}
/** Splits a pattern's source or code, in which a backslash and the next character stay unchanged. */
function sourcePieces(source) {
    return pieces(source, escapedAny);
}
/** @param marks its first group matches plain text, its second a name. */
function pieces(text, marks) {
    const found = [];
    let plain = '';
    let end = 0;
    for (const { 0: whole, 1: kept, 2: name, index } of text.matchAll(marks)) {
        plain += text.slice(end, index) + (kept ?? '');
        end = index + whole.length;
        if (name === undefined)
            continue;
        found.push(...(plain === '' ? [] : [{ plain }]), { name });
        plain = '';
    }
    plain += text.slice(end);
    return plain === '' && found.length > 0 ? found : [...found, { plain }];
}
/**
 * Reads a text that may be a pattern and replaces its variables. The value of a variable never turns a text into a pattern.
 * @param holder the field of the text, for messages.
 * @throws Error if the pattern is invalid; what `fill` throws.
 */
function readPattern(text, holder, fill) {
    const filled = fill(text);
    return isPattern(text) ? read(filled, holder) : filled;
}
/**
 * The same for a text that elements are found by.
 * @throws Error if any text would match because the variables of the text are empty.
 */
function readMatcher(text, holder, fill) {
    const read = readPattern(text, holder, fill);
    if (!text.includes('$') || !matchesAnyText(read))
        return read;
    throw new Error(`${holder} would match any text, because a variable in ${JSON.stringify(text)} is empty. Check the step that sets it.`);
}
/** Whether nothing can fail to contain a text, or to match a pattern. */
function matchesAnyText(expected) {
    if (typeof expected === 'string')
        return expected.trim() === '';
    return ['', '\u{10ffff}'].every((text) => expected.test(text));
}
function isPattern(text) {
    return /^OCTOREGEX[\s\S]*OCTOREGEX$/.test(text);
}
function read(wrapped, holder) {
    try {
        return (0,_contract_exchange_pattern_js__WEBPACK_IMPORTED_MODULE_0__/* .textOrPattern */ .nU)(wrapped);
    }
    catch (error) {
        const reason = (0,_common_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .messageOf */ .b)(error);
        throw new Error(`${holder} has an invalid pattern: ${reason}. Correct it in the test case.`);
    }
}


/***/ }),

/***/ 5389:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $x: () => (/* binding */ predefinedSpelling),
/* harmony export */   lQ: () => (/* binding */ dynamicName),
/* harmony export */   p8: () => (/* binding */ bothSpellings)
/* harmony export */ });
/** OCTO_X and GATE_X are names of the same variable. */
const [predefined, neutral] = ['OCTO_', 'GATE_'];
/** The OCTO_X name of a GATE_X variable; other names stay unchanged. */
function predefinedSpelling(name) {
    return name.startsWith(neutral) ? predefined + name.slice(neutral.length) : name;
}
/** Adds to each value of an OCTO_X or GATE_X the same value under the other name. */
function bothSpellings(values) {
    return [...values].flatMap(([name, value]) => {
        const other = name.startsWith(predefined)
            ? neutral + name.slice(predefined.length)
            : predefinedSpelling(name);
        return other === name
            ? [[name, value]]
            : [
                [name, value],
                [other, value],
            ];
    });
}
/**
 * The name of a dynamic variable that a step sets, which may be written as `$$name`.
 * @throws Error if the name is invalid.
 */
function dynamicName(written) {
    const name = written.replace(/^\$+/, '');
    if (/^[A-Za-z_]\w*$/.test(name))
        return name;
    throw new Error(`${JSON.stringify(written)} is not a valid variable name: use letters, digits and _, and do not start with a digit.`);
}


/***/ }),

/***/ 283:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C: () => (/* binding */ isTestAccountVariable),
/* harmony export */   ZN: () => (/* binding */ UndefinedVariable),
/* harmony export */   ut: () => (/* binding */ Variables)
/* harmony export */ });
/* harmony import */ var _common_near_misses_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8258);
/* harmony import */ var _variable_names_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5389);


/** The variables of one case: `$NAME` of the run and `$$name`, which steps set. */
class Variables {
    #run;
    #dynamic;
    /** @param dynamic the initial dynamic variables. */
    constructor(run, dynamic = []) {
        this.#run = run;
        this.#dynamic = new Map(dynamic);
    }
    get dynamic() {
        return this.#dynamic;
    }
    /** Sets a dynamic variable, which later texts use as `$$name`. */
    set(name, value) {
        this.#dynamic.set(name, value);
    }
    /** Whether a name is a variable of the run or of a test account. */
    isOfRun(name) {
        return this.#run.has(name) || isTestAccountVariable(name);
    }
    /**
     * The value of a variable.
     * @param name without its first `$`; that of a dynamic variable starts with another `$`.
     * @throws UndefinedVariable
     */
    value(name) {
        const found = name.startsWith('$') ? this.#dynamic.get(name.slice(1)) : this.#run.get(name);
        if (found === undefined)
            throw new UndefinedVariable(name, this.#names());
        return typeof found === 'function' ? found() : found;
    }
    #names() {
        return [...this.#run.keys(), ...[...this.#dynamic.keys()].map((name) => `$${name}`)];
    }
}
/** A text uses an undefined variable. The message contains names but never values. */
class UndefinedVariable extends Error {
    /**
     * @param name without its first `$`; that of a dynamic variable starts with another `$`.
     * @param known the defined names, in the same form.
     */
    constructor(name, known) {
        // Variables of a test account are suggested even if there is no test account.
        const others = isTestAccountVariable(name) ? [] : testAccountVariables;
        const similar = similarNames(name, [...known, ...others]);
        const suggestion = similar.length === 0 ? '' : ` Did you mean ${listed(similar, ' or ')}?`;
        super(`The variable $${name} is not defined.${suggestion} ${remedy(name)} Defined variables: ${listed(listedNames(known), ', ') || 'none'}.`);
        this.name = 'UndefinedVariable';
    }
}
const testAccountVariables = new Set(['OCTO_USERNAME', 'OCTO_PASSWORD', 'OCTO_TOTP']);
/** Whether a name is a variable of the test account, which the environment may lack. */
function isTestAccountVariable(name) {
    return testAccountVariables.has((0,_variable_names_js__WEBPACK_IMPORTED_MODULE_1__/* .predefinedSpelling */ .$x)(name));
}
function remedy(name) {
    if (name.startsWith('$'))
        return 'An earlier EXTRACT or JAVASCRIPT step must set it.';
    if (!isTestAccountVariable(name))
        return 'Set it with the input `variables`.';
    return 'It comes from the test account: set the inputs `test-account-username`, `test-account-password` and `test-account-otp-key`, or the test account of the environment at the service.';
}
/** A prefix of at least so many characters is similar to the whole name. */
const minPrefix = 3;
const maxSuggestions = 3;
/** The names that a name is a prefix of, and those that it may be a misspelling of. */
function similarNames(name, names) {
    const plain = (each) => each.replace('$', '').toLowerCase();
    const isPrefix = plain(name).length >= minPrefix;
    const longer = isPrefix ? names.filter((each) => plain(each).startsWith(plain(name))) : [];
    return [...new Set([...longer, ...(0,_common_near_misses_js__WEBPACK_IMPORTED_MODULE_0__/* .nearMisses */ .B)(name, names)])].slice(0, maxSuggestions);
}
/** Lists predefined variables under one name only. */
function listedNames(known) {
    return known.filter((name) => (0,_variable_names_js__WEBPACK_IMPORTED_MODULE_1__/* .predefinedSpelling */ .$x)(name) === name || !known.includes((0,_variable_names_js__WEBPACK_IMPORTED_MODULE_1__/* .predefinedSpelling */ .$x)(name)));
}
function listed(names, between) {
    return names.map((name) => `$${name}`).join(between);
}


/***/ })

};
