import { stringLiteral } from '../locator-line/literals.ts';

/** The URL of the app as code: exported files can be run against another one. */
export function urlCode(url: string): string {
  return `process.env.OCTO_URL || ${stringLiteral(url)}`;
}

/** The environment variable with the value of a header field: `OCTO_HEADER_X_BYPASS` for `X-Bypass`. */
export function headerVariable(name: string): string {
  return `OCTO_HEADER_${name.toUpperCase().replace(/[^A-Z\d]/g, '_')}`;
}

/** Code that reads an environment variable. Its file needs `fromEnvironmentCode`. */
export function fromEnvironment(variable: string): string {
  return `fromEnvironment(${stringLiteral(variable)})`;
}

export const fromEnvironmentCode = [
  '/** Credentials are never part of exported files. */',
  'function fromEnvironment(name: string): string {',
  '  const value = process.env[name];',
  "  if (!value) throw new Error('The environment variable ' + name + ' is missing.');",
  '  return value;',
  '}',
];
