import { Injectable } from '@nestjs/common';
import { AUDITED, ChangeLog } from '../changes';
import { DatabaseMetrics, readingsOf, type Reading, type View } from '../database';
import { counterValue } from '../database/counters';
import { numberOf } from '../database/rows';

const CHANGES = { name: 'changes_unaudited', help: 'Changes that are not in the audit yet.' };
const AGE = { name: 'changes_unaudited_oldest_age_seconds', help: 'How old the first change is that is not in the audit yet.' };

/** How far the audit is behind. */
@Injectable()
export class AuditMetrics {
  constructor(
    database: DatabaseMetrics,
    private readonly changes: ChangeLog,
  ) {
    database.add((view) => this.unaudited(view));
  }

  private async unaudited(view: View): Promise<Reading[]> {
    return readingsOf(await this.changes.backlogAfter(view, await numberOf(view.em, counterValue(AUDITED))), [CHANGES, AGE]);
  }
}
