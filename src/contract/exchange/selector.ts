import { z } from 'zod';

/** How a selector finds elements. A chain is read left to right; each narrows what the one before found. */
export const selectorTypes = [
  'FRAME',
  'CSS',
  'TEXT',
  'ROLE',
  'ALT_TEXT',
  'LABEL',
  'TEST_ID',
  'TITLE',
  'PLACEHOLDER',
  'FILTER',
  'FIRST',
  'LAST',
  'NTH',
] as const;

/** These say all they have to say with their type or options: an empty `selector` is right for them. */
const needNoText: readonly string[] = ['FILTER', 'FIRST', 'LAST'];

/** Selector options (section 2.4). A text may be a pattern, see `pattern.ts`. */
export const selectorOptions = z.object({
  name: z.string().optional(),
  exact: z.boolean().optional(),
  checked: z.boolean().optional(),
  disabled: z.boolean().optional(),
  expanded: z.boolean().optional(),
  includeHidden: z.boolean().optional(),
  level: z.number().optional(),
  pressed: z.boolean().optional(),
  selected: z.boolean().optional(),
  hasText: z.string().optional(),
  hasNotText: z.string().optional(),
});

/** One link of a selector chain (section 2.4). */
export const exchangeSelector = z
  .object({
    selectorType: z.enum(selectorTypes),
    selector: z.string().default(''),
    options: selectorOptions.nullish(),
  })
  .superRefine((value, context) => {
    if (value.selector === '' && !needNoText.includes(value.selectorType)) {
      context.addIssue({
        code: 'custom',
        path: ['selector'],
        message: `${value.selectorType} needs a selector text`,
      });
    }
    if (value.selectorType === 'NTH' && !/^-?\d+$/.test(value.selector)) {
      context.addIssue({
        code: 'custom',
        path: ['selector'],
        message: 'NTH needs a whole number: 0 is the first',
      });
    }
  });
export type ExchangeSelector = z.infer<typeof exchangeSelector>;
