export const id = 544;
export const ids = [544];
export const modules = {

/***/ 3544:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  connectGitHub: () => (/* binding */ connectGitHub)
});

// EXTERNAL MODULE: ./node_modules/@actions/github/lib/github.js + 22 modules
var github = __webpack_require__(2413);
// EXTERNAL MODULE: ./node_modules/undici/index.js
var undici = __webpack_require__(6752);
;// CONCATENATED MODULE: ./build/src/publish/github/github-failure.js
/** A request to GitHub that got no usable answer: GitHub may have done what was asked. */
class GitHubFailure extends Error {
    transient;
    neverSent;
    /** @param what what happened, after the request's method and path. */
    constructor(method, url, what, facts) {
        super(`${method} ${new URL(url).pathname} ${what}`, { cause: facts.cause });
        this.name = 'GitHubFailure';
        this.transient = facts.transient;
        this.neverSent = facts.neverSent ?? false;
    }
}

// EXTERNAL MODULE: ./build/src/publish/github/patience.js
var github_patience = __webpack_require__(8086);
;// CONCATENATED MODULE: ./build/src/publish/github/asked-to-wait.js
/**
 * How long GitHub asks to wait before the next request.
 * @returns in ms; `untold` where it is a limit without a time, undefined where the answer is no limit.
 */
function askedToWait({ status, headers, text }) {
    if (status !== 429 && status !== 403 && status !== 503)
        return undefined;
    const now = serverNow(headers);
    const told = retryAfter(headers.get('retry-after')?.trim() ?? '', now);
    if (told !== undefined)
        return told;
    if (status === 503)
        return undefined;
    if (headers.get('x-ratelimit-remaining') === '0') {
        const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN) * 1000;
        // A second more: the clocks only tell whole ones.
        return Number.isNaN(reset) ? 'untold' : Math.max(0, reset - now.getTime() + 1000);
    }
    // Some limits of a 403 are told by its words alone.
    return status === 429 || /secondary rate limit/i.test(text) ? 'untold' : undefined;
}
/** Seconds, or a date of GitHub's own clock; undefined where it is neither. */
function retryAfter(told, now) {
    if (/^\d+$/.test(told))
        return Number(told) * 1000;
    const until = told.endsWith(' GMT') ? Date.parse(told) : Number.NaN;
    return Number.isNaN(until) ? undefined : Math.max(0, until - now.getTime());
}
/** GitHub's own clock; this machine's may be wrong. */
function serverNow(headers) {
    const date = new Date(headers.get('date') ?? '');
    return Number.isNaN(date.getTime()) ? new Date() : date;
}

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 5 modules
var schemas = __webpack_require__(2047);
// EXTERNAL MODULE: ./build/src/contract/json-or-nothing.js
var json_or_nothing = __webpack_require__(3772);
;// CONCATENATED MODULE: ./build/src/publish/github/clean-answer.js




const quotedCharacters = 100;
/** What of an answer GitHub's client needs besides its body. */
const keptHeaders = ['link'];
/**
 * Reads a success through its schema. GitHub's own client takes an answer that it can't read for an empty or another one.
 * @param schema `undefined`: the body does not matter.
 * @returns an answer without anything that the schema does not name.
 * @throws GitHubFailure
 */
function readSuccess({ status, headers, text }, schema, method, url) {
    const what = `answered ${status} with what GitHub never says: ${quote(text)}`;
    if (status > 299)
        throw new GitHubFailure(method, url, what, { transient: true });
    if (schema === undefined)
        return new undici.Response(null, { status: 204 });
    const parsed = schema.safeParse((0,json_or_nothing/* jsonOrNothing */.d)(text));
    if (!parsed.success)
        throw new GitHubFailure(method, url, what, { transient: true });
    const kept = keptHeaders.flatMap((name) => {
        const value = headers.get(name);
        return value === null ? [] : [[name, value]];
    });
    return undici.Response.json(parsed.data, { status: 200, headers: Object.fromEntries(kept) });
}
const refusal = schemas/* object */.Ikc({
    message: schemas/* string */.YjP(),
    errors: schemas/* array */.YOg(schemas/* union */.KCZ([schemas/* string */.YjP(), schemas/* object */.Ikc({ message: schemas/* string */.YjP() })])).optional(),
});
/** A refusal with GitHub's own words alone: its client would show the whole body. */
function readRefusal({ status, text }) {
    const told = refusal.safeParse((0,json_or_nothing/* jsonOrNothing */.d)(text)).data;
    const words = [told?.message, ...(told?.errors ?? []).map(messageOf)].filter((each) => each !== undefined);
    const message = told === undefined ? `GitHub answered ${status}: ${quote(text)}` : clean_answer_short(words.join(': '), 300);
    // The greatest that can be handed on.
    return undici.Response.json({ message }, { status: Math.min(status, 599) });
}
function messageOf(error) {
    return typeof error === 'string' ? error : error.message;
}
function quote(text) {
    const line = clean_answer_short(text.slice(0, 1000), quotedCharacters);
    return line === '' ? 'an empty body' : line;
}
function clean_answer_short(text, characters) {
    const line = text.replace(/\s+/g, ' ').trim();
    return line.length > characters ? `${line.slice(0, characters)}…` : line;
}

