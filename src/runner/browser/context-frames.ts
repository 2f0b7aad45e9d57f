import type { BrowserContext, CDPSession, Frame, Page } from 'playwright-core';
import { within } from '../within.ts';

/** The frames and workers of one context, by the ids that Chromium gives them. */
export interface ContextFrames {
  /** Whether a frame or worker belongs to the context. */
  include(frameId: string): Promise<boolean>;
}

/** How long a page may take to tell its frames, in ms: one that is busy with a request of theirs can't. */
const tellMs = 1000;

/**
 * Tells frames of one context from those of others in the same browser.
 * @param session of the whole browser.
 */
export function framesOf(context: BrowserContext, session: CDPSession): ContextFrames {
  const known = new Map<string, Promise<boolean>>();
  let ownId: Promise<string | undefined> | undefined;

  const look = async (frameId: string): Promise<boolean> => {
    const page = context.pages()[0];
    // A context without a page asks for nothing.
    if (page === undefined) return false;
    ownId ??= contextId(page);
    const { targetInfos } = await session.send('Target.getTargets');
    const target = targetInfos.find(({ targetId }) => targetId === frameId);
    if (target !== undefined) return target.browserContextId === (await ownId);
    // Frames that share the process of their page are no targets of their own.
    const trees = await Promise.all(
      context.pages().flatMap((each) => [each, ...each.frames().slice(1)].map(frameIds)),
    );
    return trees.some((ids) => ids.includes(frameId));
  };

  return {
    include(frameId) {
      const found = known.get(frameId) ?? look(frameId).catch(() => false);
      known.set(frameId, found);
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

interface FrameTree {
  readonly frame: { readonly id: string };
  readonly childFrames?: readonly FrameTree[];
}

/** The ids of a page's frames, or of those below a frame in a process of its own. */
async function frameIds(root: Page | Frame): Promise<string[]> {
  const context = 'context' in root ? root.context() : root.page().context();
  try {
    const session = await context.newCDPSession(root);
    const { frameTree } = await within(tellMs, 'busy', () => session.send('Page.getFrameTree'));
    leave(session);
    return idsIn(frameTree);
  } catch {
    // A frame in the process of its page has no session; the page tells it.
    return [];
  }
}

/** Chromium answers this only after the page's navigation, which may itself wait for us. */
function leave(session: CDPSession): void {
  session.detach().catch(() => {});
}

function idsIn({ frame, childFrames = [] }: FrameTree): string[] {
  return [frame.id, ...childFrames.flatMap(idsIn)];
}
