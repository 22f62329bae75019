import { Injectable } from '@nestjs/common';
import type { Caller } from '../../callers';
import { Transactions, type Unit } from '../../database';
import { Conflict, InvalidRequest, type Expected } from '../../http';
import { checkExpected, findAnswer, loadAll, mustBeInSight, notFound, type Answer } from '../../records';
import type { Candidate } from '../candidate.entity';
import { candidates } from '../candidates.records';
import type { MergeDto } from './merge.dto';
import { mergeInto } from './merge-into';

/** Makes one candidate of several that turned out to be the same person. */
@Injectable()
export class Merging {
  constructor(private readonly transactions: Transactions) {}

  /** Merging one again that was merged into it already changes nothing. @throws NotFound, InvalidRequest, Conflict, PreconditionFailed */
  merge(caller: Caller, id: number, { candidateIDs }: MergeDto, expected?: Expected): Promise<Answer> {
    return this.transactions.write(caller, async (unit) => {
      const [stays, goes] = await taken(unit, id, candidateIDs);
      checkExpected(candidates, stays, expected);
      if (goes.length > 0) await mergeInto(unit, stays, goes);
      return findAnswer(unit, candidates, id);
    });
  }
}

/** The one that stays and those that go, all of them locked. */
async function taken(unit: Unit, id: number, others: readonly number[]): Promise<[stays: Candidate, goes: Candidate[]]> {
  for (const each of [id, ...others]) await mustBeInSight(unit, candidates, each);
  const found = new Map((await loadAll(unit.em, candidates, [id, ...others])).map((candidate) => [candidate.id, candidate]));
  const stays = found.get(id) ?? notFound(candidates, id);
  if (stays.deleted) throw new Conflict(`The candidate ${id} is deleted: restore it before others are merged into it.`);
  refuseStrangers(id, others, (other) => found.has(other));
  const goes = [...new Set(others)].flatMap((other) => found.get(other) ?? []);
  return [stays, goes.filter((candidate) => !isMerged(candidate, id))];
}

function refuseStrangers(id: number, others: readonly number[], isThere: (other: number) => boolean): void {
  const complaints = others.flatMap((other, index) => {
    if (other === id) return [{ pointer: `/candidateIDs/${index}`, detail: 'must be another candidate than the one in the path' }];
    return isThere(other) ? [] : [{ pointer: `/candidateIDs/${index}`, detail: 'must be the id of a candidate that exists' }];
  });
  if (complaints.length > 0) throw InvalidRequest.because(complaints);
}

/** @throws Conflict for one that is deleted for another reason */
function isMerged({ id, deleted, mergedIntoID }: Candidate, into: number): boolean {
  if (!deleted || mergedIntoID === into) return deleted;
  throw new Conflict(
    mergedIntoID === null
      ? `The candidate ${id} is deleted: restore it before it is merged.`
      : `The candidate ${id} was merged into the candidate ${mergedIntoID} already.`,
  );
}
