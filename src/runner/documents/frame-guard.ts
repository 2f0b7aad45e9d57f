import type { Frame, Locator, Page } from 'playwright-core';
import type { ExchangeElement } from '../../contract/exchange/test-case.ts';
import { unlessLate } from '../wait.ts';
import { lookMs, staysBlank } from './blank-page.ts';
import { findsSomething, provesPage } from './checks.ts';
import type { Documents } from './documents.ts';
import type { Findings } from './findings.ts';
import { isOwnUrl } from './request-facts.ts';

export interface FramedStep {
  readonly element: ExchangeElement;
  /** The iframe that the step's selectors look into; undefined if they look into none. */
  readonly frameOwner: () => Locator | undefined;
}

interface FrameOwner {
  readonly page: Page;
  readonly owner: Locator;
  /** How many documents there were when a step found something in the frame; undefined if none has. */
  readonly seenAt: number | undefined;
}

/** Looks after the iframes of pages: what is in them may break as well. */
export class FrameGuard {
  readonly #findings: Findings;
  readonly #documents: Documents;
  /** The iframes that steps have looked into, by the text of their locator. */
  readonly #frameOwners = new Map<string, FrameOwner>();

  constructor(findings: Findings, documents: Documents) {
    this.#findings = findings;
    this.#documents = documents;
  }

  /**
   * Looks at the iframe that a step looks into.
   * @param documentCount how many documents there were when the step found its element.
   * @throws Error if the iframe has a bad document, which the step does not prove.
   */
  async check({ element, frameOwner }: FramedStep, page: Page, documentCount: number): Promise<void> {
    const owner = frameOwner();
    if (owner === undefined) return;
    const seenAt = findsSomething(element) ? documentCount : this.#frameOwners.get(`${owner}`)?.seenAt;
    this.#frameOwners.set(`${owner}`, { page, owner, seenAt });
    await this.#check(page, owner, { proves: provesPage(element) });
  }

  async #check(page: Page, owner: Locator, { proves }: { readonly proves: boolean }): Promise<void> {
    if (page.isClosed() || this.#documents.badFramesOf(page).length === 0) return;
    let frame = await frameIn(owner);
    for (; frame != null && frame.parentFrame() !== null; frame = frame.parentFrame()) {
      if (proves) this.#documents.prove(frame);
      const bad = this.#documents.problemOf(frame);
      if (bad !== undefined && bad.kind !== 'refusal')
        throw new Error(`The frame ${owner} is broken. ${bad.message}`);
    }
  }

  /** @throws Error if a frame shows nothing, and no step has found anything in its document; one that is hidden may. */
  async refuseBlank({ frameOwner }: FramedStep): Promise<void> {
    const looked = this.#frameOwners.get(`${frameOwner()}`);
    if (looked === undefined) return;
    const { owner, seenAt } = looked;
    const frame = await frameIn(owner);
    if (frame === null || (seenAt !== undefined && !this.#documents.isNewer(frame, seenAt))) return;
    if (!(await staysBlank(frame, lookMs)) || !(await owner.isVisible().catch(() => false))) return;
    throw new Error(
      `The frame ${owner} is blank: ${frame.url()} shows no text, image or control. Check the console errors of the page. If it is meant to be blank, assert something about it first, for example TO_HAVE_STYLE of \`body\`.`,
    );
  }

  /**
   * Ends a test case that shows a page.
   * @throws Error if an iframe that a step has looked into has a bad document.
   */
  async finish(page: Page): Promise<void> {
    for (const { page, owner } of this.#frameOwners.values())
      await this.#check(page, owner, { proves: false });
    await this.#warnOfBadFrames(page);
  }

  /**
   * A frame of the app itself that a person can see or has sent a form to, and that no step looks into. Others may be ads,
   * which are often blocked.
   */
  async #warnOfBadFrames(page: Page): Promise<void> {
    for (const [frame, { step, message, request }] of this.#documents.badFramesOf(page)) {
      if (request === undefined || !isOwnUrl(request.url(), page.url())) continue;
      const owner = await unlessLate(frame.frameElement(), lookMs);
      const isVisible = async () => (await owner?.isVisible().catch(() => false)) === true;
      if (request.method() !== 'GET' || (await isVisible()))
        this.#findings.addWarning({ step, message: `A frame of the page is broken. ${message}` });
    }
  }
}

async function frameIn(owner: Locator): Promise<Frame | null> {
  try {
    const element = await owner.elementHandle({ timeout: lookMs });
    return (await element?.contentFrame()) ?? null;
  } catch {
    // The frame is gone.
    return null;
  }
}
