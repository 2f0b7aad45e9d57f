import { Document } from 'yaml';
import type { ExchangeElement, ExchangeTestCase } from '../contract/exchange/test-case.ts';
import { handWrittenText, shortElement } from './hand-written.ts';

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
