/** A text read as JSON; undefined where it is none. What it means is for a schema to say. */
export function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
