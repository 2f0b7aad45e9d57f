import { showInvisible } from '../../markdown/markdown.ts';

/** HTML that is finished: it goes into other HTML as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[];

/**
 * Writes HTML. Whatever is put in is text, with its invisible characters shown, unless it is finished HTML: so nothing
 * from tests or pages can become markup. Attributes need their quotes.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(
    strings.reduce((all, string, index) => `${all}${written(parts[index - 1] ?? '')}${string}`),
  );
}

/** Nothing, where there is nothing to show. */
export const nothing = new Html('');

function written(part: Part): string {
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(({ text }) => text).join('') : escaped(String(part));
}

function escaped(text: string): string {
  return showInvisible(text.replace(/\r\n?/g, '\n'))
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}
