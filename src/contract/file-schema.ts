import { z } from 'zod';
import { exchangeSelector, needNoText, selectorTypes, wholeNumber } from './exchange/selector.ts';
import { exchangeElement, exchangeTestCase } from './exchange/test-case.ts';
import { type JsonSchema, toJsonSchemas } from './json-schema.ts';

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
  prompt: prompt.default('').describe('What the test case was generated from. Default: empty.'),
  filePath: z.unknown().optional().describe('Written by other tools and ignored here.'),
  versionId: z.unknown().optional().describe('Written by other tools and ignored here.'),
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
  ]);
  const $defs = Object.entries(toJsonSchemas(named, refs, 'input')).map(
    ([name, schema]) =>
      [name, name === 'selector' ? withNumbers(forFiles(schema)) : forFiles(schema)] as const,
  );
  const testCase = { $ref: `${refs}testCase` };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Browser test cases',
    description: 'A test case, or a list of them.',
    items: testCase,
    // With `oneOf`, editors would not know which alternative's problems to show.
    if: { type: 'array' },
    else: testCase,
    $defs: Object.fromEntries($defs),
  };
}

/** Closes every object of a schema, and allows null for every optional field. */
function forFiles(schema: JsonSchema): JsonSchema {
  const { properties, items, prefixItems, anyOf, oneOf, ...rest } = schema;
  return {
    ...rest,
    ...(properties === undefined ? {} : fieldsForFiles(properties, schema.required ?? [])),
    ...(items === undefined || Array.isArray(items) ? {} : { items: partForFiles(items) }),
    ...(prefixItems === undefined ? {} : { items: onlyItem(prefixItems) }),
    // Next to `properties` it is a rule on the object, not a choice of forms.
    ...(anyOf === undefined ? {} : { anyOf: properties === undefined ? anyOf.map(forFiles) : anyOf }),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map(forFiles) }),
  };
}

/** In files, the text of NTH may be a number. */
function withNumbers(selector: JsonSchema): JsonSchema {
  const unless = (types: readonly string[], text: JsonSchema, required: string[] = []): JsonSchema => ({
    if: { properties: { selectorType: { enum: [...types] } } },
    else: { required, properties: { selector: text } },
  });
  const others = selectorTypes.filter((each) => each !== 'NTH');
  const { description = '' } = exchangeSelector.shape.selector;
  return {
    ...selector,
    properties: {
      ...selector.properties,
      selector: { default: '', description, type: ['string', 'integer', 'null'] },
    },
    allOf: [
      unless(needNoText, { type: ['string', 'integer'], minLength: 1 }, ['selector']),
      unless(others, { type: ['string', 'integer'], pattern: wholeNumber.source }),
      unless(['NTH'], { type: ['string', 'null'] }),
    ],
  };
}

type Part = boolean | JsonSchema;

function partForFiles(part: Part): Part {
  return typeof part === 'boolean' ? part : forFiles(part);
}

function fieldsForFiles(properties: Record<string, Part>, required: readonly string[]): JsonSchema {
  const fields = Object.entries(properties).map(([name, part]) => {
    const field = partForFiles(part);
    return [name, required.includes(name) || typeof field === 'boolean' ? field : orNull(field)] as const;
  });
  return { properties: Object.fromEntries(fields), additionalProperties: false };
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
