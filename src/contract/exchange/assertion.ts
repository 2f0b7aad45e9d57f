import { z } from 'zod';
import { oneOf } from '../values.ts';

/** Every expectation of section 2.4. */
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
  ],
  oneOf('expectation', expectations),
);
export type Assertion = z.infer<typeof assertion>;
export type Expectation = Assertion['expectation'];
