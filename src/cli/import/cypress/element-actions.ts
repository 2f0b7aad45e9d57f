import { optionsOf, selectorsOf } from '../javascript/convert-value.ts';
import { textOf, titleOf } from '../javascript/texts.ts';
import {
  type Args,
  type Elements,
  entryOf,
  firstPage,
  is,
  NotImported,
  objectOf,
  type Value,
} from '../javascript/value.ts';
import { act, blur } from '../steps/actions.ts';
import type { CaseWriter } from '../steps/case-writer.ts';
import { allElements, elementByText } from '../steps/code-in-page.ts';
import { matching } from '../steps/locators.ts';
import { innermost, isOne, narrow } from './find-elements.ts';
import { commands, submitting } from './mapping.ts';
import { expectExists } from './should.ts';
import { typeText } from './typing.ts';

/**
 * A command that acts on elements; with `{ multiple: true }`, on each of them.
 * @param itemsOf returns the elements; their number must be known.
 */
export function actOnEach(
  writer: CaseWriter,
  of: Elements,
  [name, args]: readonly [string, Args],
  itemsOf: (of: Elements) => Elements[],
): void {
  const argsOfEach = args.map((each): Value => {
    if (!is(each, 'object') || each.fields.get('multiple') !== true) return each;
    return objectOf([...each.fields].filter(([option]) => option !== 'multiple'));
  });
  const isForEach = argsOfEach.some((each, index) => each !== args[index]) && !isOne(of);
  for (const element of isForEach ? itemsOf(of) : [of]) actOn(writer, element, name, argsOfEach);
}

function actOn(writer: CaseWriter, of: Elements, name: string, args: Args): void {
  const [first, options] = args;
  const selectors = selectorsOf(innermost(of));
  if (name === 'type') {
    optionsOf(options, ['force']);
    typeText(writer, selectors, textOf(first));
  } else if (name === 'blur') blur(writer, of);
  else if (name === 'rightclick') act(writer, selectors, 'click', [objectOf([['button', 'right']])]);
  else if (name === 'trigger' && /^mouse(?:over|enter)$/.test(textOf(first)))
    writer.act({ action: 'HOVER' }, selectors);
  else if (name === 'trigger' && args.length === 1 && /^(?:change|input)$/.test(textOf(first)))
    runForEach(writer, of, `element.dispatchEvent(new Event('${textOf(first)}', { bubbles: true }));`);
  else if (name === 'submit' && args.length === 0) runForEach(writer, of, submitting);
  else if (name === 'select') {
    const chosen = typeof first === 'number' ? objectOf([['index', first]]) : first;
    act(writer, selectors, 'selectOption', [chosen, options]);
  } else if (/^(?:un)?check$/.test(name) && (typeof first === 'string' || Array.isArray(first))) {
    for (const value of [first].flat())
      act(writer, selectorsOf(matching(of, `[value=${JSON.stringify(textOf(value))}]`)), name, [options]);
  } else if (!act(writer, selectors, entryOf(commands, name) ?? '', args))
    throw new NotImported(`${name} has no equivalent`);
}

/** Changes elements by code. If they were found by the attribute that changes, a mark finds them from then on. */
export function changeElements(writer: CaseWriter, of: Elements, code: string, [name]: Args): Elements {
  const isFoundByIt = selectorsOf(of).some(({ selector }) => selector.includes(`[${titleOf(name)}`));
  const mark = `data-changed-${writer.steps.length}`;
  runForEach(
    writer,
    of,
    isFoundByIt ? `{ ${code} element.setAttribute(${JSON.stringify(mark)}, ''); }` : code,
  );
  return isFoundByIt ? narrow({ ...of, line: firstPage.line }, `.locator("[${mark}]")`) : of;
}

/** Expects that elements exist, and runs code in the page for each of them. */
function runForEach(writer: CaseWriter, of: Elements, code: string): void {
  expectExists(writer, of);
  const elements = elementByText(selectorsOf(of)) ?? allElements(selectorsOf(of));
  writer.runInPage(`for (const element of ${elements}) ${code}`);
}
