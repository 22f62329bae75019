import { PlacementStatus } from '../core/terms/numbers';
import type { Placement } from '../placements';
import type { DemoContext } from './demo-context';
import { demoRecord, type DemoRecords } from './demo-record';
import { document, type Filed } from './documents';
import type { Journey } from './journey';

const [LICENCE, CERTIFICATE] = [2, 3] as const;
const { Draft } = PlacementStatus;

interface Item {
  readonly checklistID: number;
  readonly name: string;
  /** undefined: it is met by a statement. */
  readonly documentTypeID?: number;
  readonly warnDays: number;
  readonly required: boolean;
}

/** Of the checklists that ship with the service: 2 Healthcare, 3 Construction. No job uses the firm's own. */
const OWN = { id: 6, name: 'Mining (old)' } as const;

const ITEMS: readonly Item[] = [
  { checklistID: 3, name: 'White card', documentTypeID: CERTIFICATE, warnDays: 30, required: true },
  { checklistID: 3, name: "Driver's licence", documentTypeID: LICENCE, warnDays: 60, required: false },
  { checklistID: 3, name: 'References checked', warnDays: 0, required: true },
  { checklistID: 2, name: 'Registration', documentTypeID: CERTIFICATE, warnDays: 60, required: true },
  { checklistID: 2, name: 'Immunity confirmed', warnDays: 30, required: true },
  { checklistID: OWN.id, name: 'Site induction', warnDays: 30, required: true },
];

/** What jobs require of their placements. */
export function* checklists(context: DemoContext): DemoRecords {
  const since = { createdDate: context.day(-900), updatedDate: context.day(-30), deleted: false, version: 1 };
  yield demoRecord('Checklist', { ...OWN, ...since });
  for (const [index, { documentTypeID = null, ...item }] of ITEMS.entries())
    yield demoRecord('ChecklistItem', {
      id: index + 1,
      ...item,
      documentTypeID,
      kind: documentTypeID === null ? 'statement' : 'document',
      position: ITEMS.slice(0, index + 1).filter(({ checklistID }) => checklistID === item.checklistID).length,
      deleted: false,
    });
}

/** The documents and statements by which a placement meets the checklist of its job; some drafts still lack them. */
export function* complianceOf(journey: Journey, placement: Placement): DemoRecords {
  if (placement.statusID === Draft && placement.id % 4 === 3) return;
  for (const [index, item] of ITEMS.entries()) {
    if (item.checklistID !== journey.job.complianceChecklistID) continue;
    if (item.documentTypeID === undefined) yield statementOf(journey, placement, index + 1);
    else if (item.required) yield* document(journey.ids, documentOf(journey, placement, item));
  }
}

const documentOf = ({ context, candidateID }: Journey, placement: Placement, { name, documentTypeID }: Item): Filed => {
  // some expire while the placement runs, some soon
  const lastDay = placement.id === 1 ? 400 : 20 + ((placement.id * 37) % 400);
  const createdDate = placement.createdDate ?? context.today;
  return {
    candidateID,
    name: `${name}.jpg`,
    typeID: documentTypeID ?? null,
    createdDate,
    expiryDate: context.day(lastDay),
    isVerified: true,
    verifiedDate: createdDate,
    verifiedByID: placement.ownerID,
  };
};

const statementOf = ({ ids, candidateID, ownerID }: Journey, { id: placementID, createdDate }: Placement, itemID: number) =>
  demoRecord('ComplianceStatement', {
    id: ids.next('ComplianceStatement'),
    placementID,
    candidateID,
    itemID,
    text: 'Confirmed by phone.',
    createdByID: ownerID,
    createdDate,
    version: 1,
  });
