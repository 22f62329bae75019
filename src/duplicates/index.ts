import type { RecordTypesSpec } from '../core/fields/record-types';
import { DuplicateDismissal } from './dismissal.entity';
import { dismissalsOfPersons } from './dismissals';

export { DuplicatesModule } from './duplicates.module';

export const duplicateRecords: RecordTypesSpec = { types: [], tables: [DuplicateDismissal], personalData: [dismissalsOfPersons] };
