export const id = 38;
export const ids = [38];
export const modules = {

/***/ 9038:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createVariableCheck: () => (/* binding */ createVariableCheck)
});

// EXTERNAL MODULE: ./build/src/runner/variables/run-variables.js
var run_variables = __webpack_require__(9579);
// EXTERNAL MODULE: ./build/src/contract/exchange/pattern.js
var pattern = __webpack_require__(2994);
// EXTERNAL MODULE: ./build/src/runner/variables/text.js
var variables_text = __webpack_require__(211);
// EXTERNAL MODULE: ./build/src/runner/variables/variables.js
var variables_variables = __webpack_require__(283);
;// CONCATENATED MODULE: ./build/src/runner/variables/variable-problems.js



/**
 * Finds each `$NAME` in a test case that a run does not define, and texts that empty variables make match everything.
 * `$$name` is not judged, because steps define it.
 */
function findVariableProblems(testCase, variables) {
    return textsOf(testCase).flatMap(({ path, text, isCode = false, isSearched = false }) => {
        const names = [...new Set((0,variables_text/* variableNames */.zo)(text, isCode))];
        const missing = names.filter((name) => !name.startsWith('$') && !variables.has(name) && (!isCode || (0,variables_variables/* isTestAccountVariable */.C)(name)));
        const messages = missing.map((name) => new variables_variables/* UndefinedVariable */.ZN(name, [...variables.keys()]).message);
        if (isSearched && isEmptied(text, names, variables))
            messages.push(emptyText(names));
        return messages.map((message) => ({ path, message }));
    });
}
function isEmptied(text, names, variables) {
    const areTexts = names.every((name) => typeof variables.get(name) === 'string');
    if (names.length === 0 || !areTexts)
        return false;
    const filled = (0,variables_text/* fillIn */.pz)(text, new variables_variables/* Variables */.ut(variables));
    return ((0,pattern/* patternSource */.MP)(filled) ?? filled.trim()) === '';
}
function emptyText(names) {
    const variables = names.map((name) => `$${name}`).join(', ');
    return `The text is empty without a value of ${variables}, and would match every element. Set a value with the input \`variables\`.`;
}
function textsOf({ entryPointUrlPath, elements }) {
    const opensEntry = elements[0]?.interaction?.action !== 'GO_TO';
    return [
        ...(opensEntry && entryPointUrlPath !== undefined
            ? [{ path: ['entryPointUrlPath'], text: entryPointUrlPath }]
            : []),
        ...elements.flatMap((element, index) => textsOfStep(element, ['elements', index])),
    ];
}
function textsOfStep({ selectors, interaction, assertion }, path) {
    const argument = [...path, interaction == null ? 'assertion' : 'interaction', 'calledWith'];
    return [
        ...textsOfSelectors(selectors, path),
        ...(interaction == null
            ? textsIn(assertion?.calledWith, argument).map((each) => ({
                ...each,
                isSearched: assertion?.expectation === 'TO_CONTAIN_TEXT',
            }))
            : textsOfInteraction(interaction, argument)),
    ];
}
function textsOfInteraction(interaction, path) {
    switch (interaction.action) {
        case 'DRAG_AND_DROP':
            return textsOfSelectors(interaction.calledWith.selectors, path);
        case 'EXTRACT':
            return interaction.calledWith.type === 'ATTRIBUTE'
                ? [{ path: [...path, 'attributeName'], text: interaction.calledWith.attributeName }]
                : [];
        case 'JAVASCRIPT':
            return [{ path: [...path, 'code'], text: interaction.calledWith.code, isCode: true }];
        case 'WAIT_FOR': {
            const code = interaction.calledWith?.type === 'code' ? interaction.calledWith.code : undefined;
            return code === undefined ? [] : [{ path: [...path, 'code'], text: code, isCode: true }];
        }
        default:
            return textsIn(interaction.calledWith, path);
    }
}
function textsOfSelectors(selectors, path) {
    return selectors.flatMap(({ selector, options }, index) => {
        const at = [...path, 'selectors', index];
        const texts = [...textsIn(selector, [...at, 'selector']), ...textsIn(options, [...at, 'options'])];
        return texts.map((each) => ({ ...each, isSearched: true }));
    });
}
/** Every text in a value. */
function textsIn(value, path) {
    if (typeof value === 'string')
        return [{ path, text: value }];
    if (Array.isArray(value))
        return value.flatMap((each, index) => textsIn(each, [...path, index]));
    if (typeof value !== 'object' || value === null)
        return [];
    return Object.entries(value).flatMap(([key, each]) => textsIn(each, [...path, key]));
}

;// CONCATENATED MODULE: ./build/src/connection/check-variables.js


/**
 * Makes a check of test cases against the variables of a run in the embedded service.
 * @returns a function that finds each `$NAME` of a test case that is not defined, and texts that are empty without a value.
 */
function createVariableCheck({ url, variables, access, }) {
    const { testAccount } = access;
    const known = (0,run_variables/* runVariables */.R)({
        variables: Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, [value]])),
        executionUrl: url,
        environment: { headers: {}, ...(testAccount == null ? {} : { testAccount }) },
    });
    return (testCase) => findVariableProblems(testCase, known);
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
