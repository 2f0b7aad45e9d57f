import { formatCount, joinFilled } from '../../common/text.ts';
import type { GeneratedCase, MutantResult, MutationResults } from '../../results/mode-results.ts';
import type { CaseResult, RunResults } from '../../results/run-results.ts';
import { outcomeOf, outcomes } from '../headline.ts';
import type { Budget } from './fitting.ts';
import { code, codeBlock, fold, listWithRest, plainLine } from './markdown.ts';

/** What modes that do more than run the given test cases have to say. */

const onBaseTexts = {
  passed: 'passes without the change: **the change broke it**',
  failed: 'also fails without the change',
  unknown: 'could not run without the change',
};
const maxSteps = 20;

/** The new test cases, findings first: what each checks, its result, and its file folded. */
export function generatedSections({ generated = [], results }: RunResults, budget: Budget): string[] {
  if (generated.length === 0) return [];
  const byId = new Map(results.map((each) => [each.testCaseId, each]));
  const rank = ({ onBase, testCaseId }: GeneratedCase) =>
    onBase === 'passed' ? 0 : byId.get(testCaseId)?.status === 'passed' ? 2 : 1;
  const findings = generated.filter(({ onBase }) => onBase === 'passed').length;
  const finding = `**${formatCount(findings, 'new test case')} passed without this pull request's change, but failed with it.**`;
  const write = (each: GeneratedCase) => generatedSection(each, byId.get(each.testCaseId));
  const rest = (left: readonly GeneratedCase[]) =>
    `_${formatCount(left.length, 'more new test case')} in the generated files and the results file._`;
  return [
    ...budget.pick(findings === 0 ? '' : finding, `#### ${formatCount(generated.length, 'new test case')}`),
    ...budget.someOf(
      generated.toSorted((a, b) => rank(a) - rank(b)),
      write,
      rest,
    ),
  ];
}

function generatedSection(generated: GeneratedCase, result: CaseResult | undefined): string {
  const { name, file, steps, yaml, onBase } = generated;
  const { emoji, label } = outcomes[result === undefined ? 'unfinished' : outcomeOf(result)];
  const more = steps.length > maxSteps ? [formatCount(steps.length - maxSteps, 'more step')] : [];
  const list = [...steps.slice(0, maxSteps), ...more].map((step) => `1. ${plainLine(step)}`).join('\n');
  const outcome = joinFilled([label.toLowerCase(), onBase && onBaseTexts[onBase]], ', ');
  // The name says what a passed one checks.
  const [shown, folded] = label === 'Passed' ? [[], [list]] : [[list], []];
  return [
    `${emoji} **${plainLine(name)}** (${outcome})`,
    ...shown,
    fold('File to commit', [...folded, code(file), codeBlock(yaml)]),
  ].join('\n\n');
}

/** The faults that no test case noticed, by page. If they are folded, a line that counts them unfolds them. */
export function survivorSections(
  { mutation }: RunResults,
  style: 'folded' | 'open',
  budget: Budget,
): string[] {
  const survivors = survivorsOf(mutation);
  if (mutation === undefined || survivors.length === 0) return [];
  const missed = mutation.made - mutation.killed;
  const title = `${formatCount(missed, 'fault')} that no test case detects`;
  const write = ({ page, description }: MutantResult) => `- ${code(page)}: ${plainLine(description)}`;
  const { texts } = budget.take(survivors, write, '\n');
  const list = listWithRest(texts, missed - texts.length, ` in ${code('mutation.json')}`);
  return style === 'folded' ? [fold(title, [list])] : [`#### ${title}`, list];
}

export function survivorsOf(mutation: MutationResults | undefined): MutationResults['mutants'] {
  const survivors = (mutation?.mutants ?? []).filter(({ status }) => status === 'survived');
  return survivors.toSorted((a, b) => (a.page < b.page ? -1 : a.page > b.page ? 1 : 0));
}
