import type { ExchangeElement } from '../../contract/exchange/test-case.ts';
import { textPieces } from '../../runner/variables/text.ts';

const secretName = /passw|passphrase|\bpwd\b|\bpin\b|secret|token|api.?key|credential|bearer/i;
/** Code that may have a secret among its values. */
const secretCode = /auth|log.?in|sign.?(?:in|up)/i;

/** The passwords that steps enter, and the variables that take their place. */
export class Passwords {
  readonly #variables = new Map<string, string>();

  /** Remembers what a step enters, if it enters it into a field for a password. */
  find({ interaction, selectors }: ExchangeElement): void {
    const text =
      interaction?.action === 'ENTER_TEXT'
        ? interaction.calledWith
        : interaction?.action === 'TYPE_TEXT'
          ? interaction.calledWith.text
          : '';
    const isVariable = textPieces(text).some((each) => 'name' in each);
    if (text === '' || isVariable || this.#variables.has(text)) return;
    const field = selectors.flatMap((each) => [each.selector, each.options?.name ?? '']).join(' ');
    if (!secretName.test(field)) return;
    const count = this.#variables.size + 1;
    this.#variables.set(text, count === 1 ? '$PASSWORD' : `$PASSWORD_${count}`);
  }

  /** A part of a step with its passwords replaced. */
  replaceIn<T>(value: T): T;
  replaceIn(value: unknown): unknown {
    if (typeof value === 'string') return this.#variables.get(value) ?? value;
    if (Array.isArray(value)) return value.map((each) => this.replaceIn(each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.replaceIn(each)]));
  }

  /** Code for people to read, without passwords, and without any text where it looks like it has a secret. */
  hideIn(code: string): string {
    let hidden = code.replace(/(\w:\/\/)[^/\s'"`@]+@/g, '$1…@');
    for (const [text, variable] of this.#variables) {
      for (const quote of ["'", '"', '`']) {
        hidden = hidden.replaceAll(quote + text + quote, quote + variable + quote);
      }
    }
    return secretName.test(hidden) || secretCode.test(hidden)
      ? hidden.replace(/(['"`])(?:\\.|(?!\1).)*\1/gs, '$1…$1')
      : hidden;
  }
}
