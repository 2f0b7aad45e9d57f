const quote = '"'.charCodeAt(0);
const backslash = '\\'.charCodeAt(0);
const openers: ReadonlySet<number> = new Set([...'[{'].map((each) => each.charCodeAt(0)));
const closers: ReadonlySet<number> = new Set([...']}'].map((each) => each.charCodeAt(0)));

/**
 * Whether a JSON text nests arrays and objects deeper than `levels`. It looks at the text, before it is parsed: whatever
 * walks through a deep value by recursion, `JSON.stringify` included, runs out of stack.
 */
export function deeperThan(json: string, levels: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (inString && character === backslash) at += 1;
    else if (character === quote) inString = !inString;
    else if (inString) continue;
    else if (openers.has(character)) depth += 1;
    else if (closers.has(character)) depth -= 1;
    if (depth > levels) return true;
  }
  return false;
}
