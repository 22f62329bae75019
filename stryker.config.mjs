const room = process.env.MUTATED_ROOM;

/** Changes the code of a room piece by piece, and expects a test to notice. */
export default {
  testRunner: 'one-process',
  plugins: ['./test/jest/mutation-runner.mjs', './test/jest/mutation-ignorer.mjs'],
  ignorers: ['words-for-people'],
  ignoreStatic: true,
  coverageAnalysis: 'perTest',
  mutate: [`src/${room}/**/*.ts`, '!src/**/*.spec.ts', '!src/**/support/**', '!src/**/index.ts'],
  ignorePatterns: ['dist', 'data', 'coverage'],
  concurrency: 2,
  incremental: true,
  incrementalFile: `coverage/mutation/${room}.json`,
  tempDirName: `coverage/mutated/${room}`,
  // a slow machine is no endless loop
  timeoutMS: 15_000,
  // without a mutant the specs of the records and automations take minutes
  dryRunTimeoutMinutes: 20,
  reporters: ['clear-text', 'progress', 'json'],
  jsonReporter: { fileName: `coverage/mutation/${room}.report.json` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 90, break: 90 },
};
