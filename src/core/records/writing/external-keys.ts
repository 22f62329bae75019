import { rows } from '../../database/rows';
import type { Transaction } from '../../database';
import { visibleIds } from '../../database/visible-ids';
import type { RecordType } from '../../fields/record-type';
import { Conflict, type Problem, type ProblemKind } from '../../problems';
import { identifier, sql, values } from '../../sql';
import { capitalize, displayName } from '../display-name';
import { different, type RecordChange, type Refusals } from '../rules';

/** Another record that is not deleted has the same externalID. */
export class ExternalIDInUse extends Conflict {
  static override readonly kind: ProblemKind = {
    type: '/problems/external-id-in-use',
    status: 409,
    title: 'Another record has this externalID',
    meaning: 'The externalID is unique among the records of a type that are not deleted, and another one has it.',
    remedy: 'Change the externalID of the other record, or choose another one.',
  };

  /** @param holder undefined where the caller does not see it */
  constructor(type: RecordType, externalID: string, holder: number | undefined) {
    const other = holder === undefined ? `A ${displayName(type)} that you do not see` : `${capitalize(displayName(type))} ${holder}`;
    super(`${other} already has the externalID ${externalID}. Change that record, or choose another externalID.`);
  }
}

/** A record with a key of the caller's own. */
interface Keyed {
  readonly id?: number;
  readonly deleted?: boolean;
  readonly externalID?: string | null;
  externalKey?: string | null;
}

export const hasExternalIDs = (type: RecordType): boolean => type.findField('externalKey') !== undefined;

/** What stands under the unique index: the externalID of a record that is not deleted. */
const keyOf = ({ externalID, deleted }: Keyed): string | null => (deleted ? null : externalID || null);

export function setExternalKeys(type: RecordType, changes: readonly RecordChange[]): void {
  if (hasExternalIDs(type)) for (const { after } of changes) (after as Keyed).externalKey = keyOf(after);
}

/** The keys that a change gives up and takes, for `claims`. */
export const claimedID = (type: RecordType, before: object, after: object): string[] =>
  hasExternalIDs(type) ? different(keyOf(before), keyOf(after)).map((key) => `externalID ${key}`) : [];

/** Why records are not saved: another one has the key that they take. */
export async function refuseTakenIDs(transaction: Transaction, type: RecordType, changes: readonly RecordChange[]): Promise<Refusals> {
  const refused = new Map<object, Problem>();
  if (!hasExternalIDs(type)) return refused;
  const taking = changes.filter(({ before, after }) => keyOf(after) !== null && keyOf(after) !== keyOf(before)).map(({ after }) => after);
  const holders = await holdersOf(
    transaction,
    type,
    taking.map((each) => keyOf(each)!),
  );
  const seen = new Set(await visibleIds(transaction, type, [...holders.values()]));
  for (const record of taking) {
    const key = keyOf(record)!;
    const holder = holders.get(key);
    if (holder === undefined || holder === (record as Keyed).id) continue;
    refused.set(record, new ExternalIDInUse(type, key, seen.has(holder) ? holder : undefined));
  }
  return refused;
}

/** The ids of the records that have keys, whoever sees them. */
async function holdersOf({ em }: Transaction, type: RecordType, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (keys.length === 0) return new Map();
  const found = await rows(em, sql`SELECT externalKey, id FROM ${identifier(type.table)} WHERE externalKey IN (${values(keys)})`);
  return new Map(found.map(([key, id]) => [key as string, id as number]));
}
