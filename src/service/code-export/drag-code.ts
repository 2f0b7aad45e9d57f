import type { Interaction } from '../../contract/exchange/interaction.ts';
import { type FileScope, helper } from './file-scope.ts';
import { locatorCode } from './locator-code.ts';

type Target = Extract<Interaction, { action: 'DRAG_AND_DROP' }>['calledWith'];

/** DRAG_AND_DROP as a statement. */
export function dragCode({ selectors, options }: Target, source: string, scope: FileScope): string {
  const target = locatorCode(selectors, scope);
  const { targetPosition, angularWorkaround = false } = options ?? {};
  const position =
    targetPosition === undefined ? undefined : `{ x: ${targetPosition.x}, y: ${targetPosition.y} }`;
  if (angularWorkaround) {
    const values = ['page', source, target, ...(position === undefined ? [] : [position])];
    return `await ${helper(scope, 'dragByMouse')}(${values.join(', ')});`;
  }
  const values = [target, ...(position === undefined ? [] : [`{ targetPosition: ${position} }`])];
  return `await ${source}.dragTo(${values.join(', ')});`;
}
