import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { testFileSchema } from '../../src/contract/file-schema.ts';
import { aCase, goTo, seesCss } from '../support/cases.ts';

const ajv = new Ajv2020({ strict: true, strictTypes: false });
addFormats.default(ajv);
const validate = ajv.compile(testFileSchema());
const root = join(import.meta.dirname, '../..');
const examples = (await readdir(join(root, 'examples'), { recursive: true, withFileTypes: true }))
  .filter(({ name, parentPath }) => /\.(ya?ml|json)$/.test(name) && parentPath.includes('browser-tests'))
  .map(({ name, parentPath }) => relative(root, join(parentPath, name)));

const step = seesCss('h1');
const withStep = (value: unknown) => ({ description: 'd', elements: [value] });
const withSelector = (value: unknown) => withStep({ ...step, selectors: [value] });
/** With a selector, unless the action takes none. */
const withInteraction = (value: { action?: string; calledWith?: unknown; url?: string }) =>
  withStep({
    ...(/^(?:GO_TO|OPEN_EMAIL)$/.test(value.action ?? '') ? {} : { selectors: step.selectors }),
    interaction: value,
  });
const withAssertion = (value: unknown) => withStep({ selectors: step.selectors, assertion: value });

test.each(examples)('%s is valid', async (file) => {
  validate(parse(await readFile(join(root, file), 'utf8')));
  expect(validate.errors).toBeNull();
});

test.each(examples)('%s names the schema, for editors', async (file) => {
  const [first = ''] = (await readFile(join(root, file), 'utf8')).split('\n');
  const [, path = ''] = /^# yaml-language-server: \$schema=(.+)$/.exec(first) ?? [];
  const schema: unknown = JSON.parse(await readFile(join(root, file, '..', path), 'utf8'));
  expect(schema).toEqual(testFileSchema());
});

test('there are examples', () => {
  expect(examples.length).toBeGreaterThanOrEqual(3);
});

test.each([
  ['only description and elements', { description: 'd', elements: [] }],
  ['a list', [{ description: 'd', elements: [step] }, aCase()]],
  ['an empty list', []],
  ['the version as a number', { ...aCase(), version: 1 }],
  ['keys of other tools', { ...aCase(), filePath: 'a.yaml', versionId: 'x', $schema: 'y' }],
  [
    'optional fields without a value',
    { ...aCase(), id: null, version: null, runStatus: null, prompt: null, type: null, tagNames: null },
  ],
  ['a step that says null for what it is not', withStep({ ...goTo('/'), assertion: null, selectors: null })],
  [
    'options without a value',
    withSelector({ selectorType: 'ROLE', selector: 'row', options: { name: null } }),
  ],
  ['a click option without a value', withInteraction({ action: 'CLICK', calledWith: { button: null } })],
  ['a number for NTH', withSelector({ selectorType: 'NTH', selector: 1 })],
  ['a number for a text to find', withSelector({ selectorType: 'TEXT', selector: 1.5 })],
  ['a number for a name', withSelector({ selectorType: 'ROLE', selector: 'row', options: { name: 5 } })],
  ['a number for a text', withInteraction({ action: 'ENTER_TEXT', calledWith: 5 })],
  ['true for a text', withInteraction({ action: 'ENTER_TEXT', calledWith: true })],
  ['numbers for options', withInteraction({ action: 'SELECT_OPTION', calledWith: [1, '2'] })],
  ['a number for a description and tags', { description: 5, tagNames: [1, true], elements: [] }],
  [
    'true for an attribute',
    withAssertion({ expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['aria-busy', true] }),
  ],
  ['a number of elements', withAssertion({ expectation: 'TO_HAVE_COUNT', calledWith: 3 })],
  ['the URL of the page', withStep({ assertion: { expectation: 'TO_HAVE_URL', calledWith: '/' } })],
  ['a role in upper case', withSelector({ selectorType: 'ROLE', selector: 'Button' })],
  ['a role in a variable', withSelector({ selectorType: 'ROLE', selector: '$$role' })],
  ['keys for anchors', { ...aCase(), 'x-steps': [1, { a: 'b' }] }],
  ['a filter without a text', withSelector({ selectorType: 'FILTER', options: { hasText: 'a' } })],
  ['a key without an element', withStep({ interaction: { action: 'KEY_PRESS', calledWith: 'Tab' } })],
  [
    'a number for a text that may be null',
    withInteraction({ action: 'OPEN_EMAIL', calledWith: { subAddress: 1, subjectContaining: null } }),
  ],
  [
    'false for options that do not apply',
    withSelector({ selectorType: 'CSS', selector: 'a', options: { exact: false, checked: false } }),
  ],
])('a file with %s is valid', (_, value) => {
  validate(value);
  expect(validate.errors).toBeNull();
});

