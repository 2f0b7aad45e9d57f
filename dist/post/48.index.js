export const id = 48;
export const ids = [48];
export const modules = {

/***/ 1048:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  connectGitHub: () => (/* binding */ connectGitHub)
});

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 11 modules
var schemas = __webpack_require__(2857);
// EXTERNAL MODULE: external "node:events"
var external_node_events_ = __webpack_require__(8474);
// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
// EXTERNAL MODULE: ./node_modules/@actions/github/lib/github.js + 21 modules
var github = __webpack_require__(1758);
// EXTERNAL MODULE: ./node_modules/@octokit/plugin-retry/dist-bundle/index.js
var dist_bundle = __webpack_require__(9735);
// EXTERNAL MODULE: ./node_modules/@octokit/plugin-throttling/dist-bundle/index.js
var plugin_throttling_dist_bundle = __webpack_require__(6856);
// EXTERNAL MODULE: ./node_modules/bottleneck/light.js
var light = __webpack_require__(3251);
// EXTERNAL MODULE: ./node_modules/undici/index.js
var undici = __webpack_require__(6752);
// EXTERNAL MODULE: ./build/src/common/json.js
var json = __webpack_require__(1225);
// EXTERNAL MODULE: ./build/src/common/text.js
var common_text = __webpack_require__(4488);
// EXTERNAL MODULE: ./build/src/github/deadline.js
var github_deadline = __webpack_require__(2581);
// EXTERNAL MODULE: ./build/src/github/request-error.js
var request_error = __webpack_require__(6271);
// EXTERNAL MODULE: ./build/src/common/errors.js
var errors = __webpack_require__(4560);
;// CONCATENATED MODULE: ./build/src/common/read-body.js
/**
 * Reads the body of a request or response into memory.
 * @returns undefined if it is longer than `maxBytes`. The rest is not read then, and the stream is cancelled.
 * @throws what the stream throws, such as when the connection breaks.
 */
async function readBody(body, maxBytes) {
    const chunks = [];
    let size = 0;
    for await (const chunk of body ?? []) {
        size += chunk.byteLength;
        if (size > maxBytes)
            return undefined;
        chunks.push(chunk);
    }
    return Buffer.concat(chunks);
}

;// CONCATENATED MODULE: ./build/src/github/rate-limit.js
/** octokit's throttling plugin reads moments with 32 bits, and nobody waits for so long. In s. */
const maxSeconds = 86_400;
/**
 * The header fields by which octokit's throttling plugin recognizes a rate limit and how long to wait. GitHub says it in
 * several ways (seconds, a date or a moment of its own clock, words alone), and the plugin does not know all of them.
 * @param fallbackSeconds the wait if GitHub names none.
 * @returns no fields if the response is not about a limit.
 */
function rateLimitHeaders(status, headers, body, fallbackSeconds) {
    if (status !== 429 && status !== 403)
        return {};
    // This machine's clock may be wrong.
    const now = (Date.parse(headers.get('date') ?? '') || Date.now()) / 1000;
    const retryAfter = headers.get('retry-after') ?? '';
    const isUsedUp = headers.get('x-ratelimit-remaining') === '0';
    const named = [
        retryAfter === '' ? Number.NaN : Number(retryAfter),
        Date.parse(retryAfter) / 1000 - now,
        // A second more: both clocks are cut to whole ones.
        isUsedUp ? Number(headers.get('x-ratelimit-reset') ?? Number.NaN) - now + 1 : Number.NaN,
    ].find((seconds) => !Number.isNaN(seconds));
    if (named === undefined && !isUsedUp && status !== 429 && !/secondary rate limit/i.test(body))
        return {};
    const seconds = Math.min(maxSeconds, Math.max(1, Math.ceil(named ?? fallbackSeconds)));
    return {
        'retry-after': String(seconds),
        'x-ratelimit-remaining': '0',
        // The plugin adds a second.
        'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + seconds - 1),
    };
}

;// CONCATENATED MODULE: ./build/src/github/validated-fetch.js









const maxRedirects = 3;
const maxQuotedCharacters = 100;
const maxMessageCharacters = 300;
/**
 * Sends one request to GitHub, attempt by attempt, as octokit asks for it. octokit itself would take a body that is cut off
 * or no JSON for another value, and follow redirects to anywhere.
 */
