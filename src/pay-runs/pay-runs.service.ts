import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller } from '../core/callers';
import { Transactions, type View } from '../core/database';
import { rows } from '../core/database/rows';
import { Page, pages, type PageQuery } from '../core/http';
import { Conflict } from '../core/problems';
import { checkVisible, create, findResponse, readPage, readResponses, type RecordResponse, type RecordSearch } from '../core/records';
import { sql } from '../core/sql';
import { PayRunStatus } from '../core/terms/numbers';
import { fileOf, MEDIA_TYPES } from './export';
import type { PayRunCreateDto, PayRunExportQuery, PayRunTotalsDto, TotalsBy } from './pay-run.dto';
import { payRunLines, payRuns } from './pay-runs.records';
import { totalsOf } from './totals';

/** What there is to pay runs beyond the operations of every record. */
@Injectable()
export class PayRunsService {
  constructor(private readonly transactions: Transactions) {}

  /** The run that would be created, undone. @throws what creating it does */
  preview(caller: Caller, body: PayRunCreateDto): Promise<RecordResponse> {
    return this.transactions.rehearse(caller, async (transaction) => {
      const id = await create(transaction, payRuns, body);
      const lines = await linesOf(transaction, id);
      const run = await findResponse(transaction, payRuns, id);
      return { ...run, id: 0, lines: lines.map((line) => ({ ...line, id: 0, payRunID: 0 })) };
    });
  }

  /** @throws NotFound */
  lines(caller: Caller, id: number, query: PageQuery): Promise<Page> {
    const search: RecordSearch = {
      extraConditions: (line) => [sql`${line.column('payRunID')} = ${id}`],
      timeZone: 'UTC',
      criteria: id,
    };
    return pages(query, (page) =>
      this.transactions.read(caller, async (view) => {
        await checkVisible(view, payRuns, id);
        return Page.of(await readPage(view, payRunLines, search, page));
      }),
    );
  }

  /** @throws NotFound */
  totals(caller: Caller, id: number, by: TotalsBy): Promise<PayRunTotalsDto[]> {
    return this.transactions.read(caller, async (view) => {
      await checkVisible(view, payRuns, id);
      return totalsOf(view, id, by);
    });
  }

  /** @throws NotFound, Conflict for a run that is not approved */
  async export(caller: Caller, id: number, { format }: PayRunExportQuery, response: Response): Promise<void> {
    const text = await this.transactions.read(caller, async (view) => {
      await checkVisible(view, payRuns, id);
      const run = await findResponse(view, payRuns, id);
      refuseUnapproved(run);
      return fileOf(caller, format, run, await linesOf(view, id));
    });
    response.setHeader('Content-Disposition', `attachment; filename="pay-run-${id}.${format}"`);
    response.status(200).type(`${MEDIA_TYPES[format]}; charset=utf-8`).send(text);
  }
}

function refuseUnapproved({ id, statusID, statusName }: RecordResponse): void {
  if (statusID !== PayRunStatus.Approved && statusID !== PayRunStatus.Completed)
    throw new Conflict(`Pay run ${String(id)} is ${String(statusName)}: only what is approved is exported.`);
}

async function linesOf(view: View, payRunID: number): Promise<RecordResponse[]> {
  const found = await rows(view.em, sql`SELECT id FROM pay_run_line WHERE payRunID = ${payRunID} ORDER BY id`);
  return readResponses(
    view,
    payRunLines,
    found.map(([id]) => id as number),
  );
}
