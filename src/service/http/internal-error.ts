/**
 * An unexpected error as one line of a log: what kind it is, and where it was thrown. Its message is left out, because
 * it may quote what was sent: a parser's error shows a piece of its text, and that may be a password.
 */
export function inOneLine(error: Error): string {
  const place = /\n\s+at (.+)/.exec(error.stack ?? '')?.[1] ?? 'an unknown place';
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  const reason = 'errstr' in error && typeof error.errstr === 'string' ? ` (${error.errstr})` : '';
  return `${error.name}${code}${reason} at ${place}`.replaceAll(/\s+/g, ' ');
}
