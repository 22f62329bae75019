import { recordTypeNamed } from '../../database/support/record-types';
import type { View } from '../../database/transactions';
import type { RecordType } from '../../fields/record-type';
import type { RecordTypes } from '../../fields/record-types';

/** A record type as in a service that has just started: what is computed once for each type has not been computed yet. */
export const atStart = (name: string): RecordType => ({ ...recordTypeNamed(name) });

/** A view as in a service that has just started: it has kept no names yet. */
export const viewAtStart = (view: View): View => ({ ...view, types: Object.create(view.types) as RecordTypes });
