import { hash } from 'node:crypto';
import { formatCount, joinFilled } from '../../common/text.ts';
import type { BrowserOfRun, CaseResult, Redacted, RunResults } from '../../results/run-results.ts';
import { formatDuration, needsReason } from '../describe.ts';
import { formatCounts, formatHeadline, outcomeOf, outcomes, statusTexts } from '../headline.ts';
import { disclosure, Html, html, type Pictures, webLink } from './html.ts';
import { pageScript } from './page-script.ts';
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

/** The style sheet of the page: light and dark, wide and narrow. All text has a contrast of at least 4.5 to 1. */
const pageStyle = `
:root {
  color-scheme: light dark;
  --page: light-dark(#ffffff, #0d1117); --panel: light-dark(#f6f8fa, #161b22);
  --line: light-dark(#d1d9e0, #3d444d); --text: light-dark(#1f2328, #e6edf3);
  --quiet: light-dark(#59636e, #9da7b1); --link: light-dark(#0550ae, #79c0ff);
  --red: light-dark(#b3212d, #ff8f87); --red-panel: light-dark(#ffebe9, #3c1618);
  --green: light-dark(#116329, #56d364); --green-panel: light-dark(#dafbe1, #0f2d18);
  --amber: light-dark(#7d4e00, #e3b341); --amber-panel: light-dark(#fff8c5, #2f2406);
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; background: var(--page); color: var(--text); font: 0.9375rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible, label:has(:focus-visible) { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 0.8125rem; }
pre { margin: 0.75rem 0; padding: 0.75rem; border-radius: 6px; background: var(--panel); white-space: pre-wrap; }
header { padding: 1.25rem 1.5rem; border: 1px solid var(--line); border-inline-start: 6px solid var(--verdict); border-radius: 8px; }
.red { --verdict: var(--red); }
.green { --verdict: var(--green); }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; }
h1 .sign { display: inline-block; width: 1.4em; border-radius: 50%; background: var(--verdict); color: var(--page); font-size: 0.8em; line-height: 1.4; text-align: center; }
h2 { margin: 2rem 0 0.75rem; font-size: 1.125rem; }
.about, legend, [for="text"], #count, thead, .case small, figcaption { color: var(--quiet); font-size: 0.8125rem; font-weight: 400; }
.counts { margin: 0.25rem 0 0; font-size: 1.0625rem; }
.about { display: flex; flex-wrap: wrap; gap: 0.125rem 1.25rem; margin: 0.75rem 0 0; padding: 0; list-style: none; }
#controls:not([hidden]) { display: flex; flex-wrap: wrap; gap: 0.75rem 1.5rem; align-items: end; }
#controls p { flex: 1 1 18rem; margin: 0; }
fieldset, legend { min-width: 0; margin: 0; padding: 0; border: 0; }
input, button { background: none; color: inherit; font: inherit; }
.choices { display: flex; flex-wrap: wrap; gap: 0.25rem; }
#text, .choices label, #more { padding: 0.375rem 0.75rem; border: 1px solid var(--quiet); border-radius: 6px; }
#text { width: 100%; }
.choices label, #more { background: var(--panel); cursor: pointer; }
.choices label:hover, #more:hover { border-color: var(--text); }
.choices label:has(:checked) { border-color: var(--text); background: var(--text); color: var(--page); }
.choices input { position: absolute; opacity: 0; }
#count { margin: 0.75rem 0 0.5rem; }
table { width: 100%; border-spacing: 0; border-bottom: 1px solid var(--line); table-layout: fixed; }
th, td { padding: 0.5rem 0.75rem; text-align: start; vertical-align: top; }
th { font-weight: inherit; }
thead th { padding-block: 0.25rem; vertical-align: bottom; }
thead th:nth-child(1) { width: 9.5rem; }
thead th:nth-child(3) { width: 6.5rem; }
thead th:nth-child(4) { width: 7.5rem; }
thead button { padding: 0.25rem 0; border: 0; cursor: pointer; }
thead button:hover, [aria-sort] button { color: var(--text); }
thead button::after { content: "↕"; content: "↕" / ""; padding-inline-start: 0.25rem; }
[aria-sort="ascending"] button::after { content: "↑"; content: "↑" / ""; }
[aria-sort="descending"] button::after { content: "↓"; content: "↓" / ""; }
.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
.case > tr:first-child > * { border-top: 1px solid var(--line); }
.case:focus { outline: none; }
.scripted .later { display: none; }
.case:not([data-outcome="passed"]) .name, .outcome { font-weight: 600; }
.case small { display: block; }
.case small * { color: inherit; }
.case td[colspan] { padding-top: 0; padding-inline-start: 10.25rem; }
.outcome { padding: 0.125rem 0.5rem; border-radius: 1rem; font-size: 0.8125rem; white-space: nowrap; color: var(--red); background: var(--red-panel); }
.outcome.passed { color: var(--green); background: var(--green-panel); }
.outcome.flaky, .outcome.unfinished, .outcome.not-run { color: var(--amber); background: var(--amber-panel); }
summary { cursor: pointer; }
.first-line::before { content: "— "; }
details[open] > summary .first-line { display: none; }
details details { margin-top: 0.5rem; }
.attempt { margin: 0.5rem 0 0.75rem; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.125rem 1rem; margin: 0; }
dt, .first-line { color: var(--quiet); }
dd { margin: 0; }
header details { margin-top: 0.5rem; font-size: 0.8125rem; }
.message { border-inline-start: 3px solid var(--red); }
.warning { border-color: var(--amber); }
.steps { margin: 0.5rem 0; padding-inline-start: 2.5rem; }
.steps li { padding: 0.0625rem 0; }
.steps li:not([value]) { list-style: none; }
.steps i { font-style: normal; color: var(--green); }
.steps .failed i, .steps .failed b { color: var(--red); }
.steps .ignored i, .steps .ignored b { color: var(--amber); }
.steps small { display: inline; color: var(--quiet); font-size: 0.8125rem; }
.excerpt .line { display: inline-block; min-width: 2.5em; padding-inline-end: 1em; color: var(--quiet); text-align: end; user-select: none; }
.excerpt .around { color: var(--quiet); }
mark { border-radius: 3px; background: var(--amber-panel); color: var(--amber); font-weight: 600; }
.group th { padding-top: 1.5rem; font-weight: 600; }
.left-out { padding: 0.5rem 0.75rem; border-inline-start: 3px solid var(--amber); }
#controls .keys { flex-basis: 100%; color: var(--quiet); font-size: 0.8125rem; }
kbd { padding: 0 0.3em; border: 1px solid var(--quiet); border-radius: 3px; font: inherit; }
.case:focus-within .name { text-decoration: underline; text-underline-offset: 0.2em; }
.picture { display: block; width: fit-content; max-width: 100%; overflow: auto; cursor: zoom-in; }
.picture input { position: absolute; opacity: 0; }
.picture:has(:checked) { cursor: zoom-out; }
.steps .picture { margin: 0.25rem 0 0.5rem; }
.console pre { max-height: 20rem; overflow: auto; }
figure { margin: 0.75rem 0; }
.picture img { display: block; max-width: 100%; max-height: 32rem; border: 1px solid var(--line); border-radius: 6px; background: #ffffff; }
.steps .picture img { width: 160px; }
.picture:has(:checked) img { width: auto; max-width: none; max-height: none; }
@media (max-width: 40rem) {
  body { padding: 0.75rem; }
  header { padding: 1rem; }
  h1 { font-size: 1.25rem; }
  th, td, .case td[colspan] { padding-inline: 0.375rem; }
  .attempts { padding: 0; overflow: hidden; visibility: hidden; }
  thead th:nth-child(3) { width: 0; }
  thead th:nth-child(1) { width: 2.75rem; }
  .label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  thead th:nth-child(4) { width: 5rem; }
  dl { grid-template-columns: minmax(0, 1fr); }
}
@media print {
  #controls, #more { display: none !important; }
  .attempt, figure, .steps li { break-inside: avoid; }
}
`;

