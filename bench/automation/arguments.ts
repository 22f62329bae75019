import { parseArgs } from 'node:util';
import { InvalidArguments } from '../../src/commands/command';
import { MEASURED_ACTIONS, type MeasuredAction } from './actions';

/** What to measure, and for how long. */
export interface AutomationArguments {
  readonly help: boolean;
  readonly url: string;
  readonly actions: readonly MeasuredAction[];
  readonly rounds: number;
  readonly seconds: number;
  readonly records: number;
  readonly latency: boolean;
  readonly save: boolean;
}

/** A run takes no more. */
const MOST_RECORDS = 10_000;

export const HELP = `Measures automations: each action in runs over many contacts, compared with the same rows in hand-written bulk SQL, and how soon a
change is processed. Before measuring it checks, action by action, that both write the same rows in all tables.

  npm run bench:automation -- --url mariadb://root@127.0.0.1:3306/bench_automation
  npm run bench:automation -- --url sqlite:/tmp/bench.sqlite --only addTag,createNote

  --url         the database; it is emptied and refilled
  --only        comma-separated actions; all by default
  --records     contacts of a run; 10000 by default, which is the most
  --rounds      number of rounds, of which the median is reported; 3 by default
  --seconds     how long changes are sent, 100 a second; 20 by default
  --no-latency  measures the actions alone
  --save        writes the tables into bench/results/
`;

const TEXT = { type: 'string' } as const;
const OPTIONS = {
  url: TEXT,
  only: TEXT,
  records: TEXT,
  rounds: TEXT,
  seconds: TEXT,
  'no-latency': { type: 'boolean' },
  save: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** @throws InvalidArguments */
export function readAutomationArguments(args: readonly string[]): AutomationArguments {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS });
    const { url = '', only, help = false } = values;
    if (!help && !/^(mysql|mariadb|sqlite):/.test(url)) throw new Error('--url must be sqlite:…, mysql://… or mariadb://….');
    return {
      help,
      url,
      actions: only === undefined ? MEASURED_ACTIONS : only.split(',').map(actionNamed),
      rounds: count('rounds', values.rounds ?? '3', 99),
      seconds: count('seconds', values.seconds ?? '20', 999),
      records: count('records', values.records ?? String(MOST_RECORDS), MOST_RECORDS),
      latency: !values['no-latency'],
      save: values.save ?? false,
    };
  } catch (error) {
    throw new InvalidArguments(`${(error as Error).message} See --help.`);
  }
}

function actionNamed(type: string): MeasuredAction {
  const found = MEASURED_ACTIONS.find((action) => action.type === type);
  if (!found) throw new Error(`--only must name actions such as ${MEASURED_ACTIONS[0]?.type}, not "${type}".`);
  return found;
}

function count(name: string, text: string, most: number): number {
  if (!/^[1-9]\d{0,5}$/.test(text) || Number(text) > most)
    throw new Error(`--${name} must be an integer from 1 to ${most}, not "${text}".`);
  return Number(text);
}
