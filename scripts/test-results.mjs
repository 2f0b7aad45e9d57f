// Reads the JSON reports of test runs: `failed REPORT` prints the files with failed tests, one a line; `count REPORT…`
// prints the sum, and exits with 1 if a test failed or a report is missing. A file that was run again, in the report
// REPORT-again.json, counts as in its last run.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const [command, ...reports] = process.argv.slice(2);

/** The results of a report by file. @returns undefined if there is no report. */
function readReport(report) {
  if (!existsSync(report)) return undefined;
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  return new Map(testResults.map((file) => [relative('.', file.name), file]));
}

function countFile({ status, assertionResults }) {
  const count = { passed: 0, failed: 0, skipped: 0 };
  for (const test of assertionResults) {
    if (test.status === 'passed' || test.status === 'failed') count[test.status] += 1;
    else count.skipped += 1;
  }
  // Such as a file that could not be loaded.
  if (status === 'failed' && count.failed === 0) count.failed = 1;
  return count;
}

function countReport(report) {
  const first = readReport(report);
  if (first === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const again = readReport(report.replace('.json', '-again.json')) ?? [];
  const counts = [...new Map([...first, ...again]).values()].map(countFile);
  return add(counts);
}

function add(counts) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const count of counts) for (const key of Object.keys(sum)) sum[key] += count[key];
  return sum;
}

if (command === 'failed') {
  for (const [name, file] of readReport(reports[0]) ?? []) if (countFile(file).failed > 0) console.log(name);
} else {
  const { passed, failed, skipped } = add(reports.map(countReport));
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  if (failed > 0) process.exit(1);
}
