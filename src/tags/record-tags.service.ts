import { Injectable } from '@nestjs/common';
import type { Caller } from '../callers';
import { Transactions, type Unit, type View } from '../database';
import { rows } from '../database/rows';
import { recordTypeNamed } from '../fields/record-type';
import { AlreadyThere, Created, InvalidRequest, NotFound } from '../http';
import { sql } from '../query';
import { mustSee, spoken } from '../records';
import { TagSource, TagType } from '../terms/numbers';
import { fold } from '../text/fold';
import { putTag, takeTag } from './put-on';
import type { RecordTagNewDto } from './record-tag.dto';
import { tagKey } from './tag-key';
import type { Tagged } from './tagged';
import { tagsOf, type TagOn } from './tags-of';

/** The tags of candidates, contacts and jobs. */
@Injectable()
export class RecordTags {
  constructor(private readonly transactions: Transactions) {}

  /** @throws NotFound when there is no such record */
  list(caller: Caller, kind: Tagged, id: number): Promise<TagOn[]> {
    return this.transactions.read(caller, async (view) => {
      await mustSee(view, recordTypeNamed(kind), id);
      return tagsOf(view, kind, id);
    });
  }

  /** @throws NotFound when there is no such record, or it has no such tag */
  find(caller: Caller, kind: Tagged, id: number, tag: string, typeID: number): Promise<TagOn> {
    return this.transactions.read(caller, async (view) => {
      await mustSee(view, recordTypeNamed(kind), id);
      return (await tagOn(view, kind, id, tag, typeID)) ?? notOn(kind, id, tag);
    });
  }

  /** @throws NotFound, InvalidRequest */
  put(caller: Caller, kind: Tagged, id: number, { tag, typeId, source }: RecordTagNewDto): Promise<Created | AlreadyThere> {
    return this.transactions.write(caller, async (unit) => {
      await mustSee(unit, recordTypeNamed(kind), id);
      const typeID = await checkedType(unit, typeId || TagType.Other);
      const isNew = await putTag(unit, kind, id, { tag, typeID, sourceID: await sourceNamed(unit, source ?? '') });
      const answer = (await tagOn(unit, kind, id, tag, typeID)) ?? notOn(kind, id, tag);
      return isNew ? new Created(answer, undefined, `${encodeURIComponent(answer.tag)}?typeId=${typeID}`) : new AlreadyThere(answer);
    });
  }

  /** @throws NotFound when there is no such record, or it has no such tag */
  take(caller: Caller, kind: Tagged, id: number, tag: string, typeID: number): Promise<void> {
    return this.transactions.write(caller, async (unit) => {
      await mustSee(unit, recordTypeNamed(kind), id);
      if (!(await takeTag(unit, kind, id, { tag, typeID: typeID || undefined }))) notOn(kind, id, tag);
    });
  }
}

async function tagOn(view: View, kind: Tagged, id: number, tag: string, typeID: number): Promise<TagOn | undefined> {
  const key = tagKey(tag);
  return (await tagsOf(view, kind, id)).find((each) => tagKey(each.tag) === key && (typeID === 0 || each.typeId === typeID));
}

const notOn = (kind: Tagged, id: number, tag: string): never => {
  throw new NotFound(`The ${spoken(recordTypeNamed(kind))} ${id} has no such tag: ${tag}.`);
};

async function checkedType({ em }: Unit, typeID: number): Promise<number> {
  const found = await rows(em, sql`SELECT 1 FROM lookup WHERE list = 'tagType' AND id = ${typeID}`);
  if (found.length === 0)
    throw InvalidRequest.because([{ pointer: '/typeId', detail: 'must be the id of an entry of the list tagType, or 0' }]);
  return typeID;
}

async function sourceNamed({ em, caller }: Unit, said: string): Promise<number> {
  if (fold(said) === '') return caller.name === 'open' ? TagSource.User : TagSource.Api;
  const [[id] = []] = await rows(em, sql`SELECT id FROM lookup WHERE list = 'tagSource' AND folded = ${fold(said)} ORDER BY id LIMIT 1`);
  if (id === undefined)
    throw InvalidRequest.because([
      { pointer: '/source', detail: 'must be the name of an entry of the list tagSource, such as user, api or import' },
    ]);
  return id as number;
}
