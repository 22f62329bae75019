import { Injectable } from '@nestjs/common';
import { backlog, DatabaseMetrics, readingsOf, type Reading, type View } from '../database';
import { sql } from '../sql';

const UNNUMBERED = { name: 'changes_unnumbered', help: 'Committed changes without a sequence number, which the feed does not show yet.' };
const AGE = { name: 'changes_unnumbered_oldest_age_seconds', help: 'How old the first change without a sequence number is.' };

/** How far the feed is behind. */
@Injectable()
export class ChangeMetrics {
  constructor(database: DatabaseMetrics) {
    database.add(unnumbered);
  }
}

async function unnumbered(view: View): Promise<Reading[]> {
  return readingsOf(await backlog(view, sql`FROM record_change WHERE sequence IS NULL`, sql`at`, sql`id`), [UNNUMBERED, AGE]);
}
