const { existsSync } = require('node:fs');
const { tmpdir } = require('node:os');
const makeFolder = require('./folder-of-run.js');

/** That of CLUSTER: galera or mysql. In memory, where there is room. The servers may belong to another user, who may not enter the folder of the run. */
module.exports = async () => {
  const { CLUSTERS } = require('../../bench/cluster/clusters');
  const { compileService } = require('../support/compile-service');
  const kind = process.env.CLUSTER ?? 'galera';
  if (!(kind in CLUSTERS)) throw new Error(`CLUSTER must be one of ${Object.keys(CLUSTERS).join(', ')}.`);
  const cluster = await CLUSTERS[kind].start(existsSync('/dev/shm') ? '/dev/shm' : tmpdir());
  const { place } = cluster;
  // modules read the kind of database when they are loaded
  [process.env.TEST_DATABASE_URL] = cluster.urls('recruitment');
  makeFolder();
  process.env.STARTED_CLUSTER = JSON.stringify({ kind, place, main: (await compileService()).main });
};
