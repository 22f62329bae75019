const removeFolder = require('./remove-folder-of-run.js');

module.exports = async () => {
  const { GaleraCluster } = require('../../bench/cluster/galera-cluster');
  await new GaleraCluster(JSON.parse(process.env.CLUSTER).place).remove();
  await removeFolder();
};
