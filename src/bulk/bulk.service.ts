import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller } from '../callers';
import { Transactions } from '../database';
import { askedOnce, type AskedOnce } from '../idempotency/asked-once';
import { pluralOf } from '../records';
import type { ExportQuery, ImportQuery } from './bulk.dto';
import type { Bulky } from './columns';
import { exported } from './export';
import { formatOf, formatWanted, MEDIA_TYPES, type Format } from './formats';
import { imported, type Import } from './import';
import { holdImport } from './ledger';
import { rowsOf, type Row } from './rows';
import { spooled, textOf } from './spool';
import { sendPieces, unlessGone } from './stream';

/** Whole lists of records out of the service and into it, of any length, in little memory. */
@Injectable()
export class Bulk {
  constructor(private readonly transactions: Transactions) {}

  async export(caller: Caller, bulky: Bulky, { format: asked, ...which }: ExportQuery, response: Response): Promise<void> {
    const format = asked ?? formatWanted(response.req);
    const pieces = exported(this.transactions, caller, bulky, format, which);
    const name = `${pluralOf(bulky.type.name).toLowerCase()}.${format}`;
    await unlessGone(() =>
      sendPieces(response, pieces, () => announce(response, format).setHeader('Content-Disposition', `attachment; filename="${name}"`)),
    );
  }

  /** @throws UnsupportedBody, BodyTooLarge, InvalidRequest, KeyReused before anything is done */
  async import(
    caller: Caller,
    bulky: Bulky,
    { mode, dryRun, ...how }: ImportQuery & { allowDuplicate?: boolean },
    response: Response,
  ): Promise<void> {
    const request = response.req;
    const format = formatOf(request.get('Content-Type'));
    // a dry run leaves nothing to be remembered
    const once = dryRun ? undefined : askedOnce(request);
    await unlessGone(async () => {
      const file = await spooled(request);
      try {
        const rows = await rowsOf(bulky, format, textOf(file));
        await this.send(response, { bulky, caller, manner: { ...how, mode, dryRun }, once }, rows);
      } finally {
        await file.close();
      }
    });
  }

  private async send(response: Response, asked: Import, rows: AsyncIterable<Row>): Promise<void> {
    const isRepeated = asked.once !== undefined && (await this.hasBegun(asked.caller, asked.once));
    await sendPieces(response, imported(this.transactions, asked, rows), () => {
      announce(response, 'ndjson');
      if (isRepeated) response.setHeader('Idempotency-Replayed', 'true');
    });
  }

  private hasBegun(caller: Caller, once: AskedOnce): Promise<boolean> {
    return this.transactions.write(caller, (unit) => holdImport(unit, once));
  }
}

const announce = (response: Response, format: Format): Response => response.status(200).type(`${MEDIA_TYPES[format]}; charset=utf-8`);
