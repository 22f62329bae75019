import { SqliteError } from 'better-sqlite3';
import { QueryFailedError } from 'typeorm';
import { SettingError } from '../config';
import { explainError } from './explain-error';

const full = new SqliteError('database or disk is full', 'SQLITE_FULL');

describe('An error that ends the service or a command is explained:', () => {
  it.each<[what: string, error: unknown, text: string]>([
    ['a setting', new SettingError('PORT must be a number.'), 'PORT must be a number.'],
    ['a full disk', full, 'DATABASE_URL must be a database that can be read and written: database or disk is full.'],
    [
      'a full disk, as TypeORM says it',
      new QueryFailedError('INSERT', [], full),
      'DATABASE_URL must be a database that can be read and written: database or disk is full.',
    ],
    [
      'a port in use',
      Object.assign(new Error('listen EADDRINUSE: address already in use 127.0.0.1:3000'), { syscall: 'listen' }),
      'Cannot listen on HOST and PORT: listen EADDRINUSE: address already in use 127.0.0.1:3000.',
    ],
    ['what is no error', 'stopped', 'stopped'],
  ])('%s', (_, error, text) => expect(explainError(error)).toBe(text));
});
