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

const noArgument = z.null().optional();

/** What a step expects of the elements it found (section 2.4). Texts may be patterns, see `pattern.ts`. */
export const assertion = z.discriminatedUnion(
  'expectation',
  [
    z.object({ expectation: z.literal('VISIBLE'), calledWith: noArgument }),
    z.object({ expectation: z.literal('NOT_VISIBLE'), calledWith: noArgument }),
    z.object({ expectation: z.literal('DISABLED'), calledWith: noArgument }),
    z.object({ expectation: z.literal('TO_BE_CHECKED'), calledWith: noArgument }),
    z.object({ expectation: z.literal('NOT_TO_BE_CHECKED'), calledWith: noArgument }),
    z.object({ expectation: z.literal('TO_HAVE_VALUE'), calledWith: z.string() }),
    z.object({ expectation: z.literal('TO_CONTAIN_TEXT'), calledWith: z.string() }),
    z.object({ expectation: z.literal('TO_HAVE_STYLE'), calledWith: z.tuple([z.string(), z.string()]) }),
    z.object({ expectation: z.literal('RESPONSE_OK'), calledWith: z.string() }),
  ],
  oneOf('expectation', expectations),
);
export type Assertion = z.infer<typeof assertion>;
export type Expectation = Assertion['expectation'];
