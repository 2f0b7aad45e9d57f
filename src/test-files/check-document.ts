import {
  type Alias,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  type Node,
  type Scalar,
  type YAMLMap,
} from 'yaml';

/** Something wrong at an offset of the text. */
export interface OffsetProblem {
  readonly offset: number;
  readonly message: string;
}

export interface CheckedDocument {
  readonly problems: readonly OffsetProblem[];
  /** What each alias repeats. */
  readonly targets: ReadonlyMap<Alias, Node>;
}

/** All that the aliases of a file may repeat, in values: they can make a small file a huge value. */
const maxRepeated = 50_000;

/**
 * Finds what a parsed document must not hold: duplicate keys, keys that are no plain text, aliases of nothing or of
 * what they stand in, and aliases that repeat too much.
 */
export function checkDocument(document: Document): CheckedDocument {
  const problems: OffsetProblem[] = [];
  const targets = new Map<Alias, Node>();
  /** The size is missing as long as the anchor's own value is being read. */
  const anchors = new Map<string, { node: Node; size?: number }>();
  let repeated = 0;

  /** @returns how many values there are in it, what aliases repeat included. */
  const read = (value: unknown): number => {
    if (isPair(value)) return read(value.key) + read(value.value);
    if (isAlias(value)) return repeat(value);
    if (!isCollection(value) && !isScalar(value)) return 0;
    const anchor: { node: Node; size?: number } = { node: value };
    if (value.anchor !== undefined) anchors.set(value.anchor, anchor);
    let size = 1;
    if (isMap(value)) for (const problem of keyProblems(value)) problems.push(problem);
    if (isCollection(value)) for (const item of value.items) size += read(item);
    anchor.size = size;
    return size;
  };

  const repeat = (alias: Alias): number => {
    const target = anchors.get(alias.source);
    const problem = (message: string) => problems.push({ offset: startOf(alias), message });
    if (target === undefined) {
      problem(`no &${alias.source} stands before *${alias.source}`);
    } else if (target.size === undefined) {
      problem(`*${alias.source} stands in what it repeats`);
    } else {
      targets.set(alias, target.node);
      const before = repeated;
      repeated += target.size;
      if (before <= maxRepeated && repeated > maxRepeated) {
        problem(`the aliases up to here repeat more than ${maxRepeated} values. Write fewer`);
      }
    }
    return target?.size ?? 0;
  };

  read(document.contents);
  return { problems, targets };
}

function* keyProblems(map: YAMLMap<unknown, unknown>): Generator<OffsetProblem> {
  const seen = new Set<string>();
  for (const { key } of map.items) {
    // A value that is an object, as that of !!binary: it would be made a text for Node's own warning.
    if (!isScalar(key) || (typeof key.value === 'object' && key.value !== null)) {
      yield { offset: startOf(key, startOf(map)), message: 'a key must be a plain text' };
      continue;
    }
    const name = keyName(key);
    if (key.type === 'PLAIN' && name === '<<') {
      yield { offset: startOf(key), message: '<< merges nothing in YAML 1.2: write the keys themselves' };
    }
    if (seen.has(name)) {
      yield { offset: startOf(key), message: `the key ${JSON.stringify(name)} stands here a second time` };
    }
    seen.add(name);
  }
}

/** A key as it is in the value: there 1 and "1" are the same. */
export function keyName(key: Scalar): string {
  return String(key.value ?? '');
}

function startOf(node: unknown, otherwise = 0): number {
  return (isNode(node) ? node.range?.[0] : undefined) ?? otherwise;
}
