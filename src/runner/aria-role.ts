import type { Page } from 'playwright-core';
import { InvalidStep } from './invalid-step.ts';

type AriaRole = Parameters<Page['getByRole']>[0];

// biome-ignore format: one role a line would fill two screens.
const roles = [
  'alert', 'alertdialog', 'application', 'article', 'banner', 'blockquote', 'button', 'caption', 'cell',
  'checkbox', 'code', 'columnheader', 'combobox', 'complementary', 'contentinfo', 'definition',
  'deletion', 'dialog', 'directory', 'document', 'emphasis', 'feed', 'figure', 'form', 'generic', 'grid',
  'gridcell', 'group', 'heading', 'img', 'insertion', 'link', 'list', 'listbox', 'listitem', 'log',
  'main', 'marquee', 'math', 'meter', 'menu', 'menubar', 'menuitem', 'menuitemcheckbox', 'menuitemradio',
  'navigation', 'none', 'note', 'option', 'paragraph', 'presentation', 'progressbar', 'radio',
  'radiogroup', 'region', 'row', 'rowgroup', 'rowheader', 'scrollbar', 'search', 'searchbox', 'separator',
  'slider', 'spinbutton', 'status', 'strong', 'subscript', 'superscript', 'switch', 'tab', 'table',
  'tablist', 'tabpanel', 'term', 'textbox', 'time', 'timer', 'toolbar', 'tooltip', 'tree', 'treegrid',
  'treeitem',
] as const satisfies readonly AriaRole[];

/** @throws Error if the text is not an ARIA role. */
export function ariaRole(text: string): AriaRole {
  const role = roles.find((each) => each === text.toLowerCase());
  if (role === undefined)
    throw new InvalidStep(`"${text}" is not an ARIA role. Use a role such as button or link.`);
  return role;
}
