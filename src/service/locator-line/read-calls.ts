import { LocatorLineError } from './locator-line-error.ts';
import { type Token, tokenize } from './tokenize.ts';

/** A value that stands in a call, with its index in the line. */
export type SimpleValue =
  | { readonly kind: 'text' | 'number'; readonly value: string; readonly at: number }
  | { readonly kind: 'pattern'; readonly value: string; readonly flags: string; readonly at: number }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly at: number };

export interface ObjectValue {
  readonly kind: 'object';
  readonly members: ReadonlyMap<string, SimpleValue & { readonly keyAt: number }>;
  readonly at: number;
}

export type Value = SimpleValue | ObjectValue;

/** One call of the chain, as it is written. */
export interface Call {
  readonly method: string;
  readonly values: readonly Value[];
  readonly at: number;
}

/** As many calls as a chain may have. */
const maxCalls = 100;

/**
 * Reads `page.a(…).b(…)` with or without `await`, `page.` and `;`. Values are texts, regular expressions, numbers, true
 * and false, and objects of those: the deepest that a locator line goes.
 * @throws LocatorLineError
 */
export function readCalls(line: string): Call[] {
  return new CallReader(tokenize(line)).chain();
}

class CallReader {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  chain(): Call[] {
    this.#skip('await');
    if (this.#skip('page')) this.#expect('.', 'after page comes a dot and a call such as getByText(…)');
    const calls = [this.#call()];
    while (this.#skip('.')) {
      const { at } = this.#peek();
      if (calls.length === maxCalls) throw new LocatorLineError(at, `more than ${maxCalls} calls`);
      calls.push(this.#call());
    }
    this.#skip(';');
    const token = this.#peek();
    if (token.kind !== 'end') throw unexpected(token, 'a dot and a further call, or the end');
    return calls;
  }

  #call(): Call {
    const name = this.#take();
    if (name.kind !== 'name') throw unexpected(name, 'a call such as getByText(…)');
    this.#expect('(', `${name.value} must be called: ${name.value}(…)`);
    const values: Value[] = [];
    while (!this.#skip(')')) {
      values.push(this.#stands('{') ? this.#object() : this.#simple());
      if (!this.#skip(',')) {
        this.#expect(')', 'a comma or ) must stand here');
        break;
      }
    }
    return { method: name.value, values, at: name.at };
  }

  #object(): ObjectValue {
    const { at } = this.#take();
    const members = new Map<string, SimpleValue & { keyAt: number }>();
    while (!this.#skip('}')) {
      const key = this.#take();
      if (key.kind !== 'name' && key.kind !== 'text') throw unexpected(key, 'the name of an option');
      if (members.has(key.value)) throw new LocatorLineError(key.at, `${key.value} is given twice`);
      this.#expect(':', 'after the name of an option comes a colon and its value');
      members.set(key.value, { ...this.#simple(), keyAt: key.at });
      if (!this.#skip(',')) {
        this.#expect('}', 'a comma or } must stand here');
        break;
      }
    }
    return { kind: 'object', members, at };
  }

  #simple(): SimpleValue {
    const token = this.#take();
    const { at } = token;
    if (token.kind === 'name') {
      if (token.value === 'true' || token.value === 'false') {
        return { kind: 'boolean', value: token.value === 'true', at };
      }
      if (token.value === 'new') return this.#newPattern(at);
    }
    if (token.kind === 'text' || token.kind === 'number' || token.kind === 'pattern') return token;
    throw unexpected(token, 'a text in quotes, a regular expression, a number, true or false');
  }

  #newPattern(at: number): SimpleValue {
    const allowed = 'after new comes RegExp with one or two texts: new RegExp("…", "i")';
    this.#expect('RegExp', allowed);
    this.#expect('(', allowed);
    const source = this.#text(allowed);
    const flags = this.#skip(',') && this.#peek().kind === 'text' ? this.#text(allowed) : '';
    this.#skip(',');
    this.#expect(')', allowed);
    return { kind: 'pattern', value: source, flags, at };
  }

  #text(allowed: string): string {
    const token = this.#take();
    if (token.kind !== 'text') throw new LocatorLineError(token.at, allowed);
    return token.value;
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', value: '', at: 0 };
  }

  #take(): Token {
    const token = this.#peek();
    if (token.kind !== 'end') this.#next += 1;
    return token;
  }

  /** Takes a mark or name where it stands here. */
  #skip(value: string): boolean {
    if (!this.#stands(value)) return false;
    this.#next += 1;
    return true;
  }

  #stands(value: string): boolean {
    const token = this.#peek();
    return (token.kind === 'mark' || token.kind === 'name') && token.value === value;
  }

  #expect(value: string, problem: string): void {
    const { at } = this.#peek();
    if (!this.#skip(value)) throw new LocatorLineError(at, problem);
  }
}

function unexpected(token: Token, allowed: string): LocatorLineError {
  const found =
    token.kind === 'end' ? 'the line ends here' : `${JSON.stringify(token.value)} is not understood`;
  return new LocatorLineError(token.at, `${found}: allowed is ${allowed}`);
}
