// Every regular expression in src/ must be matched in linear time: one that backtracks lets a single request stop the process.
import { readdirSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { check } from 'recheck';
import ts from 'typescript';

// a longer expression takes recheck's own analysis seconds, not minutes
const TIMEOUT_MS = 20_000;
const root = resolve(import.meta.dirname, '..');

const found = readdirSync(`${root}/src`, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.spec.ts'))
  .flatMap((entry) => expressionsIn(`${entry.parentPath}/${entry.name}`));

const failures = [];
for (const expression of found) {
  if (expression.source === undefined)
    failures.push(`${expression.at} is put together at run time: use a literal, or plain text functions`);
  else {
    const { status, complexity, error } = await check(expression.source, expression.flags, { timeout: TIMEOUT_MS });
    if (status !== 'safe')
      failures.push(`${expression.at} /${expression.source}/ is ${complexity?.summary ?? status} ${error?.kind ?? ''}`);
  }
}
console.log(`${found.length} regular expressions checked, ${failures.length} failed`);
for (const failure of failures) console.error(failure);
process.exit(failures.length === 0 ? 0 : 1);

function expressionsIn(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const expressions = [];
  const visit = (node) => {
    const at = () => `${relative(root, file)}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) {
      const [, pattern, flags] = /^\/(.*)\/([a-z]*)$/s.exec(node.text);
      expressions.push({ at: at(), source: pattern, flags });
    } else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
      const [pattern, flags] = node.arguments ?? [];
      expressions.push({
        at: at(),
        source: pattern && ts.isStringLiteralLike(pattern) ? pattern.text : undefined,
        flags: flags && ts.isStringLiteralLike(flags) ? flags.text : '',
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return expressions;
}
