import type { AppAddress } from './app-address.ts';
import type { CaseWriter } from './case-writer.ts';
import type { Interpreter } from './interpreter.ts';
import type { Of, TaggedValue, Value } from './value.ts';

/** What the names of a framework mean. */
export abstract class Framework {
  readonly interpreter: Interpreter;
  readonly address: AppAddress;
  /** What `this` is in a test. */
  readonly context?: Of<'object'>;

  constructor(interpreter: Interpreter, address: AppAddress) {
    this.interpreter = interpreter;
    this.address = address;
  }

  /** @throws NotImported outside of tests. */
  get writer(): CaseWriter {
    return this.interpreter.writer;
  }

  /** @returns undefined if the value has no such member. */
  abstract member(of: TaggedValue, name: string): Value;
  /** A call of a method of a value, or of a global itself, whose `name` is empty. */
  abstract call(of: Value, name: string, args: () => Value[]): Value;
  /** A statement ends with a value that nothing uses. */
  abstract onUnusedValue(value: Value): void;
  /** The variable that stands for what was read of the page. */
  abstract toVariable(value: Of<'reading'>): Value;
  /** A test or a hook has ended. */
  onTestEnd(): void {}
}