class ValidatedFetch {
    #proxied;
    #deadline;
    #expected;
    constructor(proxied, deadline, expected) {
        this.#proxied = proxied;
        this.#deadline = deadline;
        this.#expected = expected;
    }
    /** One attempt. Rejects with a GitHubRequestError. The response holds an error's message, and nothing else. */
    fetch = async (url, init) => {
        const fail = failureOf(init.method ?? 'GET', url);
        const response = await this.#fetchInTime(url, init, fail);
        const { status, headers, body } = response;
        if (status >= 400)
            return refusal(response, this.#deadline);
        if (status > 299 || !this.#expected.accept(body)) {
            throw fail(`answered ${status} with an unexpected body: ${quote(body.toString())}`, true);
        }
        const link = headers.get('link');
        return new undici.Response(null, { status: 204, headers: link === null ? {} : { link } });
    };
    /** Sends a request, within the time for one attempt and before the deadline. */
    async #fetchInTime(url, init, fail) {
        const deadline = this.#deadline;
        const limitMs = (0,github_deadline/* attemptLimitMs */.nT)(deadline);
        const tooLong = AbortSignal.timeout(limitMs);
        const signal = AbortSignal.any([tooLong, deadline]);
        try {
            return await this.#followRedirects(url, { ...init, signal, redirect: 'manual' }, fail);
        }
        catch (error) {
            if (error instanceof request_error/* GitHubRequestError */.vK)
                throw error;
            if (deadline.aborted)
                throw fail(describeDeadline(deadline), false, error);
            if (tooLong.aborted)
                throw fail(`got no response within ${limitMs / 1000} s`, true, error);
            throw fail(`got no complete response (${errorCode(error)})`, true, error);
        }
    }
    /** Follows redirects of a GET within its origin, which the token must not leave; and one without it, if that is expected. */
    async #followRedirects(url, init, fail) {
        let current = new URL(url);
        let options = init;
        let host = '';
        for (let redirects = 0;; redirects += 1) {
            const response = await this.#proxied(current.href, options);
            const { status, headers } = response;
            const location = status > 299 && status < 400 ? headers.get('location') : null;
            if (location === null)
                return this.#read(response, host, fail);
            await response.body?.cancel();
            const next = URL.parse(location, current);
            const isInside = next?.origin === current.origin && next.username === '' && next.password === '';
            const isWeb = ['https:', current.protocol].includes(next?.protocol ?? '');
            const mayLeave = this.#expected.isElsewhere && host === '' && isWeb;
            const isFollowed = (init.method ?? 'GET') === 'GET' && (isInside || mayLeave);
            if (redirects === maxRedirects || next === null || !isFollowed) {
                const where = redirects === maxRedirects ? 'in a loop' : `to ${next?.origin ?? 'an invalid URL'}`;
                const what = `answered ${status} with a redirect ${where}, which is not followed. Has the repository been renamed, or is GITHUB_API_URL wrong?`;
                throw fail(what, false);
            }
            if (!isInside) {
                options = { redirect: 'manual', signal: init.signal ?? null };
                host = next.host;
            }
            current = next;
        }
    }
    /** @param host that GitHub has redirected to: what it refuses, GitHub does not. */
    async #read({ status, headers, body }, host, fail) {
        if (host !== '' && status !== 200) {
            await body?.cancel();
            const transient = status === 408 || status === 429 || status >= 500;
            throw fail(`redirects to ${host}, which answered ${status}`, transient);
        }
        const { maxBytes } = this.#expected;
        const bytes = await readBody(body, maxBytes);
        if (bytes === undefined)
            throw fail(`answered with more than ${maxBytes} bytes`, host === '');
        return { status, headers, body: bytes };
    }
}
function failureOf(method, url) {
    return (what, transient, cause) => new request_error/* GitHubRequestError */.vK(method, url, what, transient, cause);
}
/** What became of a request that its deadline has ended. */
function describeDeadline({ reason }) {
    return `got no response: ${(0,errors/* messageOf */.b)(reason)}`;
}
const errorBody = schemas/* object */.Ikc({
    message: schemas/* string */.YjP(),
    errors: schemas/* array */.YOg(schemas/* union */.KCZ([schemas/* string */.YjP(), schemas/* object */.Ikc({ message: schemas/* string */.YjP() })])).optional(),
});
/** A refusal with GitHub's message alone: octokit would show the whole body. */
function refusal({ status, headers, body }, deadline) {
    const text = body.toString();
    const parsed = errorBody.safeParse((0,json/* tryParseJson */.B)(text)).data;
    const errors = (parsed?.errors ?? []).map((each) => (typeof each === 'string' ? each : each.message));
    const message = parsed === undefined
        ? `GitHub answered ${status}: ${quote(text)}`
        : (0,common_text/* cut */.Jj)((0,common_text/* foldLines */.r7)([parsed.message, ...errors].join(': ')), maxMessageCharacters);
    // GitHub asks for a minute if it names no time, which is all the time that there ever is.
    const limit = rateLimitHeaders(status, headers, text, (0,github_deadline/* timeLeftMs */.bB)(deadline) / 4000);
    // Response allows no greater status.
    return undici.Response.json({ message }, { status: Math.min(status, 599), headers: limit });
}
function quote(text) {
    return (0,common_text/* cut */.Jj)((0,common_text/* foldLines */.r7)(text.slice(0, 1000)), maxQuotedCharacters) || 'an empty body';
}
/** The system's code of an error, such as ECONNREFUSED; otherwise the message of its innermost cause. */
function errorCode(error) {
    let code = String(error);
    for (let cause = error; cause instanceof Error; cause = cause.cause) {
        code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message || code;
    }
    return code;
}