;// CONCATENATED MODULE: ./build/src/publish/github/whole-answer.js

/** More than a hundred comments of the greatest length, decoded. */
const maxBytes = 32 * 1024 * 1024;
const maxRedirects = 3;
/** With these nothing has left this machine. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);
/**
 * Sends a request once, follows redirects of a GET within its origin, and reads the body.
 * @throws GitHubFailure, or the reason of the request's signal.
 */
async function askOnce(fetchOnce, url, init) {
    const method = init.method ?? 'GET';
    try {
        let current = url;
        for (let redirects = 0;; redirects += 1) {
            const response = await fetchOnce(current, { ...init, redirect: 'manual' });
            const { status, headers } = response;
            const location = status > 299 && status < 400 ? headers.get('location') : null;
            if (location === null)
                return { status, headers, text: await textOf(response, method, url) };
            await response.body?.cancel();
            if (redirects === maxRedirects)
                throw redirected(method, url, 'in a loop', status);
            current = nextUrl(location, current, method, status);
        }
    }
    catch (error) {
        if (error instanceof GitHubFailure)
            throw error;
        if (init.signal?.aborted)
            throw init.signal.reason;
        const code = codeOf(error);
        throw new GitHubFailure(method, url, `got no whole answer (${code})`, {
            transient: true,
            neverSent: neverSent.has(code),
            cause: error,
        });
    }
}
/** The token stays with its origin, and only what asks is sent on. */
function nextUrl(location, current, method, status) {
    const next = URL.parse(location, current);
    const within = next !== null && next.origin === new URL(current).origin && next.username === '' && next.password === '';
    if (within && method === 'GET')
        return next.href;
    throw redirected(method, current, `to ${next?.origin ?? 'no valid URL'}`, status);
}
function redirected(method, url, where, status) {
    const what = `answered ${status} with a redirect ${where}, which is not followed. Has the repository been renamed, or is GITHUB_API_URL wrong?`;
    return new GitHubFailure(method, url, what, { transient: false });
}
async function textOf({ body }, method, url) {
    // Other bytes than UTF-8 are no text of GitHub's.
    const decoder = new TextDecoder('utf-8', { fatal: true });
    if (body === null)
        return '';
    const chunks = [];
    let size = 0;
    for await (const chunk of body) {
        size += chunk.byteLength;
        if (size > maxBytes) {
            const what = `answered with more than ${maxBytes / 1024 / 1024} MiB`;
            throw new GitHubFailure(method, url, what, { transient: true });
        }
        chunks.push(chunk);
    }
    return decoder.decode(Buffer.concat(chunks));
}
/** The system's code, such as ECONNREFUSED; where there is none, the words of the innermost cause. */
function codeOf(error) {
    let told = String(error);
    for (let cause = error; cause instanceof Error; cause = cause.cause) {
        told = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message || told;
    }
    return told;
}

;// CONCATENATED MODULE: ./build/src/publish/github/patient-fetch.js




/** A request is sent so often at most. */
const attempts = 4;
/** The pause before the second attempt, in ms; it doubles. */
const pauseMs = 250;
/** Sent twice, these do what they do once. A create does not: it is looked for before it is sent again. */
const repeatable = new Set(['GET', 'PATCH', 'DELETE']);
/**
 * Makes a fetch for requests that are answered with what `schema` allows. It waits where GitHub limits requests, as long
 * as GitHub says, and repeats what failed on the way or can't be read. It rejects with a GitHubFailure.
 * @param schema `undefined`: the body does not matter.
 * @param mayRepeat whether it does no harm to do it twice; where that is not said, its method tells.
 */
