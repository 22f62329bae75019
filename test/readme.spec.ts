import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsTable } from '../src/config';
import { DEMONSTRATION } from '../src/demo/sizes';

const file = (name: string): string => readFileSync(join(__dirname, '..', name), 'utf8');
const readme = file('README.md');

describe('README.md', () => {
  it('has every setting in its table, as the code has it', () => {
    const rows = settingsTable().map(
      ({ variable, default: byDefault, sentence }) =>
        `| \`${variable}\` | ${byDefault === undefined ? '' : `\`${byDefault}\``} | ${sentence} |`,
    );
    const [, table = ''] = /\| Variable \| Default \| What it is \|\n\|---\|---\|---\|\n((?:\|.*\n)+)/.exec(readme) ?? [];
    expect(table.trim().split('\n')).toEqual(rows);
  });

  it('shows all ten endpoints, and JSON that is well formed', () => {
    expect([...readme.matchAll(/^\*\*(\d+)\. /gm)].map(([, number]) => Number(number))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (const [, json = ''] of readme.matchAll(/```json\n([\s\S]*?)```/g)) expect(valuesIn(json).length).toBeGreaterThan(0);
  });

  it('names commands and files that are there', () => {
    const { scripts } = JSON.parse(file('package.json')) as { scripts: Record<string, string> };
    const named = [...readme.matchAll(/npm (?:run ([\w:]+)|(test|start))/g)].map(([, script, short]) => script ?? short ?? '');
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
    for (const [, path = ''] of readme.matchAll(/\]\(([\w.]+)\)/g)) expect(file(path)).not.toBe('');
  });

  it('says how large the demonstration is', () => {
    const { jobs, contacts, candidates, activities } = DEMONSTRATION;
    expect([jobs, contacts, candidates]).toEqual([250, 250, 250]);
    expect(readme).toContain(`250 jobs, contacts and candidates each, ${activities.toLocaleString('en')} activities`);
  });
});

describe('.env.example', () => {
  it('has every setting', () => {
    const example = file('.env.example');
    expect(
      settingsTable()
        .filter(({ variable }) => !example.includes(`\n#${variable}=`))
        .map(({ variable }) => variable),
    ).toEqual([]);
  });
});

/** The JSON values of a block: one over several lines, or one a line. @throws SyntaxError */
function valuesIn(block: string): unknown[] {
  try {
    return [JSON.parse(block)];
  } catch {
    return block
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
  }
}
