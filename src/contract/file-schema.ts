import { z } from 'zod';
import { expectations } from './exchange/assertion.ts';
import { elementOfKind, exchangeElement, exchangeTestCase } from './exchange/exchange-test-case.ts';
import { actions } from './exchange/interaction.ts';
import {
  ariaRoles,
  exchangeSelector,
  needNoText,
  optionsOf,
  type SelectorType,
  selectorOptions,
  selectorTypes,
  wholeNumber,
} from './exchange/selector.ts';
import { type JsonSchema, toJsonSchemas } from './values.ts';

const { version, runStatus, prompt, id } = exchangeTestCase.shape;

/** A test case as people write it: with optional fields, and with the fields that other tools add. */
const fileTestCase = exchangeTestCase.extend({
  version: version.default('1').describe('Version of this format. Default: "1".'),
  id: id
    .optional()
    .describe(
      'A UUID. Other test cases refer to it with dependencyId and teardownId. Default: derived from the path of the file.',
    ),
  runStatus: runStatus
    .default('ON')
    .describe('OFF: runs only as a dependency or teardown of other test cases. Default: ON.'),
  prompt: prompt.default('').describe('The prompt that the test case was generated from. Default: empty.'),
  filePath: z.unknown().optional().describe('Written by other tools. Ignored.'),
  versionId: z.unknown().optional().describe('Written by other tools. Ignored.'),
  $schema: z.unknown().optional().describe('JSON Schema with which editors check this file.'),
});

/**
 * The JSON Schema (2020-12) of a test-case file, for editors: one test case or a list of them (section 2.4). It uses
 * nothing that means something else in draft-07, the only version that many editors know.
 *
 * Like the reader of files it accepts null for an optional field. It rejects unknown keys, which are most likely
 * misspelt; the reader warns about them.
 */
export function testFileSchema(): object {
  const refs = '#/$defs/';
  const named = new Map<string, z.ZodType>([
    ['testCase', fileTestCase],
    ['step', exchangeElement],
    ['selector', exchangeSelector],
    ['options', selectorOptions],
  ]);
  const { testCase = {}, step = {}, selector = {}, options = {} } = toJsonSchemas(named, refs, 'input');
  const ref = { $ref: `${refs}testCase` };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Browser test cases',
    description: 'A test case, or a list of them.',
    items: ref,
    // With `oneOf`, editors would not know which alternative's problems to show.
    if: { type: 'array' },
    else: ref,
    $defs: {
      testCase: { title: 'test case', ...forFiles(testCase), patternProperties: { '^x-': true } },
      step: {
        title: 'step',
        ...forFiles(step),
        allOf: [
          ...selectorRules('interaction', 'action', actions),
          ...selectorRules('assertion', 'expectation', expectations),
        ],
      },
      selector: selectorForFiles(selector, forFiles(options)),
    },
  };
}

/**
 * A schema as files are read: objects are closed, optional fields may be null, and a number, `true` or `false` may stand
 * where a text belongs.
 */
function forFiles(schema: JsonSchema): JsonSchema {
  if (isText(schema)) return textForFiles(schema, { isRequired: !takesNull(schema) });
  const { properties, items, prefixItems, anyOf, oneOf, ...rest } = schema;
  return {
    ...rest,
    ...(properties === undefined ? {} : fieldsForFiles(properties, schema.required ?? [])),
    ...(items === undefined || Array.isArray(items) ? {} : { items: partForFiles(items) }),
    ...(prefixItems === undefined ? {} : { items: onlyItem(prefixItems) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(properties === undefined ? forFiles : ruleForFiles) }),
    ...(oneOf === undefined ? {} : oneOfForFiles(oneOf.map(forFiles))),
  };
}

/** A rule on the object that its `properties` describe. Editors insert nothing but a colon after a key that it requires. */
function ruleForFiles({ properties = {}, required = [], ...rest }: JsonSchema): JsonSchema {
  const fields = Object.entries(properties).map(([name, part]) => [name, { anyOf: [objectOf(part)] }]);
  return { title: required.join(), ...rest, required, properties: Object.fromEntries(fields) };
}

