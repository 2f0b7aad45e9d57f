import { z } from 'zod';
import { shown } from './raw-inputs.ts';

/** A check run that is asked for. */
export interface CheckInput {
  /** Its name; that of the workflow and the job where none is given. */
  readonly name?: string;
}

/** What other inputs and tools say for true and false: nobody means it as a name. */
const switchWord = /^(?:yes|no|on|off|always|never|[01])$/i;

/** The input `check`. */
export const checkInput = z.string().transform((text, context) => {
  if (switchWord.test(text)) {
    context.addIssue({
      code: 'custom',
      message: `${shown(text)} is not one of its values. Use true, false, or a name that says what is checked`,
    });
  }
  return readCheck(text);
});

/** Reads the input `check`: `true`, `false`, or the name of the check run. @returns undefined where there is none. */
export function readCheck(text: string): CheckInput | undefined {
  const given = text.trim();
  if (/^(false)?$/i.test(given) || switchWord.test(given)) return undefined;
  return /^true$/i.test(given) ? {} : { name: given };
}
