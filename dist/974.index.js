export const id = 974;
export const ids = [974];
export const modules = {

/***/ 4974:
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
// EXTERNAL MODULE: ./build/src/client/network.js
var client_network = __webpack_require__(7359);
// EXTERNAL MODULE: ./build/src/client/network-code.js
var network_code = __webpack_require__(1865);
;// CONCATENATED MODULE: ./build/src/contract/loopback.js
const loopback = /^(?:(?:.+\.)?localhost|127\.[\d.]+|\[::1\])$/;
/** Whether a host is this machine: a browser asks it by itself, whatever the proxies of the machine are. */
function isLoopback({ hostname }) {
    return loopback.test(hostname);
}

;// CONCATENATED MODULE: ./build/src/app-ready.js
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






/** An app that is started beside the action has this long to come up, in ms. */
const graceMs = 30_000;
const attemptMs = 5000;
const pauseMs = 250;
/** What a proxy says while the app behind it is not up yet. */
const notYet = [502, 503, 504];
/**
 * Waits until the app answers, with whatever status. It is asked as the browser asks it: on loopback by itself, else by
 * the machine's proxies.
 * @param onWaiting told once when it is not up yet.
 * @throws UserError after 30 s, or earlier when `signal` is aborted, with the URL and the last reason; the reason of
 * `signal` where the app had no time to answer; Error where the variable of a proxy holds no URL.
 */
async function waitForApp(url, signal, onWaiting) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        if (isLoopback(new URL(url)))
            return waitWith(directly, url, signal, onWaiting);
        const network = __addDisposableResource(env_1, (0,client_network/* openNetwork */.X)(), true);
        return await waitWith(network.fetch, url, signal, onWaiting);
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
const directly = (url, request) => (0,undici.fetch)(url, { ...request, redirect: 'manual' });
async function waitWith(ask, url, signal, onWaiting) {
    const startedAt = performance.now();
    let reason;
    for (;;) {
        const last = reason;
        reason = await knock(ask, url, signal);
        if (reason === undefined)
            return;
        if (signal.aborted) {
            // What ended the attempt says nothing of the app.
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
            throw new user_error/* UserError */.y(`The app does not answer at ${url} (${reason}, after ${Math.ceil(waitedMs / 1000)} s). Start it in a step before this one (in the background, with \`&\`), and check the input \`url\`.`);
        }
    }
}
/** @returns why the app is not there yet; undefined when it is. */
async function knock(ask, url, signal) {
    const over = new AbortController();
    const attempt = AbortSignal.any([signal, over.signal, AbortSignal.timeout(attemptMs)]);
    try {
        const { status } = await ask(url, { method: 'GET', headers: {}, signal: attempt });
        return notYet.includes(status) ? `it answered ${status}` : undefined;
    }
    catch (error) {
        const code = (0,network_code/* networkCode */.e8)(error);
        // Whether its certificate may be trusted is the browser's to say: the app is there.
        return (0,network_code/* isDistrust */.Br)(code) ? undefined : code;
    }
    finally {
        // The body is left unread.
        over.abort();
    }
}

// EXTERNAL MODULE: ./build/src/client/client.js + 3 modules
var client_client = __webpack_require__(4474);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
;// CONCATENATED MODULE: ./build/src/runner/browser/browser-pool.js
/**
 * Has a browser of a pool started: what is missing is told once, and not by every case.
 * @throws what `lease` throws.
 */
async function warmUp(pool) {
    const lease = await pool.lease({ apart: false });
    await lease[Symbol.asyncDispose]();
}

;// CONCATENATED MODULE: ./build/src/runner/within.js
/** Work did not end in its time. */
class TimedOut extends Error {
    constructor(message) {
        super(message);
        this.name = 'TimeoutError';
    }
}
/**
 * Waits for work no longer than `ms`; the work itself is left alone.
 * @throws TimedOut with `message`, or what the work throws.
 */
async function within(ms, message, work) {
    const late = Promise.withResolvers();
    const timer = setTimeout(() => late.reject(new TimedOut(message)), ms);
    try {
        return await Promise.race([work(), late.promise]);
    }
    finally {
        clearTimeout(timer);
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
function screenOf(breakpoint, browser) {
    const { isMobile, ...screen } = screens[breakpoint];
    // Firefox has no such mode, and refuses the option.
    return isMobile === undefined || browser === 'FIREFOX' ? screen : { ...screen, isMobile };
}

;// CONCATENATED MODULE: ./build/src/runner/browser/user-agent.js
/** What the browsers of phones and tablets say they are; `major` is the first number of the version. */
const mobile = {
    // Chrome has stopped telling device, system and minor version.
    CHROMIUM: (device, _, major) => `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0${device === 'MOBILE' ? ' Mobile' : ''} Safari/537.36`,
    FIREFOX: (device, _, major) => `Mozilla/5.0 (Android 15; ${device === 'MOBILE' ? 'Mobile' : 'Tablet'}; rv:${major}.0) Gecko/${major}.0 Firefox/${major}.0`,
    // Safari has stopped telling the system's version.
    SAFARI: (device, version) => `Mozilla/5.0 (${device === 'MOBILE' ? 'iPhone; CPU iPhone' : 'iPad; CPU'} OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Mobile/15E148 Safari/604.1`,
};
/**
 * The user agent of a breakpoint: that of the browser's mobile edition, in the version that really plays.
 * @param version the browser's own, like `153.0.8010.4`.
 * @returns undefined where the browser says what it is by itself.
 */
function userAgentOf(breakpoint, browser, version) {
    if (breakpoint === 'DESKTOP')
        return undefined;
    return mobile[browser](breakpoint, version, version.split('.')[0] ?? version);
}

;// CONCATENATED MODULE: ./build/src/runner/browser/context-options.js


/**
 * The options of the context that a case is played in.
 * @param version the browser's own.
 */
function contextOptions({ browser, breakpoint, environment, executionUrl }, version) {
    const { basicAuth } = environment;
    const userAgent = userAgentOf(breakpoint, browser, version);
    return {
        ...screenOf(breakpoint, browser),
        ...(userAgent === undefined ? {} : { userAgent }),
        // A download tells its name all the same; its bytes, of which there may be gigabytes, are not fetched.
        acceptDownloads: false,
        ...(basicAuth === undefined
            ? {}
            : { httpCredentials: { ...basicAuth, origin: new URL(executionUrl).origin } }),
        // Elsewhere than in Chromium, what a service worker asks for would pass by the header fields.
        ...(browser === 'CHROMIUM' || Object.keys(environment.headers).length === 0
            ? {}
            : { serviceWorkers: 'block' }),
    };
}

;// CONCATENATED MODULE: ./build/src/runner/browser/context-frames.js
/**
 * Tells frames of one context from those of others in the same browser. Only the browser itself is asked, and never a
 * page: that may be busy for as long as it likes.
 * @param session of the whole browser.
 */
function framesOf(context, session) {
    const known = new Map();
    let ownId;
    const look = async (frameId) => {
        const pages = context.pages();
        const [page] = pages;
        // A context without a page asks for nothing.
        if (page === undefined)
            return false;
        ownId ??= contextId(page).catch((error) => {
            ownId = undefined;
            throw error;
        });
        const { targetInfos } = await session.send('Target.getTargets');
        const target = targetInfos.find(({ targetId }) => targetId === frameId);
        if (target !== undefined)
            return target.browserContextId === (await ownId);
        // Frames that share the process of their page are no targets of their own.
        const found = await Promise.all(pages.map((each) => holds(each, frameId)));
        return found.includes(true);
    };
    return {
        include(frameId) {
            const found = known.get(frameId) ?? look(frameId).catch(() => false);
            known.set(frameId, found);
            // A frame stays in its context. One that was not found is looked for again: nobody may have known it yet.
            void found.then((isOwn) => isOwn || known.delete(frameId));
            return found;
        },
    };
}
async function contextId(page) {
    const session = await page.context().newCDPSession(page);
    const { targetInfo } = await session.send('Target.getTargetInfo');
    leave(session);
    return targetInfo.browserContextId;
}
/** Whether a frame is in a page, at whatever depth. The storage of a frame is what the browser tells by itself. */
async function holds(page, frameId) {
    try {
        const session = await page.context().newCDPSession(page);
        const told = session.send('Storage.getStorageKeyForFrame', { frameId });
        const isHeld = await told.then(() => true, 
        // It knows the frame; one that is sandboxed has no storage.
        (error) => error instanceof Error && error.message.includes('opaque origin'));
        leave(session);
        return isHeld;
    }
    catch {
        // The page is gone.
        return false;
    }
}
/** Chromium answers this only after the page's navigation, which may itself wait for us. */
function leave(session) {
    session.detach().catch(() => { });
}

;// CONCATENATED MODULE: ./build/src/runner/browser/chromium-headers.js

/**
 * Adds header fields to the requests of a context to one origin. The browser itself asks, between its cache and the
 * network, for each request and each redirect: those of frames, popups and workers of all kinds too, but not for
 * WebSockets. Nothing else of a request changes, and answers are not touched.
 */
async function addHeadersInChromium(browser, context, headers) {
    const gate = gates.get(browser) ?? browser.newBrowserCDPSession().then((session) => new HeaderGate(session));
    gates.set(browser, gate);
    await (await gate).add(context, headers);
}
/** One for each browser, for as long as it lives: a session that ends may leave a request waiting for ever. */
const gates = new WeakMap();
/** Answers the browser's questions for all contexts that have header fields. */
class HeaderGate {
    #session;
    #contexts = new Map();
    #patterns = new Set();
    /** @param session of the whole browser. */
    constructor(session) {
        this.#session = session;
        session.on('Fetch.requestPaused', async ({ requestId, frameId, request }) => {
            const fields = await this.#fieldsFor(frameId, new URL(request.url).origin);
            const headers = fields === undefined ? {} : { headers: withFields(request.headers, fields) };
            // A request that was given up meanwhile is unknown.
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
    async #fieldsFor(frameId, asked) {
        for (const { origin, fields, frames } of this.#contexts.values()) {
            if (origin === asked && (await frames.include(frameId)))
                return fields;
        }
        return undefined;
    }
}
/** The headers of a request with more fields; those of the same names are replaced. */
function withFields(headers, fields) {
    const named = new Set(Object.keys(fields).map((name) => name.toLowerCase()));
    const kept = Object.entries(headers).filter(([name]) => !named.has(name.toLowerCase()));
    return [...kept, ...Object.entries(fields)].map(([name, value]) => ({ name, value }));
}

;// CONCATENATED MODULE: ./build/src/runner/browser/routed-headers.js
/**
 * Adds header fields to requests of a context to one origin, where the browser itself can't be asked. Routes are not
 * told of redirects, and what they set goes along to other origins. So requests are made here, one hop at a time. That
 * can't be done with a body, which Firefox keeps to itself: such a request goes without the fields, as does what a
 * redirect of a picture or a script leads to.
 */
async function addHeadersByRoutes(context, { origin, fields }) {
    const lowerCase = Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]);
    const added = Object.fromEntries(lowerCase);
    await context.route((url) => url.origin === origin, async (route) => {
        // The page may be gone meanwhile.
        await answer(route, origin, added).catch(() => route.abort().catch(() => { }));
    });
}
async function answer(route, origin, added) {
    const request = route.request();
    const headers = { ...request.headers(), ...added };
    // No browser follows a redirect of a WebSocket.
    if (request.headers().upgrade !== undefined)
        return route.continue({ headers });
    if (!['GET', 'HEAD'].includes(request.method()))
        return route.continue();
    const response = await route.fetch({ headers, maxRedirects: 0, timeout: 0 });
    const next = nextPage(request, response, origin);
    await route.fulfill(next === undefined ? { response } : leadTo(next));
}
/** Where a page of the origin is redirected to inside the origin; undefined for everything else. */
function nextPage(request, response, origin) {
    const { location } = response.headers();
    const redirected = [301, 302, 303, 307, 308].includes(response.status()) && location !== undefined;
    if (!redirected || !request.isNavigationRequest())
        return undefined;
    const next = URL.parse(location, request.url());
    return next?.origin === origin ? next.href : undefined;
}
/** A page that goes on to another at once: that request comes by here again. */
function leadTo(url) {
    const script = `location.replace(${JSON.stringify(url).replaceAll('<', '\\u003c')})`;
    return { status: 200, contentType: 'text/html', body: `<script>${script}</script>` };
}

;// CONCATENATED MODULE: ./build/src/runner/browser/send-headers.js


/**
 * Sends the environment's header fields with every request to the app's own origin, and with no other, also where
 * one redirects to the other. Playwright's own ways are not used: its option for headers sends them everywhere, and
 * headers that a route sets go along with redirects to other origins.
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

;// CONCATENATED MODULE: ./build/src/runner/browser/contexts.js



/** What a new context and its page may take, in ms. */
const openMs = 30_000;
/**
 * Opens the contexts of one run. A page takes a fifth of a short case's time to open, most of it spent waiting: so one is
 * opened ahead while a case plays.
 */
class Contexts {
    #plan;
    #spare = new Map();
    /** How many contexts are played in. */
    #playing = new Map();
    #isClosed = false;
    constructor(plan) {
        this.#plan = plan;
    }
    /**
     * @param state what the context begins with.
     * @throws what the driver throws, or TimedOut.
     */
    async open(browser, state) {
        const opened = await this.#openWith(browser, state);
        this.#count(browser, 1);
        opened.context.once('close', () => this.#count(browser, -1));
        return opened;
    }
    async #openWith(browser, state) {
        // Only cookies can be put into a context that is there.
        if (state !== undefined && state.origins.length > 0)
            return this.#openNew(browser, state);
        const spare = await this.#spare.get(browser)?.shift();
        const opened = spare?.page.isClosed() === false ? spare : await this.#openNew(browser);
        if (state !== undefined)
            await opened.context.addCookies(state.cookies);
        return opened;
    }
    #count(browser, more) {
        this.#playing.set(browser, (this.#playing.get(browser) ?? 0) + more);
    }
    /** Opens a context for whichever case comes next in a browser. */
    prepare(browser) {
        // A new page in Firefox takes the keyboard away from the one that plays.
        if (this.#isClosed || this.#plan.browser !== 'CHROMIUM')
            return;
        const spares = this.#spare.get(browser) ?? [];
        // Cases that begin with a storage take none, and the next ones may play in another browser.
        if (spares.length >= (this.#playing.get(browser) ?? 0))
            return;
        this.#spare.set(browser, spares);
        // Where it can't be opened, the case that comes next is told.
        spares.push(this.#openNew(browser).catch(() => undefined));
    }
    /** Closes what no case has needed, without waiting for it; nothing is opened ahead any more. */
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
        return within(openMs, late, open).catch((error) => {
            isLate = true;
            throw error;
        });
    }
}

;// CONCATENATED MODULE: ./build/src/runner/browser/endpoint.js
/** No browser can be had from the endpoints. The message lists each with its reason. */
class EndpointUnreachable extends Error {
    constructor(reasons) {
        const list = reasons.map(({ name, reason }) => `- ${name}: ${reason}`).join('\n');
        super(`No browser could be reached at the endpoints:\n${list}\n` +
            'Check that they are up, that this machine may reach them, and that their tokens are right.');
        this.name = 'EndpointUnreachable';
    }
}
const protocols = ['ws:', 'wss:', 'http:', 'https:'];
/** @throws Error that says which of them is wrong; it is not repeated, as it may hold a token. */
function parseEndpoints(texts) {
    return texts.map((text, index) => {
        const url = URL.parse(text.trim());
        if (url === null || !protocols.includes(url.protocol)) {
            throw new Error(`Browser endpoint ${index + 1} of ${texts.length} is not a URL that begins with ws://, wss://, http:// or https://.`);
        }
        return { url, name: `${url.protocol}//${url.host}${url.pathname}` };
    });
}
/** Shorter values are no secrets, and would tear up the message. */
const secretLength = 4;
const messageLength = 400;
/** @returns what an error says of an endpoint, in one line and without its secrets. */
function reasonOf(error, { url }) {
    const message = error instanceof Error ? messageOf(error) : String(error);
    const secrets = [url.search, url.username, url.password, ...url.searchParams.values()]
        .flatMap((each) => [each, decoded(each), encodeURIComponent(each)])
        .filter((each) => each.length >= secretLength)
        .sort((a, b) => b.length - a.length);
    return secrets
        .reduce((text, secret) => text.replaceAll(secret, '***'), withoutLog(message))
        .slice(0, messageLength);
}
/** What `fetch` throws says only that it failed; its cause says why. */
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
/** The driver's messages go on with logs, which begin with a command line, and have boxes drawn around what matters. */
function withoutLog(message) {
    return (message.split(/Call log:|Browser logs:|<launching>/)[0] ?? '')
        .replace(/^browserType\.\w+: /, '')
        .replaceAll(/[\u2500-\u257f\s]+/g, ' ')
        .trim();
}

// EXTERNAL MODULE: external "node:fs/promises"
var external_node_fs_promises_ = __webpack_require__(1455);
;// CONCATENATED MODULE: ./build/src/runner/browser/local-browser.js


/** How long a browser may take to close, in ms. */
const closeMs = 5000;
/**
 * Takes charge of a browser that has just started.
 * @param folder a folder of its own for temporary files, which is removed after it.
 */
async function localBrowser(browser, folder) {
    const gone = Promise.withResolvers();
    browser.once('disconnected', () => gone.resolve());
    const folders = [folder];
    const tidied = gone.promise.then(async () => {
        await Promise.all(folders.map(removeFolder));
    });
    const session = await chromiumSession(browser);
    // The driver removes the profile as well, but nobody is told when: it may be too late for a process that ends. Not
    // waited for: a browser that has just started is still getting to know the machine.
    if (session !== undefined)
        void profileOf(session).then((profile) => folders.push(...profile));
    return { browser, pid: session === undefined ? undefined : await processIdOf(session), tidied };
}
/** Removes a folder, also while what has just been killed still writes to it. Never rejects. */
async function removeFolder(folder) {
    await (0,external_node_fs_promises_.rm)(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => { });
}
async function chromiumSession(browser) {
    if (browser.browserType().name() !== 'chromium')
        return undefined;
    return browser.newBrowserCDPSession().catch(() => undefined);
}
async function processIdOf(session) {
    const told = await session.send('SystemInfo.getProcessInfo').catch(() => undefined);
    return told?.processInfo.find(({ type }) => type === 'browser')?.id;
}
/** @returns the folder of the profile; none where it is not told. */
async function profileOf(session) {
    const told = await session.send('SystemInfo.getInfo').catch(() => undefined);
    // Nothing but a folder that the driver has made is ever removed.
    const profile = /--user-data-dir="?([^"]*[\\/]playwright_\w+_profile-\w+)/.exec(told?.commandLine ?? '')?.[1];
    return profile === undefined ? [] : [profile];
}
/** Closes a browser, or kills it where it does not close in time. Resolves when its process and files are gone. */
async function closeLocal(local) {
    await local_browser_closed(local).catch(() => killLocal(local));
}
/** Kills a browser that does not answer; one whose process is not known is closed. */
async function killLocal(local) {
    if (local.pid !== undefined && local.browser.isConnected())
        kill(local.pid);
    await local_browser_closed(local).catch(() => { });
}
/** @throws TimedOut */
async function local_browser_closed({ browser, tidied }) {
    await within(closeMs, 'The browser did not close.', async () => {
        await browser.close();
        await tidied;
    });
}
function kill(pid) {
    try {
        process.kill(pid, 'SIGKILL');
    }
    catch {
        // It has just ended by itself.
    }
}

;// CONCATENATED MODULE: ./build/src/runner/browser/installed-browsers.js


/** How long closing waits, in ms: longer than it takes to kill a browser that does not close. */
const installed_browsers_closeMs = 12_000;
/**
 * Browsers that are started on this machine: one that all cases share, and one of its own for each case that needs
 * one. A shared one that has died is replaced with the next lease.
 * @param launch rejects with BrowserNotFound or BrowserNotStarted.
 * @param inTurn cases share browsers only one after the other: as many are started as play at a time.
 */
function installedBrowsers(launch, { inTurn = false } = {}) {
    /** All that were started and have not gone, also those that are not up yet. */
    const running = new Set();
    let shared;
    /** Those that wait for their turn. */
    let idle = [];
    let isClosed = false;
    const start = () => {
        if (isClosed)
            throw new Error('The runner was closed.');
        const starting = launch();
        const gone = () => running.delete(starting);
        running.add(starting);
        starting.then(({ tidied }) => tidied).then(gone, gone);
        return starting;
    };
    const forget = (starting) => {
        if (shared === starting)
            shared = undefined;
    };
    const leaseShared = async () => {
        shared ??= start();
        const mine = shared;
        const local = await mine.catch((error) => {
            forget(mine);
            throw error;
        });
        if (local.browser.isConnected()) {
            return {
                browser: local.browser,
                discard() {
                    forget(mine);
                    return killLocal(local);
                },
                async [Symbol.asyncDispose]() { },
            };
        }
        forget(mine);
        return leaseShared();
    };
    const leaseIdle = async () => {
        idle = idle.filter(({ browser }) => browser.isConnected());
        const local = idle.pop() ?? (await start());
        return {
            browser: local.browser,
            discard: () => killLocal(local),
            async [Symbol.asyncDispose]() {
                idle.push(local);
            },
        };
    };
    return {
        async lease({ apart }) {
            if (!apart)
                return inTurn ? leaseIdle() : leaseShared();
            const own = await start();
            return {
                browser: own.browser,
                discard: () => killLocal(own),
                [Symbol.asyncDispose]: () => closeLocal(own),
            };
        },
        async [Symbol.asyncDispose]() {
            isClosed = true;
            const closing = [...running].map((starting) => starting.then(closeLocal, () => { }));
            // One that is still starting is closed when it comes.
            await within(installed_browsers_closeMs, 'late', () => Promise.all(closing)).catch(() => { });
        },
    };
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
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
        label: "Playwright's WebKit, which stands for Safari,",
        variable: 'WEBKIT_BIN',
        playwrightName: 'webkit',
        builds: ['webkit'],
        executables: { linux: ['pw_run.sh'], darwin: ['pw_run.sh'], win32: ['Playwright.exe'] },
        // Safari itself can't be driven, and nobody else packages the build that can.
        installed: { linux: [], darwin: [], win32: [] },
    },
};
function inApplication(app) {
    return `${app}.app/Contents/MacOS/${app}`;
}
/** @returns the paths at which a browser may stand in Playwright's folder of a build. */
function executablesIn(folder, kind, platform) {
    return kind.executables[known(platform)].map((path) => (0,external_node_path_.join)(folder, path));
}
/** @returns the paths at which a browser's maker installs it: on Linux those on PATH first, in the order of the names. */
function installedPaths(kind, { env, platform }) {
    const names = kind.installed[known(platform)];
    return installFolders(env, platform).flatMap((folders) => names.flatMap((name) => folders.flatMap((folder) => (folder === undefined || folder === '' ? [] : [(0,external_node_path_.join)(folder, name)]))));
}
/** The folders that programs are installed in, in groups: the next group is looked at where the last one has none. */
function installFolders(env, platform) {
    if (platform === 'darwin')
        return [['/Applications']];
    if (platform === 'win32')
        return [[env.ProgramFiles, env['ProgramFiles(x86)'], env.LocalAppData]];
    return [(env.PATH ?? '').split(external_node_path_.delimiter), ['/usr/bin', '/opt/google/chrome']];
}
function known(platform) {
    return platform === 'darwin' || platform === 'win32' ? platform : 'linux';
}

;// CONCATENATED MODULE: ./build/src/runner/browser/driver.js
/** The version of playwright-core that ships with this program, as in package.json. */
const driverVersion = '1.62.1';
/**
 * The builds that it was made for, as in its `browsers.json`: Playwright's Firefox and WebKit have protocols of their
 * own, which change from version to version. Any Chromium will do.
 */
const driverRevisions = { firefox: '1538', webkit: '2336' };

// EXTERNAL MODULE: external "node:module"
var external_node_module_ = __webpack_require__(8995);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 5 modules
var schemas = __webpack_require__(2047);
;// CONCATENATED MODULE: ./build/src/runner/browser/playwright-registry.js







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
/**
 * Where the browser of the very revision stands that the workspace's Playwright asks for. Its code is not run, only
 * read.
 * @returns paths at which it may be; none where the workspace has no Playwright.
 */
function workspacePaths(kind, surroundings) {
    const { env, platform, workspace } = surroundings;
    try {
        const folder = (0,external_node_path_.dirname)(resolvePlaywright(workspace));
        const home = env.PLAYWRIGHT_BROWSERS_PATH === '0'
            ? (0,external_node_path_.join)(folder, '.local-browsers')
            : playwrightRegistry(surroundings);
        const { browsers } = browsersFile.parse(JSON.parse((0,external_node_fs_.readFileSync)((0,external_node_path_.join)(folder, 'browsers.json'), 'utf8')));
        return browsers
            .filter(({ name }) => kind.builds.includes(name))
            .flatMap(({ name, revision }) => executablesIn((0,external_node_path_.join)(home, `${folderName(name)}-${revision}`), kind, platform));
    }
    catch {
        // No Playwright in the workspace, or one of another layout: the other places are looked at.
        return [];
    }
}
/** Where the build stands that this program's own driver was made for; none for a browser that is driven in any version. */
function driverPaths(kind, surroundings) {
    const revision = driverRevisions[kind.playwrightName];
    if (revision === undefined)
        return [];
    const folder = (0,external_node_path_.join)(playwrightRegistry(surroundings), `${kind.playwrightName}-${revision}`);
    return executablesIn(folder, kind, surroundings.platform);
}
/** Where any Playwright has installed a browser, the newest first. */
function registryPaths(kind, surroundings) {
    const registry = playwrightRegistry(surroundings);
    if (!(0,external_node_fs_.existsSync)(registry))
        return [];
    const builds = kind.builds.map(folderName);
    const folders = (0,external_node_fs_.readdirSync)(registry)
        .map((name) => ({ name, parts: /^(?<build>.+)-(?<revision>\d+)$/.exec(name)?.groups }))
        .filter(({ parts }) => builds.includes(parts?.build ?? ''))
        .sort((a, b) => Number(b.parts?.revision) - Number(a.parts?.revision));
    return folders.flatMap(({ name }) => executablesIn((0,external_node_path_.join)(registry, name), kind, surroundings.platform));
}
function folderName(build) {
    return build.replaceAll('-', '_');
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

;// CONCATENATED MODULE: ./build/src/runner/browser/find-browser.js




/** A browser is not on this machine. The message says how to get it. */
class BrowserNotFound extends Error {
    constructor(kind, looked) {
        super(`${kind.label} was not found on this machine (looked at ${looked.join('; ')}). ` +
            `Add a step before this one: \`${installCommand(kind)}\`, ` +
            `or set the environment variable ${kind.variable} to the path of one.`);
        this.name = 'BrowserNotFound';
    }
}
/** The command that installs the build of a browser that this program's driver was made for. */
function installCommand({ playwrightName }) {
    return `npx playwright@${driverVersion} install --with-deps ${playwrightName}`;
}
/**
 * Finds a browser: the one of the workspace's Playwright, the one that its environment variable names, an installed
 * one, and last any that some Playwright has installed. Before all of them comes the build that the driver was made
 * for, where it can't drive any other with certainty.
 * @returns the path of its executable.
 * @throws BrowserNotFound
 */
function findBrowser(browser, surroundings) {
    const kind = browserKinds[browser];
    const named = surroundings.env[kind.variable];
    const isNamed = named !== undefined && named !== '';
    const found = driverPaths(kind, surroundings).find(external_node_fs_.existsSync) ??
        workspacePaths(kind, surroundings).find(external_node_fs_.existsSync) ??
        (isNamed ? [named] : []).find(external_node_fs_.existsSync) ??
        installedPaths(kind, surroundings).find(external_node_fs_.existsSync) ??
        registryPaths(kind, surroundings).find(external_node_fs_.existsSync);
    if (found !== undefined)
        return found;
    throw new BrowserNotFound(kind, [
        isNamed ? `${kind.variable}, ${named}, which is not there` : `${kind.variable}, not set`,
        ...(kind.installed.linux.length === 0 ? [] : ['the usual places']),
        `Playwright's browsers in ${playwrightRegistry(surroundings)}`,
    ]);
}

;// CONCATENATED MODULE: ./build/src/runner/browser/launch.js








/** The browser was found and did not start. */
class BrowserNotStarted extends Error {
    constructor(executablePath, cause, advice) {
        super(`The browser ${executablePath} did not start: ${startReason(cause)}\n${advice}`, { cause });
        this.name = 'BrowserNotStarted';
    }
}
/** How many lines of what the driver and the browser say are told. */
const reasonLines = 12;
/** What the browser wrote says why; the command line that it was started with does not, and is long. */
function startReason(cause) {
    if (!(cause instanceof Error))
        return String(cause);
    const said = (cause.message.split('Call log:')[0] ?? '')
        .split('\n')
        .filter((line) => line.trim() !== '' && !/^(Browser logs:|<launch(ing|ed)>)/.test(line))
        .map((line) => line.replace(/^\[pid=\d+\]\[(err|out)\] /, ''));
    return said.slice(0, reasonLines).join('\n');
}
/** How long a browser may take to start, in ms: a cold Firefox on a busy machine takes more than ten seconds. */
const launchMs = 60_000;
/**
 * Finds a browser on this machine and starts it.
 * @throws BrowserNotFound, BrowserNotStarted
 */
async function launchBrowser(browser, surroundings) {
    const executablePath = findBrowser(browser, surroundings);
    const kind = browserKinds[browser];
    const ofPlaywright = isPlaywrightBuild(executablePath, kind);
    // Browsers leave sockets and the like in the folder for temporary files, more so when they are killed.
    const folder = await (0,external_node_fs_promises_.mkdtemp)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'browser-'));
    const env = { ...process.env, TMPDIR: folder, TMP: folder, TEMP: folder };
    try {
        const driven = await launch(kind, {
            executablePath,
            env,
            // Else a run that is cut off leaves one in the machine's own folder.
            tracesDir: folder,
            ...vendorOptions(browser, ofPlaywright, folder),
        });
        return await localBrowser(driven, folder);
    }
    catch (error) {
        await removeFolder(folder);
        throw new BrowserNotStarted(executablePath, error, advice(browser, ofPlaywright));
    }
}
async function launch({ playwrightName }, options) {
    // Loaded only where a browser is needed; the driver ships beside the bundle, not inside it.
    const playwright = await import(/* webpackIgnore: true */ 'playwright-core');
    return await playwright[playwrightName].launch({
        timeout: launchMs,
        // Signals end the whole action; it closes the browser itself.
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
        ...options,
    });
}
/** Playwright's Firefox is driven by a protocol of its own; the one that Mozilla ships, over WebDriver BiDi. */
function vendorOptions(browser, ofPlaywright, folder) {
    if (browser !== 'FIREFOX' || ofPlaywright)
        return {};
    return {
        channel: 'moz-firefox',
        // With a process for each site, clicks and keys do not arrive in frames of other sites.
        firefoxUserPrefs: {
            'fission.autostart': false,
            // In a folder that others use, a file may have to be called `name(1)`.
            'browser.download.folderList': 2,
            'browser.download.dir': folder,
        },
    };
}
/** Whether the executable stands in a folder of Playwright's, like `firefox-1538`. */
function isPlaywrightBuild(executablePath, { playwrightName }) {
    return (0,external_node_fs_.realpathSync)(executablePath)
        .split(/[\\/]/)
        .some((folder) => folder.startsWith(`${playwrightName}-`) && /-\d+$/.test(folder));
}
function advice(browser, ofPlaywright) {
    const kind = browserKinds[browser];
    const command = `\`${installCommand(kind)}\``;
    if (browser !== 'CHROMIUM' && ofPlaywright) {
        return `It must be the build of Playwright ${driverVersion}, whatever version the repository uses: add a step before this one, ${command}.`;
    }
    const age = browser === 'FIREFOX' ? 'Firefox must be of version 153 or later. ' : '';
    return `${age}Set the environment variable ${kind.variable} to one that works, or add a step before this one: ${command}.`;
}

;// CONCATENATED MODULE: ./build/src/runner/browser/selenium-grid.js

const statusMs = 5000;
/** A Grid that is busy lets a request wait for a free browser. */
const sessionMs = 120_000;
const statusAnswer = schemas/* object */.Ikc({ value: schemas/* object */.Ikc({ ready: schemas/* boolean */.zMY() }) });
const sessionAnswer = schemas/* object */.Ikc({
    value: schemas/* object */.Ikc({ sessionId: schemas/* string */.YjP(), capabilities: schemas/* object */.Ikc({ 'se:cdp': schemas/* string */.YjP().optional() }) }),
});
const errorAnswer = schemas/* object */.Ikc({ value: schemas/* object */.Ikc({ message: schemas/* string */.YjP() }) });
/** Whether an endpoint is a Selenium Grid. @throws where it does not answer at all. */
async function isSeleniumGrid(endpoint) {
    const answer = await ask(endpoint, 'GET', 'status', statusMs);
    return statusAnswer.safeParse(json(await answer.text())).success;
}
/**
 * Asks a Grid for a Chrome.
 * @throws Error with what the Grid says.
 */
async function openGridSession(endpoint) {
    const capabilities = {
        browserName: 'chrome',
        'goog:chromeOptions': { args: ['--headless=new', '--disable-dev-shm-usage'] },
    };
    const answer = await ask(endpoint, 'POST', 'session', sessionMs, {
        capabilities: { alwaysMatch: capabilities },
    });
    const body = json(await answer.text());
    const opened = sessionAnswer.safeParse(body);
    if (!opened.success) {
        const problem = errorAnswer.safeParse(body);
        throw new Error(`the Selenium Grid gave no session (${answer.status}): ${problem.success ? (problem.data.value.message.split('\n')[0] ?? '') : 'it did not say why'}`);
    }
    const { sessionId, capabilities: given } = opened.data.value;
    const end = async () => {
        await ask(endpoint, 'DELETE', `session/${encodeURIComponent(sessionId)}`, statusMs).catch(() => { });
    };
    if (given['se:cdp'] === undefined) {
        await end();
        throw new Error('the Selenium Grid gave a session without se:cdp: it needs Selenium 4 or later, and a Chrome or Edge node.');
    }
    return { cdpUrl: reachable(given['se:cdp'], endpoint), end };
}
/** A Grid that knows itself as localhost means its own machine. */
function reachable(cdpUrl, { url }) {
    const cdp = new URL(cdpUrl);
    if (cdp.hostname === 'localhost' || cdp.hostname === '127.0.0.1')
        cdp.hostname = url.hostname;
    return cdp.href;
}
async function ask({ url }, method, path, ms, body) {
    const address = new URL(url);
    address.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`;
    // fetch refuses credentials in a URL.
    address.username = '';
    address.password = '';
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    return fetch(address, {
        method,
        headers: {
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(credentials === ':'
                ? {}
                : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
        },
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





/** A server may have to start a browser first. */
const connectMs = 30_000;
const probeMs = 3000;
const connect_endpoint_closeMs = 5000;
/**
 * Connects to a browser: at ws:// and wss:// to a Playwright server, or to one that speaks the DevTools protocol; at
 * http:// and https:// to the latter, or to a Selenium Grid.
 * @throws Error that says why not, and may hold the endpoint's secrets: see `reasonOf`.
 */
async function connectTo(endpoint, browser) {
    if (endpoint.url.protocol.startsWith('ws'))
        return connectToSocket(endpoint, browser);
    if (await isSeleniumGrid(endpoint)) {
        refuseAllButChromium(browser);
        const session = await openGridSession(endpoint);
        try {
            return await overCdp(session.cdpUrl, session.end);
        }
        catch (error) {
            await session.end();
            throw error;
        }
    }
    refuseAllButChromium(browser);
    return overCdp(endpoint.url.href);
}
async function connectToSocket(endpoint, browser) {
    if (await speaksCdp(endpoint)) {
        refuseAllButChromium(browser);
        // Some take a connection at any path; Chrome itself only at the one that it tells over HTTP.
        return overCdp(endpoint.url.href).catch(() => overCdp(overHttp(endpoint.url).href));
    }
    try {
        return await toPlaywright(endpoint, browser);
    }
    catch (error) {
        // Who speaks the DevTools protocol does not answer Playwright at all.
        if (browser !== 'CHROMIUM' || !(error instanceof Error) || error.name !== 'TimeoutError')
            throw error;
        return await overCdp(endpoint.url.href).catch(() => {
            throw error;
        });
    }
}
async function toPlaywright({ url }, browser) {
    const playwright = await driver();
    const type = playwright[browserKinds[browser].playwrightName];
    // What is on this machine's localhost, as the app under test may be, is there for the browser as well.
    const options = { timeout: connectMs, exposeNetwork: '<loopback>' };
    const driven = await type.connect(url.href, options).catch((error) => {
        throw error instanceof Error && error.message.includes('version mismatch')
            ? new Error(`${error.message.split('\nCall log:')[0]}: it must be a server of Playwright ${driverVersion}`)
            : error;
    });
    const remote = closable(driven);
    try {
        await refuseAnother(driven, browser);
        return remote;
    }
    catch (error) {
        await remote.close();
        throw error;
    }
}
/** A server that was started with one browser gives that one, whichever is asked for. */
async function refuseAnother(driven, browser) {
    const page = await driven.newPage();
    const userAgent = await page.evaluate('navigator.userAgent');
    await page.close();
    const is = /Firefox\//.test(String(userAgent))
        ? 'FIREFOX'
        : /Chrom(e|ium)\//.test(String(userAgent))
            ? 'CHROMIUM'
            : 'SAFARI';
    if (is !== browser)
        throw new Error(`it has ${is}, and ${browser} was asked for`);
}
const cdpVersion = schemas/* object */.Ikc({ webSocketDebuggerUrl: schemas/* string */.YjP() });
/** Whether it is the DevTools protocol that is spoken at a WebSocket. Playwright's own servers have other answers. */
async function speaksCdp({ url }) {
    if (url.pathname.includes('/devtools/'))
        return true;
    if (url.pathname !== '/' || url.username !== '')
        return false;
    const address = overHttp(url);
    address.pathname = '/json/version';
    try {
        const answer = await fetch(address, { signal: AbortSignal.timeout(probeMs) });
        return cdpVersion.safeParse(await answer.json()).success;
    }
    catch {
        return false;
    }
}
function overHttp(url) {
    return new URL(url.href.replace(/^ws/, 'http'));
}
async function overCdp(url, afterwards = async () => { }) {
    const { chromium } = await driver();
    return closable(await chromium.connectOverCDP(url, { timeout: connectMs }), afterwards);
}
function refuseAllButChromium(browser) {
    if (browser === 'CHROMIUM')
        return;
    throw new Error(`it speaks the DevTools protocol, over which only CHROMIUM can be driven: for ${browser} use the ws:// address of a Playwright server`);
}
function closable(browser, afterwards = async () => { }) {
    let ended;
    const end = () => {
        ended ??= afterwards();
        return ended;
    };
    browser.once('disconnected', end);
    return {
        browser,
        async close() {
            await within(connect_endpoint_closeMs, 'The browser did not close.', () => browser.close()).catch(() => { });
            await end();
        },
    };
}
/** Loaded only where a browser is needed; the driver ships beside the bundle, not inside it. */
function driver() {
    return import(/* webpackIgnore: true */ 'playwright-core');
}

;// CONCATENATED MODULE: ./build/src/runner/browser/remote-browsers.js



/** How long an endpoint that failed is left alone while there are others, in ms. */
const restMs = 10_000;
/** So often in a row an endpoint may fail to connect before it is given up. */
const attempts = 3;
/** One that could be used before may be starting again: it is asked for so long at least, in ms. */
const patienceMs = 20_000;
/** The pauses between that, in ms: each is twice the last one. */
const firstPauseMs = 250;
const longestPauseMs = 2000;
/**
 * Browsers elsewhere: each endpoint has one connection that its cases share, and each case goes to the one that has the
 * fewest. A case that is to play apart has a connection of its own, at another endpoint than the one that failed where
 * there is one.
 */
function remoteBrowsers(endpoints, browser) {
    const places = endpoints.map((endpoint) => new Place(endpoint, browser));
    const closing = new AbortController();
    return {
        async lease({ apart }) {
            for (let pauseMs = firstPauseMs;; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
                // An endpoint may have no second browser to give.
                const lease = (await leaseAny(places, apart)) ?? (apart ? await leaseAny(places, false) : undefined);
                if (lease !== undefined)
                    return lease;
                if (!places.some(({ mayComeBack }) => mayComeBack))
                    break;
                await (0,promises_.setTimeout)(pauseMs, undefined, { signal: closing.signal }).catch(() => { });
            }
            throw new EndpointUnreachable(places.map(({ endpoint, reason }) => ({ name: endpoint.name, reason })));
        },
        async [Symbol.asyncDispose]() {
            closing.abort();
            await Promise.all(places.map((place) => place.close()));
        },
    };
}
/** @returns undefined where none can be connected to. */
async function leaseAny(places, apart) {
    const untried = new Set(places.filter(({ isUsable }) => isUsable));
    while (untried.size > 0) {
        const place = leastBusy([...untried]);
        untried.delete(place);
        const lease = await place.lease(apart);
        if (lease !== undefined)
            return lease;
    }
    return undefined;
}
/** Those that rest come last: they are there for when no other can be had. */
function leastBusy(places) {
    return places.reduce((best, each) => {
        if (best.isResting !== each.isResting)
            return best.isResting ? each : best;
        return each.leases < best.leases ? each : best;
    });
}
/** An endpoint with its connection. */
class Place {
    endpoint;
    /** Why it could not be used last. */
    reason = 'it was not asked';
    leases = 0;
    #browser;
    #shared;
    /** All that were asked for and have not gone. */
    #connections = new Set();
    #wasUsable = false;
    #failures = 0;
    #failingSince = 0;
    #restsUntil = 0;
    #isClosed = false;
    constructor(endpoint, browser) {
        this.endpoint = endpoint;
        this.#browser = browser;
    }
    get isUsable() {
        return !this.#isClosed && (this.#failures < attempts || this.#isAwaited);
    }
    /** Whether it is worth waiting for: one that has never answered is not. */
    get mayComeBack() {
        return !this.#isClosed && this.#isAwaited;
    }
    get #isAwaited() {
        return this.#wasUsable && (this.#failures === 0 || performance.now() - this.#failingSince < patienceMs);
    }
    get isResting() {
        return performance.now() < this.#restsUntil;
    }
    /**
     * @param apart in a connection of its own, which is closed behind the case.
     * @returns undefined where it can't be connected to: `reason` says why.
     */
    async lease(apart) {
        this.leases += 1;
        if (!apart)
            this.#shared ??= this.#connect();
        const connection = (apart ? undefined : this.#shared) ?? this.#connect();
        try {
            const remote = await connection;
            return {
                browser: remote.browser,
                discard: () => {
                    this.#lost(connection);
                    return remote.close();
                },
                [Symbol.asyncDispose]: async () => {
                    this.leases -= 1;
                    if (!apart)
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
        await Promise.all([...this.#connections].map((each) => each.then((remote) => remote.close(), () => { })));
    }
    #connect() {
        const connecting = connectTo(this.endpoint, this.#browser);
        this.#connections.add(connecting);
        connecting.then(({ browser }) => {
            this.#wasUsable = true;
            this.#failures = 0;
            browser.once('disconnected', () => this.#lost(connecting));
            if (!browser.isConnected())
                this.#lost(connecting);
        }, () => {
            if (this.#failures === 0)
                this.#failingSince = performance.now();
            this.#failures += 1;
            this.#lost(connecting);
        });
        return connecting;
    }
    /** A connection ended, or never came: others may come to the same end. */
    #lost(connection) {
        if (!this.#forget(connection))
            return;
        this.#restsUntil = performance.now() + restMs;
        this.reason = 'the connection ended';
    }
    /** @returns false where it was not known any more. */
    #forget(connection) {
        if (this.#shared === connection)
            this.#shared = undefined;
        return this.#connections.delete(connection);
    }
}

;// CONCATENATED MODULE: ./build/src/runner/browser/shared-pools.js

/** @param open makes a pool, and starts nothing yet. */
function sharedPools(open) {
    const shared = new Map();
    const closing = new Set();
    const close = async (pool) => {
        const closed = Promise.resolve(pool[Symbol.asyncDispose]());
        closing.add(closed);
        await closed.finally(() => closing.delete(closed));
    };
    /** @returns the pool, and what is to be called when it is not needed any more. */
    const enter = (browser) => {
        const entry = shared.get(browser) ?? { pool: open(browser), users: 0 };
        shared.set(browser, entry);
        entry.users += 1;
        const leave = async () => {
            entry.users -= 1;
            if (entry.users > 0)
                return;
            if (shared.get(browser) === entry)
                shared.delete(browser);
            await close(entry.pool);
        };
        return { pool: entry.pool, leave };
    };
    return {
        async use(browser, work) {
            const { pool, leave } = enter(browser);
            try {
                await work(pool);
            }
            finally {
                await leave();
            }
        },
        async keep(browser) {
            const { pool, leave } = enter(browser);
            try {
                await warmUp(pool);
            }
            catch (error) {
                await leave();
                throw error;
            }
        },
        async [Symbol.asyncDispose]() {
            await Promise.all([...shared.values()].map(({ pool }) => close(pool)));
            shared.clear();
            await Promise.all(closing);
        },
    };
}

;// CONCATENATED MODULE: ./build/src/runner/evidence/plan-secrets.js
/** What the environment of a run has that must not be seen: passwords, the one-time-password key, header values. */
function planSecrets({ environment }) {
    const { testAccount, basicAuth, headers } = environment;
    const { password = '', otpInitializerKey = '' } = testAccount ?? {};
    const basic = basicAuth === undefined ? [] : [basicAuth.password, `${basicAuth.username}:${basicAuth.password}`];
    return [password, otpInitializerKey, ...basic, ...Object.values(headers)].filter((secret) => secret !== '');
}

;// CONCATENATED MODULE: ./build/src/runner/login-states.js

/** A state that has failed so many cases is one that cases wear out: from then on each plays its own login. */
const maxWornOut = 2;
/**
 * The states of one run, by the last case that leads to each. The first case that needs one plays its dependencies,
 * the others wait for what comes of it.
 */
class LoginStates {
    #states = new Map();
    /** The states that a case is on its way to. */
    #underWay = new Set();
    #wornOut = new Map();
    /** @param id of the last dependency that the state covers. */
    async turn(id) {
        for (;;) {
            if ((this.#wornOut.get(id) ?? 0) >= maxWornOut)
                return { kind: 'play', done: () => { } };
            const known = this.#states.get(id);
            if (known === undefined)
                return this.#play(id);
            const state = await known;
            if (state !== undefined)
                return { kind: 'reuse', state };
            // It failed, or can't be kept: whoever waited tries for itself.
            if (this.#states.get(id) === known)
                return this.#play(id);
        }
    }
    /** A case sets out that will play its way to the state, unless it is there. */
    setOut(id) {
        if (!this.#states.has(id))
            this.#underWay.add(id);
    }
    /** The case has ended; if it never got to its turn, nobody is on the way any more. */
    ended(id) {
        if (!this.#states.has(id))
            this.#underWay.delete(id);
    }
    /** Whether a case is on its way to the state: who needs it now has to wait. */
    isUnderWay(id) {
        return this.#underWay.has(id);
    }
    /** A case has failed with this state: it may be worn out, and is not given to another one. */
    async giveUp(id, state) {
        this.#wornOut.set(id, (this.#wornOut.get(id) ?? 0) + 1);
        const known = this.#states.get(id);
        // It may have been replaced meanwhile.
        if (known !== undefined && (await known) === state && this.#states.get(id) === known)
            this.#states.delete(id);
    }
    #play(id) {
        const { promise, resolve } = Promise.withResolvers();
        this.#states.set(id, promise);
        this.#underWay.add(id);
        const done = (state) => {
            this.#underWay.delete(id);
            resolve(state);
        };
        return { kind: 'play', done };
    }
}
/** What the reading of a state may take, in ms: a page that is busy for ever would keep all who wait for it. */
const readMs = 5000;
/**
 * What a page's context holds now.
 * @returns undefined where not all of it can be carried into another context.
 */
async function keptState(page, dynamic) {
    try {
        return await within(readMs, 'The page did not tell what it holds.', async () => {
            // A tab's own storage is not part of what can be carried over.
            if ((await page.evaluate(() => sessionStorage.length)) > 0)
                return undefined;
            return { storage: await page.context().storageState({ indexedDB: true }), dynamic: new Map(dynamic) };
        });
    }
    catch {
        // A page without storage, a browser that does not tell: the dependencies are played each time.
        return undefined;
    }
}

;// CONCATENATED MODULE: ./build/src/runner/mail/reads-mail.js
/** Whether a case that a run may play opens a mail, or names the run's mail address. */
function readsMail({ cases, library }) {
    const playable = new Set(cases);
    // A set gives out what is added to it on the way, too.
    for (const { dependencyId, teardownId } of playable) {
        for (const id of [dependencyId, teardownId]) {
            const found = id === undefined ? undefined : library.get(id);
            if (found !== undefined)
                playable.add(found);
        }
    }
    return [...playable].some(namesMail);
}
function namesMail({ entryPointUrlPath, elements }) {
    const opens = elements.some(({ interaction }) => interaction?.action === 'OPEN_EMAIL');
    return opens || /\$(?:OCTO|GATE)_EMAIL/.test(JSON.stringify([entryPointUrlPath, elements]));
}

;// CONCATENATED MODULE: ./build/src/runner/mail/lazy-mailbox.js

/**
 * Opens the mailbox of a run, if any of its cases may need one: the app sends its mail before a step asks for it.
 * A mailbox that can't be opened fails only the steps that ask for it.
 */
async function lazyMailbox(server, plan, variables) {
    const address = variables.get('OCTO_EMAIL');
    const open = async () => {
        if (typeof address === 'string' && /^[^@\s]+@[^@\s]+$/.test(address))
            return server.open(address);
        throw new Error('The variable $OCTO_EMAIL holds no mail address: leave it to the run, or give it one.');
    };
    let opened = readsMail(plan) ? open() : undefined;
    // Who asks for the mailbox is told.
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

;// CONCATENATED MODULE: ./build/src/runner/mail/html.js
/** A text as HTML, also inside an attribute. */
function escapeHtml(text) {
    return text
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
        .replaceAll("'", '&#39;');
}
/** A plain text as HTML: as it stands, with its web addresses as links. */
function textAsHtml(text) {
    // What ends a sentence or closes a bracket does not belong to the address.
    const pieces = text.split(/(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}])/i);
    const html = pieces.map((piece, index) => {
        const escaped = escapeHtml(piece);
        return index % 2 === 1 ? `<a href="${escaped}">${escaped}</a>` : escaped;
    });
    return `<div style="white-space: pre-wrap">${html.join('')}</div>`;
}

;// CONCATENATED MODULE: ./build/src/runner/mail/read-mail.js

/** Pictures inside a mail are shown up to these sizes in bytes: one of them, and each place where one stands counted. */
const pictures = { one: 512 * 1024, all: 2 * 1024 * 1024 };
/** Reads a mail as a mail program does. One that can't be read has its source as body. */
async function readMail({ source, sender, recipients, receivedAt }) {
    const envelope = { to: recipients.join(', '), receivedAt };
    // Loaded only where a mail is read.
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
            html: typeof html === 'string' ? withPictures(html, attachments) : textAsHtml(text),
        };
    }
    catch {
        const body = `<pre>${escapeHtml(source.toString('latin1'))}</pre>`;
        return { ...envelope, from: sender, subject: '', html: body };
    }
}
/** Puts the attached pictures in the places that name them, and nothing in the place of others. */
function withPictures(html, attachments) {
    const byId = new Map(attachments.map((each) => [each.cid, each]));
    let left = pictures.all;
    return html.replace(/\bcid:([^\s"'<>)]+)/gi, (_, id) => {
        const { contentType = '', content } = byId.get(id) ?? {};
        if (content === undefined || !/^image\/[\w.+-]+$/i.test(contentType))
            return 'data:,';
        if (content.length > pictures.one || content.length > left)
            return 'data:,';
        left -= content.length;
        return `data:${contentType};base64,${content.toString('base64')}`;
    });
}

;// CONCATENATED MODULE: ./build/src/runner/mail/mailbox.js


/** The bounds of a mailbox: beyond them the oldest mails go. */
const kept = { mails: 1000, bytes: 100 * 1024 * 1024 };
/** What is left of the time where a mail that was opened is opened again: a part of it, and ms at most. */
const reopening = { part: 0.25, ms: 5000 };
/** How many mails a message lists, and how much of each of their texts it shows. */
const listed = { mails: 5, characters: 80 };
/** The mails that came for one address and its sub-addresses. */
class Inbox {
    /** The address of the run, in lower case. */
    address;
    #servers;
    #mails = [];
    #arrived = Promise.withResolvers();
    #bytes = 0;
    /** @param servers where mail is to be delivered, for messages. */
    constructor(address, servers) {
        this.address = address.toLowerCase();
        this.#servers = servers;
    }
    /** What stands behind the + of one of this inbox's addresses, '' without one; undefined for other addresses. */
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
    /** Puts a mail in. */
    add(submitted) {
        this.#mails.push({ submitted });
        this.#bytes += submitted.source.length;
        while (this.#mails.length > kept.mails || this.#bytes > kept.bytes) {
            this.#bytes -= this.#mails.shift()?.submitted.source.length ?? 0;
        }
        this.#arrived.resolve();
        this.#arrived = Promise.withResolvers();
    }
    /** As `Mailbox.latest`. */
    async latest(wanted, timeoutMs) {
        const end = performance.now() + timeoutMs;
        for (;;) {
            const arrived = this.#arrived.promise;
            const found = await this.#find(wanted);
            const isKnown = found !== undefined && wanted.opened?.has(found) === true;
            if (found !== undefined && !isKnown)
                return found;
            const reservedMs = isKnown ? Math.min(timeoutMs * reopening.part, reopening.ms) : 0;
            const leftMs = end - reservedMs - performance.now();
            const came = await within(Math.max(leftMs, 0), '', () => arrived.then(() => true)).catch(() => false);
            if (came)
                continue;
            if (found !== undefined)
                return found;
            throw new TimedOut(await this.#nothingFits(wanted, timeoutMs));
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
    async #nothingFits({ subjectContaining = '', subAddress = '', since }, timeoutMs) {
        const [prefix, domain] = this.address.split('@');
        const address = subAddress === '' ? this.address : `${prefix}+${subAddress}@${domain}`;
        const subject = subjectContaining === '' ? '' : ` with ${quoted(subjectContaining)} in its subject`;
        return [
            `No mail to ${address}${subject} came within ${Math.round(timeoutMs)} ms.`,
            await this.#whatCame(since),
            `The app must deliver its mail by SMTP, without encryption, to ${this.#servers}, and to the address in $OCTO_EMAIL.`,
        ].join(' ');
    }
    async #whatCame(since) {
        const mails = this.#mails.filter(({ submitted }) => since === undefined || submitted.receivedAt >= since);
        const earlier = this.#mails.length - mails.length;
        const before = earlier === 0 ? '' : ` (${earlier} came before this attempt, and count for nothing)`;
        if (mails.length === 0)
            return `None has arrived at all${before}.`;
        const latest = await Promise.all(mails.slice(-listed.mails).map(({ submitted }) => readMail(submitted)));
        const lines = latest.reverse().map(({ subject, to }) => `${quoted(subject)} to ${quoted(to)}`);
        const more = mails.length > lines.length ? `; and ${mails.length - lines.length} before them` : '';
        return `What has arrived, the latest first: ${lines.join('; ')}${more}${before}.`;
    }
}
/** A text that others have written, cut and in one line. */
function quoted(text) {
    const characters = [...text];
    const cut = characters.length > listed.characters;
    return JSON.stringify(cut ? `${characters.slice(0, listed.characters).join('')}…` : text);
}

;// CONCATENATED MODULE: ./build/src/runner/mail/smtp-server.js
var smtp_server_addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
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
var smtp_server_disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
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
/** No mail can be received at the port. The message says what to do. */
class MailPortNotFree extends Error {
    constructor(port, cause) {
        const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
        super(`No mail can be received at port ${port} of this machine (${code}). Is another program there? Choose another port with the input \`mail-port\`, and let the app deliver its mail to it.`, { cause });
        this.name = 'MailPortNotFree';
    }
}
/** The size limit of one mail, in bytes. */
const sizeLimit = 10 * 1024 * 1024;
/**
 * Opens an SMTP server on loopback: 127.0.0.1, and ::1 where the machine has it.
 * @throws MailPortNotFree
 */
async function listenForMail(port, receiver) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const servers = smtp_server_addDisposableResource(env_1, new AsyncDisposableStack(), true);
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
        const result_1 = smtp_server_disposeResources(env_1);
        if (result_1)
            await result_1;
    }
}
async function smtp_server_open(host, port, receiver, servers) {
    // Loaded only where mail is received.
    const { SMTPServer } = await __webpack_require__.e(/* import() */ 429).then(__webpack_require__.bind(__webpack_require__, 6429));
    const server = new SMTPServer(options(receiver));
    const { promise: listening, resolve, reject } = Promise.withResolvers();
    // Once it listens, errors are those of single clients, and concern nobody else.
    server.on('error', reject);
    server.listen(port, host, () => resolve());
    await listening;
    servers.defer(() => smtp_server_closed(server));
}
function options(receiver) {
    return {
        // Apps that insist on signing in may do so as anyone.
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
            : refusal(550, 'Only the address in $OCTO_EMAIL of a run gets mail here')),
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
/** All of a mail, read to its end; undefined where it is too large. */
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


/** Where the app delivers its mail, unless another port is given. */
const usualPort = 2525;
/**
 * The mail server of a runner: its runs share it, and each gets the mail of its own address. It listens while there is
 * a mailbox.
 */
class MailServer {
    #port;
    #inboxes = new Set();
    #listening;
    #closing = Promise.resolve();
    constructor(port = usualPort) {
        this.#port = port;
    }
    /**
     * Opens a mailbox; from then on the app can deliver.
     * @param address of a run: mail to its sub-addresses comes in too.
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
            accepts: (recipient) => this.#of([recipient]).length > 0,
            receive: (mail) => {
                for (const inbox of this.#of(mail.recipients))
                    inbox.add(mail);
            },
        });
    }
    #of(recipients) {
        return [...this.#inboxes].filter((inbox) => recipients.some((each) => inbox.subAddress(each) !== undefined));
    }
    /** The last one closes the port. */
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

;// CONCATENATED MODULE: ./build/src/contract/exchange/case-chain.js
/** A case can't be played as it stands: it needs a case that isn't there. */
class BrokenDependency extends Error {
}
/**
 * The case's dependencies from the outermost in, and the case itself last.
 * @throws BrokenDependency
 */
function caseChain(testCase, library) {
    const chain = [testCase];
    const seen = new Set([testCase.id]);
    for (let id = testCase.dependencyId; id !== undefined; id = chain.at(-1)?.dependencyId) {
        const dependency = library.get(id);
        if (dependency === undefined)
            throw new BrokenDependency(`The dependency ${id} does not exist.`);
        if (seen.has(id)) {
            throw new BrokenDependency(`The dependencies of "${testCase.description}" form a loop.`);
        }
        seen.add(id);
        chain.push(dependency);
    }
    return chain.reverse();
}

;// CONCATENATED MODULE: ./build/src/runner/browser/until-gone.js

/**
 * Works with a browser for as long as it is there: the driver may leave a call open for ever when the browser's
 * process ends at the wrong moment. Afterwards `isConnected` says what is so.
 * @throws Error where the browser is gone; what the work throws.
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
        // The driver tells the calls to a browser elsewhere that it is gone, and the browser itself a turn later.
        await (0,promises_.setTimeout)(0);
        browser.off('disconnected', leave);
    }
}

;// CONCATENATED MODULE: ./build/src/runner/crash-watch.js
/** After a page has crashed, its step has so long to say so by itself, in ms. */
const crashMs = 2000;
/** Steps on a page that crashes fail; where the driver leaves a call open, the crash itself is what there is to say. */
async function untilCrashed(context, work) {
    const crashed = Promise.withResolvers();
    let timer;
    const onCrash = (page) => {
        const errorMessage = `The page ${page.url()} crashed: it broke its tab, or used up its memory.`;
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
/** So many pages a case may have open: a page that opens windows for ever would take the machine along. */
const maxPages = 20;
/** Closes what pages open beyond a limit. */
function limitPages(context) {
    context.on('page', (page) => {
        if (context.pages().length > maxPages)
            void page.close().catch(() => { });
    });
}

// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
;// CONCATENATED MODULE: ./build/src/runner/play-failure.js

/** A case or one of its dependencies failed; it carries where. */
class PlayFailure extends Error {
    testCase;
    /** Undefined where the entry point did not open. */
    step;
    constructor(testCase, step, cause) {
        super(errorText(cause), { cause });
        this.testCase = testCase;
        this.step = step;
    }
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

;// CONCATENATED MODULE: ./build/src/runner/evidence/console-errors.js
const maxErrors = 20;
const maxCharacters = 1000;
/** Of a longer text, nothing behind this is even looked at. */
const maxReadCharacters = 10_000;
/**
 * Listens to all pages of a context: what they write with console.error, and the errors that they do not catch.
 * @param redact is applied before a text is cut: in the middle of a secret, the cut would hide it from any search.
 * @returns the first 20 so far, 1,000 characters each at most, with the line that they come from where it is known.
 */
function listenForErrors(context, redact) {
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
    return () => [...errors];
}
function cut(text, characters) {
    return text.length <= characters ? text : `${text.slice(0, characters).toWellFormed()}…`;
}

// EXTERNAL MODULE: ./node_modules/fflate/esm/index.mjs + 1 modules
var esm = __webpack_require__(1776);
;// CONCATENATED MODULE: ./build/src/runner/evidence/step-trace.js


/** The form of traces that the driver we ship writes, and its viewer reads. */
const traceVersion = 8;
/** So many lines of the console are kept. */
const maxMessages = 1000;
const maxMessageCharacters = 10_000;
/**
 * A trace of steps and console, without pages and requests, in the form that the trace viewer opens. It is made of what
 * is known here anyway: while the driver records, every call costs time; this costs nothing until it is kept.
 */
class StepTrace {
    #browserName;
    #redact;
    #startTime = performance.now();
    #wallTime = Date.now();
    #steps = [];
    #messages = [];
    #picture;
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
    failed(error, picture) {
        this.#endStep(error);
        this.#failed = this.#steps.length - 1;
        this.#picture = picture;
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
        const lines = this.#events().map((event) => JSON.stringify(clean(event, this.#redact)));
        return {
            'trace.trace': (0,esm/* strToU8 */._u)(`${lines.join('\n')}\n`),
            'trace.network': new Uint8Array(),
            ...(this.#picture === undefined ? {} : { [`resources/${pictureName}`]: this.#picture.png }),
        };
    }
    #events() {
        return [
            this.#head(),
            ...this.#steps.flatMap(stepEvents),
            ...this.#consoleEvents(),
            ...this.#pictureEvents(),
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
            options: this.#picture === undefined ? {} : { viewport: sizeOf(this.#picture) },
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
    /** The picture stands in the film strip, and in place of the page after the step that failed. */
    #pictureEvents() {
        const step = this.#steps[this.#failed];
        if (this.#picture === undefined || step?.endTime === undefined)
            return [];
        const { png, url } = this.#picture;
        const viewport = sizeOf(this.#picture);
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
            { type: 'screencast-frame', pageId, sha1: pictureName, timestamp: step.endTime, ...viewport },
            { type: 'frame-snapshot', snapshot },
        ];
    }
}
/** All pages count as one: the steps of a case are played one after the other. */
const pageId = 'page';
const pictureName = 'failure.png';
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
/** Every text of an event without secrets. */
function clean(event, redact) {
    return JSON.parse(JSON.stringify(event), (_, value) => typeof value === 'string' ? redact(value) : value);
}

;// CONCATENATED MODULE: ./build/src/runner/evidence/redact-trace.js



/** So many characters are worked on at a time: other cases play meanwhile, in the same process. */
const pieceCharacters = 256 * 1024;
/** What these hold is no text, and is packed already. */
const packed = /\.(?:png|jpe?g|webp|gif|avif|ico|bmp|woff2?|ttf|otf|eot|mp[34]|webm|og[gv]|wav|pdf|zip|gz|wasm)$/i;
/** One JSON value a line. */
const jsonLines = /\.(?:trace|network)$/;
/**
 * Copies a trace without its secrets: every entry that is not a picture, a font or a film goes through `redact`.
 * @throws an error of the file system, or fflate's where the file is no ZIP.
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
        // One entry at a time: all of them together may be far larger than the file.
        const content = (0,esm/* unzipSync */.AO)(archive, { filter: (entry) => entry.name === name })[name];
        if (content === undefined)
            continue;
        if (packed.test(name))
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
    const clean = jsonLines.test(name) ? (piece) => redactJsonLines(piece, redact) : redact;
    const entry = new esm/* ZipDeflate */.D8(name, { level: 3 });
    output.add(entry);
    for (const piece of pieces(text)) {
        entry.push(Buffer.from(clean(piece), encoding));
        await (0,promises_.setImmediate)();
    }
    entry.push(new Uint8Array(), true);
}
/** What is no UTF-8 is read byte by byte, and so written back as it was. */
function decode(content) {
    try {
        const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
        return { text, encoding: 'utf8' };
    }
    catch {
        return { text: Buffer.from(content).toString('latin1'), encoding: 'latin1' };
    }
}
/** Cuts behind a line's end alone: a secret has no line's end that would not be escaped, or be two secrets. */
function* pieces(text) {
    for (let start = 0; start < text.length;) {
        const lineEnd = text.indexOf('\n', start + pieceCharacters);
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
/** A secret of digits may stand in a number, too: without it, the line would not be JSON any more. */
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





/** How long a trace may take to be thrown away, and to be written, in ms. */
const discardMs = 2000;
const writeMs = 30_000;
/**
 * Starts the driver's own trace: every call, the pages before and after it, their requests and pictures. A case takes half
 * as long again, and slows down what plays beside it.
 * @throws where the browser can't.
 */
async function startPageTrace(context, redact) {
    const { tracing } = context;
    const options = { screenshots: true, snapshots: true };
    await within(discardMs, 'The browser did not start to trace.', () => tracing.start(options));
    let running = true;
    let inStep = false;
    return {
        async step(name) {
            if (inStep)
                await tracing.groupEnd();
            await tracing.group(name);
            inStep = true;
        },
        // The driver has seen it itself.
        failed() { },
        async keep(path) {
            running = false;
            // Until it has no secrets any more, it stays where nobody uploads it from.
            const folder = await (0,external_node_fs_promises_.mkdtemp)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'browser-test-gate-'));
            const raw = (0,external_node_path_.join)(folder, 'trace.zip');
            const redacted = `${path}.part`;
            const stopped = tracing.stop({ path: raw });
            const removed = stopped.catch(() => { }).then(() => (0,external_node_fs_promises_.rm)(folder, { recursive: true, force: true }));
            try {
                await within(writeMs, `The trace was not there within ${writeMs / 1000} s.`, () => stopped);
                await redactTrace(raw, redacted, redact);
                await (0,external_node_fs_promises_.rename)(redacted, path);
            }
            finally {
                await (0,external_node_fs_promises_.rm)(redacted, { force: true });
                await removed.catch(() => { });
            }
        },
        async [Symbol.asyncDispose]() {
            if (!running)
                return;
            running = false;
            await within(discardMs, 'late', () => tracing.stop()).catch(() => { });
        },
    };
}

;// CONCATENATED MODULE: ./build/src/runner/evidence/recorder.js







/** What a picture of the page may take, in ms: it needs the page's help, and a busy page gives none. */
const screenshotMs = 5000;
/** Starts to record in a new context. Disposing of the recorder throws away what was not finished. */
async function startRecorder(context, settings) {
    const recorder = new AttemptRecorder(context, settings);
    await recorder.start();
    return recorder;
}
class AttemptRecorder {
    #context;
    #settings;
    #consoleErrors;
    #missing = [];
    #page;
    #screenshotPath;
    #trace;
    constructor(context, settings) {
        this.#context = context;
        this.#settings = settings;
        this.#consoleErrors = listenForErrors(context, settings.redact);
    }
    async start() {
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
            this.#miss('trace', error);
        }
    }
    async step(name) {
        await this.#trace?.step(name).catch(() => { });
    }
    async failed(page, message) {
        this.#page = page;
        let picture;
        this.#screenshotPath = await this.#toFile('screenshot', 'png', async (path) => {
            const png = await takeScreenshot(page);
            picture = { png, url: page.url(), ...(page.viewportSize() ?? { width: 0, height: 0 }) };
            await (0,external_node_fs_promises_.writeFile)(path, png);
        });
        this.#trace?.failed(message, picture);
    }
    async finish(attempt) {
        const failed = attempt.status !== 'PASSED';
        const trace = this.#trace;
        if (!failed && !this.#settings.keepTrace) {
            await trace?.[Symbol.asyncDispose]();
            return attempt;
        }
        const tracePath = trace === undefined ? undefined : await this.#toFile('trace', 'zip', (path) => trace.keep(path));
        return { ...attempt, evidence: this.#evidence(tracePath, failed) };
    }
    async [Symbol.asyncDispose]() {
        await this.#trace?.[Symbol.asyncDispose]();
    }
    #evidence(tracePath, failed) {
        // A page that has crashed was never looked at.
        const page = failed ? (this.#page ?? this.#context.pages().at(-1)) : undefined;
        const screenshotPath = this.#screenshotPath;
        return {
            ...(page === undefined ? {} : { pageUrl: this.#settings.redact(page.url()) }),
            consoleErrors: this.#consoleErrors(),
            ...(screenshotPath === undefined ? {} : { screenshotPath }),
            ...(tracePath === undefined ? {} : { tracePath }),
            ...(this.#missing.length === 0 ? {} : { missing: [...this.#missing] }),
        };
    }
    /** Writes a file, named by ids alone. @returns its path, or undefined where it could not be written. */
    async #toFile(what, ending, write) {
        const { folder, testCaseId, number } = this.#settings;
        if (folder === undefined)
            return undefined;
        const path = (0,external_node_path_.join)(folder, `${testCaseId}-${number}.${ending}`);
        try {
            await (0,external_node_fs_promises_.mkdir)(folder, { recursive: true });
            await write(path);
            return path;
        }
        catch (error) {
            this.#miss(what, error);
            return undefined;
        }
    }
    #miss(what, error) {
        const [reason = ''] = this.#settings.redact(errorText(error)).split('\n');
        this.#missing.push(`${what}: ${reason.trim()}`);
    }
}
/** The part of the page that is in view, as PNG. */
function takeScreenshot(page) {
    const late = `The page gave no picture within ${screenshotMs / 1000} s.`;
    return within(screenshotMs, late, () => page.screenshot({ timeout: screenshotMs }));
}

;// CONCATENATED MODULE: ./build/src/runner/play-case.js

/**
 * Plays one case: what is left of its chain of dependencies, the case, then the teardowns from the inside out, also
 * after a failure. A failing teardown never fails the case; the attempt says what it could not do.
 * @throws what is no PlayFailure: the browser is gone, or the runner broke.
 */
async function playCase(play, player) {
    const begun = [];
    const teardownFailures = [];
    let attempt;
    try {
        attempt = await playChain(play, player, begun);
    }
    finally {
        teardownFailures.push(...(await playTeardowns(begun, play.library, player)));
    }
    return teardownFailures.length === 0 ? attempt : { ...attempt, teardownFailures };
}
/** @param begun is told each case that begins, the last one first. */
async function playChain(play, player, begun) {
    const { chain, skipped } = play;
    try {
        for (const [place, each] of chain.entries()) {
            if (place < skipped)
                continue;
            begun.unshift(each);
            await player.playFromEntry(each);
            await play.onPlayed?.(place);
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
function failedAttempt(failure, played) {
    const { testCase, step, message } = failure;
    return {
        status: 'FAILED',
        errorMessage: testCase === played ? message : `Dependency "${testCase.description}": ${message}`,
        ...(step === undefined ? {} : { failedStep: { testCaseId: testCase.id, ...step } }),
    };
}
/** The error of a case that could not be played. */
function errorAttempt(error) {
    return { status: 'ERROR', errorMessage: errorText(error) };
}
/** @returns what failed. A teardown tidies up; what it can't do says nothing about the case. */
async function playTeardowns(begun, library, player) {
    const failures = [];
    for (const { teardownId } of begun) {
        if (teardownId === undefined)
            continue;
        const teardown = library.get(teardownId);
        try {
            if (teardown === undefined)
                failures.push(`The teardown ${teardownId} does not exist.`);
            else
                await player.playSteps(teardown);
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

;// CONCATENATED MODULE: ./build/src/runner/reusable-login.js

/**
 * How many of the chain's first dependencies leave nothing behind but a state that can be kept: logins and cookie
 * banners without a teardown, which would take that state away again.
 */
function reusableLength(chain) {
    const dependencies = chain.slice(0, -1);
    const other = dependencies.findIndex(({ type, teardownId }) => (type !== 'LOGIN' && type !== 'COOKIE_BANNER') || teardownId !== undefined);
    return other === -1 ? dependencies.length : other;
}
/**
 * The case whose end is the state that others can go on from: the last of the reusable dependencies.
 * @throws BrokenDependency
 */
function loginOf(testCase, library) {
    const chain = caseChain(testCase, library);
    return chain[reusableLength(chain) - 1];
}

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
    const url = URL.parse(text);
    if (url?.protocol === 'http:' || url?.protocol === 'https:')
        return url.href;
    throw new Error(`"${text}" can't be opened: it must be an http or https URL, or a path below the URL under test.`);
}

;// CONCATENATED MODULE: ./build/src/contract/exchange/chain-rules.js
/** These choose among what was found. */
function isPick({ selectorType }) {
    return selectorType === 'FIRST' || selectorType === 'LAST' || selectorType === 'NTH';
}
/** These narrow what the selector before them has found, and look for nothing themselves. */
function narrowsOnly(selector) {
    return isPick(selector) || selector.selectorType === 'FILTER';
}
/** Whether hidden elements count as well: the last selector that looked for any is a ROLE with `includeHidden`. */
function hiddenCount(chain) {
    const finder = chain.findLast((each) => !narrowsOnly(each));
    return finder?.selectorType === 'ROLE' && finder.options?.includeHidden === true;
}
/** Whether what a chain finds in the end is still to be held to what is visible: a pick has looked already. */
function endsUnsettled(chain) {
    const last = chain.at(-1);
    return !hiddenCount(chain) && !(last !== undefined && isPick(last));
}
/** Whether all that is left of a chain from a place on narrows what is found there. */
function isTail(chain, place) {
    return chain.slice(place).every(narrowsOnly);
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

// EXTERNAL MODULE: ./build/src/contract/exchange/pattern.js
var pattern = __webpack_require__(2994);
;// CONCATENATED MODULE: ./build/src/runner/read-pattern.js

/**
 * Reads a text that may be a pattern, and puts values in place of its variables. Whether it is one is for its author to
 * say: a value never makes it one.
 * @param holder names what holds the text: it begins the message.
 * @throws Error that says what is wrong with the pattern; what `fill` throws.
 */
function readPattern(text, holder, fill) {
    const filled = fill(text);
    return isPattern(text) ? read_pattern_read(filled, holder) : filled;
}
function isPattern(text) {
    return /^OCTOREGEX[\s\S]*OCTOREGEX$/.test(text);
}
function read_pattern_read(wrapped, holder) {
    try {
        return (0,pattern/* textOrPattern */.n)(wrapped);
    }
    catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`${holder} has a pattern that can't be read: ${reason}. Correct it in the test case.`);
    }
}

;// CONCATENATED MODULE: ./build/src/runner/test-id-selector.js
/** What may stand in a CSS selector as it is: Playwright's way needs that. */
const attributeName = /^-*[a-z_\u0080-\uffff][\w\u0080-\uffff-]*$/i;
/**
 * A selector for Playwright's own way to look for a test id, with the attribute of one run: the public setting holds for
 * the whole process.
 * @param attribute its name; several are separated by commas, as in Playwright's setting.
 * @throws Error where the attribute can't be looked for.
 */
function testIdSelector(attribute, id) {
    if (!attribute.split(',').every((each) => attributeName.test(each))) {
        throw new Error(`TEST_ID can't look for the attribute "${attribute}": a name has letters, digits, - and _, several are separated by commas alone. Correct \`testIdAttribute\` of the test target.`);
    }
    const value = typeof id === 'string' ? `${test_id_selector_quoted(id)}s` : patternCode(id);
    return `internal:testid=[${test_id_selector_quoted(attribute)}=${value}]`;
}
function test_id_selector_quoted(text) {
    return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
/**
 * A pattern as a selector may hold it: `>>` would end the selector, and a quotation mark would begin a text, so that
 * they are written by their codes.
 */
function patternCode(pattern) {
    return String(pattern).replace(/\\(.)|["'`]|(?<=>)>/gs, (found, escaped) => escaped === undefined || /["'`]/.test(escaped) ? hexCode(escaped ?? found) : found);
}
function hexCode(character) {
    return `\\x${character.charCodeAt(0).toString(16)}`;
}

;// CONCATENATED MODULE: ./build/src/runner/locator.js




/**
 * Builds the locator of a step: the chain is read left to right, and only visible elements count, unless a ROLE says
 * `includeHidden`.
 * @throws Error where the chain finds no element, names an unknown role, or has a pattern that can't be read.
 */
function buildLocator(page, selectors, { fill, testIdAttribute = null, hiddenToo = false }) {
    let scope = page;
    for (const [index, selector] of selectors.entries()) {
        const hidden = hiddenCount(selectors.slice(0, index + 1)) || (hiddenToo && isTail(selectors, index));
        scope = narrow(scope, selector, { fill, testIdAttribute, hidden });
    }
    if (!isLocator(scope)) {
        throw new Error(selectors.length === 0
            ? 'The step has no selector: it needs one to find its element.'
            : 'The selector chain ends with FRAME: add a selector for the element inside the frame.');
    }
    return !hiddenToo && endsUnsettled(selectors) ? scope.filter({ visible: true }) : scope;
}
function narrow(scope, selector, { fill, testIdAttribute, hidden }) {
    const options = selector.options ?? {};
    const plain = () => fill(selector.selector);
    const text = () => readPattern(selector.selector, `The ${selector.selectorType} selector`, fill);
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
            return choice(scope, 'FIRST', hidden).first();
        case 'LAST':
            return choice(scope, 'LAST', hidden).last();
        case 'NTH':
            return choice(scope, 'NTH', hidden).nth(Number(plain()));
    }
}
/** What a pick chooses among: hidden elements may not stand for choice, unless they count. */
function choice(scope, selectorType, hidden) {
    const found = locator_elements(scope, selectorType);
    return hidden ? found : found.filter({ visible: true });
}
function locator_elements(scope, selectorType) {
    if (isLocator(scope))
        return scope;
    throw new Error(`${selectorType} narrows what another selector found: put that one before it.`);
}
function isLocator(scope) {
    return 'elementHandles' in scope;
}
function roleOptions({ hasText: _, hasNotText: __, name, ...states }, fill) {
    return {
        ...defined(states),
        ...(name === undefined ? {} : { name: readPattern(name, 'The name of the ROLE selector', fill) }),
    };
}
function filterOptions({ hasText, hasNotText }, fill) {
    return {
        ...(hasText === undefined
            ? {}
            : { hasText: readPattern(hasText, 'hasText of the FILTER selector', fill) }),
        ...(hasNotText === undefined
            ? {}
            : { hasNotText: readPattern(hasNotText, 'hasNotText of the FILTER selector', fill) }),
    };
}
function defined(value) {
    return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
}

;// CONCATENATED MODULE: ./build/src/runner/mail/attempt-mail.js
/** The mail of a run as one attempt at a case sees it. */
class AttemptMail {
    #mailbox;
    /** An earlier attempt, or a case before, may have left mail behind whose links are used up. */
    #since = new Date();
    #opened = new Set();
    constructor(mailbox) {
        this.#mailbox = mailbox;
    }
    /**
     * Opens the latest mail that fits. One that this attempt has opened before is opened again only where no later one
     * comes in time.
     * @throws as `Mailbox.latest`; what the mailbox throws that can't be opened.
     */
    async open(wanted, timeoutMs) {
        const mailbox = await this.#mailbox();
        const mail = await mailbox.latest({ ...wanted, since: this.#since, opened: this.#opened }, timeoutMs);
        this.#opened.add(mail);
        return mail;
    }
}

;// CONCATENATED MODULE: ./build/src/runner/page-load.js

/** What the question for what still loads may take, in ms. */
const askMs = 1000;
/** So many addresses are named, of so many characters. */
const maxNamed = 3;
const page_load_maxCharacters = 200;
/**
 * Waits for the load of a page, after a step was done.
 * @throws Error that says so, and names what is still loading.
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
        throw new Error(`The step itself was done, but the load of ${page.url()} did not end in its time.${which}`, {
            cause: error,
        });
    }
}
/** The pictures and frames that the page waits for, as far as it answers. */
async function stillLoading(page) {
    try {
        const urls = await within(askMs, 'late', () => page.evaluate(() => [
            ...[...document.images].filter(({ complete }) => !complete).map(({ src }) => src),
            ...[...document.querySelectorAll('iframe')]
                .filter(({ contentDocument }) => contentDocument !== null && contentDocument.readyState !== 'complete')
                .map(({ src }) => src),
        ]));
        return urls.slice(0, maxNamed).map((url) => url.slice(0, page_load_maxCharacters));
    }
    catch {
        return [];
    }
}

;// CONCATENATED MODULE: ./build/src/runner/steps/fixed-wait.js
/** A fixed wait that says no time, in ms. */
const defaultWaitMs = 1000;
/** The longest that a step may ask for, in ms. */
const longestWaitMs = 60 * 60 * 1000;
/** How long a step is told to wait, in ms, beside the time that every step has; 0 where it is no fixed wait. */
function fixedWaitMs({ interaction }) {
    if (interaction?.action !== 'WAIT_FOR' || interaction.calledWith?.type !== 'fixedTime')
        return 0;
    return Math.min(interaction.calledWith.timeMilliseconds ?? defaultWaitMs, longestWaitMs);
}
/** Waits for a time in ms. @throws Error where it is more than an hour. */
async function fixedWait({ page }, ms = defaultWaitMs) {
    if (ms > longestWaitMs) {
        throw new Error(`WAIT_FOR fixedTime waits for ${longestWaitMs} ms at most, not for ${ms} ms: say a shorter time.`);
    }
    await page.waitForTimeout(ms);
}

// EXTERNAL MODULE: ./node_modules/zod/v4/core/errors.js
var errors = __webpack_require__(7428);
;// CONCATENATED MODULE: ./build/src/runner/expect/ask-driver.js

const ask_driver_answer = schemas/* object */.Ikc({
    /** The verdict before `isNot` turns it round. */
    matches: schemas/* boolean */.zMY(),
    received: schemas/* object */.Ikc({ value: schemas/* unknown */.L5J().optional() }).optional(),
    /** Begins with `Error: `; set where nothing could be compared. */
    errorMessage: schemas/* string */.YjP().optional(),
    timedOut: schemas/* boolean */.zMY().optional(),
    log: schemas/* array */.YOg(schemas/* string */.YjP()).optional(),
});
/**
 * Asks the driver until it is so, in its own rhythm. This is what Playwright Test's `expect(locator)` calls, and nothing
 * public does the same: looking again and again from outside is slower and judges otherwise. It is not public either, so
 * this file alone knows it, and looks whether it is there; the driver ships with us in one fixed version.
 * @param timeout in ms.
 * @throws Error where this driver does not have it or answers something else.
 */
async function askDriver(locator, { expression, ...rest }, timeout) {
    const ask = Reflect.get(locator, '_expect');
    if (typeof ask !== 'function') {
        throw new Error('This playwright-core cannot check expectations: its Locator has no _expect. Use the version that comes with the action.');
    }
    const given = await Reflect.apply(ask, locator, [expression, { isNot: false, ...rest, timeout }]);
    const read = ask_driver_answer.safeParse(given);
    if (read.success)
        return read.data;
    throw new Error(`This playwright-core answers expectations in another form (${errors/* prettifyError */.S1(read.error)}). Use the version that comes with the action.`);
}

;// CONCATENATED MODULE: ./build/src/runner/expect/expect-locator.js

/** So much of what a page shows is repeated in a message, in characters. */
const maxShown = 1000;
/**
 * Waits until a locator is as expected.
 * @param timeout in ms.
 * @throws Error in the words of Playwright Test.
 */
async function expectLocator(locator, expectation, timeout) {
    const answer = await askDriver(locator, expectation.question, timeout);
    const { isNot = false } = expectation.question;
    if (answer.matches === isNot)
        throw new Error(message(String(locator), expectation, answer, timeout));
}
function message(locator, expectation, answer, timeout) {
    const { name, argument, kind, shown, question } = expectation;
    const { received, timedOut = false } = answer;
    const errorMessage = answer.errorMessage === undefined ? undefined : withoutStack(answer.errorMessage);
    const label = `Expected${kind}:`;
    const receivedLabel = kind === '' ? 'Received:' : 'Received string:';
    // Labels of one length stand in one column.
    const gap = kind === '' && errorMessage === undefined ? '  ' : ' ';
    return [
        `expect(locator)${question.isNot === true ? '.not' : ''}.${name}(${argument}) failed`,
        '',
        `Locator:${gap}${locator}`,
        `${label} ${shown}`,
        ...(errorMessage === undefined && received !== undefined
            ? [`${receivedLabel.padEnd(label.length)} ${show(received.value, expectation)}`]
            : []),
        ...(timedOut ? [`Timeout:${gap}${timeout}ms`] : []),
        ...(errorMessage === undefined ? [] : [errorMessage]),
        ...callLog(expectation, answer),
    ].join('\n');
}
/** Texts of pages are shown in one line, so that they can't be taken for ours. */
function show(value, { question }) {
    return clipped(question.expectedText === undefined ? String(value) : JSON.stringify(value ?? ''));
}
/** The driver's own lines of code help nobody. */
function withoutStack(text) {
    return text.replace(/\n {4}at .+/g, '').trimEnd();
}
/** The driver names what it was asked in its own way; people know the assertion. */
function callLog({ name, question }, { log = [] }) {
    const title = `Expect "${question.isNot === true ? 'not ' : ''}${name}"`;
    const lines = log.map((line) => clipped(line.replace(`Expect "${question.expression}"`, title).replaceAll('\n', '↵')));
    return lines.length === 0 ? [] : ['', 'Call log:', ...lines];
}
function clipped(text) {
    return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

;// CONCATENATED MODULE: ./build/src/runner/expect/expectation.js
const toBeVisible = state('toBeVisible', 'visible', { expression: 'to.be.visible' });
const toBeDisabled = state('toBeDisabled', 'disabled', { expression: 'to.be.disabled' });
const toBeChecked = state('toBeChecked', 'checked', {
    expression: 'to.be.checked',
    expectedValue: {},
});
const notToBeChecked = state('toBeChecked', 'not checked', { ...toBeChecked.question, isNot: true });
/** Nothing is found. */
const toHaveCountZero = {
    ...state('toHaveCount', '0', { expression: 'to.have.count', expectedNumber: 0 }),
    argument: 'expected',
};
/** The value of an input, to the letter. */
function toHaveValue(expected) {
    return expectation_text('toHaveValue', expected, { expression: 'to.have.value' });
}
/** The element's text contains a text, white space folded, or fits a pattern as it stands. */
function toContainText(expected) {
    const options = { matchSubstring: true, normalizeWhiteSpace: true };
    return expectation_text('toContainText', expected, { expression: 'to.have.text' }, options);
}
/** The computed value of a CSS property; custom properties too. */
function toHaveCss(property, expected) {
    return expectation_text('toHaveCSS', expected, { expression: 'to.have.css', expressionArg: property });
}
function state(name, shown, question) {
    return { name, argument: '', question, kind: '', shown };
}
function expectation_text(name, expected, question, options = {}) {
    const plain = typeof expected === 'string';
    const value = plain ? { string: expected } : { regexSource: expected.source, regexFlags: expected.flags };
    return {
        name,
        argument: 'expected',
        question: { ...question, expectedText: [{ ...value, ...options }] },
        kind: plain ? (options.matchSubstring === true ? ' substring' : '') : ' pattern',
        shown: plain ? JSON.stringify(expected) : String(expected),
    };
}

;// CONCATENATED MODULE: ./build/src/runner/requests/basic-authorization.js
/** The value of an `authorization` field that answers a basic challenge. */
function basicAuthorization(username, password) {
    return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

;// CONCATENATED MODULE: ./build/src/runner/requests/follow.js
const redirects = new Set([301, 302, 303, 307, 308]);
/**
 * Follows redirects one by one, so that each request can carry what its own origin may know, and no more.
 * @param limit how many redirects are followed.
 * @returns the last answer and its URL; undefined where there are more redirects.
 */
async function follow(start, limit, ask) {
    let url = start;
    for (let count = 0; count <= limit; count += 1) {
        const { response, status, location, discard } = await ask(url);
        const next = redirects.has(status) && location != null ? URL.parse(location, url) : null;
        if (next === null)
            return { url, response };
        await discard();
        url = next;
    }
    return undefined;
}

;// CONCATENATED MODULE: ./build/src/runner/requests/fetch-from.js




/** A redirect leads to what is no http or https URL. */
class RedirectedAway extends Error {
    /** Where it does so. */
    from;
    constructor(from) {
        super('it redirects to what is no http or https URL');
        this.from = from;
    }
}
/**
 * Gets a URL: on loopback by itself, else by the machine's proxies.
 * @returns the last answer, whose body is still to be read or cancelled; undefined where there are more redirects.
 * @throws RedirectedAway; what `fetch` throws.
 */
function fetchFrom(start, { redirects, headersFor, onAnswer, signal }) {
    let before = start;
    return follow(start, redirects, async (url) => {
        if (url.protocol !== 'http:' && url.protocol !== 'https:')
            throw new RedirectedAway(before);
        before = url;
        const headers = await headersFor(url);
        const response = await (0,undici.fetch)(withoutCredentials(url, headers), {
            headers,
            redirect: 'manual',
            signal,
            // As the browser asks. An idle connection is closed by itself.
            ...(isLoopback(url) ? {} : { dispatcher: new undici.EnvHttpProxyAgent() }),
        });
        await onAnswer?.(url, response);
        const location = response.headers.get('location');
        return { response, status: response.status, location, discard: async () => response.body?.cancel() };
    });
}
/** A request's URL may carry no credentials: they go into a header field, as browsers do it. */
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
/** Why a request had no answer: its code, such as ECONNREFUSED, where it has one. */
function networkReason(error) {
    let innermost = error;
    while (innermost instanceof Error && innermost.cause !== undefined)
        innermost = innermost.cause;
    if (!(innermost instanceof Error))
        return String(innermost);
    return 'code' in innermost && typeof innermost.code === 'string' ? innermost.code : innermost.message;
}
/**
 * The bytes of a body as they come, unpacked.
 * @returns false where there are more than `limit`: what is left is not fetched.
 */
async function readUpTo(limit, { body }, onBytes = () => { }) {
    let size = 0;
    for await (const chunk of body ?? []) {
        if (!(chunk instanceof Uint8Array))
            throw new TypeError('a body is made of bytes');
        size += chunk.byteLength;
        if (size > limit)
            return false;
        onBytes(chunk);
    }
    return true;
}

// EXTERNAL MODULE: external "node:net"
var external_node_net_ = __webpack_require__(7030);
;// CONCATENATED MODULE: ./build/src/runner/requests/keep-cookies.js


/** Puts the cookies of an answer into the browser, as if a page had got it. What can't be put there is left out. */
async function keepCookies(context, url, response) {
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
/** The host alone, or the domain above it that the cookie names; undefined where it may not name that. */
function domainOf({ domain = '' }, { hostname }) {
    if (domain === '' || (domain === hostname && (0,external_node_net_.isIP)(hostname) !== 0))
        return hostname;
    const isAbove = domain.includes('.') && hostname.endsWith(`.${domain}`);
    return domain === hostname || isAbove ? `.${domain}` : undefined;
}
/** The path that a cookie holds for where it names none. */
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
/** What has expired is taken away. The driver takes no time before 1970. */
const longAgo = 1;

;// CONCATENATED MODULE: ./build/src/runner/requests/request-headers.js



/** What the question for the browser's name may take, in ms. */
const request_headers_askMs = 1000;
/**
 * What requests on behalf of the page are sent: credentials and header fields of the environment are for the app's own
 * origin alone.
 * @param others whether other origins are sent the cookies that the page has for them.
 * @returns the header fields for a URL, to be asked for each redirect anew.
 */
async function requestHeaders({ page, executionUrl, basicAuth, headers: fields }, others) {
    const userAgent = await request_headers_userAgentOf(page);
    const { origin } = new URL(executionUrl);
    return async (url) => {
        const headers = new undici.Headers(userAgent === undefined ? {} : { 'user-agent': userAgent });
        const ours = url.origin === origin;
        if (ours || others.cookies) {
            const cookies = await page.context().cookies(url.href);
            if (cookies.length > 0)
                headers.set('cookie', cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
        }
        if (!ours)
            return headers;
        if (basicAuth !== undefined)
            headers.set('authorization', basicAuthorization(basicAuth.username, basicAuth.password));
        for (const [name, value] of Object.entries(fields))
            headers.set(name, value);
        return headers;
    };
}
/** Apps answer by it: as the browser they know. @returns undefined where the page does not say in time. */
async function request_headers_userAgentOf(page) {
    const ask = () => page.evaluate(() => navigator.userAgent);
    return within(request_headers_askMs, 'The page does not answer.', ask).catch(() => undefined);
}

;// CONCATENATED MODULE: ./build/src/runner/steps/response-ok.js




const maxRedirects = 20;
/** So much of a body is waited for, in bytes; nothing of it is kept. */
const maxBody = 50 * 1024 * 1024;
/**
 * RESPONSE_OK: a GET of the URL, with the cookies of the page, is answered with a status from 200 to 299 after all
 * redirects. It is asked once.
 */
async function responseOk(scope, calledWith) {
    const start = new URL(joinUrl(scope.executionUrl, scope.fill(calledWith)));
    const { url, response } = await answerTo(start, scope);
    if (response.ok)
        return;
    const redirected = url.href === start.href ? [] : [`Redirected to: ${withoutLogin(url)}`];
    throw new Error([
        'expect(response).toBeOK() failed',
        '',
        `Request:  GET ${withoutLogin(start)}`,
        ...redirected,
        'Expected: a status from 200 to 299',
        `Received: ${`${response.status} ${response.statusText}`.trim()}`,
    ].join('\n'));
}
async function answerTo(start, scope) {
    const context = scope.page.context();
    const headersFor = await requestHeaders(scope, { cookies: true });
    const timeoutMs = scope.remainingMs();
    try {
        const last = await fetchFrom(start, {
            redirects: maxRedirects,
            headersFor,
            onAnswer: (url, response) => keepCookies(context, url, response),
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
        throw new Error(`GET ${withoutLogin(start)} was not answered: ${reason}`);
    }
    throw new Error(`GET ${withoutLogin(start)} was redirected more than ${maxRedirects} times.`);
}
function withoutLogin(address) {
    const url = new URL(address);
    url.username = '';
    url.password = '';
    return url.href;
}

;// CONCATENATED MODULE: ./build/src/runner/steps/check.js





/** Checks one expectation, until it is met or the step's time is over. @throws Error in Playwright's words. */
async function check(assertion, scope) {
    if (assertion.expectation === 'RESPONSE_OK')
        return responseOk(scope, assertion.calledWith);
    await expectLocator(locatorOf(assertion, scope), expectationOf(assertion, scope), scope.remainingMs());
}
function locatorOf({ expectation }, scope) {
    const locator = scope.locator();
    // Whatever the chain finds: what is hidden is not visible.
    const filters = expectation === 'NOT_VISIBLE' && !endsUnsettled(scope.selectors);
    return filters ? locator.filter({ visible: true }) : locator;
}
function expectationOf(assertion, scope) {
    const expected = (text) => readPattern(text, assertion.expectation, scope.fill);
    switch (assertion.expectation) {
        case 'VISIBLE':
            return toBeVisible;
        case 'NOT_VISIBLE':
            // Two that are visible are no less visible than one.
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
            return toContainText(someText(expected(assertion.calledWith), assertion.calledWith));
        case 'TO_HAVE_STYLE': {
            const [property, value] = assertion.calledWith;
            return toHaveCss(scope.fill(property), expected(value));
        }
    }
}
/** @throws Error where only its variables make a text empty: every element contains that, so it would check nothing. */
function someText(expected, written) {
    const isEmpty = typeof expected === 'string' ? expected.trim() === '' : expected.source === emptyPattern;
    if (!isEmpty || !written.includes('$'))
        return expected;
    throw new Error(`TO_CONTAIN_TEXT would check nothing: ${JSON.stringify(written)} is empty, as its variables are. Look at the step that sets them.`);
}
/** How an empty pattern reads. */
const emptyPattern = /(?:)/.source;

;// CONCATENATED MODULE: ./build/src/runner/steps/click.js
/** CLICK: with a button, twice, or without waiting until the element can be clicked (`force`). */
async function click(scope, calledWith) {
    const { button = 'left', double = false, force = false } = calledWith ?? {};
    const options = { button, force, timeout: scope.remainingMs() };
    await (double ? scope.locator().dblclick(options) : scope.locator().click(options));
}

;// CONCATENATED MODULE: ./build/src/runner/steps/close-page.js
/** CLOSE_PAGE: closes the page that OPEN_EMAIL opened, and returns to the one before. */
async function closePage({ tabs }) {
    await tabs.close();
}

;// CONCATENATED MODULE: ./build/src/runner/steps/download.js

/**
 * DOWNLOAD: clicks the element, and checks the name of the file that is downloaded then. The context fetches no more
 * of it: it may be of any size.
 */
async function download(scope, calledWith) {
    const expected = readPattern(calledWith, 'DOWNLOAD', scope.fill);
    const locator = scope.locator();
    const timeout = scope.remainingMs();
    // The context hears of downloads in pages that the click opens, too.
    const beginning = scope.page.context().waitForEvent('download', { timeout });
    // Where the click fails, its error tells more.
    beginning.catch(() => { });
    await locator.click({ timeout });
    const received = (await beginning).suggestedFilename();
    if (!fits(received, expected))
        throw new Error(mismatch(String(locator), expected, received));
}
function fits(name, expected) {
    return typeof expected === 'string' ? name === expected : expected.test(name);
}
function mismatch(locator, expected, received) {
    const [label, value] = typeof expected === 'string' ? ['name', JSON.stringify(expected)] : ['pattern', String(expected)];
    return [
        'The downloaded file has another name.',
        '',
        `Locator: ${locator}`,
        `Expected ${label}: ${value}`,
        `Received name: ${JSON.stringify(received)}`,
    ].join('\n');
}

;// CONCATENATED MODULE: ./build/src/runner/steps/drag-and-drop.js
/** DRAG_AND_DROP: drags the element onto the one that other selectors find. */
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
/** Drags with a mouse that moves in small steps, for pages that follow the mouse. */
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
        // A failed drag must not leave the button down for the steps after it.
        await mouse.up();
    }
}

;// CONCATENATED MODULE: ./build/src/runner/steps/enter-text.js
/** ENTER_TEXT: replaces what the field holds. */
async function enterText(scope, calledWith) {
    await scope.locator().fill(scope.fill(calledWith), { timeout: scope.remainingMs() });
}

;// CONCATENATED MODULE: ./build/src/runner/variables/dynamic-name.js
/**
 * The name of a dynamic variable that a step sets; it may be written as it is used, `$$name`.
 * @throws Error where no text could use it.
 */
function dynamicName(written) {
    const name = written.replace(/^\$+/, '');
    if (/^[A-Za-z_]\w*$/.test(name))
        return name;
    throw new Error(`${JSON.stringify(written)} can't name a variable, as no text could use it: take letters, digits and _, and no digit first.`);
}

;// CONCATENATED MODULE: ./build/src/runner/steps/extract.js

/** EXTRACT: sets a dynamic variable to the text that the element shows, or to an attribute, which must be there. */
async function extract(scope, extraction) {
    const name = dynamicName(extraction.variableName);
    scope.setVariable(name, await extracted(scope, extraction));
}
async function extracted(scope, extraction) {
    if (extraction.type === 'TEXT')
        return (await held(scope, 'text')) ?? '';
    const attributeName = scope.fill(extraction.attributeName);
    // The attribute of a field says what it held at first.
    const value = await (/^value$/i.test(attributeName)
        ? held(scope, 'attribute')
        : scope.locator().getAttribute(attributeName, { timeout: scope.remainingMs() }));
    if (value !== null)
        return value;
    throw new Error(`The element has no attribute ${attributeName}.\nLocator: ${scope.locator()}`);
}
/** What a field holds now; of any other element its text as shown, or its attribute `value`. */
function held(scope, otherwise) {
    const timeout = scope.remainingMs();
    return scope.locator().evaluate((node, wanted) => {
        const isField = node instanceof HTMLInputElement ||
            node instanceof HTMLTextAreaElement ||
            node instanceof HTMLSelectElement;
        if (isField)
            return node.value;
        if (wanted === 'attribute')
            return node.getAttribute('value');
        return node instanceof HTMLElement ? node.innerText : node.textContent;
    }, otherwise, { timeout });
}

;// CONCATENATED MODULE: ./build/src/runner/steps/go-to.js

/** GO_TO: opens a URL; a path is joined with the execution URL. */
async function goTo(scope, calledWith) {
    await scope.page.goto(joinUrl(scope.executionUrl, scope.fill(calledWith)), {
        timeout: scope.remainingMs(),
    });
}

;// CONCATENATED MODULE: ./build/src/runner/steps/hover.js
/** HOVER: moves the mouse over the element. */
async function hover(scope) {
    await scope.locator().hover({ timeout: scope.remainingMs() });
}

// EXTERNAL MODULE: external "node:vm"
var external_node_vm_ = __webpack_require__(714);
;// CONCATENATED MODULE: ./build/src/runner/sandbox/guest.js
/**
 * What is there for code in the sandbox, in the sandbox's own language: a function that takes the dynamic variables as
 * JSON, and returns one that tells as JSON what was set, what was written with console.error, and how the code ended.
 *
 * It keeps the built-ins that it needs, and objects without a prototype: code that changes built-ins harms itself only.
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
      return { __proto__: null, text: 'something that has no text', stack: '' };
    }
  };

  globalThis.setDynamicVariable = (name, value) => {
    const written = text(name);
    const key = withoutDollars(written);
    if (!/^[A-Za-z_]\\w*$/.test(key)) {
      throw new AnyError(
        stringify(written) + ' can\\'t name a variable: take letters, digits and _, and no digit first.',
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
  // The engine knows no language's numbers, dates and order, and would answer as if it did.
  const refuse = (type, names) => {
    for (const name of names) {
      const value = () => {
        throw new AnyError(name + ' knows no languages in the sandbox: set execType to "browser"');
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

;// CONCATENATED MODULE: ./build/src/runner/sandbox/limits.js
/** How long code may take. Nothing else of the process runs meanwhile, so it is short. */
const timeLimitMs = 1000;
/** What code may use, the sandbox's own needs included. */
const memoryLimitMiB = 32;

;// CONCATENATED MODULE: ./build/src/runner/sandbox/outcome.js



/** What the guest tells, see `guest.ts`. */
const report = schemas/* object */.Ikc({
    changed: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* string */.YjP()),
    complaint: schemas/* string */.YjP().nullable(),
    end: schemas/* enum */.k5n(['fulfilled', 'pending', 'rejected']),
    thrown: schemas/* object */.Ikc({ text: schemas/* string */.YjP(), stack: schemas/* string */.YjP() }).nullable(),
});
/** How much of what code has written goes into a message. */
const longestText = 2000;
const outOfMemory = `The code needs more than the ${memoryLimitMiB} MiB of memory that code in the sandbox may use. Keep less at once.`;
const tooDeep = 'The code calls itself too often, or what it reads is nested too deeply for the sandbox';
/**
 * Reads what the guest tells.
 * @param memoryIsFull whether the sandbox had no memory left in the end: code may stop there without a word.
 */
function readReport(text, body, memoryIsFull) {
    const told = report.parse(JSON.parse(text));
    return { changed: new Map(Object.entries(told.changed)), failure: failureOf(told, body, memoryIsFull) };
}
function failureOf({ end, thrown, complaint }, body, memoryIsFull) {
    if (end === 'pending')
        return memoryIsFull ? outOfMemory : neverEnds;
    if (thrown !== null)
        return thrownFailure(thrown, body, memoryIsFull);
    return complaint === null ? undefined : `The code wrote with console.error: ${shortened(complaint)}`;
}
const neverEnds = 'The code awaits what never comes: in the sandbox there are no timers, no network and no page. For those set execType to "browser".';
function thrownFailure({ text, stack }, body, memoryIsFull) {
    if (text === 'InternalError: out of memory' || (text === 'null' && memoryIsFull))
        return outOfMemory;
    const place = placeOf(stack, body);
    if (text === 'InternalError: stack overflow')
        return `${tooDeep}${place}.`;
    return `The code threw${place}: ${shortened(text)}${adviceFor(text)}`;
}
/** What people look for here as they know it from pages. */
const ofPages = /^ReferenceError: '(window|document|navigator|location|localStorage|sessionStorage|fetch|XMLHttpRequest|WebSocket|setTimeout|setInterval|clearTimeout|clearInterval|queueMicrotask|requestAnimationFrame|URL|URLSearchParams|Headers|Request|Response|FormData|Blob|File|btoa|atob|TextEncoder|TextDecoder|crypto|performance|structuredClone|Intl|alert|DOMParser|Event|AbortController)' is not defined/;
function adviceFor(text) {
    const [, name] = ofPages.exec(text) ?? [];
    return name === undefined
        ? ''
        : `. The sandbox has no ${name}: set execType to "browser", and the code runs in the page.`;
}
/** Where in the author's code something was thrown: the innermost call that is theirs. */
function placeOf(stack, body) {
    const [, line, column] = /\bcode\.js:(\d+)(?::(\d+))?/.exec(stack) ?? [];
    return line === undefined ? '' : ` in line ${body.lineOf(Number(line), Number(column ?? 1))}`;
}
function shortened(text) {
    return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}
/** In words, what the sandbox itself broke with. */
function brokenBy(error) {
    if (error instanceof RangeError)
        return `${tooDeep}.`;
    // This one is no `Error` of ours: it comes from where the time is watched.
    if (external_node_util_.types.isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
        return `The code did not end within the ${timeLimitMs} ms that code in the sandbox may take. Look for a loop that never ends.`;
    }
    return `The code broke the sandbox: ${shortened(String(error))}. Make it simpler.`;
}

;// CONCATENATED MODULE: ./build/src/runner/sandbox/sandbox.js




/** WebAssembly counts memory in pages. */
const pagesPerMiB = 16;
/** What the engine has from the start: its module says so. */
const initialMemoryMiB = 16;
/**
 * Runs the body of an async function where there is no page, no browser, no network and no file: in a JavaScript engine
 * inside WebAssembly, made anew for each call. No function of this process is reachable from there; what goes in and
 * comes out is text.
 * @param dynamic the dynamic variables that it can read.
 * @returns what it has set, and why it failed where it did: this never throws for what the code does.
 */
async function runInSandbox(body, dynamic) {
    // The engine's own limit does not see what is allocated inside WebAssembly.
    const memory = new WebAssembly.Memory({
        initial: initialMemoryMiB * pagesPerMiB,
        maximum: memoryLimitMiB * pagesPerMiB,
    });
    const context = (await newEngine(memory)).newContext();
    const isFull = () => memory.buffer.byteLength > 0.9 * memoryLimitMiB * 2 ** 20;
    try {
        const report = inTime(() => play(context, body.code, dynamic));
        return report === undefined ? failed(outOfMemory) : readReport(report, body, isFull());
    }
    catch (error) {
        return failed(brokenBy(error));
    }
}
function failed(failure) {
    return { changed: new Map(), failure };
}
/** Loaded only where code runs in the sandbox: it is large. */
async function newEngine(wasmMemory) {
    const [{ newQuickJSWASMModuleFromVariant, newVariant }, { default: loaded }] = await Promise.all([
        __webpack_require__.e(/* import() */ 738).then(__webpack_require__.bind(__webpack_require__, 7738)),
        __webpack_require__.e(/* import() */ 177).then(__webpack_require__.t.bind(__webpack_require__, 1177, 19)),
    ]);
    // Loaders disagree about where the default export of a CommonJS module stands.
    const variant = 'default' in loaded ? loaded.default : loaded;
    return newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }));
}
/**
 * Ends work that takes too long, wherever it is: the engine's own watchdog does not see into a single native call, and
 * one can take for ever. An engine that was ended is in no state to be used again.
 */
function inTime(work) {
    let result;
    const run = () => {
        result = work();
    };
    (0,external_node_vm_.runInContext)('run()', (0,external_node_vm_.createContext)({ run }), { timeout: timeLimitMs });
    return result;
}
/**
 * Plays code to its end.
 * @returns what the guest tells; undefined where it could not even do that for want of memory.
 */
function play(context, code, dynamic) {
    const begin = context.unwrapResult(context.evalCode(guest, 'guest.js'));
    const given = context.newString(JSON.stringify(Object.fromEntries(dynamic)));
    const report = context.unwrapResult(context.callFunction(begin, context.undefined, given));
    const { end, reason } = endOf(context, code);
    const told = context.callFunction(report, context.undefined, context.newString(end), reason);
    return told.error === undefined ? context.getString(told.value) : undefined;
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


/** Code that can't be read. The message says in which line, and why. */
class CodeSyntaxError extends Error {
    constructor(line, reason) {
        const place = line === undefined ? '' : ` in line ${line}`;
        super(`The code has a syntax error${place}: ${reason}. Correct the step's code.`);
        this.name = 'CodeSyntaxError';
    }
}
/** Only inside a function may code say `return` and `await`. On the first line, so that lines keep their numbers. */
const head = 'async function body() {';
/**
 * Takes the types out of the body of an async function. JavaScript stays as it is, to the character.
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
        return { code: inner(quietly(() => (0,external_node_module_.stripTypeScriptTypes)(wrapped))), lineOf: (line) => line };
    }
    catch (error) {
        if (codeOf(error) === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX')
            return transformed(wrapped);
        throw error;
    }
}
/** Enums and the like are more than types: what they stand for is written anew, and lines move. */
function transformed(wrapped) {
    const output = quietly(() => (0,external_node_module_.stripTypeScriptTypes)(wrapped, { mode: 'transform', sourceMap: true }));
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
/** Node says on stderr that it may still change this function: that is no news for whoever runs tests. */
function quietly(work) {
    const { emitWarning } = process;
    process.emitWarning = () => { };
    try {
        return work();
    }
    finally {
        process.emitWarning = emitWarning;
    }
}
/** Node tells the place in the stack's first line, and nowhere else. */
function syntaxError(error, typeScript) {
    if (!(error instanceof Error) || codeOf(error)?.includes('TYPESCRIPT_SYNTAX') !== true)
        return error;
    const line = Number(/^[^\n]*:(\d+)\n/.exec(error.stack ?? '')?.[1]);
    // What is missing at the end is missed after the last line.
    const last = typeScript.split('\n').length;
    return new CodeSyntaxError(line > 0 ? Math.min(line, last) : undefined, error.message);
}
function codeOf(error) {
    return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

;// CONCATENATED MODULE: ./build/src/runner/variables/text-pieces.js
/** Two dollar signs name another kind of variable, which may not be taken for `$NAME` after a dollar sign. */
const text_pieces_name = String.raw `\$(\$?[A-Za-z_]\w*)`;
/** Only before a name a backslash makes a difference: elsewhere it belongs to the text. */
const escapedDollar = new RegExp(String.raw `\\(\$)(?=(?:\\?\$)*[A-Za-z_])|${text_pieces_name}`, 'g');
const escapedAny = new RegExp(String.raw `(\\[\s\S])|${text_pieces_name}`, 'g');
/** The pieces of a text, in which `\$` before a name is a dollar sign. */
function textPieces(text) {
    return text_pieces_pieces(text, escapedDollar);
}
/** The pieces of a pattern's source or of code: there a backslash and what it stands before stay as they are. */
function sourcePieces(source) {
    return text_pieces_pieces(source, escapedAny);
}
/** @param marks finds what stands for itself, in its first group, and names, in its second. */
function text_pieces_pieces(text, marks) {
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

;// CONCATENATED MODULE: ./build/src/runner/variables/fill-in.js

/** The mark of a pattern may follow a dollar sign, where it is no variable's name. */
const wrappedPattern = /^(OCTOREGEX)([\s\S]*)(OCTOREGEX)$/;
/**
 * Puts values in place of `$NAME` and `$$name`. A dollar sign that no name follows, as in `$5`, stays, and so does the one
 * of `\$NAME`. In a pattern a value stands for itself: its characters mean nothing special.
 * @throws UndefinedVariable
 */
function fillIn(text, variables) {
    const [, begin = '', source, end = ''] = wrappedPattern.exec(text) ?? [];
    if (source === undefined)
        return joined(textPieces(text), (name) => variables.value(name));
    return begin + joined(sourcePieces(source), (name) => escapePattern(variables.value(name))) + end;
}
/**
 * Puts values in place of `$NAME` in code, raw, as its author has written them. Names that no variable of the run has
 * stay, for code has such names of its own; so does `$$name`, whose value may come from a page: it may not become code.
 * @throws UndefinedVariable for what an environment should have given.
 */
function fillInCode(code, variables) {
    return joined(sourcePieces(code), (name) => (variables.isOfRun(name) ? variables.value(name) : `$${name}`));
}
function joined(pieces, value) {
    return pieces.map((piece) => ('name' in piece ? value(piece.name) : piece.plain)).join('');
}
function escapePattern(text) {
    return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

;// CONCATENATED MODULE: ./build/src/runner/steps/page-code.js
/**
 * The body of an async function as an expression that a page can evaluate: `context` has the dynamic variables.
 * @param code JavaScript; what it has on a line stays on this line.
 */
function pageExpression(code, { dynamic }) {
    // As text: in code `__proto__` would be more than a name.
    const context = JSON.stringify(JSON.stringify(Object.fromEntries(dynamic)));
    return `(async (context) => {${code}\n})(JSON.parse(${context}))`;
}
/** What a page has thrown, without the driver's words before, and the stack behind it, which is the driver's. */
function thrownInPage(error) {
    const message = error instanceof Error ? error.message : String(error);
    return message
        .replace(/^page\.evaluate: /, '')
        .replace(/\n\s+at [\s\S]*UtilityScript[\s\S]*$/, '')
        .trimEnd();
}
/** The line of the code in which a page has thrown, where it says so: the innermost call that is the code's. */
function lineThrown(error) {
    const [, line, column] = /\n\s+at [^\n]*\(eval at evaluate [^\n]*, <anonymous>:(\d+):(\d+)\)/.exec(String(error)) ?? [];
    return line === undefined ? undefined : { line: Number(line), column: Number(column) };
}

;// CONCATENATED MODULE: ./build/src/runner/steps/javascript.js





/**
 * JAVASCRIPT: the body of an async function, in TypeScript or JavaScript; apart from the page, unless it says `browser`.
 * @throws CodeSyntaxError; Error where the code throws.
 */
async function javaScript(scope, { code, execType }) {
    // Types come out first: then no value decides how the code is read.
    const { code: stripped, lineOf } = javaScriptBody(code);
    const body = { code: fillInCode(stripped, scope.variables), lineOf };
    if (execType === 'browser')
        await inPage(scope, body);
    else
        await inSandbox(scope, body);
}
/** Without page and browser; the code calls functions to get and set dynamic variables. */
async function inSandbox({ variables, setVariable }, body) {
    const { changed, failure } = await runInSandbox(body, variables.dynamic);
    for (const [name, value] of changed)
        setVariable(name, value);
    if (failure !== undefined)
        throw new Error(failure);
}
/** In the page: `context` has the dynamic variables, a returned object sets them. */
async function inPage({ page, variables, setVariable }, body) {
    const returned = await evaluated(page, pageExpression(body.code, variables), body);
    // A list has no names.
    if (typeof returned !== 'object' || returned === null || Array.isArray(returned))
        return;
    for (const [name, value] of Object.entries(returned)) {
        if (value !== undefined)
            setVariable(dynamicName(name), textOf(value));
    }
}
async function evaluated(page, expression, { lineOf }) {
    try {
        return await page.evaluate(expression);
    }
    catch (error) {
        const place = lineThrown(error);
        // Without a place it may be that the page has gone.
        if (place === undefined)
            throw new Error(thrownInPage(error));
        throw new Error(`The code threw in line ${lineOf(place.line, place.column)}: ${thrownInPage(error)}`);
    }
}
/** A value as a variable holds it. */
function textOf(value) {
    if (value instanceof Date && !Number.isNaN(value.getTime()))
        return value.toISOString();
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

;// CONCATENATED MODULE: ./build/src/runner/steps/key-press.js
/** KEY_PRESS: on the element; without selectors on what has the focus. */
async function keyPress(scope, calledWith) {
    const key = scope.fill(calledWith);
    if (scope.selectors.length === 0)
        return scope.page.keyboard.press(key);
    await scope.locator().press(key, { timeout: scope.remainingMs() });
}

;// CONCATENATED MODULE: ./build/src/runner/mail/mail-page.js

/**
 * Shows a mail in a page, its body in a frame with the title "Email Content". Scripts of the body don't run; its links
 * open in the page itself.
 * @param timeoutMs how long that may take.
 */
async function showMail(page, mail, timeoutMs) {
    await page.setContent(mailPage(mail), { waitUntil: 'domcontentloaded', timeout: timeoutMs });
    const body = await page.waitForSelector('iframe', { state: 'attached', timeout: timeoutMs });
    const frame = await body.contentFrame();
    await frame?.waitForURL('about:srcdoc', { waitUntil: 'domcontentloaded', timeout: timeoutMs });
    // A link that names another window would find it shut.
    await frame?.evaluate(() => {
        for (const each of document.querySelectorAll('a, area, form'))
            each.setAttribute('target', '_top');
    });
}
function mailPage({ from, to, subject, receivedAt, html }) {
    const fields = { From: from, To: to, Subject: subject, Received: receivedAt.toISOString() };
    const rows = Object.entries(fields).map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`);
    const body = `<!doctype html><base target="_top"><meta charset="utf-8">${html}`;
    return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(subject)}</title>
<style>
  body { margin: 0; display: flex; flex-direction: column; height: 100vh; font-family: sans-serif }
  dl { margin: 1em; display: grid; grid-template-columns: max-content 1fr; gap: 0 1em; overflow-wrap: anywhere }
  dd { margin: 0 }
  iframe { flex: 1; border: 0; border-top: 1px solid }
</style>
<dl>${rows.join('')}</dl>
<iframe title="Email Content" sandbox="allow-top-navigation-by-user-activation allow-forms" srcdoc="${escapeHtml(body)}"></iframe>`;
}

;// CONCATENATED MODULE: ./build/src/runner/steps/open-email.js

/** OPEN_EMAIL: shows the latest mail that fits in a page of its own, on which the next steps are played. */
async function openEmail(scope, calledWith) {
    const { subjectContaining, subAddress } = calledWith ?? {};
    const wanted = {
        subjectContaining: scope.fill(subjectContaining ?? ''),
        subAddress: scope.fill(subAddress ?? ''),
    };
    const mail = await scope.mail.open(wanted, scope.remainingMs());
    const page = await scope.page.context().newPage();
    scope.tabs.open(page);
    await showMail(page, mail, scope.remainingMs());
}

;// CONCATENATED MODULE: ./build/src/runner/steps/scroll.js
/**
 * SCROLL: with a position the page, or the element, is scrolled to it; without one the element comes into view, or the
 * page goes to its end.
 */
async function scroll_scroll(scope, calledWith) {
    const position = scrollPosition(calledWith);
    if (scope.selectors.length === 0)
        return scrollPage(scope, position);
    const options = { timeout: scope.remainingMs() };
    if (position === undefined)
        return scope.locator().scrollIntoViewIfNeeded(options);
    await scope.locator().evaluate((element, to) => element.scrollTo(to), position, options);
}
/** At once: the next step may not come while the page still glides. */
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

;// CONCATENATED MODULE: ./build/src/runner/steps/select-option.js
/** SELECT_OPTION: chooses options by their value or text, or by place. Null chooses none. */
async function selectOption(scope, calledWith) {
    await scope.locator().selectOption(select_option_choice(calledWith, scope), { timeout: scope.remainingMs() });
}
function select_option_choice(selected, scope) {
    if (selected == null)
        return null;
    if (typeof selected === 'string')
        return scope.fill(selected);
    if (!Array.isArray(selected))
        return oneOption(selected, scope);
    // The driver takes lists of one kind, and so does the contract.
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

;// CONCATENATED MODULE: ./build/src/runner/steps/type-text.js

/** Between two characters, in ms. */
const defaultDelayMs = 10;
/** TYPE_TEXT: character by character into the element; without selectors into what has the focus. */
async function typeText(scope, { text, delay = defaultDelayMs }) {
    const filled = scope.fill(text);
    if (scope.selectors.length === 0)
        return typeAtFocus(scope, filled, delay);
    await scope.locator().pressSequentially(filled, { delay, timeout: scope.remainingMs() });
}
/** The driver's keyboard knows no time limit, so the time is looked at before each character. */
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

;// CONCATENATED MODULE: ./build/src/runner/steps/file-name.js
/**
 * The name of a fetched file: the one that the server gives it, else the last part of the URL's path.
 * @param disposition the header field `content-disposition`.
 */
function fileName(url, disposition) {
    const given = disposition === null ? undefined : givenName(disposition);
    return lastPart(given ?? '') || lastPart(file_name_decoded(url.pathname)) || 'file';
}
/** `filename*` may hold any letter, so it comes before `filename`. */
function givenName(disposition) {
    const encoded = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
    if (encoded !== undefined)
        return file_name_decoded(encoded);
    const [, quoted, bare] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
    return quoted?.replace(/\\(.)/g, '$1') ?? bare;
}
/** What may name a file: it is stored under this name. */
function lastPart(path) {
    const name = path.replaceAll('\0', '').split(/[/\\]/).at(-1) ?? '';
    return name === '.' || name === '..' ? '' : name;
}
function file_name_decoded(text) {
    try {
        return decodeURIComponent(text);
    }
    catch {
        // It was not encoded.
        return text;
    }
}

;// CONCATENATED MODULE: ./build/src/runner/steps/fetch-file.js


/** The biggest file, in bytes. */
const fetch_file_sizeLimit = 50 * 1024 * 1024;
const redirectLimit = 5;
/**
 * Fetches a file.
 * @param address an http or https URL.
 * @param headersFor what a URL is sent: asked again for each redirect, so that no other origin gets what one may know.
 * @param timeoutMs for all of it.
 * @throws Error with the URL, without its credentials and query, and what is wrong.
 */
async function fetchFile(address, headersFor, timeoutMs) {
    try {
        const { url, response } = await fetch_file_answerTo(new URL(address), headersFor, AbortSignal.timeout(timeoutMs));
        return {
            name: fileName(url, response.headers.get('content-disposition')),
            mimeType: response.headers.get('content-type')?.split(';')[0]?.trim() || 'application/octet-stream',
            buffer: await readAll(response),
        };
    }
    catch (error) {
        throw new Error(`The file ${shown(new URL(address))} can't be uploaded: ${reason(error, timeoutMs)}. Check the URL of the step.`);
    }
}
async function fetch_file_answerTo(start, headersFor, signal) {
    const last = await fetchFrom(start, { redirects: redirectLimit, headersFor, signal });
    if (last === undefined)
        throw new Refused(`it redirects more than ${redirectLimit} times`);
    if (last.response.ok)
        return last;
    await last.response.body?.cancel();
    throw new Refused(`${shown(last.url)} answered ${last.response.status}`);
}
async function readAll(response) {
    const chunks = [];
    if (await readUpTo(fetch_file_sizeLimit, response, (chunk) => chunks.push(chunk)))
        return Buffer.concat(chunks);
    throw new Refused('it has more than 50 MiB, which is too much to upload');
}
/** Why a file is not taken. */
class Refused extends Error {
}
function reason(error, timeoutMs) {
    if (error instanceof Refused)
        return error.message;
    if (error instanceof RedirectedAway)
        return `${shown(error.from)} redirects to what is no http or https URL`;
    if (error instanceof Error && error.name === 'TimeoutError')
        return `it did not come within ${timeoutMs} ms`;
    return networkReason(error);
}
/** A URL without what may be secret in it. */
function shown({ origin, pathname }) {
    return `${origin}${pathname}`;
}

;// CONCATENATED MODULE: ./build/src/runner/steps/file-input.js




/** What the driver copies into a page at once, in bytes: more takes seconds. */
const copiedBytes = 1024 * 1024;
/** File systems take 255 bytes; so many characters are fewer in nearly every script. */
const nameLength = 80;
/**
 * The driver puts nothing into inputs of another type, and does not say so.
 * @param timeout for the input to come, in ms.
 * @throws Error where the element is such an input, or a label of one.
 */
async function expectFileInput(input, timeout) {
    const type = await input.evaluate((node) => {
        const control = node instanceof HTMLInputElement ? node : node.closest('label')?.control;
        return control instanceof HTMLInputElement ? control.type : 'file';
    }, undefined, { timeout });
    if (type === 'file')
        return;
    throw new Error(`The input takes no files: its type is ${type}. Choose the input of type "file".\nLocator: ${input}`);
}
/** Puts a file into an input: a small one as it came, a big one by its path, with the type that the browser gives it. */
async function putInto(input, file, timeout) {
    const big = file.buffer.byteLength > copiedBytes;
    await input.setInputFiles(big ? await storedFile(input, file) : file, { timeout });
}
/** Stores a file for as long as the page may read it, which is when a form is sent. */
async function storedFile(input, { name, buffer }) {
    const folder = await (0,external_node_fs_promises_.mkdtemp)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'upload-'));
    input
        .page()
        .context()
        .once('close', () => (0,external_node_fs_.rmSync)(folder, { recursive: true, force: true }));
    const path = (0,external_node_path_.join)(folder, name.slice(-nameLength));
    await (0,external_node_fs_promises_.writeFile)(path, buffer);
    return path;
}

;// CONCATENATED MODULE: ./build/src/runner/steps/upload.js




/** UPLOAD: fetches the file of a URL, and puts it into a file input; a path is joined with the execution URL. */
async function upload(scope, calledWith) {
    const url = joinUrl(scope.executionUrl, scope.fill(calledWith));
    // Apps hide the input behind a button of their own more often than not.
    const input = scope.locator({ hiddenToo: true });
    await expectFileInput(input, scope.remainingMs());
    const headersFor = await requestHeaders(scope, { cookies: false });
    const file = await fetchFile(url, headersFor, scope.remainingMs());
    await putInto(input, file, scope.remainingMs());
}

;// CONCATENATED MODULE: ./build/src/runner/steps/until-true.js



/** Pauses between two looks, in ms; the last one repeats. */
const pauses = [50, 100, 250, 500];
/** What the last look may take, in ms. */
const lastLookMs = 100;
/**
 * Looks at an expression in the page until it is true, or the step's time is over. What it throws is looked at again:
 * the page may be on its way to another one.
 * @param explain says what the last look tells; it is undefined where not even the first one has ended.
 * @throws TimedOut with what `explain` says.
 */
async function untilTrue(scope, expression, waitedFor, explain) {
    const limitMs = scope.remainingMs();
    let last;
    for (let look = 0;; look += 1) {
        try {
            // The driver waits for ever for what never returns.
            const value = await within(scope.remainingMs(), 'the look did not end', () => scope.page.evaluate(expression));
            if (value === true)
                return;
            last = { value };
        }
        catch (error) {
            if (scope.page.isClosed())
                throw error;
            if (!(error instanceof TimedOut))
                last = { error: thrown(error) };
        }
        const leftMs = scope.remainingMs() - lastLookMs;
        if (leftMs <= 0)
            break;
        // The last pause is cut short, so that what comes late in the step's time is still seen.
        await (0,promises_.setTimeout)(Math.min(pauses[Math.min(look, pauses.length - 1)] ?? lastLookMs, leftMs));
    }
    throw new TimedOut(`WAIT_FOR ${waitedFor}: Timeout ${limitMs}ms exceeded.\n${explain(last)}`);
}
/** What the page has thrown, in one line. */
function thrown(error) {
    return thrownInPage(error).split('\n')[0] ?? '';
}

;// CONCATENATED MODULE: ./build/src/runner/steps/until-code.js






/** How much of a returned value a message shows, in characters. */
const shownLength = 200;
/**
 * Waits until a function body, in TypeScript or JavaScript, returns true in the page.
 * @throws CodeSyntaxError or Error at once where it can never run, or TimedOut with what it has returned or thrown last.
 */
async function untilCode(scope, body) {
    if (body === undefined)
        throw new Error('WAIT_FOR code has no code to wait for: add it as `code`.');
    const { code } = javaScriptBody(body);
    checkSyntax(pageExpression(code, scope.variables));
    const expression = pageExpression(fillInCode(code, scope.variables), scope.variables);
    await untilTrue(scope, expression, 'code', explain);
}
/** Nobody should wait for what can never run: the reader of TypeScript passes over some of it. */
function checkSyntax(expression) {
    try {
        new external_node_vm_.Script(expression);
    }
    catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`The code of WAIT_FOR is no JavaScript function body: ${reason}.`);
    }
}
function explain(last) {
    if (last === undefined)
        return 'The code must return true; it did not come to an end.';
    if ('error' in last)
        return `The code must return true; the last time it threw ${last.error}`;
    const value = (0,external_node_util_.inspect)(last.value, { depth: 1, breakLength: Number.POSITIVE_INFINITY });
    return `The code must return true; the last time it returned ${value.slice(0, shownLength)}.`;
}

;// CONCATENATED MODULE: ./build/src/runner/steps/until-hydrated.js

/**
 * Nuxt 3 and later tell it themselves. Nuxt 2 has a component of Vue 2, which knows whether it is mounted. Where
 * neither shows, Vue 3 marks the element that it has taken over.
 */
const nuxt = `(() => {
  const app = window.useNuxtApp?.();
  if (app) return app.isHydrating === false || 'Nuxt has not ended hydrating it.';
  if (window.$nuxt) return window.$nuxt._isMounted === true || 'Nuxt has not mounted it.';
  const root = document.querySelector('#__nuxt');
  if (root === null) return 'The page does not look like a Nuxt app: it has neither useNuxtApp nor #__nuxt.';
  return root.__vue_app__ !== undefined || 'Nuxt has not mounted it.';
})()`;
/** The module holds the app back until a promise is fulfilled: by the user's first action, or after some idle time. */
const nuxtDelay = `(async () => {
  const delay = window._$delayHydration;
  if (!delay) return 'The page does not look like an app with nuxt-delay-hydration: it has no _$delayHydration.';
  const held = {};
  if ((await Promise.race([delay, held])) === held) return 'nuxt-delay-hydration still holds it back.';
  return ${nuxt};
})()`;
/** Elements that the server has rendered may also wait for the one around them, and say so. */
const webComponents = `(() => {
  const waiting = document.querySelectorAll(':not(:defined), [defer-hydration]');
  const names = [...new Set([...waiting].map(({ localName }) => localName))];
  return names.length === 0 || 'Not hydrated yet: ' + names.slice(0, 5).join(', ') + '.';
})()`;
/** Preact keeps what it has rendered in the element that it was given; builds that are not minified use the long name. */
const preact = `[document, ...document.querySelectorAll('*')].some(
  (node) => node.__k || node._children,
) || 'Preact has not rendered anything: the page does not look like a Preact app, or its script has not run.'`;
/** Qwik writes its state into the container; inert HTML inside it has a container of another kind. */
const qwik = `(() => {
  const containers = [...document.querySelectorAll('[q\\\\:container]')];
  const states = containers.map((each) => each.getAttribute('q:container'));
  if (states.length === 0) return 'The page does not look like a Qwik app: it has no q:container.';
  if (states.includes('resumed') && !states.includes('paused')) return true;
  return 'Its container is still paused: Qwik resumes it with the first event that needs code.';
})()`;
/** Expressions that are true once the page's app is hydrated, and tell what is missing until then. */
const hydrations = {
    nuxtHydration: nuxt,
    nuxtDelayHydration: nuxtDelay,
    webComponentsHydration: webComponents,
    preactHydration: preact,
    qwikHydration: qwik,
};
/** Waits until the page's app answers to its user. @throws TimedOut with what is missing. */
function untilHydrated(scope, type) {
    return untilTrue(scope, hydrations[type], type, until_hydrated_explain);
}
function until_hydrated_explain(last) {
    if (last === undefined)
        return 'The page does not answer: it is busy.';
    return 'error' in last ? `A look at the page failed: ${last.error}` : String(last.value);
}

;// CONCATENATED MODULE: ./build/src/runner/steps/wait-for.js



/** The states of a page's load, as the driver calls them. */
const loadStates = {
    load: 'load',
    domContentLoaded: 'domcontentloaded',
    networkIdle: 'networkidle',
};
/** WAIT_FOR: a state of the page's load (without a type, the load itself), a time, a condition, or an app's hydration. */
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

;// CONCATENATED MODULE: ./build/src/runner/steps/interact.js
















/** Plays one action. @throws what Playwright throws when it fails. */
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
            return scroll_scroll(scope, interaction.calledWith);
    }
}

;// CONCATENATED MODULE: ./build/src/runner/steps/perform.js


/** Plays one step. @throws what Playwright throws when it fails. */
async function perform(element, scope) {
    if (element.interaction != null)
        return interact(element.interaction, scope);
    if (element.assertion != null)
        return check(element.assertion, scope);
    throw new Error('The step has neither an interaction nor an assertion: add one of them to the test case.');
}

;// CONCATENATED MODULE: ./build/src/runner/tabs.js
/** The pages of one case: steps are played on the one that was opened last. */
class Tabs {
    #pages;
    constructor(first) {
        this.#pages = [first];
    }
    /** The page that steps are played on. */
    get current() {
        const page = this.#pages.at(-1);
        if (page === undefined)
            throw new Error('the first page is never taken away');
        return page;
    }
    /** Goes on with another page. */
    open(page) {
        this.#pages.push(page);
    }
    /**
     * Closes the current page and returns to the one before.
     * @throws Error where there is none before.
     */
    async close() {
        if (this.#pages.length === 1) {
            throw new Error('There is no page to return to: CLOSE_PAGE closes the page that OPEN_EMAIL opened before it.');
        }
        await this.#pages.pop()?.close();
    }
}

;// CONCATENATED MODULE: ./build/src/runner/variables/clipboard.js

const names = ['OCTO_CLIPBOARD', 'GATE_CLIPBOARD'];
/** What emptying the clipboard may take, in ms. */
const emptyMs = 10_000;
/** The work that uses a browser's clipboard last. */
const users = new WeakMap();
/** Whether a case, or a part of one, uses the clipboard's text. */
function mentionsClipboard(part) {
    return /\b(?:OCTO|GATE)_CLIPBOARD\b/.test(JSON.stringify(part) ?? '');
}
/** Lets pages copy and paste by script. Where the browser has no such permission, it needs none. */
async function allowClipboard(context) {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => { });
}
/**
 * Does the work of an attempt. All contexts of a browser have one clipboard: where the attempt's cases or their teardowns
 * mention it, the attempt has it for itself, and finds it empty.
 * @throws Error where it can't be emptied: a text of another case could let this one pass.
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
/** What an empty page copies is what its script says: that needs no permission either. */
async function emptyClipboard(context) {
    await within(emptyMs, 'The clipboard could not be emptied before the case.', () => onEmptyPage(context, async (page) => {
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
    }));
}
/**
 * Sets the clipboard's variables to the text that it holds now; empty where it holds none. The text is pasted into an
 * empty page: that needs no permission, and works also where the app is not served over https.
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











/** What is left open of a step that has run over its time, in ms: the driver ends most of them by itself, and says why. */
const step_player_graceMs = 2000;
/** Plays the steps of cases, on one page and those that it opens. */
class StepPlayer {
    tabs;
    #plan;
    #variables;
    #mail;
    #announce;
    /** @param announce told each step before it is played, in a few words. */
    constructor(page, plan, variables, mailbox, announce) {
        this.tabs = new Tabs(page);
        this.#plan = plan;
        this.#variables = variables;
        this.#mail = new AttemptMail(mailbox);
        this.#announce = announce;
    }
    /**
     * Plays a case. One that does not begin with GO_TO starts at the execution URL, joined with its entry point.
     * @throws PlayFailure
     */
    async playFromEntry(testCase) {
        if (testCase.elements[0]?.interaction?.action !== 'GO_TO') {
            try {
                await this.#openEntry(testCase);
            }
            catch (error) {
                throw new PlayFailure(testCase, undefined, error);
            }
        }
        await this.playSteps(testCase);
    }
    async #openEntry({ description, entryPointUrlPath = '' }) {
        await this.#announce(`${description}: the entry point`);
        await step_player_inTime(this.#plan.timeoutPerStepMs, async (time) => {
            await this.#readClipboardFor(entryPointUrlPath, time);
            const url = joinUrl(this.#plan.executionUrl, this.#fill(entryPointUrlPath));
            await this.tabs.current.goto(url, { timeout: time.remainingMs() });
        });
    }
    /** @throws PlayFailure */
    async playSteps(testCase) {
        if (mentionsClipboard(testCase))
            await allowClipboard(this.tabs.current.context());
        for (const [elementIndex, element] of testCase.elements.entries()) {
            await this.#announce(stepName(testCase, elementIndex));
            try {
                await this.#playStep(element);
            }
            catch (error) {
                if (element.ignoreFailure === true && this.#browserIsThere())
                    continue;
                throw new PlayFailure(testCase, { elementIndex, ...this.#locatorOf(element) }, error);
            }
        }
    }
    /** Only what the test itself did wrong may be ignored. */
    #browserIsThere() {
        return this.tabs.current.context().browser()?.isConnected() !== false;
    }
    /** The step's selector in Playwright's words, where it has one that can be read. */
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
    /** One step, and the page's load after it, within the time of one step; a fixed wait comes on top. */
    async #playStep(element) {
        await step_player_inTime(this.#plan.timeoutPerStepMs + fixedWaitMs(element), async (time) => {
            await this.#readClipboardFor(element, time);
            await perform(element, this.#scope(element, time));
            await waitForLoad(this.tabs.current, time.remainingMs());
        });
    }
    /** Texts are filled in at once: what the clipboard holds must be known before. */
    async #readClipboardFor(part, time) {
        if (mentionsClipboard(part))
            await readClipboard(this.tabs.current.context(), this.#setter(time));
    }
    /** Work that was given up goes on where it can't be stopped: it may not set what later steps read. */
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
            fill: this.#fill,
            variables: this.#variables,
            setVariable: this.#setter(time),
            mail: this.#mail,
            remainingMs: time.remainingMs,
        };
    }
    #locate(selectors, { hiddenToo = false } = {}) {
        const { testIdAttribute } = this.#plan;
        return buildLocator(this.tabs.current, selectors, { fill: this.#fill, testIdAttribute, hiddenToo });
    }
    #fill = (text) => fillIn(text, this.#variables);
}
/** A page that is busy for ever answers nothing: some calls of the driver have no limit of their own. */
async function step_player_inTime(limitMs, work) {
    const end = performance.now() + limitMs;
    const remainingMs = () => Math.max(1, Math.round(end - performance.now()));
    let over = false;
    const time = { remainingMs, isOver: () => over };
    try {
        await within(limitMs + step_player_graceMs, `The step did not end within ${limitMs} ms.`, () => work(time));
    }
    finally {
        over = true;
    }
}
/** Such as `Sign in, step 2: CLICK`. */
function stepName({ description, elements }, index) {
    const { interaction, assertion } = elements[index] ?? {};
    return `${description}, step ${index + 1}: ${interaction?.action ?? assertion?.expectation ?? 'nothing'}`;
}

// EXTERNAL MODULE: ./build/src/contract/near-misses.js
var near_misses = __webpack_require__(8873);
;// CONCATENATED MODULE: ./build/src/runner/variables/spelling.js
/** Files say OCTO_X; GATE_X is the same variable by a neutral name. */
const [predefined, neutral] = ['OCTO_', 'GATE_'];
/** A name as the predefined variables have it: GATE_X becomes OCTO_X, other names stay. */
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

;// CONCATENATED MODULE: ./build/src/runner/variables/undefined-variable.js


/** A text uses a variable that nobody has defined. The message says names, and never values. */
class UndefinedVariable extends Error {
    /**
     * @param name as in the text, without its first `$`: a dynamic one begins with another `$`.
     * @param known the names that are defined, written the same way.
     */
    constructor(name, known) {
        // Who has no test account may have meant its variables all the same.
        const others = isOfTestAccount(name) ? [] : ofTestAccount;
        const similar = similarNames(name, [...known, ...others]);
        const meant = similar.length === 0 ? '' : ` Did you mean ${undefined_variable_listed(similar, ' or ')}?`;
        super(`The variable $${name} is not defined.${meant} ${remedy(name)} Defined are: ${undefined_variable_listed(listedNames(known), ', ') || 'none'}.`);
        this.name = 'UndefinedVariable';
    }
}
/** The variables that come from a test account. */
const ofTestAccount = new Set(['OCTO_USERNAME', 'OCTO_PASSWORD', 'OCTO_TOTP']);
/** Whether a name is one that a test account gives its value. */
function isOfTestAccount(name) {
    return ofTestAccount.has(predefinedSpelling(name));
}
function remedy(name) {
    if (name.startsWith('$'))
        return 'A step before must set it: EXTRACT or JAVASCRIPT.';
    if (!isOfTestAccount(name))
        return 'Give it a value with the input `variables`.';
    return 'It comes from the test account: set the inputs `test-account-username`, `test-account-password` and `test-account-otp-key`, or the test account of the environment at the service.';
}
/** From so many characters on, the beginning of a name is like the name. */
const minBeginning = 3;
const mostTold = 3;
/** The names that one is the beginning of, and those that it may be a slip of the hand for. */
function similarNames(name, names) {
    const plain = (each) => each.replace('$', '').toLowerCase();
    const isBeginning = plain(name).length >= minBeginning;
    const longer = isBeginning ? names.filter((each) => plain(each).startsWith(plain(name))) : [];
    return [...new Set([...longer, ...(0,near_misses/* nearMisses */.B)(name, names)])].slice(0, mostTold);
}
/** A predefined name is told in one spelling. */
function listedNames(known) {
    return known.filter((name) => predefinedSpelling(name) === name || !known.includes(predefinedSpelling(name)));
}
function undefined_variable_listed(names, between) {
    return names.map((name) => `$${name}`).join(between);
}

;// CONCATENATED MODULE: ./build/src/runner/variables/variables.js

/** The variables that the texts of one case may use: `$NAME` of the run and `$$name`, set by steps. */
class Variables {
    #run;
    #dynamic;
    /** @param dynamic `$$` variables that are set already. */
    constructor(run, dynamic = []) {
        this.#run = run;
        this.#dynamic = new Map(dynamic);
    }
    /** The dynamic variables that are set now. */
    get dynamic() {
        return this.#dynamic;
    }
    /** Sets a dynamic variable: later texts say `$$name`. */
    set(name, value) {
        this.#dynamic.set(name, value);
    }
    /** Whether a name is one of the run's variables, or of those that a test account should have given. */
    isOfRun(name) {
        return this.#run.has(name) || isOfTestAccount(name);
    }
    /**
     * The value of a variable.
     * @param name as in the text, without its first `$`: a dynamic one begins with another `$`.
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

;// CONCATENATED MODULE: ./build/src/runner/attempt.js
var attempt_addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
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
var attempt_disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
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











/** What the closing of a context may take, in ms. */
const attempt_closeMs = 5000;
/**
 * Makes one attempt at a case, in a context of its own.
 * @throws BrokenDependency; what the driver throws when the browser is gone.
 */
async function makeAttempt(browser, testCase, run, settings) {
    const chain = caseChain(testCase, run.plan.library);
    const shared = settings.reuseLogin ? reusableLength(chain) : 0;
    const last = chain[shared - 1];
    const turn = last === undefined ? undefined : await run.logins.turn(last.id);
    const state = turn?.kind === 'reuse' ? turn.state : undefined;
    const { library } = run.plan;
    const play = (player, variables, recorder) => withClipboard({ browser, context: player.tabs.current.context(), chain, library }, () => playCase({
        chain,
        skipped: state === undefined ? 0 : shared,
        library,
        onPlayed: async (place) => {
            if (turn?.kind !== 'play' || place !== shared - 1)
                return;
            turn.done(await keptState(player.tabs.current, variables.dynamic));
        },
        onFailure: (message) => recorder.failed(player.tabs.current, message),
    }, player));
    try {
        const made = await untilGone(browser, () => inContext(browser, run, { ...settings, testCaseId: testCase.id, state }, play));
        // What a browser takes along when it goes is no failure of the test, nor a pass: steps may have been ignored.
        if (!browser.isConnected())
            throw new Error('its process is gone.');
        const reused = last === undefined || state === undefined ? undefined : { loginId: last.id, state };
        return { ...made, reused };
    }
    finally {
        // Nobody waits for a login that has failed.
        if (turn?.kind === 'play')
            turn.done(undefined);
    }
}
async function inContext(browser, { plan, signal, variables, mailbox, evidenceFolder, redact, contexts }, { state, ...settings }, play) {
    const { context, page } = await contexts.open(browser, state?.storage);
    const abort = () => void context.close().catch(() => { });
    signal.addEventListener('abort', abort, { once: true });
    try {
        const env_1 = { stack: [], error: void 0, hasError: false };
        try {
            signal.throwIfAborted();
            if (settings.moreToCome)
                contexts.prepare(browser);
            limitPages(context);
            const recorder = attempt_addDisposableResource(env_1, await startRecorder(context, { ...settings, folder: evidenceFolder, redact }), true);
            const ofCase = new Variables(variables, state?.dynamic);
            const player = new StepPlayer(page, plan, ofCase, mailbox, (step) => recorder.step(step));
            const attempt = await recorder.finish(await untilCrashed(context, () => play(player, ofCase, recorder)));
            return { attempt, stuck: !(await attempt_closed(context)) };
        }
        catch (e_1) {
            env_1.error = e_1;
            env_1.hasError = true;
        }
        finally {
            const result_1 = attempt_disposeResources(env_1);
            if (result_1)
                await result_1;
        }
    }
    catch (error) {
        await attempt_closed(context);
        throw error;
    }
    finally {
        signal.removeEventListener('abort', abort);
    }
}
/** @returns false where the browser does not let go of the context. */
async function attempt_closed(context) {
    try {
        await within(attempt_closeMs, 'The context did not close.', () => context.close());
        return true;
    }
    catch {
        return context.browser()?.isConnected() === false;
    }
}

;// CONCATENATED MODULE: ./build/src/runner/case-queue.js
/** The cases that are still to be played, in order. */
class CaseQueue {
    #waiting;
    constructor(cases) {
        this.#waiting = [...cases];
    }
    /** How many are left. */
    get size() {
        return this.#waiting.length;
    }
    /**
     * Takes the next case: the first that need not wait, or else the first.
     * @returns undefined when none is left.
     */
    next(mustWait) {
        const free = this.#waiting.findIndex((each) => !mustWait(each));
        const [next] = this.#waiting.splice(Math.max(free, 0), 1);
        return next;
    }
}

;// CONCATENATED MODULE: ./build/src/runner/evidence/redact-outcome.js
/** Takes secrets out of what an outcome says: the driver repeats what it was told to type and to look for. */
function redactOutcome(outcome, redact) {
    const { earlierAttempts } = outcome;
    return {
        ...outcome,
        ...redactedTexts(outcome, redact),
        ...(earlierAttempts === undefined
            ? {}
            : { earlierAttempts: earlierAttempts.map((each) => ({ ...each, ...redactedTexts(each, redact) })) }),
    };
}
/** Evidence was redacted when it was taken. */
function redactedTexts({ errorMessage, failedStep, teardownFailures }, redact) {
    return {
        errorMessage: errorMessage === null ? null : redact(errorMessage),
        ...(failedStep?.locator === undefined
            ? {}
            : { failedStep: { ...failedStep, locator: redact(failedStep.locator) } }),
        ...(teardownFailures === undefined ? {} : { teardownFailures: teardownFailures.map(redact) }),
    };
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





/** So often a case may lose its browser: after that, the case is what ends browsers. */
const browsersPerAttempt = 2;
/** Plays the cases of a run: so many at a time as there are workers, each with its retries. */
async function runCases(pool, run, settings, events) {
    const queue = new CaseQueue(run.plan.cases);
    const logins = settings.reuseLogin ? loginIds(run) : new Map();
    // While a login is played for the first time, the cases that do not need it come first.
    const mustWait = ({ id }) => run.logins.isUnderWay(logins.get(id) ?? '');
    const work = async () => {
        for (let testCase = queue.next(mustWait); testCase !== undefined; testCase = queue.next(mustWait)) {
            if (run.signal.aborted)
                return;
            const loginId = logins.get(testCase.id);
            if (loginId !== undefined)
                run.logins.setOut(loginId);
            events.onStart(testCase.id);
            const moreToCome = () => queue.size > 0;
            const outcome = await settle(pool, testCase, run, { ...settings, moreToCome });
            if (loginId !== undefined)
                run.logins.ended(loginId);
            if (!run.signal.aborted)
                events.onOutcome(redactOutcome(outcome, run.redact));
        }
    };
    await Promise.all(Array.from({ length: Math.min(settings.workers, run.plan.cases.length) }, work));
}
/** Plays one case until it has passed, or has failed as often as it may. */
async function settle(pool, testCase, run, settings) {
    const earlierAttempts = [];
    const ended = (attempt) => ({
        testCaseId: testCase.id,
        ...attempt,
        ...(earlierAttempts.length === 0 ? {} : { earlierAttempts }),
    });
    try {
        let made = await attemptAt(pool, testCase, run, attemptSettings(1, settings));
        // A state kept from another case may be what fails this one: it is played again with its own login, also where
        // nothing else is.
        const allowed = 1 + Math.max(settings.retries, made.reused === undefined ? 0 : 1);
        for (let number = 2; number <= allowed && !run.signal.aborted; number += 1) {
            if (made.attempt.status !== 'FAILED')
                break;
            earlierAttempts.push(await run_cases_failedAttempt(made, run));
            made = await attemptAt(pool, testCase, run, {
                ...attemptSettings(number, settings),
                reuseLogin: false,
            });
        }
        return ended(made.attempt);
    }
    catch (error) {
        return ended(errorAttempt(error));
    }
}
/** What is traced: the pages too, once no later attempt can show more. */
function attemptSettings(number, { trace, retries, reuseLogin, moreToCome }) {
    const full = trace === 'always' || number > retries || number > 1;
    return {
        number,
        reuseLogin,
        trace: trace === 'never' ? 'none' : full ? 'full' : 'light',
        keepTrace: trace === 'always',
        moreToCome: moreToCome(),
    };
}
/** An attempt that is followed by another one. A state that it went on from is not given to any other case. */
async function run_cases_failedAttempt({ attempt, reused }, { logins }) {
    if (reused === undefined)
        return attempt;
    await logins.giveUp(reused.loginId, reused.state);
    return {
        ...attempt,
        errorMessage: `With the login kept from another test case (input \`reuse-login\`): ${attempt.errorMessage}`,
    };
}
/** The login that each case can go on from, by ids; a case whose dependencies are broken has none. */
function loginIds({ plan }) {
    const ids = new Map();
    for (const testCase of plan.cases) {
        try {
            const login = loginOf(testCase, plan.library);
            if (login !== undefined)
                ids.set(testCase.id, login.id);
        }
        catch {
            // It is told when the case is played.
        }
    }
    return ids;
}
/** A browser that dies takes along what plays in it: that is played again, in a browser of its own. */
async function attemptAt(pool, testCase, run, settings) {
    for (let deaths = 0;; deaths += 1) {
        const env_1 = { stack: [], error: void 0, hasError: false };
        try {
            const lease = run_cases_addDisposableResource(env_1, await pool.lease({ apart: deaths > 0 }), true);
            try {
                const made = await makeAttempt(lease.browser, testCase, run, settings);
                if (made.stuck)
                    await lease.discard();
                return made;
            }
            catch (error) {
                if (run.signal.aborted || lease.browser.isConnected())
                    throw error;
                if (deaths + 1 < browsersPerAttempt)
                    continue;
                const reason = error instanceof Error ? error.message : String(error);
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

;// CONCATENATED MODULE: ./build/src/runner/unless-aborted.js
/**
 * Waits for work until a signal is aborted; the work itself is left alone.
 * @throws what the work throws before that.
 */
async function unlessAborted(signal, work) {
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

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: ./node_modules/otpauth/dist/otpauth.node.mjs
var otpauth_node = __webpack_require__(107);
;// CONCATENATED MODULE: ./build/src/runner/variables/one-time-password.js

/**
 * The one-time password of a moment.
 * @param key a secret in base32, blanks and lower case allowed, or a whole `otpauth://totp/…` address.
 * @param now ms since 1970.
 * @throws Error where the key is neither; the message does not contain it.
 */
function oneTimePassword(key, now = Date.now()) {
    return generator(key.trim()).generate({ timestamp: now });
}
function generator(key) {
    try {
        if (!/^otpauth:/i.test(key)) {
            const secret = otpauth_node/* Secret */.zh.fromBase32(key.replace(/[\s-]/g, '').toUpperCase());
            if (secret.bytes.length > 0)
                return new otpauth_node/* TOTP */._k({ secret });
        }
        else {
            const found = otpauth_node/* URI */.rz.parse(key);
            if (!(found instanceof otpauth_node/* HOTP */.AN))
                return found;
        }
    }
    catch {
        // Why it can't be read might say what it is.
    }
    throw new Error("The test account's one-time-password key can't be read. Set `test-account-otp-key` to the secret in base32, or to an address that begins with otpauth://totp/.");
}

;// CONCATENATED MODULE: ./build/src/runner/variables/run-variables.js



/**
 * The variables of one run: the given ones (where one has several values, one is picked) and the predefined ones,
 * which are the same within a run and new in the next. What is given stands before what is predefined.
 */
function runVariables({ variables, executionUrl, environment, }) {
    const given = Object.entries(variables).flatMap(([name, values]) => {
        const value = values[values.length > 1 ? (0,external_node_crypto_.randomInt)(values.length) : 0];
        return value === undefined ? [] : [[name, value]];
    });
    const predefined = [
        // Texts go on with a path: `$OCTO_URL/login`.
        ['OCTO_URL', executionUrl.replace(/\/+$/, '')],
        ...testAccountVariables(environment),
        ...stableVariables(),
        ...emailVariables(new Map(bothSpellings(given))),
    ];
    return new Map([...bothSpellings(predefined), ...bothSpellings(given), ...given]);
}
/** Those that the environment's test account gives, as far as it does. */
function testAccountVariables({ testAccount = {} }) {
    const { username, password, otpInitializerKey: key } = testAccount;
    return [
        ...(username === undefined ? [] : [['OCTO_USERNAME', username]]),
        ...(password === undefined ? [] : [['OCTO_PASSWORD', password]]),
        ...(key === undefined ? [] : [['OCTO_TOTP', () => oneTimePassword(key)]]),
    ];
}
function stableVariables() {
    const stable = (0,external_node_crypto_.randomUUID)();
    return [
        ['OCTO_STABLE_UUID', stable],
        ['OCTO_STABLE_UUID_SHORT', stable.slice(0, 8)],
        ['OCTO_STABLE_RANDOM_CHARACTERS', randomCharacters(8)],
    ];
}
/** The mail address of the run; where a part of it is given, the address has that part. */
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
    return Array.from({ length }, () => String.fromCharCode(97 + (0,external_node_crypto_.randomInt)(26))).join('');
}

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















/** By default so many cases play at once as there are processors, and a failed one is played once more. */
const defaults = {
    workers: (0,external_node_os_.availableParallelism)(),
    retries: 1,
    trace: 'on-failure',
    reuseLogin: true,
};
/**
 * Makes a runner: cases play in parallel, each in a context of its own. Nothing is started yet: a browser starts with
 * the first run that needs it, and closes behind the last, unless `prepare` has asked for it.
 * @throws Error where an endpoint is not a URL that can be used.
 */
function openRunner(surroundings, options = {}) {
    const endpoints = parseEndpoints(options.endpoints ?? []);
    const pools = sharedPools((browser) => endpoints.length > 0
        ? remoteBrowsers(endpoints, browser)
        : installedBrowsers(() => launchBrowser(browser, surroundings), {
            // Firefox has one active window, and passes shortcuts like Control+A to no other.
            inTurn: browser === 'FIREFOX',
        }));
    const mail = new MailServer(options.mailPort);
    return {
        browsers: ['CHROMIUM', 'FIREFOX', 'SAFARI'],
        prepare: (browser) => pools.keep(browser),
        run: (plan, events, signal) => 
        // A run that is stopped waits neither for a browser that is still starting, nor for the one that closes.
        unlessAborted(signal, () => pools.use(plan.browser, (pool) => runAll(pool, mail, plan, options, events, signal))),
        [Symbol.asyncDispose]: () => pools[Symbol.asyncDispose](),
    };
}
async function runAll(pool, mail, plan, options, events, signal) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const variables = runVariables(plan);
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
        // The driver may leave a call open for ever when its context is closed at the wrong moment: a run that is stopped
        // does not wait for its cases. They end with the browser at the latest.
        await unlessAborted(signal, async () => {
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

// EXTERNAL MODULE: ./node_modules/hono/dist/index.js + 24 modules
var dist = __webpack_require__(1894);
// EXTERNAL MODULE: ./build/src/contract/endpoints.js + 2 modules
var endpoints = __webpack_require__(9825);
// EXTERNAL MODULE: ./build/src/contract/values.js
var values = __webpack_require__(6112);
;// CONCATENATED MODULE: ./build/src/contract/error-answers.js


/**
 * Body of a 400 or 422: what is wrong with the request, and where. `path` begins with `params`, `query` or `headers`
 * outside the body.
 */
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

;// CONCATENATED MODULE: ./build/src/contract/idempotency.js

/** Request header of a POST: a name for this one intent, the same whenever the request is sent again. */
const idempotencyKeyHeader = 'Idempotency-Key';
/** Its value. */
const idempotencyKey = schemas/* string */.YjP().regex(/^[!-~]{1,255}$/, 'must be 1 to 255 visible ASCII characters');
/** Answer header: `true` where the answer is that of an earlier request with the same key. */
const idempotencyReplayedHeader = 'Idempotency-Replayed';

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
// EXTERNAL MODULE: ./build/src/contract/json-schema.js
var json_schema = __webpack_require__(9830);
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
        ...(0,json_schema/* toJsonSchemas */.G)(named.request, refs, io.request),
        ...(0,json_schema/* toJsonSchemas */.G)(named.answer, refs, io.answer),
    };
    return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
}
/** A schema for its place in the document: a reference where it has a name, else written out. */
function schemaOf(schema, direction) {
    for (const [name, each] of named[direction])
        if (each === schema)
            return { $ref: refs + name };
    const here = '(here)';
    return (0,json_schema/* toJsonSchemas */.G)(new Map([...named[direction], [here, schema]]), refs, io[direction])[here] ?? {};
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
    403: {
        name: 'Forbidden',
        description: "A web page has sent it, or it was sent to a name that is not the service's own.",
    },
    404: { name: 'NotFound', description: 'What the path or the body names does not exist.' },
    405: { name: 'MethodNotAllowed', description: 'The path does not have this method.' },
    413: { name: 'TooLarge', description: 'The body is too large.' },
    415: { name: 'UnsupportedMediaType', description: 'The body is not sent as application/json.' },
    422: { name: 'KeyTaken', description: 'The idempotency key belongs to another request.' },
};
const onlyWithBody = ['413', '415'];
/** The `components/responses` of the OpenAPI document: every way to be refused. */
function refusalResponses() {
    return Object.fromEntries(Object.entries(refusals).map(([status, { name, description }]) => [
        name,
        { description, content: jsonContent(['400', '422'].includes(status) ? issues : problem) },
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
/** Every POST may have a key. What it does is done once for each key. */
function particularsOfPost() {
    const description = 'Names this request when it is sent again: what it does is done once, and a repeat within 24 hours gets the same answer. A refused request leaves its key free.';
    return {
        parameters: [
            { name: idempotencyKeyHeader, in: 'header', description, schema: schemaOf(idempotencyKey, 'request') },
        ],
        headers: {
            [idempotencyReplayedHeader]: {
                description: 'The answer is that of an earlier request with the same key.',
                schema: { type: 'string', enum: ['true'] },
            },
        },
    };
}
/** One operation of the table as the OpenAPI document has it. Its `operationId` is its name in the table. */
function operationObject(operation, endpoint) {
    const isExtension = endpoint.section === 'extension';
    const more = endpoint.method === 'POST' ? particularsOfPost() : particularsOf(operation);
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
        responses: { ...success(endpoint, more.headers), ...refusalsOf(endpoint, hasBody), ...more.refusals },
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
function refusalsOf({ method }, hasBody) {
    return Object.fromEntries(Object.entries(refusals)
        .filter(([status]) => hasBody || !onlyWithBody.includes(status))
        .filter(([status]) => method === 'POST' || status !== '422')
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
    /** A 400 or 422 has a top-level array of issues as its body. */
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
const createBatchGeneration = (deps) => ({ params: { testTargetId }, body, onceStored }) => {
    requireTarget(deps, testTargetId);
    const { environmentId, prerequisiteId } = body;
    if (environmentId != null && deps.environments.find(testTargetId, environmentId) === undefined) {
        throw HttpProblem.invalid(['environmentId'], `the target has no environment ${environmentId}`);
    }
    if (prerequisiteId != null && deps.testCases.find(testTargetId, prerequisiteId) === undefined) {
        throw HttpProblem.invalid(['prerequisiteId'], `the target has no test case ${prerequisiteId}`);
    }
    const batchGenerationId = deps.plans.create(testTargetId, body.context ?? {}, deps.now());
    onceStored(() => deps.planning.startBatch(testTargetId, batchGenerationId, body));
    return { batchGenerationId };
};

// EXTERNAL MODULE: external "node:sqlite"
var external_node_sqlite_ = __webpack_require__(99);
;// CONCATENATED MODULE: ./build/src/service/store/database.js



/** Raised whenever the tables change: a file of another version is refused rather than misread. */
const schemaVersion = 3;
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
    evidence TEXT NOT NULL DEFAULT '{}',
    earlier_attempts TEXT NOT NULL DEFAULT '[]',
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
        throw new UnusableDatabase(`The database ${file} can't be used: ${database_reasonOf(error)}. Name another file.`);
    }
}
/** A new file is its owner's alone, because it holds passwords of test accounts. */
function createPrivate(file) {
    try {
        (0,external_node_fs_.closeSync)((0,external_node_fs_.openSync)(file, 'wx', 0o600));
    }
    catch (error) {
        if (database_codeOf(error) !== 'EEXIST')
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
function database_reasonOf(error) {
    const message = error instanceof Error ? error.message : String(error);
    return reasons[database_codeOf(error)] ?? message;
}
function database_codeOf(error) {
    if (!(error instanceof Error))
        return '';
    // The low byte is the plain code, the others say more of it.
    if ('errcode' in error && typeof error.errcode === 'number')
        return String(error.errcode & 0xff);
    return 'code' in error ? String(error.code) : '';
}
/**
 * Runs `work` as one transaction: all of it is stored, or nothing. Inside another transaction it is a part of that: what
 * it wrote is taken back where it fails, and stored when the outer one is.
 * @param mode whether readers are kept out, too; the outer one's counts.
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
        // Some errors, such as a full disk, have rolled back already, with all transactions around.
        if (database.isTransaction)
            database.exec(rollback);
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
    /** Starts a batch generation. Its id is that of its test plan. */
    startBatch(testTargetId, planId, body) {
        this.#track(this.#runBatch(testTargetId, planId, body));
    }
    /** Starts to fill a draft with steps, from its prompt. */
    startDiscovery(testTargetId, draft, discovery) {
        this.#track(this.#runDiscovery(testTargetId, draft, discovery));
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
            // A test plan has no field for the reason (section 4.7).
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
const createDiscovery = (deps) => ({ params: { testTargetId }, body, onceStored }) => {
    requireTarget(deps, testTargetId);
    const draft = toDraft(body, findPrerequisite(deps, testTargetId, body.prerequisiteName));
    const discovery = newDiscovery(body.prompt, deps.now());
    for (const version of deps.versions.add(testTargetId, [draft])) {
        deps.testCases.add(testTargetId, version, { discovery }, deps.now());
    }
    onceStored(() => deps.planning.startDiscovery(testTargetId, draft, discovery));
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

/** DELETE test target (extension): with everything that belongs to it. Its runs are stopped. */
const deleteTestTarget = (deps) => ({ params: { testTargetId }, onceStored }) => {
    requireTarget(deps, testTargetId);
    deps.targets.delete(testTargetId);
    onceStored(() => deps.runs.stopAll(testTargetId));
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

// EXTERNAL MODULE: external "node:url"
var external_node_url_ = __webpack_require__(3136);
;// CONCATENATED MODULE: ./build/src/service/store/evidence.js


/** A step that failed, as it is stored and answered. */
const failedStep = schemas/* object */.Ikc({
    testCaseId: schemas/* string */.YjP(),
    elementIndex: schemas/* int */.Whr(),
    locator: schemas/* string */.YjP().optional(),
});
/** What is left to look at of an attempt, as it is stored and answered: files are `file:` URLs. */
const storedEvidence = schemas/* object */.Ikc({
    pageUrl: schemas/* string */.YjP().nullable().default(null),
    consoleErrors: schemas/* array */.YOg(schemas/* string */.YjP()).default([]),
    screenshotUrl: schemas/* string */.YjP().nullable().default(null),
    traceUrl: schemas/* string */.YjP().nullable().default(null),
    missingEvidence: schemas/* array */.YOg(schemas/* string */.YjP()).default([]),
    teardownFailures: schemas/* array */.YOg(schemas/* string */.YjP()).default([]),
});
/** The attempts before the last one. */
const storedAttempts = schemas/* array */.YOg(storedEvidence.extend({
    status: schemas/* enum */.k5n(['PASSED', 'FAILED', 'ERROR']),
    errorMessage: schemas/* string */.YjP().nullable(),
    failedStep: failedStep.nullable(),
}));
/** An attempt's evidence in the form of the answer. */
function evidenceAnswer({ evidence, teardownFailures = [] }) {
    return {
        pageUrl: evidence?.pageUrl ?? null,
        consoleErrors: [...(evidence?.consoleErrors ?? [])],
        screenshotUrl: fileUrl(evidence?.screenshotPath),
        traceUrl: fileUrl(evidence?.tracePath),
        missingEvidence: [...(evidence?.missing ?? [])],
        teardownFailures: [...teardownFailures],
    };
}
/** An attempt before the last one, in the form of the answer. */
function attemptAnswer(attempt) {
    const { status, errorMessage } = attempt;
    return { status, errorMessage, failedStep: attempt.failedStep ?? null, ...evidenceAnswer(attempt) };
}
function fileUrl(path) {
    return path === undefined ? null : (0,external_node_url_.pathToFileURL)(path).href;
}

;// CONCATENATED MODULE: ./build/src/service/store/json-column.js

/** A column that holds JSON text, read through a schema. */
function jsonColumn(schema) {
    return schemas/* string */.YjP()
        .transform((text) => JSON.parse(text))
        .pipe(schema);
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
    failedStep: jsonColumn(failedStep).nullable(),
    evidence: jsonColumn(storedEvidence),
    earlierAttempts: jsonColumn(storedAttempts),
});
const reportColumns = `id, test_target_id AS testTargetId, created_at AS createdAt, updated_at AS updatedAt,
  execution_url AS executionUrl, browser, breakpoint, context`;
const resultColumns = `id, test_case_id AS testCaseId, test_report_id AS testReportId, name,
  created_at AS createdAt, updated_at AS updatedAt, status, error_message AS errorMessage, failed_step AS failedStep,
  evidence, earlier_attempts AS earlierAttempts`;
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
                const resultId = this.#newResultId(versionId);
                insert.run(resultId, id, testCaseId, versionId, position, description, createdAt, createdAt);
            }
        });
        const stored = this.find(report.testTargetId, id);
        if (stored === undefined)
            throw new Error(`report ${id} was stored and is not there`);
        return stored;
    }
    /** The id that a draft push has told, for the version's first run. */
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
                .prepare(`UPDATE test_results SET status = ?, error_message = ?, failed_step = ?, evidence = ?, earlier_attempts = ?,
             updated_at = ?
           WHERE test_report_id = ? AND test_case_id = ?`)
                .run(outcome.status, outcome.errorMessage, outcome.failedStep === undefined ? null : JSON.stringify(outcome.failedStep), JSON.stringify(evidenceAnswer(outcome)), JSON.stringify((outcome.earlierAttempts ?? []).map(attemptAnswer)), now.toISOString(), testReportId, outcome.testCaseId);
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
    #withResults(report) {
        const testResults = this.#database
            .prepare(`SELECT ${resultColumns} FROM test_results WHERE test_report_id = ? ORDER BY position`)
            .all(report.id)
            .map((row) => storedResult(resultRow.parse(row), report));
        return { ...report, status: reportStatus(testResults), testResults };
    }
}
/** The id of the result of a version's first run: it is known before there is one. */
function firstResultId(versionId) {
    return (0,v5/* default */.Ay)('first result', versionId);
}
function storedResult({ evidence, ...result }, { testTargetId, browser, breakpoint }) {
    const flaky = result.status === 'PASSED' && result.earlierAttempts.length > 0;
    return { ...result, ...evidence, testTargetId, browser, breakpoint, flaky };
}
/** The rule of section 3; a result with ERROR did not succeed. */
function reportStatus(results) {
    if (results.some(({ status }) => status === 'WAITING'))
        return 'WAITING';
    return results.every(({ status }) => status === 'PASSED') ? 'PASSED' : 'FAILED';
}

;// CONCATENATED MODULE: ./build/src/service/handlers/draft-push.js



/**
 * POST draft/push (section 4.6): stores versions; what is enabled on the target stays as it is. A push alone runs
 * nothing: `testResultId` is the id that the result of the version's first run will have.
 */
const draftPush = (deps) => ({ params: { testTargetId }, body }) => {
    requireTarget(deps, testTargetId);
    refuseDuplicateIds(body.testCases);
    const versions = deps.versions.add(testTargetId, body.testCases);
    return {
        success: true,
        versionIds: versions.map(({ versionId }) => versionId),
        syncDataByStableId: Object.fromEntries(versions.map(({ versionId, testCase: { id } }) => [
            id,
            { versionId, testResultId: firstResultId(versionId) },
        ])),
    };
};

// EXTERNAL MODULE: ./build/src/contract/select-cases.js
var select_cases = __webpack_require__(8590);
;// CONCATENATED MODULE: ./build/src/service/handlers/execute.js



/** POST execute (extension): starts a run of the given versions, or of the enabled cases, and answers with its report. */
const execute = (deps) => ({ body, request, onceStored }) => {
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
    const plan = {
        cases: versions.map(({ testCase }) => testCase),
        // A version that is given stands in for the enabled one of its case.
        library: new Map([...enabled, ...given].map(({ testCase }) => [testCase.id, testCase])),
        executionUrl,
        browser,
        breakpoint,
        variables: body.variablesToOverwrite,
        timeoutPerStepMs: target.timeoutPerStep,
        testIdAttribute: target.testIdAttribute,
        environment: runEnvironment(environment),
    };
    onceStored(() => deps.runs.start(report, plan));
    return {
        testReportUrl: reportPage(request, report),
        testReport: { ...report, testResults: [...report.testResults] },
    };
};
/** What the environment gives to the run. */
function runEnvironment({ settings }) {
    const { testAccount, basicAuth, additionalHeaderFields } = settings;
    const { username, password } = basicAuth ?? {};
    return {
        ...(testAccount === undefined ? {} : { testAccount }),
        ...(username === undefined || password === undefined ? {} : { basicAuth: { username, password } }),
        headers: additionalHeaderFields ?? {},
    };
}
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
/** The scope of a file that nothing is written into yet. */
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
/** The types that helpers name, in the order in which a file imports them. */
const importedTypes = ['APIResponse', 'Locator', 'Page'];
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
    ifGiven: {
        types: [],
        code: `
/** The value of a variable of the run; a name that has none stays as it is. */
function ifGiven(name: string): string {
  return variables.get(name) ?? \`$\${name}\`;
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
  return page.evaluate(() => navigator.clipboard.readText());
}`,
    },
    withFields: {
        types: ['APIResponse', 'Page'],
        code: `
/** Gets a URL; the app alone is sent the header fields, so each redirect is a request of its own. */
async function withFields(page: Page, start: string): Promise<APIResponse> {
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
/** Puts a file that is fetched into a file input. */
async function upload(input: Locator, fetched: () => Promise<APIResponse>): Promise<void> {
  // Playwright puts nothing into inputs of another type, and does not say so.
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
/** Clicks, and tells the name of the file that is downloaded then; the file itself may be of any size. */
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
/** Drags with a mouse that moves in small steps, for pages that follow the mouse. */
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
    someText: {
        types: [],
        code: `
/** Every element contains an empty text: one that its variables leave empty would check nothing. */
function someText<T extends string | RegExp>(expected: T): T {
  const isEmpty = typeof expected === 'string' ? expected.trim() === '' : expected.source === '(?:)';
  if (isEmpty) throw new Error('This would check nothing: the text is empty, as its variables are.');
  return expected;
}`,
    },
    textOf: {
        types: ['Locator'],
        code: `
/** The text that an element shows; what a form field shows is what it holds. */
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
/** The value of an attribute, which must be there. */
async function attributeOf(element: Locator, name: string): Promise<string> {
  // The attribute of a field says what it held at first.
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
/** Runs a function body in the page: \`context\` has the dynamic variables, a returned object sets them. */
async function runInPage(page: Page, body: string, dynamic: Map<string, string>): Promise<void> {
  const context = JSON.stringify(JSON.stringify(Object.fromEntries(dynamic)));
  const returned: unknown = await page.evaluate(\`(async (context) => {\${body}\\n})(JSON.parse(\${context}))\`);
  if (typeof returned !== 'object' || returned === null || Array.isArray(returned)) return;
  for (const [written, value] of Object.entries(returned)) {
    const name = written.replace(/^\\$+/, '');
    if (value === undefined) continue;
    if (!/^[A-Za-z_]\\w*$/.test(name)) throw new Error(\`"\${written}" can't name a variable.\`);
    const isDate = value instanceof Date && !Number.isNaN(value.getTime());
    const isObject = typeof value === 'object' && value !== null;
    dynamic.set(name, isDate ? value.toISOString() : isObject ? JSON.stringify(value) : String(value));
  }
}`,
    },
    untilTrue: {
        types: ['Page'],
        code: `
/** Waits until a function body returns true in the page; what it throws is waited over. */
async function untilTrue(page: Page, body: string, dynamic: ReadonlyMap<string, string>): Promise<void> {
  const context = JSON.stringify(JSON.stringify(Object.fromEntries(dynamic)));
  const expression = \`(async (context) => {\${body}\\n})(JSON.parse(\${context}))\`;
  await expect(async () => expect(await page.evaluate(expression)).toBe(true)).toPass({ timeout: stepTimeout });
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

;// CONCATENATED MODULE: ./build/src/service/code-export/lines.js
/** Lines one level further in. Only code is given here, and a literal never goes over a line's end. */
function indented(lines) {
    return lines.map((line) => `  ${line}`);
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

;// CONCATENATED MODULE: ./build/src/service/code-export/step-problem.js
/** A step that can't work as it stands: its code throws this message when it is played. */
class StepProblem extends Error {
}
/** A step that has no equivalent in an exported file: `ignoreFailure` does not pass over it. */
class StepNotExported extends Error {
}

;// CONCATENATED MODULE: ./build/src/service/code-export/text-code.js







/** How the texts of a step become code: a variable is read when the step is played, as the runner does. */
function textCode(scope) {
    return {
        plain: (text) => text_code_joined(textPieces(text), (name) => variableCode(name, scope)),
        orPattern: (text) => textOrPattern(text, scope),
        role: (text) => roleCode(text, scope),
    };
}
/** Code that a step carries: `$NAME` stands for a variable where it has a value, and `$$name` never does. */
function scriptCode(script, scope) {
    const parts = sourcePieces(script).map((part) => 'name' in part && part.name.startsWith('$') ? { plain: `$${part.name}` } : part);
    return text_code_joined(parts, (name) => {
        scope.variables.add(name);
        return `${helper(scope, 'ifGiven')}(${stringLiteral(name)})`;
    });
}
/** One literal, one call, or a template literal of both. */
function text_code_joined(parts, code) {
    const [only] = parts;
    if (parts.length === 1 && only !== undefined)
        return 'plain' in only ? stringLiteral(only.plain) : code(only.name);
    return `\`${parts.map((part) => ('plain' in part ? templateText(part.plain) : `\${${code(part.name)}}`)).join('')}\``;
}
function textOrPattern(text, scope) {
    const source = patternSource(text);
    if (source === undefined)
        return textCode(scope).plain(text);
    const parts = sourcePieces(source);
    if (parts.every((part) => 'name' in part === false)) {
        const problem = patternProblem(source);
        if (problem !== undefined)
            throw new StepProblem(problem);
        return patternLiteral(source);
    }
    const quoted = (name) => `${helper(scope, 'quoted')}(${variableCode(name, scope)})`;
    return `new RegExp(${text_code_joined(parts, quoted)})`;
}
function roleCode(text, scope) {
    const parts = textPieces(text);
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
    if (predefinedSpelling(name.slice(1)) === 'OCTO_CLIPBOARD')
        return `await ${helper(scope, 'clipboard')}(page)`;
    if (name.startsWith('$')) {
        return `${helper(scope, 'known')}(${dynamicVariables(scope)}, ${stringLiteral(name.slice(1))})`;
    }
    scope.variables.add(name);
    return `${helper(scope, 'variable')}(${stringLiteral(name)})`;
}
/** Whether a text, or a pattern, is made of variables alone: their values may leave nothing of it. */
function mayBeEmpty(text) {
    const source = patternSource(text);
    const parts = source === undefined ? textPieces(text) : sourcePieces(source);
    const named = parts.some((part) => 'name' in part);
    return named && parts.every((part) => 'name' in part || part.plain.trim() === '');
}

;// CONCATENATED MODULE: ./build/src/service/code-export/locator-code.js




const visible = 'filter({ visible: true })';
/**
 * The locator of a step, which finds what `runner/locator.ts` finds: the chain is read left to right, and only visible
 * elements count, unless a ROLE says `includeHidden`.
 * @param hiddenToo lets the last selector find hidden elements, and what picks from them too.
 * @throws StepProblem where the chain finds no element.
 */
function locatorCode(selectors, scope, { hiddenToo = false } = {}) {
    const last = selectors.at(-1);
    if (last === undefined)
        throw new StepProblem('The step has no selector: it needs one to find its element.');
    if (last.selectorType === 'FRAME') {
        throw new StepProblem('The selector chain ends with FRAME: add a selector for the element inside the frame.');
    }
    const links = selectors.map((each, index) => {
        const before = selectors.slice(0, index);
        const hidden = hiddenCount(before) || (hiddenToo && isTail(selectors, index));
        return linkCode(each, before, { scope, hidden });
    });
    return ['page', ...links, ...(!hiddenToo && endsUnsettled(selectors) ? [visible] : [])].join('.');
}
function linkCode(selector, before, { scope, hidden }) {
    const code = textCode(scope);
    if (selector.selectorType === 'FRAME') {
        return `locator(${code.plain(selector.selector)}).${visible}.contentFrame()`;
    }
    const previous = before.at(-1);
    if (narrowsOnly(selector) && (previous === undefined || previous.selectorType === 'FRAME')) {
        throw new StepProblem(`${selector.selectorType} narrows what another selector found: put that one before it.`);
    }
    const link = printLink(selector, code);
    // Hidden elements may not stand for choice, unless they count.
    return isPick(selector) && !hidden ? `${visible}.${link}` : link;
}

;// CONCATENATED MODULE: ./build/src/service/code-export/request-code.js


/** An expression that gets an address, a path or a URL, on behalf of the page; it is a promise of the response. */
function requestCode(address, scope) {
    const url = `${helper(scope, 'address')}(${textCode(scope).plain(address)})`;
    if (scope.sendsFields)
        return `${helper(scope, 'withFields')}(page, ${url})`;
    return `page.request.get(${url}, { timeout: stepTimeout })`;
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
        return `await expect(await ${requestCode(assertion.calledWith, scope)}).toBeOK();`;
    }
    if (assertion.expectation === 'NOT_VISIBLE') {
        // Whatever the chain finds: what is hidden is not visible, and two that are visible are no less so than one.
        const locator = locatorCode(selectors, scope);
        const visible = endsUnsettled(selectors) ? locator : `${locator}.filter({ visible: true })`;
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
    return mayBeEmpty(expected) ? `${helper(scope, 'someText')}(${code})` : code;
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
    const name = stringLiteral(exportedName(extraction.variableName));
    const value = extraction.type === 'TEXT'
        ? `${helper(scope, 'textOf')}(${locator})`
        : `${helper(scope, 'attributeOf')}(${locator}, ${textCode(scope).plain(extraction.attributeName)})`;
    return `${dynamicVariables(scope)}.set(${name}, await ${value});`;
}
function exportedName(written) {
    try {
        return dynamicName(written);
    }
    catch (error) {
        throw new StepProblem(error instanceof Error ? error.message : String(error));
    }
}

;// CONCATENATED MODULE: ./build/src/service/code-export/scroll-code.js

/** The next step may not come while the page still glides. */
const atOnce = "behavior: 'instant'";
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
            : `await ${locator}.evaluate((element) => element.scrollTo({ ${to.join(', ')}, ${atOnce} }));`;
    }
    const place = to.length === 0 ? 'top: document.documentElement.scrollHeight' : to.join(', ');
    return `await page.evaluate(() => window.scrollTo({ ${place}, ${atOnce} }));`;
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

;// CONCATENATED MODULE: ./build/src/service/code-export/without-types.js

/** The body of a function without its types: the page reads JavaScript. What can't be read at all is left to fail there. */
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

;// CONCATENATED MODULE: ./build/src/service/code-export/wait-for-code.js




/** A fixed wait that says no time, in ms. */
const wait_for_code_defaultWaitMs = 1000;
/** WAIT_FOR as a statement; without a type it waits for the load, as every step does. */
function waitForCode(waitedFor, scope) {
    const given = waitedFor ?? { type: 'load' };
    switch (given.type) {
        case 'load':
        case 'domContentLoaded':
        case 'networkIdle':
            return `await page.waitForLoadState('${given.type.toLowerCase()}');`;
        case 'fixedTime':
            return wait_for_code_fixedWait(given.timeMilliseconds ?? wait_for_code_defaultWaitMs, scope);
        case 'code':
            if (given.code === undefined)
                throw new StepProblem('WAIT_FOR code has no code to wait for.');
            return `await ${helper(scope, 'untilTrue')}(page, ${scriptCode(withoutTypes(given.code), scope)}, ${dynamicVariables(scope)});`;
        default:
            throw new StepNotExported(`WAIT_FOR ${given.type} has no equivalent in Playwright.`);
    }
}
function wait_for_code_fixedWait(ms, scope) {
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
            return interaction_code_keyPress(text.plain(interaction.calledWith), selectors, scope);
        case 'TYPE_TEXT':
            return interaction_code_typeText(interaction, selectors, scope);
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
function interaction_code_keyPress(key, selectors, scope) {
    return selectors.length === 0
        ? `await page.keyboard.press(${key});`
        : `await ${locatorCode(selectors, scope)}.press(${key});`;
}
function interaction_code_typeText({ calledWith }, selectors, scope) {
    const values = `${textCode(scope).plain(calledWith.text)}, { delay: ${calledWith.delay ?? typingDelayMs} }`;
    return selectors.length === 0
        ? `await page.keyboard.type(${values});`
        : `await ${locatorCode(selectors, scope)}.pressSequentially(${values});`;
}
function uploadCode({ calledWith }, selectors, scope) {
    // Apps hide the input behind a button of their own more often than not.
    const input = locatorCode(selectors, scope, { hiddenToo: true });
    return `await ${helper(scope, 'upload')}(${input}, async () => ${requestCode(calledWith, scope)});`;
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
    return `await ${helper(scope, 'runInPage')}(page, ${scriptCode(withoutTypes(code), scope)}, ${dynamicVariables(scope)});`;
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
        if (!(error instanceof StepProblem || error instanceof BrokenDependency))
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
const variables_code_predefined = new Map([
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
    const ownName = predefinedSpelling(name);
    const value = [name, ownName].flatMap((each) => (Object.hasOwn(given, each) ? given[each] : [])).at(0);
    if (value !== undefined)
        return stringLiteral(value);
    // A name is a letter or _ and then letters, digits and _.
    return variables_code_predefined.get(ownName) ?? `process.env.${name}`;
}

;// CONCATENATED MODULE: ./build/src/service/code-export/test-file.js







/** One case as the text of a Playwright test file, with all that it needs. */
function testFile(testCase, library, settings) {
    const scope = newFileScope({ sendsFields: Object.keys(settings.headers).length > 0 });
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
    const entries = Object.entries(headers);
    if (entries.length === 0)
        return [];
    const lines = entries.map(([name, value]) => `[${stringLiteral(name.toLowerCase())}]: ${stringLiteral(value)},`);
    return [
        [
            '/** Only the app is sent these, also where it redirects to others. */',
            'const fields: Record<string, string> = {',
            ...indented(lines),
            '};',
        ],
        headerHook,
    ];
}
const headerHook = [
    'const sessions: { detach(): Promise<void> }[] = [];',
    'test.beforeEach(async ({ browser, browserName, context }) => {',
    '  const { origin } = new URL(executionUrl);',
    "  if (browserName !== 'chromium') {",
    '    // Routes are not told of redirects, and bodies can not be read: such requests go without the fields.',
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
    '// Waited for: a request of the next test that met a session on its way out would hang.',
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
    const { viewport, hasTouch = false, isMobile = false } = screenOf(breakpoint, browser);
    return [
        ...(viewport == null ? [] : [`viewport: { width: ${viewport.width}, height: ${viewport.height} },`]),
        ...(hasTouch ? ['hasTouch: true,'] : []),
        ...(isMobile ? ['isMobile: true,'] : []),
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
    const scrollStateId = part('scroll state');
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
        scrollState: { id: scrollStateId },
        selectors: element.selectors.map((selector, position) => ({
            id: part(`selector ${position}`),
            index: position,
            selector: selector.selector,
            selectorType: selector.selectorType,
            options: selector.options ?? {},
            testCaseElementId: id,
            scrollStateId,
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
    id: schemas/* string */.YjP().toLowerCase().optional(),
    testTargetId: schemas/* string */.YjP().toLowerCase().optional(),
    description: schemas/* string */.YjP().optional(),
    status: schemas/* enum */.k5n(contract_test_case/* testCaseFilterStatuses */.pk).optional(),
    runStatus: schemas/* enum */.k5n(contract_test_case/* runStatuses */.sL).optional(),
    folderId: schemas/* string */.YjP().toLowerCase().nullable().optional(),
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
    return cases.filter((each) => filter_test_cases_fits(each, filter) && (each.status !== 'DELETED' || asksForDeleted(each, filter)));
}
/** Whether a filter can list deleted cases. */
function namesDeleted(filter) {
    return (filter.status === 'DELETED' ||
        [...filter_test_cases_nested(filter.AND), ...filter_test_cases_nested(filter.OR)].some((each) => namesDeleted(each)));
}
/** Fields and operators of one object are joined by AND. NOT takes away what fits any of its filters. */
function filter_test_cases_fits(each, filter) {
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
        filter_test_cases_nested(filter.AND).every((inner) => filter_test_cases_fits(each, inner)) &&
        (filter.OR === undefined || filter_test_cases_nested(filter.OR).some((inner) => filter_test_cases_fits(each, inner))) &&
        !filter_test_cases_nested(filter.NOT).some((inner) => filter_test_cases_fits(each, inner)));
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
        filter_test_cases_nested(filter.OR).some((inner) => filter_test_cases_fits(each, inner) && asksForDeleted(each, inner)));
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
const historyKey = schemas/* object */.Ikc({ createdAt: values/* moment */.n$ });
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
    const versions = deps.versions.add(testTargetId, body.testCases);
    deps.testCases.replaceAll(testTargetId, versions, deps.now());
    return { success: true, versionIds: versions.map(({ versionId }) => versionId) };
};

;// CONCATENATED MODULE: ./build/src/service/handlers/update-environment.js




/** PATCH environment (extension): changes what the body names; where that is nothing, `updatedAt` stays. */
const updateEnvironment = (deps) => ({ params, body }) => {
    const stored = requireEnvironment(deps, params);
    const others = deps.environments.list(params.testTargetId).filter(({ id }) => id !== stored.id);
    const name = body.name === undefined ? stored.name : storableName(body.name);
    refuseTakenName(new Set(others.map((each) => each.name)), name);
    const settings = mergeSettings(params.testTargetId, stored.settings, body, deps.now());
    if (!(0,external_node_util_.isDeepStrictEqual)({ name, settings }, { name: stored.name, settings: stored.settings })) {
        deps.environments.update(stored.id, name, settings, deps.now());
    }
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





/** PATCH test case (section 4.3): a change of content makes a new version, and none at all leaves `updatedAt`. */
const updateTestCase = (deps) => ({ params, body, onceStored }) => {
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
        onceStored(() => deps.planning.startDiscovery(params.testTargetId, testCase, discovery));
    }
    return toDetail(requireTestCase(deps, params));
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
        return tokenize_readPattern(line, at);
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
function tokenize_readPattern(line, at) {
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
    for (const version of deps.versions.add(params.testTargetId, [testCase])) {
        deps.testCases.change(params.testTargetId, stored.id, { version }, deps.now());
    }
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

;// CONCATENATED MODULE: ./build/src/service/http/idempotency.js



/**
 * The key of a request.
 * @returns undefined where it has none.
 * @throws HttpProblem 400 where it is no valid one. Two headers are no valid one, for they are joined with a space.
 */
function readIdempotencyKey(headers) {
    const given = headers.get(idempotencyKeyHeader);
    if (given === null)
        return undefined;
    const parsed = idempotencyKey.safeParse(given, { reportInput: true });
    if (parsed.success)
        return parsed.data;
    throw HttpProblem.fromZod(parsed.error, ['headers', idempotencyKeyHeader]);
}
/** What a request with a key is known by: method, path and body. */
function keyedRequest(key, { method, url }, body) {
    const bodyHash = (0,external_node_crypto_.createHash)('sha256').update(body).digest('hex');
    return { key, request: `${method} ${new URL(url).pathname}`, bodyHash };
}
/**
 * Does the work of a key once, inside the caller's transaction: work and answer are stored together, or neither is. As
 * the work is synchronous, a repeat that comes meanwhile waits until it is done.
 * @throws HttpProblem 422 where the key belongs to another request; what `work` throws, and then the key is free.
 */
function answerOnce(keys, { key, request, bodyHash }, now, work) {
    const before = keys.find(key, now);
    if (before === undefined) {
        const answer = work();
        keys.add(key, { request, bodyHash, ...answer }, now);
        return { answer, isReplay: false };
    }
    if (before.request !== request)
        idempotency_refuse(`belongs to ${before.request}`);
    if (before.bodyHash !== bodyHash)
        idempotency_refuse('belongs to a request with another body');
    return { answer: before, isReplay: true };
}
function idempotency_refuse(why) {
    const message = `this key ${why}: send another key with another request`;
    throw HttpProblem.invalid(['headers', idempotencyKeyHeader], message, 422);
}

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
    const bytes = await readBytes(request);
    const text = read_json_decode(bytes);
    if (deeperThan(text, maxDepth)) {
        throw HttpProblem.invalid([], `the body is nested deeper than ${maxDepth} levels`);
    }
    try {
        return { bytes, value: JSON.parse(text) };
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
function read_json_decode(bytes) {
    try {
        return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    }
    catch {
        throw HttpProblem.invalid([], 'the body is no UTF-8');
    }
}

;// CONCATENATED MODULE: ./build/src/service/http/route.js






/** Serves one operation of the contract that changes nothing. */
function route(app, endpoint, handler) {
    app.on(endpoint.method, pathPattern(endpoint), async (context) => {
        const { call } = await readCall(endpoint, context);
        return toResponse(toAnswer(endpoint, await handler(call), call.answerHeaders));
    });
}
/** Serves one operation of the contract that changes something: as a whole or not at all, a POST once for each key. */
function routeChange(app, { database, idempotencyKeys, now }, endpoint, handler) {
    app.on(endpoint.method, pathPattern(endpoint), async (context) => {
        const { raw } = context.req;
        const key = endpoint.method === 'POST' ? readIdempotencyKey(raw.headers) : undefined;
        const { call, bytes } = await readCall(endpoint, context);
        const starts = [];
        const work = () => {
            const answer = handler({ ...call, onceStored: (start) => void starts.push(start) });
            return toAnswer(endpoint, answer, call.answerHeaders);
        };
        const { answer, isReplay } = transaction(database, () => key === undefined
            ? { answer: work(), isReplay: false }
            : answerOnce(idempotencyKeys, keyedRequest(key, raw, bytes), now(), work));
        for (const start of starts)
            start();
        return toResponse(answer, isReplay ? { [idempotencyReplayedHeader]: 'true' } : {});
    });
}
function pathPattern({ path }) {
    return path.replace(/\{(\w+)\}/g, ':$1');
}
/**
 * Checks a request strictly, and strips unknown keys. What is wrong with path and query is told before the body is
 * read.
 */
async function readCall(endpoint, { req }) {
    const params = route_check(endpoint.params, req.param(), 'params');
    const query = route_check(endpoint.query, queryOf(req.url), 'query');
    const { bytes, value } = takesBody(endpoint)
        ? await read_json_readJson(req.raw)
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
/** JSON, unless the contract says that the answer is a file or a text. */
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
    routeChange(app, deps, endpoints/* endpoints */.v.createTestTarget, createTestTarget(deps));
    route(app, endpoints/* endpoints */.v.getTestTarget, getTestTarget(deps));
    routeChange(app, deps, endpoints/* endpoints */.v.updateTestTarget, updateTestTarget(deps));
    routeChange(app, deps, endpoints/* endpoints */.v.deleteTestTarget, deleteTestTarget(deps));
    route(app, endpoints/* endpoints */.v.listEnvironments, listEnvironments(deps));
    routeChange(app, deps, endpoints/* endpoints */.v.createEnvironment, createEnvironment(deps));
    routeChange(app, deps, endpoints/* endpoints */.v.updateEnvironment, updateEnvironment(deps));
    routeChange(app, deps, endpoints/* endpoints */.v.deleteEnvironment, deleteEnvironment(deps));
    route(app, endpoints/* endpoints */.v.listTestCases, listTestCases(deps));
    route(app, endpoints/* endpoints */.v.getTestCase, getTestCase(deps));
    routeChange(app, deps, endpoints/* endpoints */.v.updateTestCase, updateTestCase(deps));
    routeChange(app, deps, endpoints/* endpoints */.v.deleteTestCase, deleteTestCase(deps));
    route(app, endpoints/* endpoints */.v.listTestReports, listTestReports(deps));
    route(app, endpoints/* endpoints */.v.getTestReport, getTestReport(deps));
    routeChange(app, deps, endpoints/* endpoints */.v.execute, execute(deps));
    routeChange(app, deps, endpoints/* endpoints */.v.createBatchGeneration, createBatchGeneration(deps));
    routeChange(app, deps, endpoints/* endpoints */.v.createDiscovery, createDiscovery(deps));
    routeChange(app, deps, endpoints/* endpoints */.v.createDiscoveryV3, createDiscovery(deps));
    route(app, endpoints/* endpoints */.v.pull, pull(deps));
    routeChange(app, deps, endpoints/* endpoints */.v.push, push(deps));
    routeChange(app, deps, endpoints/* endpoints */.v.draftPush, draftPush(deps));
    route(app, endpoints/* endpoints */.v.getTestCaseVersion, getTestCaseVersion(deps));
    route(app, endpoints/* endpoints */.v.getTestPlan, getTestPlan(deps));
    routeChange(app, deps, endpoints/* endpoints */.v.exportCode, exportCode(deps));
    route(app, endpoints/* endpoints */.v.getTestCaseCode, getTestCaseCode(deps));
    route(app, endpoints/* endpoints */.v.getConfig, getConfig(deps));
    routeChange(app, deps, endpoints/* endpoints */.v.updateTestCaseElement, updateTestCaseElement(deps));
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
            return app_toResponse(error);
        log(`internal error at ${context.req.method} ${context.req.path}: ${inOneLine(error)}`);
        return context.json({ message: 'internal error' }, 500);
    });
    return app;
}
function app_toResponse({ status, body, headers }) {
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
    #underWay = new Map();
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
        const end = this.#play(id, plan, stop.signal).finally(() => this.#underWay.delete(id));
        this.#underWay.set(id, { testTargetId, stop, end });
    }
    /** Stops the runs of a test target; they end soon after. */
    stopAll(testTargetId) {
        for (const run of this.#underWay.values())
            if (run.testTargetId === testTargetId)
                run.stop.abort();
    }
    /** Resolves when the report's run has ended, when `ms` have passed, or when the signal is aborted. */
    async ended(testReportId, ms, signal) {
        const end = this.#underWay.get(testReportId)?.end;
        if (end === undefined)
            return;
        const enough = new AbortController();
        const time = (0,promises_.setTimeout)(ms, undefined, { signal: AbortSignal.any([signal, enough.signal]) }).catch(() => { });
        await Promise.race([end, time]);
        enough.abort();
    }
    /** Stops every run and waits until the last has let go of its pages. */
    async close() {
        this.#isClosed = true;
        const runs = [...this.#underWay.values()];
        for (const { stop } of runs)
            stop.abort();
        await Promise.all(runs.map(({ end }) => end));
    }
    async #play(testReportId, plan, signal) {
        let why = 'the run ended without a result for this test case';
        try {
            await this.#runner.run(plan, {
                onStart: (testCaseId) => this.#reports.markStarted(testReportId, testCaseId, this.#now()),
                onOutcome: (outcome) => this.#reports.saveOutcome(testReportId, outcome, this.#now()),
            }, signal);
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

;// CONCATENATED MODULE: ./build/src/service/store/idempotency-keys.js


/** How long an answer is kept, in ms. */
const keptMs = 24 * 60 * 60 * 1000;
/** How many answers are kept. */
const maxKept = 10_000;
const idempotency_keys_row = schemas/* object */.Ikc({
    request: schemas/* string */.YjP(),
    bodyHash: schemas/* string */.YjP(),
    status: schemas/* int */.Whr(),
    headers: jsonColumn(schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* string */.YjP())),
    body: schemas/* instanceof */.Nlp(Uint8Array),
});
/** The answers to requests that had an idempotency key. They are kept for a day; of too many, the oldest leave. */
class IdempotencyKeyStore {
    #database;
    constructor(database) {
        this.#database = database;
    }
    /** @returns undefined where the key is new, or was used too long ago. */
    find(key, now) {
        const found = this.#database
            .prepare(`SELECT request, body_hash AS bodyHash, status, headers, body FROM idempotency_keys
         WHERE key = ? AND created_at > ?`)
            .get(key, oldest(now));
        return found === undefined ? undefined : idempotency_keys_row.parse(found);
    }
    /** Keeps an answer, inside the caller's transaction, and forgets those that have had their time. */
    add(key, { request, bodyHash, status, headers, body }, now) {
        this.#database.prepare('DELETE FROM idempotency_keys WHERE created_at <= ?').run(oldest(now));
        this.#database
            .prepare(`INSERT INTO idempotency_keys (key, request, body_hash, status, headers, body, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`)
            .run(key, request, bodyHash, status, JSON.stringify(headers), body, now.toISOString());
        this.#database
            .prepare(`DELETE FROM idempotency_keys WHERE id <=
           (SELECT id FROM idempotency_keys ORDER BY id DESC LIMIT 1 OFFSET ?)`)
            .run(maxKept);
    }
}
function oldest(now) {
    return new Date(now.getTime() - keptMs).toISOString();
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
    /** Changes what the patch names. A null `app` leaves the name as it is, an empty `testIdAttribute` is none. */
    update(target, patch) {
        const integration = patch.testManagementIntegration === undefined
            ? target.testManagementIntegration
            : patch.testManagementIntegration;
        this.#database
            .prepare(`UPDATE test_targets SET app = ?, test_id_attribute = ?, timeout_per_step = ?, test_management_integration = ?
         WHERE id = ?`)
            .run(patch.app ?? target.app, patch.testIdAttribute === undefined ? target.testIdAttribute : patch.testIdAttribute || null, patch.timeoutPerStep ?? target.timeoutPerStep, integration === null ? null : JSON.stringify(integration), target.id);
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
        idempotencyKeys: new IdempotencyKeyStore(database),
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
 * Opens the embedded service with a browser, and a test target in it for the app. The browser starts while the app is
 * waited for.
 * @throws what keeps the browser from being ready, UserError where the app doesn't answer, or the reason of `signal`.
 */
async function connectEmbedded(options, signal) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const { url, evidenceFolder, redactor } = options;
        const { timeoutPerStepMs, ...settings } = options.settings;
        const opening = embedded_addDisposableResource(env_1, new AsyncDisposableStack(), true);
        const runner = opening.use(openRunner(options.surroundings, { ...settings, evidenceFolder, redactor }));
        if (options.play) {
            await both(runner.prepare(options.browser), (failed) => waitForApp(url, AbortSignal.any([signal, failed]), options.onWaiting));
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
/** Makes the test target for the app, with its environment. @returns its id. */
async function createTarget(client, { app, url, environment, access }, timeoutPerStep) {
    const { id: testTargetId, environments } = await client.createTestTarget({
        testTarget: { app, discoveryUrl: url },
    });
    await client.updateTestTarget({ testTargetId }, { timeoutPerStep });
    if (environment !== 'default') {
        await client.createEnvironment({ testTargetId }, { name: environment, discoveryUrl: url, ...access });
        return testTargetId;
    }
    for (const { id: environmentId, type } of environments ?? []) {
        if (type === 'DEFAULT')
            await client.updateEnvironment({ testTargetId, environmentId }, access);
    }
    return testTargetId;
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
