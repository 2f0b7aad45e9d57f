import type * as js from 'acorn';
import type { Value } from './value.ts';

export interface Call {
  readonly node: js.Node;
  /** The values of the arguments. */
  args(): Value[];
}

/** What the names of a framework mean. */
export interface Framework {
  member?(of: Value, name: string): Value | undefined;
  /** A call of `name` on a value, or of a global itself, whose `name` is empty. */
  call(of: Value, name: string, call: Call): Value;
  /** A statement ends with a value that nothing uses. */
  performed(value: Value): void;
  /** A value for use in a text: what was read of the page becomes a variable. */
  inText?(value: Value): Value;
}
