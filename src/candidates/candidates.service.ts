import { Injectable } from '@nestjs/common';
import type { Caller } from '../callers';
import { Transactions, type Unit, type View } from '../database';
import { changedBy, checkBodyID, checkReferences, countrySaid, findAnswer, load, mustBeInSight, patched, saveRecord, type Answer } from '../records';
import type { CandidateUpdateDto } from './candidate.dto';
import { candidates } from './candidates.records';
import { concernsEmail, holdingEmail } from './duplicates';
import { historiesOf, replaceHistories } from './employment-histories';
import { keepRedFlagWhole } from './red-flag';
import { concernsResume, followResumeDocument } from './resume';
import { standardisePhones } from './standard-phones';
import { candidateTexts } from './candidate.rules';

@Injectable()
export class CandidatesService {
  constructor(private readonly transactions: Transactions) {}

  find(caller: Caller, id: number): Promise<Answer> {
    return this.transactions.read(caller, (view) => whole(view, id));
  }

  /**
   * Changes a candidate.
   * @throws NotFound, InvalidRequest, DuplicateCandidate
   */
  update(caller: Caller, id: number, body: CandidateUpdateDto, allowDuplicate: boolean): Promise<Answer> {
    checkBodyID(body.id, id);
    return this.transactions.write(caller, async (unit) => {
      await mustBeInSight(unit, candidates, id);
      await changeCandidate(unit, id, body, allowDuplicate);
      return whole(unit, id);
    });
  }
}

async function whole(view: View, id: number): Promise<Answer> {
  const answer = await findAnswer(view, candidates, id);
  return { ...answer, employmentHistories: await historiesOf(view, id) };
}

/** Puts a checked body over a candidate and keeps every rule of it. What an API call and an automation do alike. @returns whether anything changed */
export async function changeCandidate(unit: Unit, id: number, body: CandidateUpdateDto, allowDuplicate: boolean): Promise<boolean> {
  const before = await load(unit.em, candidates, id);
  const after = patched(candidates, before, body);
  const country = countrySaid(body);
  if (country !== undefined) Object.assign(after, { countryCode: country });
  keepRedFlagWhole(unit, before, after);
  if (concernsResume(before, after)) await followResumeDocument(unit.em, after);
  await checkReferences(unit.em, candidates, before, after);
  await standardisePhones(unit.em, before, after);
  candidateTexts(after);
  const replaced = await replaceHistories(unit.em, id, body.employmentHistories);
  const save = (): Promise<string[]> => saveRecord(unit, candidates, before, after, replaced);
  const changed = concernsEmail(before, after) ? await holdingEmail(unit, after, allowDuplicate, save) : await save();
  return replaced || changed.length > 0;
}

changedBy(candidates, (unit, id, body) => changeCandidate(unit, id, body, false));
