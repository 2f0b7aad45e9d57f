/** A case's description as a title: in one line, and never empty. */
export function title({ description }: { readonly description: string }): string {
  return description.replace(/[\s\p{Cc}]+/gu, ' ').trim() || 'Untitled test case';
}
