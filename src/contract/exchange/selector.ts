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

/** Selector types that are complete without a text. */
export const needNoText: readonly string[] = ['FILTER', 'FIRST', 'LAST'];
/** The text of NTH. */
export const wholeNumber = /^-?[0-9]+$/;

/** Selector options (section 2.4). A text may be a pattern, see `pattern.ts`. */
export const selectorOptions = z.object({
  name: z.string().optional().describe('ROLE: accessible name, a text or a pattern.'),
  exact: z.boolean().optional().describe('Whether the whole text must match, case-sensitively.'),
  checked: z.boolean().optional().describe('ROLE: whether it is checked.'),
  disabled: z.boolean().optional().describe('ROLE: whether it is disabled.'),
  expanded: z.boolean().optional().describe('ROLE: whether it is expanded.'),
  includeHidden: z.boolean().optional().describe('ROLE: whether hidden elements match too.'),
  level: z.number().optional().describe('ROLE: level of a heading, list item, row or tree item.'),
  pressed: z.boolean().optional().describe('ROLE: whether it is pressed.'),
  selected: z.boolean().optional().describe('ROLE: whether it is selected.'),
  hasText: z.string().optional().describe('FILTER: text or pattern that the element must contain.'),
  hasNotText: z.string().optional().describe('FILTER: text or pattern that the element must not contain.'),
});

export type SelectorType = (typeof selectorTypes)[number];

const ofText = ['exact'] as const;

export const optionsOf: Readonly<Record<SelectorType, readonly (keyof typeof selectorOptions.shape)[]>> = {
  FRAME: [],
  CSS: [],
  TEXT: ofText,
  ROLE: [
    ...(['name', 'checked', 'disabled', 'exact', 'expanded'] as const),
    ...(['includeHidden', 'level', 'pressed', 'selected'] as const),
  ],
  ALT_TEXT: ofText,
  LABEL: ofText,
  TEST_ID: [],
  TITLE: ofText,
  PLACEHOLDER: ofText,
  FILTER: ['hasText', 'hasNotText'],
  FIRST: [],
  LAST: [],
  NTH: [],
};

/** The checks of `superRefine` below as JSON Schema, for the emitted documents. */
const textRules: z.core.JSONSchema.BaseSchema[] = [
  {
    if: { properties: { selectorType: { enum: [...needNoText] } } },
    else: { required: ['selector'], properties: { selector: { type: 'string', minLength: 1 } } },
  },
  {
    if: { properties: { selectorType: { not: { const: 'NTH' } } } },
    else: { properties: { selector: { type: 'string', pattern: wholeNumber.source } } },
  },
];

/** One link of a selector chain (section 2.4). */
export const exchangeSelector = z
  .object({
    selectorType: z
      .enum(selectorTypes)
      .describe(
        'How to find elements. FRAME searches inside an iframe, FILTER uses the options hasText and hasNotText, and FIRST, LAST and NTH pick one of several elements.',
      ),
    selector: z
      .string()
      .default('')
      .describe(
        'A CSS selector (CSS, FRAME), an ARIA role (ROLE), a number from 0 (NTH), otherwise a text or pattern. Not needed for FILTER, FIRST and LAST.',
      ),
    options: selectorOptions.nullish().describe('Further conditions that the element must meet.'),
  })
  .superRefine((value, context) => {
    if (value.selector === '' && !needNoText.includes(value.selectorType)) {
      context.addIssue({
        code: 'custom',
        path: ['selector'],
        message: `${value.selectorType} needs a selector text`,
      });
    }
    if (value.selectorType === 'NTH' && !wholeNumber.test(value.selector)) {
      context.addIssue({
        code: 'custom',
        path: ['selector'],
        message: 'NTH needs a whole number: 0 is the first',
      });
    }
  })
  .meta({ allOf: textRules });
export type ExchangeSelector = z.infer<typeof exchangeSelector>;

