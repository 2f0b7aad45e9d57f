/**
 * Shares room fairly: who wants less than a fair part gets all of it, and leaves the rest to the others.
 * @param wants how much each would take.
 * @returns how much each gets, in the same order.
 */
export function shareRoom(wants: readonly number[], room: number): number[] {
  const given = wants.map(() => 0);
  let left = Math.max(0, room);
  const order = wants.map((want, index) => ({ want, index })).sort((a, b) => a.want - b.want);
  for (const [place, { want, index }] of order.entries()) {
    const part = Math.min(want, Math.floor(left / (order.length - place)));
    given[index] = part;
    left -= part;
  }
  return given;
}
