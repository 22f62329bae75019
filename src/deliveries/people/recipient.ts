import type { View } from '../../core/database';
import type { RecordType } from '../../core/fields/record-type';
import { displayName } from '../../core/records';

/** A record that a message goes to. */
export interface Recipient {
  readonly type: RecordType;
  readonly id: number;
}

/** Another record that is the same person as the one with the id. */
export interface SamePerson {
  readonly id: number;
  readonly other: Recipient;
}

export const keyOf = ({ type, id }: Recipient): string => `${type.name}/${id}`;
export const nameOf = ({ type, id }: Recipient): string => `The ${displayName(type)} ${id}`;

/** The types of records that are persons. */
export const personTypes = ({ types }: Pick<View, 'types'>): readonly RecordType[] => types.all.filter(({ isPerson }) => isPerson);
