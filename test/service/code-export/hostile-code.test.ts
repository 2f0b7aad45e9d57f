// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts that look like code.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExchangeTestCase } from '../../../src/contract/exchange/exchange-test-case.ts';
import { testCaseCode } from '../../../src/service/code-export/export-test-files.ts';
import { playwrightConfig } from '../../../src/service/code-export/playwright-config.ts';
import { runs } from '../../fuzz/runs.ts';
import { aCase } from '../../support/cases.ts';
import { hostileText } from '../../support/hostile-text.ts';
import { pattern } from '../../support/steps.ts';
import { everyStep } from './every-step.ts';
import { identifiers, parsedCode, testStatements } from './parsed-code.ts';

/** Code that must never be code, and what could let it out. */
const breakout = fc.constantFrom(
  ...[
    "'); evil(); ('",
    '"); evil(); ("',
    '`); evil(); (`',
    '`${evil()}`',
    '${evil()}',
    '$${evil()}',
    '$`',
    '\\${evil()}',
  ],
  ...[
    '*/ evil(); /*',
    '// ',
    '/*',
    '\n evil();',
    '\r evil();',
    '\u2028 evil();',
    '\u2029 evil();',
    '}); evil(); ({',
  ],
  ...[
    '/; evil(); /',
    '\\',
    '\\\\',
    "\\'",
    '\\`',
    '\\"',
    '</script>',
    '[',
    ']',
    '(',
    '/',
    '/x/',
    "'",
    '"',
    '`',
    '\\u',
    '\0',
  ],
  ...[
    '$NAME',
    '$$name',
    '$OCTO_URL',
    '$OCTO_STABLE_UUID',
    '$$OCTO_CLIPBOARD',
    '$__proto__',
    '$constructor',
    '$',
  ],
  ...['OCTOREGEX', 'http://127.0.0.1/', 'javascript:evil()', '__proto__', '${', '`$', '$', '{', '}'],
);
const hostile = fc
  .array(fc.oneof({ weight: 5, arbitrary: breakout }, { weight: 1, arbitrary: hostileText }), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''));
const text = fc.oneof(hostile, hostile.map(pattern));

/** A case with dependency and teardowns, all of whose texts are this one. */
function family(word: string): { testCase: ExchangeTestCase; testCases: ExchangeTestCase[] } {
  const own = { description: word, entryPointUrlPath: word, elements: everyStep(word) };
  const teardown = aCase(own);
  const dependency = aCase({ ...own, teardownId: teardown.id });
  const testCase = aCase({ ...own, dependencyId: dependency.id, teardownId: teardown.id });
  return { testCase, testCases: [testCase, dependency, teardown] };
}

function codeOf(word: string): string {
  return testCaseCode({
    ...family(word),
    executionUrl: 'http://127.0.0.1/',
    testIdAttribute: word,
    timeoutPerStepMs: 5000,
  });
}

const harmless = ['plain', '$NAME of $$name', pattern('a$NAME'), '$OCTO_STABLE_UUID', '$$OCTO_CLIPBOARD'].map(
  (word) => parsedCode(codeOf(word)),
);
const names = new Set(harmless.flatMap((each) => [...identifiers(each)]));
const comments = new Set(harmless.flatMap((each) => each.comments));

describe('whatever a case says', () => {
  it('its file has one test of the same statements, and no name or comment that is not ours', () => {
    expect(harmless.map((each) => testStatements(each).length)).toEqual([6, 6, 6, 6, 6]);
    fc.assert(
      fc.property(text, (word) => {
        const parsed = parsedCode(codeOf(word));
        expect(testStatements(parsed).length).toBe(6);
        expect([...identifiers(parsed)].filter((name) => !names.has(name))).toEqual([]);
        const others = parsed.comments.filter((comment) => !comments.has(comment));
        // These quote the case, in one line.
        expect(others.filter((comment) => !/^ Not exported: .+$/u.test(comment))).toEqual([]);
      }),
      runs(75),
    );
  });

  it('every line of its file is one that our code begins', () => {
    fc.assert(
      fc.property(text, (word) => {
        expect(codeOf(word)).not.toMatch(/[\r\u2028\u2029\0\u202e\u2066]/);
        expect(codeOf(word)).not.toMatch(/^\s*evil/m);
      }),
      runs(75),
    );
  });

  it('the configuration is one object with nothing but literals in it', () => {
    const configOf = (word: string) =>
      parsedCode(
        playwrightConfig({
          url: `http://127.0.0.1/${word}`,
          outputDir: word,
          testIdAttribute: word,
          basicAuth: true,
        }),
      );
    const ours = configOf('plain');
    fc.assert(
      fc.property(text, (word) => {
        const parsed = configOf(word);
        expect(parsed.nodes.map(({ type }) => type)).toEqual(ours.nodes.map(({ type }) => type));
        expect(identifiers(parsed)).toEqual(identifiers(ours));
        expect(parsed.comments).toEqual(ours.comments);
      }),
    );
  });
});
