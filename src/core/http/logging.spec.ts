import { readSettings } from '../config';
import { createLogger, NestLogger } from './logging';

describe('The log', () => {
  const written = (environment: NodeJS.ProcessEnv, write: (log: ReturnType<typeof createLogger>) => void): string => {
    let text = '';
    write(createLogger(readSettings(environment), { write: (line: string) => void (text += line) }));
    return text;
  };

  test('is JSON in production', () =>
    expect(JSON.parse(written({ NODE_ENV: 'production' }, (log) => log.info('Hello')))).toMatchObject({ level: 30, msg: 'Hello' }));
  test('is human-readable otherwise', () => expect(written({}, (log) => log.info('Hello'))).toMatch(/^\d\d:\d\d:\d\d info {2}Hello\n$/));
  test('shows a request in one line', () =>
    expect(
      written({}, (log) => log.info({ req: { method: 'GET', path: '/api/Me' }, res: { status: 200 }, responseTime: 3 }, 'request')),
    ).toMatch(/ info {2}GET \/api\/Me 200 3 ms\n$/));
  test('shows the stack of an error with its id', () =>
    expect(written({}, (log) => log.error({ err: new Error('Oh'), errorId: 'id-1' }, 'Unexpected error'))).toMatch(
      /error Unexpected error id-1\nError: Oh\n\s+at /,
    ));
  test('can be silent', () => expect(written({ LOG_LEVEL: 'silent' }, (log) => log.fatal('Hello'))).toBe(''));
  test("includes Nest's messages", () =>
    expect(written({}, (log) => new NestLogger(log).error('Oh', 'stack of it', 'Routes'))).toMatch(/error \[Routes\] Oh\nstack of it\n$/));
});
