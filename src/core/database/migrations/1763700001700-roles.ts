import type { MigrationInterface, QueryRunner } from 'typeorm';
import { fold } from '../../text/fold';
import { addColumns, addIndex, createTable, dropColumns, dropIndex, dropTables } from './tables';

/** In the order of their ids, from 1. */
const READY_MADE = [
  ['administrator', 'Administrator', 'Everything.'],
  ['consultant', 'Consultant', 'Works with candidates, contacts, clients, jobs and placements, and automates that work.'],
  ['payrollConnector', 'Payroll connector', 'The program that exchanges data with the payroll system.'],
  ['readOnly', 'Read-only', 'Sees everything and changes nothing.'],
  ['qa', 'QA', 'Tries everything out that is neither administration nor a payroll credential.'],
] as const;

/** Roles of users and keys. All users there are so far have been allowed everything. */
export class Roles1763700001700 implements MigrationInterface {
  readonly name = 'Roles1763700001700';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'role', {
      columns: {
        id: 'id',
        name: 'text(200)?',
        description: 'text(500)?',
        code: 'text(40)?',
        scopeText: 'long?',
        createdDate: 'moment?',
        updatedDate: 'moment?',
        deleted: 'boolean=0',
        version: 'int=0',
      },
      unique: [['code']],
    });
    await createTable(runner, 'role_text', { columns: { id: 'int', name: 'long?', description: 'long?' } });
    for (const [index, [code, name, description]] of READY_MADE.entries()) await addRole(runner, [index + 1, name, description], code);
    const hadRoles = await runner.hasColumn('user', 'roleID');
    await addColumns(runner, 'user', { roleID: 'int?' });
    await addIndex(runner, 'user', ['roleID']);
    if (!hadRoles) await runner.query('UPDATE `user` SET roleID = 1');
    await addColumns(runner, 'api_key', { roleID: 'int?' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'api_key', ['roleID']);
    await dropIndex(runner, 'user', ['roleID']);
    await dropColumns(runner, 'user', ['roleID']);
    await dropTables(runner, ['role', 'role_text']);
  }
}

/** Those that are there are of a migration that was interrupted. */
async function addRole(runner: QueryRunner, [id, name, description]: [number, string, string], code: string): Promise<void> {
  await runner.query(`DELETE FROM role WHERE id = ${id}`);
  await runner.query(`DELETE FROM role_text WHERE id = ${id}`);
  await runner.query('INSERT INTO role (id, name, description, code) VALUES (?, ?, ?, ?)', [id, name, description, code]);
  await runner.query('INSERT INTO role_text (id, name, description) VALUES (?, ?, ?)', [id, fold(name), fold(description)]);
}
