import { showInvisible } from '../../common/text.ts';

/** Finished HTML: the template `html` inserts it unchanged. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export const nothing = new Html('');

/**
 * A template for HTML. Inserted strings and numbers are escaped and their invisible characters shown, so text from
 * tests or pages cannot become markup. Attributes must be quoted.
 */
export function html(
  strings: TemplateStringsArray,
  ...parts: readonly (string | number | Html | readonly Html[])[]
): Html {
  const written = parts.map((part) => {
    if (part instanceof Html) return part.text;
    return typeof part === 'object' ? part.map(({ text }) => text).join('') : escapeHtml(String(part));
  });
  return new Html(String.raw({ raw: strings }, ...written));
}

function escapeHtml(text: string): string {
  return showInvisible(text.replace(/\r\n?/g, '\n'))
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}

/** A link to another site. If the URL is not http or https, only the content is shown. */
export function webLink(url: string, content: Html): Html {
  const { protocol, href } = URL.parse(url) ?? {};
  if (href === undefined || (protocol !== 'http:' && protocol !== 'https:')) return content;
  return html`<a href="${href}" rel="noreferrer">${content}</a>`;
}
