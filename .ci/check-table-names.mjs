// A table is named in SQL only inside the room that owns it; other rooms use the predicates and queries that its index.ts exports.
import { readdirSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '..');
// migrations are the history of all tables, and demonstration data is inserted record by record
const EXEMPT = /^src\/(core\/database\/migrations|demo)\//;

const files = readdirSync(`${root}/src`, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.spec.ts'))
  .map((entry) => relative(root, `${entry.parentPath}/${entry.name}`))
  .filter((file) => !file.includes('/support/'));
const roomOf = (file) => /^src\/((?:core\/)?[^/]+)/.exec(file)[1];

const owners = new Map();
for (const file of files)
  for (const [, table] of readFileSync(`${root}/${file}`, 'utf8').matchAll(/@Entity\('(\w+)'\)/g)) owners.set(table, roomOf(file));

const violations = [];
for (const file of files.filter((each) => !EXEMPT.test(each))) {
  const source = ts.createSourceFile(file, readFileSync(`${root}/${file}`, 'utf8'), ts.ScriptTarget.Latest, true);
  const visit = (node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) check(node);
    ts.forEachChild(node, visit);
  };
  const check = (node) => {
    for (const [, name] of node.text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE)\s+`?([a-z]\w*)`?/g)) {
      const table = name.replace(/_(text|figure|index)$/, '');
      const owner = owners.get(table);
      if (owner !== undefined && owner !== roomOf(file))
        violations.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} names ${name}, a table of ${owner}`);
    }
  };
  visit(source);
}
console.log(`${owners.size} tables, ${violations.length} uses outside the room of their owner`);
for (const violation of violations) console.error(violation);
process.exit(violations.length === 0 ? 0 : 1);
