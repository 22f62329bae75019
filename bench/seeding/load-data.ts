import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createConnection, type Connection, type QueryOptions } from 'mysql2';
import { toMysqlUrl } from '../database';

type Cell = Buffer | null;

/** LOAD DATA of rows that a database has had, each table from a file in a folder. */
export class LoadData {
  private constructor(
    private readonly connection: Connection,
    private readonly folder: string,
  ) {}

  /** Foreign keys are not checked, as by the seed. */
  static async to(url: string, folder: string): Promise<LoadData> {
    const loadData = new LoadData(createConnection({ uri: toMysqlUrl(url), charset: 'utf8mb4' }), folder);
    await loadData.run({ sql: 'SET SESSION foreign_key_checks = 0' });
    return loadData;
  }

  close(): Promise<void> {
    return this.connection.promise().end();
  }

  async empty(tables: readonly string[]): Promise<void> {
    for (const table of tables) await this.run({ sql: `TRUNCATE TABLE \`${table}\`` });
  }

  /** Writes the rows of the tables to files. */
  async keep(tables: readonly string[]): Promise<void> {
    for (const table of tables) await pipeline(this.rowsOf(table), lines, createWriteStream(this.file(table)));
  }

  /** Loads the files in one transaction. */
  async load(tables: readonly string[]): Promise<void> {
    await this.run({ sql: 'BEGIN' });
    for (const table of tables)
      await this.run({
        sql: `LOAD DATA LOCAL INFILE '${table}' INTO TABLE \`${table}\` CHARACTER SET utf8mb4`,
        infileStreamFactory: () => createReadStream(this.file(table), { highWaterMark: 1024 ** 2 }),
      });
    await this.run({ sql: 'COMMIT' });
  }

  private run(query: QueryOptions): Promise<unknown> {
    return this.connection.promise().query(query);
  }

  private readonly file = (table: string): string => join(this.folder, table);

  private rowsOf(table: string): NodeJS.ReadableStream {
    return this.connection.query({ sql: `SELECT * FROM \`${table}\``, rowsAsArray: true, typeCast: false }).stream();
  }
}

const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\\0' };

async function* lines(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const row of rows) yield `${(row as Cell[]).map(written).join('\t')}\n`;
}

const written = (cell: Cell): string => cell?.toString('utf8').replace(/[\\\t\n\r\0]/g, (each) => ESCAPED[each] ?? each) ?? '\\N';
