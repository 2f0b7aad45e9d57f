import type { ExchangeTestCase } from '../../src/contract/exchange/exchange-test-case.ts';
import { createGenerator } from '../../src/generation/generator.ts';
import { chromiumPath } from '../../test/support/test-runner.ts';
import { machineWith } from '../machine.ts';

/** A generated suite and what it cost. */
interface GeneratedSuite {
  readonly cases: readonly ExchangeTestCase[];
  readonly notes: readonly string[];
  readonly ms: number;
}

/** Generates a suite for an app without a prompt, as the command `generate` does. */
export async function generateSuite(url: string): Promise<GeneratedSuite> {
  const startedAt = performance.now();
  const notes: string[] = [];
  const generate = createGenerator({
    machine: machineWith(await chromiumPath()),
    redactor: () => (text) => text,
    info: (line) => notes.push(line),
  });
  const cases = await generate({ prompt: '', baseUrl: url }, new AbortController().signal);
  return {
    cases,
    notes: notes.filter((each) => !/^(?:Page \d|Trying|Kept:)/.test(each)),
    ms: performance.now() - startedAt,
  };
}
