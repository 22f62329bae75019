import { comparison } from './compare';
import { matches } from './related';
import { and, not, or, TRUE, type Sql } from './sql';
import type { Subject } from './subject';
import type { Group, Tree } from './tree';

/** A filter as SQL about a record; 1 or 0, never NULL, so that NOT is the complement. */
export function condition(tree: Tree, subject: Subject): Sql {
  switch (tree.kind) {
    case 'everyone':
      return TRUE;
    case 'group':
      return group(tree, subject);
    case 'rule':
      return comparison(subject, tree);
    case 'related':
      return matches(subject, tree, (record) => group(tree.matching, record));
  }
}

function group(tree: Group, subject: Subject): Sql {
  const branches = tree.branches.map((branch) => condition(branch, subject));
  const combined = tree.combinator === 'and' ? and(branches) : or(branches);
  return tree.not ? not(combined) : combined;
}
