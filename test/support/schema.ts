import type { EntityManager } from 'typeorm';
import { rows } from '../../src/core/database/rows';
import { sql } from '../../src/core/sql';

export interface Column {
  /** As the database writes it: `varchar(100)`. */
  readonly type: string;
  readonly isNullable: boolean;
  readonly default: string | null;
}

export interface Table {
  readonly columns: Readonly<Record<string, Column>>;
  /** Lists of columns. */
  readonly unique: readonly string[];
  /** `column → table.column`, and conditions. */
  readonly rules: readonly string[];
}

export type Schema = Readonly<Record<string, Table>>;

type Description = readonly [table: string, ...details: (string | null)[]];

const EMBEDDED = {
  columns: sql`SELECT t.name, c.name, LOWER(c.type), CASE WHEN c."notnull" OR c.pk THEN 'NO' ELSE 'YES' END, c.dflt_value
    FROM sqlite_master t JOIN pragma_table_xinfo(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'`,
  unique: sql`SELECT t.name, i.name, c.name FROM sqlite_master t JOIN pragma_index_list(t.name) i JOIN pragma_index_info(i.name) c
    WHERE t.type = 'table' AND i."unique" = 1 ORDER BY t.name, i.name, c.seqno`,
  references: sql`SELECT t.name, f."from" || ' → ' || f."table" || '.' || f."to"
    FROM sqlite_master t JOIN pragma_foreign_key_list(t.name) f WHERE t.type = 'table'`,
  conditions: sql`SELECT name, 'a condition' FROM sqlite_master WHERE type = 'table' AND sql GLOB '*CHECK (*'`,
};

const SERVER = {
  columns: sql`SELECT table_name, column_name, column_type, is_nullable, column_default
    FROM information_schema.columns WHERE table_schema = DATABASE()`,
  unique: sql`SELECT table_name, index_name, column_name
    FROM information_schema.statistics WHERE table_schema = DATABASE() AND non_unique = 0 ORDER BY table_name, index_name, seq_in_index`,
  references: sql`SELECT table_name, CONCAT(column_name, ' → ', referenced_table_name, '.', referenced_column_name)
    FROM information_schema.key_column_usage WHERE table_schema = DATABASE() AND referenced_table_name IS NOT NULL`,
  conditions: sql`SELECT table_name, constraint_name
    FROM information_schema.table_constraints WHERE constraint_schema = DATABASE() AND constraint_type = 'CHECK'`,
};

/** The tables of a database, but for that of TypeORM. */
export async function schemaOf(em: EntityManager): Promise<Schema> {
  const questions = em.dataSource.options.type === 'better-sqlite3' ? EMBEDDED : SERVER;
  const ask = async (question: keyof typeof questions): Promise<Description[]> => (await rows(em, questions[question])) as never;
  const [columns, unique, references, conditions] = [
    await ask('columns'),
    await ask('unique'),
    await ask('references'),
    await ask('conditions'),
  ];
  const names = [...new Set(columns.map(([table]) => table))].filter((name) => name !== 'migrations' && name !== 'migration_lease').sort();
  const of = (found: Description[], name: string): Description[] => found.filter(([table]) => table === name);
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        columns: Object.fromEntries(of(columns, name).map((each) => [String(each[1]), columnOf(each)])),
        unique: uniqueKeys(of(unique, name)),
        rules: [...of(references, name), ...of(conditions, name)].map(([, rule]) => String(rule)).sort(),
      },
    ]),
  );
}

const columnOf = ([, , type, isNullable, value]: Description): Column => ({
  type: String(type),
  isNullable: isNullable === 'YES',
  // MariaDB writes a default of null out
  default: value === undefined || value === null || value === 'NULL' ? null : String(value),
});

function uniqueKeys(parts: Description[]): string[] {
  const keys = new Map<string, string[]>();
  for (const [, key, column] of parts) keys.set(String(key), [...(keys.get(String(key)) ?? []), String(column)]);
  return [...new Set([...keys.values()].map((columns) => columns.join(', ')))].sort();
}
