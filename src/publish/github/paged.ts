/** A page that GitHub answers, and its header field that names the next one. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly link: string | undefined;
}

/** So many are on a page, and so many pages are read at most. */
export const perPage = 100;
const maxPages = 100;

/**
 * Reads a list page by page, each thing once: what is added meanwhile moves others to the next page.
 * @param tooMany what is said where the list does not end, without the number.
 */
export async function* paged<Item extends { readonly id: number }>(
  tooMany: (most: number) => string,
  ask: (page: { readonly page: number; readonly per_page: number }) => Promise<Page<Item>>,
): AsyncGenerator<readonly Item[]> {
  const seen = new Set<number>();
  // Counted here: the address of the next page may lead anywhere, or back.
  for (let page = 1; page <= maxPages; page += 1) {
    const { items, link } = await ask({ page, per_page: perPage });
    const fresh = items.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    yield fresh;
    if (fresh.length === 0 || !/rel="?next"?/.test(link ?? '')) return;
  }
  throw new Error(tooMany(perPage * maxPages));
}

/** All that pages hold. */
export async function allOf<Item>(pages: AsyncIterable<readonly Item[]>): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const page of pages) items.push(...page);
  return items;
}
