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

const none = z.null().optional().describe('No argument.');
const expects = <const Name extends string, Argument extends z.ZodType>(
  name: Name,
  description: string,
  calledWith: Argument,
) => z.object({ expectation: z.literal(name).describe(description), calledWith });
const text = (description: string) => z.string().describe(description);

const assertions = [
  expects('VISIBLE', 'The element exists and is visible.', none),
  expects('NOT_VISIBLE', 'The element does not exist, or is hidden.', none),
  expects('DISABLED', 'The element is disabled.', none),
  expects('TO_BE_CHECKED', 'The element is checked.', none),
  expects('NOT_TO_BE_CHECKED', 'The element is not checked.', none),
  expects('TO_HAVE_VALUE', 'The input has this value.', text('The value, or a pattern.')),
  expects('TO_CONTAIN_TEXT', 'The element contains this text.', text('The text, or a pattern.')),
  expects(
    'TO_HAVE_STYLE',
    'The element has this CSS property.',
    z
      .tuple([z.string(), z.string()])
      .describe(
        'The property, and its value as the browser computes it, such as rgb(255, 0, 0), or a pattern.',
      ),
  ),
  expects('RESPONSE_OK', 'A request for this URL gets a response without an error.', text('The URL.')),
  expects(
    'TO_HAVE_COUNT',
    'Exactly this number of visible elements match the selectors (extension).',
    z.int().min(0).describe('The number of elements.'),
  ),
  expects(
    'TO_HAVE_URL',
    'The page has this URL (extension). Takes no selectors.',
    text('The URL, a path below the URL under test, or a pattern of the whole URL.'),
  ),
  expects(
    'TO_HAVE_TITLE',
    'The page has this title (extension). Takes no selectors.',
    text('The whole title, or a pattern.'),
  ),
  expects(
    'TO_HAVE_TEXT',
    'The element has exactly this text (extension).',
    text('The whole text, or a pattern.'),
  ),
  expects(
    'TO_HAVE_ATTRIBUTE',
    'The element has this attribute (extension).',
    z.tuple([z.string(), z.string()]).describe('The name of the attribute, and its value or a pattern.'),
  ),
  expects('ENABLED', 'The element is enabled (extension).', none),
  expects('FOCUSED', 'The element has the keyboard focus (extension).', none),
  expects(
    'NOT_TO_CONTAIN_TEXT',
    'The element is there, and does not contain this text (extension).',
    text('The text, or a pattern.'),
  ),
] as const;

/** Every expectation of section 2.4, and the extensions. */
export const expectations = assertions.map(({ shape }) => shape.expectation.value);

/** What a step expects of the elements it found (section 2.4). Texts may be patterns, see `pattern.ts`. */
export const assertion = z.discriminatedUnion('expectation', assertions, oneOf('expectation', expectations));
export type Assertion = z.infer<typeof assertion>;
export type Expectation = Assertion['expectation'];

/** Whether an assertion is met where nothing is found. */
export function findsNone(assertion: Assertion): boolean {
  const { expectation, calledWith } = assertion;
  return expectation === 'NOT_VISIBLE' || (expectation === 'TO_HAVE_COUNT' && calledWith === 0);
}
