/**
 * The script of the page: it filters and sorts the test cases and shows one page of them at a time. The functions below
 * run in the browser as their source text, so they may only use each other.
 */
const functions = [enhance, setUp, findElements, update, matchingRows, addSorting, ordersOf, showMore];

export const pageScript = `(() => {
${functions.map(String).join('\n')}
${enhance.name}();
})()`;

type View = NonNullable<ReturnType<typeof findElements>>;
type Row = View['rows'][number];
type Order = (a: Row, b: Row) => number;

function enhance(): void {
  // Before the table is laid out, so that hidden rows never appear.
  document.documentElement.classList.add('scripted');
  document.addEventListener('DOMContentLoaded', setUp);
}

function setUp(): void {
  const view = findElements();
  if (view === undefined) return;
  const { table, controls, field, more, rows, pageSize } = view;
  const orders = ordersOf();
  for (const head of table.querySelectorAll<HTMLElement>('thead th')) {
    const order = orders[head.dataset.key ?? ''];
    if (order !== undefined) addSorting(view, head, order);
  }
  const refilter = () => {
    view.limit = pageSize;
    update(view);
  };
  field.addEventListener('input', refilter);
  controls.addEventListener('change', refilter);
  more.addEventListener('click', () => showMore(view));
  // A printed page has no button for more.
  for (const [event, printing] of Object.entries({ beforeprint: true, afterprint: false })) {
    addEventListener(event, () => {
      view.printing = printing;
      update(view);
    });
  }
  for (const { element } of rows) element.classList.remove('later');
  controls.hidden = false;
  update(view);
}

/** The elements that the script changes, and its state. */
function findElements() {
  const table = document.querySelector('table');
  const controls = document.getElementById('controls');
  const count = document.getElementById('count');
  const more = document.getElementById('more');
  const field = document.querySelector<HTMLInputElement>('#text');
  if (!table || !controls || !count || !more || !field) return undefined;
  const rows = [...table.tBodies].map((element) => ({
    element,
    name: element.querySelector('.name')?.textContent ?? '',
    /** The text to search, in lower case; empty until it is first needed. */
    text: '',
  }));
  const pageSize = Number(table.dataset.pageSize);
  const state = { sorted: rows, shown: new Set(rows), limit: pageSize, printing: false };
  return { table, controls, count, more, field, rows, pageSize, ...state };
}

/** Shows the rows that match the filter, up to the limit. */
function update(view: View): void {
  const { table, count, more, rows } = view;
  const matching = matchingRows(view);
  const next = new Set(view.printing ? matching : matching.slice(0, view.limit));
  // Rows that are not shown are removed from the document: with thousands of them, each change would take seconds.
  for (const { element } of view.shown) element.remove();
  table.append(...[...next].map(({ element }) => element));
  view.shown = next;
  const hidden = matching.length - next.size;
  const number = (value: number) => value.toLocaleString('en');
  const noun = matching.length === rows.length && rows.length === 1 ? 'test case' : 'test cases';
  const total = matching.length === rows.length ? '' : ` of ${number(rows.length)}`;
  const limited = hidden > 0 ? `, showing the first ${number(next.size)}` : '';
  count.textContent = `${number(matching.length)}${total} ${noun}${limited}`;
  more.hidden = hidden === 0;
  more.textContent = `Show ${number(Math.min(hidden, view.pageSize))} more of ${number(hidden)}`;
}

/** The rows that have the chosen outcome and contain all words of the filter. */
function matchingRows({ field, controls, sorted }: View): Row[] {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const outcome = controls.querySelector<HTMLInputElement>('input:checked')?.value ?? '';
  return sorted.filter((row) => {
    if (outcome !== '' && row.element.dataset.outcome !== outcome) return false;
    if (words.length > 0) row.text ||= (row.element.textContent ?? '').toLowerCase();
    return words.every((word) => row.text.includes(word));
  });
}

/** Makes a column heading a button that sorts, first ascending, then descending. */
function addSorting(view: View, head: HTMLElement, order: Order): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.append(...head.childNodes);
  button.addEventListener('click', () => {
    const descending = head.ariaSort === 'ascending';
    for (const each of view.table.querySelectorAll<HTMLElement>('thead th')) each.ariaSort = null;
    head.ariaSort = descending ? 'descending' : 'ascending';
    view.sorted = view.rows.toSorted((a, b) => (descending ? order(b, a) : order(a, b)));
    view.limit = view.pageSize;
    update(view);
  });
  head.append(button);
}

/** How rows are compared, by the `data-key` of the column. */
function ordersOf(): Partial<Record<string, Order>> {
  const { compare } = new Intl.Collator('en', { numeric: true });
  const byNumber =
    (key: string): Order =>
    (a, b) =>
      Number(a.element.dataset[key]) - Number(b.element.dataset[key]);
  return {
    name: (a, b) => compare(a.name, b.name),
    rank: byNumber('rank'),
    attempts: byNumber('attempts'),
    ms: byNumber('ms'),
  };
}

/** Shows another page of rows, and moves the focus to the first new one. */
function showMore(view: View): void {
  const before = view.shown;
  view.limit += view.pageSize;
  update(view);
  const next = view.sorted.find((row) => view.shown.has(row) && !before.has(row))?.element;
  if (next === undefined) return;
  next.tabIndex = -1;
  next.focus({ preventScroll: true });
}
