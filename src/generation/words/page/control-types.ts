import type { PageElement } from '../../../runner/live-page.ts';

export function hasRole(
  { role, field, tag, itemSelectors }: Pick<PageElement, 'role' | 'field' | 'tag' | 'itemSelectors'>,
  wanted: string,
): boolean {
  if (itemSelectors !== undefined) return /^(?:row|listitem|article)$/.test(wanted);
  if (wanted === 'field') return field !== undefined && !/^(?:checkbox|radio|switch)$/.test(role);
  if (wanted === 'text') return role === '' || role === 'paragraph';
  return role === wanted || (wanted === 'button' && tag === 'summary');
}

export function isField({ field, role }: PageElement): boolean {
  return (
    field !== undefined && !/^(?:checkbox|radio|switch|menuitem\w*)$/.test(role) && field.type !== 'file'
  );
}

/** A field that takes any text: a list takes only its options. */
export function isTextField(element: PageElement): boolean {
  return isField(element) && element.tag !== 'select' && !isCustomList(element);
}

/** A list that is no `select`: a click opens it, and its options are elements of the page then. */
export function isCustomList({ role, tag }: PageElement): boolean {
  return role === 'combobox' && !/^(?:select|input|textarea)$/.test(tag);
}

/** A box, a switch, a radio button or a toggle button. */
export function isCheckable({ role, isPressed }: PageElement): boolean {
  return isPressed !== undefined || /^(?:checkbox|switch|menuitemcheckbox|radio|menuitemradio)$/.test(role);
}

export function isControl(element: PageElement): boolean {
  const { role, tag } = element;
  return (
    /^(?:button|link|tab|menuitem\w*|option|treeitem|checkbox|radio|switch)$/.test(role) ||
    /^(?:button|summary|a)$/.test(tag) ||
    hasRole(element, 'field')
  );
}

/** What a click is for: fields are clicked only if nothing else has the name. */
export function isButtonLike(element: PageElement): boolean {
  return isControl(element) && !isField(element);
}