function patientFetch(fetchOnce, patience, schema, mayRepeat) {
    return async (url, init) => {
        const harmless = mayRepeat ?? repeatable.has(init.method ?? 'GET');
        for (let attempt = 1;; attempt += 1) {
            const { end, again, askedMs } = await tryOnce(fetchOnce, patience, schema, url, init);
            const useful = again === 'safe' || (again === 'perhaps' && harmless);
            if (!useful || attempt === attempts)
                return end();
            if (!(await patience.pause(pauseBefore(attempt, askedMs, patience))))
                return end();
        }
    };
}
function pauseBefore(attempt, askedMs, patience) {
    // GitHub wants a minute then, which is all there ever is.
    if (askedMs === 'untold')
        return patience.leftMs() / 4;
    // Not all jobs come back at the same moment.
    return askedMs ?? pauseMs * 2 ** (attempt - 1) * (0.5 + Math.random());
}
async function tryOnce(fetchOnce, patience, schema, url, init) {
    const method = init.method ?? 'GET';
    try {
        const answer = await askInTime(fetchOnce, patience, url, init);
        const askedMs = askedToWait(answer);
        if (answer.status >= 400) {
            const again = askedMs !== undefined ? 'safe' : passes(answer.status) ? 'perhaps' : 'no';
            return { end: () => readRefusal(answer), again, askedMs };
        }
        const response = readSuccess(answer, schema, method, url);
        return { end: () => response, again: 'no' };
    }
    catch (error) {
        const failure = error instanceof GitHubFailure ? error : undefined;
        const again = failure?.neverSent === true ? 'safe' : failure?.transient === true ? 'perhaps' : 'no';
        const end = () => {
            throw error;
        };
        return { end, again };
    }
}
/** What GitHub does not mean for good; a list of comments has nothing that could be in conflict. */
function passes(status) {
    return status === 408 || status === 409 || status >= 500;
}
/** One attempt, in the time for one and in that for all. */
async function askInTime(fetchOnce, patience, url, init) {
    const method = init.method ?? 'GET';
    const { attemptMs, signal: over } = patience;
    const tooLong = AbortSignal.timeout(attemptMs);
    try {
        return await askOnce(fetchOnce, url, { ...init, signal: AbortSignal.any([tooLong, over]) });
    }
    catch (error) {
        if (error instanceof GitHubFailure)
            throw error;
        const what = over.aborted
            ? `has no answer, and ${patient_fetch_messageOf(over.reason)}`
            : `got no answer within ${attemptMs / 1000} s`;
        throw new GitHubFailure(method, url, what, { transient: !over.aborted, cause: error });
    }
}
function patient_fetch_messageOf(error) {
    return error instanceof Error ? error.message : String(error);
}

;// CONCATENATED MODULE: ./build/src/publish/github/asking.js





/** Makes it; see `connectGitHub`. */
function openAsking(token, apiUrl, repository, cancel, patienceMs) {
    const dispatcher = new undici.EnvHttpProxyAgent();
    const patience = new github_patience/* Patience */.i3(patienceMs, cancel);
    const fetchOnce = (url, init) => (0,undici.fetch)(url, { ...init, dispatcher });
    return {
        octokit: (0,github/* getOctokit */.Q)(token, { baseUrl: apiUrl }),
        repository,
        patience,
        fetchOnce,
        reading: (schema, { mayRepeat, send = fetchOnce } = {}) => ({
            request: { fetch: patientFetch(send, patience, schema, mayRepeat) },
        }),
    };
}
/** GitHub's client gives our own error, which has no status, the status 500. */
async function plain(call) {
    return call.catch((error) => {
        throw error instanceof Error && error.cause instanceof GitHubFailure ? error.cause : error;
    });
}

// EXTERNAL MODULE: ./build/src/publish/github/paged.js
var paged = __webpack_require__(2604);
;// CONCATENATED MODULE: ./build/src/publish/github/check-runs.js



