import type * as js from 'acorn';
import type { Statement } from '../imported-file.ts';

/** What became of the statements, functions and classes of a spec and of the files that it imports. */
export class StatementLog {
  readonly #texts = new Map<string, string>();
  /** By file and positions: a statement of a function that is called twice counts once. */
  readonly #read = new Map<string, Statement & { readonly end: number; readonly start: number }>();
  /** Functions and classes, and whether a test uses them. */
  readonly #declared = new Map<js.Node, boolean>();

  addFile(file: string, text: string): void {
    this.#texts.set(file, text);
  }

  /** The text of a file before a node of it, and from there on. */
  textBefore({ loc, start }: js.Node): string {
    return (this.#texts.get(loc?.source ?? '') ?? '').slice(0, start);
  }

  codeOf({ loc, start, end }: js.Node): string {
    return (this.#texts.get(loc?.source ?? '') ?? '').slice(start, end);
  }

  note(node: js.Node): Statement {
    const { loc, start, end } = node;
    const key = `${loc?.source}:${start}:${end}`;
    const read = this.#read.get(key) ?? {
      ...(this.#isSpec(node) ? {} : { file: loc?.source ?? '' }),
      line: loc?.start.line ?? 0,
      endLine: loc?.end.line ?? 0,
      code: this.codeOf(node),
      start,
      end,
    };
    this.#read.set(key, read);
    return read;
  }

  /** Forgets the statements that are read meanwhile, or only those that are not left out. */
  unrecorded(work: () => void, { ofSupport }: { readonly ofSupport: boolean }): void {
    const before = new Set(this.#read.keys());
    work();
    for (const [key, { reason }] of this.#read)
      if (!before.has(key) && !(ofSupport && reason !== undefined)) this.#read.delete(key);
  }

  /** Functions of other files need not be used. */
  declare(node: js.Node): void {
    if (this.#isSpec(node)) this.#declared.set(node, this.#declared.get(node) ?? false);
  }

  use(node: js.Node): void {
    this.#declared.set(node, true);
  }

  /** Functions and classes that no test uses. What is in a statement that has been left out by now is not among them. */
  *unused(): Generator<js.Node> {
    for (const [node, isUsed] of this.#declared) {
      const isLeftOut = () =>
        [...this.#read.values()].some(
          ({ file, reason, start, end }) =>
            file === undefined && reason !== undefined && start <= node.start && node.end <= end,
        );
      if (!isUsed && !isLeftOut()) yield node;
    }
  }

  /** In the order of lines. A statement may contain others, but none of what is left out. */
  statements(): readonly Statement[] {
    const all = [...this.#read.values()].sort(
      (a, b) => (a.file ?? '').localeCompare(b.file ?? '') || a.start - b.start || b.end - a.end,
    );
    let leftOut: { readonly file?: string; readonly end: number } = { end: -1 };
    return all.filter((each) => {
      if (each.file === leftOut.file && each.start < leftOut.end) return false;
      if (each.reason !== undefined) leftOut = each;
      return true;
    });
  }

  #isSpec({ loc }: js.Node): boolean {
    const [first] = this.#texts.keys();
    return (loc?.source ?? first) === first;
  }
}
