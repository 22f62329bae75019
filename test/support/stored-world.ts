import type { Entry, Row, Stored, World } from '../../src/core/query/support/world';
import type { RecordType } from '../../src/core/fields/record-type';
import type { Field } from '../../src/core/fields/field';
import type { TestApp } from './app';
import { queryRows } from './database';
import { allRecordTypes } from './record-types';

/** All stored records of a service in memory: columns and stored figures. */
export async function storedWorld(service: TestApp): Promise<World> {
  const rows = new Map<RecordType, readonly Row[]>();
  for (const type of allRecordTypes()) rows.set(type, await rowsOf(service, type));
  return { rows, lookups: await queryRows<Entry>(service, 'SELECT list, id, name, code, parentID FROM lookup'), divisions: [] };
}

async function rowsOf(service: TestApp, type: RecordType): Promise<Row[]> {
  const { storedFigures } = await import('../../src/core/records/side-tables.js');
  const { isStored } = await import('../../src/core/fields/field.js');
  const [own, figures] = [type.fields.filter(isStored), storedFigures(type)];
  const columns = [...own.map(({ name }) => `r.\`${name}\``), ...figures.map(({ name }) => `f.\`${name}\``)];
  const join = figures.length > 0 ? `JOIN \`${type.table}_figure\` f ON f.id = r.id` : '';
  const found = await queryRows<Record<string, unknown>>(
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
