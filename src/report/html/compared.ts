import { type Html, html } from './html.ts';

/** The expected and the received value, with the part marked in which they differ. */
export function comparedValues(
  expected: string,
  received: string,
): { readonly expected: Html; readonly received: Html } {
  const start = commonStart(expected, received);
  const end = commonStart(reversed(expected.slice(start)), reversed(received.slice(start)));
  return { expected: marked(expected, start, end), received: marked(received, start, end) };
}

function marked(text: string, start: number, end: number): Html {
  const stop = text.length - end;
  return html`<code>${text.slice(0, start)}<mark>${text.slice(start, stop)}</mark>${text.slice(stop)}</code>`;
}

/** How many characters two texts have in common at their start; never half of a surrogate pair. */
function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return /[\uD800-\uDBFF]/.test(one[length - 1] ?? '') ? length - 1 : length;
}

function reversed(text: string): string {
  return text.split('').reverse().join('');
}
