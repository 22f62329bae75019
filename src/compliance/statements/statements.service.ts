import { Injectable } from '@nestjs/common';
import { inAllDivisions, type Caller } from '../../core/callers';
import { Transactions, type Transaction } from '../../core/database';
import { numberOf, rows } from '../../core/database/rows';
import type { View } from '../../core/database/transactions';
import { Created } from '../../core/http';
import { Conflict, NotFound } from '../../core/problems';
import { change, checkVisible, create, findResponse, load, readResponses, type RecordResponse } from '../../core/records';
import { sql } from '../../core/sql';
import type { StatementCreateDto, StatementWithdrawDto } from './statement.dto';
import { statements } from './statements.records';

/** Statements about the candidates of placements. They are never changed or deleted, only withdrawn. */
@Injectable()
export class StatementsService {
  constructor(private readonly transactions: Transactions) {}

  /** The newest first, those withdrawn included. @throws NotFound */
  list(caller: Caller, placementID: number): Promise<RecordResponse[]> {
    return this.transactions.read(caller, async (view) => {
      await checkPlacement(view, placementID);
      const found = await rows(
        view.em,
        sql`SELECT id FROM compliance_statement WHERE placementID = ${placementID} ORDER BY id DESC LIMIT 1000`,
      );
      return readResponses(
        view,
        statements,
        found.map(([id]) => id as number),
      );
    });
  }

  /** @throws NotFound, InvalidRequest, Conflict for a placement that is deleted */
  create(caller: Caller, placementID: number, body: StatementCreateDto): Promise<Created> {
    return this.transactions.write(caller, async (transaction) => {
      const candidateID = await candidateOf(transaction, placementID);
      // whoever sees the placement need not see its candidate
      const id = await create(inAllDivisions(transaction), statements, { ...body, placementID, candidateID });
      return new Created(await findResponse(transaction, statements, id));
    });
  }

  /** One that is withdrawn already stays as it is. @throws NotFound */
  withdraw(caller: Caller, placementID: number, id: number, { withdrawalReason }: StatementWithdrawDto): Promise<RecordResponse> {
    return this.transactions.write(caller, async (transaction) => {
      await checkPlacement(transaction, placementID);
      await checkBelongs(transaction, placementID, id);
      const { withdrawnDate } = await load(transaction.em, statements, id);
      const withdrawal = { withdrawnDate: transaction.now.toISOString(), withdrawalReason: withdrawalReason ?? null };
      if (!withdrawnDate) await change(transaction, statements, id, withdrawal);
      return findResponse(transaction, statements, id);
    });
  }
}

const checkPlacement = (view: View, id: number): Promise<void> => checkVisible(view, view.types.named('Placement'), id);

async function candidateOf(transaction: Transaction, placementID: number): Promise<number | null> {
  await checkPlacement(transaction, placementID);
  const placement = (await load(transaction.em, transaction.types.named('Placement'), placementID)) as {
    candidateID: number | null;
    deleted: boolean;
  };
  if (placement.deleted) throw new Conflict(`Placement ${placementID} is deleted: restore it before you state something about it.`);
  return placement.candidateID;
}

async function checkBelongs({ em }: Transaction, placementID: number, id: number): Promise<void> {
  const found = await numberOf(em, sql`SELECT COUNT(*) FROM compliance_statement WHERE id = ${id} AND placementID = ${placementID}`);
  if (found === 0) throw new NotFound(`Placement ${placementID} has no statement ${id}.`);
}
