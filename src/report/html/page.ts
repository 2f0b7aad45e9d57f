import { createHash } from 'node:crypto';
import { formatCount, joinFilled } from '../../common/text.ts';
import { worstFirst } from '../../results/counts.ts';
import type { Redacted } from '../../results/redacted.ts';
import type { CaseResult, RunResults } from '../../results/run-results.ts';
import { formatCounts, formatHeadline, outcomeOf, outcomes, statusTexts } from '../headline.ts';
import { needsReason } from '../markdown/run-parts.ts';
import { formatDuration } from '../words/format-duration.ts';
import { Html, html, webLink } from './html.ts';
import { pageScript } from './page-script.ts';
import { pageStyle } from './page-style.ts';
import { type Pictures, testCaseRow } from './test-case-row.ts';

/** Number of test cases that the script shows at a time. */
const pageSize = 200;
/** Number of test cases whose details are unfolded. */
const maxOpen = 10;
/** With more problems than this, messages are cut at 1,000 characters instead of 10,000. */
const manyProblems = 500;

/**
 * The results as a single HTML page that needs no server and no network, and is readable without scripts. Text from
 * tests and pages is escaped; the content security policy allows only the page's own script and no requests.
 * @param pictures embedded in the page; other screenshots are linked.
 */
export function reportHtml(results: Redacted<RunResults>, pictures: Pictures): string {
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(pageScript)}'`,
    `style-src '${hashOf(pageStyle)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const hasResults = results.results.length > 0;
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${formatHeadline(results)}</title>
<style>${new Html(pageStyle)}</style>
${hasResults && html`<script>${new Html(pageScript)}</script>`}
</head>
<body>
${header(results)}
<main>
${hasResults ? testCases(results, pictures) : html`<p>There are no results.</p>`}
</main>
</body>
</html>
`;
  return page.text;
}

function header(run: RunResults): Html {
  const { status, green, reason } = run;
  const figures = joinFilled([formatCounts(run), formatDuration(run.durationMs)], ' · ');
  return html`<header class="${green ? 'green' : 'red'}">
<h1><span class="sign" aria-hidden="true">${green ? '✓' : '✗'}</span> ${statusTexts[status].sentence}</h1>
<p class="counts">${figures}</p>
${needsReason(run) && html`<pre class="reason" dir="auto">${reason}</pre>`}
<ul class="about">
${aboutRun(run)}</ul>
</header>`;
}

/** Job, commit, application, start time, and links to the workflow run and the report. */
function aboutRun(run: RunResults): Html[] {
  const { title, context, url, startedAt, workflowRunUrl, reportUrl } = run;
  const lines = [
    title.trim(),
    context.sha && html`Commit <code>${context.sha.slice(0, 7)}</code>`,
    url && html`Tested at ${webLink(url, html`<code>${url}</code>`)}`,
    startedAt && html`Started <time datetime="${startedAt}">${clockTime(startedAt)}</time>`,
    workflowRunUrl && webLink(workflowRunUrl, html`Workflow run`),
    reportUrl && webLink(reportUrl, html`Test report`),
  ];
  return lines.filter(Boolean).map((line) => html`<li>${line}</li>\n`);
}

function clockTime(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}

function testCases({ results, sourceUrl }: RunResults, pictures: Pictures): Html {
  const problems = results.filter(({ status }) => status !== 'passed').length;
  const maxMessageCharacters = problems > manyProblems ? 1_000 : 10_000;
  const rows = worstFirst(results).map((result, index) =>
    testCaseRow(result, {
      sourceUrl,
      pictures,
      maxMessageCharacters,
      open: result.status !== 'passed' && index < maxOpen,
      later: index >= pageSize,
    }),
  );
  return html`<h2 id="cases">Test cases</h2>
${controls(results)}
<p id="count" role="status">${formatCount(results.length, 'test case')}</p>
<table aria-labelledby="cases" data-page-size="${pageSize}">
<thead><tr><th scope="col" data-key="rank"><span class="label">Result</span></th><th scope="col" data-key="name">Test case</th><th scope="col" class="number attempts" data-key="attempts">Attempts</th><th scope="col" class="number" data-key="ms">Duration</th></tr></thead>
${rows}</table>
<p><button type="button" id="more" hidden></button></p>`;
}

/** The filter; the script makes it visible. */
function controls(results: readonly CaseResult[]): Html {
  const choices = Object.entries(outcomes).map(([outcome, { label }]) => {
    const { length } = results.filter((result) => outcomeOf(result) === outcome);
    return length > 0 && choice(html`value="${outcome}"`, label, length);
  });
  return html`<div id="controls" role="search" hidden>
<p><label for="text">Filter by name, file, step or message</label>
<input type="search" id="text" autocomplete="off" spellcheck="false"></p>
<fieldset><legend>Result</legend>
<div class="choices">${choice(html`value="" checked`, 'All', results.length)}
${choices}</div>
</fieldset>
</div>`;
}

function choice(attributes: Html, label: string, count: number): Html {
  return html`<label><input type="radio" name="outcome" ${attributes}> ${label} <b>${count}</b></label>`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
