import { cut } from '../../markdown/markdown.ts';
import { type AttemptResult, type CaseResult, nameOf } from '../../verdict.ts';
import { formatDuration } from '../../words/duration.ts';
import { gist, stepText } from '../attempt-text.ts';
import { attemptDetails, type DetailStyle, placeInHtml } from './attempt-details.ts';
import { type Html, html, nothing } from './html.ts';
import { standingOf, standingSigns, standings, standingWords } from './order.ts';

const maxGistCharacters = 200;

export interface RowStyle extends DetailStyle {
  /** Its details are unfolded. */
  readonly open: boolean;
  /** It is shown when it is asked for; without scripts, at once. */
  readonly later: boolean;
}

/** A case in the table: a row, and one more for what there is to look at. */
export function caseRows(result: CaseResult, style: RowStyle): Html {
  const standing = standingOf(result);
  const { durationMs, earlierAttempts, place } = result;
  const attempts = earlierAttempts.length + 1;
  const duration = durationMs === undefined ? '' : formatDuration(durationMs);
  const where = place === undefined ? nothing : html`<small>${placeInHtml(place, style.links)}</small>`;
  return html`<tbody class="case${style.later ? ' later' : ''}" data-standing="${standing}" data-rank="${standings.indexOf(standing)}" data-attempts="${attempts}" data-ms="${Math.round(durationMs ?? -1)}">
<tr><td><span class="standing ${standing}"><span aria-hidden="true">${standingSigns[standing]}</span> <span class="words">${standingWords[standing]}</span></span></td><th scope="row"><span class="name" dir="auto">${nameOf(result)}</span>${where}</th><td class="number attempts">${attempts}</td><td class="number">${duration}</td></tr>
${hasDetails(result) ? html`<tr><td colspan="4">${details(result, style)}</td></tr>` : nothing}</tbody>\n`;
}

function hasDetails({
  status,
  flaky,
  trace,
  screenshot,
  consoleErrors,
  missingEvidence,
  teardownFailures = [],
}: CaseResult): boolean {
  const files = trace !== undefined || screenshot !== undefined;
  const texts = [...consoleErrors, ...missingEvidence, ...teardownFailures];
  return status !== 'passed' || flaky || files || texts.length > 0;
}

function details(result: CaseResult, style: RowStyle): Html {
  const { earlierAttempts } = result;
  const name = nameOf(result);
  const last = attemptDetails(result, name, style);
  if (earlierAttempts.length === 0) return folded(summary(result), last, style.open);
  const earlier = earlierAttempts.map((attempt, index) =>
    folded(
      html`Attempt ${index + 1} of ${earlierAttempts.length + 1}: ${summary(attempt)}`,
      attemptDetails(attempt, name, style),
      // Of a flaky case, it is the failure that matters.
      result.flaky && index === earlierAttempts.length - 1,
    ),
  );
  const told = earlierAttempts.at(-1);
  return result.flaky && told !== undefined
    ? folded(
        html`Passed at attempt ${earlierAttempts.length + 1}; before: ${summary(told)}`,
        html`${earlier}${hasEvidence(result) ? last : nothing}`,
        style.open,
      )
    : folded(summary(result), html`${last}${earlier}`, style.open);
}

function hasEvidence({ trace, screenshot, consoleErrors, teardownFailures = [] }: AttemptResult): boolean {
  return (
    trace !== undefined || screenshot !== undefined || consoleErrors.length + teardownFailures.length > 0
  );
}

function folded(title: Html, content: Html, open: boolean): Html {
  const start = open ? html`<details open>` : html`<details>`;
  return html`${start}<summary>${title}</summary>${content}</details>`;
}

/** How an attempt went, in a line: its step, and what it says as long as it is folded. */
function summary({ status, failedStep, errorMessage }: AttemptResult): Html {
  const message = cut(gist(errorMessage), maxGistCharacters);
  const title = failedStep === undefined ? standingWords[status] : stepText(failedStep);
  return html`${title}${message === '' ? nothing : html` <span class="gist">${message}</span>`}`;
}
