import { nodesOf, targetsOf } from './tracked-values.ts';
import { is, type Scope, unknown, type Value } from './value.ts';

interface DeferredValue {
  readonly scope: Scope;
  readonly name: string;
  readonly value: Value;
}

/**
 * What functions assign that Cypress calls later: its commands run when the function around them has ended. Until then,
 * only other functions of this kind know the values.
 */
export class DeferredValues {
  #values: readonly DeferredValue[] = [];

  /** Runs a function in the order of the commands. */
  run(body: Value, work: () => Value): Value {
    const outer = this.#values;
    this.reveal();
    try {
      return work();
    } finally {
      const inner = this.#values;
      this.reveal();
      this.#values = [...outer, ...inner, ...assignedIn(body)].map(({ scope, name }) => {
        return { scope, name, value: scope.get(name) };
      });
      for (const { scope, name } of this.#values)
        scope.assign(name, unknown(`${name} is assigned when the commands before have run`));
    }
  }

  /** The function around the commands has ended. */
  reveal(): void {
    for (const { scope, name, value } of this.#values) scope.assign(name, value);
    this.#values = [];
  }
}

/** The names outside of a function that it assigns. */
function assignedIn(body: Value): Omit<DeferredValue, 'value'>[] {
  if (!is(body, 'function')) return [];
  const targets = [...nodesOf(body.node.body)].flatMap(targetsOf);
  return targets.flatMap((each) =>
    each.type === 'Identifier' ? { scope: body.scope, name: each.name } : [],
  );
}
