/** @returns the parsed text, for a schema to check; undefined if it is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Finds a key that occurs twice in one object. Readers disagree about which of its values counts (RFC 8259, section 4).
 * @param json a text that `JSON.parse` accepts.
 */
export function repeatedKey(json: string): string | undefined {
  /** The keys of each open object; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  const token = /["{}[\]]/g;
  for (let found = token.exec(json); found !== null; found = token.exec(json)) {
    const { 0: symbol, index } = found;
    if (symbol === '{') open.push(new Set());
    else if (symbol === '[') open.push(undefined);
    else if (symbol !== '"') open.pop();
    else {
      const end = endOfString(json, index);
      token.lastIndex = end;
      const keys = open.at(-1);
      if (keys === undefined || !isKey(json, end)) continue;
      const text = json.slice(index, end);
      const key = text.includes('\\') ? String(JSON.parse(text)) : text.slice(1, -1);
      if (keys.has(key)) return key;
      keys.add(key);
    }
  }
  return undefined;
}

/** @returns the index behind the string that starts at `start`. */
function endOfString(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); ; quote = json.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (json[quote - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
}

/** Whether the string that ends before `end` is a key, and no value. */
function isKey(json: string, end: number): boolean {
  const next = /\S/g;
  next.lastIndex = end;
  return next.exec(json)?.[0] === ':';
}
