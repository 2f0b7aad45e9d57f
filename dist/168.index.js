export const id = 168;
export const ids = [168];
export const modules = {

/***/ 4168:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  connectGitHub: () => (/* binding */ connectGitHub)
});

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 5 modules
var schemas = __webpack_require__(2047);
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
// EXTERNAL MODULE: ./build/src/github/deadline.js
var github_deadline = __webpack_require__(4962);
// EXTERNAL MODULE: ./build/src/github/request-error.js
var request_error = __webpack_require__(6271);
// EXTERNAL MODULE: ./build/src/common/errors.js
var errors = __webpack_require__(4560);
// EXTERNAL MODULE: ./build/src/common/json.js
var json = __webpack_require__(1225);
// EXTERNAL MODULE: ./build/src/common/read-body.js
var read_body = __webpack_require__(3020);
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








/** More than a hundred comments of the maximum length, decoded. */
const maxBytes = 32 * 1024 * 1024;
const maxRedirects = 3;
const maxQuotedCharacters = 100;
const maxMessageCharacters = 300;
/**
 * Makes the fetch of one request to GitHub, which octokit calls for each attempt. octokit itself would take a body that is
 * cut off or no JSON for another value, and follow redirects to anywhere.
 * @param accept takes the parsed JSON of a success; false: GitHub would never answer that.
 * @returns a function that rejects with a GitHubRequestError. Its responses hold an error's message, and nothing else.
 */