const checkRun = schemas/* object */.Ikc({
    id: schemas/* int */.Whr(),
    html_url: schemas/* string */.YjP().nullish(),
    external_id: schemas/* string */.YjP().nullish(),
    status: schemas/* string */.YjP(),
    output: schemas/* object */.Ikc({ annotations_count: schemas/* int */.Whr() }).optional(),
});
const listed = schemas/* object */.Ikc({ check_runs: schemas/* array */.YOg(checkRun) });
/** Makes the calls that are about check runs. */
function checkRuns({ octokit, repository, reading }) {
    const { checks } = octokit.rest;
    return {
        async createCheck({ sha, name, externalId }, detailsUrl, end) {
            const check = {
                ...repository,
                head_sha: sha,
                name,
                external_id: externalId,
                ...(detailsUrl === undefined ? {} : { details_url: detailsUrl }),
                ...(end === undefined ? { status: 'in_progress' } : ended(end)),
                ...reading(checkRun),
            };
            return stored((await plain(checks.create(check))).data);
        },
        async updateCheck(id, end) {
            // Annotations would be added twice.
            const how = { mayRepeat: end.annotations.length === 0 };
            const check = { ...repository, check_run_id: id, ...ended(end), ...reading(checkRun, how) };
            return stored((await plain(checks.update(check))).data);
        },
        listChecks: (sha, name) => (0,paged/* paged */.IO)((most) => `The commit has more than ${most} check runs with the name ${name}`, async (page) => {
            // Those of earlier attempts, too: a later one of the same name hides them otherwise.
            const list = { ...repository, ref: sha, check_name: name, filter: 'all', ...page };
            const { data, headers } = await plain(checks.listForRef({ ...list, ...reading(listed) }));
            return { items: data.check_runs.map(stored), link: headers.link };
        }),
    };
}
function ended({ conclusion, output, annotations }) {
    return {
        status: 'completed',
        conclusion,
        output: {
            title: output.title,
            summary: output.summary,
            ...(output.text === '' ? {} : { text: output.text }),
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
        annotations: output?.annotations_count ?? 0,
    };
}

// EXTERNAL MODULE: ./build/src/publish/http-status.js
var http_status = __webpack_require__(436);
;// CONCATENATED MODULE: ./build/src/publish/github/comments.js




const account = schemas/* looseObject */._H3({ login: schemas/* string */.YjP() });
const comment = schemas/* object */.Ikc({
    id: schemas/* int */.Whr(),
    body: schemas/* string */.YjP().optional(),
    html_url: schemas/* string */.YjP(),
    user: account.nullish(),
});
const viewer = schemas/* object */.Ikc({ viewer: schemas/* object */.Ikc({ login: schemas/* string */.YjP() }) });
/** Makes the calls that are about the comments of pull requests, and about who writes them. */
function comments({ octokit, repository, reading }) {
    const { issues, users } = octokit.rest;
    return {
        listComments: (issueNumber) => (0,paged/* paged */.IO)((most) => `The pull request has more than ${most} comments`, async (page) => {
            const list = { ...repository, issue_number: issueNumber, ...page };
            const { data, headers } = await plain(issues.listComments({ ...list, ...reading(schemas/* array */.YOg(comment)) }));
            return { items: data, link: headers.link };
        }),
        async getComment(id) {
            return (await plain(issues.getComment({ ...repository, comment_id: id, ...reading(comment) }))).data;
        },
        async createComment(issueNumber, body) {
            const created = { ...repository, issue_number: issueNumber, body, ...reading(comment) };
            return (await plain(issues.createComment(created))).data;
        },
        async updateComment(id, body) {
            const updated = { ...repository, comment_id: id, body, ...reading(comment) };
            return (await plain(issues.updateComment(updated))).data;
        },
        async deleteComment(id) {
            await plain(issues.deleteComment({ ...repository, comment_id: id, ...reading(undefined) }));
        },
        async ownLogin() {
            return (await unlessRefused(plain(users.getAuthenticated(reading(account)))))?.data.login;
        },
        async ownApp() {
            const asked = octokit.graphql('{ viewer { login } }', reading(schemas/* looseObject */._H3({}), { mayRepeat: true }));
            const answer = viewer.safeParse(await unlessRefused(plain(asked)));
            return answer.success ? answer.data.viewer.login : undefined;
        },
    };
}
/** @returns undefined where GitHub refuses. Only that tells something: after a lost answer, who we are is not known. */
async function unlessRefused(call) {
    return call.catch((error) => {
        const status = (0,http_status/* httpStatusOf */.s)(error);
        if (status === undefined || status >= 500)
            throw error;
        return undefined;
    });
}

;// CONCATENATED MODULE: ./build/src/publish/github/pull-requests.js



const head = schemas/* object */.Ikc({ sha: schemas/* string */.YjP(), ref: schemas/* string */.YjP() });
const pull = schemas/* object */.Ikc({ head, merge_commit_sha: schemas/* string */.YjP().nullish() });
const listedPull = schemas/* object */.Ikc({
    number: schemas/* int */.Whr().positive(),
    head: head.extend({ repo: schemas/* object */.Ikc({ full_name: schemas/* string */.YjP() }).nullish() }),
});
/** Makes them. */
function pullRequests({ octokit, repository, reading }) {
    const { pulls } = octokit.rest;
    return {
        async pullRequestHead(issueNumber) {
            const { data } = await plain(pulls.get({ ...repository, pull_number: issueNumber, ...reading(pull) }));
            const { sha, ref } = data.head;
            return { sha, ref, mergeSha: data.merge_commit_sha ?? undefined };
        },
        openPulls: (from) => (0,paged/* paged */.IO)((most) => `More than ${most} pull requests are open`, async (page) => {
            const filter = { state: 'open', ...(from === undefined ? {} : { head: from }) };
            const list = { ...repository, ...filter, ...page };
            const { data, headers } = await plain(pulls.list({ ...list, ...reading(schemas/* array */.YOg(listedPull)) }));
            return { items: data.map((each) => ({ ...each, id: each.number })), link: headers.link };
        }),
    };
}

;// CONCATENATED MODULE: ./build/src/publish/github/archive.js
/** An archive that is here as a whole. */
function inMemory(content) {
    return { bytes: content.length, read: async (start, end) => content.subarray(start, end) };
}

;// CONCATENATED MODULE: ./build/src/publish/github/fetch-archive.js


/** A piece is asked for so often at most. */
const fetch_archive_attempts = 3;
/** The pause before the second attempt, in ms; it doubles. */
const fetch_archive_pauseMs = 500;
/**
 * Opens an archive where GitHub keeps it: it is fetched whole where it has no more than `wholeBytes`, else in the pieces
 * that are read. Its address is a secret of its own, which ends after a minute: it is asked for anew where it fails, and no
 * message shows it. Nothing else is sent along, the token least of all.
 * @throws GitHubFailure, or what `locate` rejects with.
 */
async function openArchive(fetching, wholeBytes) {
    const located = { ...fetching };
    const opened = await fetchRange(located, [0, wholeBytes], async (response) => {
        // A host that does not know of ranges sends all; of an empty archive there is no range.
        if (response.status === 200)
            return { whole: await bytesOf(response, wholeBytes) };
        if (response.status === 416)
            return { whole: Buffer.alloc(0) };
        const total = checkedTotal(response, 0, wholeBytes);
        return total <= wholeBytes ? { whole: await exactly(response, total) } : { total };
    });
    if (opened.whole !== undefined)
        return inMemory(opened.whole);
    return {
        bytes: opened.total,
        read: (start, end) => fetchRange(located, [start, end], async (response) => {
            checkedTotal(response, start, end);
            return exactly(response, end - start);
        }),
    };
}
/** Asks for a range until it is there, or can't be had. @param take reads an answer that is no refusal. */
async function fetchRange(located, [start, end], take) {
    const { locate, fetchOnce, patience } = located;
    for (let attempt = 1;; attempt += 1) {
        located.location ??= await locate();
        const { location } = located;
        const init = { headers: { range: `bytes=${start}-${end - 1}` }, redirect: 'manual' };
        try {
            const response = await fetchOnce(location, { ...init, signal: patience.signal });
            const isRefusal = ![200, 206, 416].includes(response.status);
            try {
                if (isRefusal)
                    throw new OddAnswer(`answered ${response.status}`, fetch_archive_passes(response.status));
                return await take(response);
            }
            finally {
                // What was not read to its end is not wanted.
                if (!response.bodyUsed)
                    await response.body?.cancel();
            }
        }
        catch (error) {
            located.location = undefined;
            const failure = failureOf(error, location, patience);
            if (!failure.transient || attempt === fetch_archive_attempts)
                throw failure;
            if (!(await patience.pause(fetch_archive_pauseMs * 2 ** (attempt - 1))))
                throw failure;
        }
    }
}
/** An answer that is none to what was asked. */
class OddAnswer extends Error {
    transient;
    constructor(message, transient = false) {
        super(message);
        this.transient = transient;
    }
}
function fetch_archive_passes(status) {
    return status === 408 || status === 429 || status >= 500;
}
/** The address without what is secret in it, and what has happened there. */
function failureOf(error, location, patience) {
    const over = patience.signal.aborted;
    const what = error instanceof OddAnswer ? error.message : `gave no whole archive${over ? ' in time' : ''}`;
    const transient = error instanceof OddAnswer ? error.transient : !over;
    const facts = { transient, cause: error };
    return new GitHubFailure('GET', location, `at ${new URL(location).host} ${what}`, facts);
}
/** @returns how many bytes the archive has. */
function checkedTotal({ status, headers }, start, end) {
    const told = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get('content-range') ?? '');
    const [from, to, total = 0] = (told ?? []).slice(1).map(Number);
    if (status === 206 && from === start && to === Math.min(end, total) - 1)
        return total;
    throw new OddAnswer('did not answer with the bytes that were asked for');
}
async function exactly(response, bytes) {
    const content = await bytesOf(response, bytes);
    if (content.length === bytes)
        return content;
    throw new OddAnswer('answered with fewer bytes than it said', true);
}
async function bytesOf({ body }, maxBytes) {
    const chunks = [];
    let size = 0;
    for await (const chunk of body ?? []) {
        size += chunk.byteLength;
        if (size > maxBytes)
            throw new OddAnswer(`answered with more than ${maxBytes} bytes`);
        chunks.push(chunk);
    }
    return Buffer.concat(chunks);
}

