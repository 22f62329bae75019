import { bulkControllers } from '../../core/bulk';
import { TimesheetsController } from './timesheets.controller';

export const timesheetsBulk = bulkControllers(TimesheetsController, {
  keys: { externalID: 'externalID' },
  example: { id: 1, comments: 'Half a day on Friday.' },
});
