import { z } from 'zod';
import { answeredVersion, nullAsMissing, openEnum, uuid } from '../values.ts';
import { assertion, type Expectation, extensionExpectations, findsNone } from './assertion.ts';
import { type Interaction, interaction, preparesDialog } from './interaction.ts';
import { findsRoot } from './root.ts';
import { exchangeSelector } from './selector.ts';

/** The check of `superRefine` below as JSON Schema, for the emitted documents. */
const eitherOfTwo: z.core.JSONSchema.BaseSchema[] = [
  {
    required: ['interaction'],
    properties: { interaction: { type: 'object' }, assertion: { type: 'null' } },
  },
  {
    required: ['assertion'],
    properties: { assertion: { type: 'object' }, interaction: { type: 'null' } },
  },
];

/** One step: selectors, and either an interaction or an assertion (section 2.4). */
export const exchangeElement = z
  .object({
    selectors: z
      .array(exchangeSelector)
      .default([])
      .describe(
        'Selectors of the element, from left to right: each searches within the elements that the previous one found.',
      ),
    interaction: interaction
      .nullish()
      .describe('The action of the step. It waits for its element for at most `timeout-per-step`.'),
    assertion: assertion
      .nullish()
      .describe(
        'The expectation of the step. It waits until the expectation is met, for at most `expect-timeout`.',
      ),
    ignoreFailure: z
      .boolean()
      .optional()
      .describe(
        'Whether the test case continues if this step fails. If nothing happens on the page, the step waits at most 3 s.',
      ),
  })
  .superRefine((element, context) => {
    if ((element.interaction == null) === (element.assertion == null)) {
      context.addIssue({
        code: 'custom',
        message: 'a step needs either an interaction or an assertion, and not both',
      });
    }
  })
  .meta({ anyOf: eitherOfTwo });
export type ExchangeElement = z.infer<typeof exchangeElement>;

/** What a step does or expects, such as `CLICK` or `VISIBLE`; `empty` for a step that has neither. */
export function stepKind({ interaction, assertion }: ExchangeElement): string {
  return interaction?.action ?? assertion?.expectation ?? 'empty';
}

const ofPage: ReadonlySet<string> = new Set([
  ...['RESPONSE_OK', 'TO_HAVE_URL', 'TO_HAVE_TITLE', 'GO_TO', 'JAVASCRIPT', 'OPEN_EMAIL'],
  ...['CLOSE_PAGE', 'WAIT_FOR', 'SWITCH_PAGE', 'ACCEPT_DIALOG', 'DISMISS_DIALOG'],
]);
const ofElementOrPage: ReadonlySet<string> = new Set(['KEY_PRESS', 'TYPE_TEXT', 'SCROLL']);

/** Whether a step needs the selectors of an element, may have them, or has no use for them. */
export function elementOfStep(step: ExchangeElement): 'needed' | 'optional' | 'unused' {
  return elementOfKind(stepKind(step));
}

/** @param kind what a step does or expects, as `stepKind` names it. */
export function elementOfKind(kind: string): 'needed' | 'optional' | 'unused' {
  if (ofPage.has(kind)) return 'unused';
  return ofElementOrPage.has(kind) ? 'optional' : 'needed';
}

/** Whether code has nothing to run. */
export function isEmptyCode(code: string): boolean {
  return code.replace(/\/\*[\s\S]*?\*\/|\/\/.*|[\s;]/g, '') === '';
}

/** Whether code begins with an arrow function, which nothing calls then. Other frameworks take such a function. */
export function isUncalledFunction(code: string): boolean {
  return /^(?:\s|\/\*[\s\S]*?\*\/|\/\/.*)*(?:async\b\s*)?(?:\([^()]*\)|[\w$]+)\s*=>/.test(code);
}

/**
 * Whether a step that succeeds has checked something: an assertion, an action on an element, code, a mail, a dialog, or a new
 * page. Opening a URL, waiting, and keys without an element succeed on any page.
 */
export function checksSomething(step: ExchangeElement): boolean {
  const { assertion, interaction, selectors } = step;
  if (assertion != null) return true;
  switch (interaction?.action) {
    case 'JAVASCRIPT':
      return !isEmptyCode(interaction.calledWith.code);
    case 'OPEN_EMAIL':
    case 'ACCEPT_DIALOG':
    case 'DISMISS_DIALOG':
      return true;
    case 'SWITCH_PAGE':
      return interaction.calledWith === 'new';
    case 'WAIT_FOR':
      return interaction.calledWith?.type === 'code';
    default:
      return selectors.length > 0 && elementOfStep(step) !== 'unused';
  }
}

