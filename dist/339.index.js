export const id = 339;
export const ids = [339];
export const modules = {

/***/ 1339:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   connectGitHub: () => (/* binding */ connectGitHub)
/* harmony export */ });
/* harmony import */ var _actions_github__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2413);
/* harmony import */ var undici__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6752);
/* harmony import */ var _comment_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8676);



/** Time for one request, in ms: a comment must never keep a job waiting. */
const attemptMs = 15_000;
/** What is left for GitHub once the job is cancelled, in ms: the runner kills soon after. */
const cancelledMs = 3000;
/**
 * GitHub's API by its own client. Creating is never repeated by it: that would post twice.
 * @param apiUrl the API's root, which differs on GitHub Enterprise Server.
 * @param cancel when it is aborted, requests have 3 s left.
 */
function connectGitHub(token, apiUrl, { owner, repo }, cancel = new AbortController().signal) {
    const dispatcher = new undici__WEBPACK_IMPORTED_MODULE_1__.EnvHttpProxyAgent();
    const hurry = new AbortController();
    cancel.addEventListener('abort', () => setTimeout(() => hurry.abort(), cancelledMs).unref(), {
        once: true,
    });
    const limited = (url, init) => (0,undici__WEBPACK_IMPORTED_MODULE_1__.fetch)(url, {
        ...init,
        dispatcher,
        signal: AbortSignal.any([AbortSignal.timeout(attemptMs), hurry.signal]),
    });
    const octokit = (0,_actions_github__WEBPACK_IMPORTED_MODULE_0__/* .getOctokit */ .Q)(token, { baseUrl: apiUrl, request: { fetch: limited } });
    return {
        async *listComments(issueNumber) {
            const pages = octokit.paginate.iterator(octokit.rest.issues.listComments, {
                owner,
                repo,
                issue_number: issueNumber,
                per_page: 100,
            });
            for await (const { data } of pages)
                yield data;
        },
        createComment: async (issueNumber, body) => (await octokit.rest.issues.createComment({ owner, repo, issue_number: issueNumber, body })).data,
        updateComment: async (commentId, body) => (await octokit.rest.issues.updateComment({ owner, repo, comment_id: commentId, body })).data,
        async ownLogin() {
            try {
                return (await octokit.rest.users.getAuthenticated()).data.login;
            }
            catch (error) {
                // Only GitHub's refusal means an app's token: after a lost answer, who we are is not known.
                const status = (0,_comment_js__WEBPACK_IMPORTED_MODULE_2__/* .statusOf */ .c)(error);
                if (status === undefined || status >= 500)
                    throw error;
                return undefined;
            }
        },
        async pullRequestHead(issueNumber) {
            const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: issueNumber });
            return { sha: data.head.sha, ref: data.head.ref };
        },
    };
}


/***/ })

};
