import { escapeHtml, showLines } from '../../common/text.ts';
import { webUrlOf } from '../../contract/exchange/address.ts';

/** Finished HTML: the template `html` inserts it unchanged. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Nothing is inserted for false, null and undefined. */
type Part = string | number | Html | readonly Part[] | false | null | undefined;

/**
 * A template for HTML. Inserted strings and numbers are escaped and their invisible characters shown, so text from
 * tests or pages cannot become markup. Attributes must be quoted.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = strings[0] ?? '';
  for (const [index, part] of parts.entries()) text += write(part) + (strings[index + 1] ?? '');
  return new Html(text);
}

function write(part: Part): string {
  if (part == null || part === false) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(write).join('') : escapeHtml(showLines(String(part)));
}

/** A link to another site. If the URL is not http or https, only the content is shown. */
export function webLink(url: string, content: Html): Html {
  const href = webUrlOf(url);
  return href === undefined ? content : html`<a href="${href}" rel="noreferrer">${content}</a>`;
}

export function code(text: string): Html {
  return html`<code>${text}</code>`;
}

export function disclosure(title: Part, content: Part, open: boolean): Html {
  const start = open ? html`<details open>` : html`<details>`;
  return html`${start}<summary>${title}</summary>${content}</details>`;
}