test.each([
  ['a text', 'description: d'],
  ['nothing in it', null],
  ['no description', { elements: [] }],
  ['a description without a value', { description: null, elements: [] }],
  ['no elements', { description: 'd' }],
  ['a misspelt field', { description: 'd', elements: [], tagName: ['a'] }],
  ['a misspelt field of a step', withStep({ ...step, ignorefailure: true })],
  ['a misspelt option', withSelector({ selectorType: 'ROLE', selector: 'row', options: { label: 'a' } })],
  ['a misspelt argument', withInteraction({ action: 'CLICK', calledWith: { doubled: true } })],
  ['an argument beside its place', withInteraction({ action: 'GO_TO', calledWith: '/', url: '/' })],
  ['another version', { ...aCase(), version: '2' }],
  ['an id that is none', { ...aCase(), id: 'login' }],
  ['tags that are no list', { ...aCase(), tagNames: 'smoke' }],
  ['a tag without a value', { ...aCase(), tagNames: [null] }],
  ['a run status in lower case', { ...aCase(), runStatus: 'on' }],
  ['a broken case in a list', [aCase(), { description: 'd' }]],
  ['a list in a list', [[aCase()]]],
  ['a step that does nothing', withStep({ selectors: [] })],
  ['a step that says null for both', withStep({ interaction: null, assertion: null })],
  ['a step that does two things', withStep({ ...goTo('/'), ...step })],
  ['a step without a value', withStep(null)],
  ['an unknown selector type', withSelector({ selectorType: 'XPATH', selector: '//a' })],
  ['a selector without a type', withSelector({ selector: 'h1' })],
  ['a selector without its text', withSelector({ selectorType: 'CSS' })],
  ['an empty selector', withSelector({ selectorType: 'CSS', selector: '' })],
  ['an empty text to find', withSelector({ selectorType: 'TEXT', selector: '' })],
  ['an unknown role', withSelector({ selectorType: 'ROLE', selector: 'buton' })],
  ['a number for a role', withSelector({ selectorType: 'ROLE', selector: 5 })],
  [
    'an option of a ROLE for a TEXT',
    withSelector({ selectorType: 'TEXT', selector: 'a', options: { name: 'b' } }),
  ],
  [
    'a filter in another selector',
    withSelector({ selectorType: 'CSS', selector: 'a', options: { hasText: 'b' } }),
  ],
  ['a click without an element', withStep({ interaction: { action: 'CLICK' } })],
  ['an empty list of selectors', withStep({ selectors: [], assertion: { expectation: 'VISIBLE' } })],
  ['an element of an address', withStep({ ...goTo('/'), selectors: step.selectors })],
  ['a filter without options', withSelector({ selectorType: 'FILTER' })],
  ['a filter that says nothing', withSelector({ selectorType: 'FILTER', options: {} })],
  ['an option of a FIRST', withSelector({ selectorType: 'FIRST', options: { exact: true } })],
  ['a list for a text', withInteraction({ action: 'ENTER_TEXT', calledWith: ['a'] })],
  ['no text', withInteraction({ action: 'ENTER_TEXT', calledWith: null })],
  ['a text for a number of elements', withAssertion({ expectation: 'TO_HAVE_COUNT', calledWith: '3' })],
  ['a fraction of elements', withAssertion({ expectation: 'TO_HAVE_COUNT', calledWith: 1.5 })],
  ['fewer than no elements', withAssertion({ expectation: 'TO_HAVE_COUNT', calledWith: -1 })],
  ['a step with a key for anchors', withStep({ ...step, 'x-note': 1 })],
  ['a fraction for NTH', withSelector({ selectorType: 'NTH', selector: 1.5 })],
  ['NTH without a number', withSelector({ selectorType: 'NTH' })],
  ['a place that is no number', withSelector({ selectorType: 'NTH', selector: 'first' })],
  ['an unknown action', withInteraction({ action: 'TELEPORT' })],
  ['an action without a name', withInteraction({ calledWith: '/' })],
  ['no address', withInteraction({ action: 'GO_TO' })],
  ['an address without a value', withInteraction({ action: 'GO_TO', calledWith: null })],
  ['a fourth mouse button', withInteraction({ action: 'CLICK', calledWith: { button: 'fourth' } })],
  ['nowhere to drop', withInteraction({ action: 'DRAG_AND_DROP', calledWith: { selectors: [] } })],
  ['an unknown expectation', withAssertion({ expectation: 'HAPPY' })],
  ['half a style', withAssertion({ expectation: 'TO_HAVE_STYLE', calledWith: ['color'] })],
  ['a style and a half', withAssertion({ expectation: 'TO_HAVE_STYLE', calledWith: ['a', 'b', 'c'] })],
  ['an argument where there is none', withAssertion({ expectation: 'VISIBLE', calledWith: true })],
])('a file with %s is refused', (_, value) => {
  expect(validate(value)).toBe(false);
});

/** Each field of each object in a schema, with its path. */
function fieldsOf(schema: unknown, path = ''): [string, unknown][] {
  if (typeof schema !== 'object' || schema === null) return [];
  const parts = Object.entries(schema);
  // Without a type it is a rule on fields that are described elsewhere.
  const fields = 'type' in schema && 'properties' in schema ? Object.entries(schema.properties ?? {}) : [];
  return [
    ...fields.map(([name, field]): [string, unknown] => [`${path}/${name}`, field]),
    ...parts.flatMap(([key, part]) => fieldsOf(part, `${path}/${key}`)),
  ];
}

test.each(fieldsOf(testFileSchema()))('%s has a description, for editors', (_, field) => {
  expect(field).toHaveProperty('description', expect.stringMatching(/^[A-Z].*\.$/s));
});

test('an editor that knows draft-07 only reads the same', () => {
  const older = new Ajv({ strict: true, strictTypes: false });
  addFormats.default(older);
  const { $schema, ...rest } = { $schema: '', ...testFileSchema() };
  const validateOlder = older.compile(rest);
  for (const value of [
    aCase(),
    [aCase({ elements: [step] })],
    withAssertion({ expectation: 'TO_HAVE_STYLE', calledWith: ['a', 'b'] }),
  ]) {
    expect(validateOlder(value)).toBe(true);
  }
  expect($schema).toBe('https://json-schema.org/draft/2020-12/schema');
  expect(JSON.stringify(rest)).not.toMatch(/prefixItems|unevaluated|dependent(Required|Schemas)/);
});
