import { activities, documents, textsOfDocuments } from '../activities';
import { candidates } from '../candidates';
import { clients } from '../clients';
import { contacts } from '../contacts';
import type { View } from '../core/database';
import type { RecordType } from '../core/fields/record-type';
import type { RoleScope } from '../core/terms/role-scopes';
import { jobs } from '../jobs';
import { placements } from '../placements';

/** A record that another one is found by. */
export interface FoundThrough {
  /** The column with its id. */
  readonly by: string;
  readonly type: RecordType;
  /** The texts of it that are searched: what is shown of it. */
  readonly fields: readonly string[];
  /** The field of the record that shows it. */
  readonly shown: string;
}

/** How records of a type are found and shown by the search. None of these fields requires a scope. */
export interface SearchedType {
  readonly type: RecordType;
  /** Without it, the type is not searched. */
  readonly scope: RoleScope;
  /** The field by whose value a hit is called. */
  readonly name: string;
  /** The fields of the line below. */
  readonly detail: readonly string[];
  /** The texts that a record is found by before others. */
  readonly names: readonly string[];
  readonly otherTexts: readonly string[];
  readonly references: readonly string[];
  readonly addresses: readonly string[];
  /** Numbers as they are written, and the field with their standardised form. */
  readonly phones: Readonly<Record<string, string>>;
  readonly through: readonly FoundThrough[];
  /** The text that its response does not show, and how it is read by the ids of the records. */
  readonly content?: {
    readonly field: string;
    readonly read: (view: View, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  };
}

const NOTHING = { names: [], otherTexts: [], references: [], addresses: [], phones: {}, through: [] };

export const SEARCHED_TYPES: readonly SearchedType[] = [
  {
    ...NOTHING,
    type: candidates,
    scope: 'candidates:read',
    name: 'fullName',
    detail: ['jobTitle', 'employer'],
    names: ['fullName', 'preferredName'],
    otherTexts: ['jobTitle', 'employer', 'summary'],
    addresses: ['email1', 'email2'],
    phones: { mobile: 'mobile_Standardised', home: 'home_Standardised', work: 'work_Standardised' },
  },
  {
    ...NOTHING,
    type: contacts,
    scope: 'contacts:read',
    name: 'fullName',
    detail: ['jobTitle', 'clientName'],
    names: ['fullName'],
    otherTexts: ['jobTitle'],
    addresses: ['email', 'email2'],
    phones: { phone: 'phone_Standardised', mobile: 'mobile_Standardised' },
  },
  {
    ...NOTHING,
    type: clients,
    scope: 'clients:read',
    name: 'name',
    detail: ['industry', 'statusName'],
    names: ['name'],
    references: ['registrationNumber'],
    addresses: ['email'],
  },
  {
    ...NOTHING,
    type: jobs,
    scope: 'jobs:read',
    name: 'title',
    detail: ['clientName', 'jobReference', 'statusName'],
    names: ['title'],
    references: ['jobReference'],
  },
  {
    ...NOTHING,
    type: placements,
    scope: 'placements:read',
    name: 'candidateName',
    detail: ['jobTitle', 'clientName', 'reference', 'statusName'],
    references: ['reference'],
    through: [
      { by: 'candidateID', type: candidates, fields: ['fullName'], shown: 'candidateName' },
      { by: 'jobID', type: jobs, fields: ['title'], shown: 'jobTitle' },
      { by: 'clientID', type: clients, fields: ['name'], shown: 'clientName' },
    ],
  },
  {
    ...NOTHING,
    type: documents,
    scope: 'activities:read',
    name: 'name',
    detail: ['typeName', 'candidateName', 'contactName', 'clientName', 'jobTitle'],
    names: ['name'],
    content: { field: 'text', read: textsOfDocuments },
  },
  {
    ...NOTHING,
    type: activities,
    scope: 'activities:read',
    name: 'type',
    detail: ['candidateName', 'contactName', 'clientName', 'jobTitle'],
    otherTexts: ['notes'],
  },
];