/** Whether a step only expects that the root of the page is there, which every page has. */
export function expectsAnyPage({ assertion, selectors }: ExchangeElement): boolean {
  const isThere = assertion != null && /^(?:VISIBLE|ENABLED)$/.test(assertion.expectation);
  return isThere && selectors.length === 1 && findsRoot(selectors);
}

/** Whether an assertion is about something that is not there, which may still come. */
export function expectsAbsence({ assertion, selectors }: ExchangeElement): boolean {
  if (assertion == null) return false;
  return findsNone(assertion) || (assertion.expectation === 'NOT_TO_CONTAIN_TEXT' && findsRoot(selectors));
}

/** A test case as it travels in pull, push, draft push and files (section 2.4). */
export const exchangeTestCase = z.object({
  version: z
    .union([z.literal('1'), z.literal(1).transform(() => '1' as const)], {
      error: 'the only version is "1"',
    })
    .describe('Version of this format.'),
  id: uuid.describe('Stable ID. Other test cases refer to it with dependencyId and teardownId.'),
  runStatus: z
    .enum(['ON', 'OFF'])
    .describe('OFF: runs only as a dependency or teardown of other test cases.'),
  description: z.string().describe('Name of the test case.'),
  prompt: z.string().describe('The prompt that the test case was generated from.'),
  type: z
    .enum(['LOGIN', 'COOKIE_BANNER', 'LINK', 'TEARDOWN'])
    .optional()
    .describe('Purpose of the test case, unless it is an ordinary test.'),
  tagNames: z
    .array(z.string())
    .optional()
    .describe('Tags. A run can be limited to test cases that have certain tags.'),
  excludedEnvironmentNames: z
    .array(z.string())
    .optional()
    .describe('Names of the environments in which the test case does not run.'),
  dependencyId: uuid
    .optional()
    .describe('ID of the test case whose steps run first. Then the entry point of this test case is opened.'),
  teardownId: uuid
    .optional()
    .describe(
      'ID of the test case whose steps run afterwards, even after a failure, on the page where this test case ended.',
    ),
  entryPointUrlPath: z
    .string()
    .optional()
    .describe(
      'Path below the URL under test where the test case starts. Not used if its first step is GO_TO.',
    ),
  folderName: z.string().optional().describe('Folder in the service.'),
  externalId: z.string().optional().describe('ID of the test case in another system.'),
  localEditingStatus: z
    .enum(['IN_PROGRESS', 'DONE', 'CANCELLED'])
    .optional()
    .describe('For tools that edit test cases.'),
  elements: z.array(exchangeElement).describe('The steps, in the order in which they run.'),
});
export type ExchangeTestCase = z.infer<typeof exchangeTestCase>;

/** A test case in an answer: unknown fields and values are kept. */
export const answeredTestCase = z.looseObject({
  version: answeredVersion,
  id: uuid,
  runStatus: openEnum(['ON', 'OFF']),
  description: z.string(),
  prompt: z.string(),
  elements: z.array(z.looseObject({ selectors: nullAsMissing(z.array(z.looseObject({})).default([])) })),
});
export type AnsweredTestCase = z.infer<typeof answeredTestCase>;

/** Body of POST push and of POST draft/push (section 4.6). */
export const pushBody = z.object({ testCases: z.array(exchangeTestCase) });

/** Query of POST push (extension). */
export const pushQuery = z.object({
  allowEmpty: z
    .enum(['true', 'false'])
    .optional()
    .describe(
      '`true`: an empty list removes all test cases of the target. Otherwise it is refused with 409, because it usually is a mistake of the client.',
    ),
});

export const pushAnswer = z.looseObject({ success: z.boolean(), versionIds: z.array(uuid) });

/** Answer of POST draft/push: `syncDataByStableId` is keyed by the id of the pushed test case (section 4.6). */
export const draftPushAnswer = pushAnswer.extend({
  syncDataByStableId: z
    .record(z.string(), z.looseObject({ versionId: uuid, testResultId: uuid.nullish() }))
    .nullish(),
});

