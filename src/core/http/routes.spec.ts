import express from 'express';
import { literalsFirst, RouteTable, routesOf } from './routes';

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

it('Routes with literal segments come before those with a parameter in their place, however many there are', () => {
  const paths = [
    '/a/:id',
    '/a',
    '/b/:id/c',
    '/b',
    '/a/Searches',
    '/b/:id',
    '/a/Searches/:id',
    '/b/Searches/Results',
    '/a/:id/Tags',
    '/c/d/e/f',
  ];
  const app = express();
  for (const path of paths) app.get(path, () => undefined);
  literalsFirst(app);
  const sorted = routesOf(app).map(({ path }) => path);
  for (const [literal, parameter] of [
    ['/a/Searches', '/a/:id'],
    ['/a/Searches/:id', '/a/:id/Tags'],
    ['/b/Searches/Results', '/b/:id/c'],
  ] as const) {
    expect(sorted.indexOf(literal)).toBeLessThan(sorted.indexOf(parameter));
  }
  expect([...sorted].sort()).toEqual([...paths].sort());
});
