export const id = 429;
export const ids = [429];
export const modules = {

/***/ 8629:
/***/ ((module) => {



/** Highest positive signed 32-bit float value */
const maxInt = 2147483647; // aka. 0x7FFFFFFF or 2^31-1

/** Bootstring parameters */
const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;
const initialBias = 72;
const initialN = 128; // 0x80
const delimiter = '-'; // '\x2D'

/** Regular expressions */
const regexPunycode = /^xn--/;
const regexNonASCII = /[^\0-\x7F]/; // Note: U+007F DEL is excluded too.
const regexSeparators = /[\x2E\u3002\uFF0E\uFF61]/g; // RFC 3490 separators

/** Error messages */
const errors = {
	'overflow': 'Overflow: input needs wider integers to process',
	'not-basic': 'Illegal input >= 0x80 (not a basic code point)',
	'invalid-input': 'Invalid input'
};

/** Convenience shortcuts */
const baseMinusTMin = base - tMin;
const floor = Math.floor;
const stringFromCharCode = String.fromCharCode;

/*--------------------------------------------------------------------------*/

/**
 * A generic error utility function.
 * @private
 * @param {String} type The error type.
 * @returns {Error} Throws a `RangeError` with the applicable error message.
 */
function error(type) {
	throw new RangeError(errors[type]);
}

/**
 * A generic `Array#map` utility function.
 * @private
 * @param {Array} array The array to iterate over.
 * @param {Function} callback The function that gets called for every array
 * item.
 * @returns {Array} A new array of values returned by the callback function.
 */
function map(array, callback) {
	const result = [];
	let length = array.length;
	while (length--) {
		result[length] = callback(array[length]);
	}
	return result;
}

/**
 * A simple `Array#map`-like wrapper to work with domain name strings or email
 * addresses.
 * @private
 * @param {String} domain The domain name or email address.
 * @param {Function} callback The function that gets called for every
 * character.
 * @returns {String} A new string of characters returned by the callback
 * function.
 */
function mapDomain(domain, callback) {
	const parts = domain.split('@');
	let result = '';
	if (parts.length > 1) {
		// In email addresses, only the domain name should be punycoded. Leave
		// the local part (i.e. everything up to `@`) intact.
		result = parts[0] + '@';
		domain = parts[1];
	}
	// Avoid `split(regex)` for IE8 compatibility. See #17.
	domain = domain.replace(regexSeparators, '\x2E');
	const labels = domain.split('.');
	const encoded = map(labels, callback).join('.');
	return result + encoded;
}

/**
 * Creates an array containing the numeric code points of each Unicode
 * character in the string. While JavaScript uses UCS-2 internally,
 * this function will convert a pair of surrogate halves (each of which
 * UCS-2 exposes as separate characters) into a single code point,
 * matching UTF-16.
 * @see `punycode.ucs2.encode`
 * @see <https://mathiasbynens.be/notes/javascript-encoding>
 * @memberOf punycode.ucs2
 * @name decode
 * @param {String} string The Unicode input string (UCS-2).
 * @returns {Array} The new array of code points.
 */
function ucs2decode(string) {
	const output = [];
	let counter = 0;
	const length = string.length;
	while (counter < length) {
		const value = string.charCodeAt(counter++);
		if (value >= 0xD800 && value <= 0xDBFF && counter < length) {
			// It's a high surrogate, and there is a next character.
			const extra = string.charCodeAt(counter++);
			if ((extra & 0xFC00) == 0xDC00) { // Low surrogate.
				output.push(((value & 0x3FF) << 10) + (extra & 0x3FF) + 0x10000);
			} else {
				// It's an unmatched surrogate; only append this code unit, in case the
				// next code unit is the high surrogate of a surrogate pair.
				output.push(value);
				counter--;
			}
		} else {
			output.push(value);
		}
	}
	return output;
}

/**
 * Creates a string based on an array of numeric code points.
 * @see `punycode.ucs2.decode`
 * @memberOf punycode.ucs2
 * @name encode
 * @param {Array} codePoints The array of numeric code points.
 * @returns {String} The new Unicode string (UCS-2).
 */
const ucs2encode = codePoints => String.fromCodePoint(...codePoints);

/**
 * Converts a basic code point into a digit/integer.
 * @see `digitToBasic()`
 * @private
 * @param {Number} codePoint The basic numeric code point value.
 * @returns {Number} The numeric value of a basic code point (for use in
 * representing integers) in the range `0` to `base - 1`, or `base` if
 * the code point does not represent a value.
 */
const basicToDigit = function(codePoint) {
	if (codePoint >= 0x30 && codePoint < 0x3A) {
		return 26 + (codePoint - 0x30);
	}
	if (codePoint >= 0x41 && codePoint < 0x5B) {
		return codePoint - 0x41;
	}
	if (codePoint >= 0x61 && codePoint < 0x7B) {
		return codePoint - 0x61;
	}
	return base;
};

/**
 * Converts a digit/integer into a basic code point.
 * @see `basicToDigit()`
 * @private
 * @param {Number} digit The numeric value of a basic code point.
 * @returns {Number} The basic code point whose value (when used for
 * representing integers) is `digit`, which needs to be in the range
 * `0` to `base - 1`. If `flag` is non-zero, the uppercase form is
 * used; else, the lowercase form is used. The behavior is undefined
 * if `flag` is non-zero and `digit` has no uppercase form.
 */
const digitToBasic = function(digit, flag) {
	//  0..25 map to ASCII a..z or A..Z
	// 26..35 map to ASCII 0..9
	return digit + 22 + 75 * (digit < 26) - ((flag != 0) << 5);
};

/**
 * Bias adaptation function as per section 3.4 of RFC 3492.
 * https://tools.ietf.org/html/rfc3492#section-3.4
 * @private
 */
const adapt = function(delta, numPoints, firstTime) {
	let k = 0;
	delta = firstTime ? floor(delta / damp) : delta >> 1;
	delta += floor(delta / numPoints);
	for (/* no initialization */; delta > baseMinusTMin * tMax >> 1; k += base) {
		delta = floor(delta / baseMinusTMin);
	}
	return floor(k + (baseMinusTMin + 1) * delta / (delta + skew));
};

/**
 * Converts a Punycode string of ASCII-only symbols to a string of Unicode
 * symbols.
 * @memberOf punycode
 * @param {String} input The Punycode string of ASCII-only symbols.
 * @returns {String} The resulting string of Unicode symbols.
 */
const decode = function(input) {
	// Don't use UCS-2.
	const output = [];
	const inputLength = input.length;
	let i = 0;
	let n = initialN;
	let bias = initialBias;

	// Handle the basic code points: let `basic` be the number of input code
	// points before the last delimiter, or `0` if there is none, then copy
	// the first basic code points to the output.

	let basic = input.lastIndexOf(delimiter);
	if (basic < 0) {
		basic = 0;
	}

	for (let j = 0; j < basic; ++j) {
		// if it's not a basic code point
		if (input.charCodeAt(j) >= 0x80) {
			error('not-basic');
		}
		output.push(input.charCodeAt(j));
	}

	// Main decoding loop: start just after the last delimiter if any basic code
	// points were copied; start at the beginning otherwise.

	for (let index = basic > 0 ? basic + 1 : 0; index < inputLength; /* no final expression */) {

		// `index` is the index of the next character to be consumed.
		// Decode a generalized variable-length integer into `delta`,
		// which gets added to `i`. The overflow checking is easier
		// if we increase `i` as we go, then subtract off its starting
		// value at the end to obtain `delta`.
		const oldi = i;
		for (let w = 1, k = base; /* no condition */; k += base) {

			if (index >= inputLength) {
				error('invalid-input');
			}

			const digit = basicToDigit(input.charCodeAt(index++));

			if (digit >= base) {
				error('invalid-input');
			}
			if (digit > floor((maxInt - i) / w)) {
				error('overflow');
			}

			i += digit * w;
			const t = k <= bias ? tMin : (k >= bias + tMax ? tMax : k - bias);

			if (digit < t) {
				break;
			}

			const baseMinusT = base - t;
			if (w > floor(maxInt / baseMinusT)) {
				error('overflow');
			}

			w *= baseMinusT;

		}

		const out = output.length + 1;
		bias = adapt(i - oldi, out, oldi == 0);

		// `i` was supposed to wrap around from `out` to `0`,
		// incrementing `n` each time, so we'll fix that now:
		if (floor(i / out) > maxInt - n) {
			error('overflow');
		}

		n += floor(i / out);
		i %= out;

		// Insert `n` at position `i` of the output.
		output.splice(i++, 0, n);

	}

	return String.fromCodePoint(...output);
};

/**
 * Converts a string of Unicode symbols (e.g. a domain name label) to a
 * Punycode string of ASCII-only symbols.
 * @memberOf punycode
 * @param {String} input The string of Unicode symbols.
 * @returns {String} The resulting Punycode string of ASCII-only symbols.
 */
const encode = function(input) {
	const output = [];

	// Convert the input in UCS-2 to an array of Unicode code points.
	input = ucs2decode(input);

	// Cache the length.
	const inputLength = input.length;

	// Initialize the state.
	let n = initialN;
	let delta = 0;
	let bias = initialBias;

	// Handle the basic code points.
	for (const currentValue of input) {
		if (currentValue < 0x80) {
			output.push(stringFromCharCode(currentValue));
		}
	}

	const basicLength = output.length;
	let handledCPCount = basicLength;

	// `handledCPCount` is the number of code points that have been handled;
	// `basicLength` is the number of basic code points.

	// Finish the basic string with a delimiter unless it's empty.
	if (basicLength) {
		output.push(delimiter);
	}

	// Main encoding loop:
	while (handledCPCount < inputLength) {

		// All non-basic code points < n have been handled already. Find the next
		// larger one:
		let m = maxInt;
		for (const currentValue of input) {
			if (currentValue >= n && currentValue < m) {
				m = currentValue;
			}
		}

		// Increase `delta` enough to advance the decoder's <n,i> state to <m,0>,
		// but guard against overflow.
		const handledCPCountPlusOne = handledCPCount + 1;
		if (m - n > floor((maxInt - delta) / handledCPCountPlusOne)) {
			error('overflow');
		}

		delta += (m - n) * handledCPCountPlusOne;
		n = m;

		for (const currentValue of input) {
			if (currentValue < n && ++delta > maxInt) {
				error('overflow');
			}
			if (currentValue === n) {
				// Represent delta as a generalized variable-length integer.
				let q = delta;
				for (let k = base; /* no condition */; k += base) {
					const t = k <= bias ? tMin : (k >= bias + tMax ? tMax : k - bias);
					if (q < t) {
						break;
					}
					const qMinusT = q - t;
					const baseMinusT = base - t;
					output.push(
						stringFromCharCode(digitToBasic(t + qMinusT % baseMinusT, 0))
					);
					q = floor(qMinusT / baseMinusT);
				}

				output.push(stringFromCharCode(digitToBasic(q, 0)));
				bias = adapt(delta, handledCPCountPlusOne, handledCPCount === basicLength);
				delta = 0;
				++handledCPCount;
			}
		}

		++delta;
		++n;

	}
	return output.join('');
};

/**
 * Converts a Punycode string representing a domain name or an email address
 * to Unicode. Only the Punycoded parts of the input will be converted, i.e.
 * it doesn't matter if you call it on a string that has already been
 * converted to Unicode.
 * @memberOf punycode
 * @param {String} input The Punycoded domain name or email address to
 * convert to Unicode.
 * @returns {String} The Unicode representation of the given Punycode
 * string.
 */
const toUnicode = function(input) {
	return mapDomain(input, function(string) {
		return regexPunycode.test(string)
			? decode(string.slice(4).toLowerCase())
			: string;
	});
};

/**
 * Converts a Unicode string representing a domain name or an email address to
 * Punycode. Only the non-ASCII parts of the domain name will be converted,
 * i.e. it doesn't matter if you call it with a domain that's already in
 * ASCII.
 * @memberOf punycode
 * @param {String} input The domain name or email address to convert, as a
 * Unicode string.
 * @returns {String} The Punycode representation of the given domain name or
 * email address.
 */
const toASCII = function(input) {
	return mapDomain(input, function(string) {
		return regexNonASCII.test(string)
			? 'xn--' + encode(string)
			: string;
	});
};

/*--------------------------------------------------------------------------*/

/** Define the public API */
const punycode = {
	/**
	 * A string representing the current Punycode.js version number.
	 * @memberOf punycode
	 * @type String
	 */
	'version': '2.3.1',
	/**
	 * An object of methods to convert from JavaScript's internal character
	 * representation (UCS-2) to Unicode code points, and back.
	 * @see <https://mathiasbynens.be/notes/javascript-encoding>
	 * @memberOf punycode
	 * @type Object
	 */
	'ucs2': {
		'decode': ucs2decode,
		'encode': ucs2encode
	},
	'decode': decode,
	'encode': encode,
	'toASCII': toASCII,
	'toUnicode': toUnicode
};

module.exports = punycode;


/***/ }),

/***/ 6429:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  SMTPServer: () => (/* binding */ SMTPServer)
});

// UNUSED EXPORTS: default

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: external "node:events"
var external_node_events_ = __webpack_require__(8474);
// EXTERNAL MODULE: external "node:net"
var external_node_net_ = __webpack_require__(7030);
// EXTERNAL MODULE: external "node:tls"
var external_node_tls_ = __webpack_require__(1692);
// EXTERNAL MODULE: external "node:url"
var external_node_url_ = __webpack_require__(3136);
;// CONCATENATED MODULE: ./node_modules/nodemailer/dist/esm/punycode/index.js
/*

Copied from https://github.com/mathiasbynens/punycode.js/blob/ef3505c8abb5143a00d53ce59077c9f7f4b2ac47/punycode.js

Copyright Mathias Bynens <https://mathiasbynens.be/>

Permission is hereby granted, free of charge, to any person obtaining
a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including
without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to
permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be
included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND,
EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION
OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

*/
/* eslint callback-return: 0, no-bitwise: 0, eqeqeq: 0, prefer-arrow-callback: 0 */
/** Highest positive signed 32-bit float value */
const maxInt = 2147483647; // aka. 0x7FFFFFFF or 2^31-1
/** Bootstring parameters */
const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;
const initialBias = 72;
const initialN = 128; // 0x80
const delimiter = '-'; // '\x2D'
/** Regular expressions */
const regexPunycode = /^xn--/;
const regexNonASCII = /[^\0-\x7F]/; // Note: U+007F DEL is excluded too.
const regexSeparators = /[\x2E\u3002\uFF0E\uFF61]/g; // RFC 3490 separators
/** Error messages */
const punycode_errors = {
    overflow: 'Overflow: input needs wider integers to process',
    'not-basic': 'Illegal input >= 0x80 (not a basic code point)',
    'invalid-input': 'Invalid input'
};
/** Convenience shortcuts */
const baseMinusTMin = base - tMin;
const floor = Math.floor;
const stringFromCharCode = String.fromCharCode;
/*--------------------------------------------------------------------------*/
/**
 * A generic error utility function.
 * @private
 * @param type The error type.
 * @returns Throws a `RangeError` with the applicable error message.
 */
function error(type) {
    throw new RangeError(punycode_errors[type]);
}
/**
 * A generic `Array#map` utility function.
 * @private
 * @param array The array to iterate over.
 * @param callback The function that gets called for every array
 * item.
 * @returns A new array of values returned by the callback function.
 */
function map(array, callback) {
    const result = [];
    let length = array.length;
    while (length--) {
        result[length] = callback(array[length]);
    }
    return result;
}
/**
 * A simple `Array#map`-like wrapper to work with domain name strings or email
 * addresses.
 * @private
 * @param domain The domain name or email address.
 * @param callback The function that gets called for every
 * character.
 * @returns A new string of characters returned by the callback
 * function.
 */
function mapDomain(domain, callback) {
    const parts = domain.split('@');
    let result = '';
    if (parts.length > 1) {
        // In email addresses, only the domain name should be punycoded. Leave
        // the local part (i.e. everything up to `@`) intact.
        result = parts[0] + '@';
        domain = parts[1];
    }
    // Avoid `split(regex)` for IE8 compatibility. See #17.
    domain = domain.replace(regexSeparators, '\x2E');
    const labels = domain.split('.');
    const encoded = map(labels, callback).join('.');
    return result + encoded;
}
/**
 * Creates an array containing the numeric code points of each Unicode
 * character in the string. While JavaScript uses UCS-2 internally,
 * this function will convert a pair of surrogate halves (each of which
 * UCS-2 exposes as separate characters) into a single code point,
 * matching UTF-16.
 * @see `punycode.ucs2.encode`
 * @see <https://mathiasbynens.be/notes/javascript-encoding>
 * @memberOf punycode.ucs2
 * @name decode
 * @param string The Unicode input string (UCS-2).
 * @returns The new array of code points.
 */
function ucs2decode(string) {
    const output = [];
    let counter = 0;
    const length = string.length;
    while (counter < length) {
        const value = string.charCodeAt(counter++);
        if (value >= 0xd800 && value <= 0xdbff && counter < length) {
            // It's a high surrogate, and there is a next character.
            const extra = string.charCodeAt(counter++);
            if ((extra & 0xfc00) == 0xdc00) {
                // Low surrogate.
                output.push(((value & 0x3ff) << 10) + (extra & 0x3ff) + 0x10000);
            }
            else {
                // It's an unmatched surrogate; only append this code unit, in case the
                // next code unit is the high surrogate of a surrogate pair.
                output.push(value);
                counter--;
            }
        }
        else {
            output.push(value);
        }
    }
    return output;
}
/**
 * Creates a string based on an array of numeric code points.
 * @see `punycode.ucs2.decode`
 * @memberOf punycode.ucs2
 * @name encode
 * @param codePoints The array of numeric code points.
 * @returns The new Unicode string (UCS-2).
 */
const ucs2encode = (codePoints) => String.fromCodePoint(...codePoints);
/**
 * Converts a basic code point into a digit/integer.
 * @see `digitToBasic()`
 * @private
 * @param codePoint The basic numeric code point value.
 * @returns The numeric value of a basic code point (for use in
 * representing integers) in the range `0` to `base - 1`, or `base` if
 * the code point does not represent a value.
 */
const basicToDigit = function (codePoint) {
    if (codePoint >= 0x30 && codePoint < 0x3a) {
        return 26 + (codePoint - 0x30);
    }
    if (codePoint >= 0x41 && codePoint < 0x5b) {
        return codePoint - 0x41;
    }
    if (codePoint >= 0x61 && codePoint < 0x7b) {
        return codePoint - 0x61;
    }
    return base;
};
/**
 * Converts a digit/integer into a basic code point.
 * @see `basicToDigit()`
 * @private
 * @param digit The numeric value of a basic code point.
 * @param flag Non-zero to use the uppercase form of the code point.
 * @returns The basic code point whose value (when used for
 * representing integers) is `digit`, which needs to be in the range
 * `0` to `base - 1`. If `flag` is non-zero, the uppercase form is
 * used; else, the lowercase form is used. The behavior is undefined
 * if `flag` is non-zero and `digit` has no uppercase form.
 */
const digitToBasic = function (digit, flag) {
    //  0..25 map to ASCII a..z or A..Z
    // 26..35 map to ASCII 0..9
    return digit + 22 + 75 * Number(digit < 26) - (Number(flag != 0) << 5);
};
/**
 * Bias adaptation function as per section 3.4 of RFC 3492.
 * https://tools.ietf.org/html/rfc3492#section-3.4
 * @private
 */
const adapt = function (delta, numPoints, firstTime) {
    let k = 0;
    delta = firstTime ? floor(delta / damp) : delta >> 1;
    delta += floor(delta / numPoints);
    for (; /* no initialization */ delta > (baseMinusTMin * tMax) >> 1; k += base) {
        delta = floor(delta / baseMinusTMin);
    }
    return floor(k + ((baseMinusTMin + 1) * delta) / (delta + skew));
};
/**
 * Converts a Punycode string of ASCII-only symbols to a string of Unicode
 * symbols.
 * @memberOf punycode
 * @param input The Punycode string of ASCII-only symbols.
 * @returns The resulting string of Unicode symbols.
 */
const decode = function (input) {
    // Don't use UCS-2.
    const output = [];
    const inputLength = input.length;
    let i = 0;
    let n = initialN;
    let bias = initialBias;
    // Handle the basic code points: let `basic` be the number of input code
    // points before the last delimiter, or `0` if there is none, then copy
    // the first basic code points to the output.
    let basic = input.lastIndexOf(delimiter);
    if (basic < 0) {
        basic = 0;
    }
    for (let j = 0; j < basic; ++j) {
        // if it's not a basic code point
        if (input.charCodeAt(j) >= 0x80) {
            error('not-basic');
        }
        output.push(input.charCodeAt(j));
    }
    // Main decoding loop: start just after the last delimiter if any basic code
    // points were copied; start at the beginning otherwise.
    for (let index = basic > 0 ? basic + 1 : 0; index < inputLength /* no final expression */;) {
        // `index` is the index of the next character to be consumed.
        // Decode a generalized variable-length integer into `delta`,
        // which gets added to `i`. The overflow checking is easier
        // if we increase `i` as we go, then subtract off its starting
        // value at the end to obtain `delta`.
        const oldi = i;
        for (let w = 1, k = base /* no condition */;; k += base) {
            if (index >= inputLength) {
                error('invalid-input');
            }
            const digit = basicToDigit(input.charCodeAt(index++));
            if (digit >= base) {
                error('invalid-input');
            }
            if (digit > floor((maxInt - i) / w)) {
                error('overflow');
            }
            i += digit * w;
            const t = k <= bias ? tMin : k >= bias + tMax ? tMax : k - bias;
            if (digit < t) {
                break;
            }
            const baseMinusT = base - t;
            if (w > floor(maxInt / baseMinusT)) {
                error('overflow');
            }
            w *= baseMinusT;
        }
        const out = output.length + 1;
        bias = adapt(i - oldi, out, oldi == 0);
        // `i` was supposed to wrap around from `out` to `0`,
        // incrementing `n` each time, so we'll fix that now:
        if (floor(i / out) > maxInt - n) {
            error('overflow');
        }
        n += floor(i / out);
        i %= out;
        // Insert `n` at position `i` of the output.
        output.splice(i++, 0, n);
    }
    return String.fromCodePoint(...output);
};
/**
 * Converts a string of Unicode symbols (e.g. a domain name label) to a
 * Punycode string of ASCII-only symbols.
 * @memberOf punycode
 * @param input The string of Unicode symbols.
 * @returns The resulting Punycode string of ASCII-only symbols.
 */
const encode = function (input) {
    const output = [];
    // Convert the input in UCS-2 to an array of Unicode code points.
    const codePoints = ucs2decode(input);
    // Cache the length.
    const inputLength = codePoints.length;
    // Initialize the state.
    let n = initialN;
    let delta = 0;
    let bias = initialBias;
    // Handle the basic code points.
    for (const currentValue of codePoints) {
        if (currentValue < 0x80) {
            output.push(stringFromCharCode(currentValue));
        }
    }
    const basicLength = output.length;
    let handledCPCount = basicLength;
    // `handledCPCount` is the number of code points that have been handled;
    // `basicLength` is the number of basic code points.
    // Finish the basic string with a delimiter unless it's empty.
    if (basicLength) {
        output.push(delimiter);
    }
    // Main encoding loop:
    while (handledCPCount < inputLength) {
        // All non-basic code points < n have been handled already. Find the next
        // larger one:
        let m = maxInt;
        for (const currentValue of codePoints) {
            if (currentValue >= n && currentValue < m) {
                m = currentValue;
            }
        }
        // Increase `delta` enough to advance the decoder's <n,i> state to <m,0>,
        // but guard against overflow.
        const handledCPCountPlusOne = handledCPCount + 1;
        if (m - n > floor((maxInt - delta) / handledCPCountPlusOne)) {
            error('overflow');
        }
        delta += (m - n) * handledCPCountPlusOne;
        n = m;
        for (const currentValue of codePoints) {
            if (currentValue < n && ++delta > maxInt) {
                error('overflow');
            }
            if (currentValue === n) {
                // Represent delta as a generalized variable-length integer.
                let q = delta;
                for (let k = base /* no condition */;; k += base) {
                    const t = k <= bias ? tMin : k >= bias + tMax ? tMax : k - bias;
                    if (q < t) {
                        break;
                    }
                    const qMinusT = q - t;
                    const baseMinusT = base - t;
                    output.push(stringFromCharCode(digitToBasic(t + (qMinusT % baseMinusT), 0)));
                    q = floor(qMinusT / baseMinusT);
                }
                output.push(stringFromCharCode(digitToBasic(q, 0)));
                bias = adapt(delta, handledCPCountPlusOne, handledCPCount === basicLength);
                delta = 0;
                ++handledCPCount;
            }
        }
        ++delta;
        ++n;
    }
    return output.join('');
};
/**
 * Converts a Punycode string representing a domain name or an email address
 * to Unicode. Only the Punycoded parts of the input will be converted, i.e.
 * it doesn't matter if you call it on a string that has already been
 * converted to Unicode.
 * @memberOf punycode
 * @param input The Punycoded domain name or email address to
 * convert to Unicode.
 * @returns The Unicode representation of the given Punycode
 * string.
 */
const toUnicode = function (input) {
    return mapDomain(input, function (string) {
        return regexPunycode.test(string) ? decode(string.slice(4).toLowerCase()) : string;
    });
};
/**
 * Converts a Unicode string representing a domain name or an email address to
 * Punycode. Only the non-ASCII parts of the domain name will be converted,
 * i.e. it doesn't matter if you call it with a domain that's already in
 * ASCII.
 * @memberOf punycode
 * @param input The domain name or email address to convert, as a
 * Unicode string.
 * @returns The Punycode representation of the given domain name or
 * email address.
 */
const toASCII = function (input) {
    return mapDomain(input, function (string) {
        return regexNonASCII.test(string) ? 'xn--' + encode(string) : string;
    });
};
/*--------------------------------------------------------------------------*/
/** Define the public API */
/**
 * A string representing the current Punycode.js version number.
 * @memberOf punycode
 * @type String
 */
const version = '2.3.1';
/**
 * An object of methods to convert from JavaScript's internal character
 * representation (UCS-2) to Unicode code points, and back.
 * @see <https://mathiasbynens.be/notes/javascript-encoding>
 * @memberOf punycode
 * @type Object
 */
const ucs2 = {
    decode: ucs2decode,
    encode: ucs2encode
};


;// CONCATENATED MODULE: ./node_modules/nodemailer/dist/esm/shared/url.js
// URL parsing wrapper around the WHATWG `URL` class. It only falls back to the
// legacy, deprecation-warning-emitting `url.parse()` / `url.resolve()` for input
// the WHATWG parser rejects.
//
// The WHATWG `URL` exposes a different shape than the legacy parser, so results
// are normalized back into the legacy field names the rest of the codebase reads
// (`protocol`, `hostname`, `port`, `pathname`, `path`, `search`, `auth`, `query`,
// `href`). This keeps every existing call site unchanged.
//
// Known, accepted divergences from the legacy parser:
//  - non-special schemes (smtp:/smtps:/direct:) are not host-lowercased by
//    WHATWG; cosmetic only, SMTP/DNS hosts are case-insensitive. (IDNA mapping
//    and IPv6 brackets are normalized back by normalizeHostname below.)
//  - a literal unescaped ':' inside a password is percent-encoded by WHATWG;
//    such passwords should be percent-encoded by the caller anyway.



// Matches a "scheme:" not followed by "//" (and with something after it), used
// to re-insert the authority separator the legacy parser did not require.
const SLASHLESS_AUTHORITY = /^([a-zA-Z][a-zA-Z0-9+.-]*:)(?!\/\/)([\s\S]+)$/;
/**
 * Drops the leading and trailing C0 controls and spaces, which the WHATWG parser strips
 * before it looks at the input. Stripped up front so that the slash-less form is recognized
 * in a value read from a file with a trailing newline as well. An index scan, the regex
 * /^[\x00-\x20]+|[\x00-\x20]+$/g retried a run of spaces inside the value from every
 * position in it
 *
 * @param input URL string
 * @returns The string without the surrounding controls and spaces
 */