;// CONCATENATED MODULE: ./build/src/publish/github/run-artifacts.js





const run_artifacts_listed = schemas/* object */.Ikc({
    artifacts: schemas/* array */.YOg(schemas/* object */.Ikc({ id: schemas/* int */.Whr(), name: schemas/* string */.YjP(), expired: schemas/* boolean */.zMY() })),
});
const whereItIs = schemas/* object */.Ikc({ location: schemas/* url */.OZ5() });
/** Makes them. */
function runArtifacts({ octokit, repository, reading, fetchOnce, patience }) {
    const { actions } = octokit.rest;
    return {
        async listArtifacts(runId) {
            const pages = (0,paged/* paged */.IO)((most) => `The workflow run has more than ${most} artifacts`, async (page) => {
                const { data, headers } = await plain(actions.listWorkflowRunArtifacts({ ...repository, run_id: runId, ...page, ...reading(run_artifacts_listed) }));
                return { items: data.artifacts, link: headers.link };
            });
            return (0,paged/* allOf */.bn)(pages);
        },
        openArtifact(artifactId, wholeBytes) {
            const archive = { ...repository, artifact_id: artifactId, archive_format: 'zip' };
            const asked = reading(whereItIs, { send: tellLocation(fetchOnce) });
            const locate = async () => whereItIs.parse((await plain(actions.downloadArtifact({ ...archive, ...asked }))).data).location;
            return openArchive({ locate, fetchOnce, patience }, wholeBytes);
        },
    };
}
/** GitHub answers with a redirect to another host: it is told, not followed, for the token must not go there. */
function tellLocation(fetchOnce) {
    return async (url, init) => {
        const response = await fetchOnce(url, init);
        const location = response.headers.get('location');
        if (response.status !== 302 || location === null)
            return response;
        await response.body?.cancel();
        const next = URL.parse(location, url);
        const safe = next?.protocol === 'https:' || next?.protocol === new URL(url).protocol;
        return undici.Response.json(safe ? { location: next.href } : {});
    };
}

;// CONCATENATED MODULE: ./build/src/publish/github/github-api.js






/**
 * GitHub's API by its own client, which is handed only answers that can be read. Where GitHub limits requests it waits;
 * what only failed on the way is repeated, except a create: that would post twice.
 * @param apiUrl the API's root, which differs on GitHub Enterprise Server.
 * @param cancel when it is aborted, requests have 2.5 s left.
 * @param patienceMs the time that all requests have together, until they are allowed another.
 */
function connectGitHub(token, apiUrl, repository, cancel = new AbortController().signal, patienceMs = github_patience/* mostPatienceMs */.XV) {
    const asking = openAsking(token, apiUrl, repository, cancel, patienceMs);
    return {
        allow: (ms) => asking.patience.allow(ms),
        ...comments(asking),
        ...checkRuns(asking),
        ...pullRequests(asking),
        ...runArtifacts(asking),
    };
}


/***/ })

};
