import { execute, rows } from '../database/rows';
import { isMentioned, type PersonalDataHolder } from '../personal-data';
import { sql } from '../sql';
import type { RowResult } from './row-result';

/** The results of imported rows in which a person is mentioned: what became of the row remains. */
export const importedRowsAboutPersons: PersonalDataHolder = {
  name: 'importedRows',
  async erase({ em }, person) {
    const found = (await rows(
      em,
      sql`SELECT userID, idempotencyKey, rowNumber, answer FROM import_row WHERE INSTR(answer, '"detail"') > 0 OR INSTR(answer, '"errors"') > 0`,
    )) as [number, string, number, string][];
    for (const [userID, key, row, answer] of found)
      if (isMentioned(person, textsOf(answer)))
        await execute(
          em,
          sql`UPDATE import_row SET answer = ${withoutTexts(answer)} WHERE userID = ${userID} AND idempotencyKey = ${key} AND rowNumber = ${row}`,
        );
  },
};

function textsOf(answer: string): string {
  const { detail, errors, warnings } = JSON.parse(answer) as RowResult;
  return JSON.stringify([detail, errors, warnings]);
}

function withoutTexts(answer: string): string {
  const { row, id, outcome } = JSON.parse(answer) as RowResult;
  return JSON.stringify({ row, id, outcome } satisfies RowResult);
}
