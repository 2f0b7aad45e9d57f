import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Runner } from '../../src/runner/runner.ts';
import { aCase, goTo } from '../support/cases.ts';
import { startHttpServer } from '../support/http-server.ts';
import { type Pages, startPages } from '../support/pages.ts';
import { containsText, css } from '../support/steps.ts';
import { aPlan, openTestRunner, passed, runFirst, runPlan } from '../support/test-runner.ts';

let runner: Runner;
let pages: Pages;
beforeAll(async () => {
  [runner, pages] = await Promise.all([openTestRunner({ workers: 3 }), startPages()]);
});
afterAll(() => Promise.all([runner, pages].map((each) => each?.[Symbol.asyncDispose]())));

/** An app that responds only when `together` visitors wait. It counts the maximum of simultaneous visitors. */
async function startGate(together: number) {
  let waiting: (() => void)[] = [];
  let max = 0;
  const server = await startHttpServer((_, response) => {
    waiting.push(() => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<link rel="icon" href="data:,"><p>In</p>');
    });
    max = Math.max(max, waiting.length);
    if (waiting.length < together) return;
    for (const open of waiting) open();
    waiting = [];
  });
  return { url: server.url, most: () => max, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

describe('cases', () => {
  it('run as many at once as there are workers', async () => {
    await using gate = await startGate(3);
    const cases = Array.from({ length: 6 }, () => aCase({ elements: [containsText('In', css('p'))] }));
    const outcomes = await runPlan(runner, aPlan(gate.url, cases));
    expect(outcomes.map(({ status }) => status)).toEqual(cases.map(() => 'PASSED'));
    expect(gate.most()).toBe(3);
  });

  it('run one after the other, in order, with one worker', async () => {
    await using single = await openTestRunner({ workers: 1 });
    const cases = [1, 2, 3].map((number) => aCase({ elements: [goTo(pages.add(`<p>${number}</p>`))] }));
    const log: string[] = [];
    const events = {
      onStart: (id: string) => void log.push(`start ${id}`),
      onOutcome: ({ testCaseId }: { testCaseId: string }) => void log.push(`end ${testCaseId}`),
    };
    await single.run(aPlan(pages.url, cases), events, new AbortController().signal);
    expect(log).toEqual(cases.flatMap(({ id }) => [`start ${id}`, `end ${id}`]));
  });

  it('do not see the cookies and the storage of each other', async () => {
    await using single = await openTestRunner({ workers: 1 });
    const page = pages.add(`<p></p><script>
      document.querySelector('p').textContent = 'cookie "' + document.cookie + '" stored ' + localStorage.getItem('seen');
      document.cookie = 'seen=yes';
      localStorage.setItem('seen', 'yes');
    </script>`);
    const first = containsText('cookie "" stored null', css('p'));
    const again = containsText('cookie "seen=yes" stored yes', css('p'));
    const cases = [1, 2].map(() => aCase({ elements: [goTo(page), first, goTo(page), again] }));
    expect(await runPlan(single, aPlan(pages.url, cases))).toEqual(cases.map(({ id }) => passed(id)));
  });

  it('have one outcome each, whatever the others end as', async () => {
    const page = pages.add('<p>Hi</p>');
    const cases = [
      aCase({ elements: [goTo(page)] }),
      aCase({ elements: [goTo(page)], dependencyId: crypto.randomUUID() }),
      aCase({ elements: [goTo('ftp://a.example/')] }),
      aCase({ elements: [goTo(page)] }),
    ];
    const outcomes = await runPlan(runner, aPlan(pages.url, cases));
    const byId = new Map(outcomes.map(({ testCaseId, status }) => [testCaseId, status]));
    expect(outcomes).toHaveLength(4);
    expect(cases.map(({ id }) => byId.get(id))).toEqual(['PASSED', 'ERROR', 'FAILED', 'PASSED']);
  });

  it('of an empty plan end at once', async () => {
    expect(await runPlan(runner, aPlan(pages.url, []))).toEqual([]);
  });

  it.each([
    ['DESKTOP', 1920],
    ['TABLET', 768],
    ['MOBILE', 320],
  ] as const)('on %s see a page that is %i wide', async (breakpoint, width) => {
    const page = pages.add('<p></p><script>document.querySelector("p").textContent = innerWidth</script>');
    const testCase = aCase({ elements: [goTo(page), containsText(String(width), css('p'))] });
    const plan = aPlan(pages.url, [testCase], { breakpoint });
    expect(await runFirst(runner, plan)).toEqual(passed(testCase.id));
  });
});
