import { expect, it } from 'vitest';
import { composeSummary } from '../../../src/publish/markdown/summary.ts';
import type { PublishedRun } from '../../../src/publish/verdict.ts';
import { composeMarkdown } from '../../support/composed.ts';
import { aFailure, aRun } from '../../support/verdicts.ts';

const url = 'https://github.example/acme/shop/actions/runs/1/artifacts/5';

function compose(artifact: PublishedRun['artifact'], failure: Parameters<typeof aFailure>[0]): string {
  const verdict = { status: 'failed', green: false, results: [aFailure(failure)] } as const;
  return composeMarkdown(aRun(verdict, artifact === undefined ? {} : { artifact }), 60_000);
}

const files = { trace: { path: '/tmp/evidence/1-1.zip' }, screenshot: { path: '/tmp/evidence/1-1.png' } };

it('files lead to the artifact that they are in', () => {
  const markdown = compose({ name: 'gate-firefox', id: 5, url }, files);
  expect(markdown).toContain(`[Trace](<${url}>) · [Screenshot](<${url}>)`);
  expect(markdown).toContain(
    `_Traces, screenshots and all results are in the artifact [\`gate-firefox\`](<${url}>)._`,
  );
  expect(markdown).not.toContain('evidence-folder');
});

it('the job summary, which has the room, names the files as well', () => {
  const verdict = { status: 'failed', green: false, results: [aFailure(files)] } as const;
  const summary = composeSummary(aRun(verdict, { artifact: { name: 'gate', id: 5, url } }), 60_000);
  expect(summary).toContain(`Trace [\`1-1.zip\`](<${url}>) · Screenshot [\`1-1.png\`](<${url}>)`);
});

it('an artifact is named where its address is not known', () => {
  const markdown = compose({ name: 'gate', id: 5 }, files);
  expect(markdown).toContain('Trace `1-1.zip` · Screenshot `1-1.png`');
  expect(markdown).toContain('in the artifact `gate`._');
});

it('an artifact without traces has the results', () => {
  expect(compose({ name: 'gate', id: 5, url }, {})).toContain('_All results are in the artifact');
});

it('traces that a service keeps are linked there', () => {
  const markdown = compose({ name: 'gate', id: 5, url }, { trace: { url: 'https://traces.example/1' } });
  expect(markdown).toContain('[Trace](<https://traces.example/1>)');
});

it('a name that is made to break out is shown as it is', () => {
  const markdown = compose({ name: 'a`](<https://evil.example>)<b>', id: 5, url }, {});
  expect(markdown).toContain('in the artifact ``a`](<https://evil.example>)<b>``._');
});
