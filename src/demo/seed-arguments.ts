import { parseArgs } from 'node:util';
import { WrongArguments } from '../shell';
import { DEMONSTRATION, LARGEST, SMALLEST, type MainSizes } from './sizes';

export interface SeedArguments {
  readonly help: boolean;
  readonly replace: boolean;
  readonly sizes: MainSizes;
}

const NAMES = ['jobs', 'contacts', 'candidates', 'activities'] as const;

export const HELP = `Fills an empty database with a made-up staffing firm of any size.

  npm run seed -- --jobs 200000 --contacts 200000 --candidates 200000 --activities 1000000

${NAMES.map((name) => `  --${name.padEnd(12)} how many, ${SMALLEST} to ${LARGEST}; ${DEMONSTRATION[name]} unless said`).join('\n')}
  --replace      removes everything that is in the database first
  --help         shows this

Clients, applications, placements and the rest follow from these. Interviews, submissions, placements and documents each
have an activity of their own, which count among the activities. The same sizes give the same firm on the same day; its
dates are counted from today. The database is that of DATABASE_URL.
`;

/** @throws WrongArguments */
export function readSeedArguments(args: readonly string[]): SeedArguments {
  const { values } = parsed(args);
  const sizes = Object.fromEntries(NAMES.map((name) => [name, sizeOf(name, values[name])]));
  return { help: values.help ?? false, replace: values.replace ?? false, sizes: { ...DEMONSTRATION, ...sizes } };
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
    throw new WrongArguments(`${(error as Error).message} See --help.`);
  }
}

function sizeOf(name: (typeof NAMES)[number], text: string | undefined): number {
  if (text === undefined) return DEMONSTRATION[name];
  const size = Number(text);
  if (/^\d+$/.test(text) && size >= SMALLEST && size <= LARGEST) return size;
  throw new WrongArguments(`--${name} must be a whole number from ${SMALLEST} to ${LARGEST}, not "${text}". See --help.`);
}
