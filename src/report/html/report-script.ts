import { pageFunction } from '../../common/page-function.ts';

/**
 * The script of the page: it filters, sorts and groups the test cases, and shows one page of them at a time. The class is set before
 * the table is laid out, so that hidden rows never appear.
 */
export const pageScript = `document.documentElement.classList.add('scripted');
document.addEventListener('DOMContentLoaded', ${pageFunction(enhancePage, [createCaseList, focusOn, find])});`;

/** In the page. */
function enhancePage(): void {
  const table = find<HTMLTableElement>('table');
  const controls = find('#controls');
  const more = find('#more');
  const rows = [...table.tBodies];
  const pageSize = Number(table.dataset.pageSize);
  const list = createCaseList(rows);
  let shown = new Set(rows);
  let limit = pageSize;

  for (const head of table.querySelectorAll<HTMLElement>('thead th')) addSorting(head);
  controls.addEventListener('input', restart);
  more.addEventListener('click', showMore);
  // A printed page has no button for more.
  addEventListener('beforeprint', () => update(Number.POSITIVE_INFINITY));
  addEventListener('afterprint', () => update());
  addEventListener('keydown', onKey);
  addEventListener('hashchange', reveal);
  for (const row of rows) row.classList.remove('later');
  controls.hidden = false;
  update();
  reveal();

  /** Shows the rows that match the filter, up to the limit. */
  function update(max = limit): void {
    const matching = list.grouped();
    const next = new Set(matching.slice(0, max));
    // Rows that are not shown are removed from the document: with thousands of them, each change would take seconds.
    for (const row of shown) row.remove();
    for (const head of table.querySelectorAll('.group')) head.remove();
    table.append(...list.withHeadings([...next], matching));
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

  /** Shows the test case that the address names, whatever the filter is. */
  function reveal(): void {
    const row = rows.find(({ id }) => id !== '' && location.hash === `#${id}`);
    if (row === undefined) return;
    if (!shown.has(row)) {
      find<HTMLInputElement>('#text').value = '';
      find<HTMLInputElement>('[name="outcome"][value=""]').checked = true;
      limit = Math.ceil((list.grouped().indexOf(row) + 1) / pageSize) * pageSize;
      update();
    }
    const fold = row.querySelector('details');
    if (fold !== null) fold.open = true;
    focusOn(row);
  }

  function onKey(event: KeyboardEvent): void {
    const isTyping = event.target instanceof HTMLInputElement && event.target.type === 'search';
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'j' || event.key === 'n') move(1);
    else if (event.key === 'k' || event.key === 'p') move(-1);
    else if (event.key === '/') find('#text').focus();
    else return;
    event.preventDefault();
  }

  /** Moves the focus to the next or the previous test case. */
  function move(direction: 1 | -1): void {
    const visible = [...shown];
    const current = visible.findIndex((row) => row.contains(document.activeElement));
    const next = visible[Math.max(0, current + direction)];
    if (next !== undefined) focusOn(next);
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
      list.sort((a, b) => sign * compare(sortKey(a), sortKey(b)));
      restart();
    });
    head.append(button);
  }

  /** Shows another page of rows, and moves the focus to the first new one. */
  function showMore(): void {
    const next = list.grouped()[limit];
    limit += pageSize;
    update();
    if (next === undefined) return;
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
  }
}

/** The rows of the test cases that the controls choose, in their order and in groups. */
function createCaseList(rows: readonly HTMLTableSectionElement[]) {
  let sorted = rows;
  return { sort, grouped, withHeadings };

  function sort(compare: (a: HTMLElement, b: HTMLElement) => number): void {
    sorted = rows.toSorted(compare);
  }

  function matchingRows(): HTMLTableSectionElement[] {
    const words = find<HTMLInputElement>('#text').value.toLowerCase().split(/\s+/).filter(Boolean);
    const outcome = find<HTMLInputElement>('[name="outcome"]:checked').value;
    return sorted.filter((row) => {
      if (outcome !== '' && row.dataset.outcome !== outcome) return false;
      const text = words.length === 0 ? '' : (row.textContent ?? '').toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }

  /** The rows that match the filter; those of a group follow each other. */
  function grouped(): HTMLTableSectionElement[] {
    const matching = matchingRows();
    if (grouping() === '') return matching;
    const { compare } = new Intl.Collator('en', { numeric: true });
    return matching.toSorted(
      (a, b) => Number(groupOf(a) === '') - Number(groupOf(b) === '') || compare(groupOf(a), groupOf(b)),
    );
  }

  /** What the rows are grouped by: the key of an attribute `data-`, or nothing. */
  function grouping(): string {
    return find<HTMLInputElement>('[name="group"]:checked').value;
  }

  function groupOf(row: HTMLElement): string {
    return row.dataset[grouping()] ?? '';
  }

  /** @param matching all rows of the groups, also those that are not shown. */
  function withHeadings(next: readonly HTMLElement[], matching: readonly HTMLElement[]): HTMLElement[] {
    if (grouping() === '') return [...next];
    const groups = Map.groupBy(matching, groupOf);
    return next.flatMap((row, index) => {
      const group = groupOf(row);
      const before = next[index - 1];
      if (before !== undefined && groupOf(before) === group) return [row];
      const members = groups.get(group) ?? [];
      const failed = members.filter(
        ({ dataset }) => dataset.outcome !== 'passed' && dataset.outcome !== 'flaky',
      ).length;
      const head = document.createElement('tbody');
      head.className = 'group';
      const cell = head.insertRow().appendChild(document.createElement('th'));
      cell.colSpan = 4;
      cell.scope = 'rowgroup';
      const name = group === '' ? `No ${grouping() === 'file' ? 'file' : 'tag'}` : group;
      cell.textContent = `${name} — ${failed === 0 ? 'all passed' : `${failed} not passed`} of ${members.length}`;
      return [head, row];
    });
  }
}

function focusOn(row: HTMLElement): void {
  const fold = row.querySelector('summary');
  if (fold === null) row.tabIndex = -1;
  (fold ?? row).focus({ preventScroll: true });
  row.scrollIntoView({ block: 'start' });
}

function find<E extends HTMLElement = HTMLElement>(selector: string): E {
  const element = document.querySelector<E>(selector);
  if (element === null) throw new Error(`The page has no ${selector}`);
  return element;
}
