import type { ExchangeTestCase } from '../contract/exchange/exchange-test-case.ts';
import { patternText } from '../contract/exchange/pattern.ts';
import { type Finding, isRecord, type Path, valueAt } from './problem.ts';

/** Finds texts that are valid, but most likely mean something else: no name, and syntax of other tools that is no syntax here. */
export function likelyMistakes(testCase: ExchangeTestCase): Finding[] {
  const { description, entryPointUrlPath, elements } = testCase;
  const mistakes = [...textsOf({ entryPointUrlPath, elements }, [])].flatMap(([text, path]) => {
    const message =
      otherVariable(text) ?? (isCompared(testCase, path) ? otherPattern(text, path) : undefined);
    return message === undefined ? [] : [{ path, message: `${keyOf(path)}: ${message}` }];
  });
  if (description.trim() !== '') return mistakes;
  return [{ path: ['description'], message: 'description: is empty, so results have no name' }, ...mistakes];
}

/** Code, and names, in which braces are nothing unusual. */
const others = new Set(['code', 'file']);

function* textsOf(value: unknown, path: Path): Generator<[text: string, path: Path]> {
  if (typeof value === 'string') yield [value, path];
  else if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) yield* textsOf(each, [...path, index]);
  } else if (isRecord(value)) {
    for (const [key, each] of Object.entries(value))
      if (!others.has(key)) yield* textsOf(each, [...path, key]);
  }
}

/** The key of a text, or of the list that it is in. */
function keyOf(path: Path): string {
  return String(path.findLast((each) => typeof each === 'string'));
}

function otherVariable(text: string): string | undefined {
  const [found, name = ''] = /\$\{\{?\s*([\w.]+)\s*\}\}?/.exec(text) ?? [];
  if (found === undefined) return undefined;
  const variable = name.replace(/^.*\./, '');
  return `"${found}" is not replaced. Write $${variable} for a variable`;
}

/** Whether a text is searched for in the page, or compared with what is there. */
function isCompared(testCase: ExchangeTestCase, path: Path): boolean {
  const selector = valueAt(testCase, path.slice(0, 4));
  if (path[2] === 'selectors' && isRecord(selector))
    return !/^(?:CSS|FRAME)$/.test(String(selector.selectorType));
  const assertion = valueAt(testCase, path.slice(0, 3));
  if (path[2] !== 'assertion' || !isRecord(assertion)) return false;
  return /^(?:NOT_)?TO_/.test(String(assertion.expectation)) && path[3] === 'calledWith';
}

/** A regular expression as JavaScript writes it. Without special characters, it may be a path. */
function otherPattern(text: string, path: Path): string | undefined {
  const [found, source = '', flags = ''] = /^\/(.+)\/([dgimsuy]*)$/.exec(text) ?? [];
  const isPath = (flags === '' || path[2] === 'assertion') && !/[\\^$*+|()[\]]/.test(source);
  if (found === undefined || isPath) return undefined;
  const inline = flags.replace(/[^ims]/g, '');
  const pattern = patternText(inline === '' ? source : `(?${inline}:${source})`);
  return `"${found}" is not read as a regular expression. Write ${pattern} for one`;
}