/** Whether a selector picks one of the elements that were found. */
export function isPick({ selectorType }: ExchangeSelector): boolean {
  return selectorType === 'FIRST' || selectorType === 'LAST' || selectorType === 'NTH';
}

/** ARIA roles whose elements are not named by their text. People rarely name them in another way. */
const notNamedByText =
  /^(?:alert|blockquote|caption|code|definition|figure|listitem|log|mark|note|paragraph|status|term|time)$/i;

/**
 * The chain with the text of the last element instead of its name, for elements that are not named by their text.
 * @returns undefined if the chain does not end with the name of such an element.
 */
export function byTextOfUnnamed(chain: readonly ExchangeSelector[]): readonly ExchangeSelector[] | undefined {
  const last = chain.at(-1);
  if (last?.selectorType !== 'ROLE' || !notNamedByText.test(last.selector)) return undefined;
  const { name, exact, ...states } = last.options ?? {};
  if (name === undefined || exact === true) return undefined;
  const filter = { selectorType: 'FILTER', selector: '', options: { hasText: name } } as const;
  return [...chain.slice(0, -1), { ...last, options: states }, filter];
}

/** Whether a selector only narrows what the one before it found. */
export function isNarrowing(selector: ExchangeSelector): boolean {
  return isPick(selector) || selector.selectorType === 'FILTER';
}

/** Whether a selector narrows elements, but `before`, the selector before it, finds none to narrow. */
export function lacksElements(selector: ExchangeSelector, before: ExchangeSelector | undefined): boolean {
  return isNarrowing(selector) && (before === undefined || before.selectorType === 'FRAME');
}

/** Whether a chain finds hidden elements too: the last selector that looks for elements is a ROLE with `includeHidden`. */
function includesHidden(chain: readonly ExchangeSelector[]): boolean {
  const finder = chain.findLast((each) => !isNarrowing(each));
  return finder?.selectorType === 'ROLE' && finder.options?.includeHidden === true;
}

/** Whether the elements that a chain finds must still be filtered by visibility. A pick chooses among visible ones already. */
export function needsVisibleFilter(chain: readonly ExchangeSelector[]): boolean {
  const last = chain.at(-1);
  return !includesHidden(chain) && !(last !== undefined && isPick(last));
}

/**
 * Whether a selector of a chain finds hidden elements, or chooses among them.
 * @param includeHidden whether the last selector that looks for elements also finds hidden ones.
 */
export function countsHidden(
  chain: readonly ExchangeSelector[],
  index: number,
  includeHidden: boolean,
): boolean {
  const isTail = chain.slice(index).every(isNarrowing);
  return includesHidden(chain.slice(0, index + 1)) || (includeHidden && isTail);
}

/** The roles that a ROLE selector finds: those of ARIA 1.2, with `time` and the roles of marked-up text. */
// biome-ignore format: one role a line would fill two screens.
export const ariaRoles = [
  'alert', 'alertdialog', 'application', 'article', 'banner', 'blockquote', 'button', 'caption', 'cell',
  'checkbox', 'code', 'columnheader', 'combobox', 'complementary', 'contentinfo', 'definition',
  'deletion', 'dialog', 'directory', 'document', 'emphasis', 'feed', 'figure', 'form', 'generic', 'grid',
  'gridcell', 'group', 'heading', 'img', 'insertion', 'link', 'list', 'listbox', 'listitem', 'log',
  'main', 'marquee', 'math', 'meter', 'menu', 'menubar', 'menuitem', 'menuitemcheckbox', 'menuitemradio',
  'navigation', 'none', 'note', 'option', 'paragraph', 'presentation', 'progressbar', 'radio',
  'radiogroup', 'region', 'row', 'rowgroup', 'rowheader', 'scrollbar', 'search', 'searchbox', 'separator',
  'slider', 'spinbutton', 'status', 'strong', 'subscript', 'superscript', 'switch', 'tab', 'table',
  'tablist', 'tabpanel', 'term', 'textbox', 'time', 'timer', 'toolbar', 'tooltip', 'tree', 'treegrid',
  'treeitem',
] as const;
