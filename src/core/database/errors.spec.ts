import { QueryFailedError } from 'typeorm';
import { Conflict, NotFound, StorageUnavailable, Unavailable } from '../problems/problem';
import { CommitUnknown, isConnectionLost, isTransient, leavesCommitOpen, translateError } from './errors';

const asDriver = (sent: object): Error => Object.assign(new Error('said by the driver'), sent);
const wrapped = (sent: object): Error => new QueryFailedError('SELECT 1', [], asDriver(sent));

describe('A database error', () => {
  it.each<[string, object, { again: boolean; lost: boolean; means?: new (detail: string) => Error }]>([
    ['a deadlock', { errno: 1213, code: 'ER_LOCK_DEADLOCK' }, { again: true, lost: false, means: Unavailable }],
    ['a lock wait', { errno: 1205, code: 'ER_LOCK_WAIT_TIMEOUT' }, { again: true, lost: false, means: Unavailable }],
    ['a row changed in the meantime', { errno: 1020, code: 'ER_CHECKREAD' }, { again: true, lost: false, means: Unavailable }],
    ['a node not ready', { errno: 1047, code: 'ER_UNKNOWN_COM_ERROR' }, { again: true, lost: false, means: Unavailable }],
    ['a lost connection', { code: 'PROTOCOL_CONNECTION_LOST', fatal: true }, { again: true, lost: true, means: Unavailable }],
    ['a reset connection', { code: 'ECONNRESET', errno: -104, fatal: true }, { again: true, lost: true, means: Unavailable }],
    ['a refused connection', { code: 'ECONNREFUSED', errno: -111, fatal: true }, { again: true, lost: true, means: Unavailable }],
    [
      'a connection whose certificate is refused',
      { code: 'HANDSHAKE_SSL_ERROR', fatal: true },
      { again: true, lost: true, means: Unavailable },
    ],
    ['a server without TLS', { code: 'HANDSHAKE_NO_SSL_SUPPORT', fatal: true }, { again: true, lost: true, means: Unavailable }],
    ['a killed connection', { errno: 1927, code: 'ER_CONNECTION_KILLED' }, { again: true, lost: true, means: Unavailable }],
    ['a closed connection', { fatal: true }, { again: true, lost: true, means: Unavailable }],
    ['a server shutting down', { errno: 1053, code: 'ER_SERVER_SHUTDOWN' }, { again: true, lost: true, means: Unavailable }],
    ['a busy database file', { code: 'SQLITE_BUSY' }, { again: true, lost: false, means: Unavailable }],
    ['a stale snapshot', { code: 'SQLITE_BUSY_SNAPSHOT' }, { again: true, lost: false, means: Unavailable }],
    ['a duplicate on a server', { errno: 1062, code: 'ER_DUP_ENTRY' }, { again: false, lost: false, means: Conflict }],
    ['a duplicate in a file', { code: 'SQLITE_CONSTRAINT_UNIQUE' }, { again: false, lost: false, means: Conflict }],
    ['a duplicate key in a file', { code: 'SQLITE_CONSTRAINT_PRIMARYKEY' }, { again: false, lost: false, means: Conflict }],
    ['a missing reference on a server', { errno: 1452, code: 'ER_NO_REFERENCED_ROW_2' }, { again: false, lost: false, means: Conflict }],
    ['a remaining reference on a server', { errno: 1451, code: 'ER_ROW_IS_REFERENCED_2' }, { again: false, lost: false, means: Conflict }],
    ['a missing reference in a file', { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' }, { again: false, lost: false, means: Conflict }],
    ['too long a query on MySQL', { errno: 3024, code: 'ER_QUERY_TIMEOUT' }, { again: false, lost: false, means: Unavailable }],
    ['too long a query on MariaDB', { errno: 1969, code: 'ER_STATEMENT_TIMEOUT' }, { again: false, lost: false, means: Unavailable }],
    ['too long a text', { errno: 1406, code: 'ER_DATA_TOO_LONG' }, { again: false, lost: false }],
    ['an error in the SQL', { errno: 1064, code: 'ER_PARSE_ERROR' }, { again: false, lost: false }],
    ['missing privileges', { errno: 1045, code: 'ER_ACCESS_DENIED_ERROR', fatal: true }, { again: false, lost: false }],
    ['a full disk', { code: 'SQLITE_FULL' }, { again: false, lost: false, means: StorageUnavailable }],
    ['a full disk of a server', { errno: 1021, code: 'ER_DISK_FULL' }, { again: false, lost: false, means: StorageUnavailable }],
    ['a full table', { errno: 1114, code: 'ER_RECORD_FILE_FULL' }, { again: false, lost: false, means: StorageUnavailable }],
    ['a read-only server', { errno: 1290, code: 'ER_OPTION_PREVENTS_STATEMENT' }, { again: false, lost: false, means: StorageUnavailable }],
    ['a read-only file', { code: 'SQLITE_READONLY_DBMOVED' }, { again: false, lost: false, means: StorageUnavailable }],
    ['a failing disk', { code: 'SQLITE_IOERR_WRITE' }, { again: false, lost: false, means: StorageUnavailable }],
    ['a damaged file', { code: 'SQLITE_CORRUPT' }, { again: false, lost: false, means: StorageUnavailable }],
    ['no answer', { code: 'NO_ANSWER_FROM_DATABASE', fatal: true }, { again: false, lost: true, means: Unavailable }],
  ])('%s', (_, sent, { again, lost, means }) => {
    for (const error of [asDriver(sent), wrapped(sent)]) {
      expect({ again: isTransient(error), lost: isConnectionLost(error) }).toEqual({ again, lost });
      if (means) expect(translateError(error)).toBeInstanceOf(means);
      else expect(translateError(error)).toBe(error);
    }
  });

  it('in a commit whose result is unknown is never retried', () => {
    const unknown = new CommitUnknown(asDriver({ code: 'ECONNRESET' }));
    expect(isTransient(unknown)).toBe(false);
    expect(translateError(unknown)).toMatchObject({ status: 503, detail: expect.stringContaining('may have been saved') });
  });

  it.each<[string, object, boolean]>([
    ['a lost connection', { code: 'ECONNRESET', errno: -104, fatal: true }, true],
    ['a node that left its cluster', { code: 'ER_ERROR_DURING_COMMIT', errno: 1180 }, true],
    ['a conflict with another node', { code: 'ER_LOCK_DEADLOCK', errno: 1213 }, false],
  ])('of a commit, %s, leaves its result open or not', (_, sent, isOpen) => {
    for (const error of [asDriver(sent), wrapped(sent)]) expect(leavesCommitOpen(error)).toBe(isOpen);
  });

  it.each<[string, unknown]>([
    ['a problem', new NotFound('Job 9 not found.')],
    ['a bug of the service', new TypeError('x is not a function')],
    ['undefined', undefined],
    ['a string', 'no'],
  ])('is not %s, which stays as it is', (_, error) => {
    expect(translateError(error)).toBe(error);
    expect(isTransient(error)).toBe(false);
  });
});
