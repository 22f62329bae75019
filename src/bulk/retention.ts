import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Unit } from '../database';
import { execute, rows } from '../database/rows';
import { Housekeeping } from '../housekeeping';
import { sql, sqlMoment } from '../query';
import { DAY_MS } from '../time/moments';

const HOUR = 3600;
const PIECE = 500;

/** Forgets what came of rows that were imported more than a day ago. */
@Injectable()
export class ImportRetention implements OnModuleInit {
  constructor(private readonly housekeeping: Housekeeping) {}

  onModuleInit(): void {
    this.housekeeping.add({ name: 'old imports', everySeconds: HOUR, work: removeRows });
  }
}

async function removeRows({ em, now }: Unit): Promise<boolean> {
  const oldest = await rows(
    em,
    sql`SELECT at FROM import_row WHERE at < ${sqlMoment(new Date(now.getTime() - DAY_MS))} ORDER BY at LIMIT ${PIECE}`,
  );
  const last = oldest.at(-1)?.[0];
  if (last !== undefined) await execute(em, sql`DELETE FROM import_row WHERE at <= ${last as string}`);
  return oldest.length === PIECE;
}
