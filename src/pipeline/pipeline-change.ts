import { changedBy, plainChange } from '../records';
import type { Application } from './pipeline.entity';
import { applications } from './pipeline.records';

/** Since when it stands on its stage. */
changedBy(
  applications,
  plainChange<Application>(applications, ({ now }, before, after) => {
    if (before.stageID !== after.stageID) after.stageChangedDate = now;
  }),
);
