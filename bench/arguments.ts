import { parseArgs } from 'node:util';
import { readSeedArguments } from '../src/commands/seed-arguments';
import { InvalidArguments } from '../src/commands/command';
import type { MainSizes } from '../src/demo/sizes';

/** What to measure, and for how long. */
export interface BenchArguments {
  readonly help: boolean;
  /** The database; it is emptied and refilled unless it already has the requested sizes. */
  readonly url: string;
  readonly sizes: MainSizes;
  /** Concurrent requests. */
  readonly connections: number;
  /** How long each server is measured in a round. */
  readonly seconds: number;
  readonly rounds: number;
  /** How long each server is asked before its first round, so that its code is compiled as in one that has run for a while. */
  readonly warmUp: number;
  /** How many candidates W6 imports. */
  readonly rows: number;
  /** Names of workloads; empty: all. */
  readonly only: readonly string[];
  /** In MB; undefined: as it is. */
  readonly bufferPool?: number;
  /** Whether the results are kept in bench/results. */
  readonly save: boolean;
}

export const HELP = `Compares the service with a bare baseline on the same tables: node:http, mysql2 or better-sqlite3, and hand-written SQL. Before
measuring, it checks that both give the same responses.

  npm run bench -- --url mariadb://root@127.0.0.1:3306/bench --jobs 20000 --contacts 20000 --candidates 20000 --activities 100000
  npm run bench -- --url sqlite:/tmp/bench.sqlite --jobs 20000 --contacts 20000 --candidates 20000 --activities 100000

  --url          the database; emptied and filled unless it already has these sizes
  --jobs, --contacts, --candidates, --activities  the sizes, as of npm run seed
  --connections  concurrent requests; 16 by default
  --seconds      how long each of the two is measured in a round, after 3 seconds of load; 4 by default
  --rounds       number of rounds, of which the median and the range are reported; 5 by default
  --warm-up      how many seconds each of the two is asked before the first round; 30 by default
  --rows         how many candidates W6 imports; 20000 by default
  --only         comma-separated workloads, such as W1,W5; all by default
  --buffer-pool  the buffer pool of a database server in MB while measuring; as it is by default
  --save         keeps the results in bench/results as a table and a plot
  --growth       something else: how the cost of questions grows with the database; see --growth --help
`;

const TEXT = { type: 'string' } as const;
const OWN = {
  url: TEXT,
  connections: TEXT,
  seconds: TEXT,
  rounds: TEXT,
  'warm-up': TEXT,
  rows: TEXT,
  only: TEXT,
  'buffer-pool': TEXT,
  save: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;
const SIZES = ['jobs', 'contacts', 'candidates', 'activities'] as const;

/** @throws InvalidArguments */
export function readBenchArguments(args: readonly string[]): BenchArguments {
  const values = parsed(args);
  const sizes = readSeedArguments(SIZES.flatMap((name) => (values[name] === undefined ? [] : [`--${name}`, values[name]]))).sizes;
  if (!values.help && !/^(mysql|mariadb|sqlite):/.test(values.url ?? ''))
    throw new InvalidArguments('--url must be sqlite:…, mysql://… or mariadb://…. See --help.');
  return {
    help: values.help ?? false,
    url: values.url ?? '',
    sizes,
    connections: count('connections', values.connections, 16),
    seconds: count('seconds', values.seconds, 4),
    rounds: count('rounds', values.rounds, 5),
    warmUp: count('warm-up', values['warm-up'], 30),
    rows: count('rows', values.rows, 20_000),
    only: values.only?.split(',') ?? [],
    save: values.save ?? false,
    ...(values['buffer-pool'] === undefined ? {} : { bufferPool: count('buffer-pool', values['buffer-pool'], 0) }),
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { ...OWN, jobs: TEXT, contacts: TEXT, candidates: TEXT, activities: TEXT } }).values;
  } catch (error) {
    throw new InvalidArguments(`${(error as Error).message} See --help.`);
  }
}

function count(name: string, text: string | undefined, defaultValue: number): number {
  if (text === undefined) return defaultValue;
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new InvalidArguments(`--${name} must be an integer from 1 to 9999999, not "${text}". See --help.`);
  return Number(text);
}
