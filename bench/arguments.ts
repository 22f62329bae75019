import { parseArgs } from 'node:util';
import { readSeedArguments } from '../src/demo/seed-arguments';
import { WrongArguments } from '../src/shell';
import type { MainSizes } from '../src/demo/sizes';

/** What is measured, and how long. */
export interface BenchArguments {
  readonly help: boolean;
  /** The database, which may be filled anew. */
  readonly url: string;
  readonly sizes: MainSizes;
  /** Requests at once. */
  readonly connections: number;
  /** Of each server in each round. */
  readonly seconds: number;
  readonly rounds: number;
  /** Names of workloads; empty: all. */
  readonly only: readonly string[];
}

export const HELP = `Measures the service against bare: node:http, mysql2 and SQL written by hand, over the same tables.

  npm run bench -- --url mariadb://root@127.0.0.1:3306/bench --jobs 20000 --contacts 20000 --candidates 20000 --activities 100000

  --url          the database, which is emptied and filled when it has other sizes
  --jobs, --contacts, --candidates, --activities  the sizes, as of npm run seed
  --connections  requests at once; 16 unless said
  --seconds      how long each of the two is asked in a round; 4
  --rounds       how often they take turns; the median counts; 3
  --only         workloads with commas between: W1,W5
`;

const TEXT = { type: 'string' } as const;
const OWN = { url: TEXT, connections: TEXT, seconds: TEXT, rounds: TEXT, only: TEXT, help: { type: 'boolean', short: 'h' } } as const;
const SIZES = ['jobs', 'contacts', 'candidates', 'activities'] as const;

/** @throws WrongArguments */
export function readBenchArguments(args: readonly string[]): BenchArguments {
  const values = parsed(args);
  const sizes = readSeedArguments(SIZES.flatMap((name) => (values[name] === undefined ? [] : [`--${name}`, values[name]]))).sizes;
  if (!values.help && !/^(mysql|mariadb):/.test(values.url ?? ''))
    throw new WrongArguments('--url must be mysql://… or mariadb://…. See --help.');
  return {
    help: values.help ?? false,
    url: values.url ?? '',
    sizes,
    connections: count('connections', values.connections, 16),
    seconds: count('seconds', values.seconds, 4),
    rounds: count('rounds', values.rounds, 3),
    only: values.only?.split(',') ?? [],
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { ...OWN, jobs: TEXT, contacts: TEXT, candidates: TEXT, activities: TEXT } }).values;
  } catch (error) {
    throw new WrongArguments(`${(error as Error).message} See --help.`);
  }
}

function count(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new WrongArguments(`--${name} must be a whole number from 1 to 9999, not "${text}". See --help.`);
  return Number(text);
}
