import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { loadTestCases } from '../../src/test-files/load.ts';
import { formatProblem } from '../../src/test-files/problem.ts';
import { makeWorkspace } from '../support/run-action.ts';

/** What is said about one file. */
async function load(content: string, file = 'a.yaml') {
  await using workspace = await makeWorkspace({ [file]: content });
  const { cases, problems, warnings } = await loadTestCases(workspace.path, [file]);
  return {
    cases: cases.map(({ testCase }) => testCase),
    problems: problems.map(formatProblem),
    warnings: warnings.map(formatProblem),
  };
}

/** A case with one step; `step` stands below `elements:`, from line 3 and column 5 on. */
const withStep = (...step: string[]) => `description: d\nelements:\n  - ${step.join('\n    ')}\n`;

const argument = (action: string, calledWith: string) =>
  withStep(
    'selectors: [{selectorType: CSS, selector: a}]',
    `interaction: {action: ${action}, calledWith: ${calledWith}}`,
  );

describe('a test case', () => {
  it('gets what is left out: version, run status, prompt and an id', async () => {
    const { cases, problems, warnings } = await load('description: d\nelements: []');
    expect(problems).toEqual([]);
    expect(warnings).toEqual([]);
    expect(cases).toEqual([
      {
        version: '1',
        // Derived from the path: it must never change.
        id: '6b9c4000-dee8-5cce-974e-6c6ac825bff8',
        runStatus: 'ON',
        prompt: '',
        description: 'd',
        elements: [],
      },
    ]);
  });

  it('gets an id of its own in each file and each place of a list, the same each time', async () => {
    const files = {
      'a.yaml': 'description: d\nelements: []',
      'b.yaml': '[{description: d, elements: []}, {description: e, elements: []}]',
    };
    const ids = async () => {
      await using workspace = await makeWorkspace(files);
      const { cases } = await loadTestCases(workspace.path, ['a.yaml', './b.yaml']);
      return cases.map(({ testCase }) => testCase.id);
    };
    const first = await ids();
    expect(new Set(first).size).toBe(3);
    expect(await ids()).toEqual(first);
  });

  it('may have fields without a value, at every depth', async () => {
    const { cases, problems, warnings } = await load(
      'id:\nversion:\ndescription: d\ntagNames:\ndependencyId: ~\nelements:\n  - selectors:\n      - {selectorType: TEXT, selector: x, options: {exact: null}}\n    interaction: {action: CLICK, calledWith: null}\n    assertion:\n    ignoreFailure:\n',
    );
    expect({ problems, warnings }).toEqual({ problems: [], warnings: [] });
    expect(cases[0]).not.toHaveProperty('tagNames');
  });

  it('may have the keys of other tools', async () => {
    const content =
      '{"$schema": "x", "filePath": "y", "versionId": "z", "description": "d", "runStatus": "OFF", "elements": []}';
    expect(await load(content, 'a.json')).toMatchObject({ problems: [], warnings: [] });
  });

  it('may have options that tools write as false, and roles in upper case or with variables', async () => {
    const { problems } = await load(
      withStep(
        'selectors: [{selectorType: CSS, selector: a, options: {exact: false, level: null}}, {selectorType: ROLE, selector: Button}, {selectorType: ROLE, selector: $$role}]',
        'interaction: {action: CLICK}',
      ),
    );
    expect(problems).toEqual([]);
  });

  it.each([
    ['KEY_PRESS', '"$"'],
    ['KEY_PRESS', '$KEY'],
    ['KEY_PRESS', 'Control++'],
    ['KEY_PRESS', '" "'],
    ['EXTRACT', '{type: TEXT, variableName: $$order_1}'],
    ['UPLOAD', '$OCTO_URL/a.png'],
    ['UPLOAD', 'https://$HOST:$PORT/a.png'],
    ['UPLOAD', 'files/a.png?at=12:30'],
  ])('may have the step %s with %s', async (action, calledWith) => {
    expect((await load(argument(action, calledWith))).problems).toEqual([]);
  });

  it('may have keys that start with x-, for what anchors name', async () => {
    const content = `x-steps:\n  - &open {interaction: {action: GO_TO, calledWith: /}}\nx-empty:\ndescription: d\nelements: [*open]\n`;
    const { cases, problems, warnings } = await load(content);
    expect({ problems, warnings }).toEqual({ problems: [], warnings: [] });
    expect(cases[0]).not.toHaveProperty('x-steps');
    expect(cases[0]?.elements[0]?.interaction).toEqual({ action: 'GO_TO', calledWith: '/' });
    const inStep = await load(withStep('x-note: a', 'interaction: {action: GO_TO, calledWith: /}'));
    expect(inStep.problems).toEqual(['a.yaml:3:5: x-note: unknown key. Is it misspelt?']);
  });

  it('is named by its description, in place of another key, and not by an empty one', async () => {
    const named = await load('name: Pay\nelements: [{interaction: {action: GO_TO, calledWith: /}}]\n');
    expect(named.warnings).toEqual([]);
    expect(named.problems).toEqual([
      'a.yaml:1:1: description: is missing (a text). Use description instead of "name"',
    ]);
    const nameless = await load(
      "description: ' '\nelements: [{interaction: {action: GO_TO, calledWith: /}}]\n",
    );
    expect(nameless.problems).toEqual([]);
    expect(nameless.warnings).toEqual(['a.yaml:1:14: description: is empty, so results have no name']);
  });

  it('may have unknown keys of its own, which are warnings with what they may stand for', async () => {
    const { cases, problems, warnings } = await load(
      `tags: [a]\n${withStep('interaction: {action: GO_TO, calledWith: /}')}tagName: [a]\nconstructor: 1\nname: Pay\n`,
    );
    expect([cases.length, problems]).toEqual([1, []]);
    expect(warnings).toEqual([
      'a.yaml:1:1: tags: unknown key. Did you mean tagNames?',
      'a.yaml:5:1: tagName: unknown key. Did you mean tagNames?',
      'a.yaml:6:1: constructor: unknown key. Is it misspelt?',
      'a.yaml:7:1: name: unknown key. It belongs to another level.',
    ]);
  });

  const row = (options: string) =>
    withStep(
      `selectors: [{selectorType: ROLE, selector: row, options: ${options}}]`,
      'assertion: {expectation: VISIBLE}',
    );

  it.each([
    ['the options of a selector', row('{nmae: Ada}'), '3:63: nmae: unknown key. Did you mean name?'],
    [
      'the options of a selector, without a value',
      row('{nmae: }'),
      '3:63: nmae: unknown key. Did you mean name? If it is part of a text, put the text in quotes.',
    ],
    [
      'a selector',
      withStep('selectors: [{selectorType: CSS, selector: a, option: {}}]', 'interaction: {action: CLICK}'),
      '3:50: option: unknown key. Did you mean options?',
    ],
    [
      'a selector, from its options',
      withStep('selectors: [{selectorType: ROLE, selector: link, name: x}]', 'interaction: {action: CLICK}'),
      '3:54: name: unknown key. Write it in options.',
    ],
    [
      'a selector, from a text with a comma',
      withStep('selectors: [{selectorType: TEXT, selector: a, b}]', 'interaction: {action: CLICK}'),
      '3:51: b: unknown key. Is it misspelt? If it is part of a text, put the text in quotes.',
    ],
    [
      'an interaction',
      withStep('interaction: {action: GO_TO, calledWith: /, caledWith: x}'),
      '3:49: caledWith: unknown key. Did you mean calledWith?',
    ],
    [
      'the argument of an interaction',
      withStep(
        'selectors: [{selectorType: CSS, selector: a}]',
        'interaction: {action: CLICK, calledWith: {duoble: true}}',
      ),
      '4:47: duoble: unknown key. Did you mean double?',
    ],
    [
      'the target of a drag',
      withStep(
        'selectors: [{selectorType: CSS, selector: a}]',
        'interaction: {action: DRAG_AND_DROP, calledWith: {selectors: [{selectorType: CSS, selector: b, option: 1}]}}',
      ),
      '4:100: option: unknown key. Did you mean options?',
    ],
    [
      'an assertion',
      withStep(
        'selectors: [{selectorType: CSS, selector: a}]',
        'assertion: {expectation: VISIBLE, exact: true}',
      ),
      '4:39: exact: unknown key. It belongs to another level.',
    ],
    [
      'a step',
      withStep('interaction: {action: GO_TO, calledWith: /}', 'ignoreFailures:'),
      '4:5: ignoreFailures: unknown key. Did you mean ignoreFailure? If it is part of a text, put the text in quotes.',
    ],
  ])('may not have an unknown key in %s', async (_, content, problem) => {
    const { problems, warnings } = await load(content);
    expect({ problems, warnings }).toEqual({ problems: [`a.yaml:${problem}`], warnings: [] });
  });

  it('may give the number of NTH as a number', async () => {
    const nth = (selector: string) =>
      load(
        withStep(
          `selectors: [{selectorType: CSS, selector: a}, {selectorType: NTH, selector: ${selector}}]`,
          'interaction: {action: CLICK}',
        ),
      );
    for (const [written, read] of [
      ['2', '2'],
      ['-1', '-1'],
      ['"0"', '0'],
      ['007', '007'],
    ] as const) {
      const { cases, problems } = await nth(written);
      expect(problems).toEqual([]);
      expect(cases[0]?.elements[0]?.selectors[1]?.selector).toBe(read);
    }
    expect((await nth('1.5')).problems).toEqual([
      'a.yaml:3:81: selector: NTH needs a whole number: 0 is the first',
    ]);
  });

  it.each([
    ['a number', '5', '5'],
    ['a number as it is written', '1.10', '1.10'],
    ['a number with zeros in front', '007', '007'],
    ['a number with more digits than a computer counts', '12345678901234567890', '12345678901234567890'],
    ['a number in another notation', '0x1F', '0x1F'],
    ['a number without a value', '-.inf', '-.inf'],
    ['true', 'true', 'true'],
    ['false as it is written', 'False', 'False'],
  ])('may give %s where a text belongs', async (_, written, text) => {
    const { cases, problems } = await load(argument('ENTER_TEXT', written));
    expect(problems).toEqual([]);
    expect(cases[0]?.elements[0]?.interaction?.calledWith).toBe(text);
  });

  it('may give numbers in every place of a text', async () => {
    const { cases, problems } = await load(
      `description: 1.10
tagNames: [2024, true]
folderName: 7
externalId: 007
entryPointUrlPath: 8
elements:
  - selectors:
      - {selectorType: TEXT, selector: 1.50, options: {exact: true}}
      - {selectorType: FILTER, options: {hasText: 3.0}}
    interaction: {action: SELECT_OPTION, calledWith: [10, 2.50]}
  - selectors: [{selectorType: ROLE, selector: combobox, options: {name: 9, level: 2}}]
    interaction: {action: SELECT_OPTION, calledWith: {value: 4.0, index: 1}}
  - selectors: [{selectorType: CSS, selector: select}]
    interaction: {action: SELECT_OPTION, calledWith: 2024}
  - selectors: [{selectorType: CSS, selector: select}]
    assertion: {expectation: TO_HAVE_ATTRIBUTE, calledWith: [aria-expanded, true]}
  - selectors: [{selectorType: CSS, selector: select}]
    assertion: {expectation: TO_HAVE_COUNT, calledWith: 3}
`,
    );
    expect(problems).toEqual([]);
    const [testCase] = cases;
    expect(testCase).toMatchObject({
      description: '1.10',
      tagNames: ['2024', 'true'],
      folderName: '7',
      externalId: '007',
      entryPointUrlPath: '8',
    });
    expect(
      testCase?.elements.map(({ interaction, assertion }) => (interaction ?? assertion)?.calledWith),
    ).toEqual([['10', '2.50'], { value: '4.0', index: 1 }, '2024', ['aria-expanded', 'true'], 3]);
    expect(testCase?.elements.flatMap(({ selectors }) => selectors)).toMatchObject([
      { selector: '1.50', options: { exact: true } },
      { options: { hasText: '3.0' } },
      { options: { name: '9', level: 2 } },
      {},
      {},
      {},
    ]);
  });

  it('may repeat a number by an alias, and give one in JSON', async () => {
    const yaml = await load(
      `description: &price 1.10\n${argument('ENTER_TEXT', '*price').slice('description: d\n'.length)}`,
    );
    expect(yaml.problems).toEqual([]);
    expect(yaml.cases[0]?.elements[0]?.interaction?.calledWith).toBe('1.10');
    const json = await load('[{"description": 1.10, "elements": []}]', 'a.json');
    expect(json).toMatchObject({ problems: [], cases: [{ description: '1.10' }] });
  });

  it('reports the first of many unknown keys, and their number', async () => {
    const keys = Array.from({ length: 1000 }, (_, index) => `k${index}: 1\n`).join('');
    const { warnings } = await load(`${withStep('interaction: {action: GO_TO, calledWith: /}')}${keys}`);
    expect(warnings).toHaveLength(21);
    expect(warnings[20]).toBe('a.yaml:24:1: and 980 more unknown keys from here on');
  });
});

