import type { Entry, Row, Stored, World } from '../../src/query/support/world';
import type { RecordType } from '../../src/fields/record-type';
import type { Field } from '../../src/fields/field';
import type { TestApp } from './app';
import { asked } from './make';

/** Everything that a service has stored, in memory, as it is in the tables: columns and kept figures. */
export async function storedWorld(service: TestApp): Promise<World> {
  const { allRecordTypes } = await import('../../src/fields/record-type.js');
  const rows = new Map<RecordType, readonly Row[]>();
  for (const type of allRecordTypes()) rows.set(type, await rowsOf(service, type));
  return { rows, lookups: await asked<Entry>(service, 'SELECT list, id, name, code, parentID FROM lookup'), divisions: [] };
}

async function rowsOf(service: TestApp, type: RecordType): Promise<Row[]> {
  const { keptFigures } = await import('../../src/database/side-tables.js');
  const { isStored } = await import('../../src/fields/field.js');
  const [own, figures] = [type.fields.filter(isStored), keptFigures(type)];
  const columns = [...own.map(({ name }) => `r.\`${name}\``), ...figures.map(({ name }) => `f.\`${name}\``)];
  const join = figures.length > 0 ? `JOIN \`${type.table}_figure\` f ON f.id = r.id` : '';
  const found = await asked<Record<string, unknown>>(
    service,
    `SELECT ${columns.join(', ')} FROM \`${type.table}\` r ${join} ORDER BY r.id`,
  );
  return found.map((row) => Object.fromEntries([...own, ...figures].map((field) => [field.name, stored(field, row[field.name])])) as Row);
}

function stored({ type }: Field, cell: unknown): Stored {
  if (cell === null || cell === undefined) return null;
  if (type === 'boolean') return Boolean(cell);
  if (type === 'date') return cell instanceof Date ? cell : new Date(`${(cell as string).replace(' ', 'T')}Z`);
  return cell as Stored;
}
