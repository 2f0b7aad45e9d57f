import type { Locator } from 'playwright-core';
import type { CalledWith } from './called-with.ts';
import type { StepScope } from './step-scope.ts';

interface Position {
  readonly x: number;
  readonly y: number;
}

/** DRAG_AND_DROP: drags the element onto the one that other selectors find. */
export async function dragAndDrop(
  scope: StepScope,
  { selectors, options }: CalledWith<'DRAG_AND_DROP'>,
): Promise<void> {
  const target = scope.locate(selectors);
  const { targetPosition, angularWorkaround = false } = options ?? {};
  if (angularWorkaround) return dragByMouse(scope, target, targetPosition);
  await scope.locator().dragTo(target, {
    timeout: scope.remainingMs(),
    ...(targetPosition === undefined ? {} : { targetPosition }),
  });
}

/** Drags with a mouse that moves in small steps, for pages that follow the mouse. */
async function dragByMouse(scope: StepScope, target: Locator, position: Position | undefined): Promise<void> {
  const { mouse } = scope.page;
  await scope.locator().hover({ timeout: scope.remainingMs() });
  await mouse.down();
  try {
    await target.scrollIntoViewIfNeeded({ timeout: scope.remainingMs() });
    const box = await target.boundingBox({ timeout: scope.remainingMs() });
    if (box === null) throw new Error(`The drop target is not visible.\nLocator: ${target}`);
    const x = box.x + (position?.x ?? box.width / 2);
    const y = box.y + (position?.y ?? box.height / 2);
    await mouse.move(x - 1, y - 1, { steps: 10 });
    await mouse.move(x, y, { steps: 5 });
  } finally {
    // A failed drag must not leave the button down for the steps after it.
    await mouse.up();
  }
}