;// CONCATENATED MODULE: ./build/src/github/octokit.js
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












/** A request is repeated this often. */
const maxRetries = 3;
/** The pause before the first repetition, in ms; the plugin multiplies it by 4 and 9 before the next ones. */
const backoffMs = 150;
/** More than a hundred comments of the maximum length, in bytes. */
const maxJsonBytes = 32 * 1024 * 1024;
/** Connects to GitHub's API; nothing is requested yet. @param apiUrl root of the API. */
function openOctokit(token, apiUrl, repository) {
    const dispatcher = new undici.EnvHttpProxyAgent();
    const proxied = (url, init) => (0,undici.fetch)(url, { ...init, dispatcher });
    const options = {
        baseUrl: apiUrl,
        retry: { retries: maxRetries, retryAfterBaseValue: backoffMs, doNotRetry: notRetried },
        throttle: {
            onRateLimit: isWorthWaiting,
            onSecondaryRateLimit: isWorthWaiting,
            // By default it puts 1 s between two writes and 3 s between two comments: a job has only a few.
            write: new light.Group({ maxConcurrent: 1 }),
            notifications: new light.Group({ maxConcurrent: 1 }),
        },
    };
    const octokit = (0,github/* getOctokit */.Q)(token, options, limitRetries, dist_bundle/* retry */.L, plugin_throttling_dist_bundle/* throttling */.A);
    /** @returns the header field that names the next page. @throws an error with GitHub's `status`, or GitHubRequestError. */
    async function send(route, given, deadline, expected, isRepeatable) {
        const env_1 = { stack: [], error: void 0, hasError: false };
        try {
            const parameters = route.includes('{owner}') ? { ...repository, ...given } : given;
            const { method, url } = octokit.request.endpoint(route, parameters);
            const attempts = new ValidatedFetch(proxied, deadline, expected);
            // A number of its own would make the plugin repeat refusals as well.
            const request = { fetch: attempts.fetch, deadline, ...(isRepeatable ? {} : { retries: 0 }) };
            // octokit's waits know no signal.
            const { promise: over, reject } = Promise.withResolvers();
            const _ = __addDisposableResource(env_1, (0,external_node_events_.addAbortListener)(deadline, () => reject(new request_error/* GitHubRequestError */.vK(method, url, describeDeadline(deadline), false, deadline.reason))), false);
            const sent = octokit.request(route, { ...parameters, request });
            const { headers } = await Promise.race([over, sent]).catch(throwCause);
            return headers.link;
        }
        catch (e_1) {
            env_1.error = e_1;
            env_1.hasError = true;
        }
        finally {
            __disposeResources(env_1);
        }
    }
    return {
        /**
         * @param route such as `GET /repos/{owner}/{repo}/pulls`, with `parameters` for its path, query or body.
         * @param schema what of the response is used.
         * @param isRepeatable whether the request may be repeated without doing something twice.
         * @throws an error with GitHub's `status` and message, or GitHubRequestError.
         */
        async request(route, parameters, schema, deadline, isRepeatable = !route.startsWith('POST ')) {
            const received = {};
            const accept = (body) => {
                const parsed = schema.safeParse((0,json/* tryParseJson */.B)((0,common_text/* decodeUtf8 */._6)(body) ?? ''));
                if (parsed.success)
                    received.data = parsed.data;
                return parsed.success;
            };
            const expected = { maxBytes: maxJsonBytes, isElsewhere: false, accept };
            const link = await send(route, parameters, deadline, expected, isRepeatable);
            if (!('data' in received))
                throw new Error(`${route} was never sent`);
            return { data: received.data, link };
        },
        /** Downloads a file that GitHub redirects to. @throws also if it has more than `maxBytes`. */
        async download(route, parameters, maxBytes, deadline) {
            let content = Buffer.alloc(0);
            const accept = (body) => {
                content = body;
                return true;
            };
            await send(route, parameters, deadline, { maxBytes, isElsewhere: true, accept }, true);
            return content;
        },
    };
}
const perPage = 100;
const maxPages = 100;
/**
 * Reads a list page by page, each item once: what is added in the meantime moves others to the next page.
 * @param schema what it takes of a page: the items.
 */
