import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { deadlineSignal } from '../../src/github/deadline.ts';
import { connectGitHub } from '../../src/github/github.ts';
import { type JobArtifacts, openJobArtifacts } from '../../src/github/job-artifacts.ts';
import { openResultsStore, type ResultsStore } from '../../src/github/results-store.ts';
import type { PublishContext } from '../../src/publish/publish-context.ts';
import { type RunFacts, redactDeep } from '../../src/results/run-results.ts';
import type { SavedState } from '../../src/runtime/saved-state.ts';
import type { ArtifactServer } from './artifact-server.ts';
import type { GitHubServer } from './github-server.ts';
import { createRecordingHost, type RecordingHost } from './recording-host.ts';
import { factsOf } from './results.ts';

/** The commit of the pull request. */
export const headSha = 'a'.repeat(40);

/** The only secret. */
export const secret = 'hunter2';
export const redact = (text: string) => text.replaceAll(secret, '***');

const never = new AbortController().signal;

export type PublishingOverrides = Partial<Omit<PublishContext, 'facts'>> & { readonly facts?: RunFacts };

/** What a job publishes with: pull request 7 of acme/shop at a local GitHub, and no folder. */
export function publishingOf(
  github: GitHubServer | undefined,
  overrides: PublishingOverrides = {},
): PublishContext & { readonly host: RecordingHost; readonly states: readonly Partial<SavedState>[] } {
  const states: Partial<SavedState>[] = [];
  return {
    pullRequest: 7,
    eventName: 'pull_request',
    isFork: false,
    resultsStore: { missing: 'not needed.' },
    evidenceFolder: join(tmpdir(), 'no-such-folder', 'evidence'),
    github: github && connectGitHub('token', github.url, { owner: 'acme', repo: 'shop' }),
    deadline: () => deadlineSignal(never, 60_000),
    redact,
    commentFooter: '',
    saveState: (more) => states.push(more),
    ...overrides,
    facts: redactDeep(overrides.facts ?? factsOf({ context: { sha: headSha } }), redact),
    host: createRecordingHost(),
    states,
  };
}

const serviceFile = join(tmpdir(), `artifact-service-${randomUUID()}.json`);
const sharedArtifacts = openJobArtifacts({
  script: join(import.meta.dirname, 'artifact-thread.ts'),
  env: { SERVICE_FILE: serviceFile },
  cancel: never,
});

/** The artifacts of a job. All tests of a file have one thread, whose service is that of the last call. */
export function artifactsOf(server: Pick<ArtifactServer, 'env'>): JobArtifacts {
  writeFileSync(serviceFile, JSON.stringify(server.env));
  onTestFinished(() => rmSync(serviceFile, { force: true }));
  return sharedArtifacts;
}

/** Where a job shares its results with the others. */
export function resultsStoreOf(server: ArtifactServer, facts: RunFacts): ResultsStore {
  return openResultsStore(artifactsOf(server), redactDeep(facts, redact), redact);
}
