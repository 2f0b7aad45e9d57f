import { distance } from 'fastest-levenshtein';
import { predefinedSpelling } from './spelling.ts';

/** A text uses a variable that nobody has defined. The message says names, and never values. */
export class UndefinedVariable extends Error {
  /**
   * @param name as in the text, without its first `$`: a dynamic one begins with another `$`.
   * @param known the names that are defined, written the same way.
   */
  constructor(name: string, known: readonly string[]) {
    const similar = nearMisses(name, known);
    const meant = similar.length === 0 ? '' : ` Did you mean ${listed(similar, ' or ')}?`;
    const others = listedNames(known);
    super(
      `The variable $${name} is not defined.${meant} ${remedy(name)} Defined are: ${listed(others, ', ') || 'none'}.`,
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

/** The names that are most like one, at most three; `$` and `$$`, upper and lower case are taken for the same. */
function nearMisses(name: string, known: readonly string[]): string[] {
  const plain = (each: string) => each.replace('$', '').toLowerCase();
  const most = Math.max(1, Math.floor(plain(name).length / 3));
  return known
    .map((each) => ({ each, far: distance(plain(name), plain(each)) }))
    .filter(({ far }) => far <= most)
    .sort((one, other) => one.far - other.far)
    .slice(0, 3)
    .map(({ each }) => each);
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
