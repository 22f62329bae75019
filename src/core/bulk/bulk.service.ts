import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller } from '../callers';
import { Settings } from '../config';
import { Transactions } from '../database';
import { idempotentRequestOf, type IdempotentRequest } from '../idempotency/idempotent-request';
import { listCriteria, pluralOf, type ChangeOptions } from '../records';
import type { ExportQuery, ImportQuery } from './bulk.dto';
import type { BulkType } from './columns';
import { exportRecords } from './export';
import { FORMATS, formatWanted, kindOf, MEDIA_TYPES, type Format } from './formats';
import { importRows, type ImportRequest } from './import';
import { lockImport } from './ledger';
import { streamResponse, ignoreDisconnect } from '../http/stream';
import type { Row } from './row';
import { rowsOf } from './rows';
import { spool } from './spool';
import { keyFieldOf } from './targets';

/** Exports and imports any number of records in little memory. */
@Injectable()
export class Bulk {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
  ) {}

  async export(
    caller: Caller,
    bulkType: BulkType,
    { format: requestedFormat, ...requested }: ExportQuery,
    response: Response,
  ): Promise<void> {
    const format = requestedFormat ?? formatWanted(response.req, FORMATS, MEDIA_TYPES);
    const criteria = listCriteria(requested, this.settings.timeZone);
    const pieces = exportRecords(this.transactions, { caller, bulkType, criteria }, format);
    const name = `${pluralOf(bulkType.type.name).toLowerCase()}.${format}`;
    await ignoreDisconnect(() =>
      streamResponse(response, pieces, () => announce(response, format).setHeader('Content-Disposition', `attachment; filename="${name}"`)),
    );
  }

  /** @throws UnsupportedBody, BodyTooLarge, InvalidRequest, KeyReused before anything is imported */
  async import(caller: Caller, bulkType: BulkType, options: ImportQuery & ChangeOptions, response: Response): Promise<void> {
    const request = response.req;
    const kind = kindOf(request.get('Content-Type'));
    keyFieldOf(bulkType, options.match);
    // a dry run has no results to store
    const once = options.dryRun ? undefined : idempotentRequestOf(request);
    await ignoreDisconnect(async () => {
      const spooled = await spool(request, kind);
      try {
        const rows = await rowsOf(bulkType, kind.format, spooled, options.match);
        await this.send(response, { bulkType, caller: { ...caller, via: 'import' }, options, once }, rows);
      } finally {
        await spooled.file.close();
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

const announce = (response: Response, format: Format): Response =>
  response.status(200).type(format === 'xlsx' ? MEDIA_TYPES.xlsx : `${MEDIA_TYPES[format]}; charset=utf-8`);
