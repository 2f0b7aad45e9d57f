import { variable } from './texts.ts';
import { global, type Value } from './value.ts';

const date = /^Date\.(?:now|new)(?:\.(?:getTime|valueOf))?$/;
const email = /^faker\.internet\.(?:email|exampleEmail)$/;
const password = /^faker\.internet\.password$/;
const texts = [
  /^Math\.random\.toString\.(?:replace|slice|substr|substring)$/,
  /^faker\.(?:name|person)\.\w*(?:n|N)ame$/,
  /^faker\.internet\.(?:user[nN]ame|displayName|domainWord)$/,
  /^faker\.lorem\.(?:words?|sentences?|paragraphs?|slug|text|lines)$/,
  /^faker\.(?:word\.\w+|random\.(?:words?|alpha|alphaNumeric|uuid)|string\.(?:alpha|alphanumeric|uuid))$/,
  /^faker\.(?:company\.(?:name|companyName|catchPhrase)|commerce\.product(?:Name|Description)?)$/,
];

/**
 * What a call gives that is another value in each run, such as `Date.now()` or `faker.internet.email()`: a text with a
 * variable that is another one in each run, too.
 * @param next a text that differs from call to call, of letters.
 * @returns undefined if the call is another one.
 */
export function randomValue(path: string, next: () => string): Value {
  if (path === 'Date.new') return global('Date.now');
  if (date.test(path)) return next() + variable('OCTO_STABLE_UUID_SHORT');
  if (path === 'crypto.randomUUID') return variable('OCTO_STABLE_UUID');
  const letters = (after: string) => `${next()}${variable('OCTO_STABLE_RANDOM_CHARACTERS')}${after}`;
  if (/^Math\.random(?:\.toString)?$/.test(path)) return global(path);
  if (email.test(path)) return letters('@example.com');
  // No letter or digit can follow a variable.
  if (password.test(path)) return `A1!${letters('')}`;
  return texts.some((each) => each.test(path)) ? letters('') : undefined;
}