function validatedFetch(fetchOnce, deadline, accept) {
    return async (url, init) => {
        const method = init.method ?? 'GET';
        const response = await fetchInTime(fetchOnce, url, init, deadline);
        const { status, headers, text } = response;
        if (status >= 400)
            return refusal(response, deadline);
        if (status > 299 || !accept((0,json/* jsonOrNothing */.d)(text))) {
            const what = `answered ${status} with an unexpected body: ${quote(text)}`;
            throw new request_error/* GitHubRequestError */.vK(method, url, what, true);
        }
        const link = headers.get('link');
        return new undici.Response(null, { status: 204, headers: link === null ? {} : { link } });
    };
}
/** Sends a request, within the time for one attempt and before the deadline. */
async function fetchInTime(fetchOnce, url, init, deadline) {
    const method = init.method ?? 'GET';
    if (deadline.aborted)
        throw deadlineError(method, url, deadline);
    const limitMs = (0,github_deadline/* attemptLimitMs */.nT)(deadline);
    const tooLong = AbortSignal.timeout(limitMs);
    try {
        return await followRedirects(fetchOnce, url, { ...init, signal: AbortSignal.any([tooLong, deadline]) });
    }
    catch (error) {
        if (error instanceof request_error/* GitHubRequestError */.vK)
            throw error;
        if (deadline.aborted)
            throw deadlineError(method, url, deadline);
        if (tooLong.aborted) {
            const what = `got no response within ${limitMs / 1000} s`;
            throw new request_error/* GitHubRequestError */.vK(method, url, what, true, error);
        }
        const what = `got no complete response (${errorCode(error)})`;
        throw new request_error/* GitHubRequestError */.vK(method, url, what, true, error);
    }
}
/** The error of a request that its deadline has ended. */
function deadlineError(method, url, deadline) {
    const { reason } = deadline;
    const why = (0,errors/* messageOf */.b)(reason);
    return new request_error/* GitHubRequestError */.vK(method, url, `got no response: ${why}`, false, reason);
}
/** Follows redirects of a GET within its origin: the token must not leave it. */
async function followRedirects(fetchOnce, url, init) {
    const method = init.method ?? 'GET';
    let current = url;
    for (let redirects = 0;; redirects += 1) {
        const response = await fetchOnce(current, { ...init, redirect: 'manual' });
        const { status, headers } = response;
        const location = status > 299 && status < 400 ? headers.get('location') : null;
        if (location === null)
            return { status, headers, text: await readText(response, method, url) };
        await response.body?.cancel();
        const next = URL.parse(location, current);
        const inside = next?.origin === new URL(current).origin && next.username === '' && next.password === '';
        if (redirects === maxRedirects || next === null || !inside || method !== 'GET') {
            const where = redirects === maxRedirects ? 'in a loop' : `to ${next?.origin ?? 'an invalid URL'}`;
            const what = `answered ${status} with a redirect ${where}, which is not followed. Has the repository been renamed, or is GITHUB_API_URL wrong?`;
            throw new request_error/* GitHubRequestError */.vK(method, url, what, false);
        }
        current = next.href;
    }
}
async function readText({ body }, method, url) {
    const bytes = await (0,read_body/* readBody */.x)(body, maxBytes);
    if (bytes === undefined) {
        const what = `answered with more than ${maxBytes / 1024 / 1024} MiB`;
        throw new request_error/* GitHubRequestError */.vK(method, url, what, true);
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}
const errorBody = schemas/* object */.Ikc({
    message: schemas/* string */.YjP(),
    errors: schemas/* array */.YOg(schemas/* union */.KCZ([schemas/* string */.YjP(), schemas/* object */.Ikc({ message: schemas/* string */.YjP() })])).optional(),
});
/** A refusal with GitHub's message alone: octokit would show the whole body. */
function refusal({ status, headers, text }, deadline) {
    const body = errorBody.safeParse((0,json/* jsonOrNothing */.d)(text)).data;
    const errors = (body?.errors ?? []).map((each) => (typeof each === 'string' ? each : each.message));
    const message = body === undefined
        ? `GitHub answered ${status}: ${quote(text)}`
        : shorten([body.message, ...errors].join(': '), maxMessageCharacters);
    // GitHub asks for a minute if it names no time, which is all the time that there ever is.
    const limit = rateLimitHeaders(status, headers, text, (0,github_deadline/* timeLeftMs */.bB)(deadline) / 4000);
    // Response allows no greater status.
    return undici.Response.json({ message }, { status: Math.min(status, 599), headers: limit });
}
function quote(text) {
    return shorten(text.slice(0, 1000), maxQuotedCharacters) || 'an empty body';
}
function shorten(text, characters) {
    const line = text.replace(/\s+/g, ' ').trim();
    return line.length > characters ? `${line.slice(0, characters)}…` : line;
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








/** A request is repeated this often. */
const maxRetries = 3;
/** The pause before the first repetition, in ms; the plugin multiplies it by 4 and 9 before the next ones. */
const backoffMs = 150;
/** Connects to GitHub's API; nothing is requested yet. @param apiUrl root of the API. */
function openOctokit(token, apiUrl) {
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
    return {
        fetchOnce: proxied,
        async request(route, parameters, schema, deadline, { repeatable, fetchOnce = proxied } = {}) {
            const { method, url } = octokit.request.endpoint(route, parameters);
            if (deadline.aborted)
                throw deadlineError(method, url, deadline);
            const received = {};
            const attempt = validatedFetch(fetchOnce, deadline, (json) => {
                const parsed = schema.safeParse(json);
                if (parsed.success)
                    received.data = parsed.data;
                return parsed.success;
            });
            const request = {
                ...{ fetch: attempt, deadline },
                // A number of its own would make the plugin repeat refusals as well.
                ...((repeatable ?? method !== 'POST') ? {} : { retries: 0 }),
            };
            const sent = octokit.request(route, { ...parameters, request });
            const { headers } = await untilDeadline(sent, method, url, deadline).catch(throwCause);
            if (!('data' in received))
                throw new Error(`${route} was never sent`);
            return { data: received.data, link: headers.link };
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
        const { data, link } = await client.request(route, { ...parameters, page, per_page: perPage }, schema, deadline);
        const fresh = data.filter(({ id }) => !seen.has(id));
        for (const { id } of fresh)
            seen.add(id);
        yield fresh;
        if (fresh.length === 0 || !/rel="?next"?/.test(link ?? ''))
            return;
    }
    throw new Error(`${route} lists more than ${perPage * maxPages} items`);
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
/** Ends a wait of octokit's, which knows no signal there. */
async function untilDeadline(sent, method, url, deadline) {
    const { promise, reject } = Promise.withResolvers();
    const end = () => reject(deadlineError(method, url, deadline));
    deadline.addEventListener('abort', end, { once: true });
    try {
        return await Promise.race([sent, promise]);
    }
    finally {
        deadline.removeEventListener('abort', end);
    }
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
});
const listedRuns = schemas/* object */.Ikc({ check_runs: schemas/* array */.YOg(checkRun) }).transform((list) => list.check_runs);
/** Makes the operations. */
function checkRunStore(client, repository) {
    const path = '/repos/{owner}/{repo}/check-runs';
    async function find({ sha, name, externalId }, signal) {
        // `all`: also those of earlier attempts, which a later one of the same name hides otherwise.
        const list = { ...repository, ref: sha, check_name: name, filter: 'all' };
        const route = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs';
        const pages = listPages(client, route, list, listedRuns, signal);
        for await (const page of pages) {
            const found = page.find(({ external_id }) => external_id === externalId);
            if (found !== undefined)
                return stored(found);
        }
        return undefined;
    }
    /** A create whose answer is lost may have been carried out: it is looked for before it is sent again. */
    async function create(identity, detailsUrl, signal, end) {
        const parameters = {
            ...repository,
            head_sha: identity.sha,
            name: identity.name,
            external_id: identity.externalId,
            ...(detailsUrl === undefined ? {} : { details_url: detailsUrl }),
            ...(end === undefined ? { status: 'in_progress' } : ended(end)),
        };
        const send = async () => stored((await client.request(`POST ${path}`, parameters, checkRun, signal)).data);
        return send().catch(async (error) => {
            if (!(0,request_error/* mayBeDone */.VH)(error))
                throw error;
            return (await find(identity, signal)) ?? send();
        });
    }
    /** Annotations are added each time: whether they have arrived is looked up before they are sent again. */
    async function update(identity, check, end, signal) {
        const annotationCount = check.annotationCount + end.annotations.length;
        const parameters = { ...repository, check_run_id: check.id, ...ended(end) };
        const options = { repeatable: end.annotations.length === 0 };
        const route = `PATCH ${path}/{check_run_id}`;
        const send = async () => ({
            ...stored((await client.request(route, parameters, checkRun, signal, options)).data),
            annotationCount,
        });
        return send().catch(async (error) => {
            if (!(0,request_error/* mayBeDone */.VH)(error))
                throw error;
            const now = await find(identity, signal);
            return now?.completed === true && now.annotationCount >= annotationCount ? now : send();
        });
    }
    async function endInBatches({ identity, detailsUrl, begun }, end, signal) {
        const [first = end, ...more] = batches(end);
        const existing = begun === 'unknown' ? await find(identity, signal) : begun;
        const opened = existing ?? (await create(identity, detailsUrl, signal, first));
        const isEnded = existing === undefined && opened.completed;
        let last = isEnded ? opened : await update(identity, opened, first, signal);
        for (const next of more) {
            // It has ended already: annotations that cannot be added are only not counted.
            const added = await update(identity, last, next, signal).catch(() => undefined);
            if (added === undefined)
                break;
            last = added;
        }
        return { url: last.url, annotationCount: last.annotationCount };
    }
    return {
        find,
        create: (identity, detailsUrl, signal) => create(identity, detailsUrl, signal),
        async end(ending, end, signal) {
            return endInBatches(ending, end, signal).catch((error) => {
                if ((0,request_error/* httpStatusOf */.s_)(error) !== 422 || end.annotations.length === 0)
                    throw error;
                return endInBatches(ending, { ...end, annotations: [] }, signal);
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
function ended({ conclusion, output, annotations }) {
    const { title, summary, text } = output;
    return {
        status: 'completed',
        conclusion,
        output: {
            title,
            summary,
            ...(text === '' ? {} : { text }),
            ...(annotations.length === 0 ? {} : { annotations: annotations.map(toGitHub) }),
        },
    };
}
function toGitHub({ level, file, line, title, message }) {
    const annotation_level = level === 'error' ? 'failure' : 'warning';
    return { path: file, start_line: line, end_line: line, annotation_level, title, message };
}
function stored({ id, html_url, external_id, status, output }) {
    return {
        id,
        url: html_url ?? undefined,
        externalId: external_id ?? '',
        completed: status === 'completed',
        annotationCount: output?.annotations_count ?? 0,
    };
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
/** @param apiUrl root of the API. */
function commentStore(client, apiUrl, repository) {
    const isOurs = authorCheck(client, apiUrl);
    const path = '/repos/{owner}/{repo}/issues';
    async function* ours(issueNumber, isMarked, signal) {
        const parameters = { ...repository, issue_number: issueNumber };
        const route = `GET ${path}/{issue_number}/comments`;
        const list = listPages(client, route, parameters, schemas/* array */.YOg(listedComment), signal);
        for await (const page of list) {
            for (const comment of page) {
                if (isMarked(comment.body ?? '') && (await isOurs(comment, signal)))
                    yield comment_store_stored(comment);
            }
        }
    }
    async function find(issueNumber, isMarked, signal) {
        for await (const comment of ours(issueNumber, isMarked, signal))
            return comment;
        return undefined;
    }
    return {
        find,
        async findAll(issueNumber, isMarked, signal) {
            const found = [];
            for await (const comment of ours(issueNumber, isMarked, signal))
                found.push(comment);
            return found.sort((a, b) => a.id - b.id);
        },
        async create(issueNumber, body, signal) {
            const parameters = { ...repository, issue_number: issueNumber, body };
            const route = `POST ${path}/{issue_number}/comments`;
            const send = async () => comment_store_stored((await client.request(route, parameters, listedComment, signal)).data);
            return send().catch(async (error) => {
                if (!(0,request_error/* mayBeDone */.VH)(error))
                    throw error;
                return (await find(issueNumber, (each) => each === body, signal)) ?? send();
            });
        },
        async update(id, body, signal) {
            const parameters = { ...repository, comment_id: id, body };
            const route = `PATCH ${path}/comments/{comment_id}`;
            const response = await unlessMissing(client.request(route, parameters, listedComment, signal));
            return response && comment_store_stored(response.data);
        },
        async remove(id, signal) {
            const route = `DELETE ${path}/comments/{comment_id}`;
            await unlessMissing(client.request(route, { ...repository, comment_id: id }, schemas/* unknown */.L5J(), signal));
        },
    };
}
function comment_store_stored({ id, body = '', html_url }) {
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
        const options = { repeatable: true };
        const { data } = await client.request('POST /graphql', query, viewerAnswer, signal, options);
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


const head = schemas/* object */.Ikc({ sha: schemas/* string */.YjP(), ref: schemas/* string */.YjP() });
const pull = schemas/* object */.Ikc({ head, merge_commit_sha: schemas/* string */.YjP().nullish() });
const listedPull = schemas/* object */.Ikc({
    number: schemas/* int */.Whr().positive(),
    head: head.extend({ repo: schemas/* object */.Ikc({ full_name: schemas/* string */.YjP() }).nullish() }),
});
const listedPulls = schemas/* array */.YOg(listedPull)
    .transform((list) => list.map((each) => ({ ...each, id: each.number })));
/** Makes the operations. */
function pullRequestStore(client, repository) {
    return {
        async pullRequestHead(pullNumber, signal) {
            const parameters = { ...repository, pull_number: pullNumber };
            const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}';
            const { data } = await client.request(route, parameters, pull, signal);
            return { ...data.head, mergeSha: data.merge_commit_sha ?? undefined };
        },
        openPulls(from, signal) {
            const filter = { state: 'open', ...(from === undefined ? {} : { head: from }) };
            const route = 'GET /repos/{owner}/{repo}/pulls';
            return listPages(client, route, { ...repository, ...filter }, listedPulls, signal);
        },
    };
}

;// CONCATENATED MODULE: ./build/src/github/run-artifact-store.js





const listedArtifact = schemas/* object */.Ikc({ id: schemas/* int */.Whr(), name: schemas/* string */.YjP(), expired: schemas/* boolean */.zMY() });
const listedArtifacts = schemas/* object */.Ikc({ artifacts: schemas/* array */.YOg(listedArtifact) }).transform((list) => list.artifacts);
/** Makes the operations. */
function runArtifactStore(client, repository) {
    const path = '/repos/{owner}/{repo}/actions';
    return {
        async list(runId, signal) {
            const route = `GET ${path}/runs/{run_id}/artifacts`;
            const parameters = { ...repository, run_id: runId };
            const found = [];
            for await (const page of listPages(client, route, parameters, listedArtifacts, signal)) {
                found.push(...page);
            }
            return found;
        },
        async download(artifactId, maxBytes, signal) {
            const route = `GET ${path}/artifacts/{artifact_id}/zip`;
            const parameters = { ...repository, artifact_id: artifactId };
            let archive = Buffer.alloc(0);
            const fetchOnce = archiveFetch(client.fetchOnce, maxBytes, (content) => {
                archive = content;
            });
            await client.request(route, parameters, schemas/* object */.Ikc({}), signal, { fetchOnce });
            return archive;
        },
    };
}
/**
 * Makes a fetch of one attempt: GitHub answers with a redirect to another host, whose signed address expires after a minute.
 * It is requested without the token, and appears in no message.
 * @param onContent takes the archive; the response then is an empty object.
 */
function archiveFetch(fetchOnce, maxBytes, onContent) {
    return async (url, init) => {
        const redirect = await fetchOnce(url, init);
        const location = redirect.headers.get('location');
        if (redirect.status !== 302 || location === null)
            return redirect;
        await redirect.body?.cancel();
        const next = URL.parse(location, url);
        const isWeb = next?.protocol === 'https:' || next?.protocol === new URL(url).protocol;
        if (next === null || !isWeb)
            throw new request_error/* GitHubRequestError */.vK('GET', url, 'redirects to no web address', false);
        const failed = (what, transient) => new request_error/* GitHubRequestError */.vK('GET', url, `redirects to ${next.host}, which answered ${what}`, transient);
        const response = await fetchOnce(next.href, { redirect: 'manual', signal: init.signal ?? null });
        const { status } = response;
        if (status !== 200) {
            await response.body?.cancel();
            throw failed(`${status}`, status === 408 || status === 429 || status >= 500);
        }
        const content = await (0,read_body/* readBody */.x)(response.body, maxBytes);
        if (content === undefined)
            throw failed(`with more than ${maxBytes} bytes`, false);
        onContent(content);
        return undici.Response.json({});
    };
}

;// CONCATENATED MODULE: ./build/src/github/github.js





/**
 * Connects to GitHub's API; nothing is requested yet.
 * @param apiUrl root of the API, which differs on GitHub Enterprise Server.
 */
function connectGitHub(token, apiUrl, repository) {
    const client = openOctokit(token, apiUrl);
    return {
        comments: commentStore(client, apiUrl, repository),
        checks: checkRunStore(client, repository),
        pullRequests: pullRequestStore(client, repository),
        runArtifacts: runArtifactStore(client, repository),
    };
}


/***/ })

};
