import { Global, Module, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../database';
import { refreshPlannerStatistics } from '../database/planner-statistics';
import { IS_ALONE } from '../sql/dialect';
import { Housekeeping } from './housekeeping.service';

@Global()
@Module({ providers: [Housekeeping], exports: [Housekeeping] })
export class HousekeepingModule implements OnModuleInit {
  constructor(private readonly housekeeping: Housekeeping) {}

  onModuleInit(): void {
    if (IS_ALONE) this.housekeeping.add({ name: 'planner statistics', everySeconds: 3600, work: refreshStatistics });
  }
}

async function refreshStatistics({ em }: Transaction): Promise<boolean> {
  await refreshPlannerStatistics(em);
  return false;
}
