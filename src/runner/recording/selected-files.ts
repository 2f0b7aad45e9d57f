import type { CDPSession, Frame } from 'playwright-core';

/**
 * The paths of the files that a person has selected in a file input. Pages only learn their names.
 * @param expression finds the file of an index in the page.
 * @returns the names of files whose paths the browser does not say.
 */
export async function selectedFiles(
  frame: Frame,
  names: readonly string[],
  expression: (index: number) => string,
): Promise<string[]> {
  const page = frame.page();
  // Only frames in a process of their own have a session of their own.
  const session = await page
    .context()
    .newCDPSession(frame)
    .catch(() => page.context().newCDPSession(page));
  try {
    const contexts = await contextsOf(session);
    return await Promise.all(
      names.map(async (name, index) => (await pathOf(session, contexts, expression(index))) ?? name),
    );
  } finally {
    await session.detach();
  }
}

/** The ids of the contexts in which scripts run: those of the page and of its frames. */
async function contextsOf(session: CDPSession): Promise<number[]> {
  const ids: number[] = [];
  session.on('Runtime.executionContextCreated', ({ context }) => ids.push(context.id));
  await session.send('Runtime.enable');
  return ids;
}

async function pathOf(
  session: CDPSession,
  contexts: readonly number[],
  expression: string,
): Promise<string | undefined> {
  for (const contextId of contexts) {
    const { result } = await session.send('Runtime.evaluate', { contextId, expression });
    if (result.className !== 'File' || result.objectId === undefined) continue;
    const { path } = await session.send('DOM.getFileInfo', { objectId: result.objectId });
    if (path !== '') return path;
  }
  return undefined;
}