/** Actions or expectations: the name decides how the argument is checked, and what editors offer for it. */
function oneOfForFiles(alternatives: readonly JsonSchema[]): JsonSchema {
  const key = ['action', 'expectation'].find((each) => alternatives[0]?.properties?.[each] !== undefined);
  if (key === undefined) return { oneOf: [...alternatives] };
  const named = alternatives.map(({ properties, required }) => {
    const name = objectOf(properties?.[key]);
    const calledWith = objectOf(properties?.calledWith);
    const value = typeof name.const === 'string' ? name.const : '';
    return { name, value, calledWith, isRequired: required?.includes('calledWith') === true };
  });
  const withArgument = named.filter(({ isRequired }) => isRequired).map(({ value }) => value);
  return {
    title: key === 'action' ? 'interaction' : 'assertion',
    type: 'object',
    required: [key],
    properties: {
      [key]: { description: `Name of the ${key}.`, anyOf: named.map(({ name }) => name) },
      calledWith: { description: `Argument of the ${key}.`, ...anything },
    },
    additionalProperties: false,
    allOf: [
      when(key, withArgument, needs('calledWith')),
      ...named.map(({ value, calledWith }) => when(key, [value], { properties: { calledWith } })),
    ],
  };
}

/** Rules for steps that need the selectors of an element, and for those that have no use for them. */
function selectorRules(part: string, key: string, names: readonly string[]): JsonSchema[] {
  const rule = (use: ReturnType<typeof elementOfKind>, then: JsonSchema): JsonSchema => {
    const named = names.filter((name) => elementOfKind(name) === use);
    const step: JsonSchema = {
      not: { type: 'null' },
      required: [key],
      properties: { [key]: { enum: named } },
    };
    return { if: { required: [part], properties: { [part]: step } }, then };
  };
  return [
    rule('needed', {
      title: 'selectors',
      required: ['selectors'],
      properties: { selectors: { minItems: 1, ...anything } },
    }),
    rule('unused', { properties: { selectors: { maxItems: 0, ...anything } } }),
  ];
}

/** A rule for the objects whose `key` has one of some values. */
function when(key: string, values: readonly string[], rule: JsonSchema): JsonSchema {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  return { if: { required: [key], properties: { [key]: { enum: [...values] } } }, then: rule };
}

function needs(key: string): JsonSchema {
  return { title: key, required: [key], properties: { [key]: anything } };
}

/** Editors insert a key with its colon only if its schema says what its value may be. */
const anything: JsonSchema = { anyOf: [{}] };

/** The type of a selector decides what its text is, and which options it has. */
function selectorForFiles({ properties = {} }: JsonSchema, options: JsonSchema): JsonSchema {
  const described = (part: Part | undefined) =>
    (typeof part === 'object' ? part.description : undefined) ?? '';
  const text = { description: described(properties.selector) };
  const more = { description: described(properties.options) };
  const fieldsOf = (type: SelectorType): Record<string, Part> => {
    const names: readonly string[] = optionsOf[type];
    const all = Object.entries(options.properties ?? {});
    const own: JsonSchema = {
      type: ['object', 'null'],
      properties: Object.fromEntries(all.filter(([name]) => names.includes(name))),
      // Tools write false for what does not apply. Editors do not offer patterns.
      patternProperties: Object.fromEntries(
        all
          .filter(([name, part]) => !names.includes(name) && String(objectOf(part).type).includes('boolean'))
          .map(([name]) => [`^${name}$`, { enum: [false, null] }]),
      ),
      additionalProperties: false,
      ...(type === 'FILTER' ? { type: 'object', anyOf: names.map(needs) } : {}),
    };
    return {
      selector: { ...text, ...selectorText(type) },
      options: { ...more, anyOf: [own] },
    };
  };
  return {
    title: 'selector',
    type: 'object',
    required: ['selectorType'],
    properties: {
      selectorType: properties.selectorType ?? {},
      selector: { ...text, ...anything },
      options: { ...more, ...anything },
    },
    additionalProperties: false,
    allOf: [
      when(
        'selectorType',
        selectorTypes.filter((each) => !needNoText.includes(each)),
        needs('selector'),
      ),
      when('selectorType', ['FILTER'], needs('options')),
      ...selectorTypes.map((each) => when('selectorType', [each], { properties: fieldsOf(each) })),
    ],
  };
}

