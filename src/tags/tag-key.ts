import { NAME } from '../database/columns';
import { fold } from '../text/fold';

/** What tells the tags of a type apart: their folded text. The few letters that stand for many more are cut where the column ends. */
export const tagKey = (tag: string): string => fold(tag).slice(0, NAME).trim();