async function* listPages(client, route, parameters, schema, deadline) {
    const seen = new Set();
    // Counted here: the address of the next page could lead anywhere, or back.
    for (let page = 1; page <= maxPages; page += 1) {
        const ofPage = { ...parameters, page, per_page: perPage };
        const { data, link } = await client.request(route, ofPage, schema, deadline);
        const fresh = data.filter(({ id }) => !seen.has(id));
        for (const { id } of fresh)
            seen.add(id);
        yield fresh;
        if (fresh.length === 0 || !/rel="?next"?/.test(link ?? ''))
            return;
    }
    throw new Error(`${route} lists more than ${perPage * maxPages} items`);
}
/** GitHub may show what it has stored only some seconds after it answered with an error, in ms. */
const lookAgainMs = 3000;
/**
 * Sends a request that must not be carried out twice. If GitHub may have carried it out in spite of an error, the outcome is
 * looked for at once and some seconds later, before the request is sent again.
 * @param find the outcome of the request; undefined if there is none.
 */
async function sendOnce(send, find, deadline) {
    try {
        return await send();
    }
    catch (error) {
        if (!(0,request_error/* mayBeDone */.VH)(error))
            throw error;
        const found = await find();
        if (found !== undefined)
            return found;
        const pauseMs = Math.min(lookAgainMs, (0,github_deadline/* timeLeftMs */.bB)(deadline) / 4);
        await (0,promises_.setTimeout)(pauseMs, undefined, { signal: deadline }).catch(() => {
            throw error;
        });
        return (await find()) ?? send();
    }
}
/** Statuses that the same request gets again. A rate limit (429) is the other plugin's. */
const notRetried = [400, 401, 403, 404, 405, 406, 410, 412, 413, 415, 422, 429, 451];
/** A plugin before octokit's own one for retries: it keeps that from repeating what cannot help any more. */
function limitRetries(octokit) {
    octokit.hook.error('request', (error, { request }) => {
        const failure = error instanceof Error ? error.cause : undefined;
        if (failure instanceof request_error/* GitHubRequestError */.vK && !failure.transient)
            request.retries = 0;
        const repeated = typeof request.retryCount === 'number' ? request.retryCount : 0;
        if ((repeated + 1) ** 2 * backoffMs >= leftMs(request.deadline))
            request.retries = 0;
        throw error;
    });
    return {};
}
/** Whether to wait as long as GitHub says: only if there is time for that. */
function isWorthWaiting(seconds, { request }, _, retryCount) {
    return retryCount < maxRetries && seconds * 1000 < leftMs(request.deadline);
}
function leftMs(deadline) {
    return deadline instanceof AbortSignal ? (0,github_deadline/* timeLeftMs */.bB)(deadline) : 0;
}
/** octokit gives errors of its fetch the status 500. */
function throwCause(error) {
    throw error instanceof Error && error.cause instanceof request_error/* GitHubRequestError */.vK ? error.cause : error;
}

;// CONCATENATED MODULE: ./build/src/github/check-run-store.js



