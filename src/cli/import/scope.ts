import type { Pattern } from 'acorn';
import { NotImported } from './not-imported.ts';
import type { Value } from './value.ts';

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

  set(name: string, value: Value | NotImported): void {
    this.#names.set(name, value);
  }

  /** Gives the names of a pattern their values; those of parts that are missing stay unknown. */
  bind(pattern: Pattern, value: Value | undefined): void {
    switch (pattern.type) {
      case 'Identifier':
        this.set(pattern.name, value ?? unknown(pattern.name));
        break;
      case 'AssignmentPattern':
        this.bind(pattern.left, value);
        break;
      case 'ArrayPattern':
        for (const [index, each] of pattern.elements.entries()) {
          if (each !== null) this.bind(each, value?.kind === 'list' ? value.items[index] : undefined);
        }
        break;
      case 'ObjectPattern':
        for (const each of pattern.properties) {
          if (each.type === 'RestElement') this.bind(each.argument, undefined);
          else if (each.key.type === 'Identifier') this.bind(each.value, fieldOf(value, each.key.name));
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
