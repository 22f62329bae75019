import type { Transaction, View } from '../database/transactions';
import type { RecordTypes } from '../fields/record-types';
import type { Person } from './person';

/** Something that holds data about persons besides the records themselves. It is listed with the record types of its room. */
export interface PersonalDataHolder {
  /** A member of what is returned as the data about a person. */
  readonly name: string;
  /** What it holds; absent: copies of what is held elsewhere. */
  read?(view: View, person: Person): Promise<readonly object[]>;
  /** Why the person cannot be erased now, as sentences that say what to do. */
  obstacles?(view: View, person: Person): Promise<readonly string[]>;
  /** Removes what is personal. */
  erase?(transaction: Transaction, person: Person): Promise<void>;
}

/** In the order in which they are listed. */
export const holdersIn = ({ personalData }: Pick<RecordTypes, 'personalData'>): readonly PersonalDataHolder[] =>
  personalData as readonly PersonalDataHolder[];