/** GitHub takes this many annotations in a request. */
const batchSize = 50;
/** A check run ends with this many requests at most. */
const maxRequests = 3;
const checkRun = schemas/* object */.Ikc({
    id: schemas/* int */.Whr(),
    html_url: schemas/* string */.YjP().nullish(),
    external_id: schemas/* string */.YjP().nullish(),
    status: schemas/* string */.YjP(),
    output: schemas/* object */.Ikc({ annotations_count: schemas/* int */.Whr() }).optional(),
})
    .transform(({ id, html_url, external_id, status, output }) => ({
    id,
    url: html_url ?? undefined,
    externalId: external_id ?? '',
    completed: status === 'completed',
    annotationCount: output?.annotations_count ?? 0,
}));
const listedRuns = schemas/* object */.Ikc({ check_runs: schemas/* array */.YOg(checkRun) }).transform((list) => list.check_runs);
/** The check runs of commits. Each operation throws what GitHub answers. */
function checkRunStore(client) {
    const path = '/repos/{owner}/{repo}/check-runs';
    async function find({ sha, name, externalId }, signal) {
        const route = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs';
        // `all`: also those of earlier attempts, which a later one of the same name hides otherwise.
        const parameters = { ref: sha, check_name: name, filter: 'all' };
        for await (const page of listPages(client, route, parameters, listedRuns, signal)) {
            const found = page.find((each) => each.externalId === externalId);
            if (found !== undefined)
                return found;
        }
        return undefined;
    }
    /** Creates a check run that is in progress, or has ended. If the answer is lost, it is looked for, see `sendOnce`. */
    async function create(identity, signal, end) {
        const { sha, name, externalId, detailsUrl } = identity;
        const parameters = {
            ...{ head_sha: sha, name, external_id: externalId },
            ...(detailsUrl === undefined ? {} : { details_url: detailsUrl }),
            ...(end === undefined ? { status: 'in_progress' } : ended(end)),
        };
        return sendOnce(async () => (await client.request(`POST ${path}`, parameters, checkRun, signal)).data, () => find(identity, signal), signal);
    }
    /** Annotations are added each time: whether they have arrived is looked up before they are sent again. */
    async function update(identity, check, end, signal) {
        const annotationCount = check.annotationCount + end.annotations.length;
        const route = `PATCH ${path}/{check_run_id}`;
        const parameters = { check_run_id: check.id, ...ended(end) };
        const isRepeatable = end.annotations.length === 0;
        return sendOnce(async () => {
            const { data } = await client.request(route, parameters, checkRun, signal, isRepeatable);
            return { ...data, annotationCount };
        }, async () => {
            const now = await find(identity, signal);
            return now?.completed === true && now.annotationCount >= annotationCount ? now : undefined;
        }, signal);
    }
    async function endInBatches(identity, begun, end, signal) {
        const [first = end, ...more] = batches(end);
        const existing = begun === 'unknown' ? await find(identity, signal) : begun;
        const opened = existing ?? (await create(identity, signal, first));
        const isEnded = existing === undefined && opened.completed;
        let last = isEnded ? opened : await update(identity, opened, first, signal);
        for (const next of more) {
            // It has ended already: annotations that cannot be added are only not counted.
            const added = await update(identity, last, next, signal).catch(() => undefined);
            if (added === undefined)
                break;
            last = added;
        }
        return last;
    }
    return {
        find,
        create: (identity, signal) => create(identity, signal),
        /**
         * Ends a check run, and creates it if there is none yet. The first request ends it; up to two more add annotations. If
         * GitHub rejects the annotations, it ends without them.
         * @returns what it shows: `annotationCount` is how many of the annotations.
         */
        async end(identity, begun, end, signal) {
            return endInBatches(identity, begun, end, signal).catch((error) => {
                if ((0,request_error/* httpStatusOf */.s_)(error) !== 422 || end.annotations.length === 0)
                    throw error;
                return endInBatches(identity, begun, { ...end, annotations: [] }, signal);
            });
        },
    };
}
/** The same end once for each request, with its share of the annotations; none if there are no annotations. */
function batches(end) {
    const requests = Math.min(maxRequests, Math.ceil(end.annotations.length / batchSize));
    return Array.from({ length: requests }, (_, index) => ({
        ...end,
        annotations: end.annotations.slice(index * batchSize, (index + 1) * batchSize),
    }));
}
function ended({ conclusion, output: { text, ...output }, annotations }) {
    return {
        status: 'completed',
        conclusion,
        output: {
            ...output,
            ...(text === '' ? {} : { text }),
            ...(annotations.length === 0 ? {} : { annotations: annotations.map(toGitHub) }),
        },
    };
}
function toGitHub({ level, file, line, title, message }) {
    const annotation_level = level === 'error' ? 'failure' : 'warning';
    return { path: file, start_line: line, end_line: line, annotation_level, title, message };
}

