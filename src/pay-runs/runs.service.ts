import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { formatWanted } from '../core/bulk';
import type { Caller } from '../core/callers';
import { Transactions, type View } from '../core/database';
import { rows } from '../core/database/rows';
import { Page, pages } from '../core/http';
import { Conflict } from '../core/problems';
import {
  capitalize,
  checkVisible,
  create,
  displayName,
  findResponse,
  inRequestedOrder,
  readPage,
  readResponses,
  type RecordResponse,
  type RecordSearch,
} from '../core/records';
import { identifier, sql } from '../core/sql';
import { PayRunStatus } from '../core/terms/numbers';
import { fileOf, MEDIA_TYPES } from './export';
import { EXPORT_FORMATS, type RunExportQuery, type RunLinesQuery } from './run.dto';
import type { RunKind } from './run-kind';
import { totalsOf } from './totals';

/** What there is to pay runs and charge runs beyond the operations of every record. */
@Injectable()
export class RunsService {
  constructor(private readonly transactions: Transactions) {}

  /** The run that would be created, undone. @throws what creating it does */
  preview(caller: Caller, kind: RunKind, body: object): Promise<RecordResponse> {
    return this.transactions.rehearse(caller, async (transaction) => {
      const id = await create(transaction, kind.runs, body);
      const lines = await linesOf(transaction, kind, id);
      const run = await findResponse(transaction, kind.runs, id);
      return { ...run, id: 0, lines: lines.map((line) => ({ ...line, id: 0, [runIDOf(kind)]: 0 })) };
    });
  }

  /** @throws NotFound, InvalidRequest */
  lines(caller: Caller, kind: RunKind, id: number, query: RunLinesQuery): Promise<Page> {
    const all: RecordSearch = {
      extraConditions: (line) => [sql`${line.column(runIDOf(kind))} = ${id}`],
      timeZone: 'UTC',
      criteria: id,
    };
    return pages(query, (page) =>
      this.transactions.read(caller, async (view) => {
        await checkVisible(view, kind.runs, id);
        return Page.of(await readPage(view, kind.lines, inRequestedOrder(caller, kind.lines, all, page), page));
      }),
    );
  }

  /** @throws NotFound */
  totals(caller: Caller, kind: RunKind, id: number, by: string): Promise<RecordResponse[]> {
    return this.transactions.read(caller, async (view) => {
      await checkVisible(view, kind.runs, id);
      return totalsOf(view, kind, id, by);
    });
  }

  /** @throws NotFound, Conflict for a run that is not approved */
  async export(caller: Caller, kind: RunKind, id: number, query: RunExportQuery, response: Response): Promise<void> {
    const format = query.format ?? formatWanted(response.req, EXPORT_FORMATS, MEDIA_TYPES);
    const name = displayName(kind.runs);
    const text = await this.transactions.read(caller, async (view) => {
      await checkVisible(view, kind.runs, id);
      const run = await findResponse(view, kind.runs, id);
      refuseUnapproved(run, name);
      return fileOf(caller, kind, format, { run, lines: await linesOf(view, kind, id) });
    });
    response.setHeader('Content-Disposition', `attachment; filename="${name.replace(' ', '-')}-${id}.${format}"`);
    response.status(200).type(`${MEDIA_TYPES[format]}; charset=utf-8`).send(text);
  }
}

function refuseUnapproved({ id, statusID, statusName }: RecordResponse, name: string): void {
  if (statusID !== PayRunStatus.Approved && statusID !== PayRunStatus.Completed)
    throw new Conflict(`${capitalize(name)} ${String(id)} is ${String(statusName)}: only what is approved is exported.`);
}

const runIDOf = ({ name }: RunKind): string => `${name}ID`;

async function linesOf(view: View, kind: RunKind, runID: number): Promise<RecordResponse[]> {
  const own = sql`${identifier(runIDOf(kind))} = ${runID}`;
  const found = await rows(view.em, sql`SELECT id FROM ${identifier(kind.lines.table)} WHERE ${own} ORDER BY id`);
  return readResponses(
    view,
    kind.lines,
    found.map(([id]) => id as number),
  );
}
