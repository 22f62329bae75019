const { readdirSync, readFileSync } = require('node:fs');
const base = require('./jest.config.js');

process.env.PROPERTY_RUNS ??= '100';

const specs = base.roots
  .map((root) => root.replace('<rootDir>', __dirname))
  .flatMap((root) => readdirSync(root, { recursive: true }).map((name) => `${root}/${name}`))
  .filter((path) => path.endsWith('spec.ts'));
const isLong = (path) => path.endsWith('.long.e2e-spec.ts') || readFileSync(path, 'utf8').includes('PROPERTY_RUNS');

/** What takes too long to be run at every change: the specs named .long, and the property tests, with many cases. */
module.exports = { ...base, testRegex: undefined, testPathIgnorePatterns: ['/node_modules/'], testMatch: specs.filter(isLong) };
