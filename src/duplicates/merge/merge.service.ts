import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/callers';
import { Transactions, type Transaction } from '../../core/database';
import { type ExpectedVersion } from '../../core/http';
import type { RecordType } from '../../core/fields/record-type';
import { Conflict, InvalidRequest } from '../../core/problems';
import {
  checkExpected,
  checkInScope,
  checkNotErased,
  displayName,
  findResponse,
  loadAll,
  notFound,
  type RecordResponse,
} from '../../core/records';
import { mergeInto, type Mergeable } from './merge-into';

/** The records that are merged into another one. */
export interface RecordsToMerge {
  /** The name of the list in the body. */
  readonly list: string;
  readonly ids: readonly number[];
}

/** Merges records that are the same person or company. */
@Injectable()
export class MergeService {
  constructor(private readonly transactions: Transactions) {}

  /** Idempotent: records already merged into this one are skipped. @throws NotFound, InvalidRequest, Conflict, PreconditionFailed */
  merge(caller: Caller, typeName: string, id: number, others: RecordsToMerge, expected?: ExpectedVersion): Promise<RecordResponse> {
    return this.transactions.write(caller, async (transaction) => {
      const type = transaction.types.named(typeName);
      const [survivor, duplicates] = await lockForMerge(transaction, type, id, others);
      checkExpected(type, survivor, expected);
      if (duplicates.length > 0) await mergeInto(transaction, type, survivor, duplicates);
      return findResponse(transaction, type, id);
    });
  }
}

/** The surviving record and the duplicates still to be merged, all locked. */
async function lockForMerge(
  transaction: Transaction,
  type: RecordType,
  id: number,
  { list, ids }: RecordsToMerge,
): Promise<[survivor: Mergeable, duplicates: Mergeable[]]> {
  for (const each of [id, ...ids]) await checkInScope(transaction, type, each);
  const loaded = (await loadAll(transaction.em, type, [id, ...ids])) as Mergeable[];
  const found = new Map(loaded.map((record) => [record.id, record]));
  const survivor = found.get(id) ?? notFound(type, id);
  checkNotErased(type, survivor);
  if (survivor.deleted) throw new Conflict(`${named(type, id)} is deleted: restore it before merging others into it.`);
  refuseUnknown(type, id, { list, ids }, (other) => found.has(other));
  const duplicates = [...new Set(ids)].flatMap((other) => found.get(other) ?? []);
  return [survivor, duplicates.filter((record) => !isMerged(type, record, id))];
}

function refuseUnknown(type: RecordType, id: number, { list, ids }: RecordsToMerge, exists: (other: number) => boolean): void {
  const errors = ids.flatMap((other, index) => {
    if (other === id) return [{ pointer: `/${list}/${index}`, detail: `must not be the ${displayName(type)} in the path` }];
    return exists(other) ? [] : [{ pointer: `/${list}/${index}`, detail: `must be the id of an existing ${displayName(type)}` }];
  });
  if (errors.length > 0) throw InvalidRequest.because(errors);
}

/** @throws Conflict when the record was deleted for another reason */
function isMerged(type: RecordType, record: Mergeable, into: number): boolean {
  const { id, deleted, mergedIntoID } = record;
  if (!deleted || mergedIntoID === into) return deleted;
  checkNotErased(type, record);
  throw new Conflict(
    mergedIntoID === null
      ? `${named(type, id)} is deleted: restore it before merging it.`
      : `${named(type, id)} has already been merged into ${displayName(type)} ${mergedIntoID}.`,
  );
}

const named = (type: RecordType, id: number): string => `${type.name} ${id}`;
