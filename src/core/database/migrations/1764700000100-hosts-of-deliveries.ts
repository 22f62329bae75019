import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, addIndex, dropColumns, dropIndex } from './tables';

/** Webhooks to one host do not keep those to others waiting. */
export class HostsOfDeliveries1764700000100 implements MigrationInterface {
  readonly name = 'HostsOfDeliveries1764700000100';

  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'delivery', { host: 'text(255)?' });
    await addIndex(runner, 'delivery', ['kind', 'dueAt', 'host']);
    await dropIndex(runner, 'delivery', ['kind', 'dueAt']);
    const waiting = (await runner.query(
      "SELECT id, recipient FROM delivery WHERE kind = 'webhook' AND dueAt IS NOT NULL AND host IS NULL",
    )) as { id: number; recipient: string }[];
    for (const { id, recipient } of waiting)
      await runner.query('UPDATE delivery SET host = ? WHERE id = ?', [new URL(recipient).host.slice(0, 255), id]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await addIndex(runner, 'delivery', ['kind', 'dueAt']);
    await dropIndex(runner, 'delivery', ['kind', 'dueAt', 'host']);
    await dropColumns(runner, 'delivery', ['host']);
  }
}
