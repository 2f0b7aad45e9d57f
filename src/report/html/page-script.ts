/**
 * The script of the page: it filters and sorts the test cases and shows one page of them at a time. The class is set before
 * the table is laid out, so that hidden rows never appear.
 */
export const pageScript = `document.documentElement.classList.add('scripted');
document.addEventListener('DOMContentLoaded', ${enhancePage});`;

/** Runs in the browser as its source text, so it may only use what it declares. */
function enhancePage(): void {
  const table = find<HTMLTableElement>('table');
  const controls = find('#controls');
  const more = find('#more');
  const rows = [...table.tBodies];
  const pageSize = Number(table.dataset.pageSize);
  let sorted = rows;
  let shown = new Set(rows);
  let limit = pageSize;

  for (const head of table.querySelectorAll<HTMLElement>('thead th')) addSorting(head);
  controls.addEventListener('input', restart);
  more.addEventListener('click', showMore);
  // A printed page has no button for more.
  addEventListener('beforeprint', () => update(Number.POSITIVE_INFINITY));
  addEventListener('afterprint', () => update());
  for (const row of rows) row.classList.remove('later');
  controls.hidden = false;
  update();

  function find<E extends HTMLElement = HTMLElement>(selector: string): E {
    const element = document.querySelector<E>(selector);
    if (element === null) throw new Error(`The page has no ${selector}`);
    return element;
  }

  /** Shows the rows that match the filter, up to the limit. */
  function update(max = limit): void {
    const matching = matchingRows();
    const next = new Set(matching.slice(0, max));
    // Rows that are not shown are removed from the document: with thousands of them, each change would take seconds.
    for (const row of shown) row.remove();
    table.append(...next);
    shown = next;
    const hidden = matching.length - shown.size;
    const number = (value: number) => value.toLocaleString('en');
    const total = matching.length === rows.length ? '' : ` of ${number(rows.length)}`;
    const noun = rows.length === 1 ? 'test case' : 'test cases';
    const limited = hidden > 0 ? `, showing the first ${number(shown.size)}` : '';
    find('#count').textContent = `${number(matching.length)}${total} ${noun}${limited}`;
    more.hidden = hidden === 0;
    more.textContent = `Show ${number(Math.min(hidden, pageSize))} more of ${number(hidden)}`;
  }

  /** The rows that have the chosen outcome and contain all words of the filter. */
  function matchingRows(): HTMLTableSectionElement[] {
    const words = find<HTMLInputElement>('#text').value.toLowerCase().split(/\s+/).filter(Boolean);
    const outcome = find<HTMLInputElement>('#controls :checked').value;
    return sorted.filter((row) => {
      if (outcome !== '' && row.dataset.outcome !== outcome) return false;
      const text = words.length === 0 ? '' : (row.textContent ?? '').toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }

  function restart(): void {
    limit = pageSize;
    update();
  }

  /** Makes a column heading a button that sorts by the attribute `data-` and its key, first ascending, then descending. */
  function addSorting(head: HTMLElement): void {
    const { compare } = new Intl.Collator('en', { numeric: true });
    const sortKey = (row: HTMLElement) => row.dataset[head.dataset.key ?? ''] ?? '';
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    button.addEventListener('click', () => {
      const sign = head.ariaSort === 'ascending' ? -1 : 1;
      for (const each of table.querySelectorAll<HTMLElement>('thead th')) each.ariaSort = null;
      head.ariaSort = sign < 0 ? 'descending' : 'ascending';
      sorted = rows.toSorted((a, b) => sign * compare(sortKey(a), sortKey(b)));
      restart();
    });
    head.append(button);
  }

  /** Shows another page of rows, and moves the focus to the first new one. */
  function showMore(): void {
    const next = matchingRows()[limit];
    limit += pageSize;
    update();
    if (next === undefined) return;
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
  }
}
