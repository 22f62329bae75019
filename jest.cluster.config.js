const base = require('./jest.config.js');

const rounds = Number(process.env.CLUSTER_ROUNDS ?? 0);

/** Some behaviour is that of Galera alone. */
const ofGalera = process.env.CLUSTER === 'mysql' ? '(?<!\\.galera)' : '';

/** What needs a cluster of databases, which all of them share, one after the other: each takes every processor. */
module.exports = {
  ...base,
  testRegex: `${ofGalera}\\.cluster-spec\\.ts$`,
  globalSetup: '<rootDir>/test/jest/start-cluster.js',
  globalTeardown: '<rootDir>/test/jest/stop-cluster.js',
  maxWorkers: 1,
  // three processes start on three nodes, perhaps on a machine that does other work
  testTimeout: Math.max(300_000, rounds * 1000),
};
