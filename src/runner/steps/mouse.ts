import type { Locator } from 'playwright-core';
import { defined } from '../../common/fields.ts';
import type { CalledWith } from '../../contract/exchange/interaction.ts';
import { UnexpectedResult } from '../failure/reason.ts';
import type { StepScope } from './step-scope.ts';

/** CLICK: with a button, `double`, or without waiting for the element to be clickable (`force`). */
export async function click(scope: StepScope, calledWith: CalledWith<'CLICK'>): Promise<void> {
  const { button = 'left', double = false, force = false } = calledWith ?? {};
  const options = { button, force, ...scope.limits() };
  const { page } = scope;
  const clicked = double ? scope.locator().dblclick(options) : scope.locator().click(options);
  await clicked.catch((error: unknown) => {
    if (!page.isClosed() || !hasClicked(error)) throw error;
  });
}

/** A click may close its window before the driver has seen its end. The log in the error says how far it has come. */
function hasClicked(error: unknown): boolean {
  return error instanceof Error && /performing \w+ action/.test(error.message);
}

export async function hover(scope: StepScope): Promise<void> {
  await scope.locator().hover(scope.limits());
}

/** DRAG_AND_DROP: drags the element onto the target of other selectors. */
export async function dragAndDrop(
  scope: StepScope,
  { selectors, options }: CalledWith<'DRAG_AND_DROP'>,
): Promise<void> {
  const target = scope.locate(selectors);
  const { targetPosition, angularWorkaround = false } = options ?? {};
  if (angularWorkaround) return dragByMouse(scope, target, targetPosition);
  await scope.locator().dragTo(target, {
    ...scope.limits(),
    ...defined({ targetPosition }),
  });
}

/** Moves the mouse in small steps, for pages that listen to mouse events instead of drag events. */
async function dragByMouse(
  scope: StepScope,
  target: Locator,
  position: { readonly x: number; readonly y: number } | undefined,
): Promise<void> {
  const { mouse } = scope.page;
  await scope.locator().hover(scope.limits());
  await mouse.down();
  try {
    await target.scrollIntoViewIfNeeded(scope.limits());
    const box = await target.boundingBox(scope.limits());
    if (box === null) {
      const clause = 'the drop target is not visible';
      throw new UnexpectedResult(() => ({ clause }), [`Locator: ${target}`]);
    }
    const x = box.x + (position?.x ?? box.width / 2);
    const y = box.y + (position?.y ?? box.height / 2);
    await mouse.move(x - 1, y - 1, { steps: 10 });
    await mouse.move(x, y, { steps: 5 });
  } finally {
    // After a failed drag, the button must not stay down for the next steps.
    await mouse.up();
  }
}

/**
 * SCROLL: scrolls the page or the element to a position. Without a position, the element is scrolled into view, or the
 * page to its end.
 */
export async function scroll(scope: StepScope, calledWith: CalledWith<'SCROLL'>): Promise<void> {
  const position = scrollPosition(calledWith);
  if (scope.selectors.length === 0) return scrollPage(scope, position);
  if (position === undefined) return scope.locator().scrollIntoViewIfNeeded(scope.limits());
  await scope.locator().evaluate((element, to) => element.scrollTo(to), position, scope.limits());
}

/** Without animation: the next step must not start while the page is still scrolling. */
function scrollPosition(calledWith: CalledWith<'SCROLL'>): ScrollToOptions | undefined {
  const { x, y } = calledWith ?? {};
  if (x === undefined && y === undefined) return undefined;
  return { ...defined({ left: x, top: y }), behavior: 'instant' };
}

function scrollPage({ page }: StepScope, position: ScrollToOptions | undefined): Promise<void> {
  return page.evaluate((to) => {
    window.scrollTo(to ?? { top: document.documentElement.scrollHeight, behavior: 'instant' });
  }, position);
}
