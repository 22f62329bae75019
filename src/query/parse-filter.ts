import { recordTypeNamed, type RecordType } from '../fields/record-type';
import { below } from '../http/pointers';
import { relationNamed, relationsOf } from './filterable';
import { complainOfOtherKeys, isObject, type JsonObject } from './json';
import { COUNTED_MODES, MATCH_MODES } from './operators';
import { EDITOR_KEYS, parseRule } from './parse-rule';
import { LIMITS, Reading } from './problems';
import type { Branch, Group, Related, Tree } from './tree';

const GROUP_KEYS = ['combinator', 'not', 'rules', ...EDITOR_KEYS];
/** Editors keep an operator beside `match`, which has none. */
const RELATED_KEYS = ['field', 'match', 'value', 'operator', 'valueSource', ...EDITOR_KEYS];

/**
 * Reads a filter in react-querybuilder's form, or `{"all": true}` for everyone, about the records of a type.
 * @throws FilterProblems with everything that is wrong with it
 */
export function parseFilter(type: RecordType, json: unknown): Tree {
  const reading = new Reading();
  const tree = isObject(json) && 'all' in json ? parseEveryone(json, reading) : parseGroup(type, json, '', 1, reading);
  return reading.result(tree);
}

function parseEveryone(json: JsonObject, reading: Reading): Tree | undefined {
  complainOfOtherKeys(json, ['all'], '', reading);
  return json['all'] === true ? { kind: 'everyone' } : reading.complain('/all', 'must be true, which says everyone');
}

function parseGroup(type: RecordType, json: unknown, pointer: string, depth: number, reading: Reading): Group | undefined {
  if (!isObject(json)) return reading.complain(pointer, 'must be a group: {"combinator": "and" or "or", "rules": […]}');
  if (depth > LIMITS.depth) return reading.complain(pointer, `is too deep: at most ${LIMITS.depth} groups go into one another`);
  complainOfOtherKeys(json, GROUP_KEYS, pointer, reading);
  const { combinator, not } = json;
  if (!['boolean', 'undefined'].includes(typeof not)) reading.complain(below(pointer, 'not'), 'must be true or false');
  const branches = parseBranches(type, json['rules'], below(pointer, 'rules'), depth, reading);
  if (combinator !== 'and' && combinator !== 'or') return reading.complain(below(pointer, 'combinator'), 'must be "and" or "or"');
  return branches && { kind: 'group', combinator, not: not === true, branches };
}

function parseBranches(type: RecordType, json: unknown, pointer: string, depth: number, reading: Reading): readonly Branch[] | undefined {
  if (!Array.isArray(json)) return reading.complain(pointer, 'must be an array of rules and groups');
  const said = json.flatMap((each: unknown, index) => (isMuted(each, below(pointer, index), reading) ? [] : [{ each, index }]));
  if (!said.length) return reading.complain(pointer, 'must have at least one rule that is not muted');
  return said.flatMap(({ each, index }) => parseBranch(type, each, below(pointer, index), depth, reading) ?? []);
}

function parseBranch(type: RecordType, json: unknown, pointer: string, depth: number, reading: Reading): Branch | undefined {
  if (!isObject(json)) return reading.complain(pointer, 'must be a rule {"field", "operator", "value"} or a group {"combinator", "rules"}');
  if ('rules' in json || 'combinator' in json) return parseGroup(type, json, pointer, depth + 1, reading);
  if (!reading.countRule(pointer)) return undefined;
  return 'match' in json ? parseRelated(type, json, pointer, depth, reading) : parseRule(type, json, pointer, reading);
}

/** `{field: 'placements', match: {mode: 'atLeast', threshold: 2}, value: {combinator, rules}}` */
function parseRelated(type: RecordType, json: JsonObject, pointer: string, depth: number, reading: Reading): Related | undefined {
  complainOfOtherKeys(json, RELATED_KEYS, pointer, reading);
  const match = parseMatch(json['match'], below(pointer, 'match'), reading);
  const relation = typeof json['field'] === 'string' ? relationNamed(type, json['field']) : undefined;
  if (!relation)
    return reading.complain(
      below(pointer, 'field'),
      `must be one of the related records of ${type.name}: ${relationsOf(type)
        .map(({ name }) => name)
        .join(', ')}`,
    );
  const matching = parseGroup(recordTypeNamed(relation.to), json['value'], below(pointer, 'value'), depth + 1, reading);
  return match && matching && { kind: 'related', relation, ...match, matching };
}

function parseMatch(json: unknown, pointer: string, reading: Reading): Pick<Related, 'mode' | 'threshold'> | undefined {
  if (!isObject(json)) return reading.complain(pointer, 'must be {"mode", "threshold"}');
  complainOfOtherKeys(json, ['mode', 'threshold'], pointer, reading);
  const mode = MATCH_MODES.find((each) => each === json['mode']);
  if (!mode) return reading.complain(below(pointer, 'mode'), `must be one of ${MATCH_MODES.join(', ')}`);
  if (!COUNTED_MODES.includes(mode)) return { mode, threshold: 0 };
  const threshold = json['threshold'];
  const isCount = Number.isInteger(threshold) && (threshold as number) >= 0;
  return isCount
    ? { mode, threshold: threshold as number }
    : reading.complain(below(pointer, 'threshold'), 'must be a whole number of at least 0');
}

function isMuted(json: unknown, pointer: string, reading: Reading): boolean {
  if (!isObject(json)) return false;
  for (const key of ['muted', 'disabled']) {
    if (!['boolean', 'undefined'].includes(typeof json[key])) reading.complain(below(pointer, key), 'must be true or false');
  }
  return json['muted'] === true;
}
