import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Body, Controller, Delete, Get, HttpCode, Logger as NestLog, Post, Put, Query, Req, Res, type Type as Class } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ApiOperation, ApiProperty } from '@nestjs/swagger';
import { Test } from '@nestjs/testing';
import { Type } from 'class-transformer';
import { IsBoolean, IsDefined, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import type { Request, Response } from 'express';
import { pino, type Logger } from 'pino';
import supertest from 'supertest';
import { APP_OPTIONS, setUp } from './app.setup';
import { HttpAdapter } from './core/http/http-adapter';
import { createLogger } from './core/http/logging';
import { CallersModule, KeyDirectory, UserDirectory } from './core/callers';
import { readSettings, Settings } from './core/config';
import { OptionalReplica, Transactions } from './core/database';
import {
  Area,
  AroundPosts,
  countLimitOf,
  setPageHeaders,
  Returns,
  ReturnsPage,
  Fails,
  HttpModule,
  ListBody,
  OptionalBody,
  PageQuery,
  PathId,
  Produces,
  QueryBoolean,
  QueryIds,
  QueryInt,
  QueryMoment,
  QueryText,
  Readiness,
} from './core/http';
import { LimitsModule } from './core/limits';
import { Metrics } from './core/metrics';
import { Conflict, Forbidden, NotFound, PreconditionFailed, TooManyRequests, Unauthenticated, Unavailable } from './core/problems';
import { Recomputation } from './core/records';
import { decodeCursor, encodeCursor } from './core/query/cursor';
import { IdempotencyInterceptor } from './core/idempotency';
import { Clock } from './core/time/clock';
import type { RequestedMoment } from './core/time/requested-moment';

class EmploymentDto {
  @IsOptional() @IsString({ message: 'must be a string' }) jobTitle?: string;
}

class JobDto {
  @ApiProperty() @IsDefined({ message: 'is required' }) @IsInt({ message: 'must be a whole number' }) stage!: number;
  @ApiProperty() @IsOptional() @IsString({ message: 'must be a string' }) jobTitle?: string;
  @ApiProperty() @IsOptional() @IsBoolean({ message: 'must be true or false' }) exclusive?: boolean;
  @ApiProperty({ type: [EmploymentDto] })
  @IsOptional()
  @ValidateNested({ each: true })
  @Type(() => EmploymentDto)
  employmentHistories?: EmploymentDto[];
  @ApiProperty() @IsOptional() @ValidateNested() @Type(() => EmploymentDto) current?: EmploymentDto | null;
}

class SearchDto {
  @ApiProperty() @IsOptional() @IsString({ message: 'must be a string' }) jobTitle?: string;
}

class SettingDto {
  @ApiProperty() @IsString({ message: 'must be a string' }) type!: string;
}

class ListQuery extends PageQuery {
  @QueryBoolean({ default: false }) runNow!: boolean;
  @QueryMoment() updatedSince?: RequestedMoment;
  @QueryText({ maxLength: 5 }) word?: string;
  @QueryIds({ maxItems: 3 }) ids?: readonly number[];
}

class NeededQuery {
  @QueryInt({ required: true }) recordId!: number;
}

const PROBLEMS: Readonly<Record<string, () => Error>> = {
  forbidden: () => new Forbidden('Another division has it.'),
  missing: () => NotFound.record('contact', 99),
  conflict: () => new Conflict('It is there already.'),
  changed: () => new PreconditionFailed('Read it again.'),
  often: () => new TooManyRequests('Not so fast.', 4.2),
  away: () => new Unavailable('The database cannot be reached.', 7),
  mistake: () => new TypeError('secret inside'),
};

@Area('jobs')
@Controller('api/Jobs')
class JobsController {
  // declared first on purpose, with the parameter
  @Get(':id') @Returns(JobDto) byId(@PathId() id: number): object {
    return { id };
  }

  @Get('Newest') newest(): object {
    return { newest: true };
  }

  @Delete(':id') @HttpCode(204) remove(@PathId() id: number): void {
    void id;
  }

  @Put(':id') @Returns(JobDto) @Fails(409) update(@PathId() id: number, @Body() job: JobDto): object {
    return { id, ...job, isJob: job instanceof JobDto, isEmployment: job.employmentHistories?.[0] instanceof EmploymentDto };
  }

  @Post('Search') @ApiOperation({ operationId: 'Jobs_search' }) @ReturnsPage(JobDto) search(@OptionalBody() search: SearchDto): object {
    return search;
  }

  @Get() @ReturnsPage(JobDto) list(@Query() query: ListQuery): object {
    return query;
  }
}

@Area('everyone')
@Controller('api/Try')
class TryController {
  @Get('pages') pages(@Query() { limit, cursor, ...query }: PageQuery, @Res({ passthrough: true }) response: Response): object {
    const from = cursor ? decodeCursor(cursor, { word: 'a' }, [Number.isInteger]) : [0];
    setPageHeaders(response, {
      cursor: encodeCursor([Number(from[0]) + limit], { word: 'a' }),
      ...(cursor ? {} : { total: { counted: 10_001, most: countLimitOf({ limit, ...query }) } }),
    });
    return { from };
  }

  @Get('slow') async slow(): Promise<object> {
    slow.begun();
    await slow.end;
    return { finished: true };
  }

  @Get('needed') needed(@Query() query: NeededQuery): object {
    return query;
  }

  @Get('fails/:how') fails(@Req() request: Request): never {
    throw PROBLEMS[String(request.params['how'])]!();
  }

  @Get('half') half(@Res() response: Response): never {
    response.status(200).write('[1,');
    throw new Error('too late');
  }

  @Get('csv') @Produces('text/csv') csv(): string {
    return 'a,b';
  }

  @Post('settings') @Returns([SettingDto]) settings(@ListBody(SettingDto) settings: SettingDto[]): object {
    return settings.map((each) => ({ ...each, isSetting: each instanceof SettingDto }));
  }
}

const slow = { begun: (): void => undefined, end: Promise.resolve() };
const log: string[] = [];
const ready = { ready: (): Promise<void> => Promise.resolve() };
const users = { userFor: (name: string): Promise<number> => Promise.resolve(name === 'reports' ? 7 : 8) };
const noKeys: KeyDirectory = {
  hasKeys: () => Promise.resolve(false),
  callerOf: () => Promise.reject(new Unauthenticated('The API key is unknown.')),
};

const OPENAPI = join(__dirname, '../openapi.json');

async function start(
  environment: NodeJS.ProcessEnv = {},
  logger?: Logger,
  more: Class[] = [],
  openapi?: string,
): Promise<NestExpressApplication> {
  const settings = readSettings({ LOG_LEVEL: 'silent', ...environment });
  const shared = new Map<unknown, object>([
    [Readiness, ready],
    [Settings, settings],
    [Clock, new Clock()],
    [Transactions, {}],
    [Metrics, new Metrics()],
  ]);
  const testing = await Test.createTestingModule({
    imports: [HttpModule, CallersModule, LimitsModule],
    controllers: [JobsController, TryController, ...more],
    providers: [
      { provide: UserDirectory, useValue: users },
      { provide: KeyDirectory, useValue: noKeys },
      { provide: AroundPosts, useClass: IdempotencyInterceptor },
      { provide: Transactions, useValue: {} },
      { provide: Metrics, useValue: shared.get(Metrics) },
      { provide: Recomputation, useValue: { isUnderWay: false } },
      { provide: OptionalReplica, useValue: new OptionalReplica(undefined) },
    ],
  })
    .useMocker((token) => shared.get(token))
    .compile();
  const app = testing.createNestApplication<NestExpressApplication>(new HttpAdapter(), APP_OPTIONS);
  await setUp(app, settings, { logger, openapi });
  return app.listen(0, '127.0.0.1').then(() => app);
}

let app: NestExpressApplication;
const api = () => supertest(app.getHttpServer());
const pointers = (response: supertest.Response): string[] =>
  (response.body as { errors: { pointer: string; detail: string }[] }).errors.map(({ pointer, detail }) => `${pointer} ${detail}`);

beforeAll(async () => {
  app = await start({}, pino({ level: 'info' }, { write: (line: string) => void log.push(line) }));
});
afterAll(() => app.close());

describe('A problem', () => {
  test.each([
    ['forbidden', 403, 'forbidden', 'Another division has it.', {}],
    ['missing', 404, 'not-found', 'Contact 99 not found.', {}],
    ['conflict', 409, 'conflict', 'It is there already.', {}],
    ['changed', 412, 'precondition-failed', 'Read it again.', {}],
    ['often', 429, 'too-many-requests', 'Not so fast.', { 'retry-after': '5' }],
    ['away', 503, 'unavailable', 'The database cannot be reached.', { 'retry-after': '7' }],
  ])('of %s has the status %i', async (how, status, type, detail, headers) => {
    const response = await api()
      .get(`/api/Try/fails/${how}`)
      .expect(status)
      .expect('Content-Type', /^application\/problem\+json/);
    expect(response.body).toEqual({
      type: `/problems/${type}`,
      title: expect.any(String) as string,
      status,
      detail,
      instance: `/api/Try/fails/${how}`,
    });
    expect(response.headers).toMatchObject(headers);
  });

  test('of an internal error contains nothing but the id under which it is logged', async () => {
    const { body, text } = await api().get('/api/Try/fails/mistake').expect(500);
    const { id } = body as { id: string };
    expect(text).not.toContain('secret inside');
    expect(log.find((line) => line.includes(id))).toContain('secret inside');
  });

  test('after the response has begun cuts it off', async () => {
    await expect(api().get('/api/Try/half')).rejects.toThrow();
  });
});

describe('A path', () => {
  test.each([
    ['unknown', 'get', '/api/Nothing', 404, undefined],
    ['with another depth', 'get', '/api/Jobs/1/2', 404, undefined],
    ['with another method', 'patch', '/api/Jobs/1', 405, 'DELETE, GET, PUT, HEAD, OPTIONS'],
    ['whose literal segment has another method', 'delete', '/api/Jobs/Search', 405, 'POST, OPTIONS'],
    ['whose literal segment could be a parameter', 'get', '/api/Jobs/search', 405, 'POST, OPTIONS'],
  ] as const)('%s is rejected', async (_, method, path, status, allow) => {
    const send = api()[method];
    const response = await send(path)
      .expect(status)
      .expect('Content-Type', /problem\+json/);
    expect(response.headers['allow']).toBe(allow);
  });

  test.each(['/API/JOBS/5', '/api/jobs/5/', '/api/Jobs/5'])('is matched as %s', (path) => api().get(path).expect(200, { id: 5 }));
  test('with a literal segment wins over one with a parameter', () => api().get('/api/Jobs/Newest').expect(200, { newest: true }));
  test('answers HEAD like GET, without the body', async () => expect((await api().head('/api/Jobs/5').expect(200)).text).toBeUndefined());
  test('answers OPTIONS with its methods', () => api().options('/api/Jobs/Search').expect(204).expect('Allow', 'POST, OPTIONS'));

  test.each(['x', '1.5', '2147483648', '-2147483649', '1e3', '0x1', '+1', '%201', '99999999999'])(
    'with the id %s is rejected',
    async (id) => {
      const response = await api().get(`/api/Jobs/${id}`).expect(400);
      expect(pointers(response)).toEqual(['/id must be a whole number from -2147483648 to 2147483647']);
    },
  );
  test.each(['0', '-1', '2147483647'])('with the id %s is well-formed', (id) =>
    api()
      .get(`/api/Jobs/${id}`)
      .expect(200, { id: Number(id) }),
  );
  test('with a malformed percent-encoding is rejected', () => api().get('/api/Jobs/%E0').expect(400));
});

describe('A body', () => {
  const put = (body: unknown) =>
    api()
      .put('/api/Jobs/1')
      .set('Content-Type', 'application/json')
      .send(typeof body === 'string' ? body : JSON.stringify(body));

  test('becomes an instance of its class, nested ones too', async () => {
    const { body } = await put({ stage: 1, employmentHistories: [{ jobTitle: 'Engineer' }], current: null }).expect(200);
    expect(body).toEqual({
      id: 1,
      stage: 1,
      employmentHistories: [{ jobTitle: 'Engineer' }],
      current: null,
      isJob: true,
      isEmployment: true,
    });
  });

  const ALLOWED = '; allowed: stage, jobTitle, exclusive, employmentHistories, current';
  test.each<[string, unknown, string[]]>([
    ['an array', [], [' must be a JSON object']],
    ['a number', '5', [' must be a JSON object']],
    ['null', 'null', [' must be a JSON object']],
    ['missing', '', [' is required']],
    ['without a required field', {}, ['/stage is required']],
    ['with text for a number', { stage: '1' }, ['/stage must be a whole number']],
    ['with a number for a boolean', { stage: 1, exclusive: 1 }, ['/exclusive must be true or false']],
    ['with several errors', { stage: 1.5, jobTitle: 3 }, ['/stage must be a whole number', '/jobTitle must be a string']],
    [
      'with a misspelled field and an error',
      { stage: 'x', jobTitel: 'x' },
      [`/jobTitel is not a field (did you mean jobTitle?)${ALLOWED}`, '/stage must be a whole number'],
    ],
    ['with a field in other case', { stage: 1, jobtitle: 'x' }, [`/jobtitle is not a field (did you mean jobTitle?)${ALLOWED}`]],
    [
      'with names of prototype members',
      '{"stage":1,"__proto__":{},"constructor":1,"hasOwnProperty":2}',
      ['/__proto__', '/constructor', '/hasOwnProperty'].map((name) => `${name} is not a field${ALLOWED}`),
    ],
    ['with a strange name', { stage: 1, 'a/b~c': 1 }, [`/a~1b~0c is not a field${ALLOWED}`]],
    ['with an object for an array', { stage: 1, employmentHistories: {} }, ['/employmentHistories must be an array']],
    ['with an array for an object', { stage: 1, current: [] }, ['/current must be a JSON object']],
    ['with null in an array of objects', { stage: 1, employmentHistories: [null] }, ['/employmentHistories/0 must be a JSON object']],
    [
      'with a nested error',
      { stage: 1, employmentHistories: [{}, { jobTitle: 1, employr: 2 }] },
      ['/employmentHistories/1/employr is not a field; allowed: jobTitle', '/employmentHistories/1/jobTitle must be a string'],
    ],
  ])('%s is rejected', async (_, body, expected) => expect(pointers(await put(body).expect(400))).toEqual(expected));

  test('with very many errors lists a hundred', async () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}`, 1]));
    expect(pointers(await put(many).expect(400))).toHaveLength(100);
  });

  test.each([
    ['broken', '{"stage": }', /valid JSON/],
    ['cut off', '{"stage": 1', /valid JSON/],
    ['with an extra comma', '{"stage": 1,}', /valid JSON/],
    ['nested too deeply', '['.repeat(100_000) + ']'.repeat(100_000), /64 levels/],
    ['nested too deeply in a field', `{"current":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`, /64 levels/],
  ])('%s is rejected in plain words', async (_, text, detail) => {
    const { body } = await put(text).expect(400);
    expect((body as { detail: string }).detail).toMatch(detail);
  });

  test('that is not UTF-8 is rejected', () =>
    api()
      .put('/api/Jobs/1')
      .type('application/json')
      .serialize((each: unknown) => each as string)
      .send(Buffer.from([0x22, 0xff, 0x22]))
      .expect(400));
  test('may begin with a byte order mark', () => put('\ufeff{"stage":1}').expect(200));
  test('may be compressed', () =>
    api()
      .put('/api/Jobs/1')
      .type('application/json')
      .set('Content-Encoding', 'gzip')
      .serialize((each: unknown) => each as string)
      .send(gzipSync('{"stage":1}'))
      .expect(200));
  test('may be left out where it is optional', () => api().post('/api/Jobs/Search').expect(200, {}));
  test('that is optional is validated when it is present', async () => {
    expect(pointers(await api().post('/api/Jobs/Search').send({ jobTitle: 1 }).expect(400))).toEqual(['/jobTitle must be a string']);
    await api().post('/api/Jobs/Search').type('application/json').send('null').expect(400);
  });
  test('of a GET is not read', () => api().get('/api/Jobs/5').type('text/xml').send('<a/>').expect(200));

  test.each([
    'text/xml',
    'text/plain',
    'application/json; charset=latin1',
    'application/x-www-form-urlencoded',
    'application/merge-patch+json',
  ])('as %s is rejected', (type) =>
    api()
      .put('/api/Jobs/1')
      .set('Content-Type', type)
      .send('{"stage":1}')
      .expect(415)
      .expect('Content-Type', /problem\+json/),
  );
  test('in an unknown encoding is rejected', () =>
    api().put('/api/Jobs/1').type('application/json').set('Content-Encoding', 'zip').send('{"stage":1}').expect(415));
  test.each(['application/json; charset=utf-8', 'application/json;charset="UTF-8"'])('as %s is accepted', (type) =>
    api().put('/api/Jobs/1').set('Content-Type', type).send('{"stage":1}').expect(200),
  );
  test('of more than 4 MB is rejected', () =>
    put({ stage: 1, jobTitle: 'x'.repeat(4 * 1024 * 1024) })
      .expect(413)
      .expect('Content-Type', /problem\+json/));
  test('that decompresses to more than 4 MB is rejected', () =>
    api()
      .put('/api/Jobs/1')
      .type('application/json')
      .set('Content-Encoding', 'gzip')
      .serialize((each: unknown) => each as string)
      .send(gzipSync(' '.repeat(5 * 1024 * 1024)))
      .expect(413));
});

describe('A body that is an array', () => {
  const post = (body: object) => api().post('/api/Try/settings').send(body);
  test('becomes instances of their class', () => post([{ type: 'a' }]).expect(200, [{ type: 'a', isSetting: true }]));
  test.each<[string, object, string[]]>([
    ['an object', {}, [' must be a JSON array']],
    [
      'an invalid element',
      [{ type: 'a' }, { type: 1, tpye: 2 }],
      ['/1/tpye is not a field (did you mean type?); allowed: type', '/1/type must be a string'],
    ],
    ['an element that is not an object', [[]], ['/0 must be a JSON object']],
  ])('is rejected: %s', async (_, body, expected) => expect(pointers(await post(body).expect(400))).toEqual(expected));
});

describe('A query string', () => {
  test('has defaults', () => api().get('/api/Jobs').expect(200, { limit: 100, runNow: false }));
  test('is parsed strictly, with its names in any case', () =>
    api()
      .get('/api/Jobs?LIMIT=5&runnow=TRUE&updatedSince=2026-03-31&word=a%20b+c&ids=1,-2')
      .expect(200, { limit: 5, runNow: true, updatedSince: { text: '2026-03-31' }, word: 'a b c', ids: [1, -2] }));

  test.each([
    ['limit=0', '/limit must be a whole number from 1 to 1000'],
    ['limit=1001', '/limit must be a whole number from 1 to 1000'],
    ['limit=1.5', '/limit must be a whole number from 1 to 1000'],
    ['limit=%201', '/limit must be a whole number from 1 to 1000'],
    ['limit=', '/limit must be a whole number from 1 to 1000'],
    ['runNow=yes', '/runNow must be true or false'],
    ['runNow', '/runNow must be true or false'],
    ['word=abcdef', '/word must be at most 5 characters long'],
    ['ids=1,,2', '/ids must be at most 3 comma-separated ids'],
    ['ids=1,2,3,4', '/ids must be at most 3 comma-separated ids'],
    ['limit=1&Limit=2', '/Limit must be given once'],
    ['limt=1', '/limt is not a parameter (did you mean limit?); allowed: limit, cursor, count, runNow, updatedSince, word, ids, fields'],
    ['limit[a]=1', '/limit[a] is not a parameter; allowed: limit, cursor, count, runNow, updatedSince, word, ids, fields'],
    ['__proto__=1', '/__proto__ is not a parameter; allowed: limit, cursor, count, runNow, updatedSince, word, ids, fields'],
  ])('%s is rejected', async (query, expected) => expect(pointers(await api().get(`/api/Jobs?${query}`).expect(400))[0]).toBe(expected));

  test('with an impossible date is rejected', async () =>
    expect(pointers(await api().get('/api/Jobs?updatedSince=2026-02-30').expect(400))[0]).toMatch(/^\/updatedSince must be an ISO 8601/));
  test('without a required parameter is rejected', async () =>
    expect(pointers(await api().get('/api/Try/needed').expect(400))).toEqual(['/recordId is required']));
  test('of a route without parameters must be empty', async () =>
    expect(pointers(await api().put('/api/Jobs/5?x=1').send({}).expect(400))).toEqual(['/x is not a parameter; this path takes none']));
  test('with a malformed percent-encoding is rejected', () => api().get('/api/Jobs?word=%E0').expect(400));
});

describe('A response', () => {
  test.each([
    ['application/xml', '/api/Jobs/5', 406],
    ['application/json;q=0', '/api/Jobs/5', 406],
    ['application/*', '/api/Jobs/5', 200],
    ['application/json; charset=UTF-8', '/api/Jobs/5', 200],
    ['application/json; charset=utf-16', '/api/Jobs/5', 406],
    ['*/*', '/api/Jobs/5', 200],
    ['application/problem+json', '/api/Jobs/5', 200],
    ['text/csv', '/api/Try/csv', 200],
    ['application/json', '/api/Try/csv', 406],
  ])('requested as %s from %s has the status %i', (accept, path, status) => api().get(path).set('Accept', accept).expect(status));

  test('does not reveal the framework, and has no weak ETag', async () => {
    const { headers } = await api().get('/api/Jobs/5').expect(200);
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('etag');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('has the id of the request', () => api().get('/api/Jobs/5').set('X-Request-Id', 'trace-7').expect('X-Request-Id', 'trace-7'));
});

describe('The pages of a list', () => {
  test('are counted further on request', async () => {
    await api().get('/api/Try/pages?count=exact').expect('X-Total-Count', '10000').expect('X-Total-Count-Capped', 'true');
    const { body } = await api().get('/api/Try/pages?count=all').expect(400);
    expect((body as { errors: object[] }).errors).toMatchObject([{ pointer: '/count', detail: 'must be one of exact' }]);
  });

  test('lead from one to the next', async () => {
    const first = await api()
      .get('/api/Try/pages?limit=2')
      .expect(200)
      .expect('X-Total-Count', '1000')
      .expect('X-Total-Count-Capped', 'true');
    const [, next = ''] = /^<(.+)>; rel="next"$/.exec(first.headers['link'] ?? '') ?? [];
    expect(next).toMatch(/^\/api\/Try\/pages\?limit=2&cursor=/);
    const second = await api()
      .get(next)
      .expect(200, { from: [2] });
    expect(second.headers).not.toHaveProperty('x-total-count');
    expect(second.headers['link']).toMatch(/^<\/api\/Try\/pages\?limit=2&cursor=[\w-]+>; rel="next"$/);
  });

  test.each(['abc', encodeCursor([2], { word: 'b' }), Buffer.from('[1,"x",2]').toString('base64url')])(
    'are not found by the cursor %s',
    async (cursor) =>
      expect(pointers(await api().get(`/api/Try/pages?cursor=${cursor}`).expect(400))).toEqual([
        '/cursor must come from the Link header of the same search',
      ]),
  );
});

describe('Health', () => {
  test('is live', () => api().get('/health/live').expect(200, { status: 'ok' }));
  test('is ready when every check passes', () =>
    api()
      .get('/health/ready')
      .expect(200, { status: 'ok', roles: ['web', 'worker'] }));
  test('is not ready without its database', async () => {
    const spy = jest.spyOn(ready, 'ready').mockRejectedValueOnce(new Unavailable('The database cannot be reached.'));
    await api()
      .get('/health/ready')
      .expect(503)
      .expect('Content-Type', /problem\+json/);
    spy.mockRestore();
  });
});

describe('The API description', () => {
  test('lists the problems that every operation can have', async () => {
    const { body } = await api().get('/api/openapi.json').expect(200);
    const { paths, components } = body as {
      paths: Record<
        string,
        Record<string, { operationId: string; responses: Record<string, { $ref?: string }>; requestBody?: { required: boolean } }>
      >;
      components: { responses: object };
    };
    expect(Object.keys(paths['/api/Jobs/{id}']!['put']!.responses)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '406',
      '409',
      '413',
      '415',
      '429',
      '500',
      '503',
    ]);
    expect(Object.keys(paths['/health/live']!['get']!.responses)).toEqual(['200', '400', '406', '500']);
    expect(paths['/api/Jobs/Search']!['post']).toMatchObject({ operationId: 'Jobs_search', requestBody: { required: false } });
    expect(paths['/api/Jobs']!['get']!.operationId).toBe('Jobs_list');
    for (const { $ref } of Object.values(paths['/api/Jobs/{id}']!['put']!.responses))
      if ($ref) expect(Object.keys(components.responses)).toContain($ref.split('/').pop());
  });

  test('contains the bounds and defaults of parameters', async () => {
    const { body } = await api().get('/api/openapi.json');
    const { parameters } = (body as { paths: Record<string, { get: { parameters: { name: string }[] } }> }).paths['/api/Jobs']!.get;
    expect(parameters.find(({ name }) => name === 'limit')).toMatchObject({
      in: 'query',
      required: false,
      schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 1000, default: 100 },
    });
  });

  test('can be read and tried in a browser', async () => {
    const { text, headers } = await api().get('/api/docs').set('Accept', 'text/html').expect(200).expect('Content-Type', /html/);
    // the policy allows no scripts in the page itself
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(text).not.toMatch(/<script(?![^>]*src=)/);
    for (const [, source = ''] of text.matchAll(/<script src="\.\/docs\/([^"]+)"/g)) await api().get(`/api/docs/${source}`).expect(200);
  });
});

describe('The API description that has been written before', () => {
  test('is sent as it is, without being put together', async () => {
    const { info } = JSON.parse(readFileSync(OPENAPI, 'utf8')) as { info: object };
    const own = await start({}, undefined, [], OPENAPI);
    const { body } = await supertest(own.getHttpServer()).get('/api/openapi.json').expect(200);
    await own.close();
    // this application has few of its routes
    expect(body).toMatchObject({ info });
    expect(Object.keys((body as { paths: object }).paths)).toContain('/api/Candidates/{id}/V2');
  });

  test('is put together from the code where the file is missing', async () => {
    const own = await start({}, undefined, [], `${OPENAPI}.missing`);
    const { body } = await supertest(own.getHttpServer()).get('/api/openapi.json').expect(200);
    await own.close();
    expect(Object.keys((body as { paths: object }).paths)).not.toContain('/api/Candidates/{id}/V2');
  });
});

describe('Without API keys', () => {
  test('everyone on this machine is user 1', async () =>
    expect((await api().get('/api/Me').expect(200)).body).toMatchObject({ userID: 1, name: 'open', scope: { divisions: 'all' } }));

  test.each([
    ['localhost', 200],
    ['localhost:3000', 200],
    ['127.0.0.1:1', 200],
    ['[::1]:3000', 200],
    ['app.localhost', 200],
    ['example.com', 403],
    ['127.0.0.1.example.com', 403],
    ['localhost.example.com', 403],
    ['192.168.0.1', 403],
    ['notlocalhost', 403],
  ])('a request to the host %s has the status %i', (host, status) => api().get('/api/Me').set('Host', host).expect(status));

  test.each([
    ['http://localhost:5173', 200],
    ['https://127.0.0.1', 200],
    ['http://evil.example', 403],
    ['null', 403],
    ['http://localhost.evil.example', 403],
  ])('a page of %s has the status %i', async (origin, status) => {
    const { headers } = await api().get('/api/Me').set('Origin', origin).expect(status);
    expect(headers['access-control-allow-origin']).toBe(status === 200 ? origin : undefined);
  });

  test('a page of this machine may read the response headers, after a preflight request', async () => {
    const { headers } = await api()
      .options('/api/Jobs/1')
      .set('Origin', 'http://localhost:5173')
      .set('Access-Control-Request-Method', 'PUT')
      .expect(204);
    expect(headers['access-control-allow-methods']).toContain('PUT');
    expect((await api().get('/api/Me').set('Origin', 'http://localhost:5173')).headers['access-control-expose-headers']).toContain(
      'X-Total-Count',
    );
  });
});

describe('Without API keys', () => {
  test.each(['0.0.0.0', 'db.example'])('the service does not start on the host %s, which other machines reach', (HOST) =>
    expect(start({ HOST })).rejects.toThrow(/HOST is reachable from other machines, so an API key is required/),
  );
});

describe('A controller without an area', () => {
  @Controller('api/Forgotten')
  class ForgottenController {
    @Post(':id/Open')
    open(): void {}
  }

  test('stops the start, with the name of its routes', () =>
    expect(start({}, undefined, [ForgottenController])).rejects.toThrow(
      'The routes of ForgottenController (POST /api/Forgotten/:id/Open) belong to no area: decorate it with @Area.',
    ));
});

describe('With API keys', () => {
  let app: NestExpressApplication;
  const me = () => supertest(app.getHttpServer()).get('/api/Me');
  // of "open sesame" and "other"
  const API_KEYS =
    'reports:41ef4bb0b23661e66301aac36066912dac037827b4ae63a7b1165a5aa93ed4eb, importer:d9298a10d1b0735837dc4bd85dac641b0f3cef27a47e5d53a54f2f3f5b2fcffa';
  beforeAll(async () => (app = await start({ API_KEYS })));
  afterAll(() => app.close());

  test.each([
    ['Authorization', 'Bearer other', { userID: 8, name: 'importer', scope: { divisions: 'all' } }],
    ['authorization', 'bearer other', { userID: 8, name: 'importer', scope: { divisions: 'all' } }],
    ['X-Api-Key', 'open sesame', { userID: 7, name: 'reports', scope: { divisions: 'all' } }],
  ])('%s: %s is authenticated', async (header, key, caller) =>
    expect((await me().set(header, key).expect(200)).body).toMatchObject(caller),
  );

  test.each([
    ['X-Api-Key', 'open'],
    ['Authorization', 'Basic other'],
    ['Authorization', 'Bearer '],
    ['X-Other', 'other'],
  ])('%s: %s is not authenticated', (header, key) =>
    me()
      .set(header, key)
      .expect(401)
      .expect('WWW-Authenticate', /^Bearer/)
      .expect('Content-Type', /problem\+json/),
  );
  test.each(['/health/live', '/api/docs', '/api/openapi.json'])('%s is public', (path) =>
    supertest(app.getHttpServer()).get(path).expect(200),
  );
  test('a 404 is not revealed without authentication', () => supertest(app.getHttpServer()).get('/api/Nothing').expect(401));
  test('pages of other origins cannot call', async () =>
    expect((await me().set('X-Api-Key', 'other').set('Origin', 'http://localhost:1')).headers).not.toHaveProperty(
      'access-control-allow-origin',
    ));
});

describe('The log', () => {
  test('has one line per request, without its query, keys or body', async () => {
    log.length = 0;
    await api().post('/api/Jobs/Search?x=private').set('Authorization', 'Bearer hidden').send({ jobTitle: 'confidential' }).expect(400);
    expect(log).toHaveLength(1);
    expect(JSON.parse(log[0]!)).toMatchObject({
      req: { method: 'POST', path: '/api/Jobs/Search' },
      res: { status: 400 },
      userID: 1,
      key: 'open',
    });
    expect(log[0]).not.toMatch(/private|hidden|confidential/);
  });

  test('has what the parts of the service say, from the start on', async () => {
    const lines: string[] = [];
    // as Nest does when it creates an application with buffered logs
    NestLog.attachBuffer();
    new NestLog('Early').warn('before the log is ready');
    const other = await start({}, pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }));
    try {
      new NestLog('Late').error('in the background');
      expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['before the log is ready', 'in the background']);
    } finally {
      await other.close();
    }
  });

  test.each([
    ['of the client, if the proxy is trusted', '127.0.0.0/8,10.0.0.0/8', '203.0.113.7'],
    ['of the proxy, if it is not', '192.0.2.1', expect.stringContaining('127.0.0.1') as string],
  ])('has the address %s', async (_, TRUSTED_PROXIES, address) => {
    const lines: string[] = [];
    const settings = { NODE_ENV: 'production', TRUSTED_PROXIES, API_KEYS: `a:${'0'.repeat(64)}` };
    const logger = createLogger(readSettings(settings), { write: (line) => void lines.push(line) });
    const app = await start(settings, logger);
    await supertest(app.getHttpServer()).get('/api/Me').set('X-Forwarded-For', '203.0.113.7, 10.0.0.2').expect(401);
    await app.close();
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ level: 40, res: { status: 401 }, address });
  });
});

describe('On shutdown', () => {
  test('requests in flight are finished, new ones are not accepted', async () => {
    const app = await start();
    const url = await app.getUrl();
    let finish = (): void => undefined;
    slow.end = new Promise((resolve) => (finish = resolve));
    const started = new Promise<void>((resolve) => (slow.begun = resolve));
    const reply = supertest(url)
      .get('/api/Try/slow')
      .then(({ body }) => body as unknown);
    await started;
    const closed = app.close();
    await expect(refused(url)).resolves.toBe(true);
    finish();
    await expect(reply).resolves.toEqual({ finished: true });
    await closed;
  });
});

/** Polls because the socket closes only after the earlier hooks. */
async function refused(url: string): Promise<boolean> {
  for (;;) {
    const open = await supertest(url)
      .get('/health/live')
      .then(
        () => true,
        () => false,
      );
    if (!open) return true;
  }
}
