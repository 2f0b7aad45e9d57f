import type * as js from 'acorn';
import { eachOf } from '../steps/locators.ts';
import type { Interpretation } from './framework.ts';
import { is, isStale, objectOf, type Scope, stale, unknown, unknownName, type Value } from './value.ts';

/** Assigns values to the names of a pattern. Names of missing parts remain unknown. */
export function bindPattern(
  on: Interpretation['expressions'],
  pattern: js.Pattern,
  value: Value,
  scope: Scope,
): void {
  switch (pattern.type) {
    case 'Identifier':
      scope.set(
        pattern.name,
        is(value, 'unknown') && value.reason === '' ? unknownName(pattern.name) : value,
      );
      break;
    case 'AssignmentPattern':
      bindPattern(on, pattern.left, value === undefined ? on.evaluate(pattern.right, scope) : value, scope);
      break;
    case 'RestElement':
      bindPattern(on, pattern.argument, value, scope);
      break;
    case 'ArrayPattern':
      for (const [index, each] of pattern.elements.entries()) {
        const list =
          is(value, 'reading') && value.method === 'all' && is(value.of, 'elements')
            ? eachOf(value.of, index + 1)
            : value;
        const isKnown = Array.isArray(list) && !isStale(list);
        if (each?.type === 'RestElement')
          bindPattern(on, each, Array.isArray(value) && isKnown ? value.slice(index) : stale, scope);
        else if (each !== null) bindPattern(on, each, isKnown ? list[index] : unknownPart(value), scope);
      }
      break;
    case 'ObjectPattern':
      bindFields(on, pattern.properties, value, scope);
  }
}

function bindFields(
  on: Interpretation['expressions'],
  properties: js.ObjectPattern['properties'],
  value: Value,
  scope: Scope,
): void {
  const taken = new Set<string>();
  for (const each of properties) {
    if (each.type === 'RestElement') {
      const rest =
        is(value, 'object') && !value.isOpen
          ? [...value.fields].filter(([name]) => !taken.has(name))
          : undefined;
      bindPattern(on, each.argument, rest === undefined ? unknownPart(value) : objectOf(rest), scope);
      continue;
    }
    const name = on.key(each.key, each.computed, scope);
    taken.add(name);
    bindPattern(
      on,
      each.value,
      is(value, 'unknown') || value == null ? unknownPart(value) : on.member(value, name),
      scope,
    );
  }
}

function unknownPart(value: Value): Value {
  return is(value, 'unknown') ? value : unknown('a value is known only when the test runs');
}
