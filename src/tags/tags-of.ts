import type { View } from '../core/database';
import { rows } from '../core/database/rows';
import { entryOn } from '../core/lookups';
import { sql, Sql } from '../core/sql';
import { isoOf } from '../core/records';
import { joinUser } from '../users';
import { tagLinkTable, type TaggableType } from './taggable';

/** A tag on a record, as returned. */
export interface RecordTag {
  readonly tag: string;
  readonly typeId: number;
  readonly typeName: string;
  readonly source: string;
  readonly createdByID: number;
  readonly createdByName: string | null;
  readonly createdDate?: string;
}

const TYPE = new Sql(entryOn('tagType', 'y', 't.typeID'));
const SOURCE = new Sql(entryOn('tagSource', 's', 'l.sourceID'));

/** The tags of a record, in the order they were added. */
export async function tagsOf({ em }: View, kind: TaggableType, recordID: number): Promise<RecordTag[]> {
  const found = await rows(
    em,
    sql`SELECT t.tag, t.typeID, y.name AS typeName, s.name AS source, l.createdByID, u.name AS createdByName, l.createdDate
      FROM ${tagLinkTable(kind)} l JOIN tag t ON t.id = l.tagID
      LEFT JOIN ${TYPE} LEFT JOIN ${SOURCE}
      LEFT ${joinUser('u', 'l.createdByID')}
      WHERE l.recordID = ${recordID} ORDER BY l.id`,
  );
  return (found as Cells[]).map(([tag, typeId, typeName, source, createdByID, createdByName, createdDate]) => ({
    tag,
    typeId: typeId ?? 0,
    typeName: typeName ?? '',
    source: source ?? '',
    createdByID: createdByID ?? 0,
    createdByName,
    ...(createdDate === null ? {} : { createdDate: isoOf(createdDate) }),
  }));
}

type Cells = [
  tag: string,
  typeId: number | null,
  typeName: string | null,
  source: string | null,
  createdByID: number | null,
  createdByName: string | null,
  createdDate: string | null,
];
