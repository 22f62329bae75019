const { existsSync } = require('node:fs');
const { tmpdir } = require('node:os');
const makeFolder = require('./folder-of-run.js');

/** That of CLUSTER: galera or mysql. In memory, where there is room. The servers may belong to another user, who may not enter the folder of the run. */
module.exports = async () => {
  const { CLUSTERS } = require('../../bench/cluster/clusters');
  const { compileService } = require('../support/compile-service');
  const kind = process.env.CLUSTER ?? 'galera';
  if (!(kind in CLUSTERS)) throw new Error(`CLUSTER must be one of ${Object.keys(CLUSTERS).join(', ')}.`);
  const { place } = await CLUSTERS[kind].start(existsSync('/dev/shm') ? '/dev/shm' : tmpdir());
  makeFolder();
  process.env.STARTED_CLUSTER = JSON.stringify({ kind, place, main: (await compileService()).main });
};