describe('a problem', () => {
  const actions =
    'CLICK, ENTER_TEXT, GO_TO, KEY_PRESS, UPLOAD, TYPE_TEXT, SELECT_OPTION, HOVER, DOWNLOAD, DRAG_AND_DROP, EXTRACT, JAVASCRIPT, OPEN_EMAIL, CLOSE_PAGE, WAIT_FOR, SCROLL, SWITCH_PAGE, ACCEPT_DIALOG, DISMISS_DIALOG';
  const selectorTypes =
    'FRAME, CSS, TEXT, ROLE, ALT_TEXT, LABEL, TEST_ID, TITLE, PLACEHOLDER, FILTER, FIRST, LAST, NTH';

  it.each([
    [
      'another file, such as data of a test',
      'name: x\nversion: 1',
      [
        'a.yaml:1:1: not a test case, which is a mapping with description and elements. Exclude other files with a pattern such as `!browser-tests/data`',
      ],
    ],
    [
      'both keys of a test case misspelt',
      'descripton: d\nelments:\n  - interaction: {action: CLOSE_PAGE}',
      [
        'a.yaml:1:1: description: is missing (a text). Is "descripton" a misspelling of it?',
        'a.yaml:2:1: elements: is missing (a list). Is "elments" a misspelling of it?',
      ],
    ],
    ['a missing description', '# c\nelements: []', ['a.yaml:2:1: description: is missing (a text)']],
    [
      'missing elements in a list of cases',
      '- description: d',
      ['a.yaml:1:3: elements: is missing (a list)'],
    ],
    ['elements without a value', 'description: d\nelements:', ['a.yaml:2:10: elements: is missing (a list)']],
    [
      'a list for a text',
      'description: [5]\nelements: []',
      ['a.yaml:1:14: description: must be a text. Put a text that starts with [ in quotes'],
    ],
    [
      'a number for an id',
      'id: 5\ndescription: d\nelements: []',
      ['a.yaml:1:5: id: "5" is not an id. Leave it out, or write a UUID'],
    ],
    [
      'no text in a list',
      argument('SELECT_OPTION', '[1, null]'),
      [
        'a.yaml:4:54: calledWith: takes a text, a list of texts, {value, label, index}, or a list of such mappings',
      ],
    ],
    [
      'a text for selectors',
      withStep('selectors: "#buy"', 'interaction: {action: CLICK}'),
      ['a.yaml:3:16: selectors: must be a list. Write it like [{selectorType: TEXT, selector: Save}]'],
    ],
    [
      'a property without a value',
      withStep(
        'selectors: [{selectorType: CSS, selector: li}]',
        'assertion: {expectation: TO_HAVE_STYLE, calledWith: color}',
      ),
      ['a.yaml:4:57: calledWith: must be a list. Write it like [display, flex]'],
    ],
    [
      'a message in place of a mapping',
      `${withStep('selectors: []', 'interaction: {action: ACCEPT_DIALOG, calledWith: Sure?}')}  - selectors: []\n    interaction: {action: GO_TO, calledWith: /}\n`,
      ['a.yaml:4:54: calledWith: must be a mapping. Write it like {messageContaining: Delete}'],
    ],
    [
      'a frame without an element in it',
      withStep('selectors: [{selectorType: FRAME, selector: iframe}]', 'assertion: {expectation: VISIBLE}'),
      ['a.yaml:3:32: selectors: FRAME is the last one. Add a selector for the element inside the frame'],
    ],
    [
      'waiting for no code',
      withStep('selectors: []', 'interaction: {action: WAIT_FOR, calledWith: {type: code}}'),
      ['a.yaml:4:49: code: WAIT_FOR with the type code has nothing to run. Write the code'],
    ],
    [
      'a text for a number',
      withStep(
        'selectors: [{selectorType: CSS, selector: li}]',
        'assertion: {expectation: TO_HAVE_COUNT, calledWith: "3"}',
      ),
      ['a.yaml:4:57: calledWith: must be a number'],
    ],
    [
      'a fraction for a number of elements',
      withStep(
        'selectors: [{selectorType: CSS, selector: li}]',
        'assertion: {expectation: TO_HAVE_COUNT, calledWith: 1.5}',
      ),
      ['a.yaml:4:57: calledWith: must be a whole number'],
    ],
    [
      'an expectation of the page with selectors',
      withStep(
        'selectors: [{selectorType: CSS, selector: li}]',
        'assertion: {expectation: TO_HAVE_URL, calledWith: /cart}',
      ),
      ['a.yaml:3:5: selectors: TO_HAVE_URL uses none. Remove the selectors'],
    ],
    ...[
      'interaction: {action: GO_TO, calledWith: /}',
      'interaction: {action: WAIT_FOR}',
      'interaction: {action: SWITCH_PAGE, calledWith: new}',
      'assertion: {expectation: RESPONSE_OK, calledWith: /}',
    ].map((step): [string, string, string[]] => {
      const [, kind] = /(?:action|expectation): (\w+)/.exec(step) ?? [];
      return [
        `selectors of ${kind}`,
        withStep('selectors: [{selectorType: CSS, selector: li}]', step),
        [`a.yaml:3:5: selectors: ${kind} uses none. Remove the selectors`],
      ];
    }),
    ...['FIRST', 'LAST', 'NTH, selector: 2'].map((pick): [string, string, string[]] => [
      `a number of elements after ${pick}`,
      withStep(
        `selectors: [{selectorType: CSS, selector: li}, {selectorType: ${pick}}]`,
        'assertion: {expectation: TO_HAVE_COUNT, calledWith: 0}',
      ),
      [
        `a.yaml:3:5: selectors: ${pick.replace(/,.*/, '')} leaves at most one element to count. Remove it, or use VISIBLE or NOT_VISIBLE`,
      ],
    ]),
    ...["''", '" \\t"', 'OCTOREGEX.*OCTOREGEX'].map((name): [string, string, string[]] => [
      `a role whose name is ${name}`,
      withStep(
        `selectors: [{selectorType: ROLE, selector: button, options: {name: ${name}}}]`,
        'assertion: {expectation: NOT_VISIBLE}',
      ),
      ['a.yaml:3:72: name: every name contains this text. Write the name, or remove this option'],
    ]),
    ...['0', '-1', '1.5'].map((level): [string, string, string[]] => [
      `a heading of level ${level}`,
      withStep(
        `selectors: [{selectorType: ROLE, selector: heading, options: {level: ${level}}}]`,
        'assertion: {expectation: NOT_VISIBLE}',
      ),
      ['a.yaml:3:74: level: levels are whole numbers from 1'],
    ]),
    [
      'a filter by a text that everything contains',
      withStep(
        "selectors: [{selectorType: CSS, selector: li}, {selectorType: FILTER, options: {hasText: ' '}}]",
        'assertion: {expectation: VISIBLE}',
      ),
      ['a.yaml:3:94: hasText: every element contains this text. Write the text, or a pattern'],
    ],
    [
      'a filter without a text',
      withStep(
        'selectors: [{selectorType: CSS, selector: li}, {selectorType: FILTER}]',
        'assertion: {expectation: VISIBLE}',
      ),
      ['a.yaml:3:67: selectorType: FILTER needs the option hasText or hasNotText'],
    ],
    ...["''", '"// later"', '" ; /* nothing */"'].map((code): [string, string, string[]] => [
      `the code ${code}`,
      withStep(`interaction: {action: JAVASCRIPT, calledWith: {code: ${code}, execType: browser}}`),
      ['a.yaml:3:58: code: JAVASCRIPT has nothing to run. Write the code, or remove the step'],
    ]),
    ...['"() => { throw 1 }"', '"/* a */ async (a, b) => a"', '"page => page"'].map(
      (code): [string, string, string[]] => [
        `the code ${code}`,
        withStep(`interaction: {action: JAVASCRIPT, calledWith: {code: ${code}, execType: browser}}`),
        [
          'a.yaml:3:58: code: JAVASCRIPT begins with a function that nothing calls. Write only what is inside of it',
        ],
      ],
    ),
    [
      'a style that every value has',
      withStep(
        'selectors: [{selectorType: CSS, selector: li}]',
        'assertion: {expectation: TO_HAVE_STYLE, calledWith: [color, OCTOREGEX.+OCTOREGEX]}',
      ),
      ['a.yaml:4:65: TO_HAVE_STYLE: every value matches this pattern. Write the value of color'],
    ],
    [
      'no URL to expect',
      withStep('assertion: {expectation: TO_HAVE_URL, calledWith: " "}'),
      ['a.yaml:3:55: TO_HAVE_URL: the URL is empty. Write / for the URL under test'],
    ],
    [
      'an attribute without a name',
      withStep(
        'selectors: [{selectorType: CSS, selector: li}]',
        'assertion: {expectation: TO_HAVE_ATTRIBUTE, calledWith: ["", x]}',
      ),
      ['a.yaml:4:62: TO_HAVE_ATTRIBUTE: the name is empty. Write it, such as href'],
    ],
    ['a text for a list', 'description: d\nelements: x', ['a.yaml:2:11: elements: must be a list']],
    [
      'an unknown run status',
      'description: d\nrunStatus: off\nelements: []',
      ['a.yaml:2:12: runStatus: "off" is unknown. Did you mean OFF?'],
    ],
    [
      'another version',
      'version: "2"\ndescription: d\nelements: []',
      ['a.yaml:1:10: version: the only version is "1"'],
    ],
    [
      'an id that is none',
      'id: seven\ndescription: d\nelements: []',
      ['a.yaml:1:5: id: "seven" is not an id. Leave it out, or write a UUID'],
    ],
    [
      'a dependency by its name',
      `dependencyId: Log in\n${withStep('interaction: {action: GO_TO, calledWith: /}')}`,
      [
        'a.yaml:1:15: dependencyId: "Log in" is not an id. Give the other test case an id (a UUID), and write that id here',
      ],
    ],
    [
      'a time as an argument',
      withStep('interaction: {action: WAIT_FOR, calledWith: 2s}'),
      ['a.yaml:3:49: calledWith: must be a mapping. Write it like {type: fixedTime, timeMilliseconds: 500}'],
    ],
    [
      'a selector in short',
      withStep('selectors: [{testId: cart}]', 'interaction: {action: CLICK}'),
      [
        `a.yaml:3:17: selectorType: is missing: use one of ${selectorTypes}. Write selectorType: TEST_ID, selector: "cart"`,
      ],
    ],
    [
      'the name of an action in place of an interaction',
      withStep('interaction: click'),
      ['a.yaml:3:18: interaction: must be a mapping. Write {action: CLICK}'],
    ],
    ['an empty item', 'description: d\nelements:\n  -\n', ['a.yaml:3:4: elements: item 1 must be a mapping']],
    [
      'a text for a case',
      'just words',
      [
        'a.yaml:1:1: not a test case, which is a mapping with description and elements. Exclude other files with a pattern such as `!browser-tests/data`',
      ],
    ],
    [
      'an item of a list that is no case',
      '- description: d\n  elements: []\n- 5',
      [
        'a.yaml:3:3: not a test case, which is a mapping with description and elements. Exclude other files with a pattern such as `!browser-tests/data`',
      ],
    ],
    [
      'an unknown action',
      withStep('interaction: {action: TELEPORT}'),
      [`a.yaml:3:27: action: "TELEPORT" is unknown: use one of ${actions}`],
    ],
    [
      'a missing action',
      withStep('interaction: {calledWith: x}'),
      [`a.yaml:3:18: action: is missing: use one of ${actions}`],
    ],
    [
      'a missing argument',
      withStep('interaction: {action: GO_TO}'),
      ['a.yaml:3:18: calledWith: is missing (a text)'],
    ],
    [
      'an argument where none belongs',
      withStep('interaction: {action: CLOSE_PAGE, calledWith: x}'),
      ['a.yaml:3:51: calledWith: must be left out'],
    ],
    [
      'an unknown key',
      withStep('interaction: {action: KEY_PRESS, calledWith: Control+Entr}'),
      ['a.yaml:3:50: KEY_PRESS: there is no key "Entr". Did you mean Enter?'],
    ],
    [
      'a key that is like no other',
      withStep('interaction: {action: KEY_PRESS, calledWith: Control+}'),
      ['a.yaml:3:50: KEY_PRESS: there is no key "". Use a name such as Enter, Tab or Control+a'],
    ],
    [
      'a variable without a valid name',
      argument('EXTRACT', '{type: TEXT, variableName: order-number}'),
      [
        'a.yaml:4:75: variableName: "order-number" is not a valid variable name: use letters, digits and _, and do not start with a digit',
      ],
    ],
    [
      'an address that is no web address',
      withStep('interaction: {action: GO_TO, calledWith: "ftp://$HOST/a"}'),
      [
        'a.yaml:3:46: GO_TO: "ftp://$HOST/a" is not an http or https URL. Write one, or a path below the URL under test',
      ],
    ],
    [
      'an address without http',
      withStep('assertion: {expectation: RESPONSE_OK, calledWith: "localhost:3000/health"}'),
      [
        'a.yaml:3:55: RESPONSE_OK: "localhost:3000/health" is not an http or https URL. Write http://localhost:3000/health',
      ],
    ],
    [
      'a pattern as an address',
      withStep('assertion: {expectation: RESPONSE_OK, calledWith: OCTOREGEX/healthOCTOREGEX}'),
      [
        'a.yaml:3:55: RESPONSE_OK: a pattern cannot be opened. Write a URL, or a path below the URL under test',
      ],
    ],
    [
      'an entry point without http',
      `entryPointUrlPath: localhost:3000/a\n${withStep('interaction: {action: SCROLL}')}`,
      [
        'a.yaml:1:20: entryPointUrlPath: "localhost:3000/a" is not an http or https URL. Write http://localhost:3000/a',
      ],
    ],
    [
      'an invalid pattern of a file name',
      argument('DOWNLOAD', 'OCTOREGEXreport(OCTOREGEX'),
      ['a.yaml:4:49: the pattern is invalid: Invalid regular expression: /report(/: Unterminated group'],
    ],
    [
      'half a pattern of a message',
      `${withStep('interaction: {action: DISMISS_DIALOG, calledWith: {messageContaining: OCTOREGEXDelete}}')}  - interaction: {action: SCROLL}\n`,
      ['a.yaml:3:75: a pattern needs OCTOREGEX at its beginning and at its end'],
    ],
    [
      'a wait that is too long',
      withStep('interaction: {action: WAIT_FOR, calledWith: {type: fixedTime, timeMilliseconds: 3600001}}'),
      ['a.yaml:3:85: timeMilliseconds: must be at most 3600000'],
    ],
    [
      'code that cannot be parsed',
      withStep('interaction: {action: JAVASCRIPT, calledWith: {code: "const a = 1;\\nreturn a +;"}}'),
      [
        "a.yaml:3:58: code: The code has a syntax error in line 2: Expression expected. Correct the step's code.",
      ],
    ],
    [
      'a condition that cannot be parsed',
      withStep('interaction: {action: WAIT_FOR, calledWith: {type: code, code: return (}}'),
      [expect.stringMatching(/^a\.yaml:3:68: code: The code has a syntax error in line 1: /)],
    ],
    [
      'a pick of nothing',
      withStep(
        'selectors: [{selectorType: FIRST}, {selectorType: FRAME, selector: iframe}, {selectorType: NTH, selector: 1}]',
        'interaction: {action: CLICK}',
      ),
      ['a.yaml:3:32: FIRST', 'a.yaml:3:96: NTH'].map((each) =>
        each.replace(
          /[A-Z]+$/,
          'selectorType: $& narrows the elements of another selector. Add a selector before it',
        ),
      ),
    ],
    [
      'a filter at the beginning of the element to drop on',
      argument('DRAG_AND_DROP', '{selectors: [{selectorType: FILTER, options: {hasText: Done}}]}'),
      [
        'a.yaml:4:82: selectorType: FILTER narrows the elements of another selector. Add a selector before it',
      ],
    ],
    [
      'an unknown page',
      withStep('interaction: {action: SWITCH_PAGE, calledWith: newest}'),
      ['a.yaml:3:52: calledWith: "newest" is unknown: use one of new, previous, next'],
    ],
    [
      'a dialog step of another tool',
      withStep('interaction: {action: ACCEPT_ALERT}'),
      ['a.yaml:3:27: action: "ACCEPT_ALERT" is unknown. Did you mean ACCEPT_DIALOG?'],
    ],
    [
      'a dialog that no step opens',
      withStep('interaction: {action: ACCEPT_DIALOG}'),
      [
        'a.yaml:3:5: ACCEPT_DIALOG: no step follows that opens the dialog. Put this step directly before the one that opens it',
      ],
    ],
    [
      'the message of a dialog that may be anything',
      `${withStep("interaction: {action: ACCEPT_DIALOG, calledWith: {messageContaining: ' '}}")}  - interaction: {action: SCROLL}\n`,
      ['a.yaml:3:74: messageContaining: every message contains this text. Write the text, or leave it out'],
    ],
    [
      'a file URL',
      withStep(
        'selectors: [{selectorType: CSS, selector: input}]',
        'interaction: {action: UPLOAD, calledWith: "file:fixtures/a.png"}',
      ),
      ['a.yaml:4:47: UPLOAD: for a file of the repository, write calledWith: {file: path}'],
    ],
    [
      'another key for a file',
      withStep(
        'selectors: [{selectorType: CSS, selector: input}]',
        'interaction: {action: UPLOAD, calledWith: {path: a.png}}',
      ),
      ['a.yaml:4:47: calledWith: takes the URL of a file, or {file: path} for a file of the repository'],
    ],
    [
      'an unknown selector type',
      withStep('selectors: [{selectorType: XPATH, selector: x}]', 'interaction: {action: CLICK}'),
      [`a.yaml:3:32: selectorType: "XPATH" is unknown: use one of ${selectorTypes}`],
    ],
    [
      'an unknown role',
      withStep('selectors: [{selectorType: ROLE, selector: buton}]', 'interaction: {action: CLICK}'),
      ['a.yaml:3:48: selector: "buton" is not an ARIA role. Did you mean button?'],
    ],
    [
      'a role that is like no other',
      withStep('selectors: [{selectorType: ROLE, selector: h1}]', 'interaction: {action: CLICK}'),
      ['a.yaml:3:48: selector: "h1" is not an ARIA role. Use a role such as button or link'],
    ],
    [
      'an option of another selector',
      withStep(
        'selectors: [{selectorType: TEXT, selector: a, options: {level: 2}}]',
        'interaction: {action: CLICK}',
      ),
      ['a.yaml:3:68: level: TEXT has no such option. Remove it, or use ROLE'],
    ],
    [
      'a filter that is part of another selector',
      withStep(
        'selectors: [{selectorType: CSS, selector: a, options: {hasText: Tea}}]',
        'assertion: {expectation: NOT_VISIBLE}',
      ),
      ['a.yaml:3:69: hasText: CSS has no such option. Put it in a FILTER after this selector'],
    ],
    [
      'an unknown role of the element to drop on',
      withStep(
        'selectors: [{selectorType: CSS, selector: a}]',
        'interaction: {action: DRAG_AND_DROP, calledWith: {selectors: [{selectorType: ROLE, selector: lst}]}}',
      ),
      ['a.yaml:4:98: selector: "lst" is not an ARIA role. Did you mean list?'],
    ],
    [
      'a missing selector type',
      withStep('selectors: [{selector: x}]', 'interaction: {action: CLICK}'),
      [`a.yaml:3:17: selectorType: is missing: use one of ${selectorTypes}`],
    ],
    [
      'a missing selector',
      withStep('selectors: [{selectorType: CSS}]', 'interaction: {action: CLICK}'),
      ['a.yaml:3:17: selector: CSS needs a selector text'],
    ],
    [
      'a key that is misspelt, and so missing',
      'descripton: d\nelements:\n  - selectors: [{selectortype: CSS, selector: x}]\n    interactions: {action: CLICK}\n',
      [
        'a.yaml:1:1: description: is missing (a text). Is "descripton" a misspelling of it?',
        `a.yaml:3:18: selectorType: is missing: use one of ${selectorTypes}. Is "selectortype" a misspelling of it?`,
        'a.yaml:4:5: elements: a step needs either an interaction or an assertion, and not both. Is "interactions" a misspelling of it?',
      ],
    ],
    [
      'a key that is misspelt further down',
      'tagNames: [a]\nelements: []\ndescripton: d\n',
      ['a.yaml:3:1: description: is missing (a text). Is "descripton" a misspelling of it?'],
    ],
    [
      'a misspelt interaction',
      withStep('interactions: {action: CLICK}'),
      [
        'a.yaml:3:5: elements: a step needs either an interaction or an assertion, and not both. Is "interactions" a misspelling of it?',
        'a.yaml:3:5: selectors: CLICK needs at least one selector',
      ],
    ],
    [
      'a step without selectors that needs one',
      withStep('interaction: {action: CLICK}'),
      ['a.yaml:3:5: selectors: CLICK needs at least one selector'],
    ],
    [
      'a step that does nothing',
      withStep('selectors: []'),
      ['a.yaml:3:5: elements: a step needs either an interaction or an assertion, and not both'],
    ],
    [
      'several at once',
      'prompt: [1]\ntagNames: [a, [2]]\ndescription: d',
      [
        'a.yaml:1:1: elements: is missing (a list)',
        'a.yaml:1:9: prompt: must be a text. Put a text that starts with [ in quotes',
        'a.yaml:2:15: tagNames: item 2 must be a text. Put a text that starts with [ in quotes',
      ],
    ],
  ])('is reported: %s', async (_, content, problems) => {
    expect((await load(content)).problems).toEqual(problems);
  });
});

