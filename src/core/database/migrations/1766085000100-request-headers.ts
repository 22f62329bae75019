import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from './tables';

/** Deliveries to webhooks show with which headers they were sent. */
export class RequestHeaders1766085000100 implements MigrationInterface {
  readonly name = 'RequestHeaders1766085000100';

  up(runner: QueryRunner): Promise<void> {
    return addColumns(runner, 'delivery', { requestHeaders: 'long?' });
  }

  down(runner: QueryRunner): Promise<void> {
    return dropColumns(runner, 'delivery', ['requestHeaders']);
  }
}
