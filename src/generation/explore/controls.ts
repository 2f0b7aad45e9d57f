import type { PageElement } from '../../runner/live-page.ts';

const controlRoles =
  /^(?:button|link|tab|menuitem|checkbox|radio|switch|combobox|textbox|searchbox|spinbutton|slider|listbox)$/;

/** Whether a person can use an element. */
export function isControl({ role, tag, field, href }: PageElement): boolean {
  return field !== undefined || href !== undefined || tag === 'summary' || controlRoles.test(role);
}

export function isFillable(element: PageElement): boolean {
  const { field } = element;
  return (
    field !== undefined && !field.disabled && !/^(?:hidden|file|submit|button|reset|image)$/.test(field.type)
  );
}

export function isText(element: PageElement): boolean {
  return isFillable(element) && !isSelect(element) && !isToggle(element) && element.field?.type !== 'range';
}

export function isSelect({ tag }: PageElement): boolean {
  return tag === 'select';
}

export function isToggle({ field, role }: PageElement): boolean {
  return /^(?:checkbox|radio)$/.test(field?.type ?? '') || /^(?:checkbox|radio|switch)$/.test(role);
}
