import type { BrowserContext } from 'playwright-core';
import { BackgroundRequests } from './background-requests.ts';
import { Documents } from './documents.ts';
import { Findings } from './findings.ts';
import { FrameGuard } from './frame-guard.ts';
import { HiddenFailures } from './hidden-failures.ts';
import type { StepRef } from './step-ref.ts';

/** What watches the pages of an attempt, from its start. */
export interface WatchedPages {
  readonly findings: Findings;
  readonly requests: BackgroundRequests;
  readonly documents: Documents;
  readonly frames: FrameGuard;
  readonly hidden: HiddenFailures;
}

/** @param first the step that the first findings belong to. */
export function watchPages(context: BrowserContext, first: StepRef): WatchedPages {
  const findings = new Findings(first);
  const requests = new BackgroundRequests(context, findings);
  const documents = new Documents(context, findings, requests);
  const frames = new FrameGuard(findings, documents);
  const hidden = new HiddenFailures(context, findings, requests);
  return { findings, requests, documents, frames, hidden };
}