// EXTERNAL MODULE: ./build/src/github/refusal.js
var github_refusal = __webpack_require__(4537);
;// CONCATENATED MODULE: ./build/src/github/comment-store.js




/** The account that GITHUB_TOKEN writes as. */
const actionsBot = 'github-actions[bot]';
const account = schemas/* object */.Ikc({ login: schemas/* string */.YjP(), type: schemas/* string */.YjP().optional() });
const listedComment = schemas/* object */.Ikc({
    id: schemas/* int */.Whr(),
    body: schemas/* string */.YjP().optional(),
    html_url: schemas/* string */.YjP(),
    user: account.nullish(),
});
const viewerAnswer = schemas/* object */.Ikc({ data: schemas/* object */.Ikc({ viewer: account }).nullish() });
/**
 * The comments of pull requests that the token's own account has written. Each operation throws what GitHub answers.
 * @param apiUrl root of the API.
 */
function commentStore(client, apiUrl) {
    const isOurs = authorCheck(client, apiUrl);
    const path = '/repos/{owner}/{repo}/issues';
    return {
        /**
         * The comments of ours whose body is marked, the oldest first. Those of others are ignored, even if they copy the mark.
         * @param pagesBehind how many pages of a hundred comments are read behind the first one that has any.
         */
        async find(issueNumber, isMarked, signal, pagesBehind = 1) {
            const found = [];
            let left = pagesBehind;
            const route = `GET ${path}/{issue_number}/comments`;
            const parameters = { issue_number: issueNumber };
            for await (const page of listPages(client, route, parameters, schemas/* array */.YOg(listedComment), signal)) {
                for (const comment of page) {
                    if (isMarked(comment.body ?? '') && (await isOurs(comment, signal)))
                        found.push(stored(comment));
                }
                if (found.length > 0 && left === 0)
                    break;
                if (found.length > 0)
                    left -= 1;
            }
            return found.sort((a, b) => a.id - b.id);
        },
        /** Creates a comment. If the answer is lost, it looks for a comment of ours with exactly this body, see `sendOnce`. */
        async create(issueNumber, body, signal) {
            const route = `POST ${path}/{issue_number}/comments`;
            const parameters = { issue_number: issueNumber, body };
            return sendOnce(async () => stored((await client.request(route, parameters, listedComment, signal)).data), async () => (await this.find(issueNumber, (each) => each === body, signal))[0], signal);
        },
        /** @returns undefined if the comment no longer exists. */
        async update(id, body, signal) {
            const route = `PATCH ${path}/comments/{comment_id}`;
            const parameters = { comment_id: id, body };
            const response = await unlessMissing(client.request(route, parameters, listedComment, signal));
            return response && stored(response.data);
        },
        /** Deletes a comment, if it still exists. */
        async remove(id, signal) {
            const route = `DELETE ${path}/comments/{comment_id}`;
            await unlessMissing(client.request(route, { comment_id: id }, schemas/* unknown */.L5J(), signal));
        },
    };
}
function stored({ id, body = '', html_url }) {
    return { id, body, url: html_url };
}
/** @returns undefined for a 404: anyone may delete a comment at any moment. */
async function unlessMissing(request) {
    return request.catch((error) => {
        if ((0,request_error/* httpStatusOf */.s_)(error) !== 404)
            throw error;
        return undefined;
    });
}
/**
 * Makes what decides whether a comment is ours: anyone may write one that begins with our mark. GitHub is asked who the
 * token belongs to only if the author leaves it open, and once.
 */