function stripSurroundingWhitespace(input) {
    let start = 0;
    let end = input.length;
    while (start < end && input.charCodeAt(start) <= 0x20) {
        start++;
    }
    while (end > start && input.charCodeAt(end - 1) <= 0x20) {
        end--;
    }
    return input.slice(start, end);
}
// Leading characters legacy url.parse() skips before it reads the scheme
const LEGACY_TRIM = /^[\x00-\x20\u00a0\ufeff]+/;
// The authority of a "scheme://authority/..." or a scheme-relative "//authority/..."
// string: the scheme, if any (anything the legacy parser takes for one, it is less strict
// than WHATWG about the first character), and what the legacy parser has to report as the
// host once the userinfo is removed, see legacyParse. The legacy parser treats a backslash
// as a slash.
const AUTHORITY = /^([a-zA-Z0-9+.-]+:)?[\\/]{2}([^\\/?#]*)/;
// The WHATWG forbidden domain code points, except '%' which an opaque host may carry: the
// C0 control characters, space, DEL and the URL delimiters. CONTROL_CHARS is the C0 and DEL
// subset, checked on its own in legacyParse where the host string still carries the port
// and IPv6 brackets.
const FORBIDDEN_HOST_CHARS = /[\x00-\x20#/:<>?@[\\\]^|\x7f]/;
const CONTROL_CHARS = /[\x00-\x1f\x7f]/;
// The error the WHATWG parser throws, for a host that only fails the checks in this module
function invalidUrl(input) {
    const err = new TypeError('Invalid URL');
    err.code = 'ERR_INVALID_URL';
    err.input = input;
    return err;
}
// Legacy url.parse() for input the WHATWG parser refused. The legacy parser does not
// reject a host it can not represent: a NUL byte, a percent-encoded byte, a space or a
// '<' inside the host ends the host early and the rest becomes the path, so
// 'localhost%00.example.com' silently turns into a request to 'localhost'. When the
// input has an authority that the legacy parser reads as the host (always for
// "scheme://", for "//host" only when slashesDenoteHost is set, as url.resolve() does
// for its target), the legacy result is accepted only if that host is the whole written
// authority, lowercased and IDNA mapped the way the legacy parser does it, and carries
// no control character. A legacy result with a host (an empty one included, 'http:///x'
// is a request to localhost) that no such authority accounts for is refused as well.
// Otherwise the WHATWG error is reported. Relative input has no authority to check and
// keeps the legacy behavior.
function legacyParse(input, parseQueryString, whatwgError, slashesDenoteHost) {
    const parsed = external_node_url_.parse(input, parseQueryString, slashesDenoteHost);
    const authority = AUTHORITY.exec(input.replace(LEGACY_TRIM, ''));
    if (authority && (authority[1] || parsed.hostname !== null)) {
        const written = authority[2].slice(authority[2].lastIndexOf('@') + 1);
        if (!written || CONTROL_CHARS.test(written) || (parsed.host || '').toLowerCase() !== toASCII(written.toLowerCase())) {
            throw whatwgError;
        }
        // the legacy parser takes any bracketed value for an IPv6 literal
        if (written.charAt(0) === '[' && !external_node_net_.isIPv6(written.slice(1, written.indexOf(']')))) {
            throw whatwgError;
        }
    }
    else if (parsed.hostname !== null) {
        throw whatwgError;
    }
    // the legacy parser only offers the joined form, split it on the first colon
    const legacyAuth = parsed.auth === null || parsed.auth === undefined ? null : parsed.auth.split(':');
    const result = parsed;
    result.username = legacyAuth ? legacyAuth.shift() : null;
    result.password = legacyAuth && legacyAuth.length ? legacyAuth.join(':') : null;
    return result;
}
// decodeURIComponent that never throws. Legacy url.parse() decodes the auth
// component but tolerates malformed percent sequences, so mirror that.
function safeDecode(str) {
    try {
        return decodeURIComponent(str);
    }
    catch (_err) {
        return str;
    }
}
// Derives the legacy-shaped bare hostname from a WHATWG URL. WHATWG keeps IPv6
// literals bracketed ('[::1]') and, for non-special schemes (smtp:/smtps:/socks:),
// percent-encodes a non-ASCII host instead of IDNA-mapping it. Both forms are
// un-resolvable when handed to net/dns/http.request, which is what every call
// site does, so map them back to what legacy url.parse() returned: the bare
// address and the IDNA mapped (lowercased, punycode) form. Idempotent on plain
// ASCII and already-punycode hosts, so special-scheme hosts (already IDNA-mapped
// by WHATWG) pass through.
function normalizeHostname(raw, href) {
    const hostname = raw || '';
    if (!hostname) {
        // Host-less URL (e.g. 'direct:'): legacy returned '' here, not null;
        // consumers do `hostname.length` / `'.' + hostname`, so keep it a string.
        return '';
    }
    if (hostname.charAt(0) === '[' && hostname.charAt(hostname.length - 1) === ']') {
        return hostname.slice(1, -1);
    }
    const decoded = safeDecode(hostname);
    // domainToASCII applies the WHATWG host rules (IDNA mapping included) and returns an
    // empty string for a host it refuses, the forbidden characters among them
    const mapped = FORBIDDEN_HOST_CHARS.test(decoded) ? '' : external_node_url_.domainToASCII(decoded);
    if (!mapped) {
        throw invalidUrl(href);
    }
    return mapped;
}
const parse = (input, parseQueryString) => {
    input = stripSurroundingWhitespace(input || '');
    // Legacy url.parse() parses a "user:pass@host:port" authority that follows
    // the scheme even without the "//" separator, for schemes outside its
    // built-in slashed-protocol list (smtp:/smtps:/socks:/...). The WHATWG
    // parser instead treats a scheme not followed by "//" as an opaque path.
    // Re-insert the "//" so slash-less connection/proxy URLs keep resolving to
    // an authority, as they did before. This assumes a slash-authority scheme,
    // which every consumer here uses (http/https/smtp/smtps/socks/direct); an
    // opaque scheme like mailto:/data:/tel: would be mis-split, but none reach
    // this module.
    const slashless = SLASHLESS_AUTHORITY.exec(input);
    const normalized = slashless ? slashless[1] + '//' + slashless[2] : input;
    let u;
    try {
        u = new URL(normalized);
    }
    catch (err) {
        // WHATWG rejects some input the legacy parser tolerated (empty/relative
        // strings, scheme-relative '//host/path', out-of-range ports, ...). Fall
        // back to the legacy parser so behavior, including the downstream errors
        // callers rely on, is preserved. This is the only path that can still
        // emit a deprecation warning; it fires for anything WHATWG cannot
        // represent, including legitimate relative URLs, not just malformed input.
        return legacyParse(normalized, parseQueryString, err);
    }
    const hostname = normalizeHostname(u.hostname, u.href);
    const port = u.port || null;
    const pathname = u.pathname || null;
    const search = u.search || null;
    // Legacy `.auth` is the decoded "user[:pass]" string; WHATWG keeps the
    // username/password percent-encoded, so decode to stay byte-compatible with
    // existing consumers (parseConnectionUrl, Basic/Proxy-Authorization headers).
    let auth = null;
    let username = null;
    let password = null;
    if (u.username || u.password) {
        // Gate on password too: legacy url.parse('smtps://:pass@host').auth was
        // ':pass'. Dropping it would silently connect unauthenticated.
        username = safeDecode(u.username);
        password = u.password ? safeDecode(u.password) : null;
        // the joined form is ambiguous once the user name contains a colon, so
        // consumers that need the parts read username and password instead
        auth = username + (password !== null ? ':' + password : '');
    }
    let query;
    if (parseQueryString) {
        // Mirror querystring.parse(): null-prototype object, repeated keys become an array.
        const parsed = Object.create(null);
        u.searchParams.forEach((value, key) => {
            if (Object.prototype.hasOwnProperty.call(parsed, key)) {
                const existing = parsed[key];
                if (Array.isArray(existing)) {
                    existing.push(value);
                }
                else {
                    parsed[key] = [existing, value];
                }
            }
            else {
                parsed[key] = value;
            }
        });
        query = parsed;
    }
    else {
        query = search ? search.slice(1) : null;
    }
    return {
        protocol: u.protocol || null,
        host: u.host || null,
        hostname,
        port,
        pathname,
        search,
        path: (pathname || '') + (search || '') || null,
        href: u.href,
        auth,
        username,
        password,
        query
    };
};
const resolve = (from, to) => {
    try {
        return new URL(to, from).href;
    }
    catch (err) {
        // Malformed target, fall back to the legacy resolver, but only when the legacy
        // parser reads the same host out of both inputs that was written. The target
        // decides the host when it is absolute or scheme-relative, the base otherwise
        legacyParse(from, false, err, true);
        legacyParse(to, false, err, true);
        return external_node_url_.resolve(from, to);
    }
};

// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:http"
var external_node_http_ = __webpack_require__(7067);
// EXTERNAL MODULE: external "node:https"
var external_node_https_ = __webpack_require__(4708);
// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(8522);
// EXTERNAL MODULE: external "node:stream"
var external_node_stream_ = __webpack_require__(7075);
;// CONCATENATED MODULE: ./node_modules/nodemailer/dist/esm/fetch/cookies.js
// module to handle cookies


const SESSION_TIMEOUT = 1800; // 30 min
/**
 * Creates a biskviit cookie jar for managing cookie values in memory
 *
 * @constructor
 * @param [options] Optional options object
 */
class Cookies {
    constructor(options) {
        this.options = options || {};
        this.cookies = [];
    }
    /**
     * Stores a cookie string to the cookie storage
     *
     * @param cookieStr Value from the 'Set-Cookie:' header
     * @param url Current URL
     */
    set(cookieStr, url) {
        const urlparts = parse(url || '');
        const cookie = this.parse(cookieStr);
        let domain;
        if (cookie.domain) {
            domain = cookie.domain.replace(/^\./, '');
            // do not allow cross origin cookies. There is no public suffix list here, so a
            // multi-label suffix like 'co.uk' can not be told apart from a registrable domain
            if (
            // can't be valid if the requested domain is shorter than current hostname
            urlparts.hostname.length < domain.length ||
                // a top level domain is not a valid scope, 'Domain=com' would otherwise be
                // sent to every .com host. A trailing dot does not make 'com.' any better
                domain.indexOf('.') < 0 ||
                domain.endsWith('.') ||
                // an IP address has no subdomains, so cookies set on it stay host-only
                external_node_net_.isIP(urlparts.hostname) ||
                // prefix domains with dot to be sure that partial matches are not used
                !('.' + urlparts.hostname).endsWith('.' + domain)) {
                cookie.domain = urlparts.hostname;
            }
        }
        else {
            cookie.domain = urlparts.hostname;
        }
        if (!cookie.path) {
            cookie.path = this.getPath(urlparts.pathname);
        }
        // if no expire date, then use sessionTimeout value
        if (!cookie.expires) {
            cookie.expires = new Date(Date.now() + (Number(this.options.sessionTimeout || SESSION_TIMEOUT) || SESSION_TIMEOUT) * 1000);
        }
        return this.add(cookie);
    }
    /**
     * Returns cookie string for the 'Cookie:' header.
     *
     * @param url URL to check for
     * @returns Cookie header or empty string if no matches were found
     */
    get(url) {
        return this.list(url)
            .map(cookie => cookie.name + '=' + cookie.value)
            .join('; ');
    }
    /**
     * Lists all valied cookie objects for the specified URL
     *
     * @param url URL to check for
     * @returns An array of cookie objects
     */
    list(url) {
        const result = [];
        for (let i = this.cookies.length - 1; i >= 0; i--) {
            const cookie = this.cookies[i];
            if (this.isExpired(cookie)) {
                this.cookies.splice(i, 1);
                continue;
            }
            if (this.match(cookie, url)) {
                result.unshift(cookie);
            }
        }
        return result;
    }
    /**
     * Parses cookie string from the 'Set-Cookie:' header
     *
     * @param cookieStr String from the 'Set-Cookie:' header
     * @returns Cookie object
     */
    parse(cookieStr) {
        const cookie = {};
        let hasNameValue = false;
        let hasMaxAge = false;
        (cookieStr || '')
            .toString()
            .split(';')
            .forEach(cookiePart => {
            if (!cookiePart.trim()) {
                // skip empty parts
                return;
            }
            const valueParts = cookiePart.split('=');
            const name = valueParts.shift().trim();
            let value = valueParts.join('=').trim();
            let domain;
            // the first part is always the name-value pair, so a cookie named
            // like an attribute is not mistaken for one (RFC 6265 section 5.2)
            if (!hasNameValue) {
                hasNameValue = true;
                if (name) {
                    // cookie names are case-sensitive, only attribute names are not
                    cookie.name = name;
                    cookie.value = value;
                }
                return;
            }
            switch (name.toLowerCase()) {
                case 'expires': {
                    const expires = new Date(value);
                    // ignore date if can not parse it
                    if (expires.toString() !== 'Invalid Date' && !hasMaxAge) {
                        // Max-Age has precedence when both attributes are present (RFC 6265 5.3)
                        cookie.expires = expires;
                    }
                    break;
                }
                case 'path':
                    cookie.path = value;
                    break;
                case 'domain':
                    domain = value.toLowerCase();
                    if (domain.length && domain.charAt(0) !== '.') {
                        domain = '.' + domain; // ensure preceeding dot for user set domains
                    }
                    cookie.domain = domain;
                    break;
                case 'max-age':
                    cookie.expires = new Date(Date.now() + (Number(value) || 0) * 1000);
                    hasMaxAge = true;
                    break;
                case 'secure':
                    cookie.secure = true;
                    break;
                case 'httponly':
                    cookie.httponly = true;
                    break;
            }
        });
        return cookie;
    }
    /**
     * Checks if a cookie object is valid for a specified URL
     *
     * @param cookie Cookie object
     * @param url URL to check for
     * @returns true if cookie is valid for specifiec URL
     */
    match(cookie, url) {
        const urlparts = parse(url || '');
        // check if hostname matches
        // .foo.com also matches subdomains, foo.com does not
        if (urlparts.hostname !== cookie.domain &&
            (cookie.domain.charAt(0) !== '.' || ('.' + urlparts.hostname).substr(-cookie.domain.length) !== cookie.domain)) {
            return false;
        }
        // check if the request path path-matches the cookie path (RFC 6265 section 5.1.4):
        // identical paths match, otherwise the cookie path must be a directory prefix
        const pathname = urlparts.pathname || '/';
        const cookiePath = cookie.path;
        const pathMatches = pathname === cookiePath || (pathname.startsWith(cookiePath) && (cookiePath.endsWith('/') || pathname.charAt(cookiePath.length) === '/'));
        if (!pathMatches) {
            return false;
        }
        // check secure argument
        if (cookie.secure && urlparts.protocol !== 'https:') {
            return false;
        }
        return true;
    }
    /**
     * Adds (or updates/removes if needed) a cookie object to the cookie storage
     *
     * @param cookie Cookie value to be stored
     */
    add(cookie) {
        // nothing to do here
        if (!cookie || !cookie.name) {
            return false;
        }
        // overwrite if has same params
        for (let i = 0, len = this.cookies.length; i < len; i++) {
            if (this.compare(this.cookies[i], cookie)) {
                // check if the cookie needs to be removed instead
                if (this.isExpired(cookie)) {
                    this.cookies.splice(i, 1); // remove expired/unset cookie
                    return false;
                }
                this.cookies[i] = cookie;
                return true;
            }
        }
        // add as new if not already expired
        if (!this.isExpired(cookie)) {
            this.cookies.push(cookie);
        }
        return true;
    }
    /**
     * Checks if two cookie objects are the same
     *
     * @param a Cookie to check against
     * @param b Cookie to check against
     * @returns True, if the cookies are the same
     */
    compare(a, b) {
        return a.name === b.name && a.path === b.path && a.domain === b.domain && a.secure === b.secure && a.httponly === b.httponly;
    }
    /**
     * Checks if a cookie is expired
     *
     * @param cookie Cookie object to check against
     * @returns True, if the cookie is expired
     */
    isExpired(cookie) {
        return (cookie.expires && cookie.expires < new Date()) || !cookie.value;
    }
    /**
     * Returns the default path for an URL path argument, the default-path of
     * RFC 6265 section 5.1.4. A cookie that carries no Path attribute is scoped
     * to the directory of the URL it was set from
     *
     * @param pathname
     * @returns Default path
     */
    getPath(pathname) {
        const pathParts = (pathname || '/').split('/');
        pathParts.pop(); // remove filename part
        const path = pathParts.join('/').trim();
        // a path that holds no more than one '/' is scoped to the root path, and so
        // is one that does not start with '/' at all
        if (path.charAt(0) !== '/') {
            return '/';
        }
        return path;
    }
}
/* harmony default export */ const fetch_cookies = (Cookies);

;// CONCATENATED MODULE: ./node_modules/nodemailer/dist/esm/package-info.js
// Generated by scripts/build.js from package.json. Do not edit by hand.
const package_info_name = 'nodemailer';
const package_info_version = '10.6.0';
const homepage = 'https://nodemailer.com/';

;// CONCATENATED MODULE: ./node_modules/nodemailer/dist/esm/errors.js
/**
 * Nodemailer Error Codes
 *
 * Centralized error code definitions for consistent error handling.
 *
 * Usage:
 *   import * as errors from './errors.js';
 *   const err: NodemailerError = new Error('Connection closed');
 *   err.code = errors.ECONNECTION;
 */
/**
 * Error code descriptions for documentation and debugging
 */
const ERROR_CODES = {
    // Connection errors
    ECONNECTION: 'Connection closed unexpectedly',
    ETIMEDOUT: 'Connection or operation timed out',
    ESOCKET: 'Socket-level error',
    EDNS: 'DNS resolution failed',
    // TLS/Security errors
    ETLS: 'TLS handshake or STARTTLS failed',
    EREQUIRETLS: 'REQUIRETLS not supported by server (RFC 8689)',
    // Protocol errors
    EPROTOCOL: 'Invalid SMTP server response',
    EENVELOPE: 'Invalid mail envelope (sender or recipients)',
    EMESSAGE: 'Message delivery error',
    EOTP: 'Invalid one-time passcode data (otp option)',
    ESTREAM: 'Stream processing error',
    EABORT: 'Message sending aborted',
    // Authentication errors
    EAUTH: 'Authentication failed',
    ENOAUTH: 'Authentication credentials not provided',
    EOAUTH2: 'OAuth2 token generation or refresh error',
    // Resource errors
    EMAXLIMIT: 'Pool resource limit reached (max messages per connection)',
    EMAXRECIPIENTS: 'Recipient count exceeds maxRecipients',
    // Transport-specific errors
    ESENDMAIL: 'Sendmail command error',
    ESES: 'AWS SES transport error',
    // Configuration and access errors
    ECONFIG: 'Invalid configuration',
    EPROXY: 'Proxy connection error',
    EFILEACCESS: 'File access rejected (disableFileAccess is set)',
    EURLACCESS: 'URL access rejected (disableUrlAccess is set)',
    EFETCH: 'HTTP fetch error'
};
// Error codes as string constants
const ECONNECTION = 'ECONNECTION';
const ETIMEDOUT = 'ETIMEDOUT';
const ESOCKET = 'ESOCKET';
const EDNS = 'EDNS';
const ETLS = 'ETLS';
const EREQUIRETLS = 'EREQUIRETLS';
const EPROTOCOL = 'EPROTOCOL';
const EENVELOPE = 'EENVELOPE';
const EMESSAGE = 'EMESSAGE';
const EOTP = 'EOTP';
const ESTREAM = 'ESTREAM';
const EABORT = 'EABORT';
const EAUTH = 'EAUTH';
const ENOAUTH = 'ENOAUTH';
const EOAUTH2 = 'EOAUTH2';
const EMAXLIMIT = 'EMAXLIMIT';
const EMAXRECIPIENTS = 'EMAXRECIPIENTS';
const ESENDMAIL = 'ESENDMAIL';
const ESES = 'ESES';
const ECONFIG = 'ECONFIG';
const EPROXY = 'EPROXY';
const EFILEACCESS = 'EFILEACCESS';
const EURLACCESS = 'EURLACCESS';
const EFETCH = 'EFETCH';
/** Creates the error reported when a caller cancels an individual send. @internal */
const createAbortError = (signal) => {
    const err = new Error('Message sending aborted', { cause: signal.reason });
    err.name = 'AbortError';
    err.code = EABORT;
    return err;
};
/**
 * Tells whether the error ended the connection rather than rejected what was sent over it
 */
const isTransientError = (err) => err.responseCode === 421 || err.code === ECONNECTION || err.code === ESOCKET || err.code === ETIMEDOUT;
/**
 * Tells whether an SMTP reply code is a permanent rejection, one that retrying the same
 * message would get again. RFC 5321 makes every 5yz reply a permanent negative completion
 * and every 4yz reply a transient one. 503 (bad sequence of commands) is the exception: it
 * says the session was in the wrong state for the command rather than that the message was
 * refused, so the same message can go through on a new connection. 2yz and 3yz replies are
 * only an error when the client expected something else, and are not permanent either.
 *
 * @param responseCode SMTP reply code
 * @returns true for a permanent rejection
 */
const isPermanentResponseCode = (responseCode) => responseCode >= 500 && responseCode < 600 && responseCode !== 503;
/**
 * Code Node.js sets on an error when its permission model (`--permission`) denies an
 * operation. It is not replaced with the Nodemailer code of the failing step (`ESOCKET`,
 * `EDNS`, `EFETCH`, ...), so a missing grant such as `--allow-net` stays recognizable.
 */
const ERR_ACCESS_DENIED = 'ERR_ACCESS_DENIED';

;// CONCATENATED MODULE: ./node_modules/nodemailer/dist/esm/shared/objects.js
// Safe copying of objects whose keys come from the caller.
//
// This lives in its own leaf module, like ./url.ts, so that every layer can reach it.
// src/shared/index.ts imports src/fetch, so src/fetch can not import src/shared back,
// and src/mime-funcs is a leaf that would otherwise pull in dns/net/os/fs for a string
// comparison. src/shared/index.ts re-exports both functions for the callers that already
// depend on it.
/**
 * Detects a key that can not be copied onto a plain object with `target[key] = value`.
 *
 * "__proto__" is the only one: assigning it runs the inherited setter and replaces the
 * prototype of the target instead of adding a property to it, so a caller can smuggle
 * values past validation that only inspects own keys. JSON.parse produces such a key
 * where an object literal can not. "constructor" and "prototype" have no such setter and
 * become ordinary own properties, so dropping them would only discard legitimate values.
 *
 * @param key Key to check
 * @returns true if the key must not be copied
 */
const objects_isProtoKey = (key) => key === '__proto__';
/**
 * Copies own enumerable keys from a source object to a target object. Every copy that
 * walks the keys of user supplied data goes through here, see isProtoKey.
 *
 * @param target Object to copy the keys to
 * @param source Object to copy the keys from
 * @param [skip] Optional predicate, return true to leave a key out
 * @returns The target object
 */
const objects_copyOwnKeys = (target, source, skip) => {
    Object.keys(source || {}).forEach(key => {
        if (objects_isProtoKey(key) || (skip && skip(key))) {
            return;
        }
        target[key] = source[key];
    });
    return target;
};

;// CONCATENATED MODULE: ./node_modules/nodemailer/dist/esm/fetch/index.js










const MAX_REDIRECTS = 5;
// a stalled server would otherwise hold the request, and whatever waits on it, open forever
const DEFAULT_TIMEOUT = 60 * 1000;
// the inactivity timeout above is reset by every byte, so a server dripping one within each
// window could still hold the request, and the message being built from it, open for as
// long as it liked. The whole request, redirects included, has to be done within this
const DEFAULT_MAX_TIME = 2 * 60 * 1000;
// the body is usually buffered in memory by the caller, so an unbounded download is refused
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;
// Only genuine TLS settings are taken from options.tls. That object reaches us straight
// from a user supplied attachment (content.tls), so keys like host, port, path, socketPath
// or lookup would otherwise repoint the request at a destination that never went through
// the URL checks below.
//
// The source of truth is the tls.connect() option list in the Node docs. A key missing
// here is dropped silently, so extend this list rather than working around it.
const TLS_OPTION_KEYS = [
    'ALPNProtocols',
    'ca',
    'cert',
    'checkServerIdentity',
    'ciphers',
    'crl',
    'dhparam',
    'ecdhCurve',
    'honorCipherOrder',
    'key',
    'maxVersion',
    'minVersion',
    'passphrase',
    'pfx',
    'rejectUnauthorized',
    'secureContext',
    'secureOptions',
    'secureProtocol',
    'servername',
    'sessionIdContext',
    'sigalgs'
];
/**
 * Marks an error of the request as a fetch error, unless it is a permission model
 * denial, which keeps its own code (see ERR_ACCESS_DENIED)
 *
 * @param err Error to mark
 */
function setFetchCode(err) {
    if (err.code !== ERR_ACCESS_DENIED) {
        err.code = EFETCH;
    }
}
/**
 * Resolves a URL only if it is one this module is willing to request.
 *
 * urllib.parse throws for a host that contains forbidden bytes, and it is called for
 * every URL that reaches nmfetch, including ones that arrive from a message attachment
 * or from a redirect Location header. An uncaught throw here takes the process down,
 * so a URL that does not parse is reported the same way as one with a scheme we refuse.
 *
 * @param url URL to parse
 * @returns Parsed URL, or false if it is not a usable http(s) URL
 */
function parseFetchUrl(url) {
    let parsed;
    try {
        parsed = parse(url);
    }
    catch (_err) {
        return false;
    }
    if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
        return false;
    }
    return parsed;
}
// the port a request to the URL goes to, explicit or the default of its scheme
function fetchPort(parsed) {
    return parsed.port ? Number(parsed.port) : parsed.protocol === 'https:' ? 443 : 80;
}
function fetch_nmfetch(url, options) {
    options = options || {};
    options.fetchRes = options.fetchRes || new external_node_stream_.PassThrough();
    options.cookies = options.cookies || new fetch_cookies();
    options.redirects = options.redirects || 0;
    options.maxRedirects = isNaN(options.maxRedirects) ? MAX_REDIRECTS : options.maxRedirects;
    if (!options.deadline) {
        options.maxTime = typeof options.maxTime === 'number' && options.maxTime >= 0 ? options.maxTime : DEFAULT_MAX_TIME;
        // the one deadline is shared with the requests the redirects lead to, every hop
        // gets the time that is left rather than starting over
        options.deadline = options.maxTime ? Date.now() + options.maxTime : 0;
    }
    const fetchRes = options.fetchRes;
    const parsed = parseFetchUrl(url);
    if (!parsed) {
        // Only http(s) URLs can be fetched. Any other scheme (file:, gopher:, a
        // protocol-relative redirect target etc.) would otherwise be silently served over
        // plain HTTP, possibly against an unintended host. Bail out before the cookie jar
        // is touched so a refused URL can not seed it, and release a caller supplied body:
        // this is the one exit that runs before the error handler below is attached to it,
        // so an error on that stream would have nowhere to go and the fd or socket behind
        // it would never be released.
        if (options.body && typeof options.body.destroy === 'function') {
            options.body.on('error', () => false);
            options.body.destroy();
        }
        setImmediate(() => {
            const err = new Error('Unsupported protocol for URL ' + url);
            err.code = EFETCH;
            err.sourceUrl = url;
            fetchRes.emit('error', err);
        });
        return fetchRes;
    }
    if (options.cookie) {
        [].concat(options.cookie || []).forEach(cookie => {
            options.cookies.set(cookie, url);
        });
        options.cookie = false;
    }
    let method = (options.method || '').toString().trim().toUpperCase() || 'GET';
    let finished = false;
    let cookies;
    let body;
    const handler = parsed.protocol === 'https:' ? external_node_https_ : external_node_http_;
    const headers = {
        'accept-encoding': 'gzip,deflate',
        'user-agent': 'nodemailer/' + package_info_version
    };
    Object.keys(options.headers || {}).forEach(key => {
        // options.headers is the caller's httpHeaders, straight off an attachment
        if (objects_isProtoKey(key.toLowerCase().trim())) {
            return;
        }
        headers[key.toLowerCase().trim()] = options.headers[key];
    });
    if (options.userAgent) {
        headers['user-agent'] = options.userAgent;
    }
    if (parsed.auth) {
        headers.Authorization = 'Basic ' + Buffer.from(parsed.auth).toString('base64');
    }
    if ((cookies = options.cookies.get(url))) {
        headers.cookie = cookies;
    }
    if (options.body) {
        if (options.contentType !== false) {
            headers['Content-Type'] = options.contentType || 'application/x-www-form-urlencoded';
        }
        if (typeof options.body.pipe === 'function') {
            // it's a stream
            headers['Transfer-Encoding'] = 'chunked';
            body = options.body;
            body.on('error', (err) => {
                if (finished) {
                    return;
                }
                finished = true;
                setFetchCode(err);
                err.sourceUrl = url;
                fetchRes.emit('error', err);
            });
        }
        else {
            if (options.body instanceof Buffer) {
                body = options.body;
            }
            else if (typeof options.body === 'object') {
                try {
                    // encodeURIComponent can fail on invalid input (partial emoji etc.)
                    body = Buffer.from(Object.keys(options.body)
                        .map(key => {
                        const value = options.body[key].toString().trim();
                        return encodeURIComponent(key) + '=' + encodeURIComponent(value);
                    })
                        .join('&'));
                }
                catch (E) {
                    // the caller attaches its error listener once nmfetch has returned, so
                    // the error is emitted on the next tick and the stream is handed back
                    // the way every other failure is reported
                    finished = true;
                    E.code = EFETCH;
                    E.sourceUrl = url;
                    setImmediate(() => fetchRes.emit('error', E));
                    return fetchRes;
                }
            }
            else {
                body = Buffer.from(options.body.toString().trim());
            }
            headers['Content-Type'] = options.contentType || 'application/x-www-form-urlencoded';
            headers['Content-Length'] = body.length;
        }
        // if method is not provided, use POST instead of GET
        method = (options.method || '').toString().trim().toUpperCase() || 'POST';
    }
    let req;
    const reqOptions = {
        method,
        host: parsed.hostname,
        path: parsed.path,
        port: fetchPort(parsed),
        headers,
        // Validate TLS certificates by default. Callers that genuinely need to
        // reach a self-signed/internal host opt out explicitly with
        // options.tls = { rejectUnauthorized: false }.
        rejectUnauthorized: true,
        agent: false
    };
    if (options.tls) {
        // see TLS_OPTION_KEYS
        Object.keys(options.tls).forEach(key => {
            if (TLS_OPTION_KEYS.includes(key)) {
                reqOptions[key] = options.tls[key];
            }
        });
    }
    if (parsed.protocol === 'https:' && parsed.hostname && parsed.hostname !== reqOptions.host && !external_node_net_.isIP(parsed.hostname) && !reqOptions.servername) {
        reqOptions.servername = parsed.hostname;
    }
    try {
        req = handler.request(reqOptions);
    }
    catch (E) {
        finished = true;
        setImmediate(() => {
            setFetchCode(E);
            E.sourceUrl = url;
            fetchRes.emit('error', E);
        });
        return fetchRes;
    }
    // the whole request has to be done by options.deadline, see maxTime. The timer is
    // released on every way out of the request, so it never outlives it
    let deadlineTimer;
    const clearDeadline = () => {
        if (deadlineTimer) {
            clearTimeout(deadlineTimer);
            deadlineTimer = undefined;
        }
    };
    // reports the first failure of this request on fetchRes and releases the request
    const fail = (err, sourceUrl = url) => {
        if (finished) {
            return;
        }
        finished = true;
        clearDeadline();
        setFetchCode(err);
        err.sourceUrl = sourceUrl;
        fetchRes.emit('error', err);
        req.abort();
    };
    const timeout = typeof options.timeout === 'number' && options.timeout >= 0 ? options.timeout : DEFAULT_TIMEOUT;
    if (timeout) {
        req.setTimeout(timeout, () => fail(new Error('Request Timeout')));
    }
    if (options.deadline) {
        deadlineTimer = setTimeout(() => fail(new Error('Request exceeded the allowed ' + options.maxTime + ' ms')), Math.max(options.deadline - Date.now(), 1));
        // a pending deadline is no reason to keep the process alive
        deadlineTimer.unref();
    }
    req.on('error', (err) => fail(err));
    // a consumer that destroys the response stream before it ended does not want the rest of
    // the body, release the request now instead of when the timeout fires
    fetchRes.once('close', () => {
        clearDeadline();
        if (finished || fetchRes.readableEnded) {
            return;
        }
        finished = true;
        req.destroy();
    });
    req.on('response', res => {
        let inflate;
        if (finished) {
            return;
        }
        switch (res.headers['content-encoding']) {
            case 'gzip':
            case 'deflate':
                inflate = external_node_zlib_.createUnzip();
                break;
        }
        if (res.headers['set-cookie']) {
            [].concat(res.headers['set-cookie'] || []).forEach(cookie => {
                options.cookies.set(cookie, url);
            });
        }
        if ([301, 302, 303, 307, 308].includes(res.statusCode) && res.headers.location) {
            // redirect
            options.redirects++;
            if (options.redirects > options.maxRedirects) {
                return fail(new Error('Maximum redirect count exceeded'));
            }
            // redirect does not include POST body
            options.method = 'GET';
            options.body = false;
            let redirectUrl;
            try {
                redirectUrl = resolve(url, res.headers.location);
            }
            catch (_err) {
                // the legacy resolver throws on a Location the WHATWG parser also refused,
                // so fall through to the check below with what the server actually sent
                redirectUrl = res.headers.location;
            }
            const redirectParsed = parseFetchUrl(redirectUrl);
            if (!redirectParsed) {
                // Refuse the redirect target here rather than leaving it to the recursive
                // call: that call gets its own `finished` flag and no handle on this
                // request, so this one would stay open and could emit a second error on
                // the shared fetchRes once it times out. Callers listen with req.once().
                return fail(new Error('Unsupported protocol for URL ' + redirectUrl), redirectUrl);
            }
            // Do not forward credentials when the redirect leaves the origin: a different
            // scheme, host or port is a different security context (an https to http
            // downgrade would also put them on the wire in cleartext). Strip sensitive
            // request headers so an attacker who controls the redirect target cannot
            // harvest them.
            const crossOrigin = redirectParsed.protocol !== parsed.protocol || redirectParsed.hostname !== parsed.hostname || fetchPort(redirectParsed) !== fetchPort(parsed);
            if (options.headers && crossOrigin) {
                const sensitive = ['authorization', 'cookie', 'proxy-authorization'];
                Object.keys(options.headers).forEach(key => {
                    // normalized the way the request headers are built above, a padded name is sent too
                    if (sensitive.includes(key.toLowerCase().trim())) {
                        delete options.headers[key];
                    }
                });
            }
            // this request is done with, release it so its socket and timeout do not
            // outlive it and report a late error on the shared fetchRes
            finished = true;
            clearDeadline();
            res.resume();
            req.abort();
            return fetch_nmfetch(redirectUrl, options);
        }
        fetchRes.statusCode = res.statusCode;
        fetchRes.headers = res.headers;
        if (res.statusCode >= 300 && !options.allowErrorResponse) {
            return fail(new Error('Invalid status code ' + res.statusCode));
        }
        res.on('error', (err) => fail(err));
        // the response is in, whatever is left of it is in memory and no longer on the network
        res.once('end', () => clearDeadline());
        const maxBytes = typeof options.maxBytes === 'number' && options.maxBytes > 0 ? options.maxBytes : DEFAULT_MAX_BYTES;
        const source = inflate || res;
        let received = 0;
        source.on('data', (chunk) => {
            received += chunk.length;
            if (received <= maxBytes || finished) {
                return;
            }
            source.unpipe(fetchRes);
            fail(new Error('Response size exceeds the allowed ' + maxBytes + ' bytes'));
        });
        if (inflate) {
            res.pipe(inflate).pipe(fetchRes);
            inflate.on('error', (err) => fail(err));
        }
        else {
            res.pipe(fetchRes);
        }
    });
    setImmediate(() => {
        if (body) {
            try {
                if (typeof body.pipe === 'function') {
                    return body.pipe(req);
                }
                req.write(body);
            }
            catch (err) {
                return fail(err);
            }
        }
        req.end();
    });
    return fetchRes;
}
fetch_nmfetch.Cookies = fetch_cookies;
fetch_nmfetch.DEFAULT_TIMEOUT = DEFAULT_TIMEOUT;
fetch_nmfetch.DEFAULT_MAX_TIME = DEFAULT_MAX_TIME;
/* harmony default export */ const fetch = ((/* unused pure expression or super */ null && (fetch_nmfetch)));

// EXTERNAL MODULE: external "node:dns"
var external_node_dns_ = __webpack_require__(610);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
;// CONCATENATED MODULE: ./node_modules/nodemailer/dist/esm/shared/index.js
/* eslint no-console: 0 */












// re-exported for the callers that already depend on this module, see ./objects

const DNS_TTL = (/* unused pure expression or super */ null && (5 * 60 * 1000));
const CACHE_CLEANUP_INTERVAL = (/* unused pure expression or super */ null && (30 * 1000)); // Minimum 30 seconds between cleanups
const MAX_CACHE_SIZE = 1000; // Maximum number of entries in cache
let lastCacheCleanup = 0;
/** @internal */
const _lastCacheCleanup = () => lastCacheCleanup;
/** @internal */
const _resetCacheCleanup = () => {
    lastCacheCleanup = 0;
};
let networkInterfaces;
let networkInterfacesRead = false;
// Read on first use rather than at load, so that importing the module does not ask for
// the interface table (Deno prompts for --allow-sys on it)
/** @internal */
const _readNetworkInterfaces = () => {
    if (!networkInterfacesRead) {
        networkInterfacesRead = true;
        try {
            networkInterfaces = os.networkInterfaces();
        }
        catch (_err) {
            // fails on some systems
        }
    }
    return networkInterfaces;
};
const isFamilySupported = (family, allowInternal) => {
    const addresses = Object.values(_readNetworkInterfaces() || {}).flat();
    if (!addresses.length) {
        // hope for the best. Runtimes without an interface table (Cloudflare
        // Workers) report an empty object rather than throwing
        return true;
    }
    return addresses.filter(i => !i.internal || allowInternal).some(i => i.family === 'IPv' + family || i.family === family);
};
const shared_resolve = (family, hostname, options, callback) => {
    options = options || {};
    if (!isFamilySupported(family, options.allowInternalNetworkInterfaces)) {
        callback(null, []);
        return null;
    }
    const dnsResolver = dns.Resolver ? new dns.Resolver(options) : dns;
    dnsResolver['resolve' + family](hostname, (err, addresses) => {
        if (err) {
            switch (err.code) {
                case dns.NODATA:
                case dns.NOTFOUND:
                case dns.NOTIMP:
                case dns.SERVFAIL:
                case dns.CONNREFUSED:
                case dns.REFUSED:
                case 'EAI_AGAIN':
                    return callback(null, []);
            }
            return callback(err);
        }
        return callback(null, Array.isArray(addresses) ? addresses : [].concat(addresses || []));
    });
    return dns.Resolver ? dnsResolver : null;
};
const dnsCache = new Map();
const formatDNSValue = (value, extra) => {
    if (!value) {
        return Object.assign({}, extra || {});
    }
    const addresses = value.addresses || [];
    // Select a random address from available addresses, or null if none
    const host = addresses.length > 0 ? addresses[Math.floor(Math.random() * addresses.length)] : null;
    return Object.assign({
        host,
        // Include all addresses for connection fallback support
        _addresses: addresses
    }, extra || {});
};
const resolveHostname = (options, callback) => {
    options = options || {};
    if (!options.host && options.servername) {
        options.host = options.servername;
    }
    if (!options.host || net.isIP(options.host)) {
        // nothing to do here
        const value = {
            addresses: [options.host]
        };
        return callback(null, formatDNSValue(value, {
            servername: options.servername || false,
            cached: false
        }));
    }
    const host = options.host;
    // The TLS server name belongs to the connection asking, not to the host it resolves. The
    // cache is shared by every transport of the process and keyed by host alone, so a server
    // name stored in it would be the one of whichever transport resolved the host first, and a
    // later transport with its own tls.servername would present and verify that name instead
    const servername = options.servername || host;
    let cached;
    if (dnsCache.has(options.host)) {
        cached = dnsCache.get(options.host);
        // Lazy cleanup with time throttling
        const now = Date.now();
        if (now - lastCacheCleanup > CACHE_CLEANUP_INTERVAL) {
            lastCacheCleanup = now;
            // Clean up expired entries
            for (const [host, entry] of dnsCache.entries()) {
                if (entry.expires && entry.expires < now) {
                    dnsCache.delete(host);
                }
            }
            // If cache is still too large, remove oldest entries
            if (dnsCache.size > MAX_CACHE_SIZE) {
                const toDelete = Math.floor(MAX_CACHE_SIZE * 0.1); // Remove 10% of entries
                const keys = Array.from(dnsCache.keys()).slice(0, toDelete);
                keys.forEach(key => dnsCache.delete(key));
            }
        }
        if (!cached.expires || cached.expires >= now) {
            return callback(null, formatDNSValue(cached.value, {
                servername,
                cached: true
            }));
        }
    }
    // The timeout limits the lookup as a whole. It is also handed to the resolver, but there
    // it applies to every query attempt on its own, and the resolver retries a few times
    let responded = false;
    let deadline;
    const respond = (err, result) => {
        if (responded) {
            return;
        }
        responded = true;
        clearTimeout(deadline);
        callback(err, result);
    };
    // a stale cached value is still better than no value at all
    const respondCached = (error) => {
        if (!cached) {
            return false;
        }
        dnsCache.set(host, {
            value: cached.value,
            expires: Date.now() + (options.dnsTtl || DNS_TTL)
        });
        respond(null, formatDNSValue(cached.value, {
            servername,
            cached: true,
            error
        }));
        return true;
    };
    const resolvers = [];
    const timeout = Number(options.timeout) || 0;
    if (timeout > 0) {
        deadline = setTimeout(() => {
            for (const resolver of resolvers) {
                if (typeof resolver.cancel === 'function') {
                    resolver.cancel();
                }
            }
            const err = new Error('DNS lookup for ' + host + ' timed out');
            err.code = dns.TIMEOUT;
            if (!respondCached(err)) {
                respond(err);
            }
        }, timeout);
    }
    // Resolve both IPv4 and IPv6 addresses for fallback support, at the same time
    let ipv4Addresses = [];
    let ipv6Addresses = [];
    let ipv4Error = null;
    let ipv6Error = null;
    let pending = 2;
    const onResolved = () => {
        if (--pending || responded) {
            return;
        }
        // Combine addresses: IPv4 first, then IPv6
        const allAddresses = ipv4Addresses.concat(ipv6Addresses);
        if (allAddresses.length) {
            const value = {
                addresses: allAddresses
            };
            dnsCache.set(host, {
                value,
                expires: Date.now() + (options.dnsTtl || DNS_TTL)
            });
            return respond(null, formatDNSValue(value, {
                servername,
                cached: false
            }));
        }
        // No addresses from resolve4/resolve6, try dns.lookup as fallback
        if (ipv4Error && ipv6Error && respondCached(ipv4Error)) {
            // Both resolvers had errors
            return;
        }
        try {
            dns.lookup(host, { all: true }, (err, addresses) => {
                if (err) {
                    if (respondCached(err)) {
                        return;
                    }
                    return respond(err);
                }
                // Get all supported addresses from dns.lookup
                const supportedAddresses = addresses ? addresses.filter(addr => isFamilySupported(addr.family)).map(addr => addr.address) : [];
                if (addresses && addresses.length && !supportedAddresses.length) {
                    // there are addresses but none can be used
                    console.warn(`Failed to resolve IPv${addresses[0].family} addresses with current network`);
                }
                if (!supportedAddresses.length && cached) {
                    // nothing was found, fallback to cached value
                    return respond(null, formatDNSValue(cached.value, {
                        servername,
                        cached: true
                    }));
                }
                const value = {
                    addresses: supportedAddresses.length ? supportedAddresses : [host]
                };
                dnsCache.set(host, {
                    value,
                    expires: Date.now() + (options.dnsTtl || DNS_TTL)
                });
                return respond(null, formatDNSValue(value, {
                    servername,
                    cached: false
                }));
            });
        }
        catch (lookupErr) {
            if (respondCached(lookupErr)) {
                return;
            }
            return respond(ipv4Error || ipv6Error || lookupErr);
        }
    };
    for (const family of [4, 6]) {
        const resolver = shared_resolve(family, host, options, (err, addresses) => {
            if (family === 4) {
                ipv4Error = err;
                ipv4Addresses = addresses || [];
            }
            else {
                ipv6Error = err;
                ipv6Addresses = addresses || [];
            }
            onResolved();
        });
        if (resolver) {
            resolvers.push(resolver);
        }
    }
};
/**
 * Parses connection url to a structured configuration object
 *
 * @param str Connection url
 * @return Configuration object
 */
const parseConnectionUrl = (str) => {
    str = str || '';
    const options = {};
    const url = urllib.parse(str, true);
    switch (url.protocol) {
        case 'smtp:':
            options.secure = false;
            break;
        case 'smtps:':
            options.secure = true;
            break;
        case 'direct:':
            options.direct = true;
            break;
    }
    if (!isNaN(url.port) && Number(url.port)) {
        options.port = Number(url.port);
    }
    if (url.hostname) {
        options.host = url.hostname;
    }
    if (url.username || url.password) {
        options.auth = {
            user: url.username || '',
            pass: url.password || ''
        };
    }
    Object.keys(url.query || {}).forEach(key => {
        let obj = options;
        let lKey = key;
        let value = url.query[key];
        if (!isNaN(value)) {
            value = Number(value);
        }
        switch (value) {
            case 'true':
                value = true;
                break;
            case 'false':
                value = false;
                break;
        }
        // tls is nested object
        if (key.indexOf('tls.') === 0) {
            lKey = key.substr(4);
            if (!options.tls) {
                options.tls = {};
            }
            obj = options.tls;
        }
        else if (key.indexOf('.') >= 0) {
            // ignore nested properties besides tls
            return;
        }
        // `in` already keeps "__proto__" out, but only as a side effect of it being an
        // Object.prototype member. Say it, so the protection survives a change to the check
        if (!isProtoKey(lKey) && !(lKey in obj)) {
            obj[lKey] = value;
        }
    });
    return options;
};
/** @internal */
const _logFunc = (logger, level, defaults, data, message, ...args) => {
    const entry = Object.assign({}, defaults || {}, data || {});
    delete entry.level;
    let logLevel = level;
    if (typeof logger[logLevel] !== 'function') {
        // Provided logger does not implement this level. Fall back to a
        // lower-severity handler instead of throwing.
        logLevel = ['info', 'debug', 'log', 'trace', 'warn', 'error'].find(name => typeof logger[name] === 'function');
    }
    if (logLevel) {
        logger[logLevel](entry, message, ...args);
    }
};
/**
 * Returns a bunyan-compatible logger interface. Uses either provided logger or
 * creates a default console logger
 *
 * @param [options] Options object that might include 'logger' value
 * @param [defaults] Fields merged into every log entry, overridden by the fields of the entry itself
 * @return bunyan compatible logger
 */
const getLogger = (options, defaults) => {
    options = options || {};
    const response = {};
    const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];
    if (!options.logger) {
        // use vanity logger
        levels.forEach(level => {
            response[level] = () => false;
        });
        return response;
    }
    const logger = options.logger === true ? createDefaultLogger(levels) : options.logger;
    levels.forEach(level => {
        response[level] = (...args) => {
            // the bunyan forms: a data object first, or the message alone
            const data = typeof args[0] === 'string' ? undefined : args.shift();
            _logFunc(logger, level, defaults, data, ...args);
        };
    });
    return response;
};
/**
 * Wrapper for creating a callback that either resolves or rejects a promise
 * based on input
 *
 * @param resolve Function to run if callback is called
 * @param reject Function to run if callback ends with an error
 */
const callbackPromise = (resolve, reject) => function (...args) {
    const err = args.shift();
    if (err) {
        reject(err);
    }
    else {
        resolve(...args);
    }
};
const parseDataURI = (uri) => {
    if (typeof uri !== 'string') {
        return null;
    }
    // Early return for non-data URIs to avoid unnecessary processing
    if (!uri.startsWith('data:')) {
        return null;
    }
    // Find the first comma safely - this prevents ReDoS
    const commaPos = uri.indexOf(',');
    if (commaPos === -1) {
        return null;
    }
    const data = uri.substring(commaPos + 1);
    const metaStr = uri.substring('data:'.length, commaPos);
    let encoding;
    const metaEntries = metaStr.split(';');
    if (metaEntries.length > 0) {
        const lastEntry = metaEntries[metaEntries.length - 1].toLowerCase().trim();
        // Only recognize valid encoding types to prevent manipulation
        if (['base64', 'utf8', 'utf-8'].includes(lastEntry) && lastEntry.indexOf('=') === -1) {
            encoding = lastEntry;
            metaEntries.pop();
        }
    }
    const contentType = metaEntries.length > 0 ? metaEntries.shift() : 'application/octet-stream';
    const params = {};
    for (let i = 0; i < metaEntries.length; i++) {
        const entry = metaEntries[i];
        const sepPos = entry.indexOf('=');
        if (sepPos > 0) {
            // Ensure there's a key before the '='
            const key = entry.substring(0, sepPos).trim();
            const value = entry.substring(sepPos + 1).trim();
            if (key && !isProtoKey(key)) {
                params[key] = value;
            }
        }
    }
    // Decode data based on encoding with proper error handling
    let bufferData;
    try {
        if (encoding === 'base64') {
            bufferData = Buffer.from(data, 'base64');
        }
        else {
            try {
                bufferData = Buffer.from(decodeURIComponent(data));
            }
            catch (_decodeError) {
                bufferData = Buffer.from(data);
            }
        }
    }
    catch (_bufferError) {
        bufferData = Buffer.alloc(0);
    }
    return {
        data: bufferData,
        encoding: encoding || null,
        contentType: contentType || 'application/octet-stream',
        params
    };
};
function resolveContent(data, key, options, callback) {
    // options is optional; support the legacy resolveContent(data, key, callback) signature
    if (!callback && typeof options === 'function') {
        callback = options;
        options = false;
    }
    options = options || {};
    let promise;
    if (!callback) {
        promise = new Promise((resolve, reject) => {
            callback = callbackPromise(resolve, reject);
        });
    }
    resolveContentValue(data, key, options, callback);
    return promise;
}
function resolveContentValue(data, key, options, callback) {
    let content = (data && data[key] && data[key].content) || data[key];
    const encoding = ((typeof data[key] === 'object' && data[key].encoding) || 'utf8')
        .toString()
        .toLowerCase()
        .replace(/[-_\s]/g, '');
    if (!content) {
        return callback(null, content);
    }
    if (typeof content === 'object') {
        if (typeof content.pipe === 'function') {
            return resolveStream(content, (err, value) => {
                if (err) {
                    return callback(err);
                }
                // we can't stream twice the same content, so we need
                // to replace the stream object with the streaming result
                if (data[key].content) {
                    data[key].content = value;
                }
                else {
                    data[key] = value;
                }
                callback(null, value);
            });
        }
        else if (/^data:/i.test(content.path || content.href)) {
            const parsedDataUri = parseDataURI(content.path || content.href);
            return callback(null, parsedDataUri && parsedDataUri.data ? parsedDataUri.data : Buffer.alloc(0));
        }
        else if (content.href || /^https?:\/\//i.test(content.path)) {
            // An href is always a URL, and so is a path that looks like one. Let nmfetch
            // decide whether it is fetchable, it validates the parsed URL. Testing the raw
            // string here instead would let a file: href fall through to the "return as is"
            // default below and travel on inside the resolved message.
            const url = content.href || content.path;
            if (options.disableUrlAccess) {
                setImmediate(() => {
                    const err = new Error('Url access rejected for ' + url);
                    err.code = errors.EURLACCESS;
                    callback(err);
                });
                return;
            }
            return resolveStream(nmfetch(url, { headers: content.httpHeaders, tls: content.tls }), callback);
        }
        else if (content.path) {
            if (options.disableFileAccess) {
                setImmediate(() => {
                    const err = new Error('File access rejected for ' + content.path);
                    err.code = errors.EFILEACCESS;
                    callback(err);
                });
                return;
            }
            return resolveStream(fs.createReadStream(content.path), callback);
        }
    }
    if (typeof data[key].content === 'string' && !['utf8', 'usascii', 'ascii'].includes(encoding)) {
        content = Buffer.from(data[key].content, encoding);
    }
    // default action, return as is
    setImmediate(() => callback(null, content));
}
/**
 * Copies properties from source objects to target objects
 */
const shared_assign = function (...args) {
    const target = args.shift() || {};
    args.forEach(source => {
        Object.keys(source || {}).forEach(key => {
            if (isProtoKey(key)) {
                return;
            }
            if (['tls', 'auth'].includes(key) && source[key] && typeof source[key] === 'object') {
                // tls and auth are special keys that need to be enumerated separately
                // other objects are passed as is. Enumerating is a copy of user supplied
                // keys just like the loop above, so it gets the same treatment
                target[key] = copyOwnKeys(target[key] || {}, source[key]);
            }
            else {
                target[key] = source[key];
            }
        });
    });
    return target;
};
const encodeXText = (str) => {
    // ! 0x21
    // + 0x2B
    // = 0x3D
    // ~ 0x7E
    if (!/[^\x21-\x2A\x2C-\x3C\x3E-\x7E]/.test(str)) {
        return str;
    }
    const buf = Buffer.from(str);
    let result = '';
    for (let i = 0, len = buf.length; i < len; i++) {
        const c = buf[i];
        if (c < 0x21 || c > 0x7e || c === 0x2b || c === 0x3d) {
            result += '+' + (c < 0x10 ? '0' : '') + c.toString(16).toUpperCase();
        }
        else {
            result += String.fromCharCode(c);
        }
    }
    return result;
};
// The first error a stream emitted, see recordStreamErrors
const streamErrors = new WeakMap();
/**
 * Keeps the first error a content stream emits before it is read, so the error is reported
 * when the stream is read instead of being thrown as unhandled. The listener stays attached
 * for good, a stream that emits 'error' more than once never throws the later ones either
 *
 * @param stream Readable stream
 */
function recordStreamErrors(stream) {
    stream.on('error', err => {
        if (!streamErrors.has(stream)) {
            streamErrors.set(stream, err);
        }
    });
}
/**
 * Destroys a value if it is a readable stream that was not destroyed yet
 *
 * @param value Any content value
 */
function destroyStream(value) {
    const stream = value;
    if (stream && typeof stream.pipe === 'function' && typeof stream.destroy === 'function' && !stream.destroyed) {
        stream.destroy();
    }
}
/**
 * Tells why a stream can not be read from start to end anymore. A stream that ended or was
 * destroyed before anyone read it would never emit 'end' to a new reader, or, when piped, would
 * end the destination right away and turn into an empty value without any error
 *
 * @param stream Readable stream
 * @returns The error the stream failed with, an ESTREAM error, or null when it can be read
 */
function unreadableStreamError(stream) {
    const err = streamErrors.get(stream) || stream.errored;
    if (err) {
        return err;
    }
    if (stream.readableEnded || stream.destroyed) {
        const unreadable = new Error('Content stream was already read or destroyed');
        unreadable.code = errors.ESTREAM;
        return unreadable;
    }
    return null;
}
/**
 * Streams a stream value into a Buffer
 *
 * @param stream Readable stream
 * @param callback Callback function with (err, value)
 */
function resolveStream(stream, callback) {
    let responded = false;
    const respond = (err, value) => {
        if (responded) {
            return;
        }
        responded = true;
        callback(err, value);
    };
    const unreadable = unreadableStreamError(stream);
    if (unreadable) {
        // absorbs a later 'error' from the stream, there is nobody left to report it to
        stream.on('error', () => false);
        setImmediate(() => respond(unreadable));
        return;
    }
    const chunks = [];
    let chunklen = 0;
    stream.on('data', (chunk) => {
        if (typeof chunk === 'string') {
            chunk = Buffer.from(chunk);
        }
        chunks.push(chunk);
        chunklen += chunk.length;
    });
    // finished() also reports a stream that is destroyed before 'end', which would otherwise
    // leave the callback waiting forever
    finished(stream, { writable: false }, err => {
        if (err) {
            return respond(err);
        }
        let value;
        try {
            value = Buffer.concat(chunks, chunklen);
        }
        catch (E) {
            return respond(E);
        }
        respond(null, value);
    });
}
/**
 * Generates a bunyan-like logger that prints to console
 *
 * @returns Bunyan logger instance
 */
function createDefaultLogger(levels) {
    const levelMaxLen = levels.reduce((max, level) => Math.max(max, level.length), 0);
    const levelNames = new Map();
    levels.forEach(level => {
        let levelName = level.toUpperCase();
        if (levelName.length < levelMaxLen) {
            levelName += ' '.repeat(levelMaxLen - levelName.length);
        }
        levelNames.set(level, levelName);
    });
    const print = (level, entry, message, ...args) => {
        let prefix = '';
        if (entry) {
            if (entry.tnx === 'server') {
                prefix = 'S: ';
            }
            else if (entry.tnx === 'client') {
                prefix = 'C: ';
            }
            if (entry.sid) {
                prefix = '[' + entry.sid + '] ' + prefix;
            }
            if (entry.cid) {
                prefix = '[#' + entry.cid + '] ' + prefix;
            }
        }
        message = external_node_util_.format(message, ...args);
        message.split(/\r?\n/).forEach((line) => {
            console.log('[%s] %s %s', new Date().toISOString().substr(0, 19).replace(/T/, ' '), levelNames.get(level), prefix + line);
        });
    };
    const logger = {};
    levels.forEach(level => {
        logger[level] = print.bind(null, level);
    });
    return logger;
}
// domainToASCII and domainToUnicode are WHATWG host parsers rather than plain IDNA
// mappers, so they do more than map: they cut the host at '/', '\\', '?' and '#', drop C0
// controls, and percent-decode. Handing them 'evil.example/mail.corp.example' returns the
// deliverable 'evil.example', which would turn a value the bundled codec leaves as
// unroutable garbage into mail for a domain the sender never named. None of these
// characters are legal in a domain, so keep them away from the mapper.
const URL_PARSER_UNSAFE = /[/\\?#%\x00-\x20\x7F]/;
// RFC 1035 bounds a label at 63 octets and a domain at 253. An A-label is never shorter than
// the code points it encodes, so anything past these bounds could not have become a valid
// domain whichever way it is encoded. The bundled codec is super-linear in the length of a
// label, a 60 KB label of distinct code points took seconds to encode, several times per
// address, so it is only handed what could be a domain
const MAX_DOMAIN_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;
/**
 * Checks a domain against the DNS length limits, counted in code points per label and in
 * total. The label separators are the ones the bundled codec splits on.
 *
 * @param domain Domain to check
 * @return true if a label or the domain as a whole is too long to be a valid domain
 */
function exceedsDomainLimits(domain) {
    let total = 0;
    let label = 0;
    for (const char of domain) {
        total++;
        if (char === '.' || char === '。' || char === '．' || char === '｡') {
            label = 0;
        }
        else if (++label > MAX_LABEL_LENGTH) {
            return true;
        }
    }
    return total > MAX_DOMAIN_LENGTH;
}
/**
 * Encodes a domain the way browsers, the WHATWG URL Standard and DNS facing resolvers do,
 * which is with UTS-46 mapping applied before the Punycode step.
 *
 * The bundled codec is plain RFC 3492 and maps nothing, so it disagrees with every
 * conformant parser on any domain holding a mapped or ignored code point. An invisible
 * U+00AD in 'compa\u00ADny.com' encoded to 'xn--company-pka.com' where a validator reads
 * 'company.com', which let an allow-listed domain be checked and a different one mailed.
 *
 * Anything the URL parser does not accept as a hostname, an address literal such as
 * '[127.0.0.1]' included, comes back empty and falls through to the bundled codec, which
 * leaves those as they were supplied apart from lowercasing them.
 *
 * The mapper gets the domain as supplied, since UTS-46 does its own case mapping and
 * toLowerCase() differs from it: it turns U+1E9E into U+00DF where Node 20 and 22 map it
 * to 'ss', and a word-final U+03A3 into U+03C2 where UTS-46 gives U+03C3. Lowercasing
 * first sent 'user@stra\u1E9Ee.de', which a validator reads as strasse.de, to xn--strae-oqa.de.
 *
 * @param domain Domain to encode
 * @param toUnicode Return the U-label form instead of the A-label form
 * @return Encoded domain
 */
function normalizeDomain(domain, toUnicode) {
    // domainToASCII and domainToUnicode landed in Node 7, the bundled codec covers Node 6
    if (typeof urlModule.domainToASCII === 'function' && typeof urlModule.domainToUnicode === 'function' && !URL_PARSER_UNSAFE.test(domain)) {
        // The U-label form is decoded from the A-label form rather than from the input:
        // Deno's domainToASCII returns an empty string for a label it cannot decode, while
        // its domainToUnicode returns the label with U+FFFD in place of the bad part
        const ascii = urlModule.domainToASCII(domain);
        const mapped = ascii && toUnicode ? urlModule.domainToUnicode(ascii) : ascii;
        if (mapped) {
            return mapped;
        }
    }
    domain = domain.toLowerCase();
    if (exceedsDomainLimits(domain)) {
        // too long to be a domain whichever way it is encoded, keep it as supplied
        return domain;
    }
    return toUnicode ? punycode.toUnicode(domain) : punycode.toASCII(domain);
}

// EXTERNAL MODULE: ./node_modules/punycode.js/punycode.js
var punycode_js_punycode = __webpack_require__(8629);
;// CONCATENATED MODULE: ./node_modules/smtp-server/dist/esm/sasl.js


// Control characters have no legitimate use in usernames or command parameters.
// They enable log and header injection in applications that embed such a value
// unescaped, and they can split an SMTP response, so reject them everywhere.
// C1 controls (\x80-\x9F) are included because U+0085 is a line terminator for
// many parsers. Shared with lib/smtp-connection.js - keep a single definition
// eslint-disable-next-line no-control-regex
const sasl_CONTROL_CHARS = /[\x00-\x1F\x7F-\x9F]/;
/**
 * Authentication mechanisms. The SASL_ prefixed members implement the mechanism of
 * the same name, the rest are the steps of the multi-line exchanges. Each one runs
 * with the connection as `this`
 */
const SASL = {
    SASL_PLAIN(args, callback) {
        if (args.length > 1) {
            this.send(501, 'Error: syntax: AUTH PLAIN token');
            return callback();
        }
        if (!args.length) {
            this._nextHandler = SASL.PLAIN_token.bind(this, true);
            this.send(334);
            return callback();
        }
        SASL.PLAIN_token.call(this, false, args[0], callback);
    },
    SASL_LOGIN(args, callback) {
        if (args.length > 1) {
            this.send(501, 'Error: syntax: AUTH LOGIN');
            return callback();
        }
        if (!args.length) {
            this._nextHandler = SASL.LOGIN_username.bind(this, true);
            this.send(334, 'VXNlcm5hbWU6');
            return callback();
        }
        SASL.LOGIN_username.call(this, false, args[0], callback);
    },
    SASL_XOAUTH2(args, callback) {
        if (args.length > 1) {
            this.send(501, 'Error: syntax: AUTH XOAUTH2 token');
            return callback();
        }
        if (!args.length) {
            this._nextHandler = SASL.XOAUTH2_token.bind(this, true);
            this.send(334);
            return callback();
        }
        SASL.XOAUTH2_token.call(this, false, args[0], callback);
    },
    'SASL_CRAM-MD5'(args, callback) {
        if (args.length) {
            this.send(501, 'Error: syntax: AUTH CRAM-MD5');
            return callback();
        }
        // the challenge must be unpredictable, so use a CSPRNG instead of
        // Math.random() whose internal state can be recovered from outputs
        let challenge = external_node_util_.format('<%s.%s@%s>', external_node_crypto_.randomBytes(16).toString('hex'), // random
        Math.floor(Date.now() / 1000), // timestamp
        this.name // hostname
        );
        this._nextHandler = SASL['CRAM-MD5_token'].bind(this, true, challenge);
        this.send(334, Buffer.from(challenge).toString('base64'));
        return callback();
    },
    PLAIN_token(canAbort, rawToken, callback) {
        let token = (rawToken || '').toString().trim();
        if (canAbort && token === '*') {
            this.send(501, 'Authentication aborted');
            return callback();
        }
        let data = Buffer.from(token, 'base64').toString().split('\x00');
        if (data.length !== 3) {
            this.send(501, 'Error: invalid userdata');
            return callback();
        }
        // RFC 4616: the token is authzid NUL authcid NUL passwd. The authentication
        // identity is the authcid, but many real-world clients place the username in
        // the authzid field and leave the authcid empty, so fall back to the authzid
        // in that case. Both raw fields are passed to onAuth so applications that
        // need strict RFC 4616 semantics can implement them
        let authzid = data[0] || '';
        let authcid = data[1] || '';
        let username = authcid || authzid;
        let password = data[2] || '';
        if (sasl_CONTROL_CHARS.test(username) || sasl_CONTROL_CHARS.test(authzid)) {
            this.send(501, 'Error: invalid userdata');
            return callback();
        }
        this._server.onAuth({
            method: 'PLAIN',
            username,
            authcid,
            authzid,
            password
        }, this.session, (err, response) => {
            if (err) {
                this._server.logger.info({
                    err,
                    tnx: 'autherror',
                    cid: this.id,
                    method: 'PLAIN',
                    user: username
                }, 'Authentication error for %s using %s. %s', username, 'PLAIN', err.message);
                this.send(err.responseCode || 535, err.message);
                return callback();
            }
            response = response || {}; // onAuth may signal a failure with a bare callback()
            if (!response.user) {
                this._server.logger.info({
                    tnx: 'authfail',
                    cid: this.id,
                    method: 'PLAIN',
                    user: username
                }, 'Authentication failed for %s using %s', username, 'PLAIN');
                this.send(response.responseCode || 535, response.message || 'Error: Authentication credentials invalid');
                return callback();
            }
            this._server.logger.info({
                tnx: 'auth',
                cid: this.id,
                method: 'PLAIN',
                user: username
            }, '%s authenticated using %s', username, 'PLAIN');
            this.session.user = response.user;
            this.session.transmissionType = this._transmissionType();
            this.send(235, 'Authentication successful');
            callback();
        });
    },
    LOGIN_username(canAbort, rawUsername, callback) {
        let username = (rawUsername || '').toString().trim();
        if (canAbort && username === '*') {
            this.send(501, 'Authentication aborted');
            return callback();
        }
        username = Buffer.from(username, 'base64').toString();
        if (!username) {
            this.send(501, 'Error: missing username');
            return callback();
        }
        if (sasl_CONTROL_CHARS.test(username)) {
            this.send(501, 'Error: invalid userdata');
            return callback();
        }
        this._nextHandler = SASL.LOGIN_password.bind(this, username);
        this.send(334, 'UGFzc3dvcmQ6');
        return callback();
    },
    LOGIN_password(username, rawPassword, callback) {
        let password = (rawPassword || '').toString().trim();
        if (password === '*') {
            this.send(501, 'Authentication aborted');
            return callback();
        }
        password = Buffer.from(password, 'base64').toString();
        this._server.onAuth({
            method: 'LOGIN',
            username,
            password
        }, this.session, (err, response) => {
            if (err) {
                this._server.logger.info({
                    err,
                    tnx: 'autherror',
                    cid: this.id,
                    method: 'LOGIN',
                    user: username
                }, 'Authentication error for %s using %s. %s', username, 'LOGIN', err.message);
                this.send(err.responseCode || 535, err.message);
                return callback();
            }
            response = response || {}; // onAuth may signal a failure with a bare callback()
            if (!response.user) {
                this._server.logger.info({
                    tnx: 'authfail',
                    cid: this.id,
                    method: 'LOGIN',
                    user: username
                }, 'Authentication failed for %s using %s', username, 'LOGIN');
                this.send(response.responseCode || 535, response.message || 'Error: Authentication credentials invalid');
                return callback();
            }
            this._server.logger.info({
                tnx: 'auth',
                cid: this.id,
                method: 'LOGIN',
                user: username
            }, '%s authenticated using %s', username, 'LOGIN');
            this.session.user = response.user;
            this.session.transmissionType = this._transmissionType();
            this.send(235, 'Authentication successful');
            callback();
        });
    },
    XOAUTH2_token(canAbort, rawToken, callback) {
        let token = (rawToken || '').toString().trim();
        if (canAbort && token === '*') {
            this.send(501, 'Authentication aborted');
            return callback();
        }
        let username;
        let accessToken;
        // Find username and access token from the input
        Buffer.from(token, 'base64')
            .toString()
            .split('\x01')
            .forEach(field => {
            let part = field.split('=');
            let key = part.shift().toLowerCase();
            let value = part.join('=').trim();
            if (key === 'user') {
                username = value;
            }
            else if (key === 'auth') {
                let words = value.split(/\s+/);
                if (words.shift().toLowerCase() === 'bearer') {
                    accessToken = words.join(' ');
                }
            }
        });
        if (!username || !accessToken || sasl_CONTROL_CHARS.test(username)) {
            this.send(501, 'Error: invalid userdata');
            return callback();
        }
        this._server.onAuth({
            method: 'XOAUTH2',
            username,
            accessToken
        }, this.session, (err, response) => {
            if (err) {
                this._server.logger.info({
                    err,
                    tnx: 'autherror',
                    cid: this.id,
                    method: 'XOAUTH2',
                    user: username
                }, 'Authentication error for %s using %s. %s', username, 'XOAUTH2', err.message);
                this.send(err.responseCode || 535, err.message);
                return callback();
            }
            response = response || {}; // onAuth may signal a failure with a bare callback()
            if (!response.user) {
                this._server.logger.info({
                    tnx: 'authfail',
                    cid: this.id,
                    method: 'XOAUTH2',
                    user: username
                }, 'Authentication failed for %s using %s', username, 'XOAUTH2');
                this._nextHandler = SASL.XOAUTH2_error.bind(this);
                this.send(response.responseCode || 334, Buffer.from(JSON.stringify(response.data || {})).toString('base64'));
                return callback();
            }
            this._server.logger.info({
                tnx: 'auth',
                cid: this.id,
                method: 'XOAUTH2',
                user: username
            }, '%s authenticated using %s', username, 'XOAUTH2');
            this.session.user = response.user;
            this.session.transmissionType = this._transmissionType();
            this.send(235, 'Authentication successful');
            callback();
        });
    },
    XOAUTH2_error(_data, callback) {
        this.send(535, 'Error: Username and Password not accepted');
        return callback();
    },
    'CRAM-MD5_token'(canAbort, challenge, rawToken, callback) {
        let token = (rawToken || '').toString().trim();
        if (canAbort && token === '*') {
            this.send(501, 'Authentication aborted');
            return callback();
        }
        let tokenParts = Buffer.from(token, 'base64').toString().split(' ');
        let username = tokenParts.shift();
        let challengeResponse = (tokenParts.shift() || '').toLowerCase();
        if (sasl_CONTROL_CHARS.test(username)) {
            this.send(501, 'Error: invalid userdata');
            return callback();
        }
        this._server.onAuth({
            method: 'CRAM-MD5',
            username,
            challenge,
            challengeResponse,
            validatePassword(password) {
                let hmac = external_node_crypto_.createHmac('md5', password);
                let expected = Buffer.from(hmac.update(challenge).digest('hex').toLowerCase());
                let received = Buffer.from(challengeResponse);
                // compare in constant time to avoid a timing side channel
                return expected.length === received.length && external_node_crypto_.timingSafeEqual(expected, received);
            }
        }, this.session, (err, response) => {
            if (err) {
                this._server.logger.info({
                    err,
                    tnx: 'autherror',
                    cid: this.id,
                    method: 'CRAM-MD5',
                    user: username
                }, 'Authentication error for %s using %s. %s', username, 'CRAM-MD5', err.message);
                this.send(err.responseCode || 535, err.message);
                return callback();
            }
            response = response || {}; // onAuth may signal a failure with a bare callback()
            if (!response.user) {
                this._server.logger.info({
                    tnx: 'authfail',
                    cid: this.id,
                    method: 'CRAM-MD5',
                    user: username
                }, 'Authentication failed for %s using %s', username, 'CRAM-MD5');
                this.send(response.responseCode || 535, response.message || 'Error: Authentication credentials invalid');
                return callback();
            }
            this._server.logger.info({
                tnx: 'auth',
                cid: this.id,
                method: 'CRAM-MD5',
                user: username
            }, '%s authenticated using %s', username, 'CRAM-MD5');
            this.session.user = response.user;
            this.session.transmissionType = this._transmissionType();
            this.send(235, 'Authentication successful');
            callback();
        });
    },
    // this is not a real auth but a username validation initiated by SMTP proxy
    SASL_XCLIENT(args, callback) {
        const username = ((args && args[0]) || '').toString().trim();
        this._server.onAuth({
            method: 'XCLIENT',
            username,
            password: null
        }, this.session, (err, response) => {
            if (err) {
                this._server.logger.info({
                    err,
                    tnx: 'autherror',
                    cid: this.id,
                    method: 'XCLIENT',
                    user: username
                }, 'Authentication error for %s using %s. %s', username, 'XCLIENT', err.message);
                return callback(err);
            }
            if (!response) {
                // A bare callback() means the application did not establish an
                // identity for the LOGIN value but does not object to it either.
                // This is what the built-in onAuth handler does, so let the
                // XCLIENT command through with an unauthenticated session
                this._server.logger.info({
                    tnx: 'authskip',
                    cid: this.id,
                    method: 'XCLIENT',
                    user: username
                }, 'Authentication skipped for %s using %s', username, 'XCLIENT');
                return callback();
            }
            if (!response.user) {
                this._server.logger.info({
                    tnx: 'authfail',
                    cid: this.id,
                    method: 'XCLIENT',
                    user: username
                }, 'Authentication failed for %s using %s', username, 'XCLIENT');
                return callback(new Error('Authentication credentials invalid'));
            }
            this._server.logger.info({
                tnx: 'auth',
                cid: this.id,
                method: 'XCLIENT',
                user: username
            }, '%s authenticated using %s', username, 'XCLIENT');
            this.session.user = response.user;
            this.session.transmissionType = this._transmissionType();
            callback();
        });
    },
    // Not a mechanism, exposed so that the rest of the library shares one definition.
    // Mechanism lookups use the "SASL_" prefix, so this can not collide with one
    CONTROL_CHARS: sasl_CONTROL_CHARS
};
/* harmony default export */ const sasl = (SASL);

;// CONCATENATED MODULE: ./node_modules/smtp-server/dist/esm/ipv6-normalize.js
/**
 * Formats an IPv6 address in the canonical text form of RFC 5952: lowercase hex digits,
 * no leading zeros in a group, and the longest run of two or more all-zero groups
 * (the first one on a tie) collapsed to `::`.
 *
 * An embedded IPv4 tail (`::ffff:192.0.2.1`) stays in dotted form, as section 5 of the
 * RFC asks, and a zone index (`fe80::1%eth0`) is kept after the address. The input is
 * expected to have passed `net.isIPv6()`; anything that does not split into groups is
 * returned lowercased and otherwise unchanged.
 *
 * Replaces the `ipv6-normalize` package (unchanged since 2015), whose output this matches.
 *
 * @param address IPv6 address, as accepted by `net.isIPv6()`
 * @returns Canonical text form of the address
 */
function normalizeIPv6(address) {
    let rest = address.toLowerCase();
    let zone = '';
    const zoneStart = rest.indexOf('%');
    if (zoneStart >= 0) {
        zone = rest.slice(zoneStart);
        rest = rest.slice(0, zoneStart);
    }
    let ipv4 = '';
    const lastColon = rest.lastIndexOf(':');
    if (rest.indexOf('.', lastColon) >= 0) {
        ipv4 = rest.slice(lastColon + 1);
        rest = rest.slice(0, lastColon + 1);
        if (!rest.endsWith('::')) {
            rest = rest.slice(0, -1);
        }
    }
    const groups = expandGroups(rest, ipv4 ? 6 : 8);
    if (!groups) {
        return address.toLowerCase();
    }
    let result = compressGroups(groups);
    if (ipv4) {
        result += (result.endsWith(':') ? '' : ':') + ipv4;
    }
    return result + zone;
}
// Splits the hex part of an address into exactly `total` groups without leading zeros,
// expanding a `::`. Returns null for input that is not a valid group list.
function expandGroups(hex, total) {
    const halves = hex.split('::');
    if (halves.length > 2) {
        return null;
    }
    const head = halves[0] ? halves[0].split(':') : [];
    const tail = halves.length === 2 && halves[1] ? halves[1].split(':') : [];
    const missing = total - head.length - tail.length;
    if (halves.length === 2 ? missing < 1 : missing !== 0) {
        return null;
    }
    const groups = [...head, ...new Array(missing).fill('0'), ...tail];
    if (!groups.every(group => /^[0-9a-f]{1,4}$/.test(group))) {
        return null;
    }
    return groups.map(group => parseInt(group, 16).toString(16));
}
// Joins groups with `:`, collapsing the first longest run of two or more zero groups.
function compressGroups(groups) {
    let bestStart = -1;
    let bestLength = 1;
    for (let start = 0; start < groups.length; start++) {
        let end = start;
        while (end < groups.length && groups[end] === '0') {
            end++;
        }
        if (end - start > bestLength) {
            bestStart = start;
            bestLength = end - start;
        }
        start = Math.max(start, end);
    }
    if (bestStart < 0) {
        return groups.join(':');
    }
    return groups.slice(0, bestStart).join(':') + '::' + groups.slice(bestStart + bestLength).join(':');
}

;// CONCATENATED MODULE: ./node_modules/smtp-server/dist/esm/smtp-stream.js

// How many pipelined commands to dispatch synchronously before yielding to the
// event loop. Keeps a single chunk full of commands from blocking everything else
const MAX_SYNC_COMMANDS = 100;
// the sequence that ends the DATA payload
const END_SEQUENCE = Buffer.from('\r\n.\r\n');
/**
 * Incoming SMTP stream parser. Detects and emits commands. If switched to
 * data mode, emits unescaped data events until final .
 */
class SMTPStream extends external_node_stream_.Writable {
    constructor(options) {
        // init Writable
        super(options);
        // Indicates if the stream is currently in data mode
        this._dataMode = false;
        // Output stream for the current data mode
        this._dataStream = null;
        // How many bytes are allowed for a data stream
        this._maxBytes = Infinity;
        // How many bytes have been emitted to data stream
        this.dataBytes = 0;
        // True until the first payload byte of the current DATA command has been
        // consumed, either by emitting it or by stripping it as a dot-stuffing
        // escape. Only while this holds can a leading "." be an end-of-DATA
        // terminator rather than message content
        this._atDataStart = false;
        // Callback to run once data mode is finished
        this._continueCallback = false;
        // unprocessed chars from the last parsing iteration (used in command mode)
        this._remainder = '';
        // unprocessed bytes from the last parsing iteration (used in data mode)
        this._lastBytes = false;
        // Max allowed length for a single command line. 16 KB leaves room for AUTH lines
        // carrying a base64 XOAUTH2 blob with a multi-kilobyte access token
        this._maxCommandLength = (options && options.maxCommandLength) || 16 * 1024;
        this.isClosed = false;
        // once the input stream ends, flush all output without expecting the newline
        this.on('finish', () => this._flushData());
    }
    /**
     * Placeholder command handler. Override this with your own.
     */
    oncommand(_command, _callback) {
        throw new Error('Command handler is not set');
    }
    /**
     * Switch to data mode and return output stream. The dots in the stream are unescaped.
     *
     * @param [maxBytes] Message size limit, sets sizeExceeded on the stream once it is exceeded
     * @returns Data stream
     */
    startDataMode(maxBytes) {
        this._dataMode = true;
        this._maxBytes = (maxBytes && Number(maxBytes)) || Infinity;
        this.dataBytes = 0;
        this._atDataStart = true;
        let dataStream = new external_node_stream_.PassThrough();
        dataStream.byteLength = 0;
        dataStream.sizeExceeded = false;
        this._dataStream = dataStream;
        return dataStream;
    }
    /**
     * Call this once data mode is over and you have finished processing the data stream
     */
    continue() {
        if (typeof this._continueCallback === 'function') {
            this._continueCallback();
            this._continueCallback = false;
        }
        else {
            // indicate that the 'continue' was already called once the stream actually ends
            this._continueCallback = true;
        }
    }
    // PRIVATE METHODS
    /**
     * Counts emitted data bytes and keeps the byteLength/sizeExceeded
     * properties of the data stream up to date while the message is still
     * being received, so that applications can detect an oversized message
     * mid-transfer instead of only after the stream has ended
     */
    _countDataBytes(len) {
        if (len) {
            // the single funnel for "payload was consumed", so the start-of-DATA
            // marker is cleared here rather than at each emit site
            this._atDataStart = false;
        }
        this.dataBytes += len;
        if (this._dataStream) {
            this._dataStream.byteLength = this.dataBytes;
            if (this.dataBytes > this._maxBytes) {
                this._dataStream.sizeExceeded = true;
            }
        }
    }
    /**
     * Drops the buffered command input and returns the error for an over-length line.
     * Applies to partial and complete lines alike, so the limit does not depend on
     * how the input was chunked
     */
    _commandTooLong() {
        this._remainder = '';
        return new Error('Command line too long');
    }
    /**
     * Writable._write method.
     */
    _write(chunk, encoding, next) {
        if (!chunk || !chunk.length) {
            return next();
        }
        let data;
        let pos = 0;
        let newlineRegex;
        let called = false;
        let done = err => {
            if (called) {
                return;
            }
            called = true;
            next(err);
        };
        if (this.isClosed) {
            return done();
        }
        if (!this._dataMode) {
            newlineRegex = /\r?\n/g;
            data = this._remainder + chunk.toString('binary');
            let busy = false;
            let again = false;
            let processed = 0;
            let readLine = () => {
                // Command handlers may invoke the continuation callback
                // synchronously (eg. NOOP). Loop instead of recursing to
                // avoid unbounded stack growth on heavily pipelined input
                if (busy) {
                    again = true;
                    return;
                }
                busy = true;
                // NB! the loop must always leave 'busy' cleared, including when
                // a command handler throws, otherwise the parser would ignore
                // every later readLine() call and the connection would hang
                try {
                    while (true) {
                        again = false;
                        if (this.isClosed) {
                            // the connection went away while processing this chunk,
                            // do not dispatch anything that was pipelined after it
                            return done();
                        }
                        // check if the mode is not changed
                        if (this._dataMode) {
                            let buf = Buffer.from(data.slice(pos), 'binary');
                            this._remainder = '';
                            return this._write(buf, 'buffer', done);
                        }
                        // search for the next newline
                        // exec keeps count of the last match with lastIndex
                        // so it knows from where to start with the next iteration
                        let match = newlineRegex.exec(data);
                        if (!match) {
                            this._remainder = pos < data.length ? data.slice(pos) : '';
                            if (this._remainder.length > this._maxCommandLength) {
                                return done(this._commandTooLong());
                            }
                            return done();
                        }
                        let line = data.slice(pos, match.index);
                        pos += line.length + match[0].length;
                        if (line.length > this._maxCommandLength) {
                            return done(this._commandTooLong());
                        }
                        this.oncommand(Buffer.from(line, 'binary'), readLine);
                        if (!again) {
                            // the handler is asynchronous, it will re-invoke
                            // readLine through the continuation callback
                            return;
                        }
                        // the handler completed synchronously. Yield to the event
                        // loop every now and then so that a chunk full of pipelined
                        // commands can not starve other connections or block the
                        // socket from flushing the responses we already generated
                        if (++processed >= MAX_SYNC_COMMANDS) {
                            processed = 0;
                            setImmediate(readLine);
                            return;
                        }
                    }
                }
                finally {
                    busy = false;
                }
            };
            // start reading lines
            readLine();
        }
        else {
            this._feedDataStream(chunk, done);
        }
    }
    /**
     * Processes a chunk in data mode. Escape dots are removed and final dot ends the data mode.
     */
    _feedDataStream(chunk, done) {
        // only called in data mode, which always has a stream
        const dataStream = this._dataStream;
        let i;
        let len;
        let handled;
        let buf;
        if (this._lastBytes && this._lastBytes.length) {
            chunk = Buffer.concat([this._lastBytes, chunk], this._lastBytes.length + chunk.length);
            this._lastBytes = false;
        }
        len = chunk.length;
        // Check if the data does not start with the end terminator. NB! this must
        // test _atDataStart and not just dataBytes: if the first DATA line is a
        // single dot (transmitted dot-stuffed as "..") and it arrived as its own
        // chunk, then the escape dot was already stripped and the remaining "." is
        // content, not a terminator, even though nothing has been emitted yet.
        // Otherwise an attacker can end DATA early by controlling TCP segmentation
        // and smuggle additional SMTP commands into the data phase
        if (this._atDataStart && len >= 3 && Buffer.compare(chunk.subarray(0, 3), Buffer.from('.\r\n')) === 0) {
            this._endDataMode(false, chunk.subarray(3), done);
            return;
        }
        // check if the first symbol is a escape dot
        if (this._atDataStart && len >= 2 && chunk[0] === 0x2e && chunk[1] === 0x2e) {
            chunk = chunk.subarray(1);
            len--;
            // the escape dot is consumed payload, so the leading dot from now on is
            // content and never a terminator
            this._atDataStart = false;
        }
        // seek for the stream ending
        for (i = 2; i < len - 2; i++) {
            // if the dot is the first char in a line
            if (chunk[i] === 0x2e && chunk[i - 1] === 0x0a) {
                // if the dot matches end terminator
                if (Buffer.compare(chunk.subarray(i - 2, i + 3), END_SEQUENCE) === 0) {
                    // everything before the terminator is message content, including
                    // the CRLF that ends the last line. NB! the loop starts at i=2,
                    // so this always emits at least that trailing CRLF - skipping it
                    // when i is exactly 2 would silently truncate the body whenever
                    // the terminator happens to straddle a chunk boundary
                    buf = chunk.subarray(0, i);
                    this._countDataBytes(buf.length);
                    this._endDataMode(buf, chunk.subarray(i + 3), done);
                    return;
                }
                // check if the dot is an escape char and remove it
                if (chunk[i + 1] === 0x2e) {
                    buf = chunk.subarray(0, i);
                    this._lastBytes = false; // clear remainder bytes
                    this._countDataBytes(buf.length); // increment byte counter
                    // emit what we already have and continue without the dot
                    if (dataStream.writable) {
                        dataStream.write(buf);
                    }
                    let rest = chunk.subarray(i + 1);
                    setImmediate(() => this._feedDataStream(rest, done));
                    return;
                }
            }
        }
        // keep the last bytes
        if (chunk.length < 4) {
            this._lastBytes = chunk;
        }
        else {
            this._lastBytes = chunk.subarray(chunk.length - 4);
        }
        // if current chunk is longer than the remainder bytes we keep for later emit the available bytes
        if (this._lastBytes.length < chunk.length) {
            buf = chunk.subarray(0, chunk.length - this._lastBytes.length);
            this._countDataBytes(buf.length);
            // write to stream but stop if need to wait for drain
            if (dataStream.writable) {
                handled = dataStream.write(buf);
                if (!handled && !dataStream.destroyed) {
                    // a stream that the application destroys never drains, it only closes
                    let onDrain = () => {
                        dataStream.removeListener('drain', onDrain);
                        dataStream.removeListener('close', onDrain);
                        done();
                    };
                    dataStream.once('drain', onDrain);
                    dataStream.once('close', onDrain);
                }
                else {
                    return done();
                }
            }
            else {
                return done();
            }
        }
        else {
            // nothing to emit, continue with the input stream
            return done();
        }
    }
    /**
     * Flushes remaining bytes
     */
    _flushData() {
        let line;
        if (this._remainder && !this.isClosed) {
            line = this._remainder;
            this._remainder = '';
            this.oncommand(Buffer.from(line, 'binary'));
        }
    }
    /**
     * Ends data mode and returns to command mode. Stream is not resumed before #continue is called
     */
    _endDataMode(chunk, remainder, callback) {
        const dataStream = this._dataStream;
        let continueNow = false;
        if (this._continueCallback === true) {
            this._continueCallback = false;
            if (dataStream.destroyed || dataStream.readableEnded) {
                // continue() came early because the stream was destroyed, it is never going
                // to emit 'end', so carry on with whatever was pipelined after the message
                continueNow = true;
            }
            else {
                // wait until the stream is actually over and then continue
                dataStream.once('end', () => this._write(remainder, 'buffer', callback));
            }
        }
        else {
            this._continueCallback = () => this._write(remainder, 'buffer', callback);
        }
        dataStream.byteLength = this.dataBytes;
        dataStream.sizeExceeded = this.dataBytes > this._maxBytes;
        if (chunk && chunk.length && dataStream.writable) {
            dataStream.end(chunk);
        }
        else {
            dataStream.end();
        }
        this._dataMode = false;
        this._remainder = '';
        this._dataStream = null;
        if (continueNow) {
            this._write(remainder, 'buffer', callback);
        }
    }
}

;// CONCATENATED MODULE: ./node_modules/smtp-server/dist/esm/smtp-connection.js










const SOCKET_TIMEOUT = 60 * 1000;
// idle timeout for a socket, the configured value or the default
const socketTimeout = (options) => (options && options.socketTimeout) || SOCKET_TIMEOUT;
// How long a connection the server has closed (QUIT, a 421) waits for the client to
// close its side before the socket is destroyed. Measured from close() and never
// extended, unlike the idle timeout, which any received byte resets
const HALF_CLOSE_TIMEOUT = 5 * 1000;
// RFC 5321 section 4.5.3.1.2 limits a domain to 255 octets and an address literal is
// shorter still, so the HELO/EHLO argument is bounded here, with a little slack. The
// value ends up in Received headers and logs, where 16 KB of garbage has no place
const MAX_HELO_HOSTNAME_LENGTH = 300;
// Socket options for a TLS socket the server creates itself, copied from the server
// options for STARTTLS and implicit TLS alike (the secure context carries the rest).
// Without requestCert and rejectUnauthorized a client certificate is never asked for
const TLS_SOCKET_OPTIONS = ['requestCert', 'rejectUnauthorized', 'NPNProtocols', 'session', 'requestOCSP'];
/**
 * Options for a TLS socket the server creates itself on top of an accepted socket, for
 * STARTTLS and implicit TLS alike: the default context, SNI through the server, and
 * the TLS_SOCKET_OPTIONS that are set in the server options
 *
 * @internal
 * @param server Server the socket belongs to
 * @returns TLS socket options
 */
function createTLSSocketOptions(server) {
    let socketOptions = {
        secureContext: server.secureContext.get('*'),
        isServer: true,
        server: server.server,
        SNICallback: (servername, cb) => server._resolveSNI(servername, cb)
    };
    // Without requestCert and rejectUnauthorized a client certificate is never asked for
    TLS_SOCKET_OPTIONS.forEach(key => {
        if (key in server.options) {
            socketOptions[key] = server.options[key];
        }
    });
    return socketOptions;
}
/**
 * Turns whatever ended a TLS handshake (an error, or nothing when the socket just
 * closed) into the error the library reports, with the details in err.meta
 *
 * @internal
 * @param rawErr Error of the TLS socket, if there was one
 * @param tlsSocket The TLS socket, if it was created
 * @param remoteAddress Client address to add to the details
 * @returns Error to report
 */
function normalizeTLSError(rawErr, tlsSocket, remoteAddress) {
    let err = rawErr;
    const meta = {};
    if (tlsSocket) {
        meta.tlsProtocol = tlsSocket.getProtocol();
    }
    meta.protocol = 'smtp';
    meta.stage = 'connect';
    if (remoteAddress !== undefined) {
        meta.remoteAddress = remoteAddress;
    }
    if (err) {
        err.meta = meta;
    }
    if (err && /SSL[23]*_GET_CLIENT_HELLO|ssl[23]*_read_bytes|ssl_bytes_to_cipher_list/i.test(err.message)) {
        let message = err.message;
        err.message = 'Failed to establish TLS session';
        err.responseCode = 500;
        err.code = err.code || 'TLSError';
        meta.message = message;
    }
    if (!err || !err.message) {
        err = new Error('Socket closed while initiating TLS');
        err.responseCode = 500;
        err.code = 'SocketError';
        err.report = false;
        err.meta = meta;
    }
    return err;
}
// Socket errors that mean the client went away. Outside a mail transaction these are
// the normal way for a connection to end, not something to report
const QUIET_SOCKET_ERRORS = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
// ESMTP parameters that only make sense with a value. _parseAddressCommand stores
// a bare keyword (or "KEY=") as boolean true, and the code that consumes these
// treats the value as a string
const MAIL_VALUE_PARAMS = ['BODY', 'SIZE', 'RET', 'ENVID'];
const RCPT_VALUE_PARAMS = ['NOTIFY', 'ORCPT'];
// Control characters have no legitimate use in command parameters. They end up in
// SMTP responses, log entries and Received headers, so a value containing one
// enables response splitting and log/header injection. Defined once in lib/sasl.js
const smtp_connection_CONTROL_CHARS = sasl.CONTROL_CHARS;
// same class, used to scrub rather than to reject
const CONTROL_CHARS_GLOBAL = new RegExp(smtp_connection_CONTROL_CHARS.source, 'g');
// Control characters plus the invisible Unicode formatting characters (zero-width
// space, word joiner, zero-width no-break space). None are ever legitimate in an
// address: they enable log/header injection and visually spoofed addresses. Zero
// width joiners (U+200C, U+200D) are absent as these do appear in IDNs of some scripts
// eslint-disable-next-line no-control-regex
const ADDRESS_UNSAFE_CHARS = /[\x00-\x1F\x7F-\x9F\u200B\u2060\uFEFF]/;
// RFC 1035 limits
const MAX_HOSTNAME_LENGTH = 253;
const smtp_connection_MAX_LABEL_LENGTH = 63;
// a single DNS label: letters, digits and hyphens, plus the underscore that real
// ISPs do publish in PTR records even though RFC 1035 does not allow it
const HOSTNAME_LABEL = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/i;
/**
 * Checks that a hostname obtained from an untrusted source looks like an actual
 * hostname. DNS labels are binary safe, so a PTR record can contain CRLF or any
 * other byte the owner of the IP address feels like publishing.
 *
 * NB! the length is checked before the root terminating dot is stripped, so that
 * the limit applies to the value as it was received.
 *
 * @param {String} hostname Hostname to check
 * @returns {Boolean} true if the value is safe to use as a hostname
 */
function isValidHostname(hostname) {
    if (!hostname || typeof hostname !== 'string' || hostname.length > MAX_HOSTNAME_LENGTH) {
        return false;
    }
    return hostname
        .replace(/\.$/, '')
        .split('.')
        .every(label => label.length && label.length <= smtp_connection_MAX_LABEL_LENGTH && HOSTNAME_LABEL.test(label));
}
/**
 * Normalizes an IP address for comparisons: drops the IPv4-mapped prefix a dual-stack
 * listener reports for an IPv4 peer and canonicalizes IPv6 (case, zero compression)
 *
 * @param {String} address IP address as reported by a socket or written in an option
 * @returns {String} Normalized address
 */
function normalizeAddress(rawAddress) {
    let address = (rawAddress || '')
        .toString()
        .trim()
        .replace(/^::ffff:/i, '');
    if (address && external_node_net_.isIPv6(address)) {
        address = normalizeIPv6(address);
    }
    return address.toLowerCase();
}
/**
 * Checks a peer address against a trust option (useProxy, useXClient, useXForward).
 * `true` trusts every peer, an array lists the trusted addresses ('*' for every peer).
 * Both sides are normalized, so an IPv4 peer of a dual-stack listener matches its
 * IPv4 entry even though the socket reports it as ::ffff:a.b.c.d
 *
 * @param {Boolean|String[]} option Option value
 * @param {String} address Peer address
 * @returns {Boolean} true if the peer is trusted
 */
function isAddressAllowed(option, rawAddress) {
    if (!option) {
        return false;
    }
    if (!Array.isArray(option) || option.includes('*')) {
        return true;
    }
    let address = normalizeAddress(rawAddress);
    return option.some(entry => normalizeAddress(entry) === address);
}
/**
 * Checks the argument of HELO/EHLO. The syntax stays permissive, real clients send
 * bare IP addresses, Windows machine names and worse, but control characters and
 * over-long values are refused: the value is not echoed in replies, but applications
 * put it in Received headers and logs
 *
 * @param {String} hostname HELO/EHLO argument
 * @returns {Boolean} true if the value can be stored
 */
function isAcceptableHeloHostname(hostname) {
    return hostname.length <= MAX_HELO_HOSTNAME_LENGTH && !smtp_connection_CONTROL_CHARS.test(hostname);
}
/**
 * Judges the client certificate once the handshake of a TLS socket the library
 * wrapped itself is done, the way tls.Server does it for the sockets it accepts.
 * OpenSSL only fails the handshake when a required certificate is missing; an
 * untrusted one is left for the server side to judge afterwards, so without this
 * `rejectUnauthorized` would admit any certificate and `socket.authorized` would
 * never be true. Nothing is done when no certificate was requested.
 *
 * @param {tls.TLSSocket} tlsSocket Socket whose handshake has completed
 * @param {Object} socketOptions Options the socket was created with
 * @returns {Error|null} Verification error if the connection has to be refused
 */
function verifyPeerCertificate(tlsSocket, socketOptions) {
    if (!socketOptions.requestCert) {
        return null;
    }
    // the verification result is only reachable through the handle, which is where
    // tls.Server reads it too. A runtime without it (Bun) keeps what it set itself
    let handle = tlsSocket._handle;
    if (!handle || typeof handle.verifyError !== 'function') {
        return null;
    }
    let verifyError = handle.verifyError();
    if (verifyError) {
        // a string code at runtime, whatever @types/node says
        tlsSocket.authorizationError = verifyError.code;
        return socketOptions.rejectUnauthorized ? verifyError : null;
    }
    tlsSocket.authorized = true;
    return null;
}
/**
 * Parses the "key=value" arguments of an XCLIENT or XFORWARD command. Values are
 * xtext encoded. Nothing is applied to the connection here, so that a command with
 * an invalid argument can be rejected as a whole instead of leaving the connection
 * in a half updated state.
 *
 * @param {String[]} parts Command arguments
 * @param {String[]} allowedKeys Keys accepted by the command
 * @param {String[]} unavailableValues Values that stand for "not available"
 * @returns {Object} {params} with the accepted key/value pairs, or {error} to reject
 */
function parseProxyParameters(parts, allowedKeys, unavailableValues) {
    let params = new Map();
    for (let part of parts) {
        let values = part.split('=');
        let key = (values.shift() || '').toUpperCase();
        if (values.length !== 1 || !allowedKeys.includes(key)) {
            return { error: 'Error: Bad command parameter syntax' };
        }
        // value is xtext
        let value = decodeXtext(values[0] || '');
        // Reject values with control characters, including CRLF sequences smuggled
        // through xtext encoding (eg. NAME=ab+0D+0Acd). These end up in SMTP
        // responses, logs and Received headers and enable response splitting and
        // log/header injection
        if (smtp_connection_CONTROL_CHARS.test(value)) {
            return { error: 'Error: Bad command parameter syntax' };
        }
        if (unavailableValues.includes(value.toUpperCase())) {
            value = false;
        }
        if (key === 'ADDR' && value) {
            value = value.replace(/^IPV6:/i, ''); // IPv6 addresses are prefixed with "IPv6:"
            if (!external_node_net_.isIP(value)) {
                return { error: 'Error: Bad command parameter syntax. Invalid address' };
            }
            if (external_node_net_.isIPv6(value)) {
                value = normalizeIPv6(value);
            }
        }
        // NAME becomes the client hostname, which is echoed in replies and used in
        // Received headers, so it gets the same check as a reverse resolved name
        if (key === 'NAME' && value && !isValidHostname(value)) {
            return { error: 'Error: Bad command parameter syntax. Invalid hostname' };
        }
        if (params.has(key)) {
            // ignore duplicate keys
            continue;
        }
        params.set(key, value);
    }
    return { params };
}
/**
 * Decodes an xtext encoded value (RFC 3461), where "+XX" is a hex escape
 *
 * @param {String} value Encoded value
 * @returns {String} Decoded value
 */
function decodeXtext(value) {
    return value.replace(/\+([0-9A-F]{2})/g, (_match, hex) => String.fromCharCode(parseInt(hex, 16)));
}
// Enhanced Status Code mappings based on RFC 3463
const ENHANCED_STATUS_CODES = {
    // Success codes (2xx)
    200: '2.0.0', // System status, or system help reply
    211: '2.0.0', // System status, or system help reply
    214: '2.0.0', // Help message
    220: '2.0.0', // Service ready
    221: '2.0.0', // Service closing transmission channel
    235: '2.7.0', // Authentication successful
    250: '2.0.0', // Requested mail action okay, completed
    251: '2.1.5', // User not local; will forward
    252: '2.1.5', // Cannot VRFY user, but will accept message
    334: '3.7.0', // Server challenge for authentication
    354: '2.0.0', // Start mail input; end with <CRLF>.<CRLF>
    // Temporary failure codes (4xx)
    420: '4.4.2', // Timeout or connection lost (non-standard, used by some servers)
    421: '4.4.2', // Service not available, closing transmission channel
    450: '4.2.1', // Requested mail action not taken: mailbox unavailable
    451: '4.3.0', // Requested action aborted: local error in processing
    452: '4.2.2', // Requested action not taken: insufficient system storage
    454: '4.7.0', // Temporary authentication failure
    // Permanent failure codes (5xx)
    500: '5.5.2', // Syntax error, command unrecognized
    501: '5.5.4', // Syntax error in parameters or arguments
    502: '5.5.1', // Command not implemented
    503: '5.5.1', // Bad sequence of commands
    504: '5.5.4', // Command parameter not implemented
    521: '5.3.2', // Machine does not accept mail
    523: '5.3.4', // Message size exceeds server limit (non-standard, used by some servers)
    530: '5.7.0', // Authentication required
    535: '5.7.8', // Authentication credentials invalid
    538: '5.7.0', // Must issue a STARTTLS command first (non-standard)
    550: '5.1.1', // Requested action not taken: mailbox unavailable
    551: '5.1.6', // User not local; please try forwarding
    552: '5.2.2', // Requested mail action aborted: exceeded storage allocation
    553: '5.1.3', // Requested action not taken: mailbox name not allowed
    554: '5.6.0', // Transaction failed
    555: '5.5.4', // MAIL FROM/RCPT TO parameters not recognized or not implemented
    556: '5.1.10', // RCPT TO syntax error (non-standard)
    557: '5.7.1', // Delivery not authorized (non-standard, used by some servers)
    558: '5.2.3' // Message too large for recipient (non-standard, used by some servers)
};
// Skip enhanced status codes for initial greeting and HELO/EHLO responses
const SKIPPED_COMMANDS_FOR_ENHANCED_STATUS_CODES = new Set(['HELO', 'EHLO', 'LHLO']);
// Context-specific enhanced status code mappings
const CONTEXTUAL_STATUS_CODES = {
    // Mail transaction specific codes
    MAIL_FROM_OK: '2.1.0', // Originator address valid
    RCPT_TO_OK: '2.1.5', // Destination address valid
    DATA_OK: '2.6.0', // Message accepted for delivery
    // Authentication specific codes
    AUTH_SUCCESS: '2.7.0', // Authentication successful
    AUTH_REQUIRED: '5.7.0', // Authentication required
    AUTH_INVALID: '5.7.8', // Authentication credentials invalid
    // Policy specific codes
    POLICY_VIOLATION: '5.7.1', // Delivery not authorized
    NOT_AUTHORIZED: '5.7.0', // Command not allowed for this client
    SPAM_REJECTED: '5.7.1', // Message refused
    // Mailbox specific codes
    MAILBOX_FULL: '4.2.2', // Mailbox full
    TOO_MANY_RECIPIENTS: '4.5.3', // Too many recipients
    MAILBOX_NOT_FOUND: '5.1.1', // Mailbox does not exist
    MAILBOX_SYNTAX_ERROR: '5.1.3', // Invalid mailbox syntax
    SENDER_SYNTAX_ERROR: '5.1.7', // Invalid sender mailbox syntax
    // System specific codes
    SYSTEM_ERROR: '4.3.0', // System error
    SYSTEM_FULL: '4.3.1', // System storage exceeded
    MESSAGE_TOO_BIG: '5.3.4', // Message too big for system
    // Network specific codes
    NETWORK_ERROR: '4.4.0', // Network routing error
    CONNECTION_TIMEOUT: '4.4.2' // Connection timeout
};
/**
 * Creates a handler for new socket
 */
class SMTPConnection extends external_node_events_.EventEmitter {
    constructor(server, socket, options) {
        super();
        this._rcptIndex = new Map();
        this._handlerPending = false;
        options = options || {};
        // Random session ID, used for logging
        this.id =
            options.id ||
                BigInt('0x' + external_node_crypto_.randomBytes(10).toString('hex'))
                    .toString(32)
                    .padStart(16, '0');
        this.ignore = options.ignore;
        this._server = server;
        this._socket = socket;
        // Replies are written whole, one per command. With Nagle on, the reply to a command a
        // client pipelined behind another one waits until the client acknowledged the previous
        // reply, and a client that delays its ACKs (Linux does by 40ms) waits that long for
        // every batch
        if (typeof socket.setNoDelay === 'function') {
            socket.setNoDelay(true);
        }
        // session data (envelope, user etc.)
        // the rest of the session is filled in by _resetSession() once the connection is ready
        this.session = {
            id: this.id
        };
        // how many messages have been processed
        this._transactionCounter = 0;
        // Do not allow input from client until initial greeting has been sent
        this._ready = false;
        // If true then the connection is currently being upgraded to TLS
        this._upgrading = false;
        // Set handler for incoming command and handler bypass detection by command name
        this._nextHandler = false;
        // Parser instance for the incoming stream
        this._parser = this._createParser();
        // if currently in data mode, this stream gets the content of incoming message
        this._dataStream = false;
        // If true, then the connection is using TLS
        this.session.secure = this.secure = !!this._server.options.secure;
        this.needsUpgrade = !!this._server.options.needsUpgrade;
        this.tlsOptions = this.secure && !this.needsUpgrade && this._socket.getCipher ? this._socket.getCipher() : false;
        // Store local and remote addresses for later usage
        this.localAddress = normalizeAddress(options.localAddress || this._socket.localAddress);
        this.localPort = Number(options.localPort || this._socket.localPort) || 0;
        this.remoteAddress = normalizeAddress(options.remoteAddress || this._socket.remoteAddress);
        this.remotePort = Number(options.remotePort || this._socket.remotePort) || 0;
        // The address the connection was accepted from (the PROXY protocol address when
        // useProxy is in use). XCLIENT and XFORWARD overwrite remoteAddress, the trust
        // lists for those commands are checked against this one
        this._originalRemoteAddress = this.remoteAddress;
        // Error counter - if too many commands in non-authenticated state are used, then disconnect
        this._unauthenticatedCommands = 0;
        // Max allowed unauthenticated commands
        this._maxAllowedUnauthenticatedCommands = this._server.options.maxAllowedUnauthenticatedCommands || 10;
        // Error counter - if too many invalid commands are used, then disconnect
        this._unrecognizedCommands = 0;
        // Server hostname for the greegins
        this.name = this._server.options.name || external_node_os_.hostname();
        // Resolved hostname for remote IP address
        this.clientHostname = false;
        // The opening SMTP command (HELO, EHLO or LHLO)
        this.openingCommand = false;
        // The hostname client identifies itself with
        this.hostNameAppearsAs = false;
        // data passed from XCLIENT command
        this._xClient = new Map();
        // data passed from XFORWARD command
        this._xForward = new Map();
        // if true then can emit connection info
        this._canEmitConnection = true;
        // increment connection count
        this._closing = false;
        this._closed = false;
    }
    /**
     * Initiates the connection. Checks connection limits and reverse resolves client hostname. The client
     * is not allowed to send anything before init has finished otherwise 'You talk too soon' error is returned
     */
    init() {
        // Setup event handlers for the socket
        this._setListeners(() => {
            // Check that connection limit is not exceeded
            if (this._server.options.maxClients && this._server.connections.size > this._server.options.maxClients) {
                return this.send(421, this.name + ' Too many connected clients, try again in a moment', false);
            }
            // Keep a small delay for detecting early talkers
            let readyTimer = setTimeout(() => this.connectionReady(), 100);
            // Unref timer so connection init delay doesn't prevent process exit
            readyTimer.unref();
        });
    }
    connectionReady(next) {
        // Resolve hostname for the remote IP
        let reverseCb = (err, hostnames) => {
            if (err) {
                this._server.logger.error({
                    tnx: 'connection',
                    cid: this.id,
                    host: this.remoteAddress,
                    hostname: this.clientHostname,
                    err
                }, 'Reverse resolve for %s: %s', this.remoteAddress, err.message);
                // ignore resolve error
            }
            if (this._closing || this._closed) {
                return;
            }
            let resolvedHostname = (hostnames && hostnames.shift()) || '';
            // PTR records are controlled by the owner of the connecting IP address,
            // so only accept values that look like actual hostnames. Anything else
            // (eg. embedded CR/LF intended for SMTP response splitting, log forging
            // or Received header injection) falls back to the plain IP address
            if (resolvedHostname && !isValidHostname(resolvedHostname)) {
                this._server.logger.info({
                    tnx: 'connection',
                    cid: this.id,
                    host: this.remoteAddress,
                    hostname: resolvedHostname
                }, 'Discarded invalid reverse resolved hostname %s for %s', JSON.stringify(resolvedHostname), this.remoteAddress);
                resolvedHostname = '';
            }
            this._setClientHostname(resolvedHostname);
            this._resetSession();
            let onSecureIfNeeded = (next) => {
                if (!this.session.secure) {
                    // no TLS
                    return next();
                }
                this.session.servername = this._socket.servername;
                this._server.onSecure(this._socket, this.session, (err) => {
                    if (err) {
                        // refused like a connection that onConnect refuses, a bare error
                        // would leave the client without a reply until the idle timeout
                        return this._refuse(err, false);
                    }
                    next();
                });
            };
            this._server.onConnect(this.session, (err) => {
                this._server.logger.info({
                    tnx: 'connection',
                    cid: this.id,
                    host: this.remoteAddress,
                    hostname: this.clientHostname
                }, 'Connection from %s', this.clientHostname);
                if (err) {
                    return this._refuse(err, false);
                }
                onSecureIfNeeded(() => {
                    this._ready = true; // Start accepting data from input
                    if (!this._server.options.useXClient && !this._server.options.useXForward) {
                        this.emitConnection();
                    }
                    this._sendGreeting();
                    if (typeof next === 'function') {
                        next();
                    }
                });
            });
        };
        // Skip reverse name resolution if disabled.
        if (this._server.options.disableReverseLookup) {
            return reverseCb(null, false);
        }
        // also make sure that we do not wait too long over the reverse resolve call
        let greetingSent = false;
        let reverseTimer = setTimeout(() => {
            clearTimeout(reverseTimer);
            if (greetingSent) {
                return;
            }
            greetingSent = true;
            reverseCb(new Error('Timeout'));
        }, 1500);
        // Unref timer so DNS timeout doesn't prevent process exit
        reverseTimer.unref();
        // Helper function to handle resolver results consistently
        const handleResolverResult = (err, hostnames) => {
            clearTimeout(reverseTimer);
            if (greetingSent) {
                return;
            }
            greetingSent = true;
            reverseCb(err, hostnames);
        };
        try {
            // Use custom resolver if provided, otherwise use default dns.reverse
            if (this._server.options.resolver && typeof this._server.options.resolver.reverse === 'function') {
                this._server.options.resolver.reverse(this.remoteAddress.toString(), handleResolverResult);
            }
            else {
                // dns.reverse throws on invalid input, see https://github.com/nodejs/node/issues/3112
                external_node_dns_.reverse(this.remoteAddress.toString(), handleResolverResult);
            }
        }
        catch (E) {
            clearTimeout(reverseTimer);
            if (greetingSent) {
                return;
            }
            greetingSent = true;
            reverseCb(E);
        }
    }
    /**
     * Send data to socket
     *
     * @param code Response code
     * @param data If data is Array, send a multi-line response
     * @param context Optional context for enhanced status codes, false for none
     */
    send(code, data, context) {
        let payload;
        let enhancedCode = this._getEnhancedStatusCode(code, context);
        // A response line must never contain a control character: this method also
        // emits application supplied text such as err.message from onAuth/onMailFrom,
        // which nothing else validates and which applications routinely build from
        // client provided values. Line breaks are added by this method alone, so a
        // control character reaching here can only split the response. This is a
        // backstop - untrusted values are rejected where they are parsed
        let sanitize = (line) => (line === undefined || line === null ? '' : line.toString()).replace(CONTROL_CHARS_GLOBAL, ' ');
        if (Array.isArray(data)) {
            // Multi-line response - enhanced status code must appear on each line
            payload = data
                .map((line, i, arr) => {
                let prefix = code + (i < arr.length - 1 ? '-' : ' ');
                if (enhancedCode) {
                    prefix += enhancedCode + ' ';
                }
                return prefix + sanitize(line);
            })
                .join('\r\n');
        }
        else {
            // Single line response
            let parts = [code];
            if (enhancedCode) {
                parts.push(enhancedCode);
            }
            if (data) {
                parts.push(sanitize(data));
            }
            payload = parts.join(' ');
        }
        if (code >= 400) {
            this.session.error = payload;
        }
        // Ref. https://datatracker.ietf.org/doc/html/rfc4954#section-4
        if (code === 334 && payload === '334') {
            payload += ' ';
        }
        // NB! while the TLS handshake is in flight this._socket is still the raw
        // socket, so anything written here would be cleartext injected into the
        // middle of the record stream and would abort the handshake. This is the
        // single write site, so the invariant is enforced here rather than at each
        // of the callers (commands, socket timeouts, server shutdown)
        if (!this._upgrading && this._socket && !this._socket.destroyed && this._socket.readyState === 'open') {
            this._socket.write(payload + '\r\n');
            this._server.logger.debug({
                tnx: 'send',
                cid: this.id,
                user: (this.session.user && this.session.user.username) || this.session.user
            }, 'S:', payload);
        }
        if (code === 421) {
            // the connection still has to go away even if the response was suppressed
            this.close();
        }
    }
    /**
     * Refuses the session with the reply of an application handler error and closes the connection
     *
     * @param err Error from onConnect or onSecure, err.responseCode sets the reply code (554 by default)
     * @param [context] Context for enhanced status codes, false for none
     */
    _refuse(err, context) {
        this.send(err.responseCode || 554, err.message, context);
        this.close();
    }
    /**
     * Sends the 220 greeting. A greeting carries no enhanced status code (RFC 2034 section 3)
     */
    _sendGreeting() {
        let options = this._server.options;
        this.send(220, this.name + ' ' + (options.lmtp ? 'LMTP' : 'ESMTP') + (options.banner ? ' ' + options.banner : ''), false);
    }
    /**
     * Close socket
     */
    close() {
        if (!this._socket.destroyed && this._socket.writable) {
            this._socket.end();
        }
        this._server.connections.delete(this);
        if (this._closing) {
            return;
        }
        this._closing = true;
        // Nothing the client sends from now on can be answered, so stop parsing it: a
        // command pipelined after QUIT must not run, and the connection no longer
        // counts against maxClients
        if (this._parser) {
            this._socket.unpipe(this._parser);
            this._parser.isClosed = true;
        }
        // Unpiping paused the socket, and a paused socket never reads the FIN of the
        // client, so the socket would stay open until the deadline below even after a
        // client that left right after QUIT. Whatever still arrives is discarded. Not
        // while a TLS handshake runs on top of the socket, the TLS socket reads it then
        if (!this._upgrading && !this._socket.destroyed) {
            this._socket.resume();
        }
        // The idle timeout alone does not bound a half-closed socket: any byte the
        // client trickles in resets it, so a client that never closes its side could
        // hold the descriptor for as long as it likes, outside the maxClients limit.
        // This deadline is measured from here and nothing extends it
        this._closeTimer = setTimeout(() => {
            if (!this._socket.destroyed) {
                this._socket.destroy();
            }
        }, Math.min(socketTimeout(this._server.options), HALF_CLOSE_TIMEOUT));
        this._closeTimer.unref();
    }
    // PRIVATE METHODS
    /**
     * Creates a command parser for the socket. The TLS session after STARTTLS gets a
     * new one as well, see upgrade()
     *
     * @returns Parser wired to this connection
     */
    _createParser() {
        let parser = new SMTPStream({
            maxCommandLength: this._server.options.maxCommandLength
        });
        parser.oncommand = (command, callback) => this._onCommand(command, callback);
        parser.on('error', err => {
            // if this fires on plaintext buffered before a STARTTLS handshake then
            // send() suppresses the response and only closes the connection
            this.send(421, 'Error: ' + err.message);
        });
        return parser;
    }
    /**
     * Setup socket event handlers
     */
    _setListeners(callback) {
        this._socket.on('close', hadError => this._onCloseEvent(hadError));
        this._socket.on('error', err => this._onError(err));
        this._armTimeout();
        this._socket.pipe(this._parser);
        if (!this.needsUpgrade) {
            return callback();
        }
        this.upgrade(() => false, callback);
    }
    _onCloseEvent(hadError) {
        this._server.logger.info({
            tnx: 'close',
            cid: this.id,
            host: this.remoteAddress,
            user: (this.session.user && this.session.user.username) || this.session.user,
            hadError
        }, '%s received "close" event from %s' + (hadError ? ' after error' : ''), this.id, this.remoteAddress);
        this._onClose();
    }
    /**
     * Fired when the socket is closed
     * @event
     */
    _onClose() {
        clearTimeout(this._closeTimer);
        if (this._parser) {
            this._parser.isClosed = true;
            this._socket.unpipe(this._parser);
            this._parser = false;
        }
        if (this._dataStream) {
            let dataStream = this._dataStream;
            this._dataStream = null;
            // The client went away in the middle of the message. Without this the stream the
            // onData handler got would never end, and whatever the handler opened for the
            // message would leak. A message that was received in full is left alone, the
            // handler may still be reading it. An error is only emitted to a listener, an
            // unhandled 'error' event would crash the process
            if (!dataStream.writableEnded && !dataStream.destroyed) {
                let err = new Error('Connection closed before the message was received in full');
                err.code = 'ECONNECTION';
                dataStream.destroy(dataStream.listenerCount('error') ? err : undefined);
            }
        }
        this._server.connections.delete(this);
        if (this._closed) {
            return;
        }
        this._closed = true;
        this._closing = false;
        this._server.logger.info({
            tnx: 'close',
            cid: this.id,
            host: this.remoteAddress,
            user: (this.session.user && this.session.user.username) || this.session.user
        }, 'Connection closed to %s', this.clientHostname || this.remoteAddress);
        // the callback argument is a no-op, handlers written against the documented
        // signature may call it and there is nothing to wait for
        setImmediate(() => this._server.onClose(this.session, () => false));
    }
    /**
     * Fired when an error occurs with the socket
     *
     * @event
     * @param err Error object
     */
    _onError(err) {
        err.remoteAddress = this.remoteAddress;
        this._server.logger.error({
            err,
            tnx: 'error',
            user: (this.session.user && this.session.user.username) || this.session.user
        }, '%s %s %s', this.id, this.remoteAddress, err.message);
        if (err.code && QUIET_SOCKET_ERRORS.has(err.code) && (!this.session.envelope || !this.session.envelope.mailFrom)) {
            // We got a connection error outside transaction. In most cases it means dirty
            // connection ending by the other party, so we can just ignore it
            this.close(); // mark connection as 'closing'
            return;
        }
        this.emit('error', err);
    }
    /**
     * Fired when socket timeouts. Closes connection
     *
     * @event
     */
    _onTimeout() {
        if (this._closing) {
            // We already ended the socket and the client never closed its side, stop
            // waiting for it or the half-open socket would be kept forever. Besides
            // misbehaving clients this covers Bun, which unlike Node does not report
            // the client's FIN on a socket that was paused by a parser error unpipe
            this._socket.destroy();
            return;
        }
        // The client is idle because it waits for us: an application handler has not
        // called back yet, or the message is in and the onData handler has not decided
        // on it. RFC 5321 section 4.5.3.2 has the client wait minutes for these replies,
        // and timing out here would tell the client to retry a message the application
        // may still accept, so the idle timeout only counts while the client owes us input
        if (this._handlerPending || (this._dataStream && this._parser && !this._parser._dataMode)) {
            this._armTimeout();
            return;
        }
        this.send(421, 'Timeout - closing connection');
    }
    /**
     * Arms the idle timeout of the socket. The listener of socket.setTimeout() runs once,
     * so this is also how the timeout is kept armed after it fired
     *
     * @param [socket] Socket to arm, the current one of the connection by default
     */
    _armTimeout(socket = this._socket) {
        socket.setTimeout(socketTimeout(this._server.options), () => this._onTimeout());
    }
    /**
     * Resumes reading commands once the socket has flushed the replies written so far.
     * A client that pipelines commands without ever reading the replies would otherwise
     * make the server buffer the replies in memory without a limit
     *
     * @param next Callback that resumes the parser
     */
    _whenWritable(next) {
        let socket = this._socket;
        if (socket.writableNeedDrain && !socket.destroyed) {
            // no need to clean up if the socket closes instead, the parser is closed with it
            socket.once('drain', next);
            return;
        }
        next();
    }
    /**
     * Checks if a selected command is available and invokes it
     *
     * @param command Single line of data from the client
     * @param callback Callback to run once the command is processed
     */
    _onCommand(command, callback) {
        let commandName = (command || '').toString().split(' ').shift().toUpperCase();
        let logged = this._redactCredentials(commandName, (command || '').toString());
        this._server.logger.debug({
            tnx: 'command',
            cid: this.id,
            command: logged.commandName,
            user: (this.session.user && this.session.user.username) || this.session.user
        }, 'C:', logged.line);
        let handler;
        const next = callback || (() => false);
        const done = () => this._whenWritable(next);
        // Anything that was buffered while the TLS handshake is running arrived in
        // plaintext and must be discarded without a response. NB! this has to be
        // the very first check, every branch below writes to the socket, which at
        // this point is still the raw one - such a write would both leak plaintext
        // into the middle of the handshake and abort the upgrade
        if (this._upgrading) {
            return done();
        }
        // If server already closing then ignore commands
        if (this._server._closeTimeout) {
            return this.send(421, 'Server shutting down', commandName);
        }
        if (!this._ready) {
            // block spammers that send payloads before server greeting
            return this.send(421, this.name + ' You talk too soon', commandName);
        }
        // block malicious web pages that try to make SMTP calls from an AJAX request
        if (/^(OPTIONS|GET|HEAD|POST|PUT|DELETE|TRACE|CONNECT) \/.* HTTP\/\d\.\d$/i.test(command.toString())) {
            return this.send(421, 'HTTP requests not allowed', commandName);
        }
        if (this._nextHandler) {
            // If we already have a handler method queued up then use this
            handler = this._nextHandler;
            this._nextHandler = false;
        }
        else {
            // detect handler from the command name
            switch (commandName) {
                case 'HELO':
                case 'EHLO':
                case 'LHLO':
                    this.openingCommand = commandName;
                    break;
            }
            if (this._server.options.lmtp) {
                switch (commandName) {
                    case 'HELO':
                    case 'EHLO':
                        this.send(500, 'Error: ' + commandName + ' not allowed in LMTP server', false);
                        setImmediate(done);
                        return;
                    case 'LHLO':
                        commandName = 'EHLO';
                        break;
                }
            }
            if (this._isSupported(commandName)) {
                handler = this._getHandler(commandName);
            }
        }
        if (!handler) {
            // if the user makes more
            this._unrecognizedCommands++;
            if (this._unrecognizedCommands >= 10) {
                return this.send(421, 'Error: too many unrecognized commands', commandName);
            }
            this.send(500, 'Error: command not recognized', commandName);
            setImmediate(done);
            return;
        }
        // block users that try to fiddle around without logging in
        if (!this.session.user &&
            this._isSupported('AUTH') &&
            !this._server.options.authOptional &&
            commandName !== 'AUTH' &&
            this._maxAllowedUnauthenticatedCommands !== false) {
            this._unauthenticatedCommands++;
            if (this._unauthenticatedCommands >= this._maxAllowedUnauthenticatedCommands) {
                return this.send(421, 'Error: too many unauthenticated commands', commandName);
            }
        }
        if (!this.hostNameAppearsAs && commandName && ['MAIL', 'RCPT', 'DATA', 'AUTH'].includes(commandName)) {
            this.send(503, 'Error: send ' + (this._server.options.lmtp ? 'LHLO' : 'HELO/EHLO') + ' first');
            setImmediate(done);
            return;
        }
        // Check if authentication is required
        if (!this.session.user && this._isSupported('AUTH') && ['MAIL', 'RCPT', 'DATA'].includes(commandName) && !this._server.options.authOptional) {
            this.send(530, typeof this._server.options.authRequiredMessage === 'string' ? this._server.options.authRequiredMessage : 'Error: authentication Required');
            setImmediate(done);
            return;
        }
        // A handler bug must not escape into the socket data pipe, where it would
        // either kill the process or surface as a parser error with internal details
        let handlerDone = false;
        let handlerCallback = () => {
            handlerDone = true;
            this._handlerPending = false;
            return done();
        };
        this._handlerPending = true;
        try {
            handler.call(this, command, handlerCallback);
        }
        catch (E) {
            let err = E;
            this._server.logger.error({
                err,
                tnx: 'command',
                cid: this.id,
                command: commandName
            }, '%s Failed to process %s command: %s', this.id, commandName, err.message);
            if (!handlerDone) {
                this.send(451, 'Error: internal server error');
                handlerCallback();
            }
        }
    }
    /**
     * Hides credentials from the command log. The argument of AUTH (a base64 PLAIN
     * blob, a LOGIN initial response, an XOAUTH2 token) and every continuation line
     * of an authentication exchange carry them, so those are logged the way the
     * Nodemailer client logs what it sends
     *
     * @param commandName Upper-cased command name
     * @param line Command line as received
     * @returns {commandName, line} safe to log
     */
    _redactCredentials(commandName, line) {
        if (this._nextHandler) {
            // a continuation line of an AUTH exchange, its first token is not a command name
            return { commandName: 'AUTH', line: '/* secured */' };
        }
        if (commandName === 'AUTH') {
            let parts = line.trim().split(/\s+/);
            if (parts.length > 2) {
                line = parts.slice(0, 2).join(' ') + ' /* secured */';
            }
        }
        return { commandName, line };
    }
    /**
     * Rejects the command with a 501 if a parameter is given more than once or a
     * listed parameter is present without a value
     *
     * @param parsed Result of _parseAddressCommand
     * @param keys Parameter names that require a value
     * @param callback Command callback, called when the command is rejected
     * @returns true if the command was rejected
     */
    _rejectInvalidParams(parsed, keys, callback) {
        let args = parsed.args;
        let error;
        if (parsed.duplicate) {
            // a parameter can only be given once (RFC 3461 section 4 says so explicitly for DSN)
            error = 'Error: duplicate ' + parsed.duplicate + ' parameter';
        }
        else {
            let valueless = args && keys.find(key => args[key] !== undefined && (typeof args[key] !== 'string' || !args[key]));
            if (valueless) {
                error = 'Error: ' + valueless + ' parameter requires a value';
            }
        }
        if (!error) {
            return false;
        }
        this.send(501, error);
        callback();
        return true;
    }
    /**
     * Checks if a received message has to be refused for its size, which is the case only
     * when the rejectOversized option is set and the message went over the size limit
     *
     * @param dataBytes Number of message bytes received
     * @returns true if the message has to be answered with 552
     */
    _isOversized(dataBytes) {
        let size = Number(this._server.options.size) || 0;
        return !!this._server.options.rejectOversized && size > 0 && dataBytes > size;
    }
    /**
     * Checks that a command is available and is not listed in the disabled commands array.
     * A session.disabledCommands array set by the application (eg. in onConnect) replaces
     * the server wide disabledCommands option for that session
     *
     * @param command Command name
     * @returns Returns true if the command can be used
     */
    _isSupported(command) {
        command = (command || '').toString().trim().toUpperCase();
        return !this._isDisabled(command) && typeof this._getHandler(command) === 'function';
    }
    /**
     * Checks if a command is disabled for this session
     *
     * @param command Upper case command name
     * @returns true if the command is listed in the session or the server disabled commands
     */
    _isDisabled(command) {
        let sessionDisabled = this.session.disabledCommands;
        if (Array.isArray(sessionDisabled)) {
            // set by application code, so the entries are not normalized
            return sessionDisabled.some(entry => (entry || '').toString().trim().toUpperCase() === command);
        }
        return this._server.options.disabledCommands.includes(command);
    }
    /**
     * Looks up the handler method of a command
     *
     * @param command Upper case command name
     * @returns The handler, if there is one
     */
    _getHandler(command) {
        return this['handler_' + command];
    }
    /**
     * Determines if enhanced status codes should be used
     * @returns {Boolean} True if enhanced status codes should be included in responses
     */
    _useEnhancedStatusCodes() {
        return !this._server.options.hideENHANCEDSTATUSCODES;
    }
    /**
     * Gets the appropriate enhanced status code for a given SMTP response code and context
     * @param code SMTP response code
     * @param context Optional context for more specific status codes
     * @returns Enhanced status code or empty string if not applicable
     */
    _getEnhancedStatusCode(code, context) {
        if (context === false || !this._useEnhancedStatusCodes()) {
            return '';
        }
        // Skip 3xx responses as per RFC 2034
        if (code >= 300 && code < 400) {
            return '';
        }
        // Skip enhanced status codes for initial greeting and HELO/EHLO responses
        if (context && SKIPPED_COMMANDS_FOR_ENHANCED_STATUS_CODES.has(context)) {
            return '';
        }
        // Use contextual codes if available
        if (context && CONTEXTUAL_STATUS_CODES[context]) {
            return CONTEXTUAL_STATUS_CODES[context];
        }
        // Use default mapping
        if (ENHANCED_STATUS_CODES[code]) {
            return ENHANCED_STATUS_CODES[code];
        }
        // 2xx fallback
        if (code >= 200 && code < 300) {
            return '2.0.0';
        }
        // 4xx (transient failure)
        if (code >= 400 && code < 500) {
            return '4.0.0';
        }
        // 5xx (permanent failure)
        if (code >= 500) {
            return '5.0.0';
        }
        // safeguard (non-spec; but should never occur)
        return '';
    }
    /**
     * Parses commands like MAIL FROM and RCPT TO. Returns an object with the address and optional arguments.
     *
     * @param rawName Address type, eg 'mail from' or 'rcpt to'
     * @param rawCommand Data payload to parse
     * @returns Parsed address in the form of {address:, args: {}} or false if parsing failed
     */
    _parseAddressCommand(rawName, rawCommand) {
        let command = (rawCommand || '').toString();
        let name = (rawName || '').toString().trim().toUpperCase();
        let parts = command.split(':');
        command = parts.shift().trim().toUpperCase();
        parts = parts.join(':').trim().split(/\s+/);
        let address = parts.shift();
        let args = false;
        let duplicate = false;
        let invalid = false;
        if (name !== command) {
            return false;
        }
        if (!/^<[^<>]*>$/.test(address)) {
            invalid = true;
        }
        else {
            // RFC 5321 section 4.1.2 and appendix C: a source route ("@relay.example.com:")
            // must be accepted and should be ignored
            address = address.slice(1, -1).replace(/^@[^\s,:@]+(?:,@[^\s,:@]+)*:/, '');
        }
        parts.forEach(param => {
            let part = param.split('=');
            let key = part.shift().toUpperCase();
            let value = part.join('=') || true;
            // Skip parameters with empty keys
            if (!key || key.trim() === '') {
                return;
            }
            if (typeof value === 'string') {
                value = decodeXtext(value);
                // Reject parameter values with control characters, including CRLF
                // sequences smuggled through xtext encoding (eg. ENVID=ab+0D+0Acd).
                // These have no legitimate use and enable log/header injection
                if (smtp_connection_CONTROL_CHARS.test(value)) {
                    invalid = true;
                    return;
                }
            }
            if (!args) {
                args = {};
            }
            if (key in args) {
                duplicate = key;
            }
            args[key] = value;
        });
        if (address && ADDRESS_UNSAFE_CHARS.test(address)) {
            // rejected even in lenient mode, see the constant for the rationale
            invalid = true;
        }
        else if (name === 'RCPT TO' && address.toLowerCase() === 'postmaster') {
            // RFC 5321 section 4.1.1.3: the domainless postmaster recipient must be accepted
        }
        else if (address) {
            // Validate email address format
            let addressParts = address.split('@');
            if (addressParts.length !== 2 || !addressParts[0] || !addressParts[1]) {
                invalid = true;
            }
            else {
                let localPart = addressParts[0];
                let domain = addressParts[1];
                if (this._server.options.lenientAddressParsing) {
                    // Minimal validation only (pre-v3.16 behavior). Many widely deployed
                    // senders (e.g. HPE iLO firmware that uses "user.@example.com") fail
                    // strict RFC 5321 syntax checks, so this mode keeps the address as-is
                    // and leaves any further validation to the application
                    try {
                        address = [localPart, '@', punycode_js_punycode.toUnicode(domain)].join('');
                    }
                    catch (E) {
                        this._server.logger.error({
                            tnx: 'punycode',
                            cid: this.id,
                            user: (this.session.user && this.session.user.username) || this.session.user
                        }, 'Failed to process punycode domain "%s". error=%s', domain, E.message);
                        // keep the original domain if punycode conversion fails
                        address = [localPart, '@', domain].join('');
                    }
                }
                else if (localPart.length + 1 + domain.length > 253) {
                    // RFC 5321 Section 4.5.3.1.3: Path max is 256 octets (including < @ >)
                    // This means local-part + @ + domain must be ≤ 253 octets
                    // Note: Individual limits (local 64, domain 255) are contradictory with path limit
                    // We enforce the path limit to accept Gmail CAF forwarding addresses
                    invalid = true;
                }
                else {
                    // Validate local-part format - permissive validation
                    // Reject only clearly invalid patterns (dots at edges, consecutive dots)
                    // Allow common special characters used by email providers
                    if (localPart.startsWith('.') || localPart.endsWith('.') || localPart.includes('..')) {
                        invalid = true;
                    }
                    // Check if domain is an IP literal (RFC 5321 Section 4.1.3)
                    // Format: [IPv4] or [IPv6:address]
                    let isIPLiteral = !invalid && domain.startsWith('[') && domain.endsWith(']');
                    if (isIPLiteral) {
                        // IP literal address handling
                        // Extract the IP address from brackets
                        let ipContent = domain.slice(1, -1);
                        let isValidIP = false;
                        // Check for IPv6 format: IPv6:address
                        if (ipContent.toUpperCase().startsWith('IPV6:')) {
                            let ipv6Addr = ipContent.slice(5);
                            // Validate IPv6 address
                            if (external_node_net_.isIPv6(ipv6Addr)) {
                                isValidIP = true;
                                // Normalize IPv6 address
                                try {
                                    ipv6Addr = normalizeIPv6(ipv6Addr);
                                    domain = '[IPv6:' + ipv6Addr + ']';
                                }
                                catch {
                                    // Keep original if normalization fails
                                }
                            }
                        }
                        else if (external_node_net_.isIPv4(ipContent)) {
                            // Check for IPv4 format
                            isValidIP = true;
                        }
                        if (!isValidIP) {
                            invalid = true;
                        }
                        if (!invalid) {
                            // For IP literals, skip punycode conversion
                            address = [localPart, '@', domain].join('');
                        }
                    }
                    else {
                        // Validate domain format (before punycode conversion)
                        // Reject clearly invalid patterns
                        if (!invalid &&
                            (domain.startsWith('.') ||
                                domain.endsWith('.') ||
                                domain.includes('..') ||
                                domain.includes('.-') ||
                                domain.includes('-.') ||
                                !/^[a-zA-Z0-9\u0080-\uFFFF.-]+$/.test(domain))) {
                            invalid = true;
                        }
                        if (!invalid) {
                            try {
                                address = [localPart, '@', punycode_js_punycode.toUnicode(domain)].join('');
                            }
                            catch (E) {
                                this._server.logger.error({
                                    tnx: 'punycode',
                                    cid: this.id,
                                    user: (this.session.user && this.session.user.username) || this.session.user
                                }, 'Failed to process punycode domain "%s". error=%s', domain, E.message);
                                // If punycode conversion fails, treat as invalid
                                invalid = true;
                            }
                        }
                    }
                }
            }
        }
        if (invalid) {
            return false;
        }
        let parsed = { address, args };
        if (duplicate) {
            // rejected by the command handler, never reaches the application
            parsed.duplicate = duplicate;
        }
        return parsed;
    }
    /**
     * Resets or sets up a new session. We reuse existing session object to keep
     * application specific data.
     */
    _resetSession() {
        let session = this.session;
        // reset data that might be overwritten
        session.localAddress = this.localAddress;
        session.localPort = this.localPort;
        session.remoteAddress = this.remoteAddress;
        session.remotePort = this.remotePort;
        // false until known, the public type is a string for compatibility with the
        // earlier type declarations, see SMTPServerSession
        session.clientHostname = this.clientHostname;
        session.openingCommand = this.openingCommand;
        session.hostNameAppearsAs = this.hostNameAppearsAs;
        session.xClient = this._xClient;
        session.xForward = this._xForward;
        session.transmissionType = this._transmissionType();
        session.tlsOptions = this.tlsOptions;
        // reset transaction properties
        session.envelope = {
            mailFrom: false,
            rcptTo: [],
            /** @property {boolean} requireTLS - RFC 8689: Indicates client requires TLS for entire delivery chain */
            requireTLS: false,
            /** @property {string} bodyType - RFC 6152: Message body encoding type (7bit or 8bitmime) */
            bodyType: '7bit',
            /** @property {boolean} smtpUtf8 - RFC 6531: Indicates UTF-8 support is requested */
            smtpUtf8: false
        };
        if (!this._server.options.hideDSN) {
            session.envelope.dsn = {
                ret: null, // RET parameter from MAIL FROM (FULL or HDRS)
                envid: null // ENVID parameter from MAIL FROM
            };
        }
        session.transaction = this._transactionCounter + 1;
        // lower-cased recipient address to its position in envelope.rcptTo, so that a
        // repeated RCPT is found without scanning the list
        this._rcptIndex = new Map();
    }
    /**
     * Stores the hostname of the client. The value always comes from an untrusted
     * source (a PTR record, an XCLIENT/XFORWARD parameter), so normalization lives
     * here rather than at each of the call sites. An empty value falls back to the
     * remote IP address in the [addr] literal form used by Received headers.
     *
     * NB! this normalizes but does not validate - callers that can validate do so
     * before calling, as the accepted shapes differ per source.
     *
     * @param hostname Hostname to store
     */
    _setClientHostname(hostname) {
        // hostnames are case insensitive, and a root terminated value is valid but
        // the trailing dot is not part of the name
        hostname = (hostname || '').toString().toLowerCase().replace(/\.$/, '');
        this.clientHostname = hostname || '[' + this.remoteAddress + ']';
    }
    /**
     * Returns current transmission type
     *
     * @return Transmission type
     */
    _transmissionType() {
        let type = this._server.options.lmtp ? 'LMTP' : 'SMTP';
        if (this.openingCommand === 'EHLO') {
            type = 'E' + type;
        }
        if (this.secure) {
            type += 'S';
        }
        if (this.session.user) {
            type += 'A';
        }
        return type;
    }
    emitConnection() {
        if (!this._canEmitConnection) {
            return;
        }
        this._canEmitConnection = false;
        let info = {
            id: this.id,
            localAddress: this.localAddress,
            localPort: this.localPort,
            remoteAddress: this.remoteAddress,
            remotePort: this.remotePort,
            hostNameAppearsAs: this.hostNameAppearsAs,
            clientHostname: this.clientHostname
        };
        this.emit('connect', info);
    }
    // COMMAND HANDLERS
    /**
     * Processes EHLO. Requires valid hostname as the single argument.
     */
    handler_EHLO(command, callback) {
        let parts = command.toString().trim().split(/\s+/);
        let hostname = parts[1] || '';
        if (parts.length !== 2) {
            this.send(501, 'Error: syntax: ' + (this._server.options.lmtp ? 'LHLO' : 'EHLO') + ' hostname', false);
            return callback();
        }
        if (!isAcceptableHeloHostname(hostname)) {
            this.send(501, 'Error: Bad hostname syntax', false);
            return callback();
        }
        this.hostNameAppearsAs = hostname.toLowerCase();
        let features = ['PIPELINING', '8BITMIME', 'SMTPUTF8', 'ENHANCEDSTATUSCODES', 'DSN'].filter(feature => !this._server.options['hide' + feature]);
        if (this._server.options.authMethods.length && this._isSupported('AUTH') && !this.session.user) {
            features.push(['AUTH'].concat(this._server.options.authMethods).join(' '));
        }
        if (!this.secure && this._isSupported('STARTTLS') && !this._server.options.hideSTARTTLS) {
            features.push('STARTTLS');
        }
        if (this.secure && !this._server.options.hideREQUIRETLS) {
            features.push('REQUIRETLS');
        }
        if (this._server.options.size) {
            features.push('SIZE' + (this._server.options.hideSize ? '' : ' ' + this._server.options.size));
        }
        if (this._proxyCommandAllowed('XCLIENT', 'useXClient')) {
            features.push('XCLIENT NAME ADDR PORT PROTO HELO LOGIN');
        }
        if (this._proxyCommandAllowed('XFORWARD', 'useXForward')) {
            features.push('XFORWARD NAME ADDR PORT PROTO HELO IDENT SOURCE');
        }
        this._resetSession(); // EHLO is effectively the same as RSET
        // Format HELO response using configured format or default
        let heloResponse = this._server.options.heloResponse || '%s Nice to meet you, %s';
        let replacements = [this.name, this.clientHostname];
        let replacementIndex = 0;
        let formattedResponse = heloResponse.replace(/%s/g, () => replacements[replacementIndex++] || '');
        this.send(250, [formattedResponse].concat(features || []), false);
        callback();
    }
    /**
     * Checks if a proxy command (XCLIENT or XFORWARD) is available. XCLIENT ADDR hands
     * the session over to the actual client, which must not be able to override its
     * own connection details after that, so both commands go away with it
     *
     * @param command Command name
     * @param option Server option that enables the command: true for every
     *     peer, or a list of the peer addresses allowed to use it
     * @returns true if the client may use the command
     */
    _proxyCommandAllowed(command, option) {
        return !this._xClient.has('ADDR') && isAddressAllowed(this._server.options[option], this._originalRemoteAddress) && this._isSupported(command);
    }
    /**
     * Processes HELO. Requires valid hostname as the single argument.
     */
    handler_HELO(command, callback) {
        let parts = command.toString().trim().split(/\s+/);
        let hostname = parts[1] || '';
        if (parts.length !== 2) {
            this.send(501, 'Error: Syntax: HELO hostname', false);
            return callback();
        }
        if (!isAcceptableHeloHostname(hostname)) {
            this.send(501, 'Error: Bad hostname syntax', false);
            return callback();
        }
        this.hostNameAppearsAs = hostname.toLowerCase();
        this._resetSession(); // HELO is effectively the same as RSET
        // Format HELO response using configured format or default
        let heloResponse = this._server.options.heloResponse || '%s Nice to meet you, %s';
        let replacements = [this.name, this.clientHostname];
        let replacementIndex = 0;
        let formattedResponse = heloResponse.replace(/%s/g, () => replacements[replacementIndex++] || '');
        this.send(250, formattedResponse, false);
        callback();
    }
    /**
     * Processes QUIT. Closes the connection
     */
    handler_QUIT(command, callback) {
        this.send(221, 'Bye');
        this.close();
        callback();
    }
    /**
     * Processes NOOP. Does nothing but keeps the connection alive
     */
    handler_NOOP(command, callback) {
        this.send(250, 'OK');
        callback();
    }
    /**
     * Processes RSET. Resets user and session info
     */
    handler_RSET(command, callback) {
        this._resetSession();
        this.send(250, 'Flushed');
        callback();
    }
    /**
     * Processes HELP. Responds with url to RFC
     */
    handler_HELP(command, callback) {
        this.send(214, 'See https://tools.ietf.org/html/rfc5321 for details');
        callback();
    }
    /**
     * Processes VRFY. Does not verify anything
     */
    handler_VRFY(command, callback) {
        if (!command.toString().trim().split(/\s+/)[1]) {
            this.send(501, 'Error: Syntax: VRFY address');
            return callback();
        }
        this.send(252, 'Try to send something. No promises though');
        callback();
    }
    /**
     * Overrides connection info
     * http://www.postfix.org/XCLIENT_README.html
     */
    handler_XCLIENT(command, callback) {
        // check if user is authorized to perform this command
        if (!this._proxyCommandAllowed('XCLIENT', 'useXClient')) {
            this.send(550, 'Error: Not allowed', 'NOT_AUTHORIZED');
            return callback();
        }
        // not allowed to change properties if already processing mail
        if (this.session.envelope.mailFrom) {
            this.send(503, 'Error: Mail transaction in progress');
            return callback();
        }
        let allowedKeys = ['NAME', 'ADDR', 'PORT', 'PROTO', 'HELO', 'LOGIN'];
        let parts = command.toString().trim().split(/\s+/);
        parts.shift(); // remove XCLIENT prefix
        if (!parts.length) {
            this.send(501, 'Error: Bad command parameter syntax');
            return callback();
        }
        let loginValue = false;
        // Parse and validate every argument before applying any of them. A command
        // that is rejected halfway through would otherwise leave the connection with
        // partially updated state, eg. a spoofed remote address that also blocks any
        // further XCLIENT attempt
        let { params, error } = parseProxyParameters(parts, allowedKeys, ['[UNAVAILABLE]', '[TEMPUNAVAIL]']);
        if (!params) {
            this.send(501, error);
            return callback();
        }
        // arguments are valid, apply them
        for (let [key, rawValue] of params) {
            let value = rawValue;
            switch (key) {
                // handled outside the switch
                case 'LOGIN':
                    loginValue = rawValue;
                    break;
                case 'ADDR':
                    if (value) {
                        this._server.logger.info({
                            tnx: 'xclient',
                            cid: this.id,
                            xclientKey: 'ADDR',
                            xclient: value,
                            user: (this.session.user && this.session.user.username) || this.session.user
                        }, 'XCLIENT from %s through %s', value, this.remoteAddress);
                        // store original value for reference as ADDR:DEFAULT
                        if (!this._xClient.has('ADDR:DEFAULT')) {
                            this._xClient.set('ADDR:DEFAULT', this.remoteAddress);
                        }
                        this.remoteAddress = value;
                        this.hostNameAppearsAs = false; // reset client provided hostname, require HELO/EHLO
                        // the session now belongs to the forwarded client, which must not
                        // inherit an identity the proxy authenticated as. A LOGIN attribute
                        // in the same command is applied after this
                        this.session.user = false;
                    }
                    break;
                case 'NAME':
                    value = value || '';
                    this._server.logger.info({
                        tnx: 'xclient',
                        cid: this.id,
                        xclientKey: 'NAME',
                        xclient: value,
                        user: (this.session.user && this.session.user.username) || this.session.user
                    }, 'XCLIENT hostname resolved as "%s"', value);
                    // store original value for reference as NAME:DEFAULT
                    if (!this._xClient.has('NAME:DEFAULT')) {
                        this._xClient.set('NAME:DEFAULT', this.clientHostname || '');
                    }
                    this._setClientHostname(value);
                    break;
                case 'PORT':
                    value = Number(value) || '';
                    this._server.logger.info({
                        tnx: 'xclient',
                        cid: this.id,
                        xclientKey: 'PORT',
                        xclient: value,
                        user: (this.session.user && this.session.user.username) || this.session.user
                    }, 'XCLIENT remote port resolved as "%s"', value);
                    // store original value for reference as NAME:DEFAULT
                    if (!this._xClient.has('PORT:DEFAULT')) {
                        this._xClient.set('PORT:DEFAULT', this.remotePort || '');
                    }
                    // NB! an unparseable value is stored as an empty string, as it always has been
                    this.remotePort = value;
                    break;
                default:
                // other values are not relevant
            }
            this._xClient.set(key, value);
        }
        let checkLogin = (done) => {
            if (typeof loginValue !== 'string') {
                return done();
            }
            if (!loginValue) {
                // clear authentication session?
                this._server.logger.info({
                    tnx: 'deauth',
                    cid: this.id,
                    user: (this.session.user && this.session.user.username) || this.session.user
                }, 'User deauthenticated using %s', 'XCLIENT');
                this.session.user = false;
                return done();
            }
            sasl.SASL_XCLIENT.call(this, [loginValue], err => {
                if (err) {
                    this.send(550, err.message);
                    this.close();
                    // the command is over even though the connection is going away,
                    // the parser must be released or it would never see the close
                    return callback();
                }
                return done();
            });
        };
        // Use [ADDR] if NAME was empty
        if (this.remoteAddress && !this.clientHostname) {
            this._setClientHostname('');
        }
        if (params.has('ADDR')) {
            this.emitConnection();
        }
        checkLogin(() => {
            // success, the session starts over with a new greeting. The session is
            // refreshed right away rather than at the EHLO that follows, so that the
            // handlers see the forwarded client whatever the client does next
            this._resetSession();
            this._sendGreeting();
            callback();
        });
    }
    /**
     * Processes XFORWARD data
     * http://www.postfix.org/XFORWARD_README.html
     */
    handler_XFORWARD(command, callback) {
        // check if user is authorized to perform this command
        if (!this._proxyCommandAllowed('XFORWARD', 'useXForward')) {
            this.send(550, 'Error: Not allowed', 'NOT_AUTHORIZED');
            return callback();
        }
        // not allowed to change properties if already processing mail
        if (this.session.envelope.mailFrom) {
            this.send(503, 'Error: Mail transaction in progress');
            return callback();
        }
        let allowedKeys = ['NAME', 'ADDR', 'PORT', 'PROTO', 'HELO', 'IDENT', 'SOURCE'];
        let parts = command.toString().trim().split(/\s+/);
        let hasAddr = false;
        parts.shift(); // remove XFORWARD prefix
        if (!parts.length) {
            this.send(501, 'Error: Bad command parameter syntax');
            return callback();
        }
        // parse and validate every argument before applying any of them, see handler_XCLIENT
        let { params, error } = parseProxyParameters(parts, allowedKeys, ['[UNAVAILABLE]']);
        if (!params) {
            this.send(501, error);
            return callback();
        }
        // arguments are valid, apply them
        for (let [key, rawValue] of params) {
            let value = rawValue;
            switch (key) {
                case 'ADDR':
                    if (value) {
                        this._server.logger.info({
                            tnx: 'xforward',
                            cid: this.id,
                            xforwardKey: 'ADDR',
                            xforward: value,
                            user: (this.session.user && this.session.user.username) || this.session.user
                        }, 'XFORWARD from %s through %s', value, this.remoteAddress);
                        // store original value for reference as ADDR:DEFAULT
                        if (!this._xForward.has('ADDR:DEFAULT')) {
                            this._xForward.set('ADDR:DEFAULT', this.remoteAddress);
                        }
                        hasAddr = true;
                        this.remoteAddress = value;
                    }
                    break;
                case 'NAME':
                    value = value || '';
                    this._server.logger.info({
                        tnx: 'xforward',
                        cid: this.id,
                        xforwardKey: 'NAME',
                        xforward: value,
                        user: (this.session.user && this.session.user.username) || this.session.user
                    }, 'XFORWARD hostname resolved as "%s"', value);
                    this._setClientHostname(value);
                    break;
                case 'PORT':
                    value = Number(value) || 0;
                    this._server.logger.info({
                        tnx: 'xforward',
                        cid: this.id,
                        xforwardKey: 'PORT',
                        xforward: value,
                        user: (this.session.user && this.session.user.username) || this.session.user
                    }, 'XFORWARD port resolved as "%s"', value);
                    this.remotePort = value;
                    break;
                case 'HELO':
                    value = (value || '').toString().toLowerCase();
                    this._server.logger.info({
                        tnx: 'xforward',
                        cid: this.id,
                        xforwardKey: 'HELO',
                        xforward: value,
                        user: (this.session.user && this.session.user.username) || this.session.user
                    }, 'XFORWARD HELO name resolved as "%s"', value);
                    this.hostNameAppearsAs = value;
                    break;
                default:
                // other values are not relevant
            }
            this._xForward.set(key, value);
        }
        // XFORWARD is not followed by a new EHLO, so the forwarded details go into the
        // session right away, or the handlers of this transaction would still see the proxy
        this._resetSession();
        if (hasAddr) {
            this._canEmitConnection = true;
            this.emitConnection();
        }
        // success
        this.send(250, 'OK');
        callback();
    }
    /**
     * Upgrades connection to TLS if possible
     */
    handler_STARTTLS(command, callback) {
        // RFC 3207: the STARTTLS command does not take any parameters
        if (command.toString().trim().split(/\s+/).length > 1) {
            this.send(501, 'Error: syntax: STARTTLS');
            return callback();
        }
        if (this.secure) {
            this.send(503, 'Error: TLS already active');
            return callback();
        }
        this.send(220, 'Ready to start TLS');
        this.upgrade(callback);
    }
    /**
     * Check if selected authentication is available and delegate auth data to SASL
     */
    handler_AUTH(command, callback) {
        let args = command.toString().trim().split(/\s+/);
        let method;
        let handler;
        args.shift(); // remove AUTH
        method = (args.shift() || '').toString().toUpperCase(); // get METHOD and keep additional arguments in the array
        let mechanism = sasl['SASL_' + method];
        handler = typeof mechanism === 'function' ? mechanism.bind(this) : undefined;
        if (!this.secure && this._isSupported('STARTTLS') && !this._server.options.hideSTARTTLS && !this._server.options.allowInsecureAuth) {
            this.send(538, 'Error: Must issue a STARTTLS command first');
            return callback();
        }
        if (this.session.user) {
            this.send(503, 'Error: No identity changes permitted');
            return callback();
        }
        if (!this._server.options.authMethods.includes(method) || typeof handler !== 'function') {
            this.send(504, 'Error: Unrecognized authentication type');
            return callback();
        }
        handler(args, callback);
    }
    /**
     * Validates MAIL FROM parameters
     * @param parsed - Parsed address command with args
     * @returns Returns error object {code, message, enhancedCode} if validation fails, null if successful
     */
    _validateMailParams(parsed) {
        // the parameters that take a value have been checked to have one, see MAIL_VALUE_PARAMS
        const args = parsed.args || {};
        // Validate SIZE parameter (RFC 1870): size-value ::= 1*20DIGIT
        if (args.SIZE) {
            if (!/^\d{1,20}$/.test(args.SIZE)) {
                return {
                    code: 501,
                    message: 'Error: Bad message size syntax',
                    enhancedCode: null
                };
            }
            if (!this._server.options.hideSize && this._server.options.size && Number(args.SIZE) > this._server.options.size) {
                return {
                    code: 552,
                    message: 'Error: message exceeds fixed maximum message size ' + this._server.options.size,
                    enhancedCode: 'MESSAGE_TOO_BIG'
                };
            }
        }
        // Validate BODY parameter (RFC 6152 - 8BITMIME)
        // Note: BINARYMIME is not supported as it requires BDAT command (RFC 3030)
        if (args.BODY) {
            const bodyType = args.BODY.toLowerCase();
            if (bodyType !== '7bit' && bodyType !== '8bitmime') {
                return {
                    code: 501,
                    message: 'Invalid BODY parameter value. Must be 7BIT or 8BITMIME',
                    enhancedCode: null
                };
            }
        }
        // Validate SMTPUTF8 parameter (RFC 6531)
        if (args.SMTPUTF8 !== undefined) {
            if (args.SMTPUTF8 !== true) {
                return {
                    code: 501,
                    message: 'Invalid SMTPUTF8 parameter. This flag does not accept a value',
                    enhancedCode: null
                };
            }
        }
        // Validate REQUIRETLS parameter (RFC 8689)
        if (args.REQUIRETLS !== undefined) {
            if (!this.secure) {
                return {
                    code: 530,
                    message: 'REQUIRETLS not permitted on non-TLS connections',
                    enhancedCode: null
                };
            }
            if (args.REQUIRETLS !== true) {
                return {
                    code: 501,
                    message: 'Invalid REQUIRETLS parameter. This flag does not accept a value',
                    enhancedCode: null
                };
            }
        }
        // Validate DSN parameters if DSN is supported
        if (!this._server.options.hideDSN) {
            if (args.RET) {
                const ret = args.RET.toUpperCase();
                if (ret !== 'FULL' && ret !== 'HDRS') {
                    return {
                        code: 501,
                        message: 'Invalid RET parameter value. Must be FULL or HDRS',
                        enhancedCode: null
                    };
                }
            }
        }
        return null; // All validations passed
    }
    /**
     * Applies validated MAIL FROM parameters to session envelope
     * @param parsed - Parsed address command with args
     */
    _applyMailParams(parsed) {
        const args = parsed.args || {};
        const envelope = this.session.envelope;
        // Apply BODY parameter
        if (args.BODY) {
            envelope.bodyType = args.BODY.toLowerCase();
        }
        // Apply SMTPUTF8 parameter
        if (args.SMTPUTF8 === true) {
            envelope.smtpUtf8 = true;
        }
        // Apply REQUIRETLS parameter
        if (args.REQUIRETLS === true) {
            envelope.requireTLS = true;
        }
        // Apply DSN parameters
        if (!this._server.options.hideDSN) {
            if (args.RET) {
                envelope.dsn.ret = args.RET.toUpperCase();
            }
            if (args.ENVID) {
                envelope.dsn.envid = args.ENVID;
            }
        }
    }
    /**
     * Processes MAIL FROM command, parses address and extra arguments
     */
    handler_MAIL(command, callback) {
        let parsed = this._parseAddressCommand('mail from', command);
        // in case we still haven't informed about the new connection emit it
        this.emitConnection();
        // sender address can be empty, so we only check if parsing failed or not
        if (!parsed) {
            this.send(501, 'Error: Bad sender address syntax', 'SENDER_SYNTAX_ERROR');
            return callback();
        }
        if (this._rejectInvalidParams(parsed, MAIL_VALUE_PARAMS, callback)) {
            return;
        }
        if (this.session.envelope.mailFrom) {
            this.send(503, 'Error: nested MAIL command');
            return callback();
        }
        // Validate all MAIL FROM parameters
        const validationError = this._validateMailParams(parsed);
        if (validationError) {
            this.send(validationError.code, validationError.message, validationError.enhancedCode || undefined);
            return callback();
        }
        // Apply validated parameters to session envelope before calling onMailFrom
        // so the handler can access them
        this._applyMailParams(parsed);
        this._server.onMailFrom(parsed, this.session, (err) => {
            if (err) {
                this.send(err.responseCode || 550, err.message);
                return callback();
            }
            this.session.envelope.mailFrom = parsed;
            this.send(250, 'Accepted', 'MAIL_FROM_OK');
            callback();
        });
    }
    /**
     * Processes RCPT TO command, parses address and extra arguments
     */
    handler_RCPT(command, callback) {
        let parsed = this._parseAddressCommand('rcpt to', command);
        // recipient address can not be empty
        if (!parsed || !parsed.address) {
            this.send(501, 'Error: Bad recipient address syntax', 'MAILBOX_SYNTAX_ERROR');
            return callback();
        }
        if (this._rejectInvalidParams(parsed, RCPT_VALUE_PARAMS, callback)) {
            return;
        }
        if (!this.session.envelope.mailFrom) {
            this.send(503, 'Error: need MAIL command');
            return callback();
        }
        // the parameters that take a value have been checked to have one, see RCPT_VALUE_PARAMS
        const args = parsed.args || {};
        // Process DSN parameters if DSN is supported
        if (!this._server.options.hideDSN) {
            // Validate NOTIFY parameter
            if (args.NOTIFY) {
                const notify = args.NOTIFY.toUpperCase();
                const validNotifyValues = ['NEVER', 'SUCCESS', 'FAILURE', 'DELAY'];
                const notifyValues = notify.split(',');
                for (let value of notifyValues) {
                    if (!validNotifyValues.includes(value)) {
                        this.send(501, 'Error: NOTIFY parameter must be NEVER, SUCCESS, FAILURE, or DELAY');
                        return callback();
                    }
                }
                // NEVER cannot be combined with other values
                if (notifyValues.includes('NEVER') && notifyValues.length > 1) {
                    this.send(501, 'Error: NOTIFY=NEVER cannot be combined with other values');
                    return callback();
                }
                parsed.dsn = parsed.dsn || {};
                parsed.dsn.notify = notifyValues;
            }
            // RFC 3461 section 4.2: ORCPT=addr-type;xtext
            if (args.ORCPT && !/^[a-z0-9!#$%&'*+/=?^_`{|}~-]+;./i.test(args.ORCPT)) {
                this.send(501, 'Error: Bad ORCPT parameter syntax');
                return callback();
            }
            // Store ORCPT parameter
            if (args.ORCPT) {
                parsed.dsn = parsed.dsn || {};
                parsed.dsn.orcpt = args.ORCPT;
            }
        }
        // addresses are compared case-insensitively, a repeated one replaces the earlier entry
        let addressKey = parsed.address.toLowerCase();
        let maxRecipients = Number(this._server.options.maxRecipients) || 0;
        if (maxRecipients && this.session.envelope.rcptTo.length >= maxRecipients && !this._rcptIndex.has(addressKey)) {
            this.send(452, 'Error: too many recipients', 'TOO_MANY_RECIPIENTS');
            return callback();
        }
        this._server.onRcptTo(parsed, this.session, (err) => {
            if (err) {
                this.send(err.responseCode || 550, err.message);
                return callback();
            }
            let rcptTo = this.session.envelope.rcptTo;
            // The index makes this a constant time lookup instead of a scan of every
            // recipient so far, which let a long recipient list burn the event loop. The
            // entry is checked against the list itself in case a handler edited the list
            let index = this._rcptIndex.get(addressKey);
            if (index !== undefined && !(rcptTo[index] && rcptTo[index].address.toLowerCase() === addressKey)) {
                index = rcptTo.findIndex(rcpt => rcpt.address.toLowerCase() === addressKey);
            }
            if (index !== undefined && index >= 0) {
                rcptTo[index] = parsed;
            }
            else {
                rcptTo.push(parsed);
                this._rcptIndex.set(addressKey, rcptTo.length - 1);
            }
            this.send(250, 'Accepted', 'RCPT_TO_OK');
            callback();
        });
    }
    /**
     * Processes DATA by forwarding incoming stream to the onData handler
     */
    handler_DATA(command, callback) {
        if (!this.session.envelope.rcptTo.length) {
            this.send(503, 'Error: need RCPT command');
            return callback();
        }
        if (!this._parser) {
            return callback();
        }
        const parser = this._parser;
        this._dataStream = parser.startDataMode(this._server.options.size);
        let close = (err, message) => {
            let i, len;
            this._server.logger.debug({
                tnx: 'data',
                cid: this.id,
                bytes: parser.dataBytes,
                user: (this.session.user && this.session.user.username) || this.session.user
            }, 'C: <%s bytes of DATA>', parser.dataBytes);
            if (this._dataStream && this._dataStream.readable) {
                this._dataStream.removeAllListeners();
            }
            // the transaction is over, the connection no longer waits for the onData handler
            this._dataStream = false;
            if (this._isOversized(parser.dataBytes)) {
                // the server is configured to refuse a message over the limit whatever onData
                // decided about it, once for every recipient when using LMTP
                this._server.logger.info({
                    tnx: 'data',
                    cid: this.id,
                    bytes: parser.dataBytes,
                    size: this._server.options.size
                }, 'Rejected message of %s bytes, the limit is %s bytes', parser.dataBytes, this._server.options.size);
                let replies = this._server.options.lmtp ? this.session.envelope.rcptTo.length : 1;
                for (i = 0; i < replies; i++) {
                    this.send(552, 'Error: message exceeds fixed maximum message size ' + this._server.options.size, 'MESSAGE_TOO_BIG');
                }
            }
            else if (err) {
                if (this._server.options.lmtp) {
                    // separate error response for every recipient when using LMTP
                    for (i = 0, len = this.session.envelope.rcptTo.length; i < len; i++) {
                        this.send(err.responseCode || 450, err.message);
                    }
                }
                else {
                    // single error response when using SMTP
                    this.send(err.responseCode || 450, err.message);
                }
            }
            else if (Array.isArray(message)) {
                // separate responses for every recipient when using LMTP
                message.forEach(response => {
                    if (/Error\]$/i.test(Object.prototype.toString.call(response))) {
                        let error = response;
                        this.send(error.responseCode || 450, error.message);
                    }
                    else {
                        this.send(250, typeof response === 'string' ? response : 'OK: message accepted', 'DATA_OK');
                    }
                });
            }
            else if (this._server.options.lmtp) {
                // separate success response for every recipient when using LMTP
                for (i = 0, len = this.session.envelope.rcptTo.length; i < len; i++) {
                    this.send(250, typeof message === 'string' ? message : 'OK: message accepted', 'DATA_OK');
                }
            }
            else {
                // single success response when using SMTP
                this.send(250, typeof message === 'string' ? message : 'OK: message queued', 'DATA_OK');
            }
            this._transactionCounter++;
            this._unrecognizedCommands = 0; // reset unrecognized commands counter
            this._resetSession(); // reset session state
            if (this._parser) {
                this._parser.continue();
            }
        };
        this._server.onData(this._dataStream, this.session, (err, message) => {
            // ensure _dataStream is an object and not set to null by premature closing
            // do not continue until the stream has actually ended
            if (this._dataStream && this._dataStream.readable) {
                let dataStream = this._dataStream;
                dataStream.on('end', () => close(err, message));
                // A handler that decides without reading the message (eg. one that rejects it
                // right away) never consumes the stream, and a stream that is not read never
                // emits 'end', so the reply would never be sent. Nothing else reads the rest of
                // the message then, drain it
                if (dataStream.readableFlowing === null) {
                    dataStream.resume();
                }
                return;
            }
            close(err, message);
        });
        this.send(354, 'End data with <CR><LF>.<CR><LF>');
        callback();
    }
    // Dummy handlers for some old sendmail specific commands
    /**
     * Processes sendmail WIZ command, upgrades to "wizard mode"
     */
    handler_WIZ(command, callback) {
        let args = command.toString().trim().split(/\s+/);
        let password;
        args.shift(); // remove WIZ
        password = (args.shift() || '').toString();
        // require password argument
        if (!password) {
            this.send(500, 'You are no wizard!');
            return callback();
        }
        // all passwords pass validation, so everyone is a wizard!
        this.session.isWizard = true;
        this.send(200, 'Please pass, oh mighty wizard');
        callback();
    }
    /**
     * Processes sendmail SHELL command, should return interactive shell but this is a dummy function
     * so no actual shell is provided to the client
     */
    handler_SHELL(command, callback) {
        this._server.logger.info({
            tnx: 'shell',
            cid: this.id,
            user: (this.session.user && this.session.user.username) || this.session.user
        }, 'Client tried to invoke SHELL');
        if (!this.session.isWizard) {
            this.send(500, 'Mere mortals must not mutter that mantra');
            return callback();
        }
        this.send(500, 'Error: Invoking shell is not allowed. This incident will be reported.');
        callback();
    }
    /**
     * Processes sendmail KILL command
     */
    handler_KILL(command, callback) {
        this._server.logger.info({
            tnx: 'kill',
            cid: this.id,
            user: (this.session.user && this.session.user.username) || this.session.user
        }, 'Client tried to invoke KILL');
        this.send(500, 'Can not kill Mom');
        callback();
    }
    upgrade(callback, secureCallback) {
        this._socket.unpipe(this._parser);
        // Whatever the parser still holds (the rest of the chunk it is working on, the
        // chunks queued behind it, a partial line) arrived in plaintext after the
        // STARTTLS command. Dropping it while _upgrading is set is not enough: the parser
        // yields to the event loop every hundred pipelined lines, and if the handshake
        // completed during such a yield, the lines still queued would run inside the TLS
        // session ahead of the client's own commands (STARTTLS command injection). So the
        // parser is retired: closed, it drains what it holds without dispatching anything,
        // and the TLS session gets a new one that only ever sees bytes from the TLS socket
        this._parser.isClosed = true;
        this._parser = this._createParser();
        this._upgrading = true;
        setImmediate(callback); // resume, and so drain, the retired parser
        let secureSocket;
        let onError = (rawErr) => {
            let err = normalizeTLSError(rawErr, secureSocket);
            // Node tears the socket down itself after a failed handshake, Bun does not,
            // and a connection whose upgrade failed has nothing left to do. The raw socket
            // goes with it, as on the implicit TLS path, so the listening server sees it leave
            if (secureSocket && !secureSocket.destroyed) {
                secureSocket.destroy();
            }
            if (this._socket !== secureSocket && !this._socket.destroyed) {
                this._socket.destroy();
            }
            this._onError(err);
        };
        let socketOptions = createTLSSocketOptions(this._server);
        // remove all listeners from the original socket besides the error handler
        this._socket.removeAllListeners();
        this._socket.on('error', err => this._onError(err));
        // upgrade connection
        const tlsSocket = new external_node_tls_.TLSSocket(this._socket, socketOptions);
        secureSocket = tlsSocket;
        tlsSocket.once('close', (hadError) => this._onCloseEvent(hadError));
        tlsSocket.once('error', (err) => onError(err));
        tlsSocket.once('_tlsError', (err) => onError(err));
        tlsSocket.once('clientError', (err) => onError(err));
        this._armTimeout(tlsSocket);
        // NB! once() and not on(): a TLS 1.2 client can renegotiate at any time, which
        // makes the socket emit 'secure' again. Re-running this would pipe the socket
        // into the parser a second time (every later command dispatched twice) and
        // would wipe the session state in the middle of an established session
        tlsSocket.once('secure', () => {
            if (!this._parser) {
                // the connection was closed while the handshake was running
                return;
            }
            // a client certificate was asked for and did not pass, refuse the session
            let verifyError = verifyPeerCertificate(tlsSocket, socketOptions);
            if (verifyError) {
                tlsSocket.destroy(verifyError);
                return;
            }
            this.session.secure = this.secure = true;
            this._socket = tlsSocket;
            this._upgrading = false;
            // RFC 3207 section 4.2: once the TLS handshake completes, the server
            // must discard any knowledge obtained from the client before STARTTLS.
            // Clear the authenticated identity, the HELO/EHLO identity and any
            // in-progress mail transaction so that plaintext-established state can
            // not be reused under the protection (and trust) of the TLS session
            this.session.user = false;
            this.hostNameAppearsAs = false;
            this.openingCommand = false;
            this._resetSession();
            this.session.tlsOptions = this.tlsOptions = tlsSocket.getCipher();
            this.session.servername = tlsSocket.servername;
            let cipher = this.session.tlsOptions && this.session.tlsOptions.name;
            this._server.logger.info({
                tnx: 'starttls',
                cid: this.id,
                user: (this.session.user && this.session.user.username) || this.session.user,
                cipher
            }, 'Connection upgraded to TLS using', cipher || 'N/A');
            this._server.onSecure(this._socket, this.session, (err) => {
                if (!this._parser) {
                    // the client went away while the onSecure handler was running
                    return;
                }
                if (err) {
                    // the TLS session is up but refused, tell the client instead of leaving
                    // it waiting until the idle timeout
                    return this._refuse(err);
                }
                this._socket.pipe(this._parser);
                if (typeof secureCallback === 'function') {
                    secureCallback();
                }
            });
        });
    }
}

;// CONCATENATED MODULE: ./node_modules/smtp-server/dist/esm/tls-options.js

const tlsDefaults = {
    // pregenerated default certificates for localhost
    // obviusly, do not use in production
    key: '-----BEGIN RSA PRIVATE KEY-----\n' +
        'MIIEpAIBAAKCAQEA6Z5Qqhw+oWfhtEiMHE32Ht94mwTBpAfjt3vPpX8M7DMCTwHs\n' +
        '1xcXvQ4lQ3rwreDTOWdoJeEEy7gMxXqH0jw0WfBx+8IIJU69xstOyT7FRFDvA1yT\n' +
        'RXY2yt9K5s6SKken/ebMfmZR+03ND4UFsDzkz0FfgcjrkXmrMF5Eh5UXX/+9YHeU\n' +
        'xlp0gMAt+/SumSmgCaysxZLjLpd4uXz+X+JVxsk1ACg1NoEO7lWJC/3WBP7MIcu2\n' +
        'wVsMd2XegLT0gWYfT1/jsIH64U/mS/SVXC9QhxMl9Yfko2kx1OiYhDxhHs75RJZh\n' +
        'rNRxgfiwgSb50Gw4NAQaDIxr/DJPdLhgnpY6UQIDAQABAoIBAE+tfzWFjJbgJ0ql\n' +
        's6Ozs020Sh4U8TZQuonJ4HhBbNbiTtdDgNObPK1uNadeNtgW5fOeIRdKN6iDjVeN\n' +
        'AuXhQrmqGDYVZ1HSGUfD74sTrZQvRlWPLWtzdhybK6Css41YAyPFo9k4bJ2ZW2b/\n' +
        'p4EEQ8WsNja9oBpttMU6YYUchGxo1gujN8hmfDdXUQx3k5Xwx4KA68dveJ8GasIt\n' +
        'd+0Jd/FVwCyyx8HTiF1FF8QZYQeAXxbXJgLBuCsMQJghlcpBEzWkscBR3Ap1U0Zi\n' +
        '4oat8wrPZGCblaA6rNkRUVbc/+Vw0stnuJ/BLHbPxyBs6w495yBSjBqUWZMvljNz\n' +
        'm9/aK0ECgYEA9oVIVAd0enjSVIyAZNbw11ElidzdtBkeIJdsxqhmXzeIFZbB39Gd\n' +
        'bjtAVclVbq5mLsI1j22ER2rHA4Ygkn6vlLghK3ZMPxZa57oJtmL3oP0RvOjE4zRV\n' +
        'dzKexNGo9gU/x9SQbuyOmuauvAYhXZxeLpv+lEfsZTqqrvPUGeBiEQcCgYEA8poG\n' +
        'WVnykWuTmCe0bMmvYDsWpAEiZnFLDaKcSbz3O7RMGbPy1cypmqSinIYUpURBT/WY\n' +
        'wVPAGtjkuTXtd1Cy58m7PqziB7NNWMcsMGj+lWrTPZ6hCHIBcAImKEPpd+Y9vGJX\n' +
        'oatFJguqAGOz7rigBq6iPfeQOCWpmprNAuah++cCgYB1gcybOT59TnA7mwlsh8Qf\n' +
        'bm+tSllnin2A3Y0dGJJLmsXEPKtHS7x2Gcot2h1d98V/TlWHe5WNEUmx1VJbYgXB\n' +
        'pw8wj2ACxl4ojNYqWPxegaLd4DpRbtW6Tqe9e47FTnU7hIggR6QmFAWAXI+09l8y\n' +
        'amssNShqjE9lu5YDi6BTKwKBgQCuIlKGViLfsKjrYSyHnajNWPxiUhIgGBf4PI0T\n' +
        '/Jg1ea/aDykxv0rKHnw9/5vYGIsM2st/kR7l5mMecg/2Qa145HsLfMptHo1ZOPWF\n' +
        '9gcuttPTegY6aqKPhGthIYX2MwSDMM+X0ri6m0q2JtqjclAjG7yG4CjbtGTt/UlE\n' +
        'WMlSZwKBgQDslGeLUnkW0bsV5EG3AKRUyPKz/6DVNuxaIRRhOeWVKV101claqXAT\n' +
        'wXOpdKrvkjZbT4AzcNrlGtRl3l7dEVXTu+dN7/ZieJRu7zaStlAQZkIyP9O3DdQ3\n' +
        'rIcetQpfrJ1cAqz6Ng0pD0mh77vQ13WG1BBmDFa2A9BuzLoBituf4g==\n' +
        '-----END RSA PRIVATE KEY-----',
    cert: '-----BEGIN CERTIFICATE-----\n' +
        'MIICpDCCAYwCCQCuVLVKVTXnAjANBgkqhkiG9w0BAQsFADAUMRIwEAYDVQQDEwls\n' +
        'b2NhbGhvc3QwHhcNMTUwMjEyMTEzMjU4WhcNMjUwMjA5MTEzMjU4WjAUMRIwEAYD\n' +
        'VQQDEwlsb2NhbGhvc3QwggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQDp\n' +
        'nlCqHD6hZ+G0SIwcTfYe33ibBMGkB+O3e8+lfwzsMwJPAezXFxe9DiVDevCt4NM5\n' +
        'Z2gl4QTLuAzFeofSPDRZ8HH7wgglTr3Gy07JPsVEUO8DXJNFdjbK30rmzpIqR6f9\n' +
        '5sx+ZlH7Tc0PhQWwPOTPQV+ByOuReaswXkSHlRdf/71gd5TGWnSAwC379K6ZKaAJ\n' +
        'rKzFkuMul3i5fP5f4lXGyTUAKDU2gQ7uVYkL/dYE/swhy7bBWwx3Zd6AtPSBZh9P\n' +
        'X+OwgfrhT+ZL9JVcL1CHEyX1h+SjaTHU6JiEPGEezvlElmGs1HGB+LCBJvnQbDg0\n' +
        'BBoMjGv8Mk90uGCeljpRAgMBAAEwDQYJKoZIhvcNAQELBQADggEBABXm8GPdY0sc\n' +
        'mMUFlgDqFzcevjdGDce0QfboR+M7WDdm512Jz2SbRTgZD/4na42ThODOZz9z1AcM\n' +
        'zLgx2ZNZzVhBz0odCU4JVhOCEks/OzSyKeGwjIb4JAY7dh+Kju1+6MNfQJ4r1Hza\n' +
        'SVXH0+JlpJDaJ73NQ2JyfqELmJ1mTcptkA/N6rQWhlzycTBSlfogwf9xawgVPATP\n' +
        '4AuwgjHl12JI2HVVs1gu65Y3slvaHRCr0B4+Kg1GYNLLcbFcK+NEHrHmPxy9TnTh\n' +
        'Zwp1dsNQU+Xkylz8IUANWSLHYZOMtN2e5SKIdwTtl5C8YxveuY8YKb1gDExnMraT\n' +
        'VGXQDqPleug=\n' +
        '-----END CERTIFICATE-----',
    honorCipherOrder: true,
    requestOCSP: false,
    sessionIdContext: external_node_crypto_.createHash('sha1').update(process.argv.join(' ')).digest('hex').slice(0, 32),
    minVersion: 'TLSv1' // sadly there are very old SMTP clients out there
};
/**
 * Mixes existing values with the default ones.
 *
 * @param [opts] TLS options
 * @returns Object with mixed TLS values
 */
function getTLSOptions(opts) {
    return Object.assign({}, tlsDefaults, opts || {});
}

;// CONCATENATED MODULE: ./node_modules/smtp-server/dist/esm/smtp-server.js








const CLOSE_TIMEOUT = 30 * 1000; // how much to wait until pending connections are terminated
// PROXY protocol v1 limits the header line to 107 bytes including CRLF.
// Allow generous slack for non-conforming proxies, but never buffer
// unbounded input from a peer that withholds the terminating newline
const MAX_PROXY_HEADER_LENGTH = 1024;
// how long a socket whose PROXY header was rejected may stay open for the diagnostic to be delivered
const PROXY_REJECT_LINGER = 1000;
/**
 * Creates a SMTP server instance.
 */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging
class SMTPServer extends external_node_events_.EventEmitter {
    constructor(options) {
        super();
        // NB! the options object of the caller is used and modified in place, as it always has been
        this.options = (options || {});
        // NB! updateSecureContext() below merges the built-in key/cert into this.options,
        // after which there is no way to tell what the operator actually supplied.
        // Capture that now, before anything mutates it
        let hasOwnCertificate = !!(this.options.key || this.options.cert || this.options.pfx || this.options.SNICallback || this.options.sniOptions);
        // setup disabled commands list
        this.options.disabledCommands = []
            .concat(this.options.disabledCommands || [])
            .map(command => (command || '').toString().toUpperCase().trim());
        this._warnAboutDefaultCertificate(hasOwnCertificate);
        this.updateSecureContext();
        // setup allowed auth methods
        this.options.authMethods = [].concat(this.options.authMethods || []).map(method => (method || '').toString().toUpperCase().trim());
        if (!this.options.authMethods.length) {
            this.options.authMethods = ['LOGIN', 'PLAIN'];
        }
        // set default value for hideENHANCEDSTATUSCODES to true (disable enhanced status codes by default)
        if (this.options.hideENHANCEDSTATUSCODES === undefined) {
            this.options.hideENHANCEDSTATUSCODES = true;
        }
        // set default value for hideDSN to true (disable delivery status notifications by default)
        if (this.options.hideDSN === undefined) {
            this.options.hideDSN = true;
        }
        // set default value for hideREQUIRETLS to true (disable REQUIRETLS by default, opt-in)
        if (this.options.hideREQUIRETLS === undefined) {
            this.options.hideREQUIRETLS = true;
        }
        this.logger = getLogger(this.options, {
            component: this.options.component || 'smtp-server'
        });
        // apply shorthand handlers
        ['onConnect', 'onSecure', 'onAuth', 'onMailFrom', 'onRcptTo', 'onData', 'onClose'].forEach(handler => {
            if (typeof this.options[handler] === 'function') {
                this[handler] = this.options[handler];
            }
        });
        this._closeTimeout = false;
        this.connections = new Set();
        this._pendingSockets = new Map();
        // setup server listener and connection handler
        let implicitTLS = !!(this.options.secure && !this.options.needsUpgrade);
        this.server = external_node_net_.createServer(this.options, socket => {
            // the TLS handshake of an implicit TLS listener is still ahead, unless an external terminator did it
            let handshake = implicitTLS && !this.options.secured;
            let release = this._acceptSocket(socket, handshake);
            if (!release) {
                return;
            }
            this._handleProxy(socket, (err, socketOptions) => {
                if (err || !handshake) {
                    release();
                    // a PROXY header that could not be read (client dropped the connection or
                    // sent garbage) leaves the socket closing, guarded against late errors in
                    // _handleProxy, so it does not proceed to connect()
                    if (!err) {
                        this.connect(socket, socketOptions);
                    }
                    return;
                }
                this._upgrade(socket, (err, tlsSocket) => {
                    release();
                    if (err) {
                        // the guard is gone, so make sure a failed handshake does not leave the socket open
                        socket.destroy();
                        return this._onError(err);
                    }
                    this.connect(tlsSocket, socketOptions);
                });
            });
        });
        this._setListeners();
    }
    /**
     * The built-in certificate is only meant for testing. Its private key is
     * published in the source tree, so anyone can intercept "encrypted" sessions
     * that rely on it. Make sure the operator knows.
     *
     * Runs once from the constructor. This has to write to stderr rather than to
     * this.logger, which does not exist yet and is a no-op unless logging was
     * explicitly enabled, so an explicit `logger: false` is honored as an opt-out
     *
     * @param hasOwnCertificate Whether the operator supplied a certificate
     */
    _warnAboutDefaultCertificate(hasOwnCertificate) {
        // a server with `secured` gets its TLS from an external terminator, and a
        // plaintext server without STARTTLS never presents a certificate at all
        let terminatesTls = !this.options.secured && (this.options.secure || !(this.options.hideSTARTTLS || this.options.disabledCommands.includes('STARTTLS')));
        if (!terminatesTls || hasOwnCertificate || this.options.logger === false) {
            return;
        }
        console.error('WARNING: smtp-server is using the built-in default TLS certificate. ' +
            'The private key of this certificate is publicly known, so TLS sessions are NOT secure. ' +
            'Provide your own key/cert options in production.');
    }
    connect(socket, socketOptions) {
        let connection = new SMTPConnection(this, socket, socketOptions);
        this.connections.add(connection);
        connection.on('error', err => this._onError(err));
        connection.on('connect', data => this._onClientConnect(data));
        connection.init();
    }
    listen(...args) {
        return this.server.listen(...args);
    }
    /**
     * Closes the server
     *
     * @param callback Callback to run once the server is fully closed
     */
    close(callback) {
        let connections = this.connections.size;
        let timeout = this.options.closeTimeout || CLOSE_TIMEOUT;
        // stop accepting new connections
        this.server.close(() => {
            clearTimeout(this._closeTimeout || undefined);
            if (typeof callback === 'function') {
                return callback();
            }
        });
        // sockets still waiting for the PROXY header or the TLS handshake have no session
        // that could finish during the grace period, but would keep the server open
        // until their own timeout. Destroy the topmost socket, tearing a TLS wrap down
        // from below in the middle of a handshake crashes Node
        this._pendingSockets.forEach(topSocket => topSocket.destroy());
        // close active connections
        if (connections) {
            this.logger.info({
                tnx: 'close'
            }, 'Server closing with %s pending connection%s, waiting %s seconds before terminating', connections, connections !== 1 ? 's' : '', timeout / 1000);
        }
        this._closeTimeout = setTimeout(() => {
            connections = this.connections.size;
            if (connections) {
                this.logger.info({
                    tnx: 'close'
                }, 'Closing %s pending connection%s to close the server', connections, connections !== 1 ? 's' : '');
                this.connections.forEach(connection => {
                    connection.send(421, 'Server shutting down');
                    connection.close();
                });
            }
            if (typeof callback === 'function') {
                const realCallback = callback;
                callback = null;
                realCallback();
                return;
            }
        }, timeout);
        // Unref timer so it doesn't prevent process exit if all connections close naturally
        this._closeTimeout.unref();
    }
    /**
     * Authentication handler. Override this
     *
     * @param auth Authentication options
     * @param session Session of the connection
     * @param callback Callback to run once the user is authenticated
     */
    onAuth(auth, session, callback) {
        if (auth.method === 'XOAUTH2') {
            return callback(null, {
                data: {
                    status: '401',
                    schemes: 'bearer mac',
                    scope: 'https://mail.google.com/'
                }
            });
        }
        if (auth.method === 'XCLIENT') {
            return callback(undefined); // pass through
        }
        return callback(null, {
            message: 'Authentication not implemented'
        });
    }
    /** Connection handler. Override this */
    onConnect(session, callback) {
        setImmediate(callback);
    }
    /** MAIL FROM handler. Override this */
    onMailFrom(address, session, callback) {
        setImmediate(callback);
    }
    /** RCPT TO handler. Override this */
    onRcptTo(address, session, callback) {
        setImmediate(callback);
    }
    /** TLS handler, called once the TLS session is established. Override this */
    onSecure(socket, session, callback) {
        setImmediate(callback);
    }
    /** Message handler. Override this */
    onData(stream, session, callback) {
        let chunklen = 0;
        stream.on('data', (chunk) => {
            chunklen += chunk.length;
        });
        stream.on('end', () => {
            this.logger.info({
                tnx: 'message',
                size: chunklen
            }, '<received %s bytes>', chunklen);
            callback();
        });
    }
    /** Called once a connection is closed. Override this */
    onClose(_session, _callback) {
        // do nothing
    }
    /**
     * Rebuilds the TLS contexts, with the given options merged into the server options first
     *
     * @param [options] TLS options to apply
     */
    updateSecureContext(options) {
        Object.assign(this.options, options);
        let defaultTlsOptions = getTLSOptions(this.options);
        this.secureContext = new Map();
        this.secureContext.set('*', external_node_tls_.createSecureContext(defaultTlsOptions));
        let ctxMap = this.options.sniOptions || {};
        // sniOptions is either an object or a Map with domain names as keys and TLS option objects as values
        if (ctxMap instanceof Map || typeof ctxMap.get === 'function') {
            ctxMap.forEach((ctx, servername) => {
                this.secureContext.set(this._normalizeHostname(servername), external_node_tls_.createSecureContext(getTLSOptions(ctx)));
            });
        }
        else {
            let ctxObject = ctxMap;
            Object.keys(ctxObject).forEach(servername => {
                this.secureContext.set(this._normalizeHostname(servername), external_node_tls_.createSecureContext(getTLSOptions(ctxObject[servername])));
            });
        }
        if (this.options.secure) {
            // appy changes
            Object.keys(defaultTlsOptions || {}).forEach(key => {
                if (!(key in this.options)) {
                    this.options[key] = defaultTlsOptions[key];
                }
            });
        }
    }
    // PRIVATE METHODS
    /**
     * Setup server event handlers
     */
    _setListeners() {
        let server = this.server;
        server.once('listening', () => this._onListening());
        server.once('close', () => this._onClose(server));
        server.on('error', (err) => this._onError(err));
    }
    /**
     * Called when server started listening
     *
     * @event
     */
    _onListening() {
        let serverAddress = this.server.address();
        // address will be null if listener is using Unix socket
        let address = serverAddress && typeof serverAddress === 'object' ? serverAddress : { address: null, port: null, family: null };
        this.logger.info(
        //
        {
            tnx: 'listen',
            host: address.address,
            port: address.port,
            secure: !!this.options.secure,
            protocol: this.options.lmtp ? 'LMTP' : 'SMTP'
        }, '%s%s Server listening on %s:%s', this.options.secure ? 'Secure ' : '', this.options.lmtp ? 'LMTP' : 'SMTP', address.family === 'IPv4' ? address.address : '[' + address.address + ']', address.port);
    }
    /**
     * Called when server is closed
     *
     * @event
     */
    _onClose(server) {
        this.logger.info({
            tnx: 'closed'
        }, (this.options.lmtp ? 'LMTP' : 'SMTP') + ' Server closed');
        if (server !== this.server) {
            // older instance was closed
            return;
        }
        this.emit('close');
    }
    /**
     * Called when an error occurs with the server
     *
     * @event
     */
    _onError(err) {
        this.emit('error', err);
    }
    /**
     * Guards a freshly accepted socket until it is handed over to connect(). Until
     * then SMTPConnection's idle timeout and maxClients check do not cover it, so a
     * client that never sends the PROXY header or never completes the implicit TLS
     * handshake would otherwise hold the socket forever.
     *
     * @param socket Accepted socket
     * @param handshake true if an implicit TLS handshake precedes connect()
     * @returns Function that removes the guard, or false if the socket was refused
     */
    _acceptSocket(socket, handshake) {
        if (!handshake && !this._expectsProxyHeader(socket)) {
            // plain sockets go straight to connect(), nothing to guard
            return () => {
                // nothing to release
            };
        }
        if (this.options.maxClients && this._pendingSockets.size >= this.options.maxClients) {
            // nothing meaningful can be written before the PROXY header or the TLS
            // handshake, so just drop the connection
            socket.on('error', () => false);
            socket.destroy();
            return false;
        }
        this._pendingSockets.set(socket, socket);
        let onTimeout = () => {
            this.logger.info({
                tnx: 'connection',
                host: socket.remoteAddress
            }, 'Closing connection from %s, it did not reach the SMTP session in time', socket.remoteAddress);
            socket.destroy();
        };
        let released = false;
        let release = () => {
            if (released) {
                return;
            }
            released = true;
            this._pendingSockets.delete(socket);
            socket.removeListener('close', release);
            socket.removeListener('timeout', onTimeout);
            // SMTPConnection arms its own timeout on the socket it receives
            socket.setTimeout(0);
        };
        socket.once('close', release);
        socket.setTimeout(socketTimeout(this.options), onTimeout);
        return release;
    }
    /**
     * Checks if a PROXY protocol header is expected from this socket before the SMTP
     * session starts: from every peer with useProxy: true, from the listed peers only
     * with an array (addresses are normalized, so an IPv4 peer of a dual-stack listener
     * matches its IPv4 entry)
     *
     * @param socket Accepted socket
     * @returns true if the header is expected
     */
    _expectsProxyHeader(socket) {
        return isAddressAllowed(this.options.useProxy, socket.remoteAddress);
    }
    _handleProxy(socket, callback) {
        let socketOptions = {
            id: BigInt('0x' + external_node_crypto_.randomBytes(10).toString('hex'))
                .toString(32)
                .padStart(16, '0')
        };
        if (!this._expectsProxyHeader(socket)) {
            socketOptions.ignore = this.options.ignoredHosts && this.options.ignoredHosts.includes(socket.remoteAddress);
            setImmediate(() => callback(null, socketOptions));
            return;
        }
        let chunks = [];
        let chunklen = 0;
        let finished = false;
        // assigned below, cleanup() only runs once all of them are set
        let onError;
        let onClose;
        let onEnd;
        let socketReader;
        let cleanup = () => {
            socket.removeListener('readable', socketReader);
            socket.removeListener('error', onError);
            socket.removeListener('close', onClose);
            socket.removeListener('end', onEnd);
        };
        let done = (err, opts) => {
            if (finished) {
                return;
            }
            finished = true;
            if (err) {
                // The socket is already closing/closed (RST/FIN seen, or we
                // issued socket.end() with a diagnostic). Attach a no-op 'error'
                // handler BEFORE removing ours, so the socket is never left
                // without one — a late in-flight error (e.g. EPIPE while
                // flushing "* BAD") must not surface as an uncaughtException.
                socket.on('error', () => {
                    // ignore
                });
                // The pre-connect guard and its timeout go away with this callback, so
                // nothing else would close a socket whose peer keeps its side open. A
                // rejected header gets a moment for the "* BAD" line to be flushed
                if (socket.writableEnded) {
                    setTimeout(() => socket.destroy(), PROXY_REJECT_LINGER).unref();
                }
                else {
                    socket.destroy();
                }
            }
            cleanup();
            callback(err, opts);
        };
        onError = (err) => {
            // client may close the connection (RST/FIN) before sending the
            // PROXY header; surface the error through the callback instead of
            // letting it bubble up as an uncaught exception
            this.logger.info({
                tnx: 'proxy',
                cid: socketOptions.id,
                err
            }, '[%s] PROXY socket error before header was received: %s', socketOptions.id, err.message);
            done(err);
        };
        onClose = () => {
            // socket closed before a full PROXY header arrived
            done(new Error('Socket closed before PROXY header was received'));
        };
        onEnd = () => {
            // client half-closed (FIN) before a full PROXY header arrived; with
            // allowHalfOpen the socket emits 'end' but never 'close', so without
            // this the connection would linger until socketTimeout
            done(new Error('Socket ended before PROXY header was received'));
        };
        // reject a malformed/non-PROXY header: deliver the diagnostic to the
        // client (best effort) and surface the failure through the single done()
        let rejectInvalid = (message) => {
            try {
                socket.end('* BAD Invalid PROXY header\r\n');
            }
            catch {
                // ignore
            }
            return done(new Error(message || 'Invalid PROXY header'));
        };
        socketReader = () => {
            let chunk;
            while ((chunk = socket.read()) !== null) {
                for (let i = 0, len = chunk.length; i < len; i++) {
                    let chr = chunk[i];
                    if (chr === 0x0a) {
                        if (chunklen + i + 1 > MAX_PROXY_HEADER_LENGTH) {
                            return rejectInvalid('PROXY header line too long');
                        }
                        chunks.push(chunk.subarray(0, i + 1));
                        chunklen += i + 1;
                        let remainder = chunk.subarray(i + 1);
                        if (remainder.length) {
                            socket.unshift(remainder);
                        }
                        let header = Buffer.concat(chunks, chunklen).toString().trim();
                        let params = header.split(' ');
                        let commandName = params.shift().toUpperCase();
                        if (commandName !== 'PROXY') {
                            return rejectInvalid();
                        }
                        if (params[1]) {
                            let proxiedAddress = params[1].trim().toLowerCase();
                            // The header is not authenticated in any way and the address it
                            // carries ends up in SMTP responses, log entries and Received
                            // headers. Anything that is not a plain IP address is malformed,
                            // and accepting it would reopen the injection paths that the
                            // hostname validation in SMTPConnection closes
                            if (!external_node_net_.isIP(proxiedAddress)) {
                                return rejectInvalid('Invalid PROXY source address');
                            }
                            socketOptions.remoteAddress = proxiedAddress;
                            socketOptions.ignore = this.options.ignoredHosts && this.options.ignoredHosts.includes(socketOptions.remoteAddress);
                            try {
                                if (!socketOptions.ignore) {
                                    this.logger.info({
                                        tnx: 'proxy',
                                        cid: socketOptions.id,
                                        proxy: socketOptions.remoteAddress
                                    }, '[%s] PROXY from %s through %s (%s)', socketOptions.id, socketOptions.remoteAddress, params[2].trim().toLowerCase(), JSON.stringify(params));
                                }
                            }
                            catch {
                                return rejectInvalid();
                            }
                            if (params[3]) {
                                socketOptions.remotePort = Number(params[3].trim()) || socketOptions.remotePort;
                            }
                        }
                        return done(null, socketOptions);
                    }
                }
                chunks.push(chunk);
                chunklen += chunk.length;
                if (chunklen > MAX_PROXY_HEADER_LENGTH) {
                    return rejectInvalid('PROXY header line too long');
                }
            }
        };
        socket.on('readable', socketReader);
        socket.on('error', onError);
        socket.on('close', onClose);
        socket.on('end', onEnd);
    }
    /**
     * Called when a new connection is established. This might not be the same time the socket is opened
     *
     * @event
     */
    _onClientConnect(data) {
        this.emit('connect', data);
    }
    /**
     * Normalize hostname
     *
     * @event
     */
    _normalizeHostname(hostname) {
        try {
            hostname = punycode_js_punycode.toUnicode((hostname || '').toString().trim()).toLowerCase();
        }
        catch (E) {
            let err = E;
            this.logger.error({
                tnx: 'punycode'
            }, 'Failed to process punycode domain "%s". error=%s', hostname, err.message);
        }
        return hostname;
    }
    /**
     * SNICallback for sockets upgraded by the server itself (implicit TLS and STARTTLS).
     * Normalizes the requested name and resolves it with options.SNICallback if the
     * operator supplied one, or from sniOptions otherwise. Falls back to the default
     * context if no specific one was found
     *
     * @param servername Server name requested by the client
     * @param cb Callback to run with the secure context
     */
    _resolveSNI(servername, cb) {
        servername = this._normalizeHostname(servername);
        if (typeof this.options.SNICallback !== 'function') {
            return cb(null, this.secureContext.get(servername) || this.secureContext.get('*'));
        }
        // eslint-disable-next-line new-cap
        this.options.SNICallback(servername, (err, context) => {
            if (err) {
                this.logger.error({
                    tnx: 'sni',
                    servername,
                    err
                }, 'Failed to fetch SNI context for servername %s', servername);
            }
            return cb(null, context || this.secureContext.get('*'));
        });
    }
    _upgrade(socket, callback) {
        // The same socket options STARTTLS applies. Without them requestCert and
        // rejectUnauthorized were silently ignored on an implicit TLS listener, so a
        // client certificate was never requested and mutual TLS never enforced there
        let socketOptions = createTLSSocketOptions(this);
        let returned = false;
        let tlsSocket;
        let onError = (rawErr) => {
            if (returned) {
                return;
            }
            returned = true;
            callback(normalizeTLSError(rawErr, tlsSocket, socket.remoteAddress));
        };
        // remove all listeners from the original socket besides the error handler
        socket.once('error', onError);
        // From here on the handshake deadline belongs to the TLS socket. The pre-connect guard
        // in _acceptSocket timed the raw socket, and destroying that underneath a handshake in
        // progress tears the TLS wrap down from below; tls.Server never does that either, its
        // handshakeTimeout runs on the TLSSocket. (handshakeTimeout is not an option that
        // new tls.TLSSocket() honours, so it has to be armed by hand.)
        socket.setTimeout(0);
        // upgrade connection
        const secureSocket = new external_node_tls_.TLSSocket(socket, socketOptions);
        tlsSocket = secureSocket;
        if (this._pendingSockets.has(socket)) {
            this._pendingSockets.set(socket, secureSocket);
        }
        let onHandshakeTimeout = () => {
            let err = new Error('TLS handshake timeout');
            err.code = 'ERR_TLS_HANDSHAKE_TIMEOUT';
            secureSocket.destroy(err);
        };
        secureSocket.setTimeout(socketTimeout(this.options), onHandshakeTimeout);
        // 'close' passes a hadError flag, which is not an error
        let onClose = () => onError();
        secureSocket.once('close', onClose);
        secureSocket.once('error', onError);
        secureSocket.once('_tlsError', onError);
        secureSocket.once('clientError', onError);
        secureSocket.once('tlsClientError', onError);
        secureSocket.on('secure', () => {
            // SMTPConnection arms its own timeout on the socket it receives. The listener has
            // to go as well, setTimeout(0) alone leaves it in place and an idle session would
            // later be torn down as a failed handshake, with an 'error' on the server
            secureSocket.setTimeout(0, onHandshakeTimeout);
            socket.removeListener('error', onError);
            secureSocket.removeListener('close', onClose);
            secureSocket.removeListener('error', onError);
            secureSocket.removeListener('_tlsError', onError);
            secureSocket.removeListener('clientError', onError);
            secureSocket.removeListener('tlsClientError', onError);
            if (returned) {
                try {
                    secureSocket.end();
                }
                catch {
                    //
                }
                return;
            }
            returned = true;
            // a client certificate was asked for and did not pass
            let verifyError = verifyPeerCertificate(secureSocket, socketOptions);
            if (verifyError) {
                verifyError.meta = {
                    tlsProtocol: secureSocket.getProtocol(),
                    protocol: 'smtp',
                    stage: 'connect',
                    remoteAddress: socket.remoteAddress
                };
                secureSocket.destroy();
                return callback(verifyError);
            }
            return callback(null, secureSocket);
        });
    }
}
// Before the TypeScript build the package was CommonJS only, so a default import of it
// resolved to the exports object. The default export keeps that working
const smtpServer = { SMTPServer };
/* harmony default export */ const smtp_server = ((/* unused pure expression or super */ null && (smtpServer)));


/***/ })

};