describe('a pattern that no text matches', () => {
  const never = 'OCTOREGEX(?!)OCTOREGEX';
  const li = 'selectors: [{selectorType: CSS, selector: li}]';
  const absent = 'assertion: {expectation: NOT_VISIBLE}';

  it.each([
    ['a text', withStep(`selectors: [{selectorType: TEXT, selector: ${never}}]`, absent)],
    [
      'a name',
      withStep(`selectors: [{selectorType: ROLE, selector: row, options: {name: ${never}}}]`, absent),
    ],
    [
      'a filter',
      withStep(`${li.slice(0, -1)}, {selectorType: FILTER, options: {hasNotText: ${never}}}]`, absent),
    ],
    [
      'a text that must not be there',
      withStep(li, `assertion: {expectation: NOT_TO_CONTAIN_TEXT, calledWith: ${never}}`),
    ],
    [
      'an attribute',
      withStep(li, `assertion: {expectation: TO_HAVE_ATTRIBUTE, calledWith: [href, ${never}]}`),
    ],
    ['a URL', withStep(`assertion: {expectation: TO_HAVE_URL, calledWith: ${never}}`)],
  ])('is refused in %s', async (_, content) => {
    const { problems } = await load(content);
    expect(problems).toEqual([expect.stringMatching(/no text matches this pattern\. Correct it$/)]);
  });
});

