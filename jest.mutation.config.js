const base = require('./jest.config.js');

/** The specs that test the mutated rooms fastest: those without a service first, then of each part the e2e specs closest to it. */
module.exports = {
  ...base,
  testRegex: undefined,
  testMatch: [
    '<rootDir>/src/core/{query,records}/**/*.spec.ts',
    '<rootDir>/src/automation/{running,events,schedule}/**/*.spec.ts',
    ...['candidates', 'conditional', 'lists', 'paging', 'divisions', 'callers', 'figures'].map(
      (name) => `<rootDir>/test/${name}.e2e-spec.ts`,
    ),
    ...['actions', 'all-events', 'events', 'retry', 'runs', 'schedules', 'steering', 'together'].map(
      (name) => `<rootDir>/test/automation-${name}.e2e-spec.ts`,
    ),
  ],
  testTimeout: 30_000,
};
