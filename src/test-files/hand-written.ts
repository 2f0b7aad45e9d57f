import { type Document, isCollection, isScalar, isSeq, type Node, visit } from 'yaml';
import type { ExchangeElement } from '../contract/exchange/test-case.ts';

/** What a test file says of a step: without what it need not say. */
export function shortElement({ selectors, ...rest }: ExchangeElement): Record<string, unknown> {
  const chain = selectors.map(({ selectorType, selector, ...others }) => ({
    selectorType,
    ...(selector === '' ? {} : { selector }),
    ...others,
  }));
  return { ...(chain.length === 0 ? {} : { selectors: chain }), ...rest };
}

/** The text of a test file as people write it: one line for each selector, and for what a step does or expects. */
export function handWrittenText(document: Document): string {
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || !isCollection(value)) return;
      const isShort = ['interaction', 'assertion', 'tagNames'].includes(String(key.value));
      if (isShort && !hasLines(value)) value.flow = true;
      if (key.value === 'selectors' && isSeq(value)) {
        for (const each of value.items) if (isCollection(each)) each.flow = true;
      }
    },
  });
  return document.toString({ lineWidth: 0 });
}

function hasLines(node: Node): boolean {
  return /\n/.test(JSON.stringify(node.toJSON()).replaceAll('\\\\', '').replaceAll('\\n', '\n'));
}
