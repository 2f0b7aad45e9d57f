/** Asks again until the answer fits: what it waits for needs turns of the event loop, and no time. */
export async function until<T>(ask: () => Promise<T>, fits: (answer: T) => boolean): Promise<T> {
  for (let turn = 0; turn < 1000; turn += 1) {
    const answer = await ask();
    if (fits(answer)) return answer;
    await new Promise(setImmediate);
  }
  throw new Error(`it never came: ${JSON.stringify(await ask())}`);
}
