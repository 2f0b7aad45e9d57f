import { type Node, parse } from 'acorn';

/**
 * Code that gives the result of each call that nothing uses to a function: it may be a promise that is rejected, as that of
 * `check();` without `await`. Lines keep their numbers. Code that cannot be parsed stays as it is.
 * @param code the body of an async function.
 * @param keep the name of the function.
 */
export function keepUnusedResults(code: string, keep: string): string {
  const calls = unusedCalls(code);
  const inserted = calls.flatMap(({ start, end }) => [[start, `${keep}(`] as const, [end, ')'] as const]);
  return inserted
    .sort(([a], [b]) => b - a)
    .reduce((text, [at, more]) => text.slice(0, at) + more + text.slice(at), code);
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function unusedCalls(code: string): Range[] {
  const head = 'async () => {';
  const calls: Range[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (isNode(value)) {
      const used =
        value.type === 'ExpressionStatement' && 'expression' in value ? value.expression : undefined;
      if (isNode(used) && /^(?:Call|Chain|New)Expression$/.test(used.type))
        calls.push({ start: used.start - head.length, end: used.end - head.length });
      for (const part of Object.values(value)) visit(part);
    }
  };
  try {
    visit(parse(`${head}${code}\n}`, { ecmaVersion: 'latest' }));
  } catch {
    return [];
  }
  return calls;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
