import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Settings } from '../config';
import type { Unit } from '../database';
import { execute, rows } from '../database/rows';
import { Housekeeping } from '../housekeeping';
import { sql, sqlMoment } from '../query';
import { DAY_MS } from '../time/moments';

const HOUR = 3600;
const PIECE = 500;

/** Removes changes that have been kept long enough. */
@Injectable()
export class ChangeRetention implements OnModuleInit {
  constructor(
    private readonly housekeeping: Housekeeping,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.housekeeping.add({ name: 'old changes', everySeconds: HOUR, work: (unit) => removeChanges(unit, this.settings.changesKeptDays) });
  }
}

/** From the oldest on, so that those that remain are without gaps. */
async function removeChanges({ em, now }: Unit, days: number): Promise<boolean> {
  const before = sqlMoment(new Date(now.getTime() - days * DAY_MS));
  const oldest = await rows(em, sql`SELECT sequence, at FROM record_change WHERE sequence > 0 ORDER BY sequence LIMIT ${PIECE}`);
  const kept = oldest.findIndex(([, at]) => (at as string) >= before);
  const old = kept === -1 ? oldest : oldest.slice(0, kept);
  if (old.length > 0) await execute(em, sql`DELETE FROM record_change WHERE sequence <= ${Number(old.at(-1)?.[0])}`);
  return old.length === PIECE;
}
