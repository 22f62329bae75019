import type { RecordType } from '../fields/record-type';
import type { RecordTypes } from '../fields/record-types';
import { below } from '../problems/pointers';
import { relationNamed, relationsOf } from './filterable';
import { rejectUnknownKeys, isObject, type JsonObject } from './json';
import { COUNTED_MODES, MATCH_MODES } from './operators';
import { EDITOR_KEYS, parseRule } from './parse-rule';
import { LIMITS, ParseContext } from './parse-context';
import type { Branch, Group, Related, FilterTree } from './tree';

const GROUP_KEYS = ['combinator', 'not', 'rules', ...EDITOR_KEYS];
/** Editors keep an operator beside `match`, which has none. */
const RELATED_KEYS = ['field', 'match', 'value', 'operator', 'valueSource', ...EDITOR_KEYS];

/** The state of parsing a filter, whose rules may be about related records of other types. */
class FilterContext extends ParseContext {
  constructor(readonly types: RecordTypes) {
    super();
  }
}

/**
 * Reads a filter in react-querybuilder's form, or `{"all": true}` for everyone, about the records of a type.
 * @throws FilterProblems with everything that is wrong with it
 */
export function parseFilter(types: RecordTypes, type: RecordType, json: unknown): FilterTree {
  const context = new FilterContext(types);
  const tree = isObject(json) && 'all' in json ? parseEveryone(json, context) : parseGroup(type, json, '', 1, context);
  return context.result(tree);
}

function parseEveryone(json: JsonObject, reading: FilterContext): FilterTree | undefined {
  rejectUnknownKeys(json, ['all'], '', reading);
  return json['all'] === true ? { kind: 'everyone' } : reading.addError('/all', 'must be true, which matches every record');
}

function parseGroup(type: RecordType, json: unknown, pointer: string, depth: number, reading: FilterContext): Group | undefined {
  if (!isObject(json)) return reading.addError(pointer, 'must be a group: {"combinator": "and" or "or", "rules": […]}');
  if (depth > LIMITS.depth) return reading.addError(pointer, `is nested too deeply: at most ${LIMITS.depth} levels of groups`);
  rejectUnknownKeys(json, GROUP_KEYS, pointer, reading);
  const { combinator, not } = json;
  if (!['boolean', 'undefined'].includes(typeof not)) reading.addError(below(pointer, 'not'), 'must be true or false');
  const branches = parseBranches(type, json['rules'], below(pointer, 'rules'), depth, reading);
  if (combinator !== 'and' && combinator !== 'or') return reading.addError(below(pointer, 'combinator'), 'must be "and" or "or"');
  return branches && { kind: 'group', combinator, not: not === true, branches };
}

function parseBranches(
  type: RecordType,
  json: unknown,
  pointer: string,
  depth: number,
  reading: FilterContext,
): readonly Branch[] | undefined {
  if (!Array.isArray(json)) return reading.addError(pointer, 'must be an array of rules and groups');
  if (json.some((each) => typeof each === 'string' && /^(and|or)$/i.test(each)))
    return reading.addError(pointer, 'must not have "and" or "or" between rules: give each group one combinator');
  const active = json.flatMap((each: unknown, index) => (isMuted(each, below(pointer, index), reading) ? [] : [{ each, index }]));
  if (!active.length) return reading.addError(pointer, 'must have at least one rule that is not muted');
  return active.flatMap(({ each, index }) => parseBranch(type, each, below(pointer, index), depth, reading) ?? []);
}

function parseBranch(type: RecordType, json: unknown, pointer: string, depth: number, reading: FilterContext): Branch | undefined {
  if (!isObject(json)) return reading.addError(pointer, 'must be a rule {"field", "operator", "value"} or a group {"combinator", "rules"}');
  if ('rules' in json || 'combinator' in json) return parseGroup(type, json, pointer, depth + 1, reading);
  if (!reading.countRule(pointer)) return undefined;
  return 'match' in json ? parseRelated(type, json, pointer, depth, reading) : parseRule(type, json, pointer, reading);
}

/** `{field: 'placements', match: {mode: 'atLeast', threshold: 2}, value: {combinator, rules}}` */
function parseRelated(type: RecordType, json: JsonObject, pointer: string, depth: number, reading: FilterContext): Related | undefined {
  rejectUnknownKeys(json, RELATED_KEYS, pointer, reading);
  const match = parseMatch(json['match'], below(pointer, 'match'), reading);
  const relation = typeof json['field'] === 'string' ? relationNamed(type, json['field']) : undefined;
  if (!relation)
    return reading.addError(
      below(pointer, 'field'),
      `must be one of the related records of ${type.name}: ${relationsOf(type)
        .map(({ name }) => name)
        .join(', ')}`,
    );
  const matching = parseGroup(reading.types.named(relation.to), json['value'], below(pointer, 'value'), depth + 1, reading);
  return match && matching && { kind: 'related', relation, ...match, matching };
}

function parseMatch(json: unknown, pointer: string, reading: FilterContext): Pick<Related, 'mode' | 'threshold'> | undefined {
  if (!isObject(json)) return reading.addError(pointer, 'must be {"mode", "threshold"}');
  rejectUnknownKeys(json, ['mode', 'threshold'], pointer, reading);
  const mode = MATCH_MODES.find((each) => each === json['mode']);
  if (!mode) return reading.addError(below(pointer, 'mode'), `must be one of ${MATCH_MODES.join(', ')}`);
  if (!COUNTED_MODES.includes(mode)) return { mode, threshold: 0 };
  const threshold = json['threshold'];
  const isCount = Number.isInteger(threshold) && (threshold as number) >= 0;
  return isCount
    ? { mode, threshold: threshold as number }
    : reading.addError(below(pointer, 'threshold'), 'must be a whole number of at least 0');
}

function isMuted(json: unknown, pointer: string, reading: FilterContext): boolean {
  if (!isObject(json)) return false;
  for (const key of ['muted', 'disabled']) {
    if (!['boolean', 'undefined'].includes(typeof json[key])) reading.addError(below(pointer, key), 'must be true or false');
  }
  return json['muted'] === true;
}
