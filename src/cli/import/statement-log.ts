import type * as js from 'acorn';
import type { Statement } from './case-writer.ts';

/** What became of the statements, functions and classes of a spec. */
export class StatementLog {
  /** The text of the spec. */
  readonly text: string;
  /** By position: a statement of a function that is called twice counts once. */
  readonly #read = new Map<number, Statement>();
  /** Functions and classes, and whether a test uses them. */
  readonly #declared = new Map<js.Node, boolean>();

  constructor(text: string) {
    this.text = text;
  }

  codeOf(node: js.Node): string {
    return this.text.slice(node.start, node.end);
  }

  note(node: js.Node): Statement {
    const { start, end } = node.loc ?? { start: { line: 0 }, end: { line: 0 } };
    const read = this.#read.get(node.start) ?? {
      line: start.line,
      endLine: end.line,
      code: this.codeOf(node),
    };
    this.#read.set(node.start, read);
    return read;
  }

  declare(node: js.Node): void {
    this.#declared.set(node, this.#declared.get(node) ?? false);
  }

  use(node: js.Node): void {
    this.#declared.set(node, true);
  }

  /** Functions and classes that no test uses. What is in a statement that has been left out by now is not among them. */
  *unused(): Generator<js.Node> {
    for (const [node, isUsed] of this.#declared) if (!isUsed && !this.#isLeftOut(node)) yield node;
  }

  #isLeftOut(node: js.Node): boolean {
    return [...this.#read].some(([start, { reason, code }]) => {
      return reason !== undefined && start <= node.start && node.end <= start + code.length;
    });
  }

  /** In the order of lines. A statement may contain others. */
  statements(): readonly Statement[] {
    return [...this.#read.values()].sort((a, b) => a.line - b.line || b.endLine - a.endLine);
  }
}
