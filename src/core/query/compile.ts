import { comparison } from './compare';
import { matches } from './related';
import { and, not, or, TRUE, type Sql } from '../sql/sql';
import type { QueryRecord } from './query-record';
import type { Group, FilterTree } from './tree';

/** A filter as SQL about a record; 1 or 0, never NULL, so that NOT is the complement. */
export function condition(tree: FilterTree, subject: QueryRecord): Sql {
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

function group(tree: Group, subject: QueryRecord): Sql {
  const branches = tree.branches.map((branch) => condition(branch, subject));
  const combined = tree.combinator === 'and' ? and(branches) : or(branches);
  return tree.not ? not(combined) : combined;
}