function selectorText(type: SelectorType): JsonSchema {
  if (needNoText.includes(type)) return textForFiles({ type: 'string' }, { isRequired: false });
  if (type === 'NTH') return { anyOf: [{ type: ['integer', 'string'], pattern: wholeNumber.source }] };
  if (type !== 'ROLE') return textForFiles({ type: 'string', minLength: 1 }, { isRequired: true });
  // Roles may be written in upper case, and have variables.
  return { anyOf: [{ enum: [...ariaRoles] }, { type: 'string', pattern: '[$A-Z]' }] };
}

type Part = boolean | JsonSchema;

function objectOf(part: Part | undefined): JsonSchema {
  return typeof part === 'object' ? part : {};
}

function partForFiles(part: Part): Part {
  return typeof part === 'boolean' ? part : forFiles(part);
}

function fieldsForFiles(properties: Record<string, Part>, required: readonly string[]): JsonSchema {
  const fields = Object.entries(properties).map(([name, part]) => {
    if (typeof part === 'boolean' || required.includes(name)) return [name, partForFiles(part)] as const;
    return [name, isText(part) ? textForFiles(part, { isRequired: false }) : orNull(forFiles(part))] as const;
  });
  return { properties: Object.fromEntries(fields), additionalProperties: false };
}

/** Whether any text is allowed: not one of several, and of no particular form. */
function isText(schema: JsonSchema): boolean {
  const isOfType = schema.type === 'string' || String(schema.type) === 'string,null';
  return isOfType && !['const', 'enum', 'format', 'pattern'].some((each) => each in schema);
}

/** Editors offer `true`, `false` and null wherever a schema names their types, so that it says what a value may not be. */
function textForFiles(
  { type: _, default: __, minLength, ...rest }: JsonSchema,
  { isRequired }: { readonly isRequired: boolean },
): JsonSchema {
  const others = ['string', 'number', 'object', 'array', ...(isRequired ? (['null'] as const) : [])] as const;
  return {
    ...rest,
    anyOf: [
      { type: ['string', 'number'], ...(minLength === undefined ? {} : { minLength }) },
      { not: { type: [...others] } },
    ],
  };
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type, anyOf } = schema;
  if (takesNull(schema)) return schema;
  if (anyOf !== undefined) return { ...schema, anyOf: [...anyOf, { type: 'null' }] };
  if (typeof type !== 'string') throw new Error(`cannot add null to ${JSON.stringify(schema)}`);
  return {
    ...schema,
    type: [type, 'null'],
    ...(schema.enum === undefined ? {} : { enum: [...schema.enum, null] }),
  };
}

function takesNull({ type, anyOf, ...rest }: JsonSchema): boolean {
  if (type !== undefined) return type === 'null' || type.includes('null');
  if (anyOf !== undefined) return anyOf.some(takesNull);
  return Object.keys(rest).every((keyword) => keyword === 'description');
}

/** A tuple as a list: before 2020-12 `prefixItems` is unknown, and the `items: false` next to it forbids every item. */
function onlyItem(items: readonly Part[]): Part {
  const [first, ...more] = items;
  if (first === undefined || more.some((each) => JSON.stringify(each) !== JSON.stringify(first))) {
    throw new Error('a tuple of different items needs prefixItems, which editors misread');
  }
  return partForFiles(first);
}
