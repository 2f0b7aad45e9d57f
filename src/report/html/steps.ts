import { formatCount } from '../../common/text.ts';
import type { StepResult } from '../../results/run-results.ts';
import { formatDuration } from '../words/format-duration.ts';
import { type Pictures, picture } from './evidence.ts';
import { type Html, html } from './html.ts';

const signs = { passed: '✓', failed: '✗', ignored: '–' } as const;
const labels = { failed: 'Failed', ignored: 'Failure ignored' } as const;

/** The steps of an attempt in words, with durations and pictures. */
export function stepList(steps: readonly StepResult[], open: boolean, pictures: Pictures): Html {
  const start = open ? html`<details open>` : html`<details>`;
  const items = steps.map((step) => stepItem(step, pictures));
  return html`${start}<summary>${formatCount(steps.length, 'step')}</summary><ol class="steps">${items}</ol></details>\n`;
}

function stepItem(step: StepResult, pictures: Pictures): Html {
  const { number, words, status, durationMs, inDependency, picture: file } = step;
  const start =
    number === undefined ? html`<li class="${status}">` : html`<li class="${status}" value="${number}">`;
  const label = status !== 'passed' && html`<b>${labels[status]}:</b> `;
  const dependency = inDependency !== undefined && html` <small>in ${inDependency}</small>`;
  const duration = durationMs !== undefined && html` <small>${formatDuration(durationMs)}</small>`;
  const shown = file && picture(file, `The page after “${words}”`, pictures);
  return html`${start}<i aria-hidden="true">${signs[status]}</i> ${label}${words}${dependency}${duration}${shown}</li>`;
}
