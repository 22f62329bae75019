const { mkdtempSync, readdirSync, rmSync, statfsSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/** Databases of tests need not survive a power failure; in memory a commit does not wait for the disk. */
const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 ** 30;
const NAME = 'recruitment-tests-';

/** A folder for all temporary files of a test run. */
module.exports = () => {
  const parent = hasMemory() ? MEMORY : tmpdir();
  for (const name of readdirSync(parent)) if (isLeftOver(name)) rmSync(join(parent, name), { recursive: true, force: true });
  process.env.TMPDIR = mkdtempSync(join(parent, `${NAME}${process.pid}-`));
};

function hasMemory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH_BYTES;
  } catch {
    return false;
  }
}

/** Of a run that was interrupted. */
function isLeftOver(name) {
  if (!name.startsWith(NAME)) return false;
  try {
    return !process.kill(Number.parseInt(name.slice(NAME.length)), 0);
  } catch ({ code }) {
    return code === 'ESRCH';
  }
}
