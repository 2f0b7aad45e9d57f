import { is, unknown, unknownName, type Value } from './value.ts';

/** A name of another file. */
export interface Link {
  readonly scope: Scope;
  readonly name: string;
}

/** The names of a block, and what they stand for. */
export class Scope {
  readonly #names = new Map<string, Value>();
  /** Names that are imported, and what gives their values. */
  readonly #links = new Map<string, () => Link>();
  readonly #outer: Scope | undefined;

  constructor(outer?: Scope) {
    this.#outer = outer;
  }

  get(name: string): Value {
    const holder = this.#holder(name);
    if (holder === undefined) return unknown(`${name} is not defined in this file`);
    const link = holder.#links.get(name)?.();
    return link === undefined ? holder.#names.get(name) : link.scope.get(link.name);
  }

  /** Imports a name; its module is read when the name is used. */
  link(name: string, to: () => Link): void {
    this.set(name, undefined);
    this.#links.set(name, to);
  }

  set(name: string, value: Value): void {
    this.#names.set(name, value);
  }

  /** Gives a name that is declared here or further out another value. */
  assign(name: string, value: Value): void {
    (this.#holder(name) ?? this).set(name, value);
  }

  /** What a name stands for is not known any more. Names that the framework defines stay. */
  forget(name: string): void {
    const holder = this.#holder(name);
    if (holder === undefined) return;
    const link = holder.#links.get(name)?.();
    if (link !== undefined) link.scope.forget(link.name);
    else if (!is(holder.get(name), 'global')) holder.set(name, unknownName(name));
  }

  /** The same names for the next round of a loop. */
  copy(): Scope {
    const copied = new Scope(this.#outer);
    for (const [name, value] of this.#names) copied.set(name, value);
    return copied;
  }

  #holder(name: string): Scope | undefined {
    if (this.#names.has(name)) return this;
    return this.#outer === undefined ? undefined : this.#outer.#holder(name);
  }
}
