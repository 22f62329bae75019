import { TagType } from '../../terms/numbers';
import type { ActionDefinition } from './action';
import type { TagParams } from './params';
import { paramsForm, text } from './params-schema';

const form = paramsForm<TagParams>({ tag: text(100) }, { typeId: { type: 'integer', enum: Object.values(TagType) } });

const named = ({ tag, typeId = TagType.Other }: TagParams): string => `the tag ${JSON.stringify(tag)} (${typeName(typeId)})`;
const typeName = (typeId: number): string => Object.entries(TagType).find(([, id]) => id === typeId)?.[0] ?? String(typeId);

const common = { actsOn: ['Candidate', 'Contact', 'Job'], form } as const;

export const addTag: ActionDefinition<TagParams> = { ...common, title: 'Add a tag', describe: (params) => `add ${named(params)}` };
export const removeTag: ActionDefinition<TagParams> = { ...common, title: 'Remove a tag', describe: (params) => `remove ${named(params)}` };
