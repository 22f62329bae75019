// Prints the licences of everything that is shipped, and fails for one that nobody has looked at.
import { execFileSync } from 'node:child_process';

/** Licences that ask for no more than to keep their text, or that leave the choice of such a one. */
const ACCEPTED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
];
/** Packages that say so in another way. */
const STATED_ELSEWHERE = { busboy: 'MIT', streamsearch: 'MIT' };

const packages = JSON.parse(
  execFileSync('npm', ['query', '.prod'], { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] }),
);
const byLicense = new Map();
for (const { name, version, license } of packages) {
  const stated = license?.type ?? license ?? STATED_ELSEWHERE[name] ?? 'not stated';
  byLicense.set(stated, [...(byLicense.get(stated) ?? []), `${name} ${version}`]);
}

/** "(MIT OR GPL-3.0)" is a choice. */
const isAccepted = (license) =>
  license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((each) => ACCEPTED.includes(each));

for (const [license, names] of [...byLicense].sort(([one], [other]) => one.localeCompare(other)))
  console.log(`${license}: ${names.sort().join(', ')}\n`);
const others = [...byLicense].filter(([license]) => !isAccepted(license));
for (const [license, names] of others) console.error(`Not accepted: ${license} of ${names.join(', ')}`);
if (others.length > 0) process.exit(1);
