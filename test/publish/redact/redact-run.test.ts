import { describe, expect, it } from 'vitest';
import { maxCommentCharacters } from '../../../src/publish/comment/limits.ts';
import { createRedactor } from '../../../src/publish/redact/redact.ts';
import { redactRun } from '../../../src/publish/redact/redact-run.ts';
import type { PublishedRun } from '../../../src/publish/verdict.ts';
import { composeMarkdown } from '../../support/composed.ts';
import { seen, textByMicromark } from '../../support/parsed-markdown.ts';
import { aFailedStep, aFailure, aRun } from '../../support/verdicts.ts';

/** A run in which every text has the secret. */
function runWith(secret: string): PublishedRun {
  const place = { file: `tests/${secret}.yaml`, line: 1, column: 1 };
  const evidence = {
    errorMessage: secret,
    pageUrl: `https://a.example/${secret}`,
    consoleErrors: [secret],
    trace: { url: `https://a.example/${secret}` },
    screenshot: { path: `/${secret}.png` },
    missingEvidence: [secret],
    teardownFailures: [secret],
  };
  const failure = aFailure({
    name: secret,
    ...evidence,
    place,
    failedStep: aFailedStep({ words: secret, locator: secret, inDependency: secret, place }),
    earlierAttempts: [{ status: 'failed', ...evidence, failedStep: aFailedStep({ words: secret }) }],
  });
  return aRun(
    { status: 'error', reason: secret, reportUrl: `https://a.example/${secret}`, results: [failure] },
    { title: secret, url: `https://a.example/${secret}`, workflowRunUrl: `https://a.example/${secret}` },
  );
}

describe('a run with a secret in every text', () => {
  it('has it in none any more', () => {
    const run = redactRun(runWith('hunter2000'), createRedactor(['hunter2000']));
    expect(JSON.stringify(run)).not.toContain('hunter');
    expect(run).toEqual(runWith('***'));
  });

  it.each(['hunter-2_000!', 'http://user@host#1', 'abcdef0123456789', '<tag>&more', 'a|b|c|d'])(
    'is published without it also where Markdown escapes it: %s',
    (secret) => {
      const run = redactRun(runWith(secret), createRedactor([secret]));
      const markdown = composeMarkdown(run, maxCommentCharacters);
      expect(seen(textByMicromark(markdown))).not.toContain(secret);
      expect(seen(textByMicromark(markdown))).toContain('***');
    },
  );

  it('is published without the beginning of one that a cut has torn', () => {
    const errorMessage = `${'x'.repeat(1990)}hunter2000hunter2000`;
    const run = aRun({ status: 'failed', results: [aFailure({ errorMessage })] });
    const redacted = redactRun(run, createRedactor(['hunter2000hunter2000']));
    expect(composeMarkdown(redacted, maxCommentCharacters)).not.toContain('hunter');
  });

  it('keeps what it does not know unset', () => {
    const run = aRun();
    expect(redactRun(run, createRedactor(['hunter2000']))).toStrictEqual(run);
  });
});
