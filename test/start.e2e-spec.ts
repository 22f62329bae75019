import { embeddedDriver } from '../src/core/sql/embedded-driver';
import { compileService, type CompiledService } from './support/compile-service';
import { ServiceProcess } from './support/service-process';
import { makeEmptyDatabase, type TestDatabase } from './support/test-database';
import { onServer } from './support/test-server';

let program: CompiledService;
beforeAll(async () => void (program = await compileService()));
afterAll(() => program.remove());

/** Starts the service, which must end by itself. @returns what it printed */
async function refusal(DATABASE_URL: string): Promise<string> {
  const service = ServiceProcess.start(program.main, { DATABASE_URL, DEMO_DATA: 'false', SECRET_KEY: '0'.repeat(64) });
  const { message } = await service.listening().then(
    () => new Error('It listens.'),
    (error: unknown) => error as Error,
  );
  await service.kill();
  return message;
}

/** The tables of another program in a database. */
const withTable = async ({ url }: TestDatabase, statement: string): Promise<void> => {
  if (process.env['TEST_DATABASE_URL'])
    return onServer(url, async (execute) => {
      await execute(`USE \`${new URL(url).pathname.slice(1)}\``);
      await execute(statement);
    });
  const database = new (await embeddedDriver())(url.slice('sqlite:'.length));
  database.exec(statement);
  database.close();
};

describe('The service does not start, and says why in one sentence,', () => {
  it('with the database of another program, which it leaves as it is', async () => {
    const database = await makeEmptyDatabase();
    try {
      await withTable(database, 'CREATE TABLE visitor (id INTEGER, x INTEGER)');
      const text = 'DATABASE_URL must be an empty database, or one of this service: this one has the table visitor, but no migrations.';
      for (const attempt of [1, 2]) expect([attempt, await refusal(database.url)]).toEqual([attempt, exited(text)]);
    } finally {
      await database.drop();
    }
  });
});

const exited = (text: string): string => `The service exited by itself (1): ${text}\n`;
