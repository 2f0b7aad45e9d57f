/** What a request that was just under way may take to arrive at GitHub, in ms. */
const leastMs = 2000;
/** What keeps writers apart who began together, in ms; more with each round. */
const spreadMs = 1500;

/**
 * How long to wait until what others were just writing must be there, in ms.
 * @param round 1 for the first wait of a write.
 * @param random from 0 to 1, another one for each writer.
 */
export function settleTime(round: number, random: number): number {
  return leastMs + random * spreadMs * Math.min(round, 4);
}
