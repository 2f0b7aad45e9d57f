import { isAbsolute } from 'node:path';
import { shellWord } from '../../common/text.ts';
import { attemptsOf } from '../../results/cases.ts';
import type { CaseResult, EvidenceFile } from '../../results/run-results.ts';
import { code, type Html, html, webLink } from './html.ts';

/** Pictures as `data:` URLs, by their path in the results. */
export type Pictures = ReadonlyMap<string, string>;

/** How the evidence of attempts is shown. */
export interface EvidenceOptions {
  readonly pictures: Pictures;
  /** Whether files next to the page are linked: a page that is uploaded by itself has none. */
  readonly files: 'linked' | 'omitted';
}

/** The screenshots of a test case, and the pictures of its steps. */
export function picturesOf(result: CaseResult): EvidenceFile[] {
  return [result, ...result.earlierAttempts]
    .flatMap(({ screenshot, steps = [] }) => [screenshot, ...steps.map((step) => step.picture)])
    .filter((file) => file !== undefined);
}

export function hasEvidence(result: CaseResult): boolean {
  return picturesOf(result).length > 0 || attemptsOf(result).some(({ trace }) => trace !== undefined);
}

/** A picture that a click shows at its full size; undefined if it is not embedded. */
export function picture(file: EvidenceFile, alt: string, pictures: Pictures): Html | undefined {
  const source = 'path' in file ? pictures.get(file.path) : undefined;
  return source === undefined
    ? undefined
    : html`<label class="picture"><input type="checkbox" aria-label="Full size: ${alt}"><img src="${source}" alt="${alt}" loading="lazy" decoding="async"></label>`;
}

export function screenshotFigure(
  file: EvidenceFile,
  name: string,
  options: EvidenceOptions,
): Html | undefined {
  const embedded = picture(file, `The page when “${name}” failed`, options.pictures);
  if (embedded === undefined && isOmitted(file, options)) return undefined;
  const caption = embedded === undefined ? html`Screenshot: ${fileLink(file)} (not embedded)` : 'Screenshot';
  return html`<figure>${embedded}<figcaption>${caption}</figcaption></figure>\n`;
}

export function traceParagraph(file: EvidenceFile, options: EvidenceOptions): Html | undefined {
  if (isOmitted(file, options)) return undefined;
  const viewer = webLink('https://trace.playwright.dev', html`trace.playwright.dev`);
  if ('url' in file) return html`<p>Trace: ${fileLink(file)}. You can also open it on ${viewer}.</p>\n`;
  return html`<p>Trace: ${fileLink(file)}. To view it, drop it on ${viewer}, or run this in its folder:</p>
<pre class="command">npx playwright show-trace ${shellWord(file.path)}</pre>\n`;
}

function isOmitted(file: EvidenceFile, { files }: EvidenceOptions): boolean {
  return files === 'omitted' && 'path' in file;
}

/** A link to a URL, or to a file in the folder of the page. The path of any other file is shown as text. */
function fileLink(file: EvidenceFile): Html {
  if ('url' in file) return webLink(file.url, code(file.url));
  if (!isInFolder(file.path)) return code(file.path);
  const address = file.path.split('/').map((part) => encodeURIComponent(part.toWellFormed()));
  return html`<a href="./${address.join('/')}">${file.path}</a>`;
}

/** True for a relative path that does not leave its folder. */
export function isInFolder(path: string): boolean {
  return path !== '' && !isAbsolute(path) && !path.split('/').includes('..');
}
