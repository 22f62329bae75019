// Prints the tests that have failed, each with its error, and how many passed and failed.
// Usage: node .ci/summary.mjs FOLDER, which has a LANE.jest.json (Jest's --json) of each lane.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const LONGEST_REPORT = 1500;

/** A file that could not run at all counts as one failed test. */
function reportsOf({ message, assertionResults }) {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  return failed.length > 0 ? failed.map((test) => `${test.fullName}\n${test.failureMessages.join('\n')}`) : [message];
}

const folder = process.argv[2];
let [passed, failed] = [0, 0];
for (const file of readdirSync(folder).filter((name) => name.endsWith('.jest.json'))) {
  const lane = file.split('.')[0];
  const run = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  passed += run.numPassedTests;
  failed += run.numFailedTests + run.numRuntimeErrorTestSuites;
  for (const suite of run.testResults.filter(({ status }) => status === 'failed'))
    for (const report of reportsOf(suite))
      console.log(`\nFAILED on ${lane}: ${relative('.', suite.name)}: ${report.slice(0, LONGEST_REPORT)}`);
}
console.log(`\n${passed} passed, ${failed} failed`);
