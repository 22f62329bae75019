import { NAME } from '../core/sql/columns';
import { foldedKey } from '../core/text/fold';

/** The key under which a tag is unique within its type. */
export const tagKey = (tag: string): string => foldedKey(tag, NAME);
