import { stripTypeScriptTypes } from 'node:module';
import { type AnyNode, type Comment, type Program, parse } from 'acorn';

/** A TypeScript file as its syntax. Fails where it has none. */
export interface ParsedCode {
  readonly program: Program;
  readonly comments: readonly string[];
  readonly nodes: readonly AnyNode[];
}

export function parsedCode(code: string): ParsedCode {
  const comments: Comment[] = [];
  const program = parse(stripTypeScriptTypes(code), {
    ecmaVersion: 'latest',
    sourceType: 'module',
    onComment: comments,
  });
  return { program, comments: comments.map(({ value }) => value), nodes: nodesOf(program) };
}

/** Every name that the code has, but for those of environment variables, which a case may choose. */
export function identifiers({ nodes }: ParsedCode): Set<string> {
  const chosen = new Set(
    nodes.flatMap((node) =>
      node.type === 'MemberExpression' && isProcessEnv(node.object) ? [node.property] : [],
    ),
  );
  return new Set(
    nodes.flatMap((node) => (node.type === 'Identifier' && !chosen.has(node) ? [node.name] : [])),
  );
}

function isProcessEnv(node: AnyNode): boolean {
  return (
    node.type === 'MemberExpression' &&
    node.object.type === 'Identifier' &&
    node.object.name === 'process' &&
    node.property.type === 'Identifier' &&
    node.property.name === 'env'
  );
}

/** The statements of the file's only test. */
export function testStatements({ program }: ParsedCode): AnyNode[] {
  const tests = program.body.flatMap((node) => {
    if (node.type !== 'ExpressionStatement' || node.expression.type !== 'CallExpression') return [];
    const { callee, arguments: values } = node.expression;
    return callee.type === 'Identifier' && callee.name === 'test' ? [values] : [];
  });
  const body = tests[0]?.[1];
  if (tests.length !== 1 || body?.type !== 'ArrowFunctionExpression' || body.body.type !== 'BlockStatement') {
    throw new Error('the file has not just one test');
  }
  return body.body.body;
}

function nodesOf(root: AnyNode): AnyNode[] {
  const found: AnyNode[] = [];
  const left: unknown[] = [root];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (isNode(value)) found.push(value);
    if (typeof value === 'object')
      left.push(...Object.values(value ?? {}).filter((each) => each !== undefined));
  }
  return found;
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
