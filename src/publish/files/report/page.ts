import { createHash } from 'node:crypto';
import { countsInWords, headlineWords, saysMore, statusSign, statusWords } from '../../markdown/sections.ts';
import { type CaseResult, countResults, type PublishedRun, type Verdict } from '../../verdict.ts';
import { formatDuration } from '../../words/duration.ts';
import { webLink } from './attempt-details.ts';
import { caseRows } from './case-rows.ts';
import { enhance } from './enhance.ts';
import { Html, html, nothing } from './html.ts';
import { inOrder, type Standing, standingOf, standings, standingWords } from './order.ts';
import type { Pictures } from './pictures.ts';
import { style } from './style.ts';

/** So many cases are shown at a time, where scripts may run. */
const pageSize = 200;
/** So many cases are unfolded: those that who opens the page looks for. */
const mostOpen = 10;
/** A page with more problems than these has shorter messages; the results file has them whole. */
const manyProblems = 500;

/**
 * The results as one page that needs nothing else: no server, no network, no script. From tests and pages there is only
 * text in it, and what could slip through could do nothing: no script but its own runs, and nothing is loaded.
 * @param run without secrets, with its evidence beside the page.
 * @param pictures those that are in the page itself.
 */
export function reportHtml(run: PublishedRun, pictures: Pictures): string {
  const script = `(${enhance.toString()})()`;
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${headlineWords(run)}</title>
<style>${new Html(style)}</style>
<script>${new Html(script)}</script>
</head>
<body>
${header(run)}
<main>
${run.verdict.results.length === 0 ? html`<p>There are no results.</p>` : cases(run, pictures)}
</main>
</body>
</html>
`;
  return page.text;
}

function header(run: PublishedRun): Html {
  const { verdict } = run;
  const counts = [countsInWords(countResults(verdict.results)), formatDuration(run.durationMs)];
  return html`<header class="${verdict.green ? 'green' : 'red'}">
<h1><span class="sign" aria-hidden="true">${verdict.green ? '✓' : '✗'}</span> ${words(verdict)}</h1>
<p class="counts">${counts.filter((part) => part !== '').join(' · ')}</p>
${saysMore(verdict) ? html`<pre class="reason" dir="auto">${verdict.reason}</pre>` : nothing}
<ul class="about">
${about(run).map((line) => html`<li>${line}</li>\n`)}</ul>
</header>`;
}

/** The verdict in words: its sign is a picture, which not every machine has. */
function words({ status }: Verdict): string {
  return statusWords(status, []).slice(statusSign(status).length).trim();
}

/** What the run was, and where more of it is. */
function about(run: PublishedRun): Html[] {
  const { sha, url, workflowRunUrl, startedAt, title, verdict } = run;
  return [
    title.trim() === '' ? nothing : html`${title}`,
    sha === undefined ? nothing : html`Commit <code>${sha.slice(0, 7)}</code>`,
    url === undefined ? nothing : html`Tested at ${webLink(url, html`<code>${url}</code>`)}`,
    startedAt === undefined
      ? nothing
      : html`Began <time datetime="${startedAt}">${clockTime(startedAt)}</time>`,
    workflowRunUrl === undefined ? nothing : webLink(workflowRunUrl, html`Workflow run`),
    verdict.reportUrl === undefined ? nothing : webLink(verdict.reportUrl, html`Test report`),
  ].filter(({ text }) => text !== '');
}

function clockTime(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}

function cases(run: PublishedRun, pictures: Pictures): Html {
  const results = inOrder(run.verdict.results);
  const problems = results.filter(({ status }) => status !== 'passed').length;
  const style = { links: run, pictures, maxMessageCharacters: problems > manyProblems ? 1_000 : 10_000 };
  const rows = results.map((result, index) =>
    caseRows(result, {
      ...style,
      open: result.status !== 'passed' && index < mostOpen,
      later: index >= pageSize,
    }),
  );
  return html`<h2 id="cases">Test cases</h2>
${controls(results)}
<p id="count" role="status">${results.length} test ${results.length === 1 ? 'case' : 'cases'}</p>
<table aria-labelledby="cases" data-page-size="${pageSize}">
<thead><tr><th scope="col" data-key="rank"><span class="words">Result</span></th><th scope="col" data-key="name">Test case</th><th scope="col" class="number attempts" data-key="attempts">Attempts</th><th scope="col" class="number" data-key="ms">Duration</th></tr></thead>
${rows}</table>
<p><button type="button" id="more" hidden></button></p>`;
}

/** What chooses cases; it does nothing without scripts, and is not shown then. */
function controls(results: readonly CaseResult[]): Html {
  const counts = Map.groupBy(results, standingOf);
  const there = standings.filter((standing) => counts.has(standing));
  return html`<div id="controls" role="search" hidden>
<p><label for="text">Filter by name, place, step or message</label>
<input type="search" id="text" autocomplete="off" spellcheck="false"></p>
<fieldset><legend>Result</legend>
<div class="choices">${choice('', 'All', results.length)}
${there.map((standing) => choice(standing, standingWords[standing], counts.get(standing)?.length ?? 0))}</div>
</fieldset>
</div>`;
}

function choice(standing: Standing | '', words: string, count: number): Html {
  const id = `only-${standing}`;
  const checked = standing === '' ? new Html(' checked') : nothing;
  return html`<span class="choice"><input type="radio" name="standing" id="${id}" value="${standing}"${checked}><label for="${id}">${words} <b>${count}</b></label></span>`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
