import type { AppAddress } from '../app-address.ts';
import { optionsOf } from '../javascript/convert-value.ts';
import { textOf } from '../javascript/texts.ts';
import { NotImported, noEquivalent, type Value } from '../javascript/value.ts';
import { isSecretName } from '../secrets.ts';
import { codeOfPlain } from './code-in-page.ts';

/** What a test says of a cookie. A page sets it for its own host, and for as long as the test runs. */
const fieldsOfCookie = [
  ...['name', 'value', 'url', 'domain', 'path', 'httpOnly'],
  ...['secure', 'sameSite', 'expires', 'expiry', 'hostOnly'],
];

const ofLogin = /auth|sess|sid$|jwt/i;

/**
 * Code by which the page sets a cookie.
 * @throws NotImported if only a server can set it, if it is for another one, or if it may be a secret.
 */
export function cookieCode(address: AppAddress, cookie: Value): string {
  const fields = optionsOf(cookie, fieldsOfCookie);
  const [name, value] = [textOf(fields.get('name')), textOf(fields.get('value'))];
  const { hostname } = URL.parse(address.url ?? '') ?? {};
  const [url, domain] = [fields.get('url'), fields.get('domain')];
  if (isSecretName(name) || ofLogin.test(name)) throw noEquivalent('addCookies');
  if (url !== undefined) address.below(url);
  if (domain !== undefined && domain !== hostname && domain !== 'localhost')
    throw new NotImported('a cookie for another host has no equivalent');
  if (fields.get('httpOnly') === true || (fields.get('path') ?? '/') !== '/' || /[;\s]/.test(name + value))
    throw new NotImported('a page cannot set a cookie like this');
  const text = codeOfPlain(`${name}=${value}`);
  const check = `if (!document.cookie.split('; ').includes(${text})) throw new Error('The page cannot set this cookie.');`;
  return `document.cookie = ${text} + '; path=/';\n${check}`;
}
