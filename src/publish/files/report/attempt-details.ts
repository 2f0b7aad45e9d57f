import { cut } from '../../markdown/markdown.ts';
import { placeUrl, placeWords, type RunLinks } from '../../markdown/place-link.ts';
import type { AttemptResult, EvidenceFile, Place } from '../../verdict.ts';
import { isBeside } from '../evidence-beside.ts';
import { type Html, html, nothing } from './html.ts';
import type { Pictures } from './pictures.ts';

/** What the details of an attempt are written with. */
export interface DetailStyle {
  readonly links: RunLinks;
  readonly pictures: Pictures;
  readonly maxMessageCharacters: number;
}

/** All that is known of an attempt but its step: its place, page, message, console, pictures, trace. */
export function attemptDetails(attempt: AttemptResult, caseName: string, style: DetailStyle): Html {
  const {
    failedStep,
    pageUrl,
    errorMessage,
    missingEvidence,
    consoleErrors,
    teardownFailures = [],
  } = attempt;
  const facts = [
    ...(failedStep?.place === undefined ? [] : [fact('Place', placeInHtml(failedStep.place, style.links))]),
    ...(failedStep?.locator === undefined ? [] : [fact('Locator', html`<code>${failedStep.locator}</code>`)]),
    ...(pageUrl === undefined ? [] : [fact('Page', html`<code>${pageUrl}</code>`)]),
    ...(missingEvidence.length === 0 ? [] : [fact('Not there', html`${missingEvidence.join('; ')}`)]),
  ];
  return html`<div class="attempt">
${facts.length === 0 ? nothing : html`<dl>${facts}</dl>`}
${errorMessage === null ? nothing : messageInHtml(errorMessage, style)}
${teardownFailures.map((failure) => messageInHtml(failure, style))}
${consoleErrors.length === 0 ? nothing : consoleInHtml(consoleErrors)}
${attempt.screenshot === undefined ? nothing : screenshotInHtml(attempt.screenshot, caseName, style.pictures)}
${attempt.trace === undefined ? nothing : traceInHtml(attempt.trace)}
</div>`;
}

/** A place, as a link where the run's commit can be looked at. */
export function placeInHtml(place: Place, links: RunLinks): Html {
  const url = placeUrl(place, links);
  return url === undefined
    ? html`<code>${placeWords(place)}</code>`
    : webLink(url, html`<code>${placeWords(place)}</code>`);
}

/** A link to a page elsewhere; words alone where the address is no http or https address. */
export function webLink(url: string, words: Html): Html {
  const { protocol, href } = URL.parse(url) ?? {};
  if (href === undefined || (protocol !== 'http:' && protocol !== 'https:')) return words;
  return html`<a href="${href}" rel="noreferrer">${words}</a>`;
}

function fact(name: string, value: Html): Html {
  return html`<dt>${name}</dt><dd>${value}</dd>\n`;
}

function messageInHtml(message: string, { maxMessageCharacters }: DetailStyle): Html {
  return html`<pre class="message" dir="auto">${cut(message, maxMessageCharacters)}</pre>`;
}

function consoleInHtml(errors: readonly string[]): Html {
  const title = errors.length === 1 ? '1 console error' : `${errors.length} console errors`;
  return html`<details class="console"><summary>${title}</summary><pre>${errors.join('\n')}</pre></details>`;
}

function screenshotInHtml(file: EvidenceFile, name: string, pictures: Pictures): Html {
  const inline = 'path' in file ? pictures.get(file.path) : undefined;
  const picture =
    inline === undefined
      ? nothing
      : html`<img src="${inline}" alt="The page when “${name}” failed" loading="lazy" decoding="async">`;
  return html`<figure>${picture}<figcaption>Screenshot: ${fileLink(file)}</figcaption></figure>`;
}

function traceInHtml(file: EvidenceFile): Html {
  const open = webLink('https://trace.playwright.dev', html`trace.playwright.dev`);
  if ('url' in file) return html`<p>Trace: ${fileLink(file)}. ${open} opens it, too.</p>`;
  return html`<p>Trace: ${fileLink(file)}. To open it, drop it on ${open}, or run in its folder:</p>
<pre class="command">npx playwright show-trace ${shellWord(file.path)}</pre>`;
}

/** A file beside the report, or an address; a file elsewhere can only be named. */
function fileLink(file: EvidenceFile): Html {
  if ('url' in file) return webLink(file.url, html`<code>${file.url}</code>`);
  if (!isBeside(file.path)) return html`<code>${file.path}</code>`;
  const address = file.path.split('/').map((part) => encodeURIComponent(part.toWellFormed()));
  return html`<a href="./${address.join('/')}">${file.path}</a>`;
}

/** A word that a shell takes as it stands. */
function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
