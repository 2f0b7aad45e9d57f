import { Document } from 'yaml';
import type { ExchangeTestCase } from '../contract/exchange/test-case.ts';
import { handWrittenText, shortElement } from './hand-written.ts';

/** The file of a generated test case as a person would write it, without what has its default. */
export function generatedFileText({ elements, ...testCase }: ExchangeTestCase): string {
  const { description, prompt, type, tagNames, entryPointUrlPath, dependencyId, folderName, externalId } =
    testCase;
  const given = Object.entries({ type, tagNames, dependencyId, folderName, externalId }).filter(
    ([, value]) => value != null && value.length > 0,
  );
  const value = {
    description,
    ...(prompt == null || prompt === '' ? {} : { prompt }),
    ...Object.fromEntries(given),
    ...(entryPointUrlPath == null || entryPointUrlPath === '/' ? {} : { entryPointUrlPath }),
    elements: elements.map(shortElement),
  };
  return handWrittenText(new Document(value, { version: '1.2', aliasDuplicateObjects: false }));
}
