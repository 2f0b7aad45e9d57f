import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';
import { redactTexts as mapTexts } from '../../runner/runner.ts';
import { textPieces } from '../../runner/variables/variable-text.ts';

const secretName = /passw|passphrase|\bpwd\b|\bpin\b|secret|token|api.?key|credential|bearer/i;
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** Code that may have a secret among its values. */
const secretCode = /auth|log.?in|sign.?(?:in|up)/i;

/** A text in a request that code sends, or that code gives the elements of a selector as their value. */
const fieldOfCode = /"((?:[^"\\]|\\.)+)"(:|\)\) element\.value = )"((?:[^"\\$]|\\.)+)"/g;

/** The passwords that steps enter or send, and the variables that take their place. */
export class Passwords {
  readonly #variables = new Map<string, string>();

  /** Remembers what a step enters, if it enters it into a field for a password. */
  find({ interaction, selectors }: ExchangeElement): void {
    const isTyped = interaction?.action === 'TYPE_TEXT';
    const typed = isTyped ? interaction.calledWith.text : '';
    const text = interaction?.action === 'ENTER_TEXT' ? interaction.calledWith : typed;
    const isVariable = textPieces(text).some((each) => 'name' in each);
    if (interaction?.action === 'JAVASCRIPT')
      for (const [, name = '', , value = ''] of interaction.calledWith.code.matchAll(fieldOfCode))
        if (isSecretName(name)) this.#add(value);
    if (isSecretField(selectors) && !isVariable) this.#add(text);
  }

  #add(text: string): void {
    if (text === '' || this.#variables.has(text)) return;
    const count = this.#variables.size + 1;
    this.#variables.set(text, count === 1 ? '$PASSWORD' : `$PASSWORD_${count}`);
  }

  /** A step with its password replaced; what it enters into other fields stays. */
  replaceIn(element: ExchangeElement): ExchangeElement {
    const { interaction, assertion, selectors } = element;
    if (interaction?.action === 'JAVASCRIPT') {
      const code = interaction.calledWith.code.replace(fieldOfCode, (field, name, between, value) =>
        isSecretName(name) ? `"${name}"${between}"${this.#variables.get(value) ?? value}"` : field,
      );
      return { ...element, interaction: { ...interaction, calledWith: { ...interaction.calledWith, code } } };
    }
    if (!isSecretField(selectors)) return element;
    const withVariable = <T>(part: T) => mapTexts(part, (text) => this.#variables.get(text) ?? text);
    if (/^(?:ENTER|TYPE)_TEXT$/.test(interaction?.action ?? ''))
      return { ...element, interaction: withVariable(interaction) };
    return assertion?.expectation === 'TO_HAVE_VALUE'
      ? { ...element, assertion: withVariable(assertion) }
      : element;
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

function isSecretField(selectors: ExchangeElement['selectors']): boolean {
  return selectors.some(({ selector, options }) => isSecretName(`${selector} ${options?.name ?? ''}`));
}
