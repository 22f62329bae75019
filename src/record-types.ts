import { activityTypes } from './activities';
import { automationTypes } from './automation';
import { candidateTypes } from './candidates';
import { clientTypes } from './clients';
import { configurationFoldedColumns, configurationTypes } from './configuration';
import { contactTypes } from './contacts';
import type { Settings } from './core/config';
import { RecordTypes } from './core/fields/record-types';
import { lookupFoldedColumns } from './core/lookups';
import { divisionTypes } from './divisions';
import { tables } from './entities';
import { jobTypes } from './jobs';
import { listTypes } from './lists';
import { opportunityTypes } from './opportunities';
import { pipelineTypes } from './pipeline';
import { placementTypes } from './placements';
import { tagTypes } from './tags';
import { userTypes } from './users';

/** Every record type of the service with its rules. Reports list records in this order. */
export const recordTypes = (settings: Settings): RecordTypes =>
  new RecordTypes({
    types: [
      ...activityTypes(),
      ...configurationTypes(),
      ...jobTypes(),
      ...tagTypes(),
      ...contactTypes(),
      ...automationTypes(settings),
      ...listTypes(),
      ...userTypes(),
      ...candidateTypes(),
      ...clientTypes(),
      ...divisionTypes(),
      ...opportunityTypes(),
      ...pipelineTypes(),
      ...placementTypes(),
    ],
    tables,
    foldedColumns: [...lookupFoldedColumns, ...configurationFoldedColumns],
  });
