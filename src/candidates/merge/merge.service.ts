import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/callers';
import { Transactions, type Transaction } from '../../core/database';
import { type ExpectedVersion } from '../../core/http';
import { Conflict, InvalidRequest } from '../../core/problems';
import { checkExpected, findResponse, loadAll, checkInScope, notFound, type RecordResponse } from '../../core/records';
import type { Candidate } from '../candidate.entity';
import { candidates } from '../candidates.records';
import type { MergeDto } from './merge.dto';
import { mergeInto } from './merge-into';

/** Merges candidates that are the same person. */
@Injectable()
export class MergeService {
  constructor(private readonly transactions: Transactions) {}

  /** Idempotent: candidates already merged into this one are skipped. @throws NotFound, InvalidRequest, Conflict, PreconditionFailed */
  merge(caller: Caller, id: number, { candidateIDs }: MergeDto, expected?: ExpectedVersion): Promise<RecordResponse> {
    return this.transactions.write(caller, async (transaction) => {
      const [survivor, duplicates] = await lockForMerge(transaction, id, candidateIDs);
      checkExpected(candidates, survivor, expected);
      if (duplicates.length > 0) await mergeInto(transaction, survivor, duplicates);
      return findResponse(transaction, candidates, id);
    });
  }
}

/** The surviving candidate and the duplicates still to be merged, all locked. */
async function lockForMerge(
  transaction: Transaction,
  id: number,
  others: readonly number[],
): Promise<[survivor: Candidate, duplicates: Candidate[]]> {
  for (const each of [id, ...others]) await checkInScope(transaction, candidates, each);
  const found = new Map((await loadAll(transaction.em, candidates, [id, ...others])).map((candidate) => [candidate.id, candidate]));
  const survivor = found.get(id) ?? notFound(candidates, id);
  if (survivor.deleted) throw new Conflict(`Candidate ${id} is deleted: restore it before merging others into it.`);
  refuseUnknown(id, others, (other) => found.has(other));
  const duplicates = [...new Set(others)].flatMap((other) => found.get(other) ?? []);
  return [survivor, duplicates.filter((candidate) => !isMerged(candidate, id))];
}

function refuseUnknown(id: number, others: readonly number[], exists: (other: number) => boolean): void {
  const errors = others.flatMap((other, index) => {
    if (other === id) return [{ pointer: `/candidateIDs/${index}`, detail: 'must not be the candidate in the path' }];
    return exists(other) ? [] : [{ pointer: `/candidateIDs/${index}`, detail: 'must be the id of an existing candidate' }];
  });
  if (errors.length > 0) throw InvalidRequest.because(errors);
}

/** @throws Conflict when the candidate was deleted for another reason */
function isMerged({ id, deleted, mergedIntoID }: Candidate, into: number): boolean {
  if (!deleted || mergedIntoID === into) return deleted;
  throw new Conflict(
    mergedIntoID === null
      ? `Candidate ${id} is deleted: restore it before merging it.`
      : `Candidate ${id} has already been merged into candidate ${mergedIntoID}.`,
  );
}
