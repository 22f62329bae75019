import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTables } from './tables';

const [APPROVED, STARTED, ENDED] = [2, 3, 4] as const;
const NUMBERS = [1, 2, 3, 4, 5] as const;

/** Consultants are credited with placements; those approved already take it from their job as it is. */
export class Credits1765000000200 implements MigrationInterface {
  readonly name = 'Credits1765000000200';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'placement_credit', {
      columns: { placementID: 'int', consultantID: 'int', position: 'int', percentage: 'amount=0' },
      primary: ['placementID', 'consultantID'],
      references: { placementID: 'placement', consultantID: 'user' },
    });
    await runner.query('DELETE FROM placement_credit');
    for (const number of NUMBERS) await credit(runner, number);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['placement_credit']);
  }
}

/** Somebody named twice gets both parts, at the first place. */
async function credit(runner: QueryRunner, number: number): Promise<void> {
  const earlier = NUMBERS.filter((each) => each < number);
  const named = (each: number): string => `(j.consultantID${each} = j.consultantID${number} AND j.consultantPercentage${each} > 0)`;
  const isFirst = earlier.map((each) => ` AND NOT COALESCE(${named(each)}, 0)`).join('');
  const sum = NUMBERS.filter((each) => each >= number)
    .map((each) => `CASE WHEN ${named(each)} THEN j.consultantPercentage${each} ELSE 0 END`)
    .join(' + ');
  await runner.query(
    `INSERT INTO placement_credit (placementID, consultantID, position, percentage)
      SELECT p.id, j.consultantID${number}, ${number}, ROUND(${sum}, 4) FROM placement p JOIN job j ON j.id = p.jobID
      WHERE p.statusID IN (${APPROVED}, ${STARTED}, ${ENDED}) AND j.consultantID${number} IS NOT NULL
        AND j.consultantPercentage${number} > 0${isFirst}`,
  );
}
