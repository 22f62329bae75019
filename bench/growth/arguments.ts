import { parseArgs } from 'node:util';
import { InvalidArguments } from '../../src/commands/command';
import type { GrowthArguments } from './main';

export const GROWTH_HELP = `Asks the same questions in firms of several sizes, and prints the median ms and how many times that of the smallest it is.

  npm run bench -- --growth --url mariadb://root@127.0.0.1:3306/bench --buffer-pool 4096

  --url          firms are in databases beside this one: bench_20000, bench_200000, … They are kept for the next time
  --smallest     how many jobs, contacts, candidates and activities are seeded, once; 20000 by default
  --largest      the largest firm; 1000000 by default. Between them, one of ten times the smallest
  --sizes        instead: comma-separated sizes, multiples of the smallest, which are copied inside the server
  --buffer-pool  the buffer pool of the server in MB while measuring; as it is by default
  --connections  concurrent requests; 2 by default
  --seconds      how long a question is asked; 3 by default
  --only         comma-separated parts of names of questions, such as "surname,W4"; all by default
  --save         keeps the table in bench/results
`;

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean' } as const;
const DEFAULTS = { smallest: 20_000, largest: 1_000_000, connections: 2, seconds: 3 } as const;

export type GrowthOptions = GrowthArguments & { readonly help: boolean; readonly save: boolean };

/** @throws InvalidArguments */
export function readGrowthArguments(args: readonly string[]): GrowthOptions {
  const values = parsed(args);
  if (!values.help && !/^(mysql|mariadb):/.test(values.url ?? ''))
    throw new InvalidArguments('--url must be mysql://… or mariadb://…. See --help.');
  const seeded = number('smallest', values.smallest, DEFAULTS.smallest);
  return {
    help: values.help ?? false,
    save: values.save ?? false,
    url: values.url ?? '',
    firms: firmsOf(values, seeded),
    seeded,
    connections: number('connections', values.connections, DEFAULTS.connections),
    seconds: number('seconds', values.seconds, DEFAULTS.seconds),
    only: values.only?.split(',') ?? [],
    ...(values['buffer-pool'] === undefined ? {} : { bufferPool: number('buffer-pool', values['buffer-pool']) }),
  };
}

function firmsOf({ sizes, largest }: { sizes?: string; largest?: string }, seeded: number): number[] {
  const most = number('largest', largest, DEFAULTS.largest);
  const firms = sizes?.split(',').map((size) => number('sizes', size)) ?? [seeded, 10 * seeded, most].filter((size) => size <= most);
  if (firms.some((size) => size % seeded > 0)) throw new InvalidArguments(`Sizes must be multiples of ${seeded}. See --help.`);
  return [...new Set(firms)].sort((one, other) => one - other);
}

function number(name: string, text: string | undefined, defaultValue?: number): number {
  if (text === undefined && defaultValue !== undefined) return defaultValue;
  if (!/^[1-9]\d{0,7}$/.test(text ?? '')) throw new InvalidArguments(`--${name} must be a positive integer, not "${text}". See --help.`);
  return Number(text);
}

function parsed(args: readonly string[]) {
  try {
    const options = {
      growth: FLAG,
      save: FLAG,
      help: { ...FLAG, short: 'h' },
      url: TEXT,
      smallest: TEXT,
      largest: TEXT,
      sizes: TEXT,
      'buffer-pool': TEXT,
      connections: TEXT,
      seconds: TEXT,
      only: TEXT,
    } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new InvalidArguments(`${(error as Error).message} See --help.`);
  }
}
