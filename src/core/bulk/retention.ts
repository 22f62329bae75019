import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../database';
import { execute, rows } from '../database/rows';
import { Housekeeping } from '../housekeeping';
import { sql, sqlMoment } from '../sql';
import { DAY_MS } from '../time/moments';

const HOUR = 3600;
const BATCH = 500;

/** Deletes the results of rows imported more than a day ago. */
@Injectable()
export class ImportRetention implements OnModuleInit {
  constructor(private readonly housekeeping: Housekeeping) {}

  onModuleInit(): void {
    this.housekeeping.add({ name: 'old imports', everySeconds: HOUR, work: removeRows });
  }
}

async function removeRows({ em, now }: Transaction): Promise<boolean> {
  const oldest = await rows(
    em,
    sql`SELECT at FROM import_row WHERE at < ${sqlMoment(new Date(now.getTime() - DAY_MS))} ORDER BY at LIMIT ${BATCH}`,
  );
  const last = oldest.at(-1)?.[0];
  if (last !== undefined) await execute(em, sql`DELETE FROM import_row WHERE at <= ${last as string}`);
  return oldest.length === BATCH;
}
