const maxCharacters = 1000;
/** The beginning of the hidden line by which the action recognizes its comment. */
const marker = /<!--\s*browser-test-gate:/i;

/** What is wrong with the input `comment-footer`; undefined if nothing is. */
export function commentFooterProblem(footer: string): string | undefined {
  if (footer.length > maxCharacters)
    return `has ${footer.length} characters. Use at most ${maxCharacters.toLocaleString('en')}`;
  return marker.test(footer)
    ? "contains `<!-- browser-test-gate:`, which marks the action's own comment. Remove that line"
    : undefined;
}
