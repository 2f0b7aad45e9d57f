/** A check run that is asked for. */
export interface CheckInput {
  /** Its name; that of the workflow and the job where none is given. */
  readonly name?: string;
}

/** Reads the input `check`: `true`, `false`, or the name of the check run. */
export function readCheck(text: string): CheckInput | undefined {
  const given = text.trim();
  if (/^(false)?$/i.test(given)) return undefined;
  return /^true$/i.test(given) ? {} : { name: given };
}