it('a role may have a name that is exactly empty', async () => {
  const { problems } = await load(
    withStep(
      "selectors: [{selectorType: ROLE, selector: button, options: {name: '', exact: true}}]",
      'assertion: {expectation: NOT_VISIBLE}',
    ),
  );
  expect(problems).toEqual([]);
});

it('problems of all steps are found at once, in their order', async () => {
  const file = [
    'description: d',
    'elements:',
    '  - selectors: [{selectorType: ROLE, selector: button, options: {nmae: Pay}}]',
    '    interaction: {action: CLICK}',
    '  - interaction: {action: CLIKC}',
    '  - selectors: [{selectorType: CS, selector: a}, {selectorType: CSS, selector: b}]',
    '    assertion: {expectation: VISIBLE}',
    '    ignoreFailure: maybe',
    '  - assertion: {expectation: VISIBLE}',
    '  - foo: 1',
    '  - 5',
  ];
  const { problems } = await load(file.join('\n'));
  expect(problems.map((problem) => problem.replace(/ .*/, ''))).toEqual(
    ['3:66:', '5:27:', '6:32:', '8:20:', '9:5:', '10:5:', '10:5:', '11:5:'].map((at) => `a.yaml:${at}`),
  );
});

describe('a hint', () => {
  const css = (selector: string) =>
    withStep(
      `selectors:\n      - selectorType: CSS\n        selector: ${selector}`,
      'interaction: {action: CLICK}',
    );
  const quotes = 'in quotes';

  it.each([
    ['selectorType: "role" is unknown. Did you mean ROLE?', css('a').replace('CSS', 'role')],
    ['action: "click" is unknown. Did you mean CLICK?', css('a').replace('CLICK', 'click')],
    [
      'action: "FILL" is unknown. Did you mean ENTER_TEXT?',
      withStep('interaction: {action: FILL, calledWith: x}'),
    ],
    [
      'action: "goto" is unknown. Did you mean GO_TO?',
      withStep('interaction: {action: goto, calledWith: x}'),
    ],
    [
      'expectation: "toBeVisible" is unknown. Did you mean VISIBLE?',
      withStep('selectors: [{selectorType: CSS, selector: a}]', 'assertion: {expectation: toBeVisible}'),
    ],
    ['description: is missing (a text). Use description instead of "case"', 'case: d\nelements: []'],
    ['Use interaction instead of "action"', withStep('action: CLICK')],
    ['Use assertion instead of "assert"', withStep('assert: { expectation: VISIBLE }')],
    [
      'text: unknown key. Did you mean calledWith?',
      withStep('interaction: { action: KEY_PRESS, text: Enter }'),
    ],
    ['"PRESS_KEY" is unknown. Did you mean KEY_PRESS?', withStep('interaction: { action: PRESS_KEY }')],
    [
      'Use selectorType instead of "type"',
      withStep('selectors: [{ type: ROLE, selector: button }]', 'interaction: { action: CLICK }'),
    ],
    ['doubleClick: unknown key. Did you mean double?', argument('CLICK', '{ doubleClick: true }')],
    ['Write interaction: {action: CLICK}', withStep('click: {role: button}')],
    ['Write assertion: {expectation: VISIBLE}', withStep('visible: {role: button}')],
    [
      'type: "nosuchstate" is unknown: use one of load,',
      withStep('interaction: {action: WAIT_FOR, calledWith: {type: nosuchstate}}'),
    ],
    [
      'type: "networkidle" is unknown. Did you mean networkIdle?',
      withStep('interaction: {action: WAIT_FOR, calledWith: {type: networkidle}}'),
    ],
    [
      'timeMilliseconds: unknown key. This step does not use it. Remove it.',
      withStep('interaction: {action: WAIT_FOR, calledWith: {type: load, timeMilliseconds: 5}}'),
    ],
    ['delay: must be at least 0', argument('TYPE_TEXT', '{text: a, delay: -1}')],
    ['variableName: must have at least 1 character', argument('EXTRACT', '{type: TEXT, variableName: ""}')],
    ['selectors: must have at least 1 item', argument('DRAG_AND_DROP', '{selectors: []}')],
    [
      'calledWith: must have at least 2 items. Write it like [href, /cart]',
      withStep(
        'selectors: [{selectorType: CSS, selector: a}]',
        'assertion: {expectation: TO_HAVE_ATTRIBUTE, calledWith: [href]}',
      ),
    ],
    [
      'selectors: FRAME is the last one.',
      argument('DRAG_AND_DROP', '{selectors: [{selectorType: FRAME, selector: iframe}]}'),
    ],
    [
      'selector: the pattern is invalid: Invalid regular expression: /(/: Unterminated group',
      css('OCTOREGEX(OCTOREGEX').replace('CSS', 'TEXT'),
    ],
    [
      'expectation: "toBeEnabled" is unknown. Did you mean ENABLED?',
      withStep('selectors: [{selectorType: CSS, selector: a}]', 'assertion: {expectation: toBeEnabled}'),
    ],
    [
      'expectation: "toHaveURL" is unknown. Did you mean TO_HAVE_URL?',
      withStep('assertion: {expectation: toHaveURL, calledWith: /}'),
    ],
    ['Put a text with ": " in quotes', 'description: Pay: now\nelements: []'],
    ['Put a text with ": " in quotes', withStep('interaction: {action: ENTER_TEXT, calledWith: Total: 5}')],
    [
      'Put a text that starts with { or contains ": " in quotes',
      withStep('interaction: {action: ENTER_TEXT, calledWith: {a: b}}'),
    ],
    ['Put a text that starts with [ in quotes', css('[data-x]')],
    ['CSS needs a selector text. If it is null or starts with #, put it in quotes', css('#id')],
    [
      'calledWith: is missing (a text). If it is null or starts with #, put it in quotes',
      withStep('interaction: {action: KEY_PRESS, calledWith: NULL}'),
    ],
    ['Put a text that starts with * in quotes', css('*x')],
    [quotes, css('@media')],
    [quotes, css('*')],
    [quotes, css('> a')],
    [quotes, css('!important')],
    [quotes, withStep('selectors: [{selectorType: CSS, selector: #id}]', 'interaction: {action: CLICK}')],
  ])('says: %s', async (hint, content) => {
    expect((await load(content)).problems.join('\n')).toContain(hint);
  });

  it('about quotes is not given for JSON', async () => {
    const { problems } = await load('{"description": "d" "x"}', 'a.json');
    expect(problems.join()).not.toContain('quotes');
  });
});

