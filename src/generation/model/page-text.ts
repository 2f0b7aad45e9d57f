import { cut, foldLines } from '../../common/text.ts';
import type { PageElement, PageView } from '../../runner/live-page.ts';
import { isText } from '../explore/find-forms.ts';

const maxLength = 14_000;
const maxText = 120;
const maxOptions = 30;

/** What a page shows, with a reference for each element, such as `e12`. All its texts are JSON strings, so none can pass for another line. */
export function pageText({ url, title, status, elements }: PageView): string {
  const lines = [`url ${quote(url)}`, `title ${quote(title)}`];
  if (status !== undefined && status >= 400) lines.push(`status ${status}`);
  let length = 0;
  let within = '';
  for (const [index, element] of elements.entries()) {
    const place = element.within.join(' > ');
    const line = `${place === within ? '' : `in ${quote(place)}\n`}e${index} ${lineOf(element)}`;
    within = place;
    length += line.length;
    if (length > maxLength) {
      lines.push(`… and ${elements.length - index} more elements`);
      break;
    }
    lines.push(line);
  }
  return lines.join('\n');
}

function lineOf(element: PageElement): string {
  const { role, tag, name, text, field, isDisabled } = element;
  const parts = [role || tag, quote(name || field?.label || text)];
  if (name !== '' && text !== '' && text !== name && field === undefined) parts.push(`text ${quote(text)}`);
  if (field !== undefined) {
    if (isText(element)) parts.push(`value ${quote(field.value)}`);
    if (field.options.length > 0)
      parts.push(`value ${quote(field.value)} options ${field.options.slice(0, maxOptions).map(quote)}`);
    if (field.checked) parts.push('checked');
    if (field.required) parts.push('required');
  }
  if (isDisabled) parts.push('disabled');
  return parts.join(' ');
}

function quote(text: string): string {
  return JSON.stringify(cut(foldLines(text), maxText));
}
