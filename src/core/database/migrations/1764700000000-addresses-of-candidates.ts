import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, addIndex, dropColumns, dropIndex } from './tables';

const ADDRESSES = ['email2', 'mobile_Standardised'] as const;

/** By which candidates are found who have the same address as somebody else. */
export class AddressesOfCandidates1764700000000 implements MigrationInterface {
  readonly name = 'AddressesOfCandidates1764700000000';

  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'candidate_index', Object.fromEntries(ADDRESSES.map((name) => [name, 'text(200)?'])));
    for (const name of ADDRESSES) {
      await runner.query(
        `UPDATE candidate_index SET ${name} = (SELECT RTRIM(SUBSTR(t.${name}, 1, 200)) FROM candidate_text t WHERE t.id = candidate_index.id)`,
      );
      await addIndex(runner, 'candidate_index', [name, 'deleted']);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ADDRESSES) await dropIndex(runner, 'candidate_index', [name, 'deleted']);
    await dropColumns(runner, 'candidate_index', ADDRESSES);
  }
}
