import { hash } from 'node:crypto';
import { formatCount, joinFilled } from '../../common/text.ts';
import type { BrowserOfRun, CaseResult, Redacted, RunResults } from '../../results/run-results.ts';
import { formatDuration, needsReason } from '../describe.ts';
import { formatCounts, formatHeadline, outcomeOf, outcomes, statusTexts } from '../headline.ts';
import type { Pictures } from './attempt-details.ts';
import { code, disclosure, Html, html, webLink } from './html.ts';
import { pageScript } from './report-script.ts';
import { pageStyle } from './report-style.ts';
import { fittingRows, pageSize } from './test-case-rows.ts';

/** The report as HTML pages, in pieces of UTF-8 that are written while they are taken. */
export type ReportPages = Readonly<Record<'withFiles' | 'standalone', () => Iterable<Buffer>>>;

/**
 * The results as a single HTML page of at most about 10 MB that needs no server and no network, and is readable without
 * scripts. Text from tests and pages is escaped; the content security policy allows only the page's own script and no
 * requests.
 * @param pictures embedded in the page; other screenshots are linked.
 * @returns the page that links the files next to it, and one that is uploaded by itself, which names none of them.
 */
export function reportPages(results: Redacted<RunResults>, pictures: Pictures): ReportPages {
  const rows = fittingRows(results, pictures);
  return {
    withFiles: () => reportPage(results, rows, 'linked'),
    standalone: () => reportPage(results, rows, 'omitted'),
  };
}

function* reportPage(
  results: RunResults,
  { shown, leftOut, rows }: ReturnType<typeof fittingRows>,
  files: 'linked' | 'omitted',
): Generator<Buffer> {
  const hasResults = results.results.length > 0;
  const start = html`<!DOCTYPE html>
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
${hasResults ? tableStart(shown, leftOut) : html`<p>There are no results.</p>`}`;
  const end = html`${hasResults && tableEnd}
</main>
</body>
</html>
`;
  yield Buffer.from(start.text);
  yield* rows(files);
  yield Buffer.from(end.text);
}

const policy = [
  "default-src 'none'",
  `script-src '${hashOf(pageScript)}'`,
  `style-src '${hashOf(pageStyle)}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function header(run: RunResults): Html {
  const { status, green, reason, appFailure, warnings = [] } = run;
  const figures = joinFilled([formatCounts(run), formatDuration(run.durationMs)], ' · ');
  return html`<header class="${green ? 'green' : 'red'}">
<h1><span class="sign" aria-hidden="true">${green ? '✓' : '✗'}</span> ${statusTexts[status].sentence}</h1>
<p class="counts">${figures}</p>
${needsReason(run) && html`<pre class="reason" dir="auto">${reason}</pre>`}
${[appFailure, ...warnings].map((warning) => warning && html`<pre class="reason" dir="auto">⚠️ ${warning}</pre>`)}
<ul class="about">
${aboutRun(run)}</ul>
${proofOf(run)}</header>`;
}

function aboutRun(run: RunResults): Html[] {
  const { title, context, url, browsers = [], startedAt, workflowRunUrl, reportUrl } = run;
  const lines = [
    title.trim(),
    context.sha && html`Commit ${code(context.sha.slice(0, 7))}`,
    url && html`Tested at ${webLink(url, code(url))}`,
    browsers.map(describeBrowser).join('; '),
    startedAt &&
      html`Started <time datetime="${startedAt}">${startedAt.slice(0, 16).replace('T', ' ')} UTC</time>`,
    workflowRunUrl && webLink(workflowRunUrl, html`Workflow run`),
    reportUrl && webLink(reportUrl, html`Test report`),
  ];
  return lines.filter(Boolean).map((line) => html`<li>${line}</li>\n`);
}

/** Such as `Chromium 153.0.8010.4, 1920 × 1080`. */
function describeBrowser({ name, version, width, height }: BrowserOfRun): string {
  const size = width === undefined || height === undefined ? '' : `${width} × ${height}`;
  return joinFilled([joinFilled([name, version], ' '), size], ', ');
}

function tableStart(shown: readonly CaseResult[], leftOut: string): Html {
  return html`<h2 id="cases">Test cases</h2>
${leftOut && html`<p class="left-out">To stay within 10 MB, this page omits ${leftOut}. See results.json for more.</p>`}
${controls(shown)}
<p id="count" role="status">${formatCount(shown.length, 'test case')}</p>
<table aria-labelledby="cases" data-page-size="${pageSize}">
<thead><tr><th scope="col" data-key="rank"><span class="label">Result</span></th><th scope="col" data-key="name">Test case</th><th scope="col" class="number attempts" data-key="attempts">Attempts</th><th scope="col" class="number" data-key="ms">Duration</th></tr></thead>
`;
}

const tableEnd = html`</table>
<p><button type="button" id="more" hidden></button></p>`;

/** What makes a green verdict green, folded: each check with what it has compared. */
function proofOf({ proof }: RunResults): Html | false {
  const checks = proof.map(
    ({ check, compared }) => html`<dt>${describeCheck(check)}</dt>\n<dd>${compared}</dd>\n`,
  );
  return proof.length > 0 && disclosure('Why this is green', html`<dl>${checks}</dl>`, false);
}

/** Such as `Every result passed`: checks have names that say what holds. */
function describeCheck(check: string): string {
  const words = check.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The filter; the script makes it visible. */
function controls(results: readonly CaseResult[]): Html {
  const choices = Object.entries(outcomes).map(([outcome, { label }]) => {
    const { length } = results.filter((result) => outcomeOf(result) === outcome);
    return length > 0 && choice('outcome', outcome, label, length);
  });
  return html`<div id="controls" role="search" hidden>
<p><label for="text">Filter by name, file, step or message</label>
<input type="search" id="text" autocomplete="off" spellcheck="false"></p>
<fieldset><legend>Result</legend>
<div class="choices">${choice('outcome', '', 'All', results.length)}
${choices}</div>
</fieldset>
<fieldset><legend>Group by</legend>
<div class="choices">${groupings.map(([key, label]) => choice('group', key, label))}</div>
</fieldset>
<p class="keys">Keys: <kbd>j</kbd> next test case, <kbd>k</kbd> previous, <kbd>Enter</kbd> opens it, <kbd>/</kbd> filter. Click a picture for its full size.</p>
</div>`;
}

const groupings = [
  ['', 'Nothing'],
  ['file', 'File'],
  ['tags', 'Tags'],
] as const;

function choice(name: string, value: string, label: string, count?: number): Html {
  const total = count !== undefined && html` <b>${count}</b>`;
  return html`<label><input type="radio" name="${name}" value="${value}" ${value === '' && html`checked`}> ${label}${total}</label>`;
}

function hashOf(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`;
}
