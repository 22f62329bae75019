import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Random } from '../../src/demo/random';

export const IMPORTED_COLUMNS = [
  'firstName',
  'lastName',
  'email1',
  'mobile',
  'jobTitle',
  'employer',
  'suburb',
  'state',
  'postcode',
  'countryCode',
  'summary',
  'profileStatusID',
  'preferredRate',
  'weeksNotice',
  'availabilityDate',
] as const;

/** Writes a file of new candidates. @param mark makes their addresses new ones */
export function writeCandidates(path: string, rows: number, mark: string): Promise<void> {
  const random = new Random(`candidates ${rows}`);
  function* lines(): Generator<string> {
    yield `${IMPORTED_COLUMNS.join(',')}\r\n`;
    for (let row = 1; row <= rows; row++) yield `${candidate(random, row, mark).join(',')}\r\n`;
  }
  return pipeline(Readable.from(lines()), createWriteStream(path));
}

const candidate = (random: Random, row: number, mark: string): string[] => [
  random.pick(['Grace', 'Zoë', 'François', 'Liam', 'Amelia']),
  `${random.pick(['Nguyen', 'Åkesson', 'Okafor', 'Smith'])} ${row}`,
  `import.${mark}.${row}@example.com`,
  `0412 ${random.digits(3)} ${random.digits(3)}`,
  random.pick(['Site Engineer', 'Project Manager', 'C++ Developer']),
  random.pick(['Bayside Civil', '"Harbour, Sons & Co"', 'Søndergaard Furniture']),
  random.pick(['Newtown', 'Southport', 'Fitzroy']),
  random.pick(['NSW', 'QLD', 'VIC']),
  random.digits(4),
  'AU',
  `"Ten years of civil and building sites, ${random.digits(6)}.\nAvailable ""soon""."`,
  String(random.int(1, 2)),
  String(random.int(40, 4000) / 10),
  String(random.int(1, 12)),
  `2027-0${random.int(1, 9)}-1${random.int(0, 9)}`,
];
