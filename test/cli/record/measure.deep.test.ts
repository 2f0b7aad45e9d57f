import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Runner } from '../../../src/runner/runner.ts';
import { type Pages, startPages } from '../../support/pages.ts';
import { openTestRunner, runFirst } from '../../support/test-runner.ts';
import { recordedPages } from './recorded-pages.ts';
import { scenarios } from './recorded-scenarios.ts';
import { differences, type Recorded, recordScenario, replayPlan, workspaceWithFiles } from './recorder.ts';

let pages: Pages;
let runner: Runner;
let workspace: Awaited<ReturnType<typeof workspaceWithFiles>>;
const recorded = new Map<string, Recorded>();

beforeAll(async () => {
  pages = await startPages();
  for (const [path, html] of Object.entries(recordedPages)) pages.add(html, path);
  workspace = await workspaceWithFiles();
  runner = await openTestRunner({ uploadFolder: workspace.path });
});
afterAll(async () => {
  await runner[Symbol.asyncDispose]();
  await workspace[Symbol.asyncDispose]();
  await pages[Symbol.asyncDispose]();
});

// The recorder attributes what happens to what a person did shortly before: a busy machine may be too slow for that once.
const onBusyMachines = { retry: 2 };

describe.each(Object.entries(scenarios))('a recording of %s', onBusyMachines, (name, scenario) => {
  it('has the steps that a careful person would write', async () => {
    const recording = await recordScenario(scenario, pages, workspace.path);
    recorded.set(name, recording);
    expect(differences(scenario, recording.test.elements)).toEqual({ wrong: [], extra: [] });
    expect(recording.warnings).toEqual([]);
  });

  it('passes ten times', async () => {
    const recording = recorded.get(name);
    if (recording === undefined) throw new Error('There is no recording.');
    const messages: unknown[] = [];
    for (let time = 0; time < 10; time += 1) {
      messages.push((await runFirst(runner, replayPlan(recording, scenario.path, pages))).errorMessage);
    }
    expect(messages).toEqual(Array.from({ length: 10 }, () => null));
  });
});

it('at least 60 actions are recorded, none by an id or class that is generated', () => {
  expect(Object.values(scenarios).flatMap(({ actions }) => actions).length).toBeGreaterThanOrEqual(60);
  const texts = JSON.stringify([...recorded.values()].map(({ test }) => test.elements));
  const generated = Object.values(recordedPages).flatMap((html) =>
    [...html.matchAll(/\b(?:id|class)="([^"]*\d[^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
  );
  expect(generated.filter((each) => /\d/.test(each)).length).toBeGreaterThan(8);
  expect(generated.filter((each) => /\d/.test(each) && texts.includes(each))).toEqual([]);
});
