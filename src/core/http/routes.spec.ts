import express from 'express';
import supertest from 'supertest';
import { dispatchBy, RouteTable } from './routes';

describe('The methods of a path', () => {
  const table = new RouteTable([
    { path: '/api/Jobs/:id', methods: ['GET', 'DELETE'] },
    { path: '/api/Jobs/Search', methods: ['POST'] },
    { path: '/api/Jobs/:id/Tags/:tag', methods: ['DELETE'] },
    { path: '/api/Jobs', methods: ['GET'] },
    { path: '/api/jobs', methods: ['POST'] },
    { path: '/', methods: ['GET'] },
  ]);

  test.each([
    ['/', ['GET']],
    ['/api/Jobs', ['GET', 'POST']],
    ['/API/JOBS/', ['GET', 'POST']],
    ['/api/Jobs/7', ['DELETE', 'GET']],
    ['/api/Jobs/search', ['POST']],
    ['/api/Jobs/Search/Tags/x', ['DELETE']],
    ['/api/Jobs/7/Tags/Search', ['DELETE']],
    ['/api/Jobs/7/Tags', undefined],
    ['/api', undefined],
    ['/api/Jobs//Tags/x', undefined],
    ['/api/constructor', undefined],
  ])('%s are %j', (path, methods) => expect(table.methodsOf(path)).toEqual(methods));
});

describe('Express with a table of its routes', () => {
  const app = express();
  const answer =
    (path: string): express.RequestHandler =>
    (request, response) =>
      void response.json({ path, params: request.params });
  const calls: string[] = [];
  app.use((_, __, next) => next(void calls.push('before')));
  for (const path of ['/a/:id', '/a', '/a/Searches', '/a/Searches/:id', '/b/:id/c', '/b/Searches/Results']) app.get(path, answer(path));
  app.use('/files', (_, response) => void response.json({ path: 'a file' }));
  app.post('/a/:id', answer('POST'));
  app.get('/failing', () => Promise.reject(new Error('Oh')));
  app.use((_, response) => void response.status(404).json({ path: 'none' }));
  app.use(((error, _, response, __) => void response.status(500).json({ path: String(error) })) satisfies express.ErrorRequestHandler);
  dispatchBy(new RouteTable(), app);
  const get = async (path: string): Promise<unknown> => ((await supertest(app).get(path)).body as { path: string }).path;

  test.each([
    ['/a', '/a'],
    ['/A/7/', '/a/:id'],
    ['/a/searches?x=/a', '/a/Searches'],
    ['/a/Searches/1', '/a/Searches/:id'],
    ['/b/7/c', '/b/:id/c'],
    ['/b/Searches/c', '/b/:id/c'],
    ['/files/x', 'a file'],
    ['/b/7', 'none'],
    ['/failing', 'Error: Oh'],
  ])('answers GET %s by %s', async (path, route) => expect(await get(path)).toBe(route));

  it('decodes the values in a path', async () =>
    expect((await supertest(app).post('/a/x%20y')).body).toEqual({ path: 'POST', params: { id: 'x y' } }));

  it('first calls what comes before the routes', async () => {
    calls.length = 0;
    await get('/a');
    expect(calls).toEqual(['before']);
  });
});
