import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADMIN_KEY, requestAs, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';

interface Kind {
  readonly type: string;
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
  readonly remedy: string;
}

const ROOT = join(__dirname, '..');
const unique = (types: readonly string[]): string[] => [...new Set(types)].sort();
const typesIn = (text: string): string[] => [...text.matchAll(/\/problems\/[a-z][\w-]*/g)].map(([type]) => type);

/** The types that the code of the service names. */
function typesInCode(): string[] {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.spec)\.ts$/.test(name));
  const texts = files.map((name) => readFileSync(join(ROOT, 'src', name), 'utf8'));
  return texts.flatMap((text) => [...text.matchAll(/'(\/problems\/[\w-]+)'/g)].map(([, type = '']) => type));
}

let service: TestApp;
let kinds: Kind[];
beforeAll(async () => {
  service = await startApp(WITH_ADMIN);
  kinds = (await service.http.get('/problems').expect(200)).body as Kind[];
});
afterAll(() => service.close());

const accepting = (type: string, path: string) => service.http.get(path).set('Accept', type).expect(200);

describe('The pages of problems', () => {
  it('are there for every type that the service can send, and for no other', () => {
    expect(kinds.map(({ type }) => type)).toEqual(unique(typesInCode()));
    expect(kinds.length).toBeGreaterThan(35);
  });

  it('are there for every type in the README', () => {
    const named = unique(typesIn(readFileSync(join(ROOT, 'README.md'), 'utf8')));
    expect(named.filter((name) => !kinds.some(({ type }) => type === name))).toEqual([]);
  });

  it('say in whole sentences what it means and what to do', () => {
    const isSentence = (text: string): boolean => /^[A-Z].{20,}\.$/.test(text);
    expect(kinds.filter(({ meaning, remedy }) => !isSentence(meaning) || !isSentence(remedy))).toEqual([]);
  });

  it('are HTML for browsers', async () => {
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    for (const { type, title, status } of kinds) {
      const { text, headers } = await accepting(browser, type);
      expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', vary: expect.stringContaining('Accept') });
      expect(text).toContain(`<h1>${title}</h1>`);
      expect(text).toContain(`<code>${type}</code>, status ${status}`);
    }
    expect((await accepting(browser, '/problems')).text).toContain('<a href="/problems/not-found">Not found</a> (404)');
  });

  it('escape what HTML would take for tags', async () => {
    const { text } = await accepting('text/html', '/problems/unauthenticated');
    expect(text).toContain('Authorization: Bearer &lt;key&gt;');
  });

  it('are text for terminals', async () => {
    for (const { type, title, status, meaning, remedy } of kinds) {
      const { text, headers } = await accepting('text/plain', type);
      expect(headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8' });
      expect(text).toBe(`${title}\n${type}, status ${status}\n\nWhat it means: ${meaning}\n\nWhat to do: ${remedy}\n`);
    }
    expect((await accepting('text/plain', '/problems')).text).toContain('404 /problems/not-found: Not found\n');
  });

  it('are JSON otherwise', async () => {
    for (const kind of kinds) expect((await service.http.get(kind.type).expect('Content-Type', /^application\/json/)).body).toEqual(kind);
  });

  it('need no key', async () => {
    await service.http.get('/api/Me').expect(401);
    await service.http.get('/problems/unauthenticated').expect(200);
  });

  it('are in no other format', async () => void (await service.http.get('/problems/conflict').set('Accept', 'image/png').expect(406)));

  it('do not exist for other types', async () => {
    const { body } = await service.http.get('/problems/no-luck').expect(404);
    expect(body).toMatchObject({ detail: 'There is no type of problem no-luck. GET /problems lists all of them.' });
  });

  it.each<[what: string, method: 'get' | 'post' | 'put' | 'delete', path: string, body: object | undefined]>([
    ['an unknown record', 'get', '/api/Jobs/99', undefined],
    ['an unknown path', 'get', '/api/Nowhere', undefined],
    ['an unknown field', 'post', '/api/Contacts', { nonsense: 1 }],
    ['an unknown method', 'delete', '/api/Me', undefined],
    ['an address that another candidate has', 'post', '/api/Candidates', { firstName: 'Mia', email1: 'ann@example.com' }],
  ])('are what the type of a problem leads to: %s', async (_, method, path, body) => {
    await requestAs(service, ADMIN_KEY, 'post', '/api/Candidates').send({ firstName: 'Ann', email1: 'ann@example.com' });
    const problem = (await requestAs(service, ADMIN_KEY, method, path).send(body)).body as Kind;
    const page = (await service.http.get(problem.type).expect(200)).body as Kind;
    expect(problem).toMatchObject({ type: page.type, status: page.status, title: page.title });
  });
});
