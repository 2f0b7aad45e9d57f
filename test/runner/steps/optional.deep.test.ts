import { describe, expect, it } from 'vitest';
import { seesCss } from '../../support/cases.ts';
import { startHttpServer } from '../../support/http-server.ts';
import { clicks, css } from '../../support/steps.ts';
import { isGivenUp, openStage, optional } from './stage.ts';

const { runOn } = openStage();

/** The steps have far more time than the test. */
const runSteps = (html: string) =>
  runOn(html, [optional(clicks(css('button'))), seesCss('hr')], { timeoutPerStepMs: 600_000 });

describe.concurrent('an optional step is given up on a page that never gets quiet', () => {
  it.each([
    ['because it polls', `<script>setInterval(() => fetch('/news'), 50)</script>`],
    [
      'because it adds elements all the time',
      `<div></div><script>setInterval(() => { document.querySelector('div').innerHTML = '<i></i>' }, 50)</script>`,
    ],
  ])('%s', async (_, html) => {
    expect(await runSteps(html)).toEqual(isGivenUp);
  });

  it('because a request is never answered', async () => {
    await using silent = await startHttpServer(() => {});
    expect(await runSteps(`<script>fetch('${silent.url}').catch(() => {})</script>`)).toEqual(isGivenUp);
  });
});
