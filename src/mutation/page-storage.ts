/** What earlier pages have stored. Runs in the page as its source text, so it may only use what it declares. */
export function createPageStorage(send: (message: object) => void, page: () => string) {
  return { watch, lose };

  /** Reports which of the things are read. */
  function watch(): void {
    for (const storage of [localStorage, sessionStorage]) {
      const before = new Set(Object.keys(storage));
      const { getItem } = storage;
      const read = function read(this: Storage, key: string): string | null {
        const value = getItem.call(this, key);
        const site = { operator: 'state-not-stored', role: 'storage', name: key, label: key, number: 0 };
        if (value !== null && this === storage && before.delete(key)) send({ page: page(), sites: [site] });
        return value;
      };
      Storage.prototype.getItem = read;
    }
  }

  function lose(key: string): void {
    for (const storage of [localStorage, sessionStorage]) {
      if (storage.getItem(key) === null) continue;
      storage.removeItem(key);
      send({ applied: true });
    }
  }
}
