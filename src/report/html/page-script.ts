/**
 * The script of the page: it filters and sorts the test cases and shows one page of them at a time. The functions below
 * run in the browser as their source text, so they may only use each other.
 */
const functions = [enhance, setUp, find, update, matchingRows, addSorting, showMore];

export const pageScript = `(() => {
${functions.map(String).join('\n')}
${enhance.name}();
})()`;

/** The elements that the script changes, and its state. */
interface View {
  readonly table: HTMLTableElement;
  readonly controls: HTMLElement;
  readonly field: HTMLInputElement;
  readonly count: HTMLElement;
  readonly more: HTMLElement;
  readonly rows: readonly HTMLElement[];
  readonly pageSize: number;
  sorted: readonly HTMLElement[];
  shown: ReadonlySet<HTMLElement>;
  limit: number;
}

function enhance(): void {
  // Before the table is laid out, so that hidden rows never appear.
  document.documentElement.classList.add('scripted');
  document.addEventListener('DOMContentLoaded', setUp);
}

function setUp(): void {
  const table = find<HTMLTableElement>('table');
  const [controls, count, more] = [find('#controls'), find('#count'), find('#more')];
  const field = find<HTMLInputElement>('#text');
  const rows = [...table.tBodies];
  const pageSize = Number(table.dataset.pageSize);
  const state = { sorted: rows, shown: new Set(rows), limit: pageSize };
  const view: View = { table, controls, field, count, more, rows, pageSize, ...state };
  for (const head of table.querySelectorAll<HTMLElement>('thead th')) addSorting(view, head);
  controls.addEventListener('input', () => {
    view.limit = pageSize;
    update(view);
  });
  more.addEventListener('click', () => showMore(view));
  // A printed page has no button for more.
  addEventListener('beforeprint', () => update(view, Number.POSITIVE_INFINITY));
  addEventListener('afterprint', () => update(view));
  for (const row of rows) row.classList.remove('later');
  controls.hidden = false;
  update(view);
}

function find<E extends HTMLElement = HTMLElement>(selector: string): E {
  const element = document.querySelector<E>(selector);
  if (element === null) throw new Error(`The page has no ${selector}`);
  return element;
}

/** Shows the rows that match the filter, up to the limit. */
function update(view: View, limit = view.limit): void {
  const { table, count, more, rows } = view;
  const matching = matchingRows(view);
  const next = new Set(matching.slice(0, limit));
  // Rows that are not shown are removed from the document: with thousands of them, each change would take seconds.
  for (const row of view.shown) row.remove();
  table.append(...next);
  view.shown = next;
  const hidden = matching.length - next.size;
  const number = (value: number) => value.toLocaleString('en');
  const total = matching.length === rows.length ? '' : ` of ${number(rows.length)}`;
  const noun = rows.length === 1 ? 'test case' : 'test cases';
  const limited = hidden > 0 ? `, showing the first ${number(next.size)}` : '';
  count.textContent = `${number(matching.length)}${total} ${noun}${limited}`;
  more.hidden = hidden === 0;
  more.textContent = `Show ${number(Math.min(hidden, view.pageSize))} more of ${number(hidden)}`;
}

/** The rows that have the chosen outcome and contain all words of the filter. */
function matchingRows({ field, controls, sorted }: View): HTMLElement[] {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const outcome = controls.querySelector<HTMLInputElement>('input:checked')?.value ?? '';
  return sorted.filter((row) => {
    if (outcome !== '' && row.dataset.outcome !== outcome) return false;
    const text = words.length === 0 ? '' : (row.textContent ?? '').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Makes a column heading a button that sorts by the attribute `data-` and its key, first ascending, then descending. */
function addSorting(view: View, head: HTMLElement): void {
  const { compare } = new Intl.Collator('en', { numeric: true });
  const sortKey = (row: HTMLElement) => row.dataset[head.dataset.key ?? ''] ?? '';
  const button = document.createElement('button');
  button.type = 'button';
  button.append(...head.childNodes);
  button.addEventListener('click', () => {
    const sign = head.ariaSort === 'ascending' ? -1 : 1;
    for (const each of view.table.querySelectorAll<HTMLElement>('thead th')) each.ariaSort = null;
    head.ariaSort = sign < 0 ? 'descending' : 'ascending';
    view.sorted = view.rows.toSorted((a, b) => sign * compare(sortKey(a), sortKey(b)));
    view.limit = view.pageSize;
    update(view);
  });
  head.append(button);
}

/** Shows another page of rows, and moves the focus to the first new one. */
function showMore(view: View): void {
  const before = view.shown;
  view.limit += view.pageSize;
  update(view);
  const next = view.sorted.find((row) => view.shown.has(row) && !before.has(row));
  if (next === undefined) return;
  next.tabIndex = -1;
  next.focus({ preventScroll: true });
}
