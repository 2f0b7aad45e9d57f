import { z } from 'zod';
import { oneOf } from '../values.ts';

/** Expectations beyond section 2.4. */
export const extensionExpectations = [
  'TO_HAVE_COUNT',
  'TO_HAVE_URL',
  'TO_HAVE_TITLE',
  'TO_HAVE_TEXT',
  'TO_HAVE_ATTRIBUTE',
  'ENABLED',
  'FOCUSED',
  'NOT_TO_CONTAIN_TEXT',
] as const;

/** Every expectation of section 2.4, and the extensions. */
export const expectations = [
  'VISIBLE',
  'NOT_VISIBLE',
  'DISABLED',
  'TO_BE_CHECKED',
  'NOT_TO_BE_CHECKED',
  'TO_HAVE_VALUE',
  'TO_CONTAIN_TEXT',
  'TO_HAVE_STYLE',
  'RESPONSE_OK',
  ...extensionExpectations,
] as const;

const noArgument = z.null().optional().describe('Takes nothing.');

const expects = <Name extends (typeof expectations)[number]>(name: Name, description: string) =>
  z.literal(name).describe(description);
const text = (description: string) => z.string().describe(description);

/** What a step expects of the elements it found (section 2.4). Texts may be patterns, see `pattern.ts`. */
export const assertion = z.discriminatedUnion(
  'expectation',
  [
    z.object({
      expectation: expects('VISIBLE', 'The element exists and is visible.'),
      calledWith: noArgument,
    }),
    z.object({
      expectation: expects('NOT_VISIBLE', 'The element does not exist, or is hidden.'),
      calledWith: noArgument,
    }),
    z.object({ expectation: expects('DISABLED', 'The element is disabled.'), calledWith: noArgument }),
    z.object({ expectation: expects('TO_BE_CHECKED', 'The element is checked.'), calledWith: noArgument }),
    z.object({
      expectation: expects('NOT_TO_BE_CHECKED', 'The element is not checked.'),
      calledWith: noArgument,
    }),
    z.object({
      expectation: expects('TO_HAVE_VALUE', 'The input has this value.'),
      calledWith: text('The value, or a pattern.'),
    }),
    z.object({
      expectation: expects('TO_CONTAIN_TEXT', 'The element contains this text.'),
      calledWith: text('The text, or a pattern.'),
    }),
    z.object({
      expectation: expects('TO_HAVE_STYLE', 'The element has this CSS property.'),
      calledWith: z.tuple([z.string(), z.string()]).describe('The property, and its value or a pattern.'),
    }),
    z.object({
      expectation: expects('RESPONSE_OK', 'A request for this URL gets a response without an error.'),
      calledWith: text('The URL.'),
    }),
    z.object({
      expectation: expects('TO_HAVE_COUNT', 'So many visible elements match the selectors (extension).'),
      calledWith: z.int().min(0).describe('The number of elements.'),
    }),
    z.object({
      expectation: expects('TO_HAVE_URL', 'The page has this URL (extension). Takes no selectors.'),
      calledWith: text('The URL, a path below the URL under test, or a pattern of the whole URL.'),
    }),
    z.object({
      expectation: expects('TO_HAVE_TITLE', 'The page has this title (extension). Takes no selectors.'),
      calledWith: text('The whole title, or a pattern.'),
    }),
    z.object({
      expectation: expects('TO_HAVE_TEXT', 'The element has exactly this text (extension).'),
      calledWith: text('The whole text, or a pattern.'),
    }),
    z.object({
      expectation: expects('TO_HAVE_ATTRIBUTE', 'The element has this attribute (extension).'),
      calledWith: z
        .tuple([z.string(), z.string()])
        .describe('The name of the attribute, and its value or a pattern.'),
    }),
    z.object({
      expectation: expects('ENABLED', 'The element is enabled (extension).'),
      calledWith: noArgument,
    }),
    z.object({
      expectation: expects('FOCUSED', 'The element has the keyboard focus (extension).'),
      calledWith: noArgument,
    }),
    z.object({
      expectation: expects(
        'NOT_TO_CONTAIN_TEXT',
        'The element is there, and does not contain this text (extension).',
      ),
      calledWith: text('The text, or a pattern.'),
    }),
  ],
  oneOf('expectation', expectations),
);
export type Assertion = z.infer<typeof assertion>;
export type Expectation = Assertion['expectation'];

/** Whether an assertion is about the page or a response instead of an element: it needs no selectors. */
export function needsNoElement(expectation: string): boolean {
  return ['RESPONSE_OK', 'TO_HAVE_URL', 'TO_HAVE_TITLE'].includes(expectation);
}
