import { codeOf, selectorsOf } from '../javascript/convert-value.ts';
import type { Framework } from '../javascript/framework.ts';
import { patternOf } from '../javascript/texts.ts';
import type { Value } from '../javascript/value.ts';
import { type Elements, type Expected, entryOf, is, NotImported, type Of } from '../javascript/value.ts';
import type { CaseWriter } from '../steps/case-writer.ts';
import { codeOfPattern } from '../steps/code-in-page.ts';
import { expectHidden, expectNone, expectThat } from '../steps/expectations.ts';
import { matching, presenceOf } from '../steps/locators.ts';
import { addExpectation, attributeTest } from '../steps/matchers.ts';
import { containing, givenByContains, innermost, isOne, narrow } from './find-elements.ts';
import { matcherOfElements, matcherOfReading, partsOfUrl, selectorChainers } from './mapping.ts';

/** `should` on elements. @throws NotImported if the chainer has no equivalent. */
export function expectOfElements(
  writer: CaseWriter,
  found: Elements,
  { matcher: chainer, args, isNegated }: Required<Expected>,
): undefined {
  const isOfSight = /^be\.(?:visible|hidden)$/.test(chainer);
  const of = isOfSight ? innermost(found) : givenByContains(found);
  const narrowing = entryOf(selectorChainers, chainer);
  if (narrowing !== undefined && !is(args[0], 'pattern')) {
    const css = narrowing(args);
    // What is empty has no size, and so nobody sees it.
    if (!isNegated || isOne(of) || /\("(?:body|html)"\)$/.test(of.line))
      return void writer.add(presenceOf(matching(of, isNegated ? `:not(${css})` : css)));
    // Several elements match if one of them does.
    writer.add(presenceOf(of));
    return expectNone(writer, matching(of, css));
  }
  const matcher = matcherOfElements(chainer);
  const selectors = selectorsOf(of);
  if (matcher === undefined)
    throw new NotImported(`should('${isNegated ? 'not.' : ''}${chainer}') has no equivalent`);
  if (/^toContain(?:Text|Class)$/.test(matcher) && !isOne(of)) {
    // Several elements have a text or a class if one of them does.
    const having =
      matcher === 'toContainText'
        ? narrow(of, `.filter({ hasText: ${codeOf(containing(args[0]))} })`)
        : matching(of, attributeTest('class', args[0], 'words'));
    expectExists(writer, isNegated ? of : having);
    if (isNegated) writer.assert({ expectation: 'NOT_VISIBLE' }, selectorsOf(having));
  } else if (matcher === 'toBeChecked' && !isOne(of)) {
    // Several elements are checked if one of them is.
    const checked = matching(of, ':checked');
    expectExists(writer, isNegated ? of : checked);
    if (isNegated) writer.assert({ expectation: 'NOT_VISIBLE' }, selectorsOf(checked));
  } else if (matcher === (isNegated ? 'toBeVisible' : 'toBeHidden')) {
    expectHidden(writer, found, of);
  } else if (/^toHave(?:Attribute|Id)$/.test(matcher) && isNegated && !isOne(of)) {
    // Of several elements, the first is checked.
    addExpectation(writer, selectorsOf(narrow(of, '.first()')), { matcher, args, isNegated });
  } else if (matcher !== 'toBeVisible' || isNegated || !writer.hasSeen(selectors))
    addExpectation(writer, selectors, { matcher, args, isNegated });
}

/** `should` on what is read of the page, such as its URL. @throws NotImported if the chainer has no equivalent. */
export function expectOfReading(on: Framework, of: Of<'reading'>, chained: Required<Expected>): undefined {
  const { matcher: chainer, args, isNegated } = chained;
  const [expected] = args;
  if (chainer === 'be.empty') return expectOfReading(on, of, { ...chained, matcher: 'eq', args: [''] });
  // Every element has a text.
  if (chainer === 'exist' && !isNegated && is(of.of, 'elements') && of.method === 'textContent')
    return expectExists(on.writer, of.of);
  const matcher = matcherOfReading(chainer);
  if (matcher === undefined) throw new NotImported(`should('${chainer}') has no equivalent`);
  const isPart = matcher === 'toContain';
  const expectUrl = (url: Value) =>
    addExpectation(on.writer, [], { matcher: 'toHaveURL', args: [url], isNegated });
  if (of.method === 'url' && isPart && expected === '/' && !isNegated)
    return on.writer.comment('The spec expects a slash in the URL here, which every URL has.');
  const path = of.method === 'url' && isPart ? on.address.path(expected) : '';
  if (path.startsWith('/') && path !== expected) return expectUrl(patternOf('^\\w+://[^/]+', path, ''));
  const part = entryOf(partsOfUrl, of.method);
  if (part === undefined) return expectThat(on, of, { matcher, args: [expected], isNegated });
  const [before, after, within] = part;
  if (matcher === 'toMatch' && is(expected, 'pattern')) {
    const matches = `${codeOfPattern(expected)}.test(location.${of.method})`;
    return on.writer.assertCode(`return ${isNegated ? '!' : ''}${matches};`);
  }
  expectUrl(patternOf(isPart ? before + within : before, expected, isPart ? '' : after));
}

/** `should('exist')`. Several elements may have what is in them. */
export function expectExists(writer: CaseWriter, of: Elements): undefined {
  const isSingle = isOne(of) && !of.line.includes(':has(');
  writer.assert({ expectation: 'VISIBLE' }, selectorsOf(isSingle ? of : narrow(of, '.first()')));
}
