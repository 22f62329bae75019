import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../database';
import { execute, rows } from '../database/rows';
import { Housekeeping } from '../housekeeping';
import { sql, sqlMoment } from '../sql';
import { DAY_MS } from '../time/moments';

const HOUR = 3600;
const BATCH = 500;

/** Deletes responses that are more than a day old. */
@Injectable()
export class ResponseRetention implements OnModuleInit {
  constructor(private readonly housekeeping: Housekeeping) {}

  onModuleInit(): void {
    this.housekeeping.add({ name: 'old idempotency keys', everySeconds: HOUR, work: removeResponses });
  }
}

async function removeResponses({ em, now }: Transaction): Promise<boolean> {
  const oldest = await rows(
    em,
    sql`SELECT at FROM idempotent_answer WHERE at < ${sqlMoment(new Date(now.getTime() - DAY_MS))} ORDER BY at LIMIT ${BATCH}`,
  );
  const last = oldest.at(-1)?.[0];
  if (last !== undefined) await execute(em, sql`DELETE FROM idempotent_answer WHERE at <= ${last as string}`);
  return oldest.length === BATCH;
}
