/**
 * An accessible name without the characters of an icon font at its ends: nobody can read or type them. Runs in the page as
 * its source text.
 */
export function withoutIcon(name: string): string {
  return name.replace(/^[\s\ue000-\uf8ff]+|[\s\ue000-\uf8ff]+$/g, '');
}
