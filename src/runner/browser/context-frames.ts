import type { BrowserContext, CDPSession, Page } from 'playwright-core';

/** The frames and workers of one context, by the ids that Chromium gives them. */
export interface ContextFrames {
  /** Whether a frame or worker belongs to the context. */
  include(frameId: string): Promise<boolean>;
}

/**
 * Tells frames of one context from those of others in the same browser. Only the browser itself is asked, and never a
 * page: that may be busy for as long as it likes.
 * @param session of the whole browser.
 */
export function framesOf(context: BrowserContext, session: CDPSession): ContextFrames {
  const known = new Map<string, Promise<boolean>>();
  let ownId: Promise<string | undefined> | undefined;

  const look = async (frameId: string): Promise<boolean> => {
    const pages = context.pages();
    const [page] = pages;
    // A context without a page asks for nothing.
    if (page === undefined) return false;
    ownId ??= contextId(page).catch((error: unknown) => {
      ownId = undefined;
      throw error;
    });
    const { targetInfos } = await session.send('Target.getTargets');
    const target = targetInfos.find(({ targetId }) => targetId === frameId);
    if (target !== undefined) return target.browserContextId === (await ownId);
    // Frames that share the process of their page are no targets of their own.
    const found = await Promise.all(pages.map((each) => holds(each, frameId)));
    return found.includes(true);
  };

  return {
    include(frameId) {
      const found = known.get(frameId) ?? look(frameId).catch(() => false);
      known.set(frameId, found);
      // A frame stays in its context. One that was not found is looked for again: nobody may have known it yet.
      void found.then((isOwn) => isOwn || known.delete(frameId));
      return found;
    },
  };
}

async function contextId(page: Page): Promise<string | undefined> {
  const session = await page.context().newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  leave(session);
  return targetInfo.browserContextId;
}

/** Whether a frame is in a page, at whatever depth. The storage of a frame is what the browser tells by itself. */
async function holds(page: Page, frameId: string): Promise<boolean> {
  try {
    const session = await page.context().newCDPSession(page);
    const told = session.send('Storage.getStorageKeyForFrame', { frameId });
    const isHeld = await told.then(
      () => true,
      // It knows the frame; one that is sandboxed has no storage.
      (error: unknown) => error instanceof Error && error.message.includes('opaque origin'),
    );
    leave(session);
    return isHeld;
  } catch {
    // The page is gone.
    return false;
  }
}

/** Chromium answers this only after the page's navigation, which may itself wait for us. */
function leave(session: CDPSession): void {
  session.detach().catch(() => {});
}
