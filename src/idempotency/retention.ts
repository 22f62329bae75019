import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Unit } from '../database';
import { execute, rows } from '../database/rows';
import { Housekeeping } from '../housekeeping';
import { sql, sqlMoment } from '../query';
import { DAY_MS } from '../time/moments';

const HOUR = 3600;
const PIECE = 500;

/** Forgets the answers that were given more than a day ago. */
@Injectable()
export class AnswerRetention implements OnModuleInit {
  constructor(private readonly housekeeping: Housekeeping) {}

  onModuleInit(): void {
    this.housekeeping.add({ name: 'old idempotency keys', everySeconds: HOUR, work: removeAnswers });
  }
}

async function removeAnswers({ em, now }: Unit): Promise<boolean> {
  const oldest = await rows(
    em,
    sql`SELECT at FROM idempotent_answer WHERE at < ${sqlMoment(new Date(now.getTime() - DAY_MS))} ORDER BY at LIMIT ${PIECE}`,
  );
  const last = oldest.at(-1)?.[0];
  if (last !== undefined) await execute(em, sql`DELETE FROM idempotent_answer WHERE at <= ${last as string}`);
  return oldest.length === PIECE;
}
