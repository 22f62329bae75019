import { NAME } from '../database/columns';
import { foldedKey } from '../text/fold';

/** What tells the tags of a type apart. */
export const tagKey = (tag: string): string => foldedKey(tag, NAME);
