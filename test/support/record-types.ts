export { allRecordTypes, recordTypeNamed, types } from '../../src/core/database/support/record-types';
