import type { View } from '../database';
import { rows } from '../database/rows';
import { sql } from '../query';
import { isoOf } from '../records';
import { linksOf, type Tagged } from './tagged';

/** A tag on a record, as it is answered. */
export interface TagOn {
  readonly tag: string;
  readonly typeId: number;
  readonly typeName: string;
  readonly source: string;
  readonly createdByID: number;
  readonly createdByName: string | null;
  readonly createdDate?: string;
}

/** The tags of a record, in the order in which they were put on. */
export async function tagsOf({ em }: View, kind: Tagged, recordID: number): Promise<TagOn[]> {
  const found = await rows(
    em,
    sql`SELECT t.tag, t.typeID, y.name AS typeName, s.name AS source, l.createdByID, u.name AS createdByName, l.createdDate
      FROM ${linksOf(kind)} l JOIN tag t ON t.id = l.tagID
      LEFT JOIN lookup y ON y.list = 'tagType' AND y.id = t.typeID LEFT JOIN lookup s ON s.list = 'tagSource' AND s.id = l.sourceID
      LEFT JOIN user u ON u.id = l.createdByID
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
