import { fold } from '../text/fold';
import { TagSource, TagType } from '../terms/numbers';
import { USERS } from './office';
import { INDUSTRIES, type Industry } from './industries';
import { made, type Making, type Numbers } from './made';
import type { Random } from './random';
import type { World } from './world';

const STATUSES = ['Key account', 'Hot', 'Available now', 'Visa expires soon', 'Slow payer', 'Do not call before 9'];
const OTHERS = ['Newsletter', 'Golf day', '100% remote', 'ex_colleague', 'Café crawl', 'Referral', 'Christmas card'];

/** All tags; their numbers are their places, from 1. */
const TAGS: readonly { readonly tag: string; readonly typeID: number }[] = [
  ...INDUSTRIES.flatMap(({ skills }) => skills.map((tag) => ({ tag, typeID: TagType.Skill }))),
  ...INDUSTRIES.map(({ name }) => ({ tag: name, typeID: TagType.Industry })),
  ...STATUSES.map((tag) => ({ tag, typeID: TagType.Status })),
  ...OTHERS.map((tag) => ({ tag, typeID: TagType.Other })),
];
const numberOf = (tag: string): number => TAGS.findIndex((each) => each.tag === tag) + 1;
const GENERAL = [...STATUSES, ...OTHERS].map(numberOf);
const SOURCES = Object.values(TagSource);

export function* tags(): Making {
  for (const [index, { tag, typeID }] of TAGS.entries()) yield made('Tag', { id: index + 1, tag, folded: fold(tag), typeID });
}

export interface Tagged {
  readonly id: number;
  readonly industry: Industry;
  /** Since when there is the record, in days from today. */
  readonly since: number;
}

/** The tags on a record, put on at different times and in different ways; the record 1 has one of each type. */
export function* tagsOn(
  kind: 'JobTag' | 'ContactTag' | 'CandidateTag',
  world: World,
  numbers: Numbers,
  { id, industry, since }: Tagged,
): Making {
  const random = world.random(kind, id);
  const put =
    id === 1
      ? [numberOf(industry.skills[0] ?? ''), numberOf(industry.name), numberOf('Key account'), numberOf('Referral')]
      : choice(random, industry);
  for (const [index, tagID] of put.entries()) {
    const sourceID =
      id === 1
        ? (SOURCES[index] ?? 1)
        : random.weighted([TagSource.User, 6], [TagSource.Api, 2], [TagSource.Import, 2], [TagSource.Automation, 1]);
    const createdDate = world.moment(random.int(Math.max(since, -300), 0), random);
    yield made(kind, { id: numbers.next(kind), recordID: id, tagID, sourceID, createdByID: random.int(1, USERS - 1), createdDate });
  }
}

function choice(random: Random, { skills, name }: Industry): number[] {
  const skilled = random.some(skills, random.int(0, 2)).map(numberOf);
  const filed = random.chance(0.25) ? [numberOf(name)] : [];
  return [...skilled, ...filed, ...random.some(GENERAL, random.weighted([0, 5], [1, 3], [2, 1]))];
}
