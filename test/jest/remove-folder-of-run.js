const { rmSync } = require('node:fs');

module.exports = () => {
  rmSync(process.env.TMPDIR, { recursive: true, force: true });
  // mutation testing runs Jest again and again in one process
  delete process.env.TMPDIR;
};
