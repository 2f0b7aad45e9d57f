import type { RecordedAction } from './recorded-action.ts';

/** Finds the steps that lead from page to page, by the rules of SWITCH_PAGE and CLOSE_PAGE. */
export class PageOrder {
  /** The pages that steps have been in, in the order in which steps first went to them. */
  readonly #order: number[] = [0];
  /** The pages that have opened, and that no step has been in. */
  readonly #unvisited: number[] = [];
  readonly #closed = new Set<number>();
  #current = 0;

  get current(): number {
    return this.#current;
  }

  open(page: number): void {
    this.#unvisited.push(page);
  }

  /** The steps that lead to a page. */
  goTo(page: number): RecordedAction[] {
    if (page === this.#current) return [];
    if (!this.#order.includes(page)) return this.#visitUntil(page);
    const open = this.#order.filter((each) => !this.#closed.has(each) || each === this.#current);
    const distance = open.indexOf(page) - open.indexOf(this.#current);
    this.#current = page;
    const to = distance > 0 ? ('next' as const) : ('previous' as const);
    return Array.from({ length: Math.abs(distance) }, () => ({ name: 'switchPage' as const, to }));
  }

  #visitUntil(page: number): RecordedAction[] {
    const steps: RecordedAction[] = [];
    while (this.#current !== page) {
      this.#current = this.#unvisited.shift() ?? page;
      this.#order.push(this.#current);
      steps.push({ name: 'switchPage', to: 'new' });
    }
    return steps;
  }

  closedItself(page: number): void {
    this.#closed.add(page);
    const index = this.#unvisited.indexOf(page);
    if (index !== -1) this.#unvisited.splice(index, 1);
  }

  /** The steps that close a page; none for the first one, which cannot be closed. */
  close(page: number): RecordedAction[] {
    if (page === this.#order[0]) return [];
    const steps = this.goTo(page);
    const position = this.#order.indexOf(page);
    this.#current = this.#order.slice(0, position).findLast((each) => !this.#closed.has(each)) ?? 0;
    this.#order.splice(position, 1);
    return [...steps, { name: 'closePage' }];
  }
}
