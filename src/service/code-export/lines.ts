/** Lines one level further in. Only code is given here, and a literal never goes over a line's end. */
export function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
