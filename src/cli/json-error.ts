/** What `--json` prints when there is no result. @param message as it is printed to stderr. */
export function jsonError(message: string): string {
  return `${JSON.stringify({ error: message.replace(/^error: /, '') }, null, 2)}\n`;
}
