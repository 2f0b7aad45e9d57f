import { dialogsAndPages } from './dialogs-and-pages.ts';
import { expectationRows } from './expectations.ts';
import { inputActions } from './input-actions.ts';
import { pageActions } from './page-actions.ts';
import { pointerActions } from './pointer-actions.ts';
import type { Row } from './row.ts';
import { selectorRows } from './selectors.ts';
import { waitRows } from './waits.ts';

export const rows: readonly Row[] = [
  ...pointerActions,
  ...inputActions,
  ...pageActions,
  ...dialogsAndPages,
  ...waitRows,
  ...expectationRows,
  ...selectorRows,
];
