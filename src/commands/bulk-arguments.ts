import { extname } from 'node:path';
import { InvalidArguments, readCommandLine } from './command';
import { MEDIA_TYPES, type Format } from '../core/bulk/formats';
import { MATCHES, MODES, type Match, type Mode } from '../core/bulk/modes';

/** The options of the import and export commands. */
export interface CommandOptions {
  /** As in the paths: Candidates. */
  readonly type: string;
  readonly file: string;
  readonly format: Format;
  readonly url: string;
  readonly key?: string;
  readonly mode?: Mode;
  readonly match?: Match;
  readonly dryRun: boolean;
  /** The query parameters that confirm what is probably a mistake. */
  readonly confirmed: readonly string[];
}

export const HELP = `Imports records into the running service, or exports them.

  npm run import -- --type candidates people.csv [--dry-run] [--mode upsert|create|update]
      [--match id|email|reference|externalID] [--confirm allowDuplicate] [--allow-truncated]
  npm run export -- --type jobs jobs.xlsx

  --type             candidates, contacts, clients, jobs, applications, placements, timesheets or activities
  --format           csv, ndjson or xlsx; by default from the file name
  --url              the URL of the service; http://127.0.0.1:3000 by default
  --key              an API key, if the service requires one
  --dry-run          reports the outcome of each row and what it would change, without saving anything
  --mode             upsert (default): rows that have a record update it, others create one
  --match            what rows find their records by; id by default
  --allow-duplicate  allows candidates that another one may be: --confirm allowDuplicate
  --confirm          what a failed row says that confirms it, such as allowContactOfAnotherClient; can be repeated
  --allow-truncated  saves texts from which a spreadsheet has removed leading zeros or digits
  --help             shows this help
`;

const TYPES = ['Candidates', 'Contacts', 'Clients', 'Jobs', 'Applications', 'Placements', 'Timesheets', 'Activities'] as const;
const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean', default: false } as const;
const OPTIONS = {
  type: TEXT,
  format: TEXT,
  url: { ...TEXT, default: 'http://127.0.0.1:3000' },
  key: TEXT,
  mode: TEXT,
  match: TEXT,
  'dry-run': FLAG,
  'allow-duplicate': FLAG,
  'allow-truncated': FLAG,
  confirm: { ...TEXT, multiple: true, default: [] as string[] },
  help: { ...FLAG, short: 'h' },
} as const;

/** @returns undefined if help was requested @throws InvalidArguments */
export function readArguments(args: readonly string[]): CommandOptions | undefined {
  const { values, positionals } = parsed(args);
  const { help, type, format, url, key, mode, match, confirm } = values;
  if (help) return undefined;
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new InvalidArguments('Give exactly one file. See --help.');
  const ending = extname(file).slice(1).replace('jsonl', 'ndjson');
  return {
    type: typeOf(type),
    file,
    format: formatOf(format ?? ending),
    url: urlOf(url),
    key,
    mode: modeOf(mode),
    match: match === undefined ? undefined : oneOf('match', MATCHES, match),
    dryRun: values['dry-run'],
    confirmed: [
      ...confirm,
      ...(values['allow-duplicate'] ? ['allowDuplicate'] : []),
      ...(values['allow-truncated'] ? ['allowTruncated'] : []),
    ],
  };
}

const parsed = (args: readonly string[]) => readCommandLine({ args: [...args], options: OPTIONS, allowPositionals: true });

const oneOf = <T extends string>(name: string, values: readonly T[], text: string | undefined): T =>
  values.find((each) => each.toLowerCase() === text?.toLowerCase()) ??
  fail(`--${name} must be one of ${values.join(', ').toLowerCase()}${text ? `, not "${text}"` : ''}. See --help.`);

function urlOf(text: string): string {
  const isOfWeb = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (!isOfWeb) return fail(`--url must be the address of the service, such as http://127.0.0.1:3000, not "${text}". See --help.`);
  return text.replace(/(?<!\/)\/+$/, '');
}

const typeOf = (text: string | undefined): string => oneOf('type', TYPES, text);
const formatOf = (text: string): Format => oneOf('format', Object.keys(MEDIA_TYPES) as Format[], text);
const modeOf = (text: string | undefined): Mode | undefined => (text === undefined ? undefined : oneOf('mode', MODES, text));

const fail = (message: string): never => {
  throw new InvalidArguments(message);
};
