import express from 'express';
import supertest from 'supertest';
import { readSettings } from '../config';
import { createLogger, logRequests, NestLogger } from './logging';
import { traceRequests } from './trace-requests';

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
  test.each([
    [{ key: 'Alice', address: '203.0.113.7' }, / 3 ms by Alice\n$/],
    [{ address: '203.0.113.7' }, / 3 ms from 203\.0\.113\.7\n$/],
  ])('shows who made a request, or where it came from: %j', (who, expected) => {
    const line = { req: { method: 'GET', path: '/api/Me' }, res: { status: 200 }, responseTime: 3, ...who };
    expect(written({}, (log) => log.info(line, 'request'))).toMatch(expected);
  });
  test('shows the stack of an error with its id', () =>
    expect(written({}, (log) => log.error({ err: new Error('Oh'), errorId: 'id-1' }, 'Unexpected error'))).toMatch(
      /error Unexpected error id-1\nError: Oh\n\s+at /,
    ));
  test('can be silent', () => expect(written({ LOG_LEVEL: 'silent' }, (log) => log.fatal('Hello'))).toBe(''));
  test("includes Nest's messages", () =>
    expect(written({}, (log) => new NestLogger(log).error('Oh', 'stack of it', 'Routes'))).toMatch(/error \[Routes\] Oh\nstack of it\n$/));
});

describe('The log of requests', () => {
  interface Line {
    level: number;
    reqId: string;
    responseTime: number;
  }
  const requested = async (path: string, id?: string, more: Record<string, string> = {}): Promise<{ lines: Line[]; shown?: string }> => {
    const lines: Line[] = [];
    const app = express();
    const logger = createLogger(readSettings({ NODE_ENV: 'production' }), { write: (line) => void lines.push(JSON.parse(line) as Line) });
    app.use(traceRequests);
    app.use(logRequests(logger, ({ path }) => (path === '/api/401' ? undefined : { userID: 3, name: 'Alice' })));
    app.use((request, response) => void response.sendStatus(Number(/\d+/.exec(request.path)?.[0] ?? 200)));
    const { headers } = await supertest(app)
      .get(path)
      .set(id === undefined ? {} : { 'X-Request-Id': id })
      .set(more);
    return { lines, shown: headers['x-request-id'] };
  };

  it('has one line for each, with the id that the response carries and without the query', async () => {
    const { lines, shown } = await requested('/api/404?email=a@example.com', 'my-id');
    expect(lines).toEqual([
      {
        level: 30,
        time: expect.any(Number) as number,
        reqId: 'my-id',
        req: { method: 'GET', path: '/api/404' },
        res: { status: 404 },
        address: expect.stringContaining('127.0.0.1') as string,
        userID: 3,
        key: 'Alice',
        responseTime: expect.any(Number) as number,
        msg: 'request',
      },
    ]);
    expect(lines[0]?.responseTime).toBeGreaterThanOrEqual(0);
    expect(shown).toBe('my-id');
  });

  it('has an id of its own where the one sent could forge a line', async () => {
    const { lines, shown } = await requested('/api', 'a b');
    expect(shown).toMatch(/^[\da-f-]{36}$/);
    expect(lines[0]?.reqId).toBe(shown);
  });

  it('names the trace that the request belongs to', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const { lines } = await requested('/api', undefined, { traceparent: `00-${traceId}-00f067aa0ba902b7-01` });
    expect(lines).toEqual([expect.objectContaining({ traceId })]);
  });

  it('marks failures of the service as errors', async () => expect((await requested('/api/503')).lines[0]?.level).toBe(50));
  it('warns of failed authentications, and says from where they came', async () => {
    const { lines } = await requested('/api/401');
    expect(lines).toEqual([expect.objectContaining({ level: 40, address: expect.stringContaining('127.0.0.1') as string })]);
    expect(lines[0]).not.toHaveProperty('key');
  });
  it('leaves out health checks', async () => expect((await requested('/health/live')).lines).toEqual([]));
});
