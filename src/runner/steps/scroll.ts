import type { CalledWith } from './called-with.ts';
import type { StepScope } from './step-scope.ts';

/**
 * SCROLL: with a position the page, or the element, is scrolled to it; without one the element comes into view, or the
 * page goes to its end.
 */
export async function scroll(scope: StepScope, calledWith: CalledWith<'SCROLL'>): Promise<void> {
  const position = scrollPosition(calledWith);
  if (scope.selectors.length === 0) return scrollPage(scope, position);
  const options = { timeout: scope.remainingMs() };
  if (position === undefined) return scope.locator().scrollIntoViewIfNeeded(options);
  await scope.locator().evaluate((element, to) => element.scrollTo(to), position, options);
}

/** At once: the next step may not come while the page still glides. */
function scrollPosition(calledWith: CalledWith<'SCROLL'>): ScrollToOptions | undefined {
  const { x, y } = calledWith ?? {};
  if (x === undefined && y === undefined) return undefined;
  return {
    ...(x === undefined ? {} : { left: x }),
    ...(y === undefined ? {} : { top: y }),
    behavior: 'instant',
  };
}

function scrollPage({ page }: StepScope, position: ScrollToOptions | undefined): Promise<void> {
  return page.evaluate((to) => {
    window.scrollTo(to ?? { top: document.documentElement.scrollHeight, behavior: 'instant' });
  }, position);
}
