import { cut } from '../../common/text.ts';
import { nameOf } from '../../results/counts.ts';
import type { AttemptResult, CaseResult } from '../../results/run-results.ts';
import { describeFailedStep, formatDuration } from '../describe.ts';
import { firstLine } from '../files/result-text.ts';
import { outcomeOf, outcomes } from '../headline.ts';
import { attemptDetails, type DetailOptions, sourceLink } from './attempt-details.ts';
import { type Html, html, unfolding } from './html.ts';

const maxSummaryCharacters = 200;

export interface RowOptions extends DetailOptions {
  readonly anchor: string;
  /** Whether the details are unfolded. */
  readonly open: boolean;
  /** Whether the page's script hides the row until it is requested. */
  readonly later: boolean;
}

/** A test case in the table: a row, and a second one if there are details. */
export function testCaseRow(result: CaseResult, options: RowOptions): Html {
  const outcome = outcomeOf(result);
  const { label, sign } = outcomes[outcome];
  const { durationMs, earlierAttempts, place, tags = [] } = result;
  const name = nameOf(result);
  const attempts = earlierAttempts.length + 1;
  const duration = durationMs === undefined ? '' : formatDuration(durationMs);
  const details = caseDetails(result, options);
  const sortKeys = html`data-rank="${Object.keys(outcomes).indexOf(outcome)}" data-name="${name}" data-attempts="${attempts}" data-ms="${Math.round(durationMs ?? -1)}"`;
  const groups = html`data-file="${place?.file ?? ''}" data-tags="${tags.join(', ')}"`;
  const badge = html`<span class="outcome ${outcome}"><span aria-hidden="true">${sign}</span> <span class="label">${label}</span></span>`;
  const about = [place && sourceLink(place, options.sourceUrl), tags.length > 0 && html` ${tags.join(', ')}`];
  return html`<tbody id="${options.anchor}" class="case${options.later ? ' later' : ''}" data-outcome="${outcome}" ${sortKeys} ${groups}>
<tr><td>${badge}</td><th scope="row"><span class="name" dir="auto">${name}</span>${about.some(Boolean) && html`<small>${about}</small>`}</th><td class="number attempts">${attempts}</td><td class="number">${duration}</td></tr>
${details && html`<tr><td colspan="4">${details}</td></tr>`}</tbody>\n`;
}

/** The attempts, folded; undefined if there is nothing to say about them. */
function caseDetails(result: CaseResult, options: RowOptions): Html | undefined {
  const { earlierAttempts } = result;
  const total = earlierAttempts.length + 1;
  const failure = outcomeOf(result) === 'flaky' ? earlierAttempts.at(-1) : undefined;
  const last = attemptDetails(result, nameOf(result), options);
  const earlier = earlierAttempts.map((attempt, index) =>
    unfolding(
      html`Attempt ${index + 1} of ${total}: ${attemptSummary(attempt)}`,
      attemptDetails(attempt, nameOf(result), options),
      attempt === failure,
    ),
  );
  if (last === undefined && total === 1) return undefined;
  const title =
    failure === undefined
      ? attemptSummary(result)
      : html`Passed at attempt ${total}. Before that: ${attemptSummary(failure)}`;
  return unfolding(title, html`${last}${earlier}`, options.open);
}

/** The failed step or the status, and the first line of the message, which is hidden while the details are open. */
function attemptSummary({ status, failedStep, errorMessage }: AttemptResult): Html {
  const message = cut(firstLine(errorMessage), maxSummaryCharacters);
  const title = failedStep === undefined ? outcomes[status].label : describeFailedStep(failedStep);
  return html`${title}${message && html` <span class="first-line">${message}</span>`}`;
}
