import { parseArgs } from 'node:util';
import { InvalidArguments } from './command';
import { DEMO_SIZES, LARGEST, SMALLEST, type MainSizes } from '../demo/sizes';

export interface SeedArguments {
  readonly help: boolean;
  readonly replace: boolean;
  readonly sizes: MainSizes;
}

const NAMES = ['jobs', 'contacts', 'candidates', 'activities'] as const;

export const HELP = `Fills an empty database with a made-up staffing firm of any size.

  npm run seed -- --jobs 200000 --contacts 200000 --candidates 200000 --activities 1000000

${NAMES.map((name) => `  --${name.padEnd(12)} how many, ${SMALLEST} to ${LARGEST}; ${DEMO_SIZES[name]} by default`).join('\n')}
  --replace      deletes everything in the database first
  --help         shows this help

The numbers of clients, applications, placements and so on follow from these. The number of activities includes those of
interviews, submissions, placements and documents. The same sizes give the same firm on the same day; its dates are
relative to today. The database is that of DATABASE_URL.
`;

/** @throws InvalidArguments */
export function readSeedArguments(args: readonly string[]): SeedArguments {
  const { values } = parsed(args);
  const sizes = Object.fromEntries(NAMES.map((name) => [name, sizeOf(name, values[name])]));
  return { help: values.help ?? false, replace: values.replace ?? false, sizes: { ...DEMO_SIZES, ...sizes } };
}

function parsed(args: readonly string[]) {
  const size = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: { jobs: size, contacts: size, candidates: size, activities: size, replace: flag, help: { ...flag, short: 'h' } },
    });
  } catch (error) {
    throw new InvalidArguments(`${(error as Error).message.replace(/\.?$/, '.')} See --help.`);
  }
}

function sizeOf(name: (typeof NAMES)[number], text: string | undefined): number {
  if (text === undefined) return DEMO_SIZES[name];
  const size = Number(text);
  if (/^\d+$/.test(text) && size >= SMALLEST && size <= LARGEST) return size;
  throw new InvalidArguments(`--${name} must be an integer from ${SMALLEST} to ${LARGEST}, not "${text}". See --help.`);
}
