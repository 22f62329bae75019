import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, addIndex, dropColumns, dropIndex } from './tables';

const PHONES = ['home_Standardised', 'work_Standardised'] as const;

/** By which candidates are found, as by their mobile number. */
export class PhonesOfCandidates1765030000200 implements MigrationInterface {
  readonly name = 'PhonesOfCandidates1765030000200';

  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'candidate_index', Object.fromEntries(PHONES.map((name) => [name, 'text(200)?'])));
    for (const name of PHONES) {
      await runner.query(
        `UPDATE candidate_index SET ${name} = (SELECT RTRIM(SUBSTR(t.${name}, 1, 200)) FROM candidate_text t WHERE t.id = candidate_index.id)`,
      );
      await addIndex(runner, 'candidate_index', [name, 'deleted']);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of PHONES) await dropIndex(runner, 'candidate_index', [name, 'deleted']);
    await dropColumns(runner, 'candidate_index', PHONES);
  }
}
