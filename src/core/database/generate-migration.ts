import type { DataSource, EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';

/** The tables of the entities in the notation of migrations. */
export function describeTables(source: DataSource): string {
  return referencedFirst(source.entityMetadatas).map(describeTable).join('\n');
}

/** The tables and columns that the entities declare and the database lacks, as statements of a migration. */
export async function describeMissing(source: DataSource): Promise<string[]> {
  const runner = source.createQueryRunner();
  try {
    const existing = await runner.getTables(source.entityMetadatas.map(({ tableName }) => tableName));
    return referencedFirst(source.entityMetadatas).flatMap((entity) => {
      const table = existing.find(({ name }) => name.split('.').at(-1) === entity.tableName);
      if (!table) return [describeTable(entity)];
      const columns = entity.columns.filter(({ databaseName }) => !table.findColumnByName(databaseName));
      const words = columnRuns(columns).map(([name, kind]) => `${name}: '${kind}'`);
      return words.length > 0 ? [`  await addColumns(runner, '${entity.tableName}', { ${words.join(', ')} });`] : [];
    });
  } finally {
    await runner.release();
  }
}

/** Tables after those that they reference. */
function referencedFirst(entities: EntityMetadata[]): EntityMetadata[] {
  const ordered = new Set<EntityMetadata>();
  const visit = (entity: EntityMetadata): void => {
    if (ordered.has(entity)) return;
    entity.foreignKeys
      .map((key) => key.referencedEntityMetadata)
      .filter((other) => other !== entity)
      .forEach(visit);
    ordered.add(entity);
  };
  [...entities].sort((one, other) => one.tableName.localeCompare(other.tableName)).forEach(visit);
  return [...ordered];
}

function describeTable(entity: EntityMetadata): string {
  const lists = (found: { columns: ColumnMetadata[] }[]): string =>
    found.map(({ columns }) => `[${columns.map(named).join(', ')}]`).join(', ');
  const primary = entity.primaryColumns.map(named).join(', ');
  const indexes = entity.indices.filter(({ isUnique }) => !isUnique);
  const parts = [
    `    columns: {\n${columnRuns(entity.columns)
      .map(([name, kind]) => `      ${name}: '${kind}',`)
      .join('\n')}\n    },`,
    ...(primary === "'id'" ? [] : [`    primary: [${primary}],`]),
    ...(entity.indices.some(({ isUnique }) => isUnique)
      ? [`    unique: [${lists(entity.indices.filter(({ isUnique }) => isUnique))}],`]
      : []),
    ...(indexes.length > 0 ? [`    indexes: [${lists(indexes)}],`] : []),
    ...(entity.foreignKeys.length > 0 ? [`    references: { ${entity.foreignKeys.map(reference).join(', ')} },`] : []),
  ];
  return `  await createTable(runner, '${entity.tableName}', {\n${parts.join('\n')}\n  });`;
}

interface Run {
  readonly stem: string;
  readonly from: number;
  readonly to: number;
  readonly kind: string;
}

/** Combines numbered columns of the same kind: customField1 to customField10 as `'customField1..10'`. */
function columnRuns(found: ColumnMetadata[]): [name: string, kind: string][] {
  const lines: [name: string, kind: string][] = [];
  let last: Run | undefined;
  for (const column of found) {
    const run = numbered(column);
    const goesOn = run !== undefined && last?.kind === run.kind && last.to === run.from - 1;
    last = goesOn && last ? { ...last, to: run.to } : run;
    if (goesOn) lines.pop();
    lines.push(goesOn && last ? [`'${last.stem}${last.from}..${last.to}'`, last.kind] : [column.databaseName, kindOf(column)]);
  }
  return lines;
}

function numbered(column: ColumnMetadata): Run | undefined {
  const [, stem, number] = /^(customField)(\d+)$/.exec(column.databaseName) ?? [];
  return stem ? { stem, from: Number(number), to: Number(number), kind: kindOf(column) } : undefined;
}

const named = (column: ColumnMetadata): string => `'${column.databaseName}'`;
const reference = ({ columnNames, referencedTablePath, referencedColumnNames: [key] }: EntityMetadata['foreignKeys'][number]): string =>
  `${columnNames[0]}: '${referencedTablePath}${key === 'id' ? '' : `.${key}`}'`;

function kindOf({ type, length, isGenerated, isNullable, default: value }: ColumnMetadata): string {
  const kinds: Record<string, string> = {
    varchar: `text(${length})`,
    text: 'long',
    mediumtext: 'long',
    datetime: 'moment',
    decimal: 'amount',
    int: isGenerated ? 'id' : 'int',
    integer: isGenerated ? 'id' : 'int',
    bigint: isGenerated ? 'bigid' : 'bigint',
  };
  return `${kinds[String(type)] ?? String(type)}${isNullable ? '?' : ''}${value === undefined ? '' : `=${Number(value)}`}`;
}
