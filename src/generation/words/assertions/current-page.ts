import { onlyOne } from '../../../common/lists.ts';
import { escapeRegExp } from '../../../common/text.ts';
import { patternText } from '../../../contract/exchange/pattern.ts';
import type { PageElement } from '../../../runner/live-page.ts';
import type { Parts } from '../grammar.ts';
import { type CompiledStep, containing, expects } from '../page/compiled-step.ts';
import { isControl } from '../page/control-types.ts';
import { isSameText, shownElement } from '../page/element-texts.ts';
import { type Scope, text } from '../page/scope.ts';
import { Unresolved } from '../page/unresolved.ts';
import { isShown } from './element-shown.ts';
import { sees } from './shown-text.ts';

export function hasTitle({ page, of, value, part }: Parts, scope: Scope): CompiledStep | undefined {
  const { elements } = scope.view;
  const [heading] = elements.filter(
    ({ tag, text: own }) => tag === 'h1' && isSameText(own, text(value, scope)),
  );
  // "The tab is selected" is about a tab of the page.
  if (/^(?:selected|active|open|closed|shown|visible|hidden|disabled|enabled)$/i.test(value ?? ''))
    return undefined;
  const isOfPage = of !== undefined || /^page$/i.test(page ?? '');
  if (heading !== undefined && isOfPage && text(value, scope) !== scope.view.title)
    return sees(heading, '', scope);
  const calledWith = value === undefined ? containing(text(part, scope)) : text(value, scope);
  const isTitle = ({ field, name }: PageElement) => field !== undefined && /\btitle\b/i.test(name);
  if (page === undefined && of === undefined && scope.view.elements.some(isTitle)) {
    if (calledWith !== scope.view.title) return undefined;
    throw new Unresolved('The title could be that of the page or a field. Write "the page title"');
  }
  return expects({ expectation: 'TO_HAVE_TITLE', calledWith });
}

export function hasUrl({ value, part, end }: Parts, scope: Scope): CompiledStep {
  const ending =
    end === undefined ? containing(text(part, scope)) : patternText(`.*${escapeRegExp(text(end, scope))}$`);
  return expects({
    expectation: 'TO_HAVE_URL',
    calledWith: value === undefined ? ending : text(value, scope),
  });
}

/** The page has a heading that is called so, or something else but what leads to it. */
export function isOnPage({ what = '' }: Parts, scope: Scope): CompiledStep {
  const bare = (text: string) => text.replace(/^(?:(?:the|an?|my|your|our|all) )+/i, '');
  const called = bare(text(what, scope));
  const isHeading = ({ tag, name }: PageElement) => tag === 'h1' && isSameText(bare(name), called);
  const heading = onlyOne(scope.view.elements.filter(isHeading));
  if (heading !== undefined) return sees(heading, what, scope);
  const step = isShown({ what }, scope);
  if (step.target === undefined || !isControl(step.target)) return step;
  throw new Unresolved(`Found no heading for "${called}"`, [shownElement(step.target)]);
}
