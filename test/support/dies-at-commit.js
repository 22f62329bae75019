// Loaded before the service: ends it at one of its commits, just before it (DIE_BEFORE) or just after, where work in two steps would tear.
const { dirname, join } = require('node:path');
const { Transaction } = require(join(dirname(process.argv[1]), 'database/transaction.js'));

const { DIE_AT_COMMIT, DIE_BEFORE } = process.env;
const { commit } = Transaction.prototype;
let commits = 0;

Transaction.prototype.commit = async function () {
  const isLast = ++commits === Number(DIE_AT_COMMIT);
  if (isLast && DIE_BEFORE) process.kill(process.pid, 'SIGKILL');
  await commit.call(this);
  if (isLast) process.kill(process.pid, 'SIGKILL');
};