it.each(['TYPE_TEXT', 'JAVASCRIPT', 'WAIT_FOR', 'SCROLL', 'EXTRACT'])(
  'an example of the argument of %s is valid',
  async (action) => {
    const selectors = /TYPE_TEXT|EXTRACT/.test(action) ? 'selectors: [{selectorType: CSS, selector: a}]' : '';
    const step = (calledWith: string) =>
      withStep(...[selectors, `interaction: {action: ${action}, calledWith: ${calledWith}}`].filter(Boolean));
    const { problems } = await load(step('2s'));
    const [, example = ''] = /Write it like (\{.+\})$/.exec(problems.join()) ?? [];
    expect(await load(step(example))).toMatchObject({ problems: [], warnings: [] });
  },
);

describe('a check that cannot fail', () => {
  const check = (expectation: string, calledWith: string) =>
    withStep(
      'selectors: [{selectorType: CSS, selector: a}]',
      `assertion: {expectation: ${expectation}, calledWith: ${calledWith}}`,
    );
  const pattern = (source: string) => JSON.stringify(`OCTOREGEX${source}OCTOREGEX`);

  it.each([
    ['""'],
    ['" \\t "'],
    ['"\\u200b"'],
    [pattern('')],
    [pattern('.*')],
    [pattern('^.*')],
    [pattern('[\\s\\S]*')],
    [pattern('a*')],
    [pattern('(Thank you)?')],
    [pattern('Thank you|')],
    [pattern('$')],
  ])('is refused: TO_CONTAIN_TEXT %s', async (text) => {
    expect((await load(check('TO_CONTAIN_TEXT', text))).problems).toEqual([
      'a.yaml:4:59: TO_CONTAIN_TEXT: every element contains this text. Write the text, or use VISIBLE',
    ]);
  });

  it.each([
    ['TO_CONTAIN_TEXT', '"0"'],
    ['TO_CONTAIN_TEXT', '$NAME'],
    ['TO_CONTAIN_TEXT', pattern('^$')],
    ['TO_CONTAIN_TEXT', pattern('^\\s*$')],
    ['TO_CONTAIN_TEXT', pattern('.')],
    ['TO_CONTAIN_TEXT', pattern('^.{0,1000}$')],
    ['TO_CONTAIN_TEXT', pattern('($NAME)?')],
    ['TO_HAVE_VALUE', '""'],
    ['TO_HAVE_TEXT', '""'],
    ['TO_HAVE_COUNT', '0'],
    ['TO_HAVE_ATTRIBUTE', '[required, ""]'],
    ['TO_HAVE_ATTRIBUTE', `[href, ${pattern('.*')}]`],
    ['NOT_TO_CONTAIN_TEXT', pattern('^$')],
    ['TO_HAVE_VALUE', pattern('^$')],
    ['TO_HAVE_STYLE', '[color, red]'],
    ['TO_HAVE_STYLE', `[color, ${pattern('^rgb')}]`],
  ])('is not what %s %s is', async (expectation, calledWith) => {
    expect((await load(check(expectation, calledWith))).problems).toEqual([]);
  });

  it.each([
    ['TO_HAVE_VALUE', pattern('.*'), 'TO_HAVE_VALUE: every value matches this pattern.'],
    ['NOT_TO_CONTAIN_TEXT', '""', 'NOT_TO_CONTAIN_TEXT: every element contains this text. Write the text'],
    ['NOT_TO_CONTAIN_TEXT', pattern('a*'), 'NOT_TO_CONTAIN_TEXT: every element contains this text.'],
    ['TO_HAVE_TEXT', pattern('.*'), 'TO_HAVE_TEXT: every text matches this pattern. Write the text'],
    ['TO_HAVE_TITLE', pattern(''), 'TO_HAVE_TITLE: every title matches this pattern. Write the title'],
    ['TO_HAVE_URL', pattern('.*'), 'TO_HAVE_URL: every URL matches this pattern. Write the URL'],
    ['TO_HAVE_URL', pattern('/'), 'TO_HAVE_URL: every URL matches this pattern. Write the URL'],
    ['TO_CONTAIN_TEXT', 'OCTOREGEX\\d+', 'a pattern needs OCTOREGEX at its beginning and at its end'],
    ['TO_HAVE_STYLE', '[color, rgbOCTOREGEX]', 'a pattern needs OCTOREGEX at its beginning and at its end'],
    ['TO_HAVE_STYLE', '[colour, ""]', 'TO_HAVE_STYLE: the value of a property that does not exist is empty'],
    ['TO_HAVE_STYLE', `[colour, ${pattern('^(red)?$')}]`, 'TO_HAVE_STYLE: the value of a property'],
    ['TO_HAVE_STYLE', '["", red]', 'TO_HAVE_STYLE: the property is empty.'],
  ])('is refused: %s %s', async (expectation, calledWith, message) => {
    expect((await load(check(expectation, calledWith))).problems.join()).toContain(message);
  });

  it.each([
    ['{selectorType: TEXT, selector: " "}', 'selector: every element has this text. Write the text'],
    [`{selectorType: LABEL, selector: ${pattern('.*')}}`, 'selector: every element has this text.'],
    ['{selectorType: TEXT, selector: OCTOREGEXError}', 'selector: a pattern needs OCTOREGEX at its'],
    [
      '{selectorType: ROLE, selector: link, options: {name: OCTOREGEXTea}}',
      'name: a pattern needs OCTOREGEX',
    ],
  ])('is refused: the selector %s', async (selector, message) => {
    const content = withStep(`selectors: [${selector}]`, 'assertion: {expectation: NOT_VISIBLE}');
    expect((await load(content)).problems.join()).toContain(message);
  });

  it.each([pattern('/$'), pattern('/orders'), pattern('^http://localhost')])(
    'is not that a URL matches %s',
    async (url) => {
      const content = withStep(
        'selectors: []',
        `assertion: {expectation: TO_HAVE_URL, calledWith: '${url}'}`,
      );
      expect((await load(content)).problems).toEqual([]);
    },
  );

  it.each(['""', pattern('.*')])('is refused: a filter by hasNotText %s', async (text) => {
    const content = withStep(
      `selectors: [{selectorType: CSS, selector: a}, {selectorType: FILTER, options: {hasNotText: ${text}}}]`,
      'assertion: {expectation: NOT_VISIBLE}',
    );
    expect((await load(content)).problems).toEqual([
      'a.yaml:3:96: hasNotText: every element contains this text, so nothing is found. Write the text, or a pattern',
    ]);
  });
});

