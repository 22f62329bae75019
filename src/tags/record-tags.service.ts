import { Injectable } from '@nestjs/common';
import type { Caller } from '../core/callers';
import { Transactions, type Transaction, type View } from '../core/database';
import { rows } from '../core/database/rows';
import { AlreadyExists, Created } from '../core/http';
import { entryNamed, entriesWith } from '../core/lookups';
import { InvalidRequest, NotFound } from '../core/problems';
import { sql } from '../core/sql';
import { checkVisible, displayName } from '../core/records';
import { TagSource, TagType } from '../core/terms/numbers';
import { fold } from '../core/text/fold';
import { attachTag, detachTag } from './tagging';
import type { RecordTagNewDto } from './record-tag.dto';
import { tagKey } from './tag-key';
import type { TaggableType } from './taggable';
import { tagsOf, type RecordTag } from './tags-of';

/** The tags of candidates, contacts and jobs. */
@Injectable()
export class RecordTagsService {
  constructor(private readonly transactions: Transactions) {}

  /** @throws NotFound when there is no such record */
  list(caller: Caller, kind: TaggableType, id: number): Promise<RecordTag[]> {
    return this.transactions.read(caller, async (view) => {
      await checkVisible(view, view.types.named(kind), id);
      return tagsOf(view, kind, id);
    });
  }

  /** @throws NotFound when there is no such record, or it has no such tag */
  find(caller: Caller, kind: TaggableType, id: number, tag: string, typeID: number): Promise<RecordTag> {
    return this.transactions.read(caller, async (view) => {
      await checkVisible(view, view.types.named(kind), id);
      return (await tagOn(view, kind, id, tag, typeID)) ?? tagNotFound(view, kind, id, tag);
    });
  }

  /** @throws NotFound, InvalidRequest */
  add(caller: Caller, kind: TaggableType, id: number, { tag, typeId, source }: RecordTagNewDto): Promise<Created | AlreadyExists> {
    return this.transactions.writeRecord(caller, `${kind} ${id}`, async (transaction) => {
      await checkVisible(transaction, transaction.types.named(kind), id);
      const typeID = await checkedType(transaction, typeId || TagType.Other);
      const isNew = await attachTag(transaction, kind, id, { tag, typeID, sourceID: await sourceNamed(transaction, source ?? '') });
      const answer = (await tagOn(transaction, kind, id, tag, typeID)) ?? tagNotFound(transaction, kind, id, tag);
      return isNew ? new Created(answer, undefined, `${encodeURIComponent(answer.tag)}?typeId=${typeID}`) : new AlreadyExists(answer);
    });
  }

  /** @throws NotFound when there is no such record, or it has no such tag */
  remove(caller: Caller, kind: TaggableType, id: number, tag: string, typeID: number): Promise<void> {
    return this.transactions.writeRecord(caller, `${kind} ${id}`, async (transaction) => {
      await checkVisible(transaction, transaction.types.named(kind), id);
      if (!(await detachTag(transaction, kind, id, { tag, typeID: typeID || undefined }))) tagNotFound(transaction, kind, id, tag);
    });
  }
}

async function tagOn(view: View, kind: TaggableType, id: number, tag: string, typeID: number): Promise<RecordTag | undefined> {
  const key = tagKey(tag);
  return (await tagsOf(view, kind, id)).find((each) => tagKey(each.tag) === key && (typeID === 0 || each.typeId === typeID));
}

const tagNotFound = ({ types }: View, kind: TaggableType, id: number, tag: string): never => {
  throw new NotFound(`The ${displayName(types.named(kind))} ${id} has no such tag: ${tag}.`);
};

async function checkedType({ em }: Transaction, typeID: number): Promise<number> {
  const found = await rows(em, entriesWith('tagType', 'id', [typeID]));
  if (found.length === 0)
    throw InvalidRequest.because([{ pointer: '/typeId', detail: 'must be the id of an entry of the list tagType, or 0' }]);
  return typeID;
}

const isPerson = ({ authentication }: Caller): boolean => authentication === 'open' || authentication === 'accessToken';

async function sourceNamed({ em, caller }: Transaction, name: string): Promise<number> {
  if (fold(name) === '') return isPerson(caller) ? TagSource.User : TagSource.Api;
  const [[id] = []] = await rows(em, sql`${entryNamed('tagSource', fold(name))} ORDER BY id LIMIT 1`);
  if (id === undefined)
    throw InvalidRequest.because([
      { pointer: '/source', detail: 'must be the name of an entry of the list tagSource, such as user, api or import' },
    ]);
  return id as number;
}
