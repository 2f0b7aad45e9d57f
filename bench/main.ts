import { parseArgs } from 'node:util';
import { benchFailures } from './failures.ts';
import { benchGeneration, type GenerationOptions } from './generation/bench-generation.ts';
import { faultNames } from './generation/faults.ts';
import { benchLatency } from './latency.ts';
import {
  type BenchBrowser,
  inEachBrowser,
  openSetting,
  type Round,
  runGreen,
  runRound,
  type Setting,
  selfCheck,
} from './measure.ts';
import { players } from './players.ts';
import { benchRed } from './red.ts';
import { browserTable, growthTable, machine, playerTable, ratioTable } from './report.ts';
import { benchScale } from './scale.ts';
import { benchService } from './service.ts';
import { benchStartup } from './startup.ts';

const usage = `Usage: npm run bench -- <what> [--pairs 7] [--cases 40] [--stored 10000] [--watched 3] [--growth 40,100,200,400] [--suite folder] [--url url] [--mutants 50] [--faults all] [--runs 10]
  runner      our runner against Playwright Test and a playwright-core script, in a headless shell and in full Chrome:
              time, memory, growth
  service     requests to the embedded service with many stored test cases: time, memory, what they hold up
  scale       publishing up to 10,000 results, reading up to 2,000 test files: time, memory, growth
  startup     the built action from its start to its first request, what each import costs, and how long after the end of
              a hosted run the verdict is known (Linux only)
  red         how long it takes until failures are known
  failures    seeded faults of the example shop: does failures.md name the cause?
  generation  the suite that is generated for the example shop or another app: is it always green on the healthy app,
              and which faults does it notice?
  self-check  only checks that all cases of each of them fail on a broken shop

  --stored    test cases that the service stores
  --pairs     rounds that are timed; the order alternates
  --cases     cases in a round
  --watched   additional rounds with measured memory (Linux only; it slows them down)
  --growth    numbers of cases for which the runner is timed; 0 for none
  --suite     folder of the test files that are measured instead of a generated suite
  --url       URL of the app that is tested instead of the example shop
  --mutants   mutants to run the test cases against; 0 for none
  --faults    names of the example shop's faults to run against, separated by commas; all or none
  --runs      runs of the generated suite on the healthy app
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pairs: { type: 'string', default: '7' },
    cases: { type: 'string', default: '40' },
    stored: { type: 'string', default: '10000' },
    watched: { type: 'string', default: process.platform === 'linux' ? '3' : '0' },
    growth: { type: 'string', default: '40,100,200,400' },
    suite: { type: 'string' },
    url: { type: 'string' },
    mutants: { type: 'string', default: '50' },
    faults: { type: 'string', default: 'all' },
    runs: { type: 'string', default: '10' },
    help: { type: 'boolean', default: false },
  },
});

switch (values.help ? undefined : positionals[0]) {
  case 'runner':
    await benchRunner();
    break;
  case 'service':
    console.log(await benchService(wholeNumber(values.stored), wholeNumber(values.pairs)));
    break;
  case 'scale':
    console.log(`${machine()}\n\n${await benchScale(wholeNumber(values.pairs), progress)}`);
    break;
  case 'startup':
    console.log(`${machine()}\n\n${await benchStartup(wholeNumber(values.pairs))}`);
    console.log(`\n${await benchLatency(wholeNumber(values.pairs))}`);
    break;
  case 'red':
    await printRed();
    break;
  case 'failures':
    console.log(await benchFailures(progress));
    break;
  case 'generation':
    console.log(await benchGeneration(generationOptions()));
    break;
  case 'self-check':
    await checkPlayers();
    break;
  default:
    process.stderr.write(usage);
    process.exitCode = 2;
}

function generationOptions(): GenerationOptions {
  const { suite, url, mutants, runs } = values;
  const faults = faultNames.filter(
    (name) => values.faults === 'all' || values.faults.split(',').includes(name),
  );
  return {
    ...{ suite, url, faults, onProgress: progress },
    ...{ mutants: wholeNumber(mutants), runs: wholeNumber(runs) },
  };
}

async function checkPlayers(): Promise<void> {
  await using opened = await openSetting();
  await selfCheck(opened.setting);
  console.log('With each player, every case failed on the broken shop.');
}

async function printRed(): Promise<void> {
  await using opened = await openSetting();
  const { setting } = opened;
  const rows = await benchRed(setting, progress);
  console.log([`${setting.workers} workers. ${machine()}`, rows].join('\n\n'));
}

async function benchRunner(): Promise<void> {
  const cases = wholeNumber(values.cases);
  const pairs = wholeNumber(values.pairs);
  const watched = wholeNumber(values.watched);
  await using opened = await openSetting();
  const { setting } = opened;
  const browsers = inEachBrowser(setting);
  for (const browser of browsers) {
    progress(`${browser.title}: self-check and warming up`);
    await selfCheck(browser.setting);
    // Fills the file system's cache and Playwright Test's compilation cache.
    await runRound(browser.setting, cases);
  }
  const [shell = [], full] = await timeRounds(browsers, cases, pairs);
  const sections = [];
  for (const [index, { title, setting }] of browsers.entries()) {
    const rounds = (index === 0 ? shell : full) ?? [];
    const measured = await watchRounds(setting, cases, watched);
    sections.push(`### ${title}`, playerTable(rounds, measured), ratioTable(rounds, measured));
  }
  console.log(
    [
      `${cases} cases, ${setting.workers} workers, ${pairs} rounds. ${machine()}`,
      ...sections,
      ...(full === undefined ? [] : [browserTable(shell, full)]),
      ...(await growth(setting)),
    ].join('\n\n'),
  );
}

/** @returns the rounds of each browser. The browsers alternate, so that they can be compared. */
async function timeRounds(
  browsers: readonly BenchBrowser[],
  cases: number,
  pairs: number,
): Promise<Round[][]> {
  const rounds: Round[][] = browsers.map(() => []);
  for (let pair = 0; pair < pairs; pair += 1) {
    for (const [index, { title, setting }] of browsers.entries()) {
      progress(`${title}: round ${pair + 1} of ${pairs}`);
      rounds[index]?.push(await runRound(setting, cases, { backwards: pair % 2 === 1 }));
    }
  }
  return rounds;
}

/** @returns a table; none if no numbers of cases are given. */
async function growth(setting: Setting): Promise<string[]> {
  const rows = [];
  for (const count of values.growth.split(',').map(wholeNumber)) {
    if (count === 0) continue;
    progress(`${count} cases`);
    rows.push({ count, measured: await runGreen(players.runner, setting, count) });
  }
  return rows.length === 0 ? [] : [growthTable(rows)];
}

async function watchRounds(setting: Setting, cases: number, count: number): Promise<readonly Round[]> {
  const rounds: Round[] = [];
  for (let index = 0; index < count; index += 1) {
    progress(`round ${index + 1} of ${count}, watching memory`);
    rounds.push(await runRound(setting, cases, { backwards: index % 2 === 1, watch: true }));
  }
  return rounds;
}

function wholeNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new Error(`"${text}" is not a whole number.\n${usage}`);
}

function progress(activity: string): void {
  process.stderr.write(`${activity} …\n`);
}