describe('a file', () => {
  it('that holds an empty list is warned of', async () => {
    expect(await load('# later\n[]')).toEqual({
      cases: [],
      problems: [],
      warnings: ['a.yaml:2:1: an empty list: the file has no test cases'],
    });
  });

  it('of more than 1 MiB is refused, one of just 1 MiB is read', async () => {
    const start = 'description: d\nelements: []\n#';
    const content = start + 'x'.repeat(1024 * 1024 - start.length);
    expect((await load(content)).problems).toEqual([]);
    expect((await load(`${content}x`)).problems).toEqual([
      'a.yaml:1:1: the file has 1048577 bytes; the limit is 1048576. Split it.',
    ]);
  });

  it('is held to JSON where it ends in .json, in any case', async () => {
    expect((await load('description: d', 'a.JSON')).problems).toEqual([
      "a.JSON:1:1: invalid JSON: Unexpected token 'd'",
    ]);
  });
});

describe('several files', () => {
  it('have all their problems reported at once', async () => {
    await using workspace = await makeWorkspace({
      't/a.yaml': 'a: [',
      't/b.json': '{,}',
      't/c.yaml': 'elements: []',
      't/d.yaml': 'description: d\nelements: []',
    });
    const { cases, problems } = await loadTestCases(workspace.path, ['t', 'nope']);
    expect(cases.map(({ position }) => position.file)).toEqual(['t/d.yaml']);
    expect(problems.map(({ position }) => position?.file)).toEqual([
      undefined,
      't/a.yaml',
      't/b.json',
      't/c.yaml',
    ]);
  });

  it('are reported separately if one is not UTF-8', async () => {
    await using workspace = await makeWorkspace({ 'a.yaml': 'description: d\nelements: []' });
    await writeFile(`${workspace.path}/b.yaml`, Buffer.from('description: Käse', 'latin1'));
    const { cases, problems } = await loadTestCases(workspace.path, ['.']);
    expect(cases).toHaveLength(1);
    expect(problems.map(formatProblem)).toEqual(['b.yaml:1:15: not UTF-8: save the file as UTF-8']);
  });
});

