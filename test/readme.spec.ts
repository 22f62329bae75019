import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { settingsTable } from '../src/core/config';
import { DEMO_SIZES } from '../src/demo/sizes';
import { startApp, type TestApp } from './support/app';
import { waitUntilIdle } from './support/event-processing';

const file = (name: string): string => readFileSync(join(__dirname, '..', name), 'utf8');
const readme = file('README.md');

/** A curl command and what the README shows of its response: perhaps the status and headers, perhaps fields of the body, or a text. */
interface Example {
  readonly command: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
  /** With … for what is left out. */
  readonly text?: string;
}

const EXAMPLES = [...readme.matchAll(/```sh\n(curl [^`]*)```(?:\n+```http\n([^`]*)```)?(?:\n+```(json|text)\n([^`]*)```)?/g)].map(
  ([, command = '', head = '', format, shown = '']): Example => ({
    command: command.trim(),
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 200),
    headers: Object.fromEntries([...head.matchAll(/^([\w-]+): (.+)$/gm)].map(([, name = '', value = '']) => [name.toLowerCase(), value])),
    body: format === 'json' ? (JSON.parse(shown) as object) : undefined,
    text: format === 'text' ? shown : undefined,
  }),
);

/** Does a text have the parts that are shown, in their order, with … for what is left out? */
function isShown(shown: string, text: string): boolean {
  const parts = shown.trim().split('…');
  const ends = parts.reduce((from, part) => (from < 0 || !text.includes(part, from) ? -1 : text.indexOf(part, from) + part.length), 0);
  return ends >= 0 && text.startsWith(parts[0]!) && text.trim().endsWith(parts.at(-1)!);
}

/** What curl would send. @throws TypeError for an option that is not known here */
function requestOf(command: string) {
  const words = [...command.matchAll(/'([^']*)'|([^\s'\\]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const { values, positionals } = parseArgs({
    args: words.slice(1),
    allowPositionals: true,
    options: {
      request: { type: 'string', short: 'X', default: 'GET' },
      header: { type: 'string', short: 'H', multiple: true, default: [] },
      data: { type: 'string', short: 'd' },
      include: { type: 'boolean', short: 'i' },
    },
  });
  const headers = values.header.map((header) => header.split(/: (.*)/s).slice(0, 2) as [string, string]);
  return { path: positionals[0]?.replace(/^localhost:3000/, ''), method: values.request, headers, body: values.data };
}

describe('README.md', () => {
  it('lists every setting as the code has it', () => {
    const text = readme.replaceAll('\\', '').replace(/\s+/g, ' ');
    for (const { variable, default: byDefault, description } of settingsTable())
      expect(text).toContain(`- \`${variable}\`${byDefault === undefined ? '' : ` (default \`${byDefault}\`)`}: ${description}`);
    expect([...readme.matchAll(/^- `([A-Z_]+)`(?: \(|:)/gm)].map(([, variable]) => variable).sort()).toEqual(
      settingsTable()
        .map(({ variable }) => variable)
        .sort(),
    );
  });

  it('shows all ten endpoints, and valid JSON', () => {
    expect([...readme.matchAll(/^\*\*(\d+)\. /gm)].map(([, number]) => Number(number))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (const [, json = ''] of readme.matchAll(/```json\n([\s\S]*?)```/g)) expect(() => void JSON.parse(json)).not.toThrow();
  });

  it('names existing commands and files', () => {
    const { scripts } = JSON.parse(file('package.json')) as { scripts: Record<string, string> };
    const named = [...readme.matchAll(/npm (?:run ([\w:]+)|(test|start))/g)].map(([, script, short]) => script ?? short ?? '');
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
    for (const [, path = ''] of readme.matchAll(/\]\(([\w.]+)\)/g)) expect(file(path)).not.toBe('');
  });

  it('states the size of the demonstration data', () => {
    const { jobs, contacts, candidates, activities } = DEMO_SIZES;
    expect([jobs, contacts, candidates]).toEqual([250, 250, 250]);
    expect(readme).toContain(`250 jobs, contacts and candidates each, ${activities.toLocaleString('en')} activities`);
  });
});

describe('The requests in README.md', () => {
  let demo: TestApp;
  beforeAll(async () => {
    // the demo data, and the weeks that the README shows, follow the day
    demo = await startApp({ CLOCK_START: '2026-11-25T01:00:00Z' });
  });
  afterAll(() => demo.close());

  it('are all recognised', () => expect(EXAMPLES).toHaveLength([...readme.matchAll(/^curl /gm)].length));

  /** Addresses of new runs as the README shows them, with those they have here: MariaDB and MySQL leave out numbers. */
  const created = new Map<string, string>();
  const here = (text: string): string => [...created].reduce((changed, [shown, actual]) => changed.replaceAll(shown, actual), text);

  // in order: later ones show what earlier ones have changed
  it.each(EXAMPLES)('have the responses shown: $command', async ({ command, status, headers, body, text: shown }) => {
    const { path, ...request } = requestOf(here(command));
    const response = await fetch(`${await demo.app.getUrl()}${path}`, request);
    const [run] = /^\/api\/(?:AutomationRuns|PayRuns|ChargeRuns)\/\d+$/.exec(response.headers.get('location') ?? '') ?? [];
    if (run !== undefined && headers['location'] !== undefined) created.set(headers['location'], run);
    expect({ status: response.status, headers: Object.fromEntries(response.headers) }).toMatchObject({
      status,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, here(value)])),
    });
    const text = await response.text();
    if (body !== undefined) expect(JSON.parse(text)).toMatchObject(body);
    if (shown !== undefined) expect(isShown(shown, text) ? shown : text).toBe(shown);
    // a reader who tries it must see something
    expect(text).not.toMatch(/^(\[\])?$/);
    await waitUntilIdle(demo);
  });
});

describe('.env.example', () => {
  it('lists every setting', () => {
    const example = file('.env.example');
    expect(
      settingsTable()
        .filter(({ variable }) => !example.includes(`\n#${variable}=`))
        .map(({ variable }) => variable),
    ).toEqual([]);
  });

  it('has the settings under the headings that they have in README.md', () => {
    const sections = (text: string, heading: RegExp, setting: RegExp): string[][] =>
      text.split(heading).map((section) => [...section.matchAll(setting)].map(([, variable]) => String(variable)).sort());
    const [, settings = ''] = readme.split('\n## Settings\n');
    const documented = sections(settings, /\n[A-Z][\w, -]+:\n/, /^- `([A-Z_]+)`(?: \(|:)/gm).filter(({ length }) => length > 0);
    const known = settingsTable().map(({ variable }) => variable);
    const shown = sections(file('.env.example'), /\n# --- .+ ---\n/, /^#([A-Z_]+)=/gm)
      .map((variables) => variables.filter((variable) => known.includes(variable)))
      .filter(({ length }) => length > 0);
    expect(shown).toEqual(documented);
  });
});
