// Mutates one room after the other, or those that are named, and fails when the tests of one notice too little.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const rooms = createRequire(import.meta.url)('../test/jest/mutated-rooms.js');
const named = process.argv.slice(2).filter((each) => !each.startsWith('-'));
const options = process.argv.slice(2).filter((each) => each.startsWith('-'));
const unknown = named.filter((room) => !(room in rooms));
if (unknown.length) throw new Error(`${unknown.join(', ')} is no room that is mutated: use ${Object.keys(rooms).join(', ')}`);

const outcomes = (named.length ? named : Object.keys(rooms)).map((room) => {
  const began = Date.now();
  const { status } = spawnSync('npx', ['stryker', 'run', ...options], { stdio: 'inherit', env: { ...process.env, MUTATED_ROOM: room } });
  return { room, outcome: status === 0 ? 'passed' : 'FAILED', seconds: Math.round((Date.now() - began) / 1000) };
});
console.table(outcomes);
process.exitCode = outcomes.some(({ outcome }) => outcome === 'FAILED') ? 1 : 0;
