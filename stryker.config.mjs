/** Changes the code piece by piece, and expects a test to notice. One room: npm run mutate -- --mutate 'src/core/query/**' */
export default {
  testRunner: 'jest',
  jest: { configFile: 'jest.mutation.config.js', enableFindRelatedTests: false },
  plugins: ['@stryker-mutator/jest-runner', './test/jest/mutation-ignorer.mjs'],
  ignorers: ['words-for-people'],
  ignoreStatic: true,
  coverageAnalysis: 'perTest',
  mutate: [
    'src/core/{query,records}/**/*.ts',
    'src/automation/{running,events,schedule}/**/*.ts',
    '!src/**/*.spec.ts',
    '!src/**/support/**',
    '!src/**/index.ts',
  ],
  ignorePatterns: ['dist', 'data', 'coverage'],
  concurrency: 2,
  incremental: true,
  incrementalFile: 'coverage/mutation.json',
  tempDirName: 'coverage/mutation',
  // without a mutant the specs of the records and automations take minutes
  dryRunTimeoutMinutes: 20,
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 90, break: 90 },
};