function authorCheck(client, apiUrl) {
    // GitHub Enterprise Server has GraphQL beside the REST API.
    const baseUrl = apiUrl.replace(/\/api\/v3\/?$/, '/api');
    const query = { baseUrl, query: '{ viewer { login } }' };
    const appLogin = onceAnswered(async (signal) => {
        const { data } = await client.request('POST /graphql', query, viewerAnswer, signal, true);
        return data.data?.viewer.login;
    });
    const userLogin = onceAnswered(async (signal) => (await client.request('GET /user', {}, account, signal)).data.login);
    return async ({ user }, signal) => {
        // GitHub always names a user, or null for a deleted one; without the field there is nobody to confuse us with.
        if (user === undefined)
            return true;
        if (user === null)
            return false;
        if (user.login === actionsBot)
            return true;
        const isApp = user.type === 'Bot' || user.login.endsWith('[bot]');
        return user.login === (await (isApp ? appLogin(signal) : userLogin(signal)));
    };
}
/** Keeps the first answer. A refusal is one as well: the token belongs to nobody of the kind that was asked for. */
function onceAnswered(ask) {
    let answer;
    return async (signal) => {
        answer ??= {
            login: await ask(signal).catch((error) => {
                const isRefusal = [403, 404].includes((0,request_error/* httpStatusOf */.s_)(error) ?? 0) && !(0,github_refusal/* isRateLimit */.a5)(error);
                if (!isRefusal)
                    throw error;
                return undefined;
            }),
        };
        return answer.login;
    };
}

;// CONCATENATED MODULE: ./build/src/github/pull-request-store.js


const head = schemas/* object */.Ikc({
    sha: schemas/* string */.YjP(),
    ref: schemas/* string */.YjP(),
    /** Null if the fork was deleted. */
    repo: schemas/* object */.Ikc({ full_name: schemas/* string */.YjP() }).nullish(),
});
const pull = schemas/* object */.Ikc({ head, merge_commit_sha: schemas/* string */.YjP().nullish() });
const listedPulls = schemas/* array */.YOg(schemas/* object */.Ikc({
    number: schemas/* int */.Whr().positive(),
    /** `repo` is null if the fork was deleted. */
    head: head.extend({ repo: schemas/* object */.Ikc({ full_name: schemas/* string */.YjP() }).nullish() }),
}))
    .transform((list) => list.map((each) => ({ ...each, id: each.number })));
/** The pull requests of the repository. Each operation throws what GitHub answers. */
function pullRequestStore(client) {
    const route = 'GET /repos/{owner}/{repo}/pulls';
    return {
        async pullRequestHead(pullNumber, signal) {
            const { data } = await client.request(`${route}/{pull_number}`, { pull_number: pullNumber }, pull, signal);
            const { sha, ref, repo } = data.head;
            return { sha, ref, repository: repo?.full_name, mergeSha: data.merge_commit_sha ?? undefined };
        },
        /** Open pull requests, the newest first, page by page. @param from only those from this branch, `owner:branch`. */
        openPulls(from, signal) {
            const filter = { state: 'open', ...(from === undefined ? {} : { head: from }) };
            return listPages(client, route, filter, listedPulls, signal);
        },
    };
}

;// CONCATENATED MODULE: ./build/src/github/run-artifact-store.js


const listedArtifact = schemas/* object */.Ikc({ id: schemas/* int */.Whr(), name: schemas/* string */.YjP(), expired: schemas/* boolean */.zMY() });
const listedArtifacts = schemas/* object */.Ikc({ artifacts: schemas/* array */.YOg(listedArtifact) }).transform((list) => list.artifacts);
/** The artifacts of any workflow run of the repository, with the token. Each operation throws what GitHub answers. */
function runArtifactStore(client) {
    const path = '/repos/{owner}/{repo}/actions';
    return {
        /** The artifacts of all attempts of a run. */
        async list(runId, signal) {
            const route = `GET ${path}/runs/{run_id}/artifacts`;
            const found = [];
            for await (const page of listPages(client, route, { run_id: runId }, listedArtifacts, signal)) {
                found.push(...page);
            }
            return found;
        },
        /**
         * Downloads the zip archive of an artifact. Its signed address gets no token and appears in no message.
         * @throws also if it has more than `maxBytes`.
         */
        async download(artifactId, maxBytes, signal) {
            const route = `GET ${path}/artifacts/{artifact_id}/zip`;
            return client.download(route, { artifact_id: artifactId }, maxBytes, signal);
        },
    };
}

;// CONCATENATED MODULE: ./build/src/github/github.js





/**
 * Connects to GitHub's API; nothing is requested yet.
 * @param apiUrl root of the API, which differs on GitHub Enterprise Server.
 */
function connectGitHub(token, apiUrl, repository) {
    const client = openOctokit(token, apiUrl, repository);
    return {
        comments: commentStore(client, apiUrl),
        checks: checkRunStore(client),
        pullRequests: pullRequestStore(client),
        runArtifacts: runArtifactStore(client),
    };
}


/***/ })

};
