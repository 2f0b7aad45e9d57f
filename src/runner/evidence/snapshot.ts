import { cut, formatCount } from '../../common/text.ts';
import { maxSnapshotCharacters } from '../../contract/attempt.ts';

/** One line of an accessibility snapshot, such as `  - button "Pay" [disabled]`. */
export interface SnapshotLine {
  readonly line: string;
  readonly indent: number;
  /** Empty for a property, such as `- /url: /cart`. */
  readonly role: string;
  readonly name: string;
  /** The text or value after the colon. */
  readonly text: string;
  /** Where it begins in the line. */
  readonly textStart: number;
}

/** Longer lines are cut. */
const maxLineCharacters = 500;

const linePattern =
  /^( *)- ([a-z][\w-]*)(?: ("(?:[^"\\]|\\.)*"|\/.*?\/(?= |:|$)))?((?: \[[^\]]*\])*)(?::(?: (.*))?)?$/;

/** Reads a snapshot of the driver. */
export function parseSnapshot(snapshot: string): SnapshotLine[] {
  return snapshot.split('\n').map((line) => {
    const indent = line.search(/\S|$/);
    // A line with a colon or a hash in its name is one quoted key.
    const plain = line.replace(/^( *- )'((?:[^']|'')*)'/, (_, start: string, key: string) => {
      return start + key.replaceAll("''", "'");
    });
    const [, , role = '', name = '', , text = ''] = linePattern.exec(plain) ?? [];
    return {
      line,
      indent,
      role,
      name: unquoted(name),
      text: unquoted(text),
      textStart: line.length - text.length,
    };
  });
}

function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}

/**
 * Cuts a snapshot to about 4,000 characters: a line with its ancestors, and as many lines around it as there is space
 * for. Comments say how many lines are missing.
 * @param anchor index of the line to keep.
 */
export function cutSnapshot(lines: readonly SnapshotLine[], anchor: number): string {
  const texts = lines.map(({ line }) => cut(line, maxLineCharacters));
  const length = (index: number) => (texts[index]?.length ?? 0) + 1;
  const kept = new Set(ancestors(lines, anchor));
  let characters = [...kept].reduce((sum, index) => sum + length(index), 0);
  // More follows than precedes: what belongs to an element is below it.
  for (let distance = 1; distance < lines.length; distance += 1) {
    for (const index of [anchor + 2 * distance - 1, anchor + 2 * distance, anchor - distance]) {
      if (index < 0 || index >= lines.length || kept.has(index)) continue;
      characters += length(index);
      if (characters > maxSnapshotCharacters) return joined(texts, kept);
      kept.add(index);
    }
  }
  return joined(texts, kept);
}

/** The indexes of a line and of the elements that contain it. */
function ancestors(lines: readonly SnapshotLine[], anchor: number): number[] {
  const found = [anchor];
  let indent = lines[anchor]?.indent ?? 0;
  for (let index = anchor - 1; index >= 0 && indent > 0; index -= 1) {
    const above = lines[index]?.indent ?? 0;
    if (above >= indent) continue;
    indent = above;
    found.push(index);
  }
  return found;
}

function joined(texts: readonly string[], kept: ReadonlySet<number>): string {
  const parts: string[] = [];
  let missing = 0;
  const addGap = () => {
    if (missing > 0) parts.push(`# ${formatCount(missing, 'line')} left out`);
    missing = 0;
  };
  for (const [index, text] of texts.entries()) {
    if (!kept.has(index)) {
      missing += 1;
      continue;
    }
    addGap();
    parts.push(text);
  }
  addGap();
  return parts.join('\n');
}