it.each([
  [
    'a key and an action',
    [
      '- selectors: [{selectorType: ROLE, selector: buton, options: {nmae: a}}]',
      '  interaction: {action: CLIK}',
    ],
    ['2: selector: "buton"', '2: nmae: unknown key', '3: action: "CLIK"'],
  ],
  [
    'an option and another one',
    [
      '- selectors: [{selectorType: ROLE, selector: a, options: {exact: sure, nmae: a}}]',
      '  assertion: {expectation: VISIBLE}',
    ],
    ['2: selector: "a"', '2: exact: must be', '2: nmae: unknown key'],
  ],
  [
    'a misspelt key and what it contains',
    ['- selectors: [{selectorType: CSS, selector: a}]', '  interactoin: {action: CLIK, calledWiht: 1}'],
    ['3: elements: a step needs', '3: action: "CLIK"', '3: calledWiht: unknown key'],
  ],
  [
    'two keys of an argument',
    ['- interaction: {action: TYPE_TEXT, calledWith: {txet: a, dealy: 4}}'],
    ['2: text: is missing', '2: dealy: unknown key'],
  ],
  [
    'a selector type and a step of no form',
    [
      '- selectors: [{selectorType: ROEL, selector: a}]',
      '  ignoreFailure: sure',
      '- interaction: CLICK',
      '- CLICK',
    ],
    [
      '2: elements: a step needs',
      '2: selectorType: "ROEL"',
      '3: ignoreFailure: must be',
      '4: interaction: must be',
      '5: elements: item 3',
    ],
  ],
])('%s are reported at once', async (_, steps, problems) => {
  const text = `elements:\n${steps.map((each) => `  ${each}\n`).join('')}descripton: d\nrunStatus: of\n`;
  const found = (await load(text)).problems.map((each) => each.replace(/^a\.yaml:(\d+):\d+/, '$1'));
  const end = steps.length + 2;
  const expected = [...problems, `${end}: description: is missing`, `${end + 1}: runStatus: "of"`];
  expect(found).toEqual(expected.map((each) => expect.stringContaining(each)));
});

