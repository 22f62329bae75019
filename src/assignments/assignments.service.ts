import { Injectable } from '@nestjs/common';
import type { Caller } from '../core/callers';
import { Transactions, type View } from '../core/database';
import { rows } from '../core/database/rows';
import { VERSION, type ExpectedVersion } from '../core/http';
import { identifier, sql } from '../core/sql';
import { change, divisionsOf, checkVisible, notFound } from '../core/records';
import type { AssignmentDto, AssignmentUpdateDto } from './assignment.dto';

/** The kinds of record that are assigned. Their rules save `divisionIDs` with the record. */
export type Assignable = 'Candidate' | 'Contact' | 'Client';

export const isAssignable = (name: string): name is Assignable => ['Candidate', 'Contact', 'Client'].includes(name);

@Injectable()
export class AssignmentsService {
  constructor(private readonly transactions: Transactions) {}

  /** @throws NotFound */
  find(caller: Caller, kind: Assignable, id: number): Promise<AssignmentDto> {
    return this.transactions.read(caller, (view) => assignmentOf(view, kind, id));
  }

  /** A change of the record itself: its version counts up. @throws NotFound, InvalidRequest, PreconditionFailed */
  update(caller: Caller, kind: Assignable, id: number, body: AssignmentUpdateDto, expected?: ExpectedVersion): Promise<AssignmentDto> {
    return this.transactions.write(caller, async (transaction) => {
      const type = transaction.types.named(kind);
      await checkVisible(transaction, type, id);
      await change(transaction, type, id, body, { expected });
      return assignmentOf(transaction, kind, id, false);
    });
  }
}

/** @param mustBeSeen a caller may assign a record out of its own sight, and sees the result once */
export async function assignmentOf(view: View, kind: Assignable, id: number, mustBeSeen = true): Promise<AssignmentDto> {
  const type = view.types.named(kind);
  if (mustBeSeen) await checkVisible(view, type, id);
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
