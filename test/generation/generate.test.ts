import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GenerationRequest } from '../../src/contract/generation.ts';
import { createGenerator } from '../../src/generation/generator.ts';
import { createRedactor } from '../../src/runtime/redactor.ts';
import { aCase, goTo } from '../support/cases.ts';
import { startHttpServer } from '../support/http-server.ts';
import { type Pages, startPages } from '../support/pages.ts';
import { pollOptions } from '../support/poll-options.ts';
import { openService } from '../support/service.ts';
import { by, clicks } from '../support/steps.ts';
import { testMachine } from '../support/test-runner.ts';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages[Symbol.asyncDispose]());

async function generator(info: string[] = []) {
  return createGenerator({
    machine: await testMachine(),
    redactor: createRedactor,
    info: (text) => info.push(text),
  });
}

const counter = `<h1>Counter</h1><button onclick="out.textContent = ++count + ' clicks'">Count</button><p id="out">0 clicks</p><script>let count = 0</script>`;

async function generate(html: string, prompt: string, more: Partial<GenerationRequest> = {}) {
  const info: string[] = [];
  const make = await generator(info);
  const request = {
    prompt,
    baseUrl: pages.url,
    entryPointUrlPath: pages.add(html),
    timeoutPerStepMs: 60_000,
    ...more,
  };
  const cases = await make(request, new AbortController().signal);
  return { cases, info };
}

describe('prompts with steps', () => {
  it('make one test case for each block, which has its part of the prompt and a description', async () => {
    const { cases } = await generate(
      counter,
      `Please test this.

       ## The counter moves by one
       - Click Count
       - I should see "1 clicks"

       Click Count, then click Count. I should see "2 clicks".`,
    );
    expect(cases).toEqual([
      expect.objectContaining({ description: 'The counter moves by one', runStatus: 'ON' }),
      expect.objectContaining({
        description: expect.stringMatching(/^Click the button "Count", and expect .*2 clicks/),
        prompt: 'Click Count, then click Count. I should see "2 clicks".',
      }),
    ]);
    expect(cases[0]?.elements).toHaveLength(2);
  });

  it('say which clause could not be compiled', async () => {
    await expect(generate(counter, 'Click Coutn. I should see "1 clicks".')).rejects.toThrow(
      /"Click Coutn": Found no .*Nearest: .*button "Count"/,
    );
  });

  it('enter new values where the app keeps what earlier runs have added', async () => {
    await using app = await startGuestbook();
    const prompt = 'Enter "Ada" in Name. Click Sign. Expect "Ada" is shown.';
    const { cases } = await generate('', prompt, { baseUrl: app.url, entryPointUrlPath: '/' });
    expect(cases).toHaveLength(1);
    expect(cases[0]?.elements[0]?.interaction).toEqual({
      action: 'ENTER_TEXT',
      calledWith: 'Ada $OCTO_STABLE_UUID_SHORT',
    });
    const counts = 'Enter "Bo" in Name. Click Sign. Expect "8 guests" is shown.';
    await expect(generate('', counts, { baseUrl: app.url, entryPointUrlPath: '/' })).rejects.toThrow(
      /passed 0 of 3 times.*If the app keeps what earlier runs have added, /,
    );
  });

  it('drop what does not pass each time, with the reason', async () => {
    let visits = 0;
    await using server = await startHttpServer((_, response) => {
      visits += 1;
      response
        .setHeader('content-type', 'text/html')
        .end(`<h1>${visits === 1 ? 'First' : 'Later'} visit</h1>`);
    });
    const prompt = 'I should see "First visit"';
    await expect(
      generate('', prompt, { baseUrl: server.url, entryPointUrlPath: '/', timeoutPerStepMs: 2500 }),
    ).rejects.toThrow(/was dropped: it passed 0 of 3 times. .*First visit/);
  });

  it('begin with the session that their prerequisite leaves', async () => {
    const path = pages.add(
      '<button onclick="localStorage.user = 1">Log in</button><p></p><script>document.querySelector("p").textContent = localStorage.user ? "Hello" : "Nobody"</script>',
    );
    const login = aCase({ elements: [goTo(path), clicks(by('ROLE', 'button', { name: 'Log in' }))] });
    const make = await generator();
    const cases = await make(
      {
        prompt: 'I should see "Hello"',
        baseUrl: pages.url,
        entryPointUrlPath: path,
        prerequisites: [login],
        timeoutPerStepMs: 60_000,
      },
      new AbortController().signal,
    );
    expect(cases).toHaveLength(1);
  });
});

it('leaves out a case whose steps are the first ones of another', async () => {
  const { cases } = await generate(counter, 'Click Count.\n\nClick Count. I should see "1 clicks".');
  expect(cases.map(({ elements }) => elements.length)).toEqual([2]);
});

it.each([
  ['Test all the things', '"Test all the things" does not read as a step.'],
  ['Click Count. Frobnicate it.', '"Frobnicate it" does not read as a step.'],
])('explores the app if most of a prompt is not a step, and explains why: %s', async (prompt, reason) => {
  const { cases, info } = await generate(
    '<main><h1>Opening hours</h1><p>Closed on Sundays</p></main>',
    prompt,
  );
  expect(cases.length).toBeGreaterThan(0);
  expect(JSON.stringify(cases)).toContain('Opening hours');
  expect(info).toContain(`The app is explored instead. ${reason}`);
});

it('serves batch generations and discoveries', async () => {
  await using it = await openService(undefined, undefined, await generator());
  const { client, testTargetId } = it;
  const prompt = 'Click Count. I should see "1 clicks".';
  const entryPointUrlPath = pages.add(counter);
  const { batchGenerationId: id } = await client.createBatchGeneration(
    { testTargetId },
    { prompt, entryPointUrlPath, baseUrl: pages.url },
  );
  const statusOf = async (id: string) => (await client.getTestPlan({ testTargetId, id })).status;
  await expect.poll(() => statusOf(id), pollOptions).toMatch(/DONE|ERROR/);
  const { testCases } = await client.pull({ testTargetId }, { testPlanId: id });
  expect(testCases).toMatchObject([{ prompt, entryPointUrlPath, elements: [{}, {}] }]);
  const failed = await client.createBatchGeneration(
    { testTargetId },
    { prompt: 'Click Nothing', baseUrl: pages.url },
  );
  await expect.poll(() => statusOf(failed.batchGenerationId), pollOptions).toBe('ERROR');
  const plan = await client.getTestPlan({ testTargetId, id: failed.batchGenerationId });
  expect(plan).toMatchObject({ message: expect.stringContaining('"Click Nothing"') });
});

/** It keeps the name of each guest. */
function startGuestbook() {
  const guests: string[] = [];
  return startHttpServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://app').searchParams.get('name');
    if (name !== null) {
      guests.push(name);
      response.writeHead(303, { location: '/' }).end();
      return;
    }
    const rows = guests.map((each) => `<li>${each}</li>`).join('');
    response
      .setHeader('content-type', 'text/html')
      .end(
        `<form><label>Name <input name="name"></label><button>Sign</button></form><p>${guests.length} guests</p><ul>${rows}</ul>`,
      );
  });
}
