// Preloaded into the service: kills the process just before (DIE_BEFORE) or just after its DIE_AT_COMMIT-th commit,
// to reveal work that should be atomic but is not.
const { dirname, join } = require('node:path');
const { DatabaseTransaction } = require(join(dirname(process.argv[1]), 'core/database/database-transaction.js'));

const { DIE_AT_COMMIT, DIE_BEFORE } = process.env;
const { commit } = DatabaseTransaction.prototype;
let commits = 0;

DatabaseTransaction.prototype.commit = async function () {
  const isLast = ++commits === Number(DIE_AT_COMMIT);
  if (isLast && DIE_BEFORE) process.kill(process.pid, 'SIGKILL');
  await commit.call(this);
  if (isLast) process.kill(process.pid, 'SIGKILL');
};
