import { condition, relatedRecords, type Group, type Related, type Rule, type QueryRecord, type FilterTree } from '../../core/query';
import { sql, TRUE, type Sql } from '../../core/sql';
import { isObject, type JsonObject } from '../../core/query/json';
import { actualValue } from './actual-value';
import { selectNumber, type ExplanationContext } from './explanation-context';
import { describeRule } from './describe-rule';

/** A part of a condition as it was sent, and whether it holds. */
export interface ExplainedPart extends JsonObject {
  /** Not of a muted rule, which is left out. */
  readonly passed?: boolean;
  readonly rules?: readonly ExplainedPart[];
  /** Of a rule: in plain words, with the value that it met. */
  readonly words?: string;
}

/** A condition as it was sent, with the result of each part for one record, by the SQL that a run uses. */
export async function explainCondition(context: ExplanationContext, tree: FilterTree, json: JsonObject): Promise<ExplainedPart> {
  const passed = (await selectNumber(context, (record) => condition(tree, record))) === 1;
  switch (tree.kind) {
    case 'everyone':
      return { ...json, passed };
    case 'group':
      return { ...json, passed, rules: await explainBranches(context, tree, json) };
    case 'related':
      return { ...json, passed, ...(await explainRelated(context, tree)) };
    case 'rule':
      return explainRule(context, tree, { ...json, passed });
  }
}

/** Those that are muted are not in the tree. */
async function explainBranches(
  context: ExplanationContext,
  { branches: parsedBranches }: Group,
  { rules }: JsonObject,
): Promise<ExplainedPart[]> {
  const parts = (rules as readonly unknown[]).filter(isObject);
  const meant = parts.filter((part) => part['muted'] !== true);
  const found = new Map<JsonObject, ExplainedPart>();
  for (const [index, branch] of parsedBranches.entries()) found.set(meant[index]!, await explainCondition(context, branch, meant[index]!));
  return parts.map((part) => found.get(part) ?? part);
}

async function explainRule(context: ExplanationContext, rule: Rule, json: ExplainedPart): Promise<ExplainedPart> {
  const actual = await actualValue(context, rule.field);
  return { ...json, actual, words: describeRule(rule, json['value'], actual) };
}

/** How many related records match, of how many there are. */
async function explainRelated(
  context: ExplanationContext,
  { relation, matching }: Related,
): Promise<{ matched: number; of: number; words: string }> {
  const count = (holds: (record: QueryRecord) => Sql): Promise<number> =>
    selectNumber(context, (record) => sql`(SELECT COUNT(*) ${relatedRecords(record, relation, holds)})`);
  const [matched, of] = [await count((record) => condition(matching, record)), await count(() => TRUE)];
  return { matched, of, words: `${matched} of ${of} ${relation.name} match` };
}
