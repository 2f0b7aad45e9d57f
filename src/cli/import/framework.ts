import type { Of, Thing, Value } from './value.ts';

/** What the names of a framework mean. */
export interface Framework {
  /** What `this` is in a test. */
  readonly context?: Of<'object'>;
  /** @returns undefined if the value has no such member. */
  member(of: Thing, name: string): Value;
  /** A call of a method of a value, or of a global itself, whose `name` is empty. */
  call(of: Value, name: string, args: () => Value[]): Value;
  /** A statement ends with a value that nothing uses. */
  performed(value: Value): void;
  /** A test or a hook has ended. */
  ended?(): void;
  /** The variable that stands for what was read of the page. */
  inText(value: Of<'reading'>): Value;
}
