import type { RecordType } from '../../../core/fields/record-type';
import { displayName } from '../../../core/records';
import { TagType } from '../../../core/terms/numbers';
import { isTaggable, type TaggableType } from '../../../tags';
import { text, type Param } from '../params/param';
import { params, type ParamsOf } from '../params/params';
import { ActionFailed } from './action-errors';

/** The types of record that can have tags. */
export const TAGGABLE = ['Candidate', 'Contact', 'Job'] as const satisfies readonly TaggableType[];

const TAG_TYPE: Param<number> = { schema: { type: 'integer', enum: Object.values(TagType) } };

export const TAG_PARAMS = params({ tag: text(100) }, { typeId: TAG_TYPE });
type TagParams = ParamsOf<typeof TAG_PARAMS>;

/** The tag "hot" (Skill) */
export const describeTag = ({ tag, typeId = TagType.Other }: TagParams): string => `the tag ${JSON.stringify(tag)} (${typeName(typeId)})`;
const typeName = (typeId: number): string => Object.entries(TagType).find(([, id]) => id === typeId)?.[0] ?? String(typeId);

export const tagOf = ({ tag, typeId = TagType.Other }: TagParams) => ({ tag, typeID: typeId });

/** @throws ActionFailed for a type that cannot have tags */
export function taggable(type: RecordType): TaggableType {
  if (!isTaggable(type.name)) throw new ActionFailed(`Tags cannot be added to a ${displayName(type)}.`);
  return type.name;
}
