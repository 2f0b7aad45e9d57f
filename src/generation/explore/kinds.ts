import type { PageElement, PageView } from '../../runner/live-page.ts';
import type { Form } from './forms.ts';
import { isInFrame, itemOf, listKey, partsOf, urlPattern, withoutNumbers } from './page-state.ts';
import type { State } from './transition.ts';

/** Controls of the same kind do the same: those with one name on pages of one folder, and those of the items of a list. */
export function kindOf(view: PageView, element: PageElement): string {
  const item = itemOf(view, element);
  const scope = isInFrame(element) ? '' : folderOf(view.url);
  const name = withoutNumbers(element.name);
  if (item === undefined) return `use|${scope}|${element.role}|${name}`;
  const position = partsOf(view, item)
    .filter(({ role }) => role === element.role)
    .indexOf(element);
  return `use|${scope}|${listKey(item)}|${element.role}|${position}`;
}

/** Forms of the same kind have the same fields on pages of one folder, or are in items of one list. */
export function kindOfForm(view: PageView, { fields, submit }: Form): string {
  const [first] = fields;
  const item = first === undefined ? undefined : itemOf(view, first);
  const scope = fields.every(isInFrame) ? '' : folderOf(view.url);
  const name = item === undefined ? `${fields.map(({ name }) => name)}|${submit?.name}` : listKey(item);
  return `${scope}|${name}`;
}

/** What pages of one folder have in common that differ in their headings and links only, such as those of two products. */
export function kindOfPage({ key, view }: State): string {
  const [, ...lines] = key.split('\n');
  return [folderOf(view.url), ...lines.filter((line) => !/^(?:heading|link) /.test(line))].join('\n');
}

/** The key of a state without the texts of its headings. */
export function withoutHeadings(key: string): string {
  return key.replace(/^heading .*$/gm, 'heading');
}

/** The pattern of a URL without its last part and its query. */
function folderOf(url: string): string {
  return urlPattern(url)
    .replace(/\?[^#]*/, '')
    .replace(/[^/]*$/, '');
}
