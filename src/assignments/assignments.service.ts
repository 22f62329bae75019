import { Injectable } from '@nestjs/common';
import type { Caller } from '../callers';
import { Transactions, type View } from '../database';
import { rows } from '../database/rows';
import { recordTypeNamed } from '../fields/record-type';
import { VERSION, type Expected } from '../http';
import { identifier, sql } from '../query';
import { change, divisionsOf, mustSee, notFound } from '../records';
import type { AssignmentDto, AssignmentUpdateDto } from './assignment.dto';

/** The kinds of record that are assigned. Their rules save `divisionIDs` with the record. */
export type Assignable = 'Candidate' | 'Contact' | 'Client';

@Injectable()
export class Assignments {
  constructor(private readonly transactions: Transactions) {}

  /** @throws NotFound */
  find(caller: Caller, kind: Assignable, id: number): Promise<AssignmentDto> {
    return this.transactions.read(caller, (view) => assignmentOf(view, kind, id));
  }

  /** A change of the record itself: its version counts up. @throws NotFound, InvalidRequest, PreconditionFailed */
  update(caller: Caller, kind: Assignable, id: number, body: AssignmentUpdateDto, expected?: Expected): Promise<AssignmentDto> {
    const type = recordTypeNamed(kind);
    return this.transactions.write(caller, async (unit) => {
      await mustSee(unit, type, id);
      await change(unit, type, id, body, { expected });
      return assignmentOf(unit, kind, id, false);
    });
  }
}

/** @param mustBeSeen a caller may assign a record out of its own sight, and is told once what became of it */
async function assignmentOf(view: View, kind: Assignable, id: number, mustBeSeen = true): Promise<AssignmentDto> {
  const type = recordTypeNamed(kind);
  if (mustBeSeen) await mustSee(view, type, id);
  const [found] = await rows(
    view.em,
    sql`SELECT version, ownerID, ratingID, latitude, longitude FROM ${identifier(type.table)} WHERE id = ${id}`,
  );
  const [version, ownerID, ratingID, latitude, longitude] = (found ?? notFound(type, id)) as (number | null)[];
  const divisionIDs = await divisionsOf(view.em, type, id);
  return Object.assign(
    { ownerID: ownerID ?? 0, ratingID: ratingID ?? 0, divisionIDs, latitude: latitude ?? null, longitude: longitude ?? null },
    { [VERSION]: version },
  );
}
