import { execute } from '../../../core/database/rows';
import { idsOf, type PersonalDataHolder } from '../../../core/personal-data';
import { sql, values } from '../../../core/sql';
import { timesheets } from '../timesheets.records';

/** The notes of lines, which are shown with their timesheets. */
export const notesOfLines: PersonalDataHolder = {
  name: 'timesheetLines',
  async erase({ em }, person) {
    const ids = idsOf(person, timesheets.name);
    if (ids.length === 0) return;
    const lines = sql`SELECT id FROM timesheet_line WHERE timesheetID IN (${values(ids)})`;
    await execute(em, sql`UPDATE timesheet_line_text SET notes = NULL WHERE id IN (${lines})`);
    await execute(em, sql`UPDATE timesheet_line SET notes = NULL WHERE timesheetID IN (${values(ids)})`);
  },
};
