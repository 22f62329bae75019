const removeFolder = require('./remove-folder-of-run.js');

module.exports = async () => {
  const { CLUSTERS } = require('../../bench/cluster/clusters');
  const { kind, place } = JSON.parse(process.env.STARTED_CLUSTER);
  await new CLUSTERS[kind](place).remove();
  await removeFolder();
};
