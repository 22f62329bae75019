import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller } from '../callers';
import { Transactions } from '../database';
import { idempotentRequestOf, type IdempotentRequest } from '../idempotency/idempotent-request';
import { pluralOf } from '../records';
import type { ExportQuery, ImportQuery } from './bulk.dto';
import type { BulkType } from './columns';
import { exportRecords } from './export';
import { formatOf, formatWanted, MEDIA_TYPES, type Format } from './formats';
import { importRows, type ImportRequest } from './import';
import { lockImport } from './ledger';
import { rowsOf, type Row } from './rows';
import { spool, textOf } from './spool';
import { streamResponse, ignoreDisconnect } from '../http/stream';

/** Exports and imports any number of records in little memory. */
@Injectable()
export class Bulk {
  constructor(private readonly transactions: Transactions) {}

  async export(
    caller: Caller,
    bulkType: BulkType,
    { format: requestedFormat, ...criteria }: ExportQuery,
    response: Response,
  ): Promise<void> {
    const format = requestedFormat ?? formatWanted(response.req);
    const pieces = exportRecords(this.transactions, caller, bulkType, format, criteria);
    const name = `${pluralOf(bulkType.type.name).toLowerCase()}.${format}`;
    await ignoreDisconnect(() =>
      streamResponse(response, pieces, () => announce(response, format).setHeader('Content-Disposition', `attachment; filename="${name}"`)),
    );
  }

  /** @throws UnsupportedBody, BodyTooLarge, InvalidRequest, KeyReused before anything is imported */
  async import(
    caller: Caller,
    bulkType: BulkType,
    { mode, dryRun, ...how }: ImportQuery & { allowDuplicate?: boolean },
    response: Response,
  ): Promise<void> {
    const request = response.req;
    const format = formatOf(request.get('Content-Type'));
    // a dry run has no results to store
    const once = dryRun ? undefined : idempotentRequestOf(request);
    await ignoreDisconnect(async () => {
      const file = await spool(request);
      try {
        const rows = await rowsOf(bulkType, format, textOf(file));
        await this.send(response, { bulkType, caller: { ...caller, via: 'import' }, options: { ...how, mode, dryRun }, once }, rows);
      } finally {
        await file.close();
      }
    });
  }

  private async send(response: Response, importRequest: ImportRequest, rows: AsyncIterable<Row>): Promise<void> {
    const isRepeated = importRequest.once !== undefined && (await this.hasStarted(importRequest.caller, importRequest.once));
    await streamResponse(response, importRows(this.transactions, importRequest, rows), () => {
      announce(response, 'ndjson');
      if (isRepeated) response.setHeader('Idempotency-Replayed', 'true');
    });
  }

  private hasStarted(caller: Caller, once: IdempotentRequest): Promise<boolean> {
    return this.transactions.write(caller, (transaction) => lockImport(transaction, once));
  }
}

const announce = (response: Response, format: Format): Response => response.status(200).type(`${MEDIA_TYPES[format]}; charset=utf-8`);