/** Query of GET pull. Clients delete the local files of cases that are not in the answer. */
export const pullQuery = z.object({
  testPlanId: uuid
    .optional()
    .describe('Only the test cases of this plan, with their dependencies and teardowns.'),
  testReportId: uuid
    .optional()
    .describe('All test cases of the target; those of this report in the versions that were run.'),
});
export const pullAnswer = z.looseObject({ testCases: z.array(answeredTestCase) });

export const versionAnswer = answeredTestCase.extend({ versionId: uuid });

interface Selection {
  /** A case with any of these tags runs. If empty, every case runs. */
  readonly tags: readonly string[];
  readonly environmentName: string;
}

/** Whether a run tests a case: `runStatus` is ON, its environment is not excluded, and it has one of the tags. */
export function isSelected(
  { runStatus, excludedEnvironmentNames, tagNames }: ExchangeTestCase,
  { tags, environmentName }: Selection,
): boolean {
  const isExcluded = excludedEnvironmentNames?.includes(environmentName) === true;
  const hasTag = tags.length === 0 || tags.some((tag) => tagNames?.includes(tag));
  return runStatus === 'ON' && !isExcluded && hasTag;
}

/** Whether a case starts at its entry point: its first step, after those that prepare a dialog, is not GO_TO. */
export function startsAtEntryPoint({ elements }: ExchangeTestCase): boolean {
  return elements.find((each) => !preparesDialog(each))?.interaction?.action !== 'GO_TO';
}

export function neededIds({ dependencyId, teardownId }: ExchangeTestCase): string[] {
  return [dependencyId, teardownId].filter((id) => id !== undefined);
}

/** The dependencies and teardowns of test cases, and theirs in turn, as far as they are found. */
export function neededBy<T extends { readonly testCase: ExchangeTestCase }>(
  given: readonly T[],
  find: (testCaseId: string) => T | undefined,
): T[] {
  const seen = new Set(given.map(({ testCase }) => testCase.id));
  const needed: T[] = [];
  const visit = ({ testCase }: T) => {
    for (const id of neededIds(testCase)) {
      const found = seen.has(id) ? undefined : find(id);
      seen.add(id);
      if (found !== undefined) needed.push(found);
    }
  };
  for (const each of given) visit(each);
  // The list grows while it is read.
  for (const each of needed) visit(each);
  return needed;
}

/** Test cases by id. */
export type Library = ReadonlyMap<string, ExchangeTestCase>;

/** A test case can't run, because its chain of dependencies is incomplete or a loop. */
export class BrokenDependency extends Error {}

/**
 * The dependencies of a case from the outermost in, and the case itself last.
 * @throws BrokenDependency
 */
export function caseChain(testCase: ExchangeTestCase, library: Pick<Library, 'get'>): ExchangeTestCase[] {
  const chain = [testCase];
  const seen = new Set([testCase.id]);
  for (let id = testCase.dependencyId; id !== undefined; id = chain.at(-1)?.dependencyId) {
    const dependency = library.get(id);
    if (dependency === undefined)
      throw new BrokenDependency(`The dependency ${id} does not exist or is not enabled.`);
    if (seen.has(id)) {
      throw new BrokenDependency(`The dependencies of "${testCase.description}" form a loop.`);
    }
    seen.add(id);
    chain.push(dependency);
  }
  return chain.reverse();
}

/** Actions and expectations beyond section 2.4. The embedded service has them; hosted services do not know them. */
const extensions: ReadonlySet<string> = new Set<Interaction['action'] | Expectation>([
  'SWITCH_PAGE',
  'ACCEPT_DIALOG',
  'DISMISS_DIALOG',
  ...extensionExpectations,
]);

/** The name of the extension that a step uses; undefined if it uses none. */
export function extensionOf(element: ExchangeElement): string | undefined {
  const name = stepKind(element);
  if (extensions.has(name)) return name;
  const { interaction } = element;
  if (interaction == null) return undefined;
  return repositoryFiles(interaction).length > 0 ? 'UPLOAD with `file`' : undefined;
}

/** The paths of the repository's files that an UPLOAD selects; empty for any other step. */
export function repositoryFiles(interaction: Interaction): readonly string[] {
  if (interaction.action !== 'UPLOAD' || typeof interaction.calledWith === 'string') return [];
  return [interaction.calledWith.file].flat();
}
