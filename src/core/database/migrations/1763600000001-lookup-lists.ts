import { getAlpha2Codes, getName, registerLocale } from 'i18n-iso-countries';
import english from 'i18n-iso-countries/langs/en.json';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lookupLists, type LookupEntry } from './initial-lookup-lists';
import { fold } from '../../text/fold';

/** The lookup lists as they ship, and the countries of ISO 3166. */
export class LookupLists1763600000001 implements MigrationInterface {
  readonly name = 'LookupLists1763600000001';

  async up(runner: QueryRunner): Promise<void> {
    for (const [list, entries] of Object.entries({ ...lookupLists, country: countries() })) {
      const rows = entries.map(({ id, name, code, parentID, closed }) => [
        list,
        id,
        name,
        fold(name),
        code ?? null,
        parentID ?? null,
        closed ? 1 : 0,
      ]);
      await runner.query(
        `INSERT INTO lookup (list, id, name, folded, code, parentID, closed) VALUES ${rows.map(() => '(?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
        rows.flat(),
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM lookup');
  }
}

function countries(): LookupEntry[] {
  registerLocale(english);
  const codes = Object.keys(getAlpha2Codes()).sort();
  return codes.map((code, index) => ({ id: index + 1, code, name: getName(code, 'en') ?? code }));
}
