import { nearMisses } from '../../contract/near-misses.ts';
import { predefinedSpelling } from './spelling.ts';

/** A text uses a variable that nobody has defined. The message says names, and never values. */
export class UndefinedVariable extends Error {
  /**
   * @param name as in the text, without its first `$`: a dynamic one begins with another `$`.
   * @param known the names that are defined, written the same way.
   */
  constructor(name: string, known: readonly string[]) {
    // Who has no test account may have meant its variables all the same.
    const others = isOfTestAccount(name) ? [] : ofTestAccount;
    const similar = similarNames(name, [...known, ...others]);
    const meant = similar.length === 0 ? '' : ` Did you mean ${listed(similar, ' or ')}?`;
    super(
      `The variable $${name} is not defined.${meant} ${remedy(name)} Defined are: ${listed(listedNames(known), ', ') || 'none'}.`,
    );
    this.name = 'UndefinedVariable';
  }
}

/** The variables that come from a test account. */
const ofTestAccount: ReadonlySet<string> = new Set(['OCTO_USERNAME', 'OCTO_PASSWORD', 'OCTO_TOTP']);

/** Whether a name is one that a test account gives its value. */
export function isOfTestAccount(name: string): boolean {
  return ofTestAccount.has(predefinedSpelling(name));
}

function remedy(name: string): string {
  if (name.startsWith('$')) return 'A step before must set it: EXTRACT or JAVASCRIPT.';
  if (!isOfTestAccount(name)) return 'Give it a value with the input `variables`.';
  return 'It comes from the test account: set the inputs `test-account-username`, `test-account-password` and `test-account-otp-key`, or the test account of the environment at the service.';
}

/** From so many characters on, the beginning of a name is like the name. */
const minBeginning = 3;
const mostTold = 3;

/** The names that one is the beginning of, and those that it may be a slip of the hand for. */
function similarNames(name: string, names: readonly string[]): string[] {
  const plain = (each: string) => each.replace('$', '').toLowerCase();
  const isBeginning = plain(name).length >= minBeginning;
  const longer = isBeginning ? names.filter((each) => plain(each).startsWith(plain(name))) : [];
  return [...new Set([...longer, ...nearMisses(name, names)])].slice(0, mostTold);
}

/** A predefined name is told in one spelling. */
function listedNames(known: readonly string[]): string[] {
  return known.filter(
    (name) => predefinedSpelling(name) === name || !known.includes(predefinedSpelling(name)),
  );
}

function listed(names: readonly string[], between: string): string {
  return names.map((name) => `$${name}`).join(between);
}
