import { fold } from '../core/text/fold';
import { TagSource, TagType } from '../core/terms/numbers';
import { USERS } from './office';
import { INDUSTRIES, type Industry } from './industries';
import { demoRecord, type DemoRecords, type IdSequences } from './demo-record';
import type { Random } from './random';
import type { DemoContext } from './demo-context';

const STATUSES = ['Key account', 'Hot', 'Available now', 'Visa expires soon', 'Slow payer', 'Do not call before 9'];
const OTHERS = ['Newsletter', 'Golf day', '100% remote', 'ex_colleague', 'Café crawl', 'Referral', 'Christmas card'];

/** All tags; the id of a tag is its position, from 1. */
const TAGS: readonly { readonly tag: string; readonly typeID: number }[] = [
  ...INDUSTRIES.flatMap(({ skills }) => skills.map((tag) => ({ tag, typeID: TagType.Skill }))),
  ...INDUSTRIES.map(({ name }) => ({ tag: name, typeID: TagType.Industry })),
  ...STATUSES.map((tag) => ({ tag, typeID: TagType.Status })),
  ...OTHERS.map((tag) => ({ tag, typeID: TagType.Other })),
];
const numberOf = (tag: string): number => TAGS.findIndex((each) => each.tag === tag) + 1;
const GENERAL = [...STATUSES, ...OTHERS].map(numberOf);
const SOURCES = Object.values(TagSource);

export function* tags(): DemoRecords {
  for (const [index, { tag, typeID }] of TAGS.entries()) yield demoRecord('Tag', { id: index + 1, tag, folded: fold(tag), typeID });
}

export interface Tagged {
  readonly id: number;
  readonly industry: Industry;
  /** When the record was created, in days from today. */
  readonly since: number;
}

/** The tags of a record, added at different times from different sources; record 1 has one of each type. */
export function* tagsOn(
  kind: 'JobTag' | 'ContactTag' | 'CandidateTag',
  context: DemoContext,
  ids: IdSequences,
  { id, industry, since }: Tagged,
): DemoRecords {
  const random = context.random(kind, id);
  const tagIDs =
    id === 1
      ? [numberOf(industry.skills[0] ?? ''), numberOf(industry.name), numberOf('Key account'), numberOf('Referral')]
      : choice(random, industry);
  for (const [index, tagID] of tagIDs.entries()) {
    const sourceID =
      id === 1
        ? (SOURCES[index] ?? 1)
        : random.weighted([TagSource.User, 6], [TagSource.Api, 2], [TagSource.Import, 2], [TagSource.Automation, 1]);
    const createdDate = context.moment(random.int(Math.max(since, -300), 0), random);
    yield demoRecord(kind, { id: ids.next(kind), recordID: id, tagID, sourceID, createdByID: random.int(1, USERS - 1), createdDate });
  }
}

function choice(random: Random, { skills, name }: Industry): number[] {
  const skillTags = random.sample(skills, random.int(0, 2)).map(numberOf);
  const industryTag = random.chance(0.25) ? [numberOf(name)] : [];
  return [...skillTags, ...industryTag, ...random.sample(GENERAL, random.weighted([0, 5], [1, 3], [2, 1]))];
}