it('a dependency whose own step is wrong is not reported as missing', async () => {
  const id = '3b0f4c1e-8f5a-4c57-9c5e-1c2d7a0e6b11';
  const { problems } = await load(
    [
      `- {description: a, id: ${id}, elements: [{interaction: {action: CLIK}}]}`,
      `- {description: b, dependencyId: ${id}, elements: [{interaction: {action: SCROLL}}]}`,
    ].join('\n'),
  );
  expect(problems).toEqual([expect.stringContaining('action: "CLIK" is unknown')]);
});

describe('a text that most likely means something else', () => {
  const warn = async (step: string) => (await load(`description: d\nelements:\n${step}`)).warnings;

  it('is warned of if a comment without a space cuts it', async () => {
    const step = (text: string) =>
      `  - selectors:\n      - selectorType: TEXT #type\n        selector: ${text}\n    assertion: { expectation: VISIBLE }\n`;
    expect(await warn(step('Item #5 of 6'))).toEqual([
      'a.yaml:5:19: selector: the text ends before "#5 of 6", because # begins a comment. Put the text in quotes, or write a space after #',
    ]);
    expect(await warn(step('Item # the first'))).toEqual([]);
    expect(await warn(step('"Item #5" #five'))).toEqual([]);
  });

  it('is warned of if it has a variable of another tool', async () => {
    const entering = (text: string) =>
      `  - selectors: [{ selectorType: LABEL, selector: a }]\n    interaction: { action: ENTER_TEXT, calledWith: "${text}" }\n`;
    for (const text of [`${'$'}{NAME}`, `${'$'}{{ secrets.NAME }}`]) {
      expect(await warn(entering(`Dear ${text}`))).toEqual([
        `a.yaml:4:52: calledWith: "${text}" is not replaced. Write $NAME for a variable`,
      ]);
    }
    const code = `return '${'$'}{A}'`;
    expect(await warn(`  - interaction: { action: JAVASCRIPT, calledWith: { code: "${code}" } }\n`)).toEqual(
      [],
    );
  });

  it.each([
    [
      '{ selectorType: ROLE, selector: button, options: { name: /sign in/i } }',
      'OCTOREGEX(?i:sign in)OCTOREGEX',
    ],
    ['{ selectorType: TEXT, selector: "/^a+/g" }', 'OCTOREGEX^a+OCTOREGEX'],
    ['{ selectorType: TEXT, selector: /home/ann/ }', undefined],
    ['{ selectorType: CSS, selector: "//a[1]/i" }', undefined],
  ])('is warned of if it is a regular expression of JavaScript: %s', async (selector, pattern) => {
    const warnings = await warn(
      `  - selectors: [${selector}]\n    assertion: { expectation: NOT_VISIBLE }\n`,
    );
    expect(warnings.map((each) => /Write (\S+(?: \S+)*) for one$/.exec(each)?.[1])).toEqual(
      pattern === undefined ? [] : [pattern],
    );
  });

  it.each([
    ['TO_HAVE_URL', '/orders/s', 0],
    ['TO_HAVE_URL', "'/orders\\/\\d+/'", 1],
    ['TO_HAVE_ATTRIBUTE', "[href, '/^https:/']", 1],
  ])('is warned of if an assertion compares with one: %s, %s', async (expectation, calledWith, count) => {
    const selectors = expectation === 'TO_HAVE_URL' ? '[]' : '[{ selectorType: TEXT, selector: a }]';
    const step = `  - selectors: ${selectors}\n    assertion: { expectation: ${expectation}, calledWith: ${calledWith} }\n`;
    expect(await warn(step)).toHaveLength(count);
  });
});
