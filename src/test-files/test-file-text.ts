import { Document, isCollection, isScalar, isSeq, type Node, visit } from 'yaml';
import type { ExchangeElement, ExchangeTestCase } from '../contract/exchange/test-case.ts';

/** What a recording or a generator knows of a test case. */
type NewTestCase = Pick<ExchangeTestCase, 'description'> &
  Partial<Omit<ExchangeTestCase, 'elements'>> & { readonly elements: readonly ExchangeElement[] };

/**
 * The file of a new test case as a person would write it: each selector and each action on one line, and nothing that has
 * its default.
 * @param variables those that must be given, for a comment.
 */
export function testFileText(testCase: NewTestCase, variables: readonly string[] = []): string {
  const { description, prompt, type, tagNames, dependencyId, folderName, externalId, elements } = testCase;
  const { entryPointUrlPath } = testCase;
  const given = Object.entries({ prompt, type, tagNames, dependencyId, folderName, externalId }).filter(
    ([, value]) => value != null && value.length > 0,
  );
  const value = {
    description,
    ...Object.fromEntries(given),
    ...(entryPointUrlPath == null || entryPointUrlPath === '/' ? {} : { entryPointUrlPath }),
    elements: elements.map(shortElement),
  };
  const document = new Document(value, { version: '1.2', aliasDuplicateObjects: false });
  if (variables.length > 0) {
    document.commentBefore = ` Needs these variables: ${variables.join(', ')}`;
  }
  return handWrittenText(document);
}

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
