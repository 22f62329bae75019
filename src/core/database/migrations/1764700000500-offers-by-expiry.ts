import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from './tables';

/** Offers that expire are found without reading all. */
export class OffersByExpiry1764700000500 implements MigrationInterface {
  readonly name = 'OffersByExpiry1764700000500';

  async up(runner: QueryRunner): Promise<void> {
    await addIndex(runner, 'offer', ['statusID', 'expiryDate']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'offer', ['statusID', 'expiryDate']);
  }
}
