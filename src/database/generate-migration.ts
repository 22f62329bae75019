import type { DataSource, EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';

/** The tables of the entities in the words of migrations: what a new migration is started from. */
export function tablesInWords(source: DataSource): string {
  return referredFirst(source.entityMetadatas).map(inWords).join('\n');
}

/** A table can be made once those that it refers to are there. */
function referredFirst(entities: EntityMetadata[]): EntityMetadata[] {
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

function inWords(entity: EntityMetadata): string {
  const lists = (found: { columns: ColumnMetadata[] }[]): string =>
    found.map(({ columns }) => `[${columns.map(named).join(', ')}]`).join(', ');
  const primary = entity.primaryColumns.map(named).join(', ');
  const indexes = entity.indices.filter(({ isUnique }) => !isUnique);
  const parts = [
    `    columns: {\n${runs(entity.columns)
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

/** Numbered columns of one kind in one line: customField1 to customField10 as `'customField1..10'`. */
function runs(found: ColumnMetadata[]): [name: string, kind: string][] {
  const words: [name: string, kind: string][] = [];
  let last: Run | undefined;
  for (const column of found) {
    const run = numbered(column);
    const goesOn = run !== undefined && last?.kind === run.kind && last.to === run.from - 1;
    last = goesOn && last ? { ...last, to: run.to } : run;
    if (goesOn) words.pop();
    words.push(goesOn && last ? [`'${last.stem}${last.from}..${last.to}'`, last.kind] : [column.databaseName, kindOf(column)]);
  }
  return words;
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
    int: isGenerated ? 'id' : 'int',
    integer: isGenerated ? 'id' : 'int',
    bigint: isGenerated ? 'bigid' : 'bigint',
  };
  return `${kinds[String(type)] ?? String(type)}${isNullable ? '?' : ''}${value === undefined ? '' : `=${Number(value)}`}`;
}
