import { condition, relatedRecords, sql, TRUE, type Group, type Related, type Rule, type Sql, type Subject, type Tree } from '../../query';
import { isObject, type JsonObject } from '../../query/json';
import { actualOf } from './actual';
import { numberFor, type Asked } from './asked';
import { ruleInWords } from './words';

/** A part of a condition as it was sent, and whether it holds. */
export interface ExplainedPart extends JsonObject {
  /** Not of a muted rule, which is left out. */
  readonly passed?: boolean;
  readonly rules?: readonly ExplainedPart[];
  /** Of a rule: in plain words, with the value that it met. */
  readonly words?: string;
}

/** A condition as it was sent, with what each part of it comes to for one record: by the SQL that a run uses, part by part. */
export async function explained(asked: Asked, tree: Tree, said: JsonObject): Promise<ExplainedPart> {
  const passed = (await numberFor(asked, (record) => condition(tree, record))) === 1;
  switch (tree.kind) {
    case 'everyone':
      return { ...said, passed };
    case 'group':
      return { ...said, passed, rules: await branches(asked, tree, said) };
    case 'related':
      return { ...said, passed, ...(await counts(asked, tree)) };
    case 'rule':
      return ruleOf(asked, tree, { ...said, passed });
  }
}

/** Those that are muted are not in the tree. */
async function branches(asked: Asked, { branches: said }: Group, { rules }: JsonObject): Promise<ExplainedPart[]> {
  const parts = (rules as readonly unknown[]).filter(isObject);
  const meant = parts.filter((part) => part['muted'] !== true);
  const found = new Map<JsonObject, ExplainedPart>();
  for (const [index, branch] of said.entries()) found.set(meant[index]!, await explained(asked, branch, meant[index]!));
  return parts.map((part) => found.get(part) ?? part);
}

async function ruleOf(asked: Asked, rule: Rule, said: ExplainedPart): Promise<ExplainedPart> {
  const actual = await actualOf(asked, rule.field);
  return { ...said, actual, words: ruleInWords(rule, said['value'], actual) };
}

/** How many related records match, of how many there are. */
async function counts(asked: Asked, { relation, matching }: Related): Promise<{ matched: number; of: number; words: string }> {
  const count = (holds: (record: Subject) => Sql): Promise<number> =>
    numberFor(asked, (record) => sql`(SELECT COUNT(*) ${relatedRecords(record, relation, holds)})`);
  const [matched, of] = [await count((record) => condition(matching, record)), await count(() => TRUE)];
  return { matched, of, words: `${matched} of ${of} ${relation.name} match` };
}
