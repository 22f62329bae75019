import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { WrongArguments } from '../../shell';
import { MEDIA_TYPES, type Format } from '../formats';
import { MODES, type Mode } from '../import-one';

/** The service that is spoken to, and the records that are meant. */
export interface Asked {
  /** As in the paths: Candidates. */
  readonly type: string;
  readonly file: string;
  readonly format: Format;
  readonly url: string;
  readonly key?: string;
  readonly mode?: Mode;
  readonly dryRun: boolean;
  readonly allowDuplicate: boolean;
}

export const HELP = `Brings records into the running service, or takes them out.

  npm run import -- --type candidates people.csv [--dry-run] [--mode upsert|create|update] [--allow-duplicate]
  npm run export -- --type jobs jobs.csv

  --type             candidates, contacts, clients or jobs
  --format           csv or ndjson; by the name of the file unless said
  --url              where the service is; http://127.0.0.1:3000 unless said
  --key              an API key, where the service wants one
  --dry-run          says what would come of each row, and leaves nothing
  --mode             upsert (unless said): rows with an id change that record, those without make one
  --allow-duplicate  candidates with an e-mail address that another one has
  --help             shows this
`;

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean', default: false } as const;
const OPTIONS = {
  type: TEXT,
  format: TEXT,
  url: { ...TEXT, default: 'http://127.0.0.1:3000' },
  key: TEXT,
  mode: TEXT,
  'dry-run': FLAG,
  'allow-duplicate': FLAG,
  help: { ...FLAG, short: 'h' },
} as const;

/** @returns undefined for whoever wants help @throws WrongArguments */
export function readArguments(args: readonly string[]): Asked | undefined {
  const { values, positionals } = parsed(args);
  const { help, type, format, url, key, mode, 'dry-run': dryRun, 'allow-duplicate': allowDuplicate } = values;
  if (help) return undefined;
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new WrongArguments('Name one file. See --help.');
  const ending = extname(file).slice(1).replace('jsonl', 'ndjson');
  return {
    type: typeOf(type),
    file,
    format: formatOf(format ?? ending),
    url: url.replace(/\/+$/, ''),
    key,
    mode: modeOf(mode),
    dryRun,
    allowDuplicate,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new WrongArguments(`${(error as Error).message} See --help.`);
  }
}

const oneOf = <T extends string>(name: string, values: readonly T[], text: string | undefined): T =>
  values.find((each) => each.toLowerCase() === text?.toLowerCase()) ??
  fail(`--${name} must be one of ${values.join(', ').toLowerCase()}${text ? `, not "${text}"` : ''}. See --help.`);

const typeOf = (text: string | undefined): string => oneOf('type', ['Candidates', 'Contacts', 'Clients', 'Jobs'], text);
const formatOf = (text: string): Format => oneOf('format', Object.keys(MEDIA_TYPES) as Format[], text);
const modeOf = (text: string | undefined): Mode | undefined => (text === undefined ? undefined : oneOf('mode', MODES, text));

const fail = (message: string): never => {
  throw new WrongArguments(message);
};
