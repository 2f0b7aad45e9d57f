import type { Expression, Pattern } from 'acorn';
import { NotImported } from './not-imported.ts';
import { listOf, nothing, type Value } from './value.ts';

/** The names of a block, and what they stand for. */
export class Scope {
  readonly #names = new Map<string, Value | NotImported>();
  readonly #outer: Scope | undefined;

  constructor(outer?: Scope) {
    this.#outer = outer;
  }

  /** @throws NotImported if the value of the name is not known. */
  get(name: string): Value | undefined {
    const own = this.#names.get(name);
    if (own instanceof NotImported) throw own;
    return own ?? this.#outer?.get(name);
  }

  /** As `get`; undefined if the value is not known. */
  known(name: string): Value | undefined {
    const own = this.#names.get(name);
    if (own instanceof NotImported) return undefined;
    return own ?? this.#outer?.known(name);
  }

  set(name: string, value: Value | NotImported): void {
    this.#names.set(name, value);
  }

  /** Gives a name that is declared here or further out another value. */
  assign(name: string, value: Value): void {
    if (this.#names.has(name) || this.#outer === undefined) this.set(name, value);
    else this.#outer.assign(name, value);
  }

  /** What a name stands for is not known any more. Names that the framework defines stay. */
  forget(name: string): void {
    const own = this.#names.get(name);
    if (own === undefined) this.#outer?.forget(name);
    else if (own instanceof NotImported || own.kind !== 'global') this.set(name, unknown(name));
  }

  /**
   * Gives the names of a pattern their values; those of parts that are missing stay unknown.
   * @param evaluate gives the value of a default; undefined if it is not known.
   */
  bind(pattern: Pattern, value: Value | undefined, evaluate: (node: Expression) => Value | undefined): void {
    const bind = (part: Pattern, given: Value | undefined) => this.bind(part, given, evaluate);
    switch (pattern.type) {
      case 'Identifier':
        this.set(pattern.name, value ?? unknown(pattern.name));
        break;
      case 'AssignmentPattern':
        bind(pattern.left, value === undefined || value === nothing ? evaluate(pattern.right) : value);
        break;
      case 'RestElement':
        bind(pattern.argument, value);
        break;
      case 'ArrayPattern':
        for (const [index, each] of pattern.elements.entries()) {
          const items = value?.kind === 'list' ? value.items : [];
          if (each?.type === 'RestElement') bind(each, listOf(items.slice(index)));
          else if (each !== null) bind(each, items[index]);
        }
        break;
      case 'ObjectPattern':
        for (const each of pattern.properties) {
          if (each.type === 'RestElement') bind(each, undefined);
          else if (each.key.type === 'Identifier') bind(each.value, fieldOf(value, each.key.name));
        }
    }
  }
}

function fieldOf(value: Value | undefined, name: string): Value | undefined {
  return value?.kind === 'object' ? value.fields.get(name) : undefined;
}

function unknown(name: string): NotImported {
  return new NotImported(`the value of ${name} is known only when the test runs`);
}
