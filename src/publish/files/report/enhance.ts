/**
 * The report's script: filter, sort, and one page of cases at a time. It runs in the page, as the text of this function:
 * nothing outside of it is there.
 */
export function enhance(): void {
  // At once: what is shown later is not laid out first.
  document.documentElement.classList.add('scripted');
  document.addEventListener('DOMContentLoaded', () => {
    const table = document.querySelector('table');
    const controls = document.getElementById('controls');
    const count = document.getElementById('count');
    const more = document.getElementById('more');
    const field = document.querySelector<HTMLInputElement>('#text');
    if (!table || !controls || !count || !more || !field) return;
    const pageSize = Number(table.dataset.pageSize);
    const all = [...table.tBodies].map((element) => ({
      element,
      name: element.querySelector('.name')?.textContent ?? '',
      text: '',
    }));
    type Case = (typeof all)[number];
    let sorted = all;
    let limit = pageSize;
    let printing = false;
    let shown = new Set(all);

    /** All the words of a case, in small letters; put together when they are needed first. */
    const textOf = (each: Case) => (each.text ||= (each.element.textContent ?? '').toLowerCase());

    const update = () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      const standing = controls.querySelector<HTMLInputElement>('input:checked')?.value ?? '';
      const fitting = sorted.filter(
        (each) =>
          (standing === '' || each.element.dataset.standing === standing) &&
          words.every((word) => textOf(each).includes(word)),
      );
      const next = new Set(printing ? fitting : fitting.slice(0, limit));
      // Only what is shown is in the page: with thousands of rows, each change would take seconds.
      for (const { element } of shown) element.remove();
      table.append(...[...next].map(({ element }) => element));
      shown = next;
      const left = fitting.length - next.size;
      const number = (value: number) => value.toLocaleString('en');
      count.textContent =
        (fitting.length === all.length
          ? `${number(all.length)} test ${all.length === 1 ? 'case' : 'cases'}`
          : `${number(fitting.length)} of ${number(all.length)} test cases`) +
        (left > 0 ? `, the first ${number(next.size)} are shown` : '');
      more.hidden = left === 0;
      more.textContent = `Show ${number(Math.min(left, pageSize))} more of ${number(left)}`;
    };

    const compare = new Intl.Collator('en', { numeric: true }).compare;
    const orders: Record<string, (a: Case, b: Case) => number> = {
      name: (a, b) => compare(a.name, b.name),
    };
    for (const key of ['rank', 'attempts', 'ms']) {
      orders[key] = (a, b) => Number(a.element.dataset[key]) - Number(b.element.dataset[key]);
    }

    const sortBy = (head: HTMLElement, order: (a: Case, b: Case) => number) => {
      const down = head.ariaSort === 'ascending';
      for (const each of table.querySelectorAll<HTMLElement>('thead th')) each.ariaSort = null;
      head.ariaSort = down ? 'descending' : 'ascending';
      sorted = all.toSorted((a, b) => (down ? order(b, a) : order(a, b)));
      limit = pageSize;
      update();
    };

    for (const head of table.querySelectorAll<HTMLElement>('thead th')) {
      const order = orders[head.dataset.key ?? ''];
      if (order === undefined) continue;
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...head.childNodes);
      button.addEventListener('click', () => sortBy(head, order));
      head.append(button);
    }
    const refilter = () => {
      limit = pageSize;
      update();
    };
    field.addEventListener('input', refilter);
    controls.addEventListener('change', refilter);
    more.addEventListener('click', () => {
      const before = shown;
      limit += pageSize;
      update();
      // The button moves down or goes away: the reader goes on where the new cases begin.
      const next = sorted.find((each) => shown.has(each) && !before.has(each))?.element;
      if (next === undefined) return;
      next.tabIndex = -1;
      next.focus({ preventScroll: true });
    });
    // Paper has no button for more.
    for (const [event, begins] of [
      ['beforeprint', true],
      ['afterprint', false],
    ] as const) {
      addEventListener(event, () => {
        printing = begins;
        update();
      });
    }
    for (const { element } of all) element.classList.remove('later');
    controls.hidden = false;
    update();
  });
}
