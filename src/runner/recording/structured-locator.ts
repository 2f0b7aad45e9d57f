import { z } from 'zod';
import { patternText } from '../../contract/exchange/pattern.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import { literalText } from '../variables/variable-text.ts';

/** A regular expression, which JSON has no form of. Files of `codegen` have an empty object in its place. */
const pattern = z.object({ source: z.string().optional(), flags: z.string().optional() });
const textOrPattern = z.union([z.string(), pattern]);
type Text = z.infer<typeof textOrPattern>;

const options = z.object({
  exact: z.boolean().optional(),
  name: textOrPattern.optional(),
  description: textOrPattern.optional(),
  attrs: z
    .array(z.object({ name: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) }))
    .default([]),
});

/** A locator as the driver's code generator writes it for the language `jsonl`: one object for each call of a chain. */
export const structuredLocator = z.object({
  kind: z.string(),
  body: textOrPattern.default(''),
  options: options.default({ attrs: [] }),
  get next() {
    return structuredLocator.optional();
  },
});
export type StructuredLocator = z.infer<typeof structuredLocator>;

/** A locator has no equivalent in the exchange form. */
export class UnsupportedLocator extends Error {}

/**
 * The selectors of a structured locator.
 * @throws UnsupportedLocator
 */
export function selectorsOf(locator: StructuredLocator): ExchangeSelector[] {
  const selectors: ExchangeSelector[] = [];
  for (let link: StructuredLocator | undefined = locator; link !== undefined; link = link.next) {
    if (link.kind === 'frame') selectors.push(frameSelector(selectors.pop()));
    // Only visible elements are found anyway.
    else if (link.kind !== 'visible' || link.body !== 'true') selectors.push(selectorOf(link));
  }
  return selectors;
}

/** The types of selectors that have nothing but a text, by the kinds of locators. */
const selectorTypes = new Map<string, ExchangeSelector['selectorType']>([
  ['text', 'TEXT'],
  ['label', 'LABEL'],
  ['placeholder', 'PLACEHOLDER'],
  ['alt', 'ALT_TEXT'],
  ['title', 'TITLE'],
  ['test-id', 'TEST_ID'],
  ['first', 'FIRST'],
  ['last', 'LAST'],
  ['nth', 'NTH'],
  ['default', 'CSS'],
  ['frame-locator', 'FRAME'],
]);

function selectorOf(link: StructuredLocator): ExchangeSelector {
  const { kind, body, options } = link;
  if (kind === 'role') return roleSelector(link);
  const text = exchangeText(body);
  if (kind === 'has-text') return { selectorType: 'FILTER', selector: '', options: { hasText: text } };
  if (kind === 'has-not-text') return { selectorType: 'FILTER', selector: '', options: { hasNotText: text } };
  const selectorType = selectorTypes.get(kind);
  if (selectorType === undefined)
    throw new UnsupportedLocator(`The exchange form has no selector for the locator "${kind}".`);
  return { selectorType, selector: text, ...(options.exact === true ? { options: { exact: true } } : {}) };
}

function roleSelector({ body, options: { name, exact, description, attrs } }: StructuredLocator) {
  if (description !== undefined) {
    throw new UnsupportedLocator('The exchange form has no selector for an accessible description.');
  }
  const given = {
    ...(name === undefined ? {} : { name: exchangeText(name) }),
    ...(exact === true ? { exact } : {}),
    ...Object.fromEntries(attrs.map((each) => [each.name, each.value])),
  };
  const selector = { selectorType: 'ROLE' as const, selector: exchangeText(body) };
  return Object.keys(given).length === 0 ? selector : { ...selector, options: given };
}

/** The selector of an iframe's element as FRAME, which takes CSS. */
function frameSelector(owner: ExchangeSelector | undefined): ExchangeSelector {
  if (owner?.selectorType === 'CSS') return { ...owner, selectorType: 'FRAME' };
  if (owner?.selectorType === 'TEST_ID') {
    return { selectorType: 'FRAME', selector: `[data-testid=${JSON.stringify(owner.selector)}]` };
  }
  if (owner?.selectorType === 'TITLE' && owner.options?.exact === true) {
    return { selectorType: 'FRAME', selector: `iframe[title=${JSON.stringify(owner.selector)}]` };
  }
  throw new UnsupportedLocator('A frame can only be found by a CSS selector.');
}

function exchangeText(text: Text): string {
  if (typeof text === 'string') return literalText(text);
  if (text.source === undefined) {
    throw new UnsupportedLocator('The locator has a regular expression, which JSONL does not contain.');
  }
  if (text.flags !== undefined && text.flags !== '') {
    throw new UnsupportedLocator(`The exchange form has no flags for regular expressions: ${text.flags}.`);
  }
  return patternText(text.source);
}
