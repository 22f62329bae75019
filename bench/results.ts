import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { isEmbedded, openDatabase } from './database';
import { GOALS } from './goals';
import { plotOf } from './plot';
import { cellsOf, COLUMNS, type Summary } from './report';

/** Beside the sources, not the compiled files. */
const FOLDER = join(__dirname, '../../bench/results');
const NODE = `node${process.versions.node.split('.')[0]}`;

/** What was measured on: the kind of database and its version. */
interface Database {
  readonly kind: string;
  readonly version: string;
}

export async function databaseAt(url: string): Promise<Database> {
  const store = await openDatabase(url);
  try {
    const [[version] = []] = await store.all(`SELECT ${isEmbedded(url) ? 'sqlite_version()' : 'VERSION()'}`);
    const text = String(version);
    return { kind: isEmbedded(url) ? 'sqlite' : /mariadb/i.test(text) ? 'mariadb' : 'mysql', version: text };
  } finally {
    await store.close();
  }
}

/** Writes a table and a plot of a comparison. @returns the path of the table */
export function saveComparison(summaries: readonly Summary[], database: Database, args: readonly string[]): string {
  const name = `${database.kind}-${NODE}`;
  const rows = summaries.map((summary) => {
    const [first = '', ...cells] = cellsOf(summary);
    return [first, ...cells.slice(0, 4), GOALS[summary.name]?.toFixed(1) ?? '', ...cells.slice(4)];
  });
  const [first = '', ...columns] = COLUMNS;
  const table = markdownTable([first, ...columns.slice(0, 4), 'goal', ...columns.slice(4)], rows);
  const what = summaries.map((summary) => `- ${summary.name}: ${summary.description}`).join('\n');
  const title = `The service and bare on ${database.kind}, ${NODE}`;
  write(`${name}.svg`, plotOf(title, summaries));
  return write(
    `${name}.md`,
    `# ${title}\n\n${origin(database, args)}\n\n![Ratios](${name}.svg)\n\n${table}\n\nW6 and W7 count rows, all others requests. Medians over the rounds, and the lowest and the highest ratio of one.\n\n${what}\n`,
  );
}

const GROWTH_NOTES = `Median ms, and how many times the smallest. The firms are asked by turns, five variations of each question over and over, so that the
pages they need are in memory. Each copy of a record was created at a moment of its own. Names, addresses and phones of a copy begin like
the original's, so that what begins with them is found as many times as there are copies.`;

/** Writes the table of a growth. @returns its path */
export const saveGrowth = (table: string, database: Database, args: readonly string[]): string =>
  write(
    `growth-${database.kind}.md`,
    `# What questions cost as the firm grows: ${database.kind}, ${NODE}\n\n${origin(database, args)}\n\n${GROWTH_NOTES}\n\n${table}\n`,
  );

/** Writes the table of a cluster. @returns its path */
export const saveCluster = (head: readonly string[], rows: readonly (readonly string[])[], args: readonly string[]): string =>
  write(
    `cluster-${NODE}.md`,
    `# What requests cost on one node and on three: Galera, ${NODE}\n\n${origin({ version: 'MariaDB Galera' }, args, 'bench:cluster')}\n\nCPU time and statements are those of a request, or of a record of a run, on all nodes. All of it shares the processors of one machine: what\nmore machines would answer is told by CPU time, not by requests a second.\n\n${markdownTable(head, rows)}\n`,
  );

/** Writes the table of workers. @param areLimited each to a part of a core @returns its path */
export function saveWorkers(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  args: readonly string[],
  areLimited: boolean,
): string {
  const limit = areLimited
    ? 'Each worker is limited to a part of a core (`--worker-share`), so that the machine is not the limit as long as the\ncores of all add up to less than it has.'
    : 'A worker waits for the node, and the node for it, so that one worker\nand its node together use one core at most.';
  return write(
    `workers${areLimited ? '-limited' : ''}-${NODE}.md`,
    `# What one, two and three workers do${areLimited ? ', each with a part of a core' : ''}: MariaDB, ${NODE}\n\n${origin({ version: 'MariaDB' }, args, 'bench:cluster')}\n\nEach run plans for all contacts and adds a tag, changes a field and adds a note. Workers have \`ROLES=worker\`; another process answers\nrequests. CPU time is that of a record. Cores are CPU time per second: the workers, the node and others share those of one machine.\n${limit}\n\n${markdownTable(head, rows)}\n`,
  );
}

const AUTOMATION_NOTES = `Runs over contacts, each by the service and then as the same rows written in bulk by hand: medians over the rounds, after one of both that
is not counted. The service numbers, dispatches and audits the changes of both while the time of either is taken.`;

/** Writes the tables of a benchmark of automations. @returns its path */
export const saveAutomation = (tables: readonly string[], database: Database, args: readonly string[]): string =>
  write(
    `automation-${database.kind}-${NODE}.md`,
    `# Automations and the same work by hand on ${database.kind}, ${NODE}\n\n${origin(database, args, 'bench:automation')}\n\n${AUTOMATION_NOTES}\n\n${tables.join('\n\n')}\n`,
  );

/** When, on what and how. */
const origin = ({ version }: Pick<Database, 'version'>, args: readonly string[], command = 'bench'): string =>
  [
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}, ${version}.`,
    `\`\`\`sh\nnpm run ${command} -- ${args.map(withoutPassword).join(' ')}\n\`\`\``,
  ].join('\n\n');

const withoutPassword = (argument: string): string => argument.replace(/(:\/\/[^:@/]+):[^@/]*@/, '$1:…@');

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function write(name: string, text: string): string {
  mkdirSync(FOLDER, { recursive: true });
  const path = join(FOLDER, name);
  writeFileSync(path, text);
  return path;
}