const policy = [
  "default-src 'none'",
  `script-src '${hashOf(pageScript)}'`,
  `style-src '${hashOf(pageStyle)}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function header(run: RunResults): Html {
  const { status, green, reason, warnings = [] } = run;
  const figures = joinFilled([formatCounts(run), formatDuration(run.durationMs)], ' · ');
  return html`<header class="${green ? 'green' : 'red'}">
<h1><span class="sign" aria-hidden="true">${green ? '✓' : '✗'}</span> ${statusTexts[status].sentence}</h1>
<p class="counts">${figures}</p>
${needsReason(run) && html`<pre class="reason" dir="auto">${reason}</pre>`}
${warnings.map((warning) => html`<pre class="reason" dir="auto">⚠️ ${warning}</pre>`)}
<ul class="about">
${aboutRun(run)}</ul>
${proofOf(run)}</header>`;
}

function aboutRun(run: RunResults): Html[] {
  const { title, context, url, browsers = [], startedAt, workflowRunUrl, reportUrl } = run;
  const lines = [
    title.trim(),
    context.sha && html`Commit <code>${context.sha.slice(0, 7)}</code>`,
    url && html`Tested at ${webLink(url, html`<code>${url}</code>`)}`,
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
${leftOut && html`<p class="left-out">To stay within 10 MB, this page leaves out ${leftOut}. The file results.json has more.</p>`}
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
