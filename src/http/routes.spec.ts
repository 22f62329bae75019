import { RouteTable } from './routes';

describe('the methods of a path', () => {
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
