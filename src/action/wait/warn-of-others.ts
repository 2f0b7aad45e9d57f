/** Says that more than one test report fits a run, and which one is followed. */
export function warnOfOthers(
  host: { warning(text: string): void },
  id: string,
  others: readonly { readonly id: string }[],
): void {
  if (others.length === 0) return;
  host.warning(
    `More than one test report fits this run. ${id} is followed, not ${others.map((other) => other.id).join(', ')}.`,
  );
}
