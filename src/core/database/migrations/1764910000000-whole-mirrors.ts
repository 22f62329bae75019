import type { MigrationInterface, QueryRunner } from 'typeorm';

const [INTERVIEW, SUBMISSION, PLACEMENT] = [7, 8, 9] as const;

/**
 * Activities that mirror interviews, submissions and placements get their owner and text, and those of interviews their type. Their
 * words are searched once `npm run figures` has run.
 */
export class WholeMirrors1764910000000 implements MigrationInterface {
  readonly name = 'WholeMirrors1764910000000';

  async up(runner: QueryRunner): Promise<void> {
    await repair(runner, INTERVIEW, 'interview', 'feedback', {
      typeID: 'CASE m.typeID WHEN 1 THEN 16 WHEN 2 THEN 17 WHEN 3 THEN 18 ELSE 7 END',
    });
    await repair(runner, SUBMISSION, 'application', 'comments');
    await repair(runner, PLACEMENT, 'placement', 'notes');
  }

  /** Earlier versions read what is there. */
  async down(): Promise<void> {}
}

/** Stored responses count for the version that they were written of: the next one makes them be read anew. */
async function repair(runner: QueryRunner, category: number, table: string, text: string, own: Record<string, string> = {}): Promise<void> {
  const mirrored = { assignedToID: 'm.ownerID', notes: `m.${text}`, ...own };
  const settings = Object.entries(mirrored).map(
    ([column, value]) => `${column} = (SELECT ${value} FROM ${table} m WHERE m.id = activity.entityId)`,
  );
  await runner.query(
    `UPDATE activity SET ${settings.join(', ')}, version = version + 1
      WHERE category = ${category} AND EXISTS (SELECT 1 FROM ${table} m WHERE m.id = activity.entityId)`,
  );
}
