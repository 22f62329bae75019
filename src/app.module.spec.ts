import { readdirSync, readFileSync } from 'node:fs';

const read = (name: string): string => readFileSync(`${__dirname}/${name}`, 'utf8');
const filesNamed = (ending: string): string[] =>
  readdirSync(__dirname, { recursive: true }).flatMap((name) => (String(name).endsWith(ending) ? [String(name)] : []));
const classesIn = (ending: string): string[] =>
  filesNamed(ending).flatMap((name) =>
    [...read(name).matchAll(/^export class (\w+(?:Module|Controller))\b/gm)].map(([, found = '']) => found),
  );

describe('The application', () => {
  it('imports every module', () => {
    const imported = /imports: \[[^]*\]/.exec(read('app.module.ts'))?.[0] + (/areaModules = [^]*?\];/.exec(read('areas.ts'))?.[0] ?? '');
    const missing = classesIn('.module.ts').filter((name) => name !== 'AppModule' && !new RegExp(`\\b${name}\\b`).test(imported));
    expect(missing).toEqual([]);
  });

  it('lists the record types and tables of every area', () => {
    const areas = filesNamed('index.ts').filter((name) => !name.startsWith('core'));
    const declared = areas.flatMap((name) =>
      [...read(name).matchAll(/^export (?:const|\{) (\w+Records)\b/gm)].map(([, found = '']) => found),
    );
    const listed = /areaRecords = [^]*?\];/.exec(read('areas.ts'))?.[0] ?? '';
    expect(declared.filter((name) => !new RegExp(`\\b${name}\\b`).test(listed))).toEqual([]);
  });

  it('has every controller in a module', () => {
    const modules = filesNamed('.module.ts')
      .map(read)
      .join('\n')
      .replace(/^import [^;]*;/gm, '');
    const missing = classesIn('.controller.ts').filter((name) => !new RegExp(`\\b${name}\\b`).test(modules));
    expect(missing).toEqual([]);
  });
});
