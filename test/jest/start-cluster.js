const { existsSync } = require('node:fs');
const { tmpdir } = require('node:os');
const makeFolder = require('./folder-of-run.js');

/** In memory, where there is room. The servers may belong to another user, who may not enter the folder of the run. */
module.exports = async () => {
  const { GaleraCluster } = require('../../bench/cluster/galera-cluster');
  const { compileService } = require('../support/compile-service');
  const { place } = await GaleraCluster.start(existsSync('/dev/shm') ? '/dev/shm' : tmpdir());
  makeFolder();
  process.env.CLUSTER = JSON.stringify({ place, main: (await compileService()).main });
};
